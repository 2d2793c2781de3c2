"""The reference simulator of Toads and Frogs, played literally.

The source of every rule is the game's description; the rulings are in docs/toads-and-frogs.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from toadstone.core.rows import RowRules, RowState
from toadstone.core.rules import IllegalMoveError, Outcome
from toadstone.games.toads_and_frogs.scenario import Cell, Move, ToadsAndFrogsScenario

TOADS, FROGS = SIDES = ("toads", "frogs")
LETTERS = {TOADS: "T", FROGS: "F"}
STEPS = {TOADS: 1, FROGS: -1}
OTHER = {TOADS: FROGS, FROGS: TOADS}
GAP = "_"


class State(RowState):
    """The rows, the side whose turn it is, and the plies played so far."""

    sides = SIDES
    row = rf"[TF{GAP}]+"
    between = "+"


class ToadsAndFrogsRules(RowRules[State, Move]):
    """The rules of Toads and Frogs for one scenario."""

    sides = SIDES

    def __init__(self, scenario: ToadsAndFrogsScenario) -> None:
        self.scenario = scenario

    def start(self) -> State:
        """Return the rows before the first ply."""
        return State(self.scenario.start, self.scenario.turn)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Return the moves of the side whose turn it is, row by row, from left to right."""
        return _moves(state.rows, state.turn)

    def why_illegal(self, state: State, move: Move) -> str | None:
        """Say why the move is not legal in this state, or return None when it is."""
        if self._is_legal(state, move):
            return None
        if self.outcome(state) is not None:
            return "the game is over"
        if (move.row is None) != (len(state.rows) == 1):
            form = "FROM-TO, as there is one row" if move.row else "ROW:FROM-TO, as it is a sum"
            return f"expected a move {form}"
        source, target = Cell(move.row, move.source), Cell(move.row, move.target)
        reason = _why_no_cell(state, source) or _why_no_cell(state, target)
        if reason := reason or self.why_no_animal(state, source):
            return reason
        row = state.rows[(move.row or 1) - 1]
        return _why_not(row, move.source - 1, state.turn)

    def _is_legal(self, state: State, move: Move) -> bool:
        number, last = move.row or 1, len(state.rows)
        if (move.row is None) != (last == 1) or not 1 <= number <= last:
            return False
        row = state.rows[number - 1]
        return (move.source - 1, move.target - 1) in _moves_in(row, state.turn)

    def why_no_animal(self, state: State, cell: Cell) -> str | None:
        """Say why the side to move has no animal in a cell, or return None when it has."""
        if (cell.row is None) != (len(state.rows) == 1):
            form = "NUMBER, as there is one row" if cell.row else "ROW:NUMBER, as it is a sum"
            return f"expected a cell {form}"
        if reason := _why_no_cell(state, cell):
            return reason
        if state.rows[(cell.row or 1) - 1][cell.number - 1] == LETTERS[state.turn]:
            return None
        return f"{state.turn} are to move, and none of them is in cell {cell}"

    def play(self, state: State, move: Move) -> State:
        """Return the state after the move; raise IllegalMoveError when it is not legal."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return self.after(state, move)

    def after(self, state: State, move: Move) -> State:
        """Return the state after a legal move."""
        number = (move.row or 1) - 1
        cells = list(state.rows[number])
        cells[move.source - 1], cells[move.target - 1] = GAP, cells[move.source - 1]
        rows = (*state.rows[:number], "".join(cells), *state.rows[number + 1 :])
        return State(rows, OTHER[state.turn], state.plies + 1)

    def outcome(self, state: State) -> Outcome | None:
        """Return that the side to move has lost when it cannot."""
        for row in state.rows:
            if _moves_in(row, state.turn):
                return None
        return Outcome(OTHER[state.turn], f"{state.turn} cannot move")

    def parts(self, state: State) -> list[State]:
        """Return each row by itself: no move joins them."""
        return [State((row,), state.turn) for row in state.rows]

    def observe(self, state: State) -> Mapping[str, int]:
        """Return the content of every cell: 1 a toad, 2 a frog, 0 a gap."""
        return {
            f"row {number} cell {cell}": f"{GAP}TF".index(letter)
            for number, row in enumerate(state.rows, 1)
            for cell, letter in enumerate(row, 1)
        }

    def read_move(self, text: str) -> Move:
        """Return the move with this text form."""
        return Move.read(text)


_move = lru_cache(8192)(Move)


@lru_cache(8192)
def _moves(rows: tuple[str, ...], side: str) -> tuple[Move, ...]:
    return tuple(
        _move(None if len(rows) == 1 else number, source + 1, target + 1)
        for number, row in enumerate(rows, 1)
        for source, target in _moves_in(row, side)
    )


@lru_cache(2**16)
def _moves_in(row: str, side: str) -> tuple[tuple[int, int], ...]:
    """Return the moves of a side in a row, as pairs of indices; kept, as they are asked often."""
    targets = ((i, _target(row, i, side)) for i, cell in enumerate(row) if cell == LETTERS[side])
    return tuple((source, target) for source, target in targets if target is not None)


def _target(row: str, index: int, side: str) -> int | None:
    """Return where the animal at an index can go: one cell, or over one opponent into a gap."""
    step = STEPS[side]
    beside = _at(row, index + step)
    if beside == GAP:
        return index + step
    if beside == LETTERS[OTHER[side]] and _at(row, index + 2 * step) == GAP:
        return index + 2 * step
    return None


def _at(row: str, index: int) -> str | None:
    return row[index] if 0 <= index < len(row) else None


def _why_no_cell(state: State, cell: Cell) -> str | None:
    if not 1 <= (cell.row or 1) <= len(state.rows):
        return f"there is no row {cell.row}"
    row = state.rows[(cell.row or 1) - 1]
    if _at(row, cell.number - 1) is None:
        return f"there is no cell {cell.number}: the row has {len(row)}"
    return None


def _why_not(row: str, source: int, side: str) -> str:
    """Say why the side's animal at an index cannot go anywhere, or anywhere else than it can."""
    possible = _target(row, source, side)
    name = side.removesuffix("s")
    if possible is None:
        return f"the {name} in cell {source + 1} is blocked"
    return f"the {name} in cell {source + 1} can only go to cell {possible + 1}"
