"""Arguments of the Python interface, checked and brought into one form.

Every check raises RequestError and says what was expected and what was found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from toadstone.core.budget import Budget, Confirm, Limits, is_whole
from toadstone.core.errors import MOST_DIGITS, InputError, RequestError, text_of
from toadstone.engines.instance import Instance
from toadstone.files.messages import one_of, quote
from toadstone.files.scenario import Scenario, named_questions
from toadstone.files.source import (
    Document,
    Source,
    decode_loosely,
    is_there,
    may_be_yaml,
    read_source,
)
from toadstone.game import find_game
from toadstone.loading import complete_scenario, named_source

if TYPE_CHECKING:
    from toadstone.services.grading.grade import Rubric
    from toadstone.services.grading.settling import Settled
    from toadstone.services.grading.submissions import Roster, Submission

ScenarioSource = Instance | Scenario | str | Path | Mapping[str, Any]
"""A scenario, or a source that `load` reads."""

Ask = str | Sequence[str]

Words = str | Path | Mapping[str, str] | None
"""The words of a class: their file, or each with what it stands for."""

Submissions: TypeAlias = (
    "str | Path | Sequence[str | Path | Submission] | Mapping[str, str | Path | Sequence[str]]"
)


def questions_of(ask: Ask) -> Sequence[str]:
    """Return the names of the questions."""
    return [ask] if isinstance(ask, str) else ask


@contextmanager
def name_option(option: str, given: object = True) -> Iterator[None]:
    """Let a RequestError of this block name the command's option, if its argument was given."""
    try:
        yield
    except RequestError as error:
        if given:
            error.typed = f"--{option}: {error}"
        raise


def expect_some(**counts: int | None) -> None:
    """Refuse a count below 1, if it is not left out."""
    for name, count in counts.items():
        if count is not None and count < 1:
            raise RequestError(f"{name}: expected at least 1, found {count}")


def confirm_of(value: str) -> Confirm:
    """Return how long a second derivation may take; `auto`, `always` or `never`."""
    if value not in set(Confirm):
        raise RequestError(f"confirm: expected {one_of(list(Confirm))}, found {quote(value)}")
    return Confirm(value)


def budget_of(budget: Budget | None, limits: Limits, instead: str = "time_limit") -> Budget:
    """Return the budget of the caller, or one with these limits; both together do not go.

    `instead` names the arguments that state the limits.
    """
    if budget is None:
        return Budget(limits)
    if limits == Limits():
        return budget
    raise RequestError(f"expected `budget` or else {instead}, found both")


def paths_of(paths: str | Path | Sequence[str | Path]) -> list[str]:
    """Return one path or several as texts."""
    return list(map(str, [paths] if isinstance(paths, str | Path) else paths))


def submissions_of(submissions: Submissions) -> tuple[Submission, ...]:
    """Return what was handed in: of paths, or of a dict with plans."""
    from toadstone.services.grading.submissions import Submission, of_plans
    from toadstone.services.grading.submissions import submissions as handed_in

    if isinstance(submissions, Mapping):
        return of_plans(submissions)
    found: Any = [submissions] if isinstance(submissions, str | Path) else submissions
    if found and all(isinstance(each, Submission) for each in found):
        return tuple(found)
    return handed_in(paths_of(found))


def source_of_plan(plan: str | Path | Sequence[str]) -> Source:
    """Return the text of a plan file, or the moves as one."""
    if isinstance(plan, str | Path):
        return read_source(str(plan), decode_loosely)
    return Source("<plan>", json.dumps([text_of(move) for move in plan]), Path.cwd())


def rubric_of(rubric: str | Path | Mapping[str, int] | None) -> Rubric:
    """Return the rubric of a file, or of a dict with its keys."""
    from toadstone.files.scenario import validate
    from toadstone.services.grading.grade import Rubric, read_rubric

    if isinstance(rubric, str | Path):
        return read_rubric(read_source(str(rubric)))
    document = Document(Source("<rubric>", "", Path.cwd()), dict(rubric or {}))
    return validate(document, Rubric)


def roster_of(roster: str | Path | None) -> Roster | None:
    """Return the roster of a file."""
    from toadstone.services.grading.submissions import read_roster

    as_text = partial(decode_loosely, save="the roster as CSV (.csv)")
    return None if roster is None else read_roster(read_source(str(roster), as_text))


def words_of(words: Words, instances: Sequence[Instance]) -> Mapping[str, str]:
    """Return the words of a class, from their file."""
    from toadstone.services.grading.settling import read_words

    if words is None or isinstance(words, Mapping):
        return words or {}
    return read_words(read_source(str(words)), instances)


def settled_of(words: Words, marks: str | Path | None, instances: Sequence[Instance]) -> Settled:
    """Return the words of a class, and the decisions of its teacher, from their files."""
    from toadstone.services.grading.settling import Settled, read_decisions

    decided = {} if marks is None else read_decisions(read_source(str(marks)))
    return Settled(words_of(words, instances), decided)


def values_of(settings: Mapping[str, Any] | None) -> dict[str, Sequence[Any]] | None:
    """Return the values of each key as a list; one value alone is a list of one."""
    if settings is None:
        return None
    values: dict[str, Any] = plain(settings)
    return {key: each if isinstance(each, tuple) else (each,) for key, each in values.items()}


def scenario_source(source: str | Path) -> Source:
    """Return the text of a path, of an example, or the text itself."""
    if isinstance(source, str):
        a_line = Source("", source, Path())
        if "\n" in source or (may_be_yaml(a_line) and not is_there(source)):
            return Source("<text>", source, Path.cwd())
    return named_source(str(source))


def expect_game(stated: str, wanted: str | None) -> None:
    """Refuse a game that is named beside a scenario of another one."""
    if wanted not in (None, stated):
        raise RequestError(f"this scenario is for {stated}, not {wanted}")


def scenario_of(
    content: dict[str, Any], game: str | None, options: Mapping[str, int], ask: Sequence[str] = ()
) -> Scenario:
    """Return the scenario of a dict with the keys of a scenario file; see `read_scenario`."""
    if ask:
        content.setdefault("ask", named_questions(ask))
    name = content.setdefault("game", game)
    if not isinstance(name, str):
        raise RequestError("expected `game`, the name of a game")
    expect_game(name, game)
    document = Document(Source("<scenario>", "", Path.cwd()), plain(content))
    return complete_scenario(find_game(name), document, options)


def plain(value: Any) -> Any:
    """Return a value with tuples for lists and NumPy's arrays, and int for its integers.

    Raises InputError where a number has so many digits that no scenario needs it.
    """
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    if is_whole(value):
        if abs(number := int(value)) >= 10**MOST_DIGITS:
            raise InputError(f"{text_of(number)} is too large")
        return number
    return plain(value.tolist()) if hasattr(value, "tolist") else value
