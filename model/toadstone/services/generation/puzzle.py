"""A puzzle: a scenario with its proven answer, and its hardness: how hard the answer is to find.

It counts decisions, and how often a solver of bounded depth fails at them. People plan as if
by a heuristic search of limited depth, with noise and lapses: van Opheusden and others, "Expertise
increases planning depth in human gameplay", Nature 618, 2023. The solver here is such a search.
docs/generate.md says how far it can be trusted.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cached_property
from math import log2
from statistics import fmean
from textwrap import fill
from typing import Any

import yaml

from toadstone.core import __version__
from toadstone.core.shown import html_of
from toadstone.engines.answer import Answer, confirmation
from toadstone.files.scenario import Scenario
from toadstone.play.words import asked_figures, result_in_words, with_noun

GLANCE = 0
"""The turns after a move that everybody sees."""

LAPSE = 0.1
"""The share of moves that the solver draws among all moves."""

LEAST_DECISIONS = 4
"""A puzzle has at least so many decisions."""

MOST_FORCED = 0.5
"""The share of the turns, at most, with only one move that does not lose at once."""


class Difficulty(StrEnum):
    """The class of a puzzle among the puzzles of its game."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


RISING = "rising"
"""The difficulty of a sheet that goes from easy to hard."""


@dataclass(frozen=True)
class Turn:
    """A position in which the solver has to move.

    Attributes:
        looks: for each depth from 0, the apparent worth of each move so many turns after it; moves
            that lose at once are left out.
        right: the moves that are right.
        weight: the frequency of the position; 1 for every turn of a plan.
    """

    looks: Sequence[Mapping[str, float]]
    right: frozenset[str]
    weight: float = 1.0

    @property
    def is_forced(self) -> bool:
        """Whether only one move does not lose at once."""
        return len(self.looks[0]) == 1

    @property
    def is_decision(self) -> bool:
        """Whether a wrong move looks as good at a glance as every right one."""
        looks = self.looks[GLANCE]
        best = max(looks[move] for move in self.right)
        return any(worth >= best for move, worth in looks.items() if move not in self.right)

    @property
    def ahead(self) -> int:
        """The least depth from which on only right moves look best; one more than all if none."""
        is_right = [self._best(depth) <= self.right for depth in range(len(self.looks))]
        return next((d for d in range(len(is_right)) if all(is_right[d:])), len(is_right))

    def chance(self, depth: int) -> float:
        """Return the chance that a solver of this depth is right: it draws among the best-looking.

        In a lapse all moves are equally likely.
        """
        best, moves = self._best(depth), self.looks[depth]
        share = len(best & self.right) / len(best)
        return (1 - LAPSE) * share + LAPSE * len(self.right) / len(moves)

    def _best(self, depth: int) -> frozenset[str]:
        looks = self.looks[depth]
        most = max(looks.values())
        return frozenset(move for move, worth in looks.items() if worth == most)


def has_enough(turns: Sequence[Turn]) -> bool:
    """Return whether there are enough decisions, and not too many forced turns."""
    decisions = sum(turn.is_decision for turn in turns)
    forced = sum(turn.is_forced for turn in turns)
    return decisions >= LEAST_DECISIONS and forced <= MOST_FORCED * len(turns)


@dataclass(frozen=True)
class Scale:
    """The bounds of a game's classes; points of different games do not compare.

    Attributes:
        easy: an easy puzzle has fewer points.
        hard: a hard puzzle has at least so many.
        ahead: in an easy puzzle no reason lies further ahead.
    """

    easy: float
    hard: float
    ahead: int


@dataclass(frozen=True)
class Refutation:
    """Why a wrong move of a two-player game fails.

    Attributes:
        line: what follows: the reply, and up to two more moves.
        loses: the difference to the payoff of the best move; 2 if only winning counts.
        looks: its apparent worth at a glance, less that of the best move.
    """

    line: Sequence[str]
    loses: int
    looks: float


@dataclass(frozen=True)
class Hardness:
    """The measures of a puzzle.

    Attributes:
        turns: the positions in which the solver has to move.
        near_misses: wrong answers that are nearly right, as the game counts them.
        scale: the bounds of the classes.
    """

    turns: Sequence[Turn]
    near_misses: int
    scale: Scale

    @property
    def decisions(self) -> int:
        """The turns in which a wrong move is tempting."""
        return sum(turn.is_decision for turn in self.turns)

    @property
    def ahead(self) -> int:
        """How many turns ahead the reason for a decision lies, at the furthest.

        In a two-player game the first decision counts, which is the puzzle's.
        """
        decisions = (turn for turn in self.turns if turn.weight == 1.0 and turn.is_decision)
        return max((turn.ahead for turn in decisions), default=0)

    @cached_property
    def points(self) -> float:
        """The bits of luck that a solver needs on average, and those of the near misses."""
        depths = range(len(self.turns[0].looks))
        luck = fmean(sum(t.weight * log2(t.chance(depth)) for t in self.turns) for depth in depths)
        return log2(1 + self.near_misses) - luck

    @property
    def difficulty(self) -> Difficulty:
        """The class."""
        if self.points >= self.scale.hard:
            return Difficulty.HARD
        is_easy = self.points < self.scale.easy and self.ahead <= self.scale.ahead
        return Difficulty.EASY if is_easy else Difficulty.MEDIUM

    @property
    def rank(self) -> tuple[int, float]:
        """The place in an order from easy to hard: by class, then by points."""
        return [*Difficulty].index(self.difficulty), self.points

    @property
    def stars(self) -> int:
        """One or two for easy, three for medium, four or five for hard, by the points."""
        width = self.scale.hard - self.scale.easy
        if self.difficulty is Difficulty.EASY:
            return 1 if self.points < self.scale.easy - width / 2 else 2
        if self.difficulty is Difficulty.MEDIUM:
            return 3
        return 4 if self.points < self.scale.hard + width else 5

    def __str__(self) -> str:
        misses = with_noun(self.near_misses, "near miss", "near misses")
        return f"{self.decisions} decisions, {with_noun(self.ahead, 'turn')} ahead, {misses}"

    @property
    def features(self) -> dict[str, int | float]:
        """The measures by name; docs/generate.md explains each."""
        return {
            "turns": len(self.turns),
            "decisions": self.decisions,
            "ahead": self.ahead,
            "near_misses": self.near_misses,
            "points": round(self.points, 2),
        }


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A scenario with exactly one solution.

    Attributes:
        name: the name of its files, without a suffix.
        answer: the proven answer, replayed on the reference simulator.
        solution: the one best plan; in a two-player game, the one best move.
        task: the task, in a sentence without the answer.
        seed: that of the wish that it was made for.
        sizes: those of the wish for its difficulty.
        made_by: the command that makes it.
        wrong: in a two-player game, why each other first move fails.
        key: a key that the puzzle shares with itself turned, mirrored or with the sides swapped.
    """

    name: str
    answer: Answer
    solution: tuple[str, ...]
    is_plan: bool
    hardness: Hardness = field(hash=False)
    task: str
    seed: int
    sizes: Mapping[str, int] = field(hash=False)
    made_by: str
    wrong: Mapping[str, Refutation] = field(default_factory=dict, hash=False)
    key: Hashable = None

    def __repr__(self) -> str:
        return f"<Puzzle {self.name} {self.difficulty.value}: {self.said}>"

    def _repr_html_(self) -> str:
        """Return the start, without the solution, for a notebook."""
        return html_of(self.scenario)

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.answer.scenario

    @property
    def difficulty(self) -> Difficulty:
        """The class of difficulty."""
        return self.hardness.difficulty

    @property
    def said(self) -> str:
        """The answer in words: the figures that were asked for, or who wins."""
        values = self.answer.values or {}
        if self.is_plan:
            return asked_figures(self.answer.ask, values)
        return result_in_words(str(values["winner"]), margin=values.get("margin"))

    def to_json(self, file: str | None = None) -> dict[str, Any]:
        """Return the object that `generate --json` prints; the contract states its keys."""
        return {
            "file": file,
            "seed": self.seed,
            "task": self.task,
            "stars": self.hardness.stars,
            "said": self.said,
            "values": dict(self.answer.values or {}),
            "best_plans": "1" if self.is_plan else None,
            "features": self.hardness.features,
            "panel": {"difficulty": self.difficulty.value},
            "solution": list(self.solution),
            "wrong": {move: asdict(why) for move, why in self.wrong.items()},
            **confirmation(self.answer.confirmed_by, self.answer.confirmed_why),
            "scenario": content_of(self.scenario),
        }

    def yaml(self) -> str:
        """Return the scenario file, with the answer in the comments at its head."""
        what = "best plan" if self.is_plan else "best move"
        comments = [
            f"Made by: {self.made_by} (Toadstone {__version__})",
            f"There is exactly one {what}. Difficulty: {self.difficulty.value}; {self.hardness}.",
            f"Solution: {' '.join(self.solution)}",
            f"Answer: optimal; {self.said}",
        ]
        return yaml_of(self.scenario, comments)


def content_of(scenario: Scenario) -> dict[str, Any]:
    """Return the content of a scenario file, without defaults."""
    content = scenario.json_content
    if len(scenario.asked()) == 1:
        content["ask"] = str(scenario.asked()[0])
    return content


class _Dumper(yaml.SafeDumper):
    """Writes text of several lines as such."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def yaml_of(scenario: Scenario, comments: list[str]) -> str:
    """Return a scenario file with comments at its head, in lines of at most 100 columns.

    A list or a mapping is on as few lines as there is room for.
    """
    lines = [
        fill(f"# {each}", 100, subsequent_indent="#   ", break_on_hyphens=False) + "\n"
        for each in comments
    ]
    for key, value in content_of(scenario).items():
        flow = None if isinstance(value, list | dict) else False
        text = yaml.dump({key: value}, Dumper=_Dumper, default_flow_style=flow, allow_unicode=True)
        lines.append(text)
    return "".join(lines)
