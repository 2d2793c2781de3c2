"""Squirrel War on sets of live cells, in compiled code.

A set of cells is an int with a bit a cell. A position is the set `empty`, and of the held cells
beside an empty one, the *frontier*, the sets `own` and `enemy`: those of the side to move and of
the other. What is still to come depends on nothing else.

Positions are valued by what is still to come: the *gain* of a move is by how much it raises the
lead of the side that makes it, and the *outlook* of a position is the lead of the side to move at
the end, less its lead now, when both play perfectly. So the outlook is the largest of all gains,
each less the outlook that it leaves to the other side. On a full board it is 0.
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
from numpy.typing import NDArray

from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.squirrel_war.kernels import LiveCells, live_cells
from toadstone.games.squirrel_war.rules import State
from toadstone.games.squirrel_war.scenario import EMPTY, SquirrelWarScenario, beside

NEVER = 1 << 40
"""More than any outlook."""

Numbers = NDArray[np.int64]


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
_END = _CONQUEST + 64 * 32


def board_of(scenario: SquirrelWarScenario) -> Numbers:
    """Return the board for the functions below; at most `MOST_EMPTY` cells may be empty."""
    cells = live_cells(scenario)
    number = {cell: at for at, cell in enumerate(cells.all)}
    board = np.zeros(_END, np.int64)
    for cell, at in number.items():
        near = [number[each] for each in beside(scenario.cells, cell) if each in number]
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

    Each bit of the factor carries one neighbour to one of the five highest places; where others get
    in their way, another arrangement does. (Chess programs call such factors magic.)
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
    """The sets of cells that decide what is still to come."""

    empty: int
    own: int
    enemy: int


def position_of(cells: LiveCells, state: State) -> Position:
    """Return the position of a state that has come of the start."""
    rows = state.board.split("/")
    held = {cell: rows[cell.row - 1][cell.column - 1] for cell in cells.all}

    def held_by(letters: str) -> int:
        return _set_of([at for at, cell in enumerate(cells.all) if held[cell] in letters])

    return Position(held_by(EMPTY), held_by(state.turn), held_by("O" if state.turn == "X" else "X"))


@compiled
def near_to(board: Numbers, empty: int) -> int:
    """Return the neighbours of empty cells; the held ones among them are the frontier."""
    return int(
        board[_NEAR + (empty & 511)]
        | board[_NEAR + _PART + (empty >> 9 & 511)]
        | board[_NEAR + 2 * _PART + (empty >> 18 & 511)]
    )


@compiled_part
def conquest(board: Numbers, at: int, own: int, enemy: int) -> int:
    """Return the enemy's cells that change hands when a cell is taken."""
    near = board[_BESIDE + at]
    return int(enemy & near if own & near else 0)


@compiled
def gain(board: Numbers, at: int, own: int, enemy: int) -> int:
    """Return the gain of taking a cell."""
    near = board[_BESIDE + at]
    if own & near == 0:
        return int(board[_VALUE + at])
    index = (enemy & near) * board[_FACTOR + at] >> 59 & 31
    return int(board[_VALUE + at] + board[_CONQUEST + 32 * at + index])


@compiled_part
def best_gain(board: Numbers, empty: int, own: int, enemy: int) -> int:
    """Return the largest gain there is, 0 on a full board."""
    if empty == 0:
        return 0
    best = -NEVER
    while empty:
        best = max(best, gain(board, first_in(empty), own, enemy))
        empty &= empty - 1
    return best


@compiled_part
def outlook_of_few(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    board: Numbers, size: int, empty: int, own: int, enemy: int, beta: int
) -> int:
    """Return a lower bound of the outlook of up to five empty cells if it is beta at least.

    Return an upper bound less than beta if it is not. Sets of cells may hold cells behind the
    frontier.
    """
    if size <= 1:
        return best_gain(board, empty, own, enemy)
    if size == 2:
        return _of_two(board, empty, own, enemy)
    best, rest = -NEVER, empty
    while rest and best < beta:
        at = first_in(rest)
        cell = 1 << at
        rest ^= cell
        won, gained = conquest(board, at, own, enemy), gain(board, at, own, enemy)
        limit = gained - beta + 1
        left = outlook_of_few(board, size - 1, empty ^ cell, enemy & ~won, own | won | cell, limit)
        best = max(best, gained - left)
    return best


@compiled_part
def _of_two(board: Numbers, empty: int, own: int, enemy: int) -> int:
    first, second = first_in(empty), first_in(empty & (empty - 1))
    won = conquest(board, first, own, enemy)
    left = gain(board, second, enemy & ~won, own | won | 1 << first)
    best = gain(board, first, own, enemy) - left
    won = conquest(board, second, own, enemy)
    left = gain(board, first, enemy & ~won, own | won | 1 << second)
    return max(best, gain(board, second, own, enemy) - left)
