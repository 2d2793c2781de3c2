"""River Toad as one CP-SAT model of all turns.

First the variables, then a unit for each rule of the game: a function that adds its constraints.
`UNITS` lists them. In a turn that the toad does not survive, and in all later turns, he is in no
cell. This module states again which entities a roll creates, and does not use the simulator.

The model is complete. `bounds.py` adds constraints that follow from it, a search order and a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr, LinearExprT

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.core.solution import Solution
from toadstone.engines.cp_sat.horizon import Horizon, SearchStrategy, Turns, ValueOf
from toadstone.games.river_toad.questions import MIN_MOVES, MIN_START_HP
from toadstone.games.river_toad.scenario import Action, RiverToadScenario, must_win


class Way(NamedTuple):
    """An action from one cell of the river to another, and the HP that it costs."""

    source: int
    action: Action
    target: int
    cost: int
    name: str


Arc = tuple[Way, IntVar]
"""A way in one turn, and whether the plan has it."""


class RiverToadHorizon(Horizon[Action]):
    """The variables of all turns; index 0 is the state before the first turn.

    Attributes:
        ways: the actions from each cell that lead to a cell of the river.
        snake_cells: for each turn, the cells into which a snake comes down.
        fly_cell: for each turn, the cell beside which a fly comes down; None if none does.
        shut_by_visit: the turns and cells that `require.visit` shuts.
        shut_by_avoid: the turns and cells that `require.avoid` shuts.
        position: for each turn and each cell that the toad can be in after his action, whether he
            is in it, alive.
        arcs: for each turn from 1, the ways that are open, see `open_ways`.
        hp: HP after each turn.
        hp_paid: for each turn, HP minus the cost of the action; negative if the cost is too high.
        hp_after_action: HP in each turn after the action, before flies come down. Where none does,
            they are the HP after the turn.
        caught: for each turn, how many snakes catch the toad.
        fed: for each turn, whether the toad eats a fly.
        moves_after: the number of moves up to each turn. Empty if no question or requirement is
            about moves.
    """

    guide = "hp"

    def __init__(
        self,
        scenario: RiverToadScenario,
        ask: Sequence[Question] = (),
        *,
        units: Sequence[Unit] | None = None,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.scenario = scenario
        self.must_win = must_win(ask)
        self.choose_start_hp = MIN_START_HP in ask
        self.counts_moves = MIN_MOVES in ask or scenario.require.max_moves is not None
        self.model = CpModel()
        self.turns = Turns(scenario.turns, budget)
        self.cells = range(1, scenario.board.width + 1)
        self.ways = [
            Way(cell, action, cell + action.shift, cost, f"{cell},{action}")
            for cell in self.cells
            for action, cost in scenario.costs.items()
            if cell + action.shift in self.cells
        ]
        arriving = [*[0] * scenario.board.rows, *scenario.rolls][: scenario.turns + 1]
        self.snake_cells = list(map(self._snake_cells, budget.each(arriving)))
        self.fly_cell = list(map(self._fly_cell, budget.each(arriving)))
        self.shut_by_visit = [
            (row.turn, cell)
            for row in scenario.require.visit
            for cell in self.cells
            if cell not in row.cells
        ]
        self.shut_by_avoid = [
            (turn, cell)
            for row in scenario.require.avoid
            for turn in (self.turns if row.turn is None else [row.turn])
            for cell in {*row.cells}
        ]
        self._make_variables()
        for unit in UNITS if units is None else units:
            unit(self)
        self.figures = {
            "hp": self.hp[-1],
            "moves": self.moves_total,
            "flies": LinearExpr.sum(self.fed),
            "turns": LinearExpr.sum([here for at in self.position[1:] for here in at.values()]),
            "start_hp": self.hp[0],
        }
        self.domains = {"flies": (0, self.most_flies), "turns": (0, scenario.turns)}

    def open_ways(self) -> Iterator[Sequence[Way]]:
        """Yield the ways that get an arc, for each turn: all. Bounds may leave some out."""
        yield from (self.ways for _ in self.turns)

    def _make_variables(self) -> None:
        new_int, most_hp = self.model.new_int_var, self.most_hp
        self.arcs: list[list[Arc]] = [[]]
        self.position = [self.new_cells("position", 0, self.cells)]
        self.hp = [new_int(0, most_hp, "hp[0]")]
        for turn, open_ways in zip(self.turns, self.open_ways(), strict=True):
            before = self.position[-1]
            ways = [way for way in open_ways if way.source in before]
            chosen = self.new_bools(f"act[{turn},{way.name}]" for way in ways)
            self.arcs.append(list(zip(ways, chosen, strict=True)))
            entered = sorted({way.target for way in ways})
            self.position.append(self.new_cells("position", turn, entered))
            self.hp.append(new_int(0, most_hp, f"hp[{turn}]"))
        self.hp_paid: list[LinearExpr] = [*self.hp]
        self.hp_after_action = [
            self.hp[turn]
            if self.fly_cell[turn] is None
            else new_int(0, most_hp, f"hp_after_action[{turn}]")
            for turn in range(len(self.hp))
        ]
        nothing = LinearExpr.sum([])
        self.caught, self.fed = [nothing] * len(self.hp), [nothing] * len(self.hp)
        self.moves_after: list[IntVar] = []
        if self.counts_moves:
            most = self.turns.last
            none = self.model.new_constant(0)
            self.moves_after = [none, *(new_int(0, most, f"moves_after[{t}]") for t in self.turns)]

    @property
    def most_hp(self) -> int:
        """An upper bound on the toad's HP: those of the start and of all flies."""
        scenario = self.scenario
        start = scenario.enough_start_hp if self.choose_start_hp else scenario.toad.hp
        return start + scenario.flies.gain * self.most_flies

    @cached_property
    def most_flies(self) -> int:
        """The number of flies that come down."""
        return len(self.fly_cell) - self.fly_cell.count(None)

    @cached_property
    def moves_total(self) -> LinearExprT:
        """The number of moves of the whole plan."""
        if self.moves_after:
            return self.moves_after[-1]
        return LinearExpr.sum([chosen for turn in self.turns for chosen in self.moving(turn)])

    def moving(self, turn: int) -> list[IntVar]:
        """Return the arcs of a turn that are moves: all but stay."""
        return [chosen for way, chosen in self.arcs[turn] if way.action.shift != 0]

    def here(self, turn: int, cells: Iterable[int | None]) -> list[IntVar]:
        """Return whether the toad is in these cells, of those that he can be in after a turn."""
        return [self.position[turn][cell] for cell in cells if cell in self.position[turn]]

    def _snake_cells(self, roll: int) -> list[int]:
        """Return the cells of the snakes of a roll; its bit 0 is the last cell."""
        width = self.scenario.board.width
        return [] if roll >> width else [c for c in self.cells if roll >> (width - c) & 1]

    def _fly_cell(self, roll: int) -> int | None:
        """Return the cell beside the bank on which a roll puts a fly."""
        width = self.scenario.board.width
        if roll < 1 << width:
            return None
        return self.cells[0] if roll == 1 << width else self.cells[-1]

    def read(self, value_of: ValueOf) -> Solution[Action]:
        """Read the plan, and the model's own cell, HP, caught and fed after each turn."""
        taken = (next((way for way, each in arcs if value_of(each)), None) for arcs in self.arcs)
        plan = {turn: way.action for turn, way in enumerate(taken) if way}
        observations = tuple(
            {
                "cell": next((c for c, here in self.position[turn].items() if value_of(here)), 0),
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
        return Solution(scenario, tuple(plan.values()), observations, figures)


Unit = Callable[[RiverToadHorizon], None]
"""Adds the constraints of one rule."""


def start(h: RiverToadHorizon) -> None:
    """Before the first turn the toad is in his starting cell, with his starting HP."""
    for cell, here in h.position[0].items():
        h.model.add(here == (cell == h.scenario.start_cell))
    if h.choose_start_hp:
        h.model.add_linear_constraint(h.hp[0], 1, h.scenario.enough_start_hp)
    else:
        h.model.add(h.hp[0] == h.scenario.toad.hp)


def movement(h: RiverToadHorizon) -> None:
    """Phase 1, the cell: in each turn the toad takes exactly one action, from the cell he is in.

    If he need not win, he may take none; from that turn on he is in no cell. It follows that he is
    in one cell at a time.
    """
    choose = h.model.add_exactly_one if h.must_win else h.model.add_at_most_one
    for turn in h.turns:
        leaving = {cell: [~here] for cell, here in h.position[turn - 1].items()}
        coming = {cell: [~here] for cell, here in h.position[turn].items()}
        for way, chosen in h.arcs[turn]:
            leaving[way.source].append(chosen)
            coming[way.target].append(chosen)
        for arcs in leaving.values():
            choose(arcs)
        for arcs in coming.values():
            h.model.add_exactly_one(arcs)


def counting(h: RiverToadHorizon) -> None:
    """Phase 1, the moves: every action except stay is a move."""
    if h.counts_moves:
        for turn in h.turns:
            moved = LinearExpr.sum(h.moving(turn))
            h.model.add(h.moves_after[turn] == h.moves_after[turn - 1] + moved)


def cost(h: RiverToadHorizon) -> None:
    """Phase 1, the cost: HP decrease by the cost of the action."""
    for turn in h.turns:
        priced = [(chosen, way.cost) for way, chosen in h.arcs[turn] if way.cost]
        spent = LinearExpr.weighted_sum([each for each, _ in priced], [cost for _, cost in priced])
        if h.strategy is SearchStrategy.LINEAR_RELAXATION:  # with a variable it is tighter
            variable = h.model.new_int_var(0, max(h.scenario.costs.values()), f"spent[{turn}]")
            h.model.add(variable == spent)
            spent = variable
        h.hp_paid[turn] = h.hp[turn - 1] - spent


def overdraft(h: RiverToadHorizon) -> None:
    """Phase 1, overdraft: HP are never negative.

    `forbidden`: an action may not cost more than the toad's HP.
    `clamped`: it may, and he then has 0 HP.
    """
    for turn in h.turns:
        if h.scenario.overdraft == "forbidden":
            h.model.add(h.hp_after_action[turn] == h.hp_paid[turn])
        else:
            h.model.add_max_equality(h.hp_after_action[turn], [h.hp_paid[turn], 0])


def snakes(h: RiverToadHorizon) -> None:
    """Phase 2: a snake that comes down into the toad's cell catches him."""
    for turn in h.turns:
        h.caught[turn] = LinearExpr.sum(h.here(turn, h.snake_cells[turn]))


def flies(h: RiverToadHorizon) -> None:
    """Phase 3: a fly that comes down beside the toad feeds him."""
    for turn in h.turns:
        if beside := h.fly_cell[turn]:
            h.fed[turn] = LinearExpr.sum(h.here(turn, [beside]))
            gained = h.scenario.flies.gain * h.fed[turn]
            h.model.add(h.hp[turn] == h.hp_after_action[turn] + gained)


def survival(h: RiverToadHorizon) -> None:
    """Phase 5: the toad survives a turn if no snake catches him and he has at least 1 HP."""
    for turn in h.turns:
        h.model.add(h.caught[turn] == 0)
        h.model.add(h.hp[turn] >= 1)


def max_moves(h: RiverToadHorizon) -> None:
    """`require.max_moves`: the largest number of actions except stay."""
    limit = h.scenario.require.max_moves
    if limit is not None:
        h.model.add(h.moves_total <= limit)


def min_final_hp(h: RiverToadHorizon) -> None:
    """`require.min_final_hp`: the least HP at the end."""
    least = h.scenario.require.min_final_hp
    if least is not None:
        h.model.add(h.hp[-1] >= least)


def min_flies(h: RiverToadHorizon) -> None:
    """`require.min_flies`: the least number of flies eaten."""
    least = h.scenario.require.min_flies
    if least is not None:
        h.model.add(LinearExpr.sum(h.fed) >= least)


def forbid(h: RiverToadHorizon) -> None:
    """`require.forbid`: actions that the plan must not have."""
    forbidden = h.scenario.forbidden
    for turn in h.turns if forbidden else ():
        for way, chosen in h.arcs[turn]:
            if way.action in forbidden:
                h.model.add(chosen == 0)


def visit(h: RiverToadHorizon) -> None:
    """`require.visit`: in a given turn, the toad is in one of these cells."""
    for turn, cell in h.shut_by_visit:
        h.model.add(LinearExpr.sum(h.here(turn, [cell])) == 0)


def avoid(h: RiverToadHorizon) -> None:
    """`require.avoid`: in a given turn, or in every turn, the toad is in none of these cells."""
    for turn, cell in h.shut_by_avoid:
        h.model.add(LinearExpr.sum(h.here(turn, [cell])) == 0)


UNITS: tuple[Unit, ...] = (
    start,
    movement,
    counting,
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
