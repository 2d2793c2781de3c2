"""Marks as a page for people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.services.grading.grade import Grade, Mark
from toadstone.services.grading.grading import LOOK_AT_THESE, Gradebook, rubrics_of
from toadstone.view.layout import page_width
from toadstone.view.page import board_of, heading

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.services.grading.grading import Grading

_STYLES = {
    Mark.BEST: "bold green",
    Mark.VALID: "bold green",
    Mark.UNDECIDED: "bold yellow",
    Mark.UNCLEAR: "bold yellow",
}


def grade_page(marked: Grading | Gradebook, *, boards: bool = False) -> Iterator[RenderableType]:
    """Lay out the best, the rubric, and for each submission the points and the verdict."""
    if isinstance(marked, Gradebook):
        yield from _course(marked, boards=boards)
    else:
        yield from _grading(marked, boards=boards or len(marked.grades) == 1)


def _grading(grading: Grading, *, boards: bool) -> Iterator[RenderableType]:
    yield heading(grading.best.instance)
    yield Text(grading.in_words())
    yield Text(f"Rubric: {grading.rubric_in_words}")
    if len(grading.grades) > 1:
        yield from map(Text, grading.summary.in_words())
    for number, grade in enumerate(grading.listed):
        yield ""
        if number == 0 and grade.mark is Mark.UNCLEAR:
            yield Text(LOOK_AT_THESE, "bold")
        yield from _grade(grading, grade, boards=boards)


def _grade(grading: Grading, grade: Grade, *, boards: bool) -> Iterator[RenderableType]:
    points = grade.mark.value if grade.points is None else f"{grade.points} of {grade.of}"
    style = _STYLES.get(grade.mark, "bold red")
    yield Text.assemble((points, style), f"  {_full_name(grade.student, grade.name)}")
    yield _indent(grade.sentence)
    if grade.understood and not grade.plain:
        yield _indent(f"Read as: {grade.understood}")
    if boards and grade.line is not None and grade.failure is not None:
        yield _board(grading, grade)


def _full_name(student: str, name: str) -> str:
    """Return a submission's name, behind that of its student where it does not begin so."""
    return name if name.startswith(student) else f"{student} ({name})"


def _board(grading: Grading, grade: Grade) -> Text:
    """Draw the board after the move at fault, or before it where it is not legal."""
    board = board_of(grading.best.instance.game, grading.best.scenario)
    states = grade.line.states if grade.line else ()
    turn = grade.failure.turn if grade.failure else 0
    return board.picture(states[min(turn, len(states) - 1)])


def _course(course: Gradebook, *, boards: bool) -> Iterator[RenderableType]:
    """Lay out what is less than the best of each student, below the totals."""
    for grading in course.gradings:
        yield Text.assemble((grading.title, "bold"), f": {grading.in_words()}")
        yield from map(_indent, grading.summary.in_words())
    for rubric in rubrics_of(course.gradings):
        yield Text(f"Rubric: {rubric}")
    students = course.students
    for number, index in enumerate(course.listed):
        student = students[index]
        yield ""
        if number == 0 and student["unclear"]:
            yield Text(LOOK_AT_THESE, "bold")
        named = _full_name(student["student"], student["name"])
        open_ = student["unclear"] + student["undecided"]
        named += f" ({open_} not marked yet)" if open_ else ""
        yield Text.assemble((f"{student['points']} of {student['of']}", "bold"), f"  {named}")
        for grading in course.gradings:
            grade = grading.grades[index]
            points = "?" if grade.points is None else str(grade.points)
            yield _indent(f"{Path(grading.file).stem}: {grade.sentence}", f"{points:>6}  ")
            if boards and grade.line is not None and grade.failure is not None:
                yield _board(grading, grade)


def _indent(words: str, first: str = "  ") -> Text:
    """Return a paragraph that begins with some text, its other lines indented as far."""
    rest = " " * len(first)
    return Text(fill(words, page_width(), initial_indent=first, subsequent_indent=rest))
