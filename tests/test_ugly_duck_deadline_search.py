"""Ugly Duck's search within so many plies, its parts alone, and whole against other statements."""

import random
from itertools import product

import numpy as np
import pytest

import ducks
from exhaustive import in_groups
from test_ugly_duck_bit_board import far, position_of
from test_ugly_duck_df_pn import SEEDS, SHAPES, SIZES, WIDE, some_board, some_keys
from toadstone.games.ugly_duck.bit_board import (
    MOST_MOVES,
    Key,
    can_win_now,
    digits_of,
    followers,
    key_of,
    mobility,
    shape_of,
    turned,
    written,
)
from toadstone.games.ugly_duck.deadline_search import (
    IN_TIME,
    MOST_PLIES,
    NO_MOVE,
    NODES_AT_A_TIME,
    NOT_IN_TIME,
    UNKNOWN,
    _file,
    _looked_at,
    _next,
    _too_early,
    advance,
    begin,
    enough,
    moves_to_win,
    moves_until_stuck,
    new_search,
    too_few,
)
from toadstone.games.ugly_duck.df_pn import found, new_table

MOVE_AT = (MOST_PLIES + 1) ** 2


def shape_for(board, passes):
    return shape_of(len(board), len(board[0]), passes=passes)


# --- bounds -------------------------------------------------------------------------------------


def own_moves_to_win(board):
    return min(far(board), sum(piece in "DS" for row in board for piece in row))


def own_moves_until_stuck(board, passes):
    """Return the moves that a side makes at least before its pieces can block each other."""
    cells = "".join(board)
    if passes or "d" not in cells or sum(x in "ds" for x in cells) < len(board[0]):
        return MOST_PLIES
    if "s" in cells:
        return 0
    rows_to_go = [len(board) - 1 - at for at, row in enumerate(board) if "d" in row]
    return min(rows_to_go)


def naive_too_early(board, passes, hurries, plies):
    other = ducks.turned(board)
    hurrying, holding_out = (board, other) if hurries else (other, board)
    first, second = (plies + 1) // 2, plies // 2
    of_hurrying, of_other = (first, second) if hurries else (second, first)
    return (
        own_moves_to_win(hurrying) > of_hurrying
        and own_moves_until_stuck(holding_out, passes) > of_other
    )


BOARDS = [some_board(size, seed) for size, seed in product(SIZES, range(10))]
BOARDS += [("ddd", "...", "DDD"), ("d.", ".d", "DD"), ("d.", ".s", "D."), ("...", "ddd", "D..")]


@in_groups("board, passes", product(BOARDS, [False, True]))
def test_what_either_side_needs_says_that_so_few_plies_cannot_do(board, passes):
    shape, position = shape_for(board, passes), position_of(board)
    assert moves_to_win(shape, position) == own_moves_to_win(board)
    found = moves_until_stuck(shape, position.ducks, position.swans)
    assert found == own_moves_until_stuck(board, passes)
    for hurries, plies in product([False, True], range(12)):
        early = naive_too_early(board, passes, hurries, plies)
        assert _too_early(shape, position, hurries, plies) == early


# --- the table ----------------------------------------------------------------------------------


@SHAPES
@pytest.mark.parametrize("seed", SEEDS)
def test_the_fewest_plies_that_do_and_the_most_that_do_not_are_kept_with_the_last_move(seed, shape):
    rng, table, told = random.Random(seed), new_table(shape, 9), {}
    keys = some_keys(seed, shape, 4)
    for _ in range(20):
        key, plies, in_time = rng.choice(keys), rng.randrange(1177), rng.random() < 0.5
        move = rng.randrange(-1, MOST_MOVES)
        do, do_not, _ = told.get(key, (MOST_PLIES, -1, 0))
        do, do_not = (min(do, plies), do_not) if in_time else (do, max(do_not, plies))
        told[key] = do, do_not, move
        _file(table, key, plies, in_time, move)
        for each, expected in told.items():
            known = found(table, each)
            assert (enough(known), too_few(known), known // MOVE_AT - 1) == expected
    assert np.count_nonzero(table.entries[:, 1]) == len(told)
    assert found(table, Key(5**20, 3)) == -1


@SHAPES
@pytest.mark.parametrize("seed", SEEDS)
def test_where_four_places_are_taken_what_is_ruled_out_for_the_fewest_plies_gives_way(seed, shape):
    rng, table, told = random.Random(seed), new_table(shape, 2), {}
    plies = rng.sample([*range(8), MOST_PLIES - 2, MOST_PLIES - 1], 9)
    for key, most in zip(some_keys(seed, shape, 9), plies, strict=True):
        if len(told) == 4:
            del told[min(told, key=told.get)]
        told[key] = most
        _file(table, key, most, False, 3)
        assert {each: too_few(found(table, each)) for each in told} == told


# --- the order of moves -------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(5))
def test_the_move_that_decided_before_is_tried_first_then_the_others_in_their_order(count):
    search = new_search(shape_of(2, 2, passes=False), 2)
    for before in range(-1, count):
        search.counts[3], search.decided_before[3], search.tried[3] = count, before, NO_MOVE
        tried = []
        while (move := _next(search, 3)) != NO_MOVE:
            assert _looked_at(search, 3) == move
            tried.append(move)
        assert tried == sorted(range(count), key=lambda move: move != before)


# --- the search ---------------------------------------------------------------------------------


def in_time(board, passes, hurries, plies):
    """Say by the naive statement whether the side that hurries wins in so many plies."""
    payoff, needed = ducks.worth(board, passes)
    return payoff == (1 if hurries else -1) and needed <= plies


class ByDefinition:
    """Depth-first search within so many plies, recursive, with tables without limits."""

    def __init__(self, shape):
        self.shape, self.digits, self.expanded = shape, digits_of(shape.columns), 0
        self.known = {}

    def search(self, position, hurries, plies):
        shape, room = self.shape, np.zeros((MOST_MOVES, 5), np.int64)
        if can_win_now(shape, position):
            return hurries and plies > 0
        if mobility(shape, position) == 0:
            if not shape.passes:
                return not hurries
            if mobility(shape, turned(shape, position)) == 0:
                return False
        if plies <= 0 or _too_early(shape, position, hurries, plies):
            return False
        key = hurries, *key_of(shape, self.digits, position, False)
        do, do_not, before = self.known.get(key, (MOST_PLIES, -1, -1))
        if do <= plies or do_not >= plies:
            return do <= plies
        self.expanded += 1
        count = followers(shape, position, room)
        decisive = -1
        for index in sorted(range(count), key=lambda move: move != before):
            if self.search(written(room[index]), not hurries, plies - 1) == hurries:
                decisive = index
                break
        found = hurries == (decisive >= 0)
        do, do_not, _ = self.known.get(key, (MOST_PLIES, -1, -1))
        do, do_not = (min(do, plies), do_not) if found else (do, max(do_not, plies))
        self.known[key] = do, do_not, decisive
        return found


def searches():
    """Yield small boards that nobody has won, and passes."""
    for text in ("d../.../D..", "d.d/.../DDD", "d../.../..D", "dd./.s./.D.", "d/D", "d.d/D.D/..."):
        yield tuple(text.split("/")), False
        yield tuple(text.split("/")), True
    for number, size in enumerate([(3, 3), (4, 2), (2, 3)] * 8):
        board = some_board(size, number)
        if sum(piece != "." for row in board for piece in row) <= 6:
            yield board, number % 2 == 1


SEARCHES = list(searches())


@in_groups("board, passes", SEARCHES, size=10)
def test_whether_so_many_plies_do_is_what_a_naive_search_says(board, passes):
    shape, position = shape_for(board, passes), position_of(board)
    naive, search = ByDefinition(shape), new_search(shape, 12)
    for hurries, plies in product([True, False], range(9)):
        begin(search, position, hurries, plies)
        verdict = advance(shape, search, NODES_AT_A_TIME)
        expected = in_time(board, passes, hurries, plies)
        assert verdict == (IN_TIME if expected else NOT_IN_TIME)
        assert naive.search(position, hurries, plies) == expected
        assert search.nodes[0] == naive.expanded
    known = {}
    for hurries, *key in naive.known:
        table = search.hurrying if hurries else search.holding_out
        entry = found(table, Key(*key))
        known[hurries, *key] = enough(entry), too_few(entry), entry // MOVE_AT - 1
    assert known == naive.known
    tables = search.hurrying.entries, search.holding_out.entries
    assert sum(np.count_nonzero(table[:, 1]) for table in tables) == len(known)


@pytest.mark.parametrize(("board", "passes"), SEARCHES[:8], ids=str)
def test_a_search_stops_after_so_many_positions_and_goes_on_where_it_was(board, passes):
    shape, position = shape_for(board, passes), position_of(board)
    whole, search = new_search(shape, 12), new_search(shape, 12)
    begin(whole, position, True, 7)
    verdict = advance(shape, whole, 1 << 30)
    begin(search, position, True, 7)
    assert advance(shape, search, 0) == UNKNOWN
    steps = 0
    while (said := advance(shape, search, 2)) == UNKNOWN:
        steps += 1
        assert search.nodes[0] == 2 * steps <= whole.nodes[0]
    assert said == verdict
    assert steps >= (whole.nodes[0] - 1) // 2
    assert list(search.nodes[[0, 2, 3]]) == list(whole.nodes[[0, 2, 3]])


def test_a_search_that_was_stopped_does_not_matter_to_the_next():
    board = ("d.d", "...", "DDD")
    shape, position = shape_for(board, False), position_of(board)
    search = new_search(shape, 12)
    begin(search, position, True, 7)
    assert advance(shape, search, 5) == UNKNOWN
    begin(search, position, True, 5)
    expected = in_time(board, False, True, 5)
    assert search.nodes[1] == 0
    assert advance(shape, search, 1 << 30) == (IN_TIME if expected else NOT_IN_TIME)


@pytest.mark.parametrize("move", range(3))
@pytest.mark.parametrize("hurries", [False, True])
def test_the_move_that_decided_before_is_that_of_the_table(move, hurries):
    board = ("d..", "...", "..D")
    shape, position = shape_for(board, False), position_of(board)
    search = new_search(shape, 4)
    table = search.hurrying if hurries else search.holding_out
    _file(table, key_of(shape, table.digits, position, False), 2, False, move)
    begin(search, position, hurries, 9)
    assert advance(shape, search, 1) == UNKNOWN
    assert search.decided_before[0] == move


def test_that_no_ply_is_needed_is_kept_as_well():
    table, key = new_table(shape_of(2, 2, passes=False), 3), Key(5, 0)
    _file(table, key, 0, True, NO_MOVE)
    _file(table, key, 5, True, 1)
    assert enough(found(table, key)) == 0


@in_groups("board, passes", SEARCHES[::4], size=10)
def test_tables_in_which_entries_give_way_answer_the_same(board, passes):
    shape, position = shape_for(board, passes), position_of(board)
    search = new_search(shape, 2)
    for hurries, plies in product([True, False], range(6)):
        begin(search, position, hurries, plies)
        expected = in_time(board, passes, hurries, plies)
        assert advance(shape, search, 1 << 30) == (IN_TIME if expected else NOT_IN_TIME)


def test_large_boards_have_keys_of_two_words_here_too():
    search = new_search(WIDE, 3)
    assert search.hurrying.entries.shape == search.holding_out.entries.shape == (8, 3)
