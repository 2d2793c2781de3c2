"""The certificate of five by five: who wins is known at once, and blue plays by it."""

import random

import pytest

import ducks
from docs.site import boards_left, packed
from tests.games.ugly_duck.test_answers import seen_by
from toadstone.core.budget import UNLIMITED, Budget, Limits
from toadstone.core.errors import DefectError
from toadstone.core.line import Line
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.games.ugly_duck import perfect_play
from toadstone.games.ugly_duck.certified import CertifiedPlay, read
from toadstone.games.ugly_duck.perfect_play import CertifiedUglyDuck
from toadstone.games.ugly_duck.rules import UglyDuckRules
from toadstone.games.ugly_duck.scenario import known_winner, usual_start
from toadstone.interface import instance_of
from toadstone.play.session import Session as Play
from toadstone.play.tasks import Task, TaskContext, evaluate

SMALL = usual_start().model_copy(update={"board": "ddd\n...\nDDD"})


@pytest.fixture(scope="module")
def play():
    known = CertifiedUglyDuck(UglyDuckRules(usual_start()), UNLIMITED)
    known.compile()
    return known


def test_only_the_start_on_five_by_five_is_known():
    start = usual_start()
    assert known_winner(start) == "blue"
    for change in ({"turn": "blue"}, {"no_moves": "pass"}, {"board": "ddd\n...\nDDD"}):
        assert known_winner(type(start).model_validate({**start.model_dump(), **change})) is None


@pytest.fixture
def small_play(monkeypatch):
    """The same for a start on three by three, by a certificate that the naive walk makes."""
    return small_play_by(replies_of_small_play(), monkeypatch)


def replies_of_small_play():
    return ducks.strategy(seen_by("ddd/.../DDD", "blue"), False, False, False, False)


def small_play_by(replies, monkeypatch):
    monkeypatch.setattr(perfect_play, "replies_of_certificate", lambda: replies)
    known = CertifiedUglyDuck(UglyDuckRules(SMALL), UNLIMITED)
    known.compile()
    return known


@pytest.fixture
def plain_play(tmp_path):
    """The same without compiled code, by the boards that the certificate leaves to green."""
    board = {"board": list(SMALL.lines), "turn": SMALL.turn, "no_moves": SMALL.no_moves}
    claim, replies = {"ask": "winner", "winner": "blue"}, {"blue": replies_of_small_play()}
    boards = boards_left({"claim": claim, "scenario": board, "strategies": replies})
    (tmp_path / "boards.gz").write_bytes(packed(boards))
    return CertifiedPlay(UglyDuckRules(SMALL), UNLIMITED, "blue", read(tmp_path / "boards.gz"))


@pytest.mark.parametrize(
    "which", ["small_play", "plain_play", pytest.param("play", marks=pytest.mark.exhaustive)]
)
def test_blue_wins_every_game_by_the_certificate(request, which):
    known = request.getfixturevalue(which)
    for seed in range(4):
        expect_blue_to_win(known, random.Random(seed))


def expect_blue_to_win(play, dice):
    """Play at random for green, and by the certificate for blue."""
    game = Line.begin(play.rules)
    nodes = play.nodes
    while game.ending is None:
        state = game.state
        assert play.payoff(state) == (1 if state.turn == "blue" else -1)
        move = play.first_best(state) if state.turn == "blue" else None
        game = game.after(move or dice.choice(game.rules.legal_moves(state)))
    assert game.ending.winner == "blue"
    assert play.nodes - nodes < 100  # nothing is searched but the last moves


def test_what_the_plain_search_takes_from_the_certificate_is_so(plain_play):
    rules, waiting, seen = plain_play.rules, [plain_play.rules.start()], set()
    unaided = PerfectPlay(rules)
    while waiting:
        state = waiting.pop()
        if (key := rules.key(state)) not in seen:
            seen.add(key)
            assert plain_play.payoff(state) == unaided.payoff(state), state
            waiting += [rules.play(state, move) for move in rules.legal_moves(state)]
    assert 0 < plain_play.nodes < unaided.nodes


def test_a_certificate_that_does_not_fit_is_a_defect(monkeypatch):
    replies = replies_of_small_play()
    for wrong in (replies[:-1], replies + "0", "Z" + replies[1:]):
        with pytest.raises(DefectError, match="does not fit"):
            small_play_by(wrong, monkeypatch)


@pytest.mark.exhaustive
def test_a_person_gets_blue_and_perfect_play_of_blue_is_proven(play):
    game = Play(instance_of(usual_start()))
    assert {side: str(each) for side, each in game.players.items()} == {
        "green": "casual",
        "blue": "person",
    }
    assert game.known_winner == "blue"
    game.assign(["green=person", "blue=perfect"])
    context = TaskContext(game.instance)
    context.adviser._play = play
    game.play(game.legal_moves[0])
    assert game.choose().run(context, Budget(Limits(10))).proven
    assert Task(evaluate, game.moves).run(context, Budget(Limits(10))).winner == "blue"
