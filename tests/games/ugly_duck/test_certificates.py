"""Certificates of Ugly Duck: honest ones are accepted, forged ones refused.

The stream of replies is stated twice: by the checker, and by the naive walk of `ducks`.
"""

import gzip
import json
import re

import pytest

import ducks
from checkers import verdict
from command_line import run
from exhaustive import EXHAUSTIVE
from places import ROOT
from tests.games.ugly_duck.test_answers import answer_of, scenario, seen_by
from toadstone.core.budget import Limits
from toadstone.engines.adversarial.kernels import walk
from toadstone.files.source import read_source
from toadstone.games.ugly_duck.proof import UglyDuckCertifier
from toadstone.loading import read_scenario
from toadstone.proofs.certificate import verify, write_certificate
from toadstone_cli.solve import Certificate
from toadstone_cli.streams import ExitStatus

FOUR_BY_FOUR = "dddd/..../..../DDDD"


def certificate(text, winner, replies, passes=False):
    no_moves = "pass" if passes else "loses"
    return {
        "certificate": "toadstone ugly-duck 1",
        "scenario": {"board": text.split("/"), "turn": "green", "no_moves": no_moves},
        "claim": {"ask": "winner", "winner": winner},
        "strategies": replies,
    }


def test_a_strategy_for_one_ruling_does_not_pass_for_the_other():
    board = "d../DdD/sDs"
    replies = {"blue": ducks.strategy(seen_by(board, "blue"), False, False, False)}
    assert verdict(certificate(board, "blue", replies)) == "valid"
    assert verdict(certificate(board, "blue", replies, passes=True)) == "invalid"


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


@pytest.mark.parametrize(
    ("board", "ruling"),
    [
        ("dddd/..../DDDD", "loses"),
        ("ddd/.../DDD", "pass"),
        pytest.param(FOUR_BY_FOUR, "pass", marks=EXHAUSTIVE),
    ],
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


def test_a_certificate_for_which_no_time_is_left_is_not_written(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(walk, "REPLIES_AT_A_TIME", 5)
    asked = scenario("ddd/.../DDD")
    path = tmp_path / "proof.json"
    answer = answer_of(asked)
    Certificate(str(path), Limits(0.0), answer.instance).write_with(answer, (), None)
    assert not path.exists()
    assert "no certificate: the time limit was reached" in capsys.readouterr().err


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


def test_a_search_that_is_stopped_says_what_it_searched_and_what_is_known():
    done = run("solve five-by-five --time-limit 2 --confirm never")
    assert done.exit_code == ExitStatus.UNDECIDED
    (nodes,) = re.findall(r"([\d,]+) nodes", done.stdout)
    assert int(nodes.replace(",", "")) > 10_000
    assert "Known: blue wins, by a proof that comes with Toadstone.\n" in done.stdout
