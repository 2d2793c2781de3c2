"""Options that several commands have, each with a meaning of its own."""

from __future__ import annotations

import re
from typing import Any

import typer

from toadstone.core.budget import LARGEST_SEED, MOST_WORKERS
from toadstone.files.messages import printable
from toadstone_cli import completion
from toadstone_cli.headings import LIMITS, OUTPUT, QUESTION

_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)(s|m|h)?")
_SECONDS = {None: 1, "s": 1, "m": 60, "h": 3600}


def duration(text: str) -> float:
    """Return the seconds of `30`, `30s`, `5m` or `1h`."""
    match = _DURATION.fullmatch(text)
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if seconds <= 0:
        shown = printable(text)
        raise typer.BadParameter(f"expected a time such as 30, 30s, 5m or 1h, found '{shown}'.")
    return seconds


def ask_option(meaning: str) -> Any:
    """Return the option `--ask`, for one question or several."""
    return typer.Option(
        "--ask",
        metavar="QUESTION",
        autocompletion=completion.questions,
        rich_help_panel=QUESTION,
        help=meaning,
    )


def time_option(meaning: str, name: str = "--time-limit") -> Any:
    """Return an option that takes a time, in seconds for the command."""
    return typer.Option(name, parser=duration, metavar="TIME", rich_help_panel=LIMITS, help=meaning)


def seed_option(meaning: str, heading: str = LIMITS) -> Any:
    """Return the option `--seed`."""
    return typer.Option("--seed", min=0, max=LARGEST_SEED, rich_help_panel=heading, help=meaning)


def workers_option(meaning: str) -> Any:
    """Return the option `--workers`, for threads or processes."""
    return typer.Option("--workers", min=1, max=MOST_WORKERS, rich_help_panel=LIMITS, help=meaning)


def json_option(meaning: str) -> Any:
    """Return the option `--json`."""
    return typer.Option("--json", rich_help_panel=OUTPUT, help=meaning)


def csv_option(meaning: str) -> Any:
    """Return the option `--csv`."""
    return typer.Option("--csv", rich_help_panel=OUTPUT, help=meaning)


def verbose_option(meaning: str) -> Any:
    """Return the option `--verbose`."""
    return typer.Option("--verbose", "-v", rich_help_panel=OUTPUT, help=meaning)


def output_option(meaning: str, metavar: str = "FILE", heading: str = OUTPUT) -> Any:
    """Return the option `--output`."""
    return typer.Option("--output", "-o", metavar=metavar, rich_help_panel=heading, help=meaning)
