"""What a page can save of a game, and what is made for it beside."""

from __future__ import annotations

import json
import tempfile
from functools import cached_property, partial
from pathlib import Path

from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.errors import RequestError
from toadstone.engines.instance import decision_of
from toadstone.files.scenario import Scenario
from toadstone.interface import certify, solve
from toadstone.play.session import Session
from toadstone.proofs.certificate import certifier_for
from toadstone.services.generation.puzzle import yaml_of
from toadstone.table.messages import FileKind, FileView, HomeView
from toadstone.table.runner import Desk, Runner
from toadstone.table.views import game_cards
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


async def file_of(session: Session, kind: FileKind, workshop: Workshop) -> FileView:
    """Return a file about a game.

    Raises:
        ToadstoneError: there is no certificate.
    """
    if kind == "certificate":
        text = await workshop.certificate(session)
    else:
        text = _text(session, kind)
    words = "".join(each if each.isalnum() else " " for each in session.title.lower()).split()
    return FileView(name=f"{'-'.join(words)[:60] or 'game'}{_SUFFIXES[kind]}", text=text)


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


class Workshop:
    """Makes certificates, and works on files, for all tables.

    Args:
        runner: does what takes long.
        home: the games and their starts, where they are known already.
    """

    def __init__(self, runner: Runner, home: HomeView | None = None) -> None:
        self.runner, self._home = runner, home

    @cached_property
    def desk(self) -> Desk:
        """The desk where it works."""
        return self.runner.desk(object, most=3)

    async def certificate(self, session: Session) -> str:
        """Return the certificate of what is proven of the scenario, once its game is won."""
        if session.ending is None or session.ending.is_loss:
            raise RequestError("Win the game first: then there is something to certify.")
        work = partial(certificate_of, session.instance.scenario)
        return await self.desk.run(work, UNLIMITED.limits)

    async def home(self) -> HomeView:
        """Return the games and their starts."""
        if self._home is None:
            self._home = HomeView(games=await self.runner.aside(game_cards))
        return self._home


def certificate_of(scenario: Scenario, context: object, budget: Budget) -> str:
    """Return the certificate of what is proven of a scenario."""
    decision = decision_of(scenario)
    certifier_for(decision)  # refuses before anything is solved
    answer = solve(decision, budget=budget)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificate.json")
        certify(answer, path)
        return path.read_text()
