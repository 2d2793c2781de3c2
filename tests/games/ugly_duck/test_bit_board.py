"""Ugly Duck's bit masks against the naive statement, on boards as the side to move sees them."""

import random
from functools import cache

import numpy as np

import ducks
from exhaustive import in_groups
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    can_win_now,
    followers,
    mobility,
    mover_view,
    shape_of,
)

SIZES = [(2, 1), (2, 3), (3, 3), (3, 5), (4, 4), (5, 3), (6, 5), (7, 7)]
BOARDS = [(*size, seed) for size in SIZES for seed in range(8)]


@cache
def board_of(rows, columns, seed):
    """Return some pieces on a board, as those of d and s see it; no duck or swan is home."""
    rng = random.Random(seed)
    letters = ["..dsDS", "......dsDS", ".ds", "...DS"][seed % 4]
    lines = ["".join(rng.choices(letters, k=columns)) for _ in range(rows)]
    if seed % 4 == 2:  # one piece against many
        row, column = rng.randrange(1, rows), rng.randrange(columns)
        lines[row] = lines[row][:column] + "D" + lines[row][column + 1 :]
    lines[0] = lines[0].translate(str.maketrans("sD", ".."))
    lines[-1] = lines[-1].translate(str.maketrans("dS", ".."))
    return tuple(lines)


@in_groups("which", BOARDS)
def test_a_position_is_followed_by_the_boards_of_the_naive_statement(which):
    board = board_of(*which)
    shape, into = shape_of(*which[:2], passes=False), np.full((MOST_MOVES, 5), -9, np.int64)
    position = mover_view(board, "green")
    count = followers(shape, position, into)
    naive = [mover_view(ducks.turned(after), "green") for after in ducks.after(board)]
    assert sorted(tuple(row) for row in into[:count, :4].tolist()) == sorted(naive)
    assert mobility(shape, position) == count == len(set(into[:count, 4]))
    assert mover_view(ducks.turned(board), "blue") == position
    if not ducks.has_won(board):
        wins = any(map(ducks.has_won, ducks.after(board)))
        assert bool(can_win_now(shape, position)) is wins
