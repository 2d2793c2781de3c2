"""The board on the screen: it is drawn, pointed at by mouse, and scrolls where it is too large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.containers import ScrollableContainer
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from toadstone_cli.screen.drawing import Drawing, Mark, draw, without_cut_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events

    from toadstone.play.play_board import Grid


class BoardDrawing(Static):
    """The drawing alone, as large as it is."""

    DEFAULT_CSS = "BoardDrawing { width: auto; height: auto; }"

    class PointedAt(Message):
        """A cell was clicked, or the mouse is over it (`cell` is None where it left the cells)."""

        def __init__(self, cell: Any, *, clicked: bool) -> None:
            self.cell, self.clicked = cell, clicked
            super().__init__()

    def __init__(self, **options: Any) -> None:
        super().__init__("", **options)
        self.drawing = Drawing(Text(), ())
        self._over: Any = None

    def show(self, drawing: Drawing, start: int, width: int) -> None:
        """Show a drawing, of which so many columns are seen from a first one on."""
        before, self.drawing = self.drawing, drawing
        resized = (drawing.width, drawing.height) != (before.width, before.height)
        self.update(without_cut_numbers(drawing.text, start, width), layout=resized)

    def on_click(self, event: events.Click) -> None:
        """Tell which cell was clicked."""
        cell = self.drawing.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.PointedAt(cell, clicked=True))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell that the mouse is over another cell."""
        self._tell_over(self.drawing.cell_at(event.x, event.y))

    def on_leave(self) -> None:
        """Tell that the mouse is over no cell any more."""
        self._tell_over(None)

    def _tell_over(self, cell: Any) -> None:
        if cell != self._over:
            self._over = cell
            self.post_message(self.PointedAt(cell, clicked=False))


class BoardView(ScrollableContainer, can_focus=False):
    """A board in a part of the screen.

    Args:
        ascii_only: whether to draw with ASCII characters.
    """

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; padding: 0 1; }"

    def __init__(self, *, ascii_only: bool = False, **options: Any) -> None:
        super().__init__(BoardDrawing(), **options)
        self._ascii_only = ascii_only
        self._grid: Grid | None = None
        self._marks: dict[Any, Mark] = {}
        self._above = ""

    @property
    def drawing(self) -> Drawing:
        """What is drawn now."""
        return self.query_one(BoardDrawing).drawing

    def show(self, grid: Grid, marks: Mapping[Any, Mark]) -> None:
        """Draw a grid with its marks."""
        self._grid, self._marks = grid, dict(marks)
        self._draw()

    def on_resize(self) -> None:
        """Draw it again, with or without frames."""
        self._draw()

    def _draw(self) -> None:
        if self._grid is None:
            return
        room = self.scrollable_content_region.size
        size = (room.width, room.height)
        drawing = draw(self._grid, self._marks, size, ascii_only=self._ascii_only)
        self._show(drawing)
        self.call_after_refresh(self._keep_in_sight)

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Scroll; numbers at the edges are shown whole or not at all."""
        super().watch_scroll_x(old_value, new_value)
        if round(old_value) != round(new_value):
            self._show(self.drawing)

    def _show(self, drawing: Drawing) -> None:
        width = self.scrollable_content_region.width
        self.query_one(BoardDrawing).show(drawing, round(self.scroll_x), width)

    def _keep_in_sight(self) -> None:
        """Scroll to the marked cell, or else to the last line with cells."""
        spots = self.drawing.spots
        marked = [spot for spot in spots if self._marks.get(spot.cell) is Mark.CURSOR]
        for spot in marked or spots[-1:]:
            width = spot.end - spot.start if marked else 1
            place = Region(spot.start if marked else 0, spot.line, width, 1)
            self.scroll_to_region(place, animate=False)
