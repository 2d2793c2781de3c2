"""The pages of `--help`: headings, words for what is to be typed, games and statuses."""

from __future__ import annotations

import re
from textwrap import fill
from typing import Any

import typer
from typer.core import TyperCommand, TyperOption

from toadstone.game import all_games
from toadstone_cli.options import ALONE, ARGUMENTS, ORDER, OTHER
from toadstone_cli.output import write

HELP = """\b
Exit status:
  0    answered: a plan was found, or the plan or certificate is valid
  2    wrong command line
  10   proven impossible: no plan exists; or plan or certificate is invalid
  20   undecided: a limit was reached first
  30   a scenario, plan or certificate file cannot be used
  40   defect: model and simulator disagree; please report it
  130  interrupted by Ctrl-C
  143  ended by SIGTERM
"""

_CHOICE = re.compile(r"<([^<>]*[|][^<>]*)>")
_NUMBER = re.compile(r"<int( range)?>")


def heading_of(parameter: object, usual: str) -> str:
    """Return the heading of a parameter; `usual` is that of an option without one."""
    if getattr(parameter, "param_type_name", "") == "argument":
        return ARGUMENTS
    return getattr(parameter, "rich_help_panel", None) or usual


def shown_piece(piece: str) -> str:
    """Return a part of the usage line: `{GAME}` as `GAME`, `[[GAME]]` as `[GAME]`."""
    word = re.sub(r"\[\[(.*)\]\]", r"[\1]", re.sub("[{}]", "", piece))
    return re.sub(r"(\.\.\.)+$", "...", word)


def shown_parameter(parameter: Any, context: Any) -> tuple[str, str] | None:
    """Return the name and the help of a parameter; None where it is hidden.

    What can be chosen, and the range of a number, are said in the help.
    """
    record: tuple[str, str] | None = parameter.get_help_record(context)
    if record is None:
        return None
    name, (meaning, gap, extra) = record[0], record[1].partition("  [")
    if parameter.param_type_name == "argument":
        name = parameter.display_name_raw.strip("[]")
    if choice := _CHOICE.search(name):
        *others, last = choice[1].split("|")
        name = name.replace(choice[0], parameter.name.upper())
        meaning = f"{meaning.rstrip('.')}: {', '.join(others)} or {last}."
    extra = re.sub(r"(\d+)<=x<=(\d+)", r"\1 to \2", extra)
    return _NUMBER.sub("N", name), meaning + gap + re.sub(r"x>=(\d+)", r"at least \1", extra)


def _show_help(context: Any, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        write(f"{context.get_help()}\n")
        raise typer.Exit


def through_write(help_option: TyperOption | None) -> TyperOption | None:
    """Let `--help` write as everything else does, to a full disk or a closed pipe as well."""
    if help_option is not None:
        help_option.callback = lambda context, option, wanted: _show_help(context, wanted)
    return help_option


class SingleCommand(TyperCommand):
    """One of the commands."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the usage line: `SCENARIO`, and `[SCENARIO]` where it may be left."""
        return [shown_piece(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        """Return the option `--help`."""
        return through_write(super().get_help_option(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options under their headings, those of single games last."""
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in ORDER}
        parameters = self.get_params(ctx)
        named = any(getattr(each, "rich_help_panel", None) for each in parameters)
        for parameter in parameters:
            record = shown_parameter(parameter, ctx)
            if record is not None:
                heading = heading_of(parameter, OTHER if named else ALONE)
                groups.setdefault(heading, []).append(record)
        for group, records in groups.items():
            if records:
                with formatter.section(group):
                    formatter.write_dl(records)


def games_and_questions(width: int) -> str:
    """List every game with its questions; a line ends at no hyphen."""
    widest = max(map(len, all_games()))
    lines = [
        fill(
            ", ".join(question.name for question in game.questions),
            width - 2,
            initial_indent=f"  {name:<{widest}}  ",
            subsequent_indent=" " * (widest + 4),
            break_on_hyphens=False,
        )
        for name, game in all_games().items()
    ]
    return "\n".join(lines)
