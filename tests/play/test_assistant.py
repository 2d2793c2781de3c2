"""The engine beside a game: it answers as the library does, within its limits."""

import threading
import time
from dataclasses import dataclass

import pytest

import toadstone
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.line import Line
from toadstone.core.rules import IllegalMoveError
from toadstone.interface import instance_of as loaded
from toadstone.play.adviser import adviser_for, to_go_on_with
from toadstone.play.parts import PlayerSetup
from toadstone.play.players import kinds_of_players, player_named
from toadstone.play.reviewer import review
from toadstone.play.tasks import (
    Assistant,
    ChooseMove,
    Evaluate,
    Hint,
    ReviewGame,
    ShowLine,
    Task,
    TaskContext,
)

PATIENCE = 30
"""Seconds after which a test gives up waiting."""


def instance_of(name):
    return to_go_on_with(loaded(name))


TOADS = instance_of("two-against-two")


@pytest.fixture(scope="module")
def beside():
    with Assistant(TOADS) as assistant:
        yield assistant


def answer(assistant, task):
    return assistant.ask(task).result(PATIENCE)


def test_it_answers_as_the_library_does(beside):
    session = Line.begin(TOADS.rules)
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
    session = Line.begin(TOADS.rules)
    for move in advice.line:
        session = session.after(move)
    assert len(advice.line) == outlook.plies
    assert session.ending.winner == outlook.winner


@pytest.mark.exhaustive
def test_an_engine_has_the_threads_and_the_seed_that_it_was_started_with():
    with Assistant(TOADS, seed=7, workers=3) as assistant:
        limits = answer(assistant, LimitsOfTask((), seconds=2.5))
    assert limits == Limits(2.5, 3, 7)


@dataclass(frozen=True)
class LimitsOfTask(Task):
    """The limits that the work may take."""

    advised = False

    def find(self, context, budget):
        """Look at the budget."""
        return budget.limits


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["random", "perfect"])
def test_a_player_makes_the_moves_that_it_makes_elsewhere(name):
    adviser, chosen = adviser_for(TOADS), player_named(kinds_of_players(TOADS), name)
    player = chosen.make(PlayerSetup(TOADS, "toads", None, adviser, seed=5))
    session = Line.begin(TOADS.rules)
    with Assistant(TOADS, seed=5) as assistant:
        while session.ending is None:
            if session.to_move == "toads":
                found = answer(assistant, ChooseMove(session.moves, side="toads", player=name))
                move = player.choose(session, Budget())
                assert (found.move, found.proven) == (move, True)
            else:
                move = session.rules.legal_moves(session.state)[0]
            session = session.after(move)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("example", "side", "players"),
    [
        ("three-by-three", "green", ["easy", "hard", "greedy", "minimax:2", "alpha-beta:2"]),
        ("last-raid", "X", ["greedy", "minimax:3", "alpha-beta:3", "perfect"]),
    ],
)
def test_every_player_of_a_game_can_be_asked(example, side, players):
    instance = instance_of(example)
    moves = instance.rules.legal_moves(instance.rules.start())
    with Assistant(instance) as assistant:
        for name in players:
            assert answer(assistant, ChooseMove((), side=side, player=name)).move in moves


@pytest.mark.exhaustive
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
    with pytest.raises(RequestError, match="person"):
        answer(beside, ChooseMove((), side="toads", player="person"))
    assert answer(beside, Evaluate(())).winner == "toads"


def test_a_task_that_is_stopped_before_the_adviser_is_ready_is_never_begun(monkeypatch):
    context, going = TaskContext(TOADS), threading.Event()
    monkeypatch.setattr(context.adviser, "prepare", lambda: going.wait(PATIENCE))
    context.begin_preparation()
    budget = Budget()
    threading.Timer(0.05, budget.stop).start()
    with pytest.raises(LimitReachedError):
        Evaluate(()).run(context, budget)
    going.set()
    assert Evaluate(()).run(context, Budget()).winner == "toads"


def test_what_goes_wrong_in_preparation_is_the_error_of_the_tasks_that_need_it(monkeypatch):
    def fail():
        raise ValueError("no room")

    context = TaskContext(TOADS)
    monkeypatch.setattr(context.adviser, "prepare", fail)
    context.begin_preparation()
    with pytest.raises(ValueError, match="no room"):
        Evaluate(()).run(context, Budget())
    assert ChooseMove((), side="toads", player="random").run(context, Budget()).move


def test_time_for_preparation_does_not_count(monkeypatch):
    context = TaskContext(TOADS)
    monkeypatch.setattr(context.adviser, "prepare", lambda: time.sleep(0.3))
    context.begin_preparation()
    assert Evaluate(()).run(context, Budget(Limits(0.25))).winner == "toads"


def test_a_time_limit_is_kept_by_the_engine():
    rows = ["ddddd", *["....."] * 3, "DDDDD"]
    large = {"game": "ugly-duck", "board": "\n".join(rows), "no_moves": "pass", "ask": "winner"}
    with Assistant(instance_of(large)) as assistant:
        began = time.monotonic()
        outlook = answer(assistant, Evaluate((), seconds=0.2))
        assert (outlook.winner, outlook.proven) == (None, False)
        assert time.monotonic() - began < PATIENCE  # without a limit it takes longer
