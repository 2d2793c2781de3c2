"""The same horizon with fewer variables: an action a turn instead of one for each turn and cell.

It is for questions that clauses and bounds prove faster than a linear relaxation does: any plan,
HP and moves. Movement and payment are stated anew, as implications; all other units are those of
`horizon.py`. The bounds of `relaxation.py` are redundant; without them (`bounded=False`) the solver
is on its own, and has the same answers later.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from toadstone.games.river_toad.relaxation import Line, PricedMoves, River, Step, least_hp, most_hp
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.horizon import Lead, ValueOf
from toadstone.limits import KeepGoing, no_limit
from toadstone.question import Question


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
        hp_scarce: whether the toad begins with less than two flies more than the bounds ask for;
            known where moves are counted and the bounds are stated.
    """

    acts: list[dict[Action, IntVar]]
    moves_so_far: list[IntVar]
    hp_scarce: bool = False

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
        self.counts_moves = MIN_MOVES in ask or scenario.require.max_moves is not None
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

    def _steps(self, turn: int, open_cells: Sequence[int]) -> list[Step]:
        beside, gain = self.fly_cell(turn), self.scenario.flies.gain
        return [
            Step(cell - a.shift, cell, cost, gain if cell == beside else 0, int(a.shift != 0))
            for cell in open_cells
            for a, cost in self.scenario.costs.items()
            if cell - a.shift in self.cells and a not in self.scenario.forbidden
        ]

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
        open_cells = self._open_cells()
        steps = [self._steps(turn, sorted(open_cells[turn])) for turn in self.turns]
        river = River(self.scenario, [[], *steps])
        most = most_hp(river)
        for turn in self.turns:
            if most[turn]:
                self.model.add_linear_constraint(self.hp[turn], 1, max(most[turn].values()))
        for turn in self.turns:
            for cell, here in self.at[turn].items():
                self._bound_hp(turn, here, most[turn].get(cell, 0))
        if self.counts_moves:
            least, start, hp = least_hp(river), self.scenario.start_cell, self.scenario.toad.hp
            self.hp_scarce = hp - least[0].get(start, hp) < 2 * self.scenario.flies.gain
            priced = PricedMoves(river, most, least)
            for turn in self.turns:
                for cell, here in self.at[turn].items():
                    self._bound_moves(turn, cell, here, priced, most[turn].get(cell, 0))
            for line in priced.lines_anywhere(self.scenario.turns):
                self.model.add(self._on_or_above(line, self.scenario.turns))

    def _bound_hp(self, turn: int, here: IntVar, most: int) -> None:
        if most < 1:
            self.model.add_bool_and([~here])
        else:
            self._imply(here, self.hp[turn] <= most)

    def _bound_moves(
        self, turn: int, cell: int, here: IntVar, priced: PricedMoves, most: int
    ) -> None:
        least = priced.least_hp(turn, cell)
        if least is None:
            self.model.add_bool_and([~here])
        elif least > 1:
            self._imply(here, self.hp[turn] >= least)
        for line in priced.lines(turn, cell, most):
            self._imply(here, self._on_or_above(line, turn))

    def _on_or_above(self, line: Line, turn: int) -> BoundedLinearExpression | bool:
        scale, slope, base = line
        return scale * self.moves_so_far[turn] - slope * self.hp[turn] >= base

    def _imply(self, here: IntVar, constraint: BoundedLinearExpression | bool) -> None:
        self.model.add(constraint).only_enforce_if(here)

    def aim(self, question: Question) -> None:
        """Look for the best figure first, then for the way there, backwards from the end.

        Bounds on HP and moves hold for what lies before, so a way back that is not refuted at
        once seldom is later. Where moves are asked for, many HP at the end make room for it; but
        where HP are scarce, few ways have just so many, and they stay open.
        """
        super().aim(question)
        if not self.bounded:
            return
        self.model.proto.search_strategy.clear()
        if question == MIN_MOVES:
            self._branch([self.moves_so_far[-1]], SELECT_MIN_VALUE)
        if question != MIN_MOVES or not self.hp_scarce:
            self._branch([self.hp[-1]], SELECT_MAX_VALUE)
        backwards = [here for at in reversed(self.at) for here in at.values()]
        self._branch(backwards, SELECT_MAX_VALUE)
        self.lead = Lead.AS_STATED

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
