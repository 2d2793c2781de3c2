"""What a page can save of a game."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from toadstone.core.budget import Budget
from toadstone.engines.instance import decision_of
from toadstone.files.scenario import Scenario
from toadstone.interface import certify, solve
from toadstone.play.session import Session
from toadstone.proofs.certificate import certifier_for
from toadstone.services.generation.puzzle import yaml_of
from toadstone.table.messages import FileKind, FileView
from toadstone.view.board import drawn_board, moments
from toadstone.view.replay import Page, Recording, replay_page
from toadstone.view.sheet import sheet

_SUFFIXES = {
    "game": ".json",
    "plan": ".txt",
    "scenario": ".yaml",
    "replay": ".html",
    "picture": ".svg",
    "certificate": "-certificate.json",
}


def file_of(session: Session, kind: FileKind, certificate: str = "") -> FileView:
    """Return a file about a game."""
    words = "".join(each if each.isalnum() else " " for each in session.title.lower()).split()
    name = f"{'-'.join(words)[:60] or 'game'}{_SUFFIXES[kind]}"
    return FileView(name=name, text=certificate or _text(session, kind))


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
    return replay_page(Page(session.title, (said,), (Recording(picture, shown),)))


def certificate_of(scenario: Scenario, context: object, budget: Budget) -> str:
    """Return the certificate of what is proven of a scenario."""
    decision = decision_of(scenario)
    certifier_for(decision)  # refuses before anything is solved
    answer = solve(decision, budget=budget)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificate.json")
        certify(answer, path)
        return path.read_text()
