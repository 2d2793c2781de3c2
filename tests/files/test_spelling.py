"""Plans as people write them: every form is read as the same moves, and nothing is guessed."""

import random
from pathlib import Path

import pytest

import toadstone
from toadstone.core.errors import InputError
from toadstone.engines.instance import make_instance
from toadstone.files.source import decode
from toadstone.games.toads_and_frogs.scenario import ToadsAndFrogsScenario
from toadstone.games.toads_and_frogs.spelling import spelling
from toadstone.loading import named_source, read_scenario

MARK = "»"
"""Stands before the place that an error has to name; it is not in the file."""

DUCKS = """\
game: ugly-duck
board: |
  d.d
  .D.
  ...
ask: winner
"""


def instance(name):
    return make_instance(*read_scenario(named_source(name)))


RIVER = instance("first-crossing")
FROGS = instance("first-across")
TOADS = instance("two-against-two")
SUM = instance("a-sum-of-two-rows")
SQUIRRELS = instance("last-raid")
GREEN = make_instance(*read_scenario(decode("<text>", DUCKS.encode(), Path())))


def read(asked, text):
    data = text if isinstance(text, bytes) else text.encode()
    return asked.read_plan(decode("plan.txt", data, Path()))


def moves(asked, text):
    return [str(move) for move in read(asked, text).moves]


def refused(asked, marked):
    """Return the message about a text; the error has to be at the mark."""
    before, found, after = marked.partition(MARK)
    assert found
    with pytest.raises(InputError) as caught:
        read(asked, before + after)
    place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    assert (caught.value.line, caught.value.column) == place
    return caught.value.message


WALK = ["left-1", "stay", "right-2"]


@pytest.mark.parametrize(
    "text",
    [
        "left-1\nstay\nright-2\n",
        "left-1 stay right-2",
        "left-1, stay, right-2",
        "left-1; stay; right-2",
        "left-1 | stay | right-2",
        "left-1,\nstay,\nright-2\n",
        "left-1 stay\nright-2",
        "LEFT-1\nStay\nRight-2\n",
        "l\ns\nr2\n",
        "l s r2",
        "L1 S R2",
        "left\nwait\nright 2\n",
        "left 1 stay right 2",
        "left(1), stay, right_2",
        "<-\n0\n->2\n",
        "< s >2",
        "← stay →2",
        "-1\n0\n+2\n",
        "\u22121, 0, +2",
        "left\u20131 stay right\u20132",
        "1. left-1\n2. stay\n3. right-2\n",
        "1.left-1\n2.stay\n3.right-2\n",
        "1) left 1\n2) stay\n3) right 2\n",
        "(1) left\n(2) stay\n(3) right 2\n",
        "1: left\n2: stay\n3: right 2\n",
        "1 left\n2 stay\n3 right-2\n",
        "0. left\n1. stay\n2. right-2\n",
        "1. left 2. stay 3. right 2",
        "Turn 1: left\nTurn 2: stay\nTurn 3: right 2\n",
        "move 1 - left\nmove 2 - stay\nmove 3 - r2\n",
        "* left\n* stay\n* right-2\n",
        "- left\n- stay\n- right-2\n",
        "- <-\n- s\n- ->2\n",
        "[l, s, r2]",
        "[-1, 0, +2]",
        '["left 1", "stay", ["right", 2]]',
        "plan: [l, s, r2]\n",
        "Plan: l, s, r2\n",
        "moves:\n  - l\n  - s\n  - r2\n",
        '"left-1",\n"stay",\n"right-2"\n',
        "`left-1` `stay` `right-2`",
        "# my plan\nl # one\ns\n\nr2\n",
        "l\r\ns\r\nr2\r\n",
        "l\rs\rr2\r",
        "\ufeffl\r\ns\r\nr2\r\n",
        "l\u00a0s\u00a0r2",
        "l\ns\nr2\n".encode("utf-16"),
        "\ufeffl\r\ns\r\nr2\r\n".encode("utf-16-le"),
        "\ufeff1. l\n2. s\n3. r2".encode("utf-16-be"),
    ],
)
def test_river_actions_are_read_however_people_write_them(text):
    assert moves(RIVER, text) == WALK


@pytest.mark.parametrize(
    "text",
    [
        "3-4\n5-3",
        "3-4 5-3",
        "3 4\n5 3\n",
        "3 4 5 3",
        "3,4\n5,3\n",
        "(3,4), (5,3)",
        "3->4, 5->3",
        "3 -> 4\n5 -> 3",
        "3→4 5→3",
        "3 to 4\n5 to 3\n",
        "3 - 4, 5 - 3",
        "3\u20134\n5\u20133",
        "1. 3-4\n2. 5-3",
        "1.3-4\n2.5-3",
        "1 3-4\n2 5-3",
        "1 3 4\n2 5 3",
        "[[3, 4], [5, 3]]",
        "[3-4, 5-3]",
        '["3 4", "5>3"]',
    ],
)
def test_hops_are_read_however_people_write_them(text):
    assert moves(FROGS, text) == ["3-4", "5-3"]


@pytest.mark.parametrize("text", ["2-3\n4-2", "2 3, 4 2", "2->3 4->2", "1: 2-3\n2: 4-2"])
def test_moves_in_one_row_are_read_however_people_write_them(text):
    assert moves(TOADS, text) == ["2-3", "4-2"]


@pytest.mark.parametrize("text", ["1:2-3", "1:2->3", "row 1: 2-3", "2-3", "2 3"])
def test_in_a_sum_a_move_without_its_row_is_the_one_that_is_legal(text):
    assert moves(SUM, text) == ["1:2-3"]


@pytest.mark.parametrize(
    ("text", "read"), [("4-3", ["2:4-3"]), ("3-4", ["2:3-4"]), ("3-1", ["1:3-1", "2:3-1"])]
)
def test_in_a_sum_a_move_without_its_row_may_be_in_every_row_that_has_its_cells(text, read):
    content = {"game": "toads-and-frogs", "start": ("T_F", "TT_TF"), "ask": ("winner",)}
    spell = spelling(ToadsAndFrogsScenario.model_validate(content))
    assert [str(move) for move in spell(text)] == read


@pytest.mark.parametrize("text", ["C2 B3", "c2, b3", "(C, 2) (B, 3)", "C-2\nB-3", "1. C 2\n2. B 3"])
def test_cells_are_read_however_people_write_them(text):
    assert moves(SQUIRRELS, text) == ["C2", "B3"]


@pytest.mark.parametrize(
    "text",
    ["a1xb2", "a1 b2", "a1-b2", "A1B2", "a1->b2", "a1 x b2", "a1\u00d7b2", "(a1, b2)", "a1 to b2"],
)
def test_whether_a_duck_captures_is_seen_from_the_board(text):
    assert moves(GREEN, text) == ["a1xb2"]


def test_a_duck_that_finds_an_empty_cell_does_not_capture():
    assert moves(GREEN, "a1 b1") == ["a1-b1"]


@pytest.mark.parametrize(
    ("asked", "marked", "said"),
    [
        (RIVER, "stay\n»ll\n", "one action or several"),
        (RIVER, "stay\n»lsr\n", "one action or several"),
        (RIVER, "»l -1", "`left-1` or several moves"),
        (RIVER, "»2 left", "expected `stay`, `left-N` or `right-N`"),
        (RIVER, "stay, »1", "expected `stay`, `left-N` or `right-N`"),
        (RIVER, "1. l\n»3. r\n", "expected the number 2, found `3`"),
        (RIVER, "»5. l\n6. r\n", "expected the number 1"),
        (RIVER, "l, »jump, r", "found `jump`"),
        (RIVER, '"l", »"jump"', "found `jump`"),
        (RIVER, "  l\n\t»hop\n", "found `hop`"),
        (RIVER, "[l, »[l, [r]]]", "a list"),
        (RIVER, "- l\n- »left: 1\n", "a mapping"),
        (RIVER, '{"plan": ["l"]}\n»{"plan": 7}', "a list of moves"),
        (RIVER, '{"plan": ["l"]}\n»{oops}', "not JSON"),
        (FROGS, "3-4 »5", "FROM-TO"),
        (FROGS, "1 2 »3\n", "FROM-TO"),
        (SUM, "»1: 2-3", "`1:2-3` or a numbered move"),
        (SQUIRRELS, "»2C", "column letter"),
    ],
)
def test_what_may_be_two_things_or_none_is_refused_at_its_place(asked, marked, said):
    assert said in refused(asked, marked)


def test_in_a_sum_a_move_that_is_legal_in_two_rows_is_refused():
    text = "game: toads-and-frogs\nstart: [T_F, T_F]\nask: winner\n"
    asked = make_instance(*read_scenario(decode("<text>", text.encode(), Path())))
    assert "may be `1:1-2` or `2:1-2`" in refused(asked, "»1-2")
    # 1:1-2 leaves one toad that can go, but only after the frog's move
    assert moves(asked, "1:1-2 2:3-2 1:2-3")[0] == "1:1-2"


def test_a_file_says_how_it_was_understood_and_when_that_is_plain():
    plain = read(RIVER, "stay\nleft-1\n")
    assert (plain.is_plain, plain.understood) == (True, "a move a line.")
    said = read(RIVER, "1. l\n2. S\n3. r2\n".encode("utf-16"))
    assert not said.is_plain
    assert said.understood == (
        "numbered, a move a line, in UTF-16; `l` as left-1; `S` as stay; `r2` as right-2."
    )
    assert read(RIVER, "stay stay\nstay").understood == "3 moves on 2 lines."


def test_two_lines_that_win_by_themselves_are_two_plans_and_otherwise_one():
    plan = toadstone.solve("first-crossing").plan
    whole, half = " ".join(plan), len(plan) // 2
    twice = read(RIVER, f"{whole}\n{whole}\n")
    assert [list(map(str, each)) for each in twice.plans] == [plan, plan]
    assert twice.form == "2 plans, one a line"
    wrapped = read(RIVER, f"{' '.join(plan[:half])}\n{' '.join(plan[half:])}\n")
    assert [list(map(str, each)) for each in wrapped.plans] == [plan]


def test_one_move_a_line_is_one_plan_but_where_each_wins_alone():
    text = "game: river-toad\nboard: {rows: 2}\ntoad: {hp: 5}\nrolls: [0]\nask: survive\n"
    asked = make_instance(*read_scenario(decode("<text>", text.encode(), Path())))
    assert len(read(asked, "stay\nleft-1\n").plans) == 2
    assert len(read(RIVER, "stay\nleft-1\n").plans) == 1


@pytest.mark.parametrize("asked", [RIVER, FROGS, TOADS, SUM, SQUIRRELS, GREEN])
def test_whatever_a_file_holds_it_is_a_plan_or_an_error_with_a_place(asked):
    dice = random.Random(14)
    pieces = [
        *"lrs-<>123,;:.()[]{}#\"'`*|\n\n\n \t\\",
        "left",
        "1.",
        "a1",
        "C2",
        "x",
        "plan:",
        "{}",
    ]
    for _ in range(400):
        text = "".join(dice.choices(pieces, k=dice.randrange(1, 20)))
        assert readable_or_placed(asked, text)


def readable_or_placed(asked, text):
    """Return whether a text is a plan, or refused with a message and a place."""
    try:
        return bool(read(asked, text).plans)
    except InputError as error:
        return bool(error.message and error.line)


def test_a_long_plan_is_read():
    assert len(read(RIVER, "s\n" * 20_000).moves) == 20_000
