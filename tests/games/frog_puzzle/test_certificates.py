"""Certificates of frog puzzles: true claims are proven, false ones never pass."""

import copy
import functools
import gzip
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
from frogs import after_one_move, asking, fewest_moves, frog_puzzle, matches, rows_in_layers
from random_scenarios import every_row, some_goal
from toadstone.core.errors import RequestError
from toadstone.engines.answering import answer
from toadstone.engines.instance import Instance
from toadstone.games.frog_puzzle import GAME, certificate
from toadstone.games.frog_puzzle.certificate import FrogPuzzleCertifier, closed_set
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
    monkeypatch.setattr(certificate, "MOST_POSITIONS", len(positions) - 1)
    with pytest.raises(RequestError, match="more than 71 positions, the most that the checker"):
        certified("LLL_RRR", "RRR_LLR")


# --- hostile files ------------------------------------------------------------------------------


@functools.cache
def text_of_honest():
    return json.dumps(certified("LL_RR", "R????"))


def honest():
    return json.loads(text_of_honest())


def changed(*path, value):
    """Return an honest certificate with another value at the end of a path."""
    content = honest()
    *steps, last = path
    functools.reduce(lambda part, step: part[step], steps, content)[last] = value
    return content


HOSTILE = {
    "a key too many": lambda: honest() | {"more": 1},
    "a key too few": lambda: {k: v for k, v in honest().items() if k != "positions"},
    "another kind": lambda: honest() | {"certificate": "toadstone frog-puzzle 2"},
    "a kind that is a list": lambda: honest() | {"certificate": []},
    "no start": lambda: changed("scenario", "start", value=""),
    "no cells": lambda: honest() | {"scenario": {"start": "", "goal": ""}},
    "a start with a letter unknown": lambda: changed("scenario", "start", value="LX_RR"),
    "a start with a question mark": lambda: changed("scenario", "start", value="L?_RR"),
    "a start that is a list": lambda: changed("scenario", "start", value=list("LL_RR")),
    "a goal of another length": lambda: changed("scenario", "goal", value="R???"),
    "a goal that is null": lambda: changed("scenario", "goal", value=None),
    "a row too long": lambda: honest() | {"scenario": {"start": "L" * 61, "goal": "?" * 61}},
    "asks nothing": lambda: changed("claim", "ask", value=[]),
    "asks twice": lambda: changed("claim", "ask", value=["reach", "reach"]),
    "asks a list": lambda: changed("claim", "ask", value=[["reach"]]),
    "asks the unknown": lambda: changed("claim", "ask", value=["max-hp"]),
    "status unknown": lambda: changed("claim", "status", value="unknown"),
    "status a list": lambda: changed("claim", "status", value=[]),
    "optimal without a plan": lambda: honest() | {"plan": None},
    "optimal without figures": lambda: changed("claim", "values", value=None),
    "figures unknown": lambda: changed("claim", "values", value={"hp": 3}),
    "infeasible with a plan": lambda: changed("claim", "status", value="infeasible"),
    "a plan of numbers": lambda: honest() | {"plan": [12, 31]},
    "a plan of lists": lambda: honest() | {"plan": [["2-3"]]},
    "a plan that is text": lambda: honest() | {"plan": "2-3"},
    "positions null": lambda: honest() | {"positions": None},
    "positions as an object": lambda: honest() | {"positions": {}},
    "a position that is null": lambda: changed("positions", 0, value=None),
    "a position of another length": lambda: changed("positions", 0, value="LL_R"),
    "a position with a question mark": lambda: changed("positions", 0, value="LL?RR"),
    "positions that are not due": lambda: changed("claim", "ask", value=["reach"]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_unusable(name):
    assert verdict(HOSTILE[name]()) == "unusable"


@pytest.mark.parametrize(
    "ask", [[], ["reach", "reach"], ["max-hp"], ["reach", "max-hp"], [["reach"]], "reach"]
)
def test_a_proof_that_asks_nothing_twice_or_the_unknown_is_unusable(ask):
    content = certified("LL_RR", names=("reach",))
    assert verdict(content) == "valid"
    content["claim"]["ask"] = ask
    assert verdict(content) == "unusable"


@pytest.mark.parametrize(
    ("part", "value"),
    [("status", "unknown"), ("status", None), ("values", {"moves": 3})],
)
def test_a_proof_that_there_is_no_plan_claims_nothing_else(part, value):
    content = certified("L_R", "_LL")
    assert verdict(content) == "valid"
    content["claim"][part] = value
    assert verdict(content) == "unusable"


def test_a_proof_that_there_is_no_plan_has_none():
    assert verdict(certified("L_R", "_LL") | {"plan": ["1-2"]}) == "unusable"


def test_the_checker_of_one_game_refuses_the_kind_of_another():
    checker.check(honest())
    with pytest.raises(Unusable, match="expected the kind 'toadstone frog-puzzle 1'"):
        checker.check(honest() | {"certificate": "toadstone river-toad 1"})


def test_a_row_may_have_sixty_cells():
    content = certified("L" * 59 + "_", "L" * 58 + "_L")
    assert verdict(content) == "valid"


@pytest.mark.parametrize("number", ["3.0", "true", "null", '"3"', "NaN", "1e1", "[3]", "{}"])
def test_only_a_whole_number_is_a_number_of_moves(number):
    text = json.dumps(changed("claim", "values", "moves", value="here")).replace('"here"', number)
    with pytest.raises((Unusable, Invalid)):
        check(parse(text.encode()))


def test_too_much_work_is_given_up(monkeypatch):
    monkeypatch.setattr("toadstone_checker.certificate_file.MOST_WORK", 100)
    assert verdict(honest()) == "unusable"


def test_a_cut_off_gzip_is_unusable():
    data = gzip.compress(text_of_honest().encode())
    with pytest.raises(Unusable):
        check(parse(data[:-9]))


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"plan": ["2-3"]}, "plan"),
        ({"plan": ["2-3", "2-3"]}, "plan, turn 2"),
        ({"plan": ["5-4"]}, "plan, turn 1"),
        ({"plan": ["LL_RR"]}, "plan, turn 1"),
        ({"claim": {"ask": ["min-moves"], "status": "optimal", "values": {"moves": 9}}}, "claim"),
        ({"positions": []}, "positions"),
    ],
)
def test_the_checker_says_where_a_proof_fails(change, at):
    assert verdict(honest() | change) == at


def test_a_plan_may_not_go_on_after_the_goal():
    content = certified("L__", "?L?")
    content["plan"].append("2-3")
    assert verdict(content) == "plan, turn 2"


# --- mutants ------------------------------------------------------------------------------------


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
            bound = checker.excluded(puzzle, ask, values)
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


class Mutation:
    """The ways to change a certificate; each says no, with an error, where it has no effect."""

    def __init__(self, rng):
        self.rng = rng

    def position_removed(self, content):
        content["positions"].pop(self.rng.randrange(len(content["positions"])))

    def position_altered(self, content):
        positions = content["positions"]
        at = self.rng.randrange(len(positions))
        positions[at] = "".join(self.rng.sample(positions[at], len(positions[at])))

    def positions_null(self, content):
        content["positions"] = None

    def positions_empty(self, content):
        content["positions"] = []

    def positions_of_another(self, content):
        content["positions"] = json.loads(self.rng.choice(bases()))["positions"]

    def what_is_complained_of_removed(self, content):
        """Leave out, again and again, the row that the checker stumbles over."""
        for _ in range(20):
            try:
                check(content)
            except Unusable:
                return
            except Invalid as error:
                reason = error.args[1]  # "ROW leads to ..." or "...: ROW"
                ends = reason.split()[0], reason.split()[-1]
                content["positions"].remove(ends["leads" not in reason])

    def claim_of_another(self, content):
        other = json.loads(self.rng.choice(bases()))
        content.update(claim=other["claim"], plan=other["plan"])

    def claims_infeasible(self, content):
        content["claim"].update(status="infeasible", values=None)
        content["plan"] = None

    def another_question(self, content):
        content["claim"]["ask"] = list(self.rng.choice(ASKS))

    def number_changed(self, content):
        content["claim"]["values"]["moves"] += self.rng.choice([-2, -1, 1, 2])

    def move_altered(self, content):
        cells = range(1, len(content["scenario"]["start"]) + 1)
        move = f"{self.rng.choice(cells)}-{self.rng.choice(cells)}"
        content["plan"][self.rng.randrange(len(content["plan"]))] = move

    def moves_swapped(self, content):
        self.rng.shuffle(content["plan"])

    def plan_shortened(self, content):
        content["plan"].pop(self.rng.randrange(len(content["plan"])))
        content["claim"]["values"]["moves"] = len(content["plan"])

    def plan_lengthened(self, content):
        cells = range(1, len(content["scenario"]["start"]) + 1)
        content["plan"].append(f"{self.rng.choice(cells)}-{self.rng.choice(cells)}")
        content["claim"]["values"]["moves"] = len(content["plan"])

    def start_altered(self, content):
        self.letter(content, "start", "LR_")

    def goal_altered(self, content):
        self.letter(content, "goal", "LR_?")

    def letter(self, content, row, letters):
        text = content["scenario"][row]
        at = self.rng.randrange(len(text))
        content["scenario"][row] = text[:at] + self.rng.choice(letters) + text[at + 1 :]

    def goal_is_the_start(self, content):
        content["scenario"]["goal"] = content["scenario"]["start"]


KINDS = sorted(name for name in vars(Mutation) if not name.startswith("_") and name != "letter")
MUTANTS_OF_A_KIND = 100


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


@pytest.mark.parametrize("kind", KINDS)
def test_no_mutant_with_a_false_claim_passes(kind):
    """Change certificates in one way, and in up to two ways more; what is false must not pass.

    A mutant is false if breadth-first search over all rows, which knows neither solver nor checker,
    says that its claim is not true of its own scenario. One whose claim is true may pass or not.
    """
    rng = random.Random(kind)
    seen = Counter()
    while seen.total() < MUTANTS_OF_A_KIND:
        content = json.loads(rng.choice(bases()))
        before = copy.deepcopy(content)
        for name in [kind, *rng.sample(KINDS, rng.randint(0, 2))]:
            kept = copy.deepcopy(content)
            try:
                getattr(Mutation(rng), name)(content)
            except (LookupError, TypeError, AttributeError, ValueError):
                content = kept  # there is no such thing to change in this certificate
        if content == before:
            continue
        true, passed = is_true(content), verdict(content) == "valid"
        assert true or not passed, content
        seen[true] += 1
    assert seen[False] >= 5


def test_there_are_at_least_a_thousand_mutants():
    assert len(KINDS) * MUTANTS_OF_A_KIND >= 1000
