"""An atlas as a table for people, and as comma-separated values."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone_cli.output import page_width, reason_to_stop
from toadstone_cli.page import GAP, aligned

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.budget import Budget
    from toadstone.game import Game
    from toadstone.play.atlas import Entry

NOT_KNOWN = "?"
CUT = "..."
MOST_LETTERS = 24
"""Of a text in the table; CSV and JSON have all of it."""


def comma_separated(entries: Sequence[Entry]) -> str:
    """Return a line for each start, after one that names the columns."""
    rows = [
        {"start": entry.start, "outcome": entry.outcome}
        | {f"{side} first: winner": name for side, name in entry.winner_when_first.items()}
        | {f"{side} first: plies": plies for side, plies in entry.remoteness.items()}
        | dict(entry.further)
        for entry in entries
    ]
    text = StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def atlas_page(
    game: Game, cells: int, entries: Sequence[Entry], budget: Budget
) -> Iterator[RenderableType]:
    """Lay out the table, as many columns as fit, and say how much of it is decided."""
    yield Text.assemble((f"Starts of up to {cells} cells", "bold"), f"  {game.name}")
    yield "Outcome: the side that wins, or whether the first or the second to move does."
    yield "Then, for each side that may move first, who wins and in how many plies."
    yield ""
    rows = [_shown(entry) for entry in entries]
    names = _fitting(rows)
    head = [Text(name, "bold") for name in names]
    yield from aligned([head, *([Text(row[name]) for name in names] for row in rows)])
    yield ""
    if len(names) < len(rows[0]):
        yield f"Not shown, for want of room: {', '.join(list(rows[0])[len(names) :])}."
    if any(cell.endswith(CUT) for row in rows for cell in row.values()):
        yield "What is cut short here stands whole in --csv and --json."
    yield _verdict(entries, budget)


def _verdict(entries: Sequence[Entry], budget: Budget) -> Text:
    undecided = sum(not entry.decided for entry in entries)
    if not undecided:
        return Text(f"{len(entries)} starts, {budget.elapsed():.1f} s", "dim")
    why = f"{undecided} of {len(entries)} starts, {reason_to_stop(budget)}."
    return Text.assemble(("Undecided", "bold yellow"), f": {why}")


def _shown(entry: Entry) -> dict[str, str]:
    """Return the cells of the table for one start."""
    cells = {"start": entry.start, "outcome": entry.outcome or NOT_KNOWN}
    for side, winner in entry.winner_when_first.items():
        known = f"{winner} in {entry.remoteness[side]}"
        cells[f"{side} first"] = NOT_KNOWN if winner is None else known
    for name, value in entry.further.items():
        text = value or NOT_KNOWN
        cut = len(text) > MOST_LETTERS
        cells[name] = text[: MOST_LETTERS - len(CUT)] + CUT if cut else text
    return cells


def _fitting(rows: Sequence[dict[str, str]]) -> list[str]:
    """Return the names of the columns that fit on the page, from the left."""
    names: list[str] = []
    width = -GAP
    for name in rows[0]:
        width += GAP + max(len(name), *(len(row[name]) for row in rows))
        if width > page_width():
            break
        names.append(name)
    return names
