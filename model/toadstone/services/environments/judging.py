"""The judge of items: any right answer counts, however it is written, by the rubric of `grade`.

Nothing is solved again: the metadata of an item holds the proven values. A plan is replayed on the
reference simulator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import InputError, LimitReachedError
from toadstone.core.replay import replay
from toadstone.engines.answer import Status
from toadstone.engines.instance import Instance, make_instance
from toadstone.files.source import Source
from toadstone.loading import read_scenario
from toadstone.services.environments.items import IMPOSSIBLE
from toadstone.services.grading.distance import distance_between
from toadstone.services.grading.grade import Rubric

LONGEST_ANSWER = 20_000
"""The most characters of an answer; only its last ones count."""

SECONDS = 5.0
"""The most time to read one answer."""

RUBRIC = Rubric()

_THOUGHT = re.compile(r"\A.*</think>|<think>.*", re.DOTALL | re.I)
_TAGGED = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.DOTALL | re.I)
_FENCED = re.compile(r"```[^\n]*\n(.*?)```", re.DOTALL)
_MARKED = re.compile(r"\b(?:answer|plan|solution|moves?)\b[ *_]*(?:is|are)?[ *_]*:[ *_]*", re.I)
_SPAN = re.compile(r"(?<![`*])(`|\*{1,3})([^`*\n]+)\1(?![`*])")
_NOT = re.compile(r"\b(?:not|never|avoid|instead of|unlike|wrong|loses|bad)\b|n't\b", re.I)
_IMPOSSIBLE = re.compile(
    r"(?:(?:so|thus|therefore|hence|there is|it is|it's|it|this is|this|the \w+ is)[ ,]+)*"
    rf"(?:{IMPOSSIBLE}|unwinnable|unsolvable|infeasible|no(?: winning| such)? (?:plan|solution)"
    r"|can(?:not|'t| not) be (?:won|solved|survived))"
    r"(?: (?:exists|wins|survives|to (?:win|survive|solve)))?"
)
_MARKS = " .!?()[]*_`\"'"


class Score(NamedTuple):
    """The score of an answer, from 0 to 1, and why."""

    score: float
    reason: str


def judge(answer: object, metadata: Mapping[str, Any]) -> Score:
    """Return the score of an answer to an item with this metadata.

    1 for a best answer, less by the gap to it, 0 if it is illegal, loses, or is unclear.
    """
    if not isinstance(answer, str) or not answer.strip():
        return Score(0.0, "There is no answer.")
    text = _THOUGHT.sub("", answer[-LONGEST_ANSWER:])
    text = (_TAGGED.findall(text) or [text])[-1].strip()
    instance = _instance_of(metadata["scenario"])
    plans = {" ".join(map(str, plan)): plan for plan in _readings(text, instance)}
    parts = (part.strip(_MARKS) for part in re.split(r"[.!:;\n]", text.lower()))
    if any(map(_IMPOSSIBLE.fullmatch, parts)):
        plans[IMPOSSIBLE] = ()
    if len(plans) > 1:
        return Score(0.0, f"Unclear: it can be read as {' or as '.join([*plans][:2])}.")
    if not plans:
        return Score(0.0, "Unreadable: there is no plan or move in it.")
    if IMPOSSIBLE in plans:
        lost = metadata["status"] == Status.INFEASIBLE
        return Score(float(lost), "Right: it cannot be won." if lost else "Wrong: it can be won.")
    (plan,) = plans.values()
    return _score(plan, instance, metadata)


@lru_cache(4096)
def _instance_of(text: str) -> Instance:
    return make_instance(read_scenario(Source("item", text, Path())))


def _score(plan: tuple[Any, ...], instance: Instance, metadata: Mapping[str, Any]) -> Score:
    """Return the score of a plan; for two players, that of its first move."""
    moves = metadata["moves"]
    must_end = not (moves and plan)
    line = replay(instance.rules, plan, replace(instance.conditions(), must_end=must_end))
    if line.failure:
        return Score(0.0, f"Invalid at {line.failure}.")
    if not moves:
        distance = distance_between(instance.ask, metadata["values"], line.figures)
        score = RUBRIC.of_valid(distance.gap) / RUBRIC.best
        return Score(score, f"Valid: {distance.words or 'as good as the best'}.")
    worth, best = moves[str(plan[0])], max(moves.values())
    if worth == best:
        return Score(1.0, "The best move.")
    words = f"It is worth {worth}, the best move {best}."
    return Score(RUBRIC.legal / RUBRIC.best if worth * best > 0 else 0.0, words)


# The possible readings of an answer


def _readings(text: str, instance: Instance) -> list[tuple[Any, ...]]:
    """Return the plans that an answer may mean; in prose, those of the part that stands out most.

    That is a block of code, then the text after `Answer:`, then code or bold words in a line, and
    last any moves in a row.
    """
    after = [text[match.end() :] for match in _MARKED.finditer(text)][-1:]
    blocks = _FENCED.findall(text)
    kinds = (
        [text] if len(blocks) < 2 else [],
        blocks,
        [part for whole in after for part in (whole, *whole.splitlines()[:1])],
        [span for _, span in _SPAN.findall(text)],
        _runs(text, instance),
    )
    readings = ([plan for part in parts for plan in _read(part, instance)] for parts in kinds)
    return next(filter(None, readings), [])


def _read(text: str, instance: Instance) -> tuple[tuple[Any, ...], ...]:
    try:
        plan = instance.read_plan(Source("answer", text, Path()), None, Budget(Limits(SECONDS)))
    except (InputError, LimitReachedError, ValueError):
        return ()
    return plan.plans


def _runs(text: str, instance: Instance) -> Iterator[str]:
    """Yield moves that stand in a row in prose; a single word is no plan of a single player.

    Sentences that say what not to do are left out.
    """

    def is_move(word: str) -> bool:
        try:
            return bool(word and instance.read_moves(word))
        except (InputError, ValueError):
            return False

    for sentence in re.split(r"(?<=[.!?])\s|\n", text):
        if not _NOT.search(sentence):
            words = (word.strip(_MARKS) for word in re.findall(r"[^\s,;>\u2192]+", sentence))
            for are_moves, run in groupby(words, is_move):
                moves = list(run)
                if are_moves and len(moves) > instance.about_plans:
                    yield ", ".join(moves)
