"""Positions of Ugly Duck and who wins them: the search, in the terms of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from toadstone.core.errors import DisagreementError
from toadstone.engines.adversarial.perfect_play import SolvedGame, payoff_to_mover
from toadstone.games.ugly_duck.bit_board import (
    Position,
    seen_by_mover,
    shape_of,
)
from toadstone.games.ugly_duck.proof_number_search import (
    NODES_AT_A_TIME,
    advance,
    begin,
    new_path,
    new_table,
    numbers_at,
    numbers_of,
    with_more_room,
)
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules

FIRST_TABLE_LOG2 = 18
"""Entries of an empty table, as a power of two; half full, it is made twice as large."""

LARGEST_TABLE_LOG2 = {2: 28, 3: 27}
"""Beyond this, entries give way; by the words of an entry, so that it is 4 gigabytes at most."""


class Effort(NamedTuple):
    """How much memory a search may use, and how long it may go on without a word."""

    table_log2: int
    """The entries that the table may grow to, as a power of two; from 18 on."""
    nodes_at_a_time: int
    """Positions expanded between two words."""


class SolvedUglyDuck(SolvedGame[State, AnyMove]):
    """Who wins from any position, by proof-number search; what has been found out is kept.

    Args:
        rules: the rules, with the scenario that says what becomes of a side without a move.
        hear: is told now and then how the search goes; it may raise to stop.
        effort: how large the table may grow, and how often `hear` is called.

    Attributes:
        table: what has been found out.
        most_entries: how large the table may grow; then what took the least work gives way.
    """

    rules: UglyDuckRules

    def __init__(
        self, rules: UglyDuckRules, hear: Callable[[str], None], effort: Effort | None = None
    ) -> None:
        self.rules = rules
        self.hear = hear
        lines = rules.scenario.lines
        self.passes = rules.scenario.no_moves == "pass"
        self.shape = shape_of(len(lines), len(lines[0]), passes=self.passes)
        self.table = new_table(self.shape, FIRST_TABLE_LOG2)
        largest = LARGEST_TABLE_LOG2[self.table.entries.shape[1]]
        self._effort = effort or Effort(largest, NODES_AT_A_TIME)
        self.most_entries = 1 << self._effort.table_log2
        self._path = new_path()

    @property
    def nodes(self) -> int:
        """The positions expanded so far."""
        return int(self._path.nodes[0])

    @property
    def given_up(self) -> int:
        """The entries of the table that have given way to others so far."""
        return int(self._path.nodes[2])

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, 0 for a draw, else -1."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return payoff_to_mover(self.rules, state, outcome)
        position = seen_by_mover(state.rows, state.turn)
        if self.is_won(position, draw_suits=False):
            return 1
        return 0 if self.passes and self.is_won(position, draw_suits=True) else -1

    def is_won(self, position: Position, *, draw_suits: bool) -> bool:
        """Say whether the side to move wins, or at least draws where a draw suits it."""
        proof, disproof, _ = numbers_of(self.shape, self.table, position, draw_suits)
        if proof and disproof:
            proof, *_ = self._search(position, draw_suits=draw_suits)
        return bool(proof == 0)

    def winning_index(self, position: Position, *, draw_suits: bool) -> int:
        """Return which follower keeps the win, or the draw; the search remembers its work.

        Raises:
            ValueError: there is none.
        """
        proof, _, best, _ = self._search(position, draw_suits=draw_suits)
        if proof:
            raise ValueError(f"the side to move cannot hold {position}")
        return int(best)

    def _search(self, position: Position, *, draw_suits: bool) -> tuple[int, int, int, int]:
        begin(self._path, position, draw_suits)
        while not advance(self.shape, self.table, self._path, self._effort.nodes_at_a_time):
            self.hear(self._progress())
            entries = self.table.entries.shape[0]
            if 2 * self._path.nodes[1] > entries and entries < self.most_entries:
                self.table = with_more_room(self.table)
        return numbers_at(self._path, 0)

    def _progress(self) -> str:
        proof, disproof, *_ = numbers_at(self._path, 0)
        entries = self.table.entries.shape[0]
        full = 100 * int(self._path.nodes[1]) // entries
        return (
            f"{self.nodes:,} positions, proof number {proof:,}, "
            f"disproof number {disproof:,}, table of {entries:,} {full}% full"
        )

    def best_line(self, state: State) -> Iterator[AnyMove]:
        """Yield the moves of one game in which both sides always take the first best move found."""
        while self.rules.outcome(state) is None:
            move = self.good_move(state)
            yield move
            state = self.rules.play(state, move)

    def good_move(self, state: State) -> AnyMove:
        """Return the first move that gives what perfect play gives, without asking for others."""
        payoff = self.payoff(state)
        moves = self.rules.legal_moves(state)
        for move in self._known_first(state, moves):
            if -self.payoff(self.rules.play(state, move)) == payoff:
                return move
        raise DisagreementError("no move leads to what the position is said to be worth")

    def _known_first(self, state: State, moves: Sequence[AnyMove]) -> list[AnyMove]:
        """Return the moves, those first after which the other side is known to lose."""

        def is_unknown(move: AnyMove) -> bool:
            after = self.rules.play(state, move)
            if self.rules.outcome(after) is not None:
                return False
            position = seen_by_mover(after.rows, after.turn)
            _, disproof, _ = numbers_of(self.shape, self.table, position, False)
            return bool(disproof != 0)

        return sorted(moves, key=is_unknown)
