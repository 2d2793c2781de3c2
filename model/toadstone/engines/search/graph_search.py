"""The searches of every textbook: breadth-first, best-first, greedy, and backtracking.

Russell and Norvig, "Artificial Intelligence: A Modern Approach", 4th edition, chapter 3.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from heapq import heappop, heappush

from toadstone.core.budget import Budget
from toadstone.engines.search.problem import Cost, Node, Problem, SearchResult, add, count_node


def breadth_first(problem: Problem, budget: Budget) -> SearchResult:
    """Find a plan with the fewest moves, which need not be the best in any other way."""
    proven = problem.any_plan or problem.fewest_moves
    start = Node.first(problem)
    if problem.is_goal(start.state):
        return SearchResult(start, proven)
    frontier, reached = deque([start]), {problem.key(start.state)}
    while frontier:
        count_node(budget, held=len(reached))
        node = frontier.popleft()
        for step in problem.steps(node.state):
            if problem.is_goal(step.state):
                return SearchResult(node.after(step), proven)
            key = problem.key(step.state)
            if key not in reached:
                reached.add(key)
                frontier.append(node.after(step))
    return SearchResult(None, proven=True)


def best_first(
    problem: Problem, budget: Budget, evaluation: Callable[[Node], Cost | None]
) -> SearchResult:
    """Expand the node with the least evaluation; of equal ones, the newest.

    The evaluation is the cost so far, with or without a consistent estimate of what is still to
    come, so the plan found is a best one. It is None for a node that leads to no goal.
    """
    frontier: list[tuple[Cost, int, Node]] = []
    reached: dict[Hashable, Cost] = {}

    def reach(node: Node) -> None:
        key, value = problem.key(node.state), evaluation(node)
        if value is not None and (key not in reached or node.cost < reached[key]):
            reached[key] = node.cost
            heappush(frontier, (value, -len(reached), node))

    reach(Node.first(problem))
    while frontier:
        *_, node = heappop(frontier)
        if problem.is_goal(node.state):
            return SearchResult(node, proven=True)
        if node.cost > reached[problem.key(node.state)]:
            continue
        count_node(budget, held=len(reached))
        for step in problem.steps(node.state):
            reach(node.after(step))
    return SearchResult(None, proven=True)


def uniform_cost(problem: Problem, budget: Budget) -> SearchResult:
    """Find a best plan.

    Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1, 1959.
    """
    return best_first(problem, budget, lambda node: node.cost)


def a_star(problem: Problem, budget: Budget) -> SearchResult:
    """Find a best plan, guided by the estimate.

    Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost
    paths", 1968.
    """

    def evaluation(node: Node) -> Cost | None:
        estimate = problem.estimate(node.state)
        return None if estimate is None else add(node.cost, estimate)

    return best_first(problem, budget, evaluation)


def greedy(problem: Problem, budget: Budget) -> SearchResult:
    """Follow one line of play, each move the one that promises most; take none back.

    The line ends without a plan when it comes to a dead end, or back to where it has been. A plan
    found need not be the best, and that none is found proves nothing.
    """
    node, passed = Node.first(problem), set[Hashable]()
    while not problem.is_goal(node.state):
        count_node(budget, held=len(passed))
        passed.add(problem.key(node.state))
        ways: list[tuple[Cost, Node]] = []
        for step in problem.steps(node.state):
            estimate = problem.estimate(step.state)
            if estimate is not None and problem.key(step.state) not in passed:
                ways.append((add(step.cost, estimate), node.after(step)))
        if not ways:
            return SearchResult(None, proven=False)
        _, node = min(ways, key=lambda way: way[0])
    return SearchResult(node, problem.any_plan)


def backtracking(problem: Problem, budget: Budget) -> SearchResult:
    """Find the first plan in the order of the moves, which need not be the best.

    This is depth-first search: where no move is left to try, the last one is taken back. A state
    that has been entered is not entered again: it leads nowhere, or lies on the line in hand.
    """
    entered = set[Hashable]()
    line: list[Iterator[Node]] = [iter([Node.first(problem)])]
    while line:
        node = next(line[-1], None)
        if node is None:
            line.pop()
        elif problem.is_goal(node.state):
            return SearchResult(node, problem.any_plan)
        elif (key := problem.key(node.state)) not in entered:
            count_node(budget, held=len(entered))
            entered.add(key)
            line.append(map(node.after, problem.steps(node.state)))
    return SearchResult(None, proven=True)
