"""The bounds on HP and moves in the model, and the search order that they give.

The model is correct without these bounds; they only make its search shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

from ortools.sat.python.cp_model import (
    CHOOSE_FIRST,
    SELECT_MAX_VALUE,
    SELECT_MIN_VALUE,
    BoundedLinearExpression,
    IntVar,
)

from toadstone.core.budget import Budget
from toadstone.core.question import Question
from toadstone.engines.cp_sat.horizon import SearchStrategy
from toadstone.games.river_toad.bounds_on_hp import (
    CLOSED,
    Numbers,
    River,
    least_hp,
    most_hp,
    richest_end,
    room_below,
    way_back,
)
from toadstone.games.river_toad.bounds_on_moves import Line, PricedMoves
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.river_toad.questions import MIN_MOVES, SURVIVE
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone.games.river_toad.support import BOUNDS


def supports(scenario: RiverToadScenario, ask: Sequence[Question]) -> bool:
    """Return whether the bounds are valid for this scenario and support all questions."""
    return BOUNDS.unstated(ask, scenario.keys_used()) is None


class Bounds:
    """Adds the bounds to a model, and a search order: first where the bounds leave most slack.

    Attributes:
        way: the cells, up to the last turn, in which the bounds leave most slack; it need not
            begin at the start.
    """

    strategy = SearchStrategy.AS_STATED

    def __init__(self, scenario: RiverToadScenario, ask: Sequence[Question]) -> None:
        self.scenario = scenario
        self.fewest_first = next((q for q in ask if q != SURVIVE), None) == MIN_MOVES
        self.way: list[int] = []

    def constrain(self, h: RiverToadHorizon) -> None:
        """Add the bounds on HP and, if moves count, the bounds on moves."""
        river = River.of(h)
        most = most_hp(river)
        self._bound_hp(h, most.tolist())
        priced = PricedMoves(river, most, least_hp(river)) if h.counts_moves else None
        if priced:
            self._bound_moves(h, priced)
        self.way = [h.cells[column] for column in reversed(self._way_back(river, most, priced))]

    def _way_back(self, river: River, most: Numbers, priced: PricedMoves | None) -> list[int]:
        most_moves = self.scenario.require.max_moves
        if priced and self.fewest_first:
            return way_back(river, priced.fewest_end(), priced.room)
        if priced and most_moves is not None:
            return way_back(river, priced.richest_end(most_moves), priced.room)
        return way_back(river, richest_end(most), room_below(most))

    def _bound_hp(self, h: RiverToadHorizon, most: list[list[int]]) -> None:
        for turn in h.turns:
            if (highest := max(most[turn])) >= 1:
                h.model.add_linear_constraint(h.hp[turn], 1, highest)
            for here, hp in zip(h.at[turn].values(), most[turn], strict=True):
                if hp < 1:
                    h.model.add_bool_and([~here])
                else:
                    h.model.add(h.hp[turn] <= hp).only_enforce_if(here)

    def _bound_moves(self, h: RiverToadHorizon, priced: PricedMoves) -> None:
        least = priced.least.tolist()
        for turn in h.turns:
            for here, hp in zip(h.at[turn].values(), least[turn], strict=True):
                if hp == CLOSED:
                    h.model.add_bool_and([~here])
                elif hp > 1:
                    h.model.add(h.hp[turn] >= hp).only_enforce_if(here)
        for turn, column, line in h.budget.each(priced.lines()):
            here = h.at[turn][h.cells[column]]
            h.model.add(_on_or_above(h, line, turn)).only_enforce_if(here)
        for line in priced.lines_anywhere(self.scenario.turns):
            h.model.add(_on_or_above(h, line, self.scenario.turns))

    def order(self, h: RiverToadHorizon, question: Question) -> None:
        """Set the order of decisions: the best figure, then the cells from the last turn back.

        The bounds are about all earlier turns, so a partial way from the end that they do not
        refute seldom fails later. For the fewest moves, high final HP come first, as they leave
        more slack. In each turn, the cells nearest to `way` come first.
        """
        if question == MIN_MOVES:
            h.model.add_decision_strategy([h.moves[-1]], CHOOSE_FIRST, SELECT_MIN_VALUE)
        h.model.add_decision_strategy([h.hp[-1]], CHOOSE_FIRST, SELECT_MAX_VALUE)
        h.model.add_decision_strategy(self._backwards(h), CHOOSE_FIRST, SELECT_MAX_VALUE)

    def _backwards(self, h: RiverToadHorizon) -> list[IntVar]:
        """Return the cells from the last turn back; in each turn those nearest to `way` first."""
        near = chain(reversed(self.way), repeat(self.scenario.start_cell))
        return [
            at[cell]
            for at, middle in zip(reversed(h.at), near, strict=False)
            for cell in sorted(at, key=lambda cell: abs(cell - middle))
        ]


def _on_or_above(h: RiverToadHorizon, line: Line, turn: int) -> BoundedLinearExpression | bool:
    scale, slope, base = line
    return scale * h.moves[turn] - slope * h.hp[turn] >= base


def guided_horizon(
    scenario: RiverToadScenario, ask: tuple[Question, ...], *, bounded: bool, budget: Budget
) -> RiverToadHorizon:
    """Return the model, with bounds and a search order where they support the questions."""
    guidance = Bounds(scenario, ask) if bounded and supports(scenario, ask) else None
    return RiverToadHorizon(scenario, ask, guidance=guidance, budget=budget)
