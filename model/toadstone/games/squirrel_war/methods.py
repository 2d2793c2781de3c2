"""The methods that choose a move, for `--method` and `toadstone compare`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toadstone.engines.engine import Method

if TYPE_CHECKING:
    from toadstone.core.answer import Answer
    from toadstone.engines.instance import Request


class Choosing(Method):
    """A method that a scenario can name, whatever it names."""

    def solve(self, request: Request) -> Answer:
        """Choose a move by this method, to the depth that the scenario states."""
        from toadstone.engines.adversarial.method import EXACT_SEARCH

        stated = request.scenario.model_copy(update={"method": self.name})
        return replace(EXACT_SEARCH, name=self.name).solve(replace(request, scenario=stated))


GREEDY = Choosing("greedy", "the move that gains most at once", "proves nothing")
MINIMAX = Choosing("minimax", "every line of play to a depth", "proves the best to that depth")
ALPHA_BETA = Choosing(
    "alpha-beta",
    "lines of play to a depth, without those that cannot matter",
    "proves the best to that depth",
)
EXACT = Choosing("exact", "an endgame table of all that can come", "proves the best")

METHODS = (GREEDY, MINIMAX, ALPHA_BETA, EXACT)
