"""What the planning models share: what a turn costs, how a task is written, and plans read back."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from toadstone.core.budget import Budget
from toadstone.core.question import Sense
from toadstone.engines.instance import Instance
from toadstone.files.source import Source
from toadstone.games.river_toad.exporting.river import River, Turn
from toadstone.games.river_toad.scenario import Action
from toadstone.services.export.format import (
    Claim,
    Files,
    Format,
    Objective,
    no_plan,
    stopped_without_plan,
)

QUIET, FED, MISSED = "quiet", "fed", "missed"
"""Nothing comes down beside the river, a fly is eaten, a fly is not eaten."""

EVENTS = (QUIET, FED, MISSED)

_STEP = re.compile(r"^(?:[\d.]+:\s*)?\(\s*(?:go[ -])?(stay|(?:left|right)-\d+)\b", re.IGNORECASE)
_BEGIN = re.compile(r"^(?:[\d.]+:\s*)?\(\s*begin h(\d+)", re.IGNORECASE)
_COST = re.compile(r"^;\s*cost\s*=\s*(\d+)", re.IGNORECASE | re.MULTILINE)
_UNSOLVABLE = re.compile(r"unsolvable|no solution|no plan", re.IGNORECASE)
_STOPPED = re.compile(r"limit (?:has been )?reached|without finding a solution", re.IGNORECASE)


def event(turn: Turn, cell: int) -> str:
    """Return what happens to a toad in a cell in a turn."""
    return QUIET if turn.fly == 0 else FED if turn.fly == cell else MISSED


@dataclass(frozen=True)
class Prices:
    """What a plan costs, so that the cheapest one answers the questions.

    Planners minimise. So a plan pays for what it leaves of the most that a figure can be: HP spent
    and flies missed for `max-hp`. What matters more weighs more than all that comes after it.
    """

    river: River

    @property
    def of_hp(self) -> int:
        """The cost of one HP less."""
        return abs(self.river.objective.weights.get("hp", 0))

    def of_step(self, action: Action, happening: str) -> int:
        """Return what it costs to act, and to have something happen beside."""
        weights, river = self.river.objective.weights, self.river
        paid = 0 if river.clamped else self.of_hp * river.prices[action]
        missed = (happening == MISSED) * self.of_a_fly
        return paid + missed + abs(weights.get("moves", 0)) * (action.shift != 0)

    @property
    def of_a_fly(self) -> int:
        """The cost of a fly that is not eaten."""
        flies = abs(self.river.objective.weights.get("flies", 0))
        return flies + self.of_hp * self.river.gain

    def of_start(self, hp: int) -> int:
        """Return what it costs to begin with so many HP."""
        start = abs(self.river.objective.weights.get("start_hp", 0))
        return start * hp + self.of_hp * (self.river.start_hp[-1] - hp)

    @cached_property
    def of_stopping(self) -> Sequence[int]:
        """What it costs to stop after each turn, from turn 0 on: the turns and flies to come."""
        turns, lived = self.river.turns, abs(self.river.objective.weights.get("turns", 0))
        each = [lived + self.of_a_fly * (turn.fly > 0) for turn in reversed(turns)]
        return list(accumulate(each, initial=0))[::-1]

    @property
    def total(self) -> Objective:
        """The cost of a plan, in terms of its figures."""
        weights, constant = dict[str, int](), 0
        for question in self.river.measured:
            figure = str(question.figure)
            weight = abs(self.river.objective.weights[figure])
            more_is_better = question.sense is Sense.MAXIMISE
            weights[figure] = -weight if more_is_better else weight
            constant += weight * self.river.ranges[figure][1] * more_is_better
        return Objective(weights, maximise=False, constant=constant)


@dataclass(frozen=True)
class PlanningFormat(Format):
    """A domain and a problem; plan files have one step a line, in round brackets."""

    def write(self, instance: Instance, budget: Budget) -> Files:
        """Return the domain and the problem."""
        river = River.of(instance)
        self.expect(river)
        return {"domain.pddl": self.domain(river), "problem.pddl": self.problem(river)}

    @abstractmethod
    def expect(self, river: River) -> None:
        """Raise RequestError where the format cannot state this."""

    @abstractmethod
    def domain(self, river: River) -> str:
        """Return the text of the domain."""

    @abstractmethod
    def problem(self, river: River) -> str:
        """Return the text of the problem."""

    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a plan file, and its cost where it states one, as Fast Downward's do."""
        river = River.of(instance)
        self.expect(river)
        lines = [line.strip() for line in source.text.splitlines()]
        steps = [Action.read(match[1].lower()) for line in lines if (match := _STEP.match(line))]
        begin = next(filter(None, map(_BEGIN.match, lines)), None)
        if not steps and not any(line.startswith("(") for line in lines):
            raise source.error(_why_no_plan(source))
        cost = _COST.search(source.text)
        measured = cost is not None and bool(river.measured)
        objectives = ((Prices(river).total, int(cost[1])),) if cost and measured else ()
        return Claim(tuple(steps), {"start_hp": int(begin[1])} if begin else {}, objectives)


def _why_no_plan(source: Source) -> str:
    """Return the message for an output without any step of a plan."""
    if _UNSOLVABLE.search(source.text):
        return no_plan(source)
    if _STOPPED.search(source.text):
        return stopped_without_plan(source)
    return "expected a plan, a step such as `(go stay ..)` a line"


def problem_text(
    objects: Mapping[str, Iterable[str]], facts: Iterable[str], goal: Iterable[str]
) -> str:
    """Return the text of a problem: objects by type, facts of the start, and the goal."""
    return "\n".join(
        [
            "(define (problem river) (:domain river-toad) (:objects",
            *(f"  {' '.join(names)} - {kind}" for kind, names in objects.items()),
            ") (:init (= (total-cost) 0)",
            *facts,
            f") (:goal (and {' '.join(goal)})) (:metric minimize (total-cost)))\n",
        ]
    )


def lines_of(*lines: str | None) -> str:
    """Return the lines that are there, as one text."""
    return "\n".join(line for line in lines if line is not None)
