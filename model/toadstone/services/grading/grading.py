"""All marks of a scenario, and those of several."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.shown import Records, Shown
from toadstone.engines.answer import Answer, Status, confirmation
from toadstone.engines.answering import answer, replayed_already
from toadstone.play.words import asked_figures, figure_in_words, with_noun
from toadstone.services.grading.grade import Examiner, Grade, Mark, Rubric, in_quotes
from toadstone.services.grading.submissions import Submission
from toadstone.view.pages.answer import answer_verdict

_PLACE = re.compile(r"line \d+, column \d+: |\blines? \d+(?: to \d+)?")
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")

LOOK_AT = "Look at {}, which could be read in two ways or not at all. No points yet:"
"""The words before a list of unclear files."""


@dataclass(frozen=True, repr=False)
class Grading(Shown, Records):
    """The marks of all submissions for one scenario, compared with the best that is known.

    `file` is the scenario's file or name; an interrupt leaves fewer grades than submissions.
    """

    file: str
    best: Answer
    rubric: Rubric
    grades: tuple[Grade, ...]

    def __repr__(self) -> str:
        count = len(self.grades)
        return f"<Grading {self.best.game} {self.title!r}: {count} graded>"

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return self.best.scenario.title or self.best.game

    def to_records(self) -> list[dict[str, Any]]:
        """Return a row for each submission."""
        return [grade.to_record() for grade in self.listed]

    @property
    def listed(self) -> list[Grade]:
        """The marks in the order of the page: unclear ones come first."""
        return sorted(self.grades, key=lambda grade: grade.mark is not Mark.UNCLEAR)

    @property
    def mean(self) -> float | None:
        """The mean of the points, without unmarked submissions; None if all are unmarked."""
        points = [grade.points for grade in self.grades if grade.points is not None]
        return round(sum(points) / len(points), 2) if points else None

    @property
    def summary(self) -> dict[str, Any]:
        """The marks of the class in figures, as in the JSON."""
        marks = Counter(grade.mark for grade in self.grades)
        most = max((grade.of for grade in self.grades), default=0)
        counts = {mark.value: marks[mark] for mark in Mark}
        return counts | {"mean": self.mean, "of": most}

    def summary_in_words(self) -> list[str]:
        """Return the counts and the mean of the class, and students with several submissions."""
        marks = Counter(grade.mark for grade in self.grades)
        counts = ", ".join(f"{marks[mark]} {mark}" for mark in Mark if marks[mark])
        sentence = f"{with_noun(len(self.grades), 'submission')}: {counts}."
        if self.mean is not None:
            open_ = marks[Mark.UNCLEAR] + marks[Mark.UNDECIDED]
            none = f"; {open_} {'has' if open_ == 1 else 'have'} none yet" if open_ else ""
            sentence += (
                f" Mean: {self.mean:.4g} of {figure_in_words('points', self.rubric.best)}{none}."
            )
        files = defaultdict[str, list[str]](list)
        for grade in self.grades:
            files[grade.student].append(grade.name)
        doubles = ((student, names) for student, names in files.items() if len(names) > 1)
        return [
            sentence,
            *(f"{one} has several submissions: {', '.join(names)}." for one, names in doubles),
        ]

    @property
    def groups(self) -> list[list[Grade]]:
        """The unclear submissions; those with the same message, places aside, are together."""
        groups = defaultdict[str, list[Grade]](list)
        for grade in self.grades:
            if grade.mark is Mark.UNCLEAR:
                groups[_PLACE.sub("", grade.sentence)].append(grade)
        return sorted(groups.values(), key=len, reverse=True)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `grade --json` prints; the contract states its keys."""
        best = self.best
        return {
            "scenario": {
                "file": self.file,
                "game": best.game,
                "title": best.scenario.title,
                "ask": list(map(str, best.ask)),
            },
            "best": {
                "values": None if best.values is None else dict(best.values),
                "proven": best.is_proven,
                **confirmation(best.confirmed_by, best.confirmed_why),
                "status": best.status.value,
            },
            "rubric": self.rubric.model_dump(),
            "summary": self.summary,
            "grades": [grade.to_json() for grade in self.listed],
        }

    @property
    def rubric_in_words(self) -> str:
        """How points are given."""
        return self.rubric.in_words(two_player=not self.best.instance.about_plans)

    def in_words(self) -> str:
        """State the best answer, and whether it is proven."""
        best = self.best
        if best.status is Status.INFEASIBLE:
            return "Proven impossible: there is no plan."
        if best.values is None:
            return "The best is not known: the search was stopped first."
        if best.position is not None:
            verdict = in_quotes(answer_verdict(best).plain)
            moves = ", ".join(best.position.best_moves or ())
            return f"{verdict} Best moves: {moves}." if moves else verdict
        figures = asked_figures(best.ask, best.values)
        certainty = "Proven best" if best.is_proven else "The best known, not proven best"
        return f"{certainty}: {figures}." if figures else "Any plan that wins will do."


@dataclass(frozen=True)
class Student:
    """The marks of one student for each scenario; `file` is what files with them are called."""

    file: str
    marks: Sequence[tuple[Grading, Grade]]

    @property
    def first(self) -> Grade:
        """The grade for the first scenario, which has the name that all have."""
        return self.marks[0][1]

    @property
    def points(self) -> int:
        """The sum of the points."""
        return sum(grade.points or 0 for _, grade in self.marks)

    @property
    def of(self) -> int:
        """The points for the best in all scenarios."""
        return sum(grade.of for _, grade in self.marks)

    def count(self, *marks: Mark) -> int:
        """Return the number of scenarios with one of these marks."""
        return sum(grade.mark in marks for _, grade in self.marks)

    def to_json(self) -> dict[str, Any]:
        """Return the object under `students`."""
        return {
            "name": self.first.name,
            "student": self.first.student,
            "points": self.points,
            "of": self.of,
            "unclear": self.count(Mark.UNCLEAR),
            "undecided": self.count(Mark.UNDECIDED),
        }


def file_names(students: Sequence[str]) -> list[str]:
    """Return a name for the files of each student: letters, digits, and no two the same."""
    names, used = [], set[str]()
    for student in students:
        plain = _NOT_IN_NAMES.sub("-", student).strip(".-")[:60] or "student"
        name, number = plain, 2
        while name.lower() in used or name.lower() == "index":
            name, number = f"{plain}-{number}", number + 1
        used.add(name.lower())
        names.append(name)
    return names


def students_of(gradings: Sequence[Grading]) -> list[Student]:
    """Return the marks of each student; those with a file that is unclear come first."""
    rows = list(zip(*(grading.grades for grading in gradings), strict=False))
    files = file_names([row[0].student for row in rows])
    marks = (list(zip(gradings, row, strict=True)) for row in rows)
    return sorted(map(Student, files, marks), key=lambda each: not each.count(Mark.UNCLEAR))


@dataclass(frozen=True, repr=False)
class Gradebook(Records):
    """The marks of all students for all scenarios, in each with the students in the same order."""

    gradings: tuple[Grading, ...]

    def to_records(self) -> list[dict[str, Any]]:
        """Return a row for each student and scenario."""
        return [
            {"scenario": Path(grading.file).stem, **record}
            for grading in self.gradings
            for record in grading.to_records()
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `grade --json` prints of several scenarios."""
        return {
            "scenarios": [grading.to_json() for grading in self.gradings],
            "students": [each.to_json() for each in students_of(self.gradings)],
        }


def rubrics_of(gradings: Sequence[Grading]) -> list[str]:
    """Return how points are given, each way once."""
    return list(dict.fromkeys(grading.rubric_in_words for grading in gradings))


def grade_all(
    file: str, examiner: Examiner, submissions: Sequence[Submission], budget: Budget
) -> Grading:
    """Mark submissions; an interrupt ends the work, and the marks so far are returned."""
    grades = list[Grade]()
    with budget.stoppable():
        for submission in submissions:
            budget.tell(f"{len(grades)} of {len(submissions)} submissions graded")
            grades.append(examiner.grade(submission, budget))
    best = examiner.best or _any_plan(examiner, grades, budget)
    return Grading(file, best, examiner.rubric, tuple(grades))


def _any_plan(examiner: Examiner, grades: Sequence[Grade], budget: Budget) -> Answer:
    """Return the answer where any plan will do: a plan that was handed in, or one that is found."""
    if line := next((grade.line for grade in grades if grade.is_valid), None):
        return replayed_already(examiner.instance, line)
    return answer(examiner.instance, budget.within(examiner.seconds))
