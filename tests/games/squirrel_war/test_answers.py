"""Squirrel War: what every question is answered with, held against a naive second statement."""

import json
import operator
import random

import pytest
from ortools.sat.python import cp_model

from command_line import run
from exhaustive import some_of
from random_scenarios import random_position
from squirrel import FOE, Naive, squirrel_war
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import DisagreementError
from toadstone.core.line import Line
from toadstone.core.replay import crosscheck, replay
from toadstone.core.rules import IllegalMoveError
from toadstone.engines.adversarial.minimax import AlphaBeta, Minimax
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer as answer_to
from toadstone.engines.answering import engines_for, left_out
from toadstone.engines.cp_sat import solver
from toadstone.engines.cp_sat.solver import Proof, Run
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war import GAME, model, search
from toadstone.games.squirrel_war.kernels import endgame_table
from toadstone.games.squirrel_war.kernels.endgame_table import (
    EndgameTable,
    play_for_o,
    play_for_x,
    play_to_win,
)
from toadstone.games.squirrel_war.model import UNITS, SquirrelWarHorizon
from toadstone.games.squirrel_war.players import SquirrelWarAdviser
from toadstone.games.squirrel_war.questions import BATTLE, BEAT, BEST_MOVE, MARGIN, SHARED
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import Cell
from toadstone.play.advice import Verdict
from toadstone.play.adviser import adviser_for
from toadstone.play.two_player_adviser import verdict_of
from toadstone_checker import certificate_file
from toadstone_checker import squirrel_war as squirrel_war_checker
from toadstone_checker.certificate_file import Invalid, Unusable
from toadstone_cli.output import ExitStatus

VALUES = "whole numbers from -1,000,000 to 1,000,000"
PERFECT = {"X": max, "O": min}
AIMS = {play_to_win: PERFECT, play_for_x: {"X": max, "O": max}, play_for_o: {"X": min, "O": min}}


def answer(scenario, question, *limits):
    return answer_to(Instance(GAME, scenario, (question,)), Budget(*limits))


def positions(count, **more):
    return [random_position(seed, **more) for seed in range(count)]


# --- the rules ----------------------------------------------------------------------------------


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


@pytest.mark.parametrize("seed", range(40))
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


# --- searches to a depth ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_alpha_beta_finds_the_move_and_the_line_that_minimax_finds(seed):
    values, board, turn = random_position(seed, values=(1, 6))
    rules = SquirrelWarRules(squirrel_war(values, board, turn=turn))
    for depth in range(1, 5):
        found = [
            kind(rules, rules.lead, depth).choose(rules.start()) for kind in (Minimax, AlphaBeta)
        ]
        assert found[0] == found[1]


@pytest.mark.parametrize("seed", range(30))
def test_a_search_to_the_end_of_the_game_finds_the_margin(seed):
    values, board, turn = random_position(seed, most_empty=5)
    scenario = squirrel_war(values, board, turn=turn, method="minimax", depth=9)
    sign = 1 if turn == "X" else -1
    expected = sign * Naive(values, board).extreme(turn, PERFECT)
    assert answer(scenario, BEST_MOVE).values["value"] == expected


# --- the endgame table --------------------------------------------------------------------------


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("seed", range(40))
def test_the_table_knows_every_position_as_a_search_through_all_does(seed, aim):
    values, board, turn = random_position(seed, most_side=5, most_empty=6)
    scenario = squirrel_war(values, board, turn=turn)
    rules, table = SquirrelWarRules(scenario), EndgameTable(scenario, aim=aim)
    rnd, state, naive = random.Random(seed), rules.start(), Naive(values, board)
    while True:
        naive.board = Naive(values, state.board.replace("/", "\n")).board
        assert table.margin(state) == naive.extreme(state.turn, AIMS[aim])
        if rules.outcome(state) is not None:
            return
        state = rules.play(state, rnd.choice(rules.legal_moves(state)))


@pytest.mark.parametrize("seed", range(15))
def test_the_table_agrees_with_the_search_that_serves_every_game_for_two(seed):
    values, board, turn = random_position(seed, most_empty=7)
    rules = SquirrelWarRules(squirrel_war(values, board, turn=turn))
    play, values = PerfectPlay(rules), answer(rules.scenario, MARGIN).values
    sign = 1 if turn == "X" else -1
    assert values["margin"] == sign * play.payoff(rules.start())
    assert values["best_moves"] == [str(move) for move in play.best_moves(rules.start())]


def test_large_values_are_counted_exactly():
    values = "1000000 1000000 1000000\n1000000 -1000000 999999"
    naive = Naive(values, "...\n...")
    assert answer(squirrel_war(values), MARGIN).values["margin"] == naive.extreme("X", PERFECT)


def test_twelve_scattered_cells_of_the_largest_board_are_no_more_than_a_table_holds():
    board = "\n".join(["X.O.X.O", "OXOXOXO", "X.O.X.O", "OXOXOXO", "X.O.X.O", "OXXXOOO", "X.O.X.O"])
    values = "\n".join(
        " ".join(str(7 * row + column + 1) for column in range(7)) for row in range(7)
    )
    scenario = squirrel_war(values, board)
    given = answer(scenario, MARGIN)
    assert given.status is Status.OPTIMAL
    assert len(given.plan) == 12


def test_a_table_too_large_is_undecided(monkeypatch):
    monkeypatch.setattr(endgame_table, "MOST_ENTRIES", 10)
    given = answer(squirrel_war("1 2 3\n4 5 6"), MARGIN)
    assert given.status is Status.UNKNOWN
    assert given.out_of_memory


def test_a_time_limit_leaves_the_margin_undecided(monkeypatch):
    monkeypatch.setattr(search, "MOST_MEMORY", 1 << 26)  # 4 GB take seconds to be touched
    given = answer(squirrel_war("1 2 3 4 5\n" * 5), MARGIN, Limits(seconds=0.001))
    assert given.status is Status.UNKNOWN
    assert given.values is None


def test_a_table_that_is_wrong_is_found_out(monkeypatch):
    right = EndgameTable.value
    monkeypatch.setattr(
        EndgameTable, "value", lambda self, x, o, empty: right(self, x, o, empty) + bool(empty)
    )
    with pytest.raises(DisagreementError):
        answer(squirrel_war("1 2 3\n4 5 6"), MARGIN)


# --- the horizon model --------------------------------------------------------------------------


def solved(h, aim=None):
    if aim is not None:
        (h.model.maximize if aim is max else h.model.minimize)(h.figures["margin"])
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 0
    status = solver.solve(h.model)
    return solver if status in {cp_model.OPTIMAL, cp_model.FEASIBLE} else None


@pytest.mark.parametrize("seed", range(25))
def test_the_best_game_against_greed_is_the_one_that_brute_force_finds(seed):
    values, board, turn = random_position(seed, most_empty=6, values=(1, 9))
    given = answer(squirrel_war(values, board, turn=turn), BEAT)
    assert given.status is Status.OPTIMAL
    assert given.values["margin"] == Naive(values, board).against_greed(turn)


def best_firsts(values, board, turn):
    """Return, by brute force, every first move that gets most against a greedy opponent."""
    ends = Naive(values, board).ends_against_greed(turn)
    best = (max if turn == "X" else min)(ends.values(), default=None)
    return [str(Cell(row + 1, column + 1)) for (row, column), end in ends.items() if end == best]


@pytest.mark.parametrize("seed", range(60))
def test_every_first_move_that_is_best_against_greed_is_named(seed):
    values, board, turn = random_position(seed, most_side=3, most_empty=5, values=(1, 3))
    given = answer(squirrel_war(values, board, turn=turn), BEAT)
    assert given.status is Status.OPTIMAL
    assert given.values["best_moves"] == best_firsts(values, board, turn)
    assert set(given.plan[:1]) <= set(given.values["best_moves"])


def test_the_positions_above_have_several_best_first_moves_and_both_sides():
    drawn = positions(60, most_side=3, most_empty=5, values=(1, 3))
    firsts = [best_firsts(*each) for each in drawn]
    assert sum(len(each) > 1 for each in firsts) >= 10
    assert any(len(each) == 1 for each in firsts)
    assert {turn for _, _, turn in drawn} == {"X", "O"}


def test_equal_cells_are_equally_good_first_moves_against_greed():
    given = answer(squirrel_war("5 5"), BEAT)
    assert given.values["best_moves"] == ["A1", "B1"]
    assert given.values["margin"] == 0


def test_where_time_ends_before_the_other_first_moves_are_known_the_best_game_is_told(monkeypatch):
    run_once = iter([solver.run])

    def run(*arguments):
        honest = next(run_once, None)
        return honest(*arguments) if honest else Run(Proof.UNKNOWN, None, None)

    monkeypatch.setattr(solver, "run", run)
    given = answer(squirrel_war("5 5"), BEAT)
    assert given.status is Status.FEASIBLE
    assert given.values["margin"] == 0
    assert given.values["best_moves"] == given.plan[:1]


@pytest.mark.parametrize("seed", range(25))
def test_what_two_who_agree_can_reach_is_what_brute_force_finds(seed):
    values, board, turn = random_position(seed, most_empty=6)
    naive = Naive(values, board)
    given = answer(squirrel_war(values, board, turn=turn), SHARED)
    assert given.values == {
        name: naive.extreme(turn, {"X": aim, "O": aim})
        for name, aim in (("largest", max), ("smallest", min))
    }
    rules = SquirrelWarRules(squirrel_war(values, board, turn=turn))
    for name, moves in given.details["games"].items():
        line = replay(rules, map(Cell.read, moves))
        assert line.failure is None
        assert rules.figures(line.states[-1])["margin"] == given.values[name]


@pytest.mark.parametrize("seed", range(10))
def test_the_model_allows_every_game_that_the_rules_allow_and_ends_it_alike(seed):
    values, board, turn = random_position(seed, most_empty=5)
    scenario = squirrel_war(values, board, turn=turn)
    rules, rnd = SquirrelWarRules(scenario), random.Random(seed)
    h = SquirrelWarHorizon(scenario)
    state, turns = rules.start(), 0
    while rules.outcome(state) is None:
        turns += 1
        cell = rnd.choice(rules.legal_moves(state))
        h.model.add(h.takes[turns][cell] == 1)
        state = rules.play(state, cell)
    reading = h.read(solved(h).value)
    assert crosscheck(rules, reading).states[-1] == state


@pytest.mark.parametrize(
    "left_out",
    [unit for unit in UNITS if unit is not model.greed],
    ids=lambda unit: unit.__name__,
)
def test_a_rule_that_is_left_out_is_found_out_by_the_simulator(left_out):
    units = [unit for unit in UNITS if unit is not left_out]
    scenarios = [
        squirrel_war(values, board, turn=turn)
        for values, board, turn in positions(30, most_empty=5)
    ]
    assert any(is_found_out(each, units, aim) for each in scenarios for aim in (max, min))


def is_found_out(scenario, units, aim):
    h = SquirrelWarHorizon(scenario, units=units)
    result = solved(h, aim)
    assert result is not None
    try:
        crosscheck(SquirrelWarRules(scenario), h.read(result.value))
    except (DisagreementError, ValueError):
        return True
    return False


def test_a_greed_that_is_left_out_is_found_out(monkeypatch):
    monkeypatch.setattr(model, "UNITS", tuple(u for u in UNITS if u is not model.greed))
    with pytest.raises(DisagreementError, match=r"O \(greedy\) takes .. here, not"):
        answer(squirrel_war("5 1 9\n2 8 3"), BEAT)


def unit_model(unit, board, **fixed):
    """Return the model of a unit alone, on one row of ones, with some variables held."""
    h = SquirrelWarHorizon(squirrel_war(" ".join("1" * len(board)), board), units=[unit])
    for name, cells in fixed.items():
        for cell, value in cells.items():
            h.model.add(getattr(h, name)[1][Cell.read(cell)] == value)
    return h


def test_reach_alone_lets_a_side_raid_beside_its_pieces_only():
    h = unit_model(model.reach, "X..")
    own = h.holds[0]["X"]
    for cell, holds in ((Cell(1, 1), 1), (Cell(1, 2), 0), (Cell(1, 3), 0)):
        h.model.add(own[cell] == holds)
    result = solved(h)
    reached = [result.value(h.reaches[1][Cell(1, column)]) for column in (2, 3)]
    assert reached == [1, 0]


@pytest.mark.parametrize(("taken", "reached", "raid"), [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 1)])
def test_raid_or_sneak_alone_makes_a_raid_of_what_is_taken_in_reach(taken, reached, raid):
    given = {"takes": {"B1": taken}, "reaches": {"B1": reached}}
    h = unit_model(model.raid_or_sneak, "X..", **given)
    assert solved(h).value(h.raids[1][Cell(1, 2)]) == raid
    assert solved(unit_model(model.raid_or_sneak, "X..", **given, raids={"B1": 1 - raid})) is None


def test_never_again_alone_takes_every_free_cell_once():
    h = unit_model(model.never_again, "X..")
    result = solved(h)
    for cell in h.free:
        assert sum(result.value(h.takes[turn][cell]) for turn in (1, 2)) == 1
    h = unit_model(model.never_again, "X..", takes={"B1": 1})
    h.model.add(h.takes[2][Cell(1, 2)] == 1)
    assert solved(h) is None


def test_one_cell_a_ply_alone_takes_no_two_at_once():
    assert solved(unit_model(model.one_cell_a_ply, "X..", takes={"B1": 1, "C1": 1})) is None
    assert solved(unit_model(model.one_cell_a_ply, "X..", takes={"B1": 0, "C1": 0})) is None
    assert solved(unit_model(model.one_cell_a_ply, "X..", takes={"B1": 1, "C1": 0}))


def test_start_alone_is_the_board_of_the_scenario():
    h = unit_model(model.start, "XO.")
    result = solved(h)
    held = {side: [result.value(held) for held in h.holds[0][side].values()] for side in "XO"}
    assert held == {"X": [1, 0, 0], "O": [0, 1, 0]}


def holders_after(unit, raid):
    """Return who may hold A1, an O piece, after X takes B1 by a raid or not; X first."""
    h = unit_model(unit, "O.", takes={"B1": 1}, raids={"B1": raid})
    h.model.add(h.holds[0]["O"][Cell(1, 1)] == 1)
    h.model.add(h.holds[0]["X"][Cell(1, 1)] == 0)
    possible = []
    for side in "XO":
        here = h.holds[1][side][Cell(1, 1)]
        h.model.maximize(here)
        most = solved(h).value(here)
        h.model.minimize(here)
        possible.append((solved(h).value(here), most))
    return possible


def test_capture_alone_says_what_the_mover_holds_and_loss_what_the_other_does():
    free = (0, 1)
    assert holders_after(model.capture, raid=1) == [(1, 1), free]
    assert holders_after(model.capture, raid=0) == [(0, 0), free]
    assert holders_after(model.loss, raid=1) == [free, (0, 0)]
    assert holders_after(model.loss, raid=0) == [free, (1, 1)]


@pytest.mark.parametrize(
    ("values", "board", "taken"),
    [
        ("5 9 3", "...", "B1"),
        ("5 5 3", "...", "A1"),
        ("3 1 5 9", "XX..", "D1"),
        ("1 1 5 9", "O.X.", "B1"),
    ],
)
def test_greed_takes_what_gains_most_at_once_and_of_several_the_first(values, board, taken):
    scenario = squirrel_war(values, board, turn="O")
    h = SquirrelWarHorizon(scenario, greedy="O")
    result = solved(h, min)
    expected = Naive(values, board)
    row, column = expected.greedy(expected.board, "O")
    assert str(Cell(row + 1, column + 1)) == taken
    assert result.value(h.takes[1][Cell.read(taken)]) == 1


# --- battles ------------------------------------------------------------------------------------


def test_perfect_play_never_does_worse_than_its_margin():
    for values, board, turn in positions(20):
        for side, worse in (("X", operator.lt), ("O", operator.gt)):
            players = {side: {"method": "exact"}, FOE[side]: {"method": "greedy"}}
            given = squirrel_war(values, board, turn=turn, ask="battle", players=players)
            margin = answer(given, MARGIN).values["margin"]
            assert not worse(answer(given, BATTLE).values["margin"], margin)
            if side == turn:
                beaten = answer(given, BEAT).values["margin"]
                assert not worse(beaten, answer(given, BATTLE).values["margin"])


# --- certificates -------------------------------------------------------------------------------


def file_of(folder, values, board, turn, ask):
    path = folder / "scenario.yaml"
    content = {"game": "squirrel-war", "values": values, "board": board, "turn": turn, "ask": ask}
    path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize("ask", ["margin", "beat", "shared"])
@pytest.mark.parametrize("seed", some_of(range(6), 3))
def test_a_certificate_is_accepted_and_no_false_one_is(ask, seed, tmp_path):
    values, board, turn = random_position(seed, most_empty=5)
    naive, proof = Naive(values, board), tmp_path / "proof.json"
    path = file_of(tmp_path, values, board, turn, ask)
    assert run("solve", path, "--certificate", proof).exit_code == ExitStatus.ANSWERED
    assert run("verify", proof).exit_code == ExitStatus.ANSWERED
    good, rnd, refused = json.loads(proof.read_text()), random.Random(seed), 0
    for _ in range(40):
        bad = mutant(good, rnd)
        proof.write_text(json.dumps(bad))
        result = run("verify", proof)
        if result.exit_code == ExitStatus.ANSWERED:
            assert is_true(bad)
        else:
            assert result.exit_code in {ExitStatus.IMPOSSIBLE, ExitStatus.UNUSABLE_FILE}
            refused += 1
    assert refused > 0
    assert naive.empty(naive.board) is not None


def mutant(good, rnd):
    """Return a certificate with one thing changed."""
    bad = json.loads(json.dumps(good))
    claim = bad["claim"]["values"]
    part = rnd.choice(["claim", "value", "board", "turn", "strategies", "plan"])
    if part == "claim":
        name = rnd.choice([name for name in claim if name != "winner"])
        claim[name] += rnd.choice([-30, -2, -1, 1, 2, 30])
        if "winner" in claim:
            claim["winner"] = rnd.choice(["X", "O", "draw"])
    elif part == "value":
        row = rnd.choice(bad["scenario"]["values"])
        row[rnd.randrange(len(row))] += rnd.choice([-5, 1, 20])
    elif part == "board":
        at = rnd.randrange(len(bad["scenario"]["board"]))
        row = list(bad["scenario"]["board"][at])
        row[rnd.randrange(len(row))] = rnd.choice("XO.")
        bad["scenario"]["board"][at] = "".join(row)
    elif part == "turn":
        bad["scenario"]["turn"] = FOE[bad["scenario"]["turn"]]
    elif part == "strategies" and bad["strategies"]:
        side = rnd.choice("XO")
        letters = list(bad["strategies"][side]) or ["A"]
        letters[rnd.randrange(len(letters))] = rnd.choice("ABCDEFGHIJKLMNOP")
        bad["strategies"][side] = "".join(letters)
    elif part == "plan" and bad["plan"]:
        rnd.shuffle(bad["plan"])
    return bad


def is_true(certificate):
    """Say by brute force whether what a certificate claims is so."""
    scenario, claim = certificate["scenario"], certificate["claim"]
    values = "\n".join(" ".join(map(str, row)) for row in scenario["values"])
    naive, turn = Naive(values, "\n".join(scenario["board"])), scenario["turn"]
    if claim["ask"] == "shared":
        ends = [naive.extreme(turn, {"X": aim, "O": aim}) for aim in (max, min)]
        return [claim["values"]["largest"], claim["values"]["smallest"]] == ends
    find = naive.against_greed if claim["ask"] == "beat" else lambda t: naive.extreme(t, PERFECT)
    margin = find(turn)
    winner = "draw" if margin == 0 else "X" if margin > 0 else "O"
    return claim["values"] == {"winner": winner, "margin": margin}


@pytest.mark.parametrize("board", ["...\n...", "XO.\nOXO", "XO\nOX"])
@pytest.mark.parametrize("side", "XO")
def test_a_strategy_that_goes_on_after_its_last_reply_is_refused(side, board, tmp_path):
    proof = tmp_path / "proof.json"
    values = "\n".join(" ".join("1" * len(row)) for row in board.split("\n"))
    run("solve", file_of(tmp_path, values, board, "X", "margin"), "--certificate", proof)
    certificate = json.loads(proof.read_text())
    certificate["strategies"][side] += "A"
    with pytest.raises(Invalid, match="nothing is left to reply to"):
        squirrel_war_checker.check(certificate)


X_BY_4 = {"winner": "X", "margin": 4}


def by_hand(values, *, board=None, ask="margin", **more):
    """Return a certificate that X, to move on an empty board or this one, wins by 4."""
    board = ["." * len(row) for row in values] if board is None else board
    return {
        "certificate": squirrel_war_checker.KIND,
        "scenario": {"values": values, "board": board, "turn": "X"},
        "claim": {"ask": ask, "values": X_BY_4},
        "plan": None,
        "strategies": None,
    } | more


@pytest.mark.parametrize(
    ("values", "strategies"), [([5, 1], {"X": "A", "O": "BA"}), ([1, 5], {"X": "B", "O": "BA"})]
)
def test_a_reply_that_is_missing_is_not_made_up(values, strategies):
    squirrel_war_checker.check(by_hand([values], strategies=strategies))
    lacking = by_hand([values], strategies=strategies | {"X": ""})
    with pytest.raises(Invalid, match="there is no legal reply"):
        squirrel_war_checker.check(lacking)


def test_the_ply_of_a_plan_that_is_not_legal_is_named():
    beaten = by_hand([[5, 1]], ask="beat", plan=["A1", "A1"])
    with pytest.raises(Invalid) as refused:
        squirrel_war_checker.check(beaten)
    assert refused.value.args[0] == "plan, ply 2"
    squirrel_war_checker.check(beaten | {"plan": ["A1", "B1"]})


def test_who_checks_is_told_how_it_goes(monkeypatch):
    heard = []
    monkeypatch.setattr(certificate_file, "BETWEEN_LOOKS", 1)
    proof = by_hand([[5, 1]], strategies={"X": "A", "O": "BA"})
    squirrel_war_checker.check(proof, heard.append)
    assert set(heard) == {"checking"}


def test_the_largest_board_and_numbers_of_the_page_are_read():
    values = [[10**6, -(10**6), 0, 0, 0, 0, 0]] * 7
    game = squirrel_war_checker.Game(by_hand(values)["scenario"])
    assert sum(game.values) == 0


@pytest.mark.parametrize(
    "more",
    [
        {"values": [[1] * 8] * 7},
        {"values": [[1] * 7] * 8},
        {"values": [[10**6 + 1]]},
        {"values": [[-(10**6) - 1]]},
        {"values": []},
        {"values": [[]]},
        {"values": [[1, 2], [3]]},
        {"values": [[5, 1]], "board": ["x."]},
        {"values": [[5, 1]], "board": ["."]},
    ],
)
def test_what_is_no_board_is_unusable(more):
    with pytest.raises(Unusable):
        squirrel_war_checker.Game(by_hand(**more)["scenario"])


@pytest.mark.parametrize("cell", ["C1", "A2", 7, None])
def test_what_is_no_cell_of_the_board_is_unusable(cell):
    with pytest.raises(Unusable, match="expected cells"):
        squirrel_war_checker.check(by_hand([[5, 1]], ask="beat", plan=[cell]))


def test_only_cells_with_an_empty_neighbour_are_still_in_play():
    game = squirrel_war_checker.Game(by_hand([[1] * 3] * 3)["scenario"])
    assert squirrel_war_checker.Walk(game, {}, {}).near_to(1 << 4) == 0b010_101_010


# --- plans held to the players that a question states -------------------------------------------


def checked(folder, moves, ask, *, values="20 16 1\n20 12 2\n28 48 9", **more):
    """Return what `check --json` says of a plan."""
    path = folder / "scenario.yaml"
    path.write_text(json.dumps({"game": "squirrel-war", "values": values, "ask": ask} | more))
    result = run("check", path, "-", "--json", input="\n".join(moves))
    said = json.loads(result.stdout)
    assert result.exit_code == (ExitStatus.ANSWERED if said["valid"] else ExitStatus.IMPOSSIBLE)
    return said


NINE = ["A1", "C1", "B1", "A2", "B2", "C2", "A3", "B3", "C3"]


def test_a_plan_against_greed_is_invalid_where_the_opponent_is_not_greedy(tmp_path):
    said = checked(tmp_path, NINE, "beat")
    assert (said["valid"], said["at"]) == (False, 2)
    assert said["reason"] == "O (greedy) takes B3 here, not C1"
    assert checked(tmp_path, NINE, "margin")["valid"]
    assert checked(tmp_path, NINE, "shared")["valid"]


@pytest.mark.parametrize("seed", range(10))
def test_a_game_against_greed_is_valid_exactly_where_each_reply_leads_by_most(seed, tmp_path):
    rnd, board, moves, first_lapse = random.Random(seed), "....\n....", [], None
    values = "\n".join(" ".join(str(rnd.randint(1, 5)) for _ in "1234") for _ in "12")
    naive, turn = Naive(values, board), rnd.choice("XO")
    pieces, side = naive.board, turn
    while empty := naive.empty(pieces):
        cell = rnd.choice(empty)
        if side != turn:
            leads = {at: naive.lead(naive.taken(pieces, at, side), side) for at in empty}
            greedy = max(empty, key=leads.__getitem__)
            cell = greedy if rnd.random() < 0.6 else cell
            if cell != greedy:
                first_lapse = first_lapse or len(moves) + 1
        moves.append(str(Cell(cell[0] + 1, cell[1] + 1)))
        pieces, side = naive.taken(pieces, cell, side), FOE[side]
    said = checked(tmp_path, moves, "beat", values=values, board=board, turn=turn)
    assert said.get("at") == first_lapse


@pytest.mark.parametrize(
    ("method", "chosen"), [("greedy", "B1"), ("minimax", "B1"), ("alpha-beta", "B1")]
)
def test_a_best_move_is_valid_where_it_is_the_one_that_the_method_chooses(method, chosen, tmp_path):
    more = {"values": "1 9 2", "method": method, "depth": 2}
    assert checked(tmp_path, [chosen], "best-move", **more)["valid"]
    assert checked(tmp_path, [chosen, "C1"], "best-move", **more)["valid"]
    said = checked(tmp_path, ["A1"], "best-move", **more)
    how = "greedy" if method == "greedy" else f"{method} to depth 2"
    assert said["reason"] == f"X ({how}) takes {chosen} here, not A1"


def test_no_plan_is_held_to_perfect_play(tmp_path):
    assert checked(tmp_path, ["A1"], "best-move", values="1 9 2", method="exact")["valid"]


def test_a_battle_is_valid_where_both_sides_keep_to_their_methods(tmp_path):
    players = {"X": {"method": "greedy"}, "O": {"method": "minimax", "depth": 2}}
    path = file_of(tmp_path, "20 16 1\n20 12 2", "...\n...", "X", "battle")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"players": players}))
    plan = json.loads(run("solve", path, "--json").stdout)["plan"]
    assert run("check", path, "-", input="\n".join(plan)).exit_code == ExitStatus.ANSWERED
    for ply in range(5):
        other = [*plan[:ply], plan[ply + 1], plan[ply], *plan[ply + 2 :]]
        said = json.loads(run("check", path, "-", "--json", input="\n".join(other)).stdout)
        how = "X (greedy)" if ply % 2 == 0 else "O (minimax to depth 2)"
        assert said["at"] == ply + 1
        assert said["reason"] == f"{how} takes {plan[ply]} here, not {plan[ply + 1]}"


# --- the command line ---------------------------------------------------------------------------


@pytest.mark.parametrize("ask", ["best-move", "battle"])
def test_what_proves_nothing_has_no_certificate(ask, tmp_path):
    path = file_of(tmp_path, "1 2", "..", "X", ask)
    players = {"X": {"method": "greedy"}, "O": {"method": "greedy"}}
    path.write_text(json.dumps(json.loads(path.read_text()) | {"players": players}))
    result = run("solve", path, "--certificate", tmp_path / "proof.json")
    assert result.exit_code == ExitStatus.USAGE
    assert f"there are none for `{ask}`" in result.stderr


def test_a_value_outside_the_description_is_read_with_a_warning_on_standard_error(tmp_path):
    path = file_of(tmp_path, "100 2 0", "X..", "X", "margin")
    result = run("solve", path, "--json")
    assert result.exit_code == ExitStatus.ANSWERED
    assert json.loads(result.stdout)["values"]["margin"] == 102
    assert result.stderr == f"{path}: warning: values outside 1 to 99: 100 in A1, 0 in C1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("values: 1 x\nask: margin", f"`values`: row 1: expected {VALUES}, found `x`"),
        (
            "values: 1 2 99999999999999999999\nask: margin",
            f"{VALUES}, found `99999999999999999999`",
        ),
        ("values: [[1, -1000001]]\nask: margin", f"row 1: expected {VALUES}, found `-1000001`"),
        ("values: [[1]" + ", [1]" * 7 + "]\nask: margin", "1 to 7 rows of numbers, found 8"),
        ("values: 1 2\nboard: X**\nask: margin", "and `.` or `*` for an empty cell, found `X**`"),
        ("values: |\n  1 2\n  3\nask: margin", "row 2: expected 2 numbers, as in row 1, found 1"),
        ("values: 1 2 3 4 5 6 7 8\nask: margin", "row 1: expected 1 to 7 numbers, found 8"),
        ("values: 1 2\nboard: X?\nask: margin", "`board`: row 1: expected 2 of the letters"),
        ("values: 1 2\nboard: |\n  X.\n  X.\nask: margin", "`board`: expected 1 row, as in"),
        ("values: 1 2\nask: battle", "a battle needs `players`"),
        ("values: 1 2\nturn: Z\nask: margin", "`turn`: expected `X` or `O`, found `Z`"),
        ("values: 1 2\ndepth: 0\nask: best-move", "`depth`: expected at least 1, found `0`"),
    ],
)
def test_a_scenario_that_cannot_be_used_is_refused_with_the_reason(text, message):
    result = run("solve", "-", input=f"game: squirrel-war\n{text}\n")
    assert result.exit_code == ExitStatus.UNUSABLE_FILE
    assert message in result.stderr


def test_the_page_says_who_wins_and_by_how_much(tmp_path):
    page = run("solve", file_of(tmp_path, "9 1 3", "O..", "X", "margin")).stdout
    assert "Solved: O wins, margin -11." in page
    assert "Best moves: B1" in page


def test_prove_says_whether_the_side_to_move_wins(tmp_path):
    lost = run("prove", file_of(tmp_path, "9 1 3", "O..", "X", "margin"), "--json")
    assert lost.exit_code == ExitStatus.IMPOSSIBLE
    won = run("prove", file_of(tmp_path, "9 1 3", "X..", "X", "margin"), "--json")
    assert won.exit_code == ExitStatus.ANSWERED


def test_every_question_has_its_engines():
    def names(question):
        return [each.name for each in engines_for(Instance(GAME, squirrel_war("1 2"), (question,)))]

    assert {question.name: names(question) for question in GAME.questions} == {
        "best-move": ["greedy", "minimax", "alpha-beta", "exact"],
        "margin": ["exact-search", "compiled-search"],
        "beat": ["cp-sat"],
        "shared": ["cp-sat"],
        "battle": ["battle"],
    }


def test_a_comparison_leaves_a_battle_out_under_the_name_that_its_own_answer_has():
    other = left_out(Instance(GAME, squirrel_war("1 2"), (MARGIN,)))
    players = {side: {"method": "greedy"} for side in "XO"}
    battle = Instance(GAME, squirrel_war("1 2", ask="battle", players=players), (BATTLE,))
    assert other[answer_to(battle).solver.name] == "for other questions"


# --- perfect play while a game is played --------------------------------------------------------


def advised(session, adviser, seconds=None):
    return adviser.advise(session, Budget(Limits(seconds)))


def asking_for_the_margin(scenario):
    return Instance(GAME, scenario, (MARGIN,))


def test_a_hint_names_every_best_move_of_the_naive_search_also_after_moves_taken_back():
    dice = random.Random(1)
    for values, board, turn in positions(60, most_side=3, most_empty=5):
        rules = SquirrelWarRules(squirrel_war(values, board, turn=turn))
        adviser = adviser_for(asking_for_the_margin(rules.scenario))
        begun = Line.begin(rules)
        for _ in range(3):
            session = begun
            while session.ending is None:
                advice = advised(session, adviser)
                best = PerfectPlay(rules).best_moves(session.state)
                payoff = PerfectPlay(rules).payoff(session.state)
                assert (advice.verdict, advice.moves) == (verdict_of(payoff), best)
                session = session.after(dice.choice(rules.legal_moves(session.state)))


def test_a_game_joined_late_is_advised_from_where_it_is():
    """The first position is asked about after a later one, whose table does not know it."""
    rules = SquirrelWarRules(squirrel_war("3 8 1\n2 9 4"))
    adviser = SquirrelWarAdviser(asking_for_the_margin(rules.scenario))
    begun = Line.begin(rules)
    later = begun.after(Cell.read("A1")).after(Cell.read("B2"))
    for session in (later, begun, later):
        best = PerfectPlay(rules).best_moves(session.state)
        assert advised(session, adviser).moves == best


def test_without_time_for_a_table_a_move_is_named_that_is_not_proven():
    rules = SquirrelWarRules(squirrel_war("3 8 1\n2 9 4"))
    adviser = SquirrelWarAdviser(asking_for_the_margin(rules.scenario))
    advice = advised(Line.begin(rules), adviser, seconds=0.0)
    assert (advice.verdict, advice.proven) == (Verdict.UNDECIDED, False)
    assert list(map(str, advice.moves)) == ["B2"]
