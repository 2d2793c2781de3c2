"""An atlas as a table for people, and as comma-separated values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.view.layout import page_width, reason_to_stop
from toadstone.view.page import GAP, aligned

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.budget import Budget
    from toadstone.play.atlas import AtlasTable, Entry

NOT_KNOWN = "?"
CUT = "..."
MOST_LETTERS = 24
"""Of a text in the table; CSV and JSON have all of it."""


def atlas_page(table: AtlasTable, budget: Budget) -> Iterator[RenderableType]:
    """Lay out the table, as many columns as fit, and say how much of it is decided."""
    yield Text.assemble((f"Starts of up to {table.cells} cells", "bold"), f"  {table.game}")
    yield "Outcome: the side that wins, or whether the first or second player wins."
    yield "Other columns: the winner and the number of plies for each first player."
    yield ""
    rows = [_shown(entry) for entry in table.entries]
    names = _fitting(rows)
    head = [Text(name, "bold") for name in names]
    yield from aligned([head, *([Text(row[name]) for name in names] for row in rows)])
    yield ""
    if len(names) < len(rows[0]):
        yield f"Not shown (no room): {', '.join(list(rows[0])[len(names) :])}."
    if any(cell.endswith(CUT) for row in rows for cell in row.values()):
        yield "--csv and --json show everything in full."
    yield _checked(table.entries)
    yield _verdict(table.entries, budget)


def _checked(entries: Sequence[Entry]) -> Text:
    """Say how many starts were derived twice, and why others were not."""
    by = sorted({entry.confirmed_by for entry in entries if entry.confirmed_by})
    reasons = sorted({entry.confirmed_why for entry in entries if entry.confirmed_why})
    twice = sum(entry.confirmed_by is not None for entry in entries)
    methods = f" ({', '.join(['exact-search', *by])})" if by else ""
    others = f"; others once: {'; '.join(reasons)}" if reasons else ""
    return Text(f"Checked: {twice} of {len(entries)} derived twice{methods}{others}.")


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
