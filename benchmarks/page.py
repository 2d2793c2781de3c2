"""The page without installation, in figures: `python -m benchmarks.page`.

Builds the page into a folder of its own, serves it on this computer, and opens it in the system's
chromium. Needs Node.js, and `pip install -e '.[test]'`.
"""

from __future__ import annotations

import gzip
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from docs.site import build_page

ROLLS = [0, 0, 0, 32, 33, 4, 12, 17, 19, 21, 10, 27, 30]
PLAYABLE = "#board .playable"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, *of: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this computer; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/play/"
    server.shutdown()


def transferred(folder: Path) -> float:
    """Return the MB of a first visit, compressed as a server does it."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.parent.name != "records"]
    return sum(len(gzip.compress(each.read_bytes())) for each in paths) / 1e6


def visit(context: Any, address: str) -> Iterator[tuple[str, float]]:
    """Open the page and begin a game; yield what was there after how many seconds."""
    page, began = context.new_page(), time.monotonic()
    page.set_default_timeout(120_000)
    page.goto(address)
    page.locator("#cards button.card", has_text="Frog Puzzle").click()
    page.wait_for_selector("#board svg")
    yield "first board", time.monotonic() - began
    page.wait_for_selector(PLAYABLE)
    yield "a move can be made", time.monotonic() - began
    began = time.monotonic()
    page.locator(PLAYABLE).first.click()
    page.wait_for_function("() => document.querySelectorAll('#moves li').length > 1")
    yield "a move is answered", time.monotonic() - began
    began = time.monotonic()
    page.locator("#papers-open").click()
    page.fill("#paper", " ".join(map(str, random.Random(1).choices(ROLLS, k=1000))))
    page.fill("#paper-hp", "100")
    page.fill("#paper-rows", "8")
    page.click("#paper-form button.main")
    page.wait_for_selector("#result:not([hidden])")
    yield "1,000 turns are solved, with a certificate", time.monotonic() - began
    page.close()


def main() -> int:
    """Print the figures of a first and of a second visit."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as made:
        build_page(Path(made) / "play")
        sys.stdout.write(f"{transferred(Path(made)):.1f} MB are transferred, compressed\n")
        with served(Path(made)) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            context = browser.new_context()
            for number in ("first", "second"):
                for name, seconds in visit(context, address):
                    sys.stdout.write(f"{number} visit: {name}: {seconds:.2f} s\n")
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
