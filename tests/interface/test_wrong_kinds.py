"""Every function of the Python interface refuses arguments of a wrong kind in its own words."""

import inspect
import re

import numpy as np
import pytest

import toadstone

KINDS = {
    "a list": [[1]],
    "a dict": {b"x": [1]},
    "a number": 5,
    "bytes": b"x",
    "None": None,
    "an object": object(),
    "an array": np.array(["a", "b"]),
    "a number of 5,000 digits": 10**5000,
}

CALLS = {
    "load": {"source": "jump-of-two"},
    "scenario": {"game": "river-toad", "rolls": [4], "rows": 2, "hp": 3, "ask": "max-hp"},
    "solve": {"source": "jump-of-two"},
    "prove": {"source": "jump-of-two"},
    "check": {"source": "jump-of-two", "plan": ["stay"]},
    "review": {"source": "jump-of-two", "moves": ["stay"]},
    "grade": {"source": "jump-of-two", "submissions": {"ann": ["stay"]}},
    "export": {"source": "jump-of-two", "to": "cp-sat"},
    "explain": {"source": "starvation"},
    "compare": {"source": "jump-of-two"},
    "plans": {"source": "jump-of-two"},
    "count_plans": {"source": "jump-of-two"},
    "certify": {"path": "proof.json"},
    "verify": {"path": "proof.json"},
    "draw": {"subject": "jump-of-two", "path": "start.svg"},
    "atlas": {"game": "toads-and-frogs", "cells": 3},
    "batch": {"paths": "jump-of-two", "workers": 1},
    "generate": {"game": "frog-puzzle", "cells": 10, "length": 12},
    "Limits": {},
    "Listener": {},
    "Budget": {},
}
"""Every public function or class that a user calls, with the arguments that it needs."""

NOT_CALLED = {"Answer", "Scenario", "Status", "__version__", "ToadstoneError"}
"""What a user gets, and what is raised; the names of errors end in `Error`."""

FURTHER = {"load": "hp", "scenario": "rolls", "generate": "cells"}
"""One of the further keywords of a function; `batch` tells in a line what is wrong with them."""


@pytest.fixture(scope="module")
def needed(tmp_path_factory):
    """Return the arguments of every call, in a folder that has the files they name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("needed"))
        answer = toadstone.solve("jump-of-two")
        toadstone.certify(answer, "proof.json")
        yield {**CALLS, "certify": {"answer": answer, "path": "again.json"}}


def call(function, arguments):
    """Call a public function; take every result of an iterator."""
    result = getattr(toadstone, function)(**arguments)
    if function in {"plans", "batch"}:
        list(result)


def wrong_arguments(function):
    """Yield each argument of a function with each kind that its type excludes."""
    for parameter in inspect.signature(getattr(toadstone, function)).parameters.values():
        further = parameter.kind is parameter.VAR_KEYWORD
        name = FURTHER.get(function) if further else parameter.name
        words = parameter.annotation.replace("[", " ").replace("]", " ").split()
        fitting = {"None"} & set(words)
        if {"int", "float"} & set(words):
            fitting |= {"a number", "a number of 5,000 digits"}
        for kind in KINDS if name else ():
            if kind not in fitting:
                yield name, kind


def test_every_public_function_is_called():
    errors = {name for name in toadstone.__all__ if name.endswith("Error")}
    assert set(CALLS) == set(toadstone.__all__) - errors - NOT_CALLED


@pytest.mark.parametrize("function", CALLS)
def test_what_a_function_needs_fits_and_what_is_of_a_wrong_kind_raises_a_toadstone_error(
    function, needed
):
    call(function, needed[function])
    others = {}
    for argument, kind in wrong_arguments(function):
        try:
            call(function, {**needed[function], argument: KINDS[kind]})
            others[argument, kind] = "no error"
        except toadstone.ToadstoneError as error:
            assert str(error)  # noqa: PT017  # that it has words is all that they share
        except Exception as error:
            others[argument, kind] = repr(error)
    assert others == {}


MESSAGES = [
    ("load", {"game": []}, "game: expected a name, found an empty list"),
    ("solve", {"time_limit": float("nan")}, "a time limit of at least 0 s"),
    ("solve", {"seed": 2**40}, "a seed from 0 to 2147483647"),
    ("solve", {"workers": 0}, "1 to 256 workers"),
    ("solve", {"confirm": "sometimes"}, "confirm: expected"),
    ("prove", {"budget": toadstone.Budget(), "time_limit": 3}, "time_limit, workers and seed"),
    ("grade", {"submissions": {"ann": 5}}, "a list of moves or the path"),
    ("explain", {"all_cores": -1}, "all_cores: expected a whole number of at least 1"),
    ("certify", {"answer": "jump-of-two"}, "expected an answer"),
    ("generate", {"count": 10**30}, "expected at most 1,000,000"),
]


def test_a_scenario_has_no_number_of_thousands_of_digits():
    """Python would not print it, so that no message could say what was found."""
    for wrong in ({"rolls": [10**5000]}, {"rolls": [4], "toad": {"hp": -(10**5000)}}):
        with pytest.raises(toadstone.InputError, match="number of over 30 digits is too large"):
            toadstone.load({"game": "river-toad", **wrong})


@pytest.mark.parametrize(("function", "wrong", "message"), MESSAGES)
def test_an_argument_that_does_not_fit_is_refused_in_own_words(function, wrong, message, needed):
    with pytest.raises(toadstone.RequestError, match=re.escape(message)):
        call(function, {**needed[function], **wrong})
