"""The marks of one submission, and the rubric: how many points it gets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationInfo, field_validator, model_validator

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, InputError, LimitReachedError, Place
from toadstone.core.replay import Failure, Replay
from toadstone.engines.answer import Answer, replayed
from toadstone.engines.instance import Instance
from toadstone.files.messages import list_names, printable
from toadstone.files.plan_words import UnclearError
from toadstone.files.scenario import Section, expectation, validate
from toadstone.files.source import Document, Source, parse, read_source
from toadstone.play.words import asked_figures, figure_in_words
from toadstone.services.grading.distance import Distance, distance, first_mistake
from toadstone.services.grading.settling import Ruling, Settled
from toadstone.services.grading.submissions import Submission

MOST_POINTS = 10_000


def _points(default: int, meaning: str) -> int:
    points: int = Field(default, ge=0, le=MOST_POINTS, description=meaning)
    return points


class Rubric(Section):
    """How many points a submission gets; a file may state any of these, in YAML."""

    best: int = _points(100, "Points for a plan that is best.")
    valid: int = _points(60, "Points that every valid plan gets at least.")
    per_gap: int = _points(10, "Points that each unit of the gap to the best takes off.")
    legal: int = _points(30, "Points for a line of a two-player game that gives something away.")
    progress: int = _points(
        0, "Points for an invalid plan, by the share of turns before its fault."
    )

    @model_validator(mode="before")
    @classmethod
    def _in_proportion(cls, stated: Any) -> Any:
        """Set unstated points in proportion to the points for the best."""
        best = stated.get("best") if isinstance(stated, dict) else None
        if not isinstance(best, int) or not 0 <= best <= MOST_POINTS:
            return stated
        proportion = {"valid": best * 6 // 10, "per_gap": max(1, best // 10)}
        return {**proportion, "legal": best * 3 // 10, **stated}

    @field_validator("valid", "legal", "progress")
    @classmethod
    def _at_most_best(cls, points: int, info: ValidationInfo) -> int:
        best = info.data.get("best", MOST_POINTS)
        if points > best:
            raise expectation(f"expected at most {best}, the points for the best, found `{points}`")
        return points

    def of_valid(self, gap: int | None) -> int:
        """Return the points for a valid plan; without a gap, where no best is known, the least."""
        if gap is None:
            return self.valid
        return max(self.valid, self.best - self.per_gap * max(0, gap))

    def of_invalid(self, turns: int, of: int) -> int:
        """Return the points for a plan that fails after a part of its turns.

        The share is rounded down, and a plan that fails never has all of it.
        """
        return self.progress * min(turns, of) // max(of, turns + 1)

    def in_words(self, *, two_player: bool = False) -> str:
        """State the rubric for plans, or for lines of play of a two-player game."""
        less = f"{self.per_gap} less for each unit of the gap, but at least {self.valid} if valid"
        if two_player:
            less = f"{self.legal} if legal, but a move gives something away"
        parts = [
            f"{figure_in_words('points', self.best)} for the best",
            less,
            f"up to {self.progress} if invalid, by the turns before the fault"
            if self.progress
            else "0 if invalid",
        ]
        return f"{'; '.join(parts)}."


def read_rubric(rubric: str | Path | Mapping[str, int] | Rubric | None) -> Rubric:
    """Return the rubric of a file, or of a dict with its keys; raise InputError if it is none."""
    if isinstance(rubric, Rubric):
        return rubric
    if isinstance(rubric, str | Path):
        return validate(parse(read_source(str(rubric)), "a rubric, such as `best: 20`"), Rubric)
    return validate(Document(Source("<rubric>", "", Path()), dict(rubric or {})), Rubric)


class Mark(StrEnum):
    """The mark of a submission."""

    BEST = "best"
    """A plan that is as good as the proven best, or a file with the right lines."""
    VALID = "valid"
    """A plan that follows the rules and fulfils the question."""
    INVALID = "invalid"
    """It goes wrong somewhere."""
    UNCLEAR = "unclear"
    """The file could be read in two ways, or not as a plan: the teacher has to look."""
    SETTLED = "settled"
    """The teacher gave it points."""
    MISSING = "missing"
    """Nothing was handed in."""
    UNDECIDED = "undecided"
    """Time was up before the plan was replayed."""


_NOT_JUDGED = {Mark.UNDECIDED, Mark.UNCLEAR, Mark.SETTLED}


@dataclass(frozen=True)
class Grade:
    """The marks of one submission.

    Attributes:
        path: the path of the submission; empty if it is no file.
        points: the points it gets; None if it is unclear or undecided.
        of: the points for the best.
        sentence: the verdict, for a student.
        understood: how the file was understood; None if it was not.
        plain: whether that is plain, so that no note is needed.
        line: the play up to the fault; None if it is no plan.
        failure: where it first goes wrong; in a two-player game also the first move that gives
            something away, though the line is valid.
        gap: how far it is from the best; None if that is not known.
        text: the submitted text; None if it is no text.
        listed: the other columns of the student in the roster.
        fault_line: the line of the text where it first goes wrong, counted from 1.
        fault_word: where in that line, from 0, and how long the move is, in a plan.
    """

    name: str
    student: str
    path: str
    mark: Mark
    points: int | None
    of: int
    sentence: str
    understood: str | None = None
    line: Replay[Any, Any] | None = None
    failure: Failure | None = None
    gap: int | None = None
    plain: bool = True
    listed: Mapping[str, str] = field(default_factory=dict, hash=False)
    text: str | None = field(default=None, repr=False)
    fault_line: int | None = None
    fault_word: tuple[int, int] | None = None

    @property
    def is_valid(self) -> bool:
        """Whether it is a plan that follows the rules and fulfils the question, or right lines."""
        return self.mark in {Mark.BEST, Mark.VALID}

    @property
    def values(self) -> Mapping[str, int] | None:
        """The figures of a valid plan."""
        return self.line.figures if self.line and self.is_valid else None

    def to_json(self) -> dict[str, Any]:
        """Return the object under `grades`; the contract states its keys."""
        failure = self.failure
        return {
            "file": self.path or self.name,
            "name": self.name,
            "student": self.student,
            "mark": self.mark.value,
            "valid": None if self.mark in _NOT_JUDGED else self.is_valid,
            "at": (failure.turn or None) if failure else None,
            "move": failure.move if failure else None,
            "reason": in_quotes(failure.reason) if failure else None,
            "values": None if self.values is None else dict(self.values),
            "gap": self.gap,
            "points": self.points,
            "of": self.of,
            "sentence": self.sentence,
            "understood": self.understood,
            "state": str(self.line.states[-1]) if self.line else None,
        }

    def to_record(self) -> dict[str, Any]:
        """Return the row of a table."""
        row = self.to_json()
        for key in ("values", "state"):
            del row[key]
        return {**self.listed, **row, **(self.values or {})}


@dataclass(frozen=True)
class Examiner:
    """Marks submissions for one scenario.

    Attributes:
        instance: the questions, about the scenario of the best plan.
        best: the answer that submissions are compared with; None if any valid plan will do.
        rubric: the points.
        seconds: the time to replay one submission; None for no limit.
        reviews: whether to look for the first mistake of a plan that is not the best.
        settled: the words of the class, and the decisions of the teacher.
    """

    instance: Instance
    best: Answer | None
    rubric: Rubric = field(default_factory=Rubric)
    seconds: float | None = None
    reviews: bool = False
    settled: Settled = field(default_factory=Settled)

    def grade(self, submission: Submission, budget: Budget) -> Grade:
        """Mark a submission; raise LimitReachedError if the budget of all of them is used up."""
        budget.check()
        if submission.path is None and submission.source is None:
            others = printable(list_names(submission.others))
            also = f" Files that match no scenario: {others}." if others else ""
            return self._make(submission, Mark.MISSING, 0, f"Nothing was handed in.{also}")
        grade = self._decided(submission, self.settled.decision_for(submission), budget)
        if grade.mark is Mark.UNCLEAR:
            later = self.settled.decision_if_unclear(submission)
            grade = self._decided(submission, later, budget) if later else grade
        return grade

    def _decided(self, submission: Submission, decision: Ruling | None, budget: Budget) -> Grade:
        """Mark a submission by the decision of the teacher, if there is one."""
        source: Source | None = None
        within = budget.within(self.seconds)
        try:
            if decision and decision.points is not None:
                grade = self._make(submission, Mark.SETTLED, decision.points, decision.reason)
                with suppress(InputError):
                    source = submission.read()
            else:
                source = submission.read()
                meant = decision.applied_to(source) if decision else source
                grade = self._grade(submission, meant, within)
        except InputError as error:
            grade = self._unclear(submission, error)
        except LimitReachedError:
            budget.check()
            words = "Undecided: the time limit was reached."
            grade = self._make(submission, Mark.UNDECIDED, None, words)
        if decision and grade.understood is not None:
            reason = f"{decision.reason} " if decision.reason else ""
            whole = "what your teacher states"
            what = f"the {decision.plan} plan of the file" if decision.plan else whole
            words = f"{reason}As your teacher decided, {what} counts."
            grade = replace(grade, sentence=f"{grade.sentence} {in_quotes(words)}")
        return replace(grade, text=source.text) if source else grade

    def _grade(self, submission: Submission, source: Source, budget: Budget) -> Grade:
        instance, position = self.instance, self.best.position if self.best else None
        reading = instance.read_plan(source, self.settled.words, budget)
        if (several := len(set(reading.plans))) > 1:
            message = f"found {several} plans that differ, expected one"
            raise UnclearError(message, Place(source.name))
        stated = instance.as_stated(reading.values)
        conditions = stated.conditions()
        if not instance.about_plans and (position is None or position.best_moves is not None):
            conditions = replace(conditions, must_end=not reading.moves)  # a best move will do
        line = replayed(instance, stated, reading, conditions, budget)
        if line.failure is None:
            grade = self._valid(submission, line, budget)
        else:
            whole = len(self.best.replay.moves) if self.best and self.best.replay else 0
            points = self.rubric.of_invalid(line.failure.turn - 1, whole)
            grade = self._make(submission, Mark.INVALID, points, f"Invalid at {line.failure}.")
            grade = replace(grade, failure=line.failure)
        if self.reviews and instance.about_plans and grade.mark is not Mark.BEST:
            grade = self._review(grade, line, budget)
        written = reading.place(grade.failure.turn) if grade.failure else None
        return replace(
            grade,
            understood=reading.understood,
            plain=reading.is_plain,
            line=line,
            fault_line=written.line if written else None,
            fault_word=(written.at, len(written.text)) if written else None,
        )

    def _valid(self, submission: Submission, line: Replay[Any, Any], budget: Budget) -> Grade:
        offset = distance(self.best, line, budget) if self.best else Distance(0)
        gap = None if offset is None else offset.gap
        at_fault = offset is not None and offset.fault is not None
        points = self.rubric.legal if at_fault else self.rubric.of_valid(gap)
        settled = self.best is None or self.best.is_settled
        mark = Mark.BEST if gap == 0 and settled else Mark.VALID
        praise = self._praise(line, offset, "" if settled else "; that is not proven best")
        grade = self._make(submission, mark, points, praise)
        return replace(grade, gap=gap, failure=offset.fault if offset else None)

    def _review(self, grade: Grade, line: Replay[Any, Any], budget: Budget) -> Grade:
        """Return the marks with the first mistake, which need not be where the plan fails."""
        try:
            first = first_mistake(self.instance, line.moves, budget)
        except DisagreementError as defect:  # the marks of the class do not depend on it
            words = f"{grade.sentence} Not reviewed: a defect of Toadstone: {defect}."
            return replace(grade, sentence=in_quotes(words))
        if first is None or (grade.failure and first.turn >= grade.failure.turn):
            return grade
        sentence = in_quotes(f"{grade.sentence} First mistake: {first}.")
        return replace(grade, sentence=sentence, failure=grade.failure or first)

    def _praise(self, line: Replay[Any, Any], offset: Distance | None, unproven: str) -> str:
        """Say how good a valid line is."""
        figures = asked_figures(self.instance.ask, line.figures)
        if offset is None:
            return f"Valid{f': {figures}' if figures else ''}. The best is not known."
        if offset.fault is not None:
            return f"Legal, but not the best at {offset.fault}."
        if offset.gap:
            by = f"but {offset.gap} from" if offset.gap > 0 else f"and {-offset.gap} better than"
            return f"Valid, {by} the best: {offset.words}{unproven}."
        if self.best and self.best.position is not None:
            equal = offset.words or "and no move gives anything away"
        elif self.best and figures:
            suffix = "" if self.best.is_proven else " known"
            equal = f"and as good as the best{suffix}: {figures}"
        else:
            equal = "and any plan will do"
        return f"Valid, {equal}{unproven}."

    def _unclear(self, submission: Submission, error: InputError) -> Grade:
        where = f"line {error.line}, column {error.column}: " if error.line else ""
        kind = "Unclear" if isinstance(error, UnclearError) else "Unreadable"
        words = printable(f"{where}{error.message}")
        grade = self._make(submission, Mark.UNCLEAR, None, f"{kind}: {words}.")
        return replace(grade, failure=Failure(0, words), fault_line=error.line)

    def _make(self, submission: Submission, mark: Mark, points: int | None, sentence: str) -> Grade:
        path = str(submission.path) if submission.path else ""
        name, student = printable(submission.name), printable(submission.student)
        of, words = self.rubric.best, in_quotes(sentence)
        return Grade(name, student, path, mark, points, of, words, listed=submission.listed)


def in_quotes(sentence: str) -> str:
    """Return a sentence with quotation marks where messages have those of program text."""
    return re.sub(r"`([^`]*)`", r'"\1"', sentence).replace("`", "'")
