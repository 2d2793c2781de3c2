"""The compiled searches of Ugly Duck as an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toadstone.core.budget import Budget
from toadstone.core.question import Question
from toadstone.engines.adversarial.engine import EXACT_SEARCH, PositionSearch
from toadstone.engines.adversarial.query import AnyRules
from toadstone.games.ugly_duck.questions import SHORTEST
from toadstone.games.ugly_duck.rules import UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario

if TYPE_CHECKING:
    from toadstone.games.ugly_duck.solution import TimedUglyDuck


def _compiled(rules: AnyRules, budget: Budget) -> TimedUglyDuck:
    from toadstone.games.ugly_duck.solution import TimedUglyDuck

    if not isinstance(rules, UglyDuckRules):
        raise TypeError("this is the search of Ugly Duck")
    return TimedUglyDuck(rules, budget)


ENGINES = (
    PositionSearch(
        name="compiled-search",
        meaning="goes on where the least is left to prove; for plies, looks ever further ahead",
        guarantee="proves who wins",
        search=_compiled,
        questions=EXACT_SEARCH.questions,
    ),
)
"""The search for general use: compiled, by proof-number search."""


def as_asked(
    scenario: UglyDuckScenario, ask: tuple[Question, ...], values: object
) -> UglyDuckScenario:
    """Return the scenario; who has to win matters only where both sides help."""
    return scenario if SHORTEST in ask else scenario.model_copy(update={"wins": None})
