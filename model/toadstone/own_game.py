"""A whole game in one file: a scenario, plain rules, and `plain_game` makes a `Game` of them.

Plain rules are a class that needs no import and no base class. They speak of positions, which are
texts, numbers, or tuples of these, and of moves, which are texts such as `3` or `a1-b2`. From them
come the reference simulator, searches, the board and all that follows; `docs/own-game.md` shows it.
"""

from __future__ import annotations

import inspect
from ast import literal_eval
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast, get_args

from pydantic import Field

from toadstone.core.board import BOARD
from toadstone.core.budget import Budget
from toadstone.core.part import SUPPORT, Part, Support
from toadstone.core.question import BOOK, REMOTENESS, VALUE, WINNER, Question, Sense
from toadstone.core.rules import RULES, IllegalMoveError, Outcome, Rules, TwoPlayerRules
from toadstone.engines.adversarial.values import FIND_VALUE
from toadstone.engines.parts import ENGINES, EVALUATION, SEARCH_PROBLEM, STATE_SPACE
from toadstone.engines.search.problem import Cost, RulesProblem
from toadstone.engines.state_space import WholeGames
from toadstone.files.formats import SCENARIO
from toadstone.files.messages import quoted
from toadstone.files.scenario import ASK, Pareto, Scenario
from toadstone.game import Game
from toadstone.play.parts import INSTRUCTIONS, USUAL_START
from toadstone.proofs.parts import CERTIFIER, PLAIN_RULES, UNCERTIFIED
from toadstone.proofs.plain_certificate import PlainCertifier

if TYPE_CHECKING:
    from toadstone.core.board import Board

__all__ = [
    "Field",
    "OnePlayerScenario",
    "PlainRules",
    "PlainTwoPlayerRules",
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


class PlainRules(Protocol):
    """The rules of a one-player game, as its author writes them; nothing has to be imported.

    It is made from the scenario, whose fields are attributes. Positions are immutable texts,
    numbers or tuples of these, so that Python reads back what it writes of them. Positions that are
    equal have the same future, whatever led there. No method changes anything.

    Its docstring states the rules in a few lines, for players. Four methods are optional:

    - `lost(position)` returns in words why the game is lost there, or None.
    - `why_illegal(position, move)` says why a move is not among the legal ones.
    - `estimate(position)` returns a number of moves that is never above what a win still takes;
      a move lowers it by at most 1. Searches then look at fewer positions.
    - `key(position)` returns what searches remember a position by, instead of the position itself:
      best an integer. Positions such as mirror images may share it if the fewest moves are equal.
    """

    def start(self) -> Any:
        """Return the position before the first move."""

    def moves(self, position: Any) -> Iterable[str]:
        """Return the legal moves as texts, each once, in a fixed order; none after the end."""

    def play(self, position: Any, move: str) -> Any:
        """Return the position after a legal move."""

    def won(self, position: Any) -> bool:
        """Return whether the game is won."""

    def rows(self, position: Any) -> Sequence[str]:
        """Return the board as rows of characters, always as many; `.` and space are empty."""


class PlainTwoPlayerRules(Protocol):
    """The rules of a two-player game, as its author writes them; nothing has to be imported.

    As in `PlainRules`, but each method also gets the side to move. The sides move in turn, the
    first one begins, and every line of play ends. A side that cannot move loses, unless there is

    - `winner(position, side)`, which returns the side that has won, `draw`, or None while the game
      goes on. A position without a legal move then has to have a winner or be a draw.

    Four more methods are optional:

    - `why_illegal(position, move, side)` says why a move is not among the legal ones.
    - `key(position, side)` returns what searches remember a position by, best an integer; the side
      to move need not be in it. Positions such as mirror images may share it if they are worth the
      same to that side.
    - `parts(position)` returns positions that no move joins and that together are this one, such as
      the groups of pins in a row. Values, for games without `winner`, are then found quickly.
    - `evaluate(position, side)` returns how good a position is for a side, as a whole number.
    """

    sides: tuple[str, str]

    def start(self) -> Any:
        """Return the position before the first move."""

    def moves(self, position: Any, side: str) -> Iterable[str]:
        """Return the legal moves as texts, each once, in a fixed order."""

    def play(self, position: Any, move: str, side: str) -> Any:
        """Return the position after a legal move of a side."""

    def rows(self, position: Any) -> Sequence[str]:
        """Return the board as rows of characters, always as many; `.` and space are empty."""


OF_POSITIONS = {"winner": "position", "remoteness": "position"}
"""The questions about positions that have certificates."""

OF_VALUES = {"value": "position"}

UNCERTIFIED_FOR_TWO = {
    VALUE.name: "a checker can confirm who wins: ask `winner`",
    BOOK.name: "a book does not prove that none is smaller",
}


_POSITIONS = "a text, a number, or a tuple of positions"


def _is_position(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_position, value))
    return isinstance(value, str | bytes | int | float)


def _are_texts(value: object) -> bool:
    if not isinstance(value, Iterable) or isinstance(value, str):
        return False
    return all(isinstance(each, str) for each in value)


def _are_moves(value: object) -> bool:
    return _are_texts(value) and all(each.split() == [each] for each in cast(list[str], value))


def _has_hash(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


_RETURNS: tuple[tuple[str, str, Callable[[Any], bool]], ...] = (
    ("moves", "a list of texts without spaces", _are_moves),
    (
        "rows",
        "a list of texts",
        lambda found: isinstance(found, list | tuple) and _are_texts(found),
    ),
    ("won", "True or False", lambda found: isinstance(found, bool)),
    ("lost", "a text or None", lambda found: found is None or isinstance(found, str)),
    ("key", "an integer, or anything else with a hash", _has_hash),
    ("estimate", "a whole number", lambda found: isinstance(found, int)),
    ("evaluate", "a whole number", lambda found: isinstance(found, int)),
)
"""What methods of plain rules return when they get a position."""

_NO_ATTRIBUTES = ("start", "play", "winner", "why_illegal", *(name for name, *_ in _RETURNS))
"""Methods whose names no attribute of plain rules may have."""


class Played(NamedTuple):
    """A position, and how many moves led to it; its text is the state's."""

    position: Any
    moves: int

    def __str__(self) -> str:
        return f"{self.position!r} after {self.moves}"


MOST_REMEMBERED = 100_000
"""Positions of which the simulator remembers the legal moves."""


class PlainSimulator(Rules[Played, str]):
    """The reference simulator of a one-player game with plain rules.

    Args:
        make: makes the plain rules of a scenario.
        scenario: the scenario.
    """

    can_return = True

    def __init__(self, make: Any, scenario: Any) -> None:
        self.plain: Any = make(scenario)
        self._legal = lru_cache(MOST_REMEMBERED)(self._moves)
        self._key = getattr(self.plain, "key", None)

    def _mover(self, state: Played) -> tuple[Any, ...]:
        """Return what plain rules get beside the position."""
        return ()

    def _moves(self, state: Played) -> tuple[str, ...]:
        if self.outcome(state) is not None:
            return ()
        return tuple(self.plain.moves(state.position, *self._mover(state)))

    def fault(self, state: Played) -> str | None:
        """Return what a method of the plain rules returns here that it must not, or None."""
        for name in _NO_ATTRIBUTES:
            if hasattr(self.plain, name) and not callable(getattr(self.plain, name)):
                return f"`{name}` is a method of the rules, but an attribute of theirs hides it"
        if not _is_position(state.position):
            made = "play" if state.moves else "start"
            return f"`{made}` returns {quoted(state.position)}, expected {_POSITIONS}"
        for name, wanted, fits in _RETURNS:
            if (method := getattr(self.plain, name, None)) is None:
                continue
            if name == "moves" and self.outcome(state) is not None:
                continue
            mover = () if name == "rows" else self._mover(state)
            if not fits(found := method(state.position, *mover)):
                at = f"`{name}` of `{state.position!r}`"
                return f"{at} returns {quoted(found)}, expected {wanted}"
        return self._fault_of_estimates(state)

    def _fault_of_estimates(self, state: Played) -> str | None:
        if (estimate := getattr(self.plain, "estimate", None)) is None:
            return None
        least, at = estimate(state.position), f"the estimate of `{state.position!r}`"
        if self.plain.won(state.position) and least != 0:
            return f"{at}, which is won, is {least}"
        for move in self._legal(state):
            if (after := estimate(self.after(state, move).position)) < least - 1:
                return f"{at} is {least}, after {move} {after}: a move lowers it by at most 1"
        return None

    def start(self) -> Played:
        """Return the start."""
        return Played(self.plain.start(), 0)

    def legal_moves(self, state: Played) -> tuple[str, ...]:
        """Return the legal moves."""
        return self._moves(state)

    def why_illegal(self, state: Played, move: str) -> str | None:
        """Return why a move is not legal, in the words of the plain rules where they have some."""
        if move in self._legal(state):
            return None
        if (outcome := self.outcome(state)) is not None:
            return f"the game is over: {outcome.reason}"
        explain = getattr(self.plain, "why_illegal", None)
        said = explain(state.position, move, *self._mover(state)) if explain else None
        return said or "there is no such move here"

    def play(self, state: Played, move: str) -> Played:
        """Return the state after a move; raise IllegalMoveError when it is not legal."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return self.after(state, move)

    def after(self, state: Played, move: str) -> Played:
        """Return the state after a legal move."""
        return Played(self.plain.play(state.position, move, *self._mover(state)), state.moves + 1)

    def position(self, state: Played) -> str:
        """Return the position: how many moves led there does not matter."""
        return repr(state.position)

    def key(self, state: Played) -> Hashable:
        """Return the key of the plain rules, or the position."""
        found: Hashable = state[0]
        return found if self._key is None else self._key(found)

    def outcome(self, state: Played) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if self.plain.won(state.position):
            return Outcome.won("player", "the goal is reached")
        lost = getattr(self.plain, "lost", None)
        reason = lost(state.position) if lost else None
        return Outcome.lost(reason) if reason else None

    def observe(self, state: Played) -> Mapping[str, int]:
        """Return how many moves there were."""
        return {"moves": state.moves}

    def figures(self, state: Played) -> Mapping[str, int]:
        """Return how many moves there were."""
        return {"moves": state.moves}

    def read_move(self, text: str) -> str:
        """Return the text, which is the move."""
        return text.strip()

    def read_state(self, text: str) -> Played:
        """Return the state with this text form; raise ValueError when there is none."""
        position, _, moves = text.rpartition(" after ")
        try:
            return Played(literal_eval(position), int(moves))
        except (SyntaxError, TypeError, ValueError):
            wanted = "expected a position of texts, numbers and tuples of them"
            raise ValueError(f"{wanted}, found `{text}`") from None


class PlainTwoPlayerSimulator(PlainSimulator, TwoPlayerRules[Played, str]):
    """The reference simulator of a two-player game with plain rules."""

    can_return = False

    def __init__(self, make: Any, scenario: Any) -> None:
        super().__init__(make, scenario)
        self._winner = getattr(self.plain, "winner", None)

    @cached_property
    def sides(self) -> tuple[str, str]:  # type: ignore[override]  # of the plain rules
        """The two sides."""
        first, second = self.plain.sides
        return first, second

    def _mover(self, state: Played) -> tuple[Any, ...]:
        return (self.sides[state.moves % 2],)

    def _moves(self, state: Played) -> tuple[str, ...]:
        position, side = state[0], self.sides[state[1] % 2]
        if self._winner is not None and self._winner(position, side) is not None:
            return ()
        return tuple(self.plain.moves(position, side))

    def after(self, state: Played, move: str) -> Played:
        """Return the state after a legal move."""
        position, moves = state
        return Played(self.plain.play(position, move, self.sides[moves % 2]), moves + 1)

    def key(self, state: Played) -> Hashable:
        """Return the key of the plain rules, or the position; and whose turn it is."""
        position, moves = state
        turn = moves % 2
        return (position if self._key is None else self._key(position, self.sides[turn])), turn

    def outcome(self, state: Played) -> Outcome | None:
        """Return how the game ended; without `winner`, a side that cannot move has lost."""
        if self._winner is None:
            if self.legal_moves(state):
                return None
            return Outcome.won(
                self.sides[1 - state.moves % 2], f"{self.to_move(state)} cannot move"
            )
        winner = self._winner(state.position, self.to_move(state))
        if winner is None:
            return None
        return (
            Outcome.drawn("a draw") if winner == "draw" else Outcome.won(winner, f"{winner} wins")
        )

    def to_move(self, state: Played) -> str:
        """Return the side whose turn it is."""
        return self.sides[state.moves % 2]

    def parts(self, state: Played) -> Sequence[Played]:
        """Return the parts that the plain rules give, each with the same side to move."""
        if (divide := getattr(self.plain, "parts", None)) is None:
            return (state,)
        return [Played(part, state.moves) for part in divide(state.position)]

    def null_move(self, state: Played) -> Played:
        """Return the same position with the other side to move."""
        return Played(state.position, state.moves + 1)

    def position(self, state: Played) -> str:
        """Return the position and the side to move."""
        return f"{state.position!r} {self.to_move(state)}"


def plain_game(  # noqa: PLR0913 - a game has as many parts
    name: str,
    module: str,
    scenario: type[Scenario],
    rules: Any,
    *,
    parts: Mapping[Part[Any], Any] | None = None,
    support: Mapping[Part[Any] | str, Support] | None = None,
) -> Game:
    """Return the game of plain rules; a module calls it `GAME`.

    Args:
        name: what files and the command line call it.
        module: the `__name__` of the module.
        scenario: a subclass of `OnePlayerScenario` or `TwoPlayerScenario`.
        rules: plain rules, see `PlainRules` and `PlainTwoPlayerRules`.
        parts: further parts, or better ones: each as `module:name`, or the part itself.
        support: the questions and keys that further parts support.

    Raises:
        TypeError: the scenario or the rules lack something.
    """
    for_two = issubclass(scenario, TwoPlayerScenario)
    _expect_whole(name, scenario, rules, METHODS if for_two else (*METHODS, "won"))
    simulator = partial(PlainTwoPlayerSimulator if for_two else PlainSimulator, rules)
    general: dict[Part[Any], Any] = {
        SCENARIO: scenario,
        RULES: simulator,
        BOARD: partial(_board, simulator),
        PLAIN_RULES: rules,
        CERTIFIER: partial(PlainCertifier, rules),
        INSTRUCTIONS: partial(_instructions, inspect.getdoc(rules) or "This game has no rules."),
    }
    own = (each for key, each in scenario.model_fields.items() if key != "game")
    if not any(each.is_required() for each in own):
        title = name.replace("-", " ").capitalize()
        general[USUAL_START] = partial(scenario, game=name, title=title)
    if for_two and hasattr(rules, "winner") and VALUE in scenario.questions:
        scenario.questions = tuple(each for each in scenario.questions if each != VALUE)
    more, supported = (_for_two if for_two else _for_one)(rules)
    general |= {**more, SUPPORT: {**supported, **(support or {})}}
    return Game(
        name,
        module,
        scenario.questions,
        decision=WINNER if for_two else REACH,
        also_decide=(REMOTENESS, VALUE, BOOK) if for_two else (MIN_MOVES,),
        parts={**general, **(parts or {})},
    )


METHODS = ("start", "moves", "play", "rows")
"""The methods of all plain rules."""


def _expect_whole(
    name: str, scenario: type[Scenario], rules: Any, methods: tuple[str, ...]
) -> None:
    """Raise TypeError where the scenario or the rules lack what every game needs."""
    if not issubclass(scenario, OnePlayerScenario | TwoPlayerScenario):
        raise TypeError(f"{scenario.__name__} is no OnePlayerScenario and no TwoPlayerScenario")
    stated = scenario.model_fields["game"].annotation
    if get_args(stated) != (name,):
        raise TypeError(f"the game of {scenario.__name__} has to be Literal[{name!r}]")
    for method in methods:
        if not hasattr(rules, method):
            raise TypeError(f"{rules.__name__} has no `{method}`")


Supported = Mapping[Part[Any] | str, Support]


def _for_one(rules: Any) -> tuple[Mapping[Part[Any], Any], Supported]:
    """Return the further parts of a one-player game, and what they support."""
    searched = Support({"min-moves": "minimise moves", "reach": "satisfy"}, None)
    counted = Support({"min-moves": "minimise moves"}, None)
    parts: dict[Part[Any], Any] = {
        SEARCH_PROBLEM: partial(_search, rules),
        STATE_SPACE: partial(_space, rules),
    }
    return parts, {SEARCH_PROBLEM: searched, STATE_SPACE: counted, CERTIFIER: searched}


def _for_two(rules: Any) -> tuple[Mapping[Part[Any], Any], Supported]:
    """Return the further parts of a two-player game, and what they support."""
    parts: dict[Part[Any], Any] = {UNCERTIFIED: UNCERTIFIED_FOR_TWO}
    if hasattr(rules, "evaluate"):
        parts[EVALUATION] = partial(_evaluation, rules)
    if not hasattr(rules, "winner"):
        parts[ENGINES] = (FIND_VALUE,)
    return parts, {CERTIFIER: Support(OF_POSITIONS, None), ENGINES: Support(OF_VALUES, None)}


def _instructions(text: str, scenario: Scenario) -> str:
    return text


def _board(simulator: Any, scenario: Scenario) -> Board[Any, Any]:
    from toadstone.view.plain_board import PlainBoard

    return PlainBoard(simulator(scenario))


def _evaluation(rules: Any, scenario: Scenario) -> Any:
    evaluate = rules(scenario).evaluate
    return lambda state, side: evaluate(state.position, side)


def _search(
    rules: Any, scenario: Scenario, ask: tuple[Question, ...], budget: Budget
) -> _FewestMoves:
    return _FewestMoves(PlainSimulator(rules, scenario), ask.count(MIN_MOVES))


class _FewestMoves(RulesProblem[Played, str]):
    """The positions that moves lead to; a move costs one where the fewest are asked for."""

    fewest_moves = True

    def __init__(self, rules: PlainSimulator, questions: int) -> None:
        super().__init__(rules)
        self.zero, self._one = (0,) * questions, (1,) * questions
        self._estimate = getattr(rules.plain, "estimate", None)

    def cost(self, before: Played, move: str, after: Played) -> Cost:
        """Return the cost of a move."""
        return self._one

    def estimate(self, state: Played) -> Cost | None:
        """Return the estimate of the plain rules, or 0."""
        least = self._estimate(state.position) if self._estimate else 0
        return (least,) * len(self.zero)


def _space(
    rules: Any, scenario: Scenario, figures: Mapping[str, int], budget: Budget
) -> WholeGames[Played, str]:
    return WholeGames(PlainSimulator(rules, scenario), figures["moves"])
