"""The compiled search: who wins rows of toads and frogs with one other game beside them, and how.

All rows are one: cells are bits from the left, the first row first, and a bit that is no cell
stands between two rows. The game beside is a node of a graph, see `Graph`. Toads are Left.

It looks through the moves depth first, and keeps in a table which positions are won. A position
in which a move leads to a lost one is won; the moves that leave the other side the fewest replies
are looked at first, and those in the game beside after all others.

The walk of a strategy follows at the end. docs/toads-and-frogs.md states the order of the replies,
in which a checker asks for them. The side whose strategy it is, is the holder, the other the rival.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.adversarial.kernels.table import (
    Key,
    Numbers,
    Table,
    add,
    bits,
    entry_for,
    holds,
    key_of_words,
    lookup,
)
from toadstone.engines.adversarial.kernels.walk import GOING_ON, UNPROVEN, Walk, standing
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.toads_and_frogs.scenario import MOST_BITS

MOST_OPTIONS = 32
"""Moves of one side in the game beside."""
MOST_NODES = 1 << 15
"""Positions of the game beside."""
MOST_MOVES = MOST_BITS + MOST_OPTIONS
KNOWN_TO_FAIL = 1 << 20
"""The score of a move after which the other side is known to win."""
DEEPEST = 1024
NODES_AT_A_TIME = 1 << 18
UNKNOWN, LOST, WON = range(3)
RESULT_BITS = 2
"""The lowest bits of what is known of a position; the others are the work that it took."""
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


class Path(NamedTuple):
    """The positions from the root to the one that the search is at, by depth.

    Attributes:
        counts: the depth, -1 where there is no path; the result; positions expanded.
        at: the position at each depth.
        moves: the positions after its moves, with their scores: the lowest is looked at first.
        left: how many they are; -1 where they are not known.
        began: the count of positions when each depth was come to.
    """

    counts: Numbers
    at: Numbers
    moves: Numbers
    left: Numbers
    began: Numbers


def new_path() -> Path:
    """Return an empty path."""

    def zeros(*shape: int) -> Numbers:
        return np.zeros((DEEPEST, *shape), np.int64)

    counts = np.array([-1, 0, 0], np.int64)
    return Path(counts, zeros(4), zeros(MOST_MOVES, 4), zeros(), zeros())


@compiled_part
def _read(row: Numbers, side: int) -> Position:
    """Return the position after a move that `followers` wrote, with a side to move."""
    return Position(row[0], row[1], row[2], side)


@compiled_part
def key_of(position: Position) -> Key:
    """Return what a position is filed under; where there is but one node, one word is enough."""
    toads, frogs, node, side = position
    return key_of_words((toads | frogs << 31) + 1, node << 1 | side)


@compiled
def lookup_result(table: Table, position: Position) -> int:
    """Return what is known of a position: UNKNOWN, LOST or WON by the side to move."""
    return lookup(table, key_of(position)) & 3


@compiled
def movers(cells: int, position: Position) -> int:
    """Return the animals of the side to move that can step or jump."""
    toads, frogs, _, side = position
    gaps = cells & ~(toads | frogs)
    if side == TOADS:
        return toads & (gaps >> 1 | (frogs >> 1 & gaps >> 2))
    return frogs & (gaps << 1 | (toads << 1 & gaps << 2))


@compiled
def mobility(cells: int, graph: Graph, position: Position) -> int:
    """Return how many moves the side to move has."""
    node, side = position.node, position.side
    beside = graph.options[side, node + 1] - graph.options[side, node]
    return bits(movers(cells, position)) + int(beside)


@compiled
def followers(cells: int, graph: Graph, position: Position, room: Numbers) -> int:
    """Write toads, frogs and node after each move, in the order of moves; return how many.

    First come the moves of animals, from left to right, then those in the game beside.
    """
    toads, frogs, node, side = position
    gaps = cells & ~(toads | frogs)
    count, mobile = 0, movers(cells, position)
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
def begin(path: Path, position: Position) -> None:
    """Begin a path with a position."""
    path.counts[1] = UNKNOWN
    _enter(path, 0, position)


@compiled_part
def _enter(path: Path, depth: int, position: Position) -> None:
    path.counts[0] = depth
    path.at[depth, 0], path.at[depth, 1] = position.toads, position.frogs
    path.at[depth, 2], path.at[depth, 3] = position.node, position.side
    path.left[depth], path.began[depth] = -1, path.counts[2]


@compiled
def advance(cells: int, graph: Graph, table: Table, path: Path, most: int) -> bool:
    """Go on for so many positions at most; return whether the result is found."""
    until = path.counts[2] + most
    while path.counts[0] >= 0:
        depth = path.counts[0]
        position = _read(path.at[depth], path.at[depth, 3])
        result = UNKNOWN
        if path.left[depth] < 0:
            if path.counts[2] >= until:
                return False
            result = _expand(cells, graph, table, path, position)
        if result == UNKNOWN:
            result = _go_down(table, path, 1 - position.side)
        if result != UNKNOWN:
            work = path.counts[2] - path.began[depth]
            table.entries[entry_for(table, key_of(position)), 0] = work << RESULT_BITS | result
            path.counts[0], path.counts[1] = depth - 1, result
    return True


@compiled_part
def _go_down(table: Table, path: Path, other: int) -> int:
    """Come to the next position that can be lost; return the result where there is none, or one."""
    depth = path.counts[0]
    moves = path.moves[depth]
    while True:
        best, least = 0, KNOWN_TO_FAIL
        for index in range(path.left[depth]):
            if moves[index, 3] < least:
                best, least = index, moves[index, 3]
        if least == KNOWN_TO_FAIL:
            return LOST
        after = _read(moves[best], other)
        said = lookup_result(table, after)
        if said == LOST:
            return WON
        if said == UNKNOWN:
            _enter(path, depth + 1, after)
            return UNKNOWN
        moves[best, 3] = KNOWN_TO_FAIL


@compiled_part
def _expand(cells: int, graph: Graph, table: Table, path: Path, position: Position) -> int:
    """Find the moves of a position with their scores; return a result seen at once."""
    path.counts[2] += 1
    depth, other = path.counts[0], 1 - position.side
    moves = path.moves[depth]
    path.left[depth] = followers(cells, graph, position, moves)
    for index in range(path.left[depth]):
        after = _read(moves[index], other)
        replies = mobility(cells, graph, after)
        if replies == 0:
            return WON
        said = lookup_result(table, after)
        if said == LOST:
            return WON
        own = mobility(cells, graph, _read(moves[index], position.side))
        score = 64 * replies - own + 4096 * (after.node != position.node)
        moves[index, 3] = KNOWN_TO_FAIL if said == WON else score
    return UNKNOWN


@compiled
def begin_walk(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    cells: int, graph: Graph, walk: Walk, position: Position, holder_first: bool, rival_first: bool
) -> None:
    """Come upon what the holder has to reply to at first, by who may move first.

    The rival is to move in the position.
    """
    if holder_first:
        toads, frogs, node, rival = position
        _discover(walk, Position(toads, frogs, node, 1 - rival))
    if rival_first:
        _follow(cells, graph, walk, position)


@compiled_part
def _discover(walk: Walk, position: Position) -> None:
    """Come upon a position with the holder to move."""
    if add(walk.seen, key_of(position)):
        waiting = walk.waiting[walk.counts[0]]
        waiting[0], waiting[1], waiting[2] = position.toads, position.frogs, position.node
        walk.counts[0] += 1


@compiled_part
def _follow(cells: int, graph: Graph, walk: Walk, position: Position) -> None:
    """Come upon all that the rival, to move, can make of a position."""
    for index in range(followers(cells, graph, position, walk.rivals)):
        _discover(walk, _read(walk.rivals[index], 1 - position.side))


@compiled
def walk_on(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    cells: int, graph: Graph, table: Table, walk: Walk, holder: int, most: int
) -> int:
    """Reply where the table has proven replies, up to so many in all; return where it stands."""
    while standing(walk, most) == GOING_ON:
        position = _read(walk.waiting[walk.counts[0] - 1], holder)
        reply = _proven_reply(cells, graph, table, walk, position)
        if reply < 0:
            return UNPROVEN
        walk.counts[0] -= 1
        walk.replies[walk.counts[1]] = reply
        walk.counts[1] += 1
        _follow(cells, graph, walk, _read(walk.moves[reply], 1 - holder))
    return standing(walk, most)


@compiled_part
def _proven_reply(cells: int, graph: Graph, table: Table, walk: Walk, position: Position) -> int:
    """Return the index of a move that is proven to win, or -1.

    It is one that leads to the fewest positions not seen yet, and of these the one that took the
    least work to prove: so the strategy is small.
    """
    holder = position.side
    best, fewest, least = -1, walk.moves.shape[0] + 1, 0
    for index in range(followers(cells, graph, position, walk.moves)):
        after = _read(walk.moves[index], 1 - holder)
        replies = followers(cells, graph, after, walk.rivals)
        if replies > 0 and lookup_result(table, after) != LOST:
            continue
        new = 0
        for answer in range(replies):
            new += not holds(walk.seen, key_of(_read(walk.rivals[answer], holder)))
        work = lookup(table, key_of(after)) >> RESULT_BITS
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best
