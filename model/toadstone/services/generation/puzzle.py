"""A puzzle: a scenario with its proven answer, its measures, and how it was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from toadstone.core import __version__
from toadstone.core.shown import html_of
from toadstone.core.solution import ScenarioLike
from toadstone.engines.answer import Answer, confirmation
from toadstone.files.scenario import Scenario
from toadstone.play.words import asked_figures, result_in_words
from toadstone.services.generation.grade import Difficulty, Grade


@dataclass(frozen=True)
class Twin:
    """The same puzzle, just lost.

    Attributes:
        answer: the proof that it cannot be won.
        nearest: the answer to the nearest scenario that can.
    """

    answer: Answer
    nearest: Answer

    @property
    def scenario(self) -> ScenarioLike:
        """The scenario that is just lost."""
        return self.answer.scenario


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A scenario with exactly one solution.

    Attributes:
        name: what its files are called, without a suffix.
        answer: the proven answer, replayed on the reference simulator.
        solution: the one best plan; in a two-player game, the one best move.
        is_plan: whether the solution is a plan.
        grade: its measures.
        made_by: the command that makes it.
        twin: its twin that is just lost, where one was asked for.
    """

    name: str
    answer: Answer
    solution: tuple[str, ...]
    is_plan: bool
    grade: Grade
    made_by: str
    twin: Twin | None = None

    def __repr__(self) -> str:
        return f"<Puzzle {self.name} {self.difficulty.value}: {self.said}>"

    def _repr_html_(self) -> str:
        """Return the start, without the solution, for a notebook."""
        return html_of(self)

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        scenario = self.answer.scenario
        if not isinstance(scenario, Scenario):
            raise TypeError("a puzzle has a scenario of a game")
        return scenario

    @property
    def difficulty(self) -> Difficulty:
        """The class of difficulty."""
        return self.grade.difficulty

    @property
    def said(self) -> str:
        """The answer in words: the figures that were asked for, or who wins."""
        values = self.answer.values or {}
        if self.is_plan:
            return asked_figures(self.answer.ask, values)
        return result_in_words(str(values["winner"]), margin=values.get("margin"))

    def to_json(self, file: str | None = None) -> dict[str, Any]:
        """Return the object that `generate --json` prints; the contract states its keys."""
        twin = {} if self.twin is None else {"twin": _twin_as_json(self.twin)}
        return {
            "file": file,
            "values": dict(self.answer.values or {}),
            "best_plans": "1" if self.is_plan else None,
            "features": self.grade.features,
            "panel": self.grade.to_json(),
            "solution": list(self.solution),
            **confirmation(self.answer.confirmed_by, self.answer.confirmed_why),
            "scenario": content_of(self.scenario),
            **twin,
        }

    def to_record(self) -> dict[str, Any]:
        """Return the puzzle as a record: a flat dict."""
        grade = {"difficulty": self.difficulty.value, **self.grade.features}
        return {"name": self.name, **_flat(self.answer.values or {}), **grade}

    def yaml(self) -> str:
        """Return the scenario file, with the answer in the comments at its head."""
        what = "best plan" if self.is_plan else "best move"
        comments = [
            f"Made by: {self.made_by} (Toadstone {__version__})",
            f"There is exactly one {what}. Difficulty: {self.difficulty.value}; {self.grade}.",
            f"Solution: {' '.join(self.solution)}",
            f"Answer: optimal; {self.said}",
        ]
        return yaml_of(self.scenario, comments)

    def twin_yaml(self) -> str:
        """Return the scenario file of the twin."""
        if self.twin is None:
            raise ValueError("the puzzle has no twin")
        comments = [f"The twin of {self.name}: it is lost by one HP.", "Answer: infeasible"]
        return yaml_of(self.twin.scenario, comments)


def title_of_game(game: str) -> str:
    """Return the name of a game as people write it."""
    return " ".join(w if w == "and" else w.capitalize() for w in game.split("-"))


def _twin_as_json(twin: Twin) -> dict[str, Any]:
    return {
        "scenario": content_of(twin.scenario),
        "status": twin.answer.status.value,
        "nearest": {"values": dict(twin.nearest.values or {}), "plan": twin.nearest.plan},
    }


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if isinstance(value, str | int)}


def content_of(scenario: ScenarioLike) -> dict[str, Any]:
    """Return what a file of a scenario holds, without what is a default."""
    if not isinstance(scenario, Scenario):
        raise TypeError("only a scenario of a game has a file")
    content = scenario.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    asked = list(map(str, scenario.asked()))
    return content | {"ask": asked[0] if len(asked) == 1 else asked}


class _Dumper(yaml.SafeDumper):
    """Writes text of several lines as such."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def yaml_of(scenario: ScenarioLike, comments: list[str]) -> str:
    """Return a scenario file with comments at its head."""
    keys = (_key_as_yaml(key, value) for key, value in content_of(scenario).items())
    return "".join([*_comment_lines(comments), *keys])


def _key_as_yaml(key: str, value: object) -> str:
    """Return a key with its value: a list or a mapping on as few lines as there is room for."""
    style = None if isinstance(value, list | dict) else False
    return yaml.dump({key: value}, Dumper=_Dumper, default_flow_style=style, allow_unicode=True)


def _comment_lines(comments: list[str]) -> Iterator[str]:
    """Yield comments as lines of at most 100 columns."""
    for comment in comments:
        line = "#"
        for word in comment.split():
            if len(line) + 1 + len(word) > 100:
                yield f"{line}\n"
                line = "#  "
            line += f" {word}"
        yield f"{line}\n"
