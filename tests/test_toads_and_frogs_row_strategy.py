"""The walk through a strategy in rows, each function by itself, against the naive statement."""

import random

import pytest

from exhaustive import in_groups
from test_toads_and_frogs_row_search import Sum, kept, position, searched, some_sum, words
from toads import OTHER, rows_of
from toadstone.engines.adversarial.strategy_walk import (
    AT_AN_END,
    FULL,
    PAUSED,
    UNPROVEN,
    is_new,
    mark_seen,
    with_more_room,
)
from toadstone.engines.adversarial.strategy_walk import new_walk as walk_with_room
from toadstone.games.toads_and_frogs.row_search import LOST, MOST_MOVES, WON, new_search
from toadstone.games.toads_and_frogs.row_strategy import (
    animals_of,
    discover,
    follow,
    new_walk,
    proven_reply,
    walk_on,
)
from toadstone.games.toads_and_frogs.solution import masks

SIDES = ("toads", "frogs")
SEEDS = range(60)


def waiting(walk):
    return walk.waiting[: walk.counts[1]].tolist()


def is_new_to(walk, place):
    toads, frogs, node = words(place)
    return is_new(walk, animals_of(toads, frogs), node)


def mark(walk, place):
    toads, frogs, node = words(place)
    mark_seen(walk, animals_of(toads, frogs), node)


# --- the parts ----------------------------------------------------------------------------------


def test_animals_have_a_word_of_their_own_and_it_is_never_0():
    rows = rows_of(1, 2, 3, 4, 5)
    found = {animals_of(*masks((row + "_" * (5 - len(row)),))[1:]) for row in rows}
    assert len(found) == len(rows_of(5))
    ends = [animals_of(*masks((row,))[1:]) for row in ("T" * 31, "F" * 31, "F" + "_" * 30)]
    ends += [animals_of(*masks(("_" * 30 + row,))[1:]) for row in "TF_"]
    assert len(set(ends)) == 6
    assert 0 not in found | set(ends)
    assert max(ends) < 1 << 63


@pytest.mark.parametrize("seed", range(10))
def test_a_position_is_come_upon_once(seed):
    rng, walk = random.Random(seed), new_walk()
    places = [[rng.randrange(3), rng.randrange(2), rng.randrange(2)] for _ in range(20)]
    for place in places:
        discover(walk, *place)
    once = [list(each) for each in dict.fromkeys(map(tuple, places))]
    assert waiting(walk) == once
    assert list(walk.counts) == [len(once), len(once), 0]


@in_groups("seed", SEEDS)
def test_all_that_the_rival_can_make_of_a_position_waits_in_the_order_of_moves(seed):
    sums, node, side = some_sum(seed)
    walk, expected = new_walk(), [words(each) for each in sums.after(sums.rows, node, side)]
    if expected and seed % 2:
        discover(walk, *expected[-1])
        expected = [expected[-1], *expected[:-1]]
    follow(sums.cells, sums.graph, walk, position(sums.rows, node, side))
    assert waiting(walk) == expected


@in_groups("seed", range(200))
def test_the_reply_leads_to_the_fewest_new_positions_and_then_took_the_least_work(seed):
    sums, node, holder = some_sum(seed)
    rng, rival = random.Random(seed), OTHER[holder]
    search, walk, proven = new_search(8), new_walk(), []
    for index, place in enumerate(sums.after(sums.rows, node, holder)):
        answers, result = sums.after(*place, rival), rng.choice([LOST, LOST, WON, None])
        work = rng.randrange(3) if result else 0
        if result:
            kept(search, position(*place, rival), result, work)
        for answer in answers:
            if rng.random() < 0.5 and is_new_to(walk, answer):
                mark(walk, answer)
        if result == LOST or not answers:
            proven.append((answers, work, index))
    found = proven_reply(sums.cells, sums.graph, search, walk, position(sums.rows, node, holder))
    ranked = [(sum(is_new_to(walk, x) for x in answers), *rest) for answers, *rest in proven]
    assert found == (min(ranked)[-1] if ranked else -1)


def test_a_reply_is_found_where_the_rival_has_many_answers():
    none = [[]] * 32
    sums = Sum(("T_F",), {"toads": [[1], [], *none], "frogs": [[], list(range(2, 34)), *none]})
    search, start = new_search(2), position(("T_F",), 0, "toads")
    kept(search, position(("T_F",), 1, "frogs"), LOST)
    assert len(sums.after(("T_F",), 1, "frogs")) == 33
    assert proven_reply(sums.cells, sums.graph, search, new_walk(), start) == 1


# --- the walk -----------------------------------------------------------------------------------


def won_sum(seed):
    """Return a sum that the holder wins as the second to move, with a node, and the holder."""
    while True:
        sums, node, side = some_sum(seed)
        if not sums.wins(sums.rows, node, side) and sums.after(sums.rows, node, side):
            return sums, node, OTHER[side]
        seed += 1000


def replayed(sums, start, holder, replies):
    """Return what is waiting after these replies, by the order that the documents state."""
    rival = OTHER[holder]
    stack, seen, left = [], set(), list(replies)

    def come_upon(places):
        for place in places:
            if place not in seen:
                seen.add(place)
                stack.append(place)

    come_upon(sums.after(*start, rival))
    while stack and left:
        place = sums.after(*stack.pop(), holder)[left.pop(0)]
        assert not sums.wins(*place, rival)
        come_upon(sums.after(*place, rival))
    assert not left
    return stack


def begun(seed):
    """Return a walk that has begun with a move of the rival, and what it needs."""
    sums, node, holder = won_sum(seed)
    walk, start = new_walk(), (sums.rows, node)
    follow(sums.cells, sums.graph, walk, position(*start, OTHER[holder]))
    return sums, start, holder, walk


def walked(seed, most):
    """Yield a walk each time that it stands, until it is at an end; prove what it asks for."""
    sums, start, holder, walk = begun(seed)
    search = new_search(8)
    while True:
        state = walk_on(sums.cells, sums.graph, search, walk, SIDES.index(holder), most)
        replies = walk.replies[: walk.counts[2]].tolist()
        left = replayed(sums, start, holder, replies)
        assert waiting(walk) == [words(each) for each in left]
        yield state, replies
        if state == AT_AN_END:
            assert not left
            return
        if state == UNPROVEN:
            for place in sums.after(*left[-1], holder):
                searched(search, sums, position(*place, OTHER[holder]))


@in_groups("seed", SEEDS)
def test_a_strategy_wins_against_every_move_of_the_rival(seed):
    states = [state for state, _ in walked(seed, 1 << 20)]
    assert PAUSED not in states
    assert FULL not in states


@in_groups("seed", SEEDS)
def test_a_walk_pauses_after_so_many_replies_and_goes_on_where_it_was(seed):
    most, made = 1 + seed % 2, 0
    for state, replies in walked(seed, most):
        if state == PAUSED:
            assert len(replies) == made + most
        assert len(replies) <= made + most
        made = len(replies)


@pytest.mark.parametrize("seed", range(5))
def test_a_walk_may_make_no_reply_at_all(seed):
    sums, _, holder, walk = begun(seed)
    side = SIDES.index(holder)
    assert walk_on(sums.cells, sums.graph, new_search(2), walk, side, 0) == PAUSED
    walk.counts[1] = 0
    assert walk_on(sums.cells, sums.graph, new_search(2), walk, side, 0) == AT_AN_END


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("spare", [-1, 0])
def test_a_walk_without_room_for_all_moves_of_the_rival_is_full(seed, spare):
    sums, start, holder, _ = begun(seed)
    side, search = SIDES.index(holder), new_search(2)
    walk = walk_with_room(7, MOST_MOVES, 3, 3)
    follow(sums.cells, sums.graph, walk, position(*start, OTHER[holder]))
    walk.counts[0] = len(walk.replies) - MOST_MOVES - spare
    state = walk_on(sums.cells, sums.graph, search, walk, side, 1)
    assert (state == FULL) == (spare < 0)
    larger = with_more_room(walk)
    assert waiting(larger) == waiting(walk)
    assert walk_on(sums.cells, sums.graph, search, larger, side, 1) != FULL
