"""The engine beside the keyboard: it answers as the library does, stops at once, and dies well."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, wait

import pytest

import toadstone
from places import ROOT
from slow_tasks import Attentive, Chatty, Deaf, Fatal, Number, Threads
from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.rules import IllegalMoveError
from toadstone.core.session import Session
from toadstone.engines.instance import make_instance
from toadstone.game import find_game
from toadstone.play.adviser import adviser_for, to_go_on_with
from toadstone.play.assistant import Assistant, AssistantDiedError
from toadstone.play.players import PlayerSetup, kinds_of_players, player_named
from toadstone.play.reviewer import review
from toadstone.play.tasks import ChooseMove, Evaluate, Hint, ReviewGame, ShowLine
from toadstone_cli.screen.settings import PlaySettings

PATIENCE = 30
"""Seconds after which a test gives up waiting."""


def instance_of(name, *ask):
    scenario = toadstone.load(name)
    return to_go_on_with(make_instance(find_game(scenario.game), scenario, ask))


TOADS = instance_of("two-against-two")


@pytest.fixture(scope="module")
def beside():
    with Assistant(TOADS) as assistant:
        yield assistant


def answer(assistant, task):
    return assistant.ask(task).result(PATIENCE)


def is_running(number):
    """Say whether there is a process with a number, dead ones that nobody has buried left out."""
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True, check=False
    )
    return found.stdout.strip()[:1] not in {"", "Z"}


def ends_soon(number, seconds=PATIENCE / 3):
    deadline = time.monotonic() + seconds
    while is_running(number) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(number)


# What it answers


def test_it_answers_as_the_library_does(beside):
    session = Session.begun(TOADS.rules)
    for _ in range(4):
        session = session.after(TOADS.rules.legal_moves(session.state)[0])
    adviser, moves = adviser_for(TOADS), session.moves
    assert answer(beside, Evaluate(moves)) == adviser.outlook(session, Budget())
    assert answer(beside, Hint(moves)) == adviser.advise(session, Budget())
    line = answer(beside, ShowLine(moves))
    assert line == adviser.line(session, Budget())
    assert line.line[:1] == line.moves[:1]
    said = answer(beside, ReviewGame(moves, ("frogs",)))
    assert said == review(TOADS, moves, Budget(), ("frogs",))


def test_a_line_of_best_play_ends_the_game_as_the_evaluation_says(beside):
    outlook, advice = answer(beside, Evaluate(())), answer(beside, ShowLine(()))
    session = Session.begun(TOADS.rules)
    for move in advice.line:
        session = session.after(move)
    assert len(advice.line) == outlook.plies
    assert session.ending.winner == outlook.winner


def test_an_engine_has_the_threads_that_the_screen_was_started_with():
    with PlaySettings(10.0, workers=3).start_assistant(TOADS) as assistant:
        assert answer(assistant, Threads(())) == 3


@pytest.mark.parametrize("name", ["random", "perfect"])
def test_a_player_makes_the_moves_that_it_makes_elsewhere(name):
    adviser, chosen = adviser_for(TOADS), player_named(kinds_of_players(TOADS), name)
    player = chosen.make(PlayerSetup(TOADS, "toads", None, adviser, seed=5))
    session = Session.begun(TOADS.rules)
    with Assistant(TOADS, seed=5) as assistant:
        while session.ending is None:
            if session.to_move == "toads":
                found = answer(assistant, ChooseMove(session.moves, side="toads", player=name))
                move = player.choose(session, Budget())
                assert (found.move, found.proven) == (move, True)
            else:
                move = session.rules.legal_moves(session.state)[0]
            session = session.after(move)


@pytest.mark.parametrize(
    ("example", "side", "players"),
    [
        ("three-by-three", "green", ["easy", "difficult", "greedy", "minimax:2", "alpha-beta:2"]),
        ("last-raid", "X", ["greedy", "minimax:3", "alpha-beta:3", "perfect"]),
    ],
)
def test_every_player_of_a_game_can_be_asked(example, side, players):
    instance = instance_of(example)
    moves = instance.rules.legal_moves(instance.rules.start())
    with Assistant(instance) as assistant:
        for name in players:
            assert answer(assistant, ChooseMove((), side=side, player=name)).move in moves


def test_a_plan_of_one_player_is_shown_to_its_end():
    instance = instance_of("jump-of-two")
    with Assistant(instance) as assistant:
        assert answer(assistant, Evaluate(())).figures == {"max-hp": 5}
        plan = answer(assistant, ShowLine(())).line
    assert toadstone.check("jump-of-two", [str(move) for move in plan]).replay.figures["hp"] == 5


def test_what_a_task_raises_its_future_raises(beside):
    wrong = TOADS.rules.read_move("1-3")
    with pytest.raises(IllegalMoveError):
        answer(beside, Hint((wrong,)))
    with pytest.raises(RequestError, match="expected a player"):
        answer(beside, ChooseMove((), side="toads", player="nobody"))
    with pytest.raises(ValueError, match="person"):
        answer(beside, ChooseMove((), side="toads", player="person"))
    with pytest.raises(LimitReachedError):
        answer(beside, Attentive((), seconds=0.05))
    assert answer(beside, Evaluate(())).winner == "toads"


def test_what_cannot_be_sent_and_what_a_library_prints_do_no_harm(beside):
    with pytest.raises(RuntimeError, match="function"):
        answer(beside, Chatty(()))
    assert answer(beside, Evaluate(())).winner == "toads"


def test_it_tells_how_the_work_goes(beside):
    told, heard = [], threading.Event()

    def hear(words):
        told.append(words)
        heard.set()
        raise ValueError("who hears must not stop the work")

    future = beside.ask(Attentive((), seconds=PATIENCE), hear)
    assert heard.wait(PATIENCE)
    assert told == ["at work"]
    assert future.cancel()
    assert answer(beside, Evaluate(())).winner == "toads"


# How it stops


def test_to_ask_and_to_stop_takes_no_time(beside):
    answer(beside, Number(()))
    for kind in (Attentive, Deaf):
        began = time.monotonic()
        future = beside.ask(kind((), seconds=PATIENCE))
        time.sleep(0.05)
        assert future.cancel()
        assert time.monotonic() - began < PATIENCE / 6
        with pytest.raises(CancelledError):
            future.result()
        assert wait([future], PATIENCE).not_done == set()


def test_an_engine_that_listens_stops_and_keeps_what_it_knows():
    with Assistant(TOADS) as assistant:
        number = answer(assistant, Number(()))
        future = assistant.ask(Attentive((), seconds=PATIENCE))
        time.sleep(0.02)
        future.cancel()
        assert answer(assistant, Number(())) == number


def test_an_engine_that_does_not_listen_is_killed_and_replaced():
    with Assistant(TOADS) as assistant:
        number = answer(assistant, Number(()))
        future = assistant.ask(Deaf((), seconds=PATIENCE))
        time.sleep(0.02)
        future.cancel()
        assert ends_soon(number)
        assert answer(assistant, Number(())) != number
        assert not is_running(number)


def test_what_is_cancelled_before_its_turn_is_never_begun(beside):
    first = beside.ask(Attentive((), seconds=PATIENCE))
    second = beside.ask(Fatal(()))
    third = beside.ask(Evaluate(()))
    assert second.cancel()
    assert first.cancel()
    assert third.result(PATIENCE).winner == "toads"


def test_stopping_again_and_again_never_stops_what_comes_next(beside):
    for _ in range(40):
        beside.ask(Attentive((), seconds=PATIENCE)).cancel()
        unwanted = beside.ask(Evaluate(()))
        wanted = beside.ask(Number(()))
        unwanted.cancel()
        assert wanted.result(PATIENCE)


# How it dies


def test_a_process_that_is_killed_is_an_error_and_the_next_task_is_done():
    with Assistant(TOADS) as assistant:
        number = answer(assistant, Number(()))
        broken = assistant.ask(Attentive((), seconds=PATIENCE))
        after = assistant.ask(Number(()))
        time.sleep(0.05)
        os.kill(number, signal.SIGKILL)
        with pytest.raises(AssistantDiedError, match="ended with status -9"):
            broken.result(PATIENCE)
        assert after.result(PATIENCE) != number
        with pytest.raises(AssistantDiedError, match="out of acorns"):
            answer(assistant, Fatal(()))
        assert answer(assistant, Evaluate(())).winner == "toads"


def test_a_process_that_cannot_start_is_an_error(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Assistant(TOADS) as assistant:
        for _ in range(2):
            with pytest.raises(AssistantDiedError, match="status 1"):
                answer(assistant, Evaluate(()))


def test_once_closed_nothing_is_left():
    threads = {*threading.enumerate()}
    assistant = Assistant(TOADS)
    number = answer(assistant, Number(()))
    waiting = [assistant.ask(Deaf((), seconds=PATIENCE)), assistant.ask(Evaluate(()))]
    assistant.close()
    assistant.close()
    assert all(future.cancelled() for future in waiting)
    assert not is_running(number)
    assert {*threading.enumerate()} <= threads
    with pytest.raises(RuntimeError, match="closed"):
        assistant.ask(Evaluate(()))


def test_ctrl_c_is_not_for_the_process(beside):
    number = answer(beside, Number(()))
    os.kill(number, signal.SIGINT)
    assert answer(beside, Number(())) == number


@pytest.mark.parametrize("ending", ["os._exit(0)", "os.kill(os.getpid(), signal.SIGKILL)", ""])
def test_it_ends_with_the_process_that_started_it(ending):
    code = (
        "import os, signal\n"
        "from slow_tasks import Deaf, Number\n"
        "from test_assistant import TOADS, Assistant\n"
        "assistant = Assistant(TOADS)\n"
        "print(assistant.ask(Number(())).result(30), flush=True)\n"
        "assistant.ask(Deaf((), seconds=60))\n"
        f"{ending}\n"
    )
    path = os.pathsep.join([str(ROOT / "tests"), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ends_soon(int(done.stdout))


def test_a_time_limit_is_kept_by_the_engine():
    with Assistant(instance_of("five-by-five")) as assistant:
        began = time.monotonic()
        outlook = answer(assistant, Evaluate((), seconds=0.2))
        assert (outlook.winner, outlook.proven) == (None, False)
        assert time.monotonic() - began < PATIENCE  # without a limit it takes longer
