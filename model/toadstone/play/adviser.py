"""What to do next in a game that is being played: the best move, or the word that it is lost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol

from toadstone.core.answer import Status
from toadstone.core.budget import Limits, Watch
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.question import Question
from toadstone.core.replay import replay
from toadstone.core.reporting import Reporting
from toadstone.core.rules import Move
from toadstone.core.session import Session, ending
from toadstone.engines.engine import solve
from toadstone.engines.instance import Request
from toadstone.files.scenario import Scenario
from toadstone.game import AnyGame

if TYPE_CHECKING:
    from collections.abc import Mapping

AnySession = Session[Any, Any]


class Standing(StrEnum):
    """What a position promises to the side to move."""

    WON = "won"
    """It can reach what it plays for."""
    DRAWN = "drawn"
    """It can be sure of a draw, and of no more."""
    LOST = "lost"
    """It cannot reach what it plays for; in a game for two, the other side can be sure to win."""
    UNDECIDED = "undecided"
    """A limit was reached before this was known."""


@dataclass(frozen=True)
class Advice(Generic[Move]):
    """What to do next.

    Attributes:
        standing: what the position promises.
        moves: the best moves that are known, each as good as the others; none where the game is
            lost to a single player. Where it is undecided, those that look best, if any is named.
        figures: what the whole game comes to by the best plan, by question, where questions have
            figures.
        proven: whether the moves are proven to be best.
        line: a whole line of best play that begins with the first of the moves, where one is known.
    """

    standing: Standing
    moves: tuple[Move, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    proven: bool = True
    line: tuple[Move, ...] = ()


class Adviser(Protocol):
    """Who knows what to do next; what was found out once may be kept for later."""

    def prepare(self) -> None:
        """Do what takes time but once, and need not be counted as thinking."""

    def advise(self, session: AnySession, limits: Limits, reporting: Reporting) -> Advice[Any]:
        """Return what to do next in a game that goes on.

        Raises:
            KeyboardInterrupt: the user did not want to wait.
        """


@dataclass(frozen=True)
class Continuation:
    """A scenario whose plans are what can still become of a game that has begun.

    The first `played` moves of each of its plans are those that were made already.
    """

    scenario: Scenario
    played: int = 0


def questions_to_go_on_with(
    game: AnyGame, ask: tuple[Question, ...], *, front: bool = False
) -> tuple[Question, ...]:
    """Return which questions a game that has begun is played for.

    What a question would change of the scenario is settled once the game has begun, and of a
    front only its first question can be followed.

    Args:
        game: the game.
        ask: what is asked of the scenario.
        front: whether the questions are to be traded off against each other.
    """
    settled = [question for question in ask if not question.changes_scenario]
    return tuple(settled[:1] if front else settled) or (game.decision(),)


def adviser_for(game: AnyGame, scenario: Scenario, ask: tuple[Question, ...]) -> Adviser:
    """Return who knows what to do next in a game that is played for these questions."""
    return game.adviser(scenario, ask) or PlanAdviser(game, scenario, ask)


class PlanAdviser:
    """Advises a single player by the best plan from where the game has come to.

    The plan is kept: as long as the game follows it, nothing is searched again.
    """

    def __init__(self, game: AnyGame, scenario: Scenario, ask: tuple[Question, ...]) -> None:
        self.game = game
        self.scenario = scenario
        self.ask = ask
        self._made: tuple[Any, ...] = ()
        self._kept: Advice[Any] | None = None

    def prepare(self) -> None:
        """Do nothing: there is nothing to prepare."""

    def advise(self, session: AnySession, limits: Limits, reporting: Reporting) -> Advice[Any]:
        """Return the next move of the best plan, or that no plan wins from here."""
        if kept := self._from_the_plan_in_hand(session):
            return kept
        continuation = self.game.continued(self.scenario, session)
        if continuation is None:
            advice = any_win(session, Watch(limits))
        else:
            advice = self._solved(session, continuation, limits, reporting)
        if advice.proven and advice.moves:
            self._made, self._kept = session.moves, advice
        return advice

    def _from_the_plan_in_hand(self, session: AnySession) -> Advice[Any] | None:
        if self._kept is None:
            return None
        whole = (*self._made, *self._kept.line)
        done = len(session.moves)
        if not len(self._made) <= done < len(whole) or session.moves != whole[:done]:
            return None
        line = whole[done:]
        return replace(self._kept, moves=line[:1], line=line)

    def _solved(
        self,
        session: AnySession,
        continuation: Continuation,
        limits: Limits,
        reporting: Reporting,
    ) -> Advice[Any]:
        request = Request(self.game, continuation.scenario, self.ask, limits, reporting)
        answer = solve(request)
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.replay is None:
            lost = answer.status is Status.INFEASIBLE
            return Advice(Standing.LOST if lost else Standing.UNDECIDED)
        line = answer.replay.moves[continuation.played :]
        standing = Standing.WON if line else Standing.LOST
        proven = answer.status is Status.OPTIMAL
        return Advice(standing, line[:1], self._figures(session, line), proven, line)

    def _figures(self, session: AnySession, line: tuple[Any, ...]) -> dict[str, int]:
        """Measure the whole game that ends with a line, on the rules that it is played by."""
        must_end = self.game.must_end(self.ask)
        whole = replay(session.rules, (*session.moves, *line), must_end=must_end)
        if whole.failure:
            raise DisagreementError(
                f"turn {whole.failure.turn}: the continued scenario has a plan, the game played "
                f"says: {whole.failure.reason}"
            )
        values = session.rules.figures(whole.states[-1])
        return {question.name: values[question.figure] for question in self.ask if question.figure}


def any_win(session: AnySession, watch: Watch) -> Advice[Any]:
    """Return how a single player can still win, by depth-first search on the rules alone.

    It serves a game that does not say how its scenarios are continued; it finds some plan, not
    the best one.
    """
    rules = session.rules
    hopeless = {session.state}
    path: list[tuple[Any, Any]] = [(session.state, iter(rules.legal_moves(session.state)))]
    line: list[Any] = []
    try:
        while path:
            watch.keep_going()
            state, untried = path[-1]
            move = next(untried, None)
            if move is None:
                path.pop()
                del line[-1:]
                continue
            after = rules.play(state, move)
            end = ending(rules, move, after)
            if end is not None and end.winner is not None:
                found = (*line, move)
                return Advice(Standing.WON, found[:1], line=found)
            if end is None and after not in hopeless:
                hopeless.add(after)
                line.append(move)
                path.append((after, iter(rules.legal_moves(after))))
    except (LimitReachedError, MemoryError):
        return Advice(Standing.UNDECIDED)
    return Advice(Standing.LOST)
