"""What to do next in a game for two, by perfect play from where it has come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toadstone.advice import Advice, Standing
from toadstone.errors import LimitReachedError
from toadstone.limits import Limits, Watch
from toadstone.two_player.perfect_play import PerfectPlay

if TYPE_CHECKING:
    from collections.abc import Callable

    from toadstone.game import TwoPlayerRules
    from toadstone.playing import Session
    from toadstone.reporting import Reporting


class PerfectPlayAdviser:
    """Advises both sides; what the search found out for one move serves the next.

    Args:
        rules: the rules of the game.
        hurry: whether the winner is to hurry and the loser to delay.
    """

    def __init__(self, rules: TwoPlayerRules[Any, Any], *, hurry: bool = False) -> None:
        self.hurry = hurry
        self._watch = Watch(Limits())
        self._report: Callable[[str], None] = _silent
        self._play = PerfectPlay(rules, self._look_up)

    def advise(
        self, session: Session[Any, Any], limits: Limits, reporting: Reporting
    ) -> Advice[Any]:
        """Return every best move and what it comes to."""
        self._watch, self._report = Watch(limits), reporting.tell
        try:
            choose = self._play.timely_moves if self.hurry else self._play.best_moves
            moves = choose(session.state)
            payoff = self._play.payoff(session.state)
        except (LimitReachedError, MemoryError):
            return Advice(Standing.UNDECIDED)
        if payoff == 0:
            return Advice(Standing.DRAWN, moves)
        return Advice(Standing.WON if payoff > 0 else Standing.LOST, moves)

    def _look_up(self, nodes: int) -> None:
        self._watch.keep_going()
        self._report(f"{nodes:,} positions searched")


def _silent(words: str) -> None:
    """Report nothing."""
