"""The winner of rows, with or without a value beside them, and a winning strategy.

The compiled search, `row_search`, finds both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from toadstone.combinatorial import CanonicalForm, parse
from toadstone.combinatorial.canonical_form import go_on
from toadstone.combinatorial.notation import names_of
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.engines.adversarial.kernels.table import larger_if_free, new_table
from toadstone.engines.adversarial.kernels.walk import Walk, new_walk, replies_of
from toadstone.engines.adversarial.perfect_play import SearchedGame
from toadstone.engines.compiling import announce_compiling
from toadstone.games.toads_and_frogs.difference import beside_of, expect_short
from toadstone.games.toads_and_frogs.kernels import row_search
from toadstone.games.toads_and_frogs.kernels.row_search import Graph, Position
from toadstone.games.toads_and_frogs.rules import OTHER, SIDES, State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import usual_start

FIRST_TABLE_LOG2 = 16
"""Entries of an empty table, as a power of two; half full, it is made twice as large."""

LARGEST_TABLE_LOG2 = 27
"""Beyond this, entries are replaced: 2 gigabytes, 3 with a value beside the rows."""


def graph_of(
    form: CanonicalForm, keep_going: Callable[[], None] = go_on
) -> tuple[Graph, dict[str, int]]:
    """Return a value as a graph of its positions, with the node of each of them by its name.

    `keep_going` is called now and then; an error that it raises ends the work.

    Raises:
        RequestError: the value has too many positions, or options, to be played beside rows.
    """
    nodes, numbers = [form], {form: 0}
    for node in nodes:
        for option in (*node.left, *node.right):
            if option not in numbers:
                numbers[option] = len(nodes)
                nodes.append(option)
        widest = max(len(node.left), len(node.right))
        if len(nodes) > (most := row_search.MOST_NODES) or widest > row_search.MOST_OPTIONS:
            raise RequestError(f"the value has over {most:,} positions or too many options")
    sides = [[node.left for node in nodes], [node.right for node in nodes]]
    targets = [numbers[each] for side in sides for options in side for each in options]
    ends = np.cumsum([0] + [len(options) for side in sides for options in side])
    count = len(nodes)
    graph = Graph(
        np.array([ends[: count + 1], ends[count:]], np.int64), np.array([*targets, 0], np.int64)
    )
    names = names_of(form, keep_going)
    return graph, {names.get(node) or str(node): index for node, index in numbers.items()}


def masks(rows: tuple[str, ...]) -> tuple[int, int, int]:
    """Return the bits of the cells, the toads and the frogs."""
    text = "+".join(rows)
    cells, toads, frogs = (
        sum(1 << index for index, letter in enumerate(text) if letter in letters)
        for letters in ("TF_", "T", "F")
    )
    return cells, toads, frogs


class SolvedRows(SearchedGame[Any, Any]):
    """The winner from any position, by the compiled search; results are kept.

    Args:
        rules: the rules, with the scenario: the lengths of the rows, and the value beside them.
        budget: when to stop; it may be replaced between searches.

    Attributes:
        cells: the bits that are cells.
        graph: the game beside the rows.
        table: the results so far.
    """

    def __init__(self, rules: Any, budget: Budget = UNLIMITED) -> None:
        super().__init__(rules, budget)
        rows, start = rules.scenario, rules.start()
        expect_short(rows)
        self.cells = masks(rows.start)[0]
        beside = parse(beside_of(start) or "0")
        self.graph, self._nodes = graph_of(beside, budget.check)
        if beside.birthday + rows.most_plies >= row_search.DEEPEST:
            raise RequestError("the value lasts too long to be played beside the rows")
        self._key_words = 1 if len(self._nodes) == 1 else 2
        self.table = new_table(FIRST_TABLE_LOG2, self._key_words, row_search.RESULT_BITS)
        moves = np.zeros((row_search.DEEPEST, row_search.MOST_MOVES, 4), np.int64)
        self._room = row_search.Room(np.zeros(1, np.int64), moves)

    def position(self, state: State) -> Position:
        """Return a state as the search has it."""
        _, toads, frogs = masks(state.rows)
        return Position(toads, frogs, self._nodes[beside_of(state) or "0"], SIDES.index(state.turn))

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, else -1."""
        return 1 if self._is_won(self.position(state)) else -1

    def _is_won(self, position: Position) -> bool:
        with announce_compiling(self.budget.tell):
            result = row_search.lookup_result(self.table, position)
            if result == row_search.UNKNOWN:
                result = self._find(position)
        return bool(result == row_search.WON)

    def _find(self, position: Position) -> int:
        """Search for who wins; return WON or LOST."""
        room, nodes = self._room, row_search.NODES_AT_A_TIME
        while True:
            last = room.nodes[0] + nodes
            result = row_search.find(self.cells, self.graph, self.table, room, position, 0, last)
            self._count()
            if result != row_search.UNKNOWN:
                return result
            entries, filled = self.table.entries.shape[0], int(self.table.counts[0])
            self.budget.tell(f"{self.nodes:,} positions searched; {filled:,} kept")
            if 2 * filled > entries and entries < 1 << LARGEST_TABLE_LOG2:
                self.table = larger_if_free(self.table)  # else entries are replaced: slower
            nodes += 10  # more each time, so it ends even if a full table forgets

    def _count(self) -> None:
        self.nodes = self.budget.nodes = int(self._room.nodes[0])

    def in_order(self, state: State) -> Sequence[Any]:
        """Return the moves; first come those after which the other side is known to lose."""

        def is_unknown(move: Any) -> bool:
            after = self.position(self.rules.play(state, move))
            return bool(row_search.lookup_result(self.table, after) != row_search.LOST)

        return sorted(self.rules.legal_moves(state), key=is_unknown)

    def strategy(self, holder: str, firsts: Sequence[str]) -> str:
        """Return the replies with which `holder` wins, for each side of `firsts` moving first.

        Raises:
            LimitReachedError: time is up.
            ValueError: the side does not win.
        """
        side = SIDES.index(holder)
        walk = new_walk(row_search.MOST_MOVES, 3, 3, self._key_words)
        start = self.position(self.rules.start())._replace(side=1 - side)

        def go_on(walk: Walk, most: int) -> int:
            return row_search.walk_on(self.cells, self.graph, self.table, walk, side, most)

        def prove(walk: Walk) -> None:
            toads, frogs, node = map(int, walk.waiting[walk.counts[0] - 1])
            waiting = Position(toads, frogs, node, side)
            count = row_search.followers(self.cells, self.graph, waiting, walk.moves)
            moves = walk.moves[:count].tolist()
            after = [Position(each[0], each[1], each[2], 1 - side) for each in moves]
            if not self._is_won(waiting) or all(map(self._is_won, after)):
                raise ValueError(f"the side to move cannot win {waiting}")

        with announce_compiling(self.budget.tell):
            first = holder in firsts, OTHER[holder] in firsts
            row_search.begin_walk(self.cells, self.graph, walk, start, *first)
            return replies_of(
                walk, go_on, prove, lambda words: self.budget.tell(f"strategy of {holder}: {words}")
            )


def warm_up(budget: Budget) -> None:
    """Compile everything: the search, its larger table, and the walk of a strategy."""
    solved = SolvedRows(ToadsAndFrogsRules(usual_start()), budget)
    start = solved.rules.start()
    winner = start.turn if solved.payoff(start) > 0 else OTHER[start.turn]
    solved.in_order(start)
    solved.strategy(winner, [start.turn])
    with announce_compiling(budget.tell):
        larger_if_free(solved.table)
