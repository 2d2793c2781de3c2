"""The one look of all pictures: a few quiet colours by name, for light and for dark surroundings.

Colour never speaks alone. The first side is drawn solid and faces right, the second pale with an
edge and faces left; what is good or bad has a sign beside its colour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from toadstone.view.layout import Theme

_NAME = re.compile(r"\$([a-z0-9]+(?:-[a-z]+)*)")

_COLOURS: Mapping[str, tuple[str, str]] = {
    "paper": ("#fdfcf9", "#17191c"),
    "ink": ("#2a2e32", "#e8e6e1"),
    "faint": ("#666d73", "#a0a6ac"),
    "line": ("#cdcfc8", "#41464b"),
    "cell": ("#f4f1e8", "#23272a"),
    "cell2": ("#e9e4d6", "#2c3135"),
    "water": ("#d9eaf1", "#1b323d"),
    "ripple": ("#bfdae6", "#284855"),
    "bank": ("#e4dcbd", "#3d3826"),
    "one": ("#3f8f6b", "#5fb58e"),
    "one-edge": ("#1f5a41", "#c4ecd9"),
    "one-pale": ("#d5eadf", "#1f4335"),
    "two": ("#b9691c", "#e9a558"),
    "two-pale": ("#fbead3", "#3d2a15"),
    "blue": ("#2f5f9e", "#8bb8ee"),
    "blue-pale": ("#dfeaf8", "#1d304a"),
    "toad": ("#7f8a3c", "#a3b056"),
    "toad-edge": ("#474e1c", "#e6ecb9"),
    "belly": ("#e9e6bf", "#e4e2bd"),
    "snake": ("#b8503f", "#e0806e"),
    "snake-edge": ("#6f251a", "#fbd3c9"),
    "fly": ("#3a3f45", "#cfd4d8"),
    "wing": ("#ffffff", "#6f7b85"),
    "heart": ("#c0394a", "#f0788a"),
    "mark": ("#f3c84b", "#8f7015"),
    "best": ("#7a3fae", "#cf9df5"),
    "good": ("#2f7d58", "#74c9a0"),
    "dark": ("#22262a", "#101214"),
    "light": ("#ffffff", "#ffffff"),
}

_RULES: Mapping[str, str] = {
    "": "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
    "stroke-linecap:round;stroke-linejoin:round",
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
    ".campx": "fill:$one-pale;stroke:$line",
    ".campo": "fill:$two-pale;stroke:$line",
    ".card": "fill:$cell;stroke:$line",
    ".grid": "fill:none;stroke:$line",
    ".water": "fill:$water",
    ".shallow": "fill:$ripple;fill-opacity:.45",
    ".ripple": "fill:none;stroke:$ripple;stroke-width:1.2",
    ".bank": "fill:$bank",
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
    ".toad": "fill:$toad;stroke:$toad-edge;stroke-width:1.6",
    ".oneline": "fill:none;stroke:$one-edge;stroke-width:1.6",
    ".twoline": "fill:none;stroke:$two;stroke-width:2",
    ".blueline": "fill:none;stroke:$blue;stroke-width:2",
    ".toadline": "fill:none;stroke:$toad-edge;stroke-width:1.5",
    ".oneink": "fill:$one-edge",
    ".twoink": "fill:$two",
    ".blueink": "fill:$blue",
    ".toadink": "fill:$toad-edge",
    ".belly": "fill:$belly",
    ".snake": "fill:none;stroke:$snake;stroke-width:6",
    ".snakeedge": "fill:none;stroke:$snake-edge;stroke-width:8.6",
    ".snakehead": "fill:$snake;stroke:$snake-edge;stroke-width:1.4",
    ".snakeline": "fill:none;stroke:$snake-edge;stroke-width:1.5",
    ".fly": "fill:$fly",
    ".wing": "fill:$wing;stroke:$fly;stroke-width:1.2",
    ".flyline": "fill:none;stroke:$fly;stroke-width:1.3",
    ".heart": "fill:$heart",
    ".lost": "fill:none;stroke:$heart;stroke-width:1.4;stroke-dasharray:2.4 2",
    ".gained": "fill:$heart;stroke:$ink;stroke-width:1.4",
    ".xsign": "fill:none;stroke:$paper;stroke-width:3.2",
    ".osign": "fill:none;stroke:$two;stroke-width:3.2",
    ".eye": "fill:$light",
    ".pupil": "fill:$dark",
    ".good-line": "fill:none;stroke:$good;stroke-width:2.4",
    ".bad-line": "fill:none;stroke:$snake;stroke-width:2.4",
    ".wall-one": "fill:none;stroke:$one;stroke-width:3",
    ".wall-two": "fill:none;stroke:$two;stroke-width:3;stroke-dasharray:8 5",
    ".mast": "fill:none;stroke:$ink;stroke-width:3",
    ".hit": "fill:transparent;cursor:pointer",
    ".axis": "fill:none;stroke:$faint;stroke-width:1.2",
    ".thin": "fill:none;stroke:$line;stroke-width:1",
    ".dots": "fill:none;stroke:$faint;stroke-width:1.4;stroke-dasharray:2 4",
    ".dot": "fill:$one;stroke:$paper;stroke-width:1.5",
    ".hollow": "fill:$paper;stroke:$one;stroke-width:1.5",
}


def stylesheet(theme: Theme, markup: str) -> str:
    """Return the rules that markup needs; selectors begin with `.ts`, the class of its root."""
    drawn = {name for names in re.findall(r' class="([^"]*)"', markup) for name in names.split()}
    needed = {name: body for name, body in _RULES.items() if drawn.issuperset(name.split(".")[1:])}
    return _css({f".ts {name}".rstrip(): body for name, body in needed.items()}, theme)


def variables(theme: Theme) -> str:
    """Return the colours as variables of CSS: `--paper` and so on."""
    scheme = "light dark" if theme == "auto" else theme
    shades = ";".join(f"--{name}:${name}" for name in _COLOURS)
    return _css({":root": f"color-scheme:{scheme};{shades}"}, theme)


def _css(rules: Mapping[str, str], theme: Theme) -> str:
    """Return rules as CSS; `$name` in them is a colour."""
    if theme != "auto":
        return _write_rules(rules, dark=theme == "dark")
    colours = {
        selector: ";".join(part for part in body.split(";") if "$" in part)
        for selector, body in rules.items()
        if "$" in body
    }
    dark = _write_rules(colours, dark=True)
    return f"{_write_rules(rules, dark=False)}@media (prefers-color-scheme:dark){{{dark}}}"


def colour(name: str, *, dark: bool = False) -> str:
    """Return a colour of the style, as in `paper`."""
    return _COLOURS[name][dark]


def colours(*, dark: bool = False) -> list[str]:
    """Return all colours of the style."""
    return [pair[dark] for pair in _COLOURS.values()]


def _write_rules(rules: Mapping[str, str], *, dark: bool) -> str:
    return _NAME.sub(
        lambda match: _COLOURS[match[1]][dark],
        "".join(f"{selector}{{{body}}}" for selector, body in rules.items()),
    )
