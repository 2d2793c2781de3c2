"""The compiled search: who wins rows of toads and frogs with one other game beside them.

All rows are one: cells are bits from the left, the first row first, and a bit that is no cell
stands between two rows. The game beside is a node of a graph, see `Graph`. Toads are Left.

It looks through the moves depth first, and keeps in a table which positions are won. A position
in which a move leads to a lost one is won; the moves that leave the other side the fewest replies
are looked at first, and those in the game beside after all others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from toadstone.engines.adversarial.bits import bits
from toadstone.engines.compiling import compiled
from toadstone.games.toads_and_frogs.difference import MOST_BITS

Numbers = NDArray[np.int64]

MOST_OPTIONS = 32
"""Moves of one side in the game beside."""
MOST_NODES = 1 << 15
"""Positions of the game beside."""
MOST_MOVES = MOST_BITS + MOST_OPTIONS
DEEPEST = 1024
WAYS = 4
NODES_AT_A_TIME = 1 << 18
UNKNOWN, LOST, WON = range(3)
TOADS, FROGS = range(2)


class Graph(NamedTuple):
    """A game that is played beside the rows.

    `options[side, node]` is where the list of the nodes begins in `targets` that a side can move
    to from a node, and the next entry where it ends.
    """

    options: Numbers
    targets: Numbers


class Position(NamedTuple):
    """Toads, frogs, the node of the game beside, and the side to move."""

    toads: int
    frogs: int
    node: int
    side: int


class Search(NamedTuple):
    """A search with its table, and the path that it looks at.

    Attributes:
        entries: the table, a row each: toads and frogs, and 1 more; node, side, result and work.
        counts: the depth, -1 where there is no path; the result; positions expanded; entries
            filled.
        path: the position at each depth.
        moves: for each depth the positions after the moves that are left, with their scores.
        left: how many they are, and how many have been looked at.
        began: the count of positions when each depth was come to.
        room: for positions that are not on the path.
    """

    entries: Numbers
    counts: Numbers
    path: Numbers
    moves: Numbers
    left: Numbers
    began: Numbers
    room: Numbers


def new_search(entries_log2: int) -> Search:
    """Return a search with an empty table of a power of two of entries, 16 bytes each."""

    def zeros(*shape: int) -> Numbers:
        return np.zeros(shape, np.int64)

    return Search(
        zeros(1 << entries_log2, 2),
        np.array([-1, 0, 0, 0], np.int64),
        zeros(DEEPEST, 4),
        zeros(DEEPEST, MOST_MOVES, 4),
        zeros(DEEPEST, 2),
        zeros(DEEPEST),
        zeros(MOST_MOVES, 3),
    )


def with_more_room(search: Search) -> Search:
    """Return the search with a table of twice the size."""
    larger = search._replace(entries=np.zeros((2 * search.entries.shape[0], 2), np.int64))
    file_again(search.entries, larger)
    return larger


@compiled
def file_again(entries: Numbers, larger: Search) -> None:
    """Copy entries; those that shared four places now share eight, so there is one for each."""
    for entry in range(entries.shape[0]):
        if entries[entry, 0] != 0:
            at = slot(larger, entries[entry, 0], entries[entry, 1] >> 32)
            while larger.entries[at, 0] != 0:
                at += 1
            larger.entries[at, 0] = entries[entry, 0]
            larger.entries[at, 1] = entries[entry, 1]


@compiled
def slot(search: Search, animals: int, beside: int) -> int:
    """Return the first entry that a key can be in."""
    mixed = (animals ^ (beside * 5871781006564002453)) * -7046029254386353131
    mixed ^= mixed >> 29
    mixed *= -4658895280553007687
    return int((mixed >> 17) & (search.entries.shape[0] - 1) & ~(WAYS - 1))


@compiled
def known(search: Search, toads: int, frogs: int, node: int, side: int) -> int:
    """Return what is known of a position: UNKNOWN, LOST or WON by the side to move."""
    animals, beside = (toads | frogs << 31) + 1, node << 1 | side
    start = slot(search, animals, beside)
    for entry in range(start, start + WAYS):
        if search.entries[entry, 0] == animals and search.entries[entry, 1] >> 32 == beside:
            return int(search.entries[entry, 1] & 3)
    return UNKNOWN


@compiled
def work_of(search: Search, toads: int, frogs: int, node: int, side: int) -> int:
    """Return how many positions were expanded for what is known of a position."""
    animals, beside = (toads | frogs << 31) + 1, node << 1 | side
    start = slot(search, animals, beside)
    for entry in range(start, start + WAYS):
        if search.entries[entry, 0] == animals and search.entries[entry, 1] >> 32 == beside:
            return int(search.entries[entry, 1] >> 2 & 0x3FFFFFFF)
    return 0


@compiled
def keep(search: Search, depth: int, result: int) -> None:
    """Write the result of a position on the path, in the place of what took least work."""
    position = search.path[depth]
    animals = (position[0] | position[1] << 31) + 1
    beside = position[2] << 1 | position[3]
    work = min(search.counts[2] - search.began[depth], 0x3FFFFFFF)
    start = slot(search, animals, beside)
    at, least = start, 1 << 62
    for entry in range(start, start + WAYS):
        word = search.entries[entry, 1]
        if search.entries[entry, 0] == animals and word >> 32 == beside:
            at = entry
            break
        if search.entries[entry, 0] == 0:
            at = entry
            search.counts[3] += 1
            break
        if word >> 2 & 0x3FFFFFFF < least:
            at, least = entry, word >> 2 & 0x3FFFFFFF
    search.entries[at, 0] = animals
    search.entries[at, 1] = beside << 32 | work << 2 | result


@compiled
def movers(cells: int, toads: int, frogs: int, side: int) -> int:
    """Return the animals of a side that can step or jump."""
    gaps = cells & ~(toads | frogs)
    if side == TOADS:
        return toads & (gaps >> 1 | (frogs >> 1 & gaps >> 2))
    return frogs & (gaps << 1 | (toads << 1 & gaps << 2))


@compiled
def mobility(cells: int, graph: Graph, position: Position) -> int:
    """Return how many moves the side to move has."""
    toads, frogs, node, side = position
    beside = graph.options[side, node + 1] - graph.options[side, node]
    return bits(movers(cells, toads, frogs, side)) + int(beside)


@compiled
def followers(cells: int, graph: Graph, position: Position, room: Numbers) -> int:
    """Write toads, frogs and node after each move, in the order of moves; return how many.

    First come the moves of animals, from left to right, then those in the game beside.
    """
    toads, frogs, node, side = position
    gaps = cells & ~(toads | frogs)
    count, mobile = 0, movers(cells, toads, frogs, side)
    while mobile:
        animal = mobile & -mobile
        mobile ^= animal
        if side == TOADS:
            after = animal << 1 if animal << 1 & gaps else animal << 2
            room[count, 0], room[count, 1] = toads ^ animal ^ after, frogs
        else:
            after = animal >> 1 if animal >> 1 & gaps else animal >> 2
            room[count, 0], room[count, 1] = toads, frogs ^ animal ^ after
        room[count, 2] = node
        count += 1
    for at in range(graph.options[side, node], graph.options[side, node + 1]):
        room[count, 0], room[count, 1], room[count, 2] = toads, frogs, graph.targets[at]
        count += 1
    return count


@compiled
def begin(search: Search, position: Position) -> None:
    """Begin a path with a position."""
    search.counts[0], search.counts[1] = 0, UNKNOWN
    enter(search, 0, position)


@compiled
def enter(search: Search, depth: int, position: Position) -> None:
    """Come to a position that has not been expanded."""
    search.path[depth, 0], search.path[depth, 1] = position.toads, position.frogs
    search.path[depth, 2], search.path[depth, 3] = position.node, position.side
    search.left[depth, 0] = -1
    search.began[depth] = search.counts[2]


@compiled
def advance(cells: int, graph: Graph, search: Search, most: int) -> bool:
    """Go on for so many positions at most; return whether the result is found."""
    until = search.counts[2] + most
    while search.counts[0] >= 0:
        depth = search.counts[0]
        result = UNKNOWN
        if search.left[depth, 0] < 0:
            if search.counts[2] >= until:
                return False
            result = expand(cells, graph, search, depth)
        if result == UNKNOWN:
            result = go_down(search, depth)
        if result != UNKNOWN:
            keep(search, depth, result)
            search.counts[0] -= 1
            search.counts[1] = result
    return True


@compiled
def go_down(search: Search, depth: int) -> int:
    """Come to the next position that can be lost; return the result where there is none, or one."""
    position = search.path[depth]
    other = 1 - position[3]
    while search.left[depth, 1] < search.left[depth, 0]:
        move = search.moves[depth, search.left[depth, 1]]
        said = known(search, move[0], move[1], move[2], other)
        if said == LOST:
            return WON
        if said == UNKNOWN:
            search.counts[0] = depth + 1
            enter(search, depth + 1, Position(move[0], move[1], move[2], other))
            return UNKNOWN
        search.left[depth, 1] += 1
    return LOST


@compiled
def expand(cells: int, graph: Graph, search: Search, depth: int) -> int:
    """Find the moves of a position, the most promising first; return a result seen at once."""
    search.counts[2] += 1
    toads, frogs, node, side = search.path[depth]
    other = 1 - side
    count = followers(cells, graph, Position(toads, frogs, node, side), search.room)
    kept = 0
    search.left[depth, 1] = 0
    for index in range(count):
        after = search.room[index]
        replies = mobility(cells, graph, Position(after[0], after[1], after[2], other))
        if replies == 0:
            return WON
        said = known(search, after[0], after[1], after[2], other)
        if said == LOST:
            return WON
        if said == WON:
            continue
        own = mobility(cells, graph, Position(after[0], after[1], after[2], side))
        score = 64 * replies - own + 4096 * (after[2] != node)
        at = kept
        kept += 1
        while at > 0 and search.moves[depth, at - 1, 3] > score:
            for word in range(4):
                search.moves[depth, at, word] = search.moves[depth, at - 1, word]
            at -= 1
        for word in range(3):
            search.moves[depth, at, word] = after[word]
        search.moves[depth, at, 3] = score
    search.left[depth, 0] = kept
    return UNKNOWN
