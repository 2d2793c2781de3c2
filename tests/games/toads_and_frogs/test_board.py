"""The board of Toads and Frogs: rows, and the numbers of their cells."""

import re

import pytest

from pictures_of import drawn_start, loaded
from places import SCENARIOS
from toadstone.core.board import cell_numbers


def test_numbers_of_cells_are_read_from_the_top_down():
    assert cell_numbers("1234") == ["1234"]
    names = [str(number) for number in range(1, 121)]
    assert cell_numbers(names[:11]) == ["         11", "12345678901"]
    columns = zip(*cell_numbers(names), strict=True)
    assert ["".join(column).strip() for column in columns] == names


def test_a_row_of_toads_and_frogs_stands_above_the_numbers_of_its_cells():
    _, state, (row, *numbers) = drawn_start(SCENARIOS / "toads-and-frogs/fourteen-cells.yaml")
    assert row == state.rows[0]
    assert numbers == ["         11111", "12345678901234"]


def test_rows_of_a_sum_are_numbered_and_their_cells_stand_above_one_row_of_numbers(tmp_path):
    path = tmp_path / "scenario.yaml"
    path.write_text("game: toads-and-frogs\nstart: [TT_F, T_FFF]\nask: winner\n")
    assert drawn_start(path)[2] == ["1:TT_F", "2:T_FFF", "  12345"]


@pytest.mark.parametrize("path", sorted((SCENARIOS / "toads-and-frogs").glob("*.yaml")))
def test_a_legal_move_of_toads_and_frogs_is_found_on_the_board_by_its_name(path):
    _, state, lines = drawn_start(path)
    rules = loaded(path)[2].rules
    rows, numbers = lines[: len(state.rows)], lines[len(state.rows) :]
    columns = ["".join(digits).strip() for digits in zip(*numbers, strict=True)]
    for move in rules.legal_moves(state):
        row, source, target = re.match(r"(?:(\d+):)?(\d+)-(\d+)$", str(move)).groups()
        line = next(each for each in rows if row is None or each.startswith(f"{row}:"))
        assert line[columns.index(source)] == {"toads": "T", "frogs": "F"}[state.turn]
        assert line[columns.index(target)] == "_"
