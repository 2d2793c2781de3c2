"""The model of Squirrel War by itself: its games, a greedy side's ranks, and each rule left out."""

import random
from itertools import product

import pytest

from all_solutions import are_solutions, domains
from exhaustive import in_groups
from one_unit import leave_out
from random_scenarios import random_position
from squirrel import FOE, Naive, squirrel_war
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.replay import crosscheck
from toadstone.core.solution import Solution
from toadstone.engines.answering import answer
from toadstone.engines.cp_sat.solver import run
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war import GAME, model
from toadstone.games.squirrel_war.model import UNITS, SquirrelWarHorizon
from toadstone.games.squirrel_war.questions import BEAT
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import Cell

SIDES = ["X", "O"]


def position(seed):
    """Return a small position, with some values below 0."""
    most = random.Random(seed).choice([1, 3, 9])
    return random_position(seed, most_side=3, most_empty=4, values=(-2, most))


def cell_of(place):
    row, column = place
    return Cell(row + 1, column + 1)


def games(naive, board, side, greedy):
    """Yield the moves of each game, and the boards after them."""
    if not naive.empty(board):
        yield (), ()
        return
    moves = [naive.greedy(board, side)] if side == greedy else naive.empty(board)
    for move in moves:
        after = naive.taken(board, move, side)
        for others, boards in games(naive, after, FOE[side], greedy):
            yield (cell_of(move), *others), (after, *boards)


def as_played(scenario, values, board, side, greedy=None):
    """Return all games as solutions of the model."""
    naive = Naive(values, board)

    def points(last, side):
        return sum(naive.values[cell] for cell, piece in last.items() if piece == side)

    return [
        Solution(
            scenario,
            moves,
            tuple(
                {str(cell_of(cell)): ".XO".index(piece) for cell, piece in after.items()}
                for after in boards
            ),
            {
                "margin": naive.lead(last, "X"),
                "points_x": points(last, "X"),
                "points_o": points(last, "O"),
            },
        )
        for moves, boards in games(naive, naive.board, side, greedy)
        for last in [boards[-1] if boards else naive.board]
    ]


# --- the whole model ------------------------------------------------------------------------------


@pytest.mark.few(1)
@in_groups("seed", range(40))
def test_each_game_is_one_solution_and_nothing_else_is(seed):
    values, board, side = position(seed)
    scenario = squirrel_war(values, board, turn=side)
    assert are_solutions(SquirrelWarHorizon(scenario), as_played(scenario, values, board, side))


@in_groups("seed, greedy", product(range(40), SIDES))
def test_each_game_against_a_greedy_side_is_one_solution_and_nothing_else_is(seed, greedy):
    values, board, side = position(seed)
    scenario = squirrel_war(values, board, turn=side)
    expected = as_played(scenario, values, board, side, greedy)
    assert are_solutions(SquirrelWarHorizon(scenario, greedy=greedy), expected)


@pytest.mark.parametrize(
    ("values", "board"),
    [
        ("0 0 0 -5", ".X.O"),  # the greedy side has to conquer what is worth less than nothing
        ("0 0 0 5", ".X.O"),
        ("-4 0 0 0 -5", "O.X.O"),
        ("1 1 1 1", "...."),
        ("9 3 9\n1 2 1", "X.O\n..."),
        ("7 7 7\n7 7 7", "X.O\nO.."),
        ("3 5", "XO"),
    ],
)
@pytest.mark.parametrize("greedy", SIDES)
@pytest.mark.parametrize("side", SIDES)
def test_a_greedy_side_takes_what_gains_most_and_of_several_the_first(values, board, side, greedy):
    scenario = squirrel_war(values, board, turn=side)
    expected = as_played(scenario, values, board, side, greedy)
    assert are_solutions(SquirrelWarHorizon(scenario, greedy=greedy), expected)


# --- ranks ----------------------------------------------------------------------------------------


def test_no_rank_is_outside_the_numbers_that_the_best_can_have():
    """With two free cells and values of 5 in all, ranks are from 2 * -10 - 1 to 2 * 10 - 0."""
    h = SquirrelWarHorizon(squirrel_war("0 0 0 -5", ".X.O"), greedy="X")
    least, most = dict(domains(h))["best[1]"]
    assert least <= -21
    assert most >= 20
    assert (least, most) == (-22, 22)


def test_what_is_taken_has_no_rank_to_beat():
    """X took A1, which is worth more than all else; O takes B1, the best that is left."""
    h = SquirrelWarHorizon(squirrel_war("9 5 1", "..."), greedy="O")
    h.model.add(h.takes[1][Cell(1, 1)] == 1)
    expected = as_played(h.scenario, "9 5 1", "...", "X", "O")
    assert are_solutions(h, [each for each in expected if each.moves[0] == Cell(1, 1)])


# --- a rule that is left out ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "left_out",
    [unit for unit in UNITS if unit is not model.greed],
    ids=lambda unit: unit.__name__,
)
def test_a_rule_that_is_left_out_is_found_out_by_the_simulator(left_out, monkeypatch):
    leave_out(left_out, model, monkeypatch)
    scenarios = [
        squirrel_war(values, board, turn=turn)
        for values, board, turn in (random_position(seed, most_empty=5) for seed in range(30))
    ]
    assert any(is_found_out(each, aim) for each in scenarios for aim in (max, min))


def is_found_out(scenario, aim):
    h = SquirrelWarHorizon(scenario)
    (h.model.maximize if aim is max else h.model.minimize)(h.figures["margin"])
    found = run(h.model, Budget())
    assert found.value_of is not None
    try:
        crosscheck(SquirrelWarRules(scenario), h.read(found.value_of))
    except (DisagreementError, ValueError):
        return True
    return False


def test_a_greed_that_is_left_out_is_found_out(monkeypatch):
    leave_out(model.greed, model, monkeypatch)
    with pytest.raises(DisagreementError, match=r"O \(greedy\) takes .. here, not"):
        answer(Instance(GAME, squirrel_war("5 1 9\n2 8 3"), (BEAT,)))
