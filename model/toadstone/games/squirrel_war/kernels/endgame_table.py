"""The value of every position with these empty cells: an endgame table, built backwards.

Retrograde analysis: Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9, 1986. The
empty cells decide who is to move. A cell without an empty neighbour never changes hands again, so
the rest of the game depends on the *frontier* alone: the held cells beside an empty one. A cell of
the frontier is *open* if it, or a neighbour of it, was taken since the start; any other is held as
at the start. For each set of empty cells there is an array with an axis for each open cell, 0
where O holds it and 1 where X does. It holds the margin of perfect play on the frontier and
the empty cells; a cell is counted when it leaves the frontier.

Taking a cell depends on its neighbours only: if the mover holds one of them, the mover gets all; if
not, all stay with the enemy. So the value of a move is computed for whole arrays at a time.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.engines.adversarial.perfect_play import SolvedGame
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import EMPTY, Cell

MOST_ENTRIES = 1_000_000_000
"""Margins that a table keeps; each takes two bytes, four where the values are large."""

Array = NDArray[np.signedinteger[Any]]


class EndgameTable(SolvedGame[State, Cell]):
    """Perfect play by the table of all positions that can follow in one scenario.

    A set of cells is an int with a bit a cell, counted as one reads.

    Args:
        rules: the rules of the scenario; the table does not ask them what a move does.
        budget: when to stop.

    Raises:
        MemoryError: the table would be larger than is kept.
    """

    def __init__(self, rules: SquirrelWarRules, budget: Budget = UNLIMITED) -> None:
        self.rules, scenario = rules, rules.scenario
        self.entries = 1
        self._budget = budget
        self._cells = scenario.cells
        self._values = [scenario.value(cell) for cell in self._cells]
        self._beside = [self._neighbours(cell) for cell in self._cells]
        total = sum(map(abs, self._values))
        self._type: type[np.int16 | np.int32] = np.int16 if total < 2**15 else np.int32
        x, o, self._start = _sets_of(rules.start())
        self._start_of = {True: x, False: o}
        self._frontiers: dict[int, tuple[int, int]] = {}
        self._arrays: dict[int, Array] = {0: np.zeros(1, self._type)}
        empty = _members(self._start)
        for size in range(1, len(empty) + 1):
            x_to_move = (scenario.turn == "X") == ((len(empty) - size) % 2 == 0)
            for some in combinations(empty, size):
                self._add(sum(1 << at for at in some), x_to_move)

    def _neighbours(self, cell: Cell) -> int:
        near = ((-1, 0), (1, 0), (0, -1), (0, 1))
        beside = [Cell(cell.row + down, cell.column + right) for down, right in near]
        return sum(1 << at for at, each in enumerate(self._cells) if each in beside)

    def payoff(self, state: State) -> int:
        """Return the payoff of perfect play to the side to move."""
        margin = self.value(*_sets_of(state))
        return margin if state.turn == "X" else -margin

    def value(self, x: int, o: int, empty: int) -> int:
        """Return the margin for the sets of cells that X and O hold, and of those empty."""
        frontier, open_cells = self._frontier(empty)
        index = 0
        for at in _members(open_cells):
            index = 2 * index + (x >> at & 1)
        settled = sum(self._values[at] for at in _members(x & ~frontier))
        settled -= sum(self._values[at] for at in _members(o & ~frontier))
        return settled + int(self._arrays[empty][index])

    def _add(self, empty: int, x_to_move: bool) -> None:
        """Add the margins with these empty cells to those with fewer."""
        _, open_cells = self._frontier(empty)
        self.entries += 1 << open_cells.bit_count()
        if self.entries > MOST_ENTRIES:
            raise MemoryError(f"an endgame table of more than {MOST_ENTRIES:,} entries")
        self._budget.nodes = self.entries
        self._budget.tell(f"{self.entries:,} positions")
        worst = np.iinfo(self._type).min if x_to_move else np.iinfo(self._type).max
        margins: Array = np.full(1 << open_cells.bit_count(), worst, self._type)
        for at in _members(empty):
            self._try(at, empty, margins, x_to_move)
        self._arrays[empty] = margins

    def _try(self, at: int, empty: int, margins: Array, x_to_move: bool) -> None:
        """Raise the margins with these empty cells, for the mover, to those after taking one."""
        better = np.maximum if x_to_move else np.minimum
        beside = self._beside[at] & ~empty
        open_cells = self._frontier(empty)[1]
        open_beside = beside & open_cells
        reached = bool(beside & ~open_cells & self._start_of[x_to_move])
        lengths = _runs(open_cells, open_beside)
        view = margins.reshape(_with_axes(lengths, 2))
        if reached or not open_beside:
            after = self._after(at, empty, beside, x_to_move, raid=reached)
            better(view, after.reshape(_with_axes(lengths, 1)), out=view)
            return
        sneak = self._after(at, empty, beside, x_to_move, raid=False)
        raid = self._after(at, empty, beside, x_to_move, raid=True)
        enemies = (slice(None), int(not x_to_move)) * open_beside.bit_count()
        sneaked = better(view[enemies], sneak.reshape(lengths))
        better(view, raid.reshape(_with_axes(lengths, 1)), out=view)
        view[enemies] = sneaked

    def _after(self, at: int, empty: int, beside: int, x_to_move: bool, *, raid: bool) -> Array:
        """Return the margins after a cell is taken, for each holding of the frontier elsewhere.

        After a raid the neighbours are the mover's, after a sneak they are the enemy's.
        """
        left = empty ^ 1 << at
        live = settled = 0
        chosen: list[slice | int] = []
        for each in _members(beside | 1 << at):
            x_holds = x_to_move == (raid or each == at)
            if self._beside[each] & left:
                live |= 1 << each
                chosen += [slice(None), int(x_holds)]
            else:
                settled += self._values[each] if x_holds else -self._values[each]
        lengths = _runs(self._frontier(left)[1], live)
        margins = self._arrays[left].reshape(_with_axes(lengths, 2))[tuple(chosen)]
        return margins.reshape(-1) + self._type(settled)

    def _frontier(self, empty: int) -> tuple[int, int]:
        """Return the held cells beside a set of empty ones, and the open ones among them."""
        cells = self._frontiers.get(empty)
        if cells is None:
            taken = self._start & ~empty
            frontier = self._near(empty) & ~empty
            cells = self._frontiers[empty] = (frontier, frontier & (taken | self._near(taken)))
        return cells

    def _near(self, cells: int) -> int:
        near = 0
        for at in _members(cells):
            near |= self._beside[at]
        return near


def _sets_of(state: State) -> tuple[int, int, int]:
    """Return the sets of the cells that X holds, that O holds, and that are empty."""
    board = state.board.replace("/", "")
    x, o, empty = (
        sum(1 << at for at, letter in enumerate(board) if letter == holder)
        for holder in ("X", "O", EMPTY)
    )
    return x, o, empty


def _members(cells: int) -> list[int]:
    members = []
    while cells:
        members.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return members


def _runs(open_cells: int, chosen: int) -> list[int]:
    """Return how many holdings there are of the cells before, between and after the chosen ones."""
    lengths, before = [], 0
    for at in _members(chosen):
        rank = (open_cells & ((1 << at) - 1)).bit_count()
        lengths.append(1 << (rank - before))
        before = rank + 1
    return [*lengths, 1 << (open_cells.bit_count() - before)]


def _with_axes(lengths: list[int], length: int) -> list[int]:
    """Return the lengths of all axes when there is one for each chosen cell between the runs."""
    shape = [lengths[0]]
    for each in lengths[1:]:
        shape += [length, each]
    return shape
