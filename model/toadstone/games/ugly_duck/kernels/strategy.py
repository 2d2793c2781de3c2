"""The walk of a strategy in compiled code; docs/ugly-duck.md states the order of the replies.

Positions are seen by the holder, to move.
"""

from __future__ import annotations

from toadstone.engines.adversarial.kernels.table import Numbers, add, holds
from toadstone.engines.adversarial.kernels.walk import GOING_ON, UNPROVEN, Walk, state_of
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    Position,
    Shape,
    can_win_now,
    followers,
    key_of,
    mobility,
    read,
    turn_round,
    write,
)
from toadstone.games.ugly_duck.kernels.df_pn import Memory, keep_lost, numbers_of


@compiled
def begin(memory: Memory, walk: Walk, position: Position, holder_moves: bool) -> None:
    """Discover the first position, or the positions after a move of the rival from it."""
    if holder_moves:
        _discover(memory, walk, position, 0)
    else:
        _follow(memory, walk, position)


@compiled
def walk_on(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    memory: Memory, walk: Walk, draw_suits: bool, given: Numbers, proven: int, most: int
) -> int:
    """Reply as is given, then where the table has proven replies; return where the walk stands.

    It makes up to so many replies in all. The table then knows that the given ones win. `proven` is
    the index of the reply to the position that came last, if the caller has proven it, else -1.
    """
    shape = memory.shape
    while state_of(walk, most) == GOING_ON:
        position = read(walk.waiting[walk.counts[0] - 1])
        if mobility(shape, position) == 0 and mobility(shape, turn_round(shape, position)) == 0:
            walk.counts[0] -= 1
            continue
        count = followers(shape, position, walk.moves)
        reply, proven = proven, -1
        if reply < 0 and walk.counts[1] < given.shape[0]:
            for index in range(count):
                if _rank(walk, count, index) == given[walk.counts[1]]:
                    reply = index
                    keep_lost(memory, read(walk.moves[index]))
        elif reply < 0:
            reply = _best_reply(memory, walk, count, draw_suits)
        if reply < 0:
            return UNPROVEN
        walk.counts[0] -= 1
        walk.replies[walk.counts[1]] = _rank(walk, count, reply)
        walk.counts[1] += 1
        _follow(memory, walk, read(walk.moves[reply]))
    return state_of(walk, most)


@compiled_part
def _best_reply(memory: Memory, walk: Walk, count: int, draw_suits: bool) -> int:
    """Return the index of one of so many followers that is proven, or -1.

    It leads to the fewest positions not seen yet; of several, the one with the least work to prove
    is chosen. So the strategy is small.
    """
    best, fewest, least = -1, MOST_MOVES + 1, 0
    for index in range(count):
        follower = read(walk.moves[index])
        _, disproof, work = numbers_of(memory, follower, not draw_suits)
        if disproof != 0:
            continue
        new = 0
        for rival in range(followers(memory.shape, follower, walk.rivals)):
            after = read(walk.rivals[rival])
            if not can_win_now(memory.shape, after):
                new += not holds(walk.seen, key_of(memory.shape, after, False))
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best


@compiled_part
def _rank(walk: Walk, count: int, reply: int) -> int:
    """Return how many of the moves written come before one of them."""
    before = 0
    for index in range(count):
        before += walk.moves[index, 4] < walk.moves[reply, 4]
    return before


@compiled_part
def _follow(memory: Memory, walk: Walk, position: Position) -> None:
    """Discover the positions after a move of the rival."""
    first = walk.counts[0]
    for index in range(followers(memory.shape, position, walk.rivals)):
        _discover(memory, walk, read(walk.rivals[index]), first)


@compiled_part
def _discover(memory: Memory, walk: Walk, position: Position, first: int) -> None:
    """Discover a position; those discovered at once wait in the order of their numbers."""
    shape = memory.shape
    if can_win_now(shape, position) or not add(walk.seen, key_of(shape, position, False)):
        return
    position = _upright(shape, position)
    at = walk.counts[0]
    walk.counts[0] += 1
    while at > first and _comes_before(position, read(walk.waiting[at - 1])):
        write(walk.waiting, at, read(walk.waiting[at - 1]))
        at -= 1
    write(walk.waiting, at, position)


@compiled_part
def _comes_before(one: Position, other: Position) -> bool:
    """Return whether a position has the smaller number: their swans count most, the ducks least."""
    return one[::-1] < other[::-1]


@compiled_part
def _upright(shape: Shape, position: Position) -> Position:
    """Return the smaller of a position and its mirror image."""
    image = Position(0, 0, 0, 0)
    for column in range(shape.columns):
        back = shape.columns - 1 - column
        image = Position(
            image.ducks | (position.ducks >> column & shape.left) << back,
            image.swans | (position.swans >> column & shape.left) << back,
            image.their_ducks | (position.their_ducks >> column & shape.left) << back,
            image.their_swans | (position.their_swans >> column & shape.left) << back,
        )
    return image if _comes_before(image, position) else position
