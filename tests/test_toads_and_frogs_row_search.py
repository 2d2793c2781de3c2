"""The compiled search of rows, each function by itself, against the naive statement."""

import random
from functools import cache
from itertools import accumulate

import numpy as np
import pytest

from exhaustive import in_groups
from toads import OTHER, after, rows_of
from toadstone.core.errors import RequestError
from toadstone.games.toads_and_frogs.row_search import (
    LOST,
    NODES_AT_A_TIME,
    UNKNOWN,
    WON,
    Graph,
    Position,
    advance,
    begin,
    enter,
    expand,
    followers,
    go_down,
    keep,
    known,
    mobility,
    movers,
    new_search,
    slot,
    with_more_room,
    work_of,
)
from toadstone.games.toads_and_frogs.solution import graph_of, masks

SIDES = ("toads", "frogs")
SEEDS = range(40)
DEPTH = 3
MOST_WORK = (1 << 30) - 1


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


def kept(search, place, result, work=0):
    """Write a result into the table, as a search does that took so much work."""
    enter(search, DEPTH, place)
    search.began[DEPTH] = search.counts[2] - work
    keep(search, DEPTH, result)


def some_positions(seed, count):
    rng = random.Random(seed)
    bits = rng.choice([2, 31])
    largest = 1 << bits
    numbers = ((rng.randrange(largest), rng.randrange(largest)) for _ in range(count))
    return [Position(*each, rng.randrange(1 << 15), rng.randrange(2)) for each in numbers]


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


# --- the table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("log2", [2, 5])
def test_a_new_search_has_no_path_and_an_empty_table_of_16_bytes_an_entry(log2):
    search = new_search(log2)
    assert list(search.counts) == [-1, UNKNOWN, 0, 0]
    assert search.entries.nbytes == 16 << log2
    assert not search.entries.any()
    assert known(search, 0, 0, 0, 0) == UNKNOWN


@in_groups("seed", SEEDS)
def test_what_is_kept_is_found_again_under_its_position_alone(seed):
    rng, search, told = random.Random(seed), new_search(9), {}
    places = some_positions(seed, 10)
    for place in [*places, *places[:3]]:
        told[place] = rng.choice([LOST, WON]), rng.choice([0, 1, rng.randrange(MOST_WORK)])
        kept(search, place, *told[place])
    others = [Position(t, f, n, 1 - s) for t, f, n, s in places]
    others += [Position(t, f, n ^ 1, s) for t, f, n, s in places]
    others += [Position(t ^ 1, f, n, s) for t, f, n, s in places]
    others += [Position(t, f ^ 1, n, s) for t, f, n, s in places]
    for place in [*told, *others]:
        said = known(search, *place), work_of(search, *place)
        assert said == told.get(place, (UNKNOWN, 0))
    assert search.counts[3] == len(told) == np.count_nonzero(search.entries[:, 0])


@in_groups("seed", SEEDS)
def test_a_position_is_filed_in_one_of_four_places(seed):
    search = new_search(4)
    for place in some_positions(seed, 10):
        search.entries[:] = 0
        kept(search, place, WON)
        (at,) = np.flatnonzero(search.entries[:, 0])
        first = slot(search, search.entries[at, 0], search.entries[at, 1] >> 32)
        assert first % 4 == 0
        assert at == first


def test_the_work_that_is_kept_has_a_largest_number():
    search = new_search(2)
    for work in (MOST_WORK - 1, MOST_WORK, MOST_WORK + 1, 1 << 40):
        kept(search, Position(1, 2, 3, 1), LOST, work)
        assert work_of(search, 1, 2, 3, 1) == min(work, MOST_WORK)
        assert known(search, 1, 2, 3, 1) == LOST


@in_groups("seed", SEEDS)
def test_where_four_places_are_taken_what_took_the_least_work_gives_way(seed):
    rng, search, told = random.Random(seed), new_search(2), {}
    works = rng.sample([*range(5), MOST_WORK, MOST_WORK - 1, 1 << 20, (1 << 20) + 1], 9)
    for place, work in dict(zip(some_positions(seed, 9), works, strict=True)).items():
        if len(told) == 4:
            del told[min(told, key=told.get)]
        told[place] = work
        kept(search, place, WON, work)
        assert {each: work_of(search, *each) for each in told} == told
        assert {known(search, *each) for each in told} == {WON}
        assert search.counts[3] == len(told)


@in_groups("seed", SEEDS)
def test_what_is_known_again_keeps_its_place(seed):
    search, places = new_search(2), list(dict.fromkeys(some_positions(seed, 40)))[:4]
    for work, place in enumerate(places, 5):
        kept(search, place, WON, work)
    kept(search, places[seed % 4], LOST, 1)
    said = [known(search, *each) for each in places]
    assert said == [LOST if at == seed % 4 else WON for at in range(4)]
    assert search.counts[3] == 4


@in_groups("seed", SEEDS)
def test_a_table_of_twice_the_size_knows_all_that_the_full_one_knew(seed):
    search = new_search(4)
    places = some_positions(seed, 90)
    for work, place in enumerate(places):
        kept(search, place, 1 + work % 2, work)
    told = [(known(search, *each), work_of(search, *each)) for each in places]
    larger = with_more_room(search)
    assert larger.entries.shape == (32, 2)
    assert [(known(larger, *each), work_of(larger, *each)) for each in places] == told
    assert sorted(map(tuple, larger.entries[larger.entries[:, 0] != 0])) == sorted(
        map(tuple, search.entries[search.entries[:, 0] != 0])
    )


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


def come_to(search, place):
    enter(search, DEPTH, place)
    search.counts[0] = DEPTH


def judged(sums, places, side, seed):
    """Return a search that knows some of these places, and what it knows of each."""
    rng, search = random.Random(seed), new_search(8)
    said = [rng.choice([UNKNOWN, UNKNOWN, WON, LOST if seed % 3 else WON]) for _ in places]
    for place, result in zip(places, said, strict=True):
        if result != UNKNOWN:
            kept(search, position(*place, side), result)
    return search, [known(search, *position(*each, side)) for each in places]


@in_groups("seed", range(100, 220))
def test_the_moves_with_the_fewest_replies_come_first_and_those_beside_last(seed):
    sums, node, side = some_sum(seed)
    rows, rival = sums.rows, OTHER[side]
    places = sums.after(rows, node, side)
    search, said = judged(sums, places, rival, seed)
    replies = [len(sums.after(*each, rival)) for each in places]
    own = [len(sums.after(*each, side)) for each in places]
    come_to(search, position(rows, node, side))
    result = expand(sums.cells, sums.graph, search, DEPTH)
    assert search.counts[2] == 1
    if 0 in replies or LOST in said:
        assert result == WON
        return
    assert result == UNKNOWN
    left = [i for i, each in enumerate(said) if each == UNKNOWN]
    left.sort(key=lambda i: (places[i][1] != node, replies[i], -own[i]))
    assert list(search.left[DEPTH]) == [len(left), 0]
    found = search.moves[DEPTH, : len(left), :3].tolist()
    assert found == [words(places[i]) for i in left]


@in_groups("seed", SEEDS)
def test_however_many_moves_there_are_they_are_in_order(seed):
    rng = random.Random(seed)
    row = "".join(rng.choices("TF_", k=6)) + "T_F" + "".join(rng.choices("T_F", k=3))
    options = {"toads": [[1], []], "frogs": [[1, 1], []]}
    sums, search = Sum((row,), options), new_search(2)
    come_to(search, position((row,), 0, "toads"))
    places = sums.after((row,), 0, "toads")
    if expand(sums.cells, sums.graph, search, DEPTH) == UNKNOWN:
        moves = search.moves[DEPTH, : len(places), :3].tolist()
        ranks = [
            (node, len(sums.after(rows, node, "frogs")), -len(sums.after(rows, node, "toads")))
            for rows, node in places
        ]
        order = sorted(range(len(places)), key=ranks.__getitem__)
        assert moves == [words(places[i]) for i in order]
    else:
        assert any(not sums.after(*each, "frogs") for each in places)


@pytest.mark.parametrize("seed", range(20))
def test_moves_beside_the_rows_are_in_order_too(seed):
    rng = random.Random(seed)
    replies, own = rng.choices(range(1, 9), k=7), rng.choices(range(9), k=7)
    toads = [[*range(1, 8)], *([8] * each for each in own), []]
    frogs = [[], *([8] * each for each in replies), []]
    sums, search = Sum(("_",), {"toads": toads, "frogs": frogs}), new_search(2)
    come_to(search, position(("_",), 0, "toads"))
    assert expand(sums.cells, sums.graph, search, DEPTH) == UNKNOWN
    order = sorted(range(1, 8), key=lambda node: (replies[node - 1], -own[node - 1]))
    assert search.moves[DEPTH, :7, 2].tolist() == order


@in_groups("seed", range(100, 220))
def test_the_search_goes_down_to_the_first_move_that_nothing_is_known_of(seed):
    sums, node, side = some_sum(seed)
    rival = OTHER[side]
    places = sums.after(sums.rows, node, side)
    search, said = judged(sums, places, rival, seed)
    come_to(search, position(sums.rows, node, side))
    begun = seed % 2 if places else 0
    search.left[DEPTH] = len(places), begun
    for at, place in enumerate(places):
        search.moves[DEPTH, at, :3] = words(place)
    result = go_down(search, DEPTH)
    first = next((i for i in range(begun, len(said)) if said[i] != WON), None)
    if first is None:
        assert (result, search.counts[0]) == (LOST, DEPTH)
    elif said[first] == LOST:
        assert (result, search.counts[0]) == (WON, DEPTH)
    else:
        assert (result, search.counts[0]) == (UNKNOWN, DEPTH + 1)
        assert tuple(search.path[DEPTH + 1]) == position(*places[first], rival)
        assert search.left[DEPTH, 1] == first
        assert search.left[DEPTH + 1, 0] < 0


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
