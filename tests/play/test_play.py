"""Playing by hand and letting players play: sessions, advice, players, and the command."""

import random
import re
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from nim import Heap, NimRules, TreeRules, nim, nim_instance, random_tree, register_nim
from places import ROOT
from tests.cli.test_cli import ESCAPE, files, only_object, run, run_process  # noqa: F401
from toad import asking, river_toad
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.core.line import Line
from toadstone.core.question import REMOTENESS, WINNER
from toadstone.core.replay import replay
from toadstone.engines.answer import Status
from toadstone.engines.instance import Instance
from toadstone.games.river_toad import GAME as RIVER_TOAD
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Action
from toadstone.play import Verdict
from toadstone.play.adviser import (
    UNKNOWN,
    PerfectPlayAdviser,
    PlanAdviser,
    instance_once_begun,
    search_from,
)
from toadstone.play.players import assign_players
from toadstone.play.tree import tree_of_possibilities


@pytest.fixture(autouse=True)
def heap(files, monkeypatch):  # noqa: F811 - the fixture that is imported
    """Have a heap of Nim beside the small files of the command line's tests."""
    register_nim(monkeypatch)
    Path("nim.yaml").write_text("{game: nim, title: A heap, heap: 5, ask: winner}")


# Sessions


@pytest.mark.parametrize(
    "require", [{"forbid": ("left-1",)}, {"min_final_hp": 10}, {"max_moves": 0}]
)
def test_a_requirement_that_is_broken_loses_a_game_that_the_rules_call_won(require):
    session = Line.begin(RiverToadRules(river_toad([0], require=require)))
    ending = session.after(Action.read("left-1")).ending
    assert ending.winner is None
    assert "the scenario" in ending.reason


# Advice


def advice_for(adviser, session, seconds=None):
    return adviser.advise(session, Budget(Limits(seconds)))


def plan_adviser(scenario, *names):
    return PlanAdviser(Instance(RIVER_TOAD, scenario, asking(*names)))


def test_a_game_that_follows_the_hints_is_not_solved_again(monkeypatch):
    scenario = river_toad([4, 0, 0], rows=3)
    adviser = plan_adviser(scenario, "max-hp")
    session = Line.begin(RiverToadRules(scenario))
    first = advice_for(adviser, session)
    monkeypatch.setattr("toadstone.play.adviser.answer", None)
    for move in first.line:
        assert advice_for(adviser, session).moves == (move,)
        session = session.after(move)


def test_a_continued_scenario_that_does_not_fit_the_game_is_a_defect(monkeypatch):
    winnable, lost = river_toad([0, 0], hp=1), river_toad([31, 0], hp=1)
    monkeypatch.setattr("toadstone.games.river_toad.board.continuation", lambda *_: (winnable, 0))
    adviser = plan_adviser(lost, "survive")
    with pytest.raises(DisagreementError, match="snake"):
        advice_for(adviser, Line.begin(RiverToadRules(lost)))


def test_without_time_advice_is_undecided(monkeypatch):
    monkeypatch.setattr("toadstone.engines.adversarial.perfect_play.BETWEEN_LOOKS", 1)
    scenario = river_toad([4, 0, 0] * 20, rows=3)
    start = Line.begin(RiverToadRules(scenario))
    assert advice_for(plan_adviser(scenario, "max-hp"), start, seconds=1e-9) == UNKNOWN
    assert search_from(start, None, Budget(Limits(0.0))) == UNKNOWN
    adviser, start = PerfectPlayAdviser(nim_instance(20)), Line.begin(NimRules(nim(20)))
    assert advice_for(adviser, start, seconds=1e-9) == replace(UNKNOWN, side="left")


def test_questions_that_a_game_under_way_can_be_played_for():
    def to_play_for(ask, front=False):
        return instance_once_begun(Instance(RIVER_TOAD, river_toad([0]), ask, front)).ask

    assert to_play_for(asking("min-start-hp")) == asking("survive")
    both = asking("min-moves", "max-hp")
    assert to_play_for(both) == both
    assert to_play_for(both, front=True) == asking("min-moves")


@pytest.mark.parametrize("hurry", [False, True])
@pytest.mark.parametrize("size", range(1, 13))
def test_perfect_play_leaves_a_multiple_of_four(size, hurry):
    adviser = PerfectPlayAdviser(nim_instance(20, ask=(REMOTENESS if hurry else WINNER,)))
    session = Line(NimRules(nim(20)), (Heap(size),))
    advice = advice_for(adviser, session)
    if size % 4:
        assert (advice.verdict, advice.moves) == (Verdict.WON, (size % 4,))
    else:
        assert advice.verdict is Verdict.LOST
        assert advice.moves


# Players


@pytest.mark.parametrize(
    ("wishes", "left", "right"),
    [
        ([], "person", "casual"),
        (["left=random"], "random", "person"),
        (["right=person"], "casual", "person"),
        (["right=random"], "person", "random"),
        (["perfect"], "perfect", "perfect"),
        (["random", "right=person"], "random", "person"),
        (["LEFT=strong", "Right=random"], "strong", "random"),
        (["person"], "person", "person"),
    ],
)
def test_sides_left_open_are_yours_or_played_casually(wishes, left, right):
    assert assign_players(nim_instance(5), wishes) == {"left": left, "right": right}


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ("middle=random", "expected a side, `left` or `right`"),
        ("perfekt", "did you mean `perfect`"),
        ("", "found nothing"),
        ("random:3", "expected a player"),
        ("left=random,left=perfect", "expected one player for left"),
    ],
)
def test_a_wish_that_cannot_be_met_says_what_was_expected(wish, words):
    with pytest.raises(RequestError, match=re.escape(words)):
        assign_players(nim_instance(5), wish.split(","))


def test_random_trees_are_won_by_the_rules_alone_or_their_whole_tree_is_lost():
    dice = random.Random(5)
    for _ in range(50):
        game = random_tree(dice, ["me", None], 4)
        if not isinstance(game, list) or not game:
            continue
        rules = TreeRules(game)
        advice = search_from(Line.begin(rules), None, Budget())
        if advice.verdict is Verdict.WON:
            assert replay(rules, advice.line).failure is None
        else:
            tree = tree_of_possibilities(rules, Budget())
            assert tree.status is Status.INFEASIBLE


# The command, with moves piped in


def play(line, *typed):
    return run(f"play {line}", input="".join(f"{each}\n" for each in typed))


@pytest.mark.parametrize(
    ("typed", "status", "end", "moves"),
    [
        ("right-1 stay stay", 0, "over", 3),
        ("stay stay stay", 10, "over", 3),
        ("right-1", 0, "unfinished", 1),
        ("", 0, "unfinished", 0),
        ("right-1 stay stay stay", 0, "over", 3),
    ],
)
def test_the_exit_status_follows_where_the_game_was_left(typed, status, end, moves):
    done = play("winnable.yaml --json", *typed.split())
    found = only_object(done.stdout)
    assert (done.exit_code, found["status"], len(found["moves"])) == (status, end, moves)


@pytest.mark.parametrize(
    ("line", "typed", "move"),
    [
        ("river-toad", "s", "stay"),
        ("ugly-duck", "a1 b2", "a1-b2"),
        ("winnable.yaml", "r", "right-1"),
        ("toads-and-frogs", "3->4", "3-4"),
        ("squirrel-war", "c2", "C2"),
    ],
)
def test_a_move_is_spelled_as_in_a_plan(line, typed, move):
    assert only_object(play(f"{line} --player person --json", typed).stdout)["moves"] == [move]


def test_in_a_pipe_there_are_no_prompts_no_colours_and_80_columns():
    typed = ["right-1", "stay", "stay"]
    done = run_process("play winnable.yaml", stdin=None, input="\n".join(typed))
    lines = done.stdout.splitlines()
    assert done.stderr == ""
    assert ESCAPE not in done.stdout + done.stderr
    assert [line for line in lines if line != line.rstrip() or len(line) > 80] == []


def test_what_is_piped_in_reaches_no_terminal_as_a_control_sequence():
    done = play("winnable.yaml", "\x1b[31m")
    assert ESCAPE not in done.stdout + done.stderr


# The command, with players


@pytest.mark.parametrize("ask", ["survive", "max-hp,min-moves"])
def test_perfect_play_of_one_player_is_the_best_plan(ask):
    found = only_object(run(f"play winnable.yaml --player perfect --ask {ask} --json").stdout)
    best = only_object(run(f"solve winnable.yaml --ask {ask} --json").stdout)
    assert found["status"] == "over"
    assert found["outcome"]["winner"] == "toad"
    if ask != "survive":
        assert found["values"] == best["values"]


def test_a_perfect_player_without_time_is_undecided_and_plays_nothing():
    done = run("play winnable.yaml --player perfect --time-limit 0.000001 --json")
    found = only_object(done.stdout)
    assert (done.exit_code, found["status"], found["moves"]) == (20, "unknown", [])


def test_a_random_player_is_decided_by_the_seed():
    games = [
        only_object(run(f"play winnable.yaml --player random --seed {seed} --json").stdout)["moves"]
        for seed in (1, 1, 2, 3, 4, 5)
    ]
    assert games[0] == games[1]
    assert len({tuple(moves) for moves in games}) > 1


@pytest.mark.parametrize(
    ("players", "typed", "moves"),
    [
        ("left=perfect,right=person", "3", "1 3"),
        ("person", "2 1", "2 1"),
    ],
)
def test_people_and_players_move_in_turn(players, typed, moves):
    done = play(f"nim.yaml --player {players} --json", *typed.split())
    assert only_object(done.stdout)["moves"][:2] == moves.split()


def test_an_interrupt_while_somebody_thinks_prints_the_game_so_far(monkeypatch):
    monkeypatch.setattr(PlanAdviser, "advise", Mock(side_effect=KeyboardInterrupt))
    done = play("winnable.yaml --player perfect --json")
    assert done.exit_code == 130
    found = only_object(done.stdout)
    assert (found["status"], found["moves"]) == ("interrupted", [])


# How it is drawn, and how it ends


def test_a_move_without_a_proof_is_told():
    rows = '"ddddd\\n.....\\n.....\\n.....\\nDDDDD"'
    Path("passes.yaml").write_text(f"{{game: ugly-duck, board: {rows}, no_moves: pass}}")
    line = "passes.yaml --player green=person,blue=perfect --time-limit 0.000001"
    page = play(line, "a1 b2").stdout
    (move,) = re.findall(r"blue perfect: (\S+) looks best, but is not proven", page)
    assert f"\n   2   blue {move} " in page
    (unproven,) = only_object(play(f"{line} --json", "a1 b2").stdout)["unproven"]
    assert (unproven["turn"], unproven["side"]) == (2, "blue")


# What the documentation shows

PAGE = (ROOT / "docs" / "ugly-duck.md").read_text()


@pytest.mark.few(2)
@pytest.mark.parametrize("line", re.findall(r"\| `toadstone (play [^`]*)` \|", PAGE))
def test_a_command_of_the_documentation_works(line):
    found = only_object(run(f"{line} --json", input="").stdout)
    assert found["status"] == ("unfinished" if "person" in found["players"].values() else "over")
