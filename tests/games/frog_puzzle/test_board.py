"""The frog puzzle as it is drawn: its goal, and a tick for each cell that fits."""

from xml.etree import ElementTree

from pictures_of import SVG, classes, line_of, loaded, symbols, tiles
from places import SCENARIOS
from toadstone.view.sheet import sheet


def test_the_frog_puzzle_shows_its_goal_and_ticks_each_cell_that_fits_it():
    picture, line = line_of("frog-puzzle/two-pairs")
    _, scenario, _ = loaded(SCENARIOS / "frog-puzzle/two-pairs.yaml")
    svg = sheet(picture, line)
    goal = symbols(ElementTree.fromstring(f"<svg xmlns='{SVG[1:-1]}'>{picture.background()}</svg>"))
    assert goal == {"frog-right": 4, "frog-left": 4}
    for moment, (_, tile) in zip(line, tiles(svg), strict=True):
        pairs = zip(moment.state.row, scenario.goal, strict=True)
        assert classes(tile)["good-line"] == sum(one == two for one, two in pairs)
