"""The course's own files, read and answered to the letter."""

import json
import random
from itertools import product

import pytest

from command_line import run
from places import TESTS
from squirrel import Naive, drawn, homework_battle, homework_choice
from toadstone_cli.streams import ExitStatus

VALUES = "whole numbers from -1,000,000 to 1,000,000"
DEPTHS = "a whole number from 1 to 49"
SAMPLES = TESTS / "data" / "squirrel-war"


def boards_after(path, *options):
    """Return the board after each move that an input file is answered with, as the course draws it.

    Of a task with one move, it is that move's board alone, or the board itself where none is left.
    """
    result = run("solve", str(path), *options, "--json")
    assert result.exit_code == ExitStatus.ANSWERED, result.output
    said = json.loads(result.stdout)
    boards = [state.split()[0].replace(".", "*").split("/") for state in said["states"]]
    return boards[1:] if said["ask"] == ["battle"] else (boards[1:] or boards)[:1]


@pytest.mark.parametrize("number", range(1, 6))
def test_the_samples_are_answered_to_the_letter(number):
    options = ("--game", "squirrel-war") if number == 5 else ()
    output = "trace_state" if number == 5 else "next_state"
    expected = (SAMPLES / f"{output}_{number}.txt").read_text().split()
    boards = boards_after(SAMPLES / f"input_{number}.txt", *options)
    assert [row for board in boards for row in board] == expected


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
    boards = boards_after(path)
    if task == 4:
        assert boards == [board.split() for board in homework_battle(naive, players)]
        return
    chosen = homework_choice(naive, first, 1 if task == 1 else depth, prune=task == 3)
    after = naive.board if chosen is None else naive.taken(naive.board, chosen, first)
    assert boards == [drawn(after).split()]


def test_a_full_board_is_its_own_answer(tmp_path):
    path = tmp_path / "input.txt"
    path.write_text("3\nO\n2\n1 2\n3 4\nXX\nOO")
    assert boards_after(path) == [["XX", "OO"]]


def test_the_method_of_the_command_line_takes_the_place_of_the_file_s():
    after = boards_after(SAMPLES / "input_3.txt", "--method", "greedy")
    assert after == [(SAMPLES / "next_state_1.txt").read_text().split()]


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
    assert boards_after(path) == [["*X"]]
