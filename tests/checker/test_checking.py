"""The words in which the checker says what a certificate proves."""

import pytest

from toadstone_checker.certificate_file import Unusable
from toadstone_checker.checking import Proven, check, values_in_words, words


def claimed(*ask, **values):
    return values_in_words({"ask": list(ask), "values": values})


@pytest.mark.parametrize(
    ("ask", "found", "sentence"),
    [
        ("at-least", {"at_least": True}, "the value is at least *"),
        ("at-least", {"at_least": False}, "the value is not at least *"),
        ("compare-with", {"relation": "="}, "the value is equal to *"),
        ("compare-with", {"relation": ">"}, "the value is greater than *"),
        ("compare-with", {"relation": "<"}, "the value is less than *"),
        ("compare-with", {"relation": "||"}, "the value is confused with *"),
    ],
)
def test_how_two_values_compare_is_a_sentence(ask, found, sentence):
    assert claimed(ask, **found, other="*") == sentence


def test_who_wins_is_a_sentence_for_each_side_that_may_move_first():
    assert claimed("winner", toads="frogs", frogs="frogs") == [
        "frogs win if toads move first",
        "frogs win if frogs move first",
    ]


@pytest.mark.parametrize(
    ("ask", "values"), [(["winner"], {"winner": "X"}), (["winner", "max-hp"], {"hp": 3})]
)
def test_other_values_stay_as_they_are(ask, values):
    assert claimed(*ask, **values) == values


def test_words_leave_out_what_is_null_or_empty():
    assert words({"hp": 3, "limit": None, "forbid": [], "cells": [1, 2]}) == "hp 3, cells 1, 2"
    assert [words([]), words({}), words(None), words(0)] == ["none", "none", "none", "0"]


def test_a_line_has_79_characters_at_most_unless_something_else_is_said():
    claim = {"ask": ["max-hp"], "status": "optimal", "values": {"hp": 3}}
    proven = Proven("river-toad", {"rolls": [0] * 24 + [1111], "note": "n" * 71}, claim)
    game, scenario, rolls, note, *rest = proven.lines()
    assert [game, scenario] == ["Game: river-toad", "Scenario:"]
    assert rolls == f"  rolls: {', '.join(['0'] * 18)} ... (25 in all)"
    assert note == f"  note: {'n' * 71}"
    assert len(note) == 79
    assert rest == ["Claim:", "  ask: max-hp", "  status: optimal", "  values: hp 3"]
    odd = Proven("river-toad", {"note": "a\x1b[2Jb"}, claim)
    assert [*odd.lines()][2] == r"  note: a\x1b[2Jb"
    longer = Proven("river-toad", {"note": "n" * 72}, claim)
    assert [*longer.lines()][2] == f"  note: {'n' * 67} ..."
    assert [*longer.lines(80)][2] == f"  note: {'n' * 72}"


@pytest.mark.parametrize("kind", ["a letter", "", None, [], {}, 1])
def test_a_certificate_of_no_known_kind_is_unusable(kind):
    with pytest.raises(Unusable, match="expected a kind known here: toadstone "):
        check({"certificate": kind})


def test_the_rules_that_were_trusted_are_named_with_their_hash():
    claim = {"ask": ["winner"], "status": "optimal", "values": {"winner": "left"}}
    rules = {"file": "nim.py", "sha256": "0123456789abcdef" * 4}
    assert list(Proven("nim", {}, claim, rules).lines())[1:3] == [
        "Rules: trusted as they stand in nim.py",
        f"  sha256: {rules['sha256']}",
    ]
