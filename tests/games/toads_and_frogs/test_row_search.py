"""The compiled search of rows, and the walk through its strategy, against the naive statement."""

import random
from functools import cache
from itertools import accumulate

import numpy as np
import pytest

from exhaustive import in_groups
from toads import OTHER, after, rows_of
from toadstone.core.errors import RequestError
from toadstone.engines.adversarial import strategy_walk
from toadstone.engines.adversarial.strategy_walk import AT_AN_END, FULL, PAUSED, UNPROVEN
from toadstone.games.toads_and_frogs.row_search import (
    LOST,
    MOST_MOVES,
    NODES_AT_A_TIME,
    UNKNOWN,
    WON,
    Graph,
    Position,
    advance,
    begin,
    followers,
    known,
    mobility,
    movers,
    new_search,
    work_of,
)
from toadstone.games.toads_and_frogs.row_strategy import follow, new_walk, walk_on
from toadstone.games.toads_and_frogs.solution import graph_of, masks

SIDES = ("toads", "frogs")
SEEDS = range(40)


class Sum:
    """Rows with a game beside them, of which each node has lists of nodes for both sides."""

    def __init__(self, rows, beside):
        self.rows, self.beside = rows, beside
        self.cells = masks(rows)[0]
        ends = [0, *accumulate(len(each) for side in SIDES for each in beside[side])]
        nodes = len(beside["toads"])
        self.graph = Graph(
            np.array([ends[: nodes + 1], ends[nodes:]]),
            np.array([*(x for side in SIDES for each in beside[side] for x in each), 0]),
        )

    def after(self, rows, node, side):
        """Return all places that a side can move to, in the order of moves."""
        by_rows = []
        for at, row in enumerate(rows):
            moves = [(changed(row, each, side), each) for each in after(row, side)]
            by_rows += [((*rows[:at], each, *rows[at + 1 :]), node) for _, each in sorted(moves)]
        return by_rows + [(rows, each) for each in self.beside[side][node]]

    def wins(self, rows, node, side):
        """Say whether the side to move wins."""
        return any(not self.wins(*each, OTHER[side]) for each in self.after(rows, node, side))


def changed(row, moved, side):
    """Return the cell that an animal of a side has left."""
    return [i for i, cell in enumerate(row) if cell != moved[i]][0 if side == "toads" else -1]


def position(rows, node, side):
    return Position(*masks(rows)[1:], node, SIDES.index(side))


def words(place):
    rows, node = place
    return [*masks(rows)[1:], node]


@cache
def short_rows():
    return rows_of(1, 2, 3, 4, 5)


def some_sum(seed):
    """Return rows with a game beside them, a node of that game, and who is to move."""
    rng = random.Random(seed)
    rows = tuple(rng.sample(short_rows(), 1 + seed % 2))
    nodes = rng.randint(1, 4)
    beside = {
        side: [[x for x in range(node + 1, nodes) if rng.random() < 0.5] for node in range(nodes)]
        for side in SIDES
    }
    return Sum(rows, beside), rng.randrange(nodes), rng.choice(SIDES)


def searched(search, sums, place):
    """Return the result of a search without a limit."""
    begin(search, place)
    assert advance(sums.cells, sums.graph, search, 1 << 30)
    return search.counts[1]


# --- moves --------------------------------------------------------------------------------------


@in_groups("seed", SEEDS)
def test_all_moves_are_found_those_of_animals_from_left_to_right_then_those_beside(seed):
    sums, node, side = some_sum(seed)
    place, room = position(sums.rows, node, side), np.zeros((40, 3), np.int64)
    expected = sums.after(sums.rows, node, side)
    count = followers(sums.cells, sums.graph, place, room)
    assert room[:count].tolist() == [words(each) for each in expected]
    assert mobility(sums.cells, sums.graph, place) == len(expected)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("rows", [("TF_",), ("_TF",), ("T_", "_F"), ("_", "T_F"), ("T", "_F")])
def test_animals_do_not_leave_their_row(rows, side):
    cells, toads, frogs = masks(rows)
    moves = Sum(rows, {"toads": [[]], "frogs": [[]]}).after(rows, 0, side)
    assert movers(cells, toads, frogs, SIDES.index(side)).bit_count() == len(moves)


# --- the search ---------------------------------------------------------------------------------


@in_groups("seed", range(80))
def test_who_wins_is_what_a_naive_search_finds(seed):
    sums, node, side = some_sum(seed)
    search, expanded = new_search(6), 0
    for mover in (side, OTHER[side]):
        place, wins = position(sums.rows, node, mover), sums.wins(sums.rows, node, mover)
        assert searched(search, sums, place) == known(search, *place) == (WON if wins else LOST)
        assert work_of(search, *place) == search.counts[2] - expanded > 0
        assert search.counts[0] == -1
        expanded = search.counts[2]


@in_groups("seed", SEEDS)
def test_a_table_in_which_positions_give_way_answers_the_same(seed):
    sums, node, side = some_sum(seed)
    place = position(sums.rows, node, side)
    wins = sums.wins(sums.rows, node, side)
    assert searched(new_search(2), sums, place) == (WON if wins else LOST)


@in_groups("seed", SEEDS)
def test_a_search_stops_after_so_many_positions_and_goes_on_where_it_was(seed):
    sums, node, side = some_sum(seed)
    place, search, step = position(sums.rows, node, side), new_search(8), 1 + seed % 3
    result = searched(whole := new_search(8), sums, place)
    begin(search, place)
    assert not advance(sums.cells, sums.graph, search, 0)
    assert search.counts[2] == 0
    steps = 0
    while not advance(sums.cells, sums.graph, search, step):
        steps += 1
        assert search.counts[2] == step * steps
        assert search.counts[0] >= 0
        assert steps < 1000
    assert list(search.counts) == list(whole.counts)
    assert search.counts[1] == result


def test_nothing_is_found_where_there_is_no_path():
    sums, _, _ = some_sum(1)
    search = new_search(2)
    assert advance(sums.cells, sums.graph, search, 5)
    assert search.counts[1] == UNKNOWN
    searched(search, sums, position(sums.rows, 0, "toads"))
    begin(search, position(sums.rows, 0, "toads"))
    assert list(search.counts[:2]) == [0, UNKNOWN]


def test_a_search_gets_on_between_two_looks_at_its_limits():
    sums, search = Sum(("TT__FF",), {"toads": [[]], "frogs": [[]]}), new_search(8)
    begin(search, position(sums.rows, 0, "toads"))
    assert advance(sums.cells, sums.graph, search, NODES_AT_A_TIME)


# --- the strategy -------------------------------------------------------------------------------


def waiting(walk):
    return walk.waiting[: walk.counts[1]].tolist()


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
@pytest.mark.parametrize("spare", [-1, 0])
def test_a_walk_without_room_for_all_moves_of_the_rival_is_full(seed, spare):
    sums, start, holder, _ = begun(seed)
    side, search = SIDES.index(holder), new_search(2)
    walk = strategy_walk.new_walk(7, MOST_MOVES, 3, 3)
    follow(sums.cells, sums.graph, walk, position(*start, OTHER[holder]))
    walk.counts[0] = len(walk.replies) - MOST_MOVES - spare
    state = walk_on(sums.cells, sums.graph, search, walk, side, 1)
    assert (state == FULL) == (spare < 0)
    larger = strategy_walk.with_more_room(walk)
    assert waiting(larger) == waiting(walk)
    assert walk_on(sums.cells, sums.graph, search, larger, side, 1) != FULL


# --- limits -------------------------------------------------------------------------------------


def test_a_path_can_have_1024_positions():
    last = 1024
    beside = [[node + 1] for node in range(last)] + [[]]
    sums = Sum(("_",), {"toads": beside, "frogs": beside})
    assert searched(new_search(11), sums, position(("_",), 0, "toads")) == LOST


class Form:
    """A value of which nothing is asked but what each side can move to."""

    def __init__(self, left=(), right=()):
        self.left, self.right = tuple(left), tuple(right)


def chain(length):
    form = Form()
    for _ in range(length):
        form = Form(right=[form])
    return form


def test_values_of_more_than_32768_positions_are_refused():
    graph, nodes = graph_of(chain(32767))
    assert len(nodes) == 32768
    assert mobility(1, graph, Position(0, 0, 0, 1)) == 1
    with pytest.raises(RequestError, match="over 32,768 positions"):
        graph_of(chain(32768))


@pytest.mark.parametrize("side", ["left", "right"])
def test_values_with_more_than_32_moves_of_a_side_are_refused(side):
    ends = [Form() for _ in range(33)]
    graph, _ = graph_of(Form(**{side: ends[:32]}))
    assert list(graph.targets[:32]) == list(range(1, 33))
    with pytest.raises(RequestError, match="too many options"):
        graph_of(Form(**{side: ends}))
