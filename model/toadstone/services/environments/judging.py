"""The judge of items: any right answer counts, however it is written, by the rubric of `grade`.

Nothing is solved again: the metadata of an item holds what was proven. A plan is replayed on the
reference simulator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import InputError, LimitReachedError
from toadstone.core.replay import replay
from toadstone.engines.answer import Answer, PositionResult, Seconds, SolverFacts, Status
from toadstone.engines.instance import Instance, make_instance
from toadstone.files.source import Source
from toadstone.loading import read_scenario
from toadstone.services.environments.items import IMPOSSIBLE
from toadstone.services.grading.grade import Examiner, Mark
from toadstone.services.grading.submissions import Submission

LONGEST_ANSWER = 20_000
"""Characters; only the last ones of an answer count."""

SECONDS = 5.0
"""The most time for one answer."""

_FENCED = re.compile(r"```[^\n]*\n(.*?)```", re.DOTALL)
_MARKED = re.compile(r"\b(?:answer|plan|solution|moves?)\b[ *_]*(?:is|are)?[ *_]*:[ *_]*", re.I)
_SPAN = re.compile(r"(?<![`*])(`|\*{1,3})([^`*\n]+)\1(?![`*])")
_NOT = re.compile(r"\b(?:not|never|avoid|instead of|unlike|wrong|loses|bad)\b|n't\b", re.I)
_IMPOSSIBLE = re.compile(
    rf"(?:{IMPOSSIBLE}|unwinnable|unsolvable|infeasible|hopeless"
    r"|no(?: winning| such)? (?:plan|solution)"
    r"|can(?:not|'t| not) be (?:won|solved|survived))\b"
    r"(?: (?:exists|wins|survives|to (?:win|survive|solve)|is possible))?"
)
_BEFORE = re.compile(
    r"(?:so|thus|therefore|hence|there is|it is|it's|it|this is|this|the \w+ is)[ ,]+"
)
_WORD = re.compile(r"[^\s,;>\u2192]+")


@dataclass(frozen=True)
class Score:
    """The score of an answer, from 0 to 1, and why."""

    score: float
    reason: str


def judge(answer: object, metadata: Mapping[str, Any]) -> Score:
    """Return the score of an answer to an item with this metadata.

    1 for a best answer, less by the gap to it, 0 where it is illegal, loses, or is unclear.
    """
    if not isinstance(answer, str) or not answer.strip():
        return Score(0.0, "There is no answer.")
    text = _final(answer[-LONGEST_ANSWER:])
    stated = (metadata["line"] or (), (metadata["moves"] or {}).items())
    examiner = _examiner(metadata["scenario"], metadata["status"], *map(tuple, stated))
    asked = examiner.best.instance
    said = [part.strip(" .*_`\"'\n") for part in re.split(r"[.!:;\n]", text.lower())]
    impossible = any(_IMPOSSIBLE.fullmatch(_BEFORE.sub("", part)) for part in said)
    readings = dict.fromkeys(_readings(text, asked))
    if len(readings) + impossible > 1:
        ways = [IMPOSSIBLE] * impossible + [" ".join(map(str, each)) for each in readings]
        return Score(0.0, f"Unclear: it can be read as {' or as '.join(ways[:2])}.")
    if impossible:
        right = metadata["status"] == Status.INFEASIBLE
        return Score(float(right), f"{'Right' if right else 'Wrong'}: it {_can(right)} be won.")
    plan = "\n".join(map(str, next(iter(readings)))) if readings else text
    return _graded(examiner, plan, metadata)


def _final(text: str) -> str:
    """Return what is not thought aloud; where a part is tagged as the answer, only the last."""
    text = text[text.lower().rfind("</think>") + 1 :].removeprefix("/think>")
    thought = text.lower().find("<think>")
    text = text if thought < 0 else text[:thought]
    lower = text.lower()
    end = lower.rfind("</answer>")
    start = lower.rfind("<answer>", 0, end if end >= 0 else None)
    tagged = text[start + len("<answer>") : end if end >= 0 else None]
    return (tagged if start >= 0 else text).strip()


def _can(impossible: bool) -> str:
    return "cannot" if impossible else "can"


def _graded(examiner: Examiner, plan: str, metadata: Mapping[str, Any]) -> Score:
    """Return the score of a plan or a move, in plain text."""
    made = examiner.grade(Submission("answer", source=Source("answer", plan, Path())), Budget())
    if made.mark not in {Mark.BEST, Mark.VALID} or made.points is None:
        return Score(0.0, made.sentence)
    moves, first = metadata["moves"], str(made.line.moves[0]) if made.line else ""
    if moves and _sign(moves[first]) < _sign(max(moves.values())):
        return Score(0.0, made.sentence)
    return Score(made.points / made.of, made.sentence)


def _sign(worth: int) -> int:
    return (worth > 0) - (worth < 0)


@lru_cache(4096)
def _examiner(
    text: str, status: str, line: Sequence[str], moves: Sequence[tuple[str, int]]
) -> Examiner:
    """Return what marks answers about a scenario, by what is proven about it."""
    asked = make_instance(read_scenario(Source("item", text, Path())))
    rules, proven, played = asked.rules, Status(status), None
    if proven is Status.OPTIMAL:
        played = replay(rules, map(rules.read_move, line), asked.conditions())
    most = max((worth for _, worth in moves), default=0)
    best = PositionResult(best_moves=tuple(move for move, worth in moves if worth == most))
    facts, no_time = SolverFacts("item", "", {}), Seconds(0.0, 0.0, 0.0)
    bounds, position = (None,) * len(asked.ask), best if moves else None
    known = Answer(asked, proven, bounds, played, facts, no_time, position=position)
    return Examiner(known, seconds=SECONDS)


# What an answer may be read as


def _readings(text: str, asked: Instance) -> Iterator[tuple[Any, ...]]:
    """Yield the plans that an answer may mean; from prose, by what stands out most.

    That is a block of code, then what follows `Answer:`, then code or bold words in a line, and
    last any moves in a row.
    """
    after = [text[match.end() :] for match in _MARKED.finditer(text)][-1:]
    blocks = _FENCED.findall(text)
    kinds = (
        [text] if len(blocks) < 2 else [],
        blocks,
        [part for whole in after for part in (whole, *whole.splitlines()[:1])],
        [span for _, span in _SPAN.findall(text)],
        _runs(text, asked),
    )
    for parts in kinds:
        found = [each for part in parts for each in _read(part, asked)]
        if found:
            yield from found
            return


def _read(text: str, asked: Instance) -> Iterator[tuple[Any, ...]]:
    try:
        read = asked.read_plan(Source("answer", text, Path()), None, Budget(Limits(SECONDS)))
    except (InputError, LimitReachedError, ValueError):
        return
    yield from map(tuple, read.plans)


def _runs(text: str, asked: Instance) -> Iterator[str]:
    """Yield moves that stand in a row in prose; a single word is no plan of a single player.

    What a sentence says not to do is left out.
    """
    least = 2 if asked.about_plans else 1
    for sentence in re.split(r"(?<=[.!?])\s|\n", text):
        run = list[str]()
        words = [] if _NOT.search(sentence) else _WORD.findall(sentence)
        for word in (*words, ""):
            bare = word.strip(".!?()[]*_`\"'")
            if bare and _is_move(bare, asked):
                run.append(bare)
                continue
            if len(run) >= least:
                yield ", ".join(run)
            run = []


def _is_move(word: str, asked: Instance) -> bool:
    try:
        return bool(asked.read_moves(word))
    except (InputError, ValueError):
        return False
