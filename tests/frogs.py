"""Frog puzzles in a line, and the truth about them without any solver."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product, starmap

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


@cache
def classical_hops() -> str:
    """Return the hops that solve the classical puzzles with one to six frogs of each kind.

    A letter is a hop, small to the right, `b` for a jump; puzzles stand apart.
    """
    hops = []
    for ls, rs in product(range(1, 7), repeat=2):
        start, goal = "L" * ls + "_" + "R" * rs, "R" * rs + "_" + "L" * ls
        for plan in all_plans(start, goal):
            gaps = [row.index("_") for row in plan]
            hops.append("".join(_letter(after, gap) for gap, after in pairwise(gaps)))
    return " ".join(hops)


def is_one_trick(moves: list[str]) -> bool:
    """Say whether one gap wanders, with no two steps in a row, or it is a classical solution."""
    made = [tuple(map(int, move.split("-"))) for move in moves]
    hops = "".join(starmap(_letter, made))
    wanders = all(target == left for (left, _), (_, target) in pairwise(made))
    steps_alone = not any(pair.lower() == "aa" for pair in map("".join, pairwise(hops)))
    return (wanders and steps_alone) or hops in classical_hops()


def _letter(source: int, target: int) -> str:
    return {1: "a", 2: "b", -1: "A", -2: "B"}[target - source]
