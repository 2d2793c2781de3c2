"""`toadstone atlas` and `toadstone tournament`: tables of starts and of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

import toadstone
from toadstone.core.board import style_text
from toadstone.core.budget import Budget, Confirm, Limits
from toadstone.files.messages import printable
from toadstone.play.parts import USUAL_SECONDS
from toadstone.play.words import with_noun
from toadstone.view.layout import reason_to_stop
from toadstone_cli import completion
from toadstone_cli.options import (
    GAME,
    LIMITS,
    OUTPUT,
    ConfirmBy,
    Json,
    TablePath,
    TimeLimit,
    TimeLimitOfGame,
    expect_output,
    option,
    seed_option,
    time_option,
)
from toadstone_cli.output import ExitStatus, live_budget, write_result
from toadstone_cli.scenario_file import ScenarioFile

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from toadstone.play.atlas import AtlasTable, Entry
    from toadstone.play.tournament import Score, Tournament

NOT_KNOWN = "?"
CUT = "..."
MOST_LETTERS = 24
"""Of a text in a table; CSV and JSON have all of it."""


def atlas(
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=completion.games, help="The game.")
    ],
    cells: Annotated[int, option(LIMITS, "Include starts of up to N cells.", min=1)] = 7,
    as_csv: Annotated[
        bool, option(OUTPUT, "Print comma-separated values, one line per start.", "--csv")
    ] = False,
    json: Json = False,
    output: TablePath = None,
    time_limit: TimeLimitOfGame = None,
    confirm: ConfirmBy = Confirm.AUTO,
) -> ExitStatus:
    """List all usual starts of a game up to a size, solved.

    For each start the table shows the winner for either first player, the number of plies, and the
    game's other figures. A start that the time limit left undecided shows '?'; in CSV an empty
    cell, in JSON null.

    \b
    Examples:
      toadstone atlas toads-and-frogs --cells 6
      toadstone atlas toads-and-frogs --cells 9 --csv
    """
    expect_output(output)
    with live_budget(Limits(time_limit), "the first start") as budget:
        table = toadstone.atlas(game, cells=cells, confirm=confirm, budget=budget)
    write_result(table, _atlas_page(table, budget), json=json, as_csv=as_csv, output=output)
    done = table.decided and not budget.interrupted
    return ExitStatus.ANSWERED if done else ExitStatus.of_stopped(budget)


def _atlas_page(table: AtlasTable, budget: Budget) -> Iterator[RenderableType]:
    """Lay out the table, as many columns as fit, and say how much of it is decided."""
    from toadstone.view.page import fitting
    from toadstone.view.page import table as laid_out

    yield style_text((f"Starts of up to {table.cells} cells", "bold"), f"  {table.game}")
    yield "Outcome: the side that wins, or whether the first or second player wins."
    yield "Other columns: the winner and the number of plies for each first player."
    yield ""
    rows = [_row(entry) for entry in table.entries]
    names = list(rows[0])[: fitting([list(rows[0]), *(list(row.values()) for row in rows)])]
    yield from laid_out(names, [[row[name] for name in names] for row in rows])
    yield ""
    if len(names) < len(rows[0]):
        yield f"Not shown (no room): {', '.join(list(rows[0])[len(names) :])}."
    if any(cell.endswith(CUT) for row in rows for cell in row.values()):
        yield "--csv and --json show everything in full."
    by = sorted({entry.confirmed_by for entry in table.entries if entry.confirmed_by})
    reasons = sorted({entry.confirmed_why for entry in table.entries if entry.confirmed_why})
    twice = sum(entry.confirmed_by is not None for entry in table.entries)
    methods = f" ({', '.join(['exact-search', *by])})" if by else ""
    others = f"; others once: {'; '.join(reasons)}" if reasons else ""
    yield f"Checked: {twice} of {len(rows)} derived twice{methods}{others}."
    if undecided := sum(not entry.decided for entry in table.entries):
        why = f"{undecided} of {len(rows)} starts, {reason_to_stop(budget)}."
        yield style_text(("Undecided", "bold yellow"), f": {why}")
    else:
        yield style_text((f"{len(rows)} starts, {budget.elapsed():.1f} s", "dim"))


def _row(entry: Entry) -> dict[str, str]:
    cells = {"start": entry.start, "outcome": entry.outcome or NOT_KNOWN}
    for side, winner in entry.winner_when_first.items():
        known = f"{winner} in {entry.remoteness[side]}"
        cells[f"{side} first"] = NOT_KNOWN if winner is None else known
    for name, value in entry.further.items():
        cells[name] = _shorten(value or NOT_KNOWN)
    return cells


def _shorten(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - len(CUT)] + CUT


Entrants = Annotated[
    list[str] | None,
    option(
        GAME,
        "The players. For several, use commas or repeat the option. If left out: every player "
        "that needs no argument.",
        metavar="PLAYER",
        autocompletion=completion.players,
    ),
]
GamesEach = Annotated[int, option(GAME, "Games per pair of players.", min=1, max=1_000_000)]
Csv = Annotated[bool, option(OUTPUT, "Print comma-separated values, one line per pair.", "--csv")]
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
    ),
]
SeedOfGames = Annotated[int, seed_option("Random seed. The same seed gives the same games.", GAME)]


def tournament(
    scenario_file: ScenarioFile,
    player: Entrants = None,
    games: GamesEach = 10,
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
    scenario = scenario_file.read_or_usual()
    expect_output(output, scenario_file.files)
    with live_budget(Limits(time_limit, 1, seed), "the players get ready") as budget:
        played = toadstone.tournament(
            scenario,
            players=[name for wish in player or () for name in wish.split(",")],
            games=games,
            seed=seed,
            move_time=move_time or USUAL_SECONDS,
            opening=opening,
            budget=budget,
        )
    write_result(played, _tournament_page(played), json=json, as_csv=as_csv, output=output)
    done = played.complete and not played.late and not played.budget.interrupted
    return ExitStatus.ANSWERED if done else ExitStatus.of_stopped(played.budget)


def _tournament_page(contest: Tournament) -> Iterator[RenderableType]:
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
    scores = {name: contest.score(name) for name in contest.standings()}
    scored = any(score.margin is not None for score in scores.values())
    names = ["", "player", "points", "w-d-l", *(["mean margin"] if scored else []), "ms per move"]
    yield from table(names, [_standing(name, scores, scored=scored) for name in scores])
    yield ""
    yield "Wins-draws-losses of the player on the left against the one above:"
    yield ""
    yield from _cross_table(contest)
    yield ""
    yield from _remarks(contest)


def _standing(name: str, scores: Mapping[str, Score], *, scored: bool) -> list[str]:
    """Return the row of a player; `scored` says whether there is a column for margins."""
    score, number = scores[name], [*scores].index(name) + 1
    margin = "-" if score.margin is None else f"{score.margin:+.1f}"
    seconds = score.seconds_per_move
    time = "-" if seconds is None else f"{1000 * seconds:.2f}"
    cells = [str(number), _shorten(name), f"{score.points:g}", _record(score)]
    return [*cells, *([margin] if scored else []), time]


def _cross_table(contest: Tournament) -> Iterator[Text | str]:
    """Lay out the players against each other, as many columns as fit on the page."""
    from toadstone.view.page import fitting, table

    names = contest.standings()
    head, rows = ["", "", *(str(number) for number in range(1, len(names) + 1))], []
    for number, name in enumerate(names, 1):
        records = ("-" if one == name else _record(contest.score(name, one)) for one in names)
        rows.append([str(number), _shorten(name), *records])
    shown = fitting([head, *rows])
    yield from table(head[:shown], [row[:shown] for row in rows])
    if hidden := head[shown:]:
        yield f"Not shown (no room): {', '.join(hidden)}; --csv and --json show everything."


def _remarks(contest: Tournament) -> Iterator[Text | str]:
    """Say who lost games that were not over, what was not proven, and how much was played."""
    forfeits = [game.forfeit for game in contest.games if game.forfeit]
    reasons = Counter((each.player, each.reason) for each in forfeits)
    for (player, reason), count in reasons.items():
        yield printable(f"{player} lost {with_noun(count, 'game')} before the end: {reason}.")
    if count := sum(game.unproven for game in contest.games):
        moves = "1 move was" if count == 1 else f"{count} moves were"
        yield f"{moves} made without a proof: time was too short, and they looked best."
    played, budget = len(contest.games), contest.budget
    if contest.complete:
        yield style_text((f"{played} games, {budget.elapsed():.1f} s", "dim"))
    else:
        why = f"{played} of {contest.scheduled} games played, {reason_to_stop(budget)}."
        yield style_text(("Undecided", "bold yellow"), f": {why}")


def _record(score: Score) -> str:
    return f"{score.wins}-{score.draws}-{score.losses}"
