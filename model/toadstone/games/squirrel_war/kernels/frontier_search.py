"""Whether an outlook reaches a limit: alpha-beta search with null windows, in compiled code.

Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975. Every search
asks a yes-or-no question, as in the memory-enhanced test of Plaat, Schaeffer, Pijls and de Bruin
("Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996): the outlook is at
least the limit, or it is less. What it returns is a bound on that side.

Before a position is searched, the table is asked about all that can follow it (enhanced
transposition cutoffs). Moves are tried in the order of their gain less the best gain that they
leave to the other side, kept within the bounds that the table knows.

The table holds bounds, and no two positions share an entry. The key of a position is its empty
cells and the frontier cells of the side to move. A reversible mixing of the key gives a *hash*: its
low bits say in which bucket of 64 bytes the position is kept, the others, the *tag*, are kept. So
an entry is mostly one word: tag, grade of the work, best move, upper and lower bound. Where that is
more than 64 bits, tag and data are two words.

In a full bucket what took the least work gives way (Breuker, Uiterwijk, van den Herik, "Replacement
schemes for transposition tables", ICCA Journal 17, 1994).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.adversarial.kernels.table import bits
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.squirrel_war.kernels.live_board import (
    NEVER,
    Numbers,
    Position,
    best_gain,
    conquest,
    first_in,
    gain,
    near_to,
    outlook_of_few,
    prefetch,
)

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


def new_table(empty_cells: int, live_cells: int, largest: int, bucket_bits: int) -> Table:
    """Return an empty table.

    Args:
        empty_cells: the cells that are empty at the start.
        live_cells: these, and the held cells beside them.
        largest: the largest outlook there can be, without its sign.
        bucket_bits: the buckets, as a power of two.
    """
    bound_bits = (largest + 1).bit_length() + 1
    data_bits = 2 * bound_bits + _MOVE_BITS + _GRADE_BITS
    key_bits = empty_cells + live_cells
    tag_bits = max(0, key_bits - bucket_bits)
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
def bounds_of(table: Table, data: int) -> tuple[int, int]:
    """Return the lower and the upper bound in some data."""
    largest = (1 << table.bound_bits) - 1
    return (data & largest) - table.limit, (data >> table.bound_bits & largest) - table.limit


@compiled_part
def move_of(table: Table, data: int) -> int:
    """Return the best move in some data, or `NO_MOVE`."""
    return int(data >> 2 * table.bound_bits & NO_MOVE)


@compiled_part
def _grade_of(table: Table, data: int) -> int:
    return int(data >> 2 * table.bound_bits + _MOVE_BITS)


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
            low, high = bounds_of(table, data)
            lower, upper = max(lower, low), min(upper, high)
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


# The search

FEW = 5
"""Empty cells up to which a position is searched outright, without a table."""
LOOK_AHEAD = 7
"""Empty cells from which on the table is asked about all that can follow."""
DEEPEST = 32
MOST_MOVES = 28

# What a row of `Path.nodes` holds.
_EMPTY, _OWN, _ENEMY, _SIZE, _LIMIT, _BEST, _MOVE, _LEFT, _ALL, _AT, _SINCE, _HASH = range(12)
# What a row of `Path.moves` holds.
_TO_EMPTY, _TO_OWN, _TO_ENEMY, _GAIN, _RANK, _CELL = range(6)


class Path(NamedTuple):
    """The positions from the root to the one that the search is at, by depth.

    A row of `nodes` is the position, how many cells are empty, the limit, the best outlook so far
    and its move, how many moves are left to try (-1 before the moves are known) and how many there
    were, which one is being tried, the positions searched before, and the hash. `moves` holds those
    left to try, by depth. `counts` is the positions searched, and the depth.
    """

    nodes: Numbers
    moves: Numbers
    counts: Numbers


def new_path() -> Path:
    """Return an empty path."""
    return Path(
        np.zeros((DEEPEST, 12), np.int64),
        np.zeros((DEEPEST, MOST_MOVES, 6), np.int64),
        np.zeros(2, np.int64),
    )


@compiled
def begin(path: Path, position: Position, limit: int) -> None:
    """Set the search to ask of a position whether its outlook is at least the limit."""
    node, path.counts[1] = path.nodes[0], 0
    node[_EMPTY], node[_OWN], node[_ENEMY] = position.empty, position.own, position.enemy
    node[_LIMIT], node[_LEFT], node[_SIZE] = limit, -1, bits(position.empty)


def final_bound(path: Path) -> int:
    """Return the bound that a finished search has found."""
    return int(path.nodes[0, _BEST])


@compiled
def advance(board: Numbers, table: Table, path: Path, positions: int) -> bool:
    """Search on, through so many positions at most; return whether the search is finished."""
    depth, last = path.counts[1], path.counts[0] + positions
    while True:
        node = path.nodes[depth]
        if node[_LEFT] < 0:
            if path.counts[0] >= last:
                path.counts[1] = depth
                return False
            path.counts[0] += 1
            node[_SINCE] = path.counts[0]
            _expand(board, table, path, depth)
        if node[_BEST] >= node[_LIMIT] or node[_LEFT] == 0:
            _store(table, path, depth)
            if depth == 0:
                path.counts[1] = 0
                return True
            depth -= 1
            _take_back(path, depth, path.nodes[depth + 1, _BEST])
        elif node[_SIZE] <= FEW + 1:
            _choose(path, depth)
            move, size = path.moves[depth, node[_AT]], node[_SIZE] - 1
            empty, own, enemy = move[_TO_EMPTY], move[_TO_OWN], move[_TO_ENEMY]
            limit = move[_GAIN] - node[_LIMIT] + 1
            _take_back(path, depth, outlook_of_few(board, size, empty, own, enemy, limit))
        else:
            _choose(path, depth)
            _enter(path, depth)
            depth += 1


@compiled_part
def _expand(board: Numbers, table: Table, path: Path, depth: int) -> None:
    """List the moves at a depth, unless the table knows enough already."""
    node = path.nodes[depth]
    frontier = near_to(board, node[_EMPTY])
    node[_OWN] &= frontier
    node[_ENEMY] &= frontier
    node[_BEST], node[_MOVE], node[_LEFT], node[_ALL] = -NEVER, NO_MOVE, 0, 0
    hint = NO_MOVE
    if node[_SIZE] > FEW:
        node[_HASH] = hash_of(table, node[_EMPTY], node[_OWN])
        data = look_up(table, node[_HASH])
        if data != 0:
            low, high = bounds_of(table, data)
            if low >= node[_LIMIT] or high < node[_LIMIT]:
                node[_BEST] = low if low >= node[_LIMIT] else high
                return
            hint = move_of(table, data)
    elif node[_EMPTY] == 0:
        node[_BEST] = 0
        return
    node[_ALL] = node[_SIZE]
    _list_moves(board, table, path, depth)
    _rank_moves(board, table, path, depth, hint)


@compiled_part
def _list_moves(board: Numbers, table: Table, path: Path, depth: int) -> None:
    """List every move with the position after it, and have the table brought.

    The rank of a move is for now the hash of what it leads to.
    """
    node = path.nodes[depth]
    empty, own, enemy = node[_EMPTY], node[_OWN], node[_ENEMY]
    count, rest = 0, empty
    while rest:
        at = first_in(rest)
        cell = 1 << at
        rest ^= cell
        won = conquest(board, at, own, enemy)
        left = empty ^ cell
        frontier = near_to(board, left)
        move = path.moves[depth, count]
        move[_TO_EMPTY] = left
        move[_TO_OWN] = enemy & ~won & frontier
        move[_TO_ENEMY] = (own | won | cell) & frontier
        move[_GAIN], move[_CELL] = gain(board, at, own, enemy), at
        if node[_SIZE] >= LOOK_AHEAD:
            move[_RANK] = hash_of(table, left, move[_TO_OWN])
            prefetch(table.words, bucket_of(table, move[_RANK]))
        count += 1


@compiled_part
def _rank_moves(board: Numbers, table: Table, path: Path, depth: int, hint: int) -> None:
    """Rank the moves, leaving out those that the table refutes; one that it confirms is enough."""
    node, left = path.nodes[depth], 0
    for index in range(node[_ALL]):
        move, kept = path.moves[depth, index], path.moves[depth, left]
        low, high = -NEVER, NEVER
        if node[_SIZE] >= LOOK_AHEAD:
            data = look_up(table, move[_RANK])
            if data != 0:
                lower, upper = bounds_of(table, data)
                low, high = move[_GAIN] - upper, move[_GAIN] - lower
        if low >= node[_LIMIT]:
            node[_BEST], node[_MOVE], node[_LEFT] = low, move[_CELL], 0
            return
        if high < node[_LIMIT]:
            node[_BEST] = max(node[_BEST], high)
            continue
        rank = NEVER
        if move[_CELL] != hint:
            reply = best_gain(board, move[_TO_EMPTY], move[_TO_OWN], move[_TO_ENEMY])
            rank = min(max(move[_GAIN] - reply, low), high)
        for word in range(6):
            kept[word] = move[word]
        kept[_RANK] = rank
        left += 1
    node[_LEFT] = left


@compiled_part
def _choose(path: Path, depth: int) -> None:
    """Choose the move of the highest rank as the one to try next."""
    node, chosen, highest = path.nodes[depth], 0, -NEVER
    for index in range(node[_LEFT]):
        if path.moves[depth, index, _RANK] > highest:
            chosen, highest = index, path.moves[depth, index, _RANK]
    node[_AT] = chosen


@compiled_part
def _enter(path: Path, depth: int) -> None:
    """Go on to what the chosen move leads to."""
    node, after = path.nodes[depth], path.nodes[depth + 1]
    move = path.moves[depth, node[_AT]]
    after[_EMPTY], after[_OWN], after[_ENEMY] = move[_TO_EMPTY], move[_TO_OWN], move[_TO_ENEMY]
    after[_SIZE] = node[_SIZE] - 1
    after[_LIMIT] = move[_GAIN] - node[_LIMIT] + 1
    after[_LEFT] = -1


@compiled_part
def _take_back(path: Path, depth: int, outlook: int) -> None:
    """Take back the chosen move, which leaves this outlook to the other side, and drop it."""
    node = path.nodes[depth]
    move = path.moves[depth, node[_AT]]
    reached = move[_GAIN] - outlook
    if reached > node[_BEST]:
        node[_BEST], node[_MOVE] = reached, move[_CELL]
    node[_LEFT] -= 1
    for index in range(6):
        move[index] = path.moves[depth, node[_LEFT], index]


@compiled_part
def _store(table: Table, path: Path, depth: int) -> None:
    """Store the bound found at a depth, unless the table knew it."""
    node = path.nodes[depth]
    if node[_SIZE] <= FEW or node[_ALL] == 0:
        return
    # The grade grows with the logarithm of the work.
    grade, work = 1, path.counts[0] - node[_SINCE]
    while work >= 4 and grade < 15:
        grade, work = grade + 1, work >> 2
    if node[_BEST] >= node[_LIMIT]:
        store(table, node[_HASH], node[_BEST], table.limit, node[_MOVE], grade)
    else:
        store(table, node[_HASH], -table.limit, node[_BEST], node[_MOVE], grade)


@compiled
def best_move(board: Numbers, table: Table, path: Path, position: Position) -> int:
    """Return the number of a best move; there is no limit to the time that this takes."""
    empty, own, enemy = position
    best, high, limit = -NEVER, NEVER, best_gain(board, empty, own, enemy) // 2
    while best < high:
        begin(path, position, limit)
        advance(board, table, path, NEVER)
        bound = path.nodes[0, _BEST]
        if bound >= limit:
            best, limit = bound, bound + 1
        else:
            high, limit = bound, bound
    rest = empty
    while rest:
        at = first_in(rest)
        rest &= rest - 1
        won = conquest(board, at, own, enemy)
        after = Position(empty ^ 1 << at, enemy & ~won, own | won | 1 << at)
        limit = gain(board, at, own, enemy) - best + 1
        begin(path, after, limit)
        advance(board, table, path, NEVER)
        if path.nodes[0, _BEST] < limit:
            return at
    return NO_MOVE


@compiled
def named_move(board: Numbers, table: Table, position: Position) -> int:
    """Return the number of the move that the table names as the best, or `NO_MOVE`."""
    own = position.own & near_to(board, position.empty)
    data = look_up(table, hash_of(table, position.empty, own))
    return move_of(table, data) if data else NO_MOVE
