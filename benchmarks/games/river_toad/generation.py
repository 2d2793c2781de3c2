"""Measures how River Toad puzzles are found: by the loop of two engines, and by plain rejection.

    python -m benchmarks.games.river_toad.generation [PUZZLES [TURNS]]

Plain rejection draws roll files and keeps those with exactly one best plan. Whether a file is kept
is decided by the same exact count. All ways then keep what is minimal and not dull, as the puzzle
maker does. Seconds are CPU seconds of one core.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

from rich.console import Console

from toadstone.games.river_toad.puzzles import BestPlans, RiverToadMaker, minimal, propose
from toadstone.services.generation.maker import Wish
from toadstone.services.generation.making import complete_wish

MOST_SECONDS = 60.0
"""A way of finding puzzles that takes longer for them all ends there."""

Find = Callable[[Random], BestPlans | None]


def ways(maker: RiverToadMaker) -> dict[str, Find]:
    """Return the ways to find files, each of one draw."""
    blank = maker.blank

    def by_the_loop(dice: Random) -> BestPlans | None:
        best = propose(blank, dice)
        return None if best is None else minimal(best, dice)

    def with_repair(share: float) -> Find:
        """Draw files, and keep those with one best plan; a share of 0 means 34 faces."""

        def find(dice: Random) -> BestPlans | None:
            rolls = [_roll(dice, share) for _ in range(blank.scenario.turns)]
            best = BestPlans(blank, rolls)
            return minimal(best, dice) if best.count == 1 else None

        return find

    return {
        "loop": by_the_loop,
        "rejection, 34 faces, then taking away": with_repair(0.0),
        "rejection, 30% snakes, then taking away": with_repair(0.3),
    }


def _roll(dice: Random, share: float) -> int:
    if share == 0.0:
        return dice.randrange(34)
    if dice.random() < 0.2:
        return 32 + dice.randrange(2)
    return sum(1 << bit for bit in range(5) if dice.random() < share)


def measure(maker: RiverToadMaker, find: Find, wanted: int) -> tuple[int, int, float]:
    """Return the draws, the puzzles among them, and the CPU seconds."""
    began, draws, puzzles = time.process_time(), 0, 0
    while puzzles < wanted and time.process_time() - began < MOST_SECONDS:
        dice = Random(f"measure {draws}")
        best = find(dice)
        draws += 1
        if best is not None:
            puzzles += not maker.is_dull(best, best.plan(dice))
    return draws, puzzles, time.process_time() - began


def main() -> None:
    """Print a table."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    maker = RiverToadMaker(complete_wish(Wish("river-toad", {"turns": turns})))
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{'way':<42}{'draws':>8}{'puzzles':>9}{'CPU s':>8}{'CPU ms a puzzle':>17}")
    for name, find in ways(maker).items():
        draws, puzzles, seconds = measure(maker, find, wanted)
        each = f"{1000 * seconds / puzzles:17.1f}" if puzzles else f"{'none':>17}"
        console.print(f"{name:<42}{draws:>8}{puzzles:>9}{seconds:>8.1f}{each}")


if __name__ == "__main__":
    main()
