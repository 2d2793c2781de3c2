"""A whole game in one file: a scenario, plain rules, and `plain_game` makes a `Game` of them.

Plain rules are a class that needs no import and no base class. They speak of positions, which are
texts, numbers, or tuples of these, and of moves, which are texts such as `3` or `a1-b2`. From them
come the reference simulator, searches, the board and all that follows; `docs/own-game.md` says what
each of their methods takes and returns.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, get_args

from pydantic import Field

from toadstone.core.board import BOARD
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.core.part import SUPPORT, Part, Support
from toadstone.core.question import BOOK, REMOTENESS, VALUE, WINNER, Question, Sense
from toadstone.core.rules import DRAW, RULES
from toadstone.engines.adversarial.perfect_play import PerfectPlay, deep_recursion, follow
from toadstone.engines.adversarial.query import two_player_rules
from toadstone.engines.adversarial.values import FIND_VALUE
from toadstone.engines.answer import Answer
from toadstone.engines.parts import ENGINES, EVALUATION, SEARCH_PROBLEM, STATE_SPACE
from toadstone.engines.plain_rules import (
    FewestMoves,
    PlainSimulator,
    PlainTwoPlayerSimulator,
    Played,
)
from toadstone.engines.search.problem import RulesProblem
from toadstone.engines.state_space import PlansOfLength
from toadstone.files.formats import SCENARIO
from toadstone.files.scenario import ASK, Pareto, Scenario
from toadstone.game import Game
from toadstone.play.parts import INSTRUCTIONS, USUAL_START
from toadstone.proofs.certificate import rules_file
from toadstone.proofs.parts import CERTIFIER, PLAIN_RULES, UNCERTIFIED
from toadstone_checker.certificate_file import Budget as Work
from toadstone_checker.certificate_file import Invalid, Unusable
from toadstone_checker.own_game import KIND, MOST_WORK, OnePlayer, load

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


class OnePlayerScenario(Scenario):
    """The base of the scenario of a one-player game; each field is a key of its files.

    A subclass adds `game: Literal["NAME"]`, and its own fields, each with its description. Where
    all of them have defaults, the name of the game stands for that scenario.
    """

    questions = (MIN_MOVES, REACH)
    ask: tuple[str, ...] | Pareto = Field((MIN_MOVES.name,), description=ASK)


class TwoPlayerScenario(Scenario):
    """The base of the scenario of a two-player game; see `OnePlayerScenario`."""

    questions = (WINNER, REMOTENESS, VALUE, BOOK)
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
    simulator = partial(PlainTwoPlayerSimulator if for_two else PlainSimulator, rules)
    made: dict[Part[Any], Any] = {
        SCENARIO: scenario,
        RULES: simulator,
        BOARD: partial(_board, simulator),
        PLAIN_RULES: rules,
        CERTIFIER: partial(PlainCertifier, rules),
        INSTRUCTIONS: lambda scenario: inspect.getdoc(rules) or "This game has no rules.",
    }
    own = (each for key, each in scenario.model_fields.items() if key != "game")
    if not any(each.is_required() for each in own):
        title = name.replace("-", " ").capitalize()
        made[USUAL_START] = partial(scenario, game=name, title=title)
    made |= (_for_two if for_two else _for_one)(rules)
    made[SUPPORT] |= support or {}
    return Game(
        name,
        module,
        scenario.questions,
        decision=WINNER if for_two else REACH,
        also_decide=(REMOTENESS, VALUE, BOOK) if for_two else (MIN_MOVES,),
        parts={**made, **(parts or {})},
    )


def _expect_whole(name: str, scenario: type[Scenario], rules: Any, *, for_two: bool) -> None:
    """Raise TypeError where the scenario or the rules lack what every game needs."""
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
        SEARCH_PROBLEM: partial(FewestMoves, rules),
        STATE_SPACE: lambda scenario, figures, budget: PlansOfLength(
            RulesProblem(PlainSimulator(rules, scenario)), figures["moves"]
        ),
        SUPPORT: {SEARCH_PROBLEM: searched, STATE_SPACE: counted, CERTIFIER: searched},
    }


def _for_two(rules: Any) -> dict[Part[Any], Any]:
    certified = Support({"winner": "position", "remoteness": "position"}, None)
    parts: dict[Part[Any], Any] = {
        UNCERTIFIED: {
            VALUE.name: "a checker can confirm who wins: ask `winner`",
            BOOK.name: "a book does not prove that none is smaller",
        },
        SUPPORT: {CERTIFIER: certified, ENGINES: Support({"value": "position"}, None)},
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


class PlainCertifier:
    """Makes certificates for the answers to one scenario; the checker reads the file of the rules.

    docs/certificates.md explains the format and the argument. The file is trusted; nothing else is.

    Args:
        rules: the class of the plain rules.
        scenario: the scenario.
    """

    def __init__(self, rules: type, scenario: Scenario) -> None:
        self._rules, self._scenario = rules, scenario

    def content(self) -> dict[str, Any]:
        """Return the scenario without the keys that change nothing in the rules."""
        return self._scenario.model_dump(mode="json", exclude={"game", "title", "ask"})

    def certificate(self, answer: Answer, budget: Budget = UNLIMITED) -> dict[str, Any]:
        """Return the certificate of a proven answer, OPTIMAL or INFEASIBLE.

        Raises:
            LimitReachedError: time ran out.
            RequestError: the rules file does not stand alone, or the proof is too large.
        """
        path = rules_file(self._rules)
        source, name = path.read_bytes(), path.name
        if name == "__init__.py":
            name = f"{path.parent.name}/{name}"
        content, question = self.content(), answer.ask[0]
        try:
            stated = load(source)
            game = stated.of(content)
            names = ("winner", "remoteness") if question == REMOTENESS else ("winner",)
            names = names if stated.for_two else ("moves",)
            values = None if answer.values is None else {n: answer.values[n] for n in names}
            layers = strategies = None
            if stated.for_two:
                strategies = _strategies(answer, budget)
            elif question.figure is not None or values is None:
                layers = _layers(game, None if values is None else values["moves"], budget)
        except (Unusable, Invalid) as error:
            raise RequestError(f"there can be no certificate: {': '.join(error.args)}") from None
        return {
            "certificate": KIND,
            "game": answer.game,
            "rules": {"file": name, "sha256": sha256(source).hexdigest()},
            "scenario": content,
            "claim": {"ask": question.name, "status": answer.status.value, "values": values},
            "plan": None if stated.for_two else answer.plan,
            "layers": layers,
            "strategies": strategies,
        }


def _strategies(answer: Answer, budget: Budget) -> dict[str, dict[str, str]]:
    """Return what each side that has to be sure of something replies, by positions."""
    rules = two_player_rules(answer.instance)
    values = answer.values or {}
    timed = answer.ask[0] == REMOTENESS
    if timed and values["winner"] == DRAW:
        why = "in a draw both sides hurry, so no strategy of one side proves its length"
        raise RequestError(f"there can be no certificate: {why}")
    play = answer.evidence if isinstance(answer.evidence, PerfectPlay) else PerfectPlay(rules)
    play.budget = budget
    sides = rules.sides if timed or values["winner"] == DRAW else (values["winner"],)

    def reply(state: Played, known: object) -> Any:
        return play.timely_moves(state)[0] if timed else play.quickest_best(state)

    with deep_recursion():
        made = {side: follow(rules, side, reply, [rules.start()]) for side in sides}
    return {side: {p: str(move) for p, move in replies.items()} for side, replies in made.items()}


def _layers(game: Any, fewer_than: int | None, budget: Budget) -> list[list[str]]:
    """Return the positions that each number of moves leads to and fewer do not, as texts."""
    player = OnePlayer(game, Work(budget.tell, MOST_WORK))
    reached, layers = set[str](), list[list[str]]()
    start = game.start()
    following = {repr(start): start}
    while following and len(layers) != fewer_than:
        layers.append(sorted(following))
        reached |= following.keys()
        after = ((repr(each), each) for at in following.values() for _, each in player.after(at))
        following = {text: each for text, each in after if text not in reached}
    return layers
