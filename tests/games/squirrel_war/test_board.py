"""The board of Squirrel War: holders and values of all cells."""

import re

import pytest

from pictures_of import drawn_start
from places import SCENARIOS


@pytest.mark.parametrize("path", sorted((SCENARIOS / "squirrel-war").glob("*.yaml")))
def test_a_board_of_squirrel_war_shows_who_holds_each_cell_and_what_it_is_worth(path):
    scenario, state, (head, *rows) = drawn_start(path)
    for row, line in enumerate(rows):
        assert line.startswith(f"{row + 1} ")
        for column, letter in enumerate(head.split()):
            at = head.index(letter)
            sign, value = re.match(r"(.)(\d+)(?: |$)", line[at:]).groups()
            assert sign == state.board.split("/")[row][column].replace(".", "_")
            assert int(value) == scenario.values[row][column]
    assert head.split() == list("ABCDEFG"[: len(scenario.values[0])])
    assert len(rows) == len(scenario.values)
