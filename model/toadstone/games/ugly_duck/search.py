"""The searches of Ugly Duck: the compiled ones as an engine, and the shortest game as a path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.engines.adversarial.query import EXACT_SEARCH, PositionSearch
from toadstone.engines.engine import NUMBA
from toadstone.engines.search.problem import RulesProblem
from toadstone.engines.state_space import Paths, plans_of_length
from toadstone.games.ugly_duck.questions import SHORTEST
from toadstone.games.ugly_duck.rules import SIDES, AnyMove, State, UglyDuckRules
from toadstone.games.ugly_duck.scenario import UglyDuckScenario

if TYPE_CHECKING:
    from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck


def _compiled(rules: Any, budget: Budget) -> SolvedUglyDuck:
    from toadstone.games.ugly_duck.perfect_play import SolvedUglyDuck

    return SolvedUglyDuck(rules, budget)


ENGINES = (
    PositionSearch(
        name="compiled-search",
        meaning="goes on where the least is left to prove; for plies, looks ever further ahead",
        search=_compiled,
        library=NUMBA,
        questions=EXACT_SEARCH.questions,
    ),
)
"""The search for general use: compiled, by proof-number search."""


def as_asked(
    scenario: UglyDuckScenario, ask: tuple[Question, ...], values: object
) -> UglyDuckScenario:
    """Return the scenario; the side that has to win matters only if both sides help."""
    return scenario if SHORTEST in ask else scenario.model_copy(update={"wins": None})


class UglyDuckSearch(RulesProblem[State, AnyMove]):
    """The boards that moves of both sides lead to, up to a win that the scenario wants."""

    fewest_moves = True
    zero = (0,)

    def __init__(
        self, scenario: UglyDuckScenario, ask: tuple[Question, ...], budget: Budget = UNLIMITED
    ) -> None:
        super().__init__(UglyDuckRules(scenario))
        self._winners = [scenario.wins or side for side in SIDES]

    def place(self, state: State) -> str:
        """Return the board and the side to move: they decide what can follow."""
        return state.position

    def is_goal(self, state: State) -> bool:
        """Return whether the game is won by a side that may win."""
        outcome = self.rules.outcome(state)
        return outcome is not None and outcome.winner in self._winners


def won_games(
    scenario: UglyDuckScenario, figures: Mapping[str, int], budget: Budget = UNLIMITED
) -> Paths[State, AnyMove]:
    """Return the games that a side which may win wins after so many plies."""
    return plans_of_length(UglyDuckSearch(scenario, (), budget), figures["plies"])
