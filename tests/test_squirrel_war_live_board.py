"""Squirrel War's sets of live cells, and the values of their ends, against the naive statement."""

import random

from exhaustive import in_groups
from squirrel import FOE, Naive, random_position, squirrel_war
from toadstone.games.squirrel_war.live_board import (
    NEVER,
    best_gain,
    board_of,
    conquered,
    gain,
    near_to,
    outlook_of_few,
    position_of,
)
from toadstone.games.squirrel_war.live_cells import live_cells
from toadstone.games.squirrel_war.rules import State

PERFECT = {"X": max, "O": min}
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

    def outlook(self, board, mover):
        """Return the lead of the side to move at the end, less its lead now."""
        after = Naive.__new__(Naive)
        after.values, after.board = self.naive.values, board
        sign = 1 if mover == "X" else -1
        return sign * after.extreme(mover, PERFECT) - self.naive.lead(board, mover)


def sets_of(seed, most_empty=5):
    values = [(1, 99), (-9, 9), (0, 2)][seed % 3]
    return Sets(*random_position(seed, most_empty=most_empty, values=values))


@in_groups("seed", SEEDS)
def test_the_live_cells_are_the_empty_ones_and_the_held_ones_beside_them(seed):
    sets = sets_of(seed)
    board = sets.naive.board
    empty = set(sets.naive.empty(board))
    near = {(r + i, c + j) for r, c in empty for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    assert sets.members(sets.empty) == empty
    for held, side in ((sets.own, sets.turn), (sets.enemy, FOE[sets.turn])):
        assert sets.members(held) == {cell for cell in near if board.get(cell) == side}
    assert sets.members(near_to(sets.board, sets.empty)) == near & board.keys()


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


@in_groups("seed", SEEDS)
def test_a_gain_is_by_how_much_a_move_raises_the_lead(seed):
    sets = sets_of(seed)
    board, gains = sets.naive.board, []
    for at, _ in enumerate(sets.cells.empty):
        after = sets.naive.taken(board, sets.where(at), sets.turn)
        lead = sets.naive.lead(after, sets.turn) - sets.naive.lead(board, sets.turn)
        assert gain(sets.board, at, sets.own, sets.enemy) == lead
        changed = {cell for cell in board if after[cell] != board[cell] and board[cell] != "."}
        assert sets.members(conquered(sets.board, at, sets.own, sets.enemy)) == changed
        gains.append(lead)
    assert best_gain(sets.board, sets.empty, sets.own, sets.enemy) == max(gains, default=0)


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


@in_groups("seed", SEEDS)
def test_the_outlook_of_up_to_five_empty_cells_is_bounded_on_the_side_of_beta_that_it_is_on(seed):
    sets = sets_of(seed)
    position, size = (sets.empty, sets.own, sets.enemy), len(sets.cells.empty)
    outlook = sets.outlook(sets.naive.board, sets.turn)
    for beta in range(outlook - 6, outlook + 7):
        found = outlook_of_few(sets.board, size, *position, beta)
        assert outlook <= found < beta if outlook < beta else beta <= found <= outlook
    if size <= 3:
        assert outlook_of_few(sets.board, size, *position, NEVER) == outlook


def test_positions_of_every_number_of_empty_cells_are_tried():
    assert {len(sets_of(seed).cells.empty) for seed in SEEDS} == set(range(6))
