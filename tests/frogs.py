"""Frog puzzles in a line, and the truth about them without any solver."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from toadstone.core.question import Question
from toadstone.files.scenario import find_questions
from toadstone.games.frog_puzzle.scenario import FrogPuzzleScenario


def frog_puzzle(start: str, goal: str | None = None, ask="min-moves") -> FrogPuzzleScenario:
    """Return a scenario; the goal is the start mirrored when left out."""
    content = {"game": "frog-puzzle", "start": start, "ask": ask}
    return FrogPuzzleScenario.model_validate(content | ({} if goal is None else {"goal": goal}))


def asking(*names: str) -> tuple[Question, ...]:
    return find_questions(FrogPuzzleScenario.questions, names)


@cache
def after_one_move(row: str) -> frozenset[str]:
    """Return the rows that one move leads to: the rules once more, by the four ways to hop."""
    return frozenset(
        row[:cell] + after + row[cell + len(before) :]
        for before, after in {"L_": "_L", "_R": "R_", "LR_": "_RL", "_LR": "RL_"}.items()
        for cell in range(len(row))
        if row.startswith(before, cell)
    )


def matches(row: str, goal: str) -> bool:
    """Say whether the goal matches a row."""
    return all(want in {"?", found} for found, want in zip(row, goal, strict=True))


def rows_in_layers(start: str) -> list[set[str]]:
    """Return the rows that 0, 1, 2, ... moves lead to, whatever the goal, by breadth-first search.

    All rows of all lengths are looked at; nothing is left out because it was met before.
    """
    layers = [{start}]
    while layers[-1]:
        layers.append(set().union(*map(after_one_move, layers[-1])))
    return layers[:-1]


def fewest_moves(start: str, goal: str) -> int | None:
    """Return the fewest moves from start to goal, or None where it cannot be reached."""
    for moves, rows in enumerate(rows_in_layers(start)):
        if any(matches(row, goal) for row in rows):
            return moves
    return None


def all_plans(start: str, goal: str) -> list[list[str]]:
    """Return, for every plan, the rows that it goes through: it stops where the goal is reached."""
    if matches(start, goal):
        return [[start]]
    return [[start, *rest] for row in after_one_move(start) for rest in all_plans(row, goal)]


def every_row(cells: int) -> list[str]:
    """Return every row of so many cells."""
    return ["".join(letters) for letters in product("LR_", repeat=cells)]


def some_goal(rng: random.Random, start: str) -> str:
    """Return a goal of any sort: a row that can be reached, or not, with or without `?`."""
    goal = rng.choice(sorted(set().union(*rows_in_layers(start))))
    if rng.random() < 0.3:
        goal = "".join(rng.sample(goal, len(goal)))
    hidden = rng.choice([0, 0.2, 0.5, 0.8])
    goal = "".join("?" if rng.random() < hidden else letter for letter in goal)
    if rng.random() < 0.2:
        cell = rng.randrange(len(goal))
        goal = goal[:cell] + rng.choice("LR_") + goal[cell + 1 :]
    return goal
