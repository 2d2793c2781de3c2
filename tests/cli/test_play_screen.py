"""Playing on the whole screen: by key and by mouse, with the engine at one's side."""

import asyncio
import gc
import json
import re
import shlex
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from exhaustive import EXHAUSTIVE
from nim import nim_instance
from places import ROOT
from playthrough import FOLDER, games_of
from screen import board, click, game_of, lines, named, on_screen, place, played, seen, until
from toadstone.files.source import Source
from toadstone.loading import example_files
from toadstone.play.players import PERSON, ChosenPlayer
from toadstone.play.saved_game import read_saved_game, saved_game
from toadstone_cli.main import app
from toadstone_cli.output import ExitStatus
from toadstone_cli.screen.app import PlayApp
from toadstone_cli.screen.board_view import BoardDrawing
from toadstone_cli.screen.dialogs import MENU, Confirm, Dialog, GameMenu, Help, Players, unwrapped
from toadstone_cli.screen.drawing import draw
from toadstone_cli.screen.game_screen import COMMANDS, GameScreen
from toadstone_cli.screen.game_view import USUAL_AHEAD
from toadstone_cli.screen.played_game import PlayedGame
from toadstone_cli.screen.review_screen import ReviewScreen
from toadstone_cli.screen.settings import PlaySettings
from toadstone_cli.screen.start_screen import StartScreen

HUMAN = ChosenPlayer(PERSON)
PLAYTHROUGHS = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
GAMES = [
    pytest.param(name, number, id=f"{name}-{number}")
    for name, text in PLAYTHROUGHS.items()
    for number in range(len(games_of(text)))
]
FIRST_GAMES = [
    pytest.param(name, number, id=f"{name}-{number}", marks=[EXHAUSTIVE] * (number > 0))
    for name, text in PLAYTHROUGHS.items()
    for number in range(len(games_of(text)))
]
"""The same, but all except the first of a game are exhaustive."""


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
        await click(self.pilot, *place(self.pilot, row, column))


@pytest.mark.parametrize(("name", "number"), GAMES)
@played
async def test_a_playthrough_by_keys_leads_to_the_same_boards(name, number):
    await play_again(name, number, by="key")


@pytest.mark.parametrize(("name", "number"), FIRST_GAMES)
@played
async def test_a_playthrough_by_mouse_leads_to_the_same_boards(name, number):
    await play_again(name, number, by="mouse")


async def play_again(name, number, by):
    """Play a game of a playthrough on the screen; assert that every board is that of the rules."""
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


# What is drawn


@pytest.mark.parametrize("path", example_files().values(), ids=lambda path: path.stem)
def test_80_by_24_is_enough_for_the_board_of_every_scenario(path):
    game = game_of(str(path))
    state = game.session.state
    ahead = min(USUAL_AHEAD, game.play_board.coming(state))
    drawing = draw(game.play_board.grid(state, ahead), {}, (58, 18))
    scrolls = path.stem == "seven-toads-against-six"  # a row of 20 cells
    assert (drawing.width <= 58, drawing.height <= 18) == (not scrolls, True), drawing.text.plain


@pytest.mark.parametrize(
    "name", ["first-crossing", "twelve-frogs", "a-sum-of-two-rows", "battle", "five-by-five"]
)
@played
async def test_at_80_by_24_board_words_and_keys_are_all_seen(name):
    async with on_screen(game_of(name)) as pilot:
        shown = seen(pilot).split("\n")
        assert len(shown) == 24
        assert pilot.app.game.title in shown[0]
        assert "? help" in shown[23]
        for line in board(pilot).split("\n"):
            assert any(line in each for each in shown), line


@played
async def test_resizing_takes_frames_and_list_away_and_brings_them_back():
    async with on_screen(game_of("four-by-four")) as pilot:
        large = board(pilot)
        assert "┌" in large
        assert "Moves" in seen(pilot)
        await pilot.resize_terminal(40, 14)
        await pilot.pause()
        assert "┌" not in board(pilot)
        assert "Moves" not in seen(pilot)
        await Hand(pilot, "ugly-duck").by_key("a1-b1")
        assert [str(move) for move in pilot.app.game.session.moves] == ["a1-b1"]
        await pilot.press("u")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert board(pilot).replace("[", " ").replace("]", " ") == large


@played
async def test_a_board_that_is_wider_than_the_screen_scrolls_to_the_cell_pointed_at():
    scenario = named("toads-and-frogs", start="T" * 10 + "_" * 5 + "F" * 10, ask="winner")
    async with on_screen(game_of(scenario)) as pilot:
        await pilot.press("right", *["right"] * 24)
        await pilot.pause()
        assert "[F ]" in seen(pilot)
        await pilot.press("1", "0")
        assert str(pilot.app.game.session.moves[0]) == "10-11"


@played
async def test_in_ascii_everything_is_ascii():
    async with on_screen(game_of("four-by-four", ascii_only=True), ascii_only=True) as pilot:
        await Hand(pilot, "ugly-duck").press("down", "enter")
        assert seen(pilot).isascii()
        assert "a |[d]| d | d | d |" in board(pilot)


@played
async def test_without_colours_what_is_chosen_is_seen_all_the_same(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    def marked(pilot):
        """Return the texts that are underlined or reversed; assert that none has a colour."""
        parts = [part for line in lines(pilot) for part in line if part.style]
        for each in parts:
            for colour in (each.style.color, each.style.bgcolor):
                assert colour is None or colour.is_default
        return "".join(p.text for p in parts if p.style.underline or p.style.reverse)

    async with on_screen(game_of("jump-of-two", moves=["stay", "stay"])) as pilot:
        assert marked(pilot) == ""
        await pilot.press("p")
        await pilot.pause()
        assert "1 Resume" in marked(pilot)
        assert "2 Instructions" not in marked(pilot)
        await pilot.press("escape", "v")
        await until(pilot, "No mistake")
        assert re.search(r"1 +stay", marked(pilot))
        assert not re.search(r"2 +stay", marked(pilot))


@played
async def test_as_many_coming_rolls_are_shown_as_one_wants():
    rolls = [16, 0, 33, 1, 2, 4]
    scenario = named("river-toad", board={"rows": 4}, toad={"hp": 9}, rolls=rolls, ask="max-hp")

    def shown(pilot):
        return [int(roll) for roll in re.findall(r"roll (\d+)", board(pilot))]

    async with on_screen(game_of(scenario)) as pilot:
        assert shown(pilot) == rolls[:4][::-1]
        await pilot.press(*["up"] * 9)
        assert shown(pilot) == rolls[::-1]
        await pilot.press(*["down"] * 5)
        assert shown(pilot) == rolls[:1]
        assert "turn 1" in board(pilot)
        await pilot.press("space")
        assert shown(pilot) == rolls[1:2]
        assert "S" in board(pilot).split("\n")[3]  # 16 has put a snake into the top row


@played
async def test_the_screen_that_the_documentation_shows_is_what_is_seen():
    page = (ROOT / "docs" / "play.md").read_text()
    (shown,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    async with on_screen(game_of("last-raid"), size=(72, 13)) as pilot:
        await pilot.press("right", "right", "down")
        await pilot.pause()
        assert [line.rstrip() for line in seen(pilot).split("\n")] == shown.splitlines()


@pytest.mark.parametrize("width", range(40, 81))
def test_notes_without_room_are_left_out_and_no_number_is_cut(width):
    game = game_of("first-crossing")
    grid = game.play_board.grid(game.session.state, 4)
    whole = draw(grid, {}, (80, 20)).text.plain
    drawing = draw(grid, {}, (width, 20))
    assert {line.rstrip() for line in drawing.text.plain.split("\n")} <= {
        line.partition("roll")[0].partition("10 HP")[0].rstrip() for line in whole.split("\n")
    } | set(whole.split("\n"))
    assert drawing.width <= width


@played
async def test_the_review_shows_whole_rolls():
    async with on_screen(game_of("first-crossing", moves=["stay"])) as pilot:
        await pilot.press("v")
        await until(pilot, "Before it:")
        assert "roll 29 " in seen(pilot)


@played
async def test_a_board_that_scrolls_cuts_no_number():
    async with on_screen(game_of("seven-toads-against-six")) as pilot:
        for _ in range(21):
            heads = seen(pilot).split("\n")[1][:59]
            named = list(map(int, heads.split()))
            assert named == list(range(named[0], named[-1] + 1))
            await pilot.press("right")
            await pilot.pause()
        assert named[-1] == 20


@played
async def test_in_ascii_dialogs_are_ascii():
    game = game_of("four-by-four", moves=["a1-b1"], ascii_only=True)
    game.saved = ()
    async with on_screen(game, ascii_only=True) as pilot:
        for key in ["p", "o", "q", "question_mark", "ctrl+s", "ctrl+o"]:
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(pilot.app.screen, Dialog), key
            assert seen(pilot).isascii(), key
            await pilot.press("escape")
            assert isinstance(pilot.app.screen, GameScreen), key


@played
async def test_the_screen_says_which_sign_is_which_side():
    async with on_screen(game_of("four-by-four")) as pilot:
        assert "▼ duck and ♥ swan of green, ▲ duck and ♠ swan of blue" in seen(pilot)


# Choosing and previews


@played
async def test_the_moves_of_a_chosen_duck_light_up_and_wrong_takes_it_back():
    async with on_screen(game_of("four-by-four")) as pilot:
        await click(pilot, *place(pilot, "a", "2"))
        assert "a1 can go" not in seen(pilot)
        assert "a2 can go to b1, b2 or b3; w takes it back." in seen(pilot)
        assert "b │(·)│(·)│(·)│ · │" in board(pilot)
        await pilot.press("w")
        assert "(" not in board(pilot)
        await click(pilot, *place(pilot, "a", "2"))
        await click(pilot, *place(pilot, "c", "2"))
        assert "not b2" not in seen(pilot)
        assert pilot.app.game.session.moves == ()
        assert "one row" in seen(pilot)
        await click(pilot, *place(pilot, "a", "4"))  # another piece
        await click(pilot, *place(pilot, "b", "4"))
        assert [str(move) for move in pilot.app.game.session.moves] == ["a4-b4"]


@played
async def test_what_a_raid_would_take_is_shown_before_it_is_made():
    scenario = named(
        "squirrel-war", values="1 2 3\n4 5 6\n7 8 9", board="X..\n...\nO..", ask="margin"
    )
    async with on_screen(game_of(scenario)) as pilot:
        before = pilot.app.game.session
        await pilot.hover(BoardDrawing, offset=place(pilot, "2", "A"))
        await pilot.pause()
        assert "A2 would be a raid, conquers A3: +11, then X 12, O 0" in seen(pilot)
        assert "*O 7*" in board(pilot)
        await pilot.hover(BoardDrawing, offset=place(pilot, "3", "C"))
        await pilot.pause()
        assert "C3 would be a sneak: +9, then X 10, O 7" in seen(pilot)
        assert "*" not in board(pilot)
        assert pilot.app.game.session is before


@played
async def test_what_cannot_be_done_is_said_and_changes_nothing():
    async with on_screen(game_of("six-frogs")) as pilot:
        await pilot.press("1")
        assert "the frog in cell 1 cannot move" in seen(pilot)
        await pilot.press("4")
        assert "there is no frog in cell 4" in seen(pilot)
        await pilot.press("9")
        assert "there is no cell 9" in seen(pilot)
        await pilot.press("u")
        assert "there is no move of yours to take back" in seen(pilot)
        await pilot.press("r")
        assert "there is nothing to make again" in seen(pilot)
        assert pilot.app.game.session.moves == ()


@played
async def test_enter_says_that_a_cell_has_to_be_pointed_at_first():
    async with on_screen(game_of("battle")) as pilot:
        await pilot.press("enter")
        assert "point at a cell first" in seen(pilot)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("four-by-four", {"A1 b2": "a1-b2", "a1-b2": "a1-b2", "a1b2": "a1-b2"}),
        ("battle", {"b1": "B1"}),
        ("first-crossing", {"left-2": "left-2", "l2": "left-2", "s": "stay"}),
        ("six-frogs", {"3 4": "3-4"}),
    ],
)
@played
async def test_a_move_can_be_typed_as_in_the_line_mode(name, lines):
    async with on_screen(game_of(name)) as pilot:
        for typed, move in lines.items():
            await pilot.press("m")
            await pilot.pause()
            keys = [{" ": "space", "-": "minus"}.get(letter, letter) for letter in typed]
            await pilot.press(*keys, "enter")
            await pilot.pause()
            assert [str(each) for each in pilot.app.game.session.moves] == [move], typed
            await pilot.press("u")
            assert pilot.app.game.session.moves == ()


async def type_in(pilot, text):
    await pilot.press("m")
    await pilot.pause()
    pilot.app.screen.query_one("Input").value = text
    await pilot.press("enter")
    await pilot.pause()


@played
async def test_a_typed_move_that_may_be_two_is_refused_with_both():
    async with on_screen(
        game_of(named("toads-and-frogs", start=["T_F", "T_F"], ask="winner"))
    ) as pilot:
        await type_in(pilot, "1->2")
        assert "may be `1:1-2` or `2:1-2`: type one of them" in seen(pilot)
        assert pilot.app.game.session.moves == ()


@played
async def test_commands_of_the_line_mode_can_be_typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = Path("plan.txt")
    async with on_screen(game_of("six-frogs", moves=["3-4"])) as pilot:
        await type_in(pilot, "moves")
        assert "2-3 5-3" in seen(pilot)
        await type_in(pilot, f"save {plan}")
        assert plan.read_text() == "3-4\n"
        await type_in(pilot, f"save {plan}")
        assert "is there already" in seen(pilot)
        await type_in(pilot, f"save! {plan}")
        assert "Saved:" in seen(pilot)


@played
async def test_wrong_and_pause_can_be_typed():
    async with on_screen(game_of("four-by-four")) as pilot:
        await pilot.press("m", *"a2", "enter")
        await pilot.pause()
        assert "<▼>" in board(pilot)
        await pilot.press("m", *"wrong", "enter")
        await pilot.pause()
        assert "<" not in board(pilot)
        await pilot.press("m", *"pause", "enter")
        await pilot.pause()
        assert "1 Resume" in seen(pilot)
        await pilot.press("1")
        await pilot.pause()
        assert "Resume" not in seen(pilot)


@played
async def test_a_game_without_a_board_to_point_at_offers_its_legal_moves():
    game = PlayedGame.begun(nim_instance(3), {"left": HUMAN, "right": HUMAN})
    async with on_screen(game) as pilot:
        assert [line.strip() for line in board(pilot).split("\n")] == ["1", "2", "3"]
        await pilot.press("down", "down", "enter")
        assert [str(move) for move in pilot.app.game.session.moves] == ["2"]


# The engine


@played
async def test_a_hint_names_and_marks_a_best_move():
    async with on_screen(game_of("jump-of-two")) as pilot:
        await pilot.press("h")
        await until(pilot, "Hint: stay (max-hp = 5, proven best).")
        assert "{T}" in board(pilot)
        await pilot.press("right")
        assert "Hint" not in seen(pilot)
        await pilot.press("h")
        await until(pilot, "Lost: no plan wins from here.")


@played
async def test_the_evaluation_follows_the_game():
    async with on_screen(game_of("jump-of-two")) as pilot:
        await pilot.press("e")
        await until(pilot, "Still possible: max-hp = 5, proven best.")
        await pilot.press("right")
        await until(pilot, "Lost: no plan wins from here.")
        await pilot.press("u")
        await until(pilot, "Still possible: max-hp = 5")
        await pilot.press("e")
        assert "Still possible" not in seen(pilot)


@played
async def test_show_me_plays_the_best_line_and_undo_takes_it_back_at_once():
    async with on_screen(game_of("jump-of-two")) as pilot:
        await pilot.press("space", "+", "+", "+", "s")
        await until(pilot, "Won: the toad is alive")
        assert pilot.app.game.session.rules.figures(pilot.app.game.session.state)["hp"] == 5
        await pilot.press("u")
        assert [str(move) for move in pilot.app.game.session.moves] == ["stay"]
        await pilot.press("r")
        assert pilot.app.game.is_over


@played
async def test_after_show_me_nobody_is_said_to_have_won_by_hand():
    scenario = named("toads-and-frogs", start="T_F", ask="winner")
    async with on_screen(game_of(scenario, "toads=person", "frogs=perfect")) as pilot:
        await pilot.press("+", "+", "+", "s")
        await until(pilot, re.compile(r"Show me made \d of your \d moves"))
        assert "You have" not in seen(pilot)


@played
async def test_show_me_can_be_stopped():
    async with on_screen(game_of("hundred-turns")) as pilot:
        await pilot.press("s")
        await until(pilot, "move 2 of 100")
        await pilot.press("escape")
        await pilot.pause()
        made = len(pilot.app.game.session.moves)
        await pilot.pause(0.7)
        assert 2 <= len(pilot.app.game.session.moves) == made < 10
        await pilot.press("u")
        assert pilot.app.game.session.moves == ()


@played
async def test_the_review_marks_the_first_mistake_and_what_was_better():
    game = game_of("jump-of-two", moves=["stay", "right-1", "stay"])
    async with on_screen(game) as pilot:
        await pilot.press("v")
        await until(pilot, "First mistake: turn")
        await until(pilot, re.compile(r"> 2 +right-1 +the win"))
        first = re.search(
            r"First mistake: turn (\d), (\S+) costs the win; (.*) is better", seen(pilot)
        )
        assert first[2] == "right-1"
        assert "{" in board(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "Turn 4" in seen(pilot)


@played
async def test_undecided_is_said_as_such():
    async with on_screen(game_of("jump-of-two"), seconds=1e-9) as pilot:
        await pilot.press("h")
        await until(pilot, "Undecided: no answer within 1e-09 s.")
        await pilot.press("e")
        await until(pilot, "Undecided.")


@played
async def test_a_slow_engine_leaves_the_keyboard_free_and_is_stopped_when_no_longer_wanted():
    async with on_screen(game_of("first-crossing"), delay=60.0) as pilot:
        (engine,) = pilot.app.assistants
        began = time.monotonic()
        await pilot.press("h")
        await until(pilot, "Looking for a best move...")
        for _ in range(5):
            await pilot.press("space", "u", "question_mark", "escape", "h")
        await pilot.press("space")
        await pilot.pause()
        assert time.monotonic() - began < 30
        assert [str(move) for move in pilot.app.game.session.moves] == ["stay"]
        assert len(engine.asked) == 6
        assert all(future.cancelled() for _, future in engine.asked)
        assert "Looking" not in seen(pilot)
    assert engine.closed


@pytest.fixture
def no_garbage():
    """Keep the collector away from the many objects of the other tests."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@played
async def test_while_the_engine_works_no_key_waits_for_more_than_50_ms(no_garbage):
    game = game_of("late-on-five-by-five", "green=person", "blue=perfect")
    turns = []  # of the program's loop: how long the processor worked on each

    async def watch():
        while True:
            before = time.thread_time()
            await asyncio.sleep(0)
            turns.append(time.thread_time() - before)
            await asyncio.sleep(0.002)

    program = PlayApp(game, PlaySettings(10.0))  # with its own process
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.press("h")
        await until(pilot, "Looking for a best move")
        watching = asyncio.create_task(watch())
        began = time.thread_time()
        await pilot.press("e", "e", *["down", "right", "left", "up"] * 5, "h")
        key = (time.thread_time() - began) / 23
        await until(pilot, "Hint", 60)
        watching.cancel()
    assert len(turns) > 50
    assert max(turns) < 0.05, max(turns)  # seconds of the processor: others work here, too
    assert key < 0.05, key


# Players


@played
async def test_undo_takes_back_the_reply_as_well_and_redo_brings_both_back():
    async with on_screen(game_of("three-by-three", "green=person", "blue=greedy")) as pilot:
        await Hand(pilot, "ugly-duck").by_key("a1-b1")
        await until(pilot, "Turn 3")
        made = pilot.app.game.session
        assert len(made.moves) == 2
        await pilot.press("u")
        assert pilot.app.game.session.moves == ()
        await pilot.press("r")
        assert pilot.app.game.session == made


@played
async def test_the_program_plays_against_itself_as_in_the_line_mode():
    wishes = ["X=greedy", "O=minimax:2"]
    line = f"play battle --player {','.join(wishes)} --json"
    expected = json.loads(CliRunner().invoke(app, shlex.split(line)).stdout)["moves"]
    async with on_screen(game_of("battle", *wishes)) as pilot:
        await pilot.press("plus", "plus", "plus")
        await until(pilot, "the board is full")
        assert [str(move) for move in pilot.app.game.session.moves] == expected


@played
async def test_the_program_that_plays_itself_can_be_stopped_and_stepped_back():
    async with on_screen(game_of("battle", "X=greedy", "O=greedy")) as pilot:
        await until(pilot, "Turn 2")
        await pilot.press("space")
        await pilot.pause(0.6)
        made = len(pilot.app.game.session.moves)
        await pilot.pause(0.6)
        assert len(pilot.app.game.session.moves) == made
        await pilot.press("u")
        assert len(pilot.app.game.session.moves) == made - 1
        await pilot.press("r", "space", "+", "+", "+")
        await until(pilot, "the board is full")


@played
async def test_the_players_can_be_changed_in_the_menu():
    async with on_screen(game_of("three-by-three")) as pilot:
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("3")
        await pilot.pause()
        players = pilot.app.screen
        players.query_one("#player-1").value = "alpha-beta"
        players.query_one("#depth-1").value = "none"
        await pilot.press("ctrl+s")
        assert "expected a depth" in seen(pilot)
        players.query_one("#depth-1").value = "2"
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "(green person, blue alpha-beta:2)" in seen(pilot)
        await Hand(pilot, "ugly-duck").by_key("a1-b1")
        await until(pilot, "Turn 3")


# Files


async def save_as(pilot, name):
    await pilot.press("ctrl+s")
    await pilot.pause()
    pilot.app.screen.query_one("Input").value = name
    await pilot.press("enter")
    await pilot.pause()


WON = ["2-3", "4-2", "5-4", "3-5", "1-3", "2-1", "4-2", "3-4"]


@pytest.mark.parametrize("name", ["won.json", "won.txt"])
@played
async def test_a_finished_game_is_kept_as_a_plan_that_check_accepts(name, tmp_path):
    scenario = tmp_path / "frogs.yaml"
    scenario.write_text("{game: frog-puzzle, start: LL_RR, ask: min-moves}")
    async with on_screen(game_of(str(scenario))) as pilot:
        for move in WON:
            await pilot.press(move[0])
        await save_as(pilot, str(tmp_path / name))
        assert "Saved:" in seen(pilot)
        await save_as(pilot, str(tmp_path / name))
        assert "exists already; Enter once more replaces it." in seen(pilot)
    checked = CliRunner().invoke(app, ["check", str(scenario), str(tmp_path / name), "--json"])
    assert json.loads(checked.stdout)["valid"] is True
    assert len(json.loads(checked.stdout)["states"]) == len(WON) + 1


@played
async def test_a_game_is_kept_as_a_replay(tmp_path):
    async with on_screen(game_of("six-frogs", moves=["3-4"])) as pilot:
        await save_as(pilot, str(tmp_path / "game.html"))
    page = (tmp_path / "game.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "LL_LRRR" in page


@played
async def test_a_saved_game_is_continued_with_its_players(tmp_path):
    path = str(tmp_path / "half.json")
    async with on_screen(game_of("battle", "X=person", "O=greedy", moves=["B1", "C3"])) as pilot:
        await save_as(pilot, path)
    async with on_screen(game_of("six-frogs")) as pilot:
        await pilot.press("ctrl+o")
        await until(pilot, "Load a saved game")
        pilot.app.screen.query_one("Input").value = path
        await pilot.press("enter")
        await until(pilot, "Turn 3")
        game = pilot.app.game
        assert [str(move) for move in game.session.moves] == ["B1", "C3"]
        assert {side: str(each) for side, each in game.chosen.items()} == {
            "X": "person",
            "O": "greedy",
        }


@played
async def test_a_file_that_is_no_game_is_refused(tmp_path):
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"kind": "saved game", "scenario": {}, "ask": [], "players": {}, "plan": []}')
    async with on_screen(game_of("six-frogs")) as pilot:
        for name, reason in [("none.json", "no such file"), (wrong, "`game` is missing")]:
            await pilot.press("ctrl+o")
            await until(pilot, "Load a saved game")
            pilot.app.screen.query_one("Input").value = str(name)
            await pilot.press("enter")
            await until(pilot, reason)
            await pilot.press("escape")
            await pilot.pause()


@pytest.mark.parametrize("path", example_files().values(), ids=lambda path: path.stem)
def test_every_scenario_comes_back_from_a_saved_game(path):
    game = game_of(str(path))
    text = saved_game(game.instance, game.chosen, [])
    back = read_saved_game(Source("saved.json", text, Path()))
    assert back.instance == game.instance
    assert back.moves == ()


def test_a_game_that_is_loaded_goes_on_line_by_line_as_well(tmp_path):
    game = game_of("six-frogs", moves=["3-4"])
    (tmp_path / "game.json").write_text(saved_game(game.instance, game.chosen, game.session.moves))
    (tmp_path / "plan.txt").write_text("3-4\n")
    for line in [f"--load {tmp_path}/game.json", f"six-frogs --load {tmp_path}/plan.txt"]:
        said = CliRunner().invoke(app, shlex.split(f"play {line} --json"), input="5-3\n")
        assert json.loads(said.stdout)["moves"] == ["3-4", "5-3"], said.stderr
    said = CliRunner().invoke(app, ["play", "--load", str(tmp_path / "plan.txt")])
    assert said.exit_code == ExitStatus.USAGE
    assert "a plan goes with a scenario" in said.stderr


# Beginning and leaving


@played
async def test_the_menu_finds_a_scenario_asks_who_plays_and_begins():
    async with on_screen(None) as pilot:
        await pilot.pause()
        assert "frog-puzzle" in seen(pilot)
        assert "usual start" in seen(pilot)
        await pilot.press(*"last", "minus", *"raid")
        await until(pilot, "Asked:")
        assert "five-by-five" not in seen(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "Who plays?" in seen(pilot)
        await pilot.press("ctrl+s")
        await until(pilot, "Turn 1")
        assert pilot.app.game.instance.game.name == "squirrel-war"


@played
async def test_a_player_whom_the_chosen_game_does_not_know_is_left_out_with_a_word():
    async with on_screen(None, wishes=("minimax:3",)) as pilot:
        await pilot.press(*"six", "minus", *"frogs", "enter")
        await until(pilot, "Turn 1")
        await until(pilot, "--player: expected a player")
        assert "(person)" in seen(pilot)


@played
async def test_leaving_an_unsaved_game_is_confirmed():
    async with on_screen(game_of("six-frogs")) as pilot:
        await pilot.press("3", "q")
        await pilot.pause()
        assert "not saved" in seen(pilot)
        await pilot.press("n", "q", "y")
        await pilot.pause()
    assert not pilot.app.is_running
    assert pilot.app.interrupted is None


@played
async def test_after_starting_again_the_moves_taken_back_are_not_left_unasked():
    async with on_screen(game_of("six-frogs")) as pilot:
        await pilot.press("3", "5", "n", "q")
        await pilot.pause()
        assert "The game is not saved. Leave it?" in seen(pilot)


@played
async def test_loading_a_game_over_unsaved_moves_is_confirmed(tmp_path):
    other = game_of("battle")
    path = tmp_path / "other.json"
    path.write_text(saved_game(other.instance, other.chosen, other.session.moves))
    async with on_screen(game_of("six-frogs")) as pilot:
        for answer, game in [("n", "frog-puzzle"), ("y", "squirrel-war")]:
            await pilot.press(*(["3"] if answer == "n" else []), "ctrl+o")
            await pilot.pause()
            pilot.app.screen.query_one("Input").value = str(path)
            await pilot.press("enter")
            await until(pilot, "The game is not saved. Load another one?")
            await pilot.press(answer)
            await pilot.pause()
            assert pilot.app.game.instance.game.name == game


@pytest.mark.parametrize(
    ("name", "asked"),
    [("g.json", ""), ("g.txt", ""), ("g.html", "the replay cannot be loaded. Leave it?")],
)
@played
async def test_what_was_kept_decides_whether_leaving_is_confirmed(name, asked, tmp_path):
    async with on_screen(game_of("six-frogs")) as pilot:
        await pilot.press("3")
        await save_as(pilot, str(tmp_path / name))
        await pilot.press("q")
        await pilot.pause()
        if asked:
            assert asked in seen(pilot)
    assert pilot.app.is_running is False


@played
async def test_the_question_says_which_moves_are_not_saved():
    async with on_screen(game_of("six-frogs", moves=["3-4"])) as pilot:
        await pilot.press("5", "q")
        await pilot.pause()
        assert "The moves after turn 1 are not saved. Leave it?" in seen(pilot)


@played
async def test_a_question_is_seen_whole_and_says_how_to_cancel():
    async with on_screen(game_of("four-by-four", moves=["a1-b1"])) as pilot:
        for key in ["ctrl+s", "ctrl+o", "o"]:
            await pilot.press(key)
            await pilot.pause()
            assert "Esc cancels." in seen(pilot), key
            assert (".html a replay for a browser." in seen(pilot)) == (key == "ctrl+s")
            await pilot.press("escape")
            await pilot.pause()
            assert "Esc cancels." not in seen(pilot), key


@pytest.mark.parametrize("command", ["play six-frogs --load", "check six-frogs", "grade six-frogs"])
def test_a_saved_game_of_another_game_is_said_to_be_one(command, tmp_path):
    other = game_of("jump-of-two", moves=["stay"])
    path = tmp_path / "g1.json"
    path.write_text(saved_game(other.instance, other.chosen, other.session.moves))
    said = CliRunner().invoke(app, [*shlex.split(command), str(path)])
    assert said.exit_code != ExitStatus.ANSWERED
    assert "a saved game of river-toad, expected one of frog-puzzle" in said.output


@pytest.mark.parametrize("command", ["play --load", "play six-frogs --load", "check six-frogs"])
def test_a_file_of_broken_json_is_said_to_be_one(command, tmp_path):
    path = tmp_path / "broken.json"
    path.write_text('{"kind": "saved game", "plan": ["3-4",')
    said = CliRunner().invoke(app, [*shlex.split(command), str(path)])
    assert "this is not valid JSON" in said.stderr


def test_rules_are_unwrapped_before_the_help_wraps_them():
    told = unwrapped(
        "- One, over an R, into\n  a gap.\nWho cannot\nmove loses.\n  l  1\n  r  2", 18
    )
    assert told == "- One, over an R, into a gap.\nWho cannot\nmove loses.\n  l  1\n  r  2"
    assert (
        unwrapped("Who cannot move\nloses.\n\nWho can", 18) == "Who cannot move loses.\n\nWho can"
    )


@played
async def test_a_line_of_the_help_ends_only_where_the_next_word_has_no_room():
    async with on_screen(game_of("six-frogs"), size=(80, 60)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        shown = [line.strip(" │") for line in seen(pilot).split("\n") if "│" in line]
        start = next(n for n, line in enumerate(shown) if line.startswith("- An L goes"))
        words = " ".join(shown[start : start + 2])
        assert words.startswith(
            "- An L goes one cell to the right, into a gap, or two, over an R, into a gap."
        )
        assert len(shown[start]) > 70


@played
async def test_help_lists_the_keys_and_the_rules_of_the_game():
    async with on_screen(game_of("six-frogs")) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "show me: the program plays the best line" in seen(pilot)
        await pilot.press("end")
        await pilot.pause()
        assert "An L goes one cell to the right" in seen(pilot)


def test_without_a_terminal_a_scenario_is_needed():
    said = CliRunner().invoke(app, ["play"])
    assert said.exit_code == ExitStatus.USAGE
    assert "expected a SCENARIO" in said.stderr


def test_every_key_and_every_entry_of_the_menu_does_something():
    screens = [GameScreen, ReviewScreen, StartScreen, Help, GameMenu, Players, Confirm]
    bound = [(each, binding.action) for each in screens for binding in each.BINDINGS]
    named = [(GameScreen, action) for action, _ in MENU if action]
    typed = [(GameScreen, action) for action in COMMANDS.values()]
    for screen_type, action in bound + named + typed:
        assert hasattr(screen_type, f"action_{action.partition('(')[0]}"), action
