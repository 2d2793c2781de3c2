"""What a page can save of a game, and what other commands make for it: certificates, puzzles."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

from toadstone.core.errors import LimitReachedError, RequestError, ToadstoneError
from toadstone.play.session import Session
from toadstone.services.generation.puzzle import yaml_of
from toadstone.view.board import drawn_board, moments
from toadstone.view.replay import Page, Recording, replay_page
from toadstone.view.sheet import sheet
from toadstone_cli.browser.messages import Difficulty, FileKind, FileView, PuzzleView
from toadstone_cli.output import ExitStatus

_PLACES = {
    "game": (".json", "application/json"),
    "plan": (".txt", "text/plain"),
    "scenario": (".yaml", "text/yaml"),
    "replay": (".html", "text/html"),
    "picture": (".svg", "image/svg+xml"),
    "certificate": ("-certificate.json", "application/json"),
}

SECONDS = 120
"""The time to make one puzzle."""


async def file_of(session: Session, kind: FileKind) -> FileView:
    """Return a file about a game.

    Raises:
        ToadstoneError: there is no certificate.
    """
    if kind == "certificate":
        text = await _certificate(session)
    else:
        text = await asyncio.to_thread(_text, session, kind)
    words = "".join(each if each.isalnum() else " " for each in session.title.lower()).split()
    suffix, type_ = _PLACES[kind]
    return FileView(name=f"{'-'.join(words)[:60] or 'game'}{suffix}", type=type_, text=text)


def _text(session: Session, kind: FileKind) -> str:
    line, instance = session.line, session.instance
    if kind == "game":
        return json.dumps(session.to_json(), indent=1) + "\n"
    if kind == "plan":
        return "".join(f"{move}\n" for move in session.moves)
    if kind == "scenario":
        return yaml_of(instance.scenario, [])
    picture = drawn_board(instance.game, instance.scenario)
    shown = moments(line.states, line.moves)
    if kind == "picture":
        return sheet(picture, shown[-1:], title=session.title)
    said = session.ending_in_words or f"After {session.ply} moves."
    return replay_page(Page(session.title, (said,), (), (Recording(picture, shown),)))


async def _certificate(session: Session) -> str:
    """Return the certificate of what is proven of the scenario, once its game is won."""
    if session.ending is None or session.ending.is_loss:
        raise RequestError("Win the game first: then there is something to certify.")
    with tempfile.TemporaryDirectory() as folder:
        scenario, certificate = Path(folder, "scenario.yaml"), Path(folder, "certificate.json")
        scenario.write_text(yaml_of(session.instance.scenario, []))
        await run_toadstone("prove", f"{scenario}", "--certificate", f"{certificate}", "--json")
        if not certificate.exists():
            raise ToadstoneError("There is no certificate: it was not proven in time.")
        return certificate.read_text()


class PuzzleMaker:
    """Makes puzzles in processes of their own, the next one before it is asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, Difficulty], asyncio.Task[PuzzleView]] = {}

    async def next(self, game: str, difficulty: Difficulty) -> PuzzleView:
        """Return a puzzle, and begin to make the next one.

        Raises:
            ToadstoneError: there are no puzzles of the game, or none was found in time.
        """
        kind = (game, difficulty)
        task = self._made.get(kind) or asyncio.create_task(_make(*kind))
        self._made[kind] = task
        try:
            puzzle = await asyncio.shield(task)
        finally:
            if task.done():
                self._made.pop(kind, None)
        self._made[kind] = asyncio.create_task(_make(*kind))
        return puzzle

    def close(self) -> None:
        """Stop making puzzles."""
        for task in self._made.values():
            task.cancel()


async def _make(game: str, difficulty: Difficulty) -> PuzzleView:
    seed = secrets.randbelow(1_000_000)
    wish = ["--difficulty", difficulty, "--seed", f"{seed}", "--time-limit", f"{SECONDS}"]
    try:
        made = json.loads(await run_toadstone("generate", game, *wish, "--json"))
    except LimitReachedError:
        words = f"No puzzle ({difficulty}) was found in time: try another."
        raise ToadstoneError(words) from None
    return PuzzleView(
        game=game,
        difficulty=difficulty,
        scenario=json.dumps(made["scenario"]),
        solution=tuple(made["solution"]),
    )


async def run_toadstone(*arguments: str) -> str:
    """Return what a command writes to standard output with `--json`; stopping this ends it.

    Raises:
        LimitReachedError: it has no answer in time.
        ToadstoneError: it answers with an error, or not at all.
    """
    path = os.pathsep.join(each for each in sys.path if each)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "toadstone_cli", *arguments),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )
    try:
        output, complaint = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    text = output.decode()
    try:
        content = json.loads(text)
    except ValueError:
        if process.returncode == ExitStatus.UNDECIDED:
            raise LimitReachedError from None
        words = complaint.decode(errors="replace").strip().splitlines()
        raise ToadstoneError(words[-1] if words else "no answer") from None
    if content.get("status") == "error":
        raise ToadstoneError(content["error"]["message"])
    return text
