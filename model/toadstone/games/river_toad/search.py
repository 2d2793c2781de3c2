"""River Toad by search, on the quick form: the best plans, and all plans.

`RiverToadSearch` states the questions as a shortest-path problem. What a line of play costs is what
it falls short of: HP and flies that came down and were missed, HP that actions cost, moves, turns
not lived through. Plans that win have all turns, so the cheapest has the best figures. The figures
themselves are never read off the cost.

`PlanSpace` has all plans with given figures as a layered graph that is small. It treats as equal
the toads that no future can tell apart, such as those with more HP than can still be spent, and
leaves out those who can no longer reach what is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Self

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.question import Question, Support, named
from toadstone.engines.search.problem import Cost, Node, SearchProblem, SearchResult, Transition
from toadstone.engines.state_space import StateSpace
from toadstone.games.river_toad.scenario import Action, RiverToadScenario, must_win
from toadstone.games.river_toad.table import Table
from toadstone.games.river_toad.toad_space import Rest, Toad, ToadSpace

COUNTED = {"moves": "moved", "flies": "missed"}
"""What an arc of a table says of a figure."""

TABLED = Support(
    {},
    named(
        "board.rows board.width toad.hp toad.start rolls rolls_file actions flies.gain overdraft "
        "require.min_final_hp require.forbid "
        "require.visit.turn require.visit.cells require.avoid.turn require.avoid.cells"
    ),
)
"""What a toad of a table states, who is a cell and a number."""


class Play(NamedTuple):
    """A living toad after some turn; `stopped` where the line of play goes on no further."""

    turn: int
    toad: Toad
    stopped: bool = False


class RiverToadSearch(SearchProblem[Play, Action]):
    """The plans of a scenario, with what they fall short of in the questions asked.

    The starting HP are the scenario's, whatever is asked.
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
        self._figures = figures
        self._asked = [Rest._fields.index(figure) for figure in figures]
        self.zero = (0,) * len(self._asked)
        self._space = ToadSpace(scenario)
        self._start = Play(0, self._space.start())
        kept = {"moves"} if scenario.require.max_moves is not None else set[str]()
        kept |= {"flies"} if scenario.require.min_flies else set()
        if scenario.overdraft == "clamped" and "hp" in figures:
            # being ahead in HP can come to nothing, while being behind in another figure remains
            kept |= {"moves", "flies"}.intersection(figures)
        self._in_stock = sorted(kept)

    def start(self) -> Play:
        """Return the toad before the first turn, or where a game that has begun has led him."""
        return self._start

    def begun_at(self, state: Any) -> Self:
        """Return the problem of a game that has come to this state."""
        toad = Toad(state.cell, state.hp, state.moves, state.flies)
        self._start = Play(state.turn, toad)
        return self

    def steps(self, state: Play) -> Iterator[Transition[Play, Action]]:
        """Yield every way to live through the next turn, then, where plans may stop, to stop."""
        if state.stopped:
            return
        turn, toad, _ = state
        if turn < self.scenario.turns:
            came = self._space.passages[turn + 1].has_fly
            for action, after in self._space.successors(turn + 1, toad):
                missed = came - (after.flies - toad.flies)
                lost = self.scenario.flies.gain * came - (after.hp - toad.hp)
                cost = self._as_cost((lost, after.moves - toad.moves, missed, 0))
                yield Transition(action, Play(turn + 1, after), cost)
        if not self.must_win and self._space.accepts(toad):
            cost = self._as_cost(self._space.rest_when_stopping(turn))
            yield Transition(None, Play(turn, toad, stopped=True), cost)

    def _as_cost(self, numbers: Sequence[int]) -> Cost:
        return tuple([numbers[index] for index in self._asked])

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
        rest = self._rests[state.turn].get(state.toad.cell)
        if rest is None or state.toad.hp < rest.least_hp:
            return None
        return self._as_cost(rest)

    def first_choice(self, choices: Sequence[RiverToadScenario], budget: Budget) -> int | None:
        """Return the place of the least starting HP that wins, or of the last; None: not known."""
        if not self._has_table:
            return None
        return min(self._table(budget).needs[0][self.scenario.start_cell], len(choices)) - 1

    def by_table(self, budget: Budget) -> SearchResult | None:
        """Return a best plan by a table; None where a toad is more than a cell and a number.

        So it is where moves or flies are limited, and where he may stop before other questions.
        """
        figures = [*self._figures]
        if not self._has_table or not (self.must_win or figures[0] == "turns"):
            return None
        table: Table | None = self._table(budget)
        if table is not None and not self.must_win:
            table = table.cut()
        figures = [figure for figure in figures if figure != "turns"]
        try:
            while table is not None and figures:
                figure = figures.pop(0)
                if figure == "hp" and self.scenario.overdraft == "forbidden":
                    table, figures = table.folded(COUNTED[each] for each in figures), []
                else:
                    table = (
                        table.with_most() if figure == "hp" else table.with_fewest(COUNTED[figure])
                    )
        except OverflowError:
            return None
        cells = None if table is None else table.line(len(self._space.cells) + 1)
        return SearchResult(None if cells is None else self._along(cells))

    @property
    def _has_table(self) -> bool:
        return TABLED.first_unstated((), self.scenario.keys_used()) is None

    def _table(self, budget: Budget) -> Table:
        space = self._space
        arcs, places = [each.arcs for each in space.passages[1:]], len(space.cells) + 1
        start = self.scenario.start_cell, self.scenario.toad.hp
        return Table(arcs, places, start, space.least_final_hp, budget)

    def _along(self, cells: Sequence[int]) -> Node:
        """Return the last node of the line of play through these cells, one a turn."""
        node = Node(self.start(), self.zero)
        for turn, cell in enumerate(cells[1:], 1):
            toad, space = node.state.toad, self._space
            after = space.after(turn, toad, space.passages[turn].way[toad.cell, cell])
            node = Node(Play(turn, after), self.zero, space.actions[cell - toad.cell], node)
        return node

    @cached_property
    def _rests(self) -> list[dict[int, Rest]]:
        space = self._space
        may_stop, least_hp = not self.must_win, space.least_final_hp
        return space.rests(space.turns, least_hp, self._budget, may_stop=may_stop)


class StartHpChoices(Sequence[RiverToadScenario]):
    """A scenario with every starting HP, from 1 up; with more HP a toad can do no less."""

    def __init__(self, scenario: RiverToadScenario) -> None:
        self._scenario = scenario

    def __len__(self) -> int:
        return self._scenario.enough_start_hp

    def __getitem__(self, index: int) -> RiverToadScenario:  # type: ignore[override]  # no slices
        return self._scenario.with_start_hp(range(1, len(self) + 1)[index])


Element = tuple[int, int, int, int]
"""A living toad: his cell, his HP, the moves that he may still make and the flies he may miss.

HP, moves and flies beyond those that the rest of the turns can take are not counted.
"""


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
        limit = self.turns if require.max_moves is None else require.max_moves
        self._moves = figures.get("moves", limit)
        to_come = self._space.flies_to_come
        self._to_come = [flies - to_come[self.turns] for flies in to_come]
        self._missed = self._to_come[0] - figures.get("flies", require.min_flies or 0)
        costs = scenario.costs.items()
        self._dearest_move = max((cost for action, cost in costs if action.shift), default=0)
        self._cost_of_staying = scenario.costs.get(Action(0), 0)
        self._rests = self._space.rests(self.turns, self._hp, budget)

    def start(self) -> Element | None:
        """Return the toad before the first turn, or None where the board excludes every plan."""
        toad = self._space.start()
        return self._kept(0, toad.cell, toad.hp, self._moves, self._missed)

    def successors(self, turn: int, element: Element) -> Iterator[tuple[Action, Element]]:
        """Yield every way through a turn after which the target may still be in reach."""
        cell, hp, moves, missed = element
        for step in self._space.passages[turn].steps[cell]:
            number, target = step.number_after(hp), step.target
            after = self._kept(turn, target, number, moves - step.moved, missed - step.missed)
            if after is not None:
                yield self._space.actions[target - cell], after

    def accepts(self, turn: int, element: Element) -> bool:
        """Say yes after the last turn: a state that is kept until then has reached the target."""
        return turn == self.turns

    def _kept(self, turn: int, cell: int, hp: int, moves: int, missed: int) -> Element | None:
        """Return what matters of a toad after a turn, or None where the target is out of reach."""
        rest = self._rests[turn].get(cell)
        if rest is None or hp < rest.least_hp or moves < rest.moves or missed < rest.flies:
            return None
        to_go, flies, exact = self.turns - turn, self._to_come[turn], self._exact
        spent = to_go * self._cost_of_staying + min(moves, to_go) * self._dearest_move
        enough = spent + self._hp
        if hp > enough and "hp" in exact:
            return None
        if (moves > to_go and "moves" in exact) or (missed > flies and "flies" in exact):
            return None
        return cell, min(hp, enough), min(moves, to_go), min(missed, flies)
