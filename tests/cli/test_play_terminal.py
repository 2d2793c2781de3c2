"""The whole screen from end to end: in a real terminal (tmux), and in a browser."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.view.test_replays import CHROMIUM, FLAGS

TOADSTONE = f"{shlex.quote(sys.executable)} -P -m toadstone_cli"


class Tmux:
    """A terminal of 80 by 24 in tmux, with a server of its own."""

    def __init__(self, line, folder):
        self.socket = f"toadstone-{os.getpid()}"
        self("kill-server", check=False)
        command = f"cd {shlex.quote(str(folder))}; {TOADSTONE} {line}; echo status $?; read end"
        self("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", command)

    def __call__(self, *arguments, check=True):
        command = ["tmux", "-L", self.socket, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0 or not check, done.stderr
        return done.stdout

    def seen(self):
        return self("capture-pane", "-p")

    def press(self, *keys):
        for key in keys:
            self("send-keys", key)
            time.sleep(0.05)

    def click(self, column, line):
        """Press and release the left button in a place of the screen, counted from 0."""
        for action in "Mm":
            self("send-keys", "-l", f"\x1b[<0;{column + 1};{line + 1}{action}")

    def until(self, words, seconds=60):
        give_up = time.monotonic() + seconds
        while words not in (shown := self.seen()):
            assert time.monotonic() < give_up, f"{words!r} is not in\n{shown}"
            time.sleep(0.05)
        return shown


@contextmanager
def terminal(line, folder):
    opened = Tmux(line, folder)
    try:
        yield opened
    finally:
        opened("kill-server", check=False)


@pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux is installed")
def test_ctrl_z_gives_the_terminal_back_until_the_game_is_continued(tmp_path):
    (tmp_path / "frogs.yaml").write_text("{game: frog-puzzle, start: L_R, ask: min-moves}")
    with terminal("play frogs.yaml", tmp_path) as screen:
        screen.until("Turn 1")
        shell = int(screen("list-panes", "-F", "#{pane_pid}"))
        (game,) = map(int, Path(f"/proc/{shell}/task/{shell}/children").read_text().split())
        screen.press("C-z")
        give_up = time.monotonic() + 20
        while Path(f"/proc/{game}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            assert time.monotonic() < give_up
            time.sleep(0.05)
        assert "Turn 1" not in screen.seen()
        os.kill(game, signal.SIGCONT)
        screen.until("Turn 1")
        screen.press("h")
        screen.until("min-moves = 3, proven best")
        screen.press("q")
        screen.until("status 0")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux is installed")
def test_a_game_in_a_terminal_by_key_and_mouse_with_hint_review_and_a_plan(tmp_path):
    (tmp_path / "frogs.yaml").write_text("{game: frog-puzzle, start: L_R, ask: min-moves}")
    with terminal("play frogs.yaml", tmp_path) as screen:
        screen.until("Turn 1")
        screen.press("h")
        screen.until("min-moves = 3, proven best")
        row = next(n for n, line in enumerate(screen.seen().split("\n")) if "now" in line)
        column = screen.seen().split("\n")[row].index("R")
        screen.click(column, row)  # R goes to the gap
        screen.until("last: 3-2")
        screen.press("1")  # L jumps over it
        screen.until("last: 1-3")
        screen.press("2")
        screen.until("Won:")
        screen.press("v")
        screen.until("No mistake in 3 moves.")
        screen.press("Escape")
        screen.until("Won:")
        screen.press("C-s")
        screen.until("Save as")
        screen.press(*["BSpace"] * 40, *"won.txt", "Enter")
        screen.until("Saved: won.txt")
        screen.press("q")
        shown = screen.until("status")
        assert "Won: " in shown
        assert "Figures: moves 3" in shown
        assert "status 0" in shown
    assert (tmp_path / "won.txt").read_text().split() == ["3-2", "1-3", "2-1"]


@pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux is installed")
@pytest.mark.parametrize("how", ["C-c", "SIGTERM"])
def test_an_interrupt_gives_the_terminal_back_and_prints_what_was_played(how, tmp_path):
    with terminal("play six-frogs", tmp_path) as screen:
        screen.until("Turn 1")
        screen.press("3")
        screen.until("last: 3-4")
        if how == "C-c":
            screen.press("C-c")
        else:
            shell = int(screen("display-message", "-p", "#{pane_pid}"))
            (child,) = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
            os.kill(int(child), signal.SIGTERM)
        shown = screen.until("status")
        assert "Unfinished after 1 move." in shown
        assert "toadstone: interrupted" in shown
        assert f"status {130 if how == 'C-c' else 143}" in shown
        assert "Turn" not in shown


@pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux is installed")
def test_plain_plays_line_by_line_in_a_terminal(tmp_path):
    with terminal("play six-frogs --plain", tmp_path) as screen:
        screen.until("move>")
        screen.press(*"3-4", "Enter")
        screen.until("LL_LRRR")
        screen.press(*"quit", "Enter")
        assert "status 0" in screen.until("status")


@contextmanager
def served(line, folder):
    """Serve the program; give the process and its address."""
    command = [sys.executable, "-P", "-m", "toadstone_cli", "play", *shlex.split(line)]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0]
        yield process, address
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")
def test_the_same_program_is_played_in_a_browser(tmp_path):
    from playwright.sync_api import sync_playwright

    with served("six-frogs --browser", tmp_path) as (process, address):
        listening = subprocess.run(
            ["cat", "/proc/net/tcp"], capture_output=True, text=True, check=True
        )
        port = f"{int(address.rpartition(':')[2]):04X}"
        bound = re.findall(rf"([0-9A-F]{{8}}):{port} \S+ 0A", listening.stdout)
        assert bound == ["0100007F"]  # 127.0.0.1 and nothing else
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = chromium.new_page(viewport={"width": 1000, "height": 700})
            requested, drawn = [], []
            page.on("request", lambda request: requested.append(request.url))
            page.on(
                "websocket",
                lambda socket: socket.on("framereceived", lambda frame: drawn.append(frame)),  # noqa: PLW0108 - takes functions only
            )
            page.goto(address)
            wait_until(page, drawn, "Turn 1")
            page.wait_for_function("document.activeElement.tagName === 'TEXTAREA'")
            page.keyboard.press("3")
            wait_until(page, drawn, "last: 3-4")
            chromium.close()
        assert {url.split("/")[2] for url in requested} == {address.split("/")[2]}
        assert refused(address) == HTTPStatus.FORBIDDEN
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130


def wait_until(page, drawn, words, seconds=60):
    """Wait until words came to the page's terminal, which draws them as a picture."""
    give_up = time.monotonic() + seconds
    while words not in (text := shown(drawn)):
        assert time.monotonic() < give_up, text
        page.wait_for_timeout(50)


def shown(drawn):
    """Return the text of what came to the terminal, without its control sequences."""
    frames = [frame.encode() if isinstance(frame, str) else frame for frame in drawn]
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", b"".join(frames).decode(errors="replace"))


def refused(address):
    """Connect as a page of another site would; return the status."""
    wish = urllib.request.Request(f"{address}/ws", headers={"Origin": "http://example.org"})
    try:
        return urllib.request.urlopen(wish, timeout=10).status
    except urllib.error.HTTPError as error:
        return error.code
