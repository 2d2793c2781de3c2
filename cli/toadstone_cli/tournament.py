"""`toadstone tournament`: the players of a two-player game, each against each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from toadstone.core.board import style_text
from toadstone.core.budget import Limits
from toadstone.files.messages import printable
from toadstone.play.words import with_noun
from toadstone.view.layout import reason_to_stop
from toadstone_cli import completion
from toadstone_cli.options import (
    GAME,
    TABLE,
    Json,
    TablePath,
    TimeLimit,
    csv_option,
    expect_one_format,
    expect_output,
    option,
    seed_option,
    time_option,
    write_table,
)
from toadstone_cli.output import ExitStatus, status_of_stopped, write_csv, write_json, write_page
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile, takes_scenario

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from toadstone.play.tournament import Score, Tournament

USUAL_GAMES = 10
USUAL_SECONDS = 10.0
"""The time for a move where `--move-time` does not say otherwise."""

LONGEST_NAME = 24
"""Letters of a player's name in a table; CSV and JSON have all of it."""

Entrants = Annotated[
    list[str] | None,
    option(
        GAME,
        "The players. For several, use commas or repeat the option. If left out: every player "
        "that needs no argument.",
        "--player",
        metavar="PLAYER",
        autocompletion=completion.players,
    ),
]
GamesEach = Annotated[
    int, option(GAME, "Games per pair of players.", min=1, max=1_000_000, metavar="N")
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
    option(
        GAME,
        "Start each game with N random moves. Each opening is played twice, with the sides "
        "exchanged.",
        min=0,
        max=1000,
        metavar="N",
    ),
]
SeedOfGames = Annotated[int, seed_option("Random seed. The same seed gives the same games.", GAME)]


@takes_scenario
def tournament(
    scenario_file: ScenarioFile,
    player: Entrants = None,
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
      toadstone tournament squirrel-war --player greedy,minimax:2 --opening 2
      toadstone tournament toads-and-frogs --games 20 --seed 7 --csv
      toadstone tournament two-against-two --json
    """
    expect_one_format(as_csv=as_csv, json=json)
    from toadstone import interface

    scenario = scenario_file.read_or_usual()
    expect_output(output, scenario_file.files, TABLE)
    with live_budget(Limits(time_limit, 1, seed), "the players get ready") as budget:
        played = interface.tournament(
            scenario,
            players=[name for wish in player or () for name in wish.split(",")],
            games=games,
            seed=seed,
            move_time=move_time or USUAL_SECONDS,
            opening=opening,
            budget=budget,
        )
    write_table(played, output)
    if json:
        write_json(played.to_json())
    elif as_csv:
        write_csv(played.to_records())
    else:
        write_page(*tournament_page(played))
    return _status_of(played)


def _status_of(contest: Tournament) -> ExitStatus:
    done = contest.complete and not contest.late and not contest.budget.interrupted
    return ExitStatus.ANSWERED if done else status_of_stopped(contest.budget)


def tournament_page(contest: Tournament) -> Iterator[RenderableType]:
    """Lay out who came how far, then everybody's games against everybody, and what went wrong."""
    from toadstone.view.page import table

    title = contest.instance.scenario.title or "Untitled"
    yield style_text((title, "bold"), f"  {contest.instance.game.name}")
    each = with_noun(contest.rounds, "game")
    yield f"Tournament: {each} for each pair, with alternating sides, seed {contest.seed}"
    if contest.opening:
        moves = with_noun(contest.opening, "random move")
        yield f"Each pair of games opens with the same {moves}."
    yield ""
    names, *rows = _standings(contest)
    yield from table(names, rows)
    yield ""
    yield "Wins-draws-losses of the player on the left against the one above:"
    yield ""
    yield from _cross_table(contest)
    yield ""
    yield from _forfeits(contest)
    yield from _unproven(contest)
    yield _verdict(contest)


def _standings(contest: Tournament) -> Iterator[list[str]]:
    """Yield the names of the columns, then the row of each player."""
    scores = {name: contest.score(name) for name in contest.standings()}
    scored = any(score.margin is not None for score in scores.values())
    margin = ["mean margin"] if scored else []
    yield ["", "player", "points", "w-d-l", *margin, "ms per move"]
    for number, (name, score) in enumerate(scores.items(), 1):
        cells = [str(number), _short(name), f"{score.points:g}", _record(score)]
        cells += [_margin(score)] if scored else []
        yield [*cells, _time(score)]


def _cross_table(contest: Tournament) -> Iterator[Text | str]:
    """Lay out the players against each other, as many columns as fit on the page."""
    from toadstone.view.page import fitting, table

    names = contest.standings()
    head, rows = ["", "", *(str(number) for number in range(1, len(names) + 1))], []
    for number, name in enumerate(names, 1):
        records = ("-" if one == name else _record(contest.score(name, one)) for one in names)
        rows.append([str(number), _short(name), *records])
    shown = fitting([head, *rows])
    yield from table(head[:shown], [row[:shown] for row in rows])
    if hidden := head[shown:]:
        yield f"Not shown (no room): {', '.join(hidden)}; --csv and --json show everything."


def _forfeits(contest: Tournament) -> Iterator[str]:
    """Say who lost games that were not over, and why."""
    forfeits = [game.forfeit for game in contest.games if game.forfeit]
    reasons = Counter((each.player, each.reason) for each in forfeits)
    for (player, reason), count in reasons.items():
        yield printable(f"{player} lost {with_noun(count, 'game')} before the end: {reason}.")


def _unproven(contest: Tournament) -> Iterator[str]:
    """Say how many moves were made without a proof by who plays proven moves."""
    if count := sum(game.unproven for game in contest.games):
        moves = "1 move was" if count == 1 else f"{count} moves were"
        yield f"{moves} made without a proof: time was too short, and they looked best."


def _verdict(contest: Tournament) -> Text:
    played, budget = len(contest.games), contest.budget
    if contest.complete:
        return style_text((f"{played} games, {budget.elapsed():.1f} s", "dim"))
    why = f"{played} of {contest.scheduled} games played, {reason_to_stop(budget)}."
    return style_text(("Undecided", "bold yellow"), f": {why}")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 3] + "..."


def _record(score: Score) -> str:
    return f"{score.wins}-{score.draws}-{score.losses}"


def _margin(score: Score) -> str:
    return "-" if score.margin is None else f"{score.margin:+.1f}"


def _time(score: Score) -> str:
    return "-" if score.seconds_per_move is None else f"{1000 * score.seconds_per_move:.2f}"
