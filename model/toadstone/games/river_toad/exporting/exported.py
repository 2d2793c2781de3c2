"""The scenario as the exported models state it: what each turn leaves, and what is asked.

What a turn leaves and which actions may be used is read off the quick form, which knows rolls,
`visit`, `avoid` and `forbid`. So no exported model has to know these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, cast

from toadstone.core.question import Question, Sense
from toadstone.engines.instance import Instance
from toadstone.games.river_toad.questions import MIN_MOVES, MIN_START_HP, must_win
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.games.river_toad.toad_space import Passage, ToadSpace
from toadstone.services.export.parts import Objective, objective_of, refuse_front


class Turn(NamedTuple):
    """What a turn leaves.

    Attributes:
        free: the cells that the toad may be in after acting.
        fly: the free cell beside which a fly comes down, or 0.
    """

    free: Sequence[int]
    fly: int

    @classmethod
    def of(cls, passage: Passage) -> Turn:
        """Return what a passage leaves."""
        steps = [step for steps in passage.steps.values() for step in steps]
        fly = next((step.cell for step in steps if step.fed), 0)
        return cls(sorted({step.cell for step in steps}), fly)


@dataclass(frozen=True)
class ExportedScenario:
    """A scenario with its questions, as the exported models speak of it.

    Attributes:
        ask: the questions.
        width: the number of river cells, which count from 1 on the left.
        start: the cell before the first turn.
        start_hp: the starting HP that there can be.
        gain: HP of a fly.
        costs: the actions that may be used, with the HP that each costs.
        clamped: whether an action may cost more than the HP at hand.
        turns: what each turn leaves, the first at index 0.
        least_hp: HP that are required at the end.
        least_flies: flies that are required.
        most_moves: the moves that are allowed; never more than turns.
    """

    ask: tuple[Question, ...]
    width: int
    start: int
    start_hp: range
    gain: int
    costs: Mapping[Action, int]
    clamped: bool
    turns: Sequence[Turn]
    least_hp: int
    least_flies: int
    most_moves: int

    @classmethod
    def of(cls, instance: Instance) -> ExportedScenario:
        """Return the scenario of an instance; raise RequestError where a front is asked for."""
        refuse_front(instance)
        scenario, ask = cast(RiverToadScenario, instance.scenario), instance.ask
        space, hp, limit = ToadSpace(scenario), scenario.toad.hp, scenario.require.max_moves
        passages = space.passages[1:]
        left = {passage: Turn.of(passage) for passage in dict.fromkeys(passages)}
        return cls(
            ask=ask,
            width=scenario.board.width,
            start=scenario.start_cell,
            start_hp=range(1, scenario.enough_start_hp + 1)
            if MIN_START_HP in ask
            else range(hp, hp + 1),
            gain=scenario.flies.gain,
            costs=space.costs,
            clamped=scenario.overdraft == "clamped",
            turns=[left[passage] for passage in passages],
            least_hp=space.least_final_hp,
            least_flies=scenario.require.min_flies or 0,
            most_moves=space.turns if limit is None else min(limit, space.turns),
        )

    @property
    def must_win(self) -> bool:
        """Whether the toad has to live through all turns, or may stop after any."""
        return must_win(self.ask)

    @property
    def chooses_start_hp(self) -> bool:
        """Whether the starting HP are left to the solver."""
        return MIN_START_HP in self.ask

    @property
    def most_hp(self) -> int:
        """HP that the toad can never exceed: all flies eaten, nothing spent."""
        return self.ranges["hp"][1]

    @property
    def limits_moves(self) -> bool:
        """Whether not every turn may be a move."""
        return self.most_moves < len(self.turns)

    @property
    def moves_matter(self) -> bool:
        """Whether a question or a requirement is about moves."""
        return MIN_MOVES in self.ask or self.limits_moves

    @cached_property
    def ranges(self) -> Mapping[str, tuple[int, int]]:
        """The least and the most of each figure."""
        turns, flies = len(self.turns), sum(turn.fly > 0 for turn in self.turns)
        return {
            "hp": (0, self.start_hp[-1] + self.gain * flies),
            "moves": (0, turns),
            "flies": (0, flies),
            "turns": (0, turns),
            "start_hp": (self.start_hp[0], self.start_hp[-1]),
        }

    @cached_property
    def objective(self) -> Objective:
        """One objective for all questions; raise RequestError where its weights are too large."""
        return objective_of(self.ask, self.ranges)

    @property
    def measured(self) -> list[Question]:
        """The questions that have a figure, in their order."""
        return [question for question in self.ask if question.sense is not Sense.SATISFY]

    def plan(self, path: Sequence[int]) -> tuple[Action, ...]:
        """Return the actions that lead to these cells, turn by turn, until one is off the river."""
        moves = []
        for before, here in pairwise((self.start, *path)):
            if not 1 <= here <= self.width:
                break
            moves.append(Action(here - before))
        return tuple(moves)
