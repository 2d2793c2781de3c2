"""A whole game, or a whole plan, as one CP-SAT model: the base of every game's horizon."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from ortools.sat.python.cp_model import CpModel, Domain, IntVar, LinearExprT

from toadstone.core.budget import Budget
from toadstone.core.question import Question, Sense
from toadstone.core.rules import Move
from toadstone.core.solution import Solution

Cell = TypeVar("Cell")

ValueOf = Callable[[LinearExprT], int]
"""The value of an expression in a solution."""


class SearchStrategy(Enum):
    """The search strategy of the solver."""

    LINEAR_RELAXATION = "the relaxation of all constraints to linear ones: where numbers add up"
    CONFLICTS = "the conflicts met so far: where all is yes or no, and no order is known to be good"
    AS_STATED = "the decisions that the model states, in their order: where one leads to the next"


@dataclass(frozen=True)
class Turns(Sequence[int]):
    """The turns or plies of a horizon, from 1. A loop over them ends with the budget.

    It then raises LimitReachedError. So `Horizon.read` has no such loop: it is called even when
    time is up.
    """

    last: int
    budget: Budget

    def __iter__(self) -> Iterator[int]:
        return self.budget.each(range(1, self.last + 1))

    def __reversed__(self) -> Iterator[int]:
        return self.budget.each(range(self.last, 0, -1))

    def __len__(self) -> int:
        return self.last

    def __getitem__(self, index: Any) -> Any:
        return range(1, self.last + 1)[index]


class Horizon(ABC, Generic[Move]):
    """A whole game, or a whole plan, as one CP-SAT model.

    Attributes:
        model: the model.
        turns: the turns or plies.
        figures: the expression of each figure; the names are those of `Rules.figures`.
        domains: the least and the most of a figure in any plan, for figures whose expression by
            itself allows more. No bound is ever outside.
        guide: the figure that is maximised where any plan will do: the search for a plan, and the
            proof that there is none, are faster with an objective.
        strategy: what leads the search.
        preferred: figures of the plan that `Game.ties` prefers among the best, where it is known.
        found_by: the part that found the plan and its bound before the model is solved, in words.
    """

    model: CpModel
    turns: Turns
    figures: Mapping[str, LinearExprT]
    domains: Mapping[str, tuple[int, int]] = MappingProxyType({})
    guide: str
    strategy: SearchStrategy = SearchStrategy.LINEAR_RELAXATION
    preferred: Mapping[str, int] = MappingProxyType({})
    found_by: str | None = None

    def new_bools(self, names: Iterable[str]) -> list[IntVar]:
        """Return a Boolean for each name, as `CpModel.new_bool_var` makes one, in half the time."""
        model, domain = self.model.model_proto, Domain(0, 1)
        return [IntVar(model).with_name(name).with_domain(domain) for name in names]

    def new_cells(self, name: str, turn: int, cells: Sequence[Cell]) -> dict[Cell, IntVar]:
        """Return a Boolean for each cell after a turn, such as `T[2,3]`."""
        return dict(zip(cells, self.new_bools(f"{name}[{turn},{c}]" for c in cells), strict=True))

    def set_objective(self, question: Question) -> None:
        """Set the question as the objective; a game may add a search order."""
        figure = self.bounded_figure(question.figure or self.guide)
        if question.sense is Sense.MINIMISE:
            self.model.minimize(figure)
        else:
            self.model.maximize(figure)

    def bounded_figure(self, name: str) -> LinearExprT:
        """Return the figure as a variable with its stated domain."""
        figure = self.figures[name]
        if name not in self.domains or isinstance(figure, IntVar):
            return figure
        within = self.model.new_int_var(*self.domains[name], name)
        self.model.add(within == figure)
        return within

    def hint_all(self, values: Mapping[int, int]) -> None:
        """Hint a value for each variable: these, by index, and 0 for all others.

        If the hint is a solution, CP-SAT has a plan before it searches.
        """
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        variables = range(len(self.model.proto.variables))
        hint = self.model.proto.solution_hint
        hint.vars.extend(variables)
        hint.values.extend([values.get(index, 0) for index in variables])

    def hold(self, figure: str, value: int) -> None:
        """Allow only plans with this value of a figure, the best one; a game may add bounds."""
        self.model.add(self.figures[figure] == value)

    def leave_open(self, ask: Sequence[Question], point: Mapping[str, int]) -> None:
        """Ask every later plan to be better than this point in a question after the first."""
        choices = []
        for question in ask[1:]:
            if question.figure is None:
                raise ValueError(f"{question} has no figure to trade off")
            figure, value = self.figures[question.figure], point[question.figure]
            better = figure > value if question.sense is Sense.MAXIMISE else figure < value
            choice = self.model.new_bool_var("")
            self.model.add(better).only_enforce_if(choice)
            choices.append(choice)
        self.model.add_bool_or(choices)

    def whole(self) -> Horizon[Move]:
        """Return the model over the largest possible number of turns; by default this one."""
        return self

    def longer(self) -> Horizon[Move] | None:
        """Return a model over more turns, once this one is proven to have no solution.

        None, the default, where the horizon is whole, so that longer ones have none either.
        """
        return None

    @abstractmethod
    def read(self, value_of: ValueOf) -> Solution[Move]:
        """Translate a solution of the model into the game's moves and states."""
