"""A strategy in rows with a game beside them, walked in compiled code.

docs/toads-and-frogs.md states the order of the replies, in which a checker asks for them. The side
whose strategy it is, is the holder, the other the rival.
"""

from __future__ import annotations

from toadstone.engines.adversarial.kernels import walk as walks
from toadstone.engines.adversarial.kernels.table import Table, add, holds
from toadstone.engines.adversarial.kernels.walk import GOING_ON, UNPROVEN, Walk, standing
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.toads_and_frogs.kernels.row_search import (
    LOST,
    MOST_MOVES,
    Graph,
    Position,
    followers,
    key_of,
    known,
    work_of,
)


def new_walk(key_words: int) -> Walk:
    """Return a walk before its first position."""
    return walks.new_walk(MOST_MOVES, 3, 3, key_words)


@compiled
def discover(walk: Walk, toads: int, frogs: int, node: int) -> None:
    """Come upon a position with the holder to move."""
    if add(walk.seen, key_of(toads, frogs, node, 0)):
        waiting = walk.waiting[walk.counts[0]]
        waiting[0], waiting[1], waiting[2] = toads, frogs, node
        walk.counts[0] += 1


@compiled
def follow(cells: int, graph: Graph, walk: Walk, position: Position) -> None:
    """Come upon all that the rival, to move, can make of a position."""
    for index in range(followers(cells, graph, position, walk.rivals)):
        after = walk.rivals[index]
        discover(walk, after[0], after[1], after[2])


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
        follow(cells, graph, walk, Position(after[0], after[1], after[2], 1 - holder))
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
        if replies > 0 and known(table, toads, frogs, node, rival) != LOST:
            continue
        new = 0
        for answer in range(replies):
            made = walk.rivals[answer]
            if not holds(walk.seen, key_of(made[0], made[1], made[2], 0)):
                new += 1
        work = work_of(table, toads, frogs, node, rival)
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best
