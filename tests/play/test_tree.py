"""The tree of possibilities: what it holds, what is shown of it, and how it ends."""

import random
from pathlib import Path

import pytest

from exhaustive import some_of
from nim import LEFT, NimRules, TreeRules, TwoPlayerTreeRules, nim, random_tree
from tests.cli.test_cli import files, only_object, run  # noqa: F401 - a fixture for all tests
from toad import river_toad
from toadstone.core.budget import Budget, Limits
from toadstone.core.replay import replay
from toadstone.engines.answer import Status
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.play.tree import Fate, _Walk, tree_of_possibilities


def tree_of(rules, seconds=None, **kept):
    return tree_of_possibilities(rules, Budget(Limits(seconds)), **kept)


def in_brief(tree):
    """Return every move of a tree as depth, move and the mark of its fate."""
    marks = {Fate.TAKEN: "*", Fate.TAKEN_BACK: "x", Fate.NEVER_TRIED: ".", Fate.OPEN: "?"}
    return [
        f"{marks[each.fate]}{'-' * depth}{each.move}"
        for depth, each in branches_in(tree.root.below)
    ]


def branches_in(branches, depth=1):
    """Yield every move of a tree after how deep it is."""
    for each in branches:
        yield depth, each
        yield from branches_in(each.below, depth + 1)


# What is taken, taken back, and never tried


def test_a_dead_end_is_taken_back_and_the_first_win_ends_the_search():
    tree = tree_of(TreeRules([[], ["me", "me"], "me"]))
    assert in_brief(tree) == ["x-0", "*-1", "*--0", ".--1", ".-2"]
    assert tree.status is Status.FEASIBLE
    assert tree.solution == (1, 0)


def solution_of(tree):
    """Return the first winning line of a one-player tree, or None, by plain recursion."""
    if not isinstance(tree, list):
        return () if tree else None
    for move, below in enumerate(tree):
        if (line := solution_of(below)) is not None:
            return (move, *line)
    return None


def test_the_solution_is_the_first_that_plain_recursion_finds():
    dice = random.Random(3)
    found = 0
    for _ in range(300):
        game = random_tree(dice, ["me", None, None], 5)
        expected = solution_of(game)
        found += expected is not None
        assert tree_of(TreeRules(game)).solution == expected
    assert 50 < found < 250


def value_of(tree, side):
    """Return 1, 0 or -1: what a two-player tree is value to the side to move."""
    if not isinstance(tree, list):
        return {side: 1, "draw": 0}.get(tree, -1)
    return max(-value_of(below, "right" if side == LEFT else LEFT) for below in tree)


def test_with_two_sides_there_is_a_solution_exactly_when_the_first_can_be_sure_to_win():
    dice = random.Random(4)
    seen = set()
    for _ in range(300):
        game = random_tree(dice, ["left", "right", "draw"], 4)
        value = value_of(game, LEFT)
        seen.add(value)
        tree = tree_of(TwoPlayerTreeRules(game))
        assert (tree.status is Status.FEASIBLE) == (value == 1)
        if tree.solution:
            assert value_of(game[tree.solution[0]], "right") == -1
    assert seen == {1, 0, -1}


@pytest.mark.parametrize(("game", "status"), [("me", Status.FEASIBLE), (None, Status.INFEASIBLE)])
def test_a_game_that_is_over_at_the_start_has_an_empty_tree(game, status):
    tree = tree_of(TreeRules(game))
    assert (tree.root.below, tree.status) == ([], status)


@pytest.mark.parametrize("rolls", some_of([[4, 30, 0, 16, 0], [0] * 3000], 1))
def test_a_scenario_s_tree_has_a_plan_that_the_simulator_accepts_and_is_as_deep_as_it_need_be(
    rolls,
):
    rules = RiverToadRules(river_toad(rolls, rows=3))
    assert replay(rules, tree_of(rules).solution).failure is None


# What is kept

BUSHY = [[[], [[], []]], [["me", None], []], []]


@pytest.mark.parametrize("depth", range(1, 6))
def test_what_is_kept_is_the_top_of_the_whole_tree(depth):
    whole = tree_of(TreeRules(BUSHY))
    tree = tree_of(TreeRules(BUSHY), depth=depth)
    assert (tree.status, tree.solution) == (whole.status, whole.solution)
    assert in_brief(tree) == [each for each in in_brief(whole) if each.count("-") <= depth]


@pytest.mark.parametrize("depth", [2, 4])
def test_a_position_that_comes_again_is_worth_what_it_was(monkeypatch, depth):
    lost = river_toad(rolls=[0] * 6, rows=2, hp=3, require={"min_final_hp": 9})
    games = NimRules(nim(heap=7)), RiverToadRules(lost)
    again = [tree_of(rules, depth=depth) for rules in games]
    monkeypatch.setattr("toadstone.play.tree.MOST_REMEMBERED", 0)
    assert again == [tree_of(rules, depth=depth) for rules in games]


# How it ends early


def test_a_time_limit_leaves_it_undecided_with_the_line_in_hand_open(monkeypatch):
    monkeypatch.setattr("toadstone.play.tree.MOST_REMEMBERED", 0)  # so it stays near the end
    rules = RiverToadRules(river_toad([0] * 300 + [31, 0]))
    tree = tree_of(rules, seconds=0.1, depth=3)
    assert (tree.status, tree.solution) == (Status.UNKNOWN, None)
    assert tree.root.below[0].fate is Fate.OPEN
    assert max(depth for depth, _ in branches_in(tree.root.below)) == 3


# The command


def test_a_time_limit_has_its_exit_status():
    Path("long-wall.txt").write_text(f"{'0 ' * 298} 31 0")
    done = run("tree long-wall.txt --hp 900 --rows 2 --time-limit 0.2 --json")
    assert (done.exit_code, only_object(done.stdout)["status"]) == (20, "unknown")


def moves_in(node):
    return [branch for each in node["moves"] for branch in [each, *moves_in(each)]]


def test_an_interrupt_prints_what_was_walked(monkeypatch):
    before_reaching = _Walk.reach

    def interrupt(walk, branch):
        before_reaching(walk, branch)
        if len(walk.line) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(_Walk, "reach", interrupt)
    done = run("tree winnable.yaml --json")
    found = only_object(done.stdout)
    open_ = [each for each in moves_in(found["tree"]) if each["fate"] == "open"]
    assert (done.exit_code, found["status"], len(open_)) == (130, "unknown", 2)
