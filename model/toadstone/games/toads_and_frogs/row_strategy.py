"""A strategy in rows with a game beside them, walked in compiled code.

docs/toads-and-frogs.md states the order of the replies, in which a checker asks for them. The side
whose strategy it is, is the holder, the other the rival.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.compiling import compiled
from toadstone.games.toads_and_frogs.row_search import (
    LOST,
    MOST_MOVES,
    Graph,
    Numbers,
    Position,
    Search,
    followers,
    known,
    work_of,
)

FIRST_ROOM_LOG2 = 12
AT_AN_END, PAUSED, FULL, UNPROVEN = range(4)


class Walk(NamedTuple):
    """How far a strategy has been walked.

    `seen` has the positions come upon with the holder to move, `waiting` those to reply to, last
    come first; `counts` is how many there are of each, and of the replies. The rest is room.
    """

    seen: Numbers
    waiting: Numbers
    replies: Numbers
    counts: Numbers
    moves: Numbers
    rivals: Numbers


def new_walk(room_log2: int) -> Walk:
    """Return a walk with room for half a power of two of positions."""
    entries = 1 << room_log2
    return Walk(
        np.zeros((entries, 2), np.int64),
        np.zeros((entries // 2, 3), np.int64),
        np.zeros(entries // 2, np.int64),
        np.zeros(3, np.int64),
        np.zeros((MOST_MOVES, 4), np.int64),
        np.zeros((MOST_MOVES, 4), np.int64),
    )


def with_more_room(walk: Walk) -> Walk:
    """Return a walk twice the size."""
    larger = new_walk(walk.seen.shape[0].bit_length())
    larger.waiting[: walk.waiting.shape[0]] = walk.waiting
    larger.replies[: walk.replies.shape[0]] = walk.replies
    larger.counts[:] = walk.counts
    file_again(walk, larger)
    return larger


@compiled
def file_again(walk: Walk, larger: Walk) -> None:
    """File what has been seen in a larger walk."""
    for entry in range(walk.seen.shape[0]):
        if walk.seen[entry, 0] != 0:
            at = place(larger, walk.seen[entry, 0], walk.seen[entry, 1])
            larger.seen[at, 0], larger.seen[at, 1] = walk.seen[entry, 0], walk.seen[entry, 1]


@compiled
def place(walk: Walk, animals: int, node: int) -> int:
    """Return where a position is, or could be."""
    last = walk.seen.shape[0] - 1
    mixed = (animals ^ (node * 5871781006564002453)) * -7046029254386353131
    mixed ^= mixed >> 29
    mixed *= -4658895280553007687
    at = mixed >> 17 & last
    while walk.seen[at, 0] != 0:
        if walk.seen[at, 0] == animals and walk.seen[at, 1] == node:
            break
        at = (at + 1) & last
    return int(at)


@compiled
def is_new(walk: Walk, toads: int, frogs: int, node: int) -> bool:
    """Say whether a position has not been seen."""
    at = place(walk, (toads | frogs << 31) + 1, node)
    return bool(walk.seen[at, 0] == 0)


@compiled
def discover(walk: Walk, toads: int, frogs: int, node: int) -> None:
    """Come upon a position with the holder to move."""
    animals = (toads | frogs << 31) + 1
    at = place(walk, animals, node)
    if walk.seen[at, 0] != 0:
        return
    walk.seen[at, 0], walk.seen[at, 1] = animals, node
    walk.counts[0] += 1
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
            if is_new(walk, made[0], made[1], made[2]):
                new += 1
        work = work_of(search, toads, frogs, node, rival)
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best
