"""The winner, by depth-first proof-number search with a transposition table of bounded memory.

The search is df-pn: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
University of Tokyo, 2002. Kishimoto, Winands, Müller, Saito, "Game-tree search using proof numbers:
the first twenty years", ICGA Journal 35, 2012, describe it and the 1 + epsilon trick used here. No
position occurs twice in a game, so a table does not mislead the search.

Every node is seen by its side to move: `proof` is the proof number of its win, `disproof` that of
its loss. A node's proof is the least disproof of its followers, and its disproof the sum of their
proofs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from toadstone.engines.adversarial.kernels.table import (
    HashTable,
    Key,
    Numbers,
    entry_for,
    lookup,
    new_table,
)
from toadstone.engines.compiling import compiled, compiled_part
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    Position,
    Shape,
    by_depth,
    can_win_now,
    followers,
    key_of,
    key_words,
    mobility,
    read,
    turn_round,
    way_home,
    write,
)

NUMBER_BITS = 26
NEVER = (1 << NUMBER_BITS) - 1
"""The number of an impossible proof; numbers that would be larger are one less."""

PRIORITY_AT = 2 * NUMBER_BITS
"""Where the priority begins in an entry; both numbers come before it."""

MOST_PRIORITY = (1 << 63 - PRIORITY_AT) - 1
"""The greatest priority."""

HEAD_START = 48
"""The weight of a move's lead in the race home in the numbers of a new node."""

NODES_AT_A_TIME = 4096
"""Positions expanded between two looks at the clock; some hundredths of a second."""


class Memory(NamedTuple):
    """The table of positions: both numbers, with a priority by the work that they took.

    `room` is for followers that are needed for a moment only.
    """

    shape: Shape
    table: HashTable
    room: Numbers


class Path(NamedTuple):
    """The positions from the root to the one that the search is at, by depth.

    Attributes:
        nodes: in turn, the positions expanded, the depth of the search, and whether a draw suits
            the side to move at the root.
        at: the position at each depth.
        followers: its followers, with the move to each.
        counts: how many those are; -1 where they are not counted.
        proofs: the proof number of each.
        disproofs: the disproof number of each.
        limits: the proof and the disproof number at which the search turns back.
        chosen: the follower that the search has gone to.
        since: the positions that had been expanded when this one was.
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


def new_memory(shape: Shape, entries_log2: int) -> Memory:
    """Return room for a power of two of positions; 16 bytes each, 24 on large boards."""
    table = new_table(entries_log2, key_words(shape), PRIORITY_AT)
    return Memory(shape, table, np.zeros((MOST_MOVES, 5), np.int64))


def new_path() -> Path:
    """Return an empty path."""
    return Path(
        np.zeros(3, np.int64),
        by_depth(4),
        by_depth(MOST_MOVES, 5),
        by_depth(),
        by_depth(MOST_MOVES),
        by_depth(MOST_MOVES),
        by_depth(2),
        by_depth(),
        by_depth(),
    )


@compiled_part
def _key(memory: Memory, position: Position, draw_suits: bool) -> Key:
    """Return the key of a position; if there are draws, it says whether a draw suits."""
    passes = memory.shape.passes
    return key_of(memory.shape, position, passes and draw_suits)


@compiled_part
def priority_of(work: int) -> int:
    """Return a small number that grows with the work, in the end with its logarithm."""
    octaves = 0
    while work >= 64:
        work >>= 1
        octaves += 1
    return 32 * octaves + work


@compiled_part
def _keep(memory: Memory, path: Path, depth: int, proof: int, disproof: int) -> None:
    """Write the numbers of the position at a depth; the priority never falls."""
    key = _key(memory, read(path.at[depth]), suits(path, depth))
    entry = entry_for(memory.table, key)
    priority = priority_of(path.nodes[0] - path.since[depth] + 1)
    priority = max(priority, memory.table.entries[entry, 0] >> PRIORITY_AT)
    memory.table.entries[entry, 0] = proof | disproof << NUMBER_BITS | priority << PRIORITY_AT


@compiled_part
def keep_lost(memory: Memory, position: Position) -> None:
    """Keep for good, as the most work, that the side to move loses a position without draws."""
    entry = entry_for(memory.table, _key(memory, position, False))
    memory.table.entries[entry, 0] = NEVER | MOST_PRIORITY << PRIORITY_AT


@compiled_part
def at_first_sight(memory: Memory, position: Position, draw_suits: bool) -> tuple[int, int]:
    """Return the numbers of a position that is new, and that is not won at once.

    To lose, every move has to lose; and the leader of the race home has the better numbers.
    """
    shape = memory.shape
    other, moves = turn_round(shape, position), mobility(shape, position)
    if moves == 0:
        if not shape.passes:
            return NEVER, 0
        if mobility(shape, other) == 0:
            return (0, NEVER) if draw_suits else (NEVER, 0)
        moves = 1
    if can_win_now(shape, other):
        parries = 0
        for index in range(followers(shape, position, memory.room)):
            parries += not can_win_now(shape, read(memory.room[index]))
        return (1 + 2 * HEAD_START, parries) if parries else (NEVER, 0)
    behind = way_home(shape, position) - way_home(shape, other)
    if behind > 0:
        return 1 + HEAD_START * behind, moves
    return 1, moves + HEAD_START * (1 - behind)


@compiled
def numbers_of(memory: Memory, position: Position, draw_suits: bool) -> tuple[int, int, int]:
    """Return the numbers of a position: proof, disproof, and the priority."""
    if can_win_now(memory.shape, position):
        return 0, NEVER, 0
    data = lookup(memory.table, _key(memory, position, draw_suits))
    if data:
        return data & NEVER, data >> NUMBER_BITS & NEVER, data >> PRIORITY_AT
    proof, disproof = at_first_sight(memory, position, draw_suits)
    return proof, disproof, 0


def begin(path: Path, position: Position, *, draw_suits: bool) -> None:
    """Set the search to begin at a position."""
    path.nodes[1], path.nodes[2] = 0, draw_suits
    path.at[0], path.limits[0], path.counts[0] = position, NEVER, -1


@compiled_part
def _expand(memory: Memory, path: Path, depth: int) -> None:
    """Look up the followers of the position at a depth."""
    path.nodes[0] += 1
    path.since[depth] = path.nodes[0]
    path.counts[depth] = followers(memory.shape, read(path.at[depth]), path.followers[depth])
    for index in range(path.counts[depth]):
        position = read(path.followers[depth, index])
        proof, disproof, _ = numbers_of(memory, position, suits(path, depth + 1))
        path.proofs[depth, index], path.disproofs[depth, index] = proof, disproof


@compiled_part
def suits(path: Path, depth: int) -> bool:
    """Return whether a draw suits the side to move at a depth."""
    return bool((path.nodes[2] + depth) % 2 == 1)


@compiled
def numbers_at(path: Path, depth: int) -> tuple[int, int, int, int]:
    """Return proof and disproof of the position at a depth, the best follower, and the next best.

    The next best is a disproof number. One number of a follower is 0 if the other is NEVER, and
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
def advance(memory: Memory, path: Path, nodes: int) -> bool:
    """Search on, for so many nodes at most; say whether the position at the root is decided."""
    depth, last = path.nodes[1], path.nodes[0] + nodes
    while True:
        if path.counts[depth] < 0:
            if path.nodes[0] >= last:
                path.nodes[1] = depth
                return False
            _expand(memory, path, depth)
        proof, disproof, best, second = numbers_at(path, depth)
        if proof >= path.limits[depth, 0] or disproof >= path.limits[depth, 1]:
            _keep(memory, path, depth, proof, disproof)
            if depth == 0:
                return True
            depth -= 1
            path.proofs[depth, path.chosen[depth]] = proof
            path.disproofs[depth, path.chosen[depth]] = disproof
        elif not _learns(memory, path, depth, best):
            path.chosen[depth] = best
            of_proof = NEVER
            if path.limits[depth, 1] < NEVER:
                of_proof = path.limits[depth, 1] - disproof + path.proofs[depth, best]
            of_disproof = min(path.limits[depth, 0], second + 1 + second // 4)
            follower = read(path.followers[depth, best])
            depth += 1
            write(path.at, depth, follower)
            path.limits[depth, 0], path.limits[depth, 1] = of_proof, of_disproof
            path.counts[depth] = -1


@compiled_part
def _learns(memory: Memory, path: Path, depth: int, index: int) -> bool:
    """Look a follower up again; say whether the table knows more of it than the path does."""
    position = read(path.followers[depth, index])
    data = lookup(memory.table, _key(memory, position, suits(path, depth + 1)))
    proof, disproof = data & NEVER, data >> NUMBER_BITS & NEVER
    before = path.proofs[depth, index], path.disproofs[depth, index]
    if data == 0 or (proof, disproof) == before:
        return False
    path.proofs[depth, index], path.disproofs[depth, index] = proof, disproof
    return True
