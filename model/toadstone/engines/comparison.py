"""The answers of several methods to the same question, compared with each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from toadstone.core.budget import SECONDS_EACH, Budget, Confirm
from toadstone.core.errors import DisagreementError
from toadstone.core.question import Sense
from toadstone.core.shown import Records, Shown
from toadstone.engines.answer import Answer, Status, confirmation
from toadstone.engines.confirming import confirm_answer
from toadstone.engines.instance import Instance


@dataclass(frozen=True, repr=False)
class Comparison(Shown, Records):
    """The answers of several methods, in the order in which they were asked.

    Attributes:
        instance: the scenario and the questions.
        answers: one answer of each method.
        seconds_each: the time that each method had; None for no limit.
        left_out: the methods that cannot answer, by name, and why not; empty if methods were named.
        confirmed_by, confirmed_why: what derived the surest answer again, see `Answer`.
    """

    instance: Instance
    answers: tuple[Answer, ...] = ()
    seconds_each: float | None = SECONDS_EACH
    left_out: Mapping[str, str] = field(default_factory=dict, hash=False)
    confirmed_by: str | None = field(default=None, compare=False)
    confirmed_why: str | None = field(default=None, compare=False)

    def confirm(self, budget: Budget, mode: Confirm) -> Comparison:
        """Return the comparison with the surest answer derived again, see `confirming.py`.

        Raises:
            DisagreementError: two answers cannot both be true, or the second derivation says
                otherwise.
        """
        for one, other in combinations(self.answers, 2):
            if not can_both_be_true(one, other):
                claims = (f"{each.solver.name} says {each.claim}" for each in (one, other))
                raise DisagreementError(", ".join(claims))
        answer = confirm_answer(self.instance, self.surest(), budget, mode)
        return replace(self, confirmed_by=answer.confirmed_by, confirmed_why=answer.confirmed_why)

    def surest(self) -> Answer:
        """Return the first of the answers that say most."""
        surest_first = (Status.OPTIMAL, Status.INFEASIBLE, Status.FEASIBLE, Status.UNKNOWN)
        return min(self.answers, key=lambda answer: surest_first.index(answer.status))

    def __repr__(self) -> str:
        questions, methods = ", ".join(map(str, self.instance.ask)), len(self.answers)
        return f"<Comparison {self.instance.game.name} {questions}: {methods} methods>"

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each method."""
        return [_measured(answer, answer.values or {}) for answer in self.answers]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `compare --json` prints; the contract states its keys."""
        return {
            **self.instance.scenario.json_head,
            "ask": list(map(str, self.instance.ask)),
            "seconds_each": self.seconds_each,
            "methods": [
                _measured(answer, {"values": answer.values}) | {"caveat": answer.caveat}
                for answer in self.answers
            ],
            "left_out": dict(self.left_out),
            **confirmation(self.confirmed_by, self.confirmed_why),
        }


def _measured(answer: Answer, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a method, and its time."""
    return {
        "method": answer.solver.name,
        "status": answer.status.value,
        **values,
        "seconds": round(answer.seconds.total, 4),
        "nodes": answer.solver.nodes,
    }


def can_both_be_true(one: Answer, other: Answer) -> bool:
    """Return whether two answers to the same question can both be true.

    Proven values of a position have to be equal; a value that only one states is not compared.
    """
    if Status.INFEASIBLE in {one.status, other.status}:
        return one.replay is None and other.replay is None
    one_proven, other_proven = (each.status is Status.OPTIMAL for each in (one, other))
    if (mine := one.position) is not None and (theirs := other.position) is not None:
        here, there = mine.figures(), theirs.figures()
        equal = all(here[name] == there[name] for name in here.keys() & there)
        return equal or not (one_proven and other_proven)
    if one.values is None or other.values is None:
        return True
    best, rival = _costs(one), _costs(other)
    return (not one_proven or best <= rival) and (not other_proven or rival <= best)


def _costs(answer: Answer) -> list[int]:
    """Return the figures asked for, turned so that the least is the best."""
    values = answer.values or {}
    return [
        -values[question.figure] if question.sense is Sense.MAXIMISE else values[question.figure]
        for question in answer.ask
        if question.figure is not None
    ]
