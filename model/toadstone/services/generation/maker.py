"""Makers of puzzles: one exact engine proposes, another one confirms.

A puzzle for one player has exactly one best plan, which is counted. In a two-player game exactly
one move is best, and a glance does not show it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any, ClassVar, Generic, cast

from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError
from toadstone.core.rules import RULES, Move, State
from toadstone.engines import EVALUATION, SEARCH_PROBLEM
from toadstone.engines.adversarial.alpha_beta import Evaluation, search
from toadstone.engines.adversarial.perfect_play import PerfectPlay, SolvedGame
from toadstone.engines.adversarial.query import AnyRules
from toadstone.engines.answer import Answer
from toadstone.engines.enumeration import Enumeration
from toadstone.engines.instance import Instance, make_instance
from toadstone.engines.search.problem import SearchProblem
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.play.words import with_noun
from toadstone.services.generation.puzzle import Puzzle, Refutation, Scale, Turn
from toadstone.view.board import AnyBoard, AnyMoment, Moment, drawn_board

OWN_MOVES = 3
"""The first moves of the solver, with any replies between them, that count for the hardness."""

LEAST_MOVES = 4
"""Legal moves that a puzzle in a two-player game has at least."""


@dataclass(frozen=True)
class Wish:
    """The kind and the number of the wanted puzzles; see `making.complete_wish`.

    Attributes:
        sizes: the sizes; of a complete wish all of them.
        difficulty: `easy`, `medium`, `hard`, or `rising` from one to the other; None if any
            puzzle will do.
        count: the number of puzzles.
    """

    game: str
    sizes: Mapping[str, int]
    difficulty: str | None = None
    count: int = 1
    seed: int = 0


@dataclass(frozen=True)
class Proposal:
    """A scenario that one exact engine holds to be a puzzle, with the one best plan or move."""

    scenario: Scenario
    solution: tuple[str, ...]


class Maker(ABC):
    """Makes puzzles of one game, as a wish wants them.

    Attributes:
        scale: the bounds of the game's classes of difficulty, which halve or third 100 puzzles of
            the usual sizes.
        deepest: the most turns after a move that a bounded solver looks ahead.
    """

    scale: Scale
    deepest: int = 6

    def __init__(self, wish: Wish) -> None:
        self.wish = wish

    @abstractmethod
    def propose(self, dice: Random, budget: Budget) -> Proposal | None:
        """Return a scenario that has exactly one solution, or None if these dice give none.

        The same dice give the same proposal, on every machine.

        Raises:
            LimitReachedError: time is up.
        """

    @abstractmethod
    def turns(self, proposal: Proposal, budget: Budget, deepest: int) -> Sequence[Turn]:
        """Return the positions in which the solver has to move, with the apparent worth of moves.

        It is the worth to solvers that look so many turns ahead at most.
        """

    @abstractmethod
    def near_misses(self, proposal: Proposal, budget: Budget) -> int:
        """Return the number of wrong answers that are nearly right."""

    @abstractmethod
    def prove(self, proposal: Proposal, instance: Instance, answer: Answer, budget: Budget) -> int:
        """Return the exact number of solutions, counted apart from the engine that proposed.

        The answer is proven best and replayed.

        Raises:
            DisagreementError: the two engines contradict each other.
            LimitReachedError: time is up; the proposal is then dropped.
        """

    def key(self, proposal: Proposal) -> Hashable:
        """Return a key of the puzzle, also if it is turned, mirrored or its sides are swapped."""
        return str(proposal.scenario.json_content)

    def refutations(self, proposal: Proposal, budget: Budget) -> Mapping[str, Refutation]:
        """Return why each wrong first move fails; by default nothing, as for one player."""
        return {}

    def drawn(self, scenario: Any) -> tuple[AnyBoard, AnyMoment]:
        """Return the picture that shows the puzzle, and no answer; by default that of the start."""
        game = find_game(scenario.game)
        return drawn_board(game, scenario), Moment(0, game.get(RULES)(scenario).start())

    def task(self, scenario: Any) -> str:
        """Return the rules in about two lines of a printed page, and how to write a move."""
        board = drawn_board(find_game(scenario.game), scenario)
        return " ".join((*board.in_short(), board.written))

    def given(self) -> int:
        """Return with how many moves, the same ones, every solution begins; a sheet has them."""
        return 0

    @abstractmethod
    def goal(self, answer: Answer) -> str:
        """Return the task in a sentence, without the answer."""

    def refutation_in_words(self, puzzle: Puzzle) -> str:
        """Say why the wrong move that looks best fails; nothing of a puzzle for one player."""
        return ""

    def short(self, move: str) -> str:
        """Return a move as people write it into a box; by default its text form."""
        return move


# Puzzles for one player


@dataclass
class Sight(Generic[State, Move]):
    """The view of a bounded solver on a game for one player; results are kept.

    Attributes:
        problem: the game; its steps leave out the moves that lose at once.
        worth: the apparent worth of a state, the more the better.
    """

    problem: SearchProblem[State, Move]
    worth: Callable[[State], float]
    budget: Budget
    _steps: dict[Hashable, dict[str, State]] = field(default_factory=dict)
    _ahead: dict[tuple[Hashable, int], float] = field(default_factory=dict)

    def steps(self, state: State) -> dict[str, State]:
        """Return the moves that do not lose at once, with the states after; none at the goal."""
        key = self.problem.key(state)
        if key not in self._steps:
            self.budget.check()
            over = self.problem.is_goal(state)
            steps = () if over else self.problem.steps(state)
            self._steps[key] = {str(s.move): s.state for s in steps if s.move is not None}
        return self._steps[key]

    def ahead(self, state: State, turns: int) -> float:
        """Return the most worth that so many more turns can lead to; -infinite if all lines lose.

        A line that reaches the goal sooner has the worth of the goal.
        """
        if turns == 0 or self.problem.is_goal(state):
            return self.worth(state)
        key = self.problem.key(state), turns
        if key not in self._ahead:
            values = (self.ahead(after, turns - 1) for after in self.steps(state).values())
            self._ahead[key] = max(values, default=-inf)
        return self._ahead[key]

    def turns(self, plan: Sequence[str], depths: int) -> list[Turn]:
        """Return the turns of a plan, which alone is right, as seen at so many depths."""
        state, turns = self.problem.start(), []
        for move in plan:
            steps = self.steps(state)
            looks = [
                {each: self.ahead(after, depth) for each, after in steps.items()}
                for depth in range(depths)
            ]
            turns.append(Turn(looks, frozenset([move])))
            state = steps[move]
        return turns


class SoloMaker(Maker):
    """Makes puzzles for one player."""

    @abstractmethod
    def worth(self, scenario: Any) -> Callable[[Any], float]:
        """Return the function that gives the apparent worth of a state to a bounded solver."""

    def sight(self, scenario: Scenario, budget: Budget) -> Sight[Any, Any]:
        """Return the view of bounded solvers on a scenario."""
        instance = make_instance(scenario)
        problem = instance.get(SEARCH_PROBLEM)(scenario, instance.ask, budget)
        return Sight(problem, self.worth(scenario), budget)

    def turns(self, proposal: Proposal, budget: Budget, deepest: int) -> Sequence[Turn]:
        """Return the turns of the one best plan."""
        return self.sight(proposal.scenario, budget).turns(proposal.solution, deepest + 1)

    def prove(self, proposal: Proposal, instance: Instance, answer: Answer, budget: Budget) -> int:
        """Count the best plans exactly and twice, and compare the proposed one."""
        plans = Enumeration(answer.instance, budget.within(None), Confirm.AUTO, answer).count()
        if plans == 1 and tuple(answer.plan or ()) != proposal.solution:
            raise DisagreementError("the only best plan is not the one that was proposed")
        return plans


# Puzzles in two-player games


class DuelMaker(Maker):
    """Makes puzzles in a two-player game.

    Attributes:
        must_win: whether the side to move has to win.
    """

    deepest = 3
    must_win: ClassVar[bool] = True

    def goal(self, answer: Answer) -> str:
        """Return the task: to find the one move that wins."""
        return "Find the only move that wins."

    @abstractmethod
    def position(self, dice: Random, budget: Budget) -> Scenario | None:
        """Return a position that may be a puzzle, or None if these dice give none."""

    @abstractmethod
    def perfect_play(self, scenario: Any, budget: Budget) -> SolvedGame[Any, Any]:
        """Return perfect play of every state that can follow in a scenario."""

    def confirming_play(self, scenario: Any, budget: Budget) -> SolvedGame[Any, Any]:
        """Return another exact engine, which has to find the same move; by default exact search."""
        return PerfectPlay(rules_of(scenario), budget)

    def evaluation(self, scenario: Any) -> Evaluation[Any]:
        """Return how bounded solvers evaluate states in which they stop; by default, the game's."""
        return find_game(self.wish.game).get(EVALUATION)(scenario)

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
        best = self._hidden_best(self.perfect_play(scenario, budget), start, looks)
        return None if best is None else Proposal(scenario, (best,))

    def _hidden_best(
        self, play: SolvedGame[Any, Any], start: Any, looks: Mapping[str, float]
    ) -> str | None:
        """Return the only best move, if a glance does not show it, and it wins if it has to.

        Moves that look best are tried first: most often they show that there is none.
        """
        rules = play.rules
        moves = sorted(rules.legal_moves(start), key=lambda move: -looks[str(move)])
        (first, second), most, best = map(str, moves[:2]), -inf, list[str]()
        for move in moves:
            payoff = -play.payoff(rules.after(start, move))
            best = [*(best if payoff == most else ()), str(move)] if payoff >= most else best
            most = max(most, payoff)
            shown = best == [first] and looks[first] > looks[second]
            if most == rules.highest_payoff and (shown or len(best) > 1):
                return None
        return None if shown or len(best) > 1 or (self.must_win and most <= 0) else best[0]

    def turns(self, proposal: Proposal, budget: Budget, deepest: int) -> Sequence[Turn]:
        """Return the start, and the states after right moves and any replies, equally likely."""
        rules, depths = rules_of(proposal.scenario), range(deepest + 1)
        play = self.perfect_play(proposal.scenario, budget)
        evaluate = self.evaluation(proposal.scenario)
        return [
            Turn([looks_of_moves(rules, evaluate, state, d, budget) for d in depths], right, weight)
            for state, weight, right in self._met(rules, play)
        ]

    def _met(
        self, rules: AnyRules, play: SolvedGame[Any, Any]
    ) -> Iterator[tuple[Any, float, frozenset[str]]]:
        """Yield the states that the solver meets in the first moves: state, frequency, right moves.

        If several moves are right, the first of them is made.
        """
        states: dict[Any, float] = {rules.start(): 1.0}
        for _ in range(OWN_MOVES):
            after: dict[Any, float] = {}
            for state, weight in states.items():
                right = play.best_moves(state)
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
        play = self.perfect_play(proposal.scenario, budget)
        start = rules.start()
        best = max(payoffs_of_moves(play, start).values())
        near = 0
        for move in budget.each(rules.legal_moves(start)):
            after = rules.play(start, move)
            if str(move) not in proposal.solution and rules.outcome(after) is None:
                replies = payoffs_of_moves(play, after).values()
                near += sum(-reply < best for reply in replies) == 1
        return near

    def refutation_in_words(self, puzzle: Puzzle) -> str:
        """Say why the wrong move that looks best fails."""
        move, why = max(puzzle.wrong.items(), key=lambda each: each[1].looks)
        looks = "better" if why.looks > 0 else "as good"
        loses = "loses" if self.must_win else f"ends {with_noun(why.loses, 'point')} worse"
        reply = f"after {', '.join(why.line)}" if why.line else "at once"
        return f"Not {move}: it looks {looks}, but {loses} {reply}."

    def refutations(self, proposal: Proposal, budget: Budget) -> Mapping[str, Refutation]:
        """Return, for each wrong first move, a best reply, and its cost.

        After the reply comes the move that looks best, and a best reply to that.
        """
        rules, play = rules_of(proposal.scenario), self.perfect_play(proposal.scenario, budget)
        start, evaluate = rules.start(), self.evaluation(proposal.scenario)
        (right,), payoffs = proposal.solution, payoffs_of_moves(play, start)
        looks = looks_of_moves(rules, evaluate, start, 0, budget)

        def line(state: Any) -> Iterator[str]:
            for is_reply in (True, False, True):
                if rules.outcome(state) is not None:
                    return
                if is_reply:
                    moves = rules.legal_moves(state)
                    move = next(each for each in moves if play.is_best(state, each))
                else:
                    seen = looks_of_moves(rules, evaluate, state, 0, budget)
                    move = max(rules.legal_moves(state), key=lambda each: seen[str(each)])
                yield str(move)
                state = rules.play(state, move)

        return {
            str(move): Refutation(
                tuple(line(rules.play(start, move))),
                payoffs[right] - payoffs[str(move)],
                looks[str(move)] - looks[right],
            )
            for move in budget.each(rules.legal_moves(start))
            if str(move) != right
        }

    def prove(self, proposal: Proposal, instance: Instance, answer: Answer, budget: Budget) -> int:
        """Return the number of best moves; one alone has to be that of the proposal.

        If the answer was derived once, another exact engine derives its best moves again.
        """
        moves = list((answer.values or {}).get("best_moves", ()))
        if answer.confirmed_by is None:
            start = rules_of(proposal.scenario).start()
            payoffs = payoffs_of_moves(self.confirming_play(proposal.scenario, budget), start)
            most = max(payoffs.values())
            if moves != [move for move, payoff in payoffs.items() if payoff == most]:
                raise DisagreementError("two exact engines find different best moves")
        if len(moves) == 1 and tuple(moves) != proposal.solution:
            raise DisagreementError("the only best move is not the one that was proposed")
        return len(moves)


def rules_of(scenario: Scenario) -> AnyRules:
    """Return the rules of a scenario of a two-player game."""
    return cast(AnyRules, find_game(scenario.game).get(RULES)(scenario))


def payoffs_of_moves(play: SolvedGame[Any, Any], state: Any) -> dict[str, int]:
    """Return the payoff of each legal move to the side to move, with perfect play after it."""
    rules = play.rules
    return {str(move): -play.payoff(rules.play(state, move)) for move in rules.legal_moves(state)}


def looks_of_moves(
    rules: AnyRules, evaluate: Evaluation[Any], state: Any, depth: int, budget: Budget
) -> Mapping[str, float]:
    """Return the apparent worth of each legal move to the side to move, so many plies later."""
    side = rules.to_move(state)
    looks = {}
    for move in rules.legal_moves(state):
        after = rules.play(state, move)
        if depth == 0 or rules.outcome(after) is not None:
            looks[str(move)] = float(evaluate(after, side))
        else:
            sign = 1 if rules.to_move(after) == side else -1
            value, _ = search(rules, evaluate, depth, after, lambda plies: budget.check())
            looks[str(move)] = float(sign * value)
    return looks
