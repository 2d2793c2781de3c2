"""The explanation of one scenario: cores, repairs, margin and forced turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toadstone.core import __version__
from toadstone.core.replay import Replay
from toadstone.core.shown import Shown
from toadstone.core.solution import ScenarioLike
from toadstone.engines.answer import SolverFacts, Status, confirmation
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.proofs.explainer import Cause, Change, Explainer, Reason, Repair, Setting

Causes = tuple[Cause, ...]


@dataclass(frozen=True)
class Core:
    """Causes that suffice to lose, none of which can be spared, and the reason why they do."""

    causes: Causes
    reason: Reason

    def to_json(self) -> list[dict[str, int]]:
        """Return the causes for JSON."""
        return _facts(self.causes)


@dataclass(frozen=True)
class Repaired:
    """A least change, and the plan that then wins.

    Attributes:
        change: what is changed.
        scenario: the changed scenario.
        replay: the plan that wins it, as the reference simulator played it.
    """

    change: Change
    scenario: ScenarioLike
    replay: Replay[Any, Any]

    @property
    def plan(self) -> list[str]:
        """The moves of the plan in their text form."""
        return [str(move) for move in self.replay.moves]

    def to_json(self) -> dict[str, Any]:
        """Return the change and the plan for JSON."""
        return {**self.change.facts, "plan": self.plan}


@dataclass(repr=False)
class Explanation(Shown):
    """Why a scenario cannot be won, or how narrowly it can; what is None was not found out.

    Attributes:
        instance: the question whether the scenario can be won.
        status: FEASIBLE (it can be won), INFEASIBLE, or UNKNOWN.
        core: a core with everything but its causes empty.
        wider: cores in more generous settings, where they differ; `core` is a part of each.
        cores: as many cores as were asked for, the first of them `core`.
        cores_complete: whether there are no more.
        repairs: for each kind of repair its least change, or None where none suffices.
        least: the least start that still wins.
        forced: the turns in which all winning plans make the same move, and that move.
        undecided: the names of what a limit or an interrupt left open.
        confirmed_by, confirmed_why: what derived all of it again, see `Answer`.
    """

    instance: Instance
    explainer: Explainer[Any]
    solver: SolverFacts
    status: Status = Status.UNKNOWN
    core: Core | None = None
    wider: dict[Setting, Core] = field(default_factory=dict)
    cores: list[Causes] = field(default_factory=list)
    cores_complete: bool | None = None
    repairs: dict[type[Repair[Any]], Repaired | None] = field(default_factory=dict)
    least: int | None = None
    forced: Mapping[int, str] | None = None
    undecided: list[str] = field(default_factory=list)
    interrupted: bool = False
    out_of_memory: bool = False
    seconds: float = 0.0
    confirmed_by: str | None = None
    confirmed_why: str | None = None

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.instance.game.name

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.instance.scenario

    def __repr__(self) -> str:
        return f"<Explanation {self.game} {self.scenario.title!r}: {self.status.value}>"

    def all_cores(self) -> list[tuple[Setting, Core]]:
        """Return the cores that are known, each with its setting: first as in the scenario.

        A core that is the same in two settings stands there once, with the more generous one.
        """
        order = (Setting.HELPED, Setting.GENEROUS)
        wider = [(setting, self.wider[setting]) for setting in order if setting in self.wider]
        if len({core.causes for _, core in wider}) < len(wider):
            wider = wider[1:]
        return wider + ([] if self.core is None else [(Setting.BARE, self.core)])

    def to_json(self) -> dict[str, Any]:
        """Return the object that `explain --json` prints; what is not known has no key."""
        content: dict[str, Any] = {
            "toadstone": __version__,
            "game": self.game,
            "title": self.scenario.title,
            "status": self.status.value,
        }
        if self.status is Status.INFEASIBLE:
            content |= self._why_not()
        if self.status is Status.FEASIBLE:
            content |= self._how_narrowly()
        return content | {
            "undecided": self.undecided,
            **confirmation(self.confirmed_by, self.confirmed_why),
            "solver": self.solver.to_json(),
            "seconds": {"total": round(self.seconds, 4)},
        }

    def _why_not(self) -> dict[str, Any]:
        content: dict[str, Any] = {}
        if self.core:
            content |= {"reason": self.core.reason.name, "core": self.core.to_json()}
        for setting, core in self.wider.items():
            content[f"core_{WIDER[setting]}"] = core.to_json()
            content[f"reason_{WIDER[setting]}"] = core.reason.name
        if self.cores_complete is not None:
            content["cores"] = [_facts(core) for core in self.cores]
            content["cores_complete"] = self.cores_complete
        content["repairs"] = {
            kind.name: repaired and repaired.to_json() for kind, repaired in self.repairs.items()
        }
        return content

    def _how_narrowly(self) -> dict[str, Any]:
        content: dict[str, Any] = {}
        if self.least is not None:
            content[self.explainer.least_start.key] = self.least
        if self.forced is not None:
            content["forced_turns"] = list(self.forced)
            content["forced_moves"] = [
                {"turn": turn, "move": move} for turn, move in self.forced.items()
            ]
        return content


WIDER = {Setting.GENEROUS: "whatever_start", Setting.HELPED: "with_helps"}
"""The names of the cores of more generous settings in JSON."""


def _facts(causes: Causes) -> list[dict[str, int]]:
    return [dict(cause.facts) for cause in causes]
