"""The frog puzzle: the rules, the claims, and the set of positions that proves them.

checker/README.md explains the argument.
"""

import math
from collections.abc import Iterator
from typing import Any

from toadstone_checker.certificate_file import (
    Budget,
    Hear,
    Invalid,
    Unusable,
    expect,
    fields,
    items,
    unheard,
)

KIND = "toadstone frog-puzzle 1"
MOST_CELLS = 200
MOST_POSITIONS = 1_000_000
QUESTIONS = {"min-moves", "reach"}


# --- the rules ----------------------------------------------------------------------------------


def row_of(value: Any, letters: str) -> str:
    """Return a row: a text of some letters."""
    if type(value) is not str or not 1 <= len(value) <= MOST_CELLS or set(value) - set(letters):
        raise Unusable(f"expected 1 to {MOST_CELLS} cells, each one of {letters}")
    return value


class Puzzle:
    """A start, a goal, and what may follow a row: L hops to the right, R to the left."""

    def __init__(self, scenario: Any, budget: Budget | None = None) -> None:
        start, goal = fields(scenario, "start", "goal")
        self.start, self.goal = row_of(start, "LR_"), row_of(goal, "LR_?")
        expect(len(start) == len(goal), "expected a goal as long as the start")
        self.wanted = [(cell, letter) for cell, letter in enumerate(goal) if letter != "?"]
        self.budget = budget or Budget()

    def reached(self, row: str) -> bool:
        """Return whether every cell is as the goal wants it."""
        return all(row[cell] == letter for cell, letter in self.wanted)

    def hops(self, row: str) -> Iterator[tuple[str, str]]:
        """Yield every legal move, with the row after it: one cell, or two over the other kind."""
        self.budget.spend(4 * len(row))
        for before, after in (("L_", "_L"), ("LR_", "_RL"), ("_R", "R_"), ("_LR", "RL_")):
            at = row.find(before)
            while at >= 0:
                first, last = at + 1, at + len(before)
                move = f"{first}-{last}" if before[0] == "L" else f"{last}-{first}"
                yield move, row[:at] + after + row[last:]
                at = row.find(before, at + 1)

    def moves_made(self, row: str) -> int:
        """Return after how many moves a row is reached, if it can be: every move raises the level.

        A step takes a frog one cell on. A jump takes it two, and then an R is to the left of an L
        that it was to the right of.
        """
        return level(row) - level(self.start)

    def must_follow(self, row: str, fewer_than: float) -> Iterator[str]:
        """Yield what the row leads to, if that is reached in fewer than so many moves."""
        if self.moves_made(row) + 1 < fewer_than:
            for _, after in self.hops(row):
                yield after


def level(row: str) -> int:
    """Return the cells of all Ls less those of all Rs, less the pairs of an R left of an L."""
    total = rights = 0
    for cell, letter in enumerate(row, 1):
        total += {"L": cell - rights, "R": -cell, "_": 0}[letter]
        rights += letter == "R"
    return total


# --- the claim ----------------------------------------------------------------------------------


def check(certificate: Any, hear: Hear = unheard) -> None:
    """Raise Invalid unless the certificate proves its claim, Unusable if it is no certificate."""
    names = "certificate", "scenario", "claim", "plan", "positions"
    kind, scenario, claim, plan, positions = fields(certificate, *names)
    expect(kind == KIND, f"expected the kind '{KIND}'")
    puzzle = Puzzle(scenario, Budget(hear))
    ask, status, values = fields(claim, "ask", "status", "values")
    known = all(type(question) is str and question in QUESTIONS for question in items(ask, "ask"))
    expect(known and len(set(ask)) == len(ask) > 0, "ask: expected different questions")
    if status == "optimal":
        check_plan(puzzle, items(plan, "plan"), values)
    else:
        expect(status == "infeasible", "status: expected optimal or infeasible")
        expect(plan is None and values is None, "expected a verdict without a plan")
    fewer_than = exclusion(puzzle, ask, values)
    if fewer_than is None:
        expect(positions is None, "positions: expected null, as there is nothing to exclude")
    else:
        check_positions(puzzle, items(positions, "positions", MOST_POSITIONS), fewer_than)


def check_plan(puzzle: Puzzle, plan: list[Any], values: Any) -> None:
    """There is a plan: it is legal, ends where the goal is reached, and has so many moves."""
    (moves,) = fields(values, "moves")
    row = puzzle.start
    for turn, move in enumerate(plan, 1):
        expect(type(move) is str, "plan: expected moves")
        if puzzle.reached(row):
            raise Invalid(f"plan, turn {turn}", "the goal is reached before")
        legal = dict(puzzle.hops(row))
        if move not in legal:
            raise Invalid(f"plan, turn {turn}", "the move is not legal")
        row = legal[move]
    if not puzzle.reached(row):
        raise Invalid("plan", "it does not reach the goal")
    if type(moves) is not int or moves != len(plan):
        raise Invalid("claim", f"the plan has {len(plan)} moves")


def exclusion(puzzle: Puzzle, ask: list[str], values: Any) -> float | None:
    """Return in fewer than how many moves the goal cannot be reached, if the claim is true.

    None where nothing is left to exclude: a goal without ? is one row, and every way to one row has
    as many moves, those that `moves_made` says.
    """
    if values is None:
        return math.inf
    may_be_shorter = "min-moves" in ask and "?" in puzzle.goal and values["moves"] > 0
    return values["moves"] if may_be_shorter else None


# --- the argument -------------------------------------------------------------------------------


def check_positions(puzzle: Puzzle, positions: list[Any], fewer_than: float) -> None:
    """No play reaches the goal in fewer than so many moves: all that it leads to is among these.

    The start is among them, so is what each of them leads to in fewer moves, and none is the goal.
    """
    rows = {row_of(position, "LR_") for position in positions}
    same = all(len(row) == len(puzzle.start) for row in rows)
    expect(same, "positions: expected rows as long as the start")
    if puzzle.start not in rows:
        raise Invalid("positions", "the start is not among them")
    for row in positions:
        if puzzle.reached(row):
            raise Invalid("positions", f"the goal is among them: {row}")
        for after in puzzle.must_follow(row, fewer_than):
            if after not in rows:
                raise Invalid("positions", f"{row} leads to {after}, which is not among them")
