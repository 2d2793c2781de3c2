"""The boards of characters: coordinates as the moves name them, values, and a legend."""

import re

import pytest

from command_line import run
from pictures_of import LINES, SCENARIOS, played
from toadstone.core.board import BOARD, cell_numbers
from toadstone.core.rules import RULES
from toadstone.files.source import read_source
from toadstone.game import find_game
from toadstone.loading import read_scenario

LEGENDS = {
    "frog-puzzle/two-gaps": "L hops to the right, R to the left, _ is a gap",
    "river-toad/jump-of-two": "T toad, X lost toad, S snake, F fly; the banks are outside the bars",
    "squirrel-war/last-raid": "X and O hold a cell, _ is open; a number is what a cell is worth",
    "toads-and-frogs/up": "T toad goes to the right, F frog to the left, _ is a gap",
    "ugly-duck/wider-than-deep": "▼ duck and ♥ swan of green, ▲ duck and ♠ swan of blue",
}


def read(path):
    scenario = read_scenario(read_source(str(path)))
    game = find_game(scenario.game)
    return scenario, game.get(BOARD)(scenario), game.get(RULES)(scenario)


def drawn(path):
    """Return the lines of the board of a start."""
    scenario, board, rules = read(path)
    return scenario, rules.start(), str(board.picture(rules.start())).splitlines()


def written(tmp_path, text):
    path = tmp_path / "scenario.yaml"
    path.write_text(text)
    return path


def page(*arguments):
    done = run(*map(str, arguments))
    assert done.exit_code == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", sorted((SCENARIOS / "squirrel-war").glob("*.yaml")))
def test_a_board_of_squirrel_war_shows_who_holds_each_cell_and_what_it_is_worth(path):
    scenario, state, (head, *rows) = drawn(path)
    for row, line in enumerate(rows):
        assert line.startswith(f"{row + 1} ")
        for column, letter in enumerate(head.split()):
            at = head.index(letter)
            sign, value = re.match(r"(.)(\d+)(?: |$)", line[at:]).groups()
            assert sign == state.board.split("/")[row][column].replace(".", "_")
            assert int(value) == scenario.values[row][column]
    assert head.split() == list("ABCDEFG"[: len(scenario.values[0])])
    assert len(rows) == len(scenario.values)


def test_the_largest_board_of_squirrel_war_fits_in_80_columns(tmp_path):
    values = "\\n".join(" ".join(["99"] * 7) for _ in range(7))
    path = written(tmp_path, f'game: squirrel-war\nvalues: "{values}"\nask: best-move\n')
    assert max(map(len, drawn(path)[2])) <= 30  # two boards beside each other


def test_numbers_of_cells_are_read_from_the_top_down():
    assert cell_numbers("1234") == ["1234"]
    names = [str(number) for number in range(1, 121)]
    assert cell_numbers(names[:11]) == ["         11", "12345678901"]
    columns = zip(*cell_numbers(names), strict=True)
    assert ["".join(column).strip() for column in columns] == names


def test_a_row_of_toads_and_frogs_stands_above_the_numbers_of_its_cells():
    _, state, (row, *numbers) = drawn(SCENARIOS / "toads-and-frogs/fourteen-cells.yaml")
    assert row == state.rows[0]
    assert numbers == ["         11111", "12345678901234"]


def test_rows_of_a_sum_are_numbered_and_their_cells_stand_above_one_row_of_numbers(tmp_path):
    path = written(tmp_path, "game: toads-and-frogs\nstart: [TT_F, T_FFF]\nask: winner\n")
    assert drawn(path)[2] == ["1:TT_F", "2:T_FFF", "  12345"]


@pytest.mark.parametrize("path", sorted((SCENARIOS / "toads-and-frogs").glob("*.yaml")))
def test_a_legal_move_of_toads_and_frogs_is_found_on_the_board_by_its_name(path):
    _, state, lines = drawn(path)
    _, _, rules = read(path)
    rows, numbers = lines[: len(state.rows)], lines[len(state.rows) :]
    columns = ["".join(digits).strip() for digits in zip(*numbers, strict=True)]
    for move in rules.legal_moves(state):
        row, source, target = re.match(r"(?:(\d+):)?(\d+)-(\d+)$", str(move)).groups()
        line = next(each for each in rows if row is None or each.startswith(f"{row}:"))
        assert line[columns.index(source)] == {"toads": "T", "frogs": "F"}[state.turn]
        assert line[columns.index(target)] == "_"


@pytest.mark.parametrize("view", ["boards", "table"])
@pytest.mark.parametrize("name", LEGENDS)
def test_solve_says_once_what_the_signs_mean(name, view):
    path = SCENARIOS / f"{name}.yaml"
    lines = page("solve", path, "--view", view).splitlines()
    assert lines.count(LEGENDS[name]) == 1
    assert LEGENDS[name] not in page("solve", path, "--view", "moves")


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
def test_whoever_stands_on_a_board_is_in_the_legend(name):
    _, board, _ = read(SCENARIOS / f"{name}.yaml")
    legend = board.key().plain
    assert len(legend) <= 80
    for state in played(name)[1].states:
        picture = board.picture(state)
        coloured = [span for span in picture.spans if span.style not in {"dim", "blue"}]
        signs = {picture.plain[span.start] for span in coloured}
        assert signs
        assert signs <= set(legend)
