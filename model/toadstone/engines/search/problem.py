"""Shortest-path problems: the questions of a game as searches take them, and shared parts."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Self

from toadstone.core.budget import Budget
from toadstone.core.process import expect_held
from toadstone.core.rules import Move, Rules, State

Cost = tuple[int, ...]
"""The cost of a line of play, a number a question, none below 0; compared in that order."""


def add(one: Cost, other: Cost) -> Cost:
    """Return the sum of two costs, number by number."""
    return tuple(map(operator.add, one, other))


class Transition(NamedTuple, Generic[State, Move]):
    """A move, the state that it leads to, and its cost.

    `move` is None for the choice to stop here, where a question leaves that choice.
    """

    move: Move | None
    state: State
    cost: Cost


class SearchProblem(ABC, Generic[State, Move]):
    """The questions asked of one scenario, as a shortest-path problem.

    A plan is a path from the start to a goal, and the best plan is a cheapest one. States need
    not be those of the reference simulator, which replays every plan that is found.
    """

    zero: Cost = ()
    """The cost of doing nothing: as many zeros as there are questions with a figure.

    If there are none, all plans are equally good.
    """

    fewest_moves = False
    """Whether the plans with the fewest moves are the best ones."""

    can_return = False
    """Whether moves can lead back to a place."""

    @abstractmethod
    def start(self) -> State:
        """Return the state before the first move."""

    @abstractmethod
    def steps(self, state: State) -> Iterator[Transition[State, Move]]:
        """Yield the steps that rules and requirements allow, in a fixed order.

        A step that loses the game is left out.
        """

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Return whether a line of play that ends here is a plan; no steps lead on from a goal."""

    @abstractmethod
    def figures(self, state: State) -> Mapping[str, int]:
        """Return the figures of this state by the rules, see `Rules.figures`."""

    @abstractmethod
    def observe(self, before: State, after: State) -> Mapping[str, int]:
        """Return the observation of the rules after the move between two states."""

    def estimate(self, state: State) -> Cost | None:
        """Return a lower bound on the cost from here to a goal; None if no goal can be reached.

        The estimate is consistent: a step lowers it by no more than the step costs, in each of
        its numbers.
        """
        return self.zero

    def place(self, state: State) -> Hashable:
        """Return the place of a state: only states of one place are compared by their stock."""
        return state

    def stock(self, state: State) -> tuple[int, ...]:
        """Return numbers that are never worse when they are larger.

        States with the same place and the same stock have the same future. Let two states have the
        same place, the first with no less stock and no greater cost so far. If the second is a
        goal, so is the first. The first can take every step that the second can, and is then in the
        same place, again with no less stock and no greater cost.
        """
        return ()

    def first_choice(self, choices: Sequence[Any], budget: Budget) -> int | None:
        """Return the first of `CHOICES` that can be won, or the last; None if no table says so."""
        return None

    def begun_at(self, state: Any) -> SearchProblem[Any, Any] | None:
        """Return the problem of a game in this state of the rules; None if it is not stated."""
        return None

    def by_table(self, budget: Budget) -> SearchResult | None:
        """Return a best plan, proven, where the game has a table that `layered` can use."""
        return None

    def key(self, state: State) -> Hashable:
        """Return a key that states with the same future share."""
        return self.place(state), self.stock(state)


class RulesProblem(SearchProblem[State, Move]):
    """The problem that the reference simulator itself states, for a game that has to be won.

    A move costs 1 for every question. A game may state an estimate.
    """

    def __init__(self, rules: Rules[State, Move]) -> None:
        self.rules = rules
        self.begun: State | None = None

    def begun_at(self, state: Any) -> Self:
        """Return the problem of a game that has come to this state."""
        self.begun = state
        return self

    def start(self) -> State:
        """Return the state to search from."""
        return self.rules.start() if self.begun is None else self.begun

    @property
    def can_return(self) -> bool:  # type: ignore[override]  # as the rules say
        """Whether moves can lead back to a place."""
        return self.rules.can_return

    def steps(self, state: State) -> Iterator[Transition[State, Move]]:
        """Yield the legal moves that neither lose nor violate a requirement."""
        for move in self.rules.legal_moves(state):
            after = self.rules.after(state, move)
            outcome = self.rules.outcome(after)
            lost = outcome is not None and outcome.is_loss
            if not lost and self.rules.violation(move, after) is None:
                yield Transition(move, after, (1,) * len(self.zero))

    def is_goal(self, state: State) -> bool:
        """Return whether the game is won, with every requirement met."""
        outcome = self.rules.outcome(state)
        won = outcome is not None and not outcome.is_loss
        return won and self.rules.final_violation(state) is None

    def place(self, state: State) -> Hashable:
        """Return the key that the rules give a state; states with the same future share it."""
        return self.rules.key(state)

    def figures(self, state: State) -> Mapping[str, int]:
        """Return the figures of the rules."""
        return self.rules.figures(state)

    def observe(self, before: State, after: State) -> Mapping[str, int]:
        """Return the observation of the rules in the state after."""
        return self.rules.observe(after)


Problem = SearchProblem[Any, Any]
"""A problem as the searches take it, with any states and moves."""


class Node(NamedTuple):
    """A state, the cost of the line of play that led to it, and the last step of that line."""

    state: Any
    cost: Cost
    move: Any = None
    parent: Node | None = None

    def after(self, step: Transition[Any, Any]) -> Node:
        """Return the node that a step leads to."""
        return Node(step.state, add(self.cost, step.cost), step.move, self)

    def line(self) -> list[Node]:
        """Return the nodes from the start to here."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


class SearchResult(NamedTuple):
    """The last node of a plan (None: there is none), and whether no other is better."""

    goal: Node | None
    proven: bool = True


_NODES_BETWEEN_LOOKS = 64


def count_node(budget: Budget, held: int = 0) -> None:
    """Count the node that is expanded next by a search which holds so many nodes.

    Raises:
        LimitReachedError: time is up.
        MemoryError: the search holds more nodes than it may.
    """
    expanded = budget.nodes or 0
    if expanded % _NODES_BETWEEN_LOOKS == 0:
        budget.tell(f"{expanded:,} positions searched")
    expect_held(held)
    budget.nodes = expanded + 1
