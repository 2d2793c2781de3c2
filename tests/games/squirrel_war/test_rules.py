"""The rules of Squirrel War, each in the smallest board that shows it."""

import random

import pytest

from exhaustive import in_groups
from random_scenarios import random_position
from squirrel import Naive, squirrel_war
from toadstone.core.rules import IllegalMoveError
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import Cell


@pytest.mark.parametrize(
    ("board", "turn", "cell", "after"),
    [
        ("...\n...", "X", "B1", ".X./..."),
        ("X..\nO..", "X", "B1", "XX./O.."),
        ("XO.\nO..", "X", "B2", "XO./OX."),
        ("XO.\nOO.", "X", "C1", "XOX/OO."),
        ("X.O\nOO.", "X", "B1", "XXX/OX."),
        ("X.O\nOOX", "O", "B1", "OOO/OOX"),
        ("X.O\n...", "X", "B2", "X.O/.X."),
    ],
)
def test_a_raid_conquers_beside_it_and_a_sneak_conquers_nothing(board, turn, cell, after):
    values = "\n".join(" ".join("1" * len(row)) for row in board.split("\n"))
    rules = SquirrelWarRules(squirrel_war(values, board, turn=turn))
    assert rules.play(rules.start(), Cell.read(cell)).board == after


def test_a_held_cell_and_one_off_the_board_cannot_be_taken():
    rules = SquirrelWarRules(squirrel_war("1 2", "X."))
    for cell, reason in [
        ("A1", "A1 is held by X"),
        ("A2", "no cell A2 on a board of 1 row and 2 columns"),
    ]:
        with pytest.raises(IllegalMoveError, match=reason):
            rules.play(rules.start(), Cell.read(cell))


@pytest.mark.parametrize("text", ["X/. X", "X. Y", "XY X"])
def test_what_is_no_state_is_refused(text):
    rules = SquirrelWarRules(squirrel_war("1 2", "X."))
    assert rules.read_state("X. X") == rules.start()
    with pytest.raises(ValueError, match="expected rows of X, O and"):
        rules.read_state(text)


@in_groups("seed", range(40))
def test_random_games_go_as_the_second_statement_says(seed):
    values, board, turn = random_position(seed, most_side=7, most_empty=49)
    rules, naive = SquirrelWarRules(squirrel_war(values, board, turn=turn)), Naive(values, board)
    state, pieces, rnd = rules.start(), naive.board, random.Random(seed)
    while rules.outcome(state) is None:
        cell = rnd.choice(rules.legal_moves(state))
        pieces = naive.taken(pieces, (cell.row - 1, cell.column - 1), state.turn)
        state = rules.play(state, cell)
        assert state.board.replace("/", "") == "".join(p for _, p in sorted(pieces.items()))
        assert rules.figures(state)["margin"] == naive.lead(pieces, "X")
    assert rules.payoff(rules.outcome(state)) == naive.lead(pieces, "X")
