"""A scenario file is read as it is meant, or refused with place and expectation.

In the texts below `»` stands before the place that the error has to name; it is not in the file.
"""

import json
from pathlib import Path

import pytest
from hypothesis import example
from hypothesis import strategies as st
from pydantic import model_validator

from exhaustive import tried
from toadstone.core.errors import DisagreementError, InputError
from toadstone.files.scenario import Section, validate
from toadstone.files.source import Document, Source, parse, read_source
from toadstone.games.river_toad.scenario import RiverToadScenario
from toadstone.loading import read_scenario

MARK = "»"
BOM = b"\xef\xbb\xbf"

LEAST = {
    "game": "river-toad",
    "board": "{rows: 3}",
    "toad": "{hp: 4}",
    "rolls": "[0, 0]",
    "ask": "survive",
}


def scenario(**parts):
    """Return a scenario, one key a line; a part replaces or adds a line, None takes it away."""
    lines = LEAST | parts
    return "".join(f"{key}: {value}\n" for key, value in lines.items() if value is not None)


def without_mark(marked):
    """Return the text, and line and column of the mark in it, counted from 1."""
    before, found, after = marked.partition(MARK)
    assert found
    return before + after, (before.count("\n") + 1, len(before) - before.rfind("\n"))


def written(folder, text):
    path = folder / "scenario.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(path, **options):
    return read_scenario(read_source(str(path)), **options)


def assert_refusal(path, file, place, *expected, **options):
    """Read a scenario that is refused at a place of a file, with some words."""
    with pytest.raises(InputError) as caught:
        read(path, **options)
    found = caught.value.place
    assert (Path(found.file), found.line, found.column) == (file, *place)
    for words in expected:
        assert words in caught.value.message


def assert_refused(folder, marked, *expected):
    text, place = without_mark(marked)
    path = written(folder, text)
    assert_refusal(path, path, place, *expected)


# What is fine


def test_what_is_left_out_has_the_value_of_the_games_description(tmp_path):
    least = read(written(tmp_path, scenario()))
    assert (least.board.width, least.start_cell, least.flies.gain) == (5, 3, 5)
    assert least.actions == {"left-2": 3, "left-1": 1, "stay": 0, "right-1": 1, "right-2": 3}
    assert (least.overdraft, least.title) == ("forbidden", "")


@pytest.mark.parametrize(
    "parts",
    [
        {"board": "{rows: 2}", "toad": "{hp: 1}"},
        {"board": "{rows: 1000}", "toad": "{hp: 1000000000, start: 1}"},
        {"board": "{rows: 3, width: 1}"},
        {"board": "{rows: 3, width: 50}", "toad": "{hp: 4, start: 50}"},
        {"toad": "{hp: 4, start: 5}", "rolls": "[0, 33]"},
        {"board": "{rows: 3, width: 6}", "toad": "{hp: 4, start: 6}", "rolls": "[0, 65]"},
        {"flies": "{gain: 0}", "actions": "{right-49: 1000000}"},
        {"require": "{visit: [{turn: 2, cells: [1, 5]}]}"},
        {"title": "x" * 200, "ask": "[min-start-hp, survive]"},
    ],
)
def test_values_at_the_edge_of_what_is_allowed_are_accepted(tmp_path, parts):
    read(written(tmp_path, scenario(**parts)))


@pytest.mark.parametrize(
    "data",
    [
        BOM + scenario().encode(),
        scenario().replace("\n", "\r\n"),
        f"---\n{scenario()}...\n",
        f"# before\n\n{scenario()}# after",
        scenario().rstrip("\n"),
        scenario(board="\n  rows: 3", rolls="\n- 0\n- 0"),
    ],
)
def test_the_same_scenario_in_another_form_is_the_same_scenario(tmp_path, data):
    plain = read(written(tmp_path, scenario()))
    assert read(written(tmp_path, data)) == plain


def test_a_list_that_is_not_closed_is_broken_yaml_and_no_roll_file():
    with pytest.raises(InputError, match="this is not YAML") as caught:
        read_scenario(Source("rolls.yaml", "[1,2", Path()))
    assert (caught.value.line, caught.value.column) == (1, 5)


AS_JSON = {
    "game": "river-toad",
    "title": "Kröte 🐸",
    "board": {"rows": 3},
    "toad": {"hp": 4},
    "rolls": [0, 33],
    "ask": ["min-moves", "max-hp"],
}


@pytest.mark.parametrize("form", [{"indent": "\t", "ensure_ascii": False}, {}])
def test_json_is_read_and_an_error_in_it_has_its_place(tmp_path, form):
    text = json.dumps(AS_JSON, **form)
    found = read(written(tmp_path, text))
    assert (found.title, found.rolls) == (AS_JSON["title"], (0, 33))
    assert found.ask == ("min-moves", "max-hp")
    plain = json.dumps(AS_JSON, ensure_ascii=False, indent=2)
    wrong = plain.replace('"hp": 4', '"hp": »true')
    assert_refused(tmp_path, wrong, "`toad.hp`", "expected a whole number, found true")


# Keys, ranges, names and structure: each at its place

REFUSED = [
    (scenario() + "»colour: red\n", "`colour` is not known", "`overdraft`"),
    (scenario(board="{rows: 3, »widht: 5}"), "`board.widht`", "expected `rows` or `width`"),
    (scenario(require="{avoid: [{cells: [1]}, {cells: [2], »trun: 1}]}"), "avoid[2].trun`"),
    (scenario() + "»game: river-toad\n", "`game`", "twice"),
    (MARK + scenario(game=None), "`game` is missing", "`river-toad`"),
    (MARK + scenario(board=None), "`board` is missing", "the size of the board"),
    (MARK + scenario(ask=None), "`ask` is missing", "a question"),
    (scenario() + "»rolls_file: no-such-file\n", "expected `rolls` or `rolls_file`, found both"),
    (MARK + scenario(rolls=None), "`rolls` is missing", "or else `rolls_file`"),
    (scenario(board="»{width: 5}"), "`board.rows` is missing", "number of rows"),
    (scenario(require="{visit: [»{cells: [1]}]}"), "`require.visit[1].turn` is missing"),
    (scenario(toad="{hp: »0}", rolls="[0, 99]", title="5"), "`toad.hp`: expected at least 1"),
    (scenario(toad='{hp: »"4"}'), "expected a whole number", "text"),
    # out of range
    (scenario(board="{rows: »1}"), "at least 2, found `1`"),
    (scenario(board="{rows: »1001}"), "at most 1000, found `1001`"),
    (scenario(toad=f"{{hp: »{'9' * 5000}}}"), "5000 digits"),
    (scenario(toad="{hp: 4, start: »6}"), "from 1 to 5, found `6`"),
    (scenario(actions="{stay: »-1}"), "at least 0"),
    (scenario(rolls="»[]"), "at least 1"),
    (scenario(rolls="[0, »34]"), "from 0 to 33, found `34`"),
    (scenario(rolls="[»-1]"), "from 0 to 33, found `-1`"),
    (scenario(board="{rows: 3, width: 3}", rolls="[9, »10]"), "from 0 to 9"),
    (scenario(ask="»[]"), "at least 1"),
    (scenario(title=f"»{'x' * 201}"), "at most 200 characters"),
    (scenario(require="{visit: [{turn: »3, cells: [1]}]}"), "a turn from 1 to 2, found `3`"),
    (scenario(require="{visit: [{turn: 1, cells: [1, »6]}]}"), "a cell from 1 to 5, found `6`"),
    (scenario(board="{rows: 3, width: 4}", toad="»{hp: 4}"), "expected a `start` cell"),
    # names
    (scenario(game="»chess"), "`river-toad`", ", found `chess`"),
    (scenario(game="»river-tod"), "did you mean `river-toad`?"),
    (scenario(ask="»win"), "expected `survive`, `max-hp`", "found `win`"),
    (scenario(ask="»'survive,max-hp'"), "found `survive,max-hp`"),
    (scenario(ask="»[survive, max-hp, survive]"), "each question once"),
    (scenario(ask="»[max-hp, min-start-hp]"), "expected `min-start-hp` first"),
    (scenario(overdraft="»allowed"), "forbidden", "clamped", "`allowed`"),
    (scenario(actions="{jump: »1}"), "expected `stay`, `left-N` or `right-N`"),
    (scenario(require="{forbid: [stay, »left-3]}"), "`require.forbid[2]`", "found `left-3`"),
    (scenario(actions="{stay: 0}", require="{forbid: [»left-1]}"), "expected `stay`, found"),
    # one plain YAML mapping
    ("»", "empty", "expected"),
    ("---\n»", "found no key and its value"),
    ("»- a\n- b\n", "found no key and its value"),
    (scenario() + "»---\n" + scenario(), "one document"),
    (scenario(title="»&a x"), "anchors"),
    (scenario(board="{rows: »!!int 3}"), "tags"),
    (scenario() + "»<<: {title: x}\n", "`<<`"),
    (scenario() + "»5: x\n", "a name as the key"),
    (scenario() + "require:\n»\tmax_moves: 3\n", "not YAML", "tab"),
    (scenario(rolls="[0, 0", ask=None) + "ask»: x\n", "']'"),
    (scenario(title="a»: b"), "not YAML"),
    (scenario(title="🐸»\0"), "U+0000"),
    (scenario(title="»5").replace("\n", "\r\n"), "expected text, found `5`"),
    (scenario(title="[" * 19 + "»[" + "[" * 900), "20 levels"),
    (scenario(rolls="[0, »0x_]"), "`0x_`"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[1])
def test_what_is_no_scenario_is_refused_at_its_place(tmp_path, case):
    assert_refused(tmp_path, *case)


# Types: a value that is not of the field's kind, in every section


@pytest.mark.parametrize(
    ("parts", "name", "wanted", "found"),
    [
        ({"board": "»[3]"}, "board", "a mapping", "a list"),
        ({"board": "{rows: 3, width: »true}"}, "board.width", "a whole number", "true"),
        ({"toad": "{hp: 4, start: »abc}"}, "toad.start", "a whole number", "`abc`"),
        ({"flies": "{gain: »null}"}, "flies.gain", "a whole number", "nothing"),
        ({"rolls": "»7"}, "rolls", "a list", "`7`"),
        ({"rolls": "[0, »1.0]"}, "rolls[2]", "a whole number", "`1.0`"),
        ({"ask": "»7"}, "ask", "a question", "`7`"),
        ({"ask": "[max-hp, »7]"}, "ask[2]", "text", "`7`"),
        ({"require": "{forbid: »stay}"}, "require.forbid", "a list", "`stay`"),
        ({"require": "{avoid: [{cells: [1, »a]}]}"}, "cells[2]", "a whole number", "`a`"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(tmp_path, parts, name, wanted, found):
    assert_refused(tmp_path, scenario(**parts), f"{name}`", f"expected {wanted}", f"found {found}")


# YAML's surprises


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *[(text, "special meaning") for text in ("no", "2024-01-31", "<<")],
        *[(text, "no decimal number") for text in ("1:30", "010", "0x1F", "1_000")],
    ],
)
def test_what_yaml_reads_as_something_else_is_refused_unless_it_is_in_quotes(tmp_path, text, said):
    for parts in ({"title": f"»{text}"}, {"rolls": f"[0, »{text}]"}, {"flies": f"{{»{text}: 1}}"}):
        assert_refused(tmp_path, scenario(**parts), f"`{text}`", said, "quotes")
    assert read(written(tmp_path, scenario(title=f'"{text}"'))).title == text


@tried(st.text("0123456789abefxoINF_:.+-~ ,", max_size=12), few=40, many=250)
@example("1e400")
@example("9" * 40)
def test_whatever_stands_among_the_rolls_is_read_or_refused_on_its_line(text):
    source = Source("s.yaml", scenario(rolls=f"[0, {text}]"), Path())
    try:
        read_scenario(source)
    except InputError as error:
        assert error.place.line == 4  # noqa: PT017 - it may also be fine


@pytest.mark.parametrize(
    ("before", "place"),
    [
        (scenario().encode() + b"title: caf", (6, 11)),
        (b"game: river-toad\n# \xc3\xa9 ", (2, 5)),
        (BOM + b"game: ", (1, 7)),
    ],
)
def test_text_that_is_not_utf_8_is_refused_at_its_first_wrong_byte(tmp_path, before, place):
    path = written(tmp_path, before + b"\xe9\n")
    assert_refusal(path, path, place, "expected UTF-8")


# Sizes


JSON_TEXTS = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**25), 10**25) | st.floats() | st.text(),
    lambda part: st.lists(part) | st.dictionaries(st.text(), part),
).map(json.dumps) | st.sampled_from(
    ["01", "1e5", "1.0", "NaN", "[1,]", '"\t"', "[" * 30 + "]" * 30]
)


@tried(JSON_TEXTS, few=60, many=2000)
@example("-0")
@example('0, "game": 1')
def test_a_json_object_says_what_the_same_text_says_as_yaml(value):
    text = f'{{"game": 1, "<<": {value}}}'
    quick, slow = (content_of(f"{before}{text}") for before in ("", " "))
    assert repr(quick) == repr(slow)


def content_of(text):
    """Return what YAML, or JSON where a brace comes first, says; None where it is refused."""
    try:
        return parse(Source("x.json", text, Path())).content
    except InputError:
        return None


def test_a_list_of_far_more_than_a_million_values_is_refused_before_it_is_built(tmp_path):
    path = written(tmp_path, scenario(rolls="[" + "0," * 1_150_000 + "]"))
    with pytest.raises(InputError, match="values in one file"):
        read(path)


def test_a_million_turns_are_the_most(tmp_path):
    small = parse(Source("scenario.yaml", scenario(), tmp_path))
    most = small.content | {"rolls": (0,) * 1_000_000}
    assert validate(Document(small.source, most, small.root), RiverToadScenario).turns == 1_000_000
    more = small.content | {"rolls": (0,) * 1_000_001}
    with pytest.raises(InputError, match=r"`rolls`: expected at most 1,?000,?000") as caught:
        validate(Document(small.source, more, small.root), RiverToadScenario)
    assert str(caught.value.place) == "scenario.yaml:4:8"


class Changing(Section):
    """Numbers of which the last is changed, or lost."""

    lose: bool
    numbers: tuple[int, ...]

    @model_validator(mode="after")
    def _change(self):
        vars(self)["numbers"] = (*self.numbers[:-1], *([] if self.lose else [9]))
        return self


@pytest.mark.parametrize(("lose", "said"), [(True, "3 items are written, 2 read"), (False, "3 is")])
def test_a_value_that_is_lost_or_changed_on_the_way_is_a_defect(lose, said):
    content = {"lose": lose, "numbers": (1, 2, 3)}
    with pytest.raises(DisagreementError, match=f"numbers: {said}"):
        validate(Document(Source("s.yaml", "", Path()), content), Changing)


# Rolls in a file of their own


def with_rolls_file(folder, name):
    """Write a scenario into a folder of the folder that takes its rolls from this file."""
    inside = folder / "inside"
    inside.mkdir(exist_ok=True)
    text, place = without_mark(scenario(rolls=None, rolls_file=f"»{name}"))
    return written(inside, text), place


def test_the_rolls_of_a_file_beside_the_scenario_are_its_rolls(tmp_path):
    path, _ = with_rolls_file(tmp_path, "rolls.txt")
    (path.parent / "rolls.txt").write_bytes(BOM + b"# two a line\r\n1, 2 # a comment 7\r\n\n3,\t33")
    assert read(path).rolls == (1, 2, 3, 33)


@pytest.mark.parametrize("name", ["../rolls.txt", "{absolute}", "link.txt", "link/rolls.txt"])
def test_a_rolls_file_outside_the_scenarios_folder_is_refused(tmp_path, name):
    (tmp_path / "rolls.txt").write_text("0 0")
    path, place = with_rolls_file(tmp_path, name.format(absolute=tmp_path / "rolls.txt"))
    (path.parent / "link.txt").symlink_to(tmp_path / "rolls.txt")
    (path.parent / "link").symlink_to(tmp_path)
    assert_refusal(path, path, place, "expected a file in the scenario's folder")


@pytest.mark.parametrize("name", ["missing.txt", "folder", "''", '"a\\0b"', "x" * 300])
def test_a_rolls_file_that_is_no_file_is_refused_in_the_scenario(tmp_path, name):
    path, place = with_rolls_file(tmp_path, name)
    (path.parent / "folder").mkdir()
    assert_refusal(path, path, place, "`rolls_file`")


OPTIONS = {"options": {"hp": 7, "rows": 4}}


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("0 0, # 77\n\n  »34 0", "from 0 to 33, found `34`"),
        ("0\n»-1\n", "from 0 to 33, found `-1`"),
        ("1 2\n3 »x 4", "found `x`"),
        ("0,\r\n1,»2.5", "found `2.5`"),
        ("0 »0x1F", "found `0x1F`"),
        ("0 »1_0", "found `1_0`"),
        ("turn 1: 0 »turn 3: 1", "expected turn 2, found turn 3"),
        ("0 »٣", "found `٣`"),
        ("# é 🐸\n1 »0\0", "a whole number"),
        pytest.param(f"0 »{'9' * 5000}", "whole number", id="5000 digits"),
    ],
)
def test_an_error_in_a_rolls_file_has_its_place_in_that_file(tmp_path, marked, expected):
    path, _ = with_rolls_file(tmp_path, "rolls.txt")
    rolls = path.parent / "rolls.txt"
    text, place = without_mark(marked)
    rolls.write_bytes(text.encode())
    assert_refusal(path, rolls, place, expected)
    assert_refusal(rolls, rolls, place, expected, **OPTIONS)


@pytest.mark.parametrize("text", ["", "# only a comment 5\n", ",,\n"])
def test_a_rolls_file_without_rolls_is_refused(tmp_path, text):
    path, _ = with_rolls_file(tmp_path, "rolls.txt")
    (path.parent / "rolls.txt").write_text(text)
    with pytest.raises(InputError, match="expected at least one roll") as caught:
        read(path)
    assert Path(caught.value.place.file) == path.parent / "rolls.txt"


# Plain roll files


@pytest.mark.parametrize(
    "text",
    [
        "1 2 33",
        "1,2,33,",
        " 1 ,\t2\r\n\r\n33",
        "# 5\n1 2 # 5, 6\n#\n33 #",
        "1: 1\n2: 2\n3: 33\n",
    ],
)
def test_a_plain_roll_file_is_a_scenario_that_asks_for_most_hp(tmp_path, text):
    path = tmp_path / "rolls.txt"
    path.write_text(text)
    found = read(path, **OPTIONS)
    assert (found.rolls, found.toad.hp, found.board.rows) == ((1, 2, 33), 7, 4)
    assert (found.ask, found.title) == (("max-hp",), "rolls.txt")
