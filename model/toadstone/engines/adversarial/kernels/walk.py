"""A walk through all positions that a strategy has to reply to, in compiled code.

A certificate holds the replies of one side, the holder. The walk begins at the start, replies where
the holder is to move, and goes on with each move of the other side, the rival. A game says what a
position is, which reply is proven, and in which order positions come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from toadstone.engines.adversarial.kernels import table
from toadstone.engines.adversarial.kernels.table import HashTable, Numbers
from toadstone.engines.compiling import compiled_part

ROOM_LOG2 = 12
"""The table of a new walk, as a power of two of entries; no more than half of them are filled."""
REPLIES_AT_A_TIME = 1 << 14
"""Replies between two words to the listener."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"
"""Replies in a certificate, by their numbers from 0."""
MORE = "_"
"""Before a digit: add the number of digits to its value."""

GOING_ON, AT_AN_END, PAUSED, FULL, UNPROVEN = range(5)
"""The states of a walk: before a reply; at its end; after enough replies; out of room; at a reply
that is not proven yet."""


class Walk(NamedTuple):
    """How far a strategy has been walked.

    Attributes:
        seen: the positions seen with the holder to move.
        waiting: the positions to reply to; the last one comes first.
        replies: the replies, in the order in which they were made.
        counts: the numbers of entries in `waiting` and `replies`.
        moves: room for the positions after the moves of the holder.
        rivals: room for those after the moves of the rival.
    """

    seen: HashTable
    waiting: Numbers
    replies: Numbers
    counts: Numbers
    moves: Numbers
    rivals: Numbers


def new_walk(
    most_moves: int, position_words: int, move_words: int, key_words: int, positions: int = 0
) -> Walk:
    """Return a walk before its first position, with room for so many positions at least.

    A position waits as `position_words` numbers, and the game writes `move_words` for a move.
    """
    room_log2 = max(ROOM_LOG2, (2 * positions).bit_length())
    half = 1 << room_log2 - 1
    return Walk(
        table.new_table(room_log2, key_words),
        np.zeros((half, position_words), np.int64),
        np.zeros(half, np.int64),
        np.zeros(2, np.int64),
        np.zeros((most_moves, move_words), np.int64),
        np.zeros((most_moves, move_words), np.int64),
    )


@compiled_part
def state_of(walk: Walk, most: int) -> int:
    """Return where a walk of at most so many replies stands: never at one that is unproven."""
    waiting, replies = walk.counts
    if waiting == 0:
        return AT_AN_END
    if replies >= most:
        return PAUSED
    if walk.seen.counts[0] > walk.replies.shape[0] - walk.moves.shape[0]:
        return FULL
    return GOING_ON


def replies_of(
    walk: Walk,
    go_on: Callable[[Walk, int], int],
    prove: Callable[[Walk], None],
    tell: Callable[[str], None],
) -> str:
    """Walk to the end and return the replies as a certificate holds them.

    Args:
        walk: the walk, with the first positions that need a reply.
        go_on: makes replies, up to so many in all, and returns where the walk then stands.
        prove: proves a reply to the position that waits first, or makes it.
        tell: hears of the progress; it may raise to stop the walk.
    """
    while (state := go_on(walk, int(walk.counts[1]) + REPLIES_AT_A_TIME)) != AT_AN_END:
        if state == FULL:
            walk = walk._replace(
                seen=table.with_more_room(walk.seen),
                waiting=np.concatenate([walk.waiting, np.zeros_like(walk.waiting)]),
                replies=np.concatenate([walk.replies, np.zeros_like(walk.replies)]),
            )
        elif state == UNPROVEN:
            prove(walk)
        waiting, replies = walk.counts
        tell(f"{replies:,} replies, {waiting:,} waiting")
    numbers = (divmod(int(reply), len(DIGITS)) for reply in walk.replies[: walk.counts[1]])
    return "".join(MORE * more + DIGITS[digit] for more, digit in numbers)
