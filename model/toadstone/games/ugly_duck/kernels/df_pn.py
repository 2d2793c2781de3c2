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

from toadstone.engines.adversarial.kernels.table import (
    Key,
    Numbers,
    Table,
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
)

NUMBER_BITS = 26
NEVER = (1 << NUMBER_BITS) - 1
"""The number of what cannot be proven; numbers that would be larger are one less."""

WORK_AT = 2 * NUMBER_BITS
"""Where the grade of the work begins in an entry; both numbers come before it."""

MOST_WORK = (1 << 63 - WORK_AT) - 1
"""The greatest grade."""

HEAD_START = 48
"""What a move's lead in the race home is worth in the numbers of a new node."""

NODES_AT_A_TIME = 1 << 17
"""Positions expanded between two looks at the clock; some tenths of a second."""


class Memory(NamedTuple):
    """What is known of positions: both numbers, with the grade of the work that they took.

    `room` is for followers that are looked at in passing.
    """

    shape: Shape
    table: Table
    room: Numbers


class Path(NamedTuple):
    """Room for the search.

    Attributes:
        nodes: the number of positions expanded.
        followers: at each depth, the followers of the position there, with the move to each.
        proofs: the proof number of each.
        disproofs: the disproof number of each.
    """

    nodes: Numbers
    followers: Numbers
    proofs: Numbers
    disproofs: Numbers


def new_memory(shape: Shape, entries_log2: int) -> Memory:
    """Return room for a power of two of positions; 16 bytes each, 24 on large boards."""
    table = new_table(entries_log2, key_words(shape), WORK_AT)
    return Memory(shape, table, np.zeros((MOST_MOVES, 5), np.int64))


def new_path() -> Path:
    """Return room for searches."""
    rows, numbers = by_depth(MOST_MOVES, 5), (by_depth(MOST_MOVES), by_depth(MOST_MOVES))
    return Path(np.zeros(1, np.int64), rows, *numbers)


@compiled_part
def _key(memory: Memory, position: Position, draw_suits: bool) -> Key:
    """Return what a position is filed under; whether a draw suits counts where there are draws."""
    passes = memory.shape.passes
    return key_of(memory.shape, position, passes and draw_suits)


@compiled_part
def grade(work: int) -> int:
    """Return a small number that grows with the work, in the end with its logarithm."""
    octaves = 0
    while work >= 64:
        work >>= 1
        octaves += 1
    return 32 * octaves + work


@compiled_part
def keep_lost(memory: Memory, position: Position) -> None:
    """Keep for good, as the most work, that the side to move loses a position without draws."""
    entry = entry_for(memory.table, _key(memory, position, False))
    memory.table.entries[entry, 0] = NEVER | MOST_WORK << WORK_AT


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
    """Return what is known of a position: proof, disproof, and the grade of the work."""
    if can_win_now(memory.shape, position):
        return 0, NEVER, 0
    known = lookup(memory.table, _key(memory, position, draw_suits))
    if known:
        return known & NEVER, known >> NUMBER_BITS & NEVER, known >> WORK_AT
    proof, disproof = at_first_sight(memory, position, draw_suits)
    return proof, disproof, 0


@compiled
def prove(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    memory: Memory,
    path: Path,
    position: Position,
    draw_suits: bool,
    depth: int,
    proof_limit: int,
    disproof_limit: int,
    last: int,
) -> tuple[int, int, int]:
    """Search until a number reaches its limit; return proof, disproof and the best follower.

    The search also ends once `last` positions have been expanded: what was found out is kept, so
    that the next call soon comes to where it stopped.
    """
    path.nodes[0] += 1
    since, suits_rival = path.nodes[0], not draw_suits
    rows, proofs, disproofs = path.followers[depth], path.proofs[depth], path.disproofs[depth]
    count = followers(memory.shape, position, rows)
    for index in range(count):
        proofs[index], disproofs[index], _ = numbers_of(memory, read(rows[index]), suits_rival)
    while True:
        proof, disproof, best, second = _numbers_by(proofs[:count], disproofs[:count])
        if proof >= proof_limit or disproof >= disproof_limit or path.nodes[0] >= last:
            break
        follower, before = read(rows[best]), (proofs[best], disproofs[best])
        known = lookup(memory.table, _key(memory, follower, suits_rival))
        after = known & NEVER, known >> NUMBER_BITS & NEVER
        if known == 0 or after == before:
            of_proof = NEVER
            if disproof_limit < NEVER:
                of_proof = disproof_limit - disproof + proofs[best]
            of_disproof = min(proof_limit, second + 1 + second // 4)
            found = prove(
                memory, path, follower, suits_rival, depth + 1, of_proof, of_disproof, last
            )
            after = found[0], found[1]
        proofs[best], disproofs[best] = after
    entry = entry_for(memory.table, _key(memory, position, draw_suits))
    work = max(grade(path.nodes[0] - since + 1), memory.table.entries[entry, 0] >> WORK_AT)
    memory.table.entries[entry, 0] = proof | disproof << NUMBER_BITS | work << WORK_AT
    return proof, disproof, best


@compiled_part
def _numbers_by(proofs: Numbers, disproofs: Numbers) -> tuple[int, int, int, int]:
    """Return proof and disproof of a position, the best follower, and the next best, by all these.

    The next best is a disproof number. One number of a follower is 0 where the other is NEVER, and
    only there.
    """
    proof, second, best, total = NEVER, NEVER, 0, 0
    for index in range(proofs.shape[0]):
        disproof = disproofs[index]
        if disproof < proof:
            proof, second, best = disproof, proof, index
        elif disproof < second:
            second = disproof
        total += proofs[index]
    if proof == 0:
        return 0, NEVER, best, second
    if total == 0:
        return NEVER, 0, best, second
    return proof, min(total, NEVER - 1), best, second
