"""What the page teaches: puzzles that speak, a board that explains itself, and ways on and back."""

import json
from datetime import date

import pytest

import toadstone
from exhaustive import some_of
from own_folders import use_games_in
from tests.cli.browser.test_page import at, begin, click, moves_of, said
from toadstone.core.board import BOARD
from toadstone.files.source import Source
from toadstone.game import find_game
from toadstone.loading import read_scenario
from toadstone.services.generation.shipped import puzzle_of_the_day, shipped
from toadstone.table.views import game_cards

GAMES = ["squirrel-war", "river-toad", "ugly-duck", "toads-and-frogs", "frog-puzzle"]
SIZES = {"wide": (1280, 800), "sideways": (844, 390), "zoomed": (640, 400), "narrow": (390, 844)}


def choose(page, game):
    """Choose a game among the cards."""
    names = [each.game for each in game_cards()]
    page.locator("button.card").nth(names.index(game)).click()
    page.wait_for_selector("#board [data-cell]")


def open_puzzle(page, difficulty="easy"):
    page.click("summary >> text=Puzzles")
    page.click(f"[data-difficulty={difficulty}]")
    page.wait_for_selector("#task:not([hidden]) >> text=★")


def play(page, puzzle, moves):
    """Make moves by the keys that name their cells."""
    scenario = read_scenario(Source("puzzle", json.dumps(dict(puzzle.content)), None))
    game = find_game(scenario.game)
    board = game.get(BOARD)(scenario)
    state = board.rules.start()
    for ply, text in enumerate(moves, 1):
        move = board.rules.read_move(text)
        for cell in board.path(state, move):
            click(page, cell)
        at(page, ply)
        state = board.rules.play(state, move)


def click_a_legal_move(page):
    """Click cells that light up, until a move is made."""
    page.locator("#board .playable").first.click()
    target = page.locator("#board .target")
    if target.count():
        target.first.click()


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_a_puzzle_states_its_task_its_verdict_and_the_next_one_by_a_key(open_page, game):
    puzzle = shipped(game, "easy")[0]
    page = open_page()
    choose(page, game)
    open_puzzle(page)
    task = page.inner_text("#task")
    assert task.startswith(f"1 {puzzle.name} {'★' * puzzle.stars}")
    assert puzzle.task in task
    if puzzle.wrong:
        wrong = next(iter(puzzle.wrong))
        play(page, puzzle, [wrong])
        said(page, wrong, "#verdict.lost")
        assert puzzle.wrong[wrong].line[0] in page.inner_text("#verdict")
        page.keyboard.press("u")
        at(page, 0)
    play(page, puzzle, puzzle.solution)
    said(page, "That is it", "#verdict.won")
    assert puzzle.said in page.inner_text("#verdict")
    page.keyboard.press("p")
    said(page, f"2 {shipped(game, 'easy')[1].name}", "#task")
    assert page.is_hidden("#verdict")
    for difficulty in ("medium", "hard"):
        open_puzzle(page, difficulty)
        said(page, f"1 {shipped(game, difficulty)[0].name}", "#task")


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_a_solution_that_was_shown_is_not_solved_even_if_the_page_is_loaded_again(open_page, game):
    page = open_page()
    choose(page, game)
    open_puzzle(page)
    task = page.inner_text("#task")
    page.keyboard.press("s")
    said(page, "That is the solution, shown.", "#verdict")
    page.keyboard.press("Escape")
    page.reload()
    said(page, "That is the solution, shown.", "#verdict")
    assert page.inner_text("#task").startswith(task.partition(" · turn ")[0])
    assert "solved" not in page.locator("#puzzles").text_content()


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_the_puzzle_of_the_day_has_a_streak_and_a_result_to_copy(open_page, game):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    choose(page, game)
    open_puzzle(page, "day")
    day = page.evaluate("() => new Date().toISOString().slice(0, 10)")
    puzzle = puzzle_of_the_day(game, date.fromisoformat(day))
    assert puzzle.name in page.inner_text("#task")
    play(page, puzzle, puzzle.solution)
    said(page, "That is it", "#verdict.won")
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage["toadstone.puzzles"]);
          const day = new Date(Date.now() - 864e5).toISOString().slice(0, 10);
          localStorage["toadstone.puzzles"] = JSON.stringify([{ ...kept[0], day }, ...kept]);
        }"""
    )
    page.reload()
    said(page, "That is it", "#verdict.won")
    page.click("summary >> text=Puzzles")
    page.click("#copy-result")
    said(page, "Copied: ")
    text = page.evaluate("() => navigator.clipboard.readText()")
    name = f"{game.replace('-', ' ')}, {puzzle.name}, {day} {'★' * puzzle.stars}"
    assert text.startswith(f"Toadstone, {name}")
    assert text.endswith("solved, 2 days in a row")


@pytest.mark.parametrize("game", some_of(GAMES[::-1], 1))
def test_a_board_explains_itself_and_after_its_end_offers_what_comes_next(open_page, game):
    page = open_page()
    choose(page, game)
    lines = page.locator("#short-rules[open] li")
    assert lines.count() == 4
    assert all(len(line) < 130 for line in lines.all_inner_texts())
    page.reload()
    page.wait_for_selector("#short-rules:not([open])")
    short = {"river-toad": "jump-of-two", "ugly-duck": "three-by-three"}
    instance = begin(page, short.get(game, game))
    board = instance.game.get(BOARD)(instance.scenario)
    state, ply = board.rules.start(), 0
    plan = toadstone.solve(instance.scenario).plan if game == "river-toad" else []
    while page.is_hidden("#after"):
        assert board.progress(state) in page.inner_text("#play")
        assert ply == 0 or "proven" not in page.inner_text("#words")
        move = board.rules.read_move(plan[ply]) if plan else board.rules.legal_moves(state)[0]
        for cell in board.path(state, move):
            click(page, cell)
        state, ply = board.rules.play(state, move), ply + 1
        at(page, ply)
    assert board.rules.outcome(state) is None or ":" in page.inner_text("#status")
    page.click("#review-now")
    page.wait_for_selector("#graph svg")
    page.locator("#moves button:not(.again)").last.click()
    at(page, ply - 1)
    page.keyboard.press("r")
    at(page, ply)
    players = page.locator("#sides select")
    assert page.is_visible("#swap") == (players.count() == 2)
    players.first.select_option("strong")
    page.click("#swap" if players.count() == 2 else "#play-again")
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 1")
    assert players.last.input_value() == "strong"


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_a_refusal_is_said_until_the_next_move_and_pictures_have_names_for_people(open_page, game):
    page = open_page()
    begin(page, game)
    names = page.locator("#sides title").all_text_contents()
    assert len(names) == page.locator("#sides select").count()
    assert all(" " in name and "-" not in name for name in names)
    drawn = page.locator("#sides use").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    for ply in (1, 2):
        click_a_legal_move(page)
        at(page, ply)
        assert page.inner_text("#note") == ""
        page.locator("#board [data-cell]:not(.playable)").first.click()
        page.wait_for_selector("#note.refused:not(:empty)")
    assert all(page.locator(f'#board use[href="{symbol}"]').count() for symbol in drawn)


LOST = {
    "toads-and-frogs": {"start": ["T_TFF_F", "_TF_"], "ask": "winner"},
    "ugly-duck": {"board": "ddd\n...\nDDD", "ask": "winner"},
    "squirrel-war": {"values": [[9, 1, 5]], "board": ["X.."], "turn": "O", "ask": "margin"},
    "river-toad": {
        "rolls": [8, 21, 16, 4, 16, 17],
        "board": {"rows": 3},
        "toad": {"hp": 1},
        "ask": "survive",
    },
    "frog-puzzle": {"start": "RL_RLLR", "ask": "reach"},
}
"""A position of each game that is lost, but not at once."""


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_what_is_shown_of_a_lost_position_is_a_defence_to_the_end(open_page, game):
    page = open_page()
    page.click("#open-own")
    page.fill("#text", json.dumps({"game": game, **LOST[game]}))
    page.click("#open-dialog button.main")
    page.wait_for_selector("#board [data-cell]")
    page.keyboard.press("s")
    said(page, "Lost")
    page.wait_for_selector("#after:not([hidden])")
    assert page.locator("#moves li").count() > 2


def test_what_is_proven_of_the_start_is_said_of_no_other_position(open_page):
    page = open_page()
    choose(page, "ugly-duck")
    said(page, "With best play blue wins, proven.", "#about")
    page.select_option("#sides select >> nth=0", "person")
    click(page, "a1")
    click(page, "b1")
    at(page, 1)
    assert "proven" not in page.inner_text("#words")


@pytest.mark.parametrize(
    ("game", "wanted", "cells"),
    [("toads-and-frogs", "TT_F", 4), ("ugly-duck", "3x4", 12), ("frog-puzzle", "L_R", 3)],
)
@pytest.mark.few(1)
def test_a_board_of_another_size_is_chosen_on_the_page(open_page, game, wanted, cells):
    page = open_page()
    choose(page, game)
    page.on("dialog", lambda dialog: dialog.accept(wanted))
    page.select_option("#starts", label="Another size or row…")
    page.wait_for_function(
        "cells => document.querySelectorAll('#board [data-cell]').length === cells", arg=cells
    )


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_after_undo_a_level_that_is_chosen_moves(open_page, game):
    page = open_page()
    begin(page, game)
    for ply in (1, 2):
        click_a_legal_move(page)
        at(page, ply)
    page.keyboard.press("u")
    at(page, 1)
    page.select_option("#sides select >> nth=-1", "casual")
    at(page, 2)


@pytest.mark.parametrize("game", some_of(GAMES[::-1], 1))
def test_back_goes_to_the_games_whose_menus_are_empty_until_one_is_chosen(open_page, game):
    page = open_page()
    page.locator("button.card").first.wait_for()
    assert (page.input_value("#game"), page.locator("#starts option").count()) == ("", 0)
    choose(page, game)
    names = page.locator("#starts option").all_inner_texts()
    assert len({*names}) == len(names) > 7
    assert all(" " in name or name.isalpha() for name in names), names
    assert "Untitled" not in names
    page.reload()
    page.wait_for_selector("#board [data-cell]")
    page.go_back()
    page.locator("button.card").first.wait_for()
    assert (page.input_value("#game"), page.locator("#starts option").count()) == ("", 0)
    page.go_forward()
    page.wait_for_selector("#board [data-cell]")
    page.click("#home")
    page.locator("button.card").first.wait_for()


def test_a_river_with_all_its_rolls_scrolls(open_page):
    page = open_page()
    choose(page, "river-toad")
    size = "() => document.querySelector('[data-cell]').getBoundingClientRect().width"
    for rolls in range(4, 21):
        page.keyboard.press("+")
        said(page, f"{rolls} rolls", "#rolls")
    assert all(words in page.inner_text("#rules-here") for words in ("gives 5 HP", "left-1 1"))
    page.locator("#board text", has_text="at most ").wait_for()
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    assert page.evaluate(size) > 35
    shown, whole, top = page.evaluate(
        "() => [stage.clientHeight, stage.scrollHeight, stage.scrollTop]"
    )
    assert shown < whole
    assert top + shown >= whole - 1
    page.keyboard.type("n")
    at(page, 0)


@pytest.mark.parametrize("game", some_of(GAMES, 1))
@pytest.mark.parametrize("size", some_of(["sideways", "wide", "zoomed", "narrow"], 1))
def test_the_whole_board_is_seen(open_page, game, size):
    width, height = SIZES[size]
    page = open_page(width, height, has_touch=True)
    choose(page, game)
    page.evaluate("() => scrollTo(0, 0)")
    box = page.locator("#board svg").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width + 1
    assert box["y"] + box["height"] <= height + 1
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", some_of(GAMES, 1))
def test_a_tab_goes_on_after_the_program_was_started_again_and_saves_its_game(
    chromium, serving, game
):
    with chromium.new_context() as context:
        page = context.new_page()
        with serving("first") as first:
            page.goto(first.address)
            choose(page, game)
            for side in page.locator("#sides select").all():
                side.select_option("person")
            click_a_legal_move(page)
            at(page, 1)
        said(page, "The connection is lost.")
        with page.expect_download() as download:
            page.click("#rescue")
        assert json.loads(download.value.path().read_text())["plan"] == moves_of(page)
        with serving("second", first.port) as second:
            other = context.new_page()
            other.goto(second.address)
            other.locator("button.card").first.wait_for()
            page.wait_for_selector("#rescue", state="hidden")
            at(page, 1)
            assert page.inner_text("#note") == ""
            click_a_legal_move(page)
            at(page, 2)
            page.goto(first.address)
            page.wait_for_url("**/?token=second")


OWN = '''
from typing import Literal
from toadstone.own_game import Field, TwoPlayerScenario, plain_game

class PinsScenario(TwoPlayerScenario):
    game: Literal["pins"]
    pins: int = Field(8, ge=1, description="How many pins.")

class PinsRules:
    """Knock down one pin.
    Who cannot move loses.

    More than that is not to be known.
    """
    sides, looks = ("first", "second"), {"!": "toad", "?": "red"}

    def __init__(self, scenario):
        self.pins = scenario.pins
    def start(self):
        return "!" * self.pins + "?"
    def moves(self, position, side):
        return [str(pin) for pin, sign in enumerate(position, 1) if sign == "!"]
    def play(self, position, move, side):
        return position[: int(move) - 1] + "." + position[int(move) :]
    def winner(self, position, side):
        return None if "!" in position else "first"
    def rows(self, position):
        if position == "...!!!!!?":
            raise KeyError("no such pin")
        return [position]

GAME = plain_game("pins", __name__, PinsScenario, PinsRules)
'''


def test_an_own_game_has_its_looks_and_menus_and_its_errors_are_told_as_theirs(
    open_page, tmp_path, monkeypatch
):
    (tmp_path / "pins.py").write_text(OWN)
    use_games_in(monkeypatch, tmp_path)
    page = open_page()
    begin(page, "pins")
    assert page.locator("#board use").count() == 8
    assert page.locator("#board .heart").text_content() == "?"
    page.get_by_text("Knock down one pin. Who cannot move loses.").first.wait_for()
    assert page.is_hidden("[data-offer=puzzles]")
    for ply, cell in enumerate("12", 1):
        click(page, cell)
        at(page, ply)
    click(page, "3")
    said(page, "The game pins: in ", "#note.refused")
    assert "KeyError: 'no such pin' (pins.py, line " in page.inner_text("#note")
    at(page, 2)
    for ply, cell in enumerate("456783", 3):
        click(page, cell)
        at(page, ply)
    assert page.inner_text("#status").startswith("First wins.")
    assert "first wins" not in page.inner_text("#status")
