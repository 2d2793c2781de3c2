"""A walk through all positions that a strategy has to reply to, in compiled code.

A certificate holds the replies of one side, the holder. The walk begins at the start, replies where
the holder is to move, and goes on with each move of the other side, the rival. A game says what a
position is, which reply is proven, and in which order positions come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from toadstone.engines.compiling import compiled

Numbers = NDArray[np.int64]

FIRST_ROOM_LOG2 = 12
AT_AN_END, PAUSED, FULL, UNPROVEN = range(4)
"""Where a walk stands: done; after enough replies; out of room; at a reply yet to be proven."""


class Walk(NamedTuple):
    """How far a strategy has been walked.

    Attributes:
        seen: a hash table of the positions seen with the holder to move, two words each; the first
            word is never 0.
        waiting: the positions to reply to; the last one comes first.
        replies: the replies, in the order in which they were made.
        counts: the numbers of entries in `seen`, `waiting` and `replies`.
        moves: room for the moves of the holder.
        rivals: room for the moves of the rival.
    """

    seen: Numbers
    waiting: Numbers
    replies: Numbers
    counts: Numbers
    moves: Numbers
    rivals: Numbers


def new_walk(room_log2: int, most_moves: int, position_words: int, move_words: int) -> Walk:
    """Return a walk with room for half a power of two of positions.

    Args:
        room_log2: that power.
        most_moves: no position has more moves.
        position_words: the numbers that a position waits as.
        move_words: the numbers that a move is stated by.
    """
    entries = 1 << room_log2
    return Walk(
        np.zeros((entries, 2), np.int64),
        np.zeros((entries // 2, position_words), np.int64),
        np.zeros(entries // 2, np.int64),
        np.zeros(3, np.int64),
        np.zeros((most_moves, move_words), np.int64),
        np.zeros((most_moves, move_words), np.int64),
    )


def with_more_room(walk: Walk) -> Walk:
    """Return a walk twice the size."""
    most_moves, move_words = walk.moves.shape
    twice = walk.seen.shape[0].bit_length()
    larger = new_walk(twice, most_moves, walk.waiting.shape[1], move_words)
    larger.waiting[: walk.waiting.shape[0]] = walk.waiting
    larger.replies[: walk.replies.shape[0]] = walk.replies
    larger.counts[:] = walk.counts
    file_again(walk, larger)
    return larger


@compiled
def file_again(walk: Walk, larger: Walk) -> None:
    """File what has been seen in a larger walk."""
    for entry in range(walk.seen.shape[0]):
        first, second = walk.seen[entry, 0], walk.seen[entry, 1]
        if first != 0:
            at = place(larger, first, second)
            larger.seen[at, 0], larger.seen[at, 1] = first, second


@compiled
def place(walk: Walk, first: int, second: int) -> int:
    """Return where the position with these words is, or could be."""
    last = walk.seen.shape[0] - 1
    mixed = (first ^ (second * 5871781006564002453)) * -7046029254386353131
    mixed ^= mixed >> 29
    mixed *= -4658895280553007687
    at = mixed >> 17 & last
    while walk.seen[at, 0] != 0:
        if walk.seen[at, 0] == first and walk.seen[at, 1] == second:
            break
        at = (at + 1) & last
    return int(at)


@compiled
def is_new(walk: Walk, first: int, second: int) -> bool:
    """Say whether the position with these words has not been seen."""
    return bool(walk.seen[place(walk, first, second), 0] == 0)


@compiled
def mark_seen(walk: Walk, first: int, second: int) -> None:
    """File a new position under its words."""
    at = place(walk, first, second)
    walk.seen[at, 0], walk.seen[at, 1] = first, second
    walk.counts[0] += 1
