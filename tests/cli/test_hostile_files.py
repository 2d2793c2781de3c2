"""Files that are made to go wrong: each is refused in words, or answered, and in good time."""

import copy
import json
import random
import time
from pathlib import Path

import pytest
import yaml

from command_line import run
from exhaustive import some_of

LONG = "9" * 5000
"""More digits than Python reads or prints."""

FILES = list(
    yaml.safe_load_all("""\
game: river-toad
board: {rows: 3, width: 5}
toad: {hp: 4, start: 3}
rolls: [4, 0, 32, 1, 0]
ask: max-hp
flies: {gain: 5}
actions: {stay: 0, left-1: 1, right-1: 1}
overdraft: forbidden
require: {max_moves: 3, min_final_hp: 1, forbid: [left-1], visit: [{turn: 2, cells: [3]}],
  avoid: [{cells: [1]}]}
--- {game: frog-puzzle, start: LL_RR, goal: RR_LL, ask: min-moves}
--- {game: toads-and-frogs, start: TT__FF, turn: toads, ask: winner}
--- {game: squirrel-war, values: "1 2\\n3 4", board: "..\\n..", turn: X, ask: margin}
--- {game: ugly-duck, board: "D.D\\n...\\nd.d", ask: winner, no_moves: pass}
""")
)
ASKS = {
    "river-toad": ["survive", "max-hp", "min-moves", "max-flies", "min-start-hp", "longest"],
    "frog-puzzle": ["reach", "min-moves"],
    "toads-and-frogs": ["winner", "remoteness", "value", "at-least=1", "longest"],
    "squirrel-war": ["margin", "beat", "shared", "winner"],
    "ugly-duck": ["winner", "remoteness", "best-moves", "shortest"],
}
NUMBERS = [-1, 0, 1, 2, 3, 10, 60, 1000, 10**6, 10**9, 10**29, -(10**18), 1.5]
LETTERS = {
    "start": ("LR_TF", ""),
    "goal": ("LR_?", ""),
    "board": (".dsDSXO", "\n"),
    "values": ("0123456789 ", "\n"),
}


def hostile_ask(rng):
    """Return a comparison with a value that is large, deep, wide, or no value."""
    name, value = rng.choice(["at-least", "compare-with"]), hostile_value(rng)
    ask = rng.choice([f"{name}={value}", {name: value}, [f"{name}={value}"]])
    start = rng.choice(["T_F", "TT__FF", "T" + "_" * 31, "TF_TF_TF_TF_TF", ["T_F", "TT_F"]])
    return {"game": "toads-and-frogs", "start": start, "ask": ask}


def hostile_value(rng, depth=0):
    """Return the name of a value, or nearly."""

    def count():
        return rng.choice(["", "0", "2", "62", "63", "1000", "1001", "100000", LONG])

    def inner():
        return hostile_value(rng, depth + 1)

    def wide():
        kinds = "{i}", "*{i}", "^{i}", "{i}/1024", "{{{i}|-{i}}}", "+-{i}", "{{{i}|*{i}}}"
        names = [rng.choice(kinds).format(i=i) for i in range(rng.choice([2, 30, 62, 500, 3000]))]
        return f"{{{','.join(names)}|{inner()}}}"

    def deep():
        sides = ("{", "|0}"), ("{0|", "}"), ("+-{", "}"), ("{^|", "}"), ("{2|{", "|0}}"), ("+-", "")
        times, (before, after) = rng.choice([3, 90, 101, 3000]), rng.choice(sides)
        return before * times + rng.choice(["0", "*", "^", "+-1", "5"]) + after * times

    plain = [
        lambda: (
            f"{rng.choice(['', '-'])}{count()}/{rng.choice(['4', '3', '0', str(2**2000), LONG])}"
        ),
        lambda: f"{count()}{rng.choice('^v')}{count()}*{count()}",
        lambda: f"*{count()}",
        lambda: f"{rng.choice('+-')}_{count()}",
        lambda: rng.choice(["x", "{", "}", "|", "±", " ", "٣", "²", "1 2", "{0| |1}", "\u00a0"]),
        lambda: rng.choice(["*", "^", "0", "-1", "1/2", "^*", "+-1", "+_1"]),
    ]
    nested = [
        lambda: f"{{{inner()},{inner()}|{inner()}}}",
        lambda: f"{{{inner()}|{inner()}{'|' * rng.choice([2, 50, 1000])}{inner()}}}",
        lambda: f"+-{inner()}",
        wide,
        deep,
    ]
    return rng.choice(plain if depth > 3 else plain + nested)()


def hostile_keys(rng):
    """Return a small scenario with a few values replaced, most by some of the same kind."""
    content = copy.deepcopy(rng.choice(FILES))
    for _ in range(rng.choice([1, 1, 1, 2])):
        *path, key = rng.choice([path for path in _paths(content) if path != ("game",)])
        place = content
        for step in path:
            place = place[step]
        place[key] = _replacement(rng, content["game"], key, place[key])
    if rng.random() < 0.1:
        content[rng.choice(["x", "no_moves", "captures", "rolls_file", "depth"])] = _wild(rng)
    return content


def _paths(content, before=()):
    items = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in items:
        yield (*before, key)
        if isinstance(value, dict | list):
            yield from _paths(value, (*before, key))


def _replacement(rng, game, key, value):
    if rng.random() < 0.25:
        return _wild(rng)
    if key == "ask":
        return rng.choice([rng.choice(ASKS[game]), rng.sample(ASKS[game], 2)])
    if key == "rolls":
        return [rng.randint(0, 33) for _ in range(rng.choice([1, 20, 300, 3000]))]
    if key in LETTERS and isinstance(value, str):
        letters, between = LETTERS[key]
        rows, cells = rng.choice([1, 2, 5, 9, 20]), rng.choice([1, 3, 5, 8, 30, 61])
        made = ["".join(rng.choices(letters, k=cells)) for _ in range(rows)]
        return between.join(made) if between else rng.choice([made[0], made])
    return rng.choice(NUMBERS) if isinstance(value, int) else _wild(rng)


def _wild(rng):
    return rng.choice(
        [
            *NUMBERS,
            None,
            True,
            "",
            "x" * rng.choice([1, 100_000]),
            LONG,
            "\u202e\x07",
            [],
            {},
            [[]],
            {"a": 1},
            [rng.randint(0, 40)] * rng.choice([1, 300]),
            [{"turn": 1, "cells": [1]}] * rng.choice([1, 3000]),
        ]
    )


ENDINGS = {0, 2, 10, 20, 30}
"""Every exit status but that of a defect."""

pytestmark = pytest.mark.usefixtures("folder")
MOST_SECONDS = 5
"""Processor seconds under a time limit of 2 s."""


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
    f"at-least=*{LONG}": "a nimber up to *62",
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
ask: margin
"""

LONG_NUMBERS = {
    "a key": (RIVER.replace("hp: 4", f"hp: {LONG}"), "too large"),
    "a text for a number": (RIVER.replace("hp: 4", f'hp: "{LONG}"'), "expected a whole number"),
    "an action": (RIVER + f"require: {{forbid: [left-{LONG}]}}\n", "expected `left-2`"),
    "a value of a cell": (SQUIRRELS.replace("1 2", f"1 {LONG}"), "expected whole numbers from"),
    "a value to compare with": (
        ROW.replace("winner", f"compare-with=1/{LONG}"),
        "the denominator of a value is a power of two",
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
