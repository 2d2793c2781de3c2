"""The checker of the frog puzzle, part by part: rows, hops, plans and positions.

What a row can become is known from `frogs`, a second statement of the rules.
"""

import functools
import math
import random

import pytest

from checkers import accepts, why_invalid
from exhaustive import in_groups
from frogs import after_one_move, fewest_moves, matches, rows_in_layers
from random_scenarios import some_goal
from toadstone_checker.certificate_file import Budget, Unusable
from toadstone_checker.frog_puzzle import KIND, Puzzle, check, exclusion, level


def scenario(start, goal):
    return {"start": start, "goal": goal}


def puzzle(start, goal=None):
    return Puzzle(scenario(start, goal or start), Budget(most_work=1000))


# --- rows and hops ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "goal", "message"),
    [
        ("", "", "expected 1 to 200 cells, each one of LR_"),
        ("L" * 201, "L" * 201, "expected 1 to 200 cells, each one of LR_"),
        ("L?", "L_", "expected 1 to 200 cells, each one of LR_"),
        (["L", "_"], "L_", "expected 1 to 200 cells, each one of LR_"),
        ("L_", "Lx", r"expected 1 to 200 cells, each one of LR_\?"),
        ("L_", "L_R", "expected a goal as long as the start"),
        ("L_", None, r"expected 1 to 200 cells, each one of LR_\?"),
    ],
)
def test_a_scenario_is_refused_for_what_are_no_rows(start, goal, message):
    with pytest.raises(Unusable, match=message):
        Puzzle(scenario(start, goal))


@pytest.mark.parametrize("cells", [1, 60])
def test_a_row_has_up_to_sixty_cells(cells):
    assert puzzle("_" * cells, "?" * cells).start == "_" * cells


@pytest.mark.parametrize(
    ("row", "hops"),
    [
        ("L_", {"1-2": "_L"}),
        ("_R", {"2-1": "R_"}),
        ("LR_", {"1-3": "_RL"}),
        ("_LR", {"3-1": "RL_"}),
        ("LL_RR", {"2-3": "L_LRR", "4-3": "LLR_R"}),
        ("L_L_", {"1-2": "_LL_", "3-4": "L__L"}),
        ("_R_R", {"2-1": "R__R", "4-3": "_RR_"}),
        ("R_L", {}),
        ("LRR_", {}),
    ],
)
def test_a_frog_hops_into_a_gap_or_over_one_of_the_other_kind(row, hops):
    assert dict(puzzle(row).hops(row)) == hops


def test_without_a_budget_there_is_the_usual_one():
    assert dict(Puzzle(scenario("L_", "_L")).hops("L_")) == {"1-2": "_L"}


def drawn(seed, most=7):
    rng = random.Random(seed)
    start = "".join(rng.choices("LLRR__", k=rng.randint(1, most)))
    return start, some_goal(rng, start)


def open_ended(seed):
    """Return a start, and a goal of one cell that has another letter later on."""
    rng = random.Random(seed)
    start = rng.choice(["L_LR_R", "LLR_R", "L_R_LR", "LR__R", "L_RLR_R", "LL_RR"])
    row = rng.choice([row for rows in rows_in_layers(start)[2:] for row in sorted(rows)])
    wanted = rng.choice([cell for cell in range(len(row)) if row[cell] != start[cell]])
    return start, "".join(row[cell] if cell == wanted else "?" for cell in range(len(row)))


CASES = [*map(drawn, range(40)), *dict.fromkeys(map(open_ended, range(20)))]


@in_groups("case", CASES)
def test_the_hops_of_every_row_that_is_reached_are_those_of_the_rules(case):
    start, goal = case
    here = puzzle(start, goal)
    for made, rows in enumerate(rows_in_layers(start)):
        for row in rows:
            here.budget.left = 1000
            assert {after for _, after in here.hops(row)} == after_one_move(row)
            assert here.budget.left == 1000 - 4 * len(row)
            assert here.moves_made(row) == made
            assert here.reached(row) == matches(row, goal)
            assert set(here.must_follow(row, math.inf)) == after_one_move(row)
            assert set(here.must_follow(row, made + 2)) == after_one_move(row)
            assert set(here.must_follow(row, made + 1)) == set()


def test_the_level_of_a_row_is_how_far_its_frogs_have_come():
    assert [level(row) for row in ("L_", "_L", "_R", "R_")] == [1, 2, -2, -1]
    assert [level(row) for row in ("LR_", "_RL", "RL", "RRL")] == [-1, 0, 0, -2]


# --- the claim ----------------------------------------------------------------------------------


def certificate(case, moves=None, *, plan=None, positions=None, ask=("min-moves",)):
    """Return a certificate; without moves, that the goal is never reached."""
    status = "infeasible" if moves is None else "optimal"
    return {
        "certificate": KIND,
        "scenario": scenario(*case),
        "claim": {
            "ask": list(ask),
            "status": status,
            "values": None if moves is None else {"moves": moves},
        },
        "plan": plan,
        "positions": positions,
    }


@functools.cache
def plans_to(case):
    """Return a plan for every number of moves that a play to the goal can have."""
    start, goal = case
    found, waiting = {}, [(start, ())]
    met = set()
    while waiting:
        row, plan = waiting.pop()
        if matches(row, goal):
            found.setdefault(len(plan), list(plan))
        elif row not in met:
            met.add(row)
            waiting += [(after, (*plan, move)) for move, after in puzzle(row).hops(row)]
    return found


@in_groups("case", CASES)
def test_a_plan_and_all_rows_before_its_end_prove_the_fewest_moves_and_no_others(case):
    start, goal = case
    layers, best = rows_in_layers(start), fewest_moves(*case)
    for moves, plan in plans_to(case).items():
        before = [row for rows in layers[:moves] for row in sorted(rows)]
        positions = before if "?" in goal and moves > 0 else None
        assert accepts(check, certificate(case, moves, plan=plan, positions=positions)) == (
            moves == best
        )
        check(certificate(case, moves, plan=plan, ask=["reach"]))
        for at in range(len(positions or [])):
            fewer = positions[:at] + positions[at + 1 :]
            assert not accepts(check, certificate(case, moves, plan=plan, positions=fewer))
        for false in (moves + 1, moves - 1):
            assert not accepts(check, certificate(case, false, plan=plan, ask=["reach"]))


@in_groups("case", CASES)
def test_all_rows_together_prove_that_the_goal_is_not_reached(case):
    start, _ = case
    positions = sorted(set().union(*rows_in_layers(start)))
    impossible = fewest_moves(*case) is None
    for ask in (["min-moves"], ["reach"], ["reach", "min-moves"]):
        assert accepts(check, certificate(case, positions=positions, ask=ask)) == impossible
    for at in range(len(positions)):
        fewer = positions[:at] + positions[at + 1 :]
        assert not accepts(check, certificate(case, positions=fewer))


def test_the_cases_end_in_every_way():
    fewest = [fewest_moves(*case) for case in CASES]
    longer = [case for case in CASES if len(plans_to(case)) > 1]
    assert min(fewest.count(None), fewest.count(0), fewest.count(1), len(longer)) >= 3


def test_so_many_moves_are_excluded():
    def fewer_than(goal, moves, *ask):
        values = None if moves is None else {"moves": moves}
        return exclusion(puzzle("L_", goal), list(ask), values)

    assert fewer_than("?L", 1, "min-moves") == 1
    assert fewer_than("?L", 1, "reach", "min-moves") == 1
    assert fewer_than("?L", 0, "min-moves") is None
    assert fewer_than("_L", 1, "min-moves") is None
    assert fewer_than("?L", 1, "reach") is None
    assert fewer_than("_L", None, "reach") == math.inf


HALFWAY = ("L_R", "_?L")  # L steps, R jumps, L steps: RL_ and R_L; or R first: LR_, _RL


def of_two_moves(plan=("3-2", "1-3"), moves=2, positions=("L_R", "_LR", "LR_"), **change):
    made = certificate(HALFWAY, moves, plan=list(plan), positions=list(positions))
    return made | change


@pytest.mark.parametrize(
    ("content", "where", "message"),
    [
        (of_two_moves(["3-1"]), "plan, turn 1", "the move is not legal"),
        (of_two_moves(["3-2", "3-2"]), "plan, turn 2", "the move is not legal"),
        (of_two_moves(["3-2"], 1), "plan", "it does not reach the goal"),
        (of_two_moves(["3-2", "1-3", "2-1"], 3), "plan, turn 3", "the goal is reached before"),
        (of_two_moves(moves=3), "claim", "the plan has 2 moves"),
        (of_two_moves(moves=2.0), "claim", "the plan has 2 moves"),
        (of_two_moves(positions=["LR_", "_LR"]), "positions", "the start is not among them"),
        (
            of_two_moves(positions=["L_R", "_LR"]),
            "positions",
            "L_R leads to LR_, which is not among them",
        ),
        (
            of_two_moves(positions=["L_R", "_LR", "LR_", "_RL"]),
            "positions",
            "the goal is among them: _RL",
        ),
    ],
    ids=range(9),
)
def test_a_certificate_is_refused_where_it_goes_wrong(content, where, message):
    check(of_two_moves())
    assert why_invalid(check, content) == (where, message)


def test_rows_that_cannot_be_reached_do_no_harm():
    check(of_two_moves(positions=["L_R", "_LR", "LR_", "RR_", "L_R"]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (of_two_moves(certificate="toadstone frog-puzzle 2"), "expected the kind"),
        (of_two_moves(positions=["L_R", "_LR", "LR_", "L_"]), "rows as long as the start"),
        (of_two_moves(positions=["L_R", "_LR", "LR_", "L?R"]), "each one of LR_"),
        (of_two_moves() | {"positions": None}, "positions: expected a list of up to 1000000"),
        (of_two_moves(positions=[None] * 10**6), "each one of LR_"),
        (of_two_moves(positions=[None] * (10**6 + 1)), "expected a list of up to 1000000"),
        (of_two_moves([["3-2"]]), "plan: expected moves"),
        (of_two_moves() | {"plan": None}, "plan: expected a list"),
        (of_two_moves(claim={"ask": [], "status": "optimal", "values": None}), "different"),
        (certificate(HALFWAY, 2, ask=["reach", "reach"]), "ask: expected different questions"),
        (certificate(HALFWAY, 2, ask=["reach", "fun"]), "ask: expected different questions"),
        (certificate(HALFWAY, 2, ask=[["reach"]]), "ask: expected different questions"),
        (certificate(HALFWAY, 2, plan=["3-2", "1-3"], ask=["reach"], positions=[]), "null, as"),
        (certificate(HALFWAY, plan=[], positions=[]), "expected a verdict without a plan"),
        (
            certificate(HALFWAY, positions=[])
            | {"claim": {"ask": ["reach"], "status": "infeasible", "values": {"moves": 2}}},
            "expected a verdict without a plan",
        ),
        (
            of_two_moves(claim={"ask": ["reach"], "status": "unknown", "values": None}),
            "status: expected optimal or infeasible",
        ),
        (of_two_moves(more=1), "expected an object with the keys certificate"),
    ],
    ids=range(17),
)
def test_a_certificate_is_unusable_where_a_part_is_not_what_it_should_be(content, message):
    with pytest.raises(Unusable, match=message):
        check(content)
