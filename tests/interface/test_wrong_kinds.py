"""Every function of the Python interface refuses arguments of a wrong kind in its own words."""

import inspect
from pathlib import Path

import pytest

import toadstone

KINDS = {
    "a list": [[1]],
    "a dict": {b"x": [1]},
    "a number": 5,
    "bytes": b"x",
    "None": None,
    "an object": object(),
}

CALLS = {
    "load": {"source": "jump-of-two"},
    "scenario": {"game": "river-toad", "rolls": [4], "rows": 2, "hp": 3, "ask": "max-hp"},
    "solve": {"source": "jump-of-two"},
    "prove": {"source": "jump-of-two"},
    "check": {"source": "jump-of-two", "plan": ["stay"]},
    "review": {"source": "jump-of-two", "moves": ["stay"]},
    "grade": {"source": "jump-of-two", "submissions": {"ann": ["stay"]}},
    "export": {"source": "jump-of-two", "to": "lp"},
    "check_solution": {"source": "jump-of-two", "to": "asp", "output": "clingo.out"},
    "explain": {"source": "starvation"},
    "compare": {"source": "jump-of-two"},
    "plans": {"source": "jump-of-two"},
    "count_plans": {"source": "jump-of-two"},
    "certify": {"path": "proof.json"},
    "verify": {"path": "proof.json"},
    "draw": {"subject": "jump-of-two", "path": "start.svg"},
    "svg": {"subject": "jump-of-two"},
    "atlas": {"game": "toads-and-frogs", "cells": 3},
    "tournament": {"source": "two-against-two", "games": 1},
    "batch": {"paths": "jump-of-two", "workers": 1},
    "generate": {"game": "frog-puzzle", "cells": 5, "length": 4},
    "Limits": {},
    "Listener": {},
    "Budget": {},
}
"""Every public function or class that a user calls, with the arguments that it needs."""

NOT_CALLED = {"Answer", "Scenario", "Status", "__version__", "ToadstoneError"}
"""What a user gets, and what is raised; the names of errors end in `Error`."""

FURTHER = {"load": "hp", "scenario": "rolls", "generate": "cells"}
"""One of the further keywords of a function; `batch` tells in a line what is wrong with them."""


@pytest.fixture
def needed(tmp_path, monkeypatch):
    """Return the arguments of every call, in a folder that has the files they name."""
    monkeypatch.chdir(tmp_path)
    answer = toadstone.solve("jump-of-two")
    toadstone.certify(answer, "proof.json")
    Path("clingo.out").write_text("Answer: 1\nat(0,3) at(1,3)\n")
    return {**CALLS, "certify": {"answer": answer, "path": "again.json"}}


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
            fitting.add("a number")
        for kind in KINDS if name else ():
            if kind not in fitting:
                yield name, kind


def test_every_public_function_is_called():
    errors = {name for name in toadstone.__all__ if name.endswith("Error")}
    assert set(CALLS) == set(toadstone.__all__) - errors - NOT_CALLED


@pytest.mark.parametrize("function", CALLS)
def test_the_arguments_that_a_function_needs_fit(function, needed):
    call(function, needed[function])


@pytest.mark.parametrize("function", CALLS)
def test_an_argument_of_a_wrong_kind_raises_a_toadstone_error(function, needed):
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
