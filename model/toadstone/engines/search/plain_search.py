"""Shortest plans by plain rules: breadth-first search and A* without an object for a step.

A position is remembered as it is, or by the `key` of the rules, with the position before it; the
moves of the plan are found at the end. If the rules list the positions that are won (`goals`),
and so say that moves can be taken back, breadth-first search begins at both ends (Pohl,
"Bi-directional search", Machine Intelligence 6, 1971).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from toadstone.core.budget import Budget
from toadstone.core.process import MOST_HELD
from toadstone.core.question import Question
from toadstone.engines.plain_rules import SIMPLE, PlainSimulator, Played, as_list, expect_plain
from toadstone.engines.search.problem import (
    Cost,
    Node,
    RulesProblem,
    SearchResult,
    Transition,
)

BETWEEN_LOOKS = 1000
"""Positions between two looks at the clock."""

Position = Any
Parents = dict[Hashable, Position]
"""The position before each position that was reached, by its key; of the start, the start."""


class FewestMoves(RulesProblem[Played, str]):
    """The positions that moves lead to, and two searches of their own."""

    fewest_moves = True

    def __init__(self, rules: PlainSimulator, ask: Sequence[Question]) -> None:
        super().__init__(rules)
        self._ask = ask
        self.zero = (0,) * sum(question.figure is not None for question in ask)
        self._rules, self._plain = rules, rules.plain
        self._estimate: Callable[[Position], int] | None = getattr(rules.plain, "estimate", None)
        self._key: Callable[[Position], Hashable] | None = getattr(rules.plain, "key", None)
        self._lost: Callable[[Position], bool] | None = getattr(rules.plain, "lost", None)
        self._at: Position = None

    def begun_at(self, state: Played) -> FewestMoves:
        """Return the problem without key and estimate: advice is derived once."""
        problem = FewestMoves(self._rules.unaided(), self._ask)
        problem.begun = state
        return problem

    def estimate(self, state: Played) -> Cost | None:
        """Return the estimate of the plain rules, or 0."""
        least = self._estimate(state.position) if self._estimate else 0
        return (least,) * len(self.zero)

    def breadth_first(self, budget: Budget) -> SearchResult:
        """Find a plan with the fewest moves; from both ends where the rules list the goals."""
        goals = getattr(self._plain, "goals", None)
        with self._rules.naming_faults(lambda: (self._at, 1)):
            self._at = self.start().position
            if goals is None:
                return self._result(self._by_layers(None, budget))
            won = as_list(goals())
            if others := [each for each in won if not self._plain.won(each)]:
                raise ValueError(f"`goals` lists {others[0]!r}, which is not won")
            return self._result(self._by_layers(won, budget))

    def a_star(self, budget: Budget) -> SearchResult:
        """Find a plan with the fewest moves, guided by the estimate."""
        with self._rules.naming_faults(lambda: (self._at, 1)):
            return self._result(self._guided(budget))

    def _successors(self) -> Callable[[Position], Iterable[Position]]:
        """Return a function that lists the positions after each move, in the order of the moves."""
        moves, play = self._plain.moves, self._plain.play
        if (after := getattr(self._plain, "after", None)) is not None:
            return lambda position: as_list(after(position))
        return lambda position: [play(position, move) for move in moves(position)]

    def _name(self, position: Position) -> Hashable:
        name: Hashable = position
        return name if self._key is None else self._key(position)

    def _look(self, budget: Budget, expanded: int, held: int) -> None:
        budget.tell(f"{expanded:,} positions searched")
        if held > 4 * MOST_HELD:
            raise MemoryError

    def _line(self, parents: Parents, last: Position) -> list[Position]:
        """Return the line of positions from the start to this one."""
        line = [last]
        while (before := parents[self._name(last)]) != last:
            line.append(before)
            last = before
        return line[::-1]

    def _by_layers(self, goals: list[Position] | None, budget: Budget) -> list[Position] | None:
        """Return the positions of a shortest plan; None if there is none.

        Without goals the search begins at the start alone; with goals the smaller layer is
        expanded. Backwards, the moves of the rules stand for moves taken back, and `depths` has the
        moves to the nearest goal.
        """
        start, won, lost = self.start().position, self._plain.won, self._lost
        expect_plain((start, *(goals or ())))
        if won(start) or (lost is not None and lost(start)):
            return [start] if won(start) else None
        parents: Parents = {self._name(start): start}
        depths: dict[Hashable, int] = {self._name(goal): 0 for goal in goals or ()}
        ahead, behind, depth, met = [start], goals or [], 0, None
        while ahead and (behind or goals is None):
            if goals is None or len(ahead) <= len(behind):
                ahead = self._layer(ahead, parents, None, budget)
                if ahead and won(ahead[0]):
                    if goals is not None and self._name(ahead[0]) not in depths:
                        raise ValueError(f"`goals` lacks {ahead[0]!r}, which is won")
                    return self._line(parents, ahead[0])
                met = next((e for e in ahead if self._name(e) in depths), None) if depths else None
            else:
                depth += 1
                behind = self._layer(behind, depths, depth, budget)
                met = next((each for each in behind if self._name(each) in parents), None)
            if met is not None:
                return self._join(met, parents, depths)
        return None

    def _layer(
        self, layer: list[Position], reached: dict[Hashable, Any], depth: int | None, budget: Budget
    ) -> list[Position]:
        """Return the new positions after one more move; note the position before, or the depth.

        Forwards, the first position that is won is returned alone.
        """
        successors, key, following = self._successors(), self._key, list[Position]()
        won, lost = self._plain.won, self._lost
        for position in layer:
            expanded = budget.nodes = (budget.nodes or 0) + 1
            if expanded % BETWEEN_LOOKS == 0:
                self._look(budget, expanded, len(reached))
            self._at = position
            for after in successors(position):
                if type(after) not in SIMPLE:
                    expect_plain(after)
                name = after if key is None else key(after)
                if name not in reached:
                    reached[name] = position if depth is None else depth
                    if won(after):
                        if depth is None:
                            return [after]
                    elif lost is None or not lost(after):
                        following.append(after)
        return following

    def _join(self, met: Position, parents: Parents, depths: dict[Hashable, int]) -> list[Position]:
        """Return the line through a position that both ends have reached."""
        key, successors = self._name, self._successors()
        name, before = key(met), parents[key(met)]
        # Symmetric positions share a key; the line has to pass the one that can be reached.
        ways = [before] if key(before) == name else successors(before)
        line = self._line(parents, next(each for each in ways if key(each) == name))
        while (rest := depths[key(line[-1])]) > 0:
            ways = [each for each in successors(line[-1]) if depths.get(key(each)) == rest - 1]
            if not ways:
                raise ValueError(f"`goals`, but no move takes back the one to {line[-1]!r}")
            line.append(ways[0])
        return line

    def _guided(self, budget: Budget) -> list[Position] | None:
        """Return the positions of a shortest plan by A*; None if there is none."""
        start, key, won = self.start().position, self._key, self._plain.won
        lost, successors = self._lost, self._successors()
        estimate = self._estimate or (lambda position: 0)
        expect_plain(start)
        name = start if key is None else key(start)
        parents: Parents = {name: start}
        fewest: dict[Hashable, int] = {name: 0}
        waiting, number, expanded = [(estimate(start), 0, 0, start)], 0, 0
        while waiting:
            _, moves, _, position = heappop(waiting)
            moves = -moves
            if moves > fewest[position if key is None else key(position)]:
                continue
            self._at = position
            if won(position):
                return self._line(parents, position)
            if lost is not None and lost(position):
                continue
            expanded = budget.nodes = expanded + 1
            if expanded % BETWEEN_LOOKS == 0:
                self._look(budget, expanded, len(parents))
            for after in successors(position):
                if type(after) not in SIMPLE:
                    expect_plain(after)
                name = after if key is None else key(after)
                if name not in fewest or moves + 1 < fewest[name]:
                    fewest[name], parents[name] = moves + 1, position
                    number += 1
                    heappush(waiting, (moves + 1 + estimate(after), -moves - 1, -number, after))
        return None

    def _result(self, line: list[Position] | None) -> SearchResult:
        """Return the plan that passes through these positions, as the other searches do."""
        if line is None:
            return SearchResult(None)
        node = Node(Played(line[0], self.start().moves), self.zero)
        for before, after in pairwise(line):
            state = Played(before, node.state.moves)
            moves = self.rules.legal_moves(state)
            move = next(each for each in moves if self._plain.play(before, each) == after)
            step = Transition(move, Played(after, state.moves + 1), (1,) * len(self.zero))
            node = node.after(step)
        return SearchResult(node)
