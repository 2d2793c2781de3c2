"""River Toad by search, on the quick form: the best plans, and all plans.

`RiverToadSearch` states the questions as a shortest-path problem. What a line of play costs is what
it falls short of: HP and flies that came down and were missed, HP that actions cost, moves, turns
not lived through. Plans that win have all turns, so the cheapest has the best figures. The figures
themselves are never read off the cost.

`PlanSpace` has all plans with given figures as a layered graph that is small. Of a living toad it
keeps only what those figures and the requirements depend on. It treats as equal what no future can
tell apart, such as HP beyond all that can still be spent, and leaves out toads who can no longer
reach what is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.engines.search.problem import Cost, SearchProblem, Step, add
from toadstone.engines.state_space import StateSpace
from toadstone.games.river_toad.questions import must_win
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.games.river_toad.toad_space import Step as ToadStep
from toadstone.games.river_toad.toad_space import Toad, ToadSpace


class Play(NamedTuple):
    """A living toad after some turn; `stopped` where the line of play goes on no further."""

    turn: int
    toad: Toad
    stopped: bool = False


class Shortfall(NamedTuple):
    """What a part of a line of play falls short of, for each figure that can be asked for."""

    hp: int
    moves: int
    flies: int
    turns: int = 0


class Estimate(NamedTuple):
    """What the board leaves open to a toad in some cell after some turn.

    Attributes:
        least_hp: with less HP he cannot come to an end that counts.
        shortfall: what the rest falls short of at least, for each question, as if HP never ran
            out; each number by itself, on whatever way is best for it.
    """

    least_hp: int
    shortfall: Cost


class RiverToadSearch(SearchProblem[Play, Action]):
    """The plans of a scenario, with what they fall short of in the questions asked.

    Args:
        scenario: the scenario.
        ask: the questions, the most important first; the starting HP are the scenario's.
        budget: called while the estimates are prepared.
    """

    def __init__(
        self,
        scenario: RiverToadScenario,
        ask: tuple[Question, ...],
        budget: Budget = UNLIMITED,
    ) -> None:
        self.scenario = scenario
        self.must_win = must_win(ask)
        self._budget = budget
        figures = [each.figure for each in ask if each.figure and not each.changes_scenario]
        self._asked = [Shortfall._fields.index(figure) for figure in figures]
        self.zero = (0,) * len(self._asked)
        self._space = ToadSpace(scenario)
        self._clamped = scenario.overdraft == "clamped"
        self._arrived = list(accumulate(each.has_fly for each in self._space.passages))
        kept = {"moves"} if scenario.require.max_moves is not None else set[str]()
        kept |= {"flies"} if scenario.require.min_flies else set()
        if self._clamped and "hp" in figures:
            # being ahead in HP can come to nothing, while being behind in another figure remains
            kept |= {"moves", "flies"}.intersection(figures)
        self._in_stock = sorted(kept)

    def start(self) -> Play:
        """Return the toad before the first turn."""
        return Play(0, self._space.start())

    def steps(self, state: Play) -> Iterator[Step[Play, Action]]:
        """Yield every way to live through the next turn, then, where plans may stop, to stop."""
        if state.stopped:
            return
        turn, toad, _ = state
        if turn < self.scenario.turns:
            came = self._arrived[turn + 1] - self._arrived[turn]
            for action, after in self._space.successors(turn + 1, toad):
                missed = came - (after.flies - toad.flies)
                lost = self.scenario.flies.gain * came - (after.hp - toad.hp)
                cost = self._as_cost(Shortfall(lost, after.moves - toad.moves, missed))
                yield Step(action, Play(turn + 1, after), cost)
        if not self.must_win and self._space.accepts(toad):
            yield Step(None, Play(turn, toad, stopped=True), self._rest(turn))

    def _as_cost(self, shortfall: Shortfall) -> Cost:
        return tuple([shortfall[index] for index in self._asked])

    def _rest(self, turn: int) -> Cost:
        """Return what a line of play that stops after a turn goes without."""
        flies = self._arrived[-1] - self._arrived[turn]
        turns = self.scenario.turns - turn
        return self._as_cost(Shortfall(self.scenario.flies.gain * flies, 0, flies, turns))

    def is_goal(self, state: Play) -> bool:
        """Say whether the toad is through, or has stopped where he may, with what is required."""
        if not self.must_win:
            return state.stopped
        return state.turn == self.scenario.turns and self._space.accepts(state.toad)

    def figures(self, state: Play) -> Mapping[str, int]:
        """Return final HP, moves, flies eaten, turns lived through, and the starting HP."""
        return {
            "hp": state.toad.hp,
            "moves": state.toad.moves,
            "flies": state.toad.flies,
            "turns": state.turn,
            "start_hp": self.scenario.toad.hp,
        }

    def observe(self, before: Play, after: Play) -> Mapping[str, int]:
        """Return cell and HP after a turn; only turns that the toad lives through are searched."""
        return {
            "cell": after.toad.cell,
            "hp": after.toad.hp,
            "caught": 0,
            "fed": after.toad.flies - before.toad.flies,
        }

    def place(self, state: Play) -> tuple[int, int, bool]:
        """Return turn and cell, and whether the line stops there."""
        return state.turn, state.toad.cell, state.stopped

    def stock(self, state: Play) -> tuple[int, ...]:
        """Return HP, and moves and flies so far as requirements or later questions need them."""
        toad = state.toad
        if not self._in_stock:
            return (toad.hp,)
        counts = {"moves": -toad.moves, "flies": toad.flies}
        return (toad.hp, *(counts[figure] for figure in self._in_stock))

    def estimate(self, state: Play) -> Cost | None:
        """Return the least that the rest can fall short of as if HP never ran out.

        Every way from here is also a way there, for no greater cost, so it is never too high.
        None where the HP at hand are too few whatever the toad does, or no cell is open.
        """
        if state.stopped:
            return self.zero
        estimate = self._estimates[state.turn].get(state.toad.cell)
        if estimate is None or state.toad.hp < estimate.least_hp:
            return None
        return estimate.shortfall

    @property
    def least_hp(self) -> int | None:
        """The least starting HP that win if no moves or flies are required; None where none do."""
        estimate = self._estimates[0].get(self.scenario.start_cell)
        return None if estimate is None else estimate.least_hp

    @cached_property
    def _estimates(self) -> list[dict[int, Estimate]]:
        """For each turn, for each cell from which an end can be reached: the estimate."""
        last = self.scenario.turns
        return self._space.backwards(last, self._ends, self._through, self._best_of, self._budget)

    def _ends(self, turn: int) -> list[Estimate]:
        """Return the estimate of a line of play that may end after this turn, if it may."""
        if self.must_win and turn < self.scenario.turns:
            return []
        return [Estimate(self._space.least_final_hp, self._rest(turn))]

    @staticmethod
    def _best_of(ways: list[Estimate]) -> Estimate:
        least_hp, shortfalls = zip(*ways, strict=True)
        return Estimate(min(least_hp), tuple(map(min, zip(*shortfalls, strict=True))))

    def _through(self, turn: int, step: ToadStep, after: Estimate) -> Estimate:
        """Return the estimate before a step, where that step is the only way.

        The step counts for what it costs at least, whatever the toad's HP. Only a toad who is fed
        in the same turn lives through an overdraft, and then he had at least 1 HP to lose.
        """
        missed = self._arrived[turn] - self._arrived[turn - 1] - step.fed
        paid = min(1, step.cost) if self._clamped and step.fed else step.cost
        lost = paid + self.scenario.flies.gain * missed
        cost = self._as_cost(Shortfall(lost, int(step.action.shift != 0), missed))
        least_hp = self._space.least_hp_before(step, after.least_hp)
        return Estimate(least_hp, add(cost, after.shortfall))


class StartHpChoices(Sequence[RiverToadScenario]):
    """A scenario with every starting HP, from 1 up; with more HP a toad can do no less."""

    def __init__(self, scenario: RiverToadScenario) -> None:
        self._scenario = scenario

    def __len__(self) -> int:
        return self._scenario.enough_start_hp

    def __getitem__(self, index: int) -> RiverToadScenario:  # type: ignore[override]  # no slices
        return self._scenario.with_start_hp(range(1, len(self) + 1)[index])


Element = tuple[int, int, int, int]
"""A living toad: his cell, his HP, and the moves and flies that are still to come.

HP, moves and flies are counted only so far as they matter.
"""


class RemainingBounds(NamedTuple):
    """What the board still allows a toad in some cell, whatever his own state.

    Attributes:
        least_hp: with less, no way leads to the HP that are asked for.
        enough_hp: with so much, every way does, and nothing on it is too dear.
        most_hp: with more, no way leads down to the HP that are asked for.
        least_moves: on any way to the end; likewise `most_moves`, `least_flies`, `most_flies`.
    """

    least_hp: int
    enough_hp: int
    most_hp: int
    least_moves: int
    most_moves: int
    least_flies: int
    most_flies: int


class PlanSpace(StateSpace[Element, Action]):
    """The plans of a scenario that keep to its requirements and end with the given figures.

    Figures that are not given have to be as required: HP and flies at least, moves at most so many.
    """

    def __init__(
        self,
        scenario: RiverToadScenario,
        figures: Mapping[str, int],
        budget: Budget = UNLIMITED,
    ) -> None:
        self.scenario = scenario
        self.turns = figures.get("turns", scenario.turns)
        self._space = ToadSpace(scenario)
        self._exact, require = figures.keys(), scenario.require
        self._hp = figures.get("hp", self._space.least_final_hp)
        self._moves = figures.get("moves", require.max_moves)
        self._flies = figures.get("flies", require.min_flies or None)
        costs = scenario.costs.items()
        self._dearest_move = max((cost for action, cost in costs if action.shift), default=0)
        self._cost_of_staying = scenario.costs.get(Action(0), 0)
        end = RemainingBounds(self._hp, self._hp, self._hp, 0, 0, 0, 0)
        self._remaining = self._space.backwards(
            self.turns,
            lambda turn: [end] if turn == self.turns else [],
            self._through,
            self._merged,
            budget,
        )

    def start(self) -> Element | None:
        """Return the toad before the first turn, or None where the board excludes every plan."""
        cell, hp = self.scenario.start_cell, self.scenario.toad.hp
        return self._kept(0, cell, hp, self._moves or 0, self._flies or 0)

    def successors(self, turn: int, element: Element) -> Iterator[tuple[Action, Element]]:
        """Yield every way through a turn after which the target is still in reach."""
        cell, hp, moves, flies = element
        for step in self._space.steps(turn, cell):
            action, target, _, fed = step
            after = self._kept(
                turn,
                target,
                self._space.hp_after(step, hp),
                moves - 1 if action.shift else moves,
                flies - 1 if fed else flies,
            )
            if after is not None:
                yield action, after

    def accepts(self, turn: int, element: Element) -> bool:
        """Say yes after the last turn: a state that is kept until then has reached the target."""
        return turn == self.turns

    def _kept(self, turn: int, cell: int, hp: int, moves: int, flies: int) -> Element | None:
        """Return what matters of a toad after a turn, or None where the target is out of reach.

        Moves and flies are those to come, and do not matter where the target is not about them.
        """
        bounds = self._remaining[turn].get(cell)
        if bounds is None or hp < bounds.least_hp:
            return None
        enough = bounds.enough_hp
        if self._moves is None:
            moves = 0
        else:
            if moves < bounds.least_moves or ("moves" in self._exact and moves > bounds.most_moves):
                return None
            moves = min(moves, bounds.most_moves)
            stays = (self.turns - turn) * self._cost_of_staying
            enough = min(enough, stays + moves * self._dearest_move + self._hp)
        if self._flies is None:
            flies = 0
        else:
            if flies > bounds.most_flies or ("flies" in self._exact and flies < bounds.least_flies):
                return None
            flies = max(flies, bounds.least_flies)
        if "hp" in self._exact:
            return (cell, hp, moves, flies) if hp <= bounds.most_hp else None
        return cell, min(hp, enough), moves, flies

    @staticmethod
    def _merged(ways: list[RemainingBounds]) -> RemainingBounds:
        least, enough, most, fewest, moves, hungriest, flies = zip(*ways, strict=True)
        return RemainingBounds(
            min(least), max(enough), max(most), min(fewest), max(moves), min(hungriest), max(flies)
        )

    def _through(self, turn: int, step: ToadStep, after: RemainingBounds) -> RemainingBounds:
        """Return the bounds before a step, where that step is the only way."""
        gain = self.scenario.flies.gain if step.fed else 0
        moved = step.action.shift != 0
        least = self._space.least_hp_before(step, after.least_hp)
        return RemainingBounds(
            least_hp=least,
            enough_hp=max(least, step.cost, after.enough_hp - gain + step.cost),
            most_hp=after.most_hp - gain + step.cost,
            least_moves=after.least_moves + moved,
            most_moves=after.most_moves + moved,
            least_flies=after.least_flies + step.fed,
            most_flies=after.most_flies + step.fed,
        )
