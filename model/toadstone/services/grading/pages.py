"""Marks as pages: in a terminal, a page a student and an overview, and Gradescope's JSON.

The format of Gradescope is that of
<https://gradescope-autograders.readthedocs.io/en/latest/specs/>, "Output format": a `results.json`
with `tests`, each with `score`, `max_score`, `status`, `name`, `output`.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, starmap
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.rules import RULES
from toadstone.files.messages import printable
from toadstone.files.writing import cannot_write, make_folder, open_atomic
from toadstone.play.words import figure_in_words, unit, with_noun
from toadstone.services.grading.grade import Grade, Mark
from toadstone.services.grading.grading import (
    LOOK_AT,
    Gradebook,
    Grading,
    Student,
    file_names,
    rubrics_of,
    students_of,
)
from toadstone.view.board import drawn_board, moments
from toadstone.view.html import Link, Verbatim, table_page
from toadstone.view.layout import page_width
from toadstone.view.page import heading
from toadstone.view.replay import Recording, ReplayPage, replay_page

if TYPE_CHECKING:
    from rich.console import RenderableType

GENERATOR = "written by toadstone grade"
"""A mark in every file that is written, so that no other file is replaced."""

_LONGEST_LINE, _MOST_LINES = 400, 200
"""How much of a submission a page shows."""

_OPEN = (Mark.UNCLEAR, Mark.UNDECIDED)


# In a terminal

_STYLES = {
    Mark.BEST: "bold green",
    Mark.VALID: "bold green",
    Mark.UNDECIDED: "bold yellow",
    Mark.UNCLEAR: "bold yellow",
}


def grade_page(marked: Grading | Gradebook) -> Iterator[RenderableType]:
    """Lay out the best, the rubric, and for each submission the points and the verdict."""
    if isinstance(marked, Gradebook):
        yield from _course(marked)
        return
    yield heading(marked.best.instance)
    yield Text(marked.in_words())
    yield Text(f"Rubric: {marked.rubric_in_words}")
    if len(marked.grades) > 1:
        yield from map(Text, marked.summary_in_words())
    for number, group in enumerate(marked.groups):
        yield ""
        if number == 0:
            yield Text(LOOK_AT.format("these"), "bold")
        yield from _unclear(group)
    for grade in marked.grades:
        if grade.mark is not Mark.UNCLEAR:
            yield ""
            yield from _grade(grade)


def _grade(grade: Grade) -> Iterator[RenderableType]:
    points = grade.mark.value if grade.points is None else f"{grade.points} of {grade.of}"
    style = _STYLES.get(grade.mark, "bold red")
    yield Text.assemble((points, style), f"  {_full_name(grade.student, grade.name)}")
    yield _indent(grade.sentence)
    if grade.understood and not grade.plain:
        yield _indent(f"Read as: {grade.understood}")


def _unclear(group: Sequence[Grade]) -> Iterator[RenderableType]:
    """Lay out the files that are unclear for one reason: their names, and each text once."""
    names = ", ".join(_full_name(each.student, each.name) for each in group)
    count = f"{len(group)} files: " if len(group) > 1 else ""
    yield Text.assemble((Mark.UNCLEAR.value, _STYLES[Mark.UNCLEAR]), f"  {count}{names}")
    yield _indent(group[0].sentence)
    texts = (_lines(each, most=6) for each in group if each.text)
    for text in dict.fromkeys(tuple(line for _, line in lines) for lines in texts):
        yield from (Text(f"  | {line}") for line in text)


def _full_name(student: str, name: str) -> str:
    """Return a submission's name, behind that of its student where it does not begin so."""
    return name if name.startswith(student) else f"{student} ({name})"


def _course(course: Gradebook) -> Iterator[RenderableType]:
    """Lay out the totals, and below them every result that is less than the best."""
    for grading in course.gradings:
        yield Text.assemble((grading.title, "bold"), f": {grading.in_words()}")
        yield from map(_indent, grading.summary_in_words())
    for rubric in rubrics_of(course.gradings):
        yield Text(f"Rubric: {rubric}")
    for number, student in enumerate(students_of(course.gradings)):
        yield ""
        if number == 0 and student.count(Mark.UNCLEAR):
            yield Text(LOOK_AT.format("these"), "bold")
        heading = _full_name(student.first.student, student.first.name)
        if open_ := student.count(*_OPEN):
            heading += f" ({open_} not marked yet)"
        yield Text.assemble((f"{student.points} of {student.of}", "bold"), f"  {heading}")
        for grading, grade in student.marks:
            points = "?" if grade.points is None else str(grade.points)
            yield _indent(f"{Path(grading.file).stem}: {grade.sentence}", f"{points:>6}  ")


def _indent(words: str, first: str = "  ") -> Text:
    """Return a paragraph that begins with some text, its other lines indented as far."""
    rest = " " * len(first)
    return Text(fill(words, page_width(), initial_indent=first, subsequent_indent=rest))


# Files


@dataclass(frozen=True)
class MarkFiles:
    """The folders of the output: pages of students with an overview, files for Gradescope."""

    html: str | None
    gradescope: str | None

    def prepare(self, students: Sequence[str], inputs: Iterable[Path]) -> None:
        """Make the folders, and refuse to replace a file that `toadstone grade` did not write.

        Raises:
            InputError: a folder cannot be made, or a file is not to be replaced.
        """
        submissions = real_paths(inputs)
        for folder in filter(None, (self.html, self.gradescope)):
            make_folder(folder)
        for _, path in self._paths(file_names(students)):
            if real_paths([path]) <= submissions:
                raise cannot_write(str(path), "it is a submission that is read")
            if path.is_file() and not _is_own(path):
                advice = "remove it or name another folder"
                reason = f"toadstone grade did not write this file; {advice}"
                raise cannot_write(str(path), reason)

    def write(self, gradings: Sequence[Grading]) -> dict[str, int]:
        """Write the files; return how many are in each folder.

        Raises:
            InputError: they cannot be written.
            RequestError: the game has no pictures.
        """
        students = students_of(gradings)
        texts = list[Iterable[str]]()
        if self.html is not None:
            pages = chain(map(student_page, students), [overview(gradings)])
            texts.append(f"{page}<!-- {GENERATOR} -->\n" for page in pages)
        if self.gradescope is not None:
            texts.append(json.dumps(results(each), indent=2) + "\n" for each in students)
        paths = list(self._paths([each.file for each in students]))
        written = {path for _, path in paths}
        for page in Path(self.html).glob("*.html") if self.html else ():
            if page not in written and _is_own(page):  # of an earlier run
                page.unlink()
        for (_, path), text in zip(paths, chain(*texts), strict=True):
            make_folder(path.parent)
            with open_atomic(str(path)) as file:
                file.write(text)
        return Counter(folder for folder, _ in paths)

    def _paths(self, names: Sequence[str]) -> Iterator[tuple[str, Path]]:
        """Yield the folder and the path of every file, the overview behind the pages."""
        if self.html is not None:
            for name in [*names, "index"]:
                yield self.html, Path(self.html) / f"{name}.html"
        if self.gradescope is not None:
            for name in names if len(names) > 1 else [""]:
                yield self.gradescope, Path(self.gradescope) / name / "results.json"


def _is_own(path: Path) -> bool:
    return path.is_file() and GENERATOR in path.read_text("utf-8", errors="replace")


def real_paths(paths: Iterable[str | Path]) -> frozenset[Path]:
    """Return the targets of paths; a link to itself stays unchanged."""
    return frozenset(Path(os.path.realpath(path)) for path in paths)


def student_page(student: Student) -> str:
    """Return the page of one student: the points, and the submission beside the replay."""
    open_ = student.count(*_OPEN)
    waiting = f", {open_} not marked yet" if open_ else ""
    total = f"{student.points} of {figure_in_words('points', student.of)}{waiting}."
    total = "No points yet." if open_ == len(student.marks) else total
    rubrics = rubrics_of([grading for grading, _ in student.marks])
    paragraphs = (total, *(f"Rubric: {rubric}" for rubric in rubrics))
    return replay_page(
        ReplayPage(student.first.student, paragraphs, tuple(starmap(_recording, student.marks)))
    )


def _sentences(grading: Grading, grade: Grade) -> list[str]:
    sentences = [grade.sentence, grading.in_words()]
    if grade.points is None:
        sentences.insert(0, "No points yet: your teacher looks at this file.")
    needs_note = grade.understood and not grade.plain
    return [*sentences, f"Read as: {grade.understood}"] if needs_note else sentences


def _recording(grading: Grading, grade: Grade) -> Recording:
    """Return the replay of a submission up to its fault, from there on; of no plan, the start."""
    best, line = grading.best, grade.line
    states = line.states if line else [best.instance.game.get(RULES)(best.scenario).start()]
    shown = moments(states, line.moves if line else [])
    failure = grade.failure
    refused = failure.move if line and failure and failure.turn > len(line.moves) else None
    total = figure_in_words("points", grade.of)
    points = grade.mark.value if grade.points is None else f"{grade.points} of {total}"
    return Recording(
        drawn_board(best.instance.game, best.scenario),
        shown,
        f"{grading.title}: {points}",
        tuple(_sentences(grading, grade)),
        _lines(grade),
        grade.fault_line,
        grade.fault_word,
        best.instance.rules.read_move(refused) if refused else None,
        min(failure.turn, len(shown) - 1) if line and failure else 0,
    )


def _lines(grade: Grade, most: int = _MOST_LINES) -> tuple[tuple[int, str], ...]:
    """Return the numbered lines of a submission; of a long text, those around the fault."""
    lines = [printable(line)[:_LONGEST_LINE] for line in re.split("\r\n|\r|\n", grade.text or "")]
    first = max(0, min((grade.fault_line or 1) - most // 2, len(lines) - most))
    return tuple(enumerate(lines, 1))[first : first + most]


def overview(gradings: Sequence[Grading]) -> str:
    """Return the page with a row for each student; those with a file that is unclear come first."""
    several, students = len(gradings) > 1, students_of(gradings)
    paragraphs = []
    for each in gradings:
        paragraphs.append(f"{each.title}: {each.in_words()}" if several else each.in_words())
        paragraphs += each.summary_in_words()
    title = "Marks" if several else f"Marks: {gradings[0].title}"
    paragraphs += [f"Rubric: {rubric}" for rubric in rubrics_of(gradings)]
    groups = [group for each in gradings for group in each.groups]
    if unclear := sum(student.count(Mark.UNCLEAR) > 0 for student in students):
        paragraphs += [LOOK_AT.format(f"the {with_noun(unclear, 'row')} at the top of the table")]
    for group in groups:
        names = ", ".join(grade.student for grade in group)
        paragraphs += [f"{names}: {group[0].sentence}"] * (len(group) > 1)
    return table_page([*map(_row, students)], title=title, paragraphs=paragraphs, stacked=True)


def _row(student: Student) -> Mapping[str, object]:
    first, row = student.first, dict[str, object]()
    row["student"] = Link(first.student, f"{student.file}.html")
    if len(student.marks) == 1:
        row |= {"points": first.points, "mark": first.mark.value, "verdict": first.sentence}
        figures = [each.figure for each in student.marks[0][0].best.ask if each.figure]
        row |= {unit(figure): (first.values or {}).get(figure) for figure in figures}
        text = Verbatim("\n".join(line for _, line in _lines(first)).strip())
        shown = {"text": text} if text and first.mark is Mark.UNCLEAR else {}
        return row | {"from the best": first.gap} | shown
    row["points"] = student.points
    marks = (
        (grading.title, grade.mark.value if grade.points is None else grade.points)
        for grading, grade in student.marks
    )
    return row | dict(marks)


def results(student: Student) -> dict[str, Any]:
    """Return the results of one student: a test case for each scenario."""
    return {
        "extra_data": {"generator": GENERATOR},
        "score": student.points,
        "output": "\n".join(rubrics_of([grading for grading, _ in student.marks])),
        "output_format": "text",
        **({"visibility": "after_published"} if student.count(*_OPEN) else {}),
        "tests": [_test_case(*each) for each in student.marks],
    }


def _test_case(grading: Grading, grade: Grade) -> dict[str, Any]:
    passed = grade.is_valid and (grade.failure is None or grading.best.instance.about_plans)
    status = "passed" if passed else "failed"
    stated = grade.to_json()
    return {
        "name": grading.title,
        "name_format": "text",
        **({} if grade.points is None else {"score": grade.points, "status": status}),
        "max_score": grade.of,
        "output": "\n".join(_sentences(grading, grade)),
        "output_format": "text",
        "visibility": "visible" if grade.points is not None else "after_published",
        "extra_data": {key: stated[key] for key in ("mark", "valid", "at", "gap", "values")},
    }
