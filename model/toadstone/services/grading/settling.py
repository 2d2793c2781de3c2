"""The settings of a teacher: the words of a class, and decisions about its submissions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, Self

import yaml
from pydantic import Field, model_validator

from toadstone.engines.instance import Instance
from toadstone.files.messages import quote
from toadstone.files.plan_words import RULE
from toadstone.files.scenario import Section, expectation, validate
from toadstone.files.source import Document, Source, parse, read_source
from toadstone.services.grading.submissions import Submission

Words = str | Path | Mapping[str, str] | None
"""The words of a class: their file, or each with its meaning."""
BESIDE_MOVES = {"", "from", "plan", "then", "times", "to", "turn"}
"""Meanings of a word that are no moves."""


class Ruling(Section):
    """The decision of a teacher about a submission: the plan that counts, or the points."""

    plan: Literal["first", "last"] | None = Field(None, description="Which plan counts.")
    moves: str | tuple[str, ...] | None = Field(None, description="The moves that are meant.")
    points: int | None = Field(None, ge=0, description="The points.")
    reason: str = Field("", description="Why, for the student.")

    @model_validator(mode="after")
    def _one_decision(self) -> Self:
        if sum(each is not None for each in (self.plan, self.moves, self.points)) != 1:
            raise expectation("expected one of `plan`, `moves` and `points`")
        if self.points is not None and not self.reason.strip():
            raise expectation("expected a `reason` beside `points`")
        return self

    def applied_to(self, source: Source) -> Source:
        """Return the text that counts as the plan; its lines stay where they are."""
        if self.moves is not None:
            text = self.moves if isinstance(self.moves, str) else "\n".join(self.moves)
            return replace(source, text=text)
        lines = source.text.splitlines()
        kept = list(_parts(lines))[0 if self.plan == "first" else -1]
        counted = (line if n in kept else "" for n, line in enumerate(lines))
        return replace(source, text="\n".join(counted))


Marks = str | Path | Mapping[str, Ruling] | None
"""The decisions of a teacher: their file, or each by the name of a submission."""


def _parts(lines: Sequence[str]) -> Iterator[range]:
    """Yield the parts of a file between empty lines and rules; of one part, its lines."""
    ends = [n for n, line in enumerate(lines) if not line.strip() or RULE.fullmatch(line)]
    starts = [-1, *ends]
    parts = [range(i + 1, k) for i, k in zip(starts, [*ends, len(lines)], strict=True) if i + 1 < k]
    if len(parts) > 1:
        yield from parts
    else:
        yield from (range(n, n + 1) for n in (parts or [range(1)])[0])


@dataclass(frozen=True)
class Settled:
    """The words and decisions of a teacher for a class.

    Attributes:
        words: the words of the class, each with its meaning in a plan.
        decisions: by the name of a submission, or a pattern such as `*.txt`, which counts for
            those that are unclear.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    decisions: Mapping[str, Ruling] = field(default_factory=dict)

    def decision_for(self, submission: Submission) -> Ruling | None:
        """Return the decision that names a submission, or its student."""
        return next((d for n in _names(submission) if (d := self.decisions.get(n))), None)

    def decision_if_unclear(self, submission: Submission) -> Ruling | None:
        """Return the decision whose pattern fits a submission."""
        names = _names(submission)
        return next((d for pattern, d in self.decisions.items() if _fits(pattern, names)), None)

    def unused(self, submissions: Sequence[Submission]) -> list[str]:
        """Return the names of decisions that fit no submission."""
        names = {name for each in submissions for name in _names(each)}
        return [pattern for pattern in self.decisions if not _fits(pattern, names)]


def _names(submission: Submission) -> tuple[str, ...]:
    below = f"{submission.name}/{submission.path.name}" if submission.path else submission.name
    return submission.name, below, submission.student


def _fits(pattern: str, names: Collection[str]) -> bool:
    return pattern in names or any(fnmatchcase(name, pattern) for name in names)


def read_words(words: Words, instances: Sequence[Instance]) -> Mapping[str, str]:
    """Read the words of a class from a file, a YAML mapping such as `bleiben: stay`.

    Raises:
        InputError: a word has no meaning: no move, number, or word beside moves.
    """
    if words is None or isinstance(words, Mapping):
        return words or {}
    document = parse(read_source(str(words)), "words, such as `bleiben: stay`")
    meant = {word: "" if each is None else str(each) for word, each in document.content.items()}
    for word, meaning in meant.items():
        is_known = meaning in BESIDE_MOVES or meaning.isdecimal()
        for each in instances:
            with suppress(ValueError):
                is_known = is_known or bool(each.read_moves(meaning))
        if not is_known:
            expected = "expected a move, a number, nothing or a word that is read beside moves"
            raise document.error(f"`{word}`: {expected}, found {quote(meaning)}", [word])
    return meant


def read_decisions(marks: Marks, most: int) -> Mapping[str, Ruling]:
    """Read a marks file: a decision for each submission; see `Ruling`.

    Raises:
        InputError: something is no decision, or gives more than the most points.
    """
    if marks is None or isinstance(marks, Mapping):
        return marks or {}
    source = read_source(str(marks))
    document = parse(source, "decisions, such as `ada.txt: {plan: last}`")
    nodes = document.root.value if isinstance(document.root, yaml.MappingNode) else []
    decisions = {}
    for (key, node), content in zip(nodes, document.content.values(), strict=True):
        if not isinstance(content, dict):
            message = f"`{key.value}`: expected a decision, such as `{{plan: last}}`"
            raise document.error(message, [key.value])
        ruling = Document(source, content)
        ruling.root = node
        decision = decisions[key.value] = validate(ruling, Ruling)
        if (decision.points or 0) > most:
            found = f"expected at most {most}, the points for the best, found `{decision.points}`"
            raise ruling.error(f"`points`: {found}", ["points"])
    return decisions
