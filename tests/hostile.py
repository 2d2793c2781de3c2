"""Scenario files that are made to go wrong: hostile values to compare with, and hostile keys."""

import copy

LONG = "9" * 5000
"""More digits than Python reads or prints."""

FILES = [
    {
        "game": "river-toad",
        "board": {"rows": 3, "width": 5},
        "toad": {"hp": 4, "start": 3},
        "rolls": [4, 0, 32, 1, 0],
        "ask": "max-hp",
        "flies": {"gain": 5},
        "actions": {"stay": 0, "left-1": 1, "right-1": 1},
        "overdraft": "forbidden",
        "require": {
            "max_moves": 3,
            "min_final_hp": 1,
            "forbid": ["left-1"],
            "visit": [{"turn": 2, "cells": [3]}],
            "avoid": [{"cells": [1]}],
        },
    },
    {"game": "frog-puzzle", "start": "LL_RR", "goal": "RR_LL", "ask": "min-moves"},
    {"game": "toads-and-frogs", "start": "TT__FF", "turn": "toads", "ask": "winner"},
    {
        "game": "squirrel-war",
        "values": "1 2\n3 4",
        "board": "..\n..",
        "turn": "X",
        "ask": "best-move",
        "method": "minimax",
        "depth": 2,
    },
    {"game": "ugly-duck", "board": "D.D\n...\nd.d", "ask": "winner", "no_moves": "pass"},
]
ASKS = {
    "river-toad": ["survive", "max-hp", "min-moves", "max-flies", "min-start-hp", "longest"],
    "frog-puzzle": ["reach", "min-moves"],
    "toads-and-frogs": ["winner", "remoteness", "value", "at-least=1", "book", "longest"],
    "squirrel-war": ["best-move", "beat", "shared", "winner", "margin"],
    "ugly-duck": ["winner", "remoteness", "best-moves", "book", "shortest"],
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
