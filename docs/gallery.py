"""Makes the pictures of docs/gallery.md by the commands that the page shows.

A picture `NAME.png` shows `NAME.html` in chromium, which has to be installed, with Playwright.

python docs/gallery.py
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

from typer.testing import CliRunner

from toadstone_cli.main import app
from toadstone_cli.streams import ExitStatus

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "gallery.md"
PICTURES = ROOT / "docs" / "gallery"
SHOTS = {"crossing": (760, 700, 7)}
"""The pages that are shown, whole: width and height of the window, and after how many steps."""


def commands() -> dict[str, list[str]]:
    """Return the arguments of each command of the page, by the name of its picture."""
    page = PAGE.read_text().replace("\\\n", "")
    lines = re.findall(r"^toadstone (.*) -o docs/gallery/(\S+)$", page, re.MULTILINE)
    return {name: shlex.split(arguments) for arguments, name in lines}


def make(name: str, folder: Path) -> None:
    """Make a picture of the page in a folder, by its command; raise where that fails."""
    result = CliRunner().invoke(app, [*commands()[name], "-o", str(folder / name)])
    if result.exit_code not in {ExitStatus.ANSWERED, ExitStatus.IMPOSSIBLE}:
        raise RuntimeError(f"{name}: {result.output}")


def shoot(folder: Path) -> None:
    """Make the pictures of pages in a folder, as chromium shows them."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (width, height, steps) in SHOTS.items():
            size = {"width": width, "height": height}
            page = browser.new_page(viewport=size, reduced_motion="reduce")
            page.goto((PICTURES / f"{name}.html").as_uri())
            for _ in range(steps):
                page.keyboard.press("ArrowRight")
            page.screenshot(path=folder / f"{name}.png", full_page=True)
        browser.close()
    for name in SHOTS:
        file = folder / f"{name}.png"
        with Image.open(file) as shot:
            shot.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(file, optimize=True)


def main() -> None:
    """Make all pictures of the page."""
    os.chdir(ROOT)
    PICTURES.mkdir(exist_ok=True)
    for name in commands():
        make(name, PICTURES)
    shoot(PICTURES)


if __name__ == "__main__":
    main()
