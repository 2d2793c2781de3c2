"""What makes puzzles of a game: proposals by one exact engine, for another to confirm.

Difficulty is measured by a panel of bounded solvers; no people were asked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.rules import RULES
from toadstone.engines.answer import Answer
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.services.generation.sizes import Sizes
from toadstone.view.board import AnyBoard, AnyMoment, Moment, drawn_board

DEEPEST = 6
"""The furthest that a solver of the panel looks ahead beyond its move."""

RESTARTS = 200
"""The random games of the panel's last solver."""

GREEDY, RANDOM = "greedy", "random-restarts"
SOLVERS = (GREEDY, *(f"look-ahead-{depth}" for depth in range(1, DEEPEST + 1)), RANDOM)
"""The panel: solvers that see no further than they look."""

Features = Mapping[str, int | float | None]
"""Measures of a puzzle, by name; docs/generate.md says what each is."""


class Difficulty(StrEnum):
    """How many of the panel's solvers solve a puzzle."""

    EASY = "easy"
    """At least half of the solvers solve it."""
    MEDIUM = "medium"
    """Some solvers solve it, fewer than half."""
    HARD = "hard"
    """No solver of the panel solves it."""


@dataclass(frozen=True)
class Panel:
    """Which solvers of the panel solve a puzzle, by name."""

    solved: Mapping[str, bool]

    @property
    def count(self) -> int:
        """The number of solvers that solve it."""
        return sum(self.solved.values())

    @property
    def share(self) -> float:
        """The share of the panel that solves it, from 0 to 1."""
        return self.count / len(self.solved)

    @property
    def difficulty(self) -> Difficulty:
        """The class of difficulty; the thresholds are half of the panel, and none of it."""
        if 2 * self.count >= len(self.solved):
            return Difficulty.EASY
        return Difficulty.MEDIUM if self.count else Difficulty.HARD

    def to_json(self) -> dict[str, Any]:
        """Return the object under `panel`."""
        return {
            "difficulty": self.difficulty.value,
            "share": round(self.share, 4),
            "solved": dict(self.solved),
        }


@dataclass(frozen=True)
class Wish:
    """What kind of puzzle is wanted.

    Attributes:
        game: the name of the game.
        sizes: the sizes, all of them.
        difficulty: how hard it is to be; None where any puzzle will do.
        twin: whether each puzzle needs a twin, see `Maker.twin`.
    """

    game: str
    sizes: Sizes
    difficulty: Difficulty | None = None
    twin: bool = False


@dataclass(frozen=True)
class Proposal:
    """A scenario that one exact engine holds to be a puzzle.

    Attributes:
        scenario: the scenario.
        solution: the one best plan, or the one best move, as text.
    """

    scenario: Scenario
    solution: tuple[str, ...]


class Maker(ABC):
    """Makes puzzles of one game.

    Attributes:
        wish: what is wanted.
    """

    def __init__(self, wish: Wish) -> None:
        self.wish = wish

    @abstractmethod
    def propose(self, dice: Random, budget: Budget) -> Proposal | None:
        """Return a scenario that has exactly one solution, or None where these dice give none.

        The same dice give the same proposal, on every machine.

        Raises:
            LimitReachedError: time is up.
        """

    @abstractmethod
    def panel(self, proposal: Proposal, budget: Budget) -> Panel:
        """Return which solvers of the panel find the solution."""

    @abstractmethod
    def prove(self, proposal: Proposal, instance: Instance, said: Answer, budget: Budget) -> int:
        """Return the exact number of solutions, counted apart from the engine that proposed.

        Args:
            proposal: the proposal.
            instance: what its scenario asks.
            said: the answer, which is proven best and replayed.
            budget: when to stop.

        Raises:
            DisagreementError: the two engines contradict each other.
            LimitReachedError: time is up; the proposal is then dropped.
        """

    @abstractmethod
    def features(self, proposal: Proposal, said: Answer, panel: Panel, budget: Budget) -> Features:
        """Return the measures of a puzzle that is proven to be one, and what its panel found."""

    def twin(self, scenario: Any, budget: Budget) -> tuple[Scenario, Scenario] | None:
        """Return a twin that is just lost, and the nearest that is not; None where there is none.

        Raises:
            RequestError: the game's puzzles have no twins.
        """
        unfit = f"twin does not go with {self.wish.game}"
        raise RequestError(unfit, f"--{unfit}")

    def drawn(self, scenario: Any) -> tuple[AnyBoard, AnyMoment]:
        """Return the picture that shows the puzzle, and no answer; by default that of the start."""
        game = find_game(scenario.game)
        return drawn_board(game, scenario), Moment(0, game.get(RULES)(scenario).start())

    def task(self) -> str:
        """Return what the puzzle asks, in a sentence for the printed page."""
        return "Find the best plan. There is exactly one."
