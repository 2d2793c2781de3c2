"""Rush Hour: cars on a grid, each along its row or column; the red one has to reach the exit.

The puzzle is by Nob Yoshigahara. Scenarios are written as in Fogleman's database: A is the red car,
which leaves on the right, other letters are cars, `x` is a wall, a dot or `o` a free cell. A move
takes one car any number of cells, which is how that database counts.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field, field_validator
from rich.text import Text

from toadstone.core.board import BOARD, Board, Grid, Square
from toadstone.core.part import SUPPORT, Support
from toadstone.core.question import Question, Sense
from toadstone.core.rules import RULES, IllegalMoveError, Outcome, Rules
from toadstone.engines.parts import HORIZON, SEARCH_PROBLEM
from toadstone.engines.search.problem import RulesProblem
from toadstone.files.formats import SCENARIO
from toadstone.files.scenario import Scenario
from toadstone.game import Game

ESCAPE = Question("escape", Sense.SATISFY, None, "any plan that takes the red car out")
MIN_MOVES = Question("min-moves", Sense.MINIMISE, "moves", "the fewest moves")
QUESTIONS = (ESCAPE, MIN_MOVES)
RED = "A"


class RushHourScenario(Scenario):
    """A board."""

    questions: ClassVar = QUESTIONS
    game: Literal["rush-hour"] = Field(description="The name of the game.")
    board: tuple[str, ...] = Field(
        min_length=1, max_length=9, description="Rows: letters are cars, `.` free, `x` a wall."
    )

    @field_validator("board")
    @classmethod
    def _of_cars(cls, board: tuple[str, ...]) -> tuple[str, ...]:
        _cars([row.replace("o", ".") for row in board])
        return board


class Car(NamedTuple):
    """A car: its letter, length and line, and whether it is upright, so that the line is a column.

    `room` is how many cells the line has.
    """

    letter: str
    length: int
    line: int
    upright: bool
    room: int


class Move(NamedTuple):
    """A car, and how many cells it goes: to the right or down, or back if negative."""

    letter: str
    by: int

    def __str__(self) -> str:
        return f"{self.letter}{self.by:+}"


class State(NamedTuple):
    """The first cell of each car on its line, and the moves so far."""

    at: tuple[int, ...]
    moves: int = 0

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.at))} {self.moves}"


class RushHourRules(Rules[State, Move]):
    """The rules; cells are bits of one integer, row by row."""

    def __init__(self, scenario: Any) -> None:
        board = [row.replace("o", ".") for row in scenario.board]
        self.width, self.height = len(board[0]), len(board)
        self.cars, self.first = _cars(board)
        self.walls = sum(
            1 << y * self.width + x
            for y, row in enumerate(board)
            for x, sign in enumerate(row)
            if sign == "x"
        )
        self.red = next(number for number, car in enumerate(self.cars) if car.letter == RED)
        self.masks = [[self._mask(car, at) for at in range(car.room)] for car in self.cars]

    def _mask(self, car: Car, at: int) -> int:
        """Return the cells of a car."""
        step, line = (self.width, 1) if car.upright else (1, self.width)
        return sum(1 << line * car.line + step * cell for cell in range(at, at + car.length))

    def start(self) -> State:
        """Return the board before the first move."""
        return State(self.first)

    def _taken(self, at: tuple[int, ...]) -> int:
        taken = self.walls
        for masks, first in zip(self.masks, at, strict=True):
            taken |= masks[first]
        return taken

    def legal_moves(self, state: State) -> list[Move]:
        """Return the moves, car by car; none once the red car is out."""
        if self.outcome(state) is not None:
            return []
        taken, moves = self._taken(state.at), list[Move]()
        for car, masks, at in zip(self.cars, self.masks, state.at, strict=True):
            others = taken ^ masks[at]
            for way, last in ((-1, at), (1, car.room - car.length - at)):
                for by in range(1, last + 1):
                    if others & masks[at + way * by]:
                        break
                    moves.append(Move(car.letter, way * by))
        return moves

    def why_illegal(self, state: State, move: Move) -> str | None:
        """Return why a car cannot go so far."""
        if self.outcome(state) is not None:
            return "the red car is out"
        if move.letter not in {car.letter for car in self.cars}:
            return f"there is no car {move.letter}"
        return None if move in self.legal_moves(state) else f"{move} is blocked"

    def play(self, state: State, move: Move) -> State:
        """Move a car."""
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return self.after(state, move)

    def after(self, state: State, move: Move) -> State:
        """Return the board after a legal move."""
        letter, by = move
        at = tuple(
            first + by if car.letter == letter else first
            for car, first in zip(self.cars, state.at, strict=True)
        )
        return State(at, state.moves + 1)

    def outcome(self, state: State) -> Outcome | None:
        """Return that the game is won, once the red car is at the right end of its row."""
        car, at = self.cars[self.red], state.at[self.red]
        return Outcome.won("red", "the red car is out") if at == car.room - car.length else None

    def violation(self, move: Move, after: State) -> None:
        """Return None: there are no requirements."""

    def final_violation(self, state: State) -> None:
        """Return None: there are no requirements."""

    def position(self, state: State) -> str:
        """Return where the cars are; the moves so far decide nothing."""
        return ".".join(map(str, state.at))

    def key(self, state: State) -> tuple[int, ...]:
        """Return where the cars are."""
        return state.at

    def observe(self, state: State) -> dict[str, int]:
        """Return where each car is."""
        return {car.letter: at for car, at in zip(self.cars, state.at, strict=True)}

    def figures(self, state: State) -> dict[str, int]:
        """Return the number of moves."""
        return {"moves": state.moves}

    def read_move(self, text: str) -> Move:
        """Return the move with this text."""
        if not re.fullmatch(r"[A-Z][+-][1-9]", text):
            raise ValueError(f"expected a car and a distance such as B+2, found {text}")
        return Move(text[0], int(text[1:]))

    def read_state(self, text: str) -> State:
        """Return the state with this text form."""
        at, moves = text.split()
        return State(tuple(map(int, at.split("."))), int(moves))


def _cars(board: list[str]) -> tuple[list[Car], tuple[int, ...]]:
    """Return the cars of a board by their letters, and the first cell of each on its line."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(board):
        if len(row) != len(board[0]):
            raise ValueError(f"row {y + 1} has {len(row)} cells, the first row {len(board[0])}")
        for x, sign in enumerate(row):
            cells.setdefault(sign, []).append((x, y))
    cars, first = list[Car](), list[int]()
    for letter in sorted(set(cells) - {".", "x"}):
        (x, y), size = cells[letter][0], len(cells[letter])
        upright = x == cells[letter][-1][0]
        straight = [(x, y + step) if upright else (x + step, y) for step in range(size)]
        if not letter.isupper() or size < 2 or cells[letter] != straight:
            raise ValueError(f"{letter} is no car: expected two or more cells in a line")
        room = len(board) if upright else len(board[0])
        cars.append(Car(letter, size, x if upright else y, upright, room))
        first.append(y if upright else x)
    if not cells.get(RED) or cars[0].upright:
        raise ValueError("expected a red car A that lies flat")
    return cars, tuple(first)


class RushHourBoard(Board[State, Move]):
    """The board; a move is told by the car and by the cell that its end comes to."""

    enough = 2

    def __init__(self, scenario: Any) -> None:
        self.rules: RushHourRules
        super().__init__(RushHourRules(scenario))

    def grid(self, state: State) -> Grid:
        """Return the cells."""
        width, rows = self.rules.width, list[tuple[Square, ...]]()
        signs = self._signs(state)
        for y in range(self.rules.height):
            row = [(x, signs.get(y * width + x, ".")) for x in range(width)]
            rows.append(tuple(Square(s, COLOURS.get(s, "dim"), _name(x, y)) for x, s in row))
        return Grid(tuple(rows))

    def _signs(self, state: State) -> dict[int, str]:
        """Return what is in each cell that is taken."""
        rules = self.rules
        cars = zip(rules.cars, rules.masks, state.at, strict=True)
        taken = [(car.letter, masks[at]) for car, masks, at in cars] + [("x", rules.walls)]
        cells = range(rules.width * rules.height)
        return {cell: sign for sign, mask in taken for cell in cells if mask >> cell & 1}

    def caption(self, state: State) -> Text:
        """Return the number of moves."""
        return Text(f"{state.moves} moves")

    def event(self, before: State, move: Move, after: State) -> Text:
        """Return nothing: the move says it all."""
        return Text()

    def cells_of(self, state: State, move: Move) -> tuple[str, ...]:
        """Return the cell at that end of the car that goes first, and the cell it comes to."""
        number = [car.letter for car in self.rules.cars].index(move.letter)
        car, end = self.rules.cars[number], state.at[number]
        end += car.length - 1 if move.by > 0 else 0
        ends = (end, end + move.by)
        return tuple(_name(car.line, at) if car.upright else _name(at, car.line) for at in ends)


COLOURS = {RED: "bold red", ".": "dim", "x": "dim"} | dict.fromkeys("BCDEFGHIJKLMNOPQRSTUVWXYZ", "")


def _name(x: int, y: int) -> str:
    """Return the name of a cell: a letter for its column, a number for its row from the top."""
    return f"{'abcdefghi'[x]}{y + 1}"


class RushHourSearch(RulesProblem[State, Move]):
    """The fewest moves; each car in the way of the red one has to move, and so has that one."""

    fewest_moves = True

    def __init__(self, scenario: Any, ask: tuple[Question, ...], budget: Any) -> None:
        self.rules: RushHourRules
        super().__init__(RushHourRules(scenario))
        self.zero = (0,) * ask.count(MIN_MOVES)

    def cost(self, before: State, move: Move, after: State) -> tuple[int, ...]:
        """Return 1 for a move."""
        return (1,) * len(self.zero)

    def estimate(self, state: State) -> tuple[int, ...] | None:
        """Return the number of cars in the way, and 1; nothing where the red car is out."""
        rules = self.rules
        number, at = rules.red, state.at[rules.red]
        red, masks = rules.cars[number], rules.masks[number]
        way = 0
        for first in range(at + 1, red.room - red.length + 1):
            way |= masks[first]
        way &= ~masks[at]
        blocking = sum(
            1 for each, first in zip(rules.masks, state.at, strict=True) if each[first] & way
        )
        return (blocking + bool(way),) * len(self.zero)


STATED = {"escape": "satisfy", "min-moves": "minimise moves"}
SUPPORTED = dict.fromkeys((HORIZON, SEARCH_PROBLEM), Support(STATED, {"board"}))

GAME = Game(
    "rush-hour",
    __name__,
    QUESTIONS,
    decision=ESCAPE,
    also_decide=(MIN_MOVES,),
    parts={
        SCENARIO: ":RushHourScenario",
        RULES: ":RushHourRules",
        SUPPORT: ":SUPPORTED",
        BOARD: ":RushHourBoard",
        SEARCH_PROBLEM: ":RushHourSearch",
        HORIZON: "model:RushHourHorizon",
    },
)
