"""Ugly Duck's proof-number search, each function by itself, and whole against one by definition."""

import random
from itertools import product

import numpy as np
import pytest

import ducks
from exhaustive import in_groups
from test_ugly_duck import scenario
from test_ugly_duck_bit_board import board_of, far, position_of
from toadstone.games.ugly_duck.bit_board import (
    MOST_MOVES,
    Key,
    can_win_now,
    digits_of,
    followers,
    key_of,
    shape_of,
    written,
)
from toadstone.games.ugly_duck.df_pn import (
    HEAD_START,
    NEVER,
    NODES_AT_A_TIME,
    advance,
    at_first_sight,
    begin,
    file_under,
    found,
    grade,
    is_filed,
    keep,
    new_path,
    new_table,
    numbers_at,
    numbers_of,
    slot,
    slot_of,
    suits,
    with_more_room,
)

SIZES = [(2, 1), (2, 3), (3, 3), (3, 5), (4, 4), (4, 7)]
SEEDS = range(30)
NARROW, WIDE = shape_of(3, 3, passes=False), shape_of(4, 7, passes=False)
SHAPES = pytest.mark.parametrize("shape", [NARROW, WIDE], ids=["narrow", "wide"])


def some_board(size, seed):
    """Return a board with pieces of both sides, none of which has won."""
    while True:
        board = board_of(*size, seed)
        cells = set("".join(board))
        if cells & set("ds") and cells & set("DS") and "s" not in board[0] and "S" not in board[-1]:
            return board
        seed += 101


def some_keys(seed, shape, count):
    rng = random.Random(seed)
    second = [0] if shape == NARROW else [0, 1, 5**27, 9**9]
    keys = {Key(rng.choice([rng.randrange(40), rng.getrandbits(61)]), rng.choice(second)): None}
    if shape != NARROW:  # nothing stands in the upper half
        keys[Key(0, 9)] = None
    while len(keys) < count:
        keys[Key(rng.randrange(5**14), rng.choice(second))] = None
    return list(keys)


# --- the table ----------------------------------------------------------------------------------


@SHAPES
def test_a_new_table_is_empty_with_16_bytes_an_entry_and_24_on_large_boards(shape):
    table = new_table(shape, 3)
    assert table.entries.nbytes == 8 * (16 if shape == NARROW else 24)
    assert not table.entries.any()
    assert found(table, Key(0, 0)) == -1


@pytest.mark.parametrize(("rows", "columns", "words"), [(2, 13, 2), (3, 9, 3)])
def test_boards_of_up_to_26_cells_need_one_word_for_a_key(rows, columns, words):
    assert new_table(shape_of(rows, columns, passes=False), 1).entries.shape == (2, words)


@SHAPES
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_kept_is_found_again_under_its_key_alone(seed, shape):
    rng, told = random.Random(seed), {}
    table, path = new_table(shape, 9), new_path()
    numbers = [0, 1, NEVER - 1, NEVER, rng.randrange(NEVER)]
    for key in some_keys(seed, shape, 12):
        told[key] = rng.choice(numbers), rng.choice(numbers), rng.choice([0, 1, 1 << 40])
        keep(table, path, key, *told[key])
    others = [Key(first ^ 1, second) for first, second in told]
    if shape == WIDE:
        others += [Key(first, second ^ 1) for first, second in told]
    for key in {*told, *others}:
        known = found(table, key)
        if key in told:
            proof, disproof, work = told[key]
            assert known % (NEVER + 1) == proof
            assert known // (NEVER + 1) % (NEVER + 1) == disproof
            assert known // (NEVER + 1) ** 2 == grade(work)
        else:
            assert known == -1
    assert list(path.nodes) == [0, len(told), 0, -1, 0]
    assert np.count_nonzero(table.entries[:, 1]) == len(told)


@SHAPES
@pytest.mark.parametrize("seed", SEEDS)
def test_a_key_has_four_places_and_what_took_the_least_work_gives_way(seed, shape):
    rng, told = random.Random(seed), {}
    table, path = new_table(shape, 2), new_path()
    works = rng.sample([*range(6), 70, 1 << 20, 1 << 40, 1 << 41], 9)
    for made, (key, work) in enumerate(zip(some_keys(seed, shape, 9), works, strict=True), 1):
        if len(told) == 4:
            del told[min(told, key=told.get)]
        told[key] = work
        keep(table, path, key, 3, 5, work)
        known = {each: found(table, each) // (NEVER + 1) ** 2 for each in told}
        assert known == {each: grade(taken) for each, taken in told.items()}
        assert list(path.nodes[1:3]) == [min(made, 4), max(0, made - 4)]


@SHAPES
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_known_again_keeps_its_place_and_the_greater_work(seed, shape):
    table, path = new_table(shape, 2), new_path()
    keys = some_keys(seed, shape, 4)
    for key in keys:
        keep(table, path, key, 3, 5, 10)
    again, work = keys[seed % 4], 8 + seed % 5
    keep(table, path, again, 7, 9, work)
    for key in keys:
        known = found(table, key)
        assert known % (NEVER + 1) == (7 if key == again else 3)
        assert known // (NEVER + 1) ** 2 == (max(10, work) if key == again else 10)
    assert list(path.nodes[1:3]) == [4, 0]


@SHAPES
def test_the_place_of_a_key_is_the_first_of_four(shape):
    table = new_table(shape, 6)
    firsts = {slot(table, key) for key in some_keys(1, shape, 200)}
    assert firsts == set(range(0, 64, 4))
    assert {slot_of(key, 8) for key in some_keys(1, shape, 200)} == set(range(8))


@SHAPES
@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_of_twice_the_size_has_the_same_entries(seed, shape):
    table, path, keys = new_table(shape, 4), new_path(), some_keys(seed, shape, 90)
    for work, key in enumerate(reversed(keys)):
        keep(table, path, key, work, 5, 3 * work)
    larger = with_more_room(table)
    assert larger.entries.shape == (32, table.entries.shape[1])
    assert [found(larger, key) for key in keys] == [found(table, key) for key in keys]
    written_down = [
        sorted(map(tuple, each.entries[each.entries[:, 1] != 0])) for each in (table, larger)
    ]
    assert written_down[0] == written_down[1]


@SHAPES
def test_an_entry_is_that_of_the_key_it_was_filed_under(shape):
    table = new_table(shape, 3)
    assert not is_filed(table, 5, Key(0, 0))
    file_under(table, 5, Key(6, 7), 99)
    assert table.entries[5, 0] == 99
    assert is_filed(table, 5, Key(6, 7))
    assert not is_filed(table, 5, Key(7, 7))
    assert not is_filed(table, 4, Key(6, 7))
    assert is_filed(table, 5, Key(6, 8)) == (shape == NARROW)


def test_the_grade_grows_with_the_work_at_first_by_one_then_with_the_logarithm():
    assert [grade(work) for work in range(64)] == list(range(64))
    for octaves in range(1, 30):
        for head in range(32, 64):
            least, most = head << octaves, (head + 1 << octaves) - 1
            assert grade(least) == grade(most) == 32 * octaves + head


# --- numbers ------------------------------------------------------------------------------------


def wins_now(board):
    return any(map(ducks.has_won, ducks.after(board)))


def naive_first_sight(board, passes, draw_suits):
    moves, other = len(ducks.after(board)), ducks.turned(board)
    if not moves and not (passes and ducks.after(other)):
        return (0, NEVER) if passes and draw_suits else (NEVER, 0)
    if wins_now(other):
        after = ducks.choices(board, passes)
        parries = sum(not wins_now(ducks.turned(each)) for each in after)
        return (1 + 2 * HEAD_START, parries) if parries else (NEVER, 0)
    behind = far(board) - far(other)
    if behind > 0:
        return 1 + HEAD_START * behind, max(moves, 1)
    return 1, max(moves, 1) + HEAD_START * (1 - behind)


STUCK = [("d", "D"), ("d.", "DD"), ("dd", "D."), ("ddd", "DDD"), ("d", "D", "."), ("d..", "D..")]
STUCK += [("d", "D", ".", "D"), ("d", "D", ".", ".", "D")]  # the other side is not
BOARDS = [some_board(size, seed) for size, seed in product(SIZES, range(12))] + STUCK


@in_groups("board, passes", product(BOARDS, [False, True]))
def test_numbers_at_first_sight_are_those_of_the_moves_threats_and_race(board, passes):
    shape = shape_of(len(board), len(board[0]), passes=passes)
    table, position = new_table(shape, 2), position_of(board)
    for draw_suits in (False, True):
        expected = (0, NEVER)
        if not wins_now(board):
            expected = naive_first_sight(board, passes, draw_suits)
            assert at_first_sight(shape, table, position, draw_suits) == expected
        assert numbers_of(shape, table, position, draw_suits) == (*expected, 0)


def test_numbers_are_those_of_the_table_where_it_has_some():
    for board in BOARDS[:12]:
        shape = shape_of(len(board), len(board[0]), passes=True)
        table, path, position = new_table(shape, 4), new_path(), position_of(board)
        for draw_suits in (False, True):
            key = key_of(shape, table.digits, position, draw_suits)
            keep(table, path, key, 20 + draw_suits, 30, 1000)
        for draw_suits in (False, True):
            numbers = (0, NEVER, 0) if wins_now(board) else (20 + draw_suits, 30, grade(1000))
            assert numbers_of(shape, table, position, draw_suits) == numbers


@in_groups("seed", range(60))
def test_a_proof_is_the_least_disproof_after_a_move_and_a_disproof_the_sum_of_proofs(seed):
    rng, path = random.Random(seed), new_path()
    largest = rng.choice([3, 50, NEVER])
    pairs = [(0, NEVER), (rng.randrange(1, largest), rng.randrange(1, largest))]
    pairs += [(NEVER, 0)] * (seed % 5 == 0)
    pairs += [(rng.randrange(1, largest), rng.randrange(1, largest)) for _ in range(2)]
    moves = [rng.choice(pairs[: 1 if seed % 7 == 0 else None]) for _ in range(rng.randint(0, 6))]
    moves = moves * 20 if seed % 11 == 0 else moves
    path.counts[1] = len(moves)
    path.proofs[1, : len(moves)] = [proof for proof, _ in moves]
    path.disproofs[1, : len(moves)] = disproofs = [disproof for _, disproof in moves]
    proof, disproof, best, second = numbers_at(path, 1)
    if 0 in disproofs:
        assert (proof, disproof) == (0, NEVER)
    elif set(disproofs) <= {NEVER}:
        assert (proof, disproof) == (NEVER, 0)
    else:
        assert proof == min(disproofs)
        assert disproof == min(sum(proof for proof, _ in moves), NEVER - 1)
    assert best == (disproofs.index(min(disproofs)) if moves else 0)
    assert second == (sorted([*disproofs, NEVER, NEVER])[1])


# --- the search ---------------------------------------------------------------------------------


class ByDefinition:
    """Depth-first proof-number search, recursive, with a table without limits."""

    def __init__(self, shape):
        self.shape, self.digits, self.empty = shape, digits_of(shape.columns), new_table(shape, 2)
        self.known, self.expanded = {}, 0

    def key(self, position, draw_suits):
        return tuple(map(int, key_of(self.shape, self.digits, position, draw_suits)))

    def numbers(self, position, draw_suits):
        if can_win_now(self.shape, position):
            return 0, NEVER
        known = self.known.get(self.key(position, draw_suits))
        return known or at_first_sight(self.shape, self.empty, position, draw_suits)

    def search(self, position, draw_suits, most_proof=NEVER, most_disproof=NEVER):
        """Return proof and disproof, when one of them has reached its limit."""
        self.expanded += 1
        room = np.zeros((MOST_MOVES, 5), np.int64)
        moves = [written(row) for row in room[: followers(self.shape, position, room)]]
        numbers = [self.numbers(each, not draw_suits) for each in moves]
        while True:
            disproofs = [disproof for _, disproof in numbers]
            proof, disproof = min(disproofs, default=NEVER), sum(each for each, _ in numbers)
            disproof = NEVER if proof == 0 else min(disproof, NEVER - 1)
            if proof >= most_proof or disproof >= most_disproof:
                self.known[self.key(position, draw_suits)] = proof, disproof
                return proof, disproof
            best = disproofs.index(proof)
            again = self.known.get(self.key(moves[best], not draw_suits), numbers[best])
            if again != numbers[best]:
                numbers[best] = again
                continue
            second = sorted([*disproofs, NEVER])[1]
            of_proof = NEVER
            if most_disproof < NEVER:
                of_proof = most_disproof - disproof + numbers[best][0]
            of_disproof = min(most_proof, second + second // 4 + 1)
            numbers[best] = self.search(moves[best], not draw_suits, of_proof, of_disproof)


def searches():
    """Yield boards, some of which take a while, passes, and whether a draw suits who begins."""
    for text in ("dd/../../DD", "d../.../.../D.D", "d../.../..D"):
        yield tuple(text.split("/")), False, False
        yield tuple(text.split("/")), True, True
    yield ("ddd", "...", "DDD"), True, False
    for number, size in enumerate([(3, 3), (4, 2), (3, 4)] * 9):
        board, passes = some_board(size, number), number % 2 == 1
        if ducks.after(board) and not wins_now(board):
            yield board, passes, passes and number % 4 == 1


SEARCHES = list(searches())


@in_groups("board, passes, draw_suits", SEARCHES, size=10)
def test_the_search_expands_what_one_by_its_definition_does(board, passes, draw_suits):
    shape = shape_of(len(board), len(board[0]), passes=passes)
    table, path, position = new_table(shape, 11), new_path(), position_of(board)
    begin(path, position, draw_suits)
    assert advance(shape, table, path, 1 << 30)
    naive = ByDefinition(shape)
    numbers = naive.search(position, draw_suits)
    assert numbers == numbers_at(path, 0)[:2]
    assert path.nodes[0] == naive.expanded
    assert path.nodes[3] == -1
    payoff = ducks.payoff(board, passes)
    assert (numbers[0] == 0) == (payoff >= (0 if draw_suits else 1))
    known = {key: found(table, Key(*key)) for key in naive.known}
    assert {key: (each & NEVER, each // (NEVER + 1) & NEVER) for key, each in known.items()} == (
        naive.known
    )
    assert numbers_of(shape, table, position, draw_suits)[2] == grade(naive.expanded)
    assert path.nodes[1] == len(known)


@in_groups("board, passes, draw_suits", SEARCHES[::3], size=10)
def test_a_search_stops_after_so_many_positions_and_goes_on_where_it_was(board, passes, draw_suits):
    shape = shape_of(len(board), len(board[0]), passes=passes)
    whole, path = new_path(), new_path()
    begin(whole, position_of(board), draw_suits)
    advance(shape, new_table(shape, 11), whole, 1 << 30)
    table = new_table(shape, 11)
    begin(path, position_of(board), draw_suits)
    assert path.nodes[3] == 0
    assert not advance(shape, table, path, 0)
    steps = 0
    while not advance(shape, table, path, 7):
        steps += 1
        assert path.nodes[0] == 7 * steps <= whole.nodes[0]
        assert path.nodes[3] >= 0
    assert steps >= (whole.nodes[0] - 1) // 7
    assert list(path.nodes) == list(whole.nodes)
    assert numbers_at(path, 0) == numbers_at(whole, 0)


@in_groups("board, passes, draw_suits", SEARCHES[::3], size=10)
def test_a_search_after_others_begins_anew(board, passes, draw_suits):
    shape = shape_of(len(board), len(board[0]), passes=passes)
    table, path = new_table(shape, 11), new_path()
    for suiting in (not draw_suits, draw_suits):
        begin(path, position_of(board), suiting)
        assert advance(shape, table, path, NODES_AT_A_TIME)
        wins = ducks.payoff(board, passes) >= (0 if suiting and passes else 1)
        assert (numbers_at(path, 0)[0] == 0) == wins


def test_a_draw_suits_the_sides_in_turn():
    path, position = new_path(), position_of(("d", ".", "D"))
    for draw_suits in (False, True):
        begin(path, position, draw_suits)
        assert [suits(path, depth) for depth in range(4)] == [draw_suits, not draw_suits] * 2


def test_a_path_has_room_for_the_longest_game_on_the_largest_board():
    full = "/".join(["ddddddd"] * 3 + ["ddddddd"] + ["DDDDDDD"] * 3)
    assert len(new_path().at) > 2 * scenario(full).most_plies
