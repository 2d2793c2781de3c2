"""The smallest book: the fewest positions that a winner has to know by heart.

A book holds one reply to each of its positions. It is enough to win when it holds every position
with the winner to move that can arise while he follows it, and each of its replies keeps the win.
Which replies to choose so that the fewest positions arise is a covering problem on the graph of
won positions, and CP-SAT solves it to the proof: the graph has no cycles, so a book that is closed
under what the loser can do wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from ortools.sat.python.cp_model import BoolVarT, CpModel, LinearExpr

from toadstone.game import Move, State, TwoPlayerRules
from toadstone.horizon import ValueOf
from toadstone.limits import KeepGoing, no_limit
from toadstone.two_player.perfect_play import SolvedGame


@dataclass(frozen=True)
class Reply(Generic[Move]):
    """A move that keeps the win, and the positions that the winner may next have to move in."""

    move: Move
    next_positions: tuple[str, ...]


@dataclass(frozen=True)
class WonPositions(Generic[Move]):
    """All that can arise while a winner keeps his win.

    `openings` are the positions in which he may have to make his first move, `replies` his winning
    moves, by position.
    """

    openings: tuple[str, ...]
    replies: Mapping[str, tuple[Reply[Move], ...]]


def won_positions(
    play: SolvedGame[State, Move], winner: str, keep_going: KeepGoing = no_limit
) -> WonPositions[Move]:
    """Return what can arise from the start while the winner makes none but winning moves."""
    rules = play.rules
    replies: dict[str, tuple[Reply[Move], ...]] = {}
    openings = _where_to_move(rules, winner, rules.start())
    waiting = list(openings.values())
    while waiting:
        state = waiting.pop()
        position = rules.position(state)
        if position in replies:
            continue
        keep_going()
        found = []
        for move in play.best_moves(state):
            following = _where_to_move(rules, winner, rules.play(state, move))
            found.append(Reply(move, tuple(following)))
            waiting += following.values()
        replies[position] = tuple(found)
    return WonPositions(tuple(openings), replies)


def _where_to_move(rules: TwoPlayerRules[State, Move], side: str, state: State) -> dict[str, State]:
    """Return, by position, where the side has to move next: here, or after any move made here."""
    if rules.outcome(state) is not None:
        return {}
    if rules.to_move(state) == side:
        return {rules.position(state): state}
    after = [rules.play(state, move) for move in rules.legal_moves(state)]
    return {rules.position(each): each for each in after if rules.outcome(each) is None}


class BookModel(Generic[Move]):
    """The choice of a book as a CP-SAT model that minimises its positions.

    Attributes:
        model: the model.
        known: for each position, whether the book holds it.
        chosen: for each position and each winning reply, whether the book replies so.
    """

    def __init__(self, won: WonPositions[Move]) -> None:
        self.won = won
        self.model = CpModel()
        self.known: dict[str, BoolVarT] = {
            position: self.model.new_bool_var(position) for position in won.replies
        }
        self.chosen = {
            (position, reply): self.model.new_bool_var(f"{position} {reply.move}")
            for position, replies in won.replies.items()
            for reply in replies
        }
        self._hold_the_openings()
        self._reply_where_it_is_known()
        self._know_what_can_follow()
        self.model.minimize(LinearExpr.sum(list(self.known.values())))

    def _hold_the_openings(self) -> None:
        """Hold every position in which the winner may have to make his first move."""
        for position in self.won.openings:
            self.model.add(self.known[position] == 1)

    def _reply_where_it_is_known(self) -> None:
        """Give one reply in the positions that the book holds, and none in others."""
        for position, replies in self.won.replies.items():
            chosen = [self.chosen[position, reply] for reply in replies]
            self.model.add(LinearExpr.sum(chosen) == self.known[position])

    def _know_what_can_follow(self) -> None:
        """Hold whatever can follow a reply of the book."""
        for (_, reply), chosen in self.chosen.items():
            for following in reply.next_positions:
                self.model.add_implication(chosen, self.known[following])

    def begin_with(self, replies: Mapping[str, Move]) -> None:
        """Let the search begin with a book that is known."""
        for position, known in self.known.items():
            self.model.add_hint(known, position in replies)
        for (position, reply), chosen in self.chosen.items():
            self.model.add_hint(chosen, replies.get(position) == reply.move)

    def read(self, value_of: ValueOf) -> dict[str, Move]:
        """Read the replies of the book, by position."""
        return {
            position: reply.move
            for (position, reply), chosen in self.chosen.items()
            if value_of(chosen)
        }
