"""The headings under which `--help` groups arguments and options."""

from __future__ import annotations

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
OTHER = "Other"
ALONE = "Options"
"""The heading of options without one, where no other option has a heading."""

ORDER = (
    ARGUMENTS,
    GAME,
    PUZZLES,
    PICTURE,
    PLAN,
    POINTS,
    QUESTION,
    METHOD,
    OUTPUT,
    LIMITS,
    ALONE,
    OTHER,
)
"""The order on the page; headings of single games follow."""


def heading_of(parameter: object, usual: str) -> str:
    """Return the heading of a parameter; `usual` is that of an option without one."""
    if getattr(parameter, "param_type_name", "") == "argument":
        return ARGUMENTS
    return getattr(parameter, "rich_help_panel", None) or usual
