"""Puzzles in two-player games: exactly one move is best, and greedy does not choose it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from random import Random
from statistics import fmean
from typing import Any

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
from toadstone.services.generation.maker import (
    DEEPEST,
    RANDOM,
    RESTARTS,
    SOLVERS,
    Features,
    Maker,
    Panel,
    Proposal,
)

LEAST_MOVES = 3
"""Legal moves that a puzzle has at least."""


class DuelMaker(Maker):
    """Makes puzzles in a two-player game."""

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
        """Return a position in which exactly one move is best, and greedy chooses another."""
        scenario = self.position(dice, budget)
        if scenario is None:
            return None
        rules = rules_of(scenario)
        start = rules.start()
        if rules.outcome(start) is not None or len(rules.legal_moves(start)) < LEAST_MOVES:
            return None
        greedy = looks_best(rules, self.evaluation(scenario), 0, budget)
        payoffs = payoffs_of_moves(self.solved(scenario, budget), start)
        most = max(payoffs.values())
        best = [move for move, payoff in payoffs.items() if payoff == most]
        if len(best) > 1 or greedy == best[0] or (self.must_win() and most <= 0):
            return None
        return Proposal(scenario, tuple(best))

    def panel(self, proposal: Proposal, budget: Budget) -> Panel:
        """Let each solver choose a move; it solves the puzzle by the one best move."""
        rules, evaluate = rules_of(proposal.scenario), self.evaluation(proposal.scenario)
        chosen = {
            name: looks_best(rules, evaluate, depth, budget)
            for depth, name in enumerate(SOLVERS[: DEEPEST + 1])
        }
        chosen[RANDOM] = best_at_random(rules, budget)
        return Panel({name: (move,) == proposal.solution for name, move in chosen.items()})

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

    def features(self, proposal: Proposal, said: Answer, panel: Panel, budget: Budget) -> Features:
        """Measure the puzzle: the position, and one line of best play."""
        rules, evaluate = rules_of(proposal.scenario), self.evaluation(proposal.scenario)
        solved = self.solved(proposal.scenario, budget)
        start = rules.start()
        payoffs = payoffs_of_moves(solved, start)
        best, side = proposal.solution[0], rules.to_move(start)
        looks = {
            str(move): evaluate(rules.play(start, move), side) for move in rules.legal_moves(start)
        }
        greedy = looks_best(rules, evaluate, 0, budget)
        states = said.replay.states[:-1] if said.replay else ()
        return {
            "turns": len(states),
            "branching": round(fmean(len(rules.legal_moves(state)) for state in states), 4),
            "forced": _share(len(rules.legal_moves(state)) == 1 for state in states),
            "critical": _share(len(solved.best_moves(state)) == 1 for state in states[::2]),
            "misleading": sum(looks[move] > looks[best] for move in looks),
            "mistake_shows": _shows(panel),
            "greedy_regret": payoffs[best] - payoffs[greedy],
        }

    @abstractmethod
    def task(self) -> str:
        """Return the rules and what the puzzle asks, in a few sentences for the printed page."""


def _shows(panel: Panel) -> int | None:
    """Return the least look-ahead from which on the best move is chosen; None if none is."""
    shows = None
    for depth in range(DEEPEST, -1, -1):
        if not panel.solved[SOLVERS[depth]]:
            break
        shows = depth
    return shows


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


def looks_best(rules: AnyRules, evaluate: Evaluation[Any], depth: int, budget: Budget) -> str:
    """Return the first move that looks best so many plies after it, at the start of the rules."""

    def look_at_the_clock(visit: Visit[Any]) -> None:
        budget.check()

    search = AlphaBeta[Any, Any](rules, evaluate, depth + 1, look_at_the_clock)
    return str(search.choose(rules.start()).line[0])


def best_at_random(rules: AnyRules, budget: Budget) -> str:
    """Return the first move with the best mean over random games, as many for each move."""
    dice = Random(RANDOM)  # noqa: S311  # a fixed seed, not a secret
    start = rules.start()
    moves = rules.legal_moves(start)
    games = max(1, RESTARTS // len(moves))
    totals = {}
    for move in budget.each(moves):
        after = rules.play(start, move)
        totals[str(move)] = sum(_random_payoff(rules, start, after, dice) for _ in range(games))
    return max(totals, key=lambda each: totals[each])


def _random_payoff(rules: AnyRules, mover: Any, state: Any, dice: Random) -> int:
    """Play a game to its end at random; return what it brings the side that moves in `mover`."""
    while (outcome := rules.outcome(state)) is None:
        state = rules.play(state, dice.choice(rules.legal_moves(state)))
    return rules.payoff_to_mover(mover, outcome)


def _share(whether: Iterable[bool]) -> float | None:
    each = list(whether)
    return round(sum(each) / len(each), 4) if each else None
