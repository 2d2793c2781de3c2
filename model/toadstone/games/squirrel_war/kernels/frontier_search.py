"""Whether an outlook reaches a limit: alpha-beta search with null windows, in compiled code.

Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975. Every search
asks a yes-or-no question, as in the memory-enhanced test of Plaat, Schaeffer, Pijls and de Bruin
("Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996): the outlook is at
least the limit, or it is less. What it returns is a bound on that side.

Before a position is searched, the table is asked about all that can follow it (enhanced
transposition cutoffs). Moves are tried in the order of their gain less the best gain that they
leave to the other side, kept within the bounds that the table knows.

Several threads may search one position together: each searches all of it, with one table for all.
A thread puts off what another is searching, as in the simplified ABDADA of Tom Kerrigan
(https://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA, after J.-C. Weill, "The ABDADA
distributed minimax-search algorithm", ICCA Journal 19, 1996), and gives up what another finished.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.compiling import compiled
from toadstone.games.squirrel_war.kernels.bound_table import (
    NO_MOVE,
    Table,
    bucket_of,
    grade_of_work,
    hash_of,
    look_up,
    lower_of,
    move_of,
    store,
    upper_of,
)
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

FEW = 5
"""Empty cells up to which a position is searched outright, without a table."""
LOOK_AHEAD = 7
"""Empty cells from which on the table is asked about all that can follow."""
SHARED = 12
"""Empty cells of a position from which on threads put off what others are searching."""
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
    `entered` is common to all threads: a row of it is what one of them is searching, by depth, each
    a hash and one; 0 for what is not shared. `thread` is the row of this one.
    """

    nodes: Numbers
    moves: Numbers
    counts: Numbers
    entered: Numbers
    thread: int


def new_paths(threads: int) -> tuple[Path, ...]:
    """Return an empty path for each of some threads that search together."""
    entered = np.zeros((threads, DEEPEST), np.int64)
    return tuple(
        Path(
            np.zeros((DEEPEST, 12), np.int64),
            np.zeros((DEEPEST, MOST_MOVES, 6), np.int64),
            np.zeros(2, np.int64),
            entered,
            thread,
        )
        for thread in range(threads)
    )


@compiled
def begin(path: Path, position: Position, limit: int) -> None:
    """Set the search to ask of a position whether its outlook is at least the limit."""
    node, rest = path.nodes[0], position.empty
    path.counts[1] = 0
    path.entered[path.thread, :] = 0
    node[_EMPTY], node[_OWN], node[_ENEMY] = position.empty, position.own, position.enemy
    node[_LIMIT], node[_LEFT], node[_SIZE] = limit, -1, 0
    while rest:
        rest &= rest - 1
        node[_SIZE] += 1


def final_bound(path: Path) -> int:
    """Return the bound that a finished search has found."""
    return int(path.nodes[0, _BEST])


def share_done(path: Path) -> float:
    """Return an estimate of how much of the search is done, from 0 to 1.

    If the root reaches its limit, one good move is enough there, and of its followers all are
    tried; otherwise it is the other way round. Once a move has failed at the root, that is taken
    to be the case. Positions of one depth count alike.
    """
    done, part = 0.0, 1.0
    tries_all = path.nodes[0, _LEFT] < path.nodes[0, _ALL]
    for depth in range(int(path.counts[1]) + 1):
        left, every = (int(path.nodes[depth, at]) for at in (_LEFT, _ALL))
        if left < 0 or every == 0:
            break
        if tries_all:
            done += part * (every - left) / every
            part /= every
        tries_all = not tries_all
    return done


@compiled
def advance(board: Numbers, table: Table, path: Path, positions: int) -> bool:
    """Search on, through so many positions at most; return whether the search is finished."""
    depth, last = _depth_to_go_on_from(table, path), path.counts[0] + positions
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
            path.entered[path.thread, depth] = 0
            depth -= 1
            _take_back(path, depth, path.nodes[depth + 1, _BEST])
        elif node[_SIZE] <= FEW + 1:
            _choose(table, path, depth)
            _take_back(path, depth, _outright(board, path, depth))
        else:
            _choose(table, path, depth)
            _enter(table, path, depth)
            depth += 1


@compiled
def _depth_to_go_on_from(table: Table, path: Path) -> int:
    """Return the depth to go on from: another thread may know what this one is searching."""
    for depth in range(path.counts[1]):
        node = path.nodes[depth]
        data = look_up(table, node[_HASH])
        if data == 0:
            continue
        low, high = lower_of(table, data), upper_of(table, data)
        if low >= node[_LIMIT] or high < node[_LIMIT]:
            node[_BEST] = low if low >= node[_LIMIT] else high
            node[_MOVE], node[_LEFT] = move_of(table, data), 0
            path.entered[path.thread, depth + 1 :] = 0
            return depth
    return int(path.counts[1])


@compiled
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
            if lower_of(table, data) >= node[_LIMIT]:
                node[_BEST] = lower_of(table, data)
                return
            if upper_of(table, data) < node[_LIMIT]:
                node[_BEST] = upper_of(table, data)
                return
            hint = move_of(table, data)
    elif node[_EMPTY] == 0:
        node[_BEST] = 0
        return
    count = _list_moves(board, table, path, depth)
    node[_ALL] = count
    _rank_moves(board, table, path, depth, count, hint)


@compiled
def _list_moves(board: Numbers, table: Table, path: Path, depth: int) -> int:
    """List every move with the position after it, have the table brought; return the number.

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
    return count


@compiled
def _rank_moves(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    board: Numbers, table: Table, path: Path, depth: int, count: int, hint: int
) -> None:
    """Rank the moves, leaving out those that the table refutes; one that it confirms is enough."""
    node, left = path.nodes[depth], 0
    for index in range(count):
        move, kept = path.moves[depth, index], path.moves[depth, left]
        low, high = -NEVER, NEVER
        if node[_SIZE] >= LOOK_AHEAD:
            data = look_up(table, move[_RANK])
            if data != 0:
                low = move[_GAIN] - upper_of(table, data)
                high = move[_GAIN] - lower_of(table, data)
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
        _copy(move, kept)
        kept[_RANK] = rank
        left += 1
    node[_LEFT] = left


@compiled
def _copy(move: Numbers, to: Numbers) -> None:
    for index in range(6):
        to[index] = move[index]


@compiled
def _choose(table: Table, path: Path, depth: int) -> None:
    """Choose the move of the highest rank as the one to try next.

    But for the first one, moves that other threads are searching come after all others.
    """
    node, chosen, highest = path.nodes[depth], 0, -2 * NEVER
    several = len(path.entered) > 1 and node[_SIZE] >= SHARED and node[_MOVE] != NO_MOVE
    for index in range(node[_LEFT]):
        move = path.moves[depth, index]
        rank = move[_RANK]
        if several and _is_entered(path, depth + 1, _name(table, move)):
            rank -= NEVER
        if rank > highest:
            chosen, highest = index, rank
    node[_AT] = chosen


@compiled
def _name(table: Table, move: Numbers) -> int:
    """Return what stands in `entered` for what a move leads to."""
    return hash_of(table, move[_TO_EMPTY], move[_TO_OWN]) + 1


@compiled
def _is_entered(path: Path, depth: int, name: int) -> bool:
    """Return whether another thread is searching a position."""
    for thread in range(len(path.entered)):
        if thread != path.thread and path.entered[thread, depth] == name:
            return True
    return False


@compiled
def _enter(table: Table, path: Path, depth: int) -> None:
    """Go on to what the chosen move leads to."""
    node, after = path.nodes[depth], path.nodes[depth + 1]
    move = path.moves[depth, node[_AT]]
    after[_EMPTY], after[_OWN], after[_ENEMY] = move[_TO_EMPTY], move[_TO_OWN], move[_TO_ENEMY]
    after[_SIZE] = node[_SIZE] - 1
    after[_LIMIT] = move[_GAIN] - node[_LIMIT] + 1
    after[_LEFT] = -1
    if node[_SIZE] >= SHARED and len(path.entered) > 1:
        path.entered[path.thread, depth + 1] = _name(table, move)


@compiled
def _outright(board: Numbers, path: Path, depth: int) -> int:
    """Return the outlook that the chosen move leaves to the other side."""
    node = path.nodes[depth]
    move = path.moves[depth, node[_AT]]
    limit = move[_GAIN] - node[_LIMIT] + 1
    return outlook_of_few(
        board, node[_SIZE] - 1, move[_TO_EMPTY], move[_TO_OWN], move[_TO_ENEMY], limit
    )


@compiled
def _take_back(path: Path, depth: int, outlook: int) -> None:
    """Take back the chosen move, which leaves this outlook to the other side, and drop it."""
    node = path.nodes[depth]
    move = path.moves[depth, node[_AT]]
    reached = move[_GAIN] - outlook
    if reached > node[_BEST]:
        node[_BEST], node[_MOVE] = reached, move[_CELL]
    node[_LEFT] -= 1
    _copy(path.moves[depth, node[_LEFT]], move)


@compiled
def _store(table: Table, path: Path, depth: int) -> None:
    """Store the bound found at a depth, unless the table knew it."""
    node = path.nodes[depth]
    if node[_SIZE] <= FEW or node[_ALL] == 0:
        return
    grade = grade_of_work(path.counts[0] - node[_SINCE])
    if node[_BEST] >= node[_LIMIT]:
        store(table, node[_HASH], node[_BEST], table.limit, node[_MOVE], grade)
    else:
        store(table, node[_HASH], -table.limit, node[_BEST], node[_MOVE], grade)


@compiled
def outlook(board: Numbers, table: Table, path: Path, position: Position) -> int:
    """Return the outlook of a position; there is no limit to the time that this takes."""
    low, high = -NEVER, NEVER
    limit = best_gain(board, position.empty, position.own, position.enemy) // 2
    while low < high:
        begin(path, position, limit)
        advance(board, table, path, NEVER)
        bound = path.nodes[0, _BEST]
        if bound >= limit:
            low, limit = bound, bound + 1
        else:
            high, limit = bound, bound
    return int(low)


@compiled
def best_move(board: Numbers, table: Table, path: Path, position: Position) -> int:
    """Return the number of a best move; there is no limit to the time that this takes."""
    empty, own, enemy = position
    best = outlook(board, table, path, position)
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
