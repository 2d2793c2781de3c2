"""Scenarios, rules and board of Nim; a search and the list of all games follow from the rules."""

from typing import ClassVar, Literal

from pydantic import Field
from rich.text import Text

from toadstone.core.board import Board, Grid, Square
from toadstone.core.rules import IllegalMoveError, Outcome, TwoPlayerRules
from toadstone.engines.search.problem import RulesProblem
from toadstone.engines.state_space import plans_of_length
from toadstone.files.scenario import Scenario
from toadstone_nim import QUESTIONS


class NimScenario(Scenario):
    """A heap."""

    questions: ClassVar = QUESTIONS
    game: Literal["nim"] = Field(description="The name of the game.")
    heap: int = Field(ge=0, le=99, description="The counters.")
    most: int = Field(3, ge=1, le=9, description="How many a move takes at most.")


class NimRules(TwoPlayerRules):
    """The reference simulator; a state is what is left and the plies so far."""

    sides = ("left", "right")

    def __init__(self, scenario):
        self.scenario = scenario

    def start(self):
        return self.scenario.heap, 0

    def legal_moves(self, state):
        return range(1, min(state[0], self.scenario.most) + 1)

    def why_illegal(self, state, move):
        return None if move in self.legal_moves(state) else f"nobody can take {move} here"

    def play(self, state, move):
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return state[0] - move, state[1] + 1

    def outcome(self, state):
        last = self.sides[(state[1] + 1) % 2]
        return None if state[0] else Outcome(last, "the heap is empty")

    def to_move(self, state):
        return self.sides[state[1] % 2]

    def null_move(self, state):
        return state[0], state[1] + 1

    def position(self, state):
        return f"{state[0]} {self.to_move(state)}"

    def observe(self, state):
        return {"left": state[0]}

    def figures(self, state):
        return {"plies": state[1]}

    def read_move(self, text):
        return int(text)

    def read_state(self, text):
        return tuple(map(int, text.strip("()").split(",")))


class NimBoard(Board):
    """A row of counters."""

    def __init__(self, scenario):
        super().__init__(NimRules(scenario))

    def grid(self, state):
        return Grid((tuple(Square("o") for _ in range(state[0])),))

    def caption(self, state):
        return Text(f"{state[0]} left")

    def event(self, before, move, after):
        return Text()


class FewestPlies(RulesProblem):
    zero, fewest_moves = (0,), True

    def __init__(self, scenario, ask, budget):
        super().__init__(NimRules(scenario))


def whole_games(scenario, figures, budget):
    return plans_of_length(FewestPlies(scenario, (), budget), figures["plies"])
