"""`toadstone tournament`: the players of a game for two, each against each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone_cli import completion
from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.options import (
    Json,
    ScenarioFile,
    TablePath,
    TimeLimit,
    duration,
    expect_one_format,
    expect_table,
    instance_of,
    limits_of,
    takes_scenario,
    write_table,
)
from toadstone_cli.output import write_csv, write_json, write_page
from toadstone_cli.progress import LiveLine

if TYPE_CHECKING:
    from toadstone.engines.instance import Instance
    from toadstone.play.tournament import Tournament

USUAL_GAMES = 10
USUAL_SECONDS = 10.0
"""The time for a move where `--move-time` does not say otherwise."""


Entrants = Annotated[
    list[str] | None,
    typer.Option(
        "--players",
        metavar="PLAYER",
        autocompletion=completion.players,
        help="Who takes part; several by repeating the option or with commas. Without it, every "
        "player that needs no argument.",
    ),
]


@takes_scenario
def tournament(
    scenario_file: ScenarioFile,
    players: Entrants = None,
    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, metavar="N", help="Games that each two play.")
    ] = USUAL_GAMES,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print comma-separated values, a pairing a line.")
    ] = False,
    json: Json = False,
    output: TablePath = None,
    time_limit: TimeLimit = None,
    move_time: Annotated[
        float | None,
        typer.Option(
            parser=duration,
            metavar="TIME",
            help="Time for one move: 30, 30s, 5m or 1h; 10s if left out. Who needs longer loses "
            "the game.",
        ),
    ] = None,
    opening: Annotated[
        int,
        typer.Option(
            min=0,
            max=1000,
            metavar="N",
            help="Random moves before the players take over; two games, with the sides exchanged, "
            "share an opening.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Seed of the players' dice.")] = 0,
) -> ExitStatus:
    """Let players play each other, each against each.

    SCENARIO may also be the name of a two-player game: then its usual start is played. Sides are
    taken in turn. The same seed plays the same games.

    The exit status is 0 when all games were played, 20 when the time limit came first or a player
    had no move in time.

    \b
    Examples:
      toadstone tournament squirrel-war --players greedy,minimax:2 --opening 2
      toadstone tournament toads-and-frogs --games 20 --seed 7 --csv
      toadstone tournament two-against-two --json
    """
    expect_one_format(as_csv=as_csv, json=json)
    from toadstone.core.budget import Budget, Listener
    from toadstone.core.errors import RequestError
    from toadstone.play.tournament import Tournament, entrants

    expect_table(output, scenario_file.path)
    instance = _contested(scenario_file)
    names = [name for wish in players or [] for name in wish.split(",")]
    seconds = move_time or USUAL_SECONDS
    with LiveLine("the players get ready") as line:
        budget = Budget(limits_of(time_limit, 1, seed), Listener(tell=line.tell))
        try:
            chosen = entrants(instance, names)
        except RequestError as error:
            raise RequestError(f"--players: {error}") from None
        played = Tournament(instance, chosen, games, seed, seconds, budget, opening)
        played.play()
    write_table(played, output)
    if json:
        write_json(played.to_json())
    elif as_csv:
        write_csv(played.to_records())
    else:
        from toadstone_cli.tournament_page import tournament_page

        write_page(*tournament_page(played))
    return _status_of(played)


def _contested(scenario_file: ScenarioFile) -> Instance:
    """Return where to start: the scenario, or the usual start of a game that is named.

    Raises:
        RequestError: it is no two-player game, or has no usual start.
    """
    from toadstone.play.tournament import contested, expect_two_players

    named = scenario_file.named_game()
    if named is not None:
        expect_two_players(named)
    return contested(instance_of(*scenario_file.read_or_usual()))


def _status_of(contest: Tournament) -> ExitStatus:
    if contest.budget.interrupted:
        return ExitStatus.INTERRUPTED
    undecided = not contest.complete or contest.late
    return ExitStatus.UNDECIDED if undecided else ExitStatus.ANSWERED
