"""Rush Hour, by Nob Yoshigahara: cars go along their rows and columns; the red one has to get out.

Boards are written as in Fogleman's database of puzzles: A is the red car, other letters are cars,
`x` is a wall, a dot or `o` a free cell. A move takes one car any number of cells, as it counts
there. A position is the first cell of each car on its row or column.
"""

from typing import Literal, NamedTuple

from toadstone.core.question import Support
from toadstone.engines import HORIZON, STATED_METHOD
from toadstone.own_game import Field, OnePlayerScenario, plain_game


class RushHourScenario(OnePlayerScenario):
    """A board."""

    game: Literal["rush-hour"] = Field(description="The name of the game.")
    board: tuple[str, ...] = Field(
        min_length=1, max_length=9, description="Rows: letters are cars, `.` free, `x` a wall."
    )


class Car(NamedTuple):
    """A car: its letter, length, row or column, and how far its first cell can go."""

    letter: str
    length: int
    line: int
    upright: bool
    last: int


class RushHourRules:
    """Slide cars along their rows and columns until the red car A is at the right end of its row.

    A move is a car and how far it goes to the right or down, as B+2, or back, as A-1.
    """

    def __init__(self, scenario):
        self.board = [row.replace("o", ".") for row in scenario.board]
        width = len(self.board[0])
        if any(len(row) != width for row in self.board):
            raise ValueError("expected rows of the same length")
        cells = {}
        for y, row in enumerate(self.board):
            for x, sign in enumerate(row):
                cells.setdefault(sign, []).append((x, y))
        letters = sorted(sign for sign in cells if sign not in ".x")
        self.cars = [car_of(each, cells[each], width, len(self.board)) for each in letters]
        if letters[:1] != ["A"] or self.cars[0].upright:
            raise ValueError("expected a red car A that lies flat")
        self.first = tuple(cells[car.letter][0][car.upright] for car in self.cars)
        self.bits = {
            (x, y): 1 << y * width + x for y in range(len(self.board)) for x in range(width)
        }
        self.walls = sum(self.bits[cell] for cell in cells.get("x", ()))
        self.masks = [
            [sum(self.bits[cell] for cell in cells_of(car, at)) for at in range(car.last + 1)]
            for car in self.cars
        ]

    def start(self):
        return self.first

    def won(self, position):
        return position[0] == self.cars[0].last

    def taken(self, position):
        taken = self.walls
        for masks, at in zip(self.masks, position):
            taken |= masks[at]
        return taken

    def moves(self, position):
        taken = self.taken(position)
        for car, masks, at in zip(self.cars, self.masks, position):
            others = taken ^ masks[at]
            for sign, room in (("-", range(at - 1, -1, -1)), ("+", range(at + 1, car.last + 1))):
                for by, to in enumerate(room, 1):
                    if others & masks[to]:
                        break
                    yield f"{car.letter}{sign}{by}"

    def play(self, position, move):
        by = int(move[1:])
        pairs = zip(self.cars, position)
        return tuple(at + by if car.letter == move[0] else at for car, at in pairs)

    def estimate(self, position):
        """Count the cars in the way of the red one, each of which has to move, and that one."""
        if self.won(position):
            return 0
        masks, at = self.masks[0], position[0]
        way = 0
        for to in range(at + 1, len(masks)):
            way |= masks[to]
        way &= ~masks[at]
        return 1 + sum(1 for cars, to in zip(self.masks[1:], position[1:]) if cars[to] & way)

    def rows(self, position):
        signs = dict.fromkeys(self.bits, ".")
        for car, at in zip(self.cars, position):
            signs |= dict.fromkeys(cells_of(car, at), car.letter)
        width = len(self.board[0])
        line = "".join("x" if self.walls & bit else signs[at] for at, bit in self.bits.items())
        return [line[at : at + width] for at in range(0, len(line), width)]

    def why_illegal(self, position, move):
        return f"{move} is blocked" if move[:1] in {car.letter for car in self.cars} else None


def car_of(letter, cells, width, height):
    """Return the car with these cells; raise ValueError where they are no car."""
    (x, y), (last, _) = cells[0], cells[-1]
    upright, length = x == last, len(cells)
    car = Car(letter, length, x if upright else y, upright, (height if upright else width) - length)
    if length < 2 or not "A" <= letter <= "Z" or cells != cells_of(car, y if upright else x):
        raise ValueError(f"{letter} is no car: expected two or more cells in a line")
    return car


def cells_of(car, at):
    """Return the cells of a car whose first cell is there on its row or column."""
    line = range(at, at + car.length)
    return [(car.line, each) if car.upright else (each, car.line) for each in line]


def method(scenario, ask):
    """Return the usual method: the model needs seconds where the search needs none."""
    return "breadth-first"


STATED = Support({"reach": "satisfy", "min-moves": "minimise moves"}, {"board"})
GAME = plain_game(
    "rush-hour",
    __name__,
    RushHourScenario,
    RushHourRules,
    parts={HORIZON: "model:RushHourHorizon", STATED_METHOD: ":method"},
    support={HORIZON: STATED},
)
