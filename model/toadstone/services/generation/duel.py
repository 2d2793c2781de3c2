"""Puzzles in two-player games: exactly one move is best, and a glance does not show it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.core.rules import RULES, TwoPlayerRules
from toadstone.engines.adversarial.minimax import AlphaBeta, Evaluation, Visit
from toadstone.engines.adversarial.perfect_play import PerfectPlay, SolvedGame
from toadstone.engines.adversarial.query import AnyRules
from toadstone.engines.answer import Answer
from toadstone.engines.instance import Instance
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.services.generation.grade import GLANCE, Turn, has_enough
from toadstone.services.generation.maker import Maker, Proposal

OWN_MOVES = 3
"""The first moves of the solver, with any replies between them, that count for the grade."""

LEAST_MOVES = 3
"""Legal moves that a puzzle has at least."""


class DuelMaker(Maker):
    """Makes puzzles in a two-player game.

    Attributes:
        deepest: the most plies after a move that the bounded solver looks ahead.
    """

    deepest: ClassVar[int] = 3

    @abstractmethod
    def position(self, dice: Random, budget: Budget) -> Scenario | None:
        """Return a position that may be a puzzle, or None where these dice give none."""

    @abstractmethod
    def solved(self, scenario: Any, budget: Budget) -> SolvedGame[Any, Any]:
        """Return what knows the payoff of every state that can come of a scenario."""

    def confirming(self, scenario: Any, budget: Budget) -> SolvedGame[Any, Any]:
        """Return another exact engine, which has to find the same move; by default exact search."""
        return PerfectPlay(rules_of(scenario), budget)

    @abstractmethod
    def evaluation(self, scenario: Any) -> Evaluation[Any]:
        """Return how bounded solvers evaluate the states in which they stop to look."""

    def must_win(self) -> bool:
        """Return whether the side to move has to win; by default it has."""
        return True

    def propose(self, dice: Random, budget: Budget) -> Proposal | None:
        """Return a position in which exactly one move is best, and greedy may choose another."""
        scenario = self.position(dice, budget)
        if scenario is None:
            return None
        rules = rules_of(scenario)
        start = rules.start()
        if rules.outcome(start) is not None or len(rules.legal_moves(start)) < LEAST_MOVES:
            return None
        looks = looks_of_moves(rules, self.evaluation(scenario), start, 0, budget)
        payoffs = payoffs_of_moves(self.solved(scenario, budget), start)
        most = max(payoffs.values())
        best = [move for move, payoff in payoffs.items() if payoff == most]
        if len(best) > 1 or (self.must_win() and most <= 0):
            return None
        shown = all(looks[best[0]] > look for move, look in looks.items() if move != best[0])
        return None if shown else Proposal(scenario, tuple(best))

    def turns(self, proposal: Proposal, budget: Budget) -> Sequence[Turn]:
        """Return the start, and what right moves and any replies lead to.

        Each reply is as likely. Where a glance shows too few decisions, it shows no more.
        """
        rules = rules_of(proposal.scenario)
        evaluate = self.evaluation(proposal.scenario)

        def turn(state: Any, weight: float, right: frozenset[str], depths: int) -> Turn:
            looks = [looks_of_moves(rules, evaluate, state, d, budget) for d in range(depths)]
            return Turn(looks, right, weight)

        met = list(self._met(rules, self.solved(proposal.scenario, budget)))
        glance = [turn(*each, GLANCE + 1) for each in met]
        return [turn(*each, self.deepest + 1) for each in met] if has_enough(glance) else glance

    def _met(
        self, rules: AnyRules, solved: SolvedGame[Any, Any]
    ) -> Iterator[tuple[Any, float, frozenset[str]]]:
        """Yield what the solver meets in the first moves: state, how often, and the right moves.

        Where several moves are right, the first of them is made.
        """
        states: dict[Any, float] = {rules.start(): 1.0}
        for _ in range(OWN_MOVES):
            after: dict[Any, float] = {}
            for state, weight in states.items():
                right = solved.best_moves(state)
                yield state, weight, frozenset(map(str, right))
                between = rules.play(state, right[0])
                if rules.outcome(between) is None:
                    replies = rules.legal_moves(between)
                    for reply in (rules.play(between, move) for move in replies):
                        if rules.outcome(reply) is None:
                            after[reply] = after.get(reply, 0.0) + weight / len(replies)
            states = after

    def near_misses(self, proposal: Proposal, budget: Budget) -> int:
        """Return the number of wrong first moves that only one reply refutes."""
        rules = rules_of(proposal.scenario)
        solved = self.solved(proposal.scenario, budget)
        start = rules.start()
        best = max(payoffs_of_moves(solved, start).values())
        near = 0
        for move in budget.each(rules.legal_moves(start)):
            after = rules.play(start, move)
            if str(move) not in proposal.solution and rules.outcome(after) is None:
                replies = payoffs_of_moves(solved, after).values()
                near += sum(-reply < best for reply in replies) == 1
        return near

    def prove(self, proposal: Proposal, instance: Instance, said: Answer, budget: Budget) -> int:
        """Count the best moves by another exact engine; those of the answer have to be the same."""
        rules = rules_of(proposal.scenario)
        payoffs = payoffs_of_moves(self.confirming(proposal.scenario, budget), rules.start())
        moves = [move for move, payoff in payoffs.items() if payoff == max(payoffs.values())]
        if moves != list((said.values or {}).get("best_moves", ())):
            raise DisagreementError("two exact engines find different best moves")
        if len(moves) == 1 and tuple(moves) != proposal.solution:
            raise DisagreementError("the only best move is not the one that was proposed")
        return len(moves)


def rules_of(scenario: Scenario) -> AnyRules:
    """Return the rules of a scenario of a two-player game."""
    rules = find_game(scenario.game).get(RULES)(scenario)
    if not isinstance(rules, TwoPlayerRules):
        raise TypeError(f"{scenario.game} is no two-player game")
    return rules


def payoffs_of_moves(solved: SolvedGame[Any, Any], state: Any) -> dict[str, int]:
    """Return what each legal move brings the side to move when both then play perfectly."""
    rules = solved.rules
    return {str(move): -solved.payoff(rules.play(state, move)) for move in rules.legal_moves(state)}


def looks_of_moves(
    rules: AnyRules, evaluate: Evaluation[Any], state: Any, depth: int, budget: Budget
) -> Mapping[str, float]:
    """Return what each legal move looks worth to the side to move, so many plies after it."""

    def look_at_the_clock(visit: Visit[Any]) -> None:
        budget.check()

    side = rules.to_move(state)
    search = AlphaBeta[Any, Any](rules, evaluate, max(depth, 1), look_at_the_clock)
    looks = {}
    for move in rules.legal_moves(state):
        after = rules.play(state, move)
        if depth == 0 or rules.outcome(after) is not None:
            looks[str(move)] = float(evaluate(after, side))
        else:
            sign = 1 if rules.to_move(after) == side else -1
            looks[str(move)] = float(sign * search.choose(after).value)
    return looks
