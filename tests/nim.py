"""Two small games for tests: Nim with one heap, and games written down as their whole tree.

Nim: take one to three from the heap; who takes the last wins. The player to move loses exactly
when the heap is a multiple of four.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import Field
from rich.text import Text

from toadstone.core.board import BOARD, Board, Grid, Square
from toadstone.core.question import REMOTENESS, WINNER
from toadstone.core.rules import RULES, IllegalMoveError, Outcome, Rules, TwoPlayerRules
from toadstone.engines.instance import Instance
from toadstone.files import SCENARIO
from toadstone.files.scenario import Scenario
from toadstone.game import Game, all_games

LEFT, RIGHT = SIDES = ("left", "right")


def other(side):
    return RIGHT if side == LEFT else LEFT


@dataclass(frozen=True)
class Heap:
    size: int
    turn: str = LEFT

    def __str__(self):
        return f"{self.size} {self.turn}"


class NimScenario(Scenario):
    questions: ClassVar = (WINNER, REMOTENESS)
    game: Literal["nim"] = Field(description="The name of the game.")
    heap: int = Field(description="The heap.")
    turn: Literal["left", "right"] = Field("left", description="Who begins.")


class NimRules(TwoPlayerRules):
    sides = SIDES

    def __init__(self, scenario):
        self.scenario = scenario

    def start(self):
        return Heap(self.scenario.heap, self.scenario.turn)

    def legal_moves(self, state):
        return tuple(range(1, min(3, state.size) + 1))

    def why_illegal(self, state, move):
        if state.size == 0:
            return "the game is over"
        return None if move in self.legal_moves(state) else f"the heap has only {state.size}"

    def play(self, state, move):
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return Heap(state.size - move, other(state.turn))

    def outcome(self, state):
        return None if state.size else Outcome(other(state.turn), "the heap is empty")

    def to_move(self, state):
        return state.turn

    def null_move(self, state):
        return Heap(state.size, other(state.turn))

    def position(self, state):
        return str(state)

    def observe(self, state):
        return {"size": state.size}

    def figures(self, state):
        return {"left_over": state.size}

    def read_move(self, text):
        if text not in {"1", "2", "3"}:
            raise ValueError(f"expected 1, 2 or 3, found `{text}`")
        return int(text)

    def read_state(self, text):
        size, turn = text.split()
        return Heap(int(size), turn)


class NimBoard(Board):
    def grid(self, state):
        return Grid((tuple(Square("o", "") for _ in range(state.size)),))

    def caption(self, state):
        return Text(f"{state.turn} to move")

    def event(self, before, move, after):
        return Text()


def board(scenario):
    return NimBoard(NimRules(scenario))


GAME = Game(
    "nim",
    __name__,
    NimScenario.questions,
    decision=WINNER,
    parts={
        SCENARIO: ":NimScenario",
        RULES: ":NimRules",
        BOARD: ":board",
    },
)


def register_nim(monkeypatch):
    """Let scenario files be about Nim."""
    games = {**all_games(), "nim": GAME}
    for module in ("game", "loading"):
        monkeypatch.setattr(f"toadstone.{module}.all_games", lambda: games)


def nim(heap, turn=LEFT):
    return NimScenario(game="nim", ask=("winner",), heap=heap, turn=turn)


def nim_instance(heap, turn=LEFT, ask=(WINNER,)):
    return Instance(GAME, nim(heap, turn), ask)


def outcome_of(leaf, reason):
    """Return the outcome that a leaf stands for: a winner, `draw`, or None for a loss."""
    if leaf == "draw":
        return Outcome.drawn(reason)
    return Outcome.lost(reason) if leaf is None else Outcome(leaf, reason)


class TreeRules(Rules):
    """A game for one player that is its tree: a list of what each move leads to.

    A leaf is the name of a winner, None where the game is lost; an empty list leaves no move.
    Moves are numbers from 0, states the moves so far.
    """

    def __init__(self, tree):
        self.tree = tree

    def at(self, state):
        found = self.tree
        for move in state:
            found = found[move]
        return found

    def start(self):
        return ()

    def legal_moves(self, state):
        found = self.at(state)
        return tuple(range(len(found))) if isinstance(found, list) else ()

    def why_illegal(self, state, move):
        return None if move in self.legal_moves(state) else "there is no such move"

    def play(self, state, move):
        if reason := self.why_illegal(state, move):
            raise IllegalMoveError(reason)
        return (*state, move)

    def outcome(self, state):
        found = self.at(state)
        return None if isinstance(found, list) else outcome_of(found, f"{found} at the end")

    def violation(self, move, after):
        return None

    def final_violation(self, state):
        return None

    def observe(self, state):
        return {}

    def figures(self, state):
        return {"moves": len(state)}

    def read_move(self, text):
        return int(text)

    def read_state(self, text):
        return tuple(map(int, text.split()))


class TwoPlayerTreeRules(TreeRules, TwoPlayerRules):
    """The same for two who move in turn; a leaf is `left`, `right` or `draw`."""

    sides = SIDES

    def to_move(self, state):
        return SIDES[len(state) % 2]

    def null_move(self, state):
        raise NotImplementedError

    def position(self, state):
        return str(state)


def random_tree(dice: random.Random, leaves, depth):
    """Return a tree with up to three moves everywhere; a two-player game never lacks a move."""
    if depth == 0 or dice.random() < 0.2:
        return dice.choice(leaves)
    least = 0 if None in leaves else 1
    return [random_tree(dice, leaves, depth - 1) for _ in range(dice.randint(least, 3))]
