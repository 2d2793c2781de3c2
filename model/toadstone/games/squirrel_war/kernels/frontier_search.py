"""Whether a net gain reaches a limit: alpha-beta search with null windows, in compiled code.

Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975. Every search
asks a yes-or-no question, as in the memory-enhanced test of Plaat, Schaeffer, Pijls and de Bruin
("Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996): is the
net gain at least the limit? It returns a lower bound if it is, else an upper bound.

Before a position is searched, the table is asked about all that can follow it (enhanced
transposition cutoffs). Moves are tried in the order of their gain less the best gain that they
leave to the other side, kept within the bounds that the table knows.

The data of a position in the table are its lower and its upper bound, a best move, and a priority
that grows with the work. Its key is its empty cells and the frontier cells of the side to move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.adversarial.kernels.table import (
    HashTable,
    Key,
    Numbers,
    bits,
    bucket_of,
    lookup_shared,
    store_shared,
)
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.squirrel_war.kernels.live_board import (
    EMPTY_CELLS,
    NEVER,
    Position,
    best_gain,
    first_in,
    near_to,
    net_gain_of_few,
    prefetch,
    take,
)

_BOUND_BITS = 27
_LIMIT = (1 << _BOUND_BITS - 1) - 1
"""Larger than any bound; it stands for no bound."""
_MOVE_AT = 2 * _BOUND_BITS
NO_MOVE = 31
PRIORITY_AT = _MOVE_AT + 5

FEW = 5
"""Empty cells up to which a position is searched outright, without a table."""
LOOK_AHEAD = 7
"""Empty cells from which on the table is asked about all that can follow."""


class StoppedError(Exception):
    """A search was stopped from outside."""


class Search(NamedTuple):
    """The data of a search.

    Attributes:
        board: the board.
        table: the table.
        ranks: by the number of empty cells, the rank of each move at the position searched.
        counts: the positions searched, and whether to stop; in a cache line of its own.
    """

    board: Numbers
    table: HashTable
    ranks: Numbers
    counts: Numbers


def new_search(board: Numbers, table: HashTable) -> Search:
    """Return a search that has found nothing yet; others may use its table at the same time."""
    return Search(board, table, np.zeros((32, 32), np.int64), np.zeros(32, np.int64)[8:])


@compiled_part
def _key_of(board: Numbers, position: Position) -> Key:
    frontier = near_to(board, position.empty)
    return Key(position.empty | (position.own & frontier) << board[EMPTY_CELLS], 0)


@compiled_part
def _bounds_of(data: int) -> tuple[int, int]:
    """Return the lower and the upper bound in the data of a position."""
    largest = (1 << _BOUND_BITS) - 1
    return (data & largest) - _LIMIT, (data >> _BOUND_BITS & largest) - _LIMIT


@compiled_part
def _store(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    table: HashTable, key: Key, lower: int, upper: int, move: int, work: int
) -> None:
    """Store bounds, with those stored before."""
    priority = 1
    while work >= 4 and priority < 15:  # the priority grows with the logarithm of the work
        priority, work = priority + 1, work >> 2
    data = lookup_shared(table, key)
    if data:
        low, high = _bounds_of(data)
        lower, upper = max(lower, low), min(upper, high)
        priority = max(priority, data >> PRIORITY_AT)
    both = lower + _LIMIT | (upper + _LIMIT) << _BOUND_BITS
    store_shared(table, key, both | move << _MOVE_AT | priority << PRIORITY_AT)


@compiled_part
def _net_gain(search: Search, size: int, position: Position, limit: int) -> int:
    """Return a lower bound of the net gain that reaches the limit, or an upper one that does not.

    Raises:
        StoppedError: the search was stopped from outside.
    """
    board, table, ranks, counts = search
    counts[0] += 1
    if counts[1]:
        raise StoppedError
    before, key, hint = counts[0], _key_of(board, position), NO_MOVE
    data = lookup_shared(table, key)
    if data:
        low, high = _bounds_of(data)
        if low >= limit or high < limit:
            return low if low >= limit else high
        hint = data >> _MOVE_AT & 31
    best, chosen, left = _rank_moves(search, size, position, limit, hint)
    while left and best < limit:
        at = _highest(ranks[size], left)
        left ^= 1 << at
        after, gain = take(board, position, at)
        if size - 1 > FEW:
            reached = gain - _net_gain(search, size - 1, after, gain - limit + 1)
        else:
            reached = gain - net_gain_of_few(board, size - 1, after, gain - limit + 1)
        if reached > best:
            best, chosen = reached, at
    lower, upper = (best, _LIMIT) if best >= limit else (-_LIMIT, best)
    _store(table, key, lower, upper, chosen, counts[0] - before)
    return best


@compiled_part
def _rank_moves(
    search: Search, size: int, position: Position, limit: int, hint: int
) -> tuple[int, int, int]:
    """Rank the moves, leaving out those that the table refutes; one that it confirms is enough.

    Return the best bound so far, its move, and the set of the moves left to try.
    """
    board, table, ranks = search.board, search.table, search.ranks[size]
    rest = position.empty if size >= LOOK_AHEAD else 0
    while rest:
        after, _ = take(board, position, first_in(rest))
        rest &= rest - 1
        bucket = bucket_of(table, _key_of(board, after))
        prefetch(table.entries, bucket * table.entries.shape[1])
    best, left, rest = -NEVER, 0, position.empty
    while rest:
        at = first_in(rest)
        rest &= rest - 1
        after, gain = take(board, position, at)
        low, high = -NEVER, NEVER
        data = lookup_shared(table, _key_of(board, after)) if size >= LOOK_AHEAD else 0
        if data:
            lower, upper = _bounds_of(data)
            low, high = gain - upper, gain - lower
        if low >= limit:
            return low, at, 0
        if high < limit:
            best = max(best, high)
            continue
        left |= 1 << at
        ranks[at] = NEVER
        if at != hint:
            ranks[at] = min(max(gain - best_gain(board, after), low), high)
    return best, NO_MOVE, left


@compiled_part
def _highest(ranks: Numbers, moves: int) -> int:
    """Return the first of some moves that has the highest rank."""
    chosen = first_in(moves)
    while moves:
        at = first_in(moves)
        moves &= moves - 1
        if ranks[at] > ranks[chosen]:
            chosen = at
    return chosen


@compiled_part
def _ask(search: Search, size: int, position: Position, limit: int) -> int:
    """Return a bound of the net gain of any position; see `net_gain`."""
    if size > FEW:
        return _net_gain(search, size, position, limit)
    return net_gain_of_few(search.board, size, position, limit)


@compiled
def net_gain(search: Search, position: Position, limit: int) -> int:
    """Return a lower bound of the net gain that reaches the limit, or an upper one that does not.

    Raises:
        StoppedError: the search was stopped from outside.
    """
    return _ask(search, bits(position.empty), position, limit)


@compiled
def best_move(search: Search, position: Position) -> int:
    """Return the number of a best move."""
    size = bits(position.empty)
    low, high, limit = -NEVER, NEVER, best_gain(search.board, position) // 2
    while low < high:
        bound = _ask(search, size, position, limit)
        if bound >= limit:
            low, limit = bound, bound + 1
        else:
            high, limit = bound, bound
    rest = position.empty
    while rest:
        at = first_in(rest)
        rest &= rest - 1
        after, gain = take(search.board, position, at)
        if _ask(search, size - 1, after, gain - low + 1) <= gain - low:
            return at
    return NO_MOVE


@compiled
def named_move(search: Search, position: Position) -> int:
    """Return the number of the move that the table names as the best, or `NO_MOVE`."""
    data = lookup_shared(search.table, _key_of(search.board, position))
    return data >> _MOVE_AT & 31 if data else NO_MOVE
