"""Certificates of Toads and Frogs: true claims come with proofs, false ones never pass."""

import json
import random
from functools import cache
from itertools import product

import pytest

from checkers import verdict
from forging import forged
from tests.games.toads_and_frogs.test_answers import answer_to, scenario
from toads import OTHER, lengths_of_games, remoteness, rows_of, winner
from toadstone.games.toads_and_frogs.proof import ToadsAndFrogsCertifier
from toadstone_checker.checking import check
from toadstone_checker.toads_and_frogs import KIND

ASKS = ("winner", "remoteness", "shortest", "longest")


def certified(ask, *rows, turn="toads"):
    """Return the certificate of an answer, as somebody reads it from a file."""
    return json.loads(_certificate(ask, rows, turn))


@cache
def _certificate(ask, rows, turn):
    certifier = ToadsAndFrogsCertifier(scenario(*rows, turn=turn, ask=ask))
    return json.dumps(certifier.certificate(answer_to(ask, *rows, turn=turn)))


# --- an independent judge of claims -------------------------------------------------------------


def is_true(certificate):
    """Say whether the claim is true of the scenario, by the tests' own rules."""
    try:
        rows, turn = tuple(certificate["scenario"]["start"]), certificate["scenario"]["turn"]
        ask, values = certificate["claim"]["ask"], certificate["claim"]["values"]
        if not rows or any(not row or set(row) - set("TF_") for row in rows) or turn not in OTHER:
            return False
        first = {side: winner(rows, side) for side in OTHER}
        if ask == "winner":
            return values == first
        if ask == "remoteness":
            plies = remoteness(rows, turn)
            return values == {"winner": first[turn], "remoteness": plies}
        lengths = lengths_of_games(rows, turn)
        best = min(lengths) if ask == "shortest" else max(lengths)
        return values == {"plies": best} and ask in {"shortest", "longest"}
    except (KeyError, TypeError, AttributeError):
        return False


# --- true claims --------------------------------------------------------------------------------


@pytest.mark.few(2)
@pytest.mark.parametrize("ask", ASKS)
def test_every_answer_has_a_certificate_that_is_accepted_and_true(ask):
    rng = random.Random(ask)
    starts = [*((row,) for row in rng.sample(rows_of(5, 6, 7), 15)), ("TT__FF",), ("TTF",)]
    starts += [tuple(rng.sample(rows_of(3, 4), 2)) for _ in range(6)]
    for rows in starts:
        certificate = certified(ask, *rows, turn=rng.choice(list(OTHER)))
        check(certificate)
        assert is_true(certificate)


def test_a_certificate_of_the_winner_proves_it_whichever_side_begins():
    certificate = certified("winner", "TT__FF")
    assert certificate["certificate"] == KIND
    named = {side: winner("TT__FF", side) for side in OTHER}
    assert certificate["claim"] == {"ask": "winner", "values": named}
    assert all(certificate["strategies"].values())
    assert certified("winner", "T_TF")["strategies"]["frogs"] == {}  # the toads always win


# --- false claims -------------------------------------------------------------------------------


ROWS = ["TT__FF", "T__F", "TT_TF", "T_F_TF", "TTT_FFF", "_TF_TF", "T_TFF", "TF__TF"]


@pytest.mark.parametrize("ask", ASKS)
def test_no_forged_certificate_with_a_false_claim_passes(ask):
    """A claim is judged by the tests' own rules alone."""
    rng, false = random.Random(ask), 0
    honest = [certified(ask, row, turn=turn) for row in ROWS for turn in OTHER]
    honest.append(certified(ask, "T_F", "TT_F"))
    for _ in range(200):
        certificate = forged(rng.choice(honest), rng)
        true = is_true(certificate)
        false += not true
        assert true or verdict(certificate) != "valid", certificate
    assert false >= 40


def test_a_lie_is_found_out_with_the_best_replies_there_are():
    """Every false claim about a small row, with replies for every position."""
    for row in ROWS:
        for turn, plies, side in product(OTHER, range(12), OTHER):
            lie = certified("remoteness", row, turn=turn)
            lie["claim"]["values"] = {"winner": side, "remoteness": plies}
            assert (verdict(lie) == "valid") == is_true(lie)
