"""The page in chromium: every game by mouse and by key, and all that stands beside the board."""

import itertools
import json
import random
import time

import pytest

from slow_task import Slow
from toadstone.core.board import BOARD
from toadstone.core.line import ending
from toadstone.core.rules import RULES
from toadstone.game import find_game
from toadstone.loading import named_source, read_scenario
from toadstone.play.session import Session, read_saved_game
from toadstone.view.canvas import pointed_moves
from toadstone_cli.browser import puzzles, tab
from toadstone_cli.browser.games import start_named

GAMES = ("jump-of-two", "first-across", "two-against-two", "three-by-three", "last-raid")
"""A short game of each kind."""

SCREENS = {"wide": {"width": 1280, "height": 800}, "narrow": {"width": 390, "height": 844}}
WAYS = list(itertools.product(GAMES, ("mouse", "keys"), SCREENS, ("light", "dark")))


def begin(page, name, *, alone=True):
    """Begin a packaged start in a page; alone, a person plays all sides."""
    page.locator(".card").first.wait_for()
    session = Session(start_named(name), ["person"] if alone else [])
    page.click("#open-own")
    page.fill("#text", json.dumps(session.to_json()))
    page.click("#open-dialog button.main")
    page.wait_for_selector("#board [data-cell]")
    return session.instance.scenario


def at(page, ply):
    """Wait until so many moves are made, and it is a person's turn or the game is over."""
    page.wait_for_function(
        """ply => {
          const now = document.querySelector('#moves [aria-current] .number');
          return now && Number(now.textContent || 0) === ply;
        }""",
        arg=ply,
    )


def moves_of(page):
    return page.locator(
        "#moves li:not(:first-child) button:first-child span:nth-child(2)"
    ).all_inner_texts()


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "by", "screen", "scheme"), WAYS)
def test_a_game_is_played_to_its_end(open_page, name, by, screen, scheme):
    """Play at random; compare the moves and the end with the simulator."""
    page = open_page(**SCREENS[screen], color_scheme=scheme)
    scenario = begin(page, name)
    game_rules = find_game(scenario.game).get(RULES)(scenario)
    dice, state, last = random.Random(f"{name} {by}"), game_rules.start(), None
    made = []
    while (over := ending(game_rules, last, state)) is None:
        last = dice.choice(game_rules.legal_moves(state))
        cells = told(game_rules, scenario, state, last)
        for cell in cells:
            click(page, cell) if by == "mouse" else spell(page, cell)
        state = game_rules.play(state, last)
        made.append(str(last))
        at(page, len(made))
    assert moves_of(page) == made
    assert over.reason in page.inner_text("#status")
    no_wider = "() => document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(no_wider)


def told(rules, scenario, state, move):
    """Return the names of the cells that tell a move."""
    board = find_game(scenario.game).get(BOARD)(scenario)
    pointed = pointed_moves(board, state)
    return next(each.cells[: each.enough] for each in pointed if each.move == move)


def click(page, cell):
    page.locator(f'[data-cell="{cell}"]').click()


def spell(page, cell):
    page.keyboard.type(cell)


def test_arrows_and_enter_choose_cells_and_drags_move_pieces(open_page):
    page = open_page()
    begin(page, "three-by-three")
    page.locator('[data-cell="a1"]').focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    at(page, 1)
    assert moves_of(page) == ["a2-b2"]
    page.locator('[data-cell="c3"]').drag_to(page.locator('[data-cell="b3"]'))
    at(page, 2)
    page.keyboard.press("u")
    at(page, 1)
    page.keyboard.press("r")
    at(page, 2)
    page.locator("#moves button").first.click()
    at(page, 0)
    click(page, "c1")
    page.wait_for_selector("#note.refused")
    assert page.inner_text("#note") == "Green is to move, and the duck in c1 is blue."
    page.locator('[data-cell="c3"]').drag_to(page.locator('[data-cell="b3"]'))
    page.wait_for_function("() => document.querySelector('#note').textContent.includes('c3')")
    page.click("summary >> text=Puzzles")
    page.keyboard.press("Escape")
    assert not page.locator("details[open]").count()


@pytest.mark.exhaustive
def test_letters_of_cells_name_cells_alone(open_page):
    page = open_page()
    begin(page, "ugly-duck")
    page.keyboard.type("e1")
    page.wait_for_function("() => document.querySelector('#note').textContent.includes('e1')")
    page.keyboard.press("w")
    page.wait_for_selector("#note.answer")


@pytest.mark.exhaustive
def test_the_menus_can_be_read_on_a_narrow_screen(open_page):
    page = open_page(**SCREENS["narrow"])
    begin(page, "ugly-duck")
    for menu in ("#game", "#starts"):
        assert page.locator(menu).bounding_box()["width"] > 100
        assert (
            page.locator(f"label:has({menu})").evaluate(
                "label => parseFloat(getComputedStyle(label).fontSize)"
            )
            > 12
        )


def test_hints_review_and_trying_again(open_page):
    page = open_page()
    begin(page, "jump-of-two", alone=False)
    for words in ("Look ", "Hint: "):
        page.keyboard.press("h")
        page.wait_for_function(
            "words => document.querySelector('#note').textContent.startsWith(words)", arg=words
        )
    assert page.locator("#board .best, #board .bestcell").count()
    for ply, key in enumerate(("ArrowLeft", "ArrowLeft", "Space"), 1):
        page.keyboard.press(key)
        at(page, ply)
    page.keyboard.press("v")
    page.wait_for_selector("#moves.reviewed .first")
    assert page.locator("#board .best, #board .bestcell").count()
    assert "First mistake: turn" in page.inner_text("#note")
    page.locator("#moves .again").first.click()
    page.wait_for_selector("#moves:not(.reviewed)")
    page.click("text=What is possible?")
    page.wait_for_function("() => document.querySelector('#note').textContent === 'Best: 5 HP.'")


@pytest.mark.exhaustive
def test_the_program_replies_and_a_loaded_page_goes_on_with_its_game(open_page):
    page = open_page()
    begin(page, "two-against-two", alone=False)
    click(page, "2")
    at(page, 2)
    before = moves_of(page)
    page.reload()
    page.wait_for_selector("#board [data-cell]")
    at(page, 2)
    assert moves_of(page) == before
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".card").first.wait_for()


@pytest.mark.exhaustive
def test_a_page_that_is_loaded_again_before_its_game_is_there_keeps_it(open_page, monkeypatch):
    def slow(source):
        time.sleep(1)
        return read_saved_game(source)

    page = open_page()
    begin(page, "two-against-two")
    click(page, "2")
    at(page, 1)
    with monkeypatch.context() as patched:
        patched.setattr(tab, "read_saved_game", slow)
        page.reload()
        page.locator(".card").first.wait_for()
    page.reload()
    at(page, 1)


def test_puzzles_are_played_kept_and_sent(open_page, monkeypatch):
    async def generate(*arguments):
        scenario = {"game": "frog-puzzle", "title": "A puzzle", "start": "L_R", "ask": "min-moves"}
        return json.dumps({"scenario": scenario, "solution": ["1-2", "3-1", "2-3"]})

    monkeypatch.setattr(puzzles, "run_toadstone", generate)
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    begin(page, "first-across")
    page.click("summary >> text=Puzzles")
    page.click("[data-difficulty=easy]")
    page.wait_for_function("() => document.title.startsWith('A puzzle')")
    for ply, cell in enumerate(("1", "3", "2"), 1):
        click(page, cell)
        at(page, ply)
    assert "solved" in page.locator("#puzzles").text_content()
    page.click("summary >> text=Puzzles")
    page.click("#copy-address")
    address = page.evaluate("() => navigator.clipboard.readText()")
    assert read_scenario(named_source(address)).title == "A puzzle"
    page.reload()
    page.wait_for_selector("#board [data-cell]")
    assert "solved" in page.locator("#puzzles").text_content()
    sent = open_page()
    sent.locator(".card").first.wait_for()
    sent.click("#open-own")
    assert sent.is_disabled("#new")
    assert not sent.locator("#copy-address:enabled").count()
    sent.set_input_files(
        "#file", {"name": "a", "mimeType": "text/yaml", "buffer": b"#" * 3_000_000}
    )
    sent.click("#open-dialog button.main")
    sent.wait_for_selector("#amiss.refused:not(:empty)")
    assert sent.inner_text("#amiss") == "The file is too large: at most 2 MB."
    sent.click("#open-own")
    sent.fill("#text", f"toadstone play '{address}'")
    sent.click("#open-dialog button.main")
    sent.wait_for_function("() => document.title.startsWith('A puzzle')")


@pytest.mark.exhaustive
def test_an_address_without_a_token_opens_where_the_browser_has_been_before(open_page, served):
    page = open_page()
    begin(page, "first-across")
    other = page.context.new_page()
    other.goto(served.origin)
    other.locator(".card").first.wait_for()


@pytest.mark.exhaustive
@pytest.mark.parametrize("damaged", ["AAAA", "A", "Z2FtZTo", "%"])
def test_a_damaged_address_or_saved_game_says_so_beside_the_choice_of_games(open_page, damaged):
    page = open_page()
    page.locator(".card").first.wait_for()
    page.evaluate("() => sessionStorage.setItem('toadstone.game', '{')")
    page.reload()
    page.wait_for_selector("#amiss.refused:not(:empty)")
    assert page.locator("button.card").count()
    sent = page.context.new_page()
    sent.goto(f"{page.url}#scenario={damaged}")
    sent.wait_for_selector("#amiss.refused:not(:empty)")
    assert "#" not in sent.url
    sent.locator("button.card").first.click()
    sent.wait_for_selector("#board [data-cell]")


def test_a_scenario_is_drawn_solved_and_played(open_page):
    page = open_page()
    begin(page, "jump-of-two")
    page.click("#draw")
    page.click("#empty")
    page.wait_for_function("() => document.querySelector('#yaml').textContent.includes('My river')")
    page.locator('#canvas [data-cell="1:3"]').click()
    page.locator('#canvas [data-cell="2:0"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#yaml').textContent.includes('[4, 32,')")
    page.fill("#numbers input >> nth=1", "2")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelector('#yaml').textContent.includes('rows: 2')")
    page.click("text=Solve it")
    page.wait_for_function("() => document.querySelector('#drawn').textContent.startsWith('Best')")
    with page.expect_download() as download:
        page.click("text=Save the YAML")
    assert read_scenario(named_source(str(download.value.path()))).board.rows == 2
    page.click("text=Play it")
    page.wait_for_selector("#board [data-cell]")
    assert page.input_value("#game") == "river-toad"


@pytest.mark.exhaustive
def test_what_is_said_of_an_earlier_question_does_not_stay(open_page, monkeypatch):
    monkeypatch.setattr(Session, "hint", lambda session, seconds: Slow(session.moves))
    page = open_page()
    begin(page, "ugly-duck")
    silent = "() => !document.querySelector('#note').textContent"
    for leave in (
        lambda: page.select_option("[aria-label='Who plays blue']", "casual"),
        lambda: page.click("#new"),
        lambda: page.keyboard.press("ArrowRight") or page.click("#moves button"),
        lambda: page.click("#draw") or page.click("#close-drawing"),
        lambda: page.click("#home") or page.click(".card >> nth=4"),
    ):
        page.wait_for_selector("#board [data-cell]")
        page.locator("#board [data-cell]").first.focus()
        page.keyboard.press("h")
        page.wait_for_selector("#note.busy")
        leave()
        page.wait_for_function(silent)
        page.wait_for_timeout(50)
        assert page.evaluate(silent)
    page.wait_for_selector("#board [data-cell]")
    page.click("#draw")
    page.wait_for_selector("#canvas [data-cell]")
    assert page.inner_text("#drawn") == ""


@pytest.mark.exhaustive
def test_clicks_stay_quick_beside_a_slow_engine(open_page, monkeypatch):

    monkeypatch.setattr(Session, "hint", lambda session, seconds: Slow(session.moves))
    page = open_page()
    begin(page, "jump-of-two", alone=False)
    page.keyboard.press("h")
    page.wait_for_selector("#note.busy")
    page.wait_for_timeout(300)
    took = [page.evaluate(CLICK, cell) for cell in ("4", "3", "4")]
    assert min(took) < 100, "a machine that is busy may be late once"


CLICK = """name => new Promise(done => {
  const began = performance.now();
  new MutationObserver((_, observer) => {
    observer.disconnect();
    done(performance.now() - began);
  }).observe(document.querySelector('#moves'), {childList: true});
  const cell = document.querySelector(`[data-cell="${name}"]`);
  const box = cell.getBoundingClientRect();
  const at = {bubbles: true, clientX: box.x + 5, clientY: box.y + 5, button: 0};
  cell.dispatchEvent(new PointerEvent('pointerdown', at));
  cell.dispatchEvent(new PointerEvent('pointerup', at));
})"""
