"""Who wins from any position of Ugly Duck, and in how many plies, by the compiled searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toadstone.core.errors import DisagreementError
from toadstone.engines.adversarial.perfect_play import ExactSearch, Worth, payoff_to_mover
from toadstone.games.ugly_duck.bit_board import seen_by_mover
from toadstone.games.ugly_duck.deadline_search import (
    IN_TIME,
    NODES_AT_A_TIME,
    UNKNOWN,
    Deadline,
    advance,
    begin,
    new_search,
)
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.solved import SolvedUglyDuck

TABLE_ENTRIES_LOG2 = {12: 18, 16: 22, 20: 24}
"""Entries of either table by the cells of the board up to which they do, as powers of two."""

LARGEST_TABLE_LOG2 = 26


class TimedUglyDuck(ExactSearch[State, AnyMove]):
    """Who wins by proof-number search, and in how many plies by a search of ever more of them.

    Args:
        rules: the rules, with the scenario that says what becomes of a side without a move.
        hear: is told now and then how the search goes; it may raise to stop.

    Attributes:
        winners: the search for who wins.
    """

    def __init__(
        self, rules: UglyDuckRules, hear: Callable[[str], None] = lambda words: None
    ) -> None:
        super().__init__(rules)
        self._hear = hear
        self.winners = SolvedUglyDuck(rules, hear)
        self._shape = self.winners.shape
        self._deadline: Deadline | None = None
        self._worths: dict[str, Worth] = {}
        self._most_plies = 2 * rules.scenario.most_plies + 1

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, 0 for a draw, else -1."""
        payoff = self.winners.payoff(state)
        self._count()
        return payoff

    def best_line(self, state: State) -> Iterator[AnyMove]:
        """Yield the moves of one game in which both sides always take a best move."""
        return self.winners.best_line(state)

    def remoteness(self, state: State) -> Worth:
        """Return the payoff to the side to move, and in how many plies the game then ends."""
        position = state.position
        if position not in self._worths:
            self._worths[position] = self._searched(state)
        return self._worths[position]

    def _searched(self, state: State) -> Worth:
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return Worth(payoff_to_mover(self.rules, state, outcome), 0)
        payoff = self.payoff(state)
        if payoff == 0:
            return Worth(0, self._plies_to_a_draw(state))
        for plies in range(1 if payoff > 0 else 2, self._most_plies + 1, 2):
            if self._ends_within(state, plies, hurries=payoff > 0):
                return Worth(payoff, plies)
        raise DisagreementError("who wins is known, but in no number of plies")

    def _plies_to_a_draw(self, state: State) -> int:
        """Return the fewest plies to a draw; neither side leaves the drawn positions."""
        layer, plies = {state.position: state}, 0
        while not any(self.rules.outcome(each) for each in layer.values()):
            after = [self.rules.play(s, m) for s in layer.values() for m in self.best_moves(s)]
            layer, plies = {each.position: each for each in after}, plies + 1
        return plies

    def timely_moves(self, state: State) -> tuple[AnyMove, ...]:
        """Return every move that is best in payoff and then in plies; none when it is over."""
        payoff, plies = self.remoteness(state)
        if payoff == 0:
            return super().timely_moves(state)
        after = {move: self.rules.play(state, move) for move in self.rules.legal_moves(state)}
        if payoff > 0:
            return tuple(m for m, s in after.items() if self._lost_within(s, plies - 1))
        return tuple(
            m for m, s in after.items() if not self._ends_within(s, plies - 3, hurries=True)
        )

    def _lost_within(self, state: State, plies: int) -> bool:
        """Say whether the side to move loses within so many plies."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return payoff_to_mover(self.rules, state, outcome) < 0
        return self._ends_within(state, plies, hurries=False)

    def _ends_within(self, state: State, plies: int, *, hurries: bool) -> bool:
        """Say whether the side to move wins (or loses, if it does not hurry) within the plies."""
        if self._deadline is None:
            cells = self._shape.rows * self._shape.columns
            sizes = (log2 for most, log2 in TABLE_ENTRIES_LOG2.items() if cells <= most)
            self._deadline = new_search(self._shape, next(sizes, LARGEST_TABLE_LOG2))
        begin(self._deadline, seen_by_mover(state.rows, state.turn), hurries, plies)
        while True:
            verdict = advance(self._shape, self._deadline, NODES_AT_A_TIME)
            self._count()
            if verdict != UNKNOWN:
                return bool(verdict == IN_TIME)
            self._hear(f"{self.nodes:,} positions, looking {plies} plies ahead")

    def _count(self) -> None:
        plies = 0 if self._deadline is None else int(self._deadline.nodes[0])
        self.nodes = self.winners.nodes + plies
