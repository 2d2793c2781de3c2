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
        moves: the positions after the moves that are left, with their scores.
        left: how many they are, and how many have been looked at.
        began: the count of positions when each depth was come to.
        room: for positions that are not on the path.
    """

    counts: Numbers
    at: Numbers
    moves: Numbers
    left: Numbers
    began: Numbers
    room: Numbers


def new_path() -> Path:
    """Return an empty path."""

    def zeros(*shape: int) -> Numbers:
        return np.zeros(shape, np.int64)

    return Path(
        np.array([-1, 0, 0], np.int64),
        zeros(DEEPEST, 4),
        zeros(DEEPEST, MOST_MOVES, 4),
        zeros(DEEPEST, 2),
        zeros(DEEPEST),
        zeros(MOST_MOVES, 3),
    )


@compiled_part
def key_of(toads: int, frogs: int, node: int, side: int) -> Key:
    """Return what a position is filed under; where there is but one node, one word is enough."""
    return key_of_words((toads | frogs << 31) + 1, node << 1 | side)


@compiled
def lookup_result(table: Table, toads: int, frogs: int, node: int, side: int) -> int:
    """Return what is known of a position: UNKNOWN, LOST or WON by the side to move."""
    return lookup(table, key_of(toads, frogs, node, side)) & 3


@compiled_part
def _keep(table: Table, path: Path, depth: int, result: int) -> None:
    toads, frogs, node, side = path.at[depth]
    entry = entry_for(table, key_of(toads, frogs, node, side))
    table.entries[entry, 0] = path.counts[2] - path.began[depth] << RESULT_BITS | result


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


def begin(path: Path, position: Position) -> None:
    """Begin a path with a position."""
    path.counts[:2] = 0, UNKNOWN
    path.at[0], path.left[0, 0], path.began[0] = position, -1, path.counts[2]


@compiled_part
def _enter(path: Path, depth: int, position: Position) -> None:
    path.at[depth, 0], path.at[depth, 1] = position.toads, position.frogs
    path.at[depth, 2], path.at[depth, 3] = position.node, position.side
    path.left[depth, 0] = -1
    path.began[depth] = path.counts[2]


@compiled
def advance(cells: int, graph: Graph, table: Table, path: Path, most: int) -> bool:
    """Go on for so many positions at most; return whether the result is found."""
    until = path.counts[2] + most
    while path.counts[0] >= 0:
        depth = path.counts[0]
        result = UNKNOWN
        if path.left[depth, 0] < 0:
            if path.counts[2] >= until:
                return False
            result = _expand(cells, graph, table, path, depth)
        if result == UNKNOWN:
            result = _go_down(table, path, depth)
        if result != UNKNOWN:
            _keep(table, path, depth, result)
            path.counts[0] -= 1
            path.counts[1] = result
    return True


@compiled_part
def _go_down(table: Table, path: Path, depth: int) -> int:
    """Come to the next position that can be lost; return the result where there is none, or one."""
    position = path.at[depth]
    other = 1 - position[3]
    while path.left[depth, 1] < path.left[depth, 0]:
        move = path.moves[depth, path.left[depth, 1]]
        said = lookup_result(table, move[0], move[1], move[2], other)
        if said == LOST:
            return WON
        if said == UNKNOWN:
            path.counts[0] = depth + 1
            _enter(path, depth + 1, Position(move[0], move[1], move[2], other))
            return UNKNOWN
        path.left[depth, 1] += 1
    return LOST


@compiled_part
def _expand(cells: int, graph: Graph, table: Table, path: Path, depth: int) -> int:
    """Find the moves of a position, the most promising first; return a result seen at once."""
    path.counts[2] += 1
    toads, frogs, node, side = path.at[depth]
    other = 1 - side
    count = followers(cells, graph, Position(toads, frogs, node, side), path.room)
    kept = 0
    path.left[depth, 1] = 0
    for index in range(count):
        after = path.room[index]
        replies = mobility(cells, graph, Position(after[0], after[1], after[2], other))
        if replies == 0:
            return WON
        said = lookup_result(table, after[0], after[1], after[2], other)
        if said == LOST:
            return WON
        if said == WON:
            continue
        own = mobility(cells, graph, Position(after[0], after[1], after[2], side))
        score = 64 * replies - own + 4096 * (after[2] != node)
        at = kept
        kept += 1
        while at > 0 and path.moves[depth, at - 1, 3] > score:
            for word in range(4):
                path.moves[depth, at, word] = path.moves[depth, at - 1, word]
            at -= 1
        for word in range(3):
            path.moves[depth, at, word] = after[word]
        path.moves[depth, at, 3] = score
    path.left[depth, 0] = kept
    return UNKNOWN


@compiled
def begin_walk(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    cells: int, graph: Graph, walk: Walk, position: Position, holder_first: bool, rival_first: bool
) -> None:
    """Come upon what the holder has to reply to at first, by who may move first.

    The rival is to move in the position.
    """
    if holder_first:
        _discover(walk, position.toads, position.frogs, position.node)
    if rival_first:
        _follow(cells, graph, walk, position)


@compiled_part
def _discover(walk: Walk, toads: int, frogs: int, node: int) -> None:
    """Come upon a position with the holder to move."""
    if add(walk.seen, key_of(toads, frogs, node, 0)):
        waiting = walk.waiting[walk.counts[0]]
        waiting[0], waiting[1], waiting[2] = toads, frogs, node
        walk.counts[0] += 1


@compiled_part
def _follow(cells: int, graph: Graph, walk: Walk, position: Position) -> None:
    """Come upon all that the rival, to move, can make of a position."""
    for index in range(followers(cells, graph, position, walk.rivals)):
        after = walk.rivals[index]
        _discover(walk, after[0], after[1], after[2])


@compiled
def walk_on(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    cells: int, graph: Graph, table: Table, walk: Walk, holder: int, most: int
) -> int:
    """Reply where the table has proven replies, up to so many in all; return where it stands."""
    while standing(walk, most) == GOING_ON:
        toads, frogs, node = walk.waiting[walk.counts[0] - 1]
        position = Position(toads, frogs, node, holder)
        reply = _proven_reply(cells, graph, table, walk, position)
        if reply < 0:
            return UNPROVEN
        walk.counts[0] -= 1
        walk.replies[walk.counts[1]] = reply
        walk.counts[1] += 1
        after = walk.moves[reply]
        _follow(cells, graph, walk, Position(after[0], after[1], after[2], 1 - holder))
    return standing(walk, most)


@compiled_part
def _proven_reply(cells: int, graph: Graph, table: Table, walk: Walk, position: Position) -> int:
    """Return the index of a move that is proven to win, or -1.

    It is one that leads to the fewest positions not seen yet, and of these the one that took the
    least work to prove: so the strategy is small.
    """
    rival = 1 - position.side
    best, fewest, least = -1, walk.moves.shape[0] + 1, 0
    for index in range(followers(cells, graph, position, walk.moves)):
        after = walk.moves[index]
        toads, frogs, node = after[0], after[1], after[2]
        replies = followers(cells, graph, Position(toads, frogs, node, rival), walk.rivals)
        if replies > 0 and lookup_result(table, toads, frogs, node, rival) != LOST:
            continue
        new = 0
        for answer in range(replies):
            made = walk.rivals[answer]
            if not holds(walk.seen, key_of(made[0], made[1], made[2], 0)):
                new += 1
        work = lookup(table, key_of(toads, frogs, node, rival)) >> RESULT_BITS
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best
