"""MPS and LP files, and the solution files of the solvers that read them.

HiGHS, CBC, Gurobi, SCIP and others list names and values. Their formats differ in what stands
around: a line has a name and its value, CBC's a number before them and a reduced cost behind,
SCIP's a coefficient behind. HiGHS goes on with the rows.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from toadstone.core.budget import Budget
from toadstone.engines.instance import Instance
from toadstone.files.messages import quoted
from toadstone.files.source import Source
from toadstone.services.export.cp_sat import whole_models
from toadstone.services.export.format import Claim, Files, Format, no_plan, stopped_without_plan
from toadstone.services.export.linear import LinearProgramme, readable_names
from toadstone.services.export.models import WholeModel, claim_of

TOLERANCE = 1e-4
"""How far from whole a value may be that should be whole; solvers allow up to 1e-5."""

_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_OBJECTIVE = re.compile(rf"objective(?:\s+value)?\s*[:=]?\s*({_NUMBER})\s*$", re.IGNORECASE)
_NONE = re.compile(r"\binfeasible\b", re.IGNORECASE)
_STOPPED = re.compile(r"\bstopped on\b|\blimit\b|\binterrupt", re.IGNORECASE)
_NOTHING_FOUND = re.compile(
    r"\bno solution available|\bno integer solution|^none$", re.IGNORECASE | re.MULTILINE
)
_ROWS = re.compile(r"#\s*(rows|dual)\b", re.IGNORECASE)


@dataclass(frozen=True)
class LinearFormat(Format):
    """A mixed-integer linear programme; the model without bounds, which leads by its relaxation."""

    def write(self, instance: Instance, budget: Budget) -> Files:
        """Return a file for each model."""
        return {
            f"{name}.{self.name}": self.text(LinearProgramme(model.proto, budget))
            for name, model in _models(instance, budget).items()
        }

    @abstractmethod
    def text(self, programme: LinearProgramme) -> str:
        """Return the file of a programme."""

    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a solution file; a variable that it leaves out is 0, or as near as it can be."""
        model = next(iter(_models(instance, budget).values()))
        names = readable_names([each.name for each in model.proto.variables])
        found = read_values(source, {name: number for number, name in enumerate(names)})
        lows = [each.domain[0] for each in model.proto.variables]
        highs = [each.domain[len(each.domain) - 1] for each in model.proto.variables]
        missing = [max(low, min(high, 0)) for low, high in zip(lows, highs, strict=True)]
        values = [found.values.get(number, value) for number, value in enumerate(missing)]
        return claim_of(model, values, found.objective)


class MpsFormat(LinearFormat):
    """MPS, in its free form.

    It has no agreed way to say that the objective is to be maximised: CBC ignores `OBJSENSE`. So it
    is always minimised, if need be with its signs turned.
    """

    def text(self, programme: LinearProgramme) -> str:
        """Return the MPS file of a programme."""
        return programme.built(minimised=True).export_to_mps_string()

    def read(self, instance: Instance, source: Source, budget: Budget) -> Claim:
        """Read a solution file of the objective that is minimised."""
        claim = super().read(instance, source, budget)
        stated = tuple((objective.minimised(), value) for objective, value in claim.objectives)
        return replace(claim, objectives=stated)


class LpFormat(LinearFormat):
    """LP, as CPLEX defines it."""

    def text(self, programme: LinearProgramme) -> str:
        """Return the LP file of a programme."""
        return programme.built().export_to_lp_string()


def _models(instance: Instance, budget: Budget) -> Mapping[str, WholeModel]:
    return whole_models(replace(instance, bounded=False), budget)


@dataclass(frozen=True)
class Values:
    """What a solution file states: values by the number of the variable, and the objective."""

    values: Mapping[int, int]
    objective: float | None


def read_values(source: Source, numbers: Mapping[str, int]) -> Values:
    """Read a solution file.

    Args:
        source: the file.
        numbers: the number of each variable, by its name.

    Raises:
        InputError: the file says that there is no plan, names no variable of the model, or gives
            one a value that is not whole.
    """
    _expect_plan(source, numbers)
    values, objective = dict[int, int](), None
    for place, line in enumerate(_lines(source.text), 1):
        if stated := _value_in(line, numbers):
            name, text = stated
            value = float(text)
            if abs(value - round(value)) > TOLERANCE:
                wanted = f"`{name}`: expected a whole number, found {quoted(text)}"
                raise source.error(wanted, place)
            values[numbers[name]] = round(value)
        elif objective is None and (match := _OBJECTIVE.search(line)):
            objective = float(match[1])
    if not values:
        raise source.error("no variable of this model is in the file: is it for another scenario?")
    return Values(values, objective)


def _expect_plan(source: Source, numbers: Mapping[str, int]) -> None:
    """Raise InputError where the lines before the first value say that the solver has no plan.

    CBC goes on with values all the same: those of the last thing that it tried.
    """
    before = takewhile(lambda line: _value_in(line, numbers) is None, _lines(source.text))
    head = "\n".join(line.strip() for line in before)
    nothing_found = _NOTHING_FOUND.search(head)
    if _NONE.search(head) and not _STOPPED.search(head):
        raise source.error(no_plan(source))
    if nothing_found or (_NONE.search(head) and _STOPPED.search(head)):
        raise source.error(stopped_without_plan(source))


def _lines(text: str) -> Iterator[str]:
    """Yield the lines up to the rows of the model, which HiGHS writes behind its columns."""
    for line in text.splitlines():
        if _ROWS.match(line):
            return
        yield line


def _value_in(line: str, numbers: Mapping[str, int]) -> tuple[str, str] | None:
    """Return the name and the value that a line states, or None."""
    words = [word for word in line.split() if word != "**"]
    for place in (0, 1):
        name, value = [*words[place : place + 2], "", ""][:2]
        if name in numbers and re.fullmatch(_NUMBER, value):
            return name, value
    return None
