"""The searches, by name, with what each of them guarantees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toadstone.engines.engine import Method
from toadstone.engines.search.a_star import a_star
from toadstone.engines.search.backtracking import backtracking
from toadstone.engines.search.breadth_first import breadth_first
from toadstone.engines.search.effort import Effort
from toadstone.engines.search.greedy import greedy
from toadstone.engines.search.layered import layered
from toadstone.engines.search.node import Found
from toadstone.engines.search.problem import SearchProblem
from toadstone.engines.search.uniform_cost import uniform_cost

if TYPE_CHECKING:
    from toadstone.core.answer import Answer
    from toadstone.engines.instance import Request

SearchFunction = Callable[[SearchProblem[Any, Any], Effort], Found[Any, Any]]


@dataclass(frozen=True, kw_only=True)
class Search(Method):
    """A search on the game's `SearchProblem`.

    Attributes:
        search: the search itself.
        caveat: what it does that leaves an answer unproven; None where it proves all.
        decides: whether it ends without a plan only where there is none.
    """

    search: SearchFunction
    caveat: str | None = None
    decides: bool = True

    def solve(self, request: Request) -> Answer:
        """Answer the questions by the search, and replay the plan on the simulator."""
        from toadstone.engines.search.answering import Answering

        return Answering(self, request).answer()


UNIFORM_COST = Search(
    name="uniform-cost",
    meaning="goes on from the cheapest line of play so far",
    guarantee="proves the best",
    search=uniform_cost,
)
A_STAR = Search(
    name="a-star",
    meaning="uniform-cost search, guided by an estimate of what is still to come",
    guarantee="proves the best",
    search=a_star,
)
LAYERED = Search(
    name="layered",
    meaning="exact layered dynamic programme: keeps what nothing else is as good as",
    guarantee="proves the best",
    search=layered,
)
BREADTH_FIRST = Search(
    name="breadth-first",
    meaning="all lines of one move, then of two moves, and so on",
    guarantee="proves the fewest turns, and that there is no plan",
    search=breadth_first,
    caveat="looks for the fewest turns only",
)
BACKTRACKING = Search(
    name="backtracking",
    meaning="takes the first move there is, and takes it back where it leads nowhere",
    guarantee="proves that there is a plan or none; the plan may not be the best",
    search=backtracking,
    caveat="stops at the first plan",
)
GREEDY = Search(
    name="greedy",
    meaning="takes the move that promises most, and takes none back",
    guarantee="a plan that may not be the best, or nothing",
    search=greedy,
    caveat="takes no move back",
    decides=False,
)

SEARCHES = (LAYERED, A_STAR, UNIFORM_COST, BREADTH_FIRST, BACKTRACKING, GREEDY)
