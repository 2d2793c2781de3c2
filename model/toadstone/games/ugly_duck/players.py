"""The evaluation of Ugly Duck, for players that look ahead, and its adviser."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.line import Line
from toadstone.core.question import REMOTENESS
from toadstone.engines.adversarial.perfect_play import ExactSearch, PerfectPlay, SolvedGame
from toadstone.engines.engine import NUMBA, has_library
from toadstone.engines.instance import Instance
from toadstone.games.ugly_duck.certified import TABLE, CertifiedPlay, read
from toadstone.games.ugly_duck.rules import DUCK, GREEN, OTHER, SWAN, AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario, known_winner
from toadstone.play import Adviser
from toadstone.play.adviser import PerfectPlayAdviser, TimelyAdviser

WON = 1_000_000
"""The value of a win; each ply that it takes costs one."""

TABLE_LOG2 = 22
"""Entries of the table, as a power of two: 64 megabytes, 96 on boards of more than 26 cells."""

FEW_CELLS = 12
"""Cells up to which every best move is named; on larger boards each needs its own proof."""

COUNTED_CELLS = 16
"""Cells up to which plies to the end are counted, too; tables then take some 100 MB."""

LAST_STAND = 0.5
"""Seconds to look for the move that holds out longest, where all lose."""


MOST_KEPT = 1 << 16
"""The most boards whose evaluation is kept."""


class Lead:
    """The evaluation: pieces, the rows behind them, the race home, and moves to choose from.

    A piece is worth 30, and 4 for each row behind it, so a swan is always worth more than a duck.
    For the piece nearest home each row counts 10 more. Each move counts 1.
    """

    def __init__(self, scenario: UglyDuckScenario) -> None:
        self._rules = UglyDuckRules(scenario)
        self._strength = lru_cache(MOST_KEPT)(self._counted)

    def __call__(self, state: State, side: str) -> int:
        """Return the lead of a side."""
        outcome = self._rules.outcome(state)
        if outcome is None:
            return self._strength(state.rows, side) - self._strength(state.rows, OTHER[side])
        if outcome.winner not in OTHER:
            return 0
        value = WON - state.plies
        return value if outcome.winner == side else -value

    def _counted(self, board: tuple[str, ...], side: str) -> int:
        last = len(board) - 1
        rows = board if side == GREEN else board[::-1]
        progress = [
            row if letter == DUCK[side] else 2 * last - row
            for row, line in enumerate(rows)
            for letter in line
            if letter in (DUCK[side], SWAN[side])
        ]
        moves = self._rules.mobility(State(board, side), side)
        return 30 * len(progress) + 4 * sum(progress) + 10 * max(progress) + moves


def adviser(instance: Instance) -> Adviser:
    """Return proof-number search, with the search for plies if the winner has to hurry."""
    if REMOTENESS in instance.ask and not has_library(NUMBA):
        return PerfectPlayAdviser(instance)
    if REMOTENESS in instance.ask:
        from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck

        return PerfectPlayAdviser(instance, SolvedUglyDuck)
    return UglyDuckAdviser(instance.scenario)


class UglyDuckAdviser(TimelyAdviser[State, AnyMove]):
    """Advises both sides; the search keeps its results from move to move."""

    rules: UglyDuckRules

    def __init__(self, scenario: Any) -> None:
        super().__init__(UglyDuckRules(scenario), Lead(scenario))
        self._play: ExactSearch[State, AnyMove] | None = None

    def prepare(self) -> None:
        """Have the search compiled, which takes some seconds when it was just installed."""
        with suppress(MemoryError):
            compile_ = getattr(self._solved(UNLIMITED), "compile", None)
            if compile_ is not None:
                compile_()

    def exact_play(self, game: Line[State, AnyMove], budget: Budget) -> SolvedGame[State, AnyMove]:
        """Return the search, which is the same for all games."""
        return self._solved(budget)

    def _solved(self, budget: Budget) -> ExactSearch[State, AnyMove]:
        self._play = self._play or self._begin(budget)
        self._play.budget = budget
        return self._play

    def _begin(self, budget: Budget) -> ExactSearch[State, AnyMove]:
        winner = known_winner(self.rules.scenario)
        if has_library(NUMBA):
            from toadstone.games.ugly_duck.perfect_play import CertifiedUglyDuck, SolvedUglyDuck

            kind = CertifiedUglyDuck if winner else SolvedUglyDuck
            return kind(self.rules, budget, TABLE_LOG2)
        if winner and TABLE.is_file():
            return CertifiedPlay(self.rules, budget, winner, read(TABLE))
        return PerfectPlay(self.rules, budget)

    def timed_play(
        self, game: Line[State, AnyMove], budget: Budget
    ) -> ExactSearch[State, AnyMove] | None:
        """Return the same search on small boards, where it counts plies quickly."""
        small = len("".join(game.state.rows)) <= COUNTED_CELLS
        return self._solved(budget) if small else None

    def best_moves(
        self, play: SolvedGame[State, AnyMove], state: State, thinking: Budget
    ) -> tuple[AnyMove, ...]:
        """Return every best move of a small board, one of a large one; the longest way to lose."""
        if play.payoff(state) < 0:
            return (self.promising_move(state, thinking.within(LAST_STAND)),)
        if len("".join(state.rows)) <= FEW_CELLS:
            return play.best_moves(state)
        return (next(play.best_line(state)),)
