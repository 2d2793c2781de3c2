"""The seams between a game and everything that serves all games.

A game is a folder under `games`; its `__init__` defines one `GAME`, a `Game`. What a game says
of itself here is cheap to import; what needs pydantic or the solver is imported when called for.
"""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from toadstone import games
from toadstone.core.board import Board
from toadstone.core.rules import Move, Rules, State
from toadstone.files.formats import OutputOption, PlainFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toadstone.certificate import Certifier
    from toadstone.core.answer import Answer, Status
    from toadstone.core.budget import KeepGoing
    from toadstone.core.question import Question
    from toadstone.core.session import Session
    from toadstone.engines.cp_sat.horizon import Horizon
    from toadstone.engines.engine import Method
    from toadstone.engines.search.problem import SearchProblem
    from toadstone.engines.state_space import StateSpace
    from toadstone.explain.explainer import Explainer
    from toadstone.files.scenario import Scenario
    from toadstone.files.source import Document, Source
    from toadstone.play.adviser import Adviser, Continuation
    from toadstone.play.piece_moves import PieceMoves
    from toadstone.play.players import PlayerKind

ScenarioT = TypeVar("ScenarioT", bound="Scenario")


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
        from toadstone.core.answer import Status

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
