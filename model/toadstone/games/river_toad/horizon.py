"""River Toad as one CP-SAT model: the whole horizon, a rule of the game a unit.

Every unit below adds the constraints of one rule, and only those; `UNITS` lists them. The model
speaks of the turns that the toad *lives through*: in a turn he does not, he is in no cell. To win
he has to live through all of them. What a roll puts where is stated here anew, not taken from
the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr, LinearExprT

from toadstone.core.budget import KeepGoing, no_limit
from toadstone.core.question import Question
from toadstone.core.solution import Reading
from toadstone.engines.cp_sat.horizon import Horizon, Turns, ValueOf
from toadstone.games.river_toad.scenario import Action, RiverToadScenario


@dataclass(frozen=True)
class Arc:
    """The choice, in one turn, to take an action from one cell to another."""

    source: int
    action: Action
    target: int
    chosen: IntVar


class RiverToadHorizon(Horizon[Action]):
    """The variables of the whole horizon; index 0 is the state before the first turn.

    Attributes:
        at: for each turn, for each cell 1 to width, whether the toad lives in it after acting.
        arcs: for each turn from 1, the possible moves of the toad.
        hp: HP after each turn.
        spent: HP that the action of each turn costs.
        left: HP in each turn after acting, before flies come down.
        caught: whether a snake comes down on the toad in each turn.
        fed: whether a fly comes down beside the toad in each turn.
    """

    guide = "hp"

    def __init__(
        self,
        scenario: RiverToadScenario,
        *,
        must_win: bool = True,
        choose_start_hp: bool = False,
        units: Sequence[Unit] | None = None,
        keep_going: KeepGoing = no_limit,
    ) -> None:
        self.scenario = scenario
        self.must_win = must_win
        self.choose_start_hp = choose_start_hp
        self.model = CpModel()
        self.turns = Turns(scenario.turns, keep_going)
        self.cells = range(1, scenario.board.width + 1)
        self._make_variables()
        for unit in self.all_units() if units is None else units:
            unit(self)
        self.add_bounds()
        self.turns = Turns(scenario.turns)
        self.figures = {
            "hp": self.hp[-1],
            "moves": self.moves(),
            "flies": LinearExpr.sum(self.fed[1:]),
            "turns": LinearExpr.sum([here for at in self.at[1:] for here in at.values()]),
            "start_hp": self.hp[0],
        }
        self.domains = {
            "moves": (0, scenario.turns),
            "flies": (0, self.most_flies()),
            "turns": (0, scenario.turns),
        }

    def _make_variables(self) -> None:
        new_bool, new_int = self.model.new_bool_var, self.model.new_int_var
        dearest, most_hp = max(self.scenario.costs.values()), self.most_hp()
        before = self.model.new_constant(0)
        self.at = [self._new_cells(0), *map(self._new_cells, self.turns)]
        self.hp = [new_int(0, most_hp, "hp[0]")]
        self.hp += [new_int(0, most_hp, f"hp[{t}]") for t in self.turns]
        self.arcs = [[], *map(self._new_arcs, self.turns)]
        self.spent = [before, *(new_int(0, dearest, f"spent[{t}]") for t in self.turns)]
        self.left = [before, *(new_int(0, most_hp, f"left[{t}]") for t in self.turns)]
        self.caught = [before, *(new_bool(f"caught[{t}]") for t in self.turns)]
        self.fed = [before, *(new_bool(f"fed[{t}]") for t in self.turns)]

    def _new_cells(self, turn: int) -> dict[int, IntVar]:
        return {c: self.model.new_bool_var(f"at[{turn},{c}]") for c in self.cells}

    def _new_arcs(self, turn: int) -> list[Arc]:
        return [
            Arc(
                cell,
                action,
                cell + action.shift,
                self.model.new_bool_var(f"act[{turn},{cell},{action}]"),
            )
            for cell in self.cells
            for action in self.scenario.costs
            if cell + action.shift in self.cells
        ]

    def all_units(self) -> Sequence[Unit]:
        """Return the rules of the game, each stated for this horizon's variables."""
        return UNITS

    def add_bounds(self) -> None:
        """State bounds that the units imply; none here."""

    def most_hp(self) -> int:
        """Return HP that the toad can never exceed."""
        toad_hp, enough = self.scenario.toad.hp, self.scenario.enough_start_hp
        start = enough if self.choose_start_hp else toad_hp
        return start + self.scenario.flies.gain * self.most_flies()

    def most_flies(self) -> int:
        """Return the number of flies that come down."""
        return sum(self.fly_cell(turn) is not None for turn in self.turns)

    def aim(self, question: Question) -> None:
        """Make the question the objective; where any plan counts, begin with the empty one."""
        super().aim(question)
        if not self.must_win and not self.model.proto.solution_hint.vars:
            self._hint_no_turn()

    def _hint_no_turn(self) -> None:
        """Hint that no turn is lived through: nothing happens, and HP stay what they are.

        The hint says it of every variable: only then is it a plan before the search begins.
        """
        hints = dict.fromkeys(range(len(self.model.proto.variables)), 0)
        hints |= {hp.index: self.scenario.toad.hp for hp in (*self.hp, *self.left[1:])}
        hints[self.at[0][self.scenario.start_cell].index] = 1
        for index, value in hints.items():
            self.model.add_hint(self.model.get_int_var_from_proto_index(index), value)

    def arriving(self, turn: int) -> int | None:
        """Return the roll whose entities reach the bottom row in this turn, if there is one."""
        spawned = turn - (self.scenario.board.rows - 1)
        return self.scenario.rolls[spawned - 1] if spawned >= 1 else None

    def snake_cells(self, turn: int) -> list[int]:
        """Return the cells into which a snake comes down: bit 0 of the roll is the rightmost."""
        roll, width = self.arriving(turn), self.scenario.board.width
        if roll is None or roll >> width:
            return []
        return [cell for cell in self.cells if roll >> (width - cell) & 1]

    def fly_cell(self, turn: int) -> int | None:
        """Return the cell beside which a fly comes down, if one does."""
        roll, width = self.arriving(turn), self.scenario.board.width
        if roll is None or not roll >> width:
            return None
        return self.cells[0] if roll == 1 << width else self.cells[-1]

    def moves(self) -> LinearExprT:
        """Return the number of actions other than stay."""
        return LinearExpr.sum(
            [arc.chosen for arcs in self.arcs for arc in arcs if arc.action.shift != 0]
        )

    def taken(self, turn: int, value_of: ValueOf) -> Action | None:
        """Return the action of a turn in a solution; None where he no longer lives."""
        return next((arc.action for arc in self.arcs[turn] if value_of(arc.chosen)), None)

    def read(self, value_of: ValueOf) -> Reading[Action]:
        """Read the plan, and the model's own cell, HP, caught and fed after each turn."""
        taken = {turn: self.taken(turn, value_of) for turn in self.turns}
        plan = {turn: action for turn, action in taken.items() if action is not None}
        observations = tuple(
            {
                "cell": next((cell for cell in self.cells if value_of(self.at[turn][cell])), 0),
                "hp": value_of(self.hp[turn]),
                "caught": value_of(self.caught[turn]),
                "fed": value_of(self.fed[turn]),
            }
            for turn in plan
        )
        figures = {name: value_of(figure) for name, figure in self.figures.items()}
        scenario = self.scenario
        if self.choose_start_hp:
            scenario = scenario.with_start_hp(figures["start_hp"])
        return Reading(scenario, tuple(plan.values()), observations, figures)


Unit = Callable[[Any], None]
"""Adds the constraints of one rule to a horizon with the variables that it is stated for."""


def start(h: RiverToadHorizon) -> None:
    """Before the first turn the toad is in his starting cell, with his starting HP."""
    for cell in h.cells:
        h.model.add(h.at[0][cell] == (cell == h.scenario.start_cell))
    if h.choose_start_hp:
        h.model.add_linear_constraint(h.hp[0], 1, h.scenario.enough_start_hp)
    else:
        h.model.add(h.hp[0] == h.scenario.toad.hp)


def movement(h: RiverToadHorizon) -> None:
    """Phase 1, where to: a living toad takes one action a turn, from his cell to another.

    Where he may die, he may also take none: he is then in no cell from this turn on.
    """
    for turn in h.turns:
        for cell in h.cells:
            leaving = LinearExpr.sum([arc.chosen for arc in h.arcs[turn] if arc.source == cell])
            coming = LinearExpr.sum([arc.chosen for arc in h.arcs[turn] if arc.target == cell])
            was_here = h.at[turn - 1][cell]
            h.model.add(leaving == was_here if h.must_win else leaving <= was_here)
            h.model.add(coming == h.at[turn][cell])


def cost(h: RiverToadHorizon) -> None:
    """Phase 1, how much: the action of the turn is paid for."""
    for turn in h.turns:
        costs = [h.scenario.costs[arc.action] for arc in h.arcs[turn]]
        chosen = [arc.chosen for arc in h.arcs[turn]]
        h.model.add(h.spent[turn] == LinearExpr.weighted_sum(chosen, costs))


def overdraft(h: RiverToadHorizon) -> None:
    """Phase 1, with what: HP cannot be negative.

    Under `forbidden` nobody spends more than he has (`left` has no negative values); under
    `clamped` he may, and has 0 left.
    """
    for turn in h.turns:
        rest = h.hp[turn - 1] - h.spent[turn]
        if h.scenario.overdraft == "forbidden":
            h.model.add(h.left[turn] == rest)
        else:
            h.model.add_max_equality(h.left[turn], [rest, 0])


def snakes(h: RiverToadHorizon) -> None:
    """Phase 2: a snake that comes down into the toad's cell catches him."""
    for turn in h.turns:
        under_a_snake = [h.at[turn][cell] for cell in h.snake_cells(turn)]
        h.model.add(h.caught[turn] == LinearExpr.sum(under_a_snake))


def flies(h: RiverToadHorizon) -> None:
    """Phase 3: a fly that comes down beside the toad feeds him."""
    for turn in h.turns:
        beside = h.fly_cell(turn)
        h.model.add(h.fed[turn] == (h.at[turn][beside] if beside else 0))
        h.model.add(h.hp[turn] == h.left[turn] + h.scenario.flies.gain * h.fed[turn])


def survival(h: RiverToadHorizon) -> None:
    """Phase 5: the turns that the toad lives through end uncaught, with HP left."""
    for turn in h.turns:
        h.model.add(h.caught[turn] == 0)
        h.model.add(h.hp[turn] >= 1)


def max_moves(h: RiverToadHorizon) -> None:
    """`require.max_moves`: the most actions other than stay."""
    limit = h.scenario.require.max_moves
    if limit is not None:
        h.model.add(h.moves() <= limit)


def min_final_hp(h: RiverToadHorizon) -> None:
    """`require.min_final_hp`: the least HP at the end."""
    least = h.scenario.require.min_final_hp
    if least is not None:
        h.model.add(h.hp[-1] >= least)


def min_flies(h: RiverToadHorizon) -> None:
    """`require.min_flies`: the least number of flies eaten."""
    least = h.scenario.require.min_flies
    if least is not None:
        h.model.add(LinearExpr.sum(h.fed[1:]) >= least)


def forbid(h: RiverToadHorizon) -> None:
    """`require.forbid`: actions that are not used."""
    for arcs in h.arcs:
        for arc in arcs:
            if arc.action in h.scenario.forbidden:
                h.model.add(arc.chosen == 0)


def visit(h: RiverToadHorizon) -> None:
    """`require.visit`: in a given turn, no cell but these."""
    for row in h.scenario.require.visit:
        for cell in h.cells:
            if cell not in row.cells:
                h.model.add(h.at[row.turn][cell] == 0)


def avoid(h: RiverToadHorizon) -> None:
    """`require.avoid`: in a given turn, or in every turn, not these cells."""
    for row in h.scenario.require.avoid:
        for turn in h.turns if row.turn is None else [row.turn]:
            for cell in set(row.cells):
                h.model.add(h.at[turn][cell] == 0)


UNITS: tuple[Unit, ...] = (
    start,
    movement,
    cost,
    overdraft,
    snakes,
    flies,
    survival,
    max_moves,
    min_final_hp,
    min_flies,
    forbid,
    visit,
    avoid,
)
