"""Values of games: the theory's own laws, known tables, and play by plain search.

`first_wins` knows the rules of a sum of games and nothing else. What it says of the difference of
two games settles whether they are equal or which is greater, whatever the package says.
"""

import copy
import pickle
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import combinations, product

import pytest
from hypothesis import strategies as st

from exhaustive import in_groups, tried
from places import ROOT
from toads import after, mirrored
from toadstone.combinatorial import (
    CanonicalForm,
    number,
    parse,
    value_of,
)
from toadstone.core.errors import InputError, RequestError


@dataclass(frozen=True)
class Negative:
    """A game with the sides exchanged."""

    game: object


@dataclass(frozen=True)
class Sum:
    """Two games, in one of which one moves."""

    first: object
    second: object


def moves(game, side):
    """Return what a side can move to; side 0 is Left.

    A game is a tree, which is a pair of what Left and what Right can move to; or a row of Toads
    and Frogs; or a value; or the negative or the sum of these.
    """
    if isinstance(game, Negative):
        return [Negative(option) for option in moves(game.game, 1 - side)]
    if isinstance(game, Sum):
        in_first = [Sum(option, game.second) for option in moves(game.first, side)]
        return in_first + [Sum(game.first, option) for option in moves(game.second, side)]
    if isinstance(game, str):
        return after(game, ("toads", "frogs")[side])
    return (game.left, game.right)[side] if isinstance(game, CanonicalForm) else game[side]


@cache
def first_wins(side, *games):
    """Say whether the side to move wins the sum of games."""
    return any(
        not first_wins(1 - side, *games[:i], option, *games[i + 1 :])
        for i, game in enumerate(games)
        for option in moves(game, side)
    )


def played_at_most(game, other):
    return not first_wins(1, other, Negative(game))


@cache
def value(game):
    return value_of(*(map(value, moves(game, side)) for side in (0, 1)))


def sides_of(tree):
    options = st.lists(tree, max_size=3).map(tuple)
    return st.tuples(options, options)


PAGE = ROOT / "docs" / "values.md"

trees = st.recursive(st.just(((), ())), sides_of, max_leaves=9)
values = trees.map(value)
laws = partial(tried, few=20, many=150)

# What a value says about play


@laws(trees)
def test_the_value_of_a_game_can_stand_for_it(tree):
    assert played_at_most(tree, value(tree))
    assert played_at_most(value(tree), tree)


@laws(trees, trees)
def test_a_value_is_at_most_another_just_when_left_moving_second_wins_the_difference(tree, other):
    """Two values are one object just when each is at most the other."""
    at_most, at_least = played_at_most(tree, other), played_at_most(other, tree)
    assert (value(tree) <= value(other), value(tree) >= value(other)) == (at_most, at_least)
    assert (value(tree) is value(other)) == (value(tree) == value(other)) == (at_most and at_least)


@laws(trees)
def test_a_value_is_at_most_or_at_least_0_just_when_right_or_left_moving_second_wins(tree):
    zero = number(0)
    assert (value(tree) <= zero) == (not first_wins(0, tree))
    assert (value(tree) >= zero) == (not first_wins(1, tree))


def confused(one, other):
    return not one <= other and not other <= one


@laws(values)
def test_no_option_of_a_value_is_dominated_or_reversible(game):
    pairs = [*combinations(game.left, 2), *combinations(game.right, 2)]
    assert all(confused(a, b) for a, b in pairs)
    assert not any(answer <= game for option in game.left for answer in option.right)
    assert not any(answer >= game for option in game.right for answer in option.left)


# The laws of the group and its order


@laws(trees, trees)
def test_a_sum_of_values_is_the_value_of_the_sum(tree, other):
    assert value(tree) + value(other) is value(Sum(tree, other))


@laws(values, values, values)
def test_sums_do_not_depend_on_order_or_grouping(a, b, c):
    assert a + b is b + a
    assert (a + b) + c is a + (b + c)
    assert a + number(0) is a


@laws(trees)
def test_a_game_and_its_negative_cancel(tree):
    assert -value(tree) is value(Negative(tree))
    assert value(tree) + -value(tree) is number(0)


@laws(values, values, values)
def test_the_order_is_a_partial_order_that_sums_keep_and_negation_reverses(a, b, c):
    assert (a <= b <= a) == (a is b)
    assert not a <= b <= c or a <= c
    assert (a <= b) == (-b <= -a) == (a + c <= b + c)
    assert [a < b, a == b, a > b, confused(a, b)].count(True) == 1


# Names


@pytest.mark.parametrize(
    ("left", "right", "name"),
    [
        (["0"], [], "1"),
        ([], ["-1"], "-2"),
        (["-1"], ["-1/2"], "-3/4"),
        (["0", "*"], ["*", "0"], "*2"),
        (["0"], ["0", "*"], "v*"),
        (["0"], ["^"], "^2*"),
        (["0"], ["*3"], "^*2"),
        (["-1"], ["-1*"], "-1^"),
        (["1/2"], ["-1/2"], "+-1/2"),
        (["{3|0}", "1"], ["-1", "{0|-3}"], "+-{1,{3|0}}"),
        (["1/2"], ["0"], "{1/2|0}"),
        (["1"], ["*", "0"], "{1|0,*}"),
        (["2"], ["{1|0}"], "{2|{1|0}}"),
        (["0"], ["v*"], "{0|v*}"),
        (["^*"], ["0"], "{^*|0}"),
    ],
)
def test_a_value_has_the_usual_name(left, right, name):
    made = value_of(map(parse, left), map(parse, right))
    assert str(made) == name
    assert parse(name) is made
    assert repr(made) == f"parse({name!r})"


@laws(values)
def test_a_name_reads_back_as_the_value_and_copies_are_that_value(game):
    assert parse(str(game)) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game


@pytest.mark.few(3)
@in_groups(
    "ups, nimber, size",
    product(range(-4, 5), range(5), [Fraction(0), Fraction(3), Fraction(-3, 8)]),
)
def test_a_name_is_the_sum_of_its_number_arrows_and_star(ups, nimber, size):
    arrows = "" if ups == 0 else ("^" if ups > 0 else "v") + str(abs(ups))
    star = f"*{nimber}" if nimber else ""
    parts = [parse("^" if ups > 0 else "v")] * abs(ups) + [parse(star or "0"), number(size)]
    total = reduce(lambda a, b: a + b, parts)
    assert parse(f"{size}{arrows}{star}") is total
    assert str(total) == (f"{size or ''}{arrows}{star}" or "0").replace("^1", "^").replace(
        "v1", "v"
    ).replace("*1", "*")


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        (" { 2 | { 1 | 0 } } ", "{2|{1|0}}"),
        ("{2||1|0}", "{2|{1|0}}"),
        ("{3|2||1|||0}", "{{{3|2}|1}|0}"),
        ("{|1||2}", "{{|1}|2}"),
        ("{0,1,*|2}", "{1|2}"),
        ("±1", "+-1"),
        ("+-{1,{3|0}}", "{1,{3|0}|-1,{0|-3}}"),
        ("*1", "*"),
        ("*0", "0"),
        ("^1*", "^*"),
        ("2/4", "1/2"),
    ],
)
def test_a_value_may_be_written_in_other_ways(loose, strict):
    assert parse(loose) is parse(strict)


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("", 1),
        ("x", 1),
        ("1 2", 3),
        ("1/0", 2),
        ("--1", 1),
        ("{1", 3),
        ("{1|2", 5),
        ("{1}", 3),
        ("{1,|2}", 4),
        ("{,1|2}", 2),
        ("{1|2,}", 6),
        ("{1|2|3}", 7),
        ("1|2", 2),
        ("+-", 3),
        ("1+-", 2),
        ("+-{}", 4),
        ("{+-|1}", 4),
        ("+_", 1),
    ],
)
def test_what_is_no_name_is_refused_with_its_place(name, column):
    with pytest.raises(InputError, match=f"^column {column}, “"):
        parse(name)


def test_a_third_is_no_value():
    with pytest.raises(InputError, match=r"^column 2, “1/3.*power of two"):
        parse("{1/3|1}")
    with pytest.raises(RequestError, match="power of two, but 1/3"):
        number(Fraction(1, 3))


def rows_of_the_page(heading):
    """Return the cells of the table below a heading of docs/values.md, without its head."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    cells = [line.strip("|").replace("\\|", "BAR").split("|") for line in lines]
    return [[cell.strip(" `").replace("BAR", "|") for cell in row] for row in cells]


def test_the_page_lists_names_with_their_canonical_forms():
    for name, form, _ in rows_of_the_page("The notation"):
        game = parse(name)
        sides = (",".join(map(str, side)) for side in (game.left, game.right))
        assert "{" + "|".join(sides) + "}" == form
        assert parse(form) is game
        assert str(game) == name


def test_the_page_lists_stops():
    for name, *figures in rows_of_the_page("Stops"):
        assert [str(parse(name).stops.left), str(parse(name).stops.right)] == figures


def test_the_code_on_the_page_prints_what_it_says(capsys):
    code = PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    exec(code, {})
    promised = [line.split("# ")[1] for line in code.splitlines() if "# " in line]
    assert promised
    assert capsys.readouterr().out.splitlines() == promised


# Known tables


@pytest.mark.exhaustive
def test_the_numbers_of_values_born_by_each_day():
    """By day 3 1474: D. Hickerson's count, in Siegel, chapter III.1."""
    born = []
    counts = []
    for _ in range(4):
        sides = antichains(born)
        born = list({value_of(left, right) for left in sides for right in sides})
        counts.append(len(born))
    assert counts == [1, 4, 22, 1474]
    assert max(game.birthday for game in born) == 3


def antichains(games):
    """Return all sets of games in which none is at most another; the rest would be dominated."""
    found = [()]
    for game in games:
        found += [(*chain, game) for chain in found if all(confused(game, o) for o in chain)]
    return found


def rows():
    """Return rows of toads and frogs with their values as they are known.

    J. Erickson, "New Toads and Frogs Results", Games of No Chance, MSRI Publications 29 (1996),
    299-310, has the row of one frog and conjectured the others with a letter; most of these are
    proven in T. Thanatipanonda, "Further Hopping with Toads and Frogs" (2011). The first are in
    "Winning Ways", chapters 1 and 5, or follow from the simplest moves.
    """
    yield from [("T_F", "*"), ("T_TF", "1/2"), ("TT_F", "{1/2|0}"), ("T_TFF", "^")]
    yield from [("TF_TF", "0"), ("TFT_F", "*"), ("TT_FF", "*"), ("T__", "2"), ("_FF", "-2")]
    yield from [("TF" * n + "_", "0") for n in range(1, 4)]
    yield from [("T_" + "TF" * n, f"1/{2**n}") for n in range(1, 5)]
    for a in range(1, 6):
        yield "T" * a + "_F", f"{{{{{a - 2}|1}}|0}}"
        yield "T" * a + "__F", f"{a - 1}"
        yield "T" * a + "___F", f"{2 * (a - 1)}*"
        yield "T" * a + "____F", f"{3 * (a - 1)}"
    for a in range(3, 6):  # E1
        for b in range(2, a):
            yield "T" * a + "__" + "F" * b, f"{{{{{a - 3}|{a - b}}}|{{*|{3 - b}}}}}"
    yield from [("T" * a + "___FF", f"{a - 2}*") for a in range(2, 6)]  # E2
    yield from [("T" * a + "___FFF", f"{2 * a - 7}/2") for a in range(5, 7)]  # E3
    # from the tests of CGSuite 2 (A. Siegel), where `{^*|0}` has a name of its own
    found = "{5/2||2|{0||||{0||{^*|0}|-1},{0||||0||-_1/32|-2|||-1/2*}|||{^*|0}|-1/2||-1*}|||0}"
    yield ("TTTTT__FFFFF", f"+-{{{{2|*}},{found}}}")


@in_groups("row, name", sorted(rows(), key=lambda known: len(known[0])), size=32, few=32)
def test_a_row_of_toads_and_frogs_has_its_known_value(row, name):
    assert value(row) is parse(name)
    assert value(mirrored(row)) is -parse(name)
    if len(row) <= 9:
        assert played_at_most(row, parse(name))
        assert played_at_most(parse(name), row)


# Stops


@laws(values)
def test_stops_are_where_perfect_play_reaches_a_number(game):
    @cache
    def stop(form, side):
        if form.number is not None:
            return form.number
        return (max, min)[side](stop(option, 1 - side) for option in (form.left, form.right)[side])

    assert (game.stops.left, game.stops.right) == (stop(game, 0), stop(game, 1))


# Depth, limits and keeping


@pytest.mark.exhaustive
def test_games_may_be_deeper_than_the_limit_on_recursion():
    deep = sys.getrecursionlimit() + 200
    tall, taller = parse(f"^{deep}"), parse(f"^{deep + 1}")
    assert tall < taller
    assert str(-taller) == f"v{deep + 1}"
    assert str(tall + number(1)) == f"1^{deep}"


def test_the_limit_is_looked_at_within_long_comparisons():
    looks = []
    value_of([parse("^500"), parse("^501*")], [number(0)], lambda: looks.append(1))
    assert len(looks) > 10
