"""What the pages of results share."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.board import BOARD
from toadstone.engines.answer import Answer, SolverFacts
from toadstone.engines.instance import Instance
from toadstone.play.words import (
    figures_in_words,
    with_noun,
)
from toadstone.view.layout import View, page_width

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.board import Board
    from toadstone.core.replay import Replay
    from toadstone.engines.comparison import Comparison
    from toadstone.proofs.explanation import Explanation

MOST_TURNS = 40
"""Turns that a page shows of a plan, unless all are asked for."""

GAP = 3
"""Columns between two columns of a table, or between two boards."""


def derivation(first: str, derived: Answer | Comparison | Explanation) -> str:
    """Say by what a result was derived, and by what again, or why it was not."""
    if derived.confirmed_by is None:
        return f"derived once ({first}): {derived.confirmed_why}"
    return f"derived twice ({first}, {derived.confirmed_by})"


def heading(asked: Instance) -> Text:
    """Return the title, the game, and what is asked."""
    title = Text(asked.scenario.title or "Untitled", "bold")
    return Text.assemble(title, f"  {asked.game.name}\n", f"Asked: {asked_in_words(asked)}")


def asked_in_words(asked: Instance) -> str:
    """Name the questions, each with its meaning."""
    order = " against " if asked.is_front else ", then "
    return order.join(f"{question} ({question.meaning})" for question in asked.ask)


def figures_line(values: Mapping[str, int]) -> str:
    """Return every figure of a plan on a line."""
    return f"Figures: {figures_in_words(values)}"


def solver_in_words(solver: SolverFacts) -> str:
    """Return which solver it was, and how it was set up."""
    settings = [
        with_noun(value, "worker") if name == "workers" else f"{name} {value}"
        for name, value in solver.settings.items()
    ]
    nodes = [] if solver.nodes is None else [with_noun(solver.nodes, "node")]
    return ", ".join([f"{solver.name} {solver.version}", *settings, *nodes])


def plan_drawn(asked: Instance, line: Replay[Any, Any], view: View) -> Iterator[RenderableType]:
    """Draw a line of play in the way that is asked for, and say what the signs stand for.

    Nothing is drawn of a game without a board.
    """
    if view is View.MOVES or (make := asked.game.find(BOARD)) is None:
        return
    board, states = make(asked.scenario), len(line.states)
    if view is View.BOARDS:
        yield from _boards(board, line)
    else:
        first, last = MOST_TURNS // 2, states - MOST_TURNS // 2
        is_cut = view is View.AUTO and states > MOST_TURNS + 1
        head, *turns = _table(board, line, range(first, last) if is_cut else range(0))
        if is_cut:  # before they are laid out
            turns[first:first] = [Text(f"... turns {first} to {last - 1}: --view table", "dim")]
        yield from (head, *turns)
    if (key := board.key()) is not None:
        yield ""
        yield key


def _boards(board: Board[Any, Any], line: Replay[Any, Any]) -> Iterator[Text]:
    """Draw the boards side by side, as many as fit, each under its turn and move."""
    captions = ["start", *(f"{turn} {move}" for turn, move in enumerate(line.moves, 1))]
    frames = [
        [Text(caption, "bold"), *board.picture(state).split("\n"), board.caption(state)]
        for caption, state in zip(captions, line.states, strict=True)
    ]
    width = max(len(text) for frame in frames for text in frame) + GAP
    per_row = max(1, (page_width() + GAP) // width)
    for first in range(0, len(frames), per_row):
        if first:
            yield Text()
        lines = zip(*frames[first : first + per_row], strict=True)
        yield from align(lines, right=(), width=width - GAP)


def _table(board: Board[Any, Any], line: Replay[Any, Any], without: range) -> Iterator[Text]:
    first = line.states[0]
    rows: list[Sequence[Text | str]] = [
        ["0", "", board.strip(None, first), board.caption(first), ""]
    ]
    steps = zip(line.moves, pairwise(line.states), strict=True)
    for turn, (move, (before, after)) in enumerate(steps, 1):
        if turn in without:
            continue
        event = board.event(before, move, after)
        drawn = [board.strip(before, after), board.caption(after), event]
        rows.append([str(turn), str(move), *drawn])
    return table(("turn", "move", "board", "", ""), rows)


def table(
    names: Sequence[str], rows: Iterable[Sequence[Text | str]], right: Container[int] = (0,)
) -> Iterator[Text]:
    """Lay out rows in columns below their names, see `align`."""
    return align([[Text(name, "bold") for name in names], *rows], right)


def align(
    rows: Iterable[Sequence[Text | str]], right: Container[int] = (0,), width: int = 0
) -> Iterator[Text]:
    """Lay out rows in columns, at least so wide; no column is ever cut.

    In the columns `right`, such as those of numbers, the cells stand on the right.
    """
    cells = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    widths = [max(width, *map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        text = Text(no_wrap=True, overflow="ignore")
        for column, (cell, room) in enumerate(zip(row, widths, strict=True)):
            space = " " * (room - len(cell))
            text.append(" " * GAP if column else "")
            text.append_text(Text(space) + cell if column in right else cell + Text(space))
        text.rstrip()
        yield text
