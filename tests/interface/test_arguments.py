"""Arguments of the Python interface that no scenario, game or machine can serve are refused."""

import re

import pytest

import toadstone

REFUSED = [
    (lambda: toadstone.load(None), "expected a path, a text, a dict or a scenario"),
    (lambda: toadstone.solve("jump-of-two", time_limit=float("nan")), "a time limit of at least"),
    (lambda: toadstone.solve("jump-of-two", seed=2**40), "a seed from 0 to 2147483647"),
    (lambda: toadstone.solve("jump-of-two", workers=0), "1 to 256 workers"),
    (lambda: toadstone.solve("jump-of-two", confirm="sometimes"), "confirm: expected"),
    (
        lambda: toadstone.prove("jump-of-two", budget=toadstone.Budget(), time_limit=3),
        "expected `budget` or else time_limit, workers and seed, found both",
    ),
    (lambda: toadstone.explain("starvation", all_cores=-1), "all_cores: expected at least 1"),
    (lambda: toadstone.certify("jump-of-two", "proof.json"), "expected an answer"),
    (lambda: toadstone.generate("frog-puzzle", count=0), "count: expected at least 1, found 0"),
    (lambda: toadstone.generate("frog-puzzle", count=10**30), "expected at most 1,000,000"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_an_argument_that_does_not_fit_is_refused_in_own_words(call, message):
    with pytest.raises(toadstone.RequestError, match=re.escape(message)):
        call()


def test_a_scenario_has_no_number_of_thousands_of_digits():
    """Python would not print it, so that no message could say what was found."""
    for wrong in ({"rolls": [10**5000]}, {"rolls": [4], "toad": {"hp": -(10**5000)}}):
        with pytest.raises(toadstone.InputError, match="number of over 30 digits is too large"):
            toadstone.load({"game": "river-toad", **wrong})
