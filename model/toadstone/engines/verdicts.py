"""Verdicts beside an answer: a scenario can be won; a plan is valid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.replay import Replay, replay
from toadstone.core.rules import TwoPlayerRules
from toadstone.core.shown import Shown
from toadstone.engines.answer import Answer, Status, confirmation
from toadstone.engines.instance import Instance
from toadstone.files.plan_file import PlanFile
from toadstone.files.source import Source


@dataclass(frozen=True, repr=False)
class Decision(Shown):
    """The decision whether a scenario can be won, with the answer that shows it.

    Attributes:
        instance: the question.
        answer: its answer.
    """

    instance: Instance
    answer: Answer

    def __repr__(self) -> str:
        asked = self.instance
        return f"<Decision {asked.game.name} {asked.scenario.title!r}: {self.status.value}>"

    @property
    def status(self) -> Status:
        """FEASIBLE, INFEASIBLE, or UNKNOWN where neither is proven.

        FEASIBLE says that it can be won; in a two-player game, that the side to move can force it.
        """
        rules, said = self.instance.rules, self.answer
        if not isinstance(rules, TwoPlayerRules):
            return Status.FEASIBLE if said.status is Status.OPTIMAL else said.status
        if said.position is None:
            return Status.UNKNOWN
        won = said.position["winner"] == rules.to_move(rules.start())
        return Status.FEASIBLE if won else Status.INFEASIBLE

    @property
    def plan(self) -> list[str] | None:
        """A winning plan, or one line of play that wins; None where there is none."""
        return None if self.status is Status.INFEASIBLE else self.answer.plan

    def to_json(self, certificate: str | None = None) -> dict[str, Any]:
        """Return the object that `prove --json` prints; the contract states its keys."""
        confirmed = confirmation(self.answer.confirmed_by, self.answer.confirmed_why)
        said = {"status": self.status.value, "plan": self.plan, "certificate": certificate}
        return said | confirmed


@dataclass(frozen=True, repr=False)
class Check(Shown):
    """A plan replayed on the reference simulator.

    Attributes:
        instance: the questions that the plan is to answer.
        replay: the plan, up to the first move that fails.
        read: the file that the plan is from, and how it was understood; None where it is none.
        number: the number of the plan in the file, counted from 1.
    """

    instance: Instance
    replay: Replay[Any, Any]
    read: PlanFile[Any] | None = None
    number: int = 1

    def __repr__(self) -> str:
        failure = self.replay.failure
        said = "valid" if failure is None else f"invalid at {failure}"
        return f"<Check {self.instance.game.name} {self.instance.scenario.title!r}: {said}>"

    @property
    def valid(self) -> bool:
        """Whether the plan follows the rules, wins, and meets the requirements."""
        return self.replay.failure is None

    @property
    def states(self) -> list[Any]:
        """Every state, from the start on; `str` gives the text of one."""
        return list(self.replay.states)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `check --json` prints; the contract states its keys."""
        failure = self.replay.failure
        if failure is None:
            said: dict[str, Any] = {"valid": True, "values": dict(self.replay.figures)}
        else:
            said = {"valid": False, "at": failure.turn, "reason": failure.reason}
            said |= {"move": failure.move}
        if self.read is not None and not self.read.is_plain:
            said |= {"plans": len(self.read.plans), "understood": self.read.understood}
            if len(self.read.plans) > 1:
                said |= {"plan_number": self.number}
        return said | {"states": [str(state) for state in self.states]}


def check_plan_file(instance: Instance, source: Source, budget: Budget = UNLIMITED) -> Check:
    """Replay the plans of a file, up to the first that fails; the check is of that, or the first.

    Raises:
        InputError: the file holds no plan.
        LimitReachedError: time is up.
    """
    read = instance.read_plan(source)
    asked = instance.as_stated(read.values)
    checks = (
        replace(check_moves(asked, moves, budget), read=read, number=number)
        for number, moves in enumerate(read.plans, 1)
    )
    first = next(checks)
    return first if not first.valid else next((each for each in checks if not each.valid), first)


def check_moves(instance: Instance, moves: Sequence[Any], budget: Budget = UNLIMITED) -> Check:
    """Replay a plan; raise LimitReachedError when time is up."""
    conditions = instance.conditions_within(budget)
    return Check(instance, replay(instance.rules, budget.each(moves), conditions))
