"""The option `--stats`, which `solve` and `prove` share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone_cli.headings import OUTPUT
from toadstone_cli.output import tell

if TYPE_CHECKING:
    from toadstone.core.budget import RunStatistics
    from toadstone.engines.answer import Answer

Stats = Annotated[
    bool,
    typer.Option(
        "--stats",
        rich_help_panel=OUTPUT,
        help="Also print time, model size, solver steps and memory to standard error; with --json "
        "under the key 'stats'.",
    ),
]


def statistics_as_json(answer: Answer, runs: list[RunStatistics] | None) -> dict[str, Any]:
    """Return the key `stats` with its object, or nothing where it was not asked for."""
    from toadstone.engines.statistics import Statistics

    return {} if runs is None else {"stats": Statistics.of(answer, runs).to_json()}


def tell_statistics(answer: Answer, runs: list[RunStatistics] | None) -> None:
    """Write the statistics to standard error, a figure a line, where they were asked for."""
    from toadstone.engines.statistics import Statistics

    if runs is not None:
        for name, figure in Statistics.of(answer, runs).lines():
            tell(f"{name + ':':13}{figure}\n")
