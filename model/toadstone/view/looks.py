"""Looks: symbols, colours and styles, those of all pictures and those that each game brings.

Colour never speaks alone. The first side is drawn solid and faces right, the second pale with an
edge and faces left; what is good or bad has a sign beside its colour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from toadstone.core.board import LOOKS
from toadstone.game import all_games
from toadstone.view.layout import Theme
from toadstone.view.svg import Markup, arrow, circle, element, group, join, path, rect


@dataclass(frozen=True)
class Looks:
    """What a game draws with; any game may use what another one brings, by its name.

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


def read_looks(package: str, symbols: Mapping[str, Markup]) -> Looks:
    """Return symbols, with the colours and styles that `looks.css` in their package states."""
    text = files(package).joinpath("looks.css").read_text(encoding="utf-8")
    colours = re.findall(r"^\$(\S+): (\S+) (\S+);", text, re.MULTILINE)
    rules = re.findall(r"^(\.\S+) \{(.*?);\s*\}", text, re.MULTILINE | re.DOTALL)
    return Looks(
        symbols,
        {name: (light, dark) for name, light, dark in colours},
        {
            name.removeprefix(".ts"): re.sub(r"([:;,])\s+", r"\1", body.strip())
            for name, body in rules
        },
    )


def all_looks() -> Looks:
    """Return the common looks, with those of every game."""
    looks = COMMON
    for game in all_games().values():
        looks |= game.find(LOOKS) or Looks()
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

    Each is a root of the style for itself: in Chromium a rule sees no further up from a `use`.
    """
    names = sorted(set(re.findall(r'href="#ts-([a-z0-9-]+)"', markup)))
    symbols = all_looks().symbols if names else {}
    return join(
        group(symbols[name], id_=f"ts-{name}", class_="ts") for name in names if name in symbols
    )


def mirror(*content: str) -> Markup:
    """Return a drawing that looks to the other side."""
    return element("g", *content, transform="scale(-1 1)")


def dots(class_: str, *circles: tuple[float, float, float]) -> Markup:
    """Return circles, each given by its centre and radius."""
    return join(circle(x, y, radius, class_) for x, y, radius in circles)


def eye(x: float, y: float, radius: float = 3.2, look: float = 0.8) -> Markup:
    """Return an eye; its pupil is moved by `look`."""
    return group(circle(x, y, radius, "eye"), circle(x + look, y, radius * 0.52, "pupil"))


def frog(side: str) -> Markup:
    """Return a frog in profile that sits and looks to the right."""
    return group(
        path("M-9 13C-15 14-18 12-16.5 10C-14 9-11 10-8 10", side),
        path(
            "M-15 6C-16-1-8-7 0-9C1-15 9-16 11-11C16-9.5 18-6 16.5-3C14 0 9 1 7 3"
            "C7 7 8 10 12 11.5C13 13 11 14 7 13.5C3 13 2 10 1 8C-2 10-6 12-9 13"
            "C-13 12-15 10-15 6Z",
            side,
        ),
        path("M-13 8C-12 1-4 0-2 5C-1 8-4 11-8 10.5", f"{side}line"),
        path("M8.5-4C11-3 14-3.5 16-4.5", f"{side}line"),
        eye(7, -11),
    )


COMMON = read_looks(
    __package__,
    {
        "fits": path("M-6 0L-2 5L7-6", "good-line"),
        "captured": path("M-5-5L5 5M5-5L-5 5", "bad-line"),
        "turn": path("M-16 4H16", "mast"),
        "flag": group(path("M-4 13V-13", "mast"), path("M-3-12L10-7L-3-2Z", "best tip")),
        "conquered": rect(-12, -12, 24, 24, "from", 4),
        "arrow": arrow((-17, 0), (17, 0), "move"),
        "best": arrow((-17, 0), (17, 0), "best"),
        "frog-right": frog("one"),
        "frog-left": mirror(frog("two")),
    },
)
"""What all pictures are drawn with: a few quiet colours, marks, texts, arrows, and frogs."""
