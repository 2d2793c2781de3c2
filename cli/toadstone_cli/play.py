"""`toadstone play`: play a scenario by hand, or let players play each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone_cli import completion
from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.options import (
    Ask,
    Json,
    ScenarioFile,
    Workers,
    duration,
    expect_board,
    instance_of,
    limits_of,
    takes_scenario,
)
from toadstone_cli.output import write_json, write_page
from toadstone_cli.progress import LiveLine
from toadstone_cli.view import View

if TYPE_CHECKING:
    from toadstone.core.budget import Limits
    from toadstone.core.rules import Outcome
    from toadstone.engines.instance import Instance
    from toadstone.play.players import ChosenPlayer
    from toadstone_cli.match import End, Match
    from toadstone_cli.play_page import PlayPage
    from toadstone_cli.typed_lines import TypedLines

USUAL_SECONDS = 10.0
"""The time for a hint or a move where `--time-limit` does not say otherwise."""

Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="[SIDE=]PLAYER",
        autocompletion=completion.players,
        help="Who plays a side: 'person', 'perfect', 'random', or a player that the game has of "
        "its own; without SIDE, every side not named. Several by repeating the option or with "
        "commas. A side left open is yours; if another is yours already, it is played perfectly.",
    ),
]


@takes_scenario
def play(
    scenario_file: ScenarioFile,
    player: Players = None,
    ask: Ask = None,
    view: Annotated[View, typer.Option(help="How to show the game.")] = View.AUTO,
    json: Json = False,
    time_limit: Annotated[
        float | None,
        typer.Option(
            parser=duration,
            metavar="TIME",
            help="Time for a hint or a move of a player: 30, 30s, 5m or 1h; 10s if left out.",
        ),
    ] = None,
    workers: Workers = 1,
    seed: Annotated[
        int, typer.Option(min=0, max=2**31 - 1, help="Seed of the random player and the solver.")
    ] = 0,
) -> ExitStatus:
    """Play a scenario by hand, or let players play each other.

    Type a move, or 'help' for the commands: instructions, legal moves, hint, undo, reset, save,
    pause, quit. Moves and commands can be piped in as well, one a line. SCENARIO may also be the
    name of a game: then its usual start is played.

    The exit status is 0 when the game is won, or left before it was over; 10 when a single player
    has lost, or when a line that was piped in was refused; 20 when a player had no move in time.

    \b
    Examples:
      toadstone play scenarios/river-toad/first-crossing.yaml
      toadstone play scenarios/river-toad/jump-of-two.yaml --player perfect
      toadstone play scenarios/river-toad/jump-of-two.yaml --player random --json
      toadstone play ugly-duck --player green=difficult,blue=easy --ascii
    """
    from toadstone.play.adviser import to_go_on_with
    from toadstone_cli.play_page import PlayPage

    game, scenario = scenario_file.read_or_usual()
    instance = to_go_on_with(instance_of(game, scenario, ask))
    limits = limits_of(time_limit or USUAL_SECONDS, workers, seed)
    silent = json or view is View.MOVES
    if not silent:
        expect_board(game)
    chosen = _assigned(instance, player or [])
    lines = _lines(scenario_file, chosen, apart=silent)
    page = PlayPage(instance, tuple(chosen), view, silent=silent)
    match = _match(instance, limits, chosen, page, lines)
    end = match.play()
    if json:
        write_json(_as_json(instance, match, end))
    elif view is View.MOVES:
        write_page(*map(str, match.session.moves))
    else:
        _close(match, end)
    return _status(match, end)


def _assigned(instance: Instance, wishes: list[str]) -> dict[str, ChosenPlayer]:
    from toadstone.core.errors import RequestError
    from toadstone.play.players import assign_players, kinds_of_players

    names = [name for wish in wishes for name in wish.split(",")]
    try:
        return assign_players(kinds_of_players(instance), instance.rules, names)
    except RequestError as error:
        raise RequestError(f"--player: {error}") from None


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


def _match(
    instance: Instance,
    limits: Limits,
    chosen: dict[str, ChosenPlayer],
    page: PlayPage,
    lines: TypedLines | None,
) -> Match:
    from toadstone.core.session import Session
    from toadstone.play.adviser import adviser_for
    from toadstone.play.parts import PIECE_MOVES
    from toadstone.play.player import PlayerSetup
    from toadstone_cli.match import Match
    from toadstone_cli.typed_move import TypedMove

    adviser = adviser_for(instance)
    pieces = instance.game.find(PIECE_MOVES)
    typed_move = TypedMove(pieces(instance.scenario) if pieces else None)
    session = Session.begun(instance.rules)
    match = Match(session, chosen, {}, adviser, limits, page, lines, typed_move)
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
    from toadstone.core.version import __version__

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
