"""Engines: what answers questions, each by a name of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from toadstone.core import __version__
from toadstone.core.budget import Budget
from toadstone.core.errors import lack_or
from toadstone.core.solution import Solution
from toadstone.engines.answer import PositionResult, SolverFacts, SparedModel, Status
from toadstone.engines.instance import Instance

OR_TOOLS = "ortools.sat.python.cp_model"
"""The library that models are built with and CP-SAT is in."""

NUMBA = "numba"
"""The library that compiles searches; the numpy that their tables are made of comes with it."""


ELSEWHERE = "for other questions"
"""Why an engine does not answer, where it would answer something else."""


@cache
def has_library(name: str) -> bool:
    """Return whether a library can be imported here, without importing it."""
    try:
        return find_spec(name.partition(".")[0]) is not None
    except ModuleNotFoundError:
        return False


def load_library(name: str) -> None:
    """Import the library of an engine; raise LackError where it is not installed."""
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        raise lack_or(error) from None


@dataclass(frozen=True)
class EngineResult:
    """The claim of an engine; the simulator has to replay it before it is an answer.

    Attributes:
        status: what the engine says it has proven.
        solutions: the lines of play that show it, the one to print first; of a front, its points.
        bounds: for each question, a value that no plan can beat; see `Answer`.
        position: for a question about a position, its result.
        caveat: why the result is unproven although no limit stopped the engine.
        points: how many of the solutions are points of a front; None where no front was asked for.
        build: seconds that went into a model before it was solved.
        evidence: the search that solved a position, for the game's certificates.
        facts: who answered, where it is not the engine itself.
        ties_broken: whether the plan is, of those as good, the one that `Game.ties` prefers.
    """

    status: Status
    solutions: tuple[Solution[Any], ...] = ()
    bounds: tuple[int | None, ...] | None = None
    position: PositionResult | None = None
    caveat: str | None = None
    points: int | None = None
    build: float = 0.0
    evidence: object = None
    facts: SolverFacts | None = None
    ties_broken: bool = False


@dataclass(frozen=True)
class Engine(ABC):
    """One way to answer questions.

    Attributes:
        name: what `--method` calls it.
        meaning: how it goes about it, in a line.
        library: a module that is slow to import; no time of an answer goes into that.
        questions: the names of the questions that it answers, one at a time; see `why_not`.
        room: returns whether the engine can take a scenario; without it, it takes all.
        needs: the reason, in a few words, where `room` says no.
        breaks_ties: whether its plan is the best of all, so that `Game.ties` choose among plans
            that are as good.
        spared: the model in whose place it answers, as that is too large to be built.
    """

    name: str
    meaning: str
    library: str | None = field(default=None, kw_only=True)
    questions: frozenset[str] = field(default=frozenset(), kw_only=True)
    room: Callable[[Any], bool] | None = field(default=None, kw_only=True)
    needs: str = field(default="for smaller scenarios", kw_only=True)
    breaks_ties: bool = field(default=False, kw_only=True)
    spared: SparedModel | None = field(default=None, kw_only=True)

    @property
    def is_installed(self) -> bool:
        """Whether the library of the engine is here."""
        return self.library is None or has_library(self.library)

    @property
    def lack(self) -> str:
        """What an engine lacks that is not installed, in a few words."""
        return f"needs {(self.library or '').partition('.')[0]}, which is not installed"

    def why_not(self, instance: Instance) -> str | None:
        """Return in a few words why the engine cannot answer these questions; None if it can."""
        if len(instance.ask) != 1 or instance.ask[0].name not in self.questions:
            return ELSEWHERE
        return None if self.room is None or self.room(instance.scenario) else self.needs

    @abstractmethod
    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer the questions.

        Raises:
            LimitReachedError: time ran out before anything was found.
            MemoryError: there was not enough memory.
            DefectError: two parts of Toadstone disagree.
        """

    def facts(self, budget: Budget) -> SolverFacts:
        """Return how the engine was set up, and the nodes that it expanded if it counts them."""
        return SolverFacts(self.name, __version__, {}, budget.nodes)


@dataclass(frozen=True, kw_only=True)
class FunctionEngine(Engine):
    """An engine that answers by a function."""

    find: Callable[[Instance, Budget], EngineResult]

    def solve(self, instance: Instance, budget: Budget) -> EngineResult:
        """Answer the question."""
        return self.find(instance, budget)
