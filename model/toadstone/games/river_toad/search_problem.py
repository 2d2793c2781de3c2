"""River Toad's questions as a shortest-path problem, for the searches.

What a line of play costs is what it falls short of: HP and flies that came down and were missed,
HP that actions cost, moves, turns not lived through. Plans that win have all turns, so the
cheapest of them has the best figures. The figures themselves are never read off the cost.

The states are those of `ToadSpace`, which is quicker than to play whole boards. Tests hold it
against the reference simulator, which replays every plan that is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question
from toadstone.engines.search.problem import Cost, SearchProblem, Step, add
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


class Outlook(NamedTuple):
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
        self._asked = [
            Shortfall._fields.index(question.figure)
            for question in ask
            if question.figure and not question.changes_scenario
        ]
        self.zero = (0,) * len(self._asked)
        self._space = ToadSpace(scenario)
        self._clamped = scenario.overdraft == "clamped"
        self._arrived = self._space.flies_so_far()
        self._in_stock = self._figures_in_stock()

    def _figures_in_stock(self) -> tuple[str, ...]:
        """Return the figures beside HP on which the future depends.

        Under `clamped`, being ahead in HP can come to nothing while being behind in another
        figure remains, so the figures asked for beside HP count as well.
        """
        require = self.scenario.require
        kept = {"moves"} if require.max_moves is not None else set()
        kept |= {"flies"} if require.min_flies else set()
        asked = {Shortfall._fields[index] for index in self._asked}
        if self._clamped and "hp" in asked:
            kept |= {"moves", "flies"} & asked
        return tuple(sorted(kept))

    def start(self) -> Play:
        """Return the toad before the first turn."""
        return Play(0, self._space.start())

    def steps(self, state: Play) -> Iterator[Step[Play, Action]]:
        """Yield every way to live through the next turn, then, where plans may stop, to stop."""
        if state.stopped:
            return
        turn, toad, _ = state
        if turn < self.scenario.turns:
            for action, after in self._space.successors(turn + 1, toad):
                yield Step(action, Play(turn + 1, after), self._cost(turn + 1, toad, after))
        if not self.must_win and self._space.accepts(toad):
            yield Step(None, Play(turn, toad, stopped=True), self._rest(turn))

    def _cost(self, turn: int, before: Toad, after: Toad) -> Cost:
        """Return what a turn falls short of: HP rise by no more than its flies are worth."""
        came = self._arrived[turn] - self._arrived[turn - 1]
        missed = came - (after.flies - before.flies)
        lost = self.scenario.flies.gain * came - (after.hp - before.hp)
        return self._as_cost(Shortfall(lost, after.moves - before.moves, missed))

    def _as_cost(self, shortfall: Shortfall) -> Cost:
        """Return what is asked for, in the order of the questions."""
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
        outlook = self._outlooks[state.turn].get(state.toad.cell)
        if outlook is None or state.toad.hp < outlook.least_hp:
            return None
        return outlook.shortfall

    @cached_property
    def _outlooks(self) -> list[dict[int, Outlook]]:
        """For each turn, for each cell from which an end can be reached: the outlook."""
        cells = self._space.cells
        layer = {cell: self._best_of(self._ends(self.scenario.turns)) for cell in cells}
        layers = [layer]
        for turn in range(self.scenario.turns, 0, -1):
            self._budget.check()
            ways = {cell: self._ways(turn, cell, layer) for cell in cells}
            layer = {cell: self._best_of(each) for cell, each in ways.items() if each}
            layers.append(layer)
        return layers[::-1]

    def _ends(self, turn: int) -> list[Outlook]:
        """Return the outlook of a line of play that may end after this turn, if it may."""
        if self.must_win and turn < self.scenario.turns:
            return []
        return [Outlook(self._space.least_final_hp, self._rest(turn))]

    def _ways(self, turn: int, cell: int, after: Mapping[int, Outlook]) -> list[Outlook]:
        """Return the outlooks of a cell before a turn, one for each way on."""
        return self._ends(turn - 1) + [
            self._through(turn, step, after[step.cell])
            for step in self._space.steps(turn, cell)
            if step.cell in after
        ]

    @staticmethod
    def _best_of(ways: list[Outlook]) -> Outlook:
        least_hp, shortfalls = zip(*ways, strict=True)
        return Outlook(min(least_hp), tuple(map(min, zip(*shortfalls, strict=True))))

    def _through(self, turn: int, step: ToadStep, after: Outlook) -> Outlook:
        """Return the outlook before a step, where that step is the only way."""
        least_hp = self._space.least_hp_before(step, after.least_hp)
        return Outlook(least_hp, add(self._least_cost(turn, step), after.shortfall))

    def _least_cost(self, turn: int, step: ToadStep) -> Cost:
        """Return what a step costs at least, whatever the toad's HP.

        Only a toad who is fed in the same turn lives through an overdraft, and then he had at
        least 1 HP to lose.
        """
        missed = self._arrived[turn] - self._arrived[turn - 1] - step.fed
        paid = min(1, step.cost) if self._clamped and step.fed else step.cost
        lost = paid + self.scenario.flies.gain * missed
        return self._as_cost(Shortfall(lost, int(step.action.shift != 0), missed))


class StartHpChoices(Sequence[RiverToadScenario]):
    """A scenario with every starting HP, from 1 up; with more HP a toad can do no less."""

    def __init__(self, scenario: RiverToadScenario) -> None:
        self._scenario = scenario

    def __len__(self) -> int:
        return self._scenario.enough_start_hp

    @overload
    def __getitem__(self, index: int) -> RiverToadScenario: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[RiverToadScenario]: ...
    def __getitem__(self, index: int | slice) -> RiverToadScenario | Sequence[RiverToadScenario]:
        start_hp = range(1, len(self) + 1)[index]
        if isinstance(start_hp, range):
            return [self._scenario.with_start_hp(hp) for hp in start_hp]
        return self._scenario.with_start_hp(start_hp)
