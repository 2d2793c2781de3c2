"""Squirrel War on sets of live cells, in compiled code.

A set of cells is an int with a bit a cell. A position is the set `empty`, and of the held cells
beside an empty one, the *frontier*, the sets `own` and `enemy`: those of the side to move and of
the other. The rest of the game depends on nothing else.

The value of a position is that of its future. The *gain* of a move is the change of the lead of the
side that makes it. The *net gain* of a position is the lead of the side to move at the end, less
its lead now, with perfect play: the maximum, over all moves, of the gain less the net gain of the
other side after the move. On a full board it is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic

from toadstone.engines.adversarial.kernels.table import Numbers
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.squirrel_war.kernels import LiveCells, live_cells
from toadstone.games.squirrel_war.rules import State
from toadstone.games.squirrel_war.scenario import EMPTY, SquirrelWarScenario, neighbours, other

NEVER = 1 << 40
"""More than any net gain."""


def _prefetch(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        function = get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        to_read, to_keep, data_cache = (ir.Constant(number, each) for each in (0, 3, 1))
        builder.call(function, [place, to_read, to_keep, data_cache])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


first_in: Callable[[int], int] = trailing_zeros
"""Return the lowest member of a set of cells that is not empty: the zeros below its first bit."""

prefetch: Callable[[Numbers, int], None] = intrinsic(_prefetch)
"""Have memory bring what stands at an index of an array; it is there some hundred steps later."""

# A board is one array of numbers in parts, as compiled code hands an array on as seven numbers.
_BESIDE = 0
"""For each cell, the set of its neighbours."""
_FACTOR = 64
"""For each cell, the factor that gathers the bits of its neighbours in the highest five bits."""
_VALUE = 128
"""For each cell, its value."""
_NEAR = 192
"""For each set of up to nine empty cells, in three parts, the set of their neighbours."""
_PART = 512
_CONQUEST = _NEAR + 3 * _PART
"""For each cell and each sequence of five bits, twice the value of these neighbours."""
EMPTY_CELLS = _CONQUEST + 64 * 32
"""The number of cells that are empty at the start."""


def board_of(scenario: SquirrelWarScenario) -> Numbers:
    """Return the board for the functions below; at most `MOST_EMPTY` cells may be empty."""
    cells = live_cells(scenario)
    number = {cell: at for at, cell in enumerate(cells.all)}
    board = np.zeros(EMPTY_CELLS + 1, np.int64)
    board[EMPTY_CELLS] = len(cells.empty)
    for cell, at in number.items():
        near = [number[each] for each in neighbours(scenario.cells, cell) if each in number]
        board[_BESIDE + at] = _set_of(near)
        board[_VALUE + at] = scenario.value(cell)
        factor = _gathering(near)
        board[_FACTOR + at] = factor
        for some in _subsets(near):
            twice = 2 * sum(scenario.value(cells.all[each]) for each in some)
            board[_CONQUEST + 32 * at + _gather(_set_of(some), factor)] = twice
    for part in range(3):
        for index in range(_PART):
            chosen = [9 * part + bit for bit in range(9) if index >> bit & 1]
            near_to = [int(board[_BESIDE + at]) for at in chosen if at < len(cells.empty)]
            board[_NEAR + _PART * part + index] = np.bitwise_or.reduce([0, *near_to])
    return board


def _set_of(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


def _subsets(numbers: list[int]) -> list[list[int]]:
    return [
        [number for bit, number in enumerate(numbers) if index >> bit & 1]
        for index in range(1 << len(numbers))
    ]


def _gathering(near: list[int]) -> int:
    """Return a factor whose product with a set of neighbours tells it from all others.

    Each bit of the factor shifts one neighbour to one of the five highest places; if other bits
    collide with them, another arrangement is tried. (Chess programs call such factors magic.)
    """
    for places in permutations(range(59, 64), len(near)):
        factor = _set_of([place - at for place, at in zip(places, near, strict=True)])
        seen = {_gather(_set_of(some), factor) for some in _subsets(near)}
        if len(seen) == 1 << len(near):
            return factor
    raise ValueError(f"no factor gathers the bits {near}")


def _gather(cells: int, factor: int) -> int:
    return (cells * factor & (1 << 64) - 1) >> 59


class Position(NamedTuple):
    """The sets of cells that decide the rest of the game."""

    empty: int
    own: int
    enemy: int


def position_of(cells: LiveCells, state: State) -> Position:
    """Return the position of a state that follows the start."""
    rows = state.board.split("/")
    holders = [rows[cell.row - 1][cell.column - 1] for cell in cells.all]
    letters = (EMPTY, state.turn, other(state.turn))
    held = ([at for at, holder in enumerate(holders) if holder == each] for each in letters)
    return Position(*map(_set_of, held))


@compiled
def near_to(board: Numbers, empty: int) -> int:
    """Return the neighbours of empty cells; the held ones among them are the frontier."""
    return int(
        board[_NEAR + (empty & 511)]
        | board[_NEAR + _PART + (empty >> 9 & 511)]
        | board[_NEAR + 2 * _PART + (empty >> 18 & 511)]
    )


@compiled_part
def _gain(board: Numbers, position: Position, at: int) -> int:
    """Return the gain of taking a cell."""
    near = board[_BESIDE + at]
    if position.own & near == 0:
        return int(board[_VALUE + at])
    index = (position.enemy & near) * board[_FACTOR + at] >> 59 & 31
    return int(board[_VALUE + at] + board[_CONQUEST + 32 * at + index])


@compiled
def take(board: Numbers, position: Position, at: int) -> tuple[Position, int]:
    """Return the position after a cell is taken, as the other side sees it, and the gain."""
    empty, own, enemy = position
    near = board[_BESIDE + at]
    won = enemy & near if own & near else 0
    after = Position(empty ^ 1 << at, int(enemy & ~won), int(own | won | 1 << at))
    return after, _gain(board, position, at)


@compiled_part
def best_gain(board: Numbers, position: Position) -> int:
    """Return the largest gain there is, 0 on a full board."""
    best, rest = -NEVER if position.empty else 0, position.empty
    while rest:
        best = max(best, _gain(board, position, first_in(rest)))
        rest &= rest - 1
    return best


@compiled_part
def net_gain_of_few(board: Numbers, size: int, position: Position, limit: int) -> int:
    """Return a lower bound of the net gain of a few empty cells if it reaches the limit.

    Return an upper bound less than the limit if it does not.
    """
    if size <= 1:
        return best_gain(board, position)
    best, rest = -NEVER, position.empty
    if size == 2:
        first, second = first_in(rest), first_in(rest & (rest - 1))
        after, gain = take(board, position, first)
        best = gain - _gain(board, after, second)
        after, gain = take(board, position, second)
        return max(best, gain - _gain(board, after, first))
    while rest and best < limit:
        at = first_in(rest)
        rest &= rest - 1
        after, gain = take(board, position, at)
        best = max(best, gain - net_gain_of_few(board, size - 1, after, gain - limit + 1))
    return best
