"""Squirrel War's table of bounds: nothing is lost but what gives way, and nothing is mixed up."""

import random
from itertools import product

import pytest

from toadstone.games.squirrel_war.bound_table import (
    BUCKET_BYTES,
    NO_MOVE,
    bucket_of,
    found,
    grade,
    hash_of,
    keep,
    lower_of,
    move_of,
    new_table,
    upper_of,
)

NARROW = {"empty_cells": 4, "live_cells": 6, "largest": 500, "bucket_bits": 3}
WIDE = {"empty_cells": 25, "live_cells": 25, "largest": 500, "bucket_bits": 3}
TABLES = [NARROW, WIDE, NARROW | {"bucket_bits": 12}]


def kept(table, hashed):
    """Return lower bound, upper bound and move, or None."""
    data = found(table, hashed)
    return (lower_of(table, data), upper_of(table, data), move_of(table, data)) if data else None


def in_one_bucket(table, number):
    """Return different hashes whose bucket is the second."""
    return [1 + (tag << table.bucket_bits) for tag in range(number)]


@pytest.mark.parametrize("shape", TABLES, ids=["narrow", "wide", "roomy"])
@pytest.mark.parametrize("move", [0, 17, NO_MOVE], ids=["first", "some", "none"])
def test_bounds_and_move_are_found_as_they_were_kept(shape, move):
    table = new_table(**shape)
    for lower, upper in product([-501, -500, -7, 0, 500], [-500, -1, 0, 3, 500, 501]):
        for graded in (1, 15):
            table.words[:] = 0
            keep(table, 13, lower, upper, move, graded)
            assert kept(table, 13) == (lower, upper, move)
            assert 0 < found(table, 13) < 1 << table.data_bits
            assert [each for each in range(16) if kept(table, each)] == [13]


def test_the_limit_stands_for_no_bound():
    table = new_table(**NARROW)
    assert table.limit > NARROW["largest"]
    keep(table, 5, -table.limit, table.limit, 3, 1)
    assert kept(table, 5) == (-table.limit, table.limit, 3)


@pytest.mark.parametrize(
    ("largest", "bound_bits", "limit"), [(0, 2, 1), (2, 3, 3), (3, 4, 7), (500, 10, 511)]
)
def test_a_bound_takes_no_more_bits_than_it_has_to(largest, bound_bits, limit):
    table = new_table(4, 6, largest, 3)
    assert (table.bound_bits, table.limit) == (bound_bits, limit)
    assert table.data_bits == 2 * bound_bits + 5 + 4


@pytest.mark.parametrize(
    ("live_cells", "wide"), [(36, False), (37, True)], ids=["63 bits", "64 bits"]
)
def test_an_entry_is_one_word_where_it_has_room(live_cells, wide):
    table = new_table(empty_cells=10, live_cells=live_cells, largest=500, bucket_bits=12)
    assert table.key_bits == 10 + live_cells
    assert (table.data_bits, table.wide) == (29, wide)
    assert len(table.words) * 8 == BUCKET_BYTES << 12


@pytest.mark.parametrize("shape", TABLES, ids=["narrow", "wide", "roomy"])
def test_what_is_kept_again_has_the_tighter_bounds_and_the_last_move(shape):
    table = new_table(**shape)
    for lower, upper, move in [(-9, 9, 1), (-4, 20, 2), (-30, 5, 3)]:
        keep(table, 11, lower, upper, move, 2)
    assert kept(table, 11) == (-4, 5, 3)


@pytest.mark.parametrize(("shape", "room"), [(NARROW, 8), (WIDE, 4)], ids=["narrow", "wide"])
def test_in_a_full_bucket_what_took_the_least_work_gives_way(shape, room):
    table = new_table(**shape)
    *hashes, new, newer = in_one_bucket(table, room + 2)
    rng = random.Random(room)
    for first, second in [(0, 1), (room - 1, 0), (3, 2)]:
        table.words[:] = 0
        grades = [rng.randint(6, 15) for _ in hashes]
        grades[first], grades[second] = 4, 5
        for hashed, graded in zip(hashes, grades, strict=True):
            keep(table, hashed, -graded, graded, graded, graded)
        keep(table, new, -1, 1, 1, 15)
        assert [each for each in hashes if not kept(table, each)] == [hashes[first]]
        keep(table, newer, -2, 2, 2, 1)
        gone = {hashes[first], hashes[second]}
        assert {each for each in hashes if not kept(table, each)} == gone
        assert (kept(table, new), kept(table, newer)) == ((-1, 1, 1), (-2, 2, 2))
        others = [each for each in zip(hashes, grades, strict=True) if each[0] not in gone]
        assert all(kept(table, each) == (-graded, graded, graded) for each, graded in others)


@pytest.mark.parametrize("shape", [NARROW, WIDE], ids=["narrow", "wide"])
def test_work_once_done_counts_for_what_is_kept_again_with_less(shape):
    table = new_table(**shape)
    hashes = in_one_bucket(table, 5 if table.wide else 9)
    for hashed in hashes[:-1]:
        keep(table, hashed, -1, 1, 1, 9)
    keep(table, hashes[2], -1, 1, 1, 3)  # found again: it is still worth 9
    keep(table, hashes[3], -1, 1, 1, 12)  # it is worth 12 from here on
    keep(table, hashes[0], -1, 1, 1, 10)
    keep(table, hashes[-1], -1, 1, 1, 1)
    assert [each for each in hashes if not kept(table, each)] == [hashes[1]]


def test_different_positions_have_different_hashes_that_use_all_buckets():
    table = new_table(**NARROW)
    hashes = {hash_of(table, empty, own) for empty in range(16) for own in range(64)}
    assert hashes == set(range(1024))
    places = sorted({bucket_of(table, each) for each in hashes})
    assert places == [8 * bucket for bucket in range(8)]


def test_the_hashes_of_like_positions_are_far_apart():
    table = new_table(empty_cells=25, live_cells=25, largest=500, bucket_bits=10)
    buckets = {
        bucket_of(table, hash_of(table, 1 << at, 1 << other))
        for at in range(25)
        for other in range(25)
        if at != other
    }
    assert len(buckets) > 400
    assert all(0 <= hash_of(table, 1 << at, 0) < 1 << 50 for at in range(25))


@pytest.mark.parametrize("work", [0, 1, 3, 4, 15, 16, 63, 64, 4**13, 4**14 - 1, 4**14, 4**20])
def test_the_grade_is_the_logarithm_of_the_work(work):
    assert grade(work) == min(15, 1 + sum(work >= 4**octave for octave in range(1, 15)))
