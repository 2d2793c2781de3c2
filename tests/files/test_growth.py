"""Every file is read in time linear in its size: size doubled, steps at most 2.2 times as many.

A step is a line of Python that runs, or a character of a text that a method of it is given. What
regular expressions do is not counted: none may repeat a repetition.
"""

import json
import random
import re
import sys
from pathlib import Path
from re import _parser as sre_parse

import pytest

import toadstone
from toadstone.core.errors import InputError
from toadstone.engines.instance import make_instance
from toadstone.files import plan_file, plan_rows, plan_text, plan_words, source
from toadstone.files.source import Source
from toadstone.loading import read_scenario

MOST_GROWTH = 2.2
SNAKE = "game: river-toad\nboard: {rows: 3}\ntoad: {hp: 4}\nrolls: [4, 0, 0]\nask: max-hp\n"


def steps(call):
    """Return how many steps a call takes, whether it raises InputError or not."""
    count = 0

    def on_line(frame, event, _):
        nonlocal count
        count += event == "line"
        return on_line

    def on_call(_, event, called):
        nonlocal count
        if event == "c_call" and isinstance(text := getattr(called, "__self__", None), str):
            count += len(text)

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(on_line)
    sys.setprofile(on_call)
    try:
        call()
    except InputError:
        pass
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count


def growth(read, text_of, size):
    """Return how many times as many steps a text of twice the size takes."""
    once, twice = text_of(size), text_of(2 * size)
    steps(lambda: read(twice))  # what is made once is made
    return steps(lambda: read(twice)) / steps(lambda: read(once))


def refused(text):
    with pytest.raises(InputError) as caught:
        read_scenario(Source("scenario.yaml", text, Path()))
    return caught.value


@pytest.mark.parametrize(
    "problem",
    ["key{}: 1\n", "k{}: {{a: 1}}\n", "'{} x': [1]\n"],
)
def test_a_scenario_with_many_unknown_keys_is_refused_in_linear_time(problem):
    def text_of(size):
        return SNAKE + "".join(map(problem.format, range(size)))

    assert growth(refused, text_of, 300) <= MOST_GROWTH
    assert "is not known here" in refused(text_of(1)).message
    assert not hasattr(refused(text_of(10)), "__notes__")
    assert refused(text_of(11)).__notes__ == ["There are more than 10 problems; this is the first."]


RIVER = make_instance(read_scenario("first-crossing"))
FROGS = make_instance(read_scenario("first-across"))
PARTS = [
    *["stay", "left-1", "r2", "2 left", "right right", "3-4", "L from 2 to 3", "x4", "(4 times)"],
    *["1.", "1-4:", "Turn 1:", "(1..4)", "Name: Ada", "Hello there,", "My plan:", "turn,move"],
    *["|", ",", ";", "#", ":", ".", "-", "*", ">", "->", "(", ")", "[", "]", "{", "}", '"', "'"],
    *["<p>", "</p>", "<p", "<script ", "</script>", "<!--", "-->", "<del>", "<td>", "&nbsp;", "<"],
    *["```", "~~", "**", "---", "- [x] ", "Asked: x", "Plan: ", '{"plan": ["stay"]}', "a", "é"],
    *[" ", "\t", "\n", "\n\n", "\\", "\u2192", "\u201c", "1", "0", "\v"],
]


def plan_texts():
    """Return makers of texts of any size: a part, or two, many times, and one behind them."""
    dice = random.Random("parts")
    pairs = [(first, second) for first in PARTS for second in ("", "\n")]
    pairs += [(dice.choice(PARTS), dice.choice(PARTS)) for _ in range(90)]
    made = [(f"{first}{second}", dice.choice(["", *PARTS])) for first, second in pairs]
    return [("a ", "1"), ("<script ", ""), (" ", "stay"), (" ", "("), *made]


@pytest.mark.few(2)
@pytest.mark.parametrize("start", range(4))
def test_a_plan_text_is_read_in_linear_time(start):
    for number, (many, last) in enumerate(plan_texts()[start::4]):
        asked = (RIVER, FROGS)[number % 2]
        grown = growth(
            lambda text, asked=asked: asked.read_plan(Source("plan.txt", text, Path())),
            lambda size, many=many, last=last: many * size + last,
            100,
        )
        assert grown <= MOST_GROWTH, (many, last, grown)


@pytest.mark.parametrize("judge", [toadstone.check, toadstone.grade])
def test_a_long_plan_is_replayed_and_marked_in_linear_time(judge):
    def read(text):
        rolls = [0, 16, 32, 0] * (text.count("stay") // 4)
        quiet = {"game": "river-toad", "board": {"rows": 3}, "toad": {"hp": 5}, "ask": "survive"}
        plan = {"a": text} if judge is not toadstone.check else json.loads(text)
        judge(quiet | {"rolls": rolls}, plan)

    assert growth(read, lambda size: json.dumps(["stay"] * size), 400) <= MOST_GROWTH


def test_repeated_moves_are_refused_before_they_are_made():
    def read():
        with pytest.raises(InputError, match="more than 1,000,000 moves in one file"):
            RIVER.read_plan(Source("plan.txt", "stay x10000\n" * 300, Path()))

    assert steps(read) < 300_000  # these were 3 million moves


@pytest.mark.parametrize(
    "part",
    [
        *["stay\n", "a ", "<p>", '{"plan": ', "\u2192", " ", ",", "<script ", "stay x10000 ", "["],
        *["7", "{", "[,", "word"],
    ],
)
def test_four_megabytes_of_anything_are_refused_soon(part):
    text = part * (4_000_000 // len(part))

    def read():
        with pytest.raises(InputError):
            RIVER.read_plan(Source("plan.txt", text, Path()))

    assert steps(read) < 100 * len(text)


def test_a_list_of_many_more_moves_than_the_game_has_is_not_read_to_its_end():
    source = Source("plan.txt", json.dumps(["stay"] * 500_000), Path())
    assert "the first 20,000 items" in RIVER.read_plan(source).understood


def test_many_plans_are_read_in_linear_time():
    line = "stay stay stay stay left-2 stay right-2 stay\n"
    jump = make_instance(read_scenario("jump-of-two"))

    def read(text):
        assert len(jump.read_plan(Source("plans.txt", text, Path())).plans) == text.count("\n")

    assert growth(read, lambda size: line * size, 50) <= MOST_GROWTH


def test_no_expression_repeats_a_repetition_without_bound():
    def repeats(parsed, within=False):
        for kind, said in parsed:
            name, parts = str(kind), said if isinstance(said, tuple | list) else [said]
            unbounded = "REPEAT" in name and said[1] == sre_parse.MAXREPEAT
            if within and unbounded:
                return True
            inner = [p for p in parts if isinstance(p, sre_parse.SubPattern)]
            if name == "BRANCH":
                inner = said[1]
            if any(repeats(each, within or unbounded) for each in inner):
                return True
        return False

    for module in (plan_file, plan_rows, plan_text, plan_words, source):
        expressions = [each for each in vars(module).values() if isinstance(each, re.Pattern)]
        for each in expressions:
            assert not repeats(sre_parse.parse(each.pattern)), each.pattern
