"""Wins within a number of plies, by depth-first search with a transposition table.

The side that hurries needs one move that wins in time, the other none that lasts longer. With a
growing number of plies, the search finds the remoteness of a position: iterative deepening, Korf,
"Depth-first iterative-deepening", Artificial Intelligence 27, 1985. The table keeps the fewest
plies proven to do, the most proven not to, and the move that decided.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.adversarial.kernels.table import (
    HashTable,
    Key,
    Numbers,
    entry_for,
    lookup,
    new_table,
)
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    Position,
    Shape,
    by_depth,
    can_win_now,
    followers,
    key_of,
    key_words,
    mobility,
    read,
    turn_round,
)

NODES_AT_A_TIME = 1 << 16

PLIES_BITS = 11
MOST_PLIES = (1 << PLIES_BITS) - 1
"""More plies than any game has."""

UNKNOWN, IN_TIME, NOT_IN_TIME = range(3)


class Deadline(NamedTuple):
    """The results of the search, and its memory.

    Attributes:
        shape: the board.
        table: the results; positions in which the side to move hurries have other keys.
        nodes: the number of positions expanded.
        followers: at each depth, the followers of the position there, with the move to each.
    """

    shape: Shape
    table: HashTable
    nodes: Numbers
    followers: Numbers


def new_search(shape: Shape, entries_log2: int) -> Deadline:
    """Return a search that knows nothing, with a table of a power of two of entries."""
    table = new_table(entries_log2, key_words(shape), 2 * PLIES_BITS)
    return Deadline(shape, table, np.zeros(1, np.int64), by_depth(MOST_MOVES, 5))


@compiled
def judge(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    search: Deadline, position: Position, depth: int, plies: int, hurries: bool, last: int
) -> int:
    """Return whether so many plies are enough; look at followers only if that is needed.

    `hurries` says whether the side to move does. UNKNOWN is returned once `last` positions have
    been expanded. Results are kept, so the next call soon reaches the place where it stopped.
    """
    verdict = _at_sight(search.shape, position, plies, hurries)
    if verdict != UNKNOWN:
        return verdict
    key = key_of(search.shape, position, hurries)
    data = lookup(search.table, key)
    if data:
        do, do_not = _plies_in(data)
        if do <= plies or do_not >= plies:
            return IN_TIME if do <= plies else NOT_IN_TIME
    if search.nodes[0] >= last:
        return UNKNOWN
    search.nodes[0] += 1
    rows = search.followers[depth]
    count = followers(search.shape, position, rows)
    if data:
        _put_first(rows, count, (data >> PLIES_BITS & MOST_PLIES) - 1)
    verdict, move = NOT_IN_TIME if hurries else IN_TIME, -1
    for index in range(count):
        result = judge(search, read(rows[index]), depth + 1, plies - 1, not hurries, last)
        if result == UNKNOWN:
            search.nodes[0] -= 1  # it will be expanded again
            return UNKNOWN
        if result != verdict:
            verdict, move = result, rows[index, 4]
            break
    _keep(search.table, key, plies, verdict == IN_TIME, move)
    return verdict


@compiled_part
def _at_sight(shape: Shape, position: Position, plies: int, hurries: bool) -> int:
    """Judge a position by its moves and the plies alone; UNKNOWN if they are not enough."""
    if can_win_now(shape, position):
        return IN_TIME if hurries and plies > 0 else NOT_IN_TIME
    if mobility(shape, position) == 0:
        if not shape.passes:
            return NOT_IN_TIME if hurries else IN_TIME
        if mobility(shape, turn_round(shape, position)) == 0:
            return NOT_IN_TIME
    return UNKNOWN if plies > 0 else NOT_IN_TIME


@compiled_part
def _put_first(rows: Numbers, count: int, move: int) -> None:
    """Let the follower after a move, the one that decided before, change places with the first."""
    for index in range(1, count):
        if rows[index, 4] == move:
            for word in range(5):
                rows[0, word], rows[index, word] = rows[index, word], rows[0, word]


@compiled_part
def _plies_in(data: int) -> tuple[int, int]:
    """Return the fewest plies proven to be enough, and the most proven not to be, or -1.

    In a full table the entry that rules out the fewest plies gives way first.
    """
    return data & MOST_PLIES, (data >> 2 * PLIES_BITS) - 1


@compiled_part
def _keep(table: HashTable, key: Key, plies: int, in_time: bool, move: int) -> None:
    """Store whether so many plies are enough, with the earlier results of the position.

    `move` is the one that decided, as `followers` writes it; -1 where none did.
    """
    entry = entry_for(table, key)
    do, do_not = MOST_PLIES, -1
    if table.entries[entry, 0]:
        do, do_not = _plies_in(table.entries[entry, 0])
    if in_time:
        do = min(do, plies)
    else:
        do_not = max(do_not, plies)
    table.entries[entry, 0] = do | (move + 1) << PLIES_BITS | (do_not + 1) << 2 * PLIES_BITS
