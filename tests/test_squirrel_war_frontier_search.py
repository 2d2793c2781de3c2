"""Squirrel War's compiled search, each function by itself, and whole against one by definition."""

import random
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

from exhaustive import in_groups
from squirrel import FOE
from test_squirrel_war_live_board import Sets
from toadstone.games.squirrel_war import frontier_search as searching
from toadstone.games.squirrel_war.bound_table import (
    NO_MOVE,
    found,
    grade,
    hash_of,
    keep,
    lower_of,
    move_of,
    new_table,
    upper_of,
)
from toadstone.games.squirrel_war.frontier_search import (
    advance,
    begin,
    best_move,
    new_paths,
    outlook,
    outlook_found,
    share_done,
)
from toadstone.games.squirrel_war.live_board import (
    NEVER,
    Position,
    best_gain,
    conquered,
    gain,
    near_to,
    outlook_of_few,
)
from toadstone.games.squirrel_war.live_cells import MOST_EMPTY

EMPTY, OWN, ENEMY, SIZE, LIMIT, BEST, MOVE, LEFT, ALL, AT, SINCE, HASH = range(12)
TO_EMPTY, TO_OWN, TO_ENEMY, GAIN, RANK, CELL = range(6)
SEEDS = range(50)
DEPTH = 3


def some_sets(seed, empty):
    """Return one of some random positions with so many empty cells, in not too many cells."""
    return _sets(seed % 6, empty)


@cache
def _sets(seed, empty):
    rng = random.Random(1000 * empty + seed)
    width = 3 if empty <= 8 else 4
    height = (empty + width + 2) // width
    cells = ["."] * empty + rng.choices("XO", k=width * height - empty)
    rng.shuffle(cells)
    least, most = [(1, 99), (-9, 9), (0, 2)][seed % 3]
    values = [" ".join(str(rng.randint(least, most)) for _ in range(width)) for _ in range(height)]
    rows = ["".join(cells[width * row :][:width]) for row in range(height)]
    return Sets("\n".join(values), "\n".join(rows), rng.choice("XO"))


def position_of(sets):
    return Position(sets.empty, sets.own, sets.enemy)


def table_of(sets, bucket_bits=10):
    largest = 2 * sum(map(abs, sets.naive.values.values())) + 50
    return new_table(len(sets.cells.empty), len(sets.cells.all), largest, bucket_bits)


def in_order(empty):
    return [at for at in range(empty.bit_length()) if empty >> at & 1]


class Reached(NamedTuple):
    """What a move leads to, its gain, and its cell."""

    position: Position
    gain: int
    cell: int


class ByDefinition:
    """The search, recursive, with a dict for a table."""

    def __init__(self, sets, table):
        self.board, self.table = sets.board, table
        self.known, self.searched, self.written = {}, 0, 0

    def near(self, position):
        near = near_to(self.board, position.empty)
        return Position(position.empty, position.own & near, position.enemy & near)

    def key(self, position):
        return position.empty, self.near(position).own

    def tell(self, position, lower, upper, move=NO_MOVE, graded=1):
        """Let the dict know the bounds of a position."""
        low, high, _, before = self.known.get(self.key(position), (lower, upper, 0, 0))
        entry = max(low, lower), min(high, upper), move, max(graded, before)
        self.known[self.key(position)] = entry

    def write(self):
        """Let the table know what the dict knows."""
        for key, entry in self.known.items():
            keep(self.table, hash_of(self.table, *key), *entry)

    def same(self):
        """Say whether the table, of one word an entry, knows what the dict knows, and no more."""
        table, count = self.table, 0
        for key, entry in self.known.items():
            data = found(table, hash_of(table, *key))
            graded = data >> 2 * table.bound_bits + 5
            bounds = lower_of(table, data), upper_of(table, data), move_of(table, data)
            count += (*bounds, graded) == entry
        return count == len(self.known) == np.count_nonzero(table.words)

    def moves(self, position):
        after = []
        for at in in_order(position.empty):
            won = conquered(self.board, at, position.own, position.enemy)
            left = Position(
                position.empty ^ 1 << at, position.enemy & ~won, position.own | won | 1 << at
            )
            gained = gain(self.board, at, position.own, position.enemy)
            after.append(Reached(self.near(left), gained, at))
        return after

    def expanded(self, position, limit):
        """Return best outlook and move, the number of all moves, and those left with ranks."""
        size, hint = position.empty.bit_count(), NO_MOVE
        if size == 0:
            return 0, NO_MOVE, 0, []
        if size > 5 and self.key(position) in self.known:
            low, high, hint, _ = self.known[self.key(position)]
            if low >= limit or high < limit:
                return low if low >= limit else high, NO_MOVE, 0, []
        best, left, moves = -NEVER, [], self.moves(position)
        for move in moves:
            low, high = -NEVER, NEVER
            if size >= 7 and self.key(move.position) in self.known:
                lower, upper, _, _ = self.known[self.key(move.position)]
                low, high = move.gain - upper, move.gain - lower
            if low >= limit:
                return low, move.cell, len(moves), []
            if high < limit:
                best = max(best, high)
            elif move.cell == hint:
                left.append((move, NEVER))
            else:
                greedy = move.gain - best_gain(self.board, *move.position)
                left.append((move, min(max(greedy, low), high)))
        return best, NO_MOVE, len(moves), left

    def search(self, position, limit):
        """Return a bound of the outlook on the side of the limit that it is on."""
        self.searched += 1
        since, size = self.searched, position.empty.bit_count()
        best, chosen, every, left = self.expanded(position, limit)
        while left and best < limit:
            ranks = [rank for _, rank in left]
            at = ranks.index(max(ranks))
            move, _ = left[at]
            left[at] = left[-1]
            left.pop()
            needed = move.gain - limit + 1
            if size <= 6:
                reply = outlook_of_few(self.board, size - 1, *move.position, needed)
            else:
                reply = self.search(move.position, needed)
            if move.gain - reply > best:
                best, chosen = move.gain - reply, move.cell
        if size > 5 and every > 0:
            none, work = self.table.limit, grade(self.searched - since)
            bounds = (best, none) if best >= limit else (-none, best)
            self.tell(position, *bounds, chosen, work)
            self.written += 1
        return best

    def outlook(self, position):
        low, high = -NEVER, NEVER
        limit = best_gain(self.board, *position) // 2
        while low < high:
            bound = self.search(position, limit)
            if bound >= limit:
                low, limit = bound, bound + 1
            else:
                high, limit = bound, bound
        return low

    def best_move(self, position):
        best = self.outlook(position)
        for move in self.moves(position):
            limit = move.gain - best + 1
            if self.search(move.position, limit) < limit:
                return move.cell
        return NO_MOVE


def same_as(path, naive):
    """Say whether a path has searched and written as many positions."""
    return list(path.counts) == [naive.searched, 0, naive.written] and naive.same()


def junk(path, number=77):
    """Write numbers into a path that nothing should read."""
    path.nodes[:] = number
    path.moves[:] = number


def come_to(path, position, limit, depth=DEPTH):
    path.nodes[depth, :4] = *position, position.empty.bit_count()
    path.nodes[depth, LIMIT] = limit


def row_of(move, rank):
    return [*move.position, move.gain, rank, move.cell]


# --- paths --------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_paths_are_empty_and_have_what_is_entered_in_common(threads):
    paths = new_paths(threads)
    assert [path.thread for path in paths] == list(range(threads))
    for path in paths:
        assert path.entered is paths[0].entered
        assert not any(part.any() for part in path[:4])
        assert len(path.nodes) == len(path.moves) == len(path.entered[0]) > MOST_EMPTY
        assert path.moves.shape[1] >= MOST_EMPTY
    assert len(paths[0].entered) == threads
    paths[0].nodes[:], paths[0].moves[:], paths[0].counts[:] = 1, 1, 1
    assert not any(part.any() for path in paths[1:] for part in path[:4])


@in_groups("seed", SEEDS)
def test_a_search_begins_at_the_root_with_its_moves_not_known(seed):
    sets = some_sets(seed, seed % 9)
    _, path, _ = paths = new_paths(3)
    junk(path)
    path.counts[:], path.entered[:] = (5, 6, 7), 9
    begin(path, position_of(sets), seed - 30)
    assert list(path.nodes[0, : LIMIT + 1]) == [*position_of(sets), seed % 9, seed - 30]
    assert path.nodes[0, LEFT] == -1
    assert list(path.counts) == [5, 0, 7]
    assert [set(paths[0].entered[thread]) for thread in range(3)] == [{9}, {0}, {9}]
    path.nodes[0, BEST] = seed
    assert outlook_found(path) == seed


@pytest.mark.parametrize(
    ("nodes", "share"),
    [
        ([(-1, 7)], 0),
        ([(4, 4)], 0),
        ([(3, 4)], 1 / 4),
        ([(0, 4)], 1),
        ([(2, 2), (0, 0)], 0),
        ([(4, 4), (2, 3)], 1 / 3),
        ([(4, 4), (0, 1)], 1),
        ([(3, 4), (2, 3), (1, 5)], 1 / 4 + 4 / 20),
        ([(4, 4), (2, 3), (5, 5), (1, 2)], 1 / 3 + 1 / 6),
        ([(4, 6), (2, 3), (3, 5), (1, 2), (1, 4)], 2 / 6 + 2 / 30 + 3 / 120),
        ([(4, 4), (-1, 7), (1, 5)], 0),
        ([(3, 4), (-1, 7), (1, 5)], 1 / 4),
        ([(3, 4), (0, 0), (1, 5)], 1 / 4),
    ],
)
def test_of_a_search_that_share_is_done(nodes, share):
    (path,) = new_paths(1)
    path.nodes[:, LEFT], path.nodes[:, ALL] = 1, 2
    for depth, each in enumerate(nodes):
        path.nodes[depth, LEFT], path.nodes[depth, ALL] = each
    path.counts[1] = len(nodes) - 1
    assert share_done(path) == pytest.approx(share)


# --- one position -------------------------------------------------------------------------------


@in_groups("seed, empty", product(range(30), range(10)), size=30)
def test_moves_are_listed_with_ranks_but_for_what_the_table_knows(seed, empty):
    sets = some_sets(seed, empty)
    table, (path,) = table_of(sets), new_paths(1)
    naive, position, rng = ByDefinition(sets, table), position_of(sets), random.Random(seed)
    junk(path)
    usual = best_gain(sets.board, *position)
    limit = usual // 2 + rng.randint(-9, 9)
    told = [(position, limit)] * (seed % 4 == 1)
    some = [move for move in naive.moves(position) if rng.random() < 0.1 * (seed % 5)]
    told += [(move.position, move.gain - limit + 1) for move in some]
    for each, about in told:
        low, high = sorted([about + rng.randint(-9, 9), about + rng.randint(-1, 1)])
        bounds = rng.choice([(low, high), (-table.limit, high), (low, table.limit)])
        naive.tell(each, *bounds, rng.choice([NO_MOVE, *in_order(each.empty)]))
    naive.write()
    behind = rng.getrandbits(9) << len(sets.cells.all)
    come_to(path, Position(position.empty, position.own | behind, position.enemy | behind), limit)
    searching._expand(sets.board, table, path, DEPTH)
    best, move, every, left = naive.expanded(position, limit)
    node = path.nodes[DEPTH]
    assert list(node[: MOVE + 1]) == [*position, empty, limit, best, move]
    assert list(node[[LEFT, ALL]]) == [len(left), every]
    if empty > 5:
        assert node[HASH] == hash_of(table, position.empty, position.own)
    assert path.moves[DEPTH, : len(left)].tolist() == [row_of(*each) for each in left]
    assert naive.same()


@in_groups("seed", range(120))
def test_the_highest_rank_is_chosen_but_what_others_search_comes_last(seed):
    rng, sets = random.Random(seed), some_sets(seed % 7, 9)
    table, paths = table_of(sets), new_paths(1 + seed % 4)
    path = rng.choice(paths)
    junk(path)
    moves = ByDefinition(sets, table).moves(position_of(sets))
    count = rng.randint(1, len(moves))
    ranks = [rng.randint(-3, 3) - 4 * (seed % 3) for _ in moves]
    if seed % 5 == 0:
        ranks[rng.randrange(count)] = NEVER
    for index, (move, rank) in enumerate(zip(moves, ranks, strict=True)):
        path.moves[DEPTH, index] = row_of(move, rank)
    size, best = rng.choice([11, 12, 12, 13]), rng.choice([NO_MOVE, 0, 5])
    path.nodes[DEPTH, [SIZE, LEFT, MOVE]] = size, count, best
    names = [hash_of(table, *each.position[:2]) + 1 for each in moves]
    for row in path.entered:
        row[:] = rng.choices(names, k=len(row))
    others = [row for thread, row in enumerate(path.entered) if thread != path.thread]
    taken = {row[DEPTH + 1] for row in others}
    for index, name in enumerate(names):
        assert searching._name(table, path.moves[DEPTH, index]) == name
        assert searching._is_entered(path, DEPTH + 1, name) == (name in taken)
    if size >= 12 and best != NO_MOVE:
        ranks = [rank - NEVER * (name in taken) for rank, name in zip(ranks, names, strict=True)]
    searching._choose(table, path, DEPTH)
    assert path.nodes[DEPTH, AT] == ranks.index(max(ranks[:count]))


def test_of_moves_that_others_search_all_the_highest_rank_is_chosen():
    sets = some_sets(3, 9)
    table, (path, *_) = table_of(sets), new_paths(4)
    moves = ByDefinition(sets, table).moves(position_of(sets))[:3]
    for index, (move, rank) in enumerate(zip(moves, (-7, -5, -6), strict=True)):
        path.moves[DEPTH, index] = row_of(move, rank)
        path.entered[index + 1, DEPTH + 1] = hash_of(table, *move.position[:2]) + 1
    path.nodes[DEPTH, [SIZE, LEFT, MOVE]] = 12, 3, 0
    searching._choose(table, path, DEPTH)
    assert path.nodes[DEPTH, AT] == 1


@in_groups("seed", SEEDS)
def test_what_a_move_leads_to_is_entered_where_it_is_shared(seed):
    rng, sets = random.Random(seed), some_sets(seed % 7, 9)
    table, paths = table_of(sets), new_paths(1 + seed % 3)
    path, at = rng.choice(paths), rng.randrange(9)
    junk(path)
    path.entered[:] = 5
    moves = ByDefinition(sets, table).moves(position_of(sets))
    for index, move in enumerate(moves):
        path.moves[DEPTH, index] = row_of(move, 0)
    size, limit = rng.choice([8, 11, 12, 13]), rng.randint(-50, 50)
    path.nodes[DEPTH, [SIZE, LIMIT, AT]] = size, limit, at
    before = path.nodes.copy()
    searching._enter(table, path, DEPTH)
    before[DEPTH + 1, :5] = *moves[at].position, size - 1, moves[at].gain - limit + 1
    before[DEPTH + 1, LEFT] = -1
    assert (path.nodes == before).all()
    shared = size >= 12 and len(paths) > 1
    name = hash_of(table, *moves[at].position[:2]) + 1
    assert path.entered[path.thread, DEPTH + 1] == (name if shared else 5)
    assert np.count_nonzero(path.entered != 5) == shared


@in_groups("seed", SEEDS)
def test_the_last_moves_are_searched_outright(seed):
    sets = some_sets(seed, 1 + seed % 6)
    (path,) = new_paths(1)
    junk(path)
    moves = ByDefinition(sets, table_of(sets)).moves(position_of(sets))
    for at, move in enumerate(moves):
        path.moves[DEPTH, at] = row_of(move, 0)
    for at, move in enumerate(moves):
        size = len(moves) - 1
        exact = outlook_of_few(sets.board, size, *move.position, NEVER)
        for limit in (move.gain - exact, move.gain - exact + 1, seed - 30):
            come_to(path, position_of(sets), limit)
            path.nodes[DEPTH, AT] = at
            beta = move.gain - limit + 1
            reply = outlook_of_few(sets.board, size, *move.position, beta)
            assert searching._outright(sets.board, path, DEPTH) == reply


@in_groups("seed", SEEDS)
def test_a_move_that_was_tried_is_dropped_and_kept_in_mind_if_it_is_better(seed):
    rng, (path,) = random.Random(seed), new_paths(1)
    count = rng.randint(1, 5)
    at, best, reply = rng.randrange(count), rng.randint(-2, 2), rng.randint(-2, 2)
    path.moves[:] = np.arange(path.moves.size).reshape(path.moves.shape)
    rows = path.moves[DEPTH].tolist()
    rows[at][GAIN] = path.moves[DEPTH, at, GAIN] = gained = rng.randint(-1, 1)
    path.nodes[DEPTH, [BEST, MOVE, LEFT, AT]] = best, 99, count, at
    searching._return(path, DEPTH, reply)
    better = gained - reply > best
    node = path.nodes[DEPTH]
    assert list(node[[BEST, MOVE]]) == ([gained - reply, rows[at][CELL]] if better else [best, 99])
    assert node[LEFT] == count - 1
    left = rows[:count]
    left[at] = left[-1]
    assert path.moves[DEPTH, : count - 1].tolist() == left[:-1]


@in_groups("size, every, best", product([4, 5, 6, 7], [0, 1, 5], range(-2, 3)))
def test_a_bound_is_kept_of_positions_that_the_table_did_not_know(size, every, best):
    table, (path,) = new_table(4, 6, 500, 3), new_paths(1)
    path.nodes[DEPTH, [SIZE, ALL, BEST, LIMIT, MOVE]] = size, every, best, 0, 17
    path.nodes[DEPTH, [SINCE, HASH]] = 100, 13
    path.counts[:] = 164, 3, 8
    searching._keep(table, path, DEPTH)
    data = found(table, 13)
    assert (data != 0) == (size > 5 and every > 0)
    assert list(path.counts) == [164, 3, 8 + (data != 0)]
    if data:
        bounds = (best, table.limit) if best >= 0 else (-table.limit, best)
        assert (lower_of(table, data), upper_of(table, data)) == bounds
        assert move_of(table, data) == 17
        assert data >> 2 * table.bound_bits + 5 == grade(64) != grade(63)


@in_groups("seed", range(120))
def test_a_search_leaves_what_the_table_has_come_to_know(seed):
    rng, table, paths = random.Random(seed), new_table(4, 6, 500, 8), new_paths(3)
    path = paths[seed % 3]
    junk(path)
    path.entered[:] = 7
    path.counts[1] = reached = rng.randint(0, 5)
    node = path.nodes
    expected = reached
    for depth in range(9):
        limit = rng.randint(-5, 5)
        node[depth, [LIMIT, HASH]] = limit, 40 + depth
        if rng.random() < 0.4:
            low, high = sorted(limit + rng.randint(-2, 2) for _ in range(2))
            keep(table, 40 + depth, low, high, depth, 1)
            if expected == reached and depth < reached and (low >= limit or high < limit):
                expected, outcome = depth, [low if low >= limit else high, depth, 0]
    before = node.copy()
    assert searching._caught_up(table, path) == expected
    if expected < reached:
        before[expected, [BEST, MOVE, LEFT]] = outcome
        assert (path.entered[path.thread, : expected + 1] == 7).all()
        assert (path.entered[path.thread, expected + 1 :] == 0).all()
        path.entered[path.thread] = 7
    assert (node == before).all()
    assert (path.entered == 7).all()


# --- the search ---------------------------------------------------------------------------------


@in_groups("seed, empty", product(range(6), range(7)), size=6)
def test_outlook_and_best_move_are_those_of_the_naive_statement(seed, empty):
    sets = some_sets(seed, empty)
    table, (path,) = table_of(sets), new_paths(1)
    position, board = position_of(sets), sets.naive.board
    exact = sets.outlook(board, sets.turn) if empty < 6 or seed < 3 else None
    naive = ByDefinition(sets, table)
    said = outlook(sets.board, table, path, position)
    assert said == naive.outlook(position)
    assert exact in {None, said}
    assert same_as(path, naive)
    at = best_move(sets.board, table, path, position)
    assert at == naive.best_move(position)
    assert same_as(path, naive)
    if exact is not None and empty:
        after = sets.naive.taken(board, sets.where(at), sets.turn)
        lead = sets.naive.lead(after, sets.turn) - sets.naive.lead(board, sets.turn)
        assert lead - sets.outlook(after, FOE[sets.turn]) == exact
    assert empty or at == NO_MOVE


@in_groups("seed, empty", product(range(6), [7, 8]), size=4)
def test_the_search_does_what_one_by_its_definition_does(seed, empty):
    sets = some_sets(seed, empty)
    table, (path,) = table_of(sets), new_paths(1)
    naive = ByDefinition(sets, table)
    said = outlook(sets.board, table, path, position_of(sets))
    assert said == naive.outlook(position_of(sets))
    assert same_as(path, naive)
    if empty == 7 and seed in {3, 4}:
        assert said == sets.outlook(sets.naive.board, sets.turn)


@in_groups("seed", range(6), size=2)
def test_a_search_stops_after_so_many_positions_and_goes_on_where_it_was(seed):
    sets, step = some_sets(seed, 7 + seed % 2), 1 + seed % 3
    table, (path,), position = table_of(sets), new_paths(1), position_of(sets)
    limit = best_gain(sets.board, *position) // 2
    naive = ByDefinition(sets, table)
    bound = naive.search(position, limit)
    begin(path, position, limit)
    assert not advance(sets.board, table, path, 0)
    steps = 0
    while not advance(sets.board, table, path, step):
        steps += 1
        assert path.counts[0] == step * steps <= naive.searched
        assert path.counts[1] >= 0
        assert path.nodes[path.counts[1], LEFT] == -1
    assert steps == (naive.searched - 1) // step
    assert same_as(path, naive)
    assert outlook_found(path) == bound
    assert not path.entered.any()


def two_moves_deep(seed, empty):
    """Return a position whose followers' followers all have an outlook that the table knows."""
    sets, rng = some_sets(seed, empty), random.Random(seed)
    table = table_of(sets)
    naive = ByDefinition(sets, table)
    position, replies = position_of(sets), {}
    for move in naive.moves(position):
        best = -NEVER
        for reply in naive.moves(move.position):
            key = naive.key(reply.position)
            if key not in replies:
                replies[key] = rng.randint(-20, 20)
                naive.tell(reply.position, replies[key], replies[key])
            best = max(best, reply.gain - replies[key])
        replies[move.cell] = move.gain - best
    naive.write()
    return sets, naive, max(replies[at] for at in in_order(position.empty))


@in_groups("seed, empty, above", product(range(3), [11, 12, 13], [0, 1]), size=6)
def test_threads_enter_what_they_search_and_all_find_the_same(seed, empty, above):
    sets, naive, exact = two_moves_deep(seed, empty)
    paths, table = new_paths(1 + (seed + empty) % 3), naive.table
    entered = paths[0].entered
    searched = set(range(len(paths)))
    for path in paths:
        begin(path, position_of(sets), exact + above)
    while searched:
        for path in [paths[thread] for thread in sorted(searched)]:
            if advance(sets.board, table, path, 1):
                searched.remove(path.thread)
                assert (outlook_found(path) >= exact + above) == (not above)
                assert not entered[path.thread].any()
                continue
            assert path.counts[0] < 50
            shared = path.counts[1] == 1 and empty >= 12 and len(paths) > 1
            node = path.nodes[path.counts[1]]
            name = hash_of(table, node[EMPTY], node[OWN]) + 1
            assert entered[path.thread, 1] == (name if shared else 0)
            assert np.count_nonzero(entered[path.thread]) == shared
    if len(paths) == 1:
        naive.search(position_of(sets), exact + above)
        assert same_as(paths[0], naive)


@pytest.mark.parametrize("seed", range(3))
def test_a_thread_gives_up_what_another_has_finished(seed):
    sets, naive, exact = two_moves_deep(seed, 12)
    one, other = new_paths(2)
    for path in (one, other):
        begin(path, position_of(sets), exact + 1)
    assert not advance(sets.board, naive.table, one, 1)
    assert one.entered[0, 1] != 0
    assert advance(sets.board, naive.table, other, NEVER)
    assert advance(sets.board, naive.table, one, 0)
    assert one.counts[0] == 1
    assert outlook_found(one) == outlook_found(other)
    assert not one.entered.any()
