"""The engine beside a game: it answers as the library does, within its limits."""

import threading
import time
from functools import partial
from unittest.mock import Mock

import pytest

from toads import OTHER, remoteness, winner
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError
from toadstone.core.line import Line
from toadstone.core.rules import IllegalMoveError
from toadstone.interface import instance_of as loaded
from toadstone.play.adviser import adviser_for, instance_once_begun
from toadstone.play.judging import review
from toadstone.play.players import player_of
from toadstone.play.tasks import (
    Task,
    TaskContext,
    advise,
    choose,
    context_of,
    evaluate,
    judge,
    show_line,
)
from toadstone.workers import WorkerPool

PATIENCE = 30
"""Seconds after which a test gives up waiting."""


def instance_of(name):
    return instance_once_begun(loaded(name))


TOADS = instance_of("two-against-two")


@pytest.fixture(scope="module")
def beside():
    with WorkerPool(context_of(TOADS, seed=5)) as engine:
        yield engine


def answer(engine, task):
    return engine.submit(task.run, Limits(task.seconds, 1, 5)).result(PATIENCE)


def test_it_answers_as_the_library_does(beside):
    session = start = Line.begin(TOADS.rules)
    for _ in range(4):
        session = session.after(TOADS.rules.legal_moves(session.state)[0])
    adviser, moves = adviser_for(TOADS), session.moves
    assert answer(beside, Task(evaluate, moves)) == adviser.outlook(session, Budget())
    assert answer(beside, Task(advise, moves)) == adviser.advise(session, Budget())
    line = answer(beside, Task(show_line, moves))
    assert line == adviser.line(session, Budget())
    assert line.line[:1] == line.moves[:1]
    said = answer(beside, Task(partial(judge, ("frogs",)), moves))
    assert said == review(TOADS, moves, Budget(), ("frogs",))
    for name in ("random", "perfect"):
        player = player_of(name, TOADS, "toads", adviser, seed=5)
        found = answer(beside, Task(partial(choose, "toads", name), ()))
        assert found == player(start, Budget())
        assert found.proven


def test_what_a_task_raises_its_future_raises(beside):
    wrong = TOADS.rules.read_move("1-3")
    with pytest.raises(IllegalMoveError):
        answer(beside, Task(advise, (wrong,)))
    assert answer(beside, Task(evaluate, ())).winner == "toads"


def test_a_task_that_is_stopped_before_the_adviser_is_ready_is_never_begun(monkeypatch):
    context, going = TaskContext(TOADS), threading.Event()
    monkeypatch.setattr(context.adviser, "prepare", lambda: going.wait(PATIENCE))
    context.begin_preparation()
    budget = Budget()
    threading.Timer(0.05, budget.stop).start()
    with pytest.raises(LimitReachedError):
        Task(evaluate, ()).run(context, budget)
    going.set()
    assert Task(evaluate, ()).run(context, Budget()).winner == "toads"


def test_what_goes_wrong_in_preparation_is_the_error_of_the_tasks_that_need_it(monkeypatch):
    context = TaskContext(TOADS)
    monkeypatch.setattr(context.adviser, "prepare", Mock(side_effect=ValueError("no room")))
    context.begin_preparation()
    with pytest.raises(ValueError, match="no room"):
        Task(evaluate, ()).run(context, Budget())
    unadvised = Task(partial(choose, "toads", "random"), (), advised=False)
    assert unadvised.run(context, Budget()).move


def test_time_for_preparation_does_not_count(monkeypatch):
    context = TaskContext(TOADS)
    monkeypatch.setattr(context.adviser, "prepare", lambda: time.sleep(0.3))
    context.begin_preparation()
    assert Task(evaluate, ()).run(context, Budget(Limits(0.25))).winner == "toads"


def test_a_time_limit_is_kept_by_the_engine():
    large = {"game": "toads-and-frogs", "start": "T" * 7 + "____" + "F" * 7, "ask": "winner"}
    with WorkerPool(context_of(instance_of(large))) as engine:
        outlook = answer(engine, Task(evaluate, (), seconds=0.2))
    assert (outlook.winner, outlook.proven) == (None, False)


@pytest.mark.parametrize("row", ["TT__FF", "T_TF_F", "TT_F_F", "T__TFF", "TT_TF_FF"])
@pytest.mark.parametrize("turn", ["toads", "frogs"])
def test_a_lost_side_is_advised_to_hold_out_longest(row, turn):
    instance = instance_of({"game": "toads-and-frogs", "start": row, "turn": turn, "ask": "winner"})
    rules, line = instance.rules, Line.begin(instance.rules)
    advice = adviser_for(instance).advise(line, Budget())
    if winner(row, turn) != turn:
        after = [rules.play(line.state, move).rows[0] for move in advice.moves]
        plies = {remoteness(each, OTHER[turn]) + 1 for each in after}
        assert plies == {remoteness(row, turn)}
