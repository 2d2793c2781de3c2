"""The table that compiled searches share, against a dictionary."""

import random

import pytest

from toadstone.engines.adversarial.kernels.table import (
    WAYS,
    Key,
    add,
    bits,
    entry_for,
    found,
    holds,
    new_table,
    with_more_room,
)


def some_keys(words, count, seed):
    """Return different keys, small and large, some of which differ in one word alone."""
    rng, keys = random.Random(seed), {Key(0, 0)}
    while len(keys) < count:
        first = rng.choice([rng.randrange(8), rng.randrange(1 << 62)])
        second = rng.choice([rng.randrange(8), rng.randrange(1 << 62)]) if words == 2 else 0
        keys.add(Key(first, second))
    return sorted(keys, key=lambda key: rng.random())


def keep(table, key, data):
    table.entries[entry_for(table, key), 0] = data


@pytest.mark.parametrize("words", [1, 2])
def test_a_full_table_forgets_but_what_it_says_is_true(words):
    table, known, rng = new_table(5, words), {}, random.Random(words)
    for key in rng.choices(some_keys(words, 80, 1), k=400):
        keep(table, key, data := rng.randrange(1, 1 << 40))
        known[key] = data
        assert found(table, key) == data
    told = [key for key in known if found(table, key)]
    assert all(found(table, key) == known[key] for key in told)
    filled, given_up = table.counts
    assert 28 <= len(told) == filled
    assert given_up > 0


def test_a_key_that_is_new_has_no_data_and_one_that_is_known_has_its_own():
    table = new_table(4, 1)
    entry = entry_for(table, Key(7, 0))
    assert table.entries[entry, 0] == 0
    table.entries[entry, 0] = 99
    assert table.entries[entry_for(table, Key(7, 0)), 0] == 99
    assert list(table.counts) == [1, 0]


def test_what_has_the_least_data_gives_way():
    table = new_table(2, 1)
    for first, data in enumerate([50, 30, 40, 60, 20, 70]):
        keep(table, Key(first, 0), data)
    assert [found(table, Key(first, 0)) for first in range(6)] == [50, 0, 40, 60, 0, 70]
    assert list(table.counts) == [WAYS, 2]


@pytest.mark.parametrize("words", [1, 2])
def test_a_larger_table_knows_the_same(words):
    table, keys = new_table(6, words), some_keys(words, 60, 2)
    for data, key in enumerate(keys, 1):
        keep(table, key, data)
    larger = with_more_room(table)
    assert [found(larger, key) for key in keys] == [found(table, key) for key in keys]
    assert len(larger.entries) == 2 * len(table.entries)
    assert list(larger.counts) == list(table.counts)


@pytest.mark.parametrize("words", [1, 2])
def test_a_key_that_is_added_is_held_for_good(words):
    table, keys = new_table(6, words), some_keys(words, 120, 3)
    for number, key in enumerate(keys):
        if 2 * table.counts[0] >= len(table.entries):
            table = with_more_room(table)
        assert not holds(table, key)
        assert add(table, key)
        assert not add(table, keys[number // 2])
        assert table.counts[0] == number + 1
    assert all(holds(table, key) for key in keys)


def test_bits_are_counted():
    assert [bits(mask) for mask in (0, 1, 0b1011, (1 << 62) - 1)] == [0, 1, 3, 62]
