"""Engines, and the parts that a game may bring for them and for the second derivation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from toadstone.core.budget import Budget
from toadstone.core.part import Part
from toadstone.core.question import Question

if TYPE_CHECKING:
    from toadstone.core.rules import Rules
    from toadstone.engines.adversarial.alpha_beta import Evaluation
    from toadstone.engines.answer import Answer
    from toadstone.engines.cp_sat.horizon import Horizon
    from toadstone.engines.engine import Engine
    from toadstone.engines.search.problem import SearchProblem
    from toadstone.engines.state_space import StateSpace

Ask = tuple[Question, ...]


class HorizonMaker(Protocol):
    """Makes the CP-SAT model of the whole horizon for some questions about a scenario."""

    def __call__(self, scenario: Any, ask: Ask, *, bounded: bool, budget: Budget) -> Horizon[Any]:
        """Return the model, with bounds that the rules imply if it is to be bounded.

        Raises:
            LimitReachedError: time was up before the model was built.
        """


HORIZON = Part[HorizonMaker]("horizon model", "{game} has no model of a whole plan")

MODEL_SIZE = Part[Callable[[Any, Ask], tuple[str, float] | None]]("size of the model")
"""Returns the size of the horizon model in words, and its approximate time in seconds.

If that is long, the table of `layered` answers unless another method is named. None if the search
has no table.
"""

SEARCH_PROBLEM = Part[Callable[[Any, Ask, Budget], "SearchProblem[Any, Any]"]](
    "search problem", "{game} has no searches"
)
"""Makes questions about a scenario a shortest-path problem.

A part of the scenario that they leave open is settled before, see `CHOICES`.
"""

CHOICES = Part[Callable[[Any], Sequence[Any]]]("choices")
"""Returns, for a question that changes the scenario, the scenarios to choose from, the best first.

All scenarios after one that can be won can be won, too.
"""

STATE_SPACE = Part[Callable[[Any, Mapping[str, int], Budget], "StateSpace[Any, Any]"]](
    "state space", "the plans of {game} cannot be listed"
)
"""Makes the layered graph of exactly the plans of a scenario that end with these figures.

A plan wins, unless the figures state a length that need not be the whole game.
"""

EVALUATION = Part[Callable[[Any], "Evaluation[Any]"]](
    "evaluation", "{game} states no evaluation of its positions"
)
"""Makes the evaluation of the positions in which a search to a depth stops."""

ENGINES = Part[tuple["Engine", ...]]("engines")
"""Engines that only this game has; they come before others that answer the same questions."""

STATED_METHOD = Part[Callable[[Any, Ask], str | None]]("stated method")
"""Returns the method that a scenario itself names for its questions, or None."""


class Confirmer(Protocol):
    """Derives results about one scenario again; it shares no statement of the rules with engines.

    Attributes:
        name: how results name it, under `confirmed_by`.
    """

    name: str

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; return the name of what derived it.

        Raises:
            DisagreementError, Invalid: the second derivation, or the checker, says otherwise.
            LimitReachedError: time is up.
            UnconfirmedError: there is no second derivation of this; the message says why.
        """

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of plans that end with these figures.

        Raises:
            LimitReachedError: time is up.
            UnconfirmedError: there is no second derivation of this; the message says why.
        """


CONFIRMER = Part[Callable[[Any, "Rules[Any, Any]"], Confirmer]](
    "confirmer", "{game} states its rules only once"
)
"""Makes the confirmer of a scenario, given the simulator, which names moves.

Raises RequestError if there can be none.
"""

WARM_UP = Part[Callable[[Budget], None]]("compiled code")
"""Has the game's code compiled that would be compiled on first use."""
