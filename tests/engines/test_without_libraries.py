"""Without OR-Tools, numba and numpy the plain methods answer, or one sentence says why not."""

import json
import sys

import pytest

import toadstone
from programs import ran

BLOCKED = """
import json, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numba", "numpy", "ortools", "pandas"}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
import toadstone

for name in sys.argv[1:]:
    try:
        print(json.dumps(toadstone.solve(name).to_json()))
    except toadstone.RequestError as error:
        print(json.dumps({"error": str(error)}))
"""


def solved_without(*names):
    lines = ran(sys.executable, "-c", BLOCKED, *names, check=True).stdout.splitlines()
    return dict(zip(names, map(json.loads, lines), strict=True))


SAME = ["first-across", "two-pairs", "jump-of-two", "starvation", "least-start-hp", "last-raid"]
SAME += ["two-against-two", "compared-with-one-star", "three-by-three"]


@pytest.fixture(scope="module")
def solved():
    return solved_without(*SAME, "front-of-moves-and-hp", "shared")


@pytest.mark.parametrize("name", SAME)
def test_the_answer_is_the_same_and_derived_twice(solved, name):
    usual = toadstone.solve(name).to_json()
    for key in ("status", "values", "confirmed_by"):
        assert solved[name][key] == usual[key]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("front-of-moves-and-hp", "a front of river-toad is for cp-sat, which needs ortools"),
        ("shared", "shared of squirrel-war is for cp-sat, which needs ortools"),
    ],
)
def test_what_needs_a_library_says_so(solved, name, words):
    assert words in solved[name]["error"]
