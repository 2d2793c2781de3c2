"""Boards of characters have a legend; a board to play on has every cell to click, and marks."""

from xml.etree import ElementTree

import pytest

from command_line import run
from pictures_of import LINES, SVG, loaded, played
from places import SCENARIOS
from toadstone.core.rules import RULES
from toadstone.view.board import Marks, board_svg, pointed_moves

LEGENDS = {
    "frog-puzzle/two-gaps": "L hops to the right, R to the left, _ is a gap",
    "river-toad/jump-of-two": "T toad, X lost toad, S snake, F fly; the banks are outside the bars",
    "squirrel-war/last-raid": "X and O hold a cell, _ is open; a number is what a cell is worth",
    "toads-and-frogs/up": "T toad goes to the right, F frog to the left, _ is a gap",
    "ugly-duck/wider-than-deep": "▼ duck and ♥ swan of green, ▲ duck and ♠ swan of blue",
}


def page(*arguments):
    done = run(*map(str, arguments))
    assert done.exit_code == 0, done.stderr
    return done.stdout


@pytest.mark.few(5)
@pytest.mark.parametrize("view", ["boards", "table"])
@pytest.mark.parametrize("name", LEGENDS)
def test_solve_says_once_what_the_signs_mean(name, view):
    path = SCENARIOS / f"{name}.yaml"
    lines = page("solve", path, "--view", view).splitlines()
    assert lines.count(LEGENDS[name]) == 1
    assert LEGENDS[name] not in page("solve", path, "--view", "moves")


@pytest.mark.exhaustive
def test_a_front_has_one_legend_below_all_its_plans():
    path = SCENARIOS / "river-toad/front-of-moves-and-hp.yaml"
    legend = LEGENDS["river-toad/jump-of-two"]
    lines = page("solve", path, "--view", "table").splitlines()
    assert lines.count(legend) == 1
    assert not any(line.startswith("Point") for line in lines[lines.index(legend) :])
    assert legend not in page("solve", path)  # which draws no boards


def test_check_has_the_legend_too(tmp_path):
    path = SCENARIOS / "river-toad/jump-of-two.yaml"
    plan = tmp_path / "plan.txt"
    plan.write_text(page("solve", path, "--view", "moves"))
    legend = LEGENDS["river-toad/jump-of-two"]
    assert page("check", path, plan).splitlines().count(legend) == 1
    assert legend not in page("check", path, plan, "--view", "moves")


@pytest.mark.parametrize("name", LEGENDS)
def test_in_ascii_board_and_legend_are_ascii(name):
    drawn = page("solve", SCENARIOS / f"{name}.yaml", "--ascii", "--view", "boards")
    assert drawn.isascii()
    if name.startswith("ugly"):
        assert "d duck and s swan of green, D duck and S swan of blue" in drawn


@pytest.mark.parametrize("name", LINES)
def test_every_piece_on_a_board_is_in_the_legend(name):
    _, _, board = loaded(SCENARIOS / f"{name}.yaml")
    legend = board.key().plain
    assert len(legend) <= 80
    for state in played(name)[1].states:
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
    game, scenario, _ = loaded(SCENARIOS / f"{name}.yaml")
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
    game, scenario, _ = loaded(SCENARIOS / f"{name}.yaml")
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
