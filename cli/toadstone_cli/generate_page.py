"""Puzzles that were made, as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.files.messages import printable
from toadstone.view.layout import reason_to_stop
from toadstone.view.page import aligned

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.budget import Budget
    from toadstone.services.generation.making import Order
    from toadstone.services.generation.puzzle import Puzzle

HEAD = ("puzzle", "difficulty", "solved by", "branching", "misleading", "forced", "best")


def puzzles_page(
    order: Order, puzzles: Sequence[Puzzle], budget: Budget, output: str | None
) -> Iterator[RenderableType]:
    """Lay out the puzzles, a line each, and say what was written, and whether any are missing."""
    yield Text.assemble((order.wish.game, "bold"), f"  seed {order.seed}")
    yield ""
    if puzzles:
        head = [Text(name, "bold") for name in HEAD]
        yield from aligned([head, *([Text(cell) for cell in _cells(each)] for each in puzzles)])
        yield ""
    yield _verdict(order, puzzles, budget)
    if order.wish.twin and puzzles:
        yield "Each has a twin that is lost by exactly one HP, proven."
    if output is not None and puzzles:
        yield f"Written to {printable(output)}: index.html to print, answers.html for you."
    elif puzzles:
        yield "Nothing was written: -o DIR keeps scenarios, certificates and pictures."


def _cells(puzzle: Puzzle) -> list[str]:
    features, panel = puzzle.features, puzzle.panel
    measures = [features["branching"], features["misleading"], features["forced"]]
    shown = ["-" if each is None else f"{each:.3g}" for each in measures]
    solved = f"{panel.count} of {len(panel.solved)}"
    best = puzzle.said if puzzle.is_plan else " ".join(puzzle.solution)
    name = puzzle.name.removeprefix(f"{puzzle.answer.game}-")
    return [name, puzzle.difficulty.value, solved, *shown, best]


def _verdict(order: Order, puzzles: Sequence[Puzzle], budget: Budget) -> Text:
    what = "best plan" if not puzzles or puzzles[0].is_plan else "best move"
    proven = f"each with exactly one {what}, proven, {budget.elapsed():.1f} s"
    if len(puzzles) == order.wanted:
        number = "1 puzzle" if len(puzzles) == 1 else f"{len(puzzles)} puzzles"
        return Text(f"{number}, {proven}", "dim")
    why = reason_to_stop(budget) if budget.over() else "no more were found in very many proposals"
    found = f"{len(puzzles)} of {order.wanted} puzzles"
    return Text.assemble(("Undecided", "bold yellow"), f": {found}; {why}.")
