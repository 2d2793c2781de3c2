"""Whatever is clicked, typed or sent, nothing ends as a defect, and the moves stay a legal line."""

import json
import random

import pytest

from chromium import run_apart
from exhaustive import some_of
from tests.cli.browser.test_page import GAMES, begin
from tests.table.test_table import tab_with
from toadstone.files.source import Source
from toadstone.play.session import read_saved_game

STARTS = [name for name, *_ in GAMES]

WORDS = ("", "x", "stay", "1-2", "9" * 5000, "a1", "C2", "\u202e\0", "{", "person", "[0]")


def any_message(rng, tab):
    """Return a message: one that fits the game, or nearly; thinking is left to the page."""
    word, ply = rng.choice(WORDS), rng.choice([0, 1, 2, 3, 99, 10**9])
    legal = [each["move"] for each in tab.game["legal"]] or ["stay"]
    cells = [each["source"] or each["target"] for each in tab.game["legal"]] or ["1"]
    side = rng.choice(tab.game["sides"])["side"]
    fitting = [
        {"do": "move", "move": rng.choice(legal)},
        {"do": "move", "move": rng.choice(legal)},
        {"do": rng.choice(["undo", "redo", "stop"])},
        {"do": rng.choice(["go", "again"]), "ply": rng.randint(0, tab.game["ply"])},
        {"do": "ahead", "events": rng.choice([0, 3, 1000])},
        {"do": "why", "cells": [rng.choice(cells)]},
        {"do": "start", "saved": tab.game["saved"]},
        {"do": "start", "name": rng.choice(STARTS)},
        {"do": "players", "players": {side: "person"}},
    ]
    hostile = [
        {"do": "move", "move": word},
        {"do": rng.choice(["go", "again", "ahead"]), "ply": ply, "events": ply},
        {"do": rng.choice(["go", "again"]), "ply": ply},
        {"do": "why", "cells": [word, rng.choice(cells)]},
        {"do": "players", "players": {rng.choice([side, word]): rng.choice(["person", word])}},
        {"do": "start", rng.choice(["name", "scenario", "saved"]): word},
        {"do": "start", "scenario": tab.game["scenario"].replace("1", word[:9])},
        {"do": "start", "saved": tab.game["saved"].replace("move", word[:9])},
        {"do": word},
    ]
    return rng.choice(rng.choice([fitting, fitting, hostile]))


def moves_of(saved):
    """Return the moves of a saved game; to read it replays them, and refuses illegal ones."""
    session = read_saved_game(Source("saved", saved, None))
    return list(map(str, (*session.moves, *session.undone)))


@pytest.mark.parametrize("seeds", some_of([range(1), range(1, 120)], 1))
def test_no_message_is_a_defect_for_either_of_two_tabs(seeds):
    for seed in seeds:
        run_apart(_two_tabs(random.Random(seed), 30))


async def _two_tabs(rng, messages):
    names = rng.sample(STARTS, 2)
    async with tab_with(names[0], "person") as one, tab_with(names[1], "person") as other:
        for _ in range(messages):
            tab = rng.choice([one, other])
            since, message = len(tab.said), any_message(rng, tab)
            await tab.tab.hear(json.dumps(message))
            said = tab.said[since:]
            assert not [each for each in said if each.get("tone") == "defect"], (message, said)
            assert moves_of(tab.game["saved"]) == tab.game["moves"]


KEYS = (
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", "Space", "Tab"),
    *("Backspace", "Home", "End", "u", "r", "h", "v", "w", "n", "s", "1", "2", "3", "a", "b", "c"),
)

ANYTHING = """dice => {
  const found = [...document.querySelectorAll('button, [data-cell], summary')].filter(
    (each) => each.checkVisibility() && !each.disabled && !each.matches('[data-file]'));
  const chosen = found[Math.floor(dice * found.length)];
  if (!chosen) return;
  const box = chosen.getBoundingClientRect();
  const at = {bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
  for (const kind of ['pointerdown', 'pointerup', 'click'])
    chosen.dispatchEvent(new (kind === 'click' ? MouseEvent : PointerEvent)(kind, at));
}"""
"""Clicks one of all that can be clicked, what saves files apart."""

NOTE = "() => [...document.querySelectorAll('#note, #amiss')].map(e => e.className).join()"
SAVED = "() => sessionStorage.getItem('toadstone.game')"


def reload(page, rng):
    """Load a page again, perhaps twice at once; its game has all its moves."""
    page.wait_for_timeout(500)  # what was clicked last may begin another game
    before = page.evaluate(SAVED)
    if rng.random() < 0.5:
        page.goto(page.url, wait_until="commit")
        page.wait_for_timeout(rng.choice([0, 30, 100]))
    page.reload()
    page.wait_for_selector("#board [data-cell], .card")
    page.wait_for_timeout(100)
    if before is not None:
        kept = moves_of(before)
        assert moves_of(page.evaluate(SAVED))[: len(kept)] == kept


@pytest.mark.exhaustive
@pytest.mark.parametrize("series", some_of([(0, 25), *((seed, 120) for seed in range(1, 40))], 1))
def test_no_click_key_size_or_reload_is_a_defect_for_either_of_two_tabs(open_page, series):
    seed, steps = series
    rng = random.Random(seed)
    pages = [open_page()]
    begin(pages[0], rng.choice(STARTS))
    other = pages[0].context.new_page()
    other.goto(pages[0].url)
    other.locator(".card").first.wait_for()
    begin(other, rng.choice(STARTS), *(["casual"] if rng.random() < 0.2 else []))
    pages.append(other)
    for _ in range(steps):
        page = rng.choice(pages)
        kind = rng.choices(["click", "key", "size", "reload"], [60, 40, 6, 6])[0]
        if kind == "click":
            page.evaluate(ANYTHING, rng.random())
        elif kind == "key":
            page.keyboard.press(rng.choice(KEYS))
        elif kind == "size":
            page.set_viewport_size(
                {"width": rng.randint(200, 1600), "height": rng.randint(200, 900)}
            )
        else:
            reload(page, rng)
        assert "defect" not in page.evaluate(NOTE), (seed, kind)
        if (saved := page.evaluate(SAVED)) is not None:
            moves_of(saved)
