"""Who can win within so many plies, by depth-first search with a transposition table.

One side hurries, the other holds out: at every node the hurrying side needs one move that wins in
time, the other side none that lasts longer. Asked for ever more plies, the search finds the
remoteness of a position: iterative deepening, Korf, "Depth-first iterative-deepening", Artificial
Intelligence 27, 1985. For every position the table keeps the fewest plies that are proven to do,
the most that are proven not to, and the move that decided.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.adversarial.kernels.table import (
    Key,
    Numbers,
    Table,
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
    digits_of,
    followers,
    key_of,
    key_words,
    mobility,
    read,
    turn_round,
    write,
)

NODES_AT_A_TIME = 1 << 16

PLIES_BITS = 11
MOST_PLIES = (1 << PLIES_BITS) - 1
"""More plies than any game has."""

UNKNOWN, IN_TIME, NOT_IN_TIME = range(3)


class Deadline(NamedTuple):
    """The search: what is known of positions, and the path so far.

    Attributes:
        shape: the board.
        table: what is known; positions in which the side to move hurries are apart from others.
        digits: what keys are made of.
        nodes: in turn, the positions expanded, the depth of the search, the plies allowed at the
            root, and whether the side to move at the root hurries.
        at: the position at each depth.
        followers: its followers, with the move to each.
        counts: how many those are; -1 where they are not counted.
        tried: the one that the search is at; what decided before comes first.
    """

    shape: Shape
    table: Table
    digits: Numbers
    nodes: Numbers
    at: Numbers
    followers: Numbers
    counts: Numbers
    tried: Numbers


def new_search(shape: Shape, entries_log2: int) -> Deadline:
    """Return a search that knows nothing, with a table of a power of two of entries."""
    return Deadline(
        shape,
        new_table(entries_log2, key_words(shape), 2 * PLIES_BITS),
        digits_of(shape),
        np.zeros(4, np.int64),
        by_depth(4),
        by_depth(MOST_MOVES, 5),
        by_depth(),
        by_depth(),
    )


def begin(search: Deadline, position: Position, plies: int, *, hurries: bool) -> None:
    """Set the search to begin at a position: does it do in so many plies."""
    search.nodes[1:] = 0, plies, hurries
    search.at[0], search.counts[0] = position, -1


@compiled_part
def _hurries(search: Deadline, depth: int) -> bool:
    return bool((search.nodes[3] + depth) % 2 == 1)


@compiled_part
def _key(search: Deadline, depth: int) -> Key:
    return key_of(search.shape, search.digits, read(search.at[depth]), _hurries(search, depth))


@compiled_part
def _plies_in(known: int) -> tuple[int, int]:
    """Return the fewest plies proven to do, and the most proven not to, or -1.

    In a full table what rules out the fewest plies gives way first.
    """
    return known & MOST_PLIES, (known >> 2 * PLIES_BITS) - 1


@compiled_part
def _keep(search: Deadline, depth: int, in_time: bool, move: int) -> None:
    """Write down whether the plies left at a depth do, beside what is known of the position.

    `move` is the one that decided, as `followers` writes it; -1 where none did.
    """
    table, plies = search.table, search.nodes[2] - depth
    entry = entry_for(table, _key(search, depth))
    do, do_not = MOST_PLIES, -1
    if table.entries[entry, 0]:
        do, do_not = _plies_in(table.entries[entry, 0])
    if in_time:
        do = min(do, plies)
    else:
        do_not = max(do_not, plies)
    table.entries[entry, 0] = do | (move + 1) << PLIES_BITS | (do_not + 1) << 2 * PLIES_BITS


@compiled_part
def _look(search: Deadline, depth: int) -> int:
    """Judge the position at a depth without its followers, or write these down."""
    shape, position, plies = search.shape, read(search.at[depth]), search.nodes[2] - depth
    hurries = _hurries(search, depth)
    if can_win_now(shape, position):
        return IN_TIME if hurries and plies > 0 else NOT_IN_TIME
    if mobility(shape, position) == 0:
        if not shape.passes:
            return NOT_IN_TIME if hurries else IN_TIME
        if mobility(shape, turn_round(shape, position)) == 0:
            return NOT_IN_TIME
    return NOT_IN_TIME if plies <= 0 else _look_up_or_expand(search, depth)


@compiled_part
def _look_up_or_expand(search: Deadline, depth: int) -> int:
    """Judge the position at a depth by the table, or write down its followers."""
    plies = search.nodes[2] - depth
    known = lookup(search.table, _key(search, depth))
    if known:
        do, do_not = _plies_in(known)
        if do <= plies:
            return IN_TIME
        if do_not >= plies:
            return NOT_IN_TIME
    search.nodes[0] += 1
    rows = search.followers[depth]
    search.counts[depth] = followers(search.shape, read(search.at[depth]), rows)
    search.tried[depth] = -1
    if known:  # the move that decided comes first
        move = (known >> PLIES_BITS & MOST_PLIES) - 1
        for index in range(1, search.counts[depth]):
            if rows[index, 4] == move:
                for word in range(5):
                    rows[0, word], rows[index, word] = rows[index, word], rows[0, word]
    return UNKNOWN


@compiled
def advance(search: Deadline, nodes: int) -> int:
    """Search on, for so many nodes at most; return UNKNOWN, IN_TIME or NOT_IN_TIME."""
    depth, last = search.nodes[1], search.nodes[0] + nodes
    while True:
        verdict = UNKNOWN
        if search.counts[depth] < 0:
            if search.nodes[0] >= last:
                search.nodes[1] = depth
                return UNKNOWN
            verdict = _look(search, depth)
        if verdict == UNKNOWN:
            search.tried[depth] += 1
            if search.tried[depth] < search.counts[depth]:
                follower = search.followers[depth, search.tried[depth]]
                depth += 1
                write(search.at, depth, read(follower))
                search.counts[depth] = -1
                continue
            verdict = NOT_IN_TIME if _hurries(search, depth) else IN_TIME
            _keep(search, depth, verdict == IN_TIME, -1)
        while depth > 0:
            depth -= 1
            if (verdict == IN_TIME) != _hurries(search, depth):
                break
            move = search.followers[depth, search.tried[depth], 4]
            _keep(search, depth, verdict == IN_TIME, move)
        else:
            return verdict
