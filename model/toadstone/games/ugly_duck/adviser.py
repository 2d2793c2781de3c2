"""What to do next at Ugly Duck: by proof-number search, as far as the time allows."""

from __future__ import annotations

from contextlib import suppress

from toadstone.core.budget import Limits, Watch
from toadstone.core.errors import LimitReachedError
from toadstone.core.session import Session
from toadstone.engines.adversarial.method import EXACT_SEARCH
from toadstone.engines.adversarial.perfect_play import SolvedGame
from toadstone.games.ugly_duck.compiling import CAN_COMPILE
from toadstone.games.ugly_duck.evaluation import Lead
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
from toadstone.play.two_player_adviser import TimelyAdviser

TABLE_LOG2 = 22
"""Entries of the table, as a power of two: 64 megabytes, 96 on boards of more than 26 cells."""

NODES_AT_A_TIME = 4096
"""Positions expanded between two looks at the clock; some hundredths of a second."""

FEW_CELLS = 12
"""Cells up to which every best move is named; on larger boards each is a proof of its own."""

LAST_STAND = 0.5
"""Seconds to look for the move that holds out longest, where all lose."""


class UglyDuckAdviser(TimelyAdviser[State, AnyMove]):
    """Advises both sides; what the search found out for one move serves the next."""

    rules: UglyDuckRules

    def __init__(self, rules: UglyDuckRules) -> None:
        super().__init__(rules, Lead(rules))
        self._play: SolvedGame[State, AnyMove] | None = None

    def prepare(self) -> None:
        """Let the search be compiled, which takes a while when it was just installed."""
        if self._play is not None:
            return
        self._proving = Watch(Limits(0.0))
        session = Session.begun(self.rules)
        with suppress(LimitReachedError, MemoryError):
            self.solved(session).payoff(session.state)

    def solved(self, session: Session[State, AnyMove]) -> SolvedGame[State, AnyMove]:
        """Return the search, which is the same for all games."""
        if self._play is None:
            self._play = self._search()
        return self._play

    def _search(self) -> SolvedGame[State, AnyMove]:
        if not CAN_COMPILE:
            return EXACT_SEARCH.begin(self.rules, self.hear)
        from toadstone.games.ugly_duck.solved import Effort, SolvedUglyDuck

        return SolvedUglyDuck(self.rules, self.hear, Effort(TABLE_LOG2, NODES_AT_A_TIME))

    def best_moves(self, play: SolvedGame[State, AnyMove], state: State) -> tuple[AnyMove, ...]:
        """Return every best move of a small board, one of a large one; the longest way to lose."""
        if play.payoff(state) < 0:
            return (self.promising_move(state, LAST_STAND),)
        if len("".join(state.rows)) <= FEW_CELLS:
            return play.best_moves(state)
        return (next(play.best_line(state)),)
