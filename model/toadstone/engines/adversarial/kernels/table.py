"""A hash table of positions in compiled code.

The game says what a position's key is, one word or two, and what its data are: a number that is
never 0. Different positions have different keys, so the data are always those of the position
asked for. Entries come in buckets of 64 bytes, as memory answers in pieces of that size; where keys
have two words, an entry has three.

There are two ways to store a key. `add` searches the whole table, and no key is lost.
`entry_for` searches one bucket; if that is full, it replaces the least priority: the
highest bits of the data, where a game puts the work (Breuker, Uiterwijk, van den Herik,
"Replacement schemes for transposition tables", ICCA Journal 17, 1994).
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from toadstone.core.process import room_for
from toadstone.engines.compiling import compiled, compiled_part

Numbers = NDArray[np.int64]

WAYS = 4
"""Entries of a bucket."""


class Key(NamedTuple):
    """The words that a position is filed under; see `key_of_words`."""

    first: int
    second: int


class HashTable(NamedTuple):
    """The data of positions.

    Attributes:
        entries: a row each: the data, 0 if the entry is empty, and the words of the key.
        counts: the number of filled entries, and of replaced ones.
        priority_at: the bit of the data at which the priority begins.
    """

    entries: Numbers
    counts: Numbers
    priority_at: int


def new_table(entries_log2: int, key_words: int, priority_at: int = 0) -> HashTable:
    """Return an empty table with a power of two of entries, at least 4, for keys of 1 or 2 words.

    An entry takes 16 bytes, or 24.
    """
    entries = np.zeros((1 << entries_log2, 1 + key_words), np.int64)
    return HashTable(entries, np.zeros(2, np.int64), priority_at)


def with_more_room(table: HashTable) -> HashTable:
    """Return a table of twice the size with the same entries."""
    entries, words = table.entries.shape
    larger = table._replace(entries=np.zeros((2 * entries, words), np.int64))
    _copy_entries(table, larger)
    return larger


def larger_if_free(table: HashTable) -> HashTable:
    """Return a table of twice the size, or the same if that takes over half of the free memory."""
    size = 2 * table.entries.nbytes
    with suppress(MemoryError):
        if room_for(size, size // 2, "a larger table") == size:
            return with_more_room(table)
    return table


@compiled
def _copy_entries(table: HashTable, larger: HashTable) -> None:
    """Copy entries; no bucket of the larger table gets more than one of the smaller one had."""
    for entry in range(table.entries.shape[0]):
        if table.entries[entry, 0] != 0:
            second = table.entries[entry, 2] if table.entries.shape[1] > 2 else 0
            copy = own_entry(larger, Key(table.entries[entry, 1], second))
            for word in range(table.entries.shape[1]):
                larger.entries[copy, word] = table.entries[entry, word]


@compiled_part
def key_of_words(first: int, second: int) -> Key:
    """Return the key of two words.

    In a table for keys of one word the second may be 0 or 1, if the first has no more than 62 bits.
    """
    return Key(int(first) ^ int(second) * 5871781006564002453, second)


@compiled_part
def bucket_of(table: HashTable, key: Key) -> int:
    """Return the first entry of a key's bucket; that it is not below 0 is plain to the compiler."""
    mixed = key.first * -7046029254386353131
    mixed ^= mixed >> 29
    mixed *= -4658895280553007687
    return int(mixed >> 17 & 0x7FFFFFFFFFFF & (table.entries.shape[0] - 1) & ~(WAYS - 1))


@compiled_part
def _is_filed(table: HashTable, entry: int, key: Key) -> bool:
    if table.entries[entry, 1] != key.first:
        return False
    return bool(table.entries.shape[1] == 2 or table.entries[entry, 2] == key.second)


@compiled_part
def lookup(table: HashTable, key: Key) -> int:
    """Return the data in the bucket of a key, or 0."""
    start = bucket_of(table, key)
    for entry in range(start, start + WAYS):
        if _is_filed(table, entry, key):
            return int(table.entries[entry, 0])
    return 0


@compiled_part
def entry_for(table: HashTable, key: Key) -> int:
    """Return the entry of a key in its bucket, and file the key there if it is new.

    The data of a new key are 0; the caller has to write them next.
    """
    start = bucket_of(table, key)
    chosen, least = start, table.entries[start, 0] >> table.priority_at
    for entry in range(start, start + WAYS):
        data = table.entries[entry, 0]
        if data == 0:
            table.counts[0] += 1
            _file(table, entry, key)
            return entry
        if _is_filed(table, entry, key):
            return entry
        if data >> table.priority_at < least:
            chosen, least = entry, data >> table.priority_at
    table.counts[1] += 1
    _file(table, chosen, key)
    return chosen


@compiled_part
def _file(table: HashTable, entry: int, key: Key) -> None:
    table.entries[entry, 0], table.entries[entry, 1] = 0, key.first
    if table.entries.shape[1] > 2:
        table.entries[entry, 2] = key.second


@compiled_part
def lookup_shared(table: HashTable, key: Key) -> int:
    """Return the data in the bucket of a key, or 0, while other threads may store.

    The word of the key is kept with the data added bit by bit, so that what two threads wrote at
    once fits no key (Hyatt and Mann, "A lock-less transposition table implementation for parallel
    search", ICGA Journal 25, 2002). Only for keys of one word that `store_shared` has stored.
    """
    start = bucket_of(table, key)
    for entry in range(start, start + WAYS):
        data = table.entries[entry, 0]
        if table.entries[entry, 1] == key.first ^ data and data:
            return int(data)
    return 0


@compiled_part
def store_shared(table: HashTable, key: Key, data: int) -> None:
    """Store the data of a key for `lookup_shared`; in a full bucket the least priority is replaced.

    The table does not count: that would make threads wait for each other.
    """
    start = bucket_of(table, key)
    chosen, least = start, table.entries[start, 0] >> table.priority_at
    for entry in range(start, start + WAYS):
        stored = table.entries[entry, 0]
        if stored == 0 or table.entries[entry, 1] == key.first ^ stored:
            chosen = entry
            break
        if stored >> table.priority_at < least:
            chosen, least = entry, stored >> table.priority_at
    table.entries[chosen, 0], table.entries[chosen, 1] = data, key.first ^ data


@compiled_part
def own_entry(table: HashTable, key: Key) -> int:
    """Return the entry of a key, or the empty one that is its own if the key is new.

    At least one entry of the table has to be empty.
    """
    entry = bucket_of(table, key)
    while table.entries[entry, 0] != 0 and not _is_filed(table, entry, key):
        entry = (entry + 1) & (table.entries.shape[0] - 1)
    return entry


@compiled_part
def holds(table: HashTable, key: Key) -> bool:
    """Return whether a key has been kept for good."""
    return bool(table.entries[own_entry(table, key), 0] != 0)


@compiled_part
def add(table: HashTable, key: Key) -> bool:
    """Keep a key, for good; return whether it is new. Its data have no meaning."""
    entry = own_entry(table, key)
    if table.entries[entry, 0] != 0:
        return False
    _file(table, entry, key)
    table.entries[entry, 0] = 1
    table.counts[0] += 1
    return True


@compiled_part
def bits(mask: int) -> int:
    """Return how many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
