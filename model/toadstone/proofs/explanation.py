"""Explanations of one scenario, and the base class of the explainer of a game.

The game states the causes, the changed scenarios and the repairs. What is proven of them, and how,
is the same for every game: `explain.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from toadstone.core.budget import Budget
from toadstone.core.question import Question
from toadstone.core.replay import Replay
from toadstone.core.rules import Move
from toadstone.core.shown import Shown
from toadstone.core.solution import ScenarioLike, Solution
from toadstone.engines.answer import SolverFacts, Status, confirmation
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import LinearExprT

    from toadstone.engines.cp_sat.horizon import Horizon, ValueOf


@dataclass(frozen=True)
class Cause:
    """A part of a scenario that may be a reason to lose: its turn, and how it looks.

    Taking a cause away never makes a scenario harder. `facts` are its values in JSON, and
    `drawing` is a line of the board.
    """

    turn: int
    facts: Mapping[str, int] = field(hash=False)
    drawing: str


Causes = tuple[Cause, ...]


class Setting(Enum):
    """The setting of the kept causes, from the most generous to the barest."""

    GENEROUS = "the scenario's helps, and as much to begin with as could ever be used"
    HELPED = "the scenario's helps, and what it gives to begin with"
    BARE = "no helps: everything but the causes is empty"


WIDER = {Setting.GENEROUS: "whatever_start", Setting.HELPED: "with_helps"}
"""The names of the cores of more generous settings in JSON."""


@dataclass(frozen=True)
class Reason:
    """A kind of obstacle to winning: its name in JSON, and a sentence."""

    name: str
    words: str


@dataclass(frozen=True)
class Change:
    """The change of a repair: in JSON, in words, and as options of `solve` where that can be."""

    facts: Mapping[str, Any]
    words: str
    options: Mapping[str, int] = field(default_factory=dict)


class Repair(ABC, Generic[Move]):
    """One way to make a scenario winnable, as a model whose solutions are such changes.

    `size` is the size of the change, to be minimised. `name` is the repair's key in JSON, `goal`
    says what it looks for, and `no_help` that no change of its kind helps.
    """

    name: ClassVar[str]
    goal: ClassVar[str]
    no_help: ClassVar[str]
    horizon: Horizon[Move]
    size: LinearExprT

    @abstractmethod
    def __init__(self, scenario: Any, budget: Budget) -> None: ...

    @abstractmethod
    def read(self, value_of: ValueOf) -> tuple[Change, Solution[Move]]:
        """Read the change, and the plan that wins the changed scenario."""


class Explainer(ABC, Generic[Move]):
    """A game's knowledge of the ways to lose one scenario, and to win it after all."""

    least_start: ClassVar[Question]
    """The question for the least start that still wins."""
    least_key: ClassVar[str]
    """The key of that least start in JSON."""
    last_reason: ClassVar[Reason]
    """The reason where none of the remedies helps."""
    repairs: ClassVar[Sequence[type[Repair[Any]]]]
    """The kinds of repair, in the order in which they are shown."""

    @abstractmethod
    def causes(self) -> tuple[Cause, ...]:
        """Return all causes, the earliest first."""

    @abstractmethod
    def only(self, kept: Collection[Cause], setting: Setting) -> Scenario:
        """Return the scenario with every other cause taken away."""

    @abstractmethod
    def horizon(self, scenario: Scenario) -> Horizon[Move]:
        """Return the model of winning a changed scenario, which the solver is to refute."""

    @abstractmethod
    def remedies(self, scenario: Scenario) -> Sequence[tuple[Reason, Scenario]]:
        """Return changed scenarios; the first that can be won is the reason why this one cannot."""

    @abstractmethod
    def suffice(self, core: Core, setting: Setting, *, too: bool) -> str:
        """Return the sentence that the causes of a core, or none, are enough to lose in a setting.

        `too` says that it follows one about another setting.
        """

    def cheapest_way(self, core: Core, setting: Setting) -> str:
        """Return the cost of the cheapest way past the causes of a core, in words, or ""."""
        return ""

    @abstractmethod
    def margin(self, least: int) -> str:
        """Return how far the scenario's own start is from the least that still wins, in words."""


@dataclass(frozen=True)
class Core:
    """A minimal set of causes that suffices to lose, and the reason why it does."""

    causes: Causes
    reason: Reason


@dataclass(frozen=True)
class Repaired:
    """A least change, the changed scenario, and the simulator's replay of the plan that wins it."""

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
    """Why a scenario cannot be won, or how narrowly it can; unknown pieces are None.

    Attributes:
        instance: the question whether the scenario can be won.
        status: FEASIBLE (it can be won), INFEASIBLE, or UNKNOWN.
        core: a core with everything but its causes empty.
        wider: cores in more generous settings, where they differ; `core` is a part of each.
        cores: as many cores as were asked for, the first of them `core`.
        cores_complete: whether there are no more.
        repairs: for each kind of repair its least change, or None if none suffices.
        least: the least start that still wins.
        forced: the turns in which all winning plans make the same move, and that move.
        undecided: the names of the pieces that a limit or an interrupt left open.
        confirmed_by, confirmed_why: what derived all of it again, see `Answer`.
        derived_once: the pieces that were not derived again.
    """

    instance: Instance
    explainer: Explainer[Any] = field(compare=False)
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
    seconds: float = field(default=0.0, compare=False)
    confirmed_by: str | None = field(default=None, compare=False)
    confirmed_why: str | None = field(default=None, compare=False)
    derived_once: list[str] = field(default_factory=list, compare=False)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.instance.game.name

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.instance.scenario

    def __hash__(self) -> int:
        return hash((self.instance, self.status, self.core, *self.cores))

    def __repr__(self) -> str:
        return f"<Explanation {self.game} {self.scenario.title!r}: {self.status.value}>"

    @property
    def pieces(self) -> list[str]:
        """The names of the stated pieces, in the order in which they are derived again."""
        if self.status is Status.UNKNOWN:
            return []
        stated = {
            self.explainer.least_key: self.least is not None,
            "forced_turns": self.forced is not None,
            "core": self.core is not None,
            **{f"core_{WIDER[setting]}": True for setting in self.wider},
            **{f"repairs.{kind.name}": True for kind in self.repairs},
            "cores": self.core is not None and self.cores_complete is not None,
        }
        return ["verdict", *(name for name, is_stated in stated.items() if is_stated)]

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
        """Return the object that `explain --json` prints; unknown pieces have no key."""
        content: dict[str, Any] = {
            **self.scenario.json_head,
            "status": self.status.value,
        }
        if self.status is Status.INFEASIBLE:
            content |= self._why_not()
        if self.status is Status.FEASIBLE:
            content |= self._how_narrowly()
        return content | {
            "undecided": self.undecided,
            **confirmation(self.confirmed_by, self.confirmed_why),
            "derived_once": self.derived_once,
            "solver": self.solver.to_json(),
            "seconds": {"total": round(self.seconds, 4)},
        }

    def _why_not(self) -> dict[str, Any]:
        content: dict[str, Any] = {}
        if self.core:
            content |= {"reason": self.core.reason.name, "core": _facts(self.core.causes)}
        for setting, core in self.wider.items():
            content[f"core_{WIDER[setting]}"] = _facts(core.causes)
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
            content[self.explainer.least_key] = self.least
        if self.forced is not None:
            content["forced_turns"] = list(self.forced)
            content["forced_moves"] = [
                {"turn": turn, "move": move} for turn, move in self.forced.items()
            ]
        return content


def _facts(causes: Causes) -> list[dict[str, int]]:
    return [dict(cause.facts) for cause in causes]
