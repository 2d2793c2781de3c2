"""Domineering: dominoes on a board, one side's upright, the other's flat; who cannot move loses.

Rules: Berlekamp, Conway and Guy, "Winning Ways", chapter 5. Left places dominoes upright and Right
flat. A position is the set of taken cells, an integer.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field
from rich.text import Text

from toadstone.core.board import BOARD, Board, Grid, Square
from toadstone.core.question import REMOTENESS, WINNER
from toadstone.core.rules import RULES, IllegalMoveError, Outcome, TwoPlayerRules
from toadstone.files.formats import SCENARIO
from toadstone.files.scenario import Scenario
from toadstone.game import Game

QUESTIONS = (WINNER, REMOTENESS)
SIDES = ("vertical", "horizontal")


class DomineeringScenario(Scenario):
    """A board of free and taken cells."""

    questions: ClassVar = QUESTIONS
    game: Literal["domineering"] = Field(description="The name of the game.")
    board: tuple[str, ...] = Field(
        min_length=1, max_length=9, description="Rows of equal length: `.` is free, `#` is taken."
    )
    turn: Literal["vertical", "horizontal"] = Field("vertical", description="Who moves first.")


class State(NamedTuple):
    """The taken cells, a bit each, and the side to move: 0 is vertical."""

    taken: int
    turn: int

    def __str__(self) -> str:
        return f"{self.taken} {self.turn}"


class DomineeringRules(TwoPlayerRules[State, str]):
    """The rules; a move is the two cells that a domino takes, such as a1-a2."""

    sides = SIDES

    def __init__(self, scenario: Any) -> None:
        self.board, self.turn = scenario.board, SIDES.index(scenario.turn)
        self.rows, self.columns = len(self.board), len(self.board[0])
        cells = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        self.bits = {cell: 1 << at for at, cell in enumerate(cells)}
        places = [(x, y, x, y + 1) for x, y in cells], [(x, y, x + 1, y) for x, y in cells]
        self._places = [
            {
                f"{name((a, b))}-{name((c, d))}": self.bits[a, b] | self.bits[c, d]
                for a, b, c, d in side
                if (c, d) in self.bits
            }
            for side in places
        ]

    def start(self) -> State:
        """Return the board before the first move."""
        taken = (self.bits[cell] for cell in self.bits if self.board[cell[1]][cell[0]] == "#")
        return State(sum(taken), self.turn)

    def legal_moves(self, state: State) -> list[str]:
        """Return the dominoes that fit, from the top left cell on."""
        taken, turn = state
        return [move for move, cells in self._places[turn].items() if not taken & cells]

    def why_illegal(self, state: State, move: str) -> str | None:
        """Return why a domino cannot lie there."""
        if move not in self._places[state.turn]:
            return f"{move} is no place for a {self.to_move(state)} domino"
        return f"{move} is taken" if state.taken & self._places[state.turn][move] else None

    def play(self, state: State, move: str) -> State:
        """Place a domino."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return self.after(state, move)

    def after(self, state: State, move: str) -> State:
        """Return the board after a legal move."""
        taken, turn = state
        return State(taken | self._places[turn][move], 1 - turn)

    def outcome(self, state: State) -> Outcome | None:
        """Return that the side to move has lost, where no domino fits."""
        if self.legal_moves(state):
            return None
        return Outcome.won(SIDES[1 - state.turn], f"{self.to_move(state)} cannot move")

    def to_move(self, state: State) -> str:
        """Return the side to move."""
        return SIDES[state.turn]

    def null_move(self, state: State) -> State:
        """Return the same board with the other side to move."""
        return State(state.taken, 1 - state.turn)

    def cells(self, state: State) -> list[str]:
        """Return the rows of the board."""
        return [
            "".join("#" if state.taken & self.bits[x, y] else "." for x in range(self.columns))
            for y in range(self.rows)
        ]

    def position(self, state: State) -> str:
        """Return the rows and the side to move."""
        return f"{'/'.join(self.cells(state))} {self.to_move(state)}"

    def key(self, state: State) -> int:
        """Return the board and the side to move as one integer."""
        return state[0] << 1 | state[1]

    def observe(self, state: State) -> dict[str, int]:
        """Return the number of taken cells."""
        return {"taken": state.taken.bit_count()}

    def figures(self, state: State) -> dict[str, int]:
        """Return the number of dominoes."""
        return {"plies": (state.taken ^ self.start().taken).bit_count() // 2}

    def read_move(self, text: str) -> str:
        """Return the move with this text."""
        if not any(text in side for side in self._places):
            raise ValueError(f"expected two cells such as a1-a2, found {text}")
        return text

    def read_state(self, text: str) -> State:
        """Return the state with this text form."""
        taken, turn = map(int, text.split())
        return State(taken, turn)


def name(cell: tuple[int, int]) -> str:
    """Return the name of a cell: a letter for its column, a number for its row from the top."""
    return f"{'abcdefghi'[cell[0]]}{cell[1] + 1}"


class DomineeringBoard(Board[State, str]):
    """The board; a move is told by its two cells."""

    enough = 2

    def __init__(self, scenario: Any) -> None:
        self.rules: DomineeringRules
        super().__init__(DomineeringRules(scenario))

    def grid(self, state: State) -> Grid:
        """Return the cells."""
        rows = tuple(
            tuple(Square(sign, name=name((x, y))) for x, sign in enumerate(row))
            for y, row in enumerate(self.rules.cells(state))
        )
        names = tuple(f"{y + 1} " for y in range(self.rules.rows))
        return Grid(rows, names, tuple("abcdefghi"[: self.rules.columns]))

    def caption(self, state: State) -> Text:
        """Return the number of places left to the side to move."""
        return Text(f"{len(self.rules.legal_moves(state))} places")

    def event(self, before: State, move: str, after: State) -> Text:
        """Return nothing: a domino is placed."""
        return Text()

    def cells_of(self, state: State, move: str) -> tuple[str, ...]:
        """Return the two cells of a domino."""
        return tuple(move.split("-"))


GAME = Game(
    "domineering",
    __name__,
    QUESTIONS,
    decision=WINNER,
    also_decide=(REMOTENESS,),
    parts={
        SCENARIO: ":DomineeringScenario",
        RULES: ":DomineeringRules",
        BOARD: ":DomineeringBoard",
    },
)
