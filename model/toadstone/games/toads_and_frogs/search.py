"""The engines of Toads and Frogs: the winner, the value, and comparisons with other values.

The toads are Left, the frogs Right, and several rows are the sum of their values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import WINNER
from toadstone.core.solution import Solution
from toadstone.engines.adversarial.perfect_play import PerfectPlay, SearchedGame
from toadstone.engines.adversarial.query import (
    AnyRules,
    PositionSearch,
    outcome_class,
    two_player_rules,
    winner_of,
    winners_when_first,
)
from toadstone.engines.adversarial.values import FIND_VALUE
from toadstone.engines.answer import PositionResult, Status
from toadstone.engines.engine import NUMBA, EngineResult, FunctionEngine
from toadstone.engines.instance import Instance
from toadstone.engines.search.problem import RulesProblem
from toadstone.engines.state_space import Paths, plans_of_length
from toadstone.games.toads_and_frogs.difference import COMPARISONS, bits_of
from toadstone.games.toads_and_frogs.questions import AT_LEAST, VALUE
from toadstone.games.toads_and_frogs.rules import FROGS, TOADS, State, ToadsAndFrogsRules
from toadstone.games.toads_and_frogs.scenario import (
    MOST_BITS,
    Move,
    ToadsAndFrogsScenario,
    one_row,
)
from toadstone.play import Atlas

RELATIONS = {TOADS: ">", FROGS: "<", "second": "=", "first": "||"}
"""How a position compares with a value, by who wins the difference."""

FROM_CELLS = 15
"""The least number of cells for which the compiled search finds the winner of rows alone."""


def atlas() -> Atlas:
    """Return the usual starts, every T^a _^b F^c, shortest first, with the value of each."""

    def starts(most_cells: int) -> list[dict[str, ToadsAndFrogsScenario]]:
        return [
            {side: one_row(row).model_copy(update={"turn": side}) for side in (TOADS, FROGS)}
            for cells in range(3, most_cells + 1)
            for gaps in range(1, cells - 1)
            for toads in range(1, cells - gaps)
            for row in ["T" * toads + "_" * gaps + "F" * (cells - toads - gaps)]
        ]

    return Atlas(range(3, 15), VALUE, starts)


def whole_games(
    scenario: ToadsAndFrogsScenario, figures: Mapping[str, int], budget: Budget = UNLIMITED
) -> Paths[State, Move]:
    """Return the whole games with so many plies."""
    return plans_of_length(RulesProblem(ToadsAndFrogsRules(scenario)), figures["plies"])


def _compiled(rules: Any, budget: Budget) -> SearchedGame[Any, Any]:
    from toadstone.games.toads_and_frogs.perfect_play import SolvedRows

    return SolvedRows(rules, budget)


def compare(
    instance: Instance,
    budget: Budget,
    search: Callable[[AnyRules, Budget], SearchedGame[Any, Any]] = _compiled,
) -> EngineResult:
    """Find whether the rows are at least the value, and for the relation, at most.

    The search is of the rows with the negative of the value beside them.
    """
    budget.nodes = 0
    play = search(two_player_rules(instance), budget)
    rules, question = play.rules, instance.ask[0]
    start = rules.start()
    payoff = play.payoff(start)
    line = Solution(instance.scenario, tuple(play.best_line(start)), payoff=payoff)
    winner = winner_of(rules, rules.to_move(start), payoff)
    position = PositionResult(winner=winner, other=question.stated, at_least=winner == TOADS)
    if question.name == AT_LEAST.name:
        return EngineResult(Status.OPTIMAL, (line,), position=position, evidence=play)
    with budget.stoppable():
        winners = winners_when_first(play)
        outcome = outcome_class(rules, winners)
        related = replace(
            position,
            at_most=winners[TOADS] == FROGS,
            relation=RELATIONS[outcome or ""],
            winner_when_first=winners,
            outcome=outcome,
        )
        return EngineResult(Status.OPTIMAL, (line,), position=related, evidence=play)
    return EngineResult(Status.FEASIBLE, (line,), position=position)


ENGINES = (
    FunctionEngine(
        name="compiled-search",
        meaning="every line of play with the value beside the rows, with a transposition table",
        library=NUMBA,
        questions=COMPARISONS,
        find=compare,
        room=lambda scenario: bits_of(scenario) <= MOST_BITS,
    ),
    FunctionEngine(
        name="exact-search",
        meaning="the same by the search of every game; not compiled",
        questions=COMPARISONS,
        find=partial(compare, search=PerfectPlay),
    ),
    FIND_VALUE,
    PositionSearch(
        name="compiled-search",
        meaning="every line of play, with a transposition table, compiled; from 15 cells",
        library=NUMBA,
        search=_compiled,
        questions=frozenset({WINNER.name}),
        room=lambda scenario: FROM_CELLS <= bits_of(scenario) <= MOST_BITS,
        needs=f"for rows of {FROM_CELLS} to {MOST_BITS} cells in all",
    ),
)
"""The engines of this game alone, of those for the same question the one for general use first."""
