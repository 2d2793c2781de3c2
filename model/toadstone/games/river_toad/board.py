"""River Toad as people see and play it: the river between its banks, Mr. Toad and his HP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from toadstone.core.board import Grid, MoveKey, Square, style_text
from toadstone.core.line import SOLE_SIDE, Line
from toadstone.files import Spellings
from toadstone.games.river_toad.rules import RiverToadRules, State, row_text, spawn
from toadstone.games.river_toad.scenario import Action, RiverToadScenario, Visit
from toadstone.play.words import sentence, with_noun
from toadstone.view.board import DrawnBoard, Moment, Sign, best_in_words, listed_parts
from toadstone.view.svg import (
    CELL,
    NOTHING,
    Markup,
    Point,
    arrow,
    join,
    label,
    path,
    rect,
    text_width,
    use,
)

if TYPE_CHECKING:
    from rich.text import Text

MOST_ROWS = 12
"""How many rows are drawn; of a taller board, those next to the toad."""
BELOW = 44
"""The room below the rows."""
_HEART = 15
"""How much room a heart takes."""
_WORDS_OF_HP = 130
"""How much room the number and its changes take, beside hearts or bar."""
_MOST_HEARTS = 10
_WIDEST_BAR = 120
_LEAST_WIDTH = 200

STYLES = {"T": "bold green", "X": "bold red", "S": "red", "F": "yellow", ".": "dim"}
_WORDS = {"T": "Mr. Toad", "X": "lost toad", "S": "snake", "F": "fly", ".": "empty"}
_SYMBOLS = {"S": "snake", "F": "fly"}
_KEYS = (
    MoveKey("ArrowLeft", "left-1", "1 left"),
    MoveKey("ArrowRight", "right-1", "1 right"),
    MoveKey("Shift+ArrowLeft", "left-2", "2 left"),
    MoveKey("Shift+ArrowRight", "right-2", "2 right"),
    MoveKey(" ", "stay", "stay"),
)


class RiverToadBoard(DrawnBoard[State, Action]):
    """The river between its banks; one points at where in his row the toad is to go."""

    written = "Write what he does by its name: left-1."
    how = "Click in his row; or arrows go left and right, with Shift by two, and Space stays."
    side_symbols: ClassVar = {SOLE_SIDE: "mr-toad"}
    rules: RiverToadRules

    def __init__(self, scenario: RiverToadScenario, most_rows: int = MOST_ROWS) -> None:
        super().__init__(RiverToadRules(scenario))
        self.scenario = scenario
        self._columns = scenario.board.width + 2
        self._rows = min(scenario.board.rows, most_rows)
        self._hidden = scenario.board.rows - self._rows
        self.top = 20 if self._hidden else 0
        self.width = max(CELL * self._columns, _LEAST_WIDTH)
        self.left = (self.width - CELL * self._columns) / 2
        self.height = self.top + CELL * self._rows + BELOW

    def grid(self, state: State) -> Grid:
        """Return the rows between the banks; the cells of the toad's row have names."""
        rows = [tuple(map(_square, row_text(state.width, row))) for row in state.rows]
        letters = ["."] * (state.width + 2)
        letters[state.cell] = "X" if state.dead else "T"
        names = ["", *map(str, range(1, state.width + 1)), ""]
        return Grid((*rows, tuple(map(_square, letters, names))), banked=True)

    def key(self) -> Text:
        """Say what the letters stand for, and where the banks are."""
        meanings = _WORDS | {"T": "toad"}
        named = [style_text((each, STYLES[each]), f" {meanings[each]}") for each in "TXSF"]
        return style_text(", ").join(named) + style_text("; the banks are outside the bars")

    def strip(self, before: State | None, state: State) -> Text:
        """Draw the toad's row at the moment when snakes and flies come down into it."""
        toad = self.grid(state).rows[-1]
        arriving = self.grid(before).rows[-2] if before else toad
        pairs = zip(toad, arriving, strict=True)
        row = tuple(arrived if here.sign == "." else here for here, arrived in pairs)
        return Grid((row,), banked=True).line()

    def caption(self, state: State) -> Text:
        """Say how many HP he has, and whether he just ate."""
        eaten = [(f" +{self.scenario.flies.gain}", STYLES["F"])] if state.fed else []
        return style_text(f"{state.hp} HP", *eaten)

    def event(self, before: State, action: Action, after: State) -> Text:
        """Say what the turn did to the toad."""
        if after.caught:
            return style_text(("caught by a snake", STYLES["X"]))
        if after.hp == 0:
            return style_text(("out of HP", STYLES["X"]))
        if after.fed:
            saved = after.hp == self.scenario.flies.gain
            return style_text(("saved by a fly" if saved else "eats a fly", STYLES["F"]))
        return style_text()

    def cells_of(self, state: State, move: Action) -> tuple[str, ...]:
        """Return the river cell where the action leads."""
        return (str(state.cell + move.shift),)

    def why_not(self, state: State, chosen: tuple[str, ...], cell: str) -> str:
        """Say why he cannot go there."""
        action = Action(int(cell) - state.cell)
        return self.rules.why_illegal(state, action) or f"{action} is not legal"

    def keys(self, state: State) -> Sequence[MoveKey]:
        """Return arrows and space, as far as the scenario has what they do."""
        return [each for each in _KEYS if Action.read(each.move) in self.scenario.costs]

    def in_short(self) -> tuple[str, ...]:
        """Say what comes down, what that does, and what his moves cost."""
        costs = ", ".join(f"{name} {cost}" for name, cost in self.scenario.actions.items())
        return (
            f"Mr. Toad moves, then snakes and flies come down a row: {self.scenario.turns} turns.",
            "A snake that comes down into his cell catches him; a fly that comes down on the bank "
            f"beside him gives {self.scenario.flies.gain} HP.",
            f"Moves cost HP: {costs}. Without HP he has lost.",
        )

    def progress(self, state: State) -> str:
        """Say which turn comes next, of how many."""
        over = self.rules.outcome(state) is not None
        return "" if over else f"turn {state.turn + 1} of {self.scenario.turns}"

    def coming(self, state: State) -> int:
        """Return how many rolls are still to come."""
        return self.scenario.turns - state.turn

    def threatened_cells(self, state: State) -> tuple[str, ...]:
        """Return the cells of his row into which a snake comes down at the end of the turn."""
        over = self.rules.outcome(state) is not None
        return () if over else tuple(map(str, sorted(state.rows[-1].snakes)))

    def preview(self, state: State, move: Action) -> str:
        """Say what the action costs."""
        return f"{move} costs {self.scenario.costs[move]} HP"

    # The drawing

    def centre(self, row: int, column: int) -> Point:
        """Return the middle of a cell; rows that are left out lie above the drawing."""
        return super().centre(row - self._hidden, column)

    def _at(self, cell: int) -> Point:
        return self.centre(self._hidden + self._rows - 1, cell)

    def background(self) -> Markup:
        """Draw water and banks, the lines between the cells, waves, and the cells' numbers."""
        river, height = range(1, self._columns - 1), CELL * self._rows
        x, width, bottom = self.left + CELL, CELL * len(river), self.top + height
        right = self.left + CELL * (self._columns - 1)
        lines = [f"M{x:g} {self.top + CELL * row:g}H{right:g}" for row in range(1, self._rows)]
        lines += [
            f"M{self.left + CELL * cell:g} {self.top}V{bottom:g}"
            for cell in range(1, self._columns)
        ]
        waves = []
        for row, cell in product(range(self._rows), river):
            if (row * 5 + cell * 3) % 7 in {0, 3}:  # here and there
                at_x, at_y = self.centre(self._hidden + row, cell)
                down = (row * 7 + cell * 11) % 19 - 9
                waves.append(f"M{at_x - 9:g} {at_y + down:g}q4.5-4 9 0t9 0")
        parts = [
            rect(self.left, self.top, CELL * self._columns, height, "bank", 6),
            rect(x, self.top, width, height, "water"),
            rect(x, bottom - CELL, width, CELL, "shallow"),
            path("".join(lines), "thin"),
            path("".join(waves), "ripple"),
        ]
        parts += [
            label(self._at(cell)[0], bottom + 13, str(cell), "f", anchor="middle") for cell in river
        ]
        return join(parts)

    def foreground(self, moment: Moment[State, Action]) -> Markup:
        """Draw what floats, what came down in this turn, the toad, his move and his HP."""
        parts = [
            *self._floating(moment.state),
            *self._arrived(moment),
            *self._toad(moment),
            *self._requirements(moment.state),
            *(self._best(moment.state.cell, each) for each in moment.best),
            *self._hp(moment),
        ]
        if higher := self._higher(moment.state):
            parts.append(label(self.width / 2, 13, higher, "f", anchor="middle"))
        return join(parts)

    def _floating(self, state: State) -> list[Markup]:
        rows = list(enumerate(self.grid(state).rows))[self._hidden : -1]
        return [
            use(square.symbol, *self.centre(row, cell))
            for row, squares in rows
            for cell, square in enumerate(squares)
            if square.symbol
        ]

    def _arrived(self, moment: Moment[State, Action]) -> list[Markup]:
        """Draw, pale, what came down to the toad's row in this turn and is gone again."""
        before, state = moment.before, moment.state
        if before is None:
            return []
        parts = [self._square(state.cell, "danger")] if state.caught else []
        for cell in sorted(before.rows[-1].snakes):
            if cell != state.cell:
                parts.append(use("snake", *self._at(cell), class_="past"))
        for bank in sorted(before.rows[-1].flies):
            eaten = state.fed and abs(bank - state.cell) == 1
            if eaten:
                parts.append(self._square(bank, "mark"))
            parts.append(use("fly", *self._at(bank), class_=None if eaten else "past"))
        return parts

    def _toad(self, moment: Moment[State, Action]) -> list[Markup]:
        before, state = moment.before, moment.state
        x, y = self._at(state.cell)
        moved = before is not None and before.cell != state.cell
        parts = [self._square(state.cell, "mark")] if moved and not state.caught else []
        parts.append(use("mr-toad", x, y, class_="past" if state.dead else None))
        if before is not None and moved:
            parts.append(self._square(before.cell, "from"))
            start, _ = self._at(before.cell)
            parts.append(arrow((start, y), (x - (17 if x > start else -17), y), "move"))
        if state.caught:
            parts.append(use("snake", x, y))
        return parts

    def _requirements(self, state: State) -> list[Markup]:
        """Mark where the scenario wants the toad after the next turn, and where it does not."""
        turn, require = state.turn + 1, self.scenario.require
        if turn > self.scenario.turns or state.dead:
            return []
        marks = []
        for symbol, shift, scale, rows in (
            ("flag", -12, 0.5, [each for each in require.visit if each.turn == turn]),
            ("captured", 12, 1, [each for each in require.avoid if each.turn in {None, turn}]),
        ):
            for x, y in map(self._at, sorted({cell for each in rows for cell in each.cells})):
                marks.append(use(symbol, x + shift, y - 13, scale))
        return marks

    def _best(self, cell: int, move: Action) -> Markup:
        if move.shift == 0:
            return self._square(cell, "bestcell dashed")
        (x, y), (to_x, _) = self._at(cell), self._at(cell + move.shift)
        return arrow((x, y + 14), (to_x, y + 14), "best", gap=15)

    def _hp(self, moment: Moment[State, Action]) -> list[Markup]:
        """Draw HP as a number, what this turn took and gave, and hearts or a bar."""
        y, state, x = self.height - 12, moment.state, 8.0
        lost, gained = 0, self.scenario.flies.gain if state.fed else 0
        if moment.move is not None and moment.before is not None:
            lost = min(self.scenario.costs[moment.move], moment.before.hp)
        words = self.standing(state)
        parts = [use("heart", x, y - 5), label(x + 12, y, words, "b")]
        x += 24 + text_width(words, 13)
        for change, words, class_ in ((lost, f"-{lost}", "bad"), (gained, f"+{gained}", "good")):
            if change:
                parts.append(label(x, y, words, class_))
                x += 7 + text_width(words, 13)
        return parts if x > _WORDS_OF_HP else parts + self._gauge(state.hp, lost, gained, y - 5)

    def _gauge(self, hp: int, lost: int, gained: int, y: float) -> list[Markup]:
        """Draw hearts where all that he can ever have fit, a bar elsewhere."""
        full, room, x = self._most_hp, self.width - _WORDS_OF_HP, self.width - 6
        if full <= _MOST_HEARTS and room >= full * _HEART:
            kinds = ["heart"] * (hp - gained) + ["heart-gained"] * gained + ["heart-lost"] * lost
            start = x - full * _HEART + _HEART / 2
            return [use(kind, start + index * _HEART, y) for index, kind in enumerate(kinds)]
        scale, most = f"at most {full}", min(room, _WIDEST_BAR)
        width, left = most - text_width(scale, 9) - 6, x - most
        unit, kept = width / full, max(0, hp - gained)
        parts = [
            rect(left, y - 5, width, 10, "cell", 3),
            label(x, y + 3, scale, "f", size=9, anchor="end"),
        ]
        for start, length, class_ in (
            (0, kept, "heart"),
            (kept, gained, "gained"),
            (hp, lost, "lost"),
        ):
            if length:
                parts.append(rect(left + start * unit, y - 5, length * unit, 10, class_, 3))
        return parts

    @cached_property
    def _most_hp(self) -> int:
        width, rolls = self.scenario.board.width, self.scenario.rolls
        arriving = rolls[: max(0, self.scenario.turns - self.scenario.board.rows + 1)]
        flies = sum(len(spawn(roll, width).flies) for roll in arriving)
        return self.scenario.toad.hp + self.scenario.flies.gain * flies

    def _square(self, cell: int, class_: str) -> Markup:
        x, y = self._at(cell)
        half = CELL / 2 - 2
        return rect(x - half, y - half, 2 * half, 2 * half, class_, 5)

    def draw_coming(self, state: State, events: int) -> tuple[Markup, float]:
        """Draw the rolls to come, each as the row that it will be, the next one lowest."""
        width, rows = self.scenario.board.width, min(events, self.scenario.turns)
        if not rows:
            return NOTHING, 0
        height = CELL * rows
        parts = [
            rect(self.left, -height - 6, CELL * self._columns, height, "bank", 6),
            rect(self.left + CELL, -height - 6, CELL * width, height, "water"),
        ]
        to_come = self.scenario.rolls[state.turn :][:rows]
        for turn, roll in enumerate(to_come, state.turn + 1):
            row = [*map(_square, row_text(width, spawn(roll, width)))]
            y = CELL * (state.turn - turn + 0.5) - 6
            for cell, square in enumerate(row):
                if square.symbol:
                    parts.append(use(square.symbol, self._at(cell)[0], y, class_="past"))
            bank = self._at(width + 1 if row[0].symbol else 0)[0]
            parts.append(label(bank, y + 3, f"turn {turn}", "f", size=9, anchor="middle"))
        return join(parts), height + 6

    # What is said

    def note(self) -> str:
        """Say which rows are left out."""
        if not self._hidden:
            return ""
        drawn = f"Drawn are the lowest {self._rows} of {self.scenario.board.rows} rows"
        return f"{drawn}; a line above counts what is higher."

    def _higher(self, state: State) -> str:
        """Count in words what is in the rows that are left out."""
        if not self._hidden:
            return ""
        higher = state.rows[: self._hidden]
        snakes, flies = (sum(map(len, each)) for each in zip(*higher, strict=True))
        what = f"{with_noun(snakes, 'snake')}, {with_noun(flies, 'fly', 'flies')}"
        return f"{with_noun(self._hidden, 'more row')} above: {what}"

    def standing(self, state: State) -> str:
        """Say how many HP the toad has."""
        return f"{state.hp} HP"

    def news(self, moment: Moment[State, Action]) -> str:
        """Say what the turn did to the toad, and that he is through."""
        outcome = self.rules.outcome(moment.state)
        through = outcome is not None and outcome.winner is not None
        return listed_parts(super().news(moment), "alive" if through else "")

    def alt(self, moment: Moment[State, Action]) -> str:
        """Read out the toad's cell, and the rows above him from the lowest up."""
        state, move = moment.state, "" if moment.move is None else f", {moment.move}"
        return sentence(
            f"turn {state.turn} of {self.scenario.turns}{move}",
            f"Mr. Toad is in cell {state.cell}",
            self.summary(moment),
            *self.read_out(state),
            self._higher(state),
            best_in_words(moment),
        )

    def read_out(self, state: State) -> list[str]:
        """Say what is in the rows above the toad, the lowest first."""
        rows = []
        for distance in range(1, self._rows):
            snakes, flies = map(sorted, state.rows[-distance])
            there = [f"snakes in {', '.join(map(str, snakes))}"] if snakes else []
            there += [f"a fly on the {'left' if bank == 0 else 'right'} bank" for bank in flies]
            if there:
                rows.append(f"{with_noun(distance, 'row')} above: {', '.join(there)}")
        return rows

    def legend(self) -> tuple[Sign, ...]:
        """Return toad, snake and fly, and the marks of requirements."""
        return (
            Sign("mr-toad", "Mr. Toad"),
            Sign("snake", "snake, comes down a row a turn"),
            Sign("snake", "came down in this turn", pale=True, drawn='"#ts-snake"[^>]*"past"'),
            Sign("fly", f"fly on a bank, +{self.scenario.flies.gain} HP beside it"),
            Sign("flag", "where the next turn has to end"),
            Sign("captured", "where the next turn must not end"),
        )


def rolls_read(scenario: RiverToadScenario) -> Iterator[str]:
    """Yield a title, and in a line for each turn what its roll brings."""
    yield "The rolls, each with the row that it brings:"
    width = scenario.board.width
    turns, rolls = len(str(scenario.turns)), len(str(max(scenario.rolls)))
    for turn, roll in enumerate(scenario.rolls, 1):
        row = row_text(width, spawn(roll, width))
        yield f"turn {turn:{turns}}   {roll:{rolls}}   {row[0]}|{row[1:-1]}|{row[-1]}"


def _square(letter: str, name: str = "") -> Square:
    style = STYLES.get(letter, "blue")
    return Square(letter, style, name, _SYMBOLS.get(letter, ""), _WORDS[letter])


def continuation(
    scenario: RiverToadScenario, session: Line[State, Action]
) -> tuple[RiverToadScenario, int]:
    """Return the scenario that requires the toad to be where the game has led him.

    His cells tell his actions, and what is already on the river stays as it is.
    """
    states = enumerate(session.states[1:], 1)
    visits = [Visit(turn=turn, cells=(state.cell,)) for turn, state in states]
    required = {"visit": (*scenario.require.visit, *visits)}
    require = scenario.require.model_copy(update=required)
    return scenario.model_copy(update={"require": require}), len(visits)


_GO = "(?:(?:jump|hop|go|move|step)s? )?"
_LEFT, _RIGHT = f"{_GO}(?:left|l)", f"{_GO}(?:right|r)"
_CELLS = r"(?:\s*[-_:=]?\s*N|\s*\(\s*N\s*\))?"
_STAY = (r"(?:stay|s|wait)(?:\s*[:=]\s*0)?|0", "stay")
_FORMS = (
    _STAY,
    (r"[lrs]{2,}",),
    (f"{_LEFT}{_CELLS}|-N", "left-{0}"),
    (rf"{_RIGHT}{_CELLS}|\+N", "right-{0}"),
)
_ARROWS = (
    _STAY,
    (rf"(?:left|l){_CELLS}|(?:<-+|<|←)(?:\s*N)?|-N", "left-{0}"),
    (rf"(?:right|r){_CELLS}|(?:-+>|>|→)(?:\s*N)?|\+N", "right-{0}"),
)
_APART = (_STAY, (f"{_LEFT}|-1", "left-1"), (rf"{_RIGHT}|\+1", "right-1"), *_FORMS[2:])
_NUMBERS = (("0", "stay"), ("-N", "left-{0}"), (r"\+?N", "right-{0}"))


def spelling(scenario: RiverToadScenario) -> Spellings:
    """Return how people write actions: `l`, `R2`, `right 2`, `-1`.

    Without a number the toad goes one cell. Arrows, which may stand between moves, and numbers
    alone are read in plans that win. A number before a word that no action has is that of a turn.
    """
    numbers = "|".join({str(abs(action.shift)) for action in scenario.costs if action.shift})
    cells = rf"(?:({numbers})\s{{1,9}}(?:cells? )?)?"
    words = (_STAY, (f"{cells}(?:left|l)", "left-{0}"), (f"{cells}(?:right|r)", "right-{0}"))
    return Spellings(_FORMS, (_APART, _NUMBERS, _ARROWS), also=words)
