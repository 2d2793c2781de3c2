"""A transposition table of bounds, in compiled code: no two positions share an entry.

The key of a position is its empty cells and the frontier cells of the side to move. A reversible
mixing of the key gives a *hash*: its low bits say in which bucket of 64 bytes the position is kept,
the others, the *tag*, are kept. So an entry is mostly one word: tag, grade of the work, best move,
upper and lower bound. Where that is more than 64 bits, tag and data are two words.

In a full bucket what took the least work gives way (Breuker, Uiterwijk, van den Herik, "Replacement
schemes for transposition tables", ICCA Journal 17, 1994).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.compiling import compiled_part
from toadstone.games.squirrel_war.kernels.live_board import Numbers

WORDS = 8
"""Words in a bucket; memory answers in pieces of 64 bytes."""
BUCKET_BYTES = 8 * WORDS

NO_MOVE = 31
_MOVE_BITS = 5
_GRADE_BITS = 4
_LONGEST_WORD = 63


class Table(NamedTuple):
    """The table, and how its words are laid out.

    `limit` is larger than any bound but one: it stands for none.
    """

    words: Numbers
    empty_cells: int
    key_bits: int
    bucket_bits: int
    bound_bits: int
    data_bits: int
    wide: bool
    limit: int


def _bound_bits(largest: int) -> int:
    return (largest + 1).bit_length() + 1


def _data_bits(largest: int) -> int:
    return 2 * _bound_bits(largest) + _MOVE_BITS + _GRADE_BITS


def new_table(empty_cells: int, live_cells: int, largest: int, bucket_bits: int) -> Table:
    """Return an empty table.

    Args:
        empty_cells: the cells that are empty at the start.
        live_cells: these, and the held cells beside them.
        largest: the largest outlook there can be, without its sign.
        bucket_bits: the buckets, as a power of two.
    """
    key_bits, data_bits = empty_cells + live_cells, _data_bits(largest)
    tag_bits = max(0, key_bits - bucket_bits)
    bound_bits = _bound_bits(largest)
    return Table(
        np.zeros(WORDS << bucket_bits, np.int64),
        empty_cells,
        key_bits,
        bucket_bits,
        bound_bits,
        data_bits,
        tag_bits + data_bits > _LONGEST_WORD,
        (1 << bound_bits - 1) - 1,
    )


@compiled_part
def hash_of(table: Table, empty: int, own: int) -> int:
    """Return the hash of a position; different positions have different ones."""
    mask, half = (1 << table.key_bits) - 1, table.key_bits >> 1
    mixed = (empty | own << table.empty_cells) * -7046029254386353131 & mask
    mixed ^= mixed >> half
    mixed = mixed * -4658895280553007687 & mask
    return int(mixed ^ mixed >> half)


@compiled_part
def bucket_of(table: Table, hashed: int) -> int:
    """Return where the bucket of a hash begins."""
    return (hashed & (1 << table.bucket_bits) - 1) * WORDS


@compiled_part
def look_up(table: Table, hashed: int) -> int:
    """Return the data that are kept under a hash; 0 for none."""
    bucket, tag = bucket_of(table, hashed), hashed >> table.bucket_bits
    if table.wide:
        for index in range(bucket, bucket + WORDS // 2):
            if table.words[index] == tag and table.words[index + WORDS // 2] != 0:
                return int(table.words[index + WORDS // 2])
        return 0
    for index in range(bucket, bucket + WORDS):
        word = table.words[index]
        if (word >> table.data_bits) == tag and word != 0:
            return int(word & (1 << table.data_bits) - 1)
    return 0


@compiled_part
def lower_of(table: Table, data: int) -> int:
    """Return the lower bound in some data."""
    return int((data & (1 << table.bound_bits) - 1) - table.limit)


@compiled_part
def upper_of(table: Table, data: int) -> int:
    """Return the upper bound in some data."""
    return int((data >> table.bound_bits & (1 << table.bound_bits) - 1) - table.limit)


@compiled_part
def move_of(table: Table, data: int) -> int:
    """Return the best move in some data, or `NO_MOVE`."""
    return int(data >> 2 * table.bound_bits & NO_MOVE)


@compiled_part
def _grade_of(table: Table, data: int) -> int:
    return int(data >> 2 * table.bound_bits + _MOVE_BITS)


@compiled_part
def grade_of_work(work: int) -> int:
    """Return a number from 1 to 15 that grows with the logarithm of the work."""
    octaves = 1
    while work >= 4 and octaves < 15:
        work >>= 2
        octaves += 1
    return octaves


@compiled_part
def store(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    table: Table, hashed: int, lower: int, upper: int, move: int, grade: int
) -> None:
    """Store bounds, with those stored before, in the place of what took the least work."""
    bucket, tag = bucket_of(table, hashed), hashed >> table.bucket_bits
    data_at = WORDS // 2 if table.wide else 0
    least, place = 1 << 30, bucket
    for index in range(bucket, bucket + (WORDS // 2 if table.wide else WORDS)):
        data = table.words[index + data_at]
        same = data != 0 and (
            table.words[index] == tag if table.wide else data >> table.data_bits == tag
        )
        if not table.wide:
            data &= (1 << table.data_bits) - 1
        if same:
            lower = max(lower, lower_of(table, data))
            upper = min(upper, upper_of(table, data))
            grade, place = max(grade, _grade_of(table, data)), index
            break
        if _grade_of(table, data) < least:
            least, place = _grade_of(table, data), index
    both = lower + table.limit | (upper + table.limit) << table.bound_bits
    data = both | (move | grade << _MOVE_BITS) << 2 * table.bound_bits
    if table.wide:
        table.words[place] = tag
        table.words[place + data_at] = data
    else:
        table.words[place] = data | tag << table.data_bits
