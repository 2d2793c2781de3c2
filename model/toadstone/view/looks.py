"""Looks: symbols, colours and styles, those of all pictures and those that each game brings.

Colour never speaks alone. The first side is drawn solid and faces right, the second pale with an
edge and faces left; what is good or bad has a sign beside its colour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

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


COMMON = Looks(
    symbols={
        "fits": path("M-6 0L-2 5L7-6", "good-line"),
        "captured": path("M-5-5L5 5M5-5L-5 5", "bad-line"),
        "turn": path("M-16 4H16", "mast"),
        "flag": group(path("M-4 13V-13", "mast"), path("M-3-12L10-7L-3-2Z", "best tip")),
        "conquered": rect(-12, -12, 24, 24, "from", 4),
        "arrow": arrow((-17, 0), (17, 0), "move"),
        "best": arrow((-17, 0), (17, 0), "best"),
    },
    colours={
        "paper": ("#fdfcf9", "#17191c"),
        "ink": ("#2a2e32", "#e8e6e1"),
        "faint": ("#666d73", "#a0a6ac"),
        "line": ("#cdcfc8", "#41464b"),
        "cell": ("#f4f1e8", "#23272a"),
        "cell2": ("#e9e4d6", "#2c3135"),
        "one": ("#3f8f6b", "#5fb58e"),
        "one-edge": ("#1f5a41", "#c4ecd9"),
        "one-pale": ("#d5eadf", "#1f4335"),
        "two": ("#b9691c", "#e9a558"),
        "two-pale": ("#fbead3", "#3d2a15"),
        "blue": ("#2f5f9e", "#8bb8ee"),
        "blue-pale": ("#dfeaf8", "#1d304a"),
        "snake": ("#b8503f", "#e0806e"),
        "heart": ("#c0394a", "#f0788a"),
        "mark": ("#f3c84b", "#8f7015"),
        "best": ("#7a3fae", "#cf9df5"),
        "good": ("#2f7d58", "#74c9a0"),
        "dark": ("#22262a", "#101214"),
        "light": ("#ffffff", "#ffffff"),
    },
    rules={
        "": "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,"
        "sans-serif;stroke-linecap:round;stroke-linejoin:round",
        ".paper": "fill:$paper",
        ".t": "fill:$ink;font-size:13px",
        ".h": "fill:$ink;font-size:17px;font-weight:600",
        ".b": "fill:$ink;font-size:13px;font-weight:600",
        ".f": "fill:$faint;font-size:11px",
        ".fb": "fill:$faint;font-size:11px;font-weight:600",
        ".good": "fill:$good;font-size:13px;font-weight:600",
        ".bad": "fill:$snake;font-size:13px;font-weight:600",
        ".cell": "fill:$cell;stroke:$line",
        ".cell2": "fill:$cell2;stroke:$line",
        ".card": "fill:$cell;stroke:$line",
        ".grid": "fill:none;stroke:$line",
        ".mark": "fill:$mark;fill-opacity:.7;stroke:$mark;stroke-width:2",
        ".from": "fill:none;stroke:$faint;stroke-width:1.5;stroke-dasharray:3 3",
        ".bestcell": "fill:none;stroke:$best;stroke-width:3",
        ".halo": "fill:$paper;stroke:$paper;stroke-width:4.5;fill-opacity:0",
        ".shaft": "fill:none;stroke:$ink;stroke-width:2.6",
        ".tip": "fill:$ink;stroke:none",
        ".value": "fill:$faint;font-weight:600",
        ".dashed": "stroke-dasharray:2 5",
        ".danger": "fill:$snake;fill-opacity:.22;stroke:$snake;stroke-width:2",
        ".best.shaft": "stroke:$best;stroke-dasharray:1.5 5",
        ".best.tip": "fill:$best",
        ".past": "opacity:.42",
        ".one": "fill:$one;stroke:$one-edge;stroke-width:1.6",
        ".two": "fill:$two-pale;stroke:$two;stroke-width:2.2",
        ".blue": "fill:$blue-pale;stroke:$blue;stroke-width:2.2",
        ".oneline": "fill:none;stroke:$one-edge;stroke-width:1.6",
        ".twoline": "fill:none;stroke:$two;stroke-width:2",
        ".blueline": "fill:none;stroke:$blue;stroke-width:2",
        ".oneink": "fill:$one-edge",
        ".twoink": "fill:$two",
        ".blueink": "fill:$blue",
        ".heart": "fill:$heart",
        ".eye": "fill:$light",
        ".pupil": "fill:$dark",
        ".good-line": "fill:none;stroke:$good;stroke-width:2.4",
        ".bad-line": "fill:none;stroke:$snake;stroke-width:2.4",
        ".mast": "fill:none;stroke:$ink;stroke-width:3",
        ".hit": "fill:transparent;cursor:pointer",
        ".axis": "fill:none;stroke:$faint;stroke-width:1.2",
        ".thin": "fill:none;stroke:$line;stroke-width:1",
        ".dots": "fill:none;stroke:$faint;stroke-width:1.4;stroke-dasharray:2 4",
        ".dot": "fill:$one;stroke:$paper;stroke-width:1.5",
    },
)
"""What all pictures are drawn with: a few quiet colours, marks, texts and arrows."""
