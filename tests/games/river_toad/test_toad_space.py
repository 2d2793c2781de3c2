"""What a living toad can become and what he needs to win, against every line of the simulator."""

from functools import cache

import pytest

from exhaustive import in_groups
from random_scenarios import crossing
from toad import living_lines, river_toad
from toadstone.core.budget import Budget
from toadstone.core.errors import LimitReachedError
from toadstone.engines.state_space import moves_of_plans
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.search import PlanSpace
from toadstone.games.river_toad.toad_space import Toad, ToadSpace

SEEDS = range(200)


def toad_in(state):
    return Toad(state.cell, state.hp, state.moves, state.flies)


@cache
def lives(seed):
    """Return every state that a line of play leads to, each with how many lines win from it."""
    scenario = crossing(seed, widths=(3, 3, 4, 5))
    rules = RiverToadRules(scenario)
    return [(state, winning_lines(rules, state)) for state in {*living_lines(rules)}]


def living_moves(rules, state):
    """Yield each move after which the toad lives and no requirement is broken, and its state."""
    for action in rules.legal_moves(state):
        after = rules.play(state, action)
        if not after.dead and rules.violation(action, after) is None:
            yield action, after


def winning_lines(rules, state):
    """Return every line of play that wins from a state."""
    if state.turn == rules.scenario.turns:
        return [[]] if rules.final_violation(state) is None else []
    return [
        [action, *line]
        for action, after in living_moves(rules, state)
        for line in winning_lines(rules, after)
    ]


@in_groups("seed", SEEDS)
def test_a_toad_can_become_what_the_simulator_lets_him_become(seed):
    scenario = crossing(seed, widths=(3, 3, 4, 5))
    rules, space = RiverToadRules(scenario), ToadSpace(scenario)
    assert space.start() == toad_in(rules.start())
    for state, _ in lives(seed):
        if state.turn == scenario.turns:
            assert space.accepts(toad_in(state)) is (rules.final_violation(state) is None)
        else:
            following = [(move, toad_in(after)) for move, after in living_moves(rules, state)]
            assert {*space.successors(state.turn + 1, toad_in(state))} == {*following}


@in_groups("seed", SEEDS)
def test_an_action_is_forced_that_all_winning_lines_have(seed):
    scenario = crossing(seed, widths=(3, 3, 4, 5))
    rules = RiverToadRules(scenario)
    lines = winning_lines(rules, rules.start())
    by_turn = enumerate(zip(*lines, strict=True), start=1)
    forced = {turn: actions[0] for turn, actions in by_turn if len({*actions}) == 1}
    moves = moves_of_plans(PlanSpace(scenario, {}))
    assert {turn: each.pop() for turn, each in enumerate(moves, 1) if len(each) == 1} == forced


@pytest.mark.parametrize("overdraft", ["forbidden", "clamped"])
def test_a_step_can_be_taken_with_the_least_hp_and_with_none_less(overdraft):
    scenario = river_toad([33, 0], overdraft=overdraft, flies={"gain": 2})
    space = ToadSpace(scenario)
    steps = [(cell, step) for cell in (3, 4) for step in space.steps(2, cell)]
    assert [cell for cell, step in steps if step.fed] == [3, 4]
    for cell, step in steps:
        for after in range(1, 7):
            enough = [
                hp
                for hp in range(1, 20)
                for action, toad in space.successors(2, Toad(cell, hp, 0, 0))
                if action == step.action and toad.hp >= after
            ]
            assert space.least_hp_before(step, after) == min(enough)


def test_time_that_is_up_ends_the_search_for_forced_actions():
    scenario = river_toad([0, 0])
    over = Budget()
    over.interrupted = True
    with pytest.raises(LimitReachedError):
        moves_of_plans(PlanSpace(scenario, {}), over)


@pytest.mark.parametrize(("roll", "fly"), [(0, False), (31, False), (32, True), (33, True)])
def test_a_roll_is_a_fly_from_two_to_the_width_on(roll, fly):
    _, quiet, passage = ToadSpace(river_toad([roll, 0])).passages
    assert (quiet.has_fly, passage.has_fly) == (False, fly)


def test_hp_after_a_step_that_cannot_be_paid_are_none_unless_the_rest_will_do():
    dear = {"actions": {"stay": 3}, "width": 1}
    for overdraft, after in [("forbidden", [0, 0]), ("clamped", [0, 5])]:
        space = ToadSpace(river_toad([2, 0], overdraft=overdraft, **dear))
        steps = [space.steps(turn, 1)[0] for turn in (1, 2)]
        assert [space.hp_after(step, 2) for step in steps] == after
        assert [space.hp_after(step, 4) for step in steps] == [1, 6]


@in_groups("seed", SEEDS)
def test_flies_are_counted_from_the_turn_in_which_they_come_down(seed):
    scenario = crossing(seed, widths=(3, 3, 4, 5))
    down = [False] * scenario.board.rows + [
        roll >= 2**scenario.board.width for roll in scenario.rolls
    ]
    counted = [sum(down[: turn + 1]) for turn in range(scenario.turns + 1)]
    assert ToadSpace(scenario).flies_so_far() == counted


def test_turns_that_leave_the_same_ways_share_one_passage():
    _, *passages = ToadSpace(river_toad([4, 4, 0, 4])).passages
    assert [passages.index(each) for each in passages] == [0, 1, 1, 0]
    assert len({*passages}) == 2
