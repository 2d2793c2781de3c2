"""The frog puzzle's model: two rules alone, each rule left out, and the whole against search."""

import random

import pytest

from exhaustive import some_of
from frogs import asking, fewest_moves, frog_puzzle, rows_in_layers
from one_unit import leave_out, satisfiable
from random_scenarios import every_row, some_goal
from toadstone.core.errors import DisagreementError
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer
from toadstone.engines.instance import Instance
from toadstone.games.frog_puzzle import GAME, model
from toadstone.games.frog_puzzle.model import FrogPuzzleHorizon
from toadstone.games.frog_puzzle.scenario import Lengths, lengths, level


def under(*units, start, goal=None):
    """Return a model of these units alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "UNITS", units)
        return FrogPuzzleHorizon(frog_puzzle(start, goal))


def row_is(h, turn, row):
    """Return the constraints that make a row stand after a turn."""
    return [
        h.position[turn][frog][cell] == (letter == frog)
        for cell, letter in enumerate(row, 1)
        for frog in "LR"
    ]


def only(h, turn, frog=None, move=None):
    """Return the constraints that make one hop, or none, the only one of a turn."""
    return [hop.chosen == ((hop.frog, str(hop.move)) == (frog, move)) for hop in h.hops[turn]]


def test_jumps_go_over_a_frog_of_the_other_kind():
    h = under(model.jumps, start="L_R")
    for frog, move, other in [("L", "1-3", "R"), ("R", "3-1", "L")]:
        fits = [
            r for r in every_row(3) if satisfiable(h, *row_is(h, 0, r), *only(h, 1, frog, move))
        ]
        assert fits == [row for row in every_row(3) if row[1] == other]
    assert satisfiable(h, *row_is(h, 0, "L_R"), *only(h, 1, "L", "1-2"))


@pytest.mark.parametrize("goal", ["RL_", "R_?", "???", "?L?"])
def test_end_is_exactly_where_no_cell_differs_from_the_goal(goal):
    h = under(model.end, start="LR_", goal=goal)
    last = len(h.turns)
    for row in every_row(3):
        reached = all(want in ("?", letter) for letter, want in zip(row, goal, strict=True))
        found = [v for v in (0, 1) if satisfiable(h, *row_is(h, last, row), h.over[last] == v)]
        assert found == [int(reached)]


def test_end_holds_before_the_first_turn_too():
    h = under(model.end, start="L_", goal="??")
    assert len(h.turns) == 1
    assert not satisfiable(h, h.over[0] == 0)


NOTICED_BY = {
    "start": ("__", "R_"),
    "one_move": ("LR_R", "_?R?"),
    "hopping": ("_LR", "_RL"),
    "landing": ("LRR", "R??"),
    "jumps": ("LR_L_", "R?_L?"),
    "end": ("__", "R_"),
    "goal": ("__", "R_"),
}


def test_every_unit_of_the_model_has_a_puzzle_that_would_notice_its_absence():
    assert list(NOTICED_BY) == [unit.__name__ for unit in model.UNITS]


@pytest.mark.parametrize("unit", model.UNITS, ids=lambda unit: unit.__name__)
def test_a_model_without_one_of_its_units_is_found_out(unit, monkeypatch):
    start, goal = NOTICED_BY[unit.__name__]
    assert solved(start, goal) == fewest_moves(start, goal)
    leave_out(unit, model, monkeypatch)
    try:
        crippled = solved(start, goal)
    except DisagreementError:
        return
    assert crippled != fewest_moves(start, goal)


def solved(start, goal=None):
    """Return the fewest moves as the model has them, or None where it excludes every plan."""
    said = answer(Instance(GAME, frog_puzzle(start, goal), asking("min-moves")))
    assert said.status in {Status.OPTIMAL, Status.INFEASIBLE}
    return None if said.values is None else said.values["moves"]


# --- how long a plan is -------------------------------------------------------------------------


@pytest.mark.parametrize("cells", range(1, 7))
def test_every_row_is_reached_by_as_many_moves_as_its_level_is_above_the_start(cells):
    for start in every_row(cells):
        for moves, rows in enumerate(rows_in_layers(start)):
            assert {level(row) - level(start) for row in rows} == {moves}


def test_the_lengths_are_those_of_the_nearest_and_the_furthest_row_that_the_goal_matches():
    rng = random.Random(1)
    for _ in range(150):
        start = rng.choice(every_row(rng.randint(1, 6)))
        goal = some_goal(rng, start)
        bounds = lengths(frog_puzzle(start, goal))
        moves = [level(row) - level(start) for row in rows_that_may_be(start, goal)]
        assert bounds == (Lengths(min(moves), max(moves)) if moves else None), (start, goal)


def rows_that_may_be(start, goal):
    """Return the rows that the goal matches, with all frogs of the start where they can be."""
    cells = range(len(start))
    return [
        row
        for row in every_row(len(start))
        if all(want in ("?", letter) for letter, want in zip(row, goal, strict=True))
        and [row.count(frog) for frog in "LR"] == [start.count(frog) for frog in "LR"]
        and all(row.count("L", 0, c + 1) <= start.count("L", 0, c + 1) for c in cells)
        and all(row.count("R", 0, c + 1) >= start.count("R", 0, c + 1) for c in cells)
    ]


# --- the model against breadth-first search -----------------------------------------------------


@pytest.mark.parametrize("cells", some_of(range(1, 8), 3))
def test_agrees_with_breadth_first_search_on_every_row_with_its_mirrored_goal(cells):
    verdicts = set()
    for start in every_row(cells):
        expected = fewest_moves(start, start[::-1])
        assert solved(start) == expected, start
        verdicts.add(expected is not None)
    assert True in verdicts
    assert False in verdicts or cells == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_breadth_first_search_on_goals_of_all_sorts(seed):
    rng = random.Random(seed)
    seen = set()
    for _ in range(40):
        start = rng.choice(every_row(rng.randint(1, 7)))
        goal = some_goal(rng, start)
        expected = fewest_moves(start, goal)
        seen.add((expected is None, "?" in goal))
        assert solved(start, goal) == expected, (start, goal)
    assert len(seen) == 4
