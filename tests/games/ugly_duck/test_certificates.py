"""Certificates of Ugly Duck: honest ones are accepted, forged ones refused.

The stream of replies is stated twice: by the checker, and by the naive walk of `ducks`.
"""

import gzip
import json
from functools import partial

import pytest

import ducks
from exhaustive import EXHAUSTIVE
from places import ROOT
from tests.games.ugly_duck.test_answers import answer_of, scenario, seen_by
from toadstone.core.budget import Budget, Limits, Listener
from toadstone.core.errors import LimitReachedError
from toadstone.files.source import read_source
from toadstone.games.ugly_duck.proof import UglyDuckCertifier
from toadstone.loading import read_scenario
from toadstone.proofs.certificate import verify, write_certificate
from toadstone_checker.certificate_file import Invalid, Unusable
from toadstone_checker.checking import check
from toadstone_cli.solve import Beside

THREE_BY_THREE = "ddd/.../DDD"
FOUR_BY_FOUR = "dddd/..../..../DDDD"


def certificate(text, winner, replies, turn="green", passes=False):
    return {
        "certificate": "toadstone ugly-duck 1",
        "scenario": {
            "board": text.split("/"),
            "turn": turn,
            "no_moves": "pass" if passes else "loses",
        },
        "claim": {"ask": "winner", "winner": winner},
        "strategies": replies,
    }


def verdict(content):
    try:
        check(content)
    except Invalid:
        return "invalid"
    except Unusable:
        return "unusable"
    return "valid"


def naive_certificate(text, turn, passes, last=False):
    """Return a certificate made without the project."""
    worth = ducks.payoff(seen_by(text, turn), passes)
    winner = {1: turn, 0: "draw", -1: ducks.OTHER[turn]}[worth]
    holders = ("green", "blue") if worth == 0 else (winner,)
    replies = {
        side: ducks.strategy(seen_by(text, side), side == turn, passes, worth == 0, last)
        for side in holders
    }
    return certificate(text, winner, replies, turn, passes)


def honest():
    return naive_certificate(THREE_BY_THREE, "green", passes=False)


def test_a_strategy_for_one_ruling_does_not_pass_for_the_other():
    board = "d../DdD/sDs"
    stuck = naive_certificate(board, "green", passes=False)
    assert stuck["claim"]["winner"] == "blue"
    stuck["scenario"]["no_moves"] = "pass"
    assert verdict(stuck) == "invalid"


def test_a_reply_beyond_the_sixty_third_move_is_read():
    text = "...dddd/......./sssssss/ddddddd/......./sssssss/...D..."
    replies = []

    def reply(given, moves):
        """Play the last move of all, then bring the first swan home."""
        replies.append(0 if replies else len(moves) - 1)
        return replies[-1]

    ducks.walk(seen_by(text, "green"), True, False, False, reply)
    written = ducks.written(replies)
    assert written[0] == "_"
    assert verdict(certificate(text, "green", {"green": written})) == "valid"
    assert verdict(certificate(text, "green", {"green": "__" + written[1:]})) == "invalid"


@pytest.mark.parametrize("ruling", ["loses", "pass"])
@pytest.mark.parametrize(
    "board",
    ["dddd/..../DDDD", "ddd/.../.../DDD", pytest.param(FOUR_BY_FOUR, marks=EXHAUSTIVE)],
)
def test_what_is_written_is_valid_by_both_walks(board, ruling, tmp_path):
    asked = scenario(board, no_moves=ruling)
    path = tmp_path / "proof.json.gz"
    write_certificate(str(path), UglyDuckCertifier(asked), answer_of(asked))
    assert verify(str(path)).valid
    content = json.loads(gzip.decompress(path.read_bytes()))
    ((winner, replies),) = content["strategies"].items()
    passes = ruling == "pass"
    assert ducks.holds(replies, seen_by(board, winner), winner == "green", passes, False)


def test_the_making_of_a_certificate_can_be_stopped(tmp_path):
    asked = scenario(FOUR_BY_FOUR)
    answer = answer_of(asked)
    path = tmp_path / "proof.json"

    def stop(words):
        assert "replies" in words
        raise LimitReachedError

    with pytest.raises(LimitReachedError):
        write_certificate(
            str(path), UglyDuckCertifier(asked), answer, Budget(listener=Listener(tell=stop))
        )
    assert not path.exists()


def test_a_certificate_for_which_no_time_is_left_is_not_written(tmp_path, capsys):
    asked = scenario(FOUR_BY_FOUR)
    path = tmp_path / "proof.json"
    write = partial(write_certificate, str(path), UglyDuckCertifier(asked))
    beside = Beside(Limits(0.0), str(path), {str(path): write})
    beside.write(answer_of(asked))
    assert beside.certified is None
    assert not path.exists()
    assert "no certificate: the time limit was reached" in capsys.readouterr().err


def test_a_check_can_be_stopped_and_says_how_it_goes(monkeypatch):
    monkeypatch.setattr("toadstone_checker.certificate_file.BETWEEN_LOOKS", 1)
    content, heard = json.loads(json.dumps(honest())), []
    check(content, heard.append)
    assert len(heard) > 10

    def stop(words):
        raise LimitReachedError

    with pytest.raises(LimitReachedError):
        check(content, stop)


# The proof that comes with the project


@pytest.mark.exhaustive
def test_the_full_game_on_five_by_five_comes_with_its_proof():
    proof = ROOT / "proofs" / "ugly-duck-five-by-five.json.gz"
    content = json.loads(gzip.decompress(proof.read_bytes()))
    asked = read_scenario(read_source(str(ROOT / "scenarios/ugly-duck/five-by-five.yaml")))
    assert content["scenario"]["board"] == list(asked.lines)
    assert (content["scenario"]["turn"], content["scenario"]["no_moves"]) == ("green", "loses")
    assert content["claim"] == {"ask": "winner", "winner": "blue"}
    assert verify(str(proof)).valid
