"""Words in `--help` for what is to be typed: `SCENARIO`, `N`, `VIEW`."""

from __future__ import annotations

import re
from typing import Any

_CHOICE = re.compile(r"<([^<>]*[|][^<>]*)>")
_NUMBER = re.compile(r"<int( range)?>")


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
