"""The same horizon with fewer variables: an action a turn instead of one for each turn and cell.

It is for questions that clauses and bounds prove faster than a linear relaxation does: any plan,
HP and moves. Movement and payment are stated anew, as implications; all other units are those of
`horizon.py`. The bounds of `relaxation.py` are redundant; without them (`bounded=False`) the solver
is on its own, and has the same answers later.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, repeat

from ortools.sat.python.cp_model import (
    CHOOSE_FIRST,
    SELECT_MAX_VALUE,
    SELECT_MIN_VALUE,
    BoundedLinearExpression,
    IntVar,
    LinearExpr,
    LinearExprT,
)
from ortools.sat.python.cp_model_helper import DecisionStrategyProto

from toadstone.core.budget import KeepGoing, no_limit
from toadstone.core.question import Question
from toadstone.engines.cp_sat.horizon import Lead, ValueOf
from toadstone.games.river_toad.horizon import (
    RiverToadHorizon,
    Unit,
    avoid,
    flies,
    max_moves,
    min_final_hp,
    snakes,
    start,
    survival,
    visit,
)
from toadstone.games.river_toad.questions import MAX_HP, MIN_MOVES, SURVIVE
from toadstone.games.river_toad.relaxation import (
    CLOSED,
    Line,
    PricedMoves,
    River,
    Step,
    Steps,
    least_hp,
    most_hp,
    richest_end,
    room_below,
    way_back,
)
from toadstone.games.river_toad.scenario import Action, RiverToadScenario

SHORT = 150
"""Up to so many turns HP alone are proven faster by a linear relaxation."""


def pays(scenario: RiverToadScenario, ask: tuple[Question, ...]) -> bool:
    """Say whether this horizon states everything, and is the faster one."""
    return fits(scenario, ask) and (scenario.turns > SHORT or counts_moves(scenario, ask))


def counts_moves(scenario: RiverToadScenario, ask: tuple[Question, ...]) -> bool:
    """Say whether a question or a requirement asks about moves."""
    return MIN_MOVES in ask or scenario.require.max_moves is not None


def fits(scenario: RiverToadScenario, ask: tuple[Question, ...]) -> bool:
    """Say whether this horizon states the whole scenario and all the questions."""
    return (
        set(ask) <= {SURVIVE, MAX_HP, MIN_MOVES}
        and scenario.overdraft == "forbidden"
        and scenario.require.min_flies is None
    )


class LeanHorizon(RiverToadHorizon):
    """The variables of the whole horizon; index 0 is the state before the first turn.

    Attributes:
        acts: for each turn from 1, for each action, whether it is taken.
        moves_so_far: moves up to each turn, where a question or requirement asks about them.
        way: cells up to the end where the bounds leave most room, if they are stated; the search
            looks there first.
        fewest_first: whether the fewest moves are asked for, before any other figure.
    """

    acts: list[dict[Action, IntVar]]
    moves_so_far: list[IntVar]
    way: list[int]

    def __init__(
        self,
        scenario: RiverToadScenario,
        ask: tuple[Question, ...] = (),
        *,
        bounded: bool = True,
        units: Sequence[Unit] | None = None,
        keep_going: KeepGoing = no_limit,
    ) -> None:
        if not fits(scenario, ask):
            raise ValueError("the lean horizon does not state all of this scenario")
        self.bounded = bounded
        self.fewest_first = next((q for q in ask if q != SURVIVE), None) == MIN_MOVES
        self.counts_moves = counts_moves(scenario, ask)
        super().__init__(scenario, units=units, keep_going=keep_going)

    def all_units(self) -> Sequence[Unit]:
        """Return the rules of the game, each stated for this horizon's variables."""
        return UNITS

    def _make_variables(self) -> None:
        new_bool, new_int, most = self.model.new_bool_var, self.model.new_int_var, self.most_hp()
        before = self.model.new_constant(0)
        self.at = [self._new_cells(0), *map(self._new_cells, self.turns)]
        self.acts = [{}, *({a: new_bool("") for a in self.scenario.costs} for _ in self.turns)]
        self.hp = [new_int(0, most, "hp[0]"), *(new_int(0, most, "") for _ in self.turns)]
        self.left = [before, *(new_int(0, most, "") for _ in self.turns)]
        self.caught = [before, *(new_bool("") for _ in self.turns)]
        self.fed = [before, *(new_bool("") for _ in self.turns)]
        self.moves_so_far = [before]
        if self.counts_moves:
            self.moves_so_far += [new_int(0, turn, "") for turn in self.turns]

    def moves(self) -> LinearExprT:
        """Return the number of actions other than stay."""
        if self.counts_moves:
            return self.moves_so_far[-1]
        return LinearExpr.sum(
            [taken for acts in self.acts for a, taken in acts.items() if a.shift != 0]
        )

    def taken(self, turn: int, value_of: ValueOf) -> Action | None:
        """Return the action of a turn in a solution."""
        return next((a for a, taken in self.acts[turn].items() if value_of(taken)), None)

    def _steps(self, open_cells: frozenset[int], beside: int | None) -> Steps:
        gain = self.scenario.flies.gain
        return Steps(
            [
                Step(
                    cell - a.shift - 1,
                    cell - 1,
                    cost,
                    gain if cell == beside else 0,
                    int(a.shift != 0),
                )
                for cell in open_cells
                for a, cost in self.scenario.costs.items()
                if cell - a.shift in self.cells and a not in self.scenario.forbidden
            ]
        )

    def _open_cells(self) -> list[set[int]]:
        """Return the cells of each turn that no snake and no requirement takes away."""
        cells = [set(self.cells) - set(self.snake_cells(turn)) for turn in [0, *self.turns]]
        for visited in self.scenario.require.visit:
            cells[visited.turn] &= set(visited.cells)
        for avoided in self.scenario.require.avoid:
            for turn in self.turns if avoided.turn is None else [avoided.turn]:
                cells[turn] -= set(avoided.cells)
        return cells

    def add_bounds(self) -> None:
        """State the relaxation's bounds: each is implied by the units, and none is needed."""
        if not self.bounded:
            return
        river = self._river()
        most = most_hp(river)
        self._bound_hp(most.tolist())
        priced = PricedMoves(river, most, least_hp(river)) if self.counts_moves else None
        if priced:
            self._bound_moves(priced)
        most_moves = self.scenario.require.max_moves
        if priced and self.fewest_first:
            columns = way_back(river, priced.fewest_end(), priced.room)
        elif priced and most_moves is not None:
            columns = way_back(river, priced.richest_end(most_moves), priced.room)
        else:
            columns = way_back(river, richest_end(most), room_below(most))
        self.way = [self.cells[column] for column in reversed(columns)]

    def _river(self) -> River:
        steps_of = cache(self._steps)
        cells = map(frozenset, self._open_cells()[1:])
        beside = map(self.fly_cell, self.turns)
        return River(self.scenario, self.turns, list(map(steps_of, cells, beside)))

    def _bound_hp(self, most: list[list[int]]) -> None:
        for turn in self.turns:
            if (highest := max(most[turn])) >= 1:
                self.model.add_linear_constraint(self.hp[turn], 1, highest)
            for here, hp in zip(self.at[turn].values(), most[turn], strict=True):
                if hp < 1:
                    self.model.add_bool_and([~here])
                else:
                    self._imply(here, self.hp[turn] <= hp)

    def _bound_moves(self, priced: PricedMoves) -> None:
        least = priced.least.tolist()
        for turn in self.turns:
            for here, hp in zip(self.at[turn].values(), least[turn], strict=True):
                if hp == CLOSED:
                    self.model.add_bool_and([~here])
                elif hp > 1:
                    self._imply(here, self.hp[turn] >= hp)
        for turn, column, line in priced.lines():
            self._imply(self.at[turn][self.cells[column]], self._on_or_above(line, turn))
        for line in priced.lines_anywhere(self.scenario.turns):
            self.model.add(self._on_or_above(line, self.scenario.turns))

    def _on_or_above(self, line: Line, turn: int) -> BoundedLinearExpression | bool:
        scale, slope, base = line
        return scale * self.moves_so_far[turn] - slope * self.hp[turn] >= base

    def _imply(self, here: IntVar, constraint: BoundedLinearExpression | bool) -> None:
        self.model.add(constraint).only_enforce_if(here)

    def aim(self, question: Question) -> None:
        """Look for the best figure first, then for the way there, backwards from the end.

        Bounds on HP and moves hold for what lies before, so a way back that is not refuted at
        once seldom is later. Where moves are asked for, many HP at the end make room for it. In
        each turn the cells come first that the bounds leave the most room.
        """
        super().aim(question)
        if not self.bounded:
            return
        self.model.proto.search_strategy.clear()
        if question == MIN_MOVES:
            self._branch([self.moves_so_far[-1]], SELECT_MIN_VALUE)
        self._branch([self.hp[-1]], SELECT_MAX_VALUE)
        self._branch(self._backwards(), SELECT_MAX_VALUE)
        self.lead = Lead.AS_STATED

    def _backwards(self) -> list[IntVar]:
        """Return the cells, the last turn first, in each turn those near the way first."""
        near = chain(reversed(self.way), repeat(self.scenario.start_cell))
        return [
            at[cell]
            for at, middle in zip(reversed(self.at), near, strict=False)
            for cell in sorted(at, key=lambda cell: abs(cell - middle))
        ]

    def _branch(
        self, variables: list[IntVar], value: DecisionStrategyProto.DomainReductionStrategy
    ) -> None:
        self.model.add_decision_strategy(variables, CHOOSE_FIRST, value)


def movement(h: LeanHorizon) -> None:
    """Phase 1, where to: one action a turn, and it leads from cell to cell inside the river."""
    for turn in h.turns:
        h.model.add_exactly_one(h.at[turn].values())
        h.model.add_exactly_one(h.acts[turn].values())
        for source, was_here in h.at[turn - 1].items():
            for target, here in h.at[turn].items():
                act = h.acts[turn].get(Action(target - source))
                h.model.add_bool_or([~was_here, ~here, *([] if act is None else [act])])


def payment(h: LeanHorizon) -> None:
    """Phase 1, how much: the action of the turn is paid for with HP at hand.

    `left` has no negative values, so nobody spends more than he has.
    """
    for turn in h.turns:
        for action, taken in h.acts[turn].items():
            paid = h.left[turn] == h.hp[turn - 1] - h.scenario.costs[action]
            h.model.add(paid).only_enforce_if(taken)


def counting(h: LeanHorizon) -> None:
    """Count the moves so far: one more in each turn with another action than stay."""
    if not h.counts_moves:
        return
    for turn in h.turns:
        for action, taken in h.acts[turn].items():
            counted = h.moves_so_far[turn] == h.moves_so_far[turn - 1] + int(action.shift != 0)
            h.model.add(counted).only_enforce_if(taken)


def forbid(h: LeanHorizon) -> None:
    """`require.forbid`: actions that are not used."""
    for turn in h.turns:
        for action in h.scenario.forbidden:
            h.model.add_bool_and([~h.acts[turn][action]])


UNITS: tuple[Unit, ...] = (
    start,
    movement,
    payment,
    counting,
    snakes,
    flies,
    survival,
    max_moves,
    min_final_hp,
    forbid,
    visit,
    avoid,
)
