"""The start on five by five is solved: the search begins with the winner's moves.

They are the replies of the certificate that docs/ugly-duck-solved.md is about.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np

from toadstone.core.budget import Budget
from toadstone.core.errors import DefectError
from toadstone.engines.adversarial.kernels.walk import AT_AN_END, DIGITS
from toadstone.engines.compiling import told_of_compiling
from toadstone.games.ugly_duck.kernels.bit_board import MOST_MOVES, seen_by_mover
from toadstone.games.ugly_duck.kernels.strategy import discover, file_replies, follow, new_walk
from toadstone.games.ugly_duck.perfect_play import Effort, SolvedUglyDuck, TimedUglyDuck
from toadstone.games.ugly_duck.rules import OTHER, UglyDuckRules
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
    """Proof-number search of five by five whose table has the replies of the certificate."""

    def __init__(self, rules: UglyDuckRules, budget: Budget, effort: Effort | None = None) -> None:
        super().__init__(rules, budget, effort)
        replies = np.array([DIGITS.index(each) for each in replies_of_certificate()], np.int64)
        walk = new_walk(self.shape, positions=len(replies) + MOST_MOVES)
        start = rules.start()
        position = seen_by_mover(start.rows, start.turn)
        with told_of_compiling(budget.tell):
            follow(self.shape, self.memory, walk, position)
            self.make_room(len(replies))
            stands = file_replies(self.shape, self.memory, walk, replies, len(replies))
        if stands != AT_AN_END or walk.counts[1] != len(replies):
            raise DefectError(f"{FILE} does not fit the board")


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
        file_replies(solved.shape, solved.memory, walk, none, 0)
