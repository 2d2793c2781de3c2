"""Positions of Ugly Duck as bit masks, as the side to move sees them: its first row at the top.

Bit `row * columns + column` of a mask is a cell, both counted from 0 at the top left. After every
move the board is turned upside down and the sides change names, so that there is one statement of
the rules for both, and a position is found again with either side to move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from toadstone.engines.adversarial.kernels.table import Key, Numbers, bits, key_of_words
from toadstone.engines.compiling import compiled, compiled_part

CELLS_IN_A_WORD = 26
"""Cells, with five contents each, and one bit that fit into 63 bits."""

MOST_MOVES = 3 * 49
"""The most moves that a side can have on the largest board."""

DEEPEST = 2 * 2 * 49 * 6
"""Plies in a game on the largest board, passes included."""


class Shape(NamedTuple):
    """The size of the board, with masks of its edges, and whether a stuck side passes.

    `row_base` is five to the power of the columns. `digits` are each row's mask as a number: read
    from the left or right, to base 5 or 3.
    """

    rows: int
    columns: int
    passes: bool
    full: int
    left: int
    right: int
    home: int
    row_base: int
    digits: Numbers


class Position(NamedTuple):
    """The masks of the side to move, and of the other side."""

    ducks: int
    swans: int
    their_ducks: int
    their_swans: int


def shape_of(rows: int, columns: int, *, passes: bool) -> Shape:
    """Return the shape of a board."""
    left = sum(1 << row * columns for row in range(rows))
    masks, places = np.arange(1 << columns, dtype=np.int64), np.arange(columns, dtype=np.int64)
    members = masks[:, None] >> places & 1
    digits = [[members @ base**powers for base in (5, 3)] for powers in (places[::-1], places)]
    return Shape(
        rows,
        columns,
        passes,
        (1 << rows * columns) - 1,
        left,
        left << (columns - 1),
        (1 << columns) - 1,
        5**columns,
        np.array(digits),
    )


def key_words(shape: Shape) -> int:
    """Return how many words a key of a board of this shape needs."""
    return 1 if shape.rows * shape.columns <= CELLS_IN_A_WORD else 2


def by_depth(*sizes: int) -> Numbers:
    """Return room for so much at each depth of a search."""
    return np.zeros((DEEPEST, *sizes), np.int64)


def mover_view(lines: tuple[str, ...], side: str) -> Position:
    """Return the position of a board whose letters are d, s, D and S, as a side sees it."""
    letters = "dsDS"
    if side != "green":
        lines, letters = lines[::-1], "DSds"
    cells = "".join(lines)
    masks = [sum(1 << at for at, each in enumerate(cells) if each == x) for x in letters]
    return Position(*masks)


@compiled
def turn_round(shape: Shape, position: Position) -> Position:
    """Return the position as the other side sees it, to move: upside down."""
    ducks, swans, their_ducks, their_swans = position
    flipped = Position(0, 0, 0, 0)
    for _ in range(shape.rows):
        flipped = Position(
            flipped.ducks << shape.columns | their_ducks & shape.home,
            flipped.swans << shape.columns | their_swans & shape.home,
            flipped.their_ducks << shape.columns | ducks & shape.home,
            flipped.their_swans << shape.columns | swans & shape.home,
        )
        ducks, swans = ducks >> shape.columns, swans >> shape.columns
        their_ducks, their_swans = their_ducks >> shape.columns, their_swans >> shape.columns
    return flipped


@compiled_part
def targets(shape: Shape, position: Position) -> tuple[int, int, int, int, int, int]:
    """Return the cells that the side to move can reach: straight if free, diagonal if not own.

    The order is by direction: to the left and the right in front of ducks, then of swans, which go
    up, towards the first row; straight up; straight down.
    """
    ducks, swans = position.ducks, position.swans
    not_own = shape.full & ~(ducks | swans)
    free = not_own & ~(position.their_ducks | position.their_swans)
    columns = shape.columns
    return (
        (ducks & ~shape.left) << (columns - 1) & not_own,
        (ducks & ~shape.right) << (columns + 1) & not_own,
        (swans & ~shape.left) >> (columns + 1) & not_own,
        (swans & ~shape.right) >> (columns - 1) & not_own,
        swans >> columns & free,
        ducks << columns & free,
    )


@compiled
def can_win_now(shape: Shape, position: Position) -> bool:
    """Return whether a move brings a swan home or captures the last piece."""
    down_left, down_right, up_left, up_right, up, _ = targets(shape, position)
    if (up | up_left | up_right) & shape.home:
        return True
    theirs = position.their_ducks | position.their_swans
    diagonal = down_left | down_right | up_left | up_right
    return theirs & (theirs - 1) == 0 and theirs & diagonal != 0


@compiled
def mobility(shape: Shape, position: Position) -> int:
    """Return the number of moves, passes not counted."""
    count = 0
    for reached in targets(shape, position):
        count += bits(reached)
    return count


@compiled_part
def way_home(shape: Shape, position: Position) -> int:
    """Return the fewest moves of the side to move that bring a piece home through empty cells."""
    for row in range(1, shape.rows):
        if position.swans >> row * shape.columns & shape.home:
            return row
    for row in range(shape.rows - 2, -1, -1):
        if position.ducks >> row * shape.columns & shape.home:
            return 2 * (shape.rows - 1) - row
    return 2 * shape.rows


@compiled
def followers(shape: Shape, position: Position, into: Any) -> int:
    """Write the positions after every move, as the other side sees them, and return how many.

    A row of `into` is the four masks and the move: 3 times the cell it leaves, and 0, 1 or 2 for
    left, straight and right. A pass is -1; there is one where the side to move has no other move
    and the shape says so. Diagonal moves come first.
    """
    ways, columns, count = targets(shape, position), shape.columns, 0
    last = shape.home << (shape.rows - 1) * columns
    steps = (columns - 1, columns + 1, -columns - 1, 1 - columns, -columns, columns)
    sideways = (0, 2, 0, 2, 1, 1)
    for way in range(6):
        reached, step = ways[way], steps[way]
        while reached:
            target = reached & -reached
            reached &= reached - 1
            source = target >> step if step > 0 else target << -step
            ducks, swans = position.ducks & ~source, position.swans & ~source
            if step > 0 and not target & last:
                ducks |= target
            else:
                swans |= target
            theirs, their_swans = position.their_ducks & ~target, position.their_swans & ~target
            write(into, count, turn_round(shape, Position(ducks, swans, theirs, their_swans)))
            into[count, 4] = 3 * bits(source - 1) + sideways[way]
            count += 1
    if count == 0 and shape.passes:
        write(into, 0, turn_round(shape, position))
        into[0, 4] = -1
        return 1
    return count


@compiled_part
def write(into: Any, row: int, position: Position) -> None:
    """Write the four masks of a position into a row."""
    into[row, 0], into[row, 1] = position.ducks, position.swans
    into[row, 2], into[row, 3] = position.their_ducks, position.their_swans


@compiled_part
def read(row: Any) -> Position:
    """Return the position that `write` wrote into a row."""
    return Position(row[0], row[1], row[2], row[3])


@compiled
def key_of(shape: Shape, position: Position, flag: bool) -> Key:
    """Return the exact key of a position with a flag: no two positions share a key.

    The digits, base 5, are the contents of the cells; of a board and its mirror image the smaller
    number counts. Boards of up to 26 cells need only the first word. In row 0 there are only
    two sorts of pieces: with base 3 there, half of 7 rows of 7 cells still fits into a word.
    """
    one_word = shape.rows * shape.columns <= CELLS_IN_A_WORD
    split = shape.rows if one_word else (shape.rows + 1) // 2
    upper, lower = -1, -1
    for reading in range(2):
        fives, threes = shape.digits[reading, 0], shape.digits[reading, 1]
        head, number = 0, threes[position.ducks & shape.home]
        number += 2 * threes[position.their_swans & shape.home]
        for row in range(1, shape.rows):
            if row == split:
                head, number = number, 0
            at = row * shape.columns
            number *= shape.row_base
            number += fives[position.ducks >> at & shape.home]
            number += 2 * fives[position.swans >> at & shape.home]
            number += 3 * fives[position.their_ducks >> at & shape.home]
            number += 4 * fives[position.their_swans >> at & shape.home]
        if one_word:
            head, number = number, 0
        if reading == 0 or head < upper or (head == upper and number < lower):
            upper, lower = head, number
    return key_of_words(2 * upper + flag, lower)
