"""Plans as people, programs and Toadstone write them: read as the same moves, or refused.

In the texts below `»` stands before the place that an error has to name; it is not in the file.
"""

import json
import random
from pathlib import Path

import pytest

import toadstone
from command_line import run
from exhaustive import in_groups
from toadstone.core.errors import InputError
from toadstone.engines.instance import make_instance
from toadstone.files.plan_file import read_plan
from toadstone.files.plan_words import UnclearError
from toadstone.files.source import decode, decode_loosely
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.loading import read_scenario

MARK = "»"

DUCKS = """\
game: ugly-duck
board: |
  d.d
  .D.
  ...
ask: winner
"""


def instance(name):
    return make_instance(read_scenario(name))


def instance_of(text):
    return make_instance(read_scenario(decode("<text>", text.encode(), Path())))


RIVER = instance("first-crossing")
FROGS = instance("first-across")
PAIRS = instance_of("game: frog-puzzle\nstart: LL_RR\ngoal: RR_LL\nask: min-moves\n")
TOADS = instance("two-against-two")
SUM = instance("a-sum-of-two-rows")
SQUIRRELS = instance("last-raid")
GREEN = instance_of(DUCKS)
JUMP = instance("jump-of-two")
ZIGZAG = instance_of(
    "game: river-toad\nboard: {rows: 2}\ntoad: {hp: 6}\nrolls: [23, 29, 0]\nask: max-hp\n"
)
ARROWS = instance_of(
    "game: river-toad\nboard: {rows: 2}\ntoad: {hp: 6}\nrolls: [0, 0, 0, 0]\nask: survive\n"
)
CROSSED = "s, s, s, s, l2, s, r2, r2"


def read(asked, text):
    data = text if isinstance(text, bytes) else text.encode()
    return asked.read_plan(decode_loosely("plan.txt", data, Path()))


def moves(asked, text):
    return [str(move) for move in read(asked, text).moves]


def refused(marked, reader):
    """Return the error about a text; it has to be at the mark."""
    before, found, after = marked.partition(MARK)
    assert found
    with pytest.raises(InputError) as caught:
        reader(before + after)
    place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    assert (caught.value.line, caught.value.column) == place
    return caught.value


# --- as people write them -----------------------------------------------------------------------

WALKS = [
    "left-1\nstay\nright-2\n",
    "left-1 stay right-2",
    "left-1; stay; right-2",
    "left-1 | stay | right-2",
    "left-1 stay\nright-2",
    "l\ns\nr2\n",
    "L1 S R2",
    "left\nwait\nright 2\n",
    "left 1 stay right 2",
    "left(1), stay, right_2",
    "1) jump left\n2) stay\n3) jump right 2\n",
    "left then stay, then right-2",
    "left -> stay → right 2",
    "-1 -> 0 → +2",
    "> left\n> stay\n> right 2\n",
    "\u22121, 0, +2",
    "left\u20131 stay right\u20132",
    "1.left-1\n2.stay\n3.right-2\n",
    "(1) left\n(2) stay\n(3) right 2\n",
    "1 left\n2 stay\n3 right-2\n",
    "0. left\n1. stay\n2. right-2\n",
    "1. left 2. stay 3. right 2",
    "move 1 - left\nmove 2 - stay\nmove 3 - r2\n",
    "- left\n- stay\n- right-2\n",
    "[-1, 0, +2]",
    '["left 1", "stay", ["right", 2]]',
    "Plan: l, s, r2\n",
    "moves:\n  - l\n  - s\n  - r2\n",
    '"left-1",\n"stay",\n"right-2"\n',
    "# my plan\nl # one\ns\n\nr2\n",
    "l\rs\rr2\r",
    "\ufeffl\r\ns\r\nr2\r\n",
    "l\u00a0s\u00a0r2",
    "\ufeffl\r\ns\r\nr2\r\n".encode("utf-16-le"),
    "“left-1”\n“stay”\n‘right-2’\n",
    "„left-1“, «stay», ‹right-2›",
    "Name: Ada\nDate: 1 May\n\nleft-1\nstay\nright-2\n",
    '[{"turn": 1, "move": "left-1"}, {"turn": 2, "move": "stay"}, {"move": "right-2"}]',
    "Name: Ada\nplan: [left-1, stay, right-2]\n",
    "My moves: left-1, stay, right-2",
    "- `left-1`\n- `stay`\n- “right-2”\n",
    "Plan:\nTurn 1: left\nTurn 2: stay\nTurn 3: right 2\n",
    "```\nleft-1\nstay\nright-2\n",
    "| # | Move | HP |\n|--|:--:|--|\n| 1 | left-1 | 9 |\n| 2 | stay | 9 |\n| 3 | right-2 | 6 |\n",
    "| 1 | left-1 |\n| 2 | stay |\n| 3 | right-2 |\n",
    "turn,move\n1,left-1\n2,stay\n3,right-2\n",
    "move;why\nleft-1;a snake\nstay;'what; else'\nright-2;\n".replace("'", '"'),
    "turn  move\n1     left-1\n2     stay\n3     right-2\n",
    "move\nleft-1\nstay\nright-2\n",
    "1, left-1\n2, stay\n3, right-2\n",
    "left-1；stay；right-2",
    "left-1，stay、right-2。",
    "ｌｅｆｔ－1 ｓｔａｙ ｒｉｇｈｔ－2",
    "left-1, stay x1, 1*right-2",
    "left-1 stay right 2.",
    "– left-1\n– stay\n– right-2\n",
    "<div>left-1<br>stay<br/>right&nbsp;2</div>",
    "<!DOCTYPE html><html><head><title>l</title></head><body><ol><li>left-1</li>\n"
    "<li><b>stay</b></li><li>&#114;2</li></ol></body></html>",
    "<table><tr><th>turn</th><th>move</th></tr><tr><td>1</td><td>left-1</td></tr>"
    "<tr><td>2</td><td>stay</td></tr><tr><td>3</td><td>right-2</td></tr></table>",
    b"# f\xfcr dich\nleft-1\nstay\nright-2\n",
    b"Name: J\xfcrgen\nleft-1\nstay\n\x93right-2\x94\n",
    "# a page\ffeed\nleft-1\nstay\nright-2\n",
    '- "left-1"\n- stay # here\n# and\n- right-2\n',
    "# a plan: [1]\n---\n- left-1\n- stay\n- right-2\n",
    '{"status": "optimal", "plan": ["left-1", "stay", "right-2"], "bound": null}',
    '[["left-1"], ["stay"], ["right-2"]]',
    "plan = [\n    'left-1',\n    'stay',\n    'right-2',\n]\n",
    "**Plan:**\n\n1. **left-1**\n2. **stay**\n3. **right-2**\n",
    "left\u00ad-1\nstay\u200b\nright-2\n",
]
HOPS = [
    "3-4\n5-3",
    "3 4\n5 3\n",
    "3,4\n5,3\n",
    "(3,4), (5,3)",
    "3 -> 4\n5 -> 3",
    "3→4 5→3",
    "3 to 4\n5 to 3\n",
    "3\u20134\n5\u20133",
    "1. 3-4\n2. 5-3",
    "1 3-4\n2 5-3",
    "1 3 4\n2 5 3",
    "[[3, 4], [5, 3]]",
    '["3 4", "5>3"]',
    "3-4. 5-3.",
    "1. move 3 to 4\n2. move 5 to 3\n",
    "cell 3 -> cell 4\ncell 5 -> cell 3",
    "from,to\n3,4\n5,3\n",
    "| Turn | From | To |\n|--|--|--|\n| 1 | 3 | 4 |\n| 2 | 5 | 3 |\n",
    "| 3-4 | 5-3 |",
    'turn,move\n1,"3,4"\n2,"5,3"\n',
]
TIMES = [
    "stay x4, left",
    "stay ×4, left",
    "stay×4, left",
    "4x stay\nleft",
    "stay (x4), left",
    "1. stay x4\n2. left",
    "1. stay x4\n5. left",
    "s x2 stay x2 left",
    "stay (4 times)\nleft",
    "s*4\nleft",
    "stay (4x)\nleft",
    "stay 4 times, left",
    "1-4: stay\n5: left",
    "Turns 1 to 4: stay\nTurn 5: left",
    "(1..4) stay\n(5) left",
    "turn,move\n1-4,stay\n5,left\n",
]
SPELLINGS = [
    *[(RIVER, ["left-1", "stay", "right-2"], text) for text in WALKS],
    *[(RIVER, [*["stay"] * 4, "left-1"], text) for text in TIMES],
    *[(FROGS, ["3-4", "5-3"], text) for text in HOPS],
    *[(TOADS, ["2-3", "4-2"], text) for text in ["2-3\n4-2", "2 3, 4 2", "2->3 4->2"]],
    (TOADS, ["2-3", "4-2"], "1: 2-3\n2: 4-2"),
    *[(SUM, ["1:2-3"], text) for text in ["1:2-3", "1:2->3", "row 1: 2-3", "2-3", "2 3"]],
    *[(SQUIRRELS, ["C2", "B3"], text) for text in ["C2 B3", "c2, b3.", "(C, 2) (B, 3)"]],
    *[
        (SQUIRRELS, ["C2", "B3"], text)
        for text in ["C-2\nB-3", "1. C 2\n2. B 3", "n,move\n1,C2\n2,B3"]
    ],
    *[(GREEN, ["a1xb2"], text) for text in ["a1xb2", "a1 b2", "a1-b2", "A1B2", "a1->b2"]],
    *[(GREEN, ["a1xb2"], text) for text in ["a1 x b2", "a1\u00d7b2", "(a1, b2)", "a1 to b2"]],
    (GREEN, ["a1-b1"], "a1 b1"),
    (FROGS, ["3-4", "3-4"], "3 4 x 2"),
    (GREEN, ["a1xb2", "a1xb2"], "a1 x b2 x2"),
    (ARROWS, ["stay", "right-1", "left-1", "left-2"], "s\n1 right\n1 left\n2 left\n"),
]


@in_groups("asked, expected, text", SPELLINGS)
def test_every_spelling_is_read_as_its_moves(asked, expected, text):
    assert moves(asked, text) == expected


def test_of_moves_in_two_rows_the_legal_one_is_meant():
    asked = instance_of("game: toads-and-frogs\nstart: [T_F, T_F]\nask: winner\n")
    # 1:1-2 leaves one toad that can go, but only after the frog's move
    assert moves(asked, "1:1-2 2:3-2 1:2-3")[0] == "1:1-2"
    error = refused("»1-2", lambda text: read(asked, text))
    assert isinstance(error, UnclearError)
    assert "as `1:1-2` or `2:1-2`" in error.message


@pytest.mark.parametrize(
    ("asked", "marked", "said"),
    [
        (JUMP, "ssss »ll s rr rr", "as one turn or 2 turns: number the turns"),
        (JUMP, "ssss»llsrr r2", "as one turn or 2 turns"),
        (JUMP, "0\n0\n0\n0\n»L\nL\n0\nR\nR\nR\nR", "as one turn or 2 turns"),
        (ARROWS, "stay »right -1 stay", "as `right-1` or another move, with which it wins"),
        (JUMP, "s\ns\ns\ns\n»l l\ns\nr2\nr2", "as one turn or 2 turns"),
        (JUMP, "s s s s l2 s »r r r2", "as one turn or 2 turns"),
        (JUMP, "1-4. s\n5. »l, l\n6. s\n7. r2\n8. r2", "as one turn or 2 turns"),
        (JUMP, "1-4. s\n5. »left-1 left-1\n6. s\n7. r r\n8. r2", "as one turn or 2 turns"),
        (JUMP, "turn,move\n1-4,s\n5,»l l\n6,s\n7,r2\n8,r2", "as one turn or 2 turns"),
        (JUMP, "s x4\n»left x2\ns\nr2\nr2", "as one turn or 2 turns"),
        (JUMP, "s x4\n»left 2 times\ns\nr2\nr2", "as one turn or 2 turns"),
        (ARROWS, "> »s > s", "as `stay` or another move, with which it wins"),
        (PAIRS, "»23 42 54 35 13 21 42 34", "as `23-42` or another move, with which it wins"),
        (PAIRS, "»2 4 5 3 1 2 4 3", "as `2-4` or another move, with which it wins"),
        (ZIGZAG, "stay »left 2 right", "as `left-2` or another move, with which it wins"),
        (ARROWS, "1 left\n2 »right\n", "as `right-1` or another move"),
        (
            JUMP,
            f"s, s, l\n»{CROSSED}",
            "as a part of one plan or a plan from line 2 on",
        ),
        (JUMP, f"s\nl\n\n»{CROSSED}", "as a part of one plan or a plan from line 4 on"),
        (
            JUMP,
            f"s\n---\n»{CROSSED}\n---\ns",
            "as a part of one plan or a plan from line 3 on",
        ),
        (
            JUMP,
            '{"moves": ["s"], »"plan": ["s", "l"]}',
            "as the plan or something beside `moves`",
        ),
        (RIVER, "turn,action,cells\n1,left,»2\n", "as a part of a move or a remark"),
        (RIVER, "from,to,move\n»1,7,stay\n", "as a part of a move or a remark"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused_as_unclear(asked, marked, said):
    error = refused(marked, lambda text: read(asked, text))
    assert isinstance(error, UnclearError)
    assert "could be read in two ways, " + said in error.message


@pytest.mark.parametrize(
    ("asked", "marked", "said"),
    [
        (RIVER, "»Turn: left\nstay", "found `Turn:`"),
        (RIVER, "»This does not work.\nstay", "found `This`"),
        (RIVER, "turn,move\n1,l\n»3,r\n", "expected the number 2, found `3`"),
        (RIVER, "turn,move\n1,»\n", "found `?`"),
        (RIVER, "»5. l\n6. r\n", "expected the number 1"),
        (RIVER, "l, »jump, r", "found `jump`"),
        (JUMP, "s → s »→ -> → l", "found `→`"),
        (JUMP, "s > s > s > s > l2 > s »> ->2 > r2", "found `>`"),
        (RIVER, "1-4: l, »s\n", "expected one move behind its numbers"),
        (RIVER, "»Name: Ada\n", "expected a plan, found no move"),
        (RIVER, '[»{"turn": 1, "move": "left", "cells": 2}]', "a mapping"),
        (RIVER, "<p>stay</p>\n<p>»jump</p>", "found `jump`"),
        (RIVER, "stay »x999999", "found `x999999`"),
        (RIVER, "stay »x0", "found `x0`"),
        (RIVER, "»My scheme\nstay\n", "found `My`"),
        (RIVER, '{"plan": ["l"]}\n»{"plan": 7}', "a mapping"),
        (RIVER, '»{"plan": ["l"]}\n{oops}', 'found `{"plan":`'),
        (FROGS, "3-4 »5", "FROM-TO"),
        (FROGS, "»2 x 3\n", "FROM-TO"),
        (SQUIRRELS, "»2C", "column letter"),
        (RIVER, b"stay\nst\xe4y\n", "found `stäy`"),
        (JUMP, "s x4, left-2 »(or left-1), s, r2 x2", "no second move in brackets"),
        (JUMP, "s x4, left-2 »(no, left-1), s, r2 x2", "no second move in brackets"),
        (JUMP, "s »... s, l2, s, r2, r2", "found `...`"),
    ],
)
def test_what_is_no_move_is_refused_at_its_place(asked, marked, said):
    if isinstance(marked, bytes):
        with pytest.raises(InputError, match=said):
            read(asked, marked)
    else:
        error = refused(marked, lambda text: read(asked, text))
        assert said in error.message
        assert not isinstance(error, UnclearError)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stay stay\nstay", "3 moves on 2 lines."),
        (
            "1. l\n2. S\n3. r2\n".encode("utf-16"),
            'numbered, a move a line, in UTF-16; "l" as left-1, "S" as stay, "r2" as right-2.',
        ),
        ("stay x4", '4 moves on a line; "stay x4" as stay, 4 times.'),
        ("Name: Ada\nstay\n", 'a move a line, without "Name: Ada".'),
        ("turn,move\n1,stay", 'numbered, a move a line, in the column "move" of a table.'),
        ("<p>stay</p>", "a move a line, in HTML."),
        (b"stay # f\xfcr", "a move a line, in Windows-1252."),
        ("stay\nleft-1\n", "a move a line."),
    ],
)
def test_a_file_says_how_it_was_understood_and_what_toadstone_writes_is_plain(text, said):
    plan = read(RIVER, text)
    assert (plan.is_plain, plan.understood) == (said == "a move a line.", said)


def test_two_lines_that_win_by_themselves_are_two_plans_and_otherwise_one():
    plan = toadstone.solve("first-crossing").plan
    whole, half = " ".join(plan), len(plan) // 2
    twice = read(RIVER, f"{whole}\n{whole}\n")
    assert [list(map(str, each)) for each in twice.plans] == [plan, plan]
    assert twice.understood.startswith("2 plans")
    wrapped = read(RIVER, f"{' '.join(plan[:half])}\n{' '.join(plan[half:])}\n")
    assert [list(map(str, each)) for each in wrapped.plans] == [plan]


def test_sentences_around_a_plan_are_left_out_if_it_wins_as_it_is_read():
    plan = toadstone.solve("first-crossing").plan
    lines = "\n".join(plan)
    for marks in ("", "```", "~~~text"):
        around = (
            f"Hello, here is my plan.\n{marks}\n{lines}\n{marks[:3]}\nI hope that it is right.\n"
        )
        assert moves(RIVER, around) == plan


def test_one_move_a_line_is_one_plan_and_unclear_where_another_line_wins_alone():
    text = "game: river-toad\nboard: {rows: 2}\ntoad: {hp: 5}\nrolls: [0]\nask: survive\n"
    for numbered in ("1. stay\n2. left-1\n", "turn,move\n1,stay\n2,left-1\n", "1 stay\n2 l\n"):
        assert [len(plan) for plan in read(instance_of(text), numbered).plans] == [2]
    assert [len(plan) for plan in read(RIVER, "stay\nleft-1\n").plans] == [2]
    with pytest.raises(UnclearError, match="or a plan from line 2 on"):
        read(instance_of(text), "stay\nleft-1\n")


def test_each_move_knows_its_place():
    def places(text):
        written = read(RIVER, text).written
        return [(move.line, move.at, move.text) for move in written]

    plan = read(RIVER, "# so\nstay x2, left\n\n1. right\n")
    assert [plan.place(turn).text for turn in range(1, 5)] == [
        "stay x2",
        "stay x2",
        "left",
        "right",
    ]
    assert plan.place(5) is None
    assert places("# so\nstay x2, left\n\n1. r\n") == [
        (2, 0, "stay x2"),
        (2, 9, "left"),
        (4, 3, "r"),
    ]
    assert places('{"left": 1, "plan": ["stay",\n "left"]}') == [(1, 22, "stay"), (2, 2, "left")]
    objects = '[{"turn": 1, "move": "stay"},\n\n{"turn": 2, "action": "left"}]'
    assert places(objects) == [(1, 22, "stay"), (3, 23, "left")]
    assert places('{"plan": ["l"]}\n{"of": 1}\n["s"]') == [(1, 11, "l"), (3, 2, "s")]


@pytest.mark.few(3)
@pytest.mark.parametrize("asked", [RIVER, FROGS, TOADS, SUM, SQUIRRELS, GREEN])
def test_whatever_a_file_holds_it_is_a_plan_or_an_error_with_a_place(asked):
    dice = random.Random(14)
    pieces = [*"lrs-<>123,;:.()[]{}#\"'`*|x\n\n\n \t\\", "left", "1.", "a1", "C2"]
    pieces += ["plan:", "{}", "```\n", "<p>", "</td>", "turn,move\n", "| ", "Name: "]
    for _ in range(400):
        text = "".join(dice.choices(pieces, k=dice.randrange(1, 20)))
        try:
            assert read(asked, text).plans
        except InputError as error:
            assert error.message and error.line  # noqa: PT017, PT018 - it may also be fine


# --- as Toadstone and other programs write them -------------------------------------------------

RULES = RiverToadRules(RIVER.scenario)


def literally(text):
    """Read a plan without the spellings of people."""
    return read_plan(decode("plan.txt", text.encode(), Path()), RULES).moves


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        ("# é\n\n  stay\n\t»jump # why not\n", "jump"),
        ("»Stay\n", "Stay"),
        ("»left\n", "left"),
        ("»left-0\n", "left-0"),
        ("»left--1\n", "left--1"),
        ("stay\n»stay\u2192stay\n", "stay\u2192stay"),
        ('["stay", »5]', "5"),
        ("- stay\n# x\n-   »jump\n", "jump"),
        ('{"status": "optimal",\n "plan": ["stay", "»jump"]}', "jump"),
    ],
)
def test_without_spellings_only_text_forms_are_moves(marked, said):
    message = refused(marked, literally).message
    assert said in message
    assert "expected `stay`, `left-N` or `right-N`" in message


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        ('»{"status": "optimal"}', "moves"),
        ('»{"status": "infeasible", "plan": null}', "moves"),
        ('»{"plan": ["stay"], "plan": ["left-1"]}', 'found `{"plan":`'),
        ('["stay", »null]', "nothing"),
        ('["stay", »{"move": "stay", "cells": 2}]', "a mapping"),
        ("»", "found no move"),
        ("»\n# x\n", "found no move"),
    ],
)
def test_a_file_that_holds_no_list_of_moves_is_refused_at_its_place(marked, said):
    assert said in refused(marked, literally).message


def test_json_lines_are_read_within_a_code_block_and_with_blank_lines_between():
    plan = toadstone.solve("first-crossing").plan
    line = json.dumps({"plan": plan, "values": {}})
    for text in (f"{line}\n  \n{line}", f"```json\n{line}\n{line}\n```\n"):
        assert [[*map(str, each)] for each in read(RIVER, text).plans] == [plan, plan]


@pytest.mark.parametrize("text", ["[]", '{"plan": []}'])
def test_a_plan_may_have_no_moves(text):
    assert literally(text) == ()


PAGES = ["jump-of-two", "first-across", "two-against-two", "a-sum-of-two-rows", "last-raid"]


@pytest.mark.parametrize("view", ["table", "boards"])
@pytest.mark.parametrize("name", PAGES)
def test_the_page_of_solve_is_read_as_its_plan(name, view):
    page = run("solve", name, "--view", view, "--confirm", "never").stdout
    plan = read(instance(name), page)
    assert "on a page of solve" in plan.understood
    assert [*map(str, plan.moves)] == toadstone.solve(name, confirm="never").plan


def test_the_notations_of_courses_are_read():
    from_0 = "L from 2 to 3\nR from 4 to 2\nR from 5 to 4\nL from 3 to 5\nL from 1 to 3\n"
    from_0 += "L from 0 to 1\nR from 2 to 0\nR from 4 to 2\nR from 6 to 4\nL from 5 to 6\n"
    from_0 += "L from 3 to 5\nL from 1 to 3\nR from 2 to 1\nR from 4 to 2\nL from 3 to 4\n"
    six = instance("six-frogs")
    assert moves(six, from_0)[:2] == ["3-4", "5-3"]
    typed = "Cell - a1\nTo Which Cell - b2\n"
    assert moves(GREEN, typed) == ["a1xb2"]
    assert moves(GREEN, "a1\nb2\n") == ["a1xb2"]
