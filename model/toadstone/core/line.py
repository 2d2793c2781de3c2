"""A game while it is being played: the moves so far, taken one by one and taken back."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Generic

from toadstone.core.rules import IllegalMoveError, Move, Outcome, Rules, State, TwoPlayerRules

SOLE_SIDE = "player"
"""The name of the side in a one-player game."""


def sides_of(rules: Rules[State, Move]) -> tuple[str, ...]:
    """Return the sides of a game; a one-player game has one, `player`."""
    return rules.sides if isinstance(rules, TwoPlayerRules) else (SOLE_SIDE,)


def side_to_move(rules: Rules[State, Move], state: State) -> str:
    """Return the side whose turn it is."""
    return rules.to_move(state) if isinstance(rules, TwoPlayerRules) else SOLE_SIDE


def ending(rules: Rules[State, Move], move: Move | None, state: State) -> Outcome | None:
    """Return how a line of play ends in a state, or None while it goes on.

    The verdict is that of `core.replay`: a single player loses where the rules say so, where a
    requirement is violated, and where no legal move is left.

    Args:
        rules: the reference simulator.
        move: the move that led to the state; None at the start.
        state: where the line of play has come to, by moves none of which ended it.
    """
    outcome = rules.outcome(state)
    if outcome is not None and outcome.is_loss:
        return outcome
    if move is not None and (violated := rules.violation(move, state)):
        return Outcome.lost(violated)
    if outcome is None:
        stuck = not rules.legal_moves(state)
        return Outcome.lost("no legal move is left") if stuck else None
    violated = rules.final_violation(state)
    return Outcome.lost(violated) if violated else outcome


THIRD = 3
"""Times that a position comes before a game that need not end is a draw."""


@dataclass(frozen=True)
class Line(Generic[State, Move]):
    """A game being played: `states[0]` is the start, `states[k]` what the first k moves lead to.

    A line never changes; every move gives a new one.
    """

    rules: Rules[State, Move]
    states: tuple[State, ...]
    moves: tuple[Move, ...] = ()

    @classmethod
    def begin(cls, rules: Rules[State, Move], moves: Iterable[Move] = ()) -> Line[State, Move]:
        """Return the line after some moves; raise IllegalMoveError where one is not legal."""
        line = cls(rules, (rules.start(),))
        for move in moves:
            line = line.after(move)
        return line

    @property
    def state(self) -> State:
        """Where the game has come to."""
        return self.states[-1]

    @property
    def to_move(self) -> str:
        """The side whose turn it is."""
        return side_to_move(self.rules, self.state)

    @property
    def ending(self) -> Outcome | None:
        """How the game has ended, or None while it goes on; see the function `ending`.

        Where play without end is a draw, it ends when a position comes for the third time.
        """
        over = ending(self.rules, self.moves[-1] if self.moves else None, self.state)
        if over is None and self.rules.can_return and isinstance(self.rules, TwoPlayerRules):
            positions = list(map(self.rules.position, self.states))
            if positions.count(positions[-1]) >= THIRD:
                return Outcome.drawn("the same position for the third time")
        return over

    def why_refused(self, move: Move) -> str | None:
        """Say why the move cannot be made now, or return None when it can."""
        if (over := self.ending) is not None:
            return f"the game is over: {over.reason}"
        return self.rules.why_illegal(self.state, move)

    def after(self, move: Move) -> Line[State, Move]:
        """Return the line after the move; raise IllegalMoveError when it cannot be made."""
        if reason := self.why_refused(move):
            raise IllegalMoveError(reason)
        states = (*self.states, self.rules.play(self.state, move))
        return Line(self.rules, states, (*self.moves, move))

    def before(self, turn: int) -> Line[State, Move]:
        """Return the line as it was before a turn, counted from 1."""
        return Line(self.rules, self.states[:turn], self.moves[: turn - 1])

    def last_turn_of(self, sides: Container[str]) -> int | None:
        """Return the last turn, counted from 1, in which one of some sides moved; None for none."""
        movers = (side_to_move(self.rules, state) for state in self.states[:-1])
        return max((turn for turn, side in enumerate(movers, 1) if side in sides), default=None)
