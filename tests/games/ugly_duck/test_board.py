"""Ugly Duck as it is drawn: whose turn it is, and a pass."""

from pictures_of import SVG, classes, line_of, loaded, tiles, words
from places import SCENARIOS
from toadstone.core.rules import RULES
from toadstone.view.board import moments
from toadstone.view.sheet import sheet


def test_the_bird_that_tells_whose_turn_it_is_belongs_to_that_side():
    picture, line = line_of("ugly-duck/remoteness-of-three-by-three")
    for state, tile in tiles(sheet(picture, line))[:-1]:
        small = [
            each for each in tile.iter(f"{SVG}use") if "scale" in each.attrib.get("transform", "")
        ]
        assert [each.attrib["href"] for each in small] == [f"#ts-{state.split()[1]}-duck"]


def test_a_side_that_cannot_move_passes_without_an_arrow():
    game, scenario, picture = loaded(SCENARIOS / "ugly-duck/stuck-at-first.yaml")
    rules = game.get(RULES)(scenario)
    start = rules.start()
    (move,) = rules.legal_moves(start)
    tile = tiles(sheet(picture, moments([start, rules.play(start, move)], [move])))[-1][1]
    assert str(move) == "pass"
    assert "cannot move" in words(tile)
    assert classes(tile)["shaft"] == 0
