"""Perfect play by a second statement of the rules, to confirm what other searches found.

The search is the plainest that is exact: a table of all positions met, and no estimate. It shares
no statement of the rules with the simulator or with a game's own engines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from toadstone.core.answer import Answer
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, UnconfirmedError
from toadstone.core.position_questions import BOOK, REMOTENESS
from toadstone.core.question import Sense
from toadstone.engines.adversarial.perfect_play import (
    BETWEEN_LOOKS,
    MOST_ENTRIES,
    PositionValue,
    deep_recursion,
    preference,
)
from toadstone.engines.instance import Instance
from toadstone.engines.state_space import StateSpace

Position = TypeVar("Position", bound=Hashable)


class RestatedRules(ABC, Generic[Position]):
    """A two-player game by another statement of its rules; every line of play ends.

    A position includes the side to move.
    """

    sides: ClassVar[tuple[str, str]]
    turn: str
    """The side whose turn it is at the start."""

    @abstractmethod
    def start(self, first: str) -> Position:
        """Return the start with this side to move."""

    @abstractmethod
    def after(self, position: Position) -> Sequence[Position]:
        """Return the position after each move; none where the game is over."""

    @abstractmethod
    def payoff(self, position: Position) -> int:
        """Return what a game that is over is worth to the side to move: 1, 0 or -1."""

    @abstractmethod
    def mover(self, position: Position) -> str:
        """Return the side to move."""

    @abstractmethod
    def seen(self, state: Any) -> Position:
        """Return the position of a state of the simulator."""


class RestatedPlay(Generic[Position]):
    """Perfect play by a second statement of the rules; what has been found is kept.

    Args:
        rules: the rules.
        budget: when to stop.
    """

    def __init__(self, rules: RestatedRules[Position], budget: Budget) -> None:
        self.rules = rules
        self.budget = budget
        self._payoffs: dict[Position, int] = {}
        self._values: dict[Position, PositionValue] = {}

    def payoff(self, position: Position) -> int:
        """Return the payoff of perfect play to the side to move.

        Raises:
            LimitReachedError: time is up.
            MemoryError: there are more than `MOST_ENTRIES` positions.
        """
        known = self._payoffs.get(position)
        if known is not None:
            return known
        self._look_up(len(self._payoffs))
        after = self.rules.after(position)
        if not after:
            best = self.rules.payoff(position)
        elif any(self._payoffs.get(each) == -1 for each in after):
            best = 1
        else:
            best = -1
            for each in after:
                best = max(best, -self.payoff(each))
                if best == 1:
                    break
        self._payoffs[position] = best
        return best

    def value(self, position: Position) -> PositionValue:
        """Return the payoff to the side to move and the plies to the end; raises like `payoff`."""
        known = self._values.get(position)
        if known is not None:
            return known
        self._look_up(len(self._values))
        replies = [self.value(each) for each in self.rules.after(position)]
        if replies:
            reply = max(replies, key=preference)
            value = PositionValue(-reply.payoff, reply.plies + 1)
        else:
            value = PositionValue(self.rules.payoff(position), 0)
        self._values[position] = value
        return value

    def _look_up(self, entries: int) -> None:
        if entries % BETWEEN_LOOKS == 0:
            self.budget.tell(f"confirming: {entries:,} positions")
        if entries >= MOST_ENTRIES:
            raise MemoryError

    def winner(self, first: str) -> str:
        """Return who wins from the start if this side moves first, or `draw`."""
        payoff, (one, other) = self.payoff(self.rules.start(first)), self.rules.sides
        second = other if first == one else one
        return "draw" if payoff == 0 else first if payoff > 0 else second

    def outcomes(self) -> dict[str, Any]:
        """Return who wins when either side moves first, and the outcome class.

        The class is a side, `first`, `second`, `draw`, or None for a mixture with draws.
        """
        winners = {side: self.winner(side) for side in self.rules.sides}
        one, other = winners.values()
        if one == other:
            outcome: str | None = one
        elif "draw" in {one, other}:
            outcome = None
        else:
            outcome = "first" if one == self.rules.sides[0] else "second"
        return {"winner_when_first": winners, "outcome": outcome}


def lengths(
    rules: RestatedRules[Position], winners: Collection[str], budget: Budget
) -> Iterator[int]:
    """Yield in rising order every number of plies after which a game can end with these winners.

    Raises:
        LimitReachedError: time is up.
    """
    layer, plies = {rules.start(rules.turn)}, 0
    while layer:
        following, ends = set[Position](), False
        for number, position in enumerate(layer):
            if number % BETWEEN_LOOKS == 0:
                budget.tell(f"confirming: {plies} plies, {number:,} of {len(layer):,} positions")
            after = rules.after(position)
            following.update(after)
            ends = ends or (not after and winner_at(rules, position) in winners)
        if ends:
            yield plies
        layer, plies = following, plies + 1


def winner_at(rules: RestatedRules[Position], position: Position) -> str:
    """Return who has won a game that is over in this position, or `draw`."""
    payoff, mover = rules.payoff(position), rules.mover(position)
    if payoff == 0:
        return "draw"
    return next(side for side in rules.sides if (side == mover) == (payoff > 0))


class RestatedGames(StateSpace[Position, int]):
    """The games that end after so many plies with one of these winners; moves are numbers."""

    def __init__(
        self, rules: RestatedRules[Position], winners: Collection[str], turns: int
    ) -> None:
        self.turns = turns
        self._rules = rules
        self._winners = winners

    def start(self) -> Position:
        """Return the start of the game."""
        return self._rules.start(self._rules.turn)

    def successors(self, turn: int, element: Position) -> Iterator[tuple[int, Position]]:
        """Return the numbers of the moves, with the position after each."""
        return enumerate(self._rules.after(element))

    def accepts(self, turn: int, element: Position) -> bool:
        """Return whether the game is over after so many plies, with one of the winners."""
        over = turn == self.turns and not self._rules.after(element)
        return over and winner_at(self._rules, element) in self._winners


def confirm_position(instance: Instance, answer: Answer, play: RestatedPlay[Any]) -> None:
    """Derive what an answer says of a position again: winners, best moves, plies, the book's size.

    Raises:
        DisagreementError: the second derivation says otherwise.
        LimitReachedError: time is up.
        UnconfirmedError: a figure of the answer is not derived here.
    """
    with deep_recursion():
        expect_same(answer, derived_position(instance, answer, play))


def confirm_length(
    answer: Answer, rules: RestatedRules[Any], winners: Collection[str], budget: Budget
) -> None:
    """Derive the fewest or the most plies of a game with one of these winners again.

    Raises:
        DisagreementError: the second derivation says otherwise.
        LimitReachedError: time is up.
    """
    (question,) = answer.ask
    found = lengths(rules, winners, budget)
    plies = max(found, default=None) if question.sense is Sense.MAXIMISE else next(found, None)
    said = None if answer.values is None else answer.values["plies"]
    if said != plies:
        raise DisagreementError(f"{answer.solver.name} says {said} plies, the checker's rules give {plies}")


def expect_same(answer: Answer, derived: Mapping[str, Any]) -> None:
    """Compare the values of an answer with those that were derived again.

    Raises:
        DisagreementError: a value differs.
        UnconfirmedError: a value of the answer was not derived again.
    """
    for name, value in (answer.values or {}).items():
        if name not in derived:
            raise UnconfirmedError(f"{name} is derived only once")
        if derived[name] != value:
            raise DisagreementError(
                f"{answer.solver.name} says {name} = {value}, the checker's rules give "
                f"{derived[name]}"
            )


def derived_position(
    instance: Instance, answer: Answer, play: RestatedPlay[Any]
) -> dict[str, Any]:
    """Return what an answer may say of a position, derived again; raises like `payoff`."""
    rules, timed = play.rules, REMOTENESS in answer.ask
    derived = play.outcomes()
    derived["winner"] = derived["winner_when_first"][rules.turn]
    if timed:
        derived["remoteness"] = play.value(rules.start(rules.turn)).plies
    if "best_moves" in (answer.values or {}):
        derived["best_moves"] = _best_moves(instance, play, timed=timed)
    if BOOK in answer.ask:
        derived["positions"] = _book_size(play, derived["winner"])
    return derived


def _best_moves(instance: Instance, play: RestatedPlay[Any], *, timed: bool) -> list[str]:
    """Return the best moves; the simulator only names them.

    Raises:
        DisagreementError: the simulator has other moves.
    """
    rules, simulator = play.rules, instance.rules
    state = simulator.start()
    moves = {str(m): rules.seen(simulator.play(state, m)) for m in simulator.legal_moves(state)}
    after = rules.after(rules.start(rules.turn))
    if _counted(moves.values()) != _counted(after):
        raise DisagreementError("the simulator and the checker have other moves at the start")
    if timed:
        ranks = {name: preference(play.value(each)) for name, each in moves.items()}
    else:
        ranks = {name: (-play.payoff(each), 0) for name, each in moves.items()}
    return [name for name, rank in ranks.items() if rank == max(ranks.values())]


def _counted(positions: Collection[Any]) -> dict[Any, int]:
    counts = dict.fromkeys(positions, 0)
    for each in positions:
        counts[each] += 1
    return counts


def _book_size(play: RestatedPlay[Any], winner: str) -> int | None:
    """Return the fewest positions that the winner has to know; None if nobody wins."""
    from toadstone.engines.adversarial.book import BookModel, Reply, WonPositions
    from toadstone.engines.cp_sat.solver import Approach, Proof, run

    if winner == "draw":
        return None
    rules, replies = play.rules, dict[str, tuple[Reply[int], ...]]()
    start = rules.start(rules.turn)
    openings = [start] if rules.turn == winner else [each for each in rules.after(start)]
    waiting = [each for each in openings if rules.after(each)]
    names = tuple(map(str, waiting))
    while waiting:
        position = waiting.pop()
        if str(position) in replies:
            continue
        found = list[Reply[int]]()
        for number, reply in enumerate(rules.after(position)):
            if play.payoff(reply) == -1:
                following = [each for each in rules.after(reply) if rules.after(each)]
                found.append(Reply(number, tuple(map(str, following))))
                waiting += following
        replies[str(position)] = tuple(found)
    book = BookModel(WonPositions(names, replies))
    best = run(book.model, play.budget, Approach(question=BOOK))
    if best.proof is not Proof.OPTIMAL or best.value_of is None:
        raise UnconfirmedError("the second derivation of the book took too long")
    return len(book.read(best.value_of))
