"""Words that messages share: the value found, the names expected, a suggestion."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from toadstone.core.errors import text_of


def quote(value: object) -> str:
    """Return a short text of a value found where another was expected."""
    if isinstance(value, dict):
        return "a mapping"
    if hasattr(value, "tolist"):  # an array of NumPy, or a number of it
        value = value.tolist()
    if isinstance(value, tuple | list):
        return "a list" if value else "an empty list"
    if value is None or (isinstance(value, str) and not value):
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and " " in text_of(value):
        return text_of(value)
    text = f"`{value}`"
    return text if len(text) <= 60 else f"{text[:58]}…`"


def one_of(names: Sequence[str] | Mapping[str, object]) -> str:
    """Return the names as a choice: `a`, `b` or `c`."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def expected_ending(path: str, endings: Sequence[str] | Mapping[str, object]) -> str:
    """Return the fault of a file name with another ending."""
    return f"expected a name that ends in {one_of(endings)}, found {quote(path)}"


def list_names(names: Sequence[str], most: int = 3) -> str:
    """Return the first names, and how many more there are."""
    more = [f"{len(names) - most} more"] if len(names) > most else []
    return ", ".join([*names[:most], *more])


def did_you_mean(value: object, names: Sequence[str] | Mapping[str, object]) -> str:
    """Return a suggestion, with the punctuation before it, when a name comes close; or nothing."""
    close = difflib.get_close_matches(str(value), list(names), n=1)
    return f" (did you mean `{close[0]}`?)" if close else ""


def printable(text: str) -> str:
    """Return the text with control characters, which could upset a terminal, written as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
