"""The seams between a game and everything that serves all games.

A game is a folder under `games`; its `__init__` defines one `GAME`, a `Game`. What a game says
of itself here is cheap to import; what needs pydantic or the solver is imported when called for.
"""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from toadstone import games
from toadstone.errors import ToadstoneError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.text import Text

    from toadstone.advice import Adviser, Continuation
    from toadstone.answer import Answer, Status
    from toadstone.explainer import Explainer
    from toadstone.horizon import Horizon
    from toadstone.limits import KeepGoing
    from toadstone.method import Method
    from toadstone.piece_moves import PieceMoves
    from toadstone.players import PlayerKind
    from toadstone.playing import Session
    from toadstone.proof.certificate import Certifier
    from toadstone.question import Question
    from toadstone.scenario import Scenario
    from toadstone.scenario_file import Document, Source
    from toadstone.search.problem import SearchProblem
    from toadstone.state_space import StateSpace

ScenarioT = TypeVar("ScenarioT", bound="Scenario")
State = TypeVar("State")
Move = TypeVar("Move")


class IllegalMoveError(ToadstoneError):
    """A move that the rules do not allow in a state; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended, and the reason in words.

    `winner` is the side that won, `draw` where two sides drew, or None where a game for one player
    is lost.
    """

    winner: str | None
    reason: str


class Rules(ABC, Generic[State, Move]):
    """The reference simulator of one scenario: the rules, played literally.

    States and moves are immutable and hashable, and `str` of either is a text form that
    `read_state` and `read_move` turn back into an equal value.
    """

    @abstractmethod
    def start(self) -> State:
        """Return the state before the first move."""

    @abstractmethod
    def legal_moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves, in a fixed order; none when the game is over."""

    @abstractmethod
    def why_illegal(self, state: State, move: Move) -> str | None:
        """Say why the move is not legal in this state, or return None when it is."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """Return the state after the move; raise IllegalMoveError when it is not legal."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on.

        A one-player game in which no legal move is left goes on no further, without an outcome.
        """

    @abstractmethod
    def breach(self, move: Move, after: State) -> str | None:
        """Say which requirement of the scenario this move, just played, breaks; or None."""

    @abstractmethod
    def final_breach(self, state: State) -> str | None:
        """Say which requirement a line of play that stops in this state leaves unmet; or None."""

    @abstractmethod
    def observe(self, state: State) -> Mapping[str, int]:
        """Return what model and simulator must agree on after every turn."""

    @abstractmethod
    def figures(self, state: State) -> Mapping[str, int]:
        """Return every figure that a question can be about, measured in this state."""

    @abstractmethod
    def read_move(self, text: str) -> Move:
        """Return the move with this text form; raise ValueError when there is none."""

    @abstractmethod
    def read_state(self, text: str) -> State:
        """Return the state with this text form; raise ValueError when there is none."""


class TwoPlayerRules(Rules[State, Move]):
    """The reference simulator of a game for two sides who move in turn.

    Nothing is hidden and nothing is left to chance; every line of play ends. Every legal line of
    play is a fair one, so no move breaks a requirement, whoever wins in the end.
    """

    sides: ClassVar[tuple[str, str]]
    """The names of the two sides; payoffs are stated as the first one sees them."""

    highest_payoff: ClassVar[int] = 1
    """What no payoff exceeds, for either side."""

    @abstractmethod
    def to_move(self, state: State) -> str:
        """Return the side whose turn it is."""

    @abstractmethod
    def turned(self, state: State) -> State:
        """Return the same position with the other side to move."""

    @abstractmethod
    def position(self, state: State) -> str:
        """Return, on one line, what decides how the game can go on, whatever came before.

        States with equal positions have the same legal moves, and each of them leads to equal
        positions.
        """

    def payoff(self, outcome: Outcome) -> int:
        """Return what an outcome is worth to the first side; the second loses as much."""
        return {self.sides[0]: 1, self.sides[1]: -1}.get(outcome.winner or "", 0)

    def breach(self, move: Move, after: State) -> str | None:
        """Return None: there are no requirements."""
        return None

    def final_breach(self, state: State) -> str | None:
        """Return None: there are no requirements."""
        return None


class Board(ABC, Generic[State, Move]):
    """How one game is drawn."""

    signs: ClassVar[str] = ""
    """The characters beyond ASCII that are drawn."""

    def in_ascii(self) -> Board[State, Move]:
        """Return a board that draws the same with ASCII characters alone."""
        return self

    def key(self) -> Text | None:
        """Say on a line what the signs stand for; None where they speak for themselves."""
        return None

    @abstractmethod
    def picture(self, state: State) -> Text:
        """Draw the whole board, several lines."""

    @abstractmethod
    def strip(self, before: State | None, state: State) -> Text:
        """Draw on one line what matters most of a state and of how it came about."""

    @abstractmethod
    def caption(self, state: State) -> Text:
        """Say in a word or two how the player stands."""

    @abstractmethod
    def event(self, before: State, move: Move, after: State) -> Text:
        """Say in a few words what happened in this turn, empty when nothing did."""


@dataclass(frozen=True)
class PlainOption:
    """A whole number on the command line that states a part of a scenario.

    A file in the game's plain format needs it; in a YAML scenario it takes the place of what
    stands at `path`.
    """

    name: str
    path: tuple[str, ...]
    least: int
    most: int
    meaning: str


@dataclass(frozen=True)
class PlainFormat:
    """A file format of a game beside YAML, such as a bare list of rolls."""

    meaning: str
    options: tuple[PlainOption, ...]


@dataclass(frozen=True)
class OutputOption:
    """A file or folder that a game can write beside the answer, and the option that asks for it."""

    name: str
    metavar: str
    meaning: str


class Game(ABC, Generic[ScenarioT, State, Move]):
    """One game, as the rest of Toadstone sees it."""

    name: ClassVar[str]
    summary: ClassVar[str]
    plain: ClassVar[PlainFormat | None] = None
    outputs: ClassVar[tuple[OutputOption, ...]] = ()

    @abstractmethod
    def questions(self) -> tuple[Question, ...]:
        """Return the questions that `ask:` may name."""

    @abstractmethod
    def decision(self) -> Question:
        """Return the question whether the game can be won at all."""

    def decided(self, scenario: ScenarioT, answer: Answer) -> Status:
        """Return what the answer to `decision` says: FEASIBLE, INFEASIBLE or UNKNOWN."""
        from toadstone.answer import Status

        return Status.FEASIBLE if answer.status is Status.OPTIMAL else answer.status

    def stated_method(self, scenario: ScenarioT, ask: tuple[Question, ...]) -> str | None:
        """Return the method that the scenario itself names for these questions, if it names one."""
        return None

    def expect_output(self, name: str, scenario: ScenarioT, ask: tuple[Question, ...]) -> None:
        """Raise RequestError, before any work is done, where an output is not to be had."""

    def write_output(self, name: str, path: str, answer: Answer) -> None:
        """Write one of `outputs` to a file or folder.

        Raises:
            RequestError: the answer has no such output.
            InputError: it cannot be written.
        """
        raise NotImplementedError(f"{self.name} writes nothing beside its answers")

    @abstractmethod
    def scenario_type(self) -> type[ScenarioT]:
        """Return the pydantic model of a scenario file."""

    @abstractmethod
    def rules(self, scenario: ScenarioT) -> Rules[State, Move]:
        """Return the reference simulator of the scenario."""

    @abstractmethod
    def horizon(
        self,
        scenario: ScenarioT,
        ask: tuple[Question, ...],
        keep_going: KeepGoing,
        *,
        bounded: bool = True,
    ) -> Horizon[Move]:
        """Return the CP-SAT model of the whole horizon for these questions.

        Args:
            scenario: the scenario.
            ask: the questions.
            keep_going: is called now and then; it may raise to stop.
            bounded: whether the model may state bounds that the rules imply, of a relaxation say.

        Raises:
            LimitReachedError: `keep_going` raised it while the model was built.
        """

    def methods(self, ask: tuple[Question, ...]) -> tuple[Method, ...]:
        """Return the methods beside the horizon model that can answer these questions.

        For a question about a position, which the model cannot answer, the first of them is the one
        that `solve` uses.
        """
        return ()

    def search_problem(
        self, scenario: ScenarioT, ask: tuple[Question, ...], keep_going: KeepGoing
    ) -> SearchProblem[Any, Move]:
        """Return the questions as a search needs them; asked for where `methods` names a search.

        What a question leaves open in the scenario is settled before, see `choices`.
        """
        raise NotImplementedError(f"{self.name} has no searches")

    def choices(self, scenario: ScenarioT, ask: tuple[Question, ...]) -> Sequence[ScenarioT]:
        """Return the scenarios that the questions leave to choose from, the best first.

        After one that can be won there are only such as can be won.
        """
        return (scenario,)

    @abstractmethod
    def state_space(
        self, scenario: ScenarioT, figures: Mapping[str, int], keep_going: KeepGoing
    ) -> StateSpace[Any, Move]:
        """Return the layered graph of exactly the plans that end with these figures.

        A plan wins, unless `figures` states a length that need not be the whole game.
        """

    @abstractmethod
    def board(self, scenario: ScenarioT) -> Board[State, Move]:
        """Return how states of this scenario are drawn."""

    @abstractmethod
    def instructions(self, scenario: ScenarioT) -> str:
        """Return the rules in a few lines, and how moves are typed; at most 80 columns wide."""

    def usual_start(self) -> ScenarioT | None:
        """Return the scenario to play where none is given; None where there is none."""
        return None

    def piece_moves(self, scenario: ScenarioT) -> PieceMoves[State, Move, Any] | None:
        """Return how a move is typed cell by cell; None where no piece goes from cell to cell."""
        return None

    def explainer(self, scenario: ScenarioT, keep_going: KeepGoing) -> Explainer[Move] | None:
        """Return what can say why the scenario is lost; None where the game has no such thing."""
        return None

    def must_end(self, ask: tuple[Question, ...]) -> bool:
        """Say whether a plan that answers these questions has to win the game."""
        return True

    def restriction(
        self, scenario: ScenarioT, ask: tuple[Question, ...]
    ) -> Callable[[State, Move], str | None] | None:
        """Return what says why the questions rule out a legal move in a state.

        None where every line of play may answer them: no side has a stated way to choose its moves.
        """
        return None

    @abstractmethod
    def certifier(self, scenario: ScenarioT) -> Certifier:
        """Return what makes certificates of this scenario's answers.

        Raises:
            RequestError: there can be none for this scenario.
        """

    def why_uncertified(self, question: Question) -> str | None:
        """Say why no certificate can prove an answer to the question; None where one can."""
        return None

    def as_planned(
        self, scenario: ScenarioT, ask: tuple[Question, ...], figures: Mapping[str, int]
    ) -> ScenarioT:
        """Return the scenario that a plan with these figures is for.

        It differs from the one asked about where a question leaves a part of it open.
        """
        return scenario

    def continued(self, scenario: ScenarioT, session: Session[State, Move]) -> Continuation | None:
        """Return a scenario for what can still become of a game that has begun.

        None where the game cannot state one; its players are then told of some win, not the best.
        """
        return None

    def adviser(self, scenario: ScenarioT, ask: tuple[Question, ...]) -> Adviser | None:
        """Return who knows what to do next in a game that is played for these questions.

        None where that is to follow the best plan.
        """
        return None

    def searching_players(self, scenario: ScenarioT) -> tuple[PlayerKind, ...]:
        """Return the kinds of players that look ahead in this scenario; none by default."""
        return ()

    def players(self) -> tuple[PlayerKind, ...]:
        """Return the kinds of players that only this game has; none by default."""
        return ()

    def include(self, document: Document) -> None:
        """Take in what the document keeps in files beside it; nothing by default."""

    def recognises(self, source: Source) -> bool:
        """Say whether the text is in the game's plain format."""
        return False

    def read_plain(self, source: Source) -> Document:
        """Turn a file in the plain format into a document, which still lacks its options."""
        raise NotImplementedError(f"{self.name} has no plain format")


AnyGame = Game[Any, Any, Any]


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Return every game by its name; a game is a folder under `games` that defines GAME."""
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(games.__path__, games.__name__ + "."):
        game: AnyGame = import_module(module.name).GAME
        found[game.name] = game
    return found
