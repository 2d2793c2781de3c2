"""River Toad as it is drawn: tall boards, and what a requirement marks."""

from xml.etree import ElementTree

from pictures_of import river_line, symbols, tiles, words
from toadstone.view.sheet import sheet


def test_of_a_tall_board_the_lowest_rows_are_drawn_and_the_picture_says_so():
    picture, line = river_line([31] * 990 + [33], ["stay"] * 991, rows=1000)
    svg = sheet(picture, line[-1:])
    assert "Drawn are the lowest 12 of 1000 rows" in "".join(ElementTree.fromstring(svg).itertext())
    tile = tiles(svg)[0][1]
    assert "988 more rows above: 4,935 snakes, 1 fly" in words(tile)
    assert symbols(tile)["snake"] == 3 * 5  # the first rolls are 991 rows down: in 3 rows of 11
    assert len(svg) < 30_000


def test_cells_that_the_next_turn_has_to_reach_or_to_avoid_are_marked():
    require = {"visit": ({"turn": 2, "cells": (4,)},), "avoid": ({"turn": 1, "cells": (2, 1)},)}
    picture, line = river_line([0, 0], ["stay", "right-1"], require=require)
    drawn = [symbols(tile) for _, tile in tiles(sheet(picture, line))]
    assert [(each["flag"], each["captured"]) for each in drawn] == [(0, 2), (1, 0), (0, 0)]
