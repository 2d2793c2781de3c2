"""The reference simulator: one frog hops a turn, played literally.

The source of the rules is the article “Frogs Game”; where it leaves something open, the rulings are
in docs/frog-puzzle.md. The code is simple on purpose, and shares nothing with the model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from toadstone.core.rules import IllegalMoveError, Outcome, Rules
from toadstone.games.frog_puzzle.scenario import ANY, GAP, LEFT, RIGHT, FrogPuzzleScenario, Move

_STATE = re.compile(r"(0|[1-9][0-9]*) ([LR_]+)")

_DIRECTION = {LEFT: 1, RIGHT: -1}
_OTHER = {LEFT: RIGHT, RIGHT: LEFT}


@dataclass(frozen=True)
class State:
    """The row between two moves, a letter a cell, and the number of moves made so far."""

    row: str
    moves: int = 0

    def cell(self, number: int) -> str:
        """Return the letter in a cell, counted from 1 on the left."""
        return self.row[number - 1]

    def __str__(self) -> str:
        return f"{self.moves} {self.row}"


class FrogPuzzleRules(Rules[State, Move]):
    """The rules of the frog puzzle for one scenario."""

    def __init__(self, scenario: FrogPuzzleScenario) -> None:
        self.scenario = scenario

    def start(self) -> State:
        """Return the row before the first move."""
        return State(self.scenario.start)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Return the moves that the rules allow, from the leftmost frog to the rightmost."""
        if self.outcome(state):
            return ()
        moves = (
            Move(source, source + shift)
            for source in range(1, len(state.row) + 1)
            for shift in (-2, -1, 1, 2)
        )
        return tuple(move for move in moves if self._why_not(state, move) is None)

    def why_illegal(self, state: State, move: Move) -> str | None:
        """Say why the move is not legal, or return None when it is."""
        return "the game is over" if self.outcome(state) else self._why_not(state, move)

    def _why_not(self, state: State, move: Move) -> str | None:
        """Say why the move is not legal while the game goes on, or return None when it is."""
        reason = _why_no_cell(state, move.source) or _why_no_cell(state, move.target)
        reason = reason or self.why_no_frog(state, move.source)
        reason = reason or self._why_it_cannot_hop(state, move)
        return reason or self._why_it_cannot_land(state, move)

    def why_no_frog(self, state: State, cell: int) -> str | None:
        """Say why there is no frog in a cell, or return None when there is one."""
        if reason := _why_no_cell(state, cell):
            return reason
        return f"there is no frog in cell {cell}" if state.cell(cell) == GAP else None

    def _why_it_cannot_hop(self, state: State, move: Move) -> str | None:
        frog = state.cell(move.source)
        distance = (move.target - move.source) * _DIRECTION[frog]
        if distance <= 0:
            return f"the {frog} in cell {move.source} hops {_way(frog)} only"
        if distance > 2:
            return f"a frog goes one cell or two, not {distance}"
        return None

    def _why_it_cannot_land(self, state: State, move: Move) -> str | None:
        frog = state.cell(move.source)
        if state.cell(move.target) != GAP:
            return f"there is a frog in cell {move.target}"
        between = state.cell(move.source + _DIRECTION[frog])
        if abs(move.target - move.source) == 2 and between != _OTHER[frog]:
            return f"{_name(frog)} jumps over {_name(_OTHER[frog])}, not over {_name(between)}"
        return None

    def play(self, state: State, move: Move) -> State:
        """Let one frog hop."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        row = list(state.row)
        row[move.target - 1] = row[move.source - 1]
        row[move.source - 1] = GAP
        return State("".join(row), state.moves + 1)

    def outcome(self, state: State) -> Outcome | None:
        """End the game when every cell matches the goal."""
        cells = zip(state.row, self.scenario.goal_row, strict=True)
        if all(goal in {letter, ANY} for letter, goal in cells):
            return Outcome("frogs", "the goal is reached")
        return None

    def observe(self, state: State) -> Mapping[str, int]:
        """Return the content of every cell: -1 for L, 1 for R, 0 for a gap."""
        numbers = {LEFT: -1, GAP: 0, RIGHT: 1}
        return {f"cell {cell}": numbers[letter] for cell, letter in enumerate(state.row, 1)}

    def figures(self, state: State) -> Mapping[str, int]:
        """Return the number of moves."""
        return {"moves": state.moves}

    def read_move(self, text: str) -> Move:
        """Return the move with this text form."""
        return Move.read(text)

    def read_state(self, text: str) -> State:
        """Return the state with this text form; raise ValueError when there is none."""
        match = _STATE.fullmatch(text)
        if not match:
            raise ValueError(f"not the text form of a state: {text!r}")
        return State(match[2], int(match[1]))


def _why_no_cell(state: State, cell: int) -> str | None:
    cells = len(state.row)
    return None if 1 <= cell <= cells else f"there is no cell {cell}: the row has {cells}"


def _way(frog: str) -> str:
    return "right" if frog == LEFT else "left"


def _name(letter: str) -> str:
    return {LEFT: "an L", RIGHT: "an R", GAP: "a gap"}[letter]
