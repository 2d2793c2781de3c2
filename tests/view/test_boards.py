"""Boards of characters have a legend; a board to play on has every cell to click, and marks."""

from xml.etree import ElementTree

import pytest

from pictures_of import LINES, SVG, played
from toadstone.view.board import Moment
from toadstone.view.sheet import board_svg


@pytest.mark.parametrize("name", LINES)
def test_every_piece_on_a_board_is_in_the_legend(name):
    board, line = played(name)
    legend = board.key().plain
    assert len(legend) <= 80
    for state in line.states:
        picture = board.picture(state)
        coloured = [span for span in picture.spans if span.style not in {"dim", "blue"}]
        signs = {picture.plain[span.start] for span in coloured}
        assert signs
        assert signs <= set(legend)


# A page to play on


def cells_of(svg):
    found = [each for each in ElementTree.fromstring(svg).iter() if "data-cell" in each.attrib]
    assert all(each.attrib["aria-label"] for each in found)
    return [each.attrib["data-cell"] for each in found]


@pytest.mark.parametrize("name", LINES)
def test_every_cell_of_a_legal_move_can_be_clicked_and_tells_the_move(name):
    board, line = played(name)
    for state in line.states:
        cells = cells_of(board_svg(board, Moment(0, state)))
        assert len(cells) == len(set(cells))
        moves = board.paths(state)
        assert set(moves.values()) == set(board.rules.legal_moves(state))
        for path, move in moves.items():
            entered = board.cells_of(state, move)
            assert path == entered[: len(path)]
            assert set(entered) <= set(cells)


@pytest.mark.parametrize("name", LINES)
def test_hints_and_threats_are_drawn_where_they_belong(name):
    board, line = played(name)
    state, move = line.states[0], line.moves[0]
    (*_, cell) = board.cells_of(state, move)
    root = ElementTree.fromstring(board_svg(board, Moment(0, state, best=(move,)), captured=[cell]))
    places = {each.attrib.get("data-cell"): middle(each) for each in root.iter(f"{SVG}rect")}
    lit = [each for each in root.iter(f"{SVG}rect") if each.attrib["class"] == "danger"]
    assert [middle(each) for each in lit] == [places[cell]]
    classes = {word for each in root.iter() for word in each.attrib.get("class", "").split()}
    assert classes & {"best", "bestcell"}


def middle(rect):
    x, y, width, height = (float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
    return round(x + width / 2, 1), round(y + height / 2, 1)
