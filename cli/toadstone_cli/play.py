"""`toadstone play`: play a scenario by hand, or let players play each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.options import (
    Ask,
    Json,
    ScenarioFile,
    Workers,
    asked_questions,
    asks_for_a_front,
    duration,
    limits_of,
    takes_scenario,
)
from toadstone_cli.output import write_json, write_page
from toadstone_cli.progress import LiveLine
from toadstone_cli.view import View

if TYPE_CHECKING:
    from toadstone.core.budget import Limits
    from toadstone.core.question import Question
    from toadstone.files.scenario import Scenario
    from toadstone.game import AnyGame
    from toadstone.play.players import Part
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
    from toadstone.play.adviser import questions_to_go_on_with
    from toadstone_cli.play_page import PlayPage

    game, scenario = scenario_file.read_or_usual()
    asked, front = asked_questions(scenario, ask), asks_for_a_front(scenario, ask)
    questions = questions_to_go_on_with(game, asked, front=front)
    limits = limits_of(time_limit or USUAL_SECONDS, workers, seed)
    silent = json or view is View.MOVES
    parts = _cast(game, scenario, player or [])
    lines = _lines(scenario_file, parts, apart=silent)
    page = PlayPage(game, scenario, tuple(parts), view, silent=silent)
    match = _match(game, scenario, questions, limits, parts, page, lines)
    end = match.play()
    if json:
        write_json(_as_json(game, scenario, match, end))
    elif view is View.MOVES:
        write_page(*map(str, match.session.moves))
    else:
        _close(match, end)
    return _status(match, end)


def _cast(game: AnyGame, scenario: Scenario, wishes: list[str]) -> dict[str, Part]:
    from toadstone.core.errors import RequestError
    from toadstone.play.players import cast, kinds_of_players

    names = [name for wish in wishes for name in wish.split(",")]
    try:
        return cast(kinds_of_players(game, scenario), game.rules(scenario), names)
    except RequestError as error:
        raise RequestError(f"--player: {error}") from None


def _lines(
    scenario_file: ScenarioFile, parts: dict[str, Part], *, apart: bool
) -> TypedLines | None:
    """Return what people type, where there are any."""
    from toadstone.core.errors import RequestError
    from toadstone.files.source import STANDARD_INPUT
    from toadstone.play.players import PERSON
    from toadstone_cli.typed_lines import TypedLines

    if all(part.kind is not PERSON for part in parts.values()):
        return None
    if scenario_file.path == STANDARD_INPUT:
        raise RequestError("scenario and moves cannot both come from standard input")
    return TypedLines(apart=apart)


def _match(
    game: AnyGame,
    scenario: Scenario,
    questions: tuple[Question, ...],
    limits: Limits,
    parts: dict[str, Part],
    page: PlayPage,
    lines: TypedLines | None,
) -> Match:
    from toadstone.core.session import Session
    from toadstone.play.adviser import adviser_for
    from toadstone.play.players import Seat
    from toadstone_cli.match import Match
    from toadstone_cli.typed_move import TypedMove

    adviser = adviser_for(game, scenario, questions)
    session = Session.begun(game.rules(scenario))
    typed_move = TypedMove(game.piece_moves(scenario))
    match = Match(session, parts, {}, adviser, limits, page, lines, typed_move)
    with LiveLine() as line:
        line.tell("the players get ready")
        match.players = {
            side: part.take(
                Seat(
                    game,
                    scenario,
                    side,
                    part.argument,
                    adviser,
                    limits,
                    partial(match.note_unproven, side),
                )
            )
            for side, part in parts.items()
        }
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


def _as_json(game: AnyGame, scenario: Scenario, match: Match, end: End) -> dict[str, Any]:
    from toadstone import __version__

    session = match.session
    outcome = session.ending
    return {
        "toadstone": __version__,
        "game": game.name,
        "title": scenario.title,
        "players": {side: str(part) for side, part in match.parts.items()},
        "status": end.value,
        "outcome": None if outcome is None else vars(outcome),
        "values": dict(session.rules.figures(session.state)),
        "moves": [str(move) for move in session.moves],
        "hints": match.hints,
        "unproven": match.unproven,
        "refused": [vars(refusal) for refusal in match.refused],
    }


def _status(match: Match, end: End) -> ExitStatus:
    from toadstone_cli.match import End

    if end is End.INTERRUPTED:
        return ExitStatus.INTERRUPTED
    if end is End.UNKNOWN:
        return ExitStatus.UNDECIDED
    outcome = match.session.ending
    lost = end is End.GIVEN_UP or (outcome is not None and outcome.winner is None)
    misled = match.lines is not None and not match.lines.terminal and bool(match.refused)
    return ExitStatus.IMPOSSIBLE if lost or misled else ExitStatus.ANSWERED
