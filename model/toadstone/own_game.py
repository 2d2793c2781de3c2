"""A whole game in one file: a scenario, plain rules, and `plain_game` makes a `Game` of them.

Plain rules are a class that needs no import and no base class. They speak of positions, which are
texts, numbers, or tuples of these, and of moves, which are texts such as `3` or `a1-b2`. From them
come the reference simulator, searches, the board and all that follows; `docs/own-game.md` shows it.
"""

from __future__ import annotations

import inspect
from ast import literal_eval
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pydantic import Field

from toadstone.core.board import BOARD
from toadstone.core.budget import Budget
from toadstone.core.part import SUPPORT, Part, Support
from toadstone.core.question import BOOK, REMOTENESS, WINNER, Question, Sense
from toadstone.core.rules import RULES, IllegalMoveError, Outcome, Rules, TwoPlayerRules
from toadstone.engines.parts import EVALUATION, SEARCH_PROBLEM, STATE_SPACE
from toadstone.engines.search.problem import Cost, RulesProblem
from toadstone.engines.state_space import WholeGames
from toadstone.files.formats import SCENARIO
from toadstone.files.scenario import ASK, Pareto, Scenario
from toadstone.game import Game
from toadstone.play.parts import INSTRUCTIONS, USUAL_START

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

    questions = (WINNER, REMOTENESS, BOOK)
    ask: tuple[str, ...] | Pareto = Field((WINNER.name,), description=ASK)


class PlainRules(Protocol):
    """The rules of a one-player game, as its author writes them; nothing has to be imported.

    It is made from the scenario, whose fields are attributes. Positions are immutable texts,
    numbers or tuples of these, so that Python reads back what it writes of them. Positions that are
    equal have the same future, whatever led there. No method changes anything.

    Its docstring states the rules in a few lines, for players. Three methods are optional:

    - `lost(position)` returns in words why the game is lost there, or None.
    - `why_illegal(position, move)` says why a move is not among the legal ones.
    - `estimate(position)` returns a number of moves that is never above what a win still takes;
      a move lowers it by at most 1. Searches then look at fewer positions.
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

    Two more methods are optional:

    - `why_illegal(position, move, side)` says why a move is not among the legal ones.
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

    def __init__(self, make: Any, scenario: Any) -> None:
        self.plain: Any = make(scenario)
        self._legal = lru_cache(MOST_REMEMBERED)(self._moves)

    def _mover(self, state: Played) -> tuple[Any, ...]:
        """Return what plain rules get beside the position."""
        return ()

    def _moves(self, state: Played) -> tuple[str, ...]:
        if self.outcome(state) is not None:
            return ()
        return tuple(self.plain.moves(state.position, *self._mover(state)))

    def start(self) -> Played:
        """Return the start."""
        return Played(self.plain.start(), 0)

    def legal_moves(self, state: Played) -> tuple[str, ...]:
        """Return the legal moves."""
        return self._legal(state)

    def why_illegal(self, state: Played, move: str) -> str | None:
        """Return why a move is not legal, in the words of the plain rules where they have some."""
        if move in self._legal(state):
            return None
        if (outcome := self.outcome(state)) is not None:
            return f"the game is over: {outcome.reason}"
        explain = getattr(self.plain, "why_illegal", None)
        said = explain(state.position, move, *self._mover(state)) if explain else None
        return said or f"{move} is not a legal move here"

    def play(self, state: Played, move: str) -> Played:
        """Return the state after a move; raise IllegalMoveError when it is not legal."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        after = self.plain.play(state.position, move, *self._mover(state))
        return Played(after, state.moves + 1)

    def outcome(self, state: Played) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if self.plain.won(state.position):
            return Outcome.won("player", "the goal is reached")
        lost = getattr(self.plain, "lost", None)
        reason = lost(state.position) if lost else None
        return Outcome.lost(reason) if reason else None

    def violation(self, move: str, after: Played) -> str | None:
        """Return None: there are no requirements."""
        return None

    def final_violation(self, state: Played) -> str | None:
        """Return None: there are no requirements."""
        return None

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
        except (SyntaxError, TypeError):
            raise ValueError(f"expected a position, found `{text}`") from None


class PlainTwoPlayerSimulator(PlainSimulator, TwoPlayerRules[Played, str]):
    """The reference simulator of a two-player game with plain rules."""

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
        if self._winner is not None and self.outcome(state) is not None:
            return ()
        return tuple(self.plain.moves(state.position, *self._mover(state)))

    def outcome(self, state: Played) -> Outcome | None:
        """Return how the game ended; without `winner`, a side that cannot move has lost."""
        if self._winner is None:
            if self._legal(state):
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
    """
    for_two = issubclass(scenario, TwoPlayerScenario)
    simulator = partial(PlainTwoPlayerSimulator if for_two else PlainSimulator, rules)
    general: dict[Part[Any], Any] = {
        SCENARIO: scenario,
        RULES: simulator,
        BOARD: partial(_board, simulator),
    }
    if not for_two:
        general |= {SEARCH_PROBLEM: partial(_search, rules), STATE_SPACE: partial(_space, rules)}
    elif hasattr(rules, "evaluate"):
        general[EVALUATION] = partial(_evaluation, rules)
    if text := inspect.getdoc(rules):
        general[INSTRUCTIONS] = partial(_instructions, text)
    own = (each for key, each in scenario.model_fields.items() if key != "game")
    if not any(each.is_required() for each in own):
        general[USUAL_START] = partial(scenario, game=name)
    searched = Support({"min-moves": "minimise moves", "reach": "satisfy"}, None)
    counted = Support({"min-moves": "minimise moves"}, None)
    supported: dict[Part[Any] | str, Support]
    supported = {} if for_two else {SEARCH_PROBLEM: searched, STATE_SPACE: counted}
    general[SUPPORT] = {**supported, **(support or {})}
    return Game(
        name,
        module,
        scenario.questions,
        decision=WINNER if for_two else REACH,
        also_decide=(REMOTENESS, BOOK) if for_two else (MIN_MOVES,),
        parts={**general, **(parts or {})},
    )


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

    fewest_moves = can_return = True

    def __init__(self, rules: PlainSimulator, questions: int) -> None:
        super().__init__(rules)
        self.zero, self._one = (0,) * questions, (1,) * questions
        self._estimate = getattr(rules.plain, "estimate", None)

    def cost(self, before: Played, move: str, after: Played) -> Cost:
        """Return the cost of a move."""
        return self._one

    def place(self, state: Played) -> Any:
        """Return the position: how many moves led there does not matter."""
        return state.position

    def estimate(self, state: Played) -> Cost | None:
        """Return the estimate of the plain rules, or 0."""
        least = self._estimate(state.position) if self._estimate else 0
        return (least,) * len(self.zero)


def _space(
    rules: Any, scenario: Scenario, figures: Mapping[str, int], budget: Budget
) -> WholeGames[Played, str]:
    return WholeGames(PlainSimulator(rules, scenario), figures["moves"])
