"""Certificates of frog puzzles: true claims are proven, false ones never pass."""

import copy
import functools
import json
import math
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from command_line import run
from exhaustive import in_groups
from forging import forged, places
from frogs import after_one_move, asking, fewest_moves, frog_puzzle, matches, rows_in_layers
from random_scenarios import every_row, some_goal
from toadstone.core.errors import RequestError
from toadstone.engines.answering import answer
from toadstone.engines.instance import Instance
from toadstone.games.frog_puzzle import GAME, proof
from toadstone.games.frog_puzzle.proof import FrogPuzzleCertifier, closed_set
from toadstone_checker import frog_puzzle as checker
from toadstone_checker.certificate_file import Invalid, Unusable, parse
from toadstone_checker.checking import check

ASKS = [("min-moves",), ("reach",), ("reach", "min-moves"), ("min-moves", "reach")]


def certified(start, goal=None, names=("min-moves",)):
    """Return the certificate of the solver's answer, as somebody reads it from a file."""
    scenario = frog_puzzle(start, goal)
    said = answer(Instance(GAME, scenario, asking(*names)))
    return json.loads(json.dumps(FrogPuzzleCertifier(scenario).certificate(said)))


def verdict(content):
    """Return what the checker says, reading the text as from a file."""
    try:
        check(parse(json.dumps(content).encode()))
    except Unusable:
        return "unusable"
    except Invalid as error:
        return error.args[0]
    return "valid"


# --- certificates of true claims ----------------------------------------------------------------


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(4))
def test_every_answer_has_a_certificate_that_is_accepted_and_true(seed):
    rng = random.Random(seed)
    seen = Counter()
    for _ in range(60):
        start = rng.choice(every_row(rng.randint(1, 7)))
        goal, names = some_goal(rng, start), rng.choice(ASKS)
        content = certified(start, goal, names)
        assert verdict(content) == "valid"
        assert is_true(content)
        seen[content["claim"]["status"], content["positions"] is None] += 1
    assert len(seen) == 3  # proven by the plan alone, by positions beside it, or by positions only


def test_a_goal_of_one_row_is_proven_by_its_plan_alone():
    content = certified("LLL_RRR")
    assert content["positions"] is None
    assert verdict(content) == "valid"


def test_a_shortest_plan_to_a_goal_of_many_rows_comes_with_all_that_fewer_moves_lead_to():
    content = certified("L_R", "R??")
    assert content["claim"]["values"] == {"moves": 2}
    assert content["positions"] == ["LR_", "L_R", "_LR"]


def test_a_single_move_to_a_goal_of_many_rows_comes_with_the_start():
    assert certified("L_R", "_L?")["positions"] == ["L_R"]


def test_the_verdict_that_there_is_no_plan_comes_with_everything_that_can_be_reached():
    content = certified("L_R", "_LL")
    assert content["positions"] == sorted(["L_R", "_LR", "LR_", "RL_", "_RL", "R_L"])


@pytest.mark.few(2)
@pytest.mark.parametrize("goal", [None, "RR_LR"])
@pytest.mark.parametrize("name", ["c.json", "c.json.gz"])
def test_prove_writes_what_verify_and_the_checker_by_itself_accept(tmp_path, goal, name):
    scenario = {"game": "frog-puzzle", "start": "LL_RR", "ask": "reach"}
    text = json.dumps(scenario | ({} if goal is None else {"goal": goal}))
    file = tmp_path / name
    arguments = ["prove", "-", "--certificate", str(file)]
    done = run(*arguments, input=text)
    assert done.exit_code == (0 if goal is None else 10)
    assert run("verify", file).exit_code == 0
    shutil.copytree(Path(checker.__file__).parent, tmp_path / "checker")
    alone = subprocess.run(
        [sys.executable, "-I", "checker", name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (alone.returncode, alone.stderr) == (0, "")
    assert alone.stdout.startswith("valid\nGame: frog-puzzle\nScenario:\n  start: LL_RR\n")


def test_a_proof_with_more_positions_than_the_checker_reads_is_refused_by_name(monkeypatch):
    puzzle = checker.Puzzle({"start": "LLL_RRR", "goal": "RRR_LLR"})
    positions = closed_set(puzzle, math.inf)
    assert positions == sorted(set().union(*rows_in_layers("LLL_RRR")))
    monkeypatch.setattr(proof, "MOST_POSITIONS", len(positions) - 1)
    with pytest.raises(RequestError, match="more than 71 positions, the most that the checker"):
        certified("LLL_RRR", "RRR_LLR")


# --- forged files -------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", ["R????", "RR_LR"], ids=["optimal", "infeasible"])
def test_no_value_of_another_kind_passes_for_what_is_false_or_stops_the_checker(goal):
    honest = certified("LL_RR", goal)
    for at in places(honest):
        for wrong in (None, True, 0, 3.0, "", "?", [], [["reach"]], {}):
            content = copy.deepcopy({"whole": honest})
            *steps, last = ("whole", *at)
            functools.reduce(lambda part, step: part[step], steps, content)[last] = wrong
            assert verdict(content["whole"]) != "valid" or content["whole"] == honest, (at, wrong)


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


@functools.cache
def bases():
    """Return honest certificates, and lies with the best positions that there are for them."""
    rng = random.Random(7)
    texts = []
    while len(texts) < 400:
        start = rng.choice(every_row(rng.randint(2, 6)))
        content = certified(start, some_goal(rng, start), rng.choice(ASKS))
        texts.append(json.dumps(content))
        puzzle, ask = checker.Puzzle(content["scenario"]), content["claim"]["ask"]
        false = content | {
            "claim": {"ask": ask, "status": "infeasible", "values": None},
            "plan": None,
            "positions": goalless(puzzle, math.inf),
        }
        texts.append(json.dumps(false))
        for plan in longer_plans(content["scenario"]):
            values = {"moves": len(plan)}
            false = content | {
                "claim": {"ask": ask, "status": "optimal", "values": values},
                "plan": plan,
            }
            bound = checker.exclusion(puzzle, ask, values)
            false["positions"] = None if bound is None else goalless(puzzle, bound)
            texts.append(json.dumps(false))
    return texts


def goalless(puzzle, fewer_than):
    """Return what can be reached, with the goal and what can only be reached by it left out."""
    found, waiting = {puzzle.start}, [puzzle.start]
    while waiting:
        new = {r for r in puzzle.must_follow(waiting.pop(), fewer_than) if not puzzle.reached(r)}
        waiting += new - found
        found |= new
    return sorted(found)


def longer_plans(scenario):
    """Return up to three plans that reach the goal, however many moves they take."""
    start, goal = scenario["start"], scenario["goal"]
    plans, waiting = [], [(start, [])]
    while waiting and len(plans) < 3:
        row, plan = waiting.pop()
        if matches(row, goal):
            plans.append(plan)
            continue
        for after in sorted(after_one_move(row)):
            source = next(c for c in range(len(row)) if row[c] != "_" and after[c] == "_")
            target = next(c for c in range(len(row)) if row[c] == "_" and after[c] != "_")
            waiting.append((after, [*plan, f"{source + 1}-{target + 1}"]))
    return plans


def test_the_bases_are_true_and_false_and_of_every_sort():
    sorts = Counter()
    for text in bases():
        content = json.loads(text)
        passed, true = verdict(content) == "valid", is_true(content)
        assert true or not passed
        status, ask = content["claim"]["status"], content["claim"]["ask"]
        sorts[true, status, "min-moves" in ask, content["positions"] is None] += 1
    for expected in [
        (True, "optimal", True, True),
        (True, "optimal", True, False),
        (True, "optimal", False, True),
        (True, "infeasible", True, False),
        (False, "infeasible", True, False),
        (False, "optimal", True, False),
    ]:
        assert sorts[expected] >= 3, expected


@in_groups("seed", range(2000), size=500)
def test_no_forged_certificate_with_a_false_claim_passes(seed):
    """Change up to three things; what is false must not pass.

    Breadth-first search over all rows, which knows neither solver nor checker, says what is true.
    """
    rng = random.Random(seed)
    content = forged(json.loads(rng.choice(bases())), rng)
    if rng.random() < 0.3:
        other = json.loads(rng.choice(bases()))
        content.update(
            {part: other[part] for part in rng.choice([("claim", "plan"), ("positions",)])}
        )
    assert verdict(content) != "valid" or is_true(content)


def test_no_lie_passes_when_each_row_that_the_checker_stumbles_over_is_left_out():
    lies = 0
    for text in bases():
        content = json.loads(text)
        for _ in range(20):
            try:
                check(content)
            except Unusable:
                break
            except Invalid as error:
                reason = error.args[1]  # "ROW leads to ..." or "...: ROW"
                row = reason.split()[0] if "leads" in reason else reason.split()[-1]
                if row not in (content["positions"] or ()):
                    break
                content["positions"].remove(row)
                lies += 1
            else:
                assert is_true(content)
                break
    assert lies > 100
