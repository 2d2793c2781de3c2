"""The board of Toads and Frogs: rows, and the numbers of their cells."""

from pictures_of import drawn_start
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
