"""What the exported models have in common: the river, turn by turn, and what is asked of the toad.

What a turn leaves is read off the quick form, which knows rolls, `visit` and `avoid`. Actions that
`forbid` names are left out here. So no model has to know these requirements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import cast

from toadstone.core.errors import RequestError
from toadstone.core.question import Question, Sense
from toadstone.engines.instance import Instance
from toadstone.games.river_toad.questions import MIN_MOVES, MIN_START_HP, must_win
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.games.river_toad.toad_space import Passage, ToadSpace
from toadstone.services.export.format import Claim, Objective, no_front, objective_of


@dataclass(frozen=True)
class Turn:
    """What a turn leaves.

    Attributes:
        free: the cells that the toad may be in after acting.
        fly: the free cell beside which a fly comes down, or 0.
    """

    free: tuple[int, ...]
    fly: int

    @classmethod
    def of(cls, passage: Passage) -> Turn:
        """Return what a passage leaves."""
        steps = [step for steps in passage.steps.values() for step in steps]
        fly = next((step.cell for step in steps if step.fed), 0)
        return cls(tuple(sorted({step.cell for step in steps})), fly)


@dataclass(frozen=True)
class River:
    """A scenario with its questions, as the exported models speak of it."""

    scenario: RiverToadScenario
    ask: tuple[Question, ...]

    @classmethod
    def of(cls, instance: Instance) -> River:
        """Return the river of an instance; raise RequestError where a front is asked for."""
        if instance.front:
            raise no_front()
        return cls(cast(RiverToadScenario, instance.scenario), instance.ask)

    @cached_property
    def space(self) -> ToadSpace:
        """The quick form of the scenario."""
        return ToadSpace(self.scenario)

    @cached_property
    def turns(self) -> list[Turn]:
        """What each turn leaves, the first at index 0."""
        passages = self.space.passages[1:]
        made = {passage: Turn.of(passage) for passage in dict.fromkeys(passages)}
        return [made[passage] for passage in passages]

    @property
    def width(self) -> int:
        """River cells, counted from 1 on the left."""
        return self.scenario.board.width

    @property
    def start(self) -> int:
        """The cell before the first turn."""
        return self.scenario.start_cell

    @property
    def gain(self) -> int:
        """HP of a fly."""
        return self.scenario.flies.gain

    @cached_property
    def prices(self) -> dict[Action, int]:
        """The actions that may be used, with the HP that each costs."""
        forbidden = self.scenario.forbidden
        return {a: cost for a, cost in self.scenario.costs.items() if a not in forbidden}

    @property
    def clamped(self) -> bool:
        """Whether an action may cost more than the HP at hand."""
        return self.scenario.overdraft == "clamped"

    @property
    def must_win(self) -> bool:
        """Whether the toad has to live through all turns, or may stop after any."""
        return must_win(self.ask)

    @property
    def chooses_start_hp(self) -> bool:
        """Whether the starting HP are left to the solver."""
        return MIN_START_HP in self.ask

    @property
    def start_hp(self) -> range:
        """The starting HP that there can be."""
        if self.chooses_start_hp:
            return range(1, self.scenario.enough_start_hp + 1)
        return range(self.scenario.toad.hp, self.scenario.toad.hp + 1)

    @cached_property
    def most_flies(self) -> int:
        """The flies that can be eaten at most."""
        return sum(turn.fly > 0 for turn in self.turns)

    @property
    def most_hp(self) -> int:
        """HP that the toad can never exceed: all flies eaten, nothing spent."""
        return self.start_hp[-1] + self.gain * self.most_flies

    @property
    def most_moves(self) -> int:
        """The moves that are allowed; never more than turns."""
        limit = self.scenario.require.max_moves
        return len(self.turns) if limit is None else min(limit, len(self.turns))

    @property
    def moves_matter(self) -> bool:
        """Whether a question or a requirement is about moves."""
        return MIN_MOVES in self.ask or self.most_moves < len(self.turns)

    @property
    def least_hp(self) -> int:
        """HP that are required at the end."""
        return self.space.least_final_hp

    @property
    def least_flies(self) -> int:
        """Flies that are required."""
        return self.scenario.require.min_flies or 0

    @property
    def ranges(self) -> Mapping[str, tuple[int, int]]:
        """The least and the most of each figure."""
        turns = len(self.turns)
        return {
            "hp": (0, self.most_hp),
            "moves": (0, turns),
            "flies": (0, self.most_flies),
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

    def expect_hp(self, most: int, model: str, instead: str) -> None:
        """Raise RequestError where a model that keeps something for each HP would be too large."""
        if self.most_hp > most:
            raise RequestError(
                f"the {model} model keeps a state for each HP, at most {most:,}; here there can be "
                f"{self.most_hp:,}: use {instead}"
            )

    def claim(
        self,
        path: Sequence[int],
        figures: Mapping[str, int],
        objectives: tuple[tuple[Objective, int], ...] = (),
    ) -> Claim:
        """Return the plan that goes to these cells, turn by turn, until one is off the river."""
        moves = []
        for before, here in pairwise((self.start, *path)):
            if not 1 <= here <= self.width:
                break
            moves.append(Action(here - before))
        return Claim(tuple(moves), figures, objectives)
