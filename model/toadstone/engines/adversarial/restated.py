"""Perfect play by a second statement of the rules, to confirm what other searches found.

The search is the plainest that is exact: a table of all positions met, and no estimate. It shares
no statement of the rules with the simulator or with a game's own engines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError, UnconfirmedError
from toadstone.core.question import REMOTENESS, Sense
from toadstone.core.replay import expect_readable
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.adversarial.perfect_play import BETWEEN_LOOKS, MOST_ENTRIES, deep_recursion
from toadstone.engines.answer import Answer

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
        """Return the position after each move; none if the game is over."""

    @abstractmethod
    def payoff(self, position: Position) -> int:
        """Return the payoff of a finished game to the side to move: 1, 0 or -1."""

    @abstractmethod
    def mover(self, position: Position) -> str:
        """Return the side to move."""

    @abstractmethod
    def position_of(self, state: Any) -> Position:
        """Return the position of a state of the simulator."""


class Timed(NamedTuple):
    """A payoff, and the plies to the end. How such values are ranked is stated again here."""

    payoff: int
    plies: int

    def rank(self) -> tuple[int, int]:
        """Return a rank: a side that loses wants many plies, any other side wants few."""
        return self.payoff, self.plies if self.payoff < 0 else -self.plies


class RestatedPlay(Generic[Position]):
    """Perfect play by a second statement of the rules; results are kept."""

    def __init__(self, rules: RestatedRules[Position], budget: Budget) -> None:
        self.rules = rules
        self.budget = budget
        self._payoffs: dict[Position, int] = {}
        self._values: dict[Position, Timed] = {}

    def payoff(self, position: Position) -> int:
        """Return the payoff of perfect play to the side to move.

        Raises:
            LimitReachedError: time is up.
            MemoryError: there are more than `MOST_ENTRIES` positions.
        """
        payoff = self._payoffs.get(position)
        if payoff is not None:
            return payoff
        self._look_up(len(self._payoffs))
        after = self.rules.after(position)
        if not after:
            best = self.rules.payoff(position)
        elif -1 in map(self._payoffs.get, after):
            best = 1
        else:
            best = -1
            for each in after:
                best = max(best, -self.payoff(each))
                if best == 1:
                    break
        self._payoffs[position] = best
        return best

    def payoff_of(self, state: Any) -> int:
        """Return the payoff of perfect play to the side to move in a state of the simulator."""
        return self.payoff(self.rules.position_of(state))

    def value(self, position: Position) -> Timed:
        """Return the payoff to the side to move and the plies to the end; raises like `payoff`."""
        value = self._values.get(position)
        if value is not None:
            return value
        self._look_up(len(self._values))
        after = self.rules.after(position)
        if after:
            value = max(map(self.value_of_move, after), key=Timed.rank)
        else:
            value = Timed(self.rules.payoff(position), 0)
        self._values[position] = value
        return value

    def value_of_move(self, after: Position) -> Timed:
        """Return the value, to the side that moves, of a move to a position."""
        reply = self.value(after)
        return Timed(-reply.payoff, 1 + reply.plies)

    def _look_up(self, entries: int) -> None:
        if entries % BETWEEN_LOOKS == 0:
            self.budget.tell(f"{entries:,} positions")
        if entries >= MOST_ENTRIES:
            raise MemoryError


# The first derivation names winners and outcome classes by `query.py`, so they are stated again.


def named_winner(sides: Collection[str], mover: str, payoff: int) -> str:
    """Return the side that has won, by the payoff to the side to move, or `draw`."""
    if payoff == 0:
        return "draw"
    return next(side for side in sides if (side == mover) == (payoff > 0))


def outcome_of(sides: Sequence[str], winners: Mapping[str, str]) -> str | None:
    """Return the outcome class: a side, `first`, `second`, `draw`, or None for a mixture."""
    first, second = (winners[side] for side in sides)
    if first == second:
        return first
    if "draw" in {first, second}:
        return None
    return "first" if first == sides[0] else "second"


class RestatedConfirmer(ABC, Generic[Position]):
    """Derives results of a game again by searches over the checker's rules; see `Confirmer`.

    Args:
        simulator: the simulator, which only names moves and makes states.

    Attributes:
        winners: the sides that may win the games that questions about a length are about.
    """

    name = "checker"
    winners: Collection[str]

    def __init__(self, simulator: TwoPlayerRules[Any, Any]) -> None:
        self.simulator = simulator

    @abstractmethod
    def restate(self, budget: Budget) -> RestatedRules[Position]:
        """Return the checker's rules, which stop when the budget says so."""

    @abstractmethod
    def confirm_position(self, answer: Answer, budget: Budget) -> None:
        """Derive the values of an answer about the position again; raises like `confirm`."""

    def confirm(self, answer: Answer, budget: Budget) -> str:
        """Derive a proven answer again; return the name of what derived it."""
        if answer.ask[0].sense is Sense.POSITION:
            self.confirm_position(answer, budget)
            return self.name
        (question,) = answer.ask
        ends = (plies for plies, games in self._games_by_length(budget) if games)
        plies = max(ends, default=None) if question.sense is Sense.MAXIMISE else next(ends, None)
        claim = None if answer.values is None else answer.values["plies"]
        if claim != plies:
            raise DisagreementError(f"plies = {plies}, not {claim}")
        return self.name

    def confirm_play(
        self,
        answer: Answer,
        play: RestatedPlay[Position],
        further: Iterable[tuple[str, Any]] = (),
    ) -> None:
        """Derive winners, best moves and plies again, as far as stated.

        Args:
            answer: the answer.
            play: perfect play by the second statement of the rules.
            further: more values that the game derives again, by name; they come last.

        Raises:
            DisagreementError: the second derivation says otherwise.
            LimitReachedError: time is up.
            UnconfirmedError: time was up when the winner alone was confirmed.
        """
        confirmed = list[str]()
        try:
            with deep_recursion():
                for name, value in chain(self._derive(answer, play), further):
                    expect_same(answer, {name: value})
                    confirmed.append(name)
        except LimitReachedError:
            if "winner" not in confirmed:
                raise
            reason = "who wins is derived twice, the rest once: the second took too long"
            raise UnconfirmedError(reason) from None
        expect_derived(answer, confirmed)

    def _derive(self, answer: Answer, play: RestatedPlay[Position]) -> Iterator[tuple[str, Any]]:
        """Yield each value that the answer may state, by name, as derived again."""
        start, timed, rules = self.simulator.start(), REMOTENESS in answer.ask, play.rules
        winners = dict[str, str]()
        for state in (start, self.simulator.null_move(start)):
            side = self.simulator.to_move(state)
            if rules.position_of(state) != rules.start(side):
                raise DisagreementError("the simulator has other starts")
            winners[side] = named_winner(rules.sides, side, play.payoff_of(state))
        yield "winner", winners[rules.turn]
        yield "winner_when_first", winners
        yield "outcome", outcome_of(rules.sides, winners)
        if timed:
            yield "remoteness", play.value(rules.start(rules.turn)).plies
        if "best_moves" in (answer.values or {}):
            yield "best_moves", self._best_moves(play, timed=timed)

    def _best_moves(self, play: RestatedPlay[Position], *, timed: bool) -> list[str]:
        """Return the best moves; raise DisagreementError if the simulator has other moves."""
        start, rules = self.simulator.start(), play.rules
        moves = self.simulator.legal_moves(start)
        expect_readable(self.simulator, moves)
        after = {str(move): self.simulator.play(start, move) for move in moves}
        positions = {move: rules.position_of(state) for move, state in after.items()}
        if Counter(positions.values()) != Counter(rules.after(rules.position_of(start))):
            raise DisagreementError("the simulator has other moves at the start")
        if timed:
            ranks = {move: play.value_of_move(at).rank() for move, at in positions.items()}
            highest = max(ranks.values(), default=None)
            return [move for move, rank in ranks.items() if rank == highest]
        best = play.payoff_of(start)
        return [move for move, s in after.items() if best == -1 or -play.payoff_of(s) == best]

    def count(self, figures: Mapping[str, int], budget: Budget) -> int:
        """Return the number of games of so many plies that one of the winners wins."""
        games = self._games_by_length(budget)
        return next((number for plies, number in games if plies == figures["plies"]), 0)

    def _games_by_length(self, budget: Budget) -> Iterator[tuple[int, int]]:
        """Yield each number of plies, and how many games of one of the winners end after it."""
        rules = self.restate(budget)
        layer, plies = {rules.start(rules.turn): 1}, 0
        while layer:
            following, won = dict[Position, int](), 0
            for number, (position, ways) in enumerate(layer.items()):
                if number % BETWEEN_LOOKS == 0:
                    budget.tell(f"{plies} plies, {number:,} of {len(layer):,} positions")
                after = rules.after(position)
                for each in after:
                    following[each] = following.get(each, 0) + ways
                if not after:
                    mover, payoff = rules.mover(position), rules.payoff(position)
                    won += ways * (named_winner(rules.sides, mover, payoff) in self.winners)
            yield plies, won
            layer, plies = following, plies + 1


def expect_same(answer: Answer, derived: Mapping[str, Any]) -> None:
    """Raise DisagreementError if a value differs from the one derived again, or is missing."""
    claims = answer.values or {}
    for name, value in derived.items():
        if claims.get(name) != value:
            raise DisagreementError(f"{name} = {value}, not {claims.get(name)}")


def expect_derived(answer: Answer, names: Collection[str]) -> None:
    """Raise UnconfirmedError if the answer has a value that was not derived again."""
    if missing := [name for name in answer.values or {} if name not in names]:
        raise UnconfirmedError(f"derived only once: {', '.join(missing)}")
