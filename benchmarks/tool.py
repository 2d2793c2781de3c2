"""What the benchmark asks of a tool, and what a tool answers."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

Ask = tuple[str, ...]
"""Questions, the most important first."""

INSTALL_PACKAGES = "pip install -e '.[bench]'"
"""Run in the project's folder, installs every Python package of the benchmarks."""


class Status(StrEnum):
    """How sure a tool is of its answer."""

    OPTIMAL = "optimal"
    """A plan, proven best; where any plan will do, a plan."""
    FEASIBLE = "feasible"
    """A plan, not claimed to be the best."""
    INFEASIBLE = "infeasible"
    """Proven: there is no plan."""
    UNKNOWN = "unknown"
    """No answer."""

    @property
    def proven(self) -> bool:
        """Whether nothing is left open."""
        return self in {Status.OPTIMAL, Status.INFEASIBLE}


@dataclass(frozen=True)
class Outcome:
    """What a tool says of one file.

    Attributes:
        status: how sure the tool is.
        values: the figures it claims, one a question that has a figure, in the order asked; None
            where there is no plan.
        plan: the plan, in the terms of the game's judge; None where there is none.
        seconds: wall-clock time that the tool itself reports, to build and to solve.
    """

    status: Status
    values: tuple[int, ...] | None
    plan: tuple[int, ...] | None
    seconds: float

    def as_json(self) -> str:
        """Return the outcome as one line of JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> Outcome:
        """Read what `as_json` wrote."""
        read = json.loads(line)
        values, plan = read["values"], read["plan"]
        return cls(
            Status(read["status"]),
            None if values is None else tuple(values),
            None if plan is None else tuple(plan),
            read["seconds"],
        )


NO_PLAN = (None, None)
"""Values and plan of an outcome without a plan."""


class Role(StrEnum):
    """What a tool stands for in the comparison."""

    SUBJECT = "subject"
    """The tool that all others are compared with."""
    FLOOR = "floor"
    """The leanest exact method known; it may answer some of the questions only."""
    PEER = "peer"
    """Another way to answer them."""


class Tool(ABC):
    """One way to answer the questions, run in a process of its own.

    Attributes:
        name: what `--tools` calls it.
        meaning: what it is and how it is used, in a few words.
        role: what it stands for.
        accepted: the exit statuses of its command that come with an answer.
    """

    name: str
    meaning: str
    role: Role = Role.PEER
    accepted: frozenset[int] = frozenset({0})

    @abstractmethod
    def missing(self) -> str | None:
        """Say what is not installed, and how to install it; None where the tool can run."""

    @abstractmethod
    def version(self) -> str:
        """Return the version of the tool, which is installed."""

    def answers(self, ask: Ask) -> bool:
        """Return whether the tool answers these questions at all."""
        return True

    @abstractmethod
    def command(self, file: Path, ask: Ask) -> list[str]:
        """Return the command that answers the questions about a file."""

    @abstractmethod
    def read(self, output: str) -> Outcome:
        """Read what the command printed; raise ValueError where it is no answer."""


class Solver(Tool):
    """A tool that is called from Python, in a worker process."""

    game: str

    def command(self, file: Path, ask: Ask) -> list[str]:
        """Return the command of the worker."""
        return [sys.executable, "-m", "benchmarks.worker", self.game, self.name, str(file), *ask]

    def read(self, output: str) -> Outcome:
        """Read the worker's last line."""
        lines = output.splitlines()
        if not lines:
            raise ValueError("nothing was printed")
        return Outcome.from_json(lines[-1])

    @abstractmethod
    def answer(self, file: Path, ask: Ask) -> Outcome:
        """Answer the questions about a file, in this process."""
