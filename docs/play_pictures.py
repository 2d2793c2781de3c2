"""Make the pictures of docs/play.md and the film of the README, in the system's chromium.

Type `python -m docs.play_pictures` in the root of the project. Needs playwright and Pillow.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "play-pictures"
SIZE = {"width": 1180, "height": 740}
FILM = {"width": 900, "height": 620}
COLOURS = 64
MILLISECONDS = 140


def main() -> None:
    """Serve the page, and make all pictures."""
    FOLDER.mkdir(exist_ok=True)
    line = [sys.executable, "-m", "toadstone_cli", "play", "--port", "8731"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        said = server.stdout.readline() if server.stdout else ""
        address = re.sub(r".* at ", "", said.strip())
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                )
                for draw in (board, review):
                    page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
                    page.goto(address)
                    draw(page)
                    save(Image.open(io.BytesIO(page.screenshot())), draw.__name__)
                page = browser.new_page(viewport=FILM)  # type: ignore[arg-type]
                page.goto(address)
                film(page)
        finally:
            server.terminate()


def save(picture: Image.Image, name: str) -> None:
    """Save a picture with few colours."""
    few = picture.convert("RGB").quantize(COLOURS * 2, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


def begin(page: Page, game: str) -> None:
    """Begin the usual start of a game."""
    page.locator(".card").first.wait_for()
    page.select_option("#game", game)
    page.wait_for_selector("#board [data-cell]")


def wait_for_turn(page: Page) -> None:
    """Wait until the person is to move."""
    your_turn = "() => document.querySelector('#status').textContent.includes('our ')"
    page.wait_for_function(your_turn)
    page.wait_for_timeout(500)


def board(page: Page) -> None:
    """Play Ugly Duck until a duck is chosen."""
    begin(page, "ugly-duck")
    for source, target in (("e3", "d3"), ("e2", "d2")):
        wait_for_turn(page)
        page.click(f'[data-cell="{source}"]')
        page.click(f'[data-cell="{target}"]')
        page.wait_for_timeout(300)
    wait_for_turn(page)
    page.click('[data-cell="e4"]')
    page.mouse.move(5, 5)


def review(page: Page) -> None:
    """Play Squirrel War to its end, and review it."""
    begin(page, "squirrel-war")
    for cell in ("A1", "A3", "C1", "B3", "C3", "B1", "A2", "C2", "B2"):
        wait_for_turn(page)
        if page.locator(f'[data-cell="{cell}"].playable').count():
            page.click(f'[data-cell="{cell}"]')
            page.wait_for_timeout(900)
        if page.locator("#status.won, #status.lost").count():
            break
    page.keyboard.press("v")
    page.wait_for_selector("#moves.reviewed", timeout=70_000)
    page.mouse.move(5, 5)


def film(page: Page) -> None:
    """Film River Toad from a hint to the end, as a GIF."""
    begin(page, "river-toad")
    frames = [page.screenshot()]
    for key, times in (("h", 5), ("h", 5), ("ArrowRight", 3), ("Space", 3), ("s", 90)):
        page.keyboard.press(key)
        page.wait_for_timeout(200)
        for _ in range(times):
            frames.append(page.screenshot())
            if page.locator("#status.won").count():
                break
            page.wait_for_timeout(MILLISECONDS)
    pictures = [Image.open(io.BytesIO(each)).convert("RGB") for each in frames]
    palette = pictures[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    few = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    few[0].save(
        FOLDER / "game.gif",
        save_all=True,
        append_images=few[1:],
        duration=[MILLISECONDS] * (len(few) - 1) + [3000],
        loop=0,
        optimize=True,
    )


if __name__ == "__main__":
    main()
