"""The compiled search: the winner of rows with one other game beside them, and a strategy.

All rows are one: cells are bits from the left, the first row first, and a bit that is no cell
stands between two rows. The game beside is a node of a graph, see `Graph`. Toads are Left.

The search goes depth first, with a table of who wins. Moves that leave the other side few replies
come first, those in the game beside last. At the end is the walk of a strategy of one side, the
holder; docs/toads-and-frogs.md states the order in which a checker asks for the replies.
"""

from __future__ import annotations

from typing import NamedTuple

from toadstone.engines.adversarial.kernels.table import (
    HashTable,
    Key,
    Numbers,
    add,
    bits,
    entry_for,
    holds,
    key_of_words,
    lookup,
)
from toadstone.engines.adversarial.kernels.walk import GOING_ON, UNPROVEN, Walk, state_of
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
"""The lowest bits of the data of a position are its result; the others are the work."""
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


class Room(NamedTuple):
    """Room for the search.

    Attributes:
        nodes: the number of positions expanded.
        moves: at each depth, the positions after the moves there, with their scores: the lowest is
            looked at first.
    """

    nodes: Numbers
    moves: Numbers


@compiled_part
def _read(row: Numbers, side: int) -> Position:
    """Return the position after a move that `followers` wrote, with a side to move."""
    return Position(row[0], row[1], row[2], side)


@compiled_part
def key_of(position: Position) -> Key:
    """Return the key of a position; if there is only one node, one word is enough."""
    toads, frogs, node, side = position
    return key_of_words((toads | frogs << 31) + 1, node << 1 | side)


@compiled
def lookup_result(table: HashTable, position: Position) -> int:
    """Return the result of a position in the table: UNKNOWN, LOST or WON by the side to move."""
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
def find(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    cells: int, graph: Graph, table: HashTable, room: Room, position: Position, ply: int, last: int
) -> int:
    """Return LOST or WON by the side to move, for a position that the table does not know.

    UNKNOWN is returned once `last` positions have been expanded. Results are kept, so the next call
    soon reaches the place where it stopped.
    """
    began, other, moves = room.nodes[0], 1 - position.side, room.moves[ply]
    if began >= last:
        return UNKNOWN
    room.nodes[0] += 1
    count = followers(cells, graph, position, moves)
    result = _score(cells, graph, table, position, moves[:count])
    while result == UNKNOWN:
        best = _lowest(moves[:count])
        if best < 0:
            result = LOST
            break
        after = _read(moves[best], other)
        verdict = lookup_result(table, after)
        if verdict == UNKNOWN:
            verdict = find(cells, graph, table, room, after, ply + 1, last)
        if verdict == UNKNOWN:
            room.nodes[0] -= 1  # it will be expanded again
            return UNKNOWN
        if verdict == LOST:
            result = WON
        moves[best, 3] = KNOWN_TO_FAIL
    work = room.nodes[0] - began
    table.entries[entry_for(table, key_of(position)), 0] = work << RESULT_BITS | result
    return result


@compiled_part
def _lowest(moves: Numbers) -> int:
    """Return the index of the move with the lowest score; -1 where all are known to fail."""
    best, least = -1, KNOWN_TO_FAIL
    for index in range(moves.shape[0]):
        if moves[index, 3] < least:
            best, least = index, moves[index, 3]
    return best


@compiled_part
def _score(cells: int, graph: Graph, table: HashTable, position: Position, moves: Numbers) -> int:
    """Write the scores of the moves of a position; return a result seen at once."""
    other = 1 - position.side
    for index in range(moves.shape[0]):
        after = _read(moves[index], other)
        replies = mobility(cells, graph, after)
        if replies == 0:
            return WON
        verdict = lookup_result(table, after)
        if verdict == LOST:
            return WON
        own = mobility(cells, graph, _read(moves[index], position.side))
        score = 64 * replies - own + 4096 * (after.node != position.node)
        moves[index, 3] = KNOWN_TO_FAIL if verdict == WON else score
    return UNKNOWN


@compiled
def begin_walk(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    cells: int, graph: Graph, walk: Walk, position: Position, holder_first: bool, rival_first: bool
) -> None:
    """Discover the first positions that the holder has to reply to, by who may move first.

    The rival is to move in the position.
    """
    if holder_first:
        toads, frogs, node, rival = position
        _discover(walk, Position(toads, frogs, node, 1 - rival))
    if rival_first:
        _follow(cells, graph, walk, position)


@compiled_part
def _discover(walk: Walk, position: Position) -> None:
    """Discover a position with the holder to move."""
    if add(walk.seen, key_of(position)):
        waiting = walk.waiting[walk.counts[0]]
        waiting[0], waiting[1], waiting[2] = position.toads, position.frogs, position.node
        walk.counts[0] += 1


@compiled_part
def _follow(cells: int, graph: Graph, walk: Walk, position: Position) -> None:
    """Discover all positions after a move of the rival."""
    for index in range(followers(cells, graph, position, walk.rivals)):
        _discover(walk, _read(walk.rivals[index], 1 - position.side))


@compiled
def walk_on(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    cells: int, graph: Graph, table: HashTable, walk: Walk, holder: int, most: int
) -> int:
    """Reply where the table has proven replies, up to so many in all; return where it stands."""
    while state_of(walk, most) == GOING_ON:
        position = _read(walk.waiting[walk.counts[0] - 1], holder)
        reply = _best_reply(cells, graph, table, walk, position)
        if reply < 0:
            return UNPROVEN
        walk.counts[0] -= 1
        walk.replies[walk.counts[1]] = reply
        walk.counts[1] += 1
        _follow(cells, graph, walk, _read(walk.moves[reply], 1 - holder))
    return state_of(walk, most)


@compiled_part
def _best_reply(cells: int, graph: Graph, table: HashTable, walk: Walk, position: Position) -> int:
    """Return the index of a move that is proven to win, or -1.

    It leads to the fewest positions not seen yet; of several, the one with the least work to prove
    is chosen. So the strategy is small.
    """
    holder = position.side
    best, fewest, least = -1, walk.moves.shape[0] + 1, 0
    for index in range(followers(cells, graph, position, walk.moves)):
        after = _read(walk.moves[index], 1 - holder)
        replies = followers(cells, graph, after, walk.rivals)
        if replies > 0 and lookup_result(table, after) != LOST:
            continue
        new = 0
        for reply in range(replies):
            new += not holds(walk.seen, key_of(_read(walk.rivals[reply], holder)))
        work = lookup(table, key_of(after)) >> RESULT_BITS
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best
