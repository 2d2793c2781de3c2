"""The seam between a game's CP-SAT model and the solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, overload

from ortools.sat.python.cp_model import CpModel, LinearExprT

from toadstone.game import Move
from toadstone.plan import Reading

ValueOf = Callable[[LinearExprT], int]
"""What an expression comes to in a solution."""


KeepGoing = Callable[[], None]
"""Raises LimitReachedError when there is no time left to go on building."""


def no_limit() -> None:
    """Go on building for ever."""


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


class Horizon(ABC, Generic[Move]):
    """A whole game, or a whole plan, as one CP-SAT model.

    `figures` are the expressions that questions can be about, under the names that the rules
    use for what they measure. `guide` names the one that is maximised where any plan will do: the
    search for a plan, and the proof that there is none, go faster towards something.

    `chronological` says that the model states its decisions, turn by turn, and that the search had
    better keep to their order than be led by the linear relaxation: so it is where numbers hardly
    matter and everything is a choice of yes or no.
    """

    model: CpModel
    figures: Mapping[str, LinearExprT]
    guide: str
    chronological: ClassVar[bool] = False

    @abstractmethod
    def read(self, value_of: ValueOf) -> Reading[Move]:
        """Read a solution back in the terms of the game."""
