"""What is asked: a scenario of a game, with everything settled that the scenario states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from toadstone.core.answer import Answer
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.conditions import AS_ASKED, CONDITIONS, Conditions
from toadstone.core.question import Question, Sense
from toadstone.core.rules import RULES, Rules
from toadstone.core.solution import ScenarioLike
from toadstone.files.scenario import Scenario, find_front, find_questions
from toadstone.game import Game, find_game

FRONT = "pareto:"
"""Before the names of questions that are to be traded off."""


@dataclass(frozen=True)
class Instance:
    """Questions about a scenario, as every engine takes them.

    Attributes:
        game: the game.
        scenario: the scenario; a figure that the questions leave open is open here too.
        ask: the questions, the most important first; each is answered among the best plans for
            those before it.
        front: whether the questions are traded off against each other instead.
        bounded: whether a model may state bounds that the rules imply, which spare it work.
    """

    game: Game
    scenario: Scenario
    ask: tuple[Question, ...]
    front: bool = False
    bounded: bool = True

    @classmethod
    def of(cls, answer: Answer) -> Instance:
        """Return what an answer is the answer to."""
        scenario = cast(Scenario, answer.scenario)
        return cls(find_game(answer.game), scenario, answer.ask, answer.front is not None)

    @cached_property
    def rules(self) -> Rules[Any, Any]:
        """The reference simulator of the scenario."""
        return self.game.get(RULES)(self.scenario)

    @property
    def conditions(self) -> Conditions[Any, Any]:
        """What the questions ask of a line of play beside the rules."""
        return self.conditions_within(UNLIMITED)

    def conditions_within(self, budget: Budget) -> Conditions[Any, Any]:
        """Return the conditions; to apply them may take a search, which keeps to the budget."""
        conditions = self.game.find(CONDITIONS)
        return conditions(self.scenario, self.ask, budget) if conditions else Conditions()

    @property
    def about_plans(self) -> bool:
        """Whether the questions are about plans; otherwise they are about the position."""
        return all(question.sense is not Sense.POSITION for question in self.ask)

    def about(self, scenario: ScenarioLike) -> Instance:
        """Return the same questions about another scenario of the game."""
        return replace(self, scenario=cast(Scenario, scenario))

    def asking(self, *ask: Question) -> Instance:
        """Return other questions about the same scenario."""
        return replace(self, ask=ask, front=False)

    def as_stated(self, values: Mapping[str, Any]) -> Instance:
        """Return the instance of a plan that was written down with these figures."""
        return self.about(_as_asked(self.game, self.scenario, self.ask, values))


def settled(
    game: Game, scenario: Scenario, ask: Sequence[str] = (), *, bounded: bool = True
) -> Instance:
    """Return the instance of a scenario: its own questions, or those that are named instead.

    Args:
        game: the game.
        scenario: the scenario.
        ask: names of questions, the most important first; `pareto:` before the first of them
            trades them off. Without names, the scenario's own questions are asked.
        bounded: see `Instance`.

    Raises:
        RequestError: there is no such question, or the questions do not go together.
    """
    front = ask[0].startswith(FRONT) if ask else scenario.asks_for_a_front()
    questions = _named(scenario, ask, front=front) if ask else scenario.asked()
    asked = _as_asked(game, scenario, questions, {})
    return Instance(game, cast(Scenario, asked), questions, front, bounded)


def _named(scenario: Scenario, ask: Sequence[str], *, front: bool) -> tuple[Question, ...]:
    names = [name.strip() for name in _divided(",".join(ask).removeprefix(FRONT))]
    find = find_front if front else find_questions
    return find(scenario.questions, names)


def _divided(names: str) -> list[str]:
    """Return what stands between the commas of a text that are in no braces."""
    parts, depth = [""], 0
    for letter in names:
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _as_asked(
    game: Game, scenario: Scenario, ask: tuple[Question, ...], values: Mapping[str, Any]
) -> ScenarioLike:
    as_asked = game.find(AS_ASKED)
    return as_asked(scenario, ask, values) if as_asked else scenario


def decision_of(game: Game, scenario: Scenario) -> Instance:
    """Return the instance that asks whether a scenario can be won at all."""
    return settled(game, scenario, [game.decision.name])
