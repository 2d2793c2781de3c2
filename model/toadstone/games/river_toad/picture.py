"""River Toad as a picture: the river between its banks, snakes, flies, Mr. Toad and his HP."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from toadstone.core.line import SOLE_SIDE
from toadstone.games.river_toad.rules import RiverToadRules, State, spawned
from toadstone.games.river_toad.scenario import Action, RiverToadScenario
from toadstone.view.picture import CELL, Moment, Picture, Sign, counted, sentence
from toadstone.view.svg import NOTHING, Markup, arrow, join, label, path, rect, text_width, use

MOST_ROWS = 12
"""How many rows are drawn; of a taller board, those next to the toad."""
_BELOW = 44
_HEART = 15
"""How much room a heart takes."""
_WORDS_OF_HP = 130
"""How much room the number and its changes take, beside hearts or bar."""
_MOST_HEARTS = 10
_WIDEST_BAR = 140
_LEAST_WIDTH = 200


class RiverToadPicture(Picture[State, Action]):
    """Draws the states of one scenario.

    Args:
        scenario: the scenario.
        most_rows: how many rows are drawn at most.
    """

    side_symbols: ClassVar = {SOLE_SIDE: "mr-toad"}

    def __init__(self, scenario: RiverToadScenario, most_rows: int = MOST_ROWS) -> None:
        self.scenario = scenario
        self._rules = RiverToadRules(scenario)
        self._columns = scenario.board.width + 2
        self._rows = min(scenario.board.rows, most_rows)
        self._hidden = scenario.board.rows - self._rows
        self._top = 20 if self._hidden else 0
        self.width = max(CELL * self._columns, _LEAST_WIDTH)
        self._left = (self.width - CELL * self._columns) / 2
        self.height = self._top + CELL * self._rows + _BELOW

    def note(self) -> str:
        """Say which rows are left out."""
        if not self._hidden:
            return ""
        rows = self.scenario.board.rows
        return (
            f"Drawn are the lowest {self._rows} of {rows} rows; a line above counts what is higher."
        )

    def places(self) -> dict[str, tuple[float, float]]:
        """Return the river cells of the toad's row, where an action can lead."""
        y = self._y(self._rows - 1)
        return {str(cell): (self._x(cell), y) for cell in range(1, self._columns - 1)}

    def background(self) -> Markup:
        """Draw water and banks, and the numbers of the cells."""
        width, height = CELL * (self._columns - 2), CELL * self._rows
        x, bottom = self._left + CELL, self._top + height
        parts = [
            rect(self._left, self._top, CELL * self._columns, height, "bank", 6),
            rect(x, self._top, width, height, "water"),
            rect(x, bottom - CELL, width, CELL, "shallow"),
            path(self._grid(), "thin"),
            path(self._ripples(), "ripple"),
        ]
        parts += [
            label(self._x(cell), bottom + 13, str(cell), "f", anchor="middle")
            for cell in range(1, self._columns - 1)
        ]
        return join(parts)

    def _grid(self) -> str:
        """Return the lines between the cells of the river."""
        left, right = self._left + CELL, self._left + CELL * (self._columns - 1)
        bottom = self._top + CELL * self._rows
        across = [f"M{left:g} {self._top + CELL * row:g}H{right:g}" for row in range(1, self._rows)]
        down = [
            f"M{self._left + CELL * cell:g} {self._top}V{bottom:g}"
            for cell in range(1, self._columns)
        ]
        return "".join(across + down)

    def _ripples(self) -> str:
        """Return small waves, here and there."""
        waves = []
        for row in range(self._rows):
            for cell in range(1, self._columns - 1):
                if (row * 5 + cell * 3) % 7 in {0, 3}:
                    x, y = self._x(cell) - 9, self._y(row) + (row * 7 + cell * 11) % 19 - 9
                    waves.append(f"M{x:g} {y:g}q4.5-4 9 0t9 0")
        return "".join(waves)

    def foreground(self, moment: Moment[State, Action]) -> Markup:
        """Draw what floats, what came down in this turn, the toad, his move and his HP."""
        return join(
            [
                *self._floating(moment.state),
                *self._arrived(moment),
                *self._toad(moment),
                *self._required(moment.state),
                *self._best(moment),
                *self._hp(moment),
                *self._above(moment.state),
            ]
        )

    def contents(self, state: State) -> dict[str, str]:
        """Return where the toad is."""
        return {str(state.cell): "Mr. Toad"}

    def coming(self, state: State, events: int) -> tuple[Markup, float]:
        """Draw the rolls to come, each as the row that it will be, the next one lowest."""
        width, rolls = self.scenario.board.width, self.scenario.rolls
        rows = min(events, len(rolls))
        if not rows:
            return NOTHING, 0
        left, height = self._left, CELL * rows
        parts = [
            rect(left, -height - 6, CELL * self._columns, height, "bank", 6),
            rect(left + CELL, -height - 6, CELL * width, height, "water"),
        ]
        for turn in range(state.turn + 1, min(state.turn + rows, len(rolls)) + 1):
            y = CELL * (state.turn - turn + 0.5) - 6
            arriving = spawned(rolls[turn - 1], width)
            parts += [use("snake", self._x(cell), y, class_="past") for cell in arriving.snakes]
            parts += [use("fly", self._x(cell), y, class_="past") for cell in arriving.flies]
            bank = self._x(width + 1 if 0 in arriving.flies else 0)
            parts.append(label(bank, y + 3, f"turn {turn}", "f", size=9, anchor="middle"))
        return join(parts), height + 6

    def _floating(self, state: State) -> list[Markup]:
        parts = []
        for row in range(self._rows - 1):
            snakes, flies = (
                state.snakes[self._hidden + row],
                state.flies_waiting[self._hidden + row],
            )
            parts += [use("snake", self._x(cell), self._y(row)) for cell in sorted(snakes)]
            parts += [use("fly", self._x(cell), self._y(row)) for cell in sorted(flies)]
        return parts

    def _arrived(self, moment: Moment[State, Action]) -> list[Markup]:
        """Draw, pale, what came down to the toad's row in this turn and is gone again."""
        before, state, y = moment.before, moment.state, self._y(self._rows - 1)
        if before is None:
            return []
        parts = []
        if state.caught:
            parts.append(self._square(state.cell, "danger"))
        for cell in sorted(before.snakes[-1]):
            if cell != state.cell:
                parts.append(use("snake", self._x(cell), y, class_="past"))
        for bank in sorted(before.flies_waiting[-1]):
            eaten = state.fed and abs(bank - state.cell) == 1
            if eaten:
                parts.append(self._square(bank, "mark"))
            parts.append(use("fly", self._x(bank), y, class_=None if eaten else "past"))
        return parts

    def _toad(self, moment: Moment[State, Action]) -> list[Markup]:
        before, state, y = moment.before, moment.state, self._y(self._rows - 1)
        parts = []
        moved = before is not None and before.cell != state.cell
        if moved and not state.caught:
            parts.append(self._square(state.cell, "mark"))
        parts.append(use("mr-toad", self._x(state.cell), y, class_="past" if state.dead else None))
        if before is not None and moved:
            parts.append(self._square(before.cell, "from"))
            parts.append(self._arrow(before.cell, state.cell, "move"))
        if state.caught:
            parts.append(use("snake", self._x(state.cell), y))
        return parts

    def _required(self, state: State) -> list[Markup]:
        """Mark where the scenario wants the toad after the next turn, and where it does not."""
        turn, require = state.turn + 1, self.scenario.require
        if turn > self.scenario.turns or state.dead:
            return []
        y = self._y(self._rows - 1) - 13
        wanted = {cell for each in require.visit if each.turn == turn for cell in each.cells}
        barred = {
            cell for each in require.avoid if each.turn in {None, turn} for cell in each.cells
        }
        marks = [use("flag", self._x(cell) - 12, y, 0.5) for cell in sorted(wanted)]
        return marks + [use("captured", self._x(cell) + 12, y) for cell in sorted(barred)]

    def _best(self, moment: Moment[State, Action]) -> list[Markup]:
        cell = moment.state.cell
        return [
            self._square(cell, "bestcell dashed")
            if each.shift == 0
            else self._arrow(cell, cell + each.shift, "best")
            for each in moment.best
        ]

    def _arrow(self, source: int, target: int, class_: str) -> Markup:
        y = self._y(self._rows - 1)
        way = 1 if target > source else -1
        if class_ == "best":
            return arrow((self._x(source), y + 14), (self._x(target), y + 14), class_, gap=15)
        return arrow((self._x(source), y), (self._x(target) - 17 * way, y), class_)

    def _hp(self, moment: Moment[State, Action]) -> list[Markup]:
        """Draw HP as a number, what this turn took and gave, and hearts or a bar."""
        y, state, x = self.height - 12, moment.state, 8.0
        lost, gained = self._paid(moment), self.scenario.flies.gain if moment.state.fed else 0
        words = f"{state.hp} HP"
        parts = [use("heart", x, y - 5), label(x + 12, y, words, "b")]
        x += 24 + text_width(words, 13)
        for change, class_ in ((f"-{lost}", "bad"), (f"+{gained}", "good")):
            if change not in {"-0", "+0"}:
                parts.append(label(x, y, change, class_))
                x += 7 + text_width(change, 13)
        if x > _WORDS_OF_HP:
            return parts
        return parts + self._gauge(state.hp, lost, gained, y - 5)

    def _gauge(self, hp: int, lost: int, gained: int, y: float) -> list[Markup]:
        """Draw hearts where all that he can ever have fit, a bar elsewhere."""
        full, room, x = self._most_hp, self.width - _WORDS_OF_HP, self.width - 6
        if full <= _MOST_HEARTS and room >= full * _HEART:
            kinds = ["heart"] * (hp - gained) + ["heart-gained"] * gained + ["heart-lost"] * lost
            start = x - full * _HEART + _HEART / 2
            return [use(kind, start + index * _HEART, y) for index, kind in enumerate(kinds)]
        width = min(room, _WIDEST_BAR)
        unit, left = width / full, x - width
        bars = [rect(left, y - 5, width, 10, "cell", 3)]
        kept = max(0, hp - gained)
        for start, length, class_ in (
            (0, kept, "heart"),
            (kept, gained, "gained"),
            (hp, lost, "lost"),
        ):
            if length:
                bars.append(rect(left + start * unit, y - 5, length * unit, 10, class_, 3))
        return bars

    def _paid(self, moment: Moment[State, Action]) -> int:
        if moment.move is None or moment.before is None:
            return 0
        return min(self.scenario.costs[moment.move], moment.before.hp)

    @cached_property
    def _most_hp(self) -> int:
        """The HP of a toad who pays nothing and eats every fly that comes down in time."""
        width, rolls = self.scenario.board.width, self.scenario.rolls
        arriving = rolls[: max(0, self.scenario.turns - self.scenario.board.rows + 1)]
        flies = sum(len(spawned(roll, width).flies) for roll in arriving)
        return self.scenario.toad.hp + self.scenario.flies.gain * flies

    def _above(self, state: State) -> list[Markup]:
        """Count what is in the rows that are left out."""
        if not self._hidden:
            return []
        return [label(self.width / 2, 13, self._higher(state), "f", anchor="middle")]

    def _higher(self, state: State) -> str:
        """Count in words what is in the rows that are left out."""
        if not self._hidden:
            return ""
        snakes = sum(map(len, state.snakes[: self._hidden]))
        flies = sum(map(len, state.flies_waiting[: self._hidden]))
        what = f"{counted(snakes, 'snake')}, {counted(flies, 'fly', 'flies')}"
        return f"{counted(self._hidden, 'more row')} above: {what}"

    def standing(self, moment: Moment[State, Action]) -> str:
        """Say how many HP the toad has."""
        return f"{moment.state.hp} HP"

    def event(self, moment: Moment[State, Action]) -> str:
        """Say what the turn did to the toad, and that he is through."""
        outcome = self._rules.outcome(moment.state)
        through = outcome is not None and outcome.winner is not None
        parts = [self._fate(moment.state), "alive at the end" if through else ""]
        return ", ".join(part for part in parts if part)

    def _fate(self, state: State) -> str:
        if state.caught:
            return "caught by a snake"
        if state.hp == 0:
            return "out of HP"
        if state.fed:
            return "saved by a fly" if state.hp == self.scenario.flies.gain else "eats a fly"
        return ""

    def alt(self, moment: Moment[State, Action]) -> str:
        """Read out the toad's cell, and the rows above him from the lowest up."""
        state = moment.state
        played = f"turn {state.turn} of {self.scenario.turns}"
        if moment.move is not None:
            played += f", {moment.move}"
        rows = []
        for distance in range(1, self._rows):
            snakes, flies = sorted(state.snakes[-distance]), sorted(state.flies_waiting[-distance])
            what = []
            if snakes:
                what.append(f"snakes in {', '.join(map(str, snakes))}")
            what += [
                "a fly on the left bank" if bank == 0 else "a fly on the right bank"
                for bank in flies
            ]
            if what:
                rows.append(f"{counted(distance, 'row')} above: {', '.join(what)}")
        where = f"Mr. Toad is in cell {state.cell}"
        best = f"best: {', '.join(map(str, moment.best))}" if moment.best else ""
        return sentence(played, where, self.caption(moment), *rows, self._higher(state), best)

    def signs(self) -> tuple[Sign, ...]:
        """Return toad, snake and fly, and the marks of requirements."""
        signs = [
            Sign("mr-toad", "Mr. Toad"),
            Sign("snake", "snake, comes down a row a turn"),
            Sign("fly", f"fly on a bank, +{self.scenario.flies.gain} HP beside it"),
        ]
        if self.scenario.require.visit:
            signs.append(Sign("flag", "where the next turn has to end"))
        if self.scenario.require.avoid:
            signs.append(Sign("captured", "where the next turn must not end"))
        return tuple(signs)

    def _square(self, cell: int, class_: str) -> Markup:
        x, y = self._x(cell), self._y(self._rows - 1)
        half = CELL / 2 - 2
        return rect(x - half, y - half, 2 * half, 2 * half, class_, 5)

    def _x(self, cell: int) -> float:
        return self._left + CELL * (cell + 0.5)

    def _y(self, row: int) -> float:
        return self._top + CELL * (row + 0.5)
