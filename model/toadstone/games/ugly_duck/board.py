"""How Ugly Duck is drawn: rows a, b, c from the top, columns 1, 2, 3 from the left."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from toadstone.core.board import Board
from toadstone.games.ugly_duck.move import Pass
from toadstone.games.ugly_duck.rules import AnyMove, State, UglyDuckRules

_SIGNS = {"d": "▼", "s": "♥", "D": "▲", "S": "♠", ".": "·"}
_LETTERS = {letter: letter for letter in _SIGNS}
_STYLES = {"d": "bold green", "s": "bold green", "D": "bold blue", "S": "bold blue"}


class UglyDuckBoard(Board[State, AnyMove]):
    """Draws the states of one scenario, with the signs of the description or with letters."""

    signs = "".join(_SIGNS.values())

    def __init__(self, rules: UglyDuckRules, signs: Mapping[str, str] = _SIGNS) -> None:
        self._rules = rules
        self._signs = signs

    def in_ascii(self) -> UglyDuckBoard:
        """Return a board that draws the letters of a scenario file."""
        return UglyDuckBoard(self._rules, _LETTERS)

    def key(self) -> Text:
        """Say which sign is whose duck and swan."""
        duck, swan, blue_duck, blue_swan = map(self._sign, "dsDS")
        green = Text.assemble(duck, " duck and ", swan, " swan of green")
        return Text.assemble(green, ", ", blue_duck, " duck and ", blue_swan, " swan of blue")

    def picture(self, state: State) -> Text:
        """Draw the rows with their letters, below the numbers of the columns."""
        columns = range(1, len(state.rows[0]) + 1)
        lines = [Text("  " + " ".join(map(str, columns)), "dim")]
        for letter, row in zip("abcdefg", state.rows, strict=False):
            lines.append(Text(f"{letter} ", "dim") + Text(" ").join(map(self._sign, row)))
        return Text("\n").join(lines)

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the rows beside each other."""
        return Text("/").join(Text("").join(map(self._sign, row)) for row in state.rows)

    def caption(self, state: State) -> Text:
        """Say who is to move, or who has won."""
        outcome = self._rules.outcome(state)
        if outcome is None:
            return Text(f"{state.turn} to move", "dim")
        return Text("drawn" if outcome.winner == "draw" else f"{outcome.winner} wins", "bold")

    def event(self, before: State, move: AnyMove, after: State) -> Text:
        """Say what was captured, and where a duck has become a swan."""
        if isinstance(move, Pass):
            return Text("cannot move")
        captured = {"d": "duck", "D": "duck", "s": "swan", "S": "swan"}.get(before.at(move.target))
        events = [f"captures a {captured}"] if captured else []
        if before.at(move.source) != after.at(move.target):
            events.append("becomes a swan")
        return Text(", ".join(events))

    def _sign(self, letter: str) -> Text:
        return Text(self._signs[letter], _STYLES.get(letter, "dim"))
