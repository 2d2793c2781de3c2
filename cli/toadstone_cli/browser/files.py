"""The files of a game that a page can save."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from toadstone.core.errors import RequestError, ToadstoneError
from toadstone.play.session import Session
from toadstone.services.generation.puzzle import yaml_of
from toadstone.view.board import drawn_board, moments
from toadstone.view.replay import Page, Recording, replay_page
from toadstone.view.sheet import sheet
from toadstone_cli.browser.messages import FileKind, FileView
from toadstone_cli.browser.puzzles import run_toadstone

_PLACES = {
    "game": (".json", "application/json"),
    "plan": (".txt", "text/plain"),
    "scenario": (".yaml", "text/yaml"),
    "replay": (".html", "text/html"),
    "picture": (".svg", "image/svg+xml"),
    "certificate": ("-certificate.json", "application/json"),
}


async def file_of(session: Session, kind: FileKind) -> FileView:
    """Return a file about a game.

    Raises:
        ToadstoneError: there is no certificate.
    """
    suffix, type_ = _PLACES[kind]
    if kind == "certificate":
        text = await _certificate(session)
    else:
        text = await asyncio.to_thread(_text, session, kind)
    return FileView(name=f"{_file_name(session.title)}{suffix}", type=type_, text=text)


def _file_name(title: str) -> str:
    words = "".join(each if each.isalnum() else " " for each in title.lower()).split()
    return "-".join(words)[:60] or "game"


def _text(session: Session, kind: FileKind) -> str:
    line, instance = session.line, session.instance
    if kind == "game":
        return json.dumps(session.to_json(), indent=1) + "\n"
    if kind == "plan":
        return "".join(f"{move}\n" for move in session.plan)
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
