"""Advisers: hints for players, from the best plan or by perfect play from where a game has come."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Generic

from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError, LimitReachedError
from toadstone.core.line import SOLE_SIDE, Line, ending
from toadstone.core.question import BEST_MOVES, REMOTENESS
from toadstone.core.replay import replay
from toadstone.core.rules import Move, State, TwoPlayerRules
from toadstone.engines import SEARCH_PROBLEM
from toadstone.engines.adversarial.alpha_beta import Evaluation, deepest_move
from toadstone.engines.adversarial.perfect_play import (
    ExactSearch,
    PositionValue,
    SearchedGame,
    SolvedGame,
)
from toadstone.engines.adversarial.query import perfect_play, two_player_rules, winner_of
from toadstone.engines.answer import Status
from toadstone.engines.answering import answer, engine_for
from toadstone.engines.engine import load_library
from toadstone.engines.instance import Instance
from toadstone.engines.search.engine import a_star, breadth_first
from toadstone.engines.search.problem import Problem, RulesProblem
from toadstone.files.scenario import Scenario
from toadstone.play import (
    ADVISER,
    CONTINUED,
    MARGIN,
    Adviser,
    AnyLine,
    Outlook,
    Verdict,
)

PROVING, THINKING = 0.7, 0.85
"""The share of the time for a proof, and for all the thinking."""

COUNTING = 0.5
"""The share of the time of a line of play for counting the plies."""

SOON = 2.0
"""Seconds for extras: the longest defence of a single player, the plies to the end."""

UNKNOWN = Outlook(SOLE_SIDE, Verdict.UNDECIDED, proven=False)
"""The outlook of a single player's position if a limit was reached."""


def problem_begun_at(instance: Instance, state: Any, budget: Budget) -> Problem | None:
    """Return the search problem of a game that has come to a state; None if there is none."""
    if instance.why_unsupported(SEARCH_PROBLEM):
        return None
    problem = instance.game.get(SEARCH_PROBLEM)(instance.scenario, instance.ask, budget)
    return problem.begun_at(state)


def instance_once_begun(instance: Instance) -> Instance:
    """Return the instance with the questions that a game which has begun can follow.

    A question that changes the scenario comes too late then, of a front only the first question
    can be followed, and in a two-player game only questions about perfect play.
    """
    open_ = [question for question in instance.ask if not question.changes_scenario]
    if isinstance(instance.rules, TwoPlayerRules):
        perfect = {instance.game.decision, REMOTENESS, BEST_MOVES}
        open_ = [question for question in open_ if question in perfect]
    questions = open_[:1] if instance.is_front else open_
    return instance.asking(*questions or [instance.game.decision])


def adviser_for(instance: Instance) -> Adviser:
    """Return the adviser of a game that is played for these questions.

    If the game's own adviser does not support the scenario, it is one that asks the simulator.
    """
    if (make := instance.game.find(ADVISER)) and not instance.asking().why_unsupported(ADVISER):
        return make(instance)
    two = isinstance(instance.rules, TwoPlayerRules)
    return PerfectPlayAdviser(instance) if two else PlanAdviser(instance)


class PlanAdviser(Adviser):
    """Advises a single player, using the best plan from the current state.

    It keeps the plan: while the game follows it, no new search is needed.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._kept_after: tuple[Any, ...] = ()
        self._kept: Outlook | None = None

    def prepare(self) -> None:
        """Load the engine's library, if it needs one."""
        library = engine_for(self.instance).library
        if library is not None and CONTINUED in self.instance.game.parts:
            load_library(library)

    def outlook(self, game: AnyLine, budget: Budget, *, plies: bool = True) -> Outlook:
        """Return the best result of the game that is still possible."""
        if game.ending is not None:
            return outlook_at_end(self.instance, game)
        if self._kept is not None:
            whole = (*self._kept_after, *self._kept.line)
            done = len(game.moves)
            if len(self._kept_after) <= done < len(whole) and game.moves == whole[:done]:
                return replace(self._kept, moves=whole[done : done + 1], line=whole[done:])
        continued = self.instance.game.find(CONTINUED)
        if continued and self.instance.conditions().must_end:
            advice = self._solve(game, *continued(self.instance.scenario, game), budget)
        else:  # a plan of the scenario may stop before the moves that were made
            problem = problem_begun_at(self.instance, game.state, budget)
            advice = search_from(game, problem, budget)
            if problem and advice.verdict is Verdict.WON:
                advice = replace(advice, figures=self._figures(game, advice.line))
        if advice.proven and advice.moves:
            self._kept_after, self._kept = game.moves, advice
        return advice

    def advise(self, game: AnyLine, budget: Budget) -> Outlook:
        """Return the next move of the best plan; if none goes on, that of the longest defence."""
        advice = self.outlook(game, budget)
        if advice.proven and not advice.line:
            line = longest_defence(game, budget.within(SOON))
            return replace(advice, verdict=Verdict.LOST, moves=line[:1], line=line)
        return advice

    def _solve(self, game: AnyLine, rest: Scenario, played: int, budget: Budget) -> Outlook:
        result = answer(self.instance.about(rest), budget)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.replay is None:
            lost = result.status is Status.INFEASIBLE
            return Outlook(SOLE_SIDE, Verdict.LOST) if lost else UNKNOWN
        line = result.replay.moves[played:]
        proven, figures = result.status is Status.OPTIMAL, self._figures(game, line)
        outlook = Outlook(SOLE_SIDE, Verdict.WON, figures=figures, proven=proven)
        return replace(outlook, moves=line[:1], line=line)

    def _figures(self, game: AnyLine, line: tuple[Any, ...]) -> dict[str, int]:
        """Measure the whole game that ends with a line, on the rules that it is played by."""
        instance = self.instance
        whole = replay(game.rules, (*game.moves, *line), instance.conditions())
        if whole.failure:
            raise DisagreementError(
                f"turn {whole.failure.turn}: the continued scenario has a plan, the game played "
                f"says: {whole.failure.reason}"
            )
        return {each.name: whole.figures[each.figure] for each in instance.ask if each.figure}


def outlook_at_end(instance: Instance, game: AnyLine) -> Outlook:
    """Return the result of a finished one-player game.

    If the player only has to last long, a last move that the rules say loses does not count.
    """
    over = game.rules.outcome(game.state)
    died = over is not None and over.is_loss
    line = replay(game.rules, game.moves[:-1] if died else game.moves, instance.conditions())
    if line.failure:
        return Outlook(SOLE_SIDE, Verdict.LOST)
    figures = {each.name: line.figures[each.figure] for each in instance.ask if each.figure}
    return Outlook(SOLE_SIDE, Verdict.LOST if died else Verdict.WON, figures=figures)


def longest_defence(game: AnyLine, budget: Budget) -> tuple[Any, ...]:
    """Return the longest line of a lost game, as far as there was time to look.

    It examines all states after one move, after two, and so on, and keeps one line to each.
    """
    rules, state, line = game.rules, game.state, tuple[Any, ...]()
    layer: list[tuple[Any, tuple[Any, ...]]] = [(game.state, ())]
    with suppress(LimitReachedError, MemoryError):
        while layer:
            state, line = layer[0]
            longer = dict[Any, tuple[Any, tuple[Any, ...]]]()
            for before, moves in layer:
                for move in budget.each(rules.legal_moves(before)):
                    after = rules.after(before, move)
                    if ending(rules, move, after) is None:
                        longer.setdefault(rules.key(after), (after, (*moves, move)))
            layer = [*longer.values()]
    return (*line, *rules.legal_moves(state)[:1])


def search_from(game: AnyLine, problem: Problem | None, budget: Budget) -> Outlook:
    """Return the best plan of a search problem that begins where a game has come.

    Without a problem it is a shortest plan by the rules alone, for games that do not say how their
    scenarios are continued.
    """
    search = a_star if problem else breadth_first
    problem = problem or RulesProblem(game.rules).begun_at(game.state)
    try:
        result = search(problem, budget)
    except (LimitReachedError, MemoryError):
        return UNKNOWN
    if result.goal is None:
        return Outlook(SOLE_SIDE, Verdict.LOST)
    line = tuple(node.move for node in result.goal.line()[1:] if node.move is not None)
    return Outlook(SOLE_SIDE, Verdict.WON, moves=line[:1], line=line)


class TwoPlayerAdviser(Adviser, Generic[State, Move]):
    """Advises both sides of a two-player game.

    Attributes:
        rules: the rules of the game.
        hurries: whether the winner is to hurry and the loser to delay.
    """

    rules: TwoPlayerRules[State, Move]
    hurries = False

    @abstractmethod
    def exact_play(self, game: Line[State, Move], budget: Budget) -> SolvedGame[State, Move]:
        """Return perfect play of all positions that can follow in a game that has begun.

        Raises:
            LimitReachedError: time is up.
            MemoryError: there is not enough memory.
        """

    def timed_play(
        self, game: Line[State, Move], budget: Budget
    ) -> ExactSearch[State, Move] | None:
        """Return a search that also counts plies to the end; None if there is none."""
        return None

    def outlook(self, game: AnyLine, budget: Budget, *, plies: bool = True) -> Outlook:
        """Return the winner, the margin, and the number of plies if that takes little time."""
        state, side = game.state, game.to_move
        over = self.rules.outcome(state)
        if over is not None:
            return outlook_for(self.rules, side, self.rules.payoff_to_mover(state, over), 0)
        try:
            payoff = self.exact_play(game, budget).payoff(state)
        except (LimitReachedError, MemoryError):
            return Outlook(side, Verdict.UNDECIDED, proven=False)
        counted = self._counted(game, budget) if plies else None
        if counted is not None and counted.payoff != payoff:
            raise DisagreementError("two searches differ in who wins")
        return outlook_for(self.rules, side, payoff, counted and counted.plies)

    def _counted(self, game: AnyLine, budget: Budget) -> PositionValue | None:
        """Return payoff and plies to the end of a game that goes on; None if time is too short.

        If plies do not matter, only a short time is spent on it.
        """
        counting = budget if self.hurries else budget.within(SOON)
        try:
            play = self.timed_play(game, counting)
            return None if play is None else play.remoteness(game.state)
        except (LimitReachedError, MemoryError):
            return None

    def line(self, game: AnyLine, budget: Budget) -> Outlook:
        """Return advice with a line of best play from the move that it names first.

        The winner hurries, and the loser delays, where plies are known.
        """
        advice = self.advise(game, budget)
        if advice.verdict is Verdict.UNDECIDED:
            return advice
        line: list[Any] = []
        with suppress(LimitReachedError, MemoryError):
            counted = self._counted(game, budget.part(COUNTING))
            if counted and (timed := self.timed_play(game, budget)):
                line.extend(timed.timely_line(game.state))
            else:
                line.append(advice.moves[0])
                after = self.rules.after(game.state, line[0])
                if self.rules.outcome(after) is None:
                    line.extend(self.exact_play(game, budget).best_line(after))
        moves = dict.fromkeys((*line[:1], *advice.moves))
        return replace(advice, moves=tuple(moves), line=tuple(line))


class PerfectPlayAdviser(TwoPlayerAdviser[Any, Any]):
    """Advises both sides; the search keeps its results from move to move.

    If `remoteness` is asked for, the winner hurries and the loser delays.

    Args:
        instance: what is played, and for which questions.
        search: begins a search over the rules; a game may have a faster one.
    """

    def __init__(
        self, instance: Instance, search: Callable[[Any], SolvedGame[Any, Any]] = perfect_play
    ) -> None:
        self.rules = two_player_rules(instance).unaided()
        self.hurries = REMOTENESS in instance.ask
        self._search = search
        self._play: SolvedGame[Any, Any] | None = None

    def exact_play(self, game: AnyLine, budget: Budget) -> SolvedGame[Any, Any]:
        """Return the search, which is the same for all games."""
        self._play = self._play or self._search(self.rules)
        if isinstance(self._play, SearchedGame):
            self._play.budget = budget
        return self._play

    def timed_play(self, game: AnyLine, budget: Budget) -> ExactSearch[Any, Any] | None:
        """Return the same search, if it counts plies."""
        play = self.exact_play(game, budget)
        return play if isinstance(play, ExactSearch) else None

    def advise(self, game: AnyLine, budget: Budget) -> Outlook:
        """Return the best moves and the verdict; in a lost game, those that last longest."""
        play = self.exact_play(game, budget)
        timed = self.timed_play(game, budget) if self.hurries else None
        try:
            moves = timed.timely_moves(game.state) if timed else play.best_moves(game.state)
            payoff = play.payoff(game.state)
            plies = timed.remoteness(game.state).plies if timed else None
        except (LimitReachedError, MemoryError):
            return Outlook(game.to_move, Verdict.UNDECIDED, proven=False)
        if payoff < 0 and timed is None:
            with suppress(LimitReachedError, MemoryError):
                timed = self.timed_play(game, budget.within(SOON))
                moves = timed.timely_moves(game.state) if timed else moves
        return replace(outlook_for(self.rules, game.to_move, payoff, plies), moves=moves)


class TimelyAdviser(TwoPlayerAdviser[State, Move]):
    """Advises both sides in time: by a game's own solution, or else by the move that looks best.

    The advice comes some time before the limit, so that there is time left to use it.

    Args:
        rules: the rules of the game.
        evaluate: evaluates positions, where there is no time to solve them.
    """

    def __init__(self, rules: TwoPlayerRules[State, Move], evaluate: Evaluation[State]) -> None:
        self.rules = rules
        self._evaluate = evaluate

    def best_moves(
        self, play: SolvedGame[State, Move], state: State, thinking: Budget
    ) -> tuple[Move, ...]:
        """Return the best moves to name in a state; every one by default."""
        return play.best_moves(state)

    def advise(self, game: AnyLine, budget: Budget) -> Outlook:
        """Return best moves and their verdict; if that is undecided, the move that looks best."""
        state = game.state
        proving, thinking = budget.part(PROVING), budget.part(THINKING)
        try:
            play = self.exact_play(game, proving)
            outlook = outlook_for(self.rules, game.to_move, play.payoff(state))
            return replace(outlook, moves=self.best_moves(play, state, thinking))
        except (LimitReachedError, MemoryError):
            move = self.promising_move(state, thinking)
            return Outlook(game.to_move, Verdict.UNDECIDED, proven=False, moves=(move,))

    def promising_move(self, state: State, budget: Budget) -> Move:
        """Return the move that looks best, looking as far ahead as time allows."""
        return deepest_move(self.rules, self._evaluate, state, budget)


def outlook_for(
    rules: TwoPlayerRules[Any, Any], side: str, payoff: int, plies: int | None = None
) -> Outlook:
    """Return the evaluation of a position whose payoff to a side is known."""
    first = payoff if side == rules.sides[0] else -payoff
    margin = {MARGIN: first} if rules.highest_payoff > 1 else {}
    verdict = Verdict.WON if payoff > 0 else Verdict.LOST if payoff else Verdict.DRAWN
    return Outlook(side, verdict, winner_of(rules, side, payoff), margin, plies=plies)
