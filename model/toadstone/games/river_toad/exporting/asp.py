"""River Toad as an answer-set program for clingo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.question import Sense
from toadstone.engines.instance import Instance
from toadstone.files.source import Source
from toadstone.games.river_toad.exporting.exported import ExportedScenario
from toadstone.services.export.parts import Claim, Files, Objective, no_plan

LARGEST_NUMBER = 2**31 - 1
"""The largest number of clingo."""

_AT = re.compile(r"\bat\((\d+),(\d+)\)")
_START_HP = re.compile(r"\bstart_hp\((\d+)\)")
_ANSWER = re.compile(r"^Answer: \d+.*\n(.*)$", re.MULTILINE)
_RESULT = re.compile(r"^(UNSATISFIABLE|UNKNOWN)\b", re.MULTILINE)
_COSTS = re.compile(r"^Optimization: ([-\d ]+)$", re.MULTILINE)


def write(instance: Instance, budget: Budget) -> Files:
    """Return the program with its facts."""
    exported = ExportedScenario(instance)
    if exported.most_hp > LARGEST_NUMBER:
        raise RequestError(f"clingo's numbers end at {LARGEST_NUMBER:,}: use mps")
    program = files(__package__).joinpath("river_toad.lp").read_text(encoding="utf-8")
    return {"program.lp": "\n".join([program, "% The scenario.", *_facts(exported), ""])}


def read(instance: Instance, source: Source, budget: Budget) -> Claim:
    """Read the last answer set of clingo's usual output."""
    exported = ExportedScenario(instance)
    text, costs = _last_answer(source)
    cells = {int(turn): int(cell) for turn, cell in _AT.findall(text)}
    if not cells:
        raise source.error("expected an answer set with `at(TURN,CELL)`")
    path = [cells.get(turn, 0) for turn in range(1, len(exported.turns) + 1)]
    start = _START_HP.search(text)
    figures = {"start_hp": int(start[1])} if start else {}
    objectives = []
    if len(costs) == len(exported.measured):  # clingo leaves out levels that are always 0
        for question, cost in zip(exported.measured, costs, strict=True):
            sign = -1 if question.sense is Sense.MAXIMISE else 1
            objectives.append((Objective({str(question.figure): sign}, maximise=False), cost))
    return Claim(exported.plan(path), figures, objectives)


def _facts(exported: ExportedScenario) -> Iterator[str]:
    yield f"turns({len(exported.turns)}). start({exported.start}). gain({exported.gain})."
    first, last = exported.start_hp[0], exported.start_hp[-1]
    yield f"start_hp({first}..{last})." if last > first else f"start_hp({first})."
    yield " ".join(f"costs({action.shift},{price})." for action, price in exported.costs.items())
    switches = {
        "must_win.": exported.must_win,
        "clamped.": exported.clamped,
        f"least_hp({exported.least_hp}).": exported.least_hp > 1,
        f"least_flies({exported.least_flies}).": exported.least_flies > 0,
        f"most_moves({exported.most_moves}).": exported.limits_moves,
    }
    yield from (fact for fact, holds in switches.items() if holds)
    for priority, question in enumerate(reversed(exported.measured), 1):
        yield f"ask({question.name.replace('-', '_')},{priority})."
    for number, turn in enumerate(exported.turns, 1):
        yield " ".join(f"free({number},{cell})." for cell in turn.free)
        if turn.fly:
            yield f"fly({number},{turn.fly})."


def _last_answer(source: Source) -> tuple[str, list[int]]:
    """Return the atoms of the last answer set, and its costs; those of the highest level first.

    Raises:
        InputError: there is no answer set, or none so far.
    """
    answers = _ANSWER.findall(source.text)
    if not answers:
        if result := _RESULT.search(source.text):
            raise source.error(no_plan(source, stopped=result[1] == "UNKNOWN"))
        raise source.error("expected the output of clingo, `Answer:`")
    costs = _COSTS.findall(source.text)
    return answers[-1], [int(cost) for cost in costs[-1].split()] if costs else []
