"""What makes puzzles of a game: proposals by one exact engine, for another to confirm."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.rules import RULES
from toadstone.engines.answer import Answer
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.services.generation.grade import Scale, Turn
from toadstone.services.generation.sizes import Sizes
from toadstone.view.board import AnyBoard, AnyMoment, Moment, drawn_board


@dataclass(frozen=True)
class Wish:
    """What kind of puzzle is wanted.

    Attributes:
        game: the name of the game.
        sizes: the sizes, all of them.
        difficulty: `easy`, `medium`, `hard`, or `rising` from one to the other; None where any
            puzzle will do.
        twin: whether each puzzle needs a twin, see `Maker.twin`.
    """

    game: str
    sizes: Sizes
    difficulty: str | None = None
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
        scale: the bounds of the game's classes of difficulty, which halve or third 100 puzzles of
            the usual sizes.
    """

    scale: Scale

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
    def turns(self, proposal: Proposal, budget: Budget) -> Sequence[Turn]:
        """Return the positions in which the solver has to move, and what the moves look worth."""

    @abstractmethod
    def near_misses(self, proposal: Proposal, budget: Budget) -> int:
        """Return the number of wrong answers that are nearly right."""

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

    @abstractmethod
    def task(self) -> str:
        """Return the rules in about two lines of a printed page, and how to write a move."""

    def given(self) -> int:
        """Return with how many moves, the same ones, every solution begins; a sheet has them."""
        return 0

    @abstractmethod
    def goal(self, said: Answer) -> str:
        """Return what is to be found, in a sentence without the answer."""

    def short(self, move: str) -> str:
        """Return a move as one writes it into a box; by default as it is."""
        return move
