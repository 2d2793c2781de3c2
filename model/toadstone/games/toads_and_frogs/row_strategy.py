"""A strategy in rows with a game beside them, walked in compiled code.

docs/toads-and-frogs.md states the order of the replies, in which a checker asks for them. The side
whose strategy it is, is the holder, the other the rival.
"""

from __future__ import annotations

from toadstone.engines.adversarial import strategy_walk
from toadstone.engines.adversarial.strategy_walk import (
    AT_AN_END,
    FIRST_ROOM_LOG2,
    FULL,
    PAUSED,
    UNPROVEN,
    Walk,
    is_new,
    mark_seen,
)
from toadstone.engines.compiling import compiled
from toadstone.games.toads_and_frogs.row_search import (
    LOST,
    MOST_MOVES,
    Graph,
    Position,
    Search,
    followers,
    known,
    work_of,
)


def new_walk() -> Walk:
    """Return a walk before its first position."""
    return strategy_walk.new_walk(FIRST_ROOM_LOG2, MOST_MOVES, position_words=3, move_words=3)


@compiled
def animals_of(toads: int, frogs: int) -> int:
    """Return the animals as the first word of a position."""
    return (toads | frogs << 31) + 1


@compiled
def discover(walk: Walk, toads: int, frogs: int, node: int) -> None:
    """Come upon a position with the holder to move."""
    animals = animals_of(toads, frogs)
    if not is_new(walk, animals, node):
        return
    mark_seen(walk, animals, node)
    waiting = walk.waiting[walk.counts[1]]
    waiting[0], waiting[1], waiting[2] = toads, frogs, node
    walk.counts[1] += 1


@compiled
def follow(cells: int, graph: Graph, walk: Walk, position: Position) -> None:
    """Come upon all that the rival, to move, can make of a position."""
    for index in range(followers(cells, graph, position, walk.rivals)):
        after = walk.rivals[index]
        discover(walk, after[0], after[1], after[2])


@compiled
def walk_on(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    cells: int, graph: Graph, search: Search, walk: Walk, holder: int, most: int
) -> int:
    """Reply to so many positions at most, where the table has proven replies."""
    most += walk.counts[2]
    while walk.counts[1] > 0:
        if walk.counts[2] >= most:
            return PAUSED
        if walk.counts[0] > walk.replies.shape[0] - MOST_MOVES:
            return FULL
        toads, frogs, node = walk.waiting[walk.counts[1] - 1]
        position = Position(toads, frogs, node, holder)
        reply = proven_reply(cells, graph, search, walk, position)
        if reply < 0:
            return UNPROVEN
        walk.counts[1] -= 1
        walk.replies[walk.counts[2]] = reply
        walk.counts[2] += 1
        after = walk.moves[reply]
        follow(cells, graph, walk, Position(after[0], after[1], after[2], 1 - holder))
    return AT_AN_END


@compiled
def proven_reply(cells: int, graph: Graph, search: Search, walk: Walk, position: Position) -> int:
    """Return the index of a move that is proven to win, or -1.

    It is one that leads to the fewest positions not seen yet, and of these the one that took the
    least work to prove: so the strategy is small.
    """
    rival = 1 - position.side
    best, fewest, least = -1, MOST_MOVES + 1, 0
    for index in range(followers(cells, graph, position, walk.moves)):
        after = walk.moves[index]
        toads, frogs, node = after[0], after[1], after[2]
        replies = followers(cells, graph, Position(toads, frogs, node, rival), walk.rivals)
        if replies > 0 and known(search, toads, frogs, node, rival) != LOST:
            continue
        new = 0
        for answer in range(replies):
            made = walk.rivals[answer]
            if is_new(walk, animals_of(made[0], made[1]), made[2]):
                new += 1
        work = work_of(search, toads, frogs, node, rival)
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best
