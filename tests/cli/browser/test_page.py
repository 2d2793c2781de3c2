"""The page in chromium: every game by mouse and by key, and all that stands beside the board."""

import json
import random

import pytest

from exhaustive import some_of
from toadstone.core.board import BOARD
from toadstone.core.line import ending
from toadstone.core.rules import RULES
from toadstone.game import find_game
from toadstone.loading import read_scenario
from toadstone.play.session import Session
from toadstone.services.generation.shipped import shipped
from toadstone.table.views import start_named

SCREENS = {"wide": {"width": 1280, "height": 800}, "narrow": {"width": 390, "height": 844}}
GAMES = [
    ("first-across", "narrow", "dark"),
    ("two-against-two", "wide", "dark"),
    ("last-raid", "wide", "light"),
    ("jump-of-two", "wide", "light"),
    ("three-by-three", "narrow", "light"),
]
"""A short game of each kind, with the screen that it is played on."""


def begin(page, name, *players):
    """Begin a packaged start in a page; where nobody is named, a person plays all sides."""
    session = Session(start_named(name), players or ["person"])
    saved = json.dumps(session.to_json())
    page.evaluate("saved => sessionStorage.setItem('toadstone.game', saved)", saved)
    page.reload()
    page.wait_for_selector("#board [data-cell]")
    return session.instance


def at(page, ply):
    """Wait until the page shows the position after so many moves."""
    page.wait_for_function(
        """ply => {
          const now = document.querySelector('#moves [aria-current] .number');
          return now && Number(now.textContent || 0) === ply;
        }""",
        arg=ply,
    )


def said(page, words, place="#note"):
    """Wait until the page says something that begins so."""
    page.wait_for_function(
        "([place, words]) => document.querySelector(place)?.textContent.startsWith(words)",
        arg=[place, words],
    )


def moves_of(page):
    return page.locator(
        "#moves li:not(:first-child) button:first-child span:nth-child(2)"
    ).all_inner_texts()


def click(page, cell):
    page.locator(f'[data-cell="{cell}"]').click()


def drag(page, cell, target):
    page.locator(f'[data-cell="{cell}"]').drag_to(page.locator(f'[data-cell="{target}"]'))


@pytest.mark.parametrize("played", some_of(GAMES, 1))
def test_a_game_is_played_to_its_end_by_mouse_and_by_key(open_page, played):
    """Play at random; compare the moves and the end with the simulator."""
    name, screen, scheme = played
    page = open_page(**SCREENS[screen], color_scheme=scheme)
    scenario = begin(page, name).scenario
    game = find_game(scenario.game)
    rules, board = game.get(RULES)(scenario), game.get(BOARD)(scenario)
    dice, made = random.Random(name), []
    state, last = rules.start(), None
    while (over := ending(rules, last, state)) is None:
        last = dice.choice(rules.legal_moves(state))
        cells = next(path for path, move in board.paths(state).items() if move == last)
        for cell in cells:
            click(page, cell) if len(made) % 2 else page.keyboard.type(cell)
        state = rules.play(state, last)
        made.append(str(last))
        at(page, len(made))
    assert moves_of(page) == made
    assert over.reason in page.inner_text("#status")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_arrows_and_enter_choose_cells_and_drags_move_pieces(open_page):
    page = open_page()
    begin(page, "three-by-three")
    page.locator('[data-cell="a1"]').focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    at(page, 1)
    assert moves_of(page) == ["a2-b2"]
    drag(page, "c3", "b3")
    at(page, 2)
    for key, ply in (("u", 1), ("r", 2)):
        page.keyboard.press(key)
        at(page, ply)
    page.locator("#moves button").first.click()
    at(page, 0)
    click(page, "c1")
    said(page, "Green is to move, and the duck in c1 is blue.")
    drag(page, "c3", "b3")
    said(page, "Green is to move, and the duck in c3 is blue.")
    page.click("summary >> text=Puzzles")
    page.keyboard.press("Escape")
    assert not page.locator("details[open]").count()


def test_hints_review_and_trying_again(open_page):
    page = open_page()
    begin(page, "jump-of-two")
    boards = []
    for words in ("Look ", "Hint: "):
        page.keyboard.press("h")
        said(page, words)
        boards.append(page.inner_html("#board"))
    assert boards[0] != boards[1]
    assert page.locator("#board .best, #board .bestcell").count()
    for ply, key in enumerate(("ArrowLeft", "ArrowLeft", "Space"), 1):
        page.keyboard.press(key)
        at(page, ply)
    page.keyboard.press("v")
    page.wait_for_selector("#moves.reviewed .first")
    assert page.locator("#board .best, #board .bestcell").count()
    said(page, "First mistake: turn")
    page.locator("#moves .again").first.click()
    page.wait_for_selector("#moves:not(.reviewed)")
    page.click("text=What is possible?")
    said(page, "Best: 5 HP.")
    page.keyboard.press("s")
    page.wait_for_selector("#status.won")


def test_puzzles_are_kept_and_sent(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    begin(page, "last-raid")
    page.click("summary >> text=Puzzles")
    page.click("[data-difficulty=easy]")
    page.wait_for_function("() => document.title.startsWith('Amber Bank')")
    click(page, shipped("squirrel-war", "easy")[0].solution[0])
    said(page, "That is it", "#verdict")
    assert "solved" in page.locator("#puzzles").text_content()
    page.click("summary >> text=More")
    page.click("#copy-address")
    said(page, "The address is copied.")
    address = page.evaluate("() => navigator.clipboard.readText()")
    assert read_scenario(address).title == "Amber Bank"
    page.reload()
    page.wait_for_selector("#board [data-cell]")
    assert "solved" in page.locator("#puzzles").text_content()
    sent = open_page()
    sent.locator(".card").first.wait_for()
    assert sent.is_disabled("#new")
    sent.click("#open-own")
    sent.fill("#text", f"toadstone play '{address}'")
    sent.click("#open-dialog button.main")
    sent.wait_for_function("() => document.title.startsWith('Amber Bank')")


def test_a_damaged_game_or_address_says_so_and_a_page_without_a_token_opens(open_page, served):
    page = open_page()
    page.locator(".card").first.wait_for()
    page.evaluate("() => sessionStorage.setItem('toadstone.game', '{')")
    page.reload()
    page.wait_for_selector("#amiss.refused:not(:empty)")
    assert page.locator("button.card").count()
    sent = page.context.new_page()
    sent.goto(f"{served.origin}#scenario=Z2FtZTo")
    sent.wait_for_selector("#amiss.refused:not(:empty)")
    assert "#" not in sent.url
    sent.locator("button.card").first.click()
    sent.wait_for_selector("#board [data-cell]")


def test_files_of_ones_own_stay_open_while_the_program_has_to_move(open_page):
    page = open_page()
    begin(page, "squirrel-war", "X=casual", "O=person")
    page.click("summary >> text=More")
    page.click("#papers-open")
    page.wait_for_timeout(1500)
    page.fill("#paper", "16 0 33 4 0")
    drop(page, "rolls.txt", "0 0 0")
    page.wait_for_function("() => document.querySelector('#paper').value === '0 0 0'")
    page.fill("#paper-hp", "3")
    page.fill("#paper-rows", "2")
    page.click("#paper-form button.main")
    said(page, "your file", "#result-words")
    assert "Proven best: 3 HP." in page.inner_text("#result-words")
    page.click("#papers-close")
    at(page, 1)


def drop(page, name, text):
    """Drop a file on the screen of one's own files."""
    page.evaluate(
        """([name, text]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], name));
          for (const kind of ['dragover', 'drop'])
            document.querySelector('#papers').dispatchEvent(
              new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        [name, text],
    )


def test_an_address_of_the_served_page_opens_its_position_in_a_fresh_browser(open_page, served):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    begin(page, "toads-and-frogs")
    for ply, cell in enumerate(("3", "6"), 1):
        click(page, cell)
        at(page, ply)
    page.keyboard.press("u")
    at(page, 1)
    page.click("summary >> text=More")
    page.click("#copy-address")
    said(page, "The address is copied.")
    address = page.evaluate("() => navigator.clipboard.readText()")
    fresh = open_page(*(390, 844), has_touch=True)
    fresh.locator("button.card").first.wait_for()
    fresh.goto(served.address + "#" + address.partition("#")[2])
    at(fresh, 1)
    assert moves_of(fresh) == moves_of(page) == ["3-4", "6-5"]
    assert "#" not in fresh.url


def test_a_finger_drags_a_piece_and_does_not_scroll(open_page):
    page = open_page(390, 500, has_touch=True, is_mobile=True)
    begin(page, "three-by-three")
    boxes = [page.locator(f'[data-cell="{each}"]').bounding_box() for each in ("a1", "b1")]
    (x, y), (_, below) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
    ]
    finger = page.context.new_cdp_session(page)
    for kind, height in [("Start", y), *(("Move", y + k * (below - y) / 5) for k in range(6))]:
        points = [{"x": x, "y": height}]
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    at(page, 1)
    assert (moves_of(page), page.evaluate("() => scrollY")) == (["a1-b1"], 0)
