"""What Toadstone says in the end, and how it says it to programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from toadstone import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toadstone.core.question import Question
    from toadstone.core.replay import Replay
    from toadstone.files.scenario import Scenario
    from toadstone.game import AnyGame


class Status(StrEnum):
    """How sure an answer is."""

    OPTIMAL = "optimal"
    """A plan, proven best; where any plan will do, a plan."""
    FEASIBLE = "feasible"
    """A plan, not proven best: a limit was reached first, or the method does not prove."""
    INFEASIBLE = "infeasible"
    """Proven: there is no plan."""
    UNKNOWN = "unknown"
    """Undecided: no plan was found, and none is excluded."""


@dataclass(frozen=True)
class SolverFacts:
    """Which method answered, how it was set up, and the nodes it expanded if it counts them."""

    name: str
    version: str
    settings: Mapping[str, int]
    nodes: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the object under `solver`."""
        nodes = {} if self.nodes is None else {"nodes": self.nodes}
        return {"name": self.name, "version": self.version, **self.settings, **nodes}


@dataclass(frozen=True)
class Seconds:
    """Where the time went, in seconds of wall clock."""

    build: float
    solve: float
    total: float


@dataclass(frozen=True)
class Answer:
    """The answer to one scenario.

    Attributes:
        scenario: the scenario that the plan is for; it differs from the one asked about where a
            question leaves a part of it open, such as the starting HP.
        bounds: for each question, what no plan can do better than, given the questions before
            it; None where none is known or the question has no figure.
        replay: the plan as the reference simulator played it; None where there is no plan.
        interrupted: whether the user stopped the search.
        out_of_memory: whether the search ended because there was no more memory.
        judgement: of a question about a position, what the position is worth, under the keys of
            the contract; `replay` is then one best line of play.
        details: what else there is to say of it, under further keys of the JSON.
        caveat: what the method does that leaves an answer unproven though nothing stopped it.
        evidence: the search that answered a question about a position, with all that it has found
            out, for the game's certificates to be made from.
        front: where the questions are traded off, every best compromise that is proven to be one,
            in the order of the first question; `replay` is then the first of them.
    """

    game: AnyGame
    scenario: Scenario
    ask: tuple[Question, ...]
    status: Status
    bounds: tuple[int | None, ...]
    replay: Replay[Any, Any] | None
    solver: SolverFacts
    seconds: Seconds
    interrupted: bool = False
    out_of_memory: bool = False
    judgement: Mapping[str, Any] | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    caveat: str | None = None
    front: tuple[Replay[Any, Any], ...] | None = None
    evidence: object = field(default=None, repr=False, compare=False)

    @property
    def plan(self) -> list[str] | None:
        """The moves in their text form."""
        return None if self.replay is None else self._moves(self.replay)

    @property
    def values(self) -> Mapping[str, Any] | None:
        """Every figure of the plan, as the reference simulator measured it; or the judgement."""
        if self.judgement is not None:
            return self.judgement
        return None if self.replay is None else self.measured(self.replay)

    def measured(self, line: Replay[Any, Any]) -> Mapping[str, int]:
        """Return every figure of a line of play, as the reference simulator measures it."""
        return self.game.rules(self.scenario).figures(line.states[-1])

    @staticmethod
    def _moves(line: Replay[Any, Any]) -> list[str]:
        return [str(move) for move in line.moves]

    def as_json(self) -> dict[str, Any]:
        """Return the object that `solve --json` prints; the contract states its keys."""
        front = self.front
        points = {} if front is None else {"front": [self._point(line) for line in front]}
        return {
            "toadstone": __version__,
            "game": self.game.name,
            "title": self.scenario.title,
            "ask": [question.name for question in self.ask],
            "status": self.status.value,
            "values": self.values,
            "bound": self.bounds[0],
            "bounds": list(self.bounds),
            "plan": self.plan,
            **points,
            **self.details,
            "crosscheck": None if self.replay is None else "agrees",
            "solver": self.solver.as_json(),
            "seconds": {name: round(value, 4) for name, value in vars(self.seconds).items()},
        }

    def _point(self, line: Replay[Any, Any]) -> dict[str, Any]:
        return {"values": self.measured(line), "plan": self._moves(line)}
