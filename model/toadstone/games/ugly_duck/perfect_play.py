"""The winner from any position of Ugly Duck, the number of plies, and a strategy.

The compiled searches find them: `df_pn` the winner, `deadline_search` the plies. The start on five
by five is solved: there the search begins with the winner's moves, the replies of the certificate
of docs/ugly-duck-solved.md.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DefectError, DisagreementError
from toadstone.core.process import room_for
from toadstone.engines.adversarial.kernels.table import Numbers, larger_if_free
from toadstone.engines.adversarial.kernels.walk import AT_AN_END, DIGITS, Walk, new_walk, replies_of
from toadstone.engines.adversarial.perfect_play import ExactSearch, PositionValue
from toadstone.engines.compiling import announce_compiling
from toadstone.games.ugly_duck.kernels import deadline_search, df_pn, strategy
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    Position,
    key_words,
    mover_view,
    shape_of,
)
from toadstone.games.ugly_duck.kernels.deadline_search import IN_TIME, UNKNOWN
from toadstone.games.ugly_duck.rules import OTHER, AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import KNOWN_WINNER, usual_start

CERTIFICATE = "ugly-duck-five-by-five.json.gz"

NO_REPLIES: Numbers = np.zeros(0, np.int64)
"""The replies of a strategy that is yet to be found."""

FIRST_TABLE_LOG2 = 18
"""Entries of an empty table, as a power of two; half full, it is made twice as large."""

LARGEST_TABLE_LOG2 = {1: 28, 2: 27}
"""Beyond this, entries are replaced; by the words of a key, so it is 4 gigabytes at most."""

PLIES_TABLE_LOG2 = {12: 19, 16: 23, 20: 25, 49: 27}
"""Entries of the table for plies, as powers of two, by the most cells of the board."""


class SolvedUglyDuck(ExactSearch[State, AnyMove]):
    """The winner by proof-number search, and the plies by a search of ever more plies.

    Results are kept. The table of winners may grow to two to the power of `table_log2` entries,
    which is at least 18; then the entries with the least work are replaced.
    """

    rules: UglyDuckRules

    def __init__(
        self, rules: UglyDuckRules, budget: Budget = UNLIMITED, table_log2: int | None = None
    ) -> None:
        super().__init__(rules, budget)
        lines = rules.scenario.lines
        passes = rules.scenario.no_moves == "pass"
        self.shape = shape_of(len(lines), len(lines[0]), passes=passes)
        self.most_entries = 1 << (table_log2 or LARGEST_TABLE_LOG2[key_words(self.shape)])
        self.most_plies = 2 * rules.scenario.most_plies + 1
        self.memory = df_pn.new_memory(self.shape, FIRST_TABLE_LOG2)
        self._path = df_pn.new_path()
        self._deadline: deadline_search.Deadline | None = None

    def _count(self) -> None:
        plies = 0 if self._deadline is None else int(self._deadline.nodes[0])
        self.nodes = self.budget.nodes = int(self._path.nodes[0]) + plies

    def compile(self) -> None:
        """Compile the search for the winner, without searching."""
        position = mover_view(self.rules.start().rows, self.rules.start().turn)
        df_pn.numbers_of(self.memory, position, False)
        df_pn.begin(self._path, position, draw_suits=False)
        df_pn.advance(self.memory, self._path, 1)
        df_pn.numbers_at(self._path, 0)
        larger_if_free(df_pn.new_memory(self.shape, 2).table)

    # Who wins

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, 0 for a draw, else -1."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return self.rules.payoff_to_mover(state, outcome)
        position = mover_view(state.rows, state.turn)
        if self.is_won(position, draw_suits=False):
            return 1
        return 0 if self.shape.passes and self.is_won(position, draw_suits=True) else -1

    def is_won(self, position: Position, *, draw_suits: bool) -> bool:
        """Return whether the side to move wins, or at least draws if a draw suits it."""
        with announce_compiling(self.budget.tell):
            proof, disproof, _ = df_pn.numbers_of(self.memory, position, draw_suits)
        if proof and disproof:
            proof, _ = self._find(position, draw_suits=draw_suits)
        self._count()
        return bool(proof == 0)

    def _find(self, position: Position, *, draw_suits: bool) -> tuple[int, int]:
        """Return 0 if the side to move reaches its goal, and the index of a follower for it."""
        with announce_compiling(self.budget.tell):
            df_pn.begin(self._path, position, draw_suits=draw_suits)
            while not df_pn.advance(self.memory, self._path, df_pn.NODES_AT_A_TIME):
                table = self.memory.table
                proof, disproof, *_ = df_pn.numbers_at(self._path, 0)
                filled, entries = int(table.counts[0]), len(table.entries)
                self._count()
                self.budget.tell(
                    f"{self.nodes:,} positions searched; "
                    f"proof number {proof:,}, disproof number {disproof:,}, "
                    f"table of {entries:,} {100 * filled // entries}% full"
                )
                self.make_room(filled)
            proof, _, best, _ = df_pn.numbers_at(self._path, 0)
        return int(proof), int(best)

    def make_room(self, positions: int) -> None:
        """Double the table until it is at most half full with so many, or there is no room."""
        while len(self.memory.table.entries) < min(2 * positions, self.most_entries):
            larger = larger_if_free(self.memory.table)
            if larger is self.memory.table:
                return  # entries are replaced, which takes longer
            self.memory = self.memory._replace(table=larger)

    def in_order(self, state: State) -> Sequence[AnyMove]:
        """Return the moves; first come those after which the other side is known to lose."""

        def is_unknown(move: AnyMove) -> bool:
            after = self.rules.play(state, move)
            if self.rules.outcome(after) is not None:
                return False
            position = mover_view(after.rows, after.turn)
            _, disproof, _ = df_pn.numbers_of(self.memory, position, False)
            return bool(disproof != 0)

        return sorted(self.rules.legal_moves(state), key=is_unknown)

    def strategy(self, start: State, holder: str, *, draw_suits: bool) -> str:
        """Return the replies with which a side reaches its sure result, for a certificate.

        Raises:
            LimitReachedError: time is up.
            DisagreementError: the side cannot be sure of that result.
        """
        walk = new_walk(MOST_MOVES, 4, 5, key_words(self.shape))
        position, proven = mover_view(start.rows, start.turn), -1

        def go_on(walk: Walk, most: int) -> int:
            nonlocal proven
            reply, proven = proven, -1
            return strategy.walk_on(self.memory, walk, draw_suits, NO_REPLIES, reply, most)

        def prove(walk: Walk) -> None:
            nonlocal proven
            waiting = Position(*map(int, walk.waiting[walk.counts[0] - 1]))
            proof, proven = self._find(waiting, draw_suits=draw_suits)
            if proof:
                raise DisagreementError(f"{holder} cannot be sure of the claim: {waiting}")

        with announce_compiling(self.budget.tell):
            strategy.begin(self.memory, walk, position, start.turn == holder)
            return replies_of(
                walk, go_on, prove, lambda words: self.budget.tell(f"strategy of {holder}: {words}")
            )

    # In how many plies

    def remoteness(self, state: State) -> PositionValue:
        """Return the payoff to the side to move, and in how many plies the game then ends."""
        payoff = self.payoff(state)
        if self.rules.outcome(state) is not None:
            return PositionValue(payoff, 0)
        if payoff == 0:
            return PositionValue(0, self._plies_to_a_draw(state))
        for plies in range(1 if payoff > 0 else 2, self.most_plies + 1, 2):
            if self.ends_within(state, plies, hurries=payoff > 0):
                return PositionValue(payoff, plies)
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
            return tuple(m for m, s in after.items() if self._loses_within(s, plies - 1))
        return tuple(
            m for m, s in after.items() if not self.ends_within(s, plies - 3, hurries=True)
        )

    def _loses_within(self, state: State, plies: int) -> bool:
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return self.rules.payoff_to_mover(state, outcome) < 0
        return self.ends_within(state, plies, hurries=False)

    def ends_within(self, state: State, plies: int, *, hurries: bool) -> bool:
        """Return whether the side to move wins (loses, if it does not hurry) in so many plies."""
        if self._deadline is None:
            cells = self.shape.rows * self.shape.columns
            sizes = (log2 for most, log2 in PLIES_TABLE_LOG2.items() if cells <= most)
            entry = 8 * (1 + key_words(self.shape))
            size = room_for(entry << next(sizes), entry << FIRST_TABLE_LOG2, "a table for plies")
            log2 = (size // entry).bit_length() - 1
            self._deadline = deadline_search.new_search(self.shape, log2)
        search, position = self._deadline, mover_view(state.rows, state.turn)
        nodes = deadline_search.NODES_AT_A_TIME
        with announce_compiling(self.budget.tell):
            while True:
                last = search.nodes[0] + nodes
                verdict = deadline_search.judge(search, position, 0, plies, hurries, last)
                self._count()
                if verdict != UNKNOWN:
                    return bool(verdict == IN_TIME)
                self.budget.tell(f"{self.nodes:,} positions searched, looking {plies} plies ahead")
                nodes += 10  # more each time, so it ends even if a full table forgets


def replies_of_certificate() -> str:
    """Return the replies of the certificate that comes with Toadstone, a digit each."""
    package = Path(__file__).parents[2]
    folders = (package / "proofs", package.parents[1] / "proofs")
    path = next(each / CERTIFICATE for each in folders if (each / CERTIFICATE).is_file())
    with gzip.open(path) as file:
        content: dict[str, Any] = json.load(file)
    if content["claim"] != {"ask": "winner", "winner": KNOWN_WINNER}:
        raise DefectError(f"{CERTIFICATE}: expected the win of {KNOWN_WINNER}")
    replies: str = content["strategies"][KNOWN_WINNER]
    return replies


class CertifiedUglyDuck(SolvedUglyDuck):
    """The search of five by five whose table has the replies of the certificate."""

    def __init__(self, rules: UglyDuckRules, budget: Budget, table_log2: int | None = None) -> None:
        super().__init__(rules, budget, table_log2)
        replies = np.array([DIGITS.index(each) for each in replies_of_certificate()], np.int64)
        start, most = rules.start(), len(replies)
        walk = new_walk(MOST_MOVES, 4, 5, key_words(self.shape), most + MOST_MOVES)
        self.make_room(most)
        with announce_compiling(budget.tell):
            position = mover_view(start.rows, start.turn)
            strategy.begin(self.memory, walk, position, False)
            stands = strategy.walk_on(self.memory, walk, False, replies, -1, most)
        if stands != AT_AN_END or walk.counts[1] != most:
            raise DefectError(f"{CERTIFICATE} does not fit the board")


def warm_up(budget: Budget) -> None:
    """Compile everything: both searches, and the walk of a strategy."""
    small = usual_start().model_copy(update={"board": "dd\n..\nDD"})
    solved = SolvedUglyDuck(UglyDuckRules(small), budget)
    start = solved.rules.start()
    payoff, _ = solved.remoteness(start)
    solved.strategy(start, start.turn if payoff > 0 else OTHER[start.turn], draw_suits=False)
    with announce_compiling(budget.tell):
        solved.compile()
