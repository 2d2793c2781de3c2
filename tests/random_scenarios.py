"""Random scenarios and positions of every game, small enough for brute force: one place for all."""

import random
from itertools import product

from hypothesis import assume
from hypothesis import strategies as st

import toadstone
from frogs import rows_in_layers
from toad import river_toad

ACTIONS = ["stay", "left-1", "left-2", "right-1", "right-2"]
COSTS = {"left-2": 3, "left-1": 1, "stay": 0, "right-1": 1, "right-2": 3}

ASKS = [
    ("survive",),
    ("max-hp",),
    ("min-moves",),
    ("max-flies",),
    ("longest",),
    ("min-start-hp",),
    ("min-moves", "max-hp"),
    ("max-hp", "min-moves"),
    ("max-hp", "longest"),
    ("longest", "max-flies", "min-moves"),
    ("longest", "survive"),
    ("min-start-hp", "max-hp"),
    ("survive", "longest", "max-hp"),
    ("max-flies", "min-moves", "max-hp"),
]
"""Lists of questions of River Toad: each alone, and some of those that matter to each other."""


# River Toad


def crossing(seed, *, turns=(1, 5), widths=(2, 3, 3, 4), actions=None, **fixed):
    """Return a short crossing on which a few HP, moves and flies more or less count.

    Args:
        seed: any number or text.
        turns: the fewest and the most turns.
        widths: the widths that the board may have.
        actions: the moves and their costs.
        fixed: what `river_toad` takes, where it is not to be random.
    """
    rng = random.Random(seed)
    length, width = rng.randint(*turns), rng.choice(widths)
    fly = 2**width
    snakes = [rng.randrange(fly) & rng.randrange(fly) for _ in range(length)]
    drawn = {
        "rows": rng.choice([2, 2, 2, 3]),
        "hp": rng.randint(1, 6),
        "start": rng.randint(1, width),
        "flies": {"gain": rng.choice([0, 1, 3, 5])},
        "actions": actions or {action: rng.randint(0, 3) for action in ACTIONS},
        "overdraft": rng.choice(["forbidden", "clamped"]),
    }
    drawn["require"] = requirements(rng, length, width, [*drawn["actions"]])
    rolls = [rng.choice([0, mask, mask, fly, fly + 1]) for mask in snakes]
    return river_toad(rolls, width=width, **drawn | fixed)


def requirements(rng, turns, width, actions=ACTIONS):
    """Return no requirement, one or two."""
    cells = range(1, width + 1)
    turn, once, always = (rng.randint(1, turns), *rng.choices(cells, k=2))
    choices = {
        "max_moves": rng.randint(0, turns),
        "min_final_hp": rng.randint(0, 8),
        "min_flies": rng.randint(0, 2),
        "forbid": tuple(rng.sample(actions, rng.randint(1, 2))),
        "visit": ({"turn": turn, "cells": tuple(rng.choices(cells, k=2))},),
        "avoid": tuple(rng.sample([{"turn": turn, "cells": (once,)}, {"cells": (always,)}], 2)),
    }
    return {
        name: choices[name] for name in rng.sample(sorted(choices), rng.choice([0, 0, 1, 1, 2]))
    }


def short_scenario(seed, overdraft):
    """Return a crossing of a river of five cells in up to 6 turns."""
    return crossing(seed, turns=(1, 6), widths=[5], overdraft=overdraft)


@st.composite
def long_scenarios(draw):
    """Return a crossing of many turns, with the usual costs of moves."""
    more = {"rows": draw(st.integers(2, 5)), "hp": draw(st.integers(1, 12)), "actions": COSTS}
    return crossing(draw(st.integers()), turns=(7, 60), widths=[5, 5, 3, 4, 7], **more)


def unusual_scenario(seed, longest=12):
    """Return a scenario of some turns with any width and any actions."""
    rng = random.Random(f"unusual {seed}")
    names = ["stay", *(f"{side}-{n}" for side in ("left", "right") for n in (1, 2, 3))]
    actions = {name: rng.choice([0, 0, 1, 2, 3]) for name in rng.sample(names, rng.randint(2, 7))}
    more = {"turns": (1, longest), "rows": rng.randint(2, 4), "overdraft": "forbidden"}
    return crossing(seed, widths=range(1, 10), actions=actions, **more)


# Frog puzzle


def some_goal(rng: random.Random, start: str) -> str:
    """Return a goal of any sort: a row that can be reached, or not, with or without `?`."""
    goal = rng.choice(sorted(set().union(*rows_in_layers(start))))
    if rng.random() < 0.3:
        goal = "".join(rng.sample(goal, len(goal)))
    hidden = rng.choice([0, 0.2, 0.5, 0.8])
    goal = "".join("?" if rng.random() < hidden else letter for letter in goal)
    if rng.random() < 0.2:
        cell = rng.randrange(len(goal))
        goal = goal[:cell] + rng.choice("LR_") + goal[cell + 1 :]
    return goal


def every_row(cells: int) -> list[str]:
    """Return every row of so many cells."""
    return ["".join(letters) for letters in product("LR_", repeat=cells)]


# Squirrel War


def random_position(seed, *, most_side=4, most_empty=6, values=(1, 99)):
    """Return the text of values and board of a random position, and who is to move."""
    rnd = random.Random(seed)
    height, width = rnd.randint(1, most_side), rnd.randint(1, most_side)
    cells = list(product(range(height), range(width)))
    empty = set(rnd.sample(cells, min(len(cells), rnd.randint(0, most_empty))))
    rows = [
        "".join("." if (r, c) in empty else rnd.choice("XO") for c in range(width))
        for r in range(height)
    ]
    numbers = [" ".join(str(rnd.randint(*values)) for _ in range(width)) for _ in range(height)]
    return "\n".join(numbers), "\n".join(rows), rnd.choice("XO")


def scattered(seed, empty):
    """Return a position of five by five with so many empty cells."""
    rnd = random.Random(seed)
    cells = set(rnd.sample(range(25), empty))
    pieces = "".join("." if at in cells else rnd.choice("XO") for at in range(25))
    values = [rnd.randint(1, 99) for _ in range(25)]
    rows = range(0, 25, 5)
    lines = "\n".join(" ".join(map(str, values[at : at + 5])) for at in rows)
    return lines, "\n".join(pieces[at : at + 5] for at in rows)


# Ugly Duck


@st.composite
def boards(draw, rows=3, columns=3):
    cells = [draw(st.sampled_from("..dsDS")) for _ in range(rows * columns)]
    return _with_both_sides(["".join(cells[row * columns :][:columns]) for row in range(rows)])


@st.composite
def sparse_boards(draw, rows, columns, most):
    """Return boards with few pieces, so that the naive search ends."""
    inner = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    cells = draw(st.dictionaries(inner, st.sampled_from("dsDS"), min_size=2, max_size=most))
    return _with_both_sides(
        ["".join(cells.get((row, column), ".") for column in range(columns)) for row in range(rows)]
    )


def _with_both_sides(board):
    """Return a board as text, without pieces that would have come home; both sides are there."""
    board[0] = board[0].replace("s", ".").replace("D", ".")
    board[-1] = board[-1].replace("d", ".").replace("S", ".")
    text = "/".join(board)
    assume(set("ds") & set(text) and set("DS") & set(text))
    return text


# Any game


def small_scenario(name, seed):
    """Return a scenario of a game, so small that every line of play can be looked at."""
    rng = random.Random(f"{name} {seed}")
    return toadstone.load({"game": name, **_SMALL[name](rng)})


def _small_crossing(rng):
    return crossing(rng.random(), turns=(2, 4), widths=(2, 3)).model_dump(exclude_defaults=True)


def _small_puzzle(rng):
    row = "".join(rng.sample("LLRR__", rng.randint(3, 6)))
    return {"start": row, "goal": some_goal(rng, row)}


def _small_rows(rng):
    rows = ["".join(rng.choices("TF_", k=rng.randint(2, 4))) for _ in range(rng.randint(1, 2))]
    return {"start": rows, "turn": rng.choice(["toads", "frogs"])}


def _small_war(rng):
    numbers, rows, turn = random_position(rng.random(), most_side=3, most_empty=5, values=(1, 3))
    return {"values": numbers, "board": rows, "turn": turn, "ask": "margin"}


def _small_ducks(rng):
    rows = [rng.choices(f".....{pieces}", k=3) for pieces in ("dS", "dsDS", "sD")]
    rows[1][0], rows[1][2] = "d", "D"
    no_moves = rng.choice(["loses", "pass"])
    return {"board": "\n".join(map("".join, rows)), "no_moves": no_moves}


_SMALL = {
    "river-toad": _small_crossing,
    "frog-puzzle": _small_puzzle,
    "toads-and-frogs": _small_rows,
    "squirrel-war": _small_war,
    "ugly-duck": _small_ducks,
}
