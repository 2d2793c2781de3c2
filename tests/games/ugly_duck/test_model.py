"""The model of Ugly Duck by itself: its games, its lengths, and its bound."""

import random
from itertools import product

import pytest
from ortools.sat.python import cp_model

from all_solutions import are_solutions, games
from exhaustive import in_groups
from tests.games.ugly_duck.test_answers import scenario
from toadstone.games.ugly_duck import model
from toadstone.games.ugly_duck.model import UglyDuckHorizon
from toadstone.games.ugly_duck.rules import UglyDuckRules

SIDES = {"green": "ds", "blue": "DS"}
OTHER = {"green": "blue", "blue": "green"}
RULINGS = {False: "loses", True: "pass"}


# --- the whole model ----------------------------------------------------------------------------


def position(rng):
    """Return a board of three by three or three by four with a few pieces, some of them stuck."""
    width = rng.choice([3, 3, 3, 4])
    rows = [[rng.choice(letters) for _ in range(width)] for letters in ("dS...", "dsDS..", "Ds...")]
    board = "/".join("".join(row) for row in rows)
    if not {*"ds"} & {*board} or not {*"DS"} & {*board}:
        return position(rng)
    return board


def as_simulated(asked, plies):
    """Return all games that end with a win within so many plies, as solutions of the model."""
    winners = [asked.wins] if asked.wins else [*SIDES]
    return [game for end, game in games(UglyDuckRules(asked), plies) if end.winner in winners]


def asked_of(board, side="green", wins=None, *, passes=False):
    return scenario(board, side, ask="shortest", no_moves=RULINGS[passes], wins=wins)


@in_groups("seed", range(40))
def test_each_game_that_is_won_in_time_is_one_solution_and_nothing_else_is(seed):
    rng = random.Random(seed)
    side, wins = rng.choice([*SIDES]), rng.choice([None, *SIDES])
    asked = asked_of(position(rng), side, wins, passes=rng.choice([False, True]))
    plies = rng.choice([1, 2, 3])
    h = UglyDuckHorizon(asked, plies=plies, bounded=rng.choice([False, True]))
    h.model.add(h.passed[0] == 0)  # there is no ply 0, and nothing is said of it
    assert are_solutions(h, as_simulated(asked, plies))


@pytest.mark.parametrize("passes", [False, True])
@pytest.mark.parametrize("wins", [None, *SIDES])
@pytest.mark.parametrize(
    ("board", "side"),
    [
        ("d../DdD/sDs", "green"),  # green is stuck
        ("d../DdD/sDs", "blue"),
        ("SdS/sSs/...", "green"),  # green is, and blue can win
        ("dSd/DsD/.D.", "green"),  # both are
        (".dS/.S./D..", "green"),
        ("d../s.S/...", "blue"),
    ],
)
def test_a_stuck_side_loses_or_passes_and_a_draw_is_no_win(board, side, wins, passes):
    asked = asked_of(board, side, wins, passes=passes)
    h = UglyDuckHorizon(asked, plies=2, bounded=False)
    h.model.add(h.passed[0] == 0)
    assert are_solutions(h, as_simulated(asked, 2))


# --- lengths ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "passes", "short", "most"),
    [
        ("d../.../D..", False, 2, 8),
        ("d../.../D..", True, 2, 17),
        ("ddd/.../DDD", False, 6, 24),
        ("ddd/.../DDD", True, 6, 49),
        ("ddd/.s./DDD", False, 2, 25),  # the swan needs one move
        ("ddd/.d./D..", False, 2, 19),  # blue has one piece
        ("d../DDD/D..", False, 2, 17),  # green has
        ("dddd/..../..../DDD.", False, 6, 42),
    ],
)
def test_the_first_horizon_is_the_shortest_in_which_a_game_can_end(
    board, passes, short, most, monkeypatch
):
    monkeypatch.setattr(model, "UNITS", ())
    asked = asked_of(board, passes=passes)
    h = UglyDuckHorizon.short(asked, bounded=False)
    assert list(h.turns) == list(range(1, short + 1))
    assert h.most_plies == most
    assert [len(h.whole().turns), len(UglyDuckHorizon(asked, bounded=False).turns)] == [most, most]


def test_a_longer_horizon_has_only_the_longer_games():
    asked = asked_of("d../s.S/..D")
    all_games = as_simulated(asked, 3)
    assert {len(each.moves) for each in all_games} == {1, 2, 3}
    h = UglyDuckHorizon(asked, plies=1).longer()
    assert len(h.turns) == 3
    h.model.add(h.passed[0] == 0)
    assert are_solutions(h, [each for each in all_games if len(each.moves) > 1])


# --- the bound ----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_a_side_that_ends_without_pieces_has_no_more_than_the_moves_to_come_can_capture(
    side, monkeypatch
):
    plies = 2
    monkeypatch.setattr(model, "UNITS", ())
    h = UglyDuckHorizon(asked_of("ddd/.../DDD", side), plies=plies)
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1
    movers = [[OTHER[side], side][turn % 2] for turn in range(plies + 1)]
    for played, bare in product(range(plies + 1), repeat=2):
        loser = OTHER[movers[bare]]
        for turn, counted in product(range(plies + 1), [loser] if played else SIDES):
            letters = [h.holds[turn][letter].values() for letter in SIDES[counted]]
            copy = h.model.clone()
            plays = [each if t <= played else ~each for t, each in enumerate(h.played)]
            ends = [each if t == bare else ~each for t, each in enumerate(h.bare)]
            copy.add_bool_and([*plays, *ends])
            copy.maximize(sum(each for cells in letters for each in cells))
            assert solver.solve(copy) == cp_model.OPTIMAL
            to_come = [t for t in range(turn + 1, played + 1) if movers[t] != counted]
            assert solver.objective_value == (len(to_come) if counted == loser else 18)
