"""River Toad for people who sit down to play it."""

from __future__ import annotations

from toadstone.games.river_toad.scenario import RiverToadScenario

_INSTRUCTIONS = """\
Mr. Toad, T, sits at the bottom of a river between two banks. Snakes, S, and
flies, F, come down one row a turn. You win if he is alive after all {turns} turns.

In every turn he acts first. Then everything comes down:
- A snake that comes down into his cell catches him.
- A fly that comes down beside him is eaten, for {gain} HP.
He has lost when he is caught or has no HP left.

Type what he does; what it costs in HP:
{actions}"""


def instructions(scenario: RiverToadScenario) -> str:
    """Return the rules in a few lines, and the actions with their costs."""
    width = max(map(len, scenario.actions))
    actions = [f"  {name:<{width}}   {cost}" for name, cost in scenario.actions.items()]
    return _INSTRUCTIONS.format(
        turns=scenario.turns, gain=scenario.flies.gain, actions="\n".join(actions)
    )
