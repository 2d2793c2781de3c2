"""Ugly Duck's bit masks against the naive statement, on boards as the side to move sees them."""

import random
from functools import cache

import numpy as np
import pytest

import ducks
from exhaustive import in_groups
from toadstone.games.ugly_duck.kernels import deadline_search
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    Position,
    can_win_now,
    followers,
    mobility,
    mover_view,
    shape_of,
    turn_round,
)

SIZES = [(2, 1), (2, 3), (3, 3), (3, 5), (4, 4), (5, 3), (6, 5), (7, 7)]
BOARDS = [(*size, seed) for size in SIZES for seed in range(12)]


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


def position_of(board):
    return mover_view(board, "green")


def moved(board, passes):
    """Return the positions that `followers` writes, and their moves."""
    shape = shape_of(len(board), len(board[0]), passes=passes)
    into = np.full((MOST_MOVES, 5), -9, np.int64)
    count = followers(shape, position_of(board), into)
    return [Position(*map(int, row[:4])) for row in into[:count]], into[:count, 4].tolist()


@in_groups("which", BOARDS)
def test_a_position_is_followed_by_the_boards_of_the_naive_statement(which):
    board = board_of(*which)
    found, moves = moved(board, passes=False)
    naive = [position_of(ducks.turned(after)) for after in ducks.after(board)]
    assert sorted(found) == sorted(naive)
    shape = shape_of(*which[:2], passes=False)
    assert mobility(shape, position_of(board)) == len(naive)
    assert len(set(moves)) == len(moves)
    wins = any(map(ducks.has_won, ducks.after(board)))
    if not ducks.has_won(board):
        assert bool(can_win_now(shape, position_of(board))) is wins


@pytest.mark.parametrize("board", [("d", "D"), ("...", "DDD"), ("d.", "D.", ".."), ("ddd", "DDD")])
def test_who_has_no_move_passes_where_the_shape_says_so(board):
    stuck = not ducks.after(board)
    assert moved(board, passes=False)[1] == ([] if stuck else moved(board, passes=True)[1])
    if stuck:
        assert moved(board, passes=True) == ([position_of(ducks.turned(board))], [-1])


@in_groups("which", BOARDS)
def test_the_other_side_sees_the_board_upside_down(which):
    board = board_of(*which)
    shape = shape_of(*which[:2], passes=False)
    other = turn_round(shape, position_of(board))
    assert other == position_of(ducks.turned(board)) == mover_view(board, "blue")
    assert turn_round(shape, other) == position_of(board)


def own_moves_until_stuck(board):
    """Return the moves that d and s make at least before their pieces can block each other."""
    cells = "".join(board)
    if "d" not in cells or sum(piece in "ds" for piece in cells) < len(board[0]):
        return deadline_search.MOST_PLIES
    if "s" in cells:
        return 0
    return min(len(board) - 1 - row for row, line in enumerate(board) if "d" in line)


BLOCKED = [("ddd", "...", "DDD"), ("d.", ".d", "DD"), ("d.", ".s", "D."), ("...", "ddd", "D..")]


@in_groups("board", [*BLOCKED, *(board_of(*which) for which in BOARDS)])
def test_the_moves_until_a_side_is_stuck_are_never_overrated(board):
    shape = shape_of(len(board), len(board[0]), passes=False)
    position = position_of(board)
    found = deadline_search.moves_until_stuck(shape, position.ducks, position.swans)
    assert found == own_moves_until_stuck(board)
