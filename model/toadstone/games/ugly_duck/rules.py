"""The reference simulator of Ugly Duck, played literally.

The source of every rule is the game's description; the rulings are in docs/ugly-duck.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from toadstone.core.rows import RowRules, RowState
from toadstone.core.rules import IllegalMoveError, Outcome
from toadstone.games.ugly_duck.scenario import Cell, Move, Pass, UglyDuckScenario, read_move

GREEN, BLUE = SIDES = ("green", "blue")
OTHER = {GREEN: BLUE, BLUE: GREEN}
DUCK = {GREEN: "d", BLUE: "D"}
SWAN = {GREEN: "s", BLUE: "S"}
STEP = {"d": 1, "s": -1, "D": -1, "S": 1}
"""Rows that a piece goes down in a move: a duck forward, a swan back."""
EMPTY = "."
AnyMove = Move | Pass


class State(RowState):
    """The rows of the board from the top, the side whose turn it is, and the plies played."""

    sides = SIDES
    row = r"[dsDS.]+"
    between = "/"

    def at(self, cell: Cell) -> str:
        """Return the letter in a cell."""
        return self.rows[cell.row][cell.column]


class UglyDuckRules(RowRules[State, AnyMove]):
    """The rules of Ugly Duck for one scenario."""

    sides = SIDES

    def __init__(self, scenario: UglyDuckScenario) -> None:
        self.scenario = scenario
        self._passes = scenario.no_moves == "pass"
        self._last = len(scenario.lines) - 1
        self._columns = len(scenario.lines[0])

    def start(self) -> State:
        """Return the board before the first ply."""
        return State(self.scenario.lines, self.scenario.turn)

    def legal_moves(self, state: State) -> tuple[AnyMove, ...]:
        """Return the moves of the side to move, by cells; a pass where there is no other."""
        if self.outcome(state) is not None:
            return ()
        return _moves(state.rows, state.turn) or (Pass(),)

    def has(self, cell: Cell) -> bool:
        """Return whether a cell is on the board."""
        return 0 <= cell.row <= self._last and 0 <= cell.column < self._columns

    def why_illegal(self, state: State, move: AnyMove) -> str | None:
        """Say why the move is not legal in this state, or return None when it is."""
        if self.outcome(state) is not None:
            return "the game is over"
        if isinstance(move, Pass):
            can_move = _moves(state.rows, state.turn)
            return f"{state.turn} can move, and so cannot pass" if can_move else None
        reason = self.why_no_piece(state, move.source) or self._why_no_cell(move.target)
        reason = reason or _why_not(state, move.source, move.target)
        return reason or _why_miswritten(state, move)

    def why_no_piece(self, state: State, cell: Cell) -> str | None:
        """Say why the side to move has no piece in a cell, or return None when it has."""
        if reason := self._why_no_cell(cell):
            return reason
        letter = state.at(cell)
        if letter == EMPTY:
            return f"there is no piece in {cell}"
        other = OTHER[state.turn]
        if letter in DUCK[other] + SWAN[other]:
            return f"{state.turn} is to move, and the {_name(letter)} in {cell} is {other}"
        return None

    def _why_no_cell(self, cell: Cell) -> str | None:
        if self.has(cell):
            return None
        return f"there is no cell {cell}: the board has {self._last + 1} rows and " + (
            f"{self._columns} columns"
        )

    def play(self, state: State, move: AnyMove) -> State:
        """Return the state after the move; raise IllegalMoveError when it is not legal."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return self.after(state, move)

    def after(self, state: State, move: AnyMove) -> State:
        """Return the state after a legal move."""
        rows = [list(row) for row in state.rows]
        if isinstance(move, Move):
            letter = state.at(move.source)
            if letter == DUCK[state.turn] and move.target.row == self._far(state.turn):
                letter = SWAN[state.turn]
            rows[move.source.row][move.source.column] = EMPTY
            rows[move.target.row][move.target.column] = letter
        return State(tuple(map("".join, rows)), OTHER[state.turn], state.plies + 1)

    def _far(self, side: str) -> int:
        """Return the row on which a side's ducks become swans."""
        return self._last if side == GREEN else 0

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome: by a swan at home, by the last capture, or by a lack of moves."""
        return _outcome(state.rows, state.turn, self._passes)

    def mobility(self, state: State, side: str) -> int:
        """Return how many moves a side has, or would have if it were to move; a pass is none."""
        return len(_moves(state.rows, side))

    def final_violation(self, state: State) -> str | None:
        """Return why the side that the scenario wants to win has not won, or None."""
        side, outcome = self.scenario.wins, self.outcome(state)
        if side is None or outcome is None or outcome.winner == side:
            return None
        return f"{side} has to win, but {outcome.reason}"

    def observe(self, state: State) -> Mapping[str, int]:
        """Return the content of every cell, and the winner.

        For a cell, 0 is empty, 1 to 4 are the letters d, s, D and S; for the winner, 0 is none yet,
        1 and 2 are green and blue, 3 is a draw.
        """
        contents = {
            str(Cell(row, column)): ".dsDS".index(letter)
            for row, line in enumerate(state.rows)
            for column, letter in enumerate(line)
        }
        outcome = self.outcome(state)
        winner = 0 if outcome is None else (GREEN, BLUE, None).index(outcome.winner) + 1
        return contents | {"winner": winner}

    def read_move(self, text: str) -> AnyMove:
        """Return the move with this text form."""
        return read_move(text)


@lru_cache(8192)
def _outcome(rows: tuple[str, ...], turn: str, passes: bool) -> Outcome | None:
    for side in (OTHER[turn], turn):
        home = 0 if side == GREEN else len(rows) - 1
        if SWAN[side] in rows[home]:
            cell = Cell(home, rows[home].index(SWAN[side]))
            return Outcome(side, f"a swan of {side} is home in {cell}")
    letters = set("".join(rows))
    for side in SIDES:
        if not letters & {DUCK[OTHER[side]], SWAN[OTHER[side]]}:
            return Outcome(side, f"{side} has captured every piece of {OTHER[side]}")
    if _moves(rows, turn):
        return None
    if not passes:
        return Outcome(OTHER[turn], f"{turn} cannot move")
    if _moves(rows, OTHER[turn]):
        return None
    return Outcome.drawn("neither side can move")


@lru_cache(8192)
def _moves(rows: tuple[str, ...], side: str) -> tuple[Move, ...]:
    """Return the moves of a side; kept, as they are asked for often."""
    own, moves = DUCK[side] + SWAN[side], list[Move]()
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter not in own or not 0 <= row + STEP[letter] < len(rows):
                continue
            to_row = row + STEP[letter]
            for to_column in range(max(0, column - 1), min(column + 2, len(line))):
                there = rows[to_row][to_column]
                if there == EMPTY or (there not in own and to_column != column):
                    moves.append(_move(row, column, to_row, to_column, there != EMPTY))
    return tuple(moves)


@lru_cache(8192)
def _move(row: int, column: int, to_row: int, to_column: int, captures: bool) -> Move:
    return Move(Cell(row, column), Cell(to_row, to_column), captures)


def _why_not(state: State, source: Cell, target: Cell) -> str | None:
    """Say why a piece of the side to move cannot go from its cell to another, or return None."""
    letter, there = state.at(source), state.at(target)
    rows_down = target.row - source.row
    if rows_down * STEP[letter] < 0:
        only = "ducks go forward only" if letter in DUCK.values() else "swans go back only"
        return f"the {_name(letter)} in {source} cannot go to {target}: {only}"
    if rows_down != STEP[letter] or abs(target.column - source.column) > 1:
        way = "forward" if letter in DUCK.values() else "back"
        return f"the {_name(letter)} in {source} goes one row {way}, straight or diagonally"
    if there in DUCK[state.turn] + SWAN[state.turn]:
        return f"{target} holds a piece of {state.turn} itself"
    if there != EMPTY and target.column == source.column:
        return f"{target} is taken, and captures are diagonal only"
    return None


def _name(letter: str) -> str:
    return "duck" if letter in DUCK.values() else "swan"


def _why_miswritten(state: State, move: Move) -> str | None:
    """Say why the sign between the cells is the wrong one, or return None."""
    there = state.at(move.target) != EMPTY
    if move.captures == there:
        return None
    if there:
        return f"this move captures: write {move.source}x{move.target}"
    return f"there is nothing to capture in {move.target}: write {move.source}-{move.target}"
