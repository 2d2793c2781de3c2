"""What a living toad can become, against every line of the simulator."""

from exhaustive import in_groups
from random_scenarios import crossing
from toad import living_lines, living_moves
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.toad_space import Toad, ToadSpace


def toad_in(state):
    return Toad(state.cell, state.hp, state.moves, state.flies)


@in_groups("seed", range(200), few=50)
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
