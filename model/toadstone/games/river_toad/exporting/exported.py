"""The scenario as the exported models state it: what each turn leaves, and what is asked.

What a turn leaves and which actions may be used is read off the quick form, which knows rolls,
`visit`, `avoid` and `forbid`. So no exported model has to know these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import cast

from toadstone.core.question import Sense
from toadstone.engines.instance import Instance
from toadstone.games.river_toad.questions import MIN_MOVES, MIN_START_HP, must_win
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.games.river_toad.toad_space import ToadSpace
from toadstone.services.export.parts import Objective, objective_of, refuse_front


class ExportedScenario:
    """A scenario with its questions, as the exported models speak of it.

    Attributes:
        ask: the questions; `measured` are those of them that have a figure.
        must_win: whether the toad has to live through all turns, or may stop after any.
        chooses_start_hp: whether the starting HP are left to the solver.
        start_hp: the starting HP that there can be.
        clamped: whether an action may cost more than the HP at hand.
        costs: the actions that may be used, with the HP that each costs.
        turns: the ways through each turn, the first at index 0.
        most_moves: the moves that are allowed, never more than turns; `limits_moves`: fewer.
        moves_matter: whether a question or a requirement is about moves.
        most_hp: HP that the toad can never exceed: all flies eaten, nothing spent.
        ranges: the least and the most of each figure.

    Raises:
        RequestError: a front is asked for.
    """

    def __init__(self, instance: Instance) -> None:
        refuse_front(instance)
        scenario = cast(RiverToadScenario, instance.scenario)
        self.ask = instance.ask
        self.measured = [each for each in self.ask if each.sense is not Sense.SATISFY]
        self.must_win = must_win(self.ask)
        self.width = scenario.board.width
        self.start = scenario.start_cell
        self.chooses_start_hp = MIN_START_HP in self.ask
        self.start_hp = range(scenario.toad.hp, scenario.toad.hp + 1)
        if self.chooses_start_hp:
            self.start_hp = range(1, scenario.enough_start_hp + 1)
        self.gain = scenario.flies.gain
        space = ToadSpace(scenario)
        self.costs = space.costs
        self.clamped = scenario.overdraft == "clamped"
        self.turns = space.passages[1:]
        turns, limit = len(self.turns), scenario.require.max_moves
        self.least_hp = space.least_final_hp
        self.least_flies = scenario.require.min_flies or 0
        self.most_moves = turns if limit is None else min(limit, turns)
        self.limits_moves = self.most_moves < turns
        self.moves_matter = MIN_MOVES in self.ask or self.limits_moves
        flies = space.flies_to_come[0]
        self.most_hp = self.start_hp[-1] + self.gain * flies
        self.ranges: Mapping[str, tuple[int, int]] = {
            "hp": (0, self.most_hp),
            "moves": (0, turns),
            "flies": (0, flies),
            "turns": (0, turns),
            "start_hp": (self.start_hp[0], self.start_hp[-1]),
        }

    @cached_property
    def objective(self) -> Objective:
        """One objective for all questions; raise RequestError where its weights are too large."""
        return objective_of(self.ask, self.ranges)

    def plan(self, path: Sequence[int]) -> tuple[Action, ...]:
        """Return the actions that lead to these cells, turn by turn, until one is off the river."""
        moves = []
        for before, here in pairwise((self.start, *path)):
            if not 1 <= here <= self.width:
                break
            moves.append(Action(here - before))
        return tuple(moves)
