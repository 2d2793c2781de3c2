"""`toadstone play`: play a scenario by hand, or let players play each other."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Limits
from toadstone.core.errors import RequestError
from toadstone.play.parts import USUAL_SECONDS
from toadstone_cli.browser import has_browser
from toadstone_cli.options import (
    GAME,
    OUTPUT,
    Ask,
    Json,
    Workers,
    expect_board,
    option,
    seed_option,
    time_option,
)
from toadstone_cli.scenario_file import NO_SCENARIO, ScenarioFile
from toadstone_cli.streams import ExitStatus

if TYPE_CHECKING:
    from toadstone.play.session import Session

Players = Annotated[
    list[str] | None,
    option(
        GAME,
        "Who plays a side: 'person', 'beginner', 'casual', 'strong', 'perfect', or another "
        "player of this game. Without SIDE, the player gets every side that you do not name. For "
        "several, use commas or repeat the option. A side without a player is yours; if you "
        "already play a side, 'casual' plays it.",
        metavar="[SIDE=]PLAYER",
    ),
]
Load = Annotated[
    str | None,
    option(GAME, "Continue a saved game, or continue after the moves of a plan.", metavar="FILE"),
]
InBrowser = Annotated[
    bool, option(OUTPUT, "Play in a browser, served by this computer.", "--browser")
]
Port = Annotated[int | None, option(OUTPUT, "The port for --browser.", min=1, max=65535)]


MoveTime = Annotated[
    float | None,
    time_option(
        "Time for one hint, or for one move of a player: 30 (seconds), 30s, 5m or 1h; 10s if "
        "left out."
    ),
]


def play(
    scenario_file: ScenarioFile = NO_SCENARIO,
    player: Players = None,
    ask: Ask = None,
    load: Load = None,
    plain: Annotated[
        bool, option(OUTPUT, "Play line by line, even on a terminal.", "--plain")
    ] = False,
    browser: InBrowser = False,
    port: Port = None,
    json: Json = False,
    time_limit: MoveTime = None,
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
      toadstone play ugly-duck --player green=hard,blue=easy
      toadstone play squirrel-war --browser
    """
    limits = Limits(time_limit or USUAL_SECONDS, workers, seed)
    line_by_line = plain or json or scenario_file.path == "-"
    if (browser or port is not None) and (line_by_line or not browser):
        unfit = "--browser goes without --plain, --json and '-'."
        raise typer.BadParameter(unfit if browser else "--port goes with --browser.")
    in_browser = browser or (not line_by_line and _is_at_a_terminal() and has_browser())
    if not in_browser and not scenario_file.path and load is None:
        raise typer.BadParameter("expected a SCENARIO; the menu of scenarios needs a browser.")
    begun = scenario_file.path or load is not None
    session = _session(scenario_file, ask, player or [], load) if begun else None
    if in_browser or session is None:
        from toadstone_cli.browser.server import serve, tables

        serve(tables(session, limits), port)
        return ExitStatus.ANSWERED
    from toadstone.files.source import STANDARD_INPUT
    from toadstone_cli.play_lines import play_lines

    if not json:
        expect_board(session.instance.game)
    if session.people and scenario_file.path == STANDARD_INPUT:
        raise RequestError("scenario and moves cannot both come from standard input")
    return play_lines(session, limits, json=json)


def _is_at_a_terminal() -> bool:
    streams = (sys.stdin, sys.stdout, sys.stderr)
    seen = all(stream is not None and stream.isatty() for stream in streams)
    return seen and os.environ.get("TERM", "dumb") not in {"", "dumb"}


def _session(
    scenario_file: ScenarioFile, ask: list[str] | None, wishes: list[str], load: str | None
) -> Session:
    """Return the game to begin with: of a scenario, or of a saved game; see the options."""
    from toadstone.files.source import read_source
    from toadstone.interface import instance_of
    from toadstone.play.session import Session, moves_of, read_saved_game

    source = None if load is None else read_source(load)
    if source is not None and not scenario_file.path:
        if ask:
            raise RequestError("--ask goes with a scenario")
        session = read_saved_game(source)
        return _assign(session, wishes) if wishes else session
    session = Session(instance_of(scenario_file.read_or_usual(), ask or ()), ["person"])
    if source is not None:
        for move in moves_of(source, session.instance):
            session.play(move)
    return _assign(session, wishes)


def _assign(session: Session, wishes: list[str]) -> Session:
    try:
        session.assign([name for wish in wishes for name in wish.split(",")])
    except RequestError as error:
        raise RequestError(f"--player: {error}") from None
    return session
