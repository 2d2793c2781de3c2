"""The walk of a strategy in compiled code; docs/ugly-duck.md states the order of the replies.

Positions are seen by the holder, to move.
"""

from __future__ import annotations

from toadstone.engines.adversarial.kernels import walk as walks
from toadstone.engines.adversarial.kernels.table import Numbers, add, holds
from toadstone.engines.adversarial.kernels.walk import GOING_ON, UNPROVEN, Walk, standing
from toadstone.engines.compiling import compiled
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    Position,
    Shape,
    can_win_now,
    followers,
    key_of,
    key_words,
    mobility,
    turned,
    write,
    written,
)
from toadstone.games.ugly_duck.kernels.df_pn import Memory, keep_lost, numbers_of


def new_walk(shape: Shape, positions: int = 0) -> Walk:
    """Return a walk before its first position, with room for so many at least."""
    return walks.new_walk(MOST_MOVES, 4, 5, key_words(shape), positions)


@compiled
def walk_on(shape: Shape, memory: Memory, walk: Walk, draw_suits: bool, most: int) -> int:
    """Reply where the table has proven replies, up to so many in all; return where it stands."""
    while standing(walk, most) == GOING_ON:
        position = written(walk.waiting[walk.counts[0] - 1])
        if mobility(shape, position) == 0 and mobility(shape, turned(shape, position)) == 0:
            walk.counts[0] -= 1
            continue
        reply = _proven_reply(shape, memory, walk, position, draw_suits)
        if reply < 0:
            return UNPROVEN
        reply_with(shape, memory, walk, reply)
    return standing(walk, most)


@compiled
def _proven_reply(
    shape: Shape, memory: Memory, walk: Walk, position: Position, draw_suits: bool
) -> int:
    """Return the index of a follower that is proven, or -1.

    It is one that leads to the fewest positions not seen yet, and of these the one that took the
    least work to prove: so the strategy is small.
    """
    best, fewest, least = -1, MOST_MOVES + 1, 0
    for index in range(followers(shape, position, walk.moves)):
        follower = written(walk.moves[index])
        _, disproof, work = numbers_of(shape, memory, follower, not draw_suits)
        if disproof != 0:
            continue
        new = 0
        for rival in range(followers(shape, follower, walk.rivals)):
            if _needs_reply(shape, memory, walk, written(walk.rivals[rival])):
                new += 1
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best


@compiled
def _needs_reply(shape: Shape, memory: Memory, walk: Walk, position: Position) -> bool:
    if can_win_now(shape, position):
        return False
    return not holds(walk.seen, key_of(shape, memory.digits, position, False))


@compiled
def reply_with(shape: Shape, memory: Memory, walk: Walk, reply: int) -> None:
    """Reply to the position that came last, with the follower of this index."""
    walk.counts[0] -= 1
    position = written(walk.waiting[walk.counts[0]])
    count = followers(shape, position, walk.moves)
    before = 0
    for index in range(count):
        if walk.moves[index, 4] < walk.moves[reply, 4]:
            before += 1
    walk.replies[walk.counts[1]] = before
    walk.counts[1] += 1
    follow(shape, memory, walk, written(walk.moves[reply]))


@compiled
def follow(shape: Shape, memory: Memory, walk: Walk, position: Position) -> None:
    """Come upon what the rival, to move, can make of a position."""
    first = walk.counts[0]
    for index in range(followers(shape, position, walk.rivals)):
        discover(shape, memory, walk, written(walk.rivals[index]), first)


@compiled
def discover(shape: Shape, memory: Memory, walk: Walk, position: Position, first: int) -> None:
    """Come upon a position; those that come at once wait in the order of their numbers."""
    if can_win_now(shape, position):
        return
    if not add(walk.seen, key_of(shape, memory.digits, position, False)):
        return
    position = upright(shape, position)
    at = walk.counts[0]
    walk.counts[0] += 1
    while at > first and _comes_before(position, written(walk.waiting[at - 1])):
        write(walk.waiting, at, written(walk.waiting[at - 1]))
        at -= 1
    write(walk.waiting, at, position)


@compiled
def _comes_before(one: Position, other: Position) -> bool:
    """Say whether a position has the smaller number: their swans count most, the ducks least."""
    if one.their_swans != other.their_swans:
        return bool(one.their_swans < other.their_swans)
    if one.their_ducks != other.their_ducks:
        return bool(one.their_ducks < other.their_ducks)
    if one.swans != other.swans:
        return bool(one.swans < other.swans)
    return bool(one.ducks < other.ducks)


@compiled
def upright(shape: Shape, position: Position) -> Position:
    """Return a position or its mirror image, whichever comes before the other."""
    image = Position(
        _mirror_image(shape, position.ducks),
        _mirror_image(shape, position.swans),
        _mirror_image(shape, position.their_ducks),
        _mirror_image(shape, position.their_swans),
    )
    return image if _comes_before(image, position) else position


@compiled
def _mirror_image(shape: Shape, mask: int) -> int:
    image = 0
    for column in range(shape.columns):
        image |= (mask >> column & shape.left) << (shape.columns - 1 - column)
    return image


@compiled
def _reply_of_rank(shape: Shape, walk: Walk, position: Position, rank: int) -> int:
    """Return the index of the follower whose move has this rank, or -1; write the followers."""
    count = followers(shape, position, walk.moves)
    for index in range(count):
        before = 0
        for other in range(count):
            if walk.moves[other, 4] < walk.moves[index, 4]:
                before += 1
        if before == rank:
            return index
    return -1


@compiled
def file_replies(shape: Shape, memory: Memory, walk: Walk, ranks: Numbers, most: int) -> int:
    """Make replies that are known, and keep in the table that they win; return where it stands."""
    while standing(walk, most) == GOING_ON:
        position = written(walk.waiting[walk.counts[0] - 1])
        reply = _reply_of_rank(shape, walk, position, ranks[walk.counts[1]])
        if reply < 0:
            return UNPROVEN
        keep_lost(shape, memory, written(walk.moves[reply]))
        reply_with(shape, memory, walk, reply)
    return standing(walk, most)
