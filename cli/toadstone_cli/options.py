"""The options that several commands share, each stated once."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from toadstone.core.budget import LARGEST_SEED, MOST_WORKERS, Confirm
from toadstone.files.messages import quote

ARGUMENTS = "Arguments"
GAME = "Game"
PUZZLES = "Puzzles"
PICTURE = "Picture"
PLAN = "Plan"
POINTS = "Points"
QUESTION = "Question"
METHOD = "Method"
OUTPUT = "Output"
LIMITS = "Limits and threads"
OTHER = "Options"
"""The heading of options without one."""
ORDER = (
    *(ARGUMENTS, GAME, PUZZLES, PICTURE, PLAN, POINTS, QUESTION),
    *(METHOD, OUTPUT, LIMITS, OTHER),
)
"""The headings as they stand in `--help`; those of single games follow."""


def duration(text: str) -> float:
    """Return the seconds of `30`, `30s`, `5m` or `1h`."""
    match = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)(s|m|h)?", text)
    unit = {None: 1, "s": 1, "m": 60, "h": 3600}
    seconds = float(match[1]) * unit[match[2]] if match else 0.0
    if seconds <= 0:
        expected = "expected a time such as 30, 30s, 5m or 1h"
        raise typer.BadParameter(f"{expected}, found {quote(text)}.")
    return seconds


def option(heading: str, meaning: str, *names: str, **more: Any) -> Any:
    """Return an option under a heading of `--help`; `more` is what `typer.Option` takes."""
    number = {"metavar": "N"} if {"min", "max"} & more.keys() else {}
    return typer.Option(*names, rich_help_panel=heading, help=meaning, **number | more)


def ask_option(meaning: str) -> Any:
    """Return the option `--ask`, for one question or several."""
    return option(QUESTION, meaning, metavar="QUESTION")


def time_option(meaning: str) -> Any:
    """Return the option `--time-limit`, in seconds for the command."""
    how = f"{meaning}: 30 (seconds), 30s, 5m or 1h."
    return option(LIMITS, how, "--time-limit", parser=duration, metavar="TIME")


def workers_option(meaning: str) -> Any:
    """Return the option `--workers`, of threads or processes."""
    return option(LIMITS, meaning, min=1, max=MOST_WORKERS)


def seed_option(meaning: str, heading: str = LIMITS) -> Any:
    """Return the option `--seed`."""
    return option(heading, meaning, min=0, max=LARGEST_SEED)


def output_option(meaning: str, metavar: str = "FILE", heading: str = OUTPUT) -> Any:
    """Return the option `--output`."""
    return option(heading, meaning, "--output", "-o", metavar=metavar)


Json = Annotated[bool, option(OUTPUT, "Print one JSON object and nothing else.", "--json")]
Ask = Annotated[
    list[str] | None,
    ask_option(
        "Answer this question instead of the scenario's own. For several, use commas or repeat "
        "the option, most important first. 'pareto:A,B' finds the best trade-offs between two or "
        "three."
    ),
]
TimeLimit = Annotated[float | None, time_option("Stop after this time")]
Workers = Annotated[int, workers_option("Number of solver threads.")]
Seed = Annotated[int, seed_option("Random seed of the solver.")]
NoBounds = Annotated[
    bool,
    option(
        METHOD,
        "Build the model from the rules alone, without implied bounds. This is slower.",
        "--no-bounds",
    ),
]
ConfirmBy = Annotated[
    Confirm,
    option(
        METHOD,
        "Time for the second derivation: as long as the first, at least half a second "
        "(auto); as long as it needs (always); none (never).",
    ),
]
Verbose = Annotated[
    bool,
    option(
        OUTPUT, "Write the log of the solver or the search to standard error.", "--verbose", "-v"
    ),
]
WordsPath = Annotated[
    str | None,
    option(
        PLAN, "A YAML file with the words of your class, such as 'bleiben: stay'.", metavar="FILE"
    ),
]
MethodName = Annotated[
    str | None,
    option(
        METHOD,
        "Use this method instead of the default. 'toadstone compare' shows all methods.",
        metavar="NAME",
    ),
]
