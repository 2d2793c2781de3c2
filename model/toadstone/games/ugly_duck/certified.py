"""The start on five by five is solved: who wins, and the winner's moves by the certificate.

The certificate is the file that docs/ugly-duck-solved.md is about. It holds the replies of a
strategy in the order in which positions come up; they are filed once, by position.
"""

from __future__ import annotations

import gzip
import json
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from toadstone.core.errors import DefectError
from toadstone.engines.adversarial import strategy_walk
from toadstone.engines.adversarial.strategy_walk import FIRST_ROOM_LOG2, Numbers, Walk
from toadstone.engines.compiling import compiled, told_of_compiling
from toadstone.games.ugly_duck.bit_board import (
    MOST_MOVES,
    Position,
    Shape,
    followers,
    key_of,
    seen_by_mover,
    written,
)
from toadstone.games.ugly_duck.certificate import (
    DIGITS,
    comes_before,
    discover,
    follow,
    mirrored,
    reply_with,
)
from toadstone.games.ugly_duck.df_pn import Table
from toadstone.games.ugly_duck.rules import AnyMove, State
from toadstone.games.ugly_duck.scenario import KNOWN_WINNER
from toadstone.games.ugly_duck.solution import SolvedUglyDuck

FILE = "ugly-duck-five-by-five.json.gz"


def replies_of_certificate() -> str:
    """Return the replies of the certificate that comes with Toadstone, a digit each."""
    package = Path(__file__).parents[2]
    folders = (package / "proofs", package.parents[1] / "proofs")
    path = next(each / FILE for each in folders if (each / FILE).is_file())
    with gzip.open(path) as file:
        content: dict[str, Any] = json.load(file)
    if content["claim"] != {"ask": "winner", "winner": KNOWN_WINNER}:
        raise DefectError(f"{FILE}: expected the win of {KNOWN_WINNER}")
    replies: str = content["strategies"][KNOWN_WINNER]
    return replies


class CertifiedUglyDuck(SolvedUglyDuck):
    """Who wins, by the certificate where the game keeps to its strategy, else by search."""

    @cached_property
    def _filed(self) -> tuple[Numbers, Numbers]:
        """The keys of the positions that the strategy replies to, sorted, and the replies."""
        replies = np.array([DIGITS.index(each) for each in replies_of_certificate()], np.int64)
        room = max(FIRST_ROOM_LOG2, int(2 * len(replies)).bit_length())
        walk = strategy_walk.new_walk(room, MOST_MOVES, position_words=4, move_words=5)
        start, keys = self.rules.start(), np.zeros(len(replies), np.int64)
        position = seen_by_mover(start.rows, start.turn)
        with told_of_compiling(self.budget.tell):
            if start.turn == KNOWN_WINNER:
                discover(self.shape, self.table, walk, position, 0)
            else:
                follow(self.shape, self.table, walk, position)
            if file_replies(self.shape, self.table, walk, replies, keys) != len(replies):
                raise DefectError(f"{FILE} does not fit the board")
        order = np.argsort(keys)
        return keys[order], replies[order]

    def compile(self) -> None:
        """Have the search compiled, and the strategy filed."""
        super().compile()
        self._filed  # noqa: B018 - made here, once

    def payoff(self, state: State) -> int:
        """Return 1 if the side to move wins, else -1."""
        if self.rules.outcome(state) is None and self._is_certified(state):
            return 1 if state.turn == KNOWN_WINNER else -1
        return super().payoff(state)

    def good_move(self, state: State) -> AnyMove:
        """Return the move of the strategy, where there is one."""
        after = self._reply(state) if state.turn == KNOWN_WINNER else None
        if after is None:
            return super().good_move(state)
        for move in self.rules.legal_moves(state):
            then = self.rules.play(state, move)
            seen = seen_by_mover(then.rows, then.turn)
            if after in {seen, mirrored(self.shape, seen)}:
                return move
        raise DefectError(f"{FILE}: a reply is no legal move")

    def _is_certified(self, state: State) -> bool:
        """Return whether the strategy replies to a state, or to all that can follow it."""
        if state.turn == KNOWN_WINNER:
            return self._reply(state) is not None
        after = [self.rules.play(state, move) for move in self.rules.legal_moves(state)]
        return all(self._wins_at_once(each) or self._reply(each) is not None for each in after)

    def _wins_at_once(self, state: State) -> bool:
        after = (self.rules.play(state, move) for move in self.rules.legal_moves(state))
        ends = (self.rules.outcome(each) for each in after)
        return any(end is not None and end.winner == KNOWN_WINNER for end in ends)

    def _reply(self, state: State) -> Position | None:
        """Return the position that the strategy goes to, as the other side sees it, or None."""
        position = seen_by_mover(state.rows, state.turn)
        keys, replies = self._filed
        key = key_of(self.shape, self.table.digits, position, False).first
        at = int(np.searchsorted(keys, key))
        if at == len(keys) or keys[at] != key:
            return None
        image = mirrored(self.shape, position)
        upright = image if comes_before(image, position) else position
        into = np.zeros((MOST_MOVES, 5), np.int64)
        index = reply_at(self.shape, upright, int(replies[at]), into)
        return Position(*map(int, into[index, :4]))


@compiled
def reply_at(shape: Shape, position: Position, rank: int, into: Numbers) -> int:
    """Return the index of the follower whose move has this rank, or -1; fill in the followers."""
    count = followers(shape, position, into)
    for index in range(count):
        before = 0
        for other in range(count):
            if into[other, 4] < into[index, 4]:
                before += 1
        if before == rank:
            return index
    return -1


@compiled
def file_replies(shape: Shape, table: Table, walk: Walk, replies: Numbers, keys: Numbers) -> int:
    """Walk through the strategy and note each position; return how many there are, -1 if wrong."""
    read = 0
    while walk.counts[1] > 0:
        position = written(walk.waiting[walk.counts[1] - 1])
        if read == replies.shape[0] or walk.counts[0] > walk.replies.shape[0] - MOST_MOVES:
            return -1
        reply = reply_at(shape, position, replies[read], walk.moves)
        if reply < 0:
            return -1
        keys[read] = key_of(shape, table.digits, position, False).first
        read += 1
        reply_with(shape, table, walk, reply)
    return read
