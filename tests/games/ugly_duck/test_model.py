"""The model of Ugly Duck by itself: its games, each of its rules, its bound, and its lengths."""

import random
from itertools import product

import pytest
from ortools.sat.python import cp_model

import ducks
from all_solutions import are_solutions, as_solution, domains, value_in
from exhaustive import in_groups
from one_unit import satisfiable
from tests.games.ugly_duck.test_answers import scenario, seen_by
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


def games(rules, plies, played=()):
    """Yield the moves and states of each game that ends with a win within so many plies."""
    state = played[-1][1] if played else rules.start()
    outcome = rules.outcome(state)
    if outcome is not None:
        if outcome.winner in {"green", "blue"} and rules.scenario.wins in {None, outcome.winner}:
            yield played
    elif len(played) < plies:
        for move in rules.legal_moves(state):
            yield from games(rules, plies, (*played, (move, rules.play(state, move))))


def as_simulated(asked, plies):
    """Return all games that end with a win within so many plies, as solutions of the model."""
    rules = UglyDuckRules(asked)
    return [as_solution(rules, played, {"plies": len(played)}) for played in games(rules, plies)]


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
        (".../d../D..", "green"),  # both are
        ("d../.../..D", "green"),
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
    h.model.add(h.passed[0] == 0)
    assert are_solutions(h, [each for each in all_games if len(each.moves) > 1])


def is_bounded(h):
    return any(name.startswith("captured") for name, _ in domains(h))


@pytest.mark.parametrize("make", [UglyDuckHorizon, UglyDuckHorizon.short])
def test_a_horizon_is_bounded_unless_somebody_says_otherwise(make, monkeypatch):
    monkeypatch.setattr(model, "UNITS", ())
    asked = asked_of("d../.../D..")
    assert is_bounded(make(asked))
    for bounded in (False, True):
        h = make(asked, bounded=bounded)
        assert is_bounded(h) is bounded
        assert is_bounded(h.whole()) is bounded
    h = UglyDuckHorizon(asked, plies=2, bounded=False)
    assert not is_bounded(h.longer())
    assert is_bounded(UglyDuckHorizon(asked, plies=2).longer())


# --- variables ----------------------------------------------------------------------------------


def of_units(*units, board="d../.../D..", side="green", plies=2, bounded=False, **more):
    asked = scenario(board, side, ask="shortest", **more)
    return UglyDuckHorizon(asked, plies=plies, units=units, bounded=bounded)


# --- reading ------------------------------------------------------------------------------------


def on_board(h, turn, board):
    """Return the values of a board after a ply."""
    lines = board.split("/")
    return {
        held.index: int(lines[cell.row][cell.column] == letter)
        for letter, cells in h.holds[turn].items()
        for cell, held in cells.items()
    }


@pytest.mark.parametrize(
    ("ends", "no_moves", "green", "blue"),
    [
        ([], "pass", 0, 0),
        (["home"], "pass", 1, 2),
        (["bare"], "loses", 1, 2),
        (["home", "bare", "stuck"], "pass", 1, 2),
        (["home", "stuck"], "pass", 1, 2),
        (["bare", "stuck"], "pass", 1, 2),
        (["stuck"], "loses", 1, 2),
        (["stuck"], "pass", 3, 3),
    ],
)
def test_who_moved_last_wins_at_home_against_nothing_and_against_who_is_stuck(
    ends, no_moves, green, blue
):
    h = of_units(no_moves=no_moves)
    for turn, winner in [(1, green), (2, blue)]:
        values = {getattr(h, name)[turn].index: 1 for name in ends} | {h.played[turn].index: 1}
        (observed,) = h.read(value_in(values)).observations
        assert observed["winner"] == winner


# --- each rule alone ----------------------------------------------------------------------------


def can_hold(h, *literals):
    """Say whether the constraints let all of these literals hold."""
    return satisfiable(h, *(each == 1 for each in literals))


def holds(h, turn, board):
    """Return the literals that say that the board is this one after a ply."""
    values = on_board(h, turn, board)
    held = [each for cells in h.holds[turn].values() for each in cells.values()]
    return [each if values[each.index] else ~each for each in held]


KINDS = ["dsDS..", "dsDS", "dDS.", "dsD.", "dD......", "sS......", "ds...", "DS..."]


def random_boards(seed, *, over=False):
    """Return three boards, some without pieces of a side; with swans at home if games are over."""
    rng = random.Random(seed)
    kind = rng.choice(KINDS)
    boards = [["".join(rng.choices(kind, k=3)) for _ in range(3)] for _ in range(3)]
    if not over:
        for rows in boards:
            rows[0] = rows[0].replace("s", ".").replace("D", ".")
            rows[2] = rows[2].replace("d", ".").replace("S", ".")
    return ["/".join(rows) for rows in boards]


def can_move(board, side):
    return bool(ducks.after(seen_by(board, side)))


def values_of(h, literal, *given):
    """Return the values that a literal can have."""
    return {value for value, each in [(1, literal), (0, ~literal)] if can_hold(h, each, *given)}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(8))
def test_a_swan_is_at_home_on_the_first_row_of_who_has_moved(seed, side):
    h = of_units(model.swan_at_home, side=side)
    for turn, board in enumerate(random_boards(seed, over=True)):
        mover = [OTHER[side], side][turn % 2]
        rows = board.split("/")
        home = "s" in rows[0] if mover == "green" else "S" in rows[-1]
        assert values_of(h, h.home[turn], *holds(h, turn, board)) == {home}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(8))
def test_the_last_piece_is_captured_where_who_is_to_move_has_none(seed, side):
    h = of_units(model.last_piece_captured, side=side)
    for turn, board in enumerate(random_boards(seed)):
        to_move = [side, OTHER[side]][turn % 2]
        bare = not {*SIDES[to_move]} & {*board}
        assert values_of(h, h.bare[turn], *holds(h, turn, board)) == {bare}


@pytest.mark.parametrize("passes", [False, True])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(5))
def test_a_game_is_over_where_who_is_to_move_is_stuck_or_with_passes_both_are(seed, side, passes):
    h = of_units(model.nobody_can_move, side=side, no_moves=RULINGS[passes])
    for turn, board in enumerate(random_boards(seed)):
        to_move = [side, OTHER[side]][turn % 2]
        stuck = not can_move(board, to_move) and not (passes and can_move(board, OTHER[to_move]))
        assert values_of(h, h.stuck[turn], *holds(h, turn, board)) == {stuck}


@pytest.mark.parametrize("passes", [False, True])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(8))
def test_only_a_stuck_side_passes_and_only_where_the_scenario_lets_it(seed, side, passes):
    h = of_units(model.pass_only_when_stuck, side=side, no_moves=RULINGS[passes])
    for turn, board in enumerate(random_boards(seed)[:2], 1):
        may_pass = passes and not can_move(board, [OTHER[side], side][turn % 2])
        passed = values_of(h, h.passed[turn], *holds(h, turn - 1, board))
        assert passed == ({0, 1} if may_pass else {0})


@pytest.mark.parametrize("seed", range(6))
def test_what_is_legal_is_what_the_naive_statement_has(seed):
    h = of_units(model.legal)
    for turn, board in enumerate(random_boards(seed)[:2], 1):
        side = ["blue", "green"][turn % 2]
        moves = [
            each for each in h.choices[turn] if can_hold(h, each.chosen, *holds(h, turn - 1, board))
        ]
        results = [seen_by("/".join(each), side) for each in ducks.after(seen_by(board, side))]
        assert sorted(moved(board, each) for each in moves) == sorted(results)


def moved(board, choice):
    """Return the rows of a board after a choice."""
    rows = [list(row) for row in board.split("/")]
    rows[choice.source.row][choice.source.column] = "."
    rows[choice.target.row][choice.target.column] = choice.becomes
    return tuple(map("".join, rows))


@pytest.mark.parametrize("seed", range(8))
def test_the_effect_is_the_board_after_the_move_and_no_other(seed):
    rng = random.Random(seed)
    for turn, board in enumerate(random_boards(seed)[:2], 1):
        h = of_units(model.effect)
        legal = [each for each in h.choices[turn] if is_legal(board, each)]
        choice = rng.choice([None, *legal])
        made = [each.chosen if each is choice else ~each.chosen for each in h.choices[turn]]
        after = moved(board, choice) if choice else tuple(board.split("/"))
        given = [*holds(h, turn - 1, board), *made]
        expected = holds(h, turn, "/".join(after))
        assert can_hold(h, *given, *expected)
        h.model.add_bool_or([~literal for literal in expected])
        assert not can_hold(h, *given)


def is_legal(board, choice):
    rows = board.split("/")
    own = "ds" if choice.letter in "ds" else "DS"
    there = rows[choice.target.row][choice.target.column]
    straight = choice.source.column == choice.target.column
    here = rows[choice.source.row][choice.source.column]
    return here == choice.letter and there not in own and (there == "." or not straight)


@pytest.mark.parametrize("passes", [False, True])
@pytest.mark.parametrize("wins", [None, *SIDES])
@pytest.mark.parametrize("played", [0, 1, 2])
def test_the_wanted_winner_moves_last_and_wins_at_home_or_against_nothing(played, wins, passes):
    h = of_units(model.wanted_winner, wins=wins, no_moves=RULINGS[passes])
    plays = [each if turn <= played else ~each for turn, each in enumerate(h.played)]
    last = ["blue", "green", "blue"][played]
    for home, bare in product((False, True), repeat=2):
        ends = [h.home[played] if home else ~h.home[played]]
        ends += [h.bare[played] if bare else ~h.bare[played]]
        possible = wins in {None, last} and (home or bare or not passes)
        assert can_hold(h, *plays, *ends) is possible


# --- the bound ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "plies"), [("green", 1), ("blue", 1), ("green", 2), ("blue", 2)])
def test_a_side_that_ends_without_pieces_has_no_more_than_the_moves_to_come_can_capture(
    side, plies
):
    h = of_units(side=side, plies=plies, bounded=True, board="ddd/.../DDD")
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1
    movers = [[OTHER[side], side][turn % 2] for turn in range(plies + 1)]
    for played, bare in product(range(plies + 1), repeat=2):
        loser = OTHER[movers[bare]]
        for turn, counted in product(range(plies + 1), [loser] if played else SIDES):
            letters = [h.holds[turn][letter].values() for letter in SIDES[counted]]
            model = h.model.clone()
            plays = [each if t <= played else ~each for t, each in enumerate(h.played)]
            ends = [each if t == bare else ~each for t, each in enumerate(h.bare)]
            model.add_bool_and([*plays, *ends])
            model.maximize(sum(each for cells in letters for each in cells))
            assert solver.solve(model) == cp_model.OPTIMAL
            to_come = [t for t in range(turn + 1, played + 1) if movers[t] != counted]
            assert solver.objective_value == (len(to_come) if counted == loser else 18)
