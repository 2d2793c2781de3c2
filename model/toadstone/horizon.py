"""The seam between a game's CP-SAT model and the solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Generic

from ortools.sat.python.cp_model import CpModel, LinearExprT

from toadstone.game import Move
from toadstone.plan import Reading

ValueOf = Callable[[LinearExprT], int]
"""What an expression comes to in a solution."""


class Horizon(ABC, Generic[Move]):
    """A whole game, or a whole plan, as one CP-SAT model.

    `figures` are the expressions that questions can be about, under the names that the rules
    use for what they measure.
    """

    model: CpModel
    figures: Mapping[str, LinearExprT]

    @abstractmethod
    def read(self, value_of: ValueOf) -> Reading[Move]:
        """Read a solution back in the terms of the game."""
