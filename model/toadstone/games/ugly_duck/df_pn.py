"""Who wins, by depth-first proof-number search with a transposition table of bounded memory.

The search is df-pn: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
University of Tokyo, 2002. Kishimoto, Winands, Müller, Saito, "Game-tree search using proof numbers:
the first twenty years", ICGA Journal 35, 2012, describe it and the 1 + epsilon trick used here. No
position comes up twice in a game, so a table does not lead the search astray.

Every node is seen by its side to move: `proof` is the proof number of its win, `disproof` that of
its loss. A node's proof is the least disproof of its followers, and its disproof the sum of their
proofs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.compiling import compiled
from toadstone.games.ugly_duck.bit_board import (
    CELLS_IN_A_WORD,
    MOST_MOVES,
    Digits,
    Key,
    Numbers,
    Position,
    Shape,
    can_win_now,
    digits_of,
    followers,
    key_of,
    mobility,
    turned,
    way_home,
    written,
)

NUMBER_BITS = 26
NEVER = (1 << NUMBER_BITS) - 1
"""The number of what cannot be proven; numbers that would be larger are one less."""

WORK_AT = 2 * NUMBER_BITS
"""Where the grade of the work begins in an entry; both numbers come before it."""

HEAD_START = 48
"""What a move's lead in the race home is worth in the numbers of a new node."""

WAYS = 4
"""Entries of the table among which the one with the least work gives way."""

NODES_AT_A_TIME = 1 << 16
DEEPEST = 2 * 2 * 49 * 6
"""Plies in a game on the largest board, passes included."""


class Table(NamedTuple):
    """What is known of positions.

    A row of `entries` is the two numbers with the grade of the work that they took, and what a
    position is filed under, one word or two: side by side, as memory answers slowly but in pieces
    of 64 bytes.
    `room` is for followers that are looked at in passing.
    """

    entries: Numbers
    digits: Digits
    room: Numbers


class Path(NamedTuple):
    """The positions from the root to the one that the search is at, by depth.

    `nodes` is, in turn: positions expanded, entries used, entries given up, the depth of the
    search or -1, and whether a draw suits the side to move at the root.
    """

    nodes: Numbers
    at: Numbers
    followers: Numbers
    counts: Numbers
    proofs: Numbers
    disproofs: Numbers
    limits: Numbers
    chosen: Numbers
    since: Numbers


def new_table(shape: Shape, entries_log2: int) -> Table:
    """Return an empty table with a power of two of entries; 16 bytes each, 24 on large boards."""
    words = 2 if shape.rows * shape.columns > CELLS_IN_A_WORD else 1
    return Table(
        np.zeros((1 << entries_log2, words + 1), np.int64),
        digits_of(shape.columns),
        np.zeros((MOST_MOVES, 5), np.int64),
    )


def with_more_room(table: Table) -> Table:
    """Return a table of twice the size with the same entries."""
    entries, words = table.entries.shape
    larger = Table(np.zeros((2 * entries, words), np.int64), table.digits, table.room)
    file_again(table, larger)
    return larger


@compiled
def file_again(table: Table, larger: Table) -> None:
    """Copy entries; those that shared four places now share eight, so there is one for each."""
    wide = table.entries.shape[1] > 2
    for entry in range(table.entries.shape[0]):
        if table.entries[entry, 1] != 0:
            second = table.entries[entry, 2] if wide else 0
            at = slot(larger, Key(table.entries[entry, 1] - 1, second))
            while larger.entries[at, 1] != 0:
                at += 1
            for word in range(table.entries.shape[1]):
                larger.entries[at, word] = table.entries[entry, word]


def new_path() -> Path:
    """Return an empty path."""

    def by_depth(*sizes: int) -> Numbers:
        return np.zeros((DEEPEST, *sizes), np.int64)

    return Path(
        np.array([0, 0, 0, -1, 0], np.int64),
        by_depth(4),
        by_depth(MOST_MOVES, 5),
        by_depth(),
        by_depth(MOST_MOVES),
        by_depth(MOST_MOVES),
        by_depth(2),
        by_depth(),
        by_depth(),
    )


@compiled
def slot_of(key: Key, slots: int) -> int:
    """Return one of a power of two of slots, as good as any."""
    mixed = (int(key.first) ^ int(key.second) * 5871781006564002453) * -7046029254386353131
    mixed ^= mixed >> 29
    mixed *= -4658895280553007687
    return (mixed >> 17) & (slots - 1)


@compiled
def slot(table: Table, key: Key) -> int:
    """Return the first entry that a key can be in."""
    return slot_of(key, table.entries.shape[0]) & ~(WAYS - 1)


@compiled
def found(table: Table, key: Key) -> int:
    """Return what is known under a key, or -1."""
    start = slot(table, key)
    for entry in range(start, start + WAYS):
        if is_filed(table, entry, key):
            return int(table.entries[entry, 0])
    return -1


@compiled
def is_filed(table: Table, entry: int, key: Key) -> bool:
    """Say whether an entry is that of a key."""
    if table.entries[entry, 1] != key.first + 1:
        return False
    return bool(table.entries.shape[1] == 2 or table.entries[entry, 2] == key.second)


@compiled
def file_under(table: Table, entry: int, key: Key, known: int) -> None:
    """Write what is known under a key into an entry."""
    table.entries[entry, 0] = known
    table.entries[entry, 1] = key.first + 1
    if table.entries.shape[1] > 2:
        table.entries[entry, 2] = key.second


@compiled
def grade(work: int) -> int:
    """Return a small number that grows with the work, in the end with its logarithm."""
    octaves = 0
    while work >= 64:
        work >>= 1
        octaves += 1
    return 32 * octaves + work


@compiled
def keep(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    table: Table, path: Path, key: Key, proof: int, disproof: int, work: int
) -> None:
    """Write what is known of a position, in the place of what took least work.

    What was known of it before gives way, but the greater grade stays.
    """
    start = slot(table, key)
    graded = grade(work)
    least, given_up, new = NEVER, start, 2
    for entry in range(start, start + WAYS):
        same = is_filed(table, entry, key)
        if same or table.entries[entry, 1] == 0:
            given_up, new = entry, 0 if same else 1
            break
        if table.entries[entry, 0] >> WORK_AT < least:
            least, given_up = table.entries[entry, 0] >> WORK_AT, entry
    if new == 0:
        graded = max(graded, table.entries[given_up, 0] >> WORK_AT)
    else:
        path.nodes[new] += 1
    file_under(table, given_up, key, proof | disproof << NUMBER_BITS | graded << WORK_AT)


@compiled
def at_first_sight(
    shape: Shape,
    table: Table,
    position: Position,
    draw_suits: bool,
) -> tuple[int, int]:
    """Return the numbers of a position that nobody has looked into, and that is not won at once.

    To lose, every move has to lose; and whoever is ahead in the race home has the better numbers.
    """
    other = turned(shape, position)
    moves = mobility(shape, position)
    if moves == 0:
        if not shape.passes:
            return NEVER, 0
        if mobility(shape, other) == 0:
            return (0, NEVER) if draw_suits else (NEVER, 0)
        moves = 1
    if can_win_now(shape, other):
        parries = _parries(shape, position, table.room)
        return (1 + 2 * HEAD_START, parries) if parries else (NEVER, 0)
    behind = way_home(shape, position.ducks, position.swans) - way_home(
        shape, other.ducks, other.swans
    )
    if behind > 0:
        return 1 + HEAD_START * behind, moves
    return 1, moves + HEAD_START * (1 - behind)


@compiled
def _parries(shape: Shape, position: Position, room: Numbers) -> int:
    """Return how many moves of a side that cannot win now keep the other from winning next."""
    parries = 0
    for index in range(followers(shape, position, room)):
        if not can_win_now(shape, written(room[index])):
            parries += 1
    return parries


@compiled
def numbers_of(
    shape: Shape,
    table: Table,
    position: Position,
    draw_suits: bool,
) -> tuple[int, int, int]:
    """Return what is known of a position: proof, disproof, and the grade of the work."""
    if can_win_now(shape, position):
        return 0, NEVER, 0
    known = found(table, key_of(shape, table.digits, position, draw_suits))
    if known >= 0:
        return known & NEVER, known >> NUMBER_BITS & NEVER, known >> WORK_AT
    proof, disproof = at_first_sight(shape, table, position, draw_suits)
    return proof, disproof, 0


@compiled
def begin(path: Path, position: Position, draw_suits: bool) -> None:
    """Set the search to begin at a position."""
    path.nodes[3] = 0
    path.nodes[4] = draw_suits
    _enter(path, 0, position, NEVER, NEVER)


@compiled
def _enter(path: Path, depth: int, position: Position, proof: int, disproof: int) -> None:
    path.at[depth, 0], path.at[depth, 1] = position.ducks, position.swans
    path.at[depth, 2], path.at[depth, 3] = position.their_ducks, position.their_swans
    path.limits[depth, 0], path.limits[depth, 1] = proof, disproof
    path.counts[depth] = -1


@compiled
def _expand(shape: Shape, table: Table, path: Path, depth: int) -> None:
    """Look up the followers of the position at a depth."""
    path.nodes[0] += 1
    path.since[depth] = path.nodes[0]
    count = followers(shape, written(path.at[depth]), path.followers[depth])
    path.counts[depth] = count
    for index in range(count):
        position = written(path.followers[depth, index])
        suiting = suits(path, depth + 1)
        proof, disproof, _ = numbers_of(shape, table, position, suiting)
        path.proofs[depth, index], path.disproofs[depth, index] = proof, disproof


@compiled
def suits(path: Path, depth: int) -> bool:
    """Say whether a draw suits the side to move at a depth."""
    return bool((path.nodes[4] + depth) % 2 == 1)


@compiled
def numbers_at(path: Path, depth: int) -> tuple[int, int, int, int]:
    """Return proof and disproof of the position at a depth, the best follower, and the next best.

    The next best is a disproof number. One number of a follower is 0 where the other is NEVER, and
    only there.
    """
    proof, second, best, total = NEVER, NEVER, 0, 0
    for index in range(path.counts[depth]):
        disproof = path.disproofs[depth, index]
        if disproof < proof:
            proof, second, best = disproof, proof, index
        elif disproof < second:
            second = disproof
        total += path.proofs[depth, index]
    if proof == 0:
        return 0, NEVER, best, second
    if total == 0:
        return NEVER, 0, best, second
    return proof, min(total, NEVER - 1), best, second


@compiled
def advance(shape: Shape, table: Table, path: Path, nodes: int) -> bool:
    """Search on, for so many nodes at most; say whether the position at the root is decided."""
    depth, last = path.nodes[3], path.nodes[0] + nodes
    while True:
        if path.counts[depth] < 0:
            if path.nodes[0] >= last:
                path.nodes[3] = depth
                return False
            _expand(shape, table, path, depth)
        proof, disproof, best, second = numbers_at(path, depth)
        if proof >= path.limits[depth, 0] or disproof >= path.limits[depth, 1]:
            key = key_of(shape, table.digits, written(path.at[depth]), suits(path, depth))
            keep(table, path, key, proof, disproof, path.nodes[0] - path.since[depth] + 1)
            if depth == 0:
                path.nodes[3] = -1
                return True
            depth -= 1
            path.proofs[depth, path.chosen[depth]] = proof
            path.disproofs[depth, path.chosen[depth]] = disproof
        elif not _learns(shape, table, path, depth, best):
            path.chosen[depth] = best
            of_proof = NEVER
            if path.limits[depth, 1] < NEVER:
                of_proof = path.limits[depth, 1] - disproof + path.proofs[depth, best]
            of_disproof = min(path.limits[depth, 0], second + 1 + second // 4)
            _enter(path, depth + 1, written(path.followers[depth, best]), of_proof, of_disproof)
            depth += 1


@compiled
def _learns(shape: Shape, table: Table, path: Path, depth: int, index: int) -> bool:
    """Look a follower up again; say whether the table knows more of it than the path does."""
    position = written(path.followers[depth, index])
    known = found(table, key_of(shape, table.digits, position, suits(path, depth + 1)))
    proof, disproof = known & NEVER, known >> NUMBER_BITS & NEVER
    if known < 0 or (
        proof == path.proofs[depth, index] and disproof == path.disproofs[depth, index]
    ):
        return False
    path.proofs[depth, index], path.disproofs[depth, index] = proof, disproof
    return True
