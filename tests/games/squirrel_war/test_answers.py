"""Squirrel War: what every question is answered with, held against a naive second statement."""

import json
import random
from dataclasses import replace

import pytest

import toadstone
from command_line import run
from exhaustive import in_groups
from random_scenarios import random_position
from squirrel import (
    FOE,
    Naive,
    name,
    scenario_file,
    squirrel_war,
)
from toadstone.core.budget import Budget, Limits
from toadstone.core.line import Line
from toadstone.core.replay import replay
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.engines.answer import Decision, PositionResult, Status
from toadstone.engines.answering import answer as answer_to
from toadstone.engines.cp_sat import solver
from toadstone.engines.cp_sat.solver import Run
from toadstone.engines.instance import Instance
from toadstone.games.squirrel_war import GAME, engines
from toadstone.games.squirrel_war.engines import SquirrelWarAdviser
from toadstone.games.squirrel_war.questions import BEAT, MARGIN, SHARED
from toadstone.games.squirrel_war.rules import SquirrelWarRules
from toadstone.games.squirrel_war.scenario import Cell
from toadstone.play import Verdict
from toadstone.play.adviser import adviser_for, outlook_for
from toadstone_cli.streams import ExitStatus


def answer(scenario, question):
    return answer_to(Instance(GAME, scenario, (question,)))


def positions(count, **more):
    return [random_position(seed, **more) for seed in range(count)]


# --- games by the model ---------------------------------------------------------------------------


@in_groups("seed", range(50))
def test_the_best_games_against_greed_are_those_that_brute_force_finds(seed):
    most = 3 if seed % 2 else 9
    values, board, turn = random_position(seed, most_side=3, most_empty=5, values=(1, most))
    given, naive = answer(squirrel_war(values, board, turn=turn), BEAT), Naive(values, board)
    best = naive.against_greed(turn)
    assert (given.status, given.values["margin"]) == (Status.OPTIMAL, best)
    ends = naive.ends_against_greed(turn)
    assert given.values["best_moves"] == [name(cell) for cell, end in ends.items() if end == best]
    assert set(given.plan[:1]) <= set(given.values["best_moves"])


def test_where_time_ends_before_the_other_first_moves_are_known_the_best_game_is_told(monkeypatch):
    solved = solver.run

    def in_time(*asked, **named):
        return solved(*asked, **named) if "question" in named else Run(Status.UNKNOWN, None)

    monkeypatch.setattr(solver, "run", in_time)
    given = answer(squirrel_war("5 5"), BEAT)
    assert given.status is Status.FEASIBLE
    assert given.values["margin"] == 0
    assert given.values["best_moves"] == given.plan[:1]


@in_groups("seed", range(15))
def test_what_two_who_agree_can_reach_is_what_brute_force_finds(seed):
    values, board, turn = random_position(seed, most_empty=6)
    naive = Naive(values, board)
    given = answer(squirrel_war(values, board, turn=turn), SHARED)
    largest, smallest = (naive.extreme(turn, {"X": aim, "O": aim}) for aim in (max, min))
    assert given.values == {"largest": largest, "smallest": smallest}
    rules = SquirrelWarRules(squirrel_war(values, board, turn=turn))
    for aim, moves in given.position.games.items():
        line = replay(rules, map(Cell.read, moves))
        assert line.failure is None
        assert rules.figures(line.states[-1])["margin"] == given.values[aim]


# --- plans held to the players that a question states ---------------------------------------------


def checked(folder, moves, ask, *, values="20 16 1\n20 12 2\n28 48 9", **more):
    """Return what `check --json` says of a plan."""
    path = scenario_file(folder, values, ask=ask, **more)
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


@pytest.mark.parametrize("seed", range(6))
def test_a_game_against_greed_is_valid_exactly_where_each_reply_leads_by_most(seed, tmp_path):
    rnd, board, moves, first_lapse = random.Random(seed), "....\n....", [], None
    values = "\n".join(" ".join(str(rnd.randint(1, 5)) for _ in "1234") for _ in "12")
    naive, turn = Naive(values, board), rnd.choice("XO")
    pieces, side = naive.board, turn
    while empty := naive.empty(pieces):
        cell = rnd.choice(empty)
        if side != turn:
            greedy = naive.greedy(pieces, side)
            cell = greedy if rnd.random() < 0.6 else cell
            if cell != greedy:
                first_lapse = first_lapse or len(moves) + 1
        moves.append(name(cell))
        pieces, side = naive.taken(pieces, cell, side), FOE[side]
    said = checked(tmp_path, moves, "beat", values=values, board=board, turn=turn)
    assert said.get("at") == first_lapse


# --- the command line -----------------------------------------------------------------------------


def test_prove_says_whether_the_side_to_move_wins(tmp_path):
    for board, status in (("O..", ExitStatus.IMPOSSIBLE), ("X..", ExitStatus.ANSWERED)):
        assert run("prove", scenario_file(tmp_path, "9 1 3", board), "--json").exit_code == status


def test_a_bracket_of_the_margin_without_a_winner_decides_nothing(tmp_path):
    answer = toadstone.solve(scenario_file(tmp_path, "9 1 3", "O.."))
    bracket = PositionResult(margin_at_least=0, margin_at_most=108)
    open_answer = replace(answer, status=Status.UNKNOWN, position=bracket)
    assert Decision(open_answer).status is Status.UNKNOWN


# --- perfect play while a game is played ----------------------------------------------------------


@pytest.mark.parametrize("most_in_a_table", [12, -1], ids=["table", "search"])
def test_a_hint_names_every_best_move_also_after_moves_taken_back(most_in_a_table, monkeypatch):
    monkeypatch.setattr(engines, "MOST_EMPTY_IN_A_TABLE", most_in_a_table)
    dice = random.Random(1)
    for values, board, turn in positions(3, most_side=3, most_empty=5):
        rules = SquirrelWarRules(squirrel_war(values, board, turn=turn))
        adviser = adviser_for(Instance(GAME, rules.scenario, (MARGIN,)))
        for _ in range(3):
            session = Line.begin(rules)
            while session.ending is None:
                advice = adviser.advise(session, Budget())
                best = PerfectPlay(rules).best_moves(session.state)
                payoff = PerfectPlay(rules).payoff(session.state)
                verdict = outlook_for(rules, session.to_move, payoff).verdict
                assert (advice.verdict, advice.moves) == (verdict, best)
                session = session.after(dice.choice(rules.legal_moves(session.state)))


def test_without_time_for_a_table_a_move_is_named_that_is_not_proven():
    rules = SquirrelWarRules(squirrel_war("3 8 1\n2 9 4"))
    adviser = SquirrelWarAdviser(Instance(GAME, rules.scenario, (MARGIN,)))
    advice = adviser.advise(Line.begin(rules), Budget(Limits(0.0)))
    assert (advice.verdict, advice.proven) == (Verdict.UNDECIDED, False)
    assert list(map(str, advice.moves)) == ["B2"]
