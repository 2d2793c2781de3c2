"""Who wins from any position of Ugly Duck: by compiled code, or without it by exact search."""

from __future__ import annotations

from collections.abc import Callable

from toadstone.games.ugly_duck.compiling import CAN_COMPILE
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
from toadstone.two_player.perfect_play import PerfectPlay, SolvedGame


def solved(
    rules: UglyDuckRules, hear: Callable[[str], None] = lambda words: None
) -> SolvedGame[State, AnyMove]:
    """Return who wins from any position; `hear` is told how the search goes, and may raise."""
    if not CAN_COMPILE:
        return PerfectPlay(rules)
    from toadstone.games.ugly_duck.solved import SolvedUglyDuck

    return SolvedUglyDuck(rules, hear)
