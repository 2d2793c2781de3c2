"""Playing on the whole screen: by key and by mouse, with the engine at one's side."""

import re
from pathlib import Path

import pytest
import yaml

from playthrough import FOLDER, games_of
from screen import board, click, game_of, on_screen, played, seen, until

PLAYTHROUGHS = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
GAMES = [
    pytest.param(name, number, id=f"{name}-{number}")
    for name, text in PLAYTHROUGHS.items()
    for number in range(len(games_of(text)))
]


def states_of(name, number):
    """Return the states of one game of a playthrough, as they are written in its file."""
    text = PLAYTHROUGHS[name].split("==== HEAD\n")[number + 1]
    return re.findall(r"^  state    (.*)$", text, re.MULTILINE)


def letters_drawn(name, drawn):
    """Return the letters of a state's text, read off the drawn board."""
    rows = [line for line in drawn.split("\n")[1:] if not set(line.strip()) <= set("┌┬┐├┼┤└┴┘─")]
    if name == "river-toad":
        last_rule = max((n for n, row in enumerate(rows) if set(row) <= {" ", "-"}), default=-1)
        return "/".join(re.sub(r"[ |]|\d+ HP", "", row) for row in rows[last_rule + 1 :])
    if name == "squirrel-war":
        cells = [re.split(r"[│]", row)[1:-1] for row in rows]
        return "/".join("".join((re.findall("[XO]", c) or ["."])[0] for c in row) for row in cells)
    if name == "ugly-duck":
        signs = str.maketrans("▼♥▲♠·", "dsDS.")
        return "/".join(re.sub(r"[ │\[\]<>()]", "", row[1:]).translate(signs) for row in rows)
    if name == "frog-puzzle":
        return re.sub(r"[ │a-z\[\]]", "", rows[0])
    return "+".join(re.sub(r"[ │:\d\[\]]", "", row) for row in rows)


def letters_of(name, state):
    """Return the letters of the board in a state's text."""
    fields = {"river-toad": -1, "frog-puzzle": 1}
    text = state.split(" ")[fields.get(name, 0)]
    dead = name == "river-toad" and (" caught " in state or re.match(r"\d+ 0 ", state))
    return (
        text.rpartition("/")[0] + "/" + text.rpartition("/")[2].replace("T", "X") if dead else text
    )


ARROW_KEYS = {
    "left-1": "left",
    "right-1": "right",
    "left-2": "shift+left",
    "right-2": "shift+right",
    "stay": "space",
}


def cells_of(move):
    """Return row and column, from 0, of the cells that a move names."""
    found = re.findall(r"([A-Z])(\d+)", move)  # Squirrel War: column letter, row number
    if found:
        return [(int(row) - 1, ord(column) - ord("A")) for column, row in found]
    return [
        (ord(row) - ord("a"), int(column) - 1) for row, column in re.findall(r"([a-g])(\d)", move)
    ]


class Hand:
    """Makes moves by key or by mouse, knowing only what people see."""

    def __init__(self, pilot, name):
        self.pilot, self.name, self.at = pilot, name, None

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def by_key(self, move):
        if self.name == "river-toad" and move in ARROW_KEYS:
            await self.press(ARROW_KEYS[move])
        elif self.name in {"frog-puzzle", "toads-and-frogs"}:
            await self.press(*move.partition("-")[0].replace(":", " : ").split(), "enter")
        elif move == "pass":
            await self.press("space")
        else:
            for row, column in cells_of(move):
                await self.point(row, column)
                await self.press("enter")

    async def point(self, row, column):
        """Press arrows until they point at a cell; the first one points at the top left."""
        if self.at is None:
            await self.press("down")
            self.at = (0, 0)
        down, across = row - self.at[0], column - self.at[1]
        await self.press(*["down" if down > 0 else "up"] * abs(down))
        await self.press(*["right" if across > 0 else "left"] * abs(across))
        self.at = (row, column)

    async def by_mouse(self, move, before):
        if self.name == "river-toad":
            shift = re.sub("stay", "0", move).replace("left-", "-").replace("right-", "")
            drawn = board(self.pilot).split("\n")
            cell = drawn[-1].index("T") + 3 * int(shift)
            await click(self.pilot, cell, len(drawn) - 1)
        elif self.name in {"frog-puzzle", "toads-and-frogs"}:
            row, _, number = move.partition("-")[0].rpartition(":")
            await self.click_cell(f"{row}:" if row else None, number)
        elif move == "pass":
            await self.press("space")
        else:
            for row, column in cells_of(move):
                names = (str(row + 1), chr(ord("A") + column))
                if self.name == "ugly-duck":
                    names = ("abcdefg"[row], str(column + 1))
                await self.click_cell(*names)

    async def click_cell(self, row, column):
        """Click where a row's name and a column's name meet."""
        head, *drawn = board(self.pilot).split("\n")
        across = re.search(rf"(?<!\d){column}(?!\d)", head).start()
        named = [n for n, line in enumerate(drawn, 1) if row and line.startswith(row)]
        first = [n for n, line in enumerate(drawn, 1) if re.search("[A-Z_]", line)]
        await click(self.pilot, across, (named or first)[0])


@pytest.mark.parametrize("by", ["key", "mouse"])
@pytest.mark.parametrize(("name", "number"), GAMES)
@played
async def test_a_playthrough_leads_to_the_same_boards(name, number, by):
    game = games_of(PLAYTHROUGHS[name])[number]
    states = states_of(name, number)
    async with on_screen(game_of(game.rules.scenario)) as pilot:
        hand = Hand(pilot, name)
        for before, move in zip(states, game.moves, strict=False):
            assert letters_drawn(name, board(pilot)) == letters_of(name, before)
            if by == "key":
                await hand.by_key(move)
            else:
                await hand.by_mouse(move, before)
            assert str(pilot.app.game.session.moves[-1]) == move
        assert str(pilot.app.game.session.state) == states[-1]
        assert letters_drawn(name, board(pilot)) == letters_of(name, states[-1])
