"""The line of keys at the foot of the screen: those that work now, which can be clicked as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual.content import Content
from textual.style import Style
from textual.widgets import Static


@dataclass(frozen=True)
class Key:
    """A key that works now.

    Attributes:
        name: what is written on it.
        meaning: what it does, in a word.
        action: the action of the screen that a click starts; none where there is nothing to click.
    """

    name: str
    meaning: str
    action: str = ""


class KeyBar(Static):
    """The keys that work now."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; width: 1fr; height: auto; padding: 0 1; link-style: none;
             link-color: $foreground; link-background: $background; link-style-hover: reverse; }
    """

    def __init__(self, **options: Any) -> None:
        super().__init__("", **options)
        self.keys: tuple[Key, ...] = ()

    def show(self, keys: Sequence[Key]) -> None:
        """Show these keys."""
        if tuple(keys) != self.keys:
            self.keys = tuple(keys)
            self._write()

    def on_resize(self) -> None:
        """Fill the lines anew."""
        self._write()

    def _write(self) -> None:
        """Fill lines with keys; none is broken."""
        width = max(1, self.app.size.width - 2)
        lines: list[list[Content]] = [[]]
        for written in map(_written, self.keys):
            if lines[-1] and _width([*lines[-1], written]) > width:
                lines.append([])
            lines[-1].append(written)
        self.update(Content("\n").join(Content(BETWEEN).join(line) for line in lines))


BETWEEN = "  "


def _width(line: Sequence[Content]) -> int:
    return sum(each.cell_length for each in line) + len(BETWEEN) * (len(line) - 1)


def _written(key: Key) -> Content:
    """Return a key and what it does; a click on it does the same."""
    text = Content.assemble((key.name, "bold"), " ", key.meaning)
    if not key.action:
        return text
    return text.stylize(Style.from_meta({"@click": f"screen.{key.action}"}))
