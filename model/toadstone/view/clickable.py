"""A board to be clicked in a browser: over every cell lies a clear rectangle with its name."""

from __future__ import annotations

from collections.abc import Collection

from toadstone.view.board import AnyBoard, AnyMoment
from toadstone.view.looks import definitions, stylesheet
from toadstone.view.svg import Markup, element, join


def board_svg(
    board: AnyBoard,
    moment: AnyMoment,
    *,
    captured: Collection[str] = (),
    look: Collection[str] = (),
    coming: int = 0,
) -> str:
    """Return a position as SVG; each cell that can be clicked has its name in `data-cell`.

    Marked are cells that may be captured, and where a hint says to look; above the board stand so
    many of the events to come.
    """
    events, room = board.draw_coming(moment.state, coming)
    parts = [events, board.background(), board.foreground(moment)]
    parts += [board.mark(name, "danger") for name in captured]
    parts += [board.mark(name, "bestcell dashed") for name in look]
    drawn, contents = join(parts), board.contents(moment.state)
    clear = [
        element(
            "rect",
            x=x - board.side / 2,
            y=y - board.side / 2,
            width=board.side,
            height=board.side,
            class_="hit",
            data_cell=name,
            role="button",
            tabindex=-1,
            aria_label=f"{name}, {contents[name]}" if name in contents else name,
        )
        for name, (x, y) in board.places.items()
    ]
    symbols, height = definitions(drawn), board.height - board.turn_height + room
    return element(
        "svg",
        element("style", Markup(stylesheet("auto", f"{drawn}{symbols}{join(clear)}"))),
        element("defs", symbols),
        element("g", drawn, aria_hidden="true"),
        *clear,
        xmlns="http://www.w3.org/2000/svg",
        class_="ts board",
        role="group",
        aria_label=board.alt(moment),
        viewBox=f"0 {-room:g} {board.width:g} {height:g}",
        width=board.width,
        height=height,
    )
