"""`toadstone play`: play a scenario by hand, or let players play each other."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Limits
from toadstone.core.errors import RequestError
from toadstone.play import USUAL_SECONDS
from toadstone_cli.browser import has_browser
from toadstone_cli.options import (
    GAME,
    OUTPUT,
    Ask,
    Json,
    Workers,
    option,
    seed_option,
    time_option,
)
from toadstone_cli.scenario_file import NO_SCENARIO, ScenarioFile
from toadstone_cli.streams import ExitStatus, tell

if TYPE_CHECKING:
    from toadstone.play.session import Session

Players = Annotated[
    list[str] | None,
    option(
        GAME,
        "Who plays a side: 'person', 'beginner', 'casual', 'strong', 'perfect' or 'random'. "
        "Without SIDE, the player gets every side that you do not name. For several, use commas "
        "or repeat the option. A side without a player is yours; if you already play a side, "
        "'casual' plays it.",
        metavar="[SIDE=]PLAYER",
    ),
]


def play(
    scenario_file: ScenarioFile = NO_SCENARIO,
    player: Players = None,
    ask: Ask = None,
    load: Annotated[str | None, option(GAME, "Continue a saved game.", metavar="FILE")] = None,
    plain: Annotated[
        bool, option(OUTPUT, "Play line by line, even on a terminal.", "--plain")
    ] = False,
    port: Annotated[
        int | None,
        option(OUTPUT, "Serve the page on this port, wherever you type.", min=1, max=65535),
    ] = None,
    json: Json = False,
    time_limit: Annotated[
        float | None, time_option("Time for one hint or one move of a player, 10s if left out")
    ] = None,
    workers: Workers = 1,
    seed: Annotated[int, seed_option("Random seed of players and solver.")] = 0,
) -> ExitStatus:
    """Play a scenario yourself, or let players play it.

    On a terminal the game opens in your browser, on a page of this computer. SCENARIO may also be
    the name of a game: you then play its usual start. Without SCENARIO, a menu lists games and
    scenarios.

    With --plain, or with moves piped in, you play line by line. A line is a move.

    The exit status is 0 if the game is won, or if you leave before the end. It is 10 if a single
    player loses, 20 if a player finds no move in time, 30 if a piped line is no legal move.

    \b
    Examples:
      toadstone play first-crossing
      toadstone play jump-of-two --player perfect --plain
      toadstone play jump-of-two --player random --json
      toadstone play ugly-duck --player green=strong,blue=random
      toadstone play squirrel-war --port 8000
    """
    limits = Limits(time_limit or USUAL_SECONDS, workers, seed)
    line_by_line = plain or json or scenario_file.path == "-"
    if port is not None and line_by_line:
        raise typer.BadParameter("--port goes without --plain, --json and '-'.")
    in_browser = port is not None or (not line_by_line and _is_at_a_terminal() and has_browser())
    if not (in_browser or scenario_file.path or load):
        raise RequestError("expected a SCENARIO: only the page in a browser has a menu")
    session = _session(scenario_file, ask, player or [], load)
    if in_browser or session is None:
        from toadstone_cli.browser.server import serve, tables

        serve(tables(session, limits), port)
        return ExitStatus.ANSWERED
    from toadstone.files.source import STANDARD_INPUT
    from toadstone_cli.play_lines import play_lines

    if session.people and scenario_file.path == STANDARD_INPUT:
        raise RequestError("scenario and moves cannot both come from standard input")
    if session.people and not line_by_line and _is_at_a_terminal():
        tell("toadstone: no browser here: type a move, or serve the page by --port 8000\n")
    return play_lines(session, limits, json=json)


def _is_at_a_terminal() -> bool:
    streams = (sys.stdin, sys.stdout, sys.stderr)
    seen = all(stream is not None and stream.isatty() for stream in streams)
    return seen and os.environ.get("TERM", "dumb") not in {"", "dumb"}


def _session(
    scenario_file: ScenarioFile, ask: list[str] | None, wishes: list[str], load: str | None
) -> Session | None:
    """Return the game to begin with: of a scenario, or a saved one; None for the menu."""
    from toadstone.files.source import read_source
    from toadstone.interface import instance_of
    from toadstone.play.session import Session, read_saved_game

    if load is not None:
        if scenario_file.path or ask:
            raise RequestError("--load goes without SCENARIO and --ask: a saved game has them")
        session = read_saved_game(read_source(load))
    elif scenario_file.path:
        session = Session(instance_of(scenario_file.read_or_usual(), ask or ()), ["person"])
    else:
        return None
    if wishes or load is None:
        try:
            session.assign([name for wish in wishes for name in wish.split(",")])
        except RequestError as error:
            raise RequestError(f"--player: {error}") from None
    return session
