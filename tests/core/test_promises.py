"""Rules that break a promise are refused, with one sentence that says which."""

import sys

import pytest

from nim import NimRules, nim
from programs import ran
from toadstone.core.errors import BrokenGameError
from toadstone.core.promises import Trial
from toadstone.core.rules import Outcome


class Broken(NimRules):
    """Nim with one method that breaks a promise; each subclass says which."""


def breaking(**methods):
    return type("Broken", (Broken,), methods)


def never(self, *_):
    while True:
        pass


def more_each_time(self, state):
    self.asked = getattr(self, "asked", 0) + 1
    return tuple(range(1, min(3, state.size) + self.asked))


def fails(self, state):
    return state.heap


BROKEN = [
    ({"play": never}, "in `3 left`: the call does not end within 0.1 s"),
    ({"start": never}, "the start: the call does not end within 0.1 s"),
    (
        {"play": lambda self, state, move: self.null_move(state)},
        "moves lead back to `3 left`, so it never ends",
    ),
    ({"play": lambda self, state, move: state}, "the same side is to move after"),
    ({"legal_moves": more_each_time}, "the legal moves of `3 left` change when asked again"),
    ({"legal_moves": lambda *_: (1, 1)}, "a legal move of `3 left` is there twice"),
    (
        {"legal_moves": lambda *_: 3},
        "the legal moves of `3 left`: TypeError: 'int' object is not iterable",
    ),
    (
        {"legal_moves": fails},
        "the legal moves of `3 left`: AttributeError: 'Heap' object has no "
        "attribute 'heap' (test_promises.py, line ",
    ),
    ({"legal_moves": lambda *_: ()}, "`3 left` has no legal move, and nobody has won"),
    (
        {"legal_moves": lambda *_: (4,)},
        "`4` in `3 left` is among the legal moves, but illegal: `4` is no move",
    ),
    ({"why_illegal": lambda *_: "no"}, " in `3 left` is among the legal moves, but illegal: no"),
    ({"why_illegal": lambda *_: None}, " is not legal, but no reason is given"),
    ({"outcome": lambda *_: True}, "the outcome of `3 left` is bool, not Outcome or None"),
    (
        {"outcome": lambda *_: Outcome("me", "so")},
        "the outcome of `3 left` names `me`, who is no side",
    ),
    ({"outcome": lambda *_: Outcome.drawn("so")}, "`3 left` is the end, but has legal moves"),
    ({"to_move": lambda *_: "me"}, "`me` is to move in `3 left`: no side"),
    ({"position": lambda *_: "here"}, "are one position, `here`, but have other legal moves"),
    ({"read_state": lambda self, text: text}, "the text `3 left` is read as `3 left`"),
    ({"read_move": lambda self, text: text}, "the text of the move "),
    ({"figures": lambda *_: {"left": "three"}}, "what is measured in `3 left` is no mapping"),
    ({"observe": lambda *_: None}, "what is observed in `3 left` is no mapping"),
]


@pytest.mark.parametrize(("methods", "sentence"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_promise_is_one_sentence(methods, sentence):
    if methods.get("legal_moves") and "`4` in" in sentence:
        methods["why_illegal"] = lambda self, state, move: "`4` is no move"
    rules = breaking(**methods)(nim(3))
    with pytest.raises(BrokenGameError) as caught:
        Trial("nim", rules, seconds_a_call=0.1).lines(5, 100)
    assert str(caught.value).startswith("the game nim")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_rules_that_keep_their_promises_are_tried_in_silence():
    trial = Trial("nim", NimRules(nim(7)))
    trial.lines(10, 100)
    assert trial.ended
    assert len(trial.states) > 8


def test_rules_that_cannot_be_made_are_one_sentence():
    with pytest.raises(BrokenGameError, match=r"^the game nim: its rules: ZeroDivisionError: "):
        Trial.of("nim", lambda: 1 // 0)


WATCHED_AND_TRACED = """
import sys, time
from contextlib import suppress
from toadstone.core.promises import NeverEndsError, watched
with suppress(NeverEndsError), watched(lambda: NeverEndsError, 0.01):
    time.sleep(0.05)
with watched(lambda: None, 1.0):
    pass
sys.setprofile(lambda *of: None)
(lambda: print("ended"))()
"""


def test_a_watch_leaves_nothing_behind_that_stops_a_traced_program():
    assert ran(sys.executable, "-c", WATCHED_AND_TRACED, timeout=60).stdout == "ended\n"
