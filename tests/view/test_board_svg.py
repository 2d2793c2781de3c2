"""The board to play on: every cell can be clicked, and every legal move is told by its cells."""

from xml.etree import ElementTree

import pytest

from pictures_of import LINES, SCENARIOS, played
from toadstone.core.rules import RULES
from toadstone.files.source import read_source
from toadstone.game import find_game
from toadstone.loading import read_scenario
from toadstone.view.board import Marks, board_svg, pointed_moves

SVG = "{http://www.w3.org/2000/svg}"


def cells_of(svg):
    found = [each for each in ElementTree.fromstring(svg).iter() if "data-cell" in each.attrib]
    assert all(each.attrib["aria-label"] for each in found)
    return [each.attrib["data-cell"] for each in found]


@pytest.mark.parametrize("name", LINES)
def test_every_cell_of_a_legal_move_can_be_clicked_and_tells_the_move(name):
    scenario = read_scenario(read_source(str(SCENARIOS / f"{name}.yaml")))
    game = find_game(scenario.game)
    rules = game.get(RULES)(scenario)
    for state in played(name)[1].states:
        cells = cells_of(board_svg(game, scenario, state))
        assert len(cells) == len(set(cells))
        moves = pointed_moves(game, scenario, state)
        assert {each.move for each in moves} == set(rules.legal_moves(state))
        told = [each.cells[: each.enough] for each in moves]
        assert len(told) == len(set(told))
        assert {cell for each in moves for cell in each.cells} <= set(cells)


@pytest.mark.parametrize("name", LINES)
def test_marks_are_drawn_where_they_belong_and_nothing_else_changes(name):
    scenario = read_scenario(read_source(str(SCENARIOS / f"{name}.yaml")))
    game = find_game(scenario.game)
    state = played(name)[1].states[0]
    moves = pointed_moves(game, scenario, state)
    targets = {each.cells[-1] for each in moves}
    marks = Marks(best=[moves[0].move], targets=targets)
    root = ElementTree.fromstring(board_svg(game, scenario, state, marks))
    lit = [each for each in root.iter(f"{SVG}rect") if each.attrib["class"] == "target"]
    middles = {middle(each) for each in lit}
    clicked = {each.attrib.get("data-cell"): middle(each) for each in root.iter(f"{SVG}rect")}
    assert middles == {clicked[name] for name in targets}
    classes = {word for each in root.iter() for word in each.attrib.get("class", "").split()}
    assert classes & {"best", "bestcell"}


def middle(rect):
    x, y, width, height = (float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
    return round(x + width / 2, 1), round(y + height / 2, 1)
