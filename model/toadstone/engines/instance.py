"""Questions about a scenario of a game, in the form that every engine takes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import InputError, RequestError
from toadstone.core.part import Part
from toadstone.core.process import apart
from toadstone.core.question import Question, Sense
from toadstone.core.rules import RULES, Rules
from toadstone.core.solution import AS_ASKED, CONDITIONS, Conditions, ScenarioLike
from toadstone.files import NO_SPELLINGS, SPELLING, Spellings
from toadstone.files.scenario import Pareto, Scenario, find_questions, named_questions
from toadstone.files.source import Source
from toadstone.game import Game, all_games, comes_with_toadstone, find_game

if TYPE_CHECKING:
    from toadstone.core.promises import Trial
    from toadstone.files.plan_file import PlanFile

T = TypeVar("T")


@dataclass(frozen=True)
class Instance:
    """Questions about a scenario, as every engine takes them.

    Attributes:
        game: the game.
        scenario: the scenario; a figure that the questions leave open is open here too.
        ask: the questions, the most important first; each is answered among the best plans for
            those before it.
        is_front: whether the questions are traded off against each other instead.
        bounded: whether a model may state bounds that the rules imply, which spare it work.
        given: the scenario before the questions changed it; None where they did not.
    """

    game: Game
    scenario: Scenario
    ask: tuple[Question, ...]
    is_front: bool = False
    bounded: bool = True
    given: Scenario | None = field(default=None, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the simulator, which is made again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def rules(self) -> Rules[Any, Any]:
        """The reference simulator of the scenario."""
        return simulator_of(self.game, self.scenario)

    def conditions(self) -> Conditions[Any, Any]:
        """Return the conditions of the questions on a line of play, beside the rules."""
        conditions = self.game.find(CONDITIONS)
        return conditions(self.scenario, self.ask) if conditions else Conditions()

    @property
    def about_plans(self) -> bool:
        """Whether the questions are about plans; otherwise they are about the position."""
        return all(question.sense is not Sense.POSITION for question in self.ask)

    def read_plan(
        self, source: Source, words: Mapping[str, str] | None = None, budget: Budget = UNLIMITED
    ) -> PlanFile[Any]:
        """Read a plan file; `words` are a class's own words for moves.

        Raises:
            InputError: it holds no plan of this game.
        """
        from toadstone.files.plan_file import PlanFile, read_plan

        forms = replace(self._spellings, words=words or {})
        must_end = self.conditions().must_end
        outside = not comes_with_toadstone(self.game.package)
        exact = self._line_as_written(source.text) if outside else None
        try:
            read = read_plan(source, self.rules, forms, must_end=must_end, budget=budget)
        except InputError:
            if exact is None:
                raise
            return PlanFile(exact, plans=(exact,))
        return read if exact in (None, read.moves) else PlanFile(exact, read.values, (exact,))

    def _line_as_written(self, text: str) -> tuple[Any, ...] | None:
        """Return a legal line that stands there to the letter, as `R'` for a move; None if none."""
        with suppress(ValueError):
            stated = json.loads(text)
            plan = stated.get("plan") if isinstance(stated, dict) else stated
            text = "\n".join(map(str, plan)) if isinstance(plan, list) else text
        state, line = self.rules.start(), list[Any]()
        for word in text.split():
            named = {str(move): move for move in self.rules.legal_moves(state)}
            if word not in named:
                return None
            line.append(named[word])
            state = self.rules.after(state, line[-1])
        return tuple(line) or None

    def read_moves(self, text: str) -> tuple[Any, ...]:
        """Return the moves that a text may stand for, spelled as in a plan file.

        Raises:
            ValueError: it stands for none.
        """
        from toadstone.files.plan_words import Speller

        return Speller(self.rules, self._spellings.forms).read(text)

    @property
    def _spellings(self) -> Spellings:
        spelling = self.game.find(SPELLING)
        return spelling(self.scenario) if spelling else NO_SPELLINGS

    def why_unsupported(self, part: Part[Any]) -> str | None:
        """Return that a part of the game is missing, or what it does not support; else None."""
        if part not in self.game.parts:
            return part.why_missing(self.game.name)
        unstated = self.game.support(part).first_unstated(self.ask, self.scenario.keys_used())
        if unstated is None:
            return None
        return f"{unstated} is not supported by the {part.name} of {self.game.name}"

    def get(self, part: Part[T]) -> T:
        """Return a part of the game.

        Raises:
            RequestError: the game does not bring it, or it does not support the questions or the
                scenario.
        """
        if (reason := self.why_unsupported(part)) is not None:
            raise RequestError(reason)
        return self.game.get(part)

    def about(self, scenario: ScenarioLike) -> Instance:
        """Return the same questions about another scenario of the game."""
        return replace(self, scenario=cast(Scenario, scenario), given=None)

    def asking(self, *ask: Question) -> Instance:
        """Return other questions about the same scenario."""
        return replace(self, ask=ask, is_front=False)

    def as_stated(self, values: Mapping[str, Any]) -> Instance:
        """Return the instance of a plan that was written down with these figures."""
        return self.about(_as_asked(self.game, self.scenario, self.ask, values))


TRIED_PLIES = 60
"""Plies of the lines of play on which the rules of a game from outside are tried."""

MOST_TRIED = 100
"""Scenarios whose trials are kept, the latest."""

_TRIED: dict[tuple[Game, ScenarioLike], Trial] = {}


def simulator_of(game: Game, scenario: ScenarioLike) -> Rules[Any, Any]:
    """Return the reference simulator of a scenario; that of a game from outside is tried first.

    Raises:
        BrokenGameError: the rules break a promise on the first lines of play.
    """
    _try_rules(game, scenario)
    return game.get(RULES)(scenario)


def _try_rules(game: Game, scenario: ScenarioLike) -> None:
    """Try the rules of a game from outside, once for each scenario."""
    outside = not comes_with_toadstone(game.package)
    if outside and RULES in game.parts and (game, scenario) not in _TRIED:
        from toadstone.core.promises import Trial

        with apart(game.name):
            trial = Trial.of(game.name, lambda: game.get(RULES)(scenario))
            trial.lines(2, TRIED_PLIES)
        _TRIED[game, scenario] = trial
        if len(_TRIED) > MOST_TRIED:
            del _TRIED[next(iter(_TRIED))]


def try_again(instance: Instance) -> None:
    """Raise BrokenGameError where rules from outside are no longer those that were tried."""
    if (trial := _TRIED.get((instance.game, instance.scenario))) is not None:
        trial.again()


def tried_games() -> list[str]:
    """Return the names of the games from outside whose rules were used in this process."""
    known = all_games()
    return sorted({game.name for game, _ in _TRIED if known.get(game.name) is game})


def make_instance(scenario: Scenario, ask: Sequence[str] = (), *, bounded: bool = True) -> Instance:
    """Return the instance of a scenario: its own questions, or those that are named instead.

    The most important one comes first; `pareto:` before its name trades them off.

    Raises:
        RequestError: there is no such question, or the questions do not go together.
        BrokenGameError: see `simulator_of`.
    """
    game = find_game(scenario.game)
    stated = named_questions(ask) if ask else scenario.ask
    questions = find_questions(scenario.questions, stated)
    asked = cast(Scenario, _as_asked(game, scenario, questions, {}))
    _try_rules(game, asked)
    given = None if asked is scenario else scenario
    return Instance(game, asked, questions, isinstance(stated, Pareto), bounded, given)


def _as_asked(
    game: Game, scenario: Scenario, ask: tuple[Question, ...], values: Mapping[str, Any]
) -> ScenarioLike:
    as_asked = game.find(AS_ASKED)
    return as_asked(scenario, ask, values) if as_asked else scenario


def decision_of(scenario: Scenario, *, bounded: bool = True) -> Instance:
    """Return the instance that asks whether a scenario can be won at all."""
    return make_instance(scenario, [find_game(scenario.game).decision.name], bounded=bounded)
