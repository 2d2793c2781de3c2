"""All plans of a scenario at once, as a layered graph that a game states: counted, and walked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.rules import Move

if TYPE_CHECKING:
    from toadstone.engines.search.problem import SearchProblem

Element = TypeVar("Element", bound=Hashable)


class StateSpace(ABC, Generic[Element, Move]):
    """The plans of a game as a layered graph.

    Layer k holds what k moves can lead to. Its elements mean nothing outside the game; equal
    elements have the same future. A plan is a path from the start to an accepted element.
    Every plan is one path: no element has two successors by the same move. A game may leave out
    elements that no plan passes through; that makes the walk quicker.
    """

    turns: int
    """The number of moves of the longest plan; there are no layers after it."""

    @abstractmethod
    def start(self) -> Element | None:
        """Return the element before the first move, or None if no plan can exist."""

    @abstractmethod
    def successors(self, turn: int, element: Element) -> Iterable[tuple[Move, Element]]:
        """Return every move of a turn, counted from 1, with the element that it leads to."""

    @abstractmethod
    def accepts(self, turn: int, element: Element) -> bool:
        """Return whether a plan can end in this element after so many moves."""


class Paths(StateSpace[Element, Move]):
    """The paths from a start to a goal, where the moves so far do not matter.

    Args:
        start: the start; None if no plan can exist.
        steps: returns every move with what it leads to.
        is_goal: returns whether a path can end there.
        turns: the number of moves of every path; without `exact`, of the longest.
    """

    def __init__(
        self,
        start: Element | None,
        steps: Callable[[Element], Iterable[tuple[Move, Element]]],
        is_goal: Callable[[Element], bool],
        turns: int,
        *,
        exact: bool = True,
    ) -> None:
        self.turns = turns
        self._start, self._steps, self._is_goal, self._exact = start, steps, is_goal, exact

    def start(self) -> Element | None:
        """Return the start."""
        return self._start

    def successors(self, turn: int, element: Element) -> Iterable[tuple[Move, Element]]:
        """Return every move, with what it leads to."""
        return self._steps(element)

    def accepts(self, turn: int, element: Element) -> bool:
        """Return whether the goal is reached, after just so many moves if they are stated."""
        return (turn == self.turns or not self._exact) and self._is_goal(element)


def plans_of_length(problem: SearchProblem[Element, Move], turns: int) -> Paths[Element, Move]:
    """Return the plans of a search problem that have a given number of moves."""

    def steps(element: Element) -> Iterator[tuple[Move, Element]]:
        for move, after, _ in problem.steps(element):
            if move is not None:
                yield move, after

    return Paths(problem.start(), steps, problem.is_goal, turns)


def count_plans(space: StateSpace[Element, Any], budget: Budget = UNLIMITED) -> int:
    """Return the exact number of plans, however large.

    One layer is kept at a time: each of its elements with the number of ways to it.

    Raises:
        LimitReachedError: time is up.
    """
    start = space.start()
    layer: dict[Element, int] = {} if start is None else {start: 1}
    successors, plans = space.successors, 0
    for turn in range(space.turns + 1):
        plans += sum(ways for element, ways in layer.items() if space.accepts(turn, element))
        if turn == space.turns:
            break
        budget.check()
        following: dict[Element, int] = {}
        ways_to = following.get
        for element, ways in layer.items():
            for _, after in successors(turn + 1, element):
                following[after] = ways_to(after, 0) + ways
        layer = following
    return plans


def walk_plans(
    space: StateSpace[Element, Move], budget: Budget = UNLIMITED
) -> Iterator[tuple[Move, ...]]:
    """Yield every plan once, in the order in which the space gives the moves.

    Depth first. An element without a plan is remembered and never entered again, so each dead
    end is met once. The memory is at most that of the state space.

    Raises:
        LimitReachedError: time is up.
    """
    start = space.start()
    if start is None:
        return
    if space.accepts(0, start):
        yield ()
    barren: list[set[Element]] = [set() for _ in range(space.turns)]
    plans, moves = 0, list[Move]()
    # Each element on the path, with the plans found before it and the steps left to take.
    path = [(start, plans, iter(space.successors(1, start)))] if space.turns else []
    while path:
        budget.check()
        turn, (element, before, steps) = len(path), path[-1]
        for move, after in steps:
            if space.accepts(turn, after):
                plans += 1
                yield (*moves, move)
            if turn < space.turns and after not in barren[turn]:
                moves.append(move)
                path.append((after, plans, iter(space.successors(turn + 1, after))))
                break
        else:
            path.pop()
            del moves[-1:]
            if plans == before:
                barren[turn - 1].add(element)


def contains(space: StateSpace[Any, Move], moves: Sequence[Move]) -> bool:
    """Return whether these moves are one of the plans."""
    if len(moves) > space.turns:
        return False
    element = space.start()
    for turn, move in enumerate(moves, 1):
        if element is not None:
            element = dict(space.successors(turn, element)).get(move)
    return element is not None and space.accepts(len(moves), element)


def moves_of_plans(space: StateSpace[Element, Move], budget: Budget = UNLIMITED) -> list[set[Move]]:
    """Return, for each turn, the moves that some plan makes; all plans have the same length.

    Raises:
        LimitReachedError: time is up.
    """
    layers: list[dict[Element, list[tuple[Move, Element]]]] = []
    start = space.start()
    reached = set() if start is None else {start}
    for turn in budget.each(range(1, space.turns + 1)):
        layers.append({each: list(space.successors(turn, each)) for each in reached})
        reached = {after for steps in layers[-1].values() for _, after in steps}
    fruitful = {each for each in reached if space.accepts(space.turns, each)}
    moves = list[set[Move]]()
    for layer in reversed(layers):
        steps = [(each, step) for each, steps in layer.items() for step in steps]
        moves.append({move for _, (move, after) in steps if after in fruitful})
        fruitful = {each for each, (_, after) in steps if after in fruitful}
    return moves[::-1]
