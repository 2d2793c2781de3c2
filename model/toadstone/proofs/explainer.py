"""The base of explainers, which a game brings to explain why a scenario cannot be won.

The game says what in a scenario can be to blame, what a changed scenario looks like, and which
repairs there are. What is proven of these, and how, is the same for every game: `explain.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from toadstone.core.question import Question
from toadstone.core.rules import Move
from toadstone.core.solution import Solution
from toadstone.files.scenario import Scenario

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import LinearExprT

    from toadstone.engines.cp_sat.horizon import Horizon, ValueOf


@dataclass(frozen=True)
class Cause:
    """A part of a scenario that can be to blame: in which turn it comes, and how it looks.

    Taking a cause away never makes a scenario harder. `facts` is what JSON says of it, and
    `drawing` a line of the board.
    """

    turn: int
    facts: Mapping[str, int] = field(hash=False)
    drawing: str


class Setting(Enum):
    """The surroundings of the causes that are kept, from the most generous to the barest."""

    GENEROUS = "the scenario's helps, and as much to begin with as could ever be used"
    HELPED = "the scenario's helps, and what it gives to begin with"
    BARE = "no helps: everything but the causes is empty"


@dataclass(frozen=True)
class Reason:
    """A kind of obstacle to winning: its name in JSON, and a sentence."""

    name: str
    words: str


@dataclass(frozen=True)
class Change:
    """The change of a repair: in JSON, in words, and as options of `solve` where that can be.

    `turns` are those of the causes that it changes.
    """

    facts: Mapping[str, Any]
    words: str
    options: Mapping[str, int] = field(default_factory=dict)
    turns: tuple[int, ...] = ()


class Repair(ABC, Generic[Move]):
    """One way to make a scenario winnable, as a model whose solutions are changes that do.

    `size` is how much is changed; the least is wanted. `name` is the repair's key in JSON,
    `goal` says what it looks for, and `no_help` that no change of its kind helps.
    """

    name: ClassVar[str]
    goal: ClassVar[str]
    no_help: ClassVar[str]
    horizon: Horizon[Move]
    size: LinearExprT

    @abstractmethod
    def read(self, value_of: ValueOf) -> tuple[Change, Solution[Move]]:
        """Read the change, and the plan that wins the changed scenario."""


@dataclass(frozen=True)
class LeastStart:
    """The question for the least start, and the key of its figure in JSON."""

    question: Question
    key: str


class Explainer(ABC, Generic[Move]):
    """A game's knowledge of the ways to lose one scenario, and to win it after all."""

    least_start: ClassVar[LeastStart]
    without_helps: ClassVar[str]
    """How `Setting.BARE` differs from the scenario: `without the flies`."""

    @abstractmethod
    def causes(self) -> tuple[Cause, ...]:
        """Return everything that can be to blame, the earliest first."""

    @abstractmethod
    def only(self, kept: Collection[Cause], setting: Setting) -> Scenario:
        """Return the scenario with every other cause taken away."""

    @abstractmethod
    def quick_plan(self, scenario: Scenario) -> Sequence[Move] | None:
        """Return a winning plan, or None if there seems to be none; either is checked."""

    @abstractmethod
    def horizon(self, scenario: Scenario) -> Horizon[Move]:
        """Return the model of winning a changed scenario, which the solver is to refute."""

    @abstractmethod
    def remedies(self, scenario: Scenario) -> Sequence[tuple[Reason, Scenario]]:
        """Return changed scenarios; the first that can be won tells why this one cannot."""

    @abstractmethod
    def last_reason(self) -> Reason:
        """Return the reason where none of the remedies helps."""

    @abstractmethod
    def suffice(self, causes: Sequence[Cause], setting: Setting) -> str:
        """Return the sentence that these causes are enough to lose in a setting."""

    @abstractmethod
    def suffice_too(self, causes: Sequence[Cause], setting: Setting) -> str:
        """Say that these causes suffice in another setting, after `suffice` was said of some."""

    def picture(
        self, causes: Sequence[Cause], setting: Setting, reason: Reason
    ) -> tuple[Any, Any] | None:
        """Return a drawn board and the moment on it that show a core; None where there is none."""
        return None

    @abstractmethod
    def without_causes(self, reason: Reason) -> str:
        """Return the sentence that the scenario is lost without any cause."""

    @abstractmethod
    def repairs(self) -> Sequence[type[Repair[Move]]]:
        """Return the kinds of repair there are, in the order in which they are told."""

    @abstractmethod
    def repair(self, kind: type[Repair[Move]]) -> Repair[Move]:
        """Return the model of one kind of repair of this scenario."""

    @abstractmethod
    def margin(self, least: int) -> str:
        """Return how far the scenario's own start is from the least that still wins, in words."""

    @abstractmethod
    def forced_moves(self) -> Mapping[int, Move]:
        """Return, for each turn in which all winning plans make the same move, that move."""
