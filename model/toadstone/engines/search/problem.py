"""The seam between a game's questions and the searches that answer them without a solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from toadstone.core.rules import Rules

State = TypeVar("State")
Move = TypeVar("Move")

Cost = tuple[int, ...]
"""What a line of play costs, a number a question, none below 0; it is compared in that order."""


class Step(NamedTuple, Generic[State, Move]):
    """One way on: a move, what it leads to, and what it costs.

    `move` is None for the choice to stop here, where a question leaves that choice.
    """

    move: Move | None
    state: State
    cost: Cost


class SearchProblem(ABC, Generic[State, Move]):
    """The questions asked of one scenario, as a shortest-path problem.

    A plan is a path from the start to a goal, and the best plan is a cheapest one. States need
    not be those of the reference simulator; whatever a search finds is replayed there.
    """

    zero: Cost
    """The cost of doing nothing: as many zeros as there are questions with a figure."""

    fewest_moves = False
    """Whether the plans with the fewest moves are the best ones."""

    @property
    def any_plan(self) -> bool:
        """Whether any plan will do."""
        return not self.zero

    @abstractmethod
    def start(self) -> State:
        """Return the state before the first move."""

    @abstractmethod
    def steps(self, state: State) -> Iterator[Step[State, Move]]:
        """Yield the ways on that the rules and the requirements leave, in a fixed order.

        A way that loses the game is left out.
        """

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Say whether a line of play that ends here is a plan; no steps lead on from a goal."""

    @abstractmethod
    def figures(self, state: State) -> Mapping[str, int]:
        """Return what the rules would measure in this state, see `Rules.figures`."""

    @abstractmethod
    def observe(self, before: State, after: State) -> Mapping[str, int]:
        """Return what the rules would say of the move between two states, see `Rules.observe`."""

    def estimate(self, state: State) -> Cost | None:
        """Return a cost that no way from here to a goal falls below; None if there is no way.

        The estimate is consistent: a step lowers it by no more than the step costs, in each of
        its numbers.
        """
        return self.zero

    def place(self, state: State) -> Hashable:
        """Return what has to be equal for two states to be compared by their stock."""
        return state

    def stock(self, state: State) -> tuple[int, ...]:
        """Return the numbers of which more is never worse.

        States with the same place and the same stock have the same future. Of two with the same
        place, the one with no less stock and no greater cost so far is a goal if the other is. It
        can take every step that the other can, and is then in the same place, again with no less
        stock and no greater cost.
        """
        return ()

    def key(self, state: State) -> Hashable:
        """Return what is equal for states with the same future."""
        return self.place(state), self.stock(state)


class RulesProblem(SearchProblem[State, Move]):
    """The problem that the reference simulator itself states, for a game that has to be won.

    A game adds what a move costs, and where it can an estimate.
    """

    def __init__(self, rules: Rules[State, Move]) -> None:
        self.rules = rules

    @abstractmethod
    def cost(self, before: State, move: Move, after: State) -> Cost:
        """Return what a move costs, a number a question with a figure, none below 0."""

    def start(self) -> State:
        """Return the start of the game."""
        return self.rules.start()

    def steps(self, state: State) -> Iterator[Step[State, Move]]:
        """Yield the legal moves that neither lose nor violate a requirement."""
        for move in self.rules.legal_moves(state):
            after = self.rules.play(state, move)
            outcome = self.rules.outcome(after)
            lost = outcome is not None and outcome.is_loss
            if not lost and self.rules.violation(move, after) is None:
                yield Step(move, after, self.cost(state, move, after))

    def is_goal(self, state: State) -> bool:
        """Say whether the game is won, with every requirement met."""
        won = self.rules.outcome(state) is not None
        return won and self.rules.final_violation(state) is None

    def figures(self, state: State) -> Mapping[str, int]:
        """Return what the rules measure."""
        return self.rules.figures(state)

    def observe(self, before: State, after: State) -> Mapping[str, int]:
        """Return what the rules say of the state after."""
        return self.rules.observe(after)
