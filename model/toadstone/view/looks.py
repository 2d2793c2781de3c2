"""Looks: symbols, colours and styles, those of all pictures and those of each game, in its folder.

Colour never speaks alone. The first side is drawn solid and faces right, the second pale with an
edge and faces left; good and bad have a sign as well as a colour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from toadstone.game import all_games
from toadstone.view.layout import Theme
from toadstone.view.svg import Markup, group, join


@dataclass(frozen=True)
class Looks:
    """The symbols and styles of a game; any game may use those of another one, by name.

    Attributes:
        symbols: drawings by name, for `use`; each fits a cell of 40 and has its centre at 0, 0.
        colours: for each name, the shade in light and in dark surroundings.
        rules: styles by CSS selector, such as `.water`; `$name` in them is a colour.
    """

    symbols: Mapping[str, Markup] = field(default_factory=dict)
    colours: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)

    def __or__(self, other: Looks) -> Looks:
        return Looks(
            {**self.symbols, **other.symbols},
            {**self.colours, **other.colours},
            {**self.rules, **other.rules},
        )


@cache
def read_looks(package: str) -> Looks:
    """Return the looks in `looks.svg` and `looks.css` of a package; a missing file has none.

    A symbol of the SVG is markup without the white space between its elements.
    """
    drawn, styled = "", ""
    with suppress(OSError, TypeError):  # a module that is no package has none
        drawn = files(package).joinpath("looks.svg").read_text(encoding="utf-8")
    with suppress(OSError, TypeError):
        styled = files(package).joinpath("looks.css").read_text(encoding="utf-8")
    symbols = re.findall(r'<symbol id="(\S+)">(.*?)</symbol>', drawn, re.DOTALL)
    colours = re.findall(r"^\$(\S+): (\S+) (\S+);", styled, re.MULTILINE)
    rules = re.findall(r"^(\.\S+) \{(.*?);\s*\}", styled, re.MULTILINE | re.DOTALL)
    return Looks(
        {name: Markup(re.sub(r"\n\s*", "", body)) for name, body in symbols},
        {name: (light, dark) for name, light, dark in colours},
        {
            name.removeprefix(".ts"): re.sub(r"([:;,])\s+", r"\1", body.strip())
            for name, body in rules
        },
    )


def all_looks() -> Looks:
    """Return the common looks, with those of every game."""
    looks = read_looks(__package__)
    for game in all_games().values():
        looks |= read_looks(game.package)
    return looks


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


def definitions(markup: str) -> Markup:
    """Return the symbols that markup uses, for `use` to refer to.

    Each is its own root of the style: in Chromium a rule does not see elements above a `use`.
    """
    names = sorted(set(re.findall(r'href="#ts-([a-z0-9-]+)"', markup)))
    symbols = all_looks().symbols if names else {}
    return join(
        group(symbols[name], id_=f"ts-{name}", class_="ts") for name in names if name in symbols
    )
