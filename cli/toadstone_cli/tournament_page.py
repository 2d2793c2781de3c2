"""A tournament as tables for people, as comma-separated values, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.files.messages import printable
from toadstone.view.layout import page_width, reason_to_stop
from toadstone.view.page import GAP, aligned

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.play.tournament import Score, Tournament

LONGEST_NAME = 24
"""Letters of a player's name in a table; CSV and JSON have all of it."""


def tournament_page(contest: Tournament) -> Iterator[RenderableType]:
    """Lay out who came how far, then everybody's games against everybody, and what went wrong."""
    each = f"{contest.rounds} {'game' if contest.rounds == 1 else 'games'}"
    title = contest.instance.scenario.title or "Untitled"
    yield Text.assemble((title, "bold"), f"  {contest.instance.game.name}")
    yield f"Tournament: {each} for each pair, with alternating sides, seed {contest.seed}"
    if contest.opening:
        plies = "1 random move" if contest.opening == 1 else f"{contest.opening} random moves"
        yield f"Each pair of games opens with the same {plies}."
    yield ""
    yield from aligned(list(_standings(contest)))
    yield ""
    yield "Wins-draws-losses of the player on the left against the one above:"
    yield from _cross_tables(contest)
    yield ""
    yield from _forfeits(contest)
    yield from _unproven(contest)
    yield _verdict(contest)


def _standings(contest: Tournament) -> Iterator[list[Text]]:
    names = contest.standings()
    scores = {name: contest.score(name) for name in names}
    scored = any(score.margin is not None for score in scores.values())
    margin = ["mean margin"] if scored else []
    head = ["", "player", "points", "w-d-l", *margin, "ms per move"]
    yield [Text(cell, "bold") for cell in head]
    for number, name in enumerate(names, 1):
        score = scores[name]
        cells = [str(number), _short(name), f"{score.points:g}", _record(score)]
        cells += [_margin(score)] if scored else []
        yield [Text(cell) for cell in [*cells, _time(score)]]


def _cross_tables(contest: Tournament) -> Iterator[Text]:
    """Lay out the players against each other, in as many tables as the width of the page needs."""
    names = contest.standings()
    columns = [_column(contest, number, name) for number, name in enumerate(names, 1)]
    players = ["", *map(_short, names)]
    numbers = ["", *map(str, range(1, len(names) + 1))]
    used = len(numbers[-1]) + GAP + max(map(len, players))
    for shown in _fitting(columns, page_width() - used):
        yield Text("")
        rows = list(zip(numbers, players, *shown, strict=True))
        yield from aligned(
            [[Text(cell, "" if n else "bold") for cell in row] for n, row in enumerate(rows)]
        )


def _column(contest: Tournament, number: int, opponent: str) -> list[str]:
    """Return everybody's record against one opponent, below its number."""
    records = [
        "-" if name == opponent else _record(contest.score(name, opponent))
        for name in contest.standings()
    ]
    return [str(number), *records]


def _fitting(columns: Sequence[list[str]], width: int) -> Iterator[list[list[str]]]:
    """Yield the columns in groups that fit into a width, one at least."""
    group: list[list[str]] = []
    left = width
    for column in columns:
        needed = GAP + max(map(len, column))
        if group and needed > left:
            yield group
            group, left = [], width
        group.append(column)
        left -= needed
    yield group


def _forfeits(contest: Tournament) -> Iterator[str]:
    """Say who lost games that were not over, and why."""
    forfeits = [game.forfeit for game in contest.games if game.forfeit]
    counted = Counter((each.player, each.reason) for each in forfeits)
    for (player, reason), count in counted.items():
        games = "1 game" if count == 1 else f"{count} games"
        yield printable(f"{player} lost {games} before the end: {reason}.")


def _unproven(contest: Tournament) -> Iterator[str]:
    """Say how many moves were made without a proof by who plays proven moves."""
    if count := sum(game.unproven for game in contest.games):
        moves = "1 move was" if count == 1 else f"{count} moves were"
        yield f"{moves} made without a proof: time was too short, and they looked best."


def _verdict(contest: Tournament) -> Text:
    played, budget = len(contest.games), contest.budget
    if contest.complete:
        return Text(f"{played} games, {budget.elapsed():.1f} s", "dim")
    why = f"{played} of {contest.scheduled} games played, {reason_to_stop(budget)}."
    return Text.assemble(("Undecided", "bold yellow"), f": {why}")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 3] + "..."


def _record(score: Score) -> str:
    return f"{score.wins}-{score.draws}-{score.losses}"


def _margin(score: Score) -> str:
    return "-" if score.margin is None else f"{score.margin:+.1f}"


def _time(score: Score) -> str:
    per_move = score.thinking.per_move
    return "-" if per_move is None else f"{1000 * per_move:.2f}"
