"""The page without installation, in figures: `python -m benchmarks.page`.

Builds the page into a folder of its own, serves it on this computer, and opens it in the system's
chromium. Needs Node.js, and `pip install -e '.[test]'`.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import unquote

from docs.site import build_page
from toadstone.services.generation.puzzle import content_of
from toadstone.table.views import start_named

ROLLS = [0, 0, 0, 32, 33, 4, 12, 17, 19, 21, 10, 27, 30]
LONG = " ".join(map(str, random.Random(1).choices(ROLLS, k=1000)))
PLAYABLE = "#board .playable"
THOUGHT_ABOUT = "ugly-duck 6x6"
"""A position about which the engine thinks until its time is up."""

THINKING = """async () => {
  const began = performance.now();
  const shown = new Promise((done) =>
    new MutationObserver(done).observe(document.querySelector("#moves"), { childList: true }));
  document.querySelector("#moves button").click();
  await shown;
  return performance.now() - began;
}"""
"""Goes back to the start; returns after how many milliseconds it is shown."""

HEADLESS = ("--headless", "--disable-gpu", "--remote-debugging-port=0")
"""With a port for tools the browser stays open; none is attached."""

DRIVER_NAME = "driver.html"
DRIVER = """<!doctype html>
<iframe width="1280" height="800" src="/play/"></iframe>
<script type="module">
const frame = document.querySelector("iframe");
const find = (what) => frame.contentDocument.querySelector(what);
const pass = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const until = async (what) => { while (!find(what)) await pass(0.05); };
const press = async (what) => { await until(what); find(what).click(); };
const done = (phase) => fetch("/done?" + phase);
const hint = "[data-act=hint]:not(:disabled)";

await press("#cards button.card");
await until(hint);
await pass(5);
await done("a game is played");
await press("#papers-open");
find("#paper").value = ROLLS;
find("#paper-hp").value = 100;
find("#paper-rows").value = 8;
await press("#paper-form button.main");
await until("#result:not([hidden])");
await done("1,000 turns are solved");
frame.contentWindow.location.hash = HASH;
await until("[data-cell=f6]");
await press(hint);
await pass(3);
await press("#moves button");
await press(hint);
await until("#note.busy");
await until("#note.hint");
await done("Ugly Duck is thought about");
</script>"""
"""A page that plays in the page: with a tool attached, each worker keeps what it has fetched."""


class Compressing(SimpleHTTPRequestHandler):
    """Serves files compressed, as servers of sites do, and notes what it sends."""

    sent: ClassVar[list[int]] = []
    done: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        """Send a file, unless the browser has it; or note what is done."""
        if self.path.startswith("/done?"):
            self.done.append(unquote(self.path.partition("?")[2]))
            return self.send_error(404)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        tag = f'"{path.stat().st_mtime_ns}"'
        is_known = self.headers.get("If-None-Match") == tag
        data = b"" if is_known else packed(path)
        self.send_response(304 if is_known else 200)
        told = {"ETag": tag, "Content-Type": self.guess_type(path), "Content-Encoding": "gzip"}
        for name, value in (told | {"Content-Length": str(len(data))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
        self.sent.append(len(data))
        return None

    def log_message(self, *of: object) -> None:
        """Say nothing."""


@cache
def packed(path: Path) -> bytes:
    """Return a file, compressed."""
    return gzip.compress(path.read_bytes())


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this computer; yield the address of the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Compressing, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/play/"
    server.shutdown()
    server.server_close()


def memory() -> float:
    """Return the MB that the pages of this program's browser have, all their workers included."""
    parents, pages = dict[int, int](), list[Path]()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(process.name)] = int(
                (process / "stat").read_text().rpartition(")")[2].split()[1]
            )
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                pages.append(process)
    kilobytes = 0
    for page in pages:
        above = int(page.name)
        while above and above != os.getpid():
            above = parents.get(above, 0)
        if above:
            (found,) = re.findall(
                r"^Pss: +(\d+)", (page / "smaps_rollup").read_text(), re.MULTILINE
            )
            kilobytes += int(found)
    return kilobytes / 1000


def visit(context: Any, address: str) -> Iterator[tuple[str, float]]:
    """Open the page and begin a game; yield what was there after how many seconds."""
    page, began = context.pages[0], time.monotonic()
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
    page.locator("summary", has_text="More").click()
    page.locator("#papers-open").click()
    page.fill("#paper", LONG)
    page.fill("#paper-hp", "100")
    page.fill("#paper-rows", "8")
    page.click("#paper-form button.main")
    page.wait_for_selector("#result:not([hidden])")
    yield "1,000 turns are solved, with a certificate", time.monotonic() - began
    yield "the slowest puzzle appears", max(puzzles(page))
    page.evaluate("to => { location.hash = to; }", fragment())
    page.wait_for_selector("[data-cell=f6]")
    page.click("[data-act=hint]")
    page.wait_for_timeout(2000)
    yield "a click is answered while the engine thinks", page.evaluate(THINKING) / 1000


def fragment() -> str:
    """Return the end of an address at which the engine thinks for long."""
    content = json.dumps(content_of(start_named(THOUGHT_ABOUT).scenario))
    return f"#scenario={base64.urlsafe_b64encode(content.encode()).decode().rstrip('=')}"


def memory_of_phases(address: str, command: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Have a page drive the page; yield the most memory in each phase."""
    browser = subprocess.Popen(
        [*command, address.replace("play/", DRIVER_NAME)], stderr=subprocess.DEVNULL
    )
    most, phases = 0.0, 0
    while phases < DRIVER.count("await done("):
        time.sleep(0.1)
        most = max(most, memory())
        if len(Compressing.done) > phases:
            yield Compressing.done[phases], most
            most, phases = 0.0, phases + 1
    browser.terminate()
    browser.wait()


def puzzles(page: Any) -> Iterator[float]:
    """Open a puzzle of each game and level; yield after how many seconds each is there."""
    page.click("#home")
    for game in page.locator("#cards > button.card strong").all_inner_texts():
        page.locator("#cards button.card", has_text=game).click()
        page.wait_for_selector("#board [data-cell]")
        for level in ("easy", "medium", "hard", "day"):
            page.evaluate("document.querySelector('#task').hidden = true")
            began = time.monotonic()
            page.evaluate(f"document.querySelector('[data-difficulty={level}]').click()")
            page.wait_for_selector("#task >> text=★")
            yield time.monotonic() - began
        page.click("#home")


def main() -> int:
    """Print the figures of a first visit, and of a second one by a browser started again."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as kept:
        build_page(Path(made) / "play")
        driver = DRIVER.replace("ROLLS", repr(LONG)).replace("HASH", repr(fragment()))
        Path(made, DRIVER_NAME).write_text(driver)
        with served(Path(made)) as address, sync_playwright() as playwright:
            for number in ("first", "second"):
                Compressing.sent.clear()
                context = playwright.chromium.launch_persistent_context(
                    kept, executable_path=chromium, args=["--no-sandbox"]
                )
                for name, figure in visit(context, address):
                    sys.stdout.write(f"{number} visit: {name}: {figure:.2f}\n")
                context.close()
                sent = sum(Compressing.sent) / 1e6
                sys.stdout.write(f"{number} visit: MB are transferred: {sent:.1f}\n")
            command = (str(chromium), "--no-sandbox", f"--user-data-dir={kept}", *HEADLESS)
            for phase, most in memory_of_phases(address, command):
                sys.stdout.write(f"MB of memory at most, until {phase}: {most:.0f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
