"""Files at a table: those of a game, and those that a person brings, with their results."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from pathlib import Path

from toadstone.core.budget import Budget
from toadstone.core.errors import (
    InputError,
    LackError,
    RequestError,
    ToadstoneError,
    lack_or,
)
from toadstone.engines.answer import Answer, check_plan_file
from toadstone.engines.engine import NUMBA, OR_TOOLS, has_library
from toadstone.engines.instance import decision_of, make_instance
from toadstone.files.scenario import Scenario
from toadstone.files.source import Source
from toadstone.interface import certify, draw, explain, solve, verify
from toadstone.loading import read_scenario
from toadstone.play.session import Session
from toadstone.play.words import with_noun
from toadstone.proofs.certificate import certifier_for
from toadstone.services.generation.puzzle import yaml_of
from toadstone.table.messages import FileKind, FileView, Paper
from toadstone.table.views import NOWHERE
from toadstone.view.board import drawn_board, moments
from toadstone.view.replay import Recording, ReplayPage, replay_page
from toadstone.view.sheet import sheet

_SUFFIXES = {
    "game": ".json",
    "plan": ".txt",
    "scenario": ".yaml",
    "replay": ".html",
    "picture": ".svg",
    "certificate": "-certificate.json",
}

IN_PROGRAM = "In the installed program"
"""The words before a command for work that cannot be done here."""

CERTIFICATE = "certificate.json"

MOST_DRAWN = 200
"""States of a plan that is drawn; a longer one would take longer than its answer."""


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
    words = session.ending_in_words or f"After {with_noun(session.ply, 'move')}."
    return replay_page(ReplayPage(session.title, (words,), (Recording(picture, shown),)))


def certificate_of(scenario: Scenario, _: object, budget: Budget) -> str:
    """Return the certificate of the decision of a scenario."""
    decision = decision_of(scenario)
    certifier_for(decision)  # refuses before anything is solved
    return _certificate(solve(decision, budget=budget))


def _certificate(answer: Answer) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, CERTIFICATE)
        certify(answer, path)
        return path.read_text("utf-8")


def answer_paper(text: str, ask: str, options: dict[str, int], _: object, budget: Budget) -> Paper:
    """Return the answer to a scenario or roll file, its picture, and its files.

    Args:
        text: the file, in any form that `toadstone solve` reads.
        ask: a question instead of the file's own, or nothing.
        options: values that a roll file leaves open, such as `hp` and `rows`.

    Raises:
        ToadstoneError: the file cannot be used, or no installed method answers.
    """
    scenario = _scenario_in(text, options)
    stated = {**options, "ask": ask}.items()
    arguments = "FILE" + "".join(f" --{name} {value}" for name, value in stated if value)
    words, picture = [], ""
    files = [FileView(name="scenario.yaml", text=yaml_of(scenario, []))]

    def lacking(what: str, command: str) -> None:
        words.append(f"{what}. {IN_PROGRAM}: toadstone {command}")

    try:
        answer = solve(scenario, ask=ask.split(",") if ask else (), budget=budget)
    except LackError as error:
        lacking(f"{error}", f"solve {arguments}")
        return Paper(words=words[0], files=tuple(files))
    words.append(str(answer))
    if not (answer.is_proven or has_library(NUMBA)):
        lacking("More methods, and faster ones", f"solve {arguments}")
    if answer.is_proven and answer.replay is None and answer.position is None:
        with suppress(RequestError):  # the game has no explanations
            words.append(str(explain(scenario, budget=budget)))
            if not has_library(OR_TOOLS):
                lacking("What would help", f"explain {arguments}")
    with tempfile.TemporaryDirectory() as folder:
        drawn = answer.replay is None or len(answer.replay.states) <= MOST_DRAWN
        for name in ("picture.svg", "replay.html") if drawn else ():
            with suppress(ToadstoneError):
                draw(answer, Path(folder, name))
                files.append(FileView(name=name, text=Path(folder, name).read_text("utf-8")))
    picture = next((each.text for each in files if each.name == "picture.svg"), "")
    with suppress(ToadstoneError):
        try:
            files.append(FileView(name=CERTIFICATE, text=_certificate(answer)))
        except ModuleNotFoundError as error:
            if not isinstance(lack_or(error), LackError):
                raise
            lacking("Its certificate", f"prove {arguments} --certificate {CERTIFICATE}")
    return Paper(words="\n".join(words), picture=picture, files=tuple(files))


def check_paper(text: str, plan: str, options: dict[str, int], _: object, budget: Budget) -> Paper:
    """Return the result of a plan in a scenario; see `answer_paper`."""
    instance = make_instance(_scenario_in(text, options))
    check = check_plan_file(instance, Source("your plan", plan, NOWHERE), budget)
    return Paper(words=str(check), good=check.valid)


def finding_paper(text: str, _: object, budget: Budget) -> Paper:
    """Return the checker's verdict on a certificate."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "your certificate")
        path.write_text(text, encoding="utf-8")
        try:
            finding = verify(path)
        except InputError as error:
            raise RequestError(f"This is no certificate: {error.message}") from None
    return Paper(words=str(finding), good=finding.valid)


def _scenario_in(text: str, options: dict[str, int]) -> Scenario:
    if not text.strip():
        raise RequestError("Paste a scenario or a roll file first.")
    return read_scenario(Source("your file", text, NOWHERE), options)
