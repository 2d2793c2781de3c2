"""Perfect play by compiled searches with null windows: margins, best moves and lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.process import room_for
from toadstone.engines.adversarial.kernels.table import new_table
from toadstone.engines.adversarial.perfect_play import SearchedGame
from toadstone.engines.compiling import announce_compiling
from toadstone.games.squirrel_war.kernels import frontier_search, has_room, live_cells
from toadstone.games.squirrel_war.kernels.frontier_search import PRIORITY_AT, net_gain, new_search
from toadstone.games.squirrel_war.kernels.live_board import Position, board_of, near_to, position_of
from toadstone.games.squirrel_war.rules import SquirrelWarRules, State
from toadstone.games.squirrel_war.scenario import Cell, usual_start

BETWEEN_LOOKS = 0.05
"""Seconds between two looks at the clock."""

ENTRY_BYTES = 16

MOST_MEMORY = 4 << 30
"""Bytes that a table takes at most."""

LEAST_MEMORY = 1 << 14
"""Bytes below which a table is of no use."""


class Bracket(NamedTuple):
    """The least and the greatest number that a value can be."""

    low: int
    high: int


class SearchedPlay(SearchedGame[State, Cell]):
    """Perfect play from any position that can follow in one scenario; results are kept.

    Each worker of the budget is a thread. All threads ask the same question and share a table: what
    one has searched, another finds there. The first answer is enough.

    Args:
        rules: the rules, with the scenario.
        budget: when to stop; it may be replaced between searches.
        memory: bytes that the table takes at most; fewer where more would be of no use, or half of
            the free memory is less.

    Raises:
        MemoryError: there is no room, or the search has none for so many cells or such values.
    """

    rules: SquirrelWarRules

    def __init__(
        self, rules: SquirrelWarRules, budget: Budget = UNLIMITED, memory: int | None = None
    ) -> None:
        scenario = rules.scenario
        if not has_room(scenario):
            raise MemoryError("positions of so many live cells, or such values, are not searched")
        super().__init__(rules, budget)
        self._cells = live_cells(scenario)
        empty = len(self._cells.empty)
        # A table is worth about twice as much memory for each further cell.
        useful = min(MOST_MEMORY, 1 << max(14, 7 * empty // 4 - 8))
        most = min(memory or MOST_MEMORY, useful)
        size = room_for(most, LEAST_MEMORY, "the table of the search")
        entries_log2 = (size // ENTRY_BYTES).bit_length() - 1
        board, table = board_of(scenario), new_table(entries_log2, 1, PRIORITY_AT)
        self._searches = [new_search(board, table) for _ in range(budget.limits.workers)]
        self._search = self._searches[0]
        self._places = [scenario.cells.index(cell) for cell in self._cells.all]
        self._brackets: dict[State, Bracket] = {}

    @property
    def bracket(self) -> Bracket | None:
        """The bracket of the margin as far as it is known; None before the first result."""
        return self._margins() if self.rules.start() in self._brackets else None

    def _margins(self) -> Bracket:
        start = self.rules.start()
        low, high = self._bracket(start)
        return Bracket(low, high) if start.turn == "X" else Bracket(-high, -low)

    def payoff(self, state: State) -> int:
        """Return the margin of perfect play, as the side to move sees it."""
        at_first, step = self._start_bracket(state), max(1, self.rules.highest_payoff // 32)
        limit = self.rules.lead(state, state.turn)
        low, high = self._bracket(state)
        while low < high:
            self.reaches(state, min(max(limit, low + 1), high))
            low, high = self._bracket(state)
            # Ask in growing steps until both bounds are found; then halve the bracket.
            if low == at_first.low:
                limit, step = high - step, 2 * step
            elif high == at_first.high:
                limit, step = low + step, 2 * step
            else:
                limit = (low + high + 1) // 2
        return low

    def reaches(self, state: State, payoff: int) -> bool:
        """Return whether the side to move can be sure of a payoff."""
        bracket = self._bracket(state)
        if bracket.low < payoff <= bracket.high:
            bound = self._bound(state, payoff)
            bracket = bracket._replace(**{"low" if bound >= payoff else "high": bound})
            if bracket.low > bracket.high:
                raise DisagreementError(f"the search says of {state} that both sides win more")
            self._brackets[state] = bracket
        return bracket.low >= payoff

    def _bound(self, state: State, payoff: int) -> int:
        """Return a lower bound that reaches the payoff, or an upper bound that does not."""
        lead = self.rules.lead(state, state.turn)
        position = position_of(self._cells, state)
        with announce_compiling(self.budget.tell), ThreadPoolExecutor(len(self._searches)) as pool:
            futures = [
                pool.submit(copy_context().run, net_gain, each, position, payoff - lead)
                for each in self._searches
            ]
            try:
                while not (first := wait(futures, BETWEEN_LOOKS, FIRST_COMPLETED).done):
                    self._count()
                    self.budget.tell(self._progress(payoff if state.turn == "X" else -payoff))
            finally:
                self._stop(1)
                wait(futures)
                self._stop(0)
        self._count()
        return lead + next(iter(first)).result()

    def _stop(self, stop: int) -> None:
        for each in self._searches:
            each.counts[1] = stop

    def _count(self) -> None:
        self.nodes = self.budget.nodes = sum(int(each.counts[0]) for each in self._searches)

    def _progress(self, margin: int) -> str:
        """Give the known bracket of the margin of the scenario, and the margin that is searched.

        The question is whether a margin can be reached, at the start or after a first move.
        """
        low, high = self._margins()
        margins = f"margin {low}" if low == high else f"margin {low} to {high}"
        return f"{margins}, {margin}?, {self.nodes / 1e6:.0f} M nodes"

    def _bracket(self, state: State) -> Bracket:
        return self._brackets.get(state) or self._start_bracket(state)

    def _start_bracket(self, state: State) -> Bracket:
        """Return the bracket without a search: only live cells change hands."""
        position = position_of(self._cells, state)
        near = int(near_to(self._search.board, position.empty)) | position.empty
        lead = self.rules.lead(state, state.turn)
        settled, open_points = lead, 0
        for at, cell in enumerate(self._cells.all):
            value = self.rules.scenario.value(cell)
            if near >> at & 1:
                open_points += abs(value)
                settled -= value * ((position.own >> at & 1) - (position.enemy >> at & 1))
        return Bracket(settled - open_points, settled + open_points)

    def best_moves(self, state: State) -> tuple[Cell, ...]:
        """Return every best move, as one reads; none when the game is over."""
        if self.rules.outcome(state) is not None:
            return ()
        self.payoff(state)
        return tuple(move for move in self.rules.legal_moves(state) if self.is_best(state, move))

    def is_best(self, state: State, move: Cell) -> bool:
        """Return whether a move is one of the best, without asking how bad another one is."""
        return not self.reaches(self.rules.play(state, move), 1 - self.payoff(state))

    def best_line(self, state: State) -> Iterator[Cell]:
        """Yield the moves of one game in which both sides always take the first best move found."""
        payoff = self.payoff(state)
        while self.rules.outcome(state) is None:
            self._brackets[state] = Bracket(payoff, payoff)
            move = self.good_move(state)
            yield move
            state, payoff = self.rules.play(state, move), -payoff

    def good_move(self, state: State) -> Cell:
        """Return a best move, without asking for others: first the one that the table names."""
        position = position_of(self._cells, state)
        number = frontier_search.named_move(self._search, position)
        first = self._cells.empty[number] if number < len(self._cells.empty) else None
        moves = sorted(self.rules.legal_moves(state), key=lambda move: move != first)
        return self._best_among(state, moves)

    def best_reply(self, side: str, holders: Mapping[str, int], empty: int) -> int:
        """Return a best move of a side, for sets of all cells of the board counted as one reads.

        It is for the many small positions that follow a solved one: it does not look at the clock.
        """
        enemy = "O" if side == "X" else "X"
        sets = (
            sum(1 << at for at, place in enumerate(self._places) if cells >> place & 1)
            for cells in (empty, holders[side], holders[enemy])
        )
        at = frontier_search.best_move(self._search, Position(*sets))
        self._count()
        return self._places[at]


def warm_up(budget: Budget) -> None:
    """Have the search compiled."""
    solved = SearchedPlay(SquirrelWarRules(usual_start()), budget)
    solved.good_move(solved.rules.start())
    solved.best_reply("X", {"X": 0, "O": 0}, 0b11)
