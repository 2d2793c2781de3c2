"""What a living toad can become and what he needs to win, against every line of the simulator."""

from exhaustive import in_groups
from random_scenarios import crossing
from toad import living_lines
from toadstone.engines.state_space import moves_of_plans
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.search import PlanSpace
from toadstone.games.river_toad.toad_space import Toad, ToadSpace

SEEDS = range(200)


def toad_in(state):
    return Toad(state.cell, state.hp, state.moves, state.flies)


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


@in_groups("seed", SEEDS, few=50)
def test_a_toad_can_become_what_the_simulator_lets_him_become(seed):
    scenario = crossing(seed, widths=(3, 3, 4, 5))
    rules, space = RiverToadRules(scenario), ToadSpace(scenario)
    assert space.start() == toad_in(rules.start())
    for state in {*living_lines(rules)}:
        if state.turn == scenario.turns:
            assert space.accepts(toad_in(state)) is (rules.final_violation(state) is None)
        else:
            following = [(move, toad_in(after)) for move, after in living_moves(rules, state)]
            assert {*space.successors(state.turn + 1, toad_in(state))} == {*following}


@in_groups("seed", SEEDS, few=50)
def test_an_action_is_forced_that_all_winning_lines_have(seed):
    scenario = crossing(seed, widths=(3, 3, 4, 5))
    rules = RiverToadRules(scenario)
    lines = winning_lines(rules, rules.start())
    by_turn = enumerate(zip(*lines, strict=True), start=1)
    forced = {turn: actions[0] for turn, actions in by_turn if len({*actions}) == 1}
    moves = moves_of_plans(PlanSpace(scenario, {}))
    assert {turn: each.pop() for turn, each in enumerate(moves, 1) if len(each) == 1} == forced
