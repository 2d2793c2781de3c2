"""`toadstone play`: play a scenario by hand, or let players play each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone.core.budget import Limits
from toadstone.view.layout import View, can_spell
from toadstone_cli import completion
from toadstone_cli.options import (
    GAME,
    OUTPUT,
    Ask,
    Json,
    Workers,
    expect_board,
    seed_option,
    time_option,
)
from toadstone_cli.output import BEYOND_ASCII, ExitStatus, write_json, write_page
from toadstone_cli.play_start import has_screen, play_start
from toadstone_cli.progress import LiveLine
from toadstone_cli.scenario_file import ScenarioFile, may_take_scenario

if TYPE_CHECKING:
    from toadstone.core.rules import Outcome
    from toadstone.engines.instance import Instance
    from toadstone.play.players import ChosenPlayer
    from toadstone_cli.match import End, Match
    from toadstone_cli.play_page import PlayPage
    from toadstone_cli.play_start import PlayStart
    from toadstone_cli.typed_lines import TypedLines

NOT_IN_A_BROWSER = "--browser plays on the whole screen: without --plain, --view, --json and '-'."

USUAL_SECONDS = 10.0
"""The time for a hint or a move where `--time-limit` does not say otherwise."""

Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="[SIDE=]PLAYER",
        autocompletion=completion.players,
        rich_help_panel=GAME,
        help="Who plays a side: 'person', 'perfect', 'random', or a player of this game. Without "
        "SIDE, the player gets every side that you do not name. For several, use commas or repeat "
        "the option. A side without a player is yours; if you already play a side, 'perfect' plays "
        "it.",
    ),
]


@may_take_scenario
def play(
    scenario_file: ScenarioFile,
    player: Players = None,
    ask: Ask = None,
    load: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel=GAME,
            help="Continue a saved game, or continue after the moves of a plan.",
        ),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", rich_help_panel=OUTPUT, help="Play line by line, even on a terminal."
        ),
    ] = False,
    browser: Annotated[
        bool,
        typer.Option(
            "--browser", rich_help_panel=OUTPUT, help="Play in a browser, served by this computer."
        ),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, metavar="N", rich_help_panel=OUTPUT, help="The port for --browser."
        ),
    ] = None,
    view: Annotated[
        View, typer.Option(rich_help_panel=OUTPUT, help="How to show the game line by line.")
    ] = View.AUTO,
    json: Json = False,
    time_limit: Annotated[
        float | None,
        time_option(
            "Time for one hint, or for one move of a player: 30 (seconds), 30s, 5m or 1h; 10s if "
            "left out."
        ),
    ] = None,
    workers: Workers = 1,
    seed: Annotated[int, seed_option("Random seed of players and solver.")] = 0,
) -> ExitStatus:
    """Play a scenario yourself, or let players play it.

    On a terminal the game fills the screen. Play with keys and mouse; the last line names the
    keys, and ? opens the help. SCENARIO may also be the name of a game: you then play its usual
    start. Without SCENARIO, a menu lists games and scenarios.

    With --plain, or with moves piped in (one per line), you play line by line. Type a move, or
    'help' for the commands.

    The exit status is 0 if the game is won, or if you leave before the end. It is 10 if a single
    player loses, or if a piped line is refused. It is 20 if a player finds no move in time.

    \b
    Examples:
      toadstone play first-crossing
      toadstone play jump-of-two --player perfect --plain
      toadstone play jump-of-two --player random --json
      toadstone play ugly-duck --player green=difficult,blue=easy --ascii
      toadstone play squirrel-war --browser
    """
    limits = Limits(time_limit or USUAL_SECONDS, workers, seed)
    line_by_line = plain or json or view is not View.AUTO
    wishes = player or []
    whole_screen = not line_by_line and scenario_file.path != "-"
    if browser or port is not None:
        if not (browser and whole_screen):
            raise typer.BadParameter(NOT_IN_A_BROWSER if browser else "--port goes with --browser.")
        return _serve(scenario_file, ask or [], wishes, load, limits, port)
    if whole_screen and has_screen():
        from toadstone_cli.play_on_screen import play_on_screen

        return play_on_screen(scenario_file, ask, wishes, load, limits)
    if not scenario_file.path and load is None:
        raise typer.BadParameter("expected a SCENARIO; the menu of scenarios needs a terminal.")
    start = play_start(scenario_file, ask, wishes, load)
    return _play_lines(start, scenario_file, view, limits, json=json)


def _play_lines(
    start: PlayStart, scenario_file: ScenarioFile, view: View, limits: Limits, *, json: bool
) -> ExitStatus:
    """Play line by line."""
    from toadstone_cli.play_page import PlayPage

    instance, chosen = start.instance, start.chosen
    silent = json or view is View.MOVES
    if not silent:
        expect_board(instance.game)
    lines = _lines(scenario_file, chosen, apart=silent)
    page = PlayPage(instance, tuple(chosen), view, silent=silent)
    match = _match(start, limits, page, lines)
    end = match.play()
    if json:
        write_json(_as_json(instance, match, end))
    elif view is View.MOVES:
        write_page(*map(str, match.session.moves))
    else:
        _close(match, end)
    return _status(match, end)


def _serve(
    scenario_file: ScenarioFile,
    ask: list[str],
    wishes: list[str],
    load: str | None,
    limits: Limits,
    port: int | None,
) -> ExitStatus:
    """Serve the same program, with the same options, to a browser."""
    from toadstone.core.errors import RequestError

    try:
        from toadstone_cli.screen.browser import serve
    except ImportError:
        raise RequestError("--browser needs an extra: pip install 'toadstone[browser]'") from None
    if scenario_file.path or load is not None:
        play_start(scenario_file, ask, wishes, load)
    options = {
        "ask": ask,
        "player": wishes,
        "load": [] if load is None else [load],
        "time-limit": [f"{limits.seconds}"],
        "workers": [f"{limits.workers}"],
        "seed": [f"{limits.seed}"],
        "game": [scenario_file.game] if scenario_file.game else [],
        **{name: [f"{value}"] for name, value in scenario_file.parts.items()},
    }
    stated = [f"--{name}={value}" for name, values in options.items() for value in values]
    path = ["--", scenario_file.path] if scenario_file.path else []
    serve([*stated, *([] if can_spell(BEYOND_ASCII) else ["--ascii"]), *path], port)
    return ExitStatus.ANSWERED


def _lines(
    scenario_file: ScenarioFile, chosen: dict[str, ChosenPlayer], *, apart: bool
) -> TypedLines | None:
    """Return what people type, where there are any."""
    from toadstone.core.errors import RequestError
    from toadstone.files.source import STANDARD_INPUT
    from toadstone.play.players import PERSON
    from toadstone_cli.typed_lines import TypedLines

    if all(each.kind is not PERSON for each in chosen.values()):
        return None
    if scenario_file.path == STANDARD_INPUT:
        raise RequestError("scenario and moves cannot both come from standard input")
    return TypedLines(apart=apart)


def _match(start: PlayStart, limits: Limits, page: PlayPage, lines: TypedLines | None) -> Match:
    from toadstone.core.session import Session
    from toadstone.play.adviser import adviser_for
    from toadstone.play.players import PlayerSetup
    from toadstone.play.typed_move import TypedMove
    from toadstone_cli.match import Match

    instance, chosen = start.instance, start.chosen
    adviser = adviser_for(instance)
    session = Session.begun(instance.rules)
    for move in start.moves:
        session = session.after(move)
    match = Match(session, chosen, {}, adviser, limits, page, lines, TypedMove(instance))
    with LiveLine() as line:
        line.tell("the players get ready")
        for side, each in chosen.items():
            note = partial(match.note_unproven, side)
            setup = PlayerSetup(instance, side, each.argument, adviser, limits.seed, note)
            match.players[side] = each.make(setup)
    return match


def _close(match: Match, end: End) -> None:
    """Say why a game that is not over went no further."""
    from toadstone_cli.match import End

    turns = len(match.session.moves)
    after = f"after {turns} {'move' if turns == 1 else 'moves'}"
    words = {
        End.UNFINISHED: f"Unfinished {after}.",
        End.GIVEN_UP: f"Given up {after}: no plan wins from here.",
        End.UNKNOWN: f"Undecided {after}.",
        End.INTERRUPTED: f"Interrupted {after}.",
    }
    if end in words:
        match.page.show("", words[end])
        match.page.figures(match.session)


def _as_json(instance: Instance, match: Match, end: End) -> dict[str, Any]:
    from toadstone.core import __version__

    session = match.session
    outcome = session.ending
    return {
        "toadstone": __version__,
        "game": instance.game.name,
        "title": instance.scenario.title,
        "players": {side: str(each) for side, each in match.chosen.items()},
        "status": end.value,
        "outcome": None if outcome is None else _outcome_as_json(outcome),
        "values": dict(session.rules.figures(session.state)),
        "moves": [str(move) for move in session.moves],
        "hints": match.hints,
        "evaluations": match.evaluations,
        "reviews": match.reviews,
        "unproven": match.unproven,
        "refused": [vars(refusal) for refusal in match.refused],
    }


def _outcome_as_json(outcome: Outcome) -> dict[str, str | None]:
    from toadstone.core.rules import Termination

    drawn = outcome.termination is Termination.DRAWN
    return {"winner": "draw" if drawn else outcome.winner, "reason": outcome.reason}


def _status(match: Match, end: End) -> ExitStatus:
    from toadstone_cli.match import End

    if end is End.INTERRUPTED:
        return ExitStatus.INTERRUPTED
    if end is End.UNKNOWN:
        return ExitStatus.UNDECIDED
    outcome = match.session.ending
    lost = end is End.GIVEN_UP or (outcome is not None and outcome.is_loss)
    misled = match.lines is not None and not match.lines.terminal and bool(match.refused)
    return ExitStatus.IMPOSSIBLE if lost or misled else ExitStatus.ANSWERED
