"""Frog puzzles in a line, and the truth about them without any solver."""

from __future__ import annotations

from functools import cache

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
