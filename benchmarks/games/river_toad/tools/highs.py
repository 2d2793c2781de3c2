"""HiGHS: the toad as one unit of flow through cells and turns, a mixed-integer programme."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.games.river_toad.crossing import GAIN, Crossing, asked
from benchmarks.games.river_toad.tools.python_package import missing_package
from benchmarks.tool import NO_PLAN, Ask, Outcome, Solver, Status

if TYPE_CHECKING:
    from highspy import Highs as HighsSolver

Terms = list[tuple[int, int]]
"""Columns and their coefficients."""


class Highs(Solver):
    """The PyPI package `highspy`.

    A list of questions is solved in order, each optimum a constraint of the next. `survive` looks
    for much HP, which guides the search, and ends with the first plan.
    """

    game = "river_toad"

    def __init__(self, name: str, meaning: str, *, pruned: bool = False) -> None:
        self.name = name
        self.meaning = meaning
        self._pruned = pruned

    def missing(self) -> str | None:
        """Say whether the package is not installed."""
        return missing_package("highspy")

    def version(self) -> str:
        """Return the version of the package."""
        return version("highspy")

    def answer(self, file: Path, ask: Ask) -> Outcome:
        """Build the programme, and solve it question by question."""
        import highspy  # noqa: F401  (before the clock starts, as for every tool)

        started = time.perf_counter()
        crossing = Crossing.read(file)
        flow = Flow(crossing, self._pruned)
        solver = flow.loaded()
        solution: list[float] = []
        for question in ask:
            if solution:
                flow.hold_moves(solver, solution)
            flow.set_objective(solver, question)
            solver.run()
            ended = solver.modelStatusToString(solver.getModelStatus())
            if ended == "Infeasible":
                return Outcome(Status.INFEASIBLE, *NO_PLAN, time.perf_counter() - started)
            if ended != "Optimal" and question != "survive":
                raise RuntimeError(f"HiGHS ended with {ended}")
            solution = list(solver.getSolution().col_value)
        chosen = [arc for arc in flow.arcs if round(solution[arc.column]) == 1]
        hp, moves = round(solution[flow.hp]), sum(arc.moves for arc in chosen)
        values = asked(ask, hp=hp, moves=moves)
        steps = crossing.steps([arc.target for arc in chosen])
        return Outcome(Status.OPTIMAL, values, steps, time.perf_counter() - started)


@dataclass(frozen=True)
class Arc:
    """One way through one turn: the column that is 1 if the toad takes it."""

    source: int
    target: int
    cost: int
    column: int

    @property
    def moves(self) -> bool:
        """Whether the toad leaves his cell."""
        return self.source != self.target


def fitting(crossing: Crossing) -> list[set[tuple[int, int]]]:
    """Return the arcs of each turn that some plan takes, by tables of HP."""
    most, kept = {crossing.start: crossing.hp}, list[set[tuple[int, int]]]()
    for turn, least in enumerate(_least_after(crossing)):
        after, arcs = dict[int, int](), set[tuple[int, int]]()
        for source, target, cost, gain in _ways(crossing, turn):
            left = most.get(source, -1) - cost
            if left >= 0 and target in least and left + gain >= least[target]:
                arcs.add((source, target))
                after[target] = max(left + gain, after.get(target, 0))
        most = after
        kept.append(arcs)
    return kept


def _least_after(crossing: Crossing) -> list[dict[int, int]]:
    """Return the least HP with which the toad can live to the end, for each turn and cell."""
    tables = [dict.fromkeys(crossing.cells, 1)]
    for turn in reversed(range(1, crossing.turns)):
        before = dict[int, int]()
        for source, target, cost, gain in _ways(crossing, turn):
            if target in tables[-1]:
                enough = max(1, cost, tables[-1][target] + cost - gain)
                before[source] = min(enough, before.get(source, enough))
        tables.append(before)
    return tables[::-1]


def _ways(crossing: Crossing, turn: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield source, target, cost and gain of what can be done in a turn."""
    for source in crossing.cells:
        for target, cost in crossing.targets(source).items():
            if target in crossing.free[turn]:
                yield source, target, cost, GAIN * (target == crossing.arrivals[turn].fly)


@dataclass
class Flow:
    """The programme: an arc for each turn and action, HP after each turn.

    Attributes:
        pruned: whether it gets only the arcs that a table of HP leaves.
        arcs: every arc, turn by turn.
        hp: the column of the HP after the last turn.
    """

    crossing: Crossing
    pruned: bool = False
    arcs: list[Arc] = field(default_factory=list)
    bounds: list[tuple[int, int]] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)
    rows: list[tuple[float, float, Terms]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hp = self._column(self.crossing.hp, self.crossing.hp, whole=False)
        kept = fitting(self.crossing) if self.pruned else None
        coming: dict[int, Terms] = {self.crossing.start: []}
        for turn, free in enumerate(self.crossing.free):
            arcs = [
                Arc(source, target, cost, self._column(0, 1, whole=True))
                for source in coming
                for target, cost in self.crossing.targets(source).items()
                if target in free and (kept is None or (source, target) in kept[turn])
            ]
            self._conserve(arcs, coming, first=turn == 0)
            self._pay(arcs, self.crossing.arrivals[turn].fly)
            self.arcs += arcs
            coming = {a.target: [] for a in arcs}
            for arc in arcs:
                coming[arc.target].append((arc.column, -1))

    def _column(self, lower: int, upper: int, *, whole: bool) -> int:
        self.bounds.append((lower, upper))
        self.whole.append(whole)
        return len(self.bounds) - 1

    def _conserve(self, arcs: Iterable[Arc], coming: dict[int, Terms], *, first: bool) -> None:
        """State that what comes into a cell leaves it, and the toad his start in turn 1."""
        leaving: dict[int, Terms] = {source: [] for source in coming}
        for arc in arcs:
            leaving[arc.source].append((arc.column, 1))
        for source, terms in coming.items():
            self.rows.append((first, first, leaving[source] + terms))

    def _pay(self, arcs: Iterable[Arc], fly: int) -> None:
        """State that HP after the turn are those before it, less the cost, and more for a fly.

        They are at least 1; where no fly comes, that is also why no action is dearer than HP.
        """
        before, self.hp = self.hp, self._column(1, self.crossing.most_hp, whole=False)
        change = [(arc.column, arc.cost - GAIN * (arc.target == fly)) for arc in arcs]
        self.rows.append((0, 0, [(self.hp, 1), (before, -1), *change]))
        if fly:
            costs = [(arc.column, -arc.cost) for arc in arcs]
            self.rows.append((0, float("inf"), [(before, 1), *costs]))

    def loaded(self) -> HighsSolver:
        """Return the solver with the programme in it, silent, and exact to the last unit."""
        import highspy
        import numpy as np

        programme = highspy.HighsLp()
        programme.num_col_, programme.num_row_ = len(self.bounds), len(self.rows)
        programme.col_cost_ = np.zeros(len(self.bounds))
        programme.col_lower_, programme.col_upper_ = np.array(self.bounds, dtype=float).T.copy()
        programme.row_lower_ = np.array([lower for lower, _, _ in self.rows], dtype=float)
        programme.row_upper_ = np.array([upper for _, upper, _ in self.rows], dtype=float)
        entries = [entry for _, _, terms in self.rows for entry in terms]
        programme.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        programme.a_matrix_.start_ = np.cumsum([0, *(len(terms) for _, _, terms in self.rows)])
        programme.a_matrix_.index_ = np.array([column for column, _ in entries])
        programme.a_matrix_.value_ = np.array([factor for _, factor in entries], dtype=float)
        kind = highspy.HighsVarType
        programme.integrality_ = [kind.kInteger if w else kind.kContinuous for w in self.whole]
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.setOptionValue("mip_rel_gap", 0.0)
        solver.setOptionValue("mip_abs_gap", 0.0)
        solver.passModel(programme)
        return solver

    def set_objective(self, solver: HighsSolver, question: str) -> None:
        """Set the objective, always minimised: moves, or HP with the sign turned."""
        for arc in self.arcs:
            solver.changeColCost(arc.column, float(arc.moves and question == "min-moves"))
        solver.changeColCost(self.hp, 0.0 if question == "min-moves" else -1.0)
        if question == "survive":
            solver.setOptionValue("mip_max_improving_sols", 1)

    def hold_moves(self, solver: HighsSolver, solution: list[float]) -> None:
        """Allow exactly the moves of a solution from now on."""
        columns = [arc.column for arc in self.arcs if arc.moves]
        moves = float(sum(round(solution[column]) for column in columns))
        solver.addRow(moves, moves, len(columns), columns, [1.0] * len(columns))
