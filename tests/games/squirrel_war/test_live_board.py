"""Squirrel War's sets of up to 27 live cells against the naive statement."""

import random

from exhaustive import in_groups
from squirrel import Naive, squirrel_war
from toadstone.games.squirrel_war.kernels import live_cells
from toadstone.games.squirrel_war.kernels.live_board import (
    board_of,
    gain,
    near_to,
    position_of,
)
from toadstone.games.squirrel_war.rules import State

SEEDS = range(60)


class Sets:
    """A position as sets of cells, and its naive statement."""

    def __init__(self, values, board, turn):
        scenario = squirrel_war(values, board, turn=turn)
        self.naive, self.turn = Naive(values, board), turn
        self.cells = live_cells(scenario)
        self.board = board_of(scenario)
        rows = "/".join(board.split("\n"))
        self.empty, self.own, self.enemy = position_of(self.cells, State(rows, turn))

    def where(self, at):
        """Return the row and column of a cell, from 0."""
        cell = self.cells.all[at]
        return cell.row - 1, cell.column - 1

    def members(self, cells):
        return {self.where(at) for at in range(len(self.cells.all)) if cells >> at & 1}


@in_groups("seed", SEEDS)
def test_the_neighbours_of_some_empty_cells_are_found_in_parts_of_nine(seed):
    rng = random.Random(seed)
    rows = ["".join(rng.choice("......X") for _ in range(5)) for _ in range(5)]
    sets = Sets("\n".join(["1 1 1 1 1"] * 5), "\n".join(rows), "X")
    empty = sets.empty & rng.getrandbits(27)
    near = 0
    for at in range(len(sets.cells.empty)):
        near |= int(sets.board[at]) if empty >> at & 1 else 0
    assert near_to(sets.board, empty) == near
    assert sets.members(near) == {
        (r + i, c + j)
        for r, c in sets.members(empty)
        for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= r + i < 5 and 0 <= c + j < 5
    } & sets.members(-1)


@in_groups("seed, side", [(seed, 5 + seed % 3) for seed in range(30)], size=10)
def test_gains_are_right_with_up_to_27_empty_cells_wherever_they_are(seed, side):
    rng = random.Random(seed)
    cells = ["."] * rng.randint(9, 27 if side == 5 else 18)
    cells += rng.choices("XO", k=side * side - len(cells))
    rng.shuffle(cells)
    lines = ["".join(cells[side * row :][:side]) for row in range(side)]
    values = "\n".join(" ".join(str(rng.randint(1, 99)) for _ in lines) for _ in lines)
    sets = Sets(values, "\n".join(lines), "O")
    before = sets.naive.lead(sets.naive.board, "O")
    for at, _ in enumerate(sets.cells.empty):
        after = sets.naive.taken(sets.naive.board, sets.where(at), "O")
        assert gain(sets.board, at, sets.own, sets.enemy) == sets.naive.lead(after, "O") - before
