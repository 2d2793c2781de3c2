"""Style sheets and colours of pictures, from the looks of all games."""

from __future__ import annotations

import re
from collections.abc import Mapping

from toadstone.view.layout import Theme
from toadstone.view.looks import all_looks

_NAME = re.compile(r"\$([a-z0-9]+(?:-[a-z]+)*)")


def stylesheet(theme: Theme, markup: str) -> str:
    """Return the rules that markup needs; selectors begin with `.ts`, the class of its root."""
    drawn = {name for names in re.findall(r' class="([^"]*)"', markup) for name in names.split()}
    needed = {
        name: body
        for name, body in all_looks().rules.items()
        if drawn.issuperset(name.split(".")[1:])
    }
    return _css({f".ts {name}".rstrip(): body for name, body in needed.items()}, theme)


def variables(theme: Theme) -> str:
    """Return the colours as variables of CSS: `--paper` and so on."""
    scheme = "light dark" if theme == "auto" else theme
    shades = ";".join(f"--{name}:${name}" for name in all_looks().colours)
    return _css({":root": f"color-scheme:{scheme};{shades}"}, theme)


def _css(rules: Mapping[str, str], theme: Theme) -> str:
    """Return rules as CSS; `$name` in them is a colour."""
    if theme == "light":
        return _write_rules(rules, dark=False)
    colours = {
        selector: ";".join(part for part in body.split(";") if "$" in part)
        for selector, body in rules.items()
        if "$" in body
    }
    dark = _write_rules(colours, dark=True)
    return f"{_write_rules(rules, dark=False)}@media (prefers-color-scheme:dark){{{dark}}}"


def _write_rules(rules: Mapping[str, str], *, dark: bool) -> str:
    shades = all_looks().colours
    return _NAME.sub(
        lambda match: shades[match[1]][dark],
        "".join(f"{selector}{{{body}}}" for selector, body in rules.items()),
    )
