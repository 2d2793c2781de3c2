"""The course's own files, read and answered to the letter."""

import random
from itertools import product

import pytest

from command_line import run
from places import TESTS
from squirrel import Naive, drawn, homework_battle, homework_log
from toadstone_cli.streams import ExitStatus

VALUES = "whole numbers from -1,000,000 to 1,000,000"
DEPTHS = "a whole number from 1 to 49"
SAMPLES = TESTS / "data" / "squirrel-war"
OUTPUTS = ("next_state", "traverse_log", "trace_state")


def lines_of(path):
    """Return the lines that hold something, without the blanks around them."""
    return [line.strip() for line in path.read_text().splitlines() if line.strip()]


def answered(path, folder, *options):
    """Return what `--course-output` writes for an input file, by name."""
    arguments = ["solve", str(path), *options, "--course-output", str(folder)]
    result = run(*arguments)
    assert result.exit_code == ExitStatus.ANSWERED, result.output
    return {file.stem: lines_of(file) for file in folder.iterdir()}


@pytest.mark.parametrize("number", range(1, 6))
def test_the_samples_are_answered_to_the_letter(number, tmp_path):
    options = ("--game", "squirrel-war") if number == 5 else ()
    written = answered(SAMPLES / f"input_{number}.txt", tmp_path / "out", *options)
    expected = {
        output: lines_of(SAMPLES / f"{output}_{number}.txt")
        for output in OUTPUTS
        if (SAMPLES / f"{output}_{number}.txt").is_file()
    }
    assert written == expected
    assert expected


def course_file(seed):
    """Return a random input file, and its parts."""
    rnd = random.Random(seed)
    task = rnd.choice([1, 2, 2, 3, 3, 3, 4])
    empty = rnd.choice([0, 1, 2, 3, 4, 5, 6, 9, 14, 25])
    depth = rnd.randint(1, 4 if empty <= 6 else 3 if empty <= 9 else 2)
    places = list(product(range(5), range(5)))
    free = set(rnd.sample(places, empty))
    values = [
        [rnd.choice([rnd.randint(1, 5), rnd.randint(1, 100)]) for _ in "12345"] for _ in "12345"
    ]
    board = [
        "".join("*" if (r, c) in free else rnd.choice("XO") for c in range(5)) for r in range(5)
    ]
    first = rnd.choice("XO")
    players = [(first, rnd.randint(1, 3), depth), ("XO".replace(first, ""), rnd.randint(1, 3), 1)]
    head = [task, first, depth]
    if task == 4:
        head = [4, *(part for player in players for part in player)]
    rows = [" ".join(map(str, row)) for row in values]
    text = rnd.choice(["\n", "\r\n"]).join(map(str, [*head, *rows, *board]))
    naive = Naive("\n".join(rows), "\n".join(board).replace("*", "."))
    return text + rnd.choice(["", "\n", " \r\n\n"]), task, first, depth, players, naive


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(60))
def test_random_files_are_answered_as_a_second_program_does(seed, tmp_path):
    text, task, first, depth, players, naive = course_file(seed)
    path = tmp_path / "input.txt"
    path.write_bytes(text.encode())
    written = answered(path, tmp_path / "out")
    if task == 4:
        boards = homework_battle(naive, players)
        assert written == {"trace_state": "\n".join(boards).split()}
        return
    log, chosen = homework_log(naive, first, 1 if task == 1 else depth, prune=task == 3)
    after = naive.board if chosen is None else naive.taken(naive.board, chosen, first)
    expected = {"next_state": drawn(after).split()}
    assert written == (expected if task == 1 else expected | {"traverse_log": log})


def test_a_full_board_is_its_own_answer(tmp_path):
    path = tmp_path / "input.txt"
    path.write_text("3\nO\n2\n1 2\n3 4\nXX\nOO")
    written = answered(path, tmp_path / "out")
    assert written["next_state"] == ["XX", "OO"]
    assert written["traverse_log"][1:] == ["root,0,4,-Infinity,Infinity"]


def test_the_method_of_the_command_line_takes_the_place_of_the_file_s(tmp_path):
    written = answered(SAMPLES / "input_3.txt", tmp_path / "out", "--method", "alpha-beta")
    assert written["traverse_log"] == lines_of(SAMPLES / "traverse_log_4.txt")
    written = answered(SAMPLES / "input_3.txt", tmp_path / "greedy", "--method", "greedy")
    assert written == {"next_state": lines_of(SAMPLES / "next_state_1.txt")}


THREE = ["1 2 3", "4 5 6", "7 8 9", "*X*", "***", "O**"]


def ragged(row, *text):
    """Return an input file in which a row of values or of the board is another one, or none."""
    return "\n".join(["2", "X", "2", *THREE[:row], *text, *THREE[row + 1 :]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5\nX\n1\n1 2\n**", "1:1: error: the task: expected `1`, `2`, `3` or `4`, found `5`"),
        ("2\nY\n1\n1 2\n**", "2:1: error: the player: expected `X` or `O`, found `Y`"),
        ("1\nX\n-\n1 2\n**", "3:1: error: the depth: expected a whole number, found `-`"),
        ("2\nX\n0\n1 2\n**", f"3:1: error: the depth: expected {DEPTHS}, found `0`"),
        ("2\nX\n" + "9" * 5000 + "\n1 2\n**", f"3:1: error: the depth: expected {DEPTHS}, found"),
        ("4\nX\n2\n50\nO\n1\n99\n1 2\n**", f"4:1: error: the depth: expected {DEPTHS}"),
        ("4\nX\n1\n1\nX\n1\n1\n1 2\n**", "5:1: error: the other player: expected `O`, found `X`"),
        ("2\nX\n2\n", "3:2: error: the file ends too early: expected the rows of values"),
        ("2\nX\n2\n**", "4:1: error: expected a row of values, of whole numbers, found `**`"),
        ("2\nX\n2\n1 2x\n**", f"4:3: error: expected {VALUES}, found `2x`"),
        ("2\nX\n2\n 1 12345678\n**", f"4:4: error: expected {VALUES}, found `12345678`"),
        ("2\nX\n2\n1 2\n", "4:4: error: the file ends too early: expected the rows of the board"),
        ("2\nX\n2\n1 2\n*?", "5:2: error: expected a row of the board, of X, O and *, found `*?`"),
        ("2\nX\n2\n" + "1 2 3 4 5 6 7 8\n" + "*" * 8, "row 1: expected 1 to 7 numbers, found 8"),
        ("2\nX\n2\n" + "1\n" * 8 + "*\n" * 8, "expected 1 to 7 rows of numbers, found 8"),
        (ragged(0, "1 2"), "4:1: error: expected 3 numbers as in the other rows, found `1 2`"),
        (ragged(1, "4").replace("\n", "\r"), "5:1: error: expected 3 numbers as in the other rows"),
        (ragged(4, "**X*"), "8:1: error: expected 3 letters, X, O or *, as in the other rows"),
        (ragged(1), "6:1: error: expected as many rows of the board as of the values, found 3"),
        (ragged(5), "8:1: error: expected as many rows of the board as of the values, found 2"),
    ],
)
def test_a_broken_file_is_refused_with_the_place_of_the_fault(text, message, tmp_path):
    path = tmp_path / "input.txt"
    path.write_text(text)
    result = run("solve", path)
    assert result.exit_code == ExitStatus.UNUSABLE_FILE
    assert message in result.stderr


def test_the_depth_of_a_greedy_player_has_no_limit(tmp_path):
    path = tmp_path / "input.txt"
    path.write_text("1\nX\n99999\n1 2\n**")
    assert answered(path, tmp_path / "out")["next_state"] == ["*X"]


@pytest.mark.parametrize(
    "options", [["--log", "x"], ["--ask", "margin", "--course-output", "x"]], ids=" ".join
)
def test_an_output_that_is_not_to_be_had_is_refused(options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("solve", SAMPLES / "input_1.txt", *options)
    assert result.exit_code == ExitStatus.USAGE
    assert not list(tmp_path.iterdir())
