"""A whole game in one file: a scenario, plain rules, and `plain_game` makes a `Game` of them.

Plain rules are a class that needs no import and no base class. They speak of positions, which are
texts, numbers, or tuples of these, and of moves, which are texts such as `3` or `a1-b2`. From them
come the reference simulator, searches, the board and all that follows; `docs/own-game.md` says what
each of their methods takes and returns.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import UnionType
from typing import TYPE_CHECKING, Any, Self, Union, get_args, get_origin

from pydantic import Field

from toadstone.core.board import BOARD
from toadstone.core.part import SUPPORT, Part
from toadstone.core.question import REMOTENESS, VALUE, WINNER, Question, Sense, Support
from toadstone.core.rules import RULES
from toadstone.engines import (
    CONFIRMER,
    ENGINES,
    EVALUATION,
    SEARCH_PROBLEM,
    STATE_SPACE,
    STATED_METHOD,
)
from toadstone.engines.adversarial.values import FIND_VALUE
from toadstone.engines.plain_rules import PlainSimulator, PlainTwoPlayerSimulator
from toadstone.engines.search.plain_search import FewestMoves
from toadstone.engines.search.problem import RulesProblem
from toadstone.engines.state_space import plans_of_length
from toadstone.files import SCENARIO
from toadstone.files.scenario import ASK, Pareto, Scenario
from toadstone.game import Game
from toadstone.play import USUAL_START
from toadstone.proofs import CERTIFIER, PLAIN_RULES, UNCERTIFIED
from toadstone.proofs.plain_rules import PlainCertifier, PlainConfirmer

if TYPE_CHECKING:
    from toadstone.core.board import Board

__all__ = [
    "Field",
    "OnePlayerScenario",
    "TwoPlayerScenario",
    "plain_game",
]

MIN_MOVES = Question("min-moves", Sense.MINIMISE, "moves", "the fewest moves that win")
REACH = Question("reach", Sense.SATISFY, None, "any plan that wins")


class _OwnScenario(Scenario):
    """A scenario whose fields may be lists, too; a file that is read has tuples in their place."""

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """Return the scenario that a mapping of keys to values states."""
        fields = cls.model_fields
        kinds = {key: fields[key].annotation for key in obj if key in fields}
        stated = {key: _with_lists(kinds.get(key), value) for key, value in obj.items()}
        return super().model_validate(stated, **options)

    def __hash__(self) -> int:
        return hash(self.model_dump_json())


class OnePlayerScenario(_OwnScenario):
    """The base of the scenario of a one-player game; each field is a key of its files.

    A subclass adds `game: Literal["NAME"]`, and its own fields, each with its description. If
    all of them have defaults, the name of the game means that scenario.
    """

    questions = (MIN_MOVES, REACH)
    ask: tuple[str, ...] | Pareto = Field((MIN_MOVES.name,), description=ASK)


class TwoPlayerScenario(_OwnScenario):
    """The base of the scenario of a two-player game; see `OnePlayerScenario`."""

    questions = (WINNER, REMOTENESS, VALUE)
    ask: tuple[str, ...] | Pareto = Field((WINNER.name,), description=ASK)


def plain_game(  # noqa: PLR0913 - a game has as many parts
    name: str,
    module: str,
    scenario: type[Scenario],
    rules: Any,
    *,
    parts: Mapping[Part[Any], Any] | None = None,
    support: Mapping[Part[Any], Support] | None = None,
) -> Game:
    """Return the game of plain rules; a module calls it `GAME`.

    Args:
        name: what files and the command line call it.
        module: the `__name__` of the module.
        scenario: a subclass of `OnePlayerScenario` or `TwoPlayerScenario`.
        rules: plain rules, a class with the methods that `docs/own-game.md` lists.
        parts: further parts, or better ones: each as `module:name`, or the part itself.
        support: the questions and keys that further parts support.

    Raises:
        TypeError: the scenario or the rules lack something.
    """
    for_two = issubclass(scenario, TwoPlayerScenario)
    _expect_whole(name, scenario, rules, for_two=for_two)
    if for_two and hasattr(rules, "winner"):
        scenario.questions = tuple(each for each in scenario.questions if each != VALUE)
    if hasattr(rules, "repeated"):
        scenario.questions = (WINNER,)
    simulator = partial(PlainTwoPlayerSimulator if for_two else PlainSimulator, rules)
    standard: dict[Part[Any], Any] = {
        SCENARIO: scenario,
        RULES: simulator,
        BOARD: partial(_board, simulator),
        PLAIN_RULES: rules,
        CERTIFIER: partial(PlainCertifier, rules),
        CONFIRMER: partial(PlainConfirmer, rules),
    }
    own = (each for key, each in scenario.model_fields.items() if key != "game")
    if not any(each.is_required() for each in own):
        title = name.replace("-", " ").capitalize()
        standard[USUAL_START] = partial(scenario, game=name, title=title)
    standard |= (_for_two if for_two else _for_one)(rules)
    standard[SUPPORT] |= support or {}
    return Game(
        name,
        module,
        scenario.questions,
        decision=WINNER if for_two else REACH,
        parts={**standard, **(parts or {})},
    )


def _with_lists(kind: Any, value: Any) -> Any:
    """Return a value with lists in the place of tuples where the type wants them."""
    if get_origin(kind) in (Union, UnionType):
        kind = next((each for each in get_args(kind) if get_origin(each) is list), None)
    if get_origin(kind) is not list or not isinstance(value, tuple):
        return value
    return [_with_lists(get_args(kind)[0], each) for each in value]


def _expect_whole(name: str, scenario: type[Scenario], rules: Any, *, for_two: bool) -> None:
    """Raise TypeError if the scenario or the rules lack what every game needs."""
    if not issubclass(scenario, OnePlayerScenario | TwoPlayerScenario):
        raise TypeError(f"{scenario.__name__} is no OnePlayerScenario and no TwoPlayerScenario")
    if get_args(scenario.model_fields["game"].annotation) != (name,):
        raise TypeError(f"the game of {scenario.__name__} has to be Literal[{name!r}]")
    for method in ("start", "moves", "play", "rows", *(() if for_two else ("won",))):
        if not hasattr(rules, method):
            raise TypeError(f"{rules.__name__} has no `{method}`")


def _for_one(rules: Any) -> dict[Part[Any], Any]:
    fewest = {"min-moves": "minimise moves"}
    searched, counted = Support({**fewest, "reach": "satisfy"}, None), Support(fewest, None)
    return {
        SEARCH_PROBLEM: lambda scenario, ask, budget: FewestMoves(
            PlainSimulator(rules, scenario), ask
        ),
        STATED_METHOD: lambda scenario, ask: (
            "a-star"
            if hasattr(rules, "estimate") and not hasattr(rules, "goals")
            else "breadth-first"
        ),
        STATE_SPACE: lambda scenario, figures, budget: plans_of_length(
            RulesProblem(PlainSimulator(rules, scenario)), figures["moves"]
        ),
        SUPPORT: dict.fromkeys((SEARCH_PROBLEM, CERTIFIER, CONFIRMER), searched)
        | {STATE_SPACE: counted},
    }


def _for_two(rules: Any) -> dict[Part[Any], Any]:
    questions = (WINNER, REMOTENESS, VALUE)
    confirmed = Support({each.name: each.aim for each in questions}, None)
    certified = Support({each.name: each.aim for each in questions[:2]}, None)
    parts: dict[Part[Any], Any] = {
        UNCERTIFIED: {VALUE.name: "a checker can confirm who wins: ask `winner`"},
        SUPPORT: {
            CERTIFIER: certified,
            CONFIRMER: confirmed,
            ENGINES: Support({"value": "position"}, None),
        },
    }
    if hasattr(rules, "evaluate"):
        parts[EVALUATION] = partial(_evaluation, rules)
    if not hasattr(rules, "winner"):
        parts[ENGINES] = (FIND_VALUE,)
    return parts


def _board(simulator: Any, scenario: Scenario) -> Board[Any, Any]:
    from toadstone.view.board import PlainBoard

    return PlainBoard(simulator(scenario))


def _evaluation(rules: Any, scenario: Scenario) -> Any:
    evaluate = rules(scenario).evaluate
    return lambda state, side: evaluate(state.position, side)
