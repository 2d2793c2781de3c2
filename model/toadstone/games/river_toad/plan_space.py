"""All plans of a River Toad scenario with given figures, as a layered graph that is small.

`state_space` says what a toad can become; this says which of that still matters. Of a living toad
it keeps only what the figures asked for and the requirements depend on, it treats as equal what
no future can tell apart (HP beyond all that can still be spent), and it leaves out whoever can no
longer reach what is asked. For that it looks once, from the last turn back, at what the board
leaves open to each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.engines.state_space import StateSpace
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.games.river_toad.toad_space import Step, ToadSpace

Element = tuple[int, int, int, int]
"""A living toad: his cell, his HP, and the moves and flies that are still to come.

HP, moves and flies are counted only so far as they matter, see `_Target`.
"""


@dataclass(frozen=True)
class _Target:
    """What a plan has to end with; None where anything will do.

    With `exact_hp`, the final HP are `hp`, otherwise at least `hp`; `moves` are exact or at most
    so many, `flies` exact or at least so many.
    """

    hp: int
    exact_hp: bool
    moves: int | None
    exact_moves: bool
    flies: int | None
    exact_flies: bool

    @classmethod
    def of(cls, scenario: RiverToadScenario, figures: Mapping[str, int]) -> _Target:
        require = scenario.require
        return cls(
            hp=figures.get("hp", max(1, require.min_final_hp or 0)),
            exact_hp="hp" in figures,
            moves=figures.get("moves", require.max_moves),
            exact_moves="moves" in figures,
            flies=figures.get("flies", require.min_flies or None),
            exact_flies="flies" in figures,
        )


class _Outlook(NamedTuple):
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
    """The plans of a scenario that keep to its requirements and end with the given figures."""

    def __init__(
        self,
        scenario: RiverToadScenario,
        figures: Mapping[str, int],
        budget: Budget = UNLIMITED,
    ) -> None:
        self.scenario = scenario
        self.turns = figures.get("turns", scenario.turns)
        self._target = _Target.of(scenario, figures)
        self._space = ToadSpace(scenario)
        self._counting = self._target.moves is not None or self._target.flies is not None
        costs = scenario.costs.items()
        self._dearest_move = max((cost for action, cost in costs if action.shift), default=0)
        self._cost_of_staying = scenario.costs.get(Action(0), 0)
        self._steps: list[dict[int, list[Step]]] = []
        self._outlooks: list[dict[int, _Outlook]] = []
        self._look_back(budget)

    def start(self) -> Element | None:
        """Return the toad before the first turn, or None where the board excludes every plan."""
        target = self._target
        cell, hp = self.scenario.start_cell, self.scenario.toad.hp
        return self._kept(0, cell, hp, target.moves or 0, target.flies or 0)

    def successors(self, turn: int, element: Element) -> Iterator[tuple[Action, Element]]:
        """Yield every way through a turn after which the target is still in reach."""
        cell, hp, moves, flies = element
        for step in self._steps[turn][cell]:
            action, target, _, fed = step
            after = self._kept(
                turn,
                target,
                self._space.hp_after(step, hp),
                moves - 1 if self._counting and action.shift else moves,
                flies - 1 if self._counting and fed else flies,
            )
            if after is not None:
                yield action, after

    def accepts(self, turn: int, element: Element) -> bool:
        """Say yes after the last turn: whoever is kept until then has reached the target."""
        return turn == self.turns

    def _kept(self, turn: int, cell: int, hp: int, moves: int, flies: int) -> Element | None:
        """Return what matters of a toad after a turn, or None where the target is out of reach."""
        outlook = self._outlooks[turn].get(cell)
        if outlook is None or hp < outlook.least_hp:
            return None
        if self._counting:
            counts = self._counts(outlook, moves, flies)
            if counts is None:
                return None
            moves, flies = counts
        if self._target.exact_hp:
            return (cell, hp, moves, flies) if hp <= outlook.most_hp else None
        return cell, min(hp, self._enough(turn, moves, outlook)), moves, flies

    def _counts(self, outlook: _Outlook, moves: int, flies: int) -> tuple[int, int] | None:
        """Return what matters of the moves and flies to come, or None if they cannot come."""
        target = self._target
        if target.moves is None:
            moves = 0
        else:
            if moves < outlook.least_moves or (target.exact_moves and moves > outlook.most_moves):
                return None
            moves = min(moves, outlook.most_moves)
        if target.flies is None:
            flies = 0
        else:
            if flies > outlook.most_flies or (target.exact_flies and flies < outlook.least_flies):
                return None
            flies = max(flies, outlook.least_flies)
        return moves, flies

    def _enough(self, turn: int, moves: int, outlook: _Outlook) -> int:
        """Return HP that suffice on every way, with no more than so many moves if they count."""
        if self._target.moves is None:
            return outlook.enough_hp
        stays = (self.turns - turn) * self._cost_of_staying
        return min(outlook.enough_hp, stays + moves * self._dearest_move + self._target.hp)

    def _look_back(self, budget: Budget) -> None:
        """Work out the steps and the outlook of every cell that the end can be reached from."""
        hp, cells = self._target.hp, self._space.cells
        end = _Outlook(hp, hp, hp, 0, 0, 0, 0)
        outlooks = dict.fromkeys(cells, end)
        self._outlooks.append(outlooks)
        for turn in range(self.turns, 0, -1):
            budget.check()
            steps = {
                cell: [step for step in self._space.steps(turn, cell) if step.cell in outlooks]
                for cell in cells
            }
            outlooks = {
                cell: self._outlook((step, outlooks[step.cell]) for step in ways)
                for cell, ways in steps.items()
                if ways
            }
            self._steps.append(steps)
            self._outlooks.append(outlooks)
        self._steps.append({})
        self._steps.reverse()
        self._outlooks.reverse()

    def _outlook(self, ways: Iterable[tuple[Step, _Outlook]]) -> _Outlook:
        each = [self._through(step, after) for step, after in ways]
        least, enough, most, fewest, moves, hungriest, flies = zip(*each, strict=True)
        return _Outlook(
            min(least), max(enough), max(most), min(fewest), max(moves), min(hungriest), max(flies)
        )

    def _through(self, step: Step, after: _Outlook) -> _Outlook:
        """Return the outlook before a step, where that step is the only way."""
        gain = self.scenario.flies.gain if step.fed else 0
        moved = step.action.shift != 0
        least = self._space.least_hp_before(step, after.least_hp)
        return _Outlook(
            least_hp=least,
            enough_hp=max(least, step.cost, after.enough_hp - gain + step.cost),
            most_hp=after.most_hp - gain + step.cost,
            least_moves=after.least_moves + moved,
            most_moves=after.most_moves + moved,
            least_flies=after.least_flies + step.fed,
            most_flies=after.most_flies + step.fed,
        )
