"""Five by five without compiled code: the search that knows the boards of the certificate.

`docs/site.py` writes their table for the page without installation.
"""

from __future__ import annotations

import gzip
from array import array
from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

from toadstone.core.budget import Budget
from toadstone.engines.adversarial.perfect_play import PerfectPlay
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules

TABLE = Path(__file__).parents[2] / "proofs" / "ugly-duck-five-by-five.boards.gz"

_DIGITS = str.maketrans(".dsDS", "01234")


def number_of(rows: Sequence[str]) -> int:
    """Return a number of a board, which only its mirror image shares."""
    rows = [rows[-1], *rows[:-1]]  # outer rows first: the numbers of a table lie closer together
    images = "".join(rows), "".join(row[::-1] for row in rows)
    return min(int(image.translate(_DIGITS), 5) for image in images)


def read(table: Path) -> Sequence[int]:
    """Return the numbers of a table, sorted.

    It has their count, then of all differences the first bytes, the second, and so on.
    """
    with gzip.open(table) as file:
        most = int(file.readline())
        numbers = array("Q", [0]) * most
        for place in range(8):
            memoryview(numbers).cast("B")[place::8] = file.read(most)
    for place, number in enumerate(accumulate(numbers)):
        numbers[place] = number
    return numbers


class CertifiedPlay(PerfectPlay[State, AnyMove]):
    """The plain search with the boards that a side leaves when it wins by its certificate."""

    rules: UglyDuckRules

    def __init__(
        self, rules: UglyDuckRules, budget: Budget, winner: str, boards: Sequence[int]
    ) -> None:
        super().__init__(rules, budget)
        self._winner, self._boards = winner, boards

    def in_order(self, state: State) -> Sequence[AnyMove]:
        """Return the moves, those first that win by the certificate."""
        moves = self.rules.legal_moves(state)
        return sorted(moves, key=lambda move: not self._is_won(self.rules.after(state, move)))

    def _after(self, state: State) -> Iterator[State]:
        return (self.rules.after(state, move) for move in self.rules.legal_moves(state))

    def _alpha_beta(self, state: State, key: Hashable, alpha: int, beta: int) -> int:
        if state.turn != self._winner:
            if self._is_won(state):
                return -1
        elif any(map(self._is_won, self._after(state))):
            return 1
        return super()._alpha_beta(state, key, alpha, beta)

    def _is_won(self, state: State, ahead: int = 1) -> bool:
        """Return whether the winner has won, or wins by the certificate as the other one moves."""
        over = self.rules.outcome(state)
        if over is not None:
            return over.winner == self._winner
        number = number_of(state.rows)
        place = bisect_left(self._boards, number)
        if place < len(self._boards) and self._boards[place] == number:
            return True
        return ahead > 0 and all(  # the table leaves out boards that follow from the next ones
            any(self._is_won(after, ahead - 1) for after in self._after(reply))
            for reply in self._after(state)
        )
