"""Certificates of frog puzzles: true claims are proven, false ones never pass."""

import functools
import json
import math
import random
from collections import Counter

import pytest

from checkers import verdict
from exhaustive import in_groups
from forging import forged
from frogs import after_one_move, asking, fewest_moves, frog_puzzle, matches
from random_scenarios import every_row, some_goal
from toadstone.engines.answering import answer
from toadstone.engines.instance import Instance
from toadstone.games.frog_puzzle import GAME, proof
from toadstone.games.frog_puzzle.proof import FrogPuzzleCertifier
from toadstone_checker import frog_puzzle as checker
from toadstone_checker.certificate_file import Unusable

ASKS = [("min-moves",), ("reach",), ("reach", "min-moves"), ("min-moves", "reach")]


def certified(start, goal=None, names=("min-moves",)):
    """Return the certificate of the solver's answer, as somebody reads it from a file."""
    scenario = frog_puzzle(start, goal)
    said = answer(Instance(GAME, scenario, asking(*names)))
    return json.loads(json.dumps(FrogPuzzleCertifier(scenario).certificate(said)))


@functools.cache
def certificates():
    """Return certificates of the solver's answers to random puzzles, as text."""
    rng = random.Random(0)
    starts = [rng.choice(every_row(rng.randint(1, 7))) for _ in range(60)]
    made = [certified(start, some_goal(rng, start), rng.choice(ASKS)) for start in starts]
    return [json.dumps(content) for content in made]


def test_every_answer_has_a_certificate_that_is_accepted_and_true():
    seen = Counter()
    for content in map(json.loads, certificates()):
        assert verdict(content) == "valid"
        assert is_true(content)
        seen[content["claim"]["status"], content["positions"] is None] += 1
    assert len(seen) == 3  # proven by the plan alone, by positions beside it, or by positions only


@pytest.mark.parametrize(
    ("start", "goal", "positions"),
    [
        ("LLL_RRR", None, None),
        ("L_R", "R??", ["LR_", "L_R", "_LR"]),
        ("L_R", "_L?", ["L_R"]),
        ("L_R", "_LL", ["LR_", "L_R", "RL_", "R_L", "_LR", "_RL"]),
    ],
)
def test_a_goal_of_many_rows_or_none_comes_with_all_that_fewer_moves_lead_to(
    start, goal, positions
):
    assert certified(start, goal)["positions"] == positions


def test_a_proof_with_more_positions_than_the_checker_reads_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(proof, "MOST_POSITIONS", 71)
    with pytest.raises(Unusable, match="more than 71 positions, the most that the checker"):
        certified("LLL_RRR", "RRR_LLR")


def test_too_much_work_is_given_up(monkeypatch):
    honest = certified("LL_RR", "R????")
    monkeypatch.setattr("toadstone_checker.certificate_file.MOST_WORK", 100)
    assert verdict(honest) == "unusable"


def is_true(content):
    """Say whether the claim is true of the certificate's own scenario, by breadth-first search."""
    start, goal = content["scenario"]["start"], content["scenario"]["goal"]
    claim, plan = content["claim"], content["plan"]
    fewest = fewest_moves(start, goal)
    if claim["status"] == "infeasible":
        return fewest is None and plan is None and claim["values"] is None
    rows = played(start, goal, plan)
    if not rows or not matches(rows[-1], goal) or claim["values"] != {"moves": len(plan)}:
        return False
    return "min-moves" not in claim["ask"] or len(plan) == fewest


def played(start, goal, plan):
    """Return the rows of a plan, or none where a move is not legal or comes after the goal."""
    rows = [start]
    for move in plan:
        source, target = (int(cell) - 1 for cell in move.split("-"))
        row = rows[-1]
        if matches(row, goal) or not (0 <= source < len(row) and 0 <= target < len(row)):
            return []
        after = list(row)
        after[source], after[target] = row[target], row[source]
        if "".join(after) not in after_one_move(row) or row[source] == "_":
            return []
        rows.append("".join(after))
    return rows


def false_claim(content, rng):
    """Return a certificate with a claim that it does not prove: another's, or of no plan at all.

    Its positions are all that can be reached, but for the goal and what only the goal leads to.
    """
    if rng.random() < 0.3:
        other = json.loads(rng.choice(certificates()))
        parts = rng.choice([("claim", "plan"), ("positions",)])
        return content | {part: other[part] for part in parts}
    puzzle = checker.Puzzle(content["scenario"])
    found, waiting = {puzzle.start}, [puzzle.start]
    while waiting:
        rows = set(puzzle.must_follow(waiting.pop(), math.inf)) - found
        new = {row for row in rows if not puzzle.reached(row)}
        waiting += new
        found |= new
    claim = content["claim"] | {"status": "infeasible", "values": None}
    return content | {"claim": claim, "plan": None, "positions": sorted(found)}


@in_groups("seed", range(1500), size=500)
def test_no_forged_certificate_with_a_false_claim_passes(seed):
    """Change up to three things; what is false must not pass.

    Breadth-first search over all rows, which knows neither solver nor checker, says what is true.
    """
    rng = random.Random(seed)
    content = json.loads(rng.choice(certificates()))
    if rng.random() < 0.5:
        content = false_claim(content, rng)
    content = forged(content, rng)
    assert verdict(content) != "valid" or is_true(content)
