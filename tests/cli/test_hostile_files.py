"""Files that are made to go wrong: each is refused in words, or answered, and in good time."""

import json
import random
import time
from pathlib import Path

import pytest

from command_line import run
from exhaustive import some_of
from hostile import LONG, hostile_ask, hostile_keys

ENDINGS = {0, 2, 10, 20, 30}
"""Every exit status but that of a defect."""

MOST_SECONDS = 5
"""Processor seconds under a time limit of 2 s."""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def file(name, content):
    """Write a file, a scenario as JSON; return its name."""
    text = content if isinstance(content, str) else json.dumps(content)
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.few(1)
@pytest.mark.parametrize("make", [hostile_ask, hostile_keys])
@pytest.mark.parametrize("seeds", some_of([range(12), range(12, 1500)], 1))
def test_a_hostile_file_ends_in_good_time_and_not_as_a_defect(make, seeds):
    for seed in seeds:
        content = make(random.Random(seed))
        begun = time.process_time()
        done = run("solve", file("in.json", content), "--time-limit", "2")
        taken = time.process_time() - begun
        assert done.exit_code in ENDINGS, (seed, done.stderr[-500:])
        assert taken < MOST_SECONDS, (seed, taken)


TOO_LARGE = {
    "compare-with=*3000": "a nimber up to *62",
    "at-least=*63": "a nimber up to *62",
    "at-least=^100000": "up to 1,000 ups",
    "at-least=1v1001": "up to 1,000 ups",
    f"at-least={'{' * 3000}0{'|0}' * 3000}": "braces up to 100 deep",
    f"at-least={{0{'|' * 101}1}}": "up to 100 bars side by side",
    f"at-least={{{','.join(['0'] * 3000)}|}}": "a value that consists of up to 5,000 values",
    f"at-least=*{LONG}": "numbers of up to 1,000 digits, found one of 5,000",
}


def test_a_value_that_is_too_large_is_refused_at_once_with_the_limit():
    for ask, limit in TOO_LARGE.items():
        begun = time.process_time()
        row = {"game": "toads-and-frogs", "start": "TT__FF", "ask": ask}
        done = run("solve", file("in.json", row))
        assert time.process_time() - begun < 1, ask[:20]
        assert done.exit_code == 30
        assert limit in done.stderr
        assert len(done.stderr) < 1000


# --- numbers of more digits than Python reads ----------------------------------------------------

RIVER = "game: river-toad\nboard: {rows: 3}\ntoad: {hp: 4}\nrolls: [4, 0, 0]\nask: max-hp\n"
ROW = "game: toads-and-frogs\nstart: [TT_FF, T_F]\nask: winner\n"
SQUIRRELS = """game: squirrel-war
values: |
  1 2
  3 4
board: |
  ..
  ..
turn: X
ask: best-move
"""

LONG_NUMBERS = {
    "a key": (RIVER.replace("hp: 4", f"hp: {LONG}"), "too large"),
    "a text for a number": (RIVER.replace("hp: 4", f'hp: "{LONG}"'), "expected a whole number"),
    "an action": (RIVER + f"require: {{forbid: [left-{LONG}]}}\n", "expected `left-2`"),
    "a value of a cell": (SQUIRRELS.replace("1 2", f"1 {LONG}"), "expected whole numbers from"),
    "a depth": (SQUIRRELS + f"method: minimax\ndepth: {LONG}\n", "too large"),
    "a value to compare with": (
        ROW.replace("winner", f"compare-with=1/{LONG}"),
        "numbers of up to 1,000 digits",
    ),
}


def test_a_number_of_thousands_of_digits_in_a_scenario_is_refused_in_words():
    for name, (text, message) in LONG_NUMBERS.items():
        done = run("solve", file("in.yaml", text))
        assert done.exit_code == 30, name
        assert message in done.stderr
        assert len(done.stderr) < 1000


LONG_MOVES = [
    (RIVER, f"left-{LONG}"),
    (RIVER, f"stay x{LONG}"),
    (RIVER, f"{LONG}. stay"),
    (RIVER, f"turn,move\n{LONG},stay\n"),
    (RIVER, f"| turn | move |\n| --- | --- |\n| {LONG} | stay |"),
    (RIVER, f"[stay, {LONG}]"),
    (RIVER, f'{{"start_hp": {LONG}, "plan": ["stay"]}}'),
    (ROW, f"1:2-{LONG}"),
    (SQUIRRELS, f"A{LONG}"),
]


def test_a_number_of_thousands_of_digits_in_a_plan_is_refused_in_words():
    for scenario, plan in LONG_MOVES:
        done = run("check", file("in.yaml", scenario), file("plan.txt", plan))
        assert done.exit_code == 30, plan[:20]
        assert len(done.stderr) < 1000


def test_a_number_of_thousands_of_digits_is_refused_in_roll_files_and_options():
    assert run("solve", file("rolls.txt", f"4 {LONG}"), "--hp", "3", "--rows", "3").exit_code == 30
    river = file("in.yaml", RIVER)
    time = "expected a time such as 30, 30s, 5m or 1h, found"
    for option in ("--hp", "--seed", "--workers", "--time-limit"):
        done = run("solve", river, option, LONG)
        words = time if option == "--time-limit" else f"'{option}': expected fewer digits"
        assert (done.exit_code, words in done.stderr) == (2, True), option
        assert len(done.stderr) < 250
    done = run("solve", file("row.yaml", ROW), "--ask", f"at-least=^{LONG}")
    assert done.exit_code == 2
    assert len(done.stderr) < 1000
