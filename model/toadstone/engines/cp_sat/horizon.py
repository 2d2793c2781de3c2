"""The seam between a game's CP-SAT model and the solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Generic, overload

from ortools.sat.python.cp_model import CpModel, IntVar, LinearExprT

from toadstone.core.budget import KeepGoing, no_limit
from toadstone.core.question import Question, Sense
from toadstone.core.rules import Move
from toadstone.core.solution import Reading

ValueOf = Callable[[LinearExprT], int]
"""What an expression comes to in a solution."""


class Turns(Sequence[int]):
    """The turns 1 to `last`, for building a model turn by turn as long as there is time."""

    def __init__(self, last: int, keep_going: KeepGoing = no_limit) -> None:
        self._range = range(1, last + 1)
        self._keep_going = keep_going

    def __iter__(self) -> Iterator[int]:
        for turn in self._range:
            self._keep_going()
            yield turn

    def __len__(self) -> int:
        return len(self._range)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        return self._range[index]


class Lead(Enum):
    """What leads the search for a solution and for the proof that there is no better one."""

    LINEAR_RELAXATION = "the relaxation of all constraints to linear ones: where numbers add up"
    CONFLICTS = "the conflicts met so far: where all is yes or no, and no order is known to be good"
    AS_STATED = "the decisions that the model states, in their order: where one leads to the next"


class Horizon(ABC, Generic[Move]):
    """A whole game, or a whole plan, as one CP-SAT model.

    `figures` are the expressions that questions can be about, under the names that the rules
    use for what they measure. `guide` names the one that is maximised where any plan will do: the
    search for a plan, and the proof that there is none, go faster towards something.

    `domains` are the least and the most that a figure can be in any plan, for figures whose
    expression taken by itself could be more or less. No bound of theirs is ever outside.

    `lead` says what leads the search.
    """

    model: CpModel
    figures: Mapping[str, LinearExprT]
    domains: Mapping[str, tuple[int, int]] = MappingProxyType({})
    guide: str
    lead: Lead = Lead.LINEAR_RELAXATION

    def aim(self, question: Question) -> None:
        """Make the question the objective; a game may say more about the search for it."""
        figure = self._within_its_domain(question.figure or self.guide)
        if question.sense is Sense.MINIMISE:
            self.model.minimize(figure)
        else:
            self.model.maximize(figure)

    def _within_its_domain(self, name: str) -> LinearExprT:
        """Return the figure as a variable, where it is none yet and its domain is stated."""
        figure = self.figures[name]
        if name not in self.domains or isinstance(figure, IntVar):
            return figure
        within = self.model.new_int_var(*self.domains[name], name)
        self.model.add(within == figure)
        return within

    def longer(self) -> Horizon[Move] | None:
        """Return a model over more turns, once this one is proven to have no solution.

        None, the default, where there is none to be expected: the horizon is whole.
        """
        return None

    @abstractmethod
    def read(self, value_of: ValueOf) -> Reading[Move]:
        """Read a solution back in the terms of the game."""
