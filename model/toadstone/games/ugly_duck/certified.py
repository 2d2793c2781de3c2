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

from toadstone.core.budget import Budget
from toadstone.core.errors import DefectError
from toadstone.engines.adversarial.kernels.table import Numbers
from toadstone.engines.adversarial.kernels.walk import AT_AN_END, DIGITS
from toadstone.engines.compiling import told_of_compiling
from toadstone.games.ugly_duck.kernels.bit_board import (
    MOST_MOVES,
    Position,
    key_of,
    seen_by_mover,
)
from toadstone.games.ugly_duck.kernels.strategy import (
    discover,
    file_replies,
    follow,
    new_walk,
    reply_of_rank,
    upright,
)
from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck, TimedUglyDuck
from toadstone.games.ugly_duck.rules import OTHER, AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import KNOWN_WINNER, usual_start

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
        walk = new_walk(self.shape, positions=len(replies) + MOST_MOVES)
        start, keys = self.rules.start(), np.zeros(len(replies), np.int64)
        position = seen_by_mover(start.rows, start.turn)
        with told_of_compiling(self.budget.tell):
            if start.turn == KNOWN_WINNER:
                discover(self.shape, self.memory, walk, position, 0)
            else:
                follow(self.shape, self.memory, walk, position)
            stands = file_replies(self.shape, self.memory, walk, replies, keys, len(replies))
        if stands != AT_AN_END or walk.counts[1] != len(replies):
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

    def first_best(self, state: State) -> AnyMove:
        """Return the move of the strategy, where there is one."""
        after = self._reply(state) if state.turn == KNOWN_WINNER else None
        if after is None:
            return super().first_best(state)
        for move in self.rules.legal_moves(state):
            then = self.rules.play(state, move)
            if upright(self.shape, seen_by_mover(then.rows, then.turn)) == after:
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
        key = key_of(self.shape, self.memory.digits, position, False).first
        at = int(np.searchsorted(keys, key))
        if at == len(keys) or keys[at] != key:
            return None
        into = np.zeros((MOST_MOVES, 5), np.int64)
        standing = upright(self.shape, position)
        index = reply_of_rank(self.shape, standing, int(replies[at]), into)
        return upright(self.shape, Position(*map(int, into[index, :4])))


def warm_up(budget: Budget) -> None:
    """Have everything compiled: both searches, the walk of a strategy, and what files replies."""
    small = usual_start().model_copy(update={"board": "dd\n..\nDD"})
    timed = TimedUglyDuck(UglyDuckRules(small), budget)
    start, solved = timed.rules.start(), timed.winners
    payoff, _ = timed.remoteness(start)
    solved.strategy(start, start.turn if payoff > 0 else OTHER[start.turn], draw_suits=False)
    walk, none = new_walk(solved.shape, positions=MOST_MOVES), np.zeros(1, np.int64)
    position = seen_by_mover(start.rows, start.turn)
    with told_of_compiling(budget.tell):
        solved.compile()
        discover(solved.shape, solved.memory, walk, position, 0)
        follow(solved.shape, solved.memory, walk, position)
        file_replies(solved.shape, solved.memory, walk, none, none, 0)
        reply_of_rank(solved.shape, position, 0, walk.moves)
