"""`toadstone tournament`: the players of a game for two, each against each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from toadstone.core.budget import Limits
from toadstone_cli import completion
from toadstone_cli.options import (
    GAME,
    Json,
    TablePath,
    TimeLimit,
    csv_option,
    expect_one_format,
    expect_table,
    seed_option,
    time_option,
    write_table,
)
from toadstone_cli.output import ExitStatus, write_csv, write_json, write_page
from toadstone_cli.progress import LiveLine
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

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
        rich_help_panel=GAME,
        help="The players. For several, use commas or repeat the option. If left out: every player "
        "that needs no argument.",
    ),
]
GamesEach = Annotated[
    int,
    typer.Option(
        min=1, max=1_000_000, metavar="N", rich_help_panel=GAME, help="Games per pair of players."
    ),
]
Csv = Annotated[bool, csv_option("Print comma-separated values, one line per pair.")]
MoveTime = Annotated[
    float | None,
    time_option(
        "Time for one move: 30 (seconds), 30s, 5m or 1h; 10s if left out. A player who needs "
        "longer loses the game.",
        "--move-time",
    ),
]
Opening = Annotated[
    int,
    typer.Option(
        min=0,
        max=1000,
        metavar="N",
        rich_help_panel=GAME,
        help="Start each game with N random moves. Each opening is played twice, with the sides "
        "exchanged.",
    ),
]
SeedOfGames = Annotated[int, seed_option("Random seed. The same seed gives the same games.", GAME)]


@takes_scenario
def tournament(
    scenario_file: ScenarioFile,
    players: Entrants = None,
    games: GamesEach = USUAL_GAMES,
    as_csv: Csv = False,
    json: Json = False,
    output: TablePath = None,
    time_limit: TimeLimit = None,
    move_time: MoveTime = None,
    opening: Opening = 0,
    seed: SeedOfGames = 0,
) -> ExitStatus:
    """Let computer players play all pairings.

    SCENARIO may also be the name of a two-player game: the players then begin at its usual start.
    The two players of a pair change sides after each game.

    The exit status is 0 if all games were played. It is 20 if the time limit came first, or if a
    player found no move in time.

    \b
    Examples:
      toadstone tournament squirrel-war --players greedy,minimax:2 --opening 2
      toadstone tournament toads-and-frogs --games 20 --seed 7 --csv
      toadstone tournament two-against-two --json
    """
    expect_one_format(as_csv=as_csv, json=json)
    expect_table(output, scenario_file.path)
    instance = _contested(scenario_file)
    scenario_file.expect_kept(output)
    limits = Limits(time_limit, 1, seed)
    played = _played(instance, players or [], games, limits, move_time or USUAL_SECONDS, opening)
    write_table(played, output)
    if json:
        write_json(played.to_json())
    elif as_csv:
        write_csv(played.to_records())
    else:
        from toadstone_cli.tournament_page import tournament_page

        write_page(*tournament_page(played))
    return _status_of(played)


def _played(
    instance: Instance,
    wishes: list[str],
    games: int,
    limits: Limits,
    move_time: float,
    opening: int,
) -> Tournament:
    """Return the tournament after its last game, or after the end of the time limit."""
    from toadstone.core.budget import Budget, Listener
    from toadstone.core.errors import RequestError
    from toadstone.play.tournament import Tournament, entrants

    names = [name for wish in wishes for name in wish.split(",")]
    with LiveLine("the players get ready") as line:
        budget = Budget(limits, Listener(tell=line.tell))
        try:
            chosen = entrants(instance, names)
        except RequestError as error:
            raise RequestError(f"--players: {error}") from None
        played = Tournament(instance, chosen, games, limits.seed, move_time, budget, opening)
        played.play()
    return played


def _contested(scenario_file: ScenarioFile) -> Instance:
    """Return where to start: the scenario, or the usual start of a game that is named.

    Raises:
        RequestError: it is no two-player game, or has no usual start.
    """
    from toadstone.interface import instance_of
    from toadstone.play.tournament import contested, expect_two_players

    named = scenario_file.named_game()
    if named is not None:
        expect_two_players(named)
    return contested(instance_of(scenario_file.read_or_usual()))


def _status_of(contest: Tournament) -> ExitStatus:
    if contest.budget.interrupted:
        return ExitStatus.INTERRUPTED
    undecided = not contest.complete or contest.late
    return ExitStatus.UNDECIDED if undecided else ExitStatus.ANSWERED
