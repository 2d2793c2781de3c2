"""Toads and Frogs once more, for the tests: naive, and sharing nothing with the project."""

from functools import cache
from itertools import product

OTHER = {"toads": "frogs", "frogs": "toads"}


def rows_of(*lengths):
    """Return every row of these lengths."""
    return ["".join(letters) for n in lengths for letters in product("TF_", repeat=n)]


def mirrored(row):
    return row[::-1].translate(str.maketrans("TF", "FT"))


@cache
def after(rows, side):
    """Return what a side can make of a row, or of a tuple of rows, from left to right."""
    if isinstance(rows, tuple):
        return [
            (*rows[:k], each, *rows[k + 1 :])
            for k, row in enumerate(rows)
            for each in after(row, side)
        ]
    if side == "frogs":  # frogs are toads in a mirror
        return [mirrored(each) for each in reversed(after(mirrored(rows), "toads"))]
    return [
        rows[:i] + new + rows[i + len(old) :]
        for i in range(len(rows))
        for old, new in (("T_", "_T"), ("TF_", "_FT"))
        if rows.startswith(old, i)
    ]


@cache
def remoteness(rows, side):
    """Return the remoteness, by its definition: it is even where the side to move loses."""
    plies = [remoteness(each, OTHER[side]) for each in after(rows, side)]
    lost = [each for each in plies if each % 2 == 0]
    return 1 + (min(lost) if lost else max(plies, default=-1))


def winner(rows, side):
    return side if remoteness(rows, side) % 2 else OTHER[side]


@cache
def lengths_of_games(rows, side):
    """Return the lengths that a game can have, by breadth-first search."""
    lengths, plies, layer = set(), 0, {rows}
    while layer:
        if any(not after(each, side) for each in layer):
            lengths.add(plies)
        layer = {following for each in layer for following in after(each, side)}
        plies, side = plies + 1, OTHER[side]
    return lengths


# Values, as nested pairs of what toads and frogs can make of them

ZERO = ((), ())
STAR = ((ZERO,), (ZERO,))
ONE = ((ZERO,), ())
TWO = ((ONE,), ())
UP = ((ZERO,), (STAR,))
MINUS_ONE = ((), (ZERO,))
VALUES = {
    "0": ZERO,
    "1": ONE,
    "2": TWO,
    "-1": MINUS_ONE,
    "1/2": ((ZERO,), (ONE,)),
    "*": STAR,
    "*2": ((ZERO, STAR), (ZERO, STAR)),
    "1*": ((ONE,), (ONE,)),
    "^": UP,
    "v": ((STAR,), (ZERO,)),
    "^*": ((ZERO, STAR), (ZERO,)),
    "^2": ((ZERO,), (((ZERO, STAR), (ZERO,)),)),
    "^2*": ((ZERO,), (UP,)),
    "+-1": ((ONE,), (MINUS_ONE,)),
    "{2|1}": ((TWO,), (ONE,)),
    "{1|0}": ((ONE,), (ZERO,)),
    "+_1": ((ZERO,), (((ZERO,), (MINUS_ONE,)),)),
}


@cache
def negative(game):
    left, right = game
    return tuple(map(negative, right)), tuple(map(negative, left))


@cache
def moves_in(rows, game, side):
    """Return what a side can make of rows and a game beside them."""
    moves = [(each, game) for each in after(rows, side)]
    return moves + [(rows, each) for each in game[0 if side == "toads" else 1]]


@cache
def mover_wins(rows, game, side):
    """Say whether the side to move wins rows with a game beside them, by trying every move."""
    return any(not mover_wins(*each, OTHER[side]) for each in moves_in(rows, game, side))
