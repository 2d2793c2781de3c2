"""How Toads and Frogs is drawn: the rows, one below the other."""

from __future__ import annotations

from rich.text import Text

from toadstone.core.board import Board
from toadstone.games.toads_and_frogs.move import Move
from toadstone.games.toads_and_frogs.rules import State, ToadsAndFrogsRules

_STYLES = {"T": "bold green", "F": "bold yellow"}


class ToadsAndFrogsBoard(Board[State, Move]):
    """Draws the states of one scenario."""

    def __init__(self, rules: ToadsAndFrogsRules) -> None:
        self._rules = rules

    def picture(self, state: State) -> Text:
        """Draw every row on a line of its own."""
        return Text("\n").join(map(_row, state.rows))

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the rows beside each other."""
        return Text("  ").join(map(_row, state.rows))

    def caption(self, state: State) -> Text:
        """Say who is to move, or who has won."""
        outcome = self._rules.outcome(state)
        if outcome is None:
            return Text(f"{state.turn} to move", "dim")
        return Text(f"{outcome.winner} win", "bold")

    def event(self, before: State, move: Move, after: State) -> Text:
        """Say where somebody was jumped over."""
        jumped = abs(move.target - move.source) == 2
        return Text("jumps" if jumped else "")


def _row(row: str) -> Text:
    text = Text()
    for letter in row:
        text.append(letter, _STYLES.get(letter, "dim"))
    return text
