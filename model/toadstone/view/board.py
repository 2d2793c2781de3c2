"""One position as a board for a page that people play on: SVG whose cells can be clicked.

The drawing is that of the pictures. A clear rectangle with `data-cell` lies over every cell that
can be clicked, and holds the cell's name as in a move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toadstone.play.parts import PIECE_MOVES
from toadstone.play.play_board import PLAY_BOARD
from toadstone.view.parts import PICTURE
from toadstone.view.picture import AnyPicture, Moment
from toadstone.view.style import Theme, css, stylesheet
from toadstone.view.svg import Markup, element, join, rect, used
from toadstone.view.symbols import definitions

if TYPE_CHECKING:
    from toadstone.core.solution import ScenarioLike
    from toadstone.game import Game


@dataclass(frozen=True)
class Marks:
    """What is drawn beside the position; cells are given by name.

    Attributes:
        move: the last move.
        before: the state before the last move.
        turn: how many moves led to the position.
        best: moves to show as a hint, each with an arrow.
        chosen: the cells that are chosen.
        targets: the cells that a move can go on to.
        captured: the cells that a move would change, or that are threatened.
        look: the cells where a hint says to look.
        coming: how many of the events to come are shown above the board.
    """

    move: Any = None
    before: Any = None
    turn: int = 0
    best: Sequence[Any] = ()
    chosen: Collection[str] = ()
    targets: Collection[str] = ()
    captured: Collection[str] = ()
    look: Collection[str] = ()
    coming: int = 0


NO_MARKS = Marks()


def board_svg(
    game: Game,
    scenario: ScenarioLike,
    state: Any,
    marks: Marks = NO_MARKS,
    *,
    theme: Theme = "auto",
) -> str:
    """Return a position as SVG; each cell that can be clicked has its name in `data-cell`.

    Args:
        game: the game.
        scenario: the scenario.
        state: the position.
        marks: the last move, a hint, and the cells to mark.
        theme: whether the drawing follows its surroundings, or is always light or dark.

    Raises:
        RequestError: the game has no pictures.
    """
    picture = game.get(PICTURE)(scenario)
    moment = Moment(marks.turn, state, marks.before, marks.move, tuple(marks.best))
    height = picture.height - picture.turn_height
    coming, above = picture.coming(state, marks.coming)
    drawn = element(
        "g",
        coming,
        picture.background(),
        _squares(picture, marks.targets, "target"),
        _squares(picture, marks.chosen, "mark"),
        picture.foreground(moment),
        _squares(picture, marks.captured, "danger"),
        _squares(picture, marks.look, "bestcell dashed"),
        aria_hidden="true",
    )
    symbols = definitions(used(drawn))
    style = stylesheet(theme, f"{drawn}{symbols}") + css(_RULES, theme)
    return element(
        "svg",
        element("style", Markup(style)),
        element("defs", symbols),
        drawn,
        *_hits(picture, picture.contents(state)),
        xmlns="http://www.w3.org/2000/svg",
        class_="ts board",
        role="group",
        aria_label=picture.alt(moment),
        viewBox=f"0 {-above:g} {picture.width:g} {height + above:g}",
        width=picture.width,
        height=height + above,
    )


def _squares(picture: AnyPicture, names: Collection[str], class_: str) -> Markup:
    """Draw squares in cells."""
    half = picture.side / 2 - 2
    middles = (picture.places()[name] for name in names)
    return join(rect(x - half, y - half, 2 * half, 2 * half, class_, 5) for x, y in middles)


def _hits(picture: AnyPicture, contents: Mapping[str, str]) -> Iterator[Markup]:
    """Yield what is clicked: a clear rectangle over each cell, which says what is there."""
    half = picture.side / 2
    for name, (x, y) in picture.places().items():
        yield element(
            "rect",
            x=x - half,
            y=y - half,
            width=picture.side,
            height=picture.side,
            class_="hit",
            data_cell=name,
            role="button",
            tabindex=-1,
            aria_label=f"{name}, {contents[name]}" if name in contents else name,
        )


@dataclass(frozen=True)
class PointedMove:
    """How a legal move is made by pointing at cells, one after the other.

    Attributes:
        move: the move.
        cells: the names of its cells, such as those that a piece leaves and enters; none of a pass.
        enough: how many of the cells tell the move; dragging passes through all of them.
    """

    move: Any
    cells: tuple[str, ...]
    enough: int


def pointed_moves(game: Game, scenario: ScenarioLike, state: Any) -> list[PointedMove]:
    """Return every legal move with the cells to point at; none where the game is over."""
    board, make = game.get(PLAY_BOARD)(scenario), game.find(PIECE_MOVES)
    pieces = make(scenario) if make else None
    moves = []
    for path, move in board.paths(state).items():
        ends = pieces.ends(move) if pieces else None
        moves.append(PointedMove(move, tuple(map(str, ends or path)), len(path)))
    return moves


_RULES = {
    ".ts .target": "fill:$best;fill-opacity:.18;stroke:$best;stroke-opacity:.6;stroke-width:2",
    ".ts .hit": "fill:transparent;cursor:pointer",
    ".ts .hit:hover": "fill:$mark;fill-opacity:.2",
    ".ts .hit:focus-visible": "outline:none;stroke:$best;stroke-width:3",
}
