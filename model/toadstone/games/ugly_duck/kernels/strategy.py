"""The walk of a strategy in compiled code; docs/ugly-duck.md states the order of the replies.

Positions are seen by the holder, to move.
"""

from __future__ import annotations

from toadstone.engines.adversarial.kernels import walk as walks
from toadstone.engines.adversarial.kernels.table import Numbers, add, holds
from toadstone.engines.adversarial.kernels.walk import GOING_ON, UNPROVEN, Walk, standing
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    Position,
    Shape,
    can_win_now,
    followers,
    key_of,
    key_words,
    mobility,
    turn_round,
    write,
    written,
)
from toadstone.games.ugly_duck.kernels.df_pn import Memory, keep_lost, numbers_of


def new_walk(shape: Shape, positions: int = 0) -> Walk:
    """Return a walk before its first position, with room for so many at least."""
    return walks.new_walk(MOST_MOVES, 4, 5, key_words(shape), positions)


@compiled
def begin(shape: Shape, memory: Memory, walk: Walk, position: Position, holder_moves: bool) -> None:
    """Come upon the first position, or upon what the rival, to move, can make of it."""
    if holder_moves:
        _discover(shape, memory, walk, position, 0)
    else:
        _follow(shape, memory, walk, position)


@compiled
def walk_on(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    shape: Shape,
    memory: Memory,
    walk: Walk,
    draw_suits: bool,
    given: Numbers,
    proven: int,
    most: int,
) -> int:
    """Reply as is given, then where the table has proven replies; return where the walk stands.

    It makes up to so many replies in all. The table then knows that the given ones win. `proven` is
    the index of the reply to the position that came last, if the caller has proven it, else -1.
    """
    while standing(walk, most) == GOING_ON:
        position = written(walk.waiting[walk.counts[0] - 1])
        if mobility(shape, position) == 0 and mobility(shape, turn_round(shape, position)) == 0:
            walk.counts[0] -= 1
            continue
        reply, proven = proven, -1
        if reply < 0 and walk.counts[1] < given.shape[0]:
            reply = _reply_of_rank(shape, walk, position, given[walk.counts[1]])
            if reply >= 0:
                keep_lost(shape, memory, written(walk.moves[reply]))
        elif reply < 0:
            reply = _proven_reply(shape, memory, walk, position, draw_suits)
        if reply < 0:
            return UNPROVEN
        _reply_with(shape, memory, walk, reply)
    return standing(walk, most)


@compiled_part
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
            after = written(walk.rivals[rival])
            if not can_win_now(shape, after):
                new += not holds(walk.seen, key_of(shape, memory.digits, after, False))
        if new < fewest or (new == fewest and work < least):
            best, fewest, least = index, new, work
    return best


@compiled_part
def _reply_with(shape: Shape, memory: Memory, walk: Walk, reply: int) -> None:
    """Reply to the position that came last, with the follower of this index."""
    walk.counts[0] -= 1
    count = followers(shape, written(walk.waiting[walk.counts[0]]), walk.moves)
    walk.replies[walk.counts[1]] = _rank(walk, count, reply)
    walk.counts[1] += 1
    _follow(shape, memory, walk, written(walk.moves[reply]))


@compiled_part
def _rank(walk: Walk, count: int, reply: int) -> int:
    """Return how many of the moves written come before one of them."""
    before = 0
    for index in range(count):
        before += walk.moves[index, 4] < walk.moves[reply, 4]
    return before


@compiled_part
def _reply_of_rank(shape: Shape, walk: Walk, position: Position, rank: int) -> int:
    """Return the index of the follower whose move has this rank, or -1; write the followers."""
    count = followers(shape, position, walk.moves)
    for index in range(count):
        if _rank(walk, count, index) == rank:
            return index
    return -1


@compiled_part
def _follow(shape: Shape, memory: Memory, walk: Walk, position: Position) -> None:
    """Come upon what the rival, to move, can make of a position."""
    first = walk.counts[0]
    for index in range(followers(shape, position, walk.rivals)):
        _discover(shape, memory, walk, written(walk.rivals[index]), first)


@compiled_part
def _discover(shape: Shape, memory: Memory, walk: Walk, position: Position, first: int) -> None:
    """Come upon a position; those that come at once wait in the order of their numbers."""
    key = key_of(shape, memory.digits, position, False)
    if can_win_now(shape, position) or not add(walk.seen, key):
        return
    position = _upright(shape, position)
    at = walk.counts[0]
    walk.counts[0] += 1
    while at > first and _comes_before(position, written(walk.waiting[at - 1])):
        write(walk.waiting, at, written(walk.waiting[at - 1]))
        at -= 1
    write(walk.waiting, at, position)


@compiled_part
def _comes_before(one: Position, other: Position) -> bool:
    """Say whether a position has the smaller number: their swans count most, the ducks least."""
    return one[::-1] < other[::-1]


@compiled_part
def _upright(shape: Shape, position: Position) -> Position:
    """Return a position or its mirror image, whichever comes before the other."""
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
