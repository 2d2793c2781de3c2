"""Who wins any position of rows, with a value beside them or not, in the terms of the rules.

The compiled search, `row_search`, finds it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from toadstone.combinatorial import CanonicalForm, number, parse
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import DisagreementError, RequestError
from toadstone.engines.adversarial.perfect_play import SearchedGame
from toadstone.engines.adversarial.query import AnyRules
from toadstone.engines.compiling import told_of_compiling
from toadstone.games.toads_and_frogs import row_search
from toadstone.games.toads_and_frogs.difference import (
    DifferenceRules,
    DifferenceState,
    expect_short,
)
from toadstone.games.toads_and_frogs.row_search import (
    DEEPEST,
    LOST,
    MOST_NODES,
    MOST_OPTIONS,
    WON,
    Graph,
    Position,
)
from toadstone.games.toads_and_frogs.rules import SIDES, State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario

FIRST_TABLE_LOG2 = 16
"""Entries of an empty table, as a power of two; half full, it is made twice as large."""

LARGEST_TABLE_LOG2 = 27
"""Beyond this, entries give way: 2 gigabytes."""


def graph_of(form: CanonicalForm) -> tuple[Graph, dict[str, int]]:
    """Return a value as a graph of its positions, with the node of each of them by its name.

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
        if len(nodes) > MOST_NODES or widest > MOST_OPTIONS:
            raise RequestError(f"the value has over {MOST_NODES:,} positions or too many options")
    sides = [[node.left for node in nodes], [node.right for node in nodes]]
    targets = [numbers[each] for side in sides for options in side for each in options]
    ends = np.cumsum([0] + [len(options) for side in sides for options in side])
    count = len(nodes)
    graph = Graph(
        np.array([ends[: count + 1], ends[count:]], np.int64), np.array([*targets, 0], np.int64)
    )
    return graph, {str(node): index for node, index in numbers.items()}


def masks(rows: tuple[str, ...]) -> tuple[int, int, int]:
    """Return the bits of the cells, the toads and the frogs."""
    text = "+".join(rows)
    cells, toads, frogs = (
        sum(1 << index for index, letter in enumerate(text) if letter in letters)
        for letters in ("TF_", "T", "F")
    )
    return cells, toads, frogs


def _scenario_of(rules: AnyRules) -> ToadsAndFrogsScenario:
    if not isinstance(rules, ToadsAndFrogsRules | DifferenceRules):
        raise TypeError("this is the search of Toads and Frogs")
    scenario: ToadsAndFrogsScenario = rules.scenario
    expect_short(scenario)
    return scenario


class SolvedRows(SearchedGame[Any, Any]):
    """Who wins from any position, by the compiled search; what has been found out is kept.

    Args:
        rules: the rules, with the scenario that says how long the rows are and what is beside.
        budget: when to stop; a search may have a new one while it goes on.

    Attributes:
        cells: the bits that are cells.
        graph: the game beside the rows.
        search: the search, with its table.
    """

    def __init__(self, rules: AnyRules, budget: Budget = UNLIMITED) -> None:
        super().__init__(rules, budget)
        rows, start = _scenario_of(rules), rules.start()
        self.cells = masks(start.rows)[0]
        beside = parse(start.beside) if isinstance(start, DifferenceState) else number(0)
        self.graph, self._nodes = graph_of(beside)
        if beside.birthday + rows.most_plies >= DEEPEST:
            raise RequestError("the value lasts too long to be played beside the rows")
        self.search = row_search.new_search(FIRST_TABLE_LOG2)

    def position(self, state: State) -> Position:
        """Return a state as the search has it."""
        beside = state.beside if isinstance(state, DifferenceState) else "0"
        _, toads, frogs = masks(state.rows)
        return Position(toads, frogs, self._nodes[beside], SIDES.index(state.turn))

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, else -1."""
        return 1 if self.is_won(self.position(state)) else -1

    def is_won(self, position: Position) -> bool:
        """Return whether the side to move wins."""
        with told_of_compiling(self.budget.tell):
            said = row_search.known(self.search, *position)
            if said not in {LOST, WON}:
                said = self._searched(position)
        return bool(said == WON)

    def _searched(self, position: Position) -> int:
        row_search.begin(self.search, position)
        while not row_search.advance(
            self.cells, self.graph, self.search, row_search.NODES_AT_A_TIME
        ):
            self.nodes = self.budget.nodes = int(self.search.counts[2])
            entries, filled = self.search.entries.shape[0], int(self.search.counts[3])
            self.budget.tell(f"{self.nodes:,} positions, {filled:,} kept")
            if 2 * filled > entries and entries < 1 << LARGEST_TABLE_LOG2:
                self.search = row_search.with_more_room(self.search)
        self.nodes = self.budget.nodes = int(self.search.counts[2])
        return int(self.search.counts[1])

    def best_line(self, state: State) -> Iterator[Any]:
        """Yield the moves of one game in which both sides take the first best move found."""
        while self.rules.outcome(state) is None:
            move = self.good_move(state)
            yield move
            state = self.rules.play(state, move)

    def good_move(self, state: State) -> Any:
        """Return the first move that gives what perfect play gives; known ones come first."""
        moves = self.rules.legal_moves(state)
        if self.payoff(state) < 0:
            return moves[0]
        after = {move: self.rules.play(state, move) for move in moves}
        for move in sorted(moves, key=lambda move: not self._is_lost(after[move])):
            if self.payoff(after[move]) < 0:
                return move
        raise DisagreementError("no move leads to what the position is said to be worth")

    def _is_lost(self, state: State) -> bool:
        return bool(row_search.known(self.search, *self.position(state)) == LOST)
