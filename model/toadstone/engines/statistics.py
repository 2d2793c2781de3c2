"""Statistics of an answer: time, size of the model, steps of the solver, memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from toadstone.core.budget import RunStatistics
from toadstone.engines.answer import Answer


@dataclass(frozen=True)
class Statistics:
    """The statistics of one answer.

    Attributes:
        build: seconds for the model.
        presolve: seconds that the solver took to make the model simpler, all runs together.
        search: seconds of search.
        total: seconds in all, the replay on the simulator among them.
        runs: how often the solver was started: once a question, for a front once a point.
        variables: variables of the model, as it was built for the last run.
        constraints: its constraints.
        conflicts: dead ends that the solver learnt from, all runs together.
        branches: choices it made.
        nodes: what a search without the solver expanded; None for the model.
        memory: the most memory that the process has held so far, in MB; None where the system
            does not tell.
    """

    build: float
    presolve: float
    search: float
    total: float
    runs: int
    variables: int
    constraints: int
    conflicts: int
    branches: int
    nodes: int | None
    memory: float | None

    @classmethod
    def of(cls, answer: Answer, runs: Sequence[RunStatistics]) -> Statistics:
        """Return the statistics of an answer, with those of the solver's runs that led to it."""
        presolve = sum(run.presolve for run in runs)
        in_solver = presolve + sum(run.search for run in runs)
        return cls(
            build=answer.seconds.build,
            presolve=presolve,
            search=in_solver - presolve if runs else answer.seconds.solve,
            total=answer.seconds.total,
            runs=len(runs),
            variables=runs[-1].variables if runs else 0,
            constraints=runs[-1].constraints if runs else 0,
            conflicts=sum(run.conflicts for run in runs),
            branches=sum(run.branches for run in runs),
            nodes=answer.solver.nodes,
            memory=peak_memory(),
        )

    def to_json(self) -> dict[str, float | int | None]:
        """Return the object under `stats`; seconds to a tenth of a millisecond."""
        return {
            name: round(value, 4) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield each figure that there is, as a name and a text with its unit."""
        for name in ("build", "presolve", "search", "total"):
            yield name, f"{getattr(self, name):.3f} s"
        if self.nodes is not None:
            yield "nodes", f"{self.nodes:,}"
        if self.runs:
            for name in ("runs", "variables", "constraints", "conflicts", "branches"):
                yield name, f"{getattr(self, name):,}"
        if self.memory is not None:
            yield "memory", f"{self.memory:.0f} MB at most"


def peak_memory() -> float | None:
    """Return the most memory that this process has held so far, in MB, where the system tells."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_000_000 if sys.platform == "darwin" else 1_000)
