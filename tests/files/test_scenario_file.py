"""A scenario file is read as it is meant, or refused with place and expectation.

In the texts below `»` stands before the place that the error has to name; it is not in the file.
"""

import json
from pathlib import Path

import pytest
from hypothesis import example
from hypothesis import strategies as st

from exhaustive import tried
from toadstone.core.errors import InputError
from toadstone.files.scenario import validate
from toadstone.files.source import Document, Source, parse, read_source
from toadstone.games.river_toad.scenario import Require, RiverToadScenario
from toadstone.loading import read_scenario

MARK = "»"
LARGEST = 16 * 1024 * 1024
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


def refusal(path, **options):
    with pytest.raises(InputError) as caught:
        read(path, **options)
    return caught.value


def place_in(path, error):
    """Return line and column of an error, which has to be in this file."""
    assert Path(error.place.file) == path
    return error.place.line, error.place.column


def assert_refused(folder, marked, *expected):
    text, place = without_mark(marked)
    path = written(folder, text)
    error = refusal(path)
    assert place_in(path, error) == place
    for words in expected:
        assert words in error.message


# What is fine


def test_what_is_left_out_has_the_value_of_the_games_description(tmp_path):
    least = read(written(tmp_path, scenario()))
    assert (least.board.width, least.start_cell, least.flies.gain) == (5, 3, 5)
    assert least.actions == {"left-2": 3, "left-1": 1, "stay": 0, "right-1": 1, "right-2": 3}
    assert least.overdraft == "forbidden"
    assert least.title == ""


def test_a_question_alone_is_a_list_of_one(tmp_path):
    assert read(written(tmp_path, scenario(ask="max-hp"))).ask == ("max-hp",)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"board": "{rows: 2}"}, id="2 rows"),
        pytest.param({"board": "{rows: 1000}"}, id="1000 rows"),
        pytest.param({"board": "{rows: 3, width: 1}"}, id="river of 1 cell"),
        {"board": "{rows: 3, width: 50}", "toad": "{hp: 4, start: 50}"},
        pytest.param({"toad": "{hp: 1}"}, id="1 HP"),
        pytest.param({"toad": "{hp: 1000000000}"}, id="1,000,000,000 HP"),
        pytest.param({"toad": "{hp: 4, start: 1}"}, id="start in the first cell"),
        pytest.param({"toad": "{hp: 4, start: 5}"}, id="start in the last cell"),
        pytest.param({"rolls": "[0, 33]"}, id="first and last roll of a river of 5"),
        {"board": "{rows: 3, width: 6}", "toad": "{hp: 4, start: 6}", "rolls": "[0, 65]"},
        pytest.param({"flies": "{gain: 0}"}, id="worthless flies"),
        pytest.param({"actions": "{right-49: 1000000}"}, id="one dear action"),
        pytest.param({"require": "{visit: [{turn: 2, cells: [1, 5]}]}"}, id="visit in last turn"),
        pytest.param({"title": "x" * 200}, id="title of 200 characters"),
        pytest.param({"ask": "[min-start-hp, survive]"}, id="min-start-hp first"),
    ],
)
def test_values_at_the_edge_of_what_is_allowed_are_accepted(tmp_path, parts):
    read(written(tmp_path, scenario(**parts)))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(BOM + scenario().encode(), id="byte order mark"),
        pytest.param(scenario().replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(b"---\n" + scenario().encode() + b"...\n", id="document marks"),
        pytest.param(b"# before\n\n" + scenario().encode() + b"# after", id="comments"),
        pytest.param(scenario().encode().rstrip(b"\n"), id="no newline at the end"),
        pytest.param(scenario(board="\n  rows: 3", rolls="\n- 0\n- 0").encode(), id="block style"),
    ],
)
def test_the_same_scenario_in_another_form_is_the_same_scenario(tmp_path, data):
    plain = read(written(tmp_path, scenario()))
    assert read(written(tmp_path, data)) == plain


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(BOM + scenario(game="x").encode(), id="byte order mark"),
        pytest.param(scenario(game="x").replace("\n", "\r\n").encode(), id="CRLF"),
    ],
)
def test_another_form_does_not_shift_the_place_of_an_error(tmp_path, data):
    path = written(tmp_path, data)
    assert place_in(path, refusal(path)) == (1, 7)


AS_JSON = {
    "game": "river-toad",
    "title": "Kröte 🐸",
    "board": {"rows": 3},
    "toad": {"hp": 4},
    "rolls": [0, 33],
    "ask": ["min-moves", "max-hp"],
}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(json.dumps(AS_JSON, ensure_ascii=False), id="on a line"),
        pytest.param(json.dumps(AS_JSON, ensure_ascii=False, indent=2), id="indented"),
        pytest.param(json.dumps(AS_JSON, ensure_ascii=False, indent="\t"), id="tabs"),
        json.dumps(AS_JSON, ensure_ascii=False, separators=(",", ":")),
        pytest.param(json.dumps(AS_JSON), id="characters escaped"),
    ],
)
def test_json_is_read(tmp_path, text):
    found = read(written(tmp_path, text))
    assert (found.title, found.rolls) == (AS_JSON["title"], (0, 33))
    assert found.ask == ("min-moves", "max-hp")


def test_an_error_in_json_has_its_place(tmp_path):
    marked = json.dumps(AS_JSON, ensure_ascii=False, indent=2).replace('"hp": 4', '"hp": »true')
    assert_refused(tmp_path, marked, "`toad.hp`", "expected a whole number, found true")


# Keys


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (scenario() + "»colour: red\n", ["`colour` is not known", "`overdraft`"]),
        (scenario() + "»titel: x\n", ["`titel` is not known", "did you mean `title`?"]),
        (
            scenario(board="{rows: 3, »widht: 5}"),
            ["`board.widht`", "expected `rows` or `width`", "did you mean `width`?"],
        ),
        (scenario(flies="{»gain-2: 5}"), ["`flies.gain-2`", "expected `gain`"]),
        (
            scenario(require="{»max_move: 5}"),
            ["`require.max_move`", "`min_final_hp`", "did you mean `max_moves`?"],
        ),
        (
            scenario(require="{avoid: [{cells: [1]}, {cells: [2], »trun: 1}]}"),
            ["`require.avoid[2].trun`", "expected `turn` or `cells`", "did you mean `turn`?"],
        ),
    ],
)
def test_an_unknown_key_is_refused_where_it_stands(tmp_path, marked, expected):
    assert_refused(tmp_path, marked, *expected)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (
            scenario(board=None) + "»baord: {rows: 3}\n",
            ["`baord` is not known", "did you mean `board`?"],
        ),
        (scenario(toad="{»hpp: 4}"), ["`toad.hpp` is not known", "did you mean `hp`?"]),
    ],
)
def test_a_misspelt_key_is_called_unknown_rather_than_the_right_one_missing(
    tmp_path, marked, expected
):
    assert_refused(tmp_path, marked, *expected)


@pytest.mark.parametrize(
    ("marked", "key"),
    [
        pytest.param(scenario() + "»game: river-toad\n", "game", id="at the top"),
        pytest.param(scenario(board="{rows: 3, »rows: 3}"), "rows", id="in a section"),
        pytest.param(scenario(actions="{stay: 0, »stay: 1}"), "stay", id="in actions"),
        (scenario(require='{visit: [{turn: 1, cells: [1], »"turn": 1}]}'), "turn"),
    ],
)
def test_a_key_that_stands_twice_is_refused_the_second_time(tmp_path, marked, key):
    assert_refused(tmp_path, marked, f"`{key}`", "twice")


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        pytest.param(MARK + scenario(game=None), ["`game` is missing", "`river-toad`"], id="game"),
        (MARK + scenario(board=None), ["`board` is missing", "the size of the board"]),
        pytest.param(MARK + scenario(toad=None), ["`toad` is missing", "the toad"], id="toad"),
        pytest.param(MARK + scenario(ask=None), ["`ask` is missing", "a question"], id="ask"),
        (MARK + scenario(rolls=None), ["`rolls` is missing", "or else `rolls_file`"]),
        (scenario(board="»{width: 5}"), ["`board.rows` is missing", "number of rows"]),
        pytest.param(scenario(toad="»{}"), ["`toad.hp` is missing", "starting HP"], id="toad.hp"),
        (
            scenario(require="{visit: [»{cells: [1]}]}"),
            ["`require.visit[1].turn` is missing", "the turn"],
        ),
        (
            scenario(require="{avoid: [{cells: [1]}, »{turn: 1}]}"),
            ["`require.avoid[2].cells` is missing", "the cells"],
        ),
    ],
)
def test_a_missing_key_is_reported_at_the_section_that_lacks_it(tmp_path, marked, expected):
    assert_refused(tmp_path, marked, *expected)


def test_of_several_errors_the_first_in_the_file_is_reported(tmp_path):
    marked = scenario(toad="{hp: »0}", rolls="[0, 99]", title="5")
    assert_refused(tmp_path, marked, "`toad.hp`")


# Types: what each field wants, and everything else in its place

KINDS = {
    "text": ("abc", "`abc`"),
    "number": ("7", "`7`"),
    "fraction": ("1.5", "`1.5`"),
    "truth value": ("true", "true"),
    "nothing": ("null", "nothing"),
    "list": ("[a]", "a list"),
    "mapping": ("{a: 1}", "a mapping"),
}

FIELDS = {
    "game": ({"game": "»{}"}, "`river-toad`", set()),
    "title": ({"title": "»{}"}, "text", {"text"}),
    "board": ({"board": "»{}"}, "a mapping", {"mapping"}),
    "board.rows": ({"board": "{{rows: »{}}}"}, "a whole number", {"number"}),
    "board.width": ({"board": "{{rows: 3, width: »{}}}"}, "a whole number", {"number"}),
    "toad": ({"toad": "»{}"}, "a mapping", {"mapping"}),
    "toad.hp": ({"toad": "{{hp: »{}}}"}, "a whole number", {"number"}),
    "toad.start": ({"toad": "{{hp: 4, start: »{}}}"}, "a whole number", {"number", "nothing"}),
    "flies": ({"flies": "»{}"}, "a mapping", {"mapping"}),
    "flies.gain": ({"flies": "{{gain: »{}}}"}, "a whole number", {"number"}),
    "actions": ({"actions": "»{}"}, "a mapping", {"mapping"}),
    "actions.stay": ({"actions": "{{stay: »{}}}"}, "a whole number", {"number"}),
    "overdraft": ({"overdraft": "»{}"}, "clamped", set()),
    "rolls": ({"rolls": "»{}"}, "a list", {"list"}),
    "rolls[2]": ({"rolls": "[0, »{}]"}, "a whole number", {"number"}),
    "rolls_file": ({"rolls": None, "rolls_file": "»{}"}, "text", {"text"}),
    "ask": ({"ask": "»{}"}, "a question", {"text", "list", "mapping"}),
    "ask[1]": ({"ask": "[»{}]"}, "expected", {"text"}),
    "ask[2]": ({"ask": "[max-hp, »{}]"}, "expected", {"text"}),
    "require": ({"require": "»{}"}, "a mapping", {"mapping"}),
    **{
        f"require.{name}": (
            {"require": f"{{{{{name}: »{{}}}}}}"},
            "a whole number",
            {"number"} if field.annotation is int else {"number", "nothing"},
        )
        for name, field in Require.model_fields.items()
        if field.annotation in (int, int | None)
    },
    "require.forbid": ({"require": "{{forbid: »{}}}"}, "a list", {"list"}),
    "require.forbid[1]": ({"require": "{{forbid: [»{}]}}"}, "text", {"text"}),
    "require.visit": ({"require": "{{visit: »{}}}"}, "a list", {"list"}),
    "require.visit[1]": ({"require": "{{visit: [»{}]}}"}, "a mapping", {"mapping"}),
    "require.visit[1].turn": (
        {"require": "{{visit: [{{turn: »{}, cells: [1]}}]}}"},
        "a whole number",
        {"number"},
    ),
    "require.visit[1].cells": (
        {"require": "{{visit: [{{turn: 1, cells: »{}}}]}}"},
        "a list",
        {"list"},
    ),
    "require.avoid": ({"require": "{{avoid: »{}}}"}, "a list", {"list"}),
    "require.avoid[1]": ({"require": "{{avoid: [»{}]}}"}, "a mapping", {"mapping"}),
    "require.avoid[1].turn": (
        {"require": "{{avoid: [{{turn: »{}, cells: [1]}}]}}"},
        "a whole number",
        {"number", "nothing"},
    ),
    "require.avoid[1].cells[2]": (
        {"require": "{{avoid: [{{cells: [1, »{}]}}]}}"},
        "a whole number",
        {"number"},
    ),
}


@pytest.mark.parametrize(
    ("field", "kind"),
    [
        pytest.param(field, kind, id=f"{kind} for {field}")
        for field, (_, _, fitting) in FIELDS.items()
        for kind in KINDS
        if kind not in fitting
    ],
)
def test_a_value_of_the_wrong_type_is_refused(tmp_path, field, kind):
    parts, wanted, _ = FIELDS[field]
    value, found = KINDS[kind]
    marked = scenario(**{key: part and part.format(value) for key, part in parts.items()})
    assert_refused(tmp_path, marked, f"`{field}`", wanted, f"found {found}")


def test_the_types_of_every_field_of_the_scenario_are_tested():
    sections = {"board", "toad", "flies", "require"}
    keys = {
        f"{name}.{key}" if key else name
        for name, field in RiverToadScenario.model_fields.items()
        for key in ["", *(field.annotation.model_fields if name in sections else ())]
    }
    assert keys <= FIELDS.keys()


def test_a_number_in_quotes_is_called_text(tmp_path):
    marked = scenario(toad='{hp: »"4"}')
    assert_refused(tmp_path, marked, "expected a whole number", "text")


# Values out of range


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param({"board": "{rows: »1}"}, "at least 2, found `1`", id="1 row"),
        pytest.param({"board": "{rows: »1001}"}, "at most 1000, found `1001`", id="1001 rows"),
        pytest.param({"board": "{rows: 3, width: »0}"}, "at least 1", id="no river"),
        pytest.param({"board": "{rows: 3, width: »51}"}, "at most 50", id="river of 51 cells"),
        pytest.param({"toad": "{hp: »0}"}, "at least 1", id="0 HP"),
        pytest.param({"toad": "{hp: »-5}"}, "at least 1, found `-5`", id="HP below 0"),
        pytest.param({"toad": "{hp: »1000000001}"}, "at most 1000000000", id="too many HP"),
        pytest.param({"toad": f"{{hp: »{'9' * 5000}}}"}, "5000 digits", id="5000 digits"),
        pytest.param({"toad": "{hp: 4, start: »0}"}, "at least 1", id="start on the left bank"),
        ({"toad": "{hp: 4, start: »6}"}, "from 1 to 5, found `6`"),
        pytest.param({"flies": "{gain: »-1}"}, "at least 0", id="flies that cost"),
        pytest.param({"flies": "{gain: »1000001}"}, "at most 1000000", id="fat flies"),
        pytest.param({"actions": "{stay: »-1}"}, "at least 0", id="action that pays"),
        pytest.param({"actions": "{stay: »1000001}"}, "at most 1000000", id="action too dear"),
        pytest.param({"actions": "»{}"}, "at least 1", id="no actions"),
        pytest.param({"rolls": "»[]"}, "at least 1", id="no rolls"),
        pytest.param({"rolls": "[0, »34]"}, "from 0 to 33, found `34`", id="roll 34"),
        pytest.param({"rolls": "[»-1]"}, "from 0 to 33, found `-1`", id="roll -1"),
        pytest.param({"rolls": f"[»{'9' * 25}]"}, "from 0 to 33", id="roll of 25 digits"),
        ({"board": "{rows: 3, width: 3}", "rolls": "[9, »10]"}, "from 0 to 9"),
        pytest.param({"ask": "»[]"}, "at least 1", id="no question"),
        pytest.param({"title": f"»{'x' * 201}"}, "at most 200 characters", id="long title"),
        pytest.param({"require": "{max_moves: »-1}"}, "at least 0", id="fewer than 0 moves"),
        pytest.param({"require": "{min_final_hp: »-1}"}, "at least 0", id="final HP below 0"),
        ({"require": "{min_final_hp: »1000000001}"}, "at most 1000000000"),
        pytest.param({"require": "{min_flies: »-1}"}, "at least 0", id="fewer than 0 flies"),
        ({"require": "{visit: [{turn: »0, cells: [1]}]}"}, "at least 1"),
        ({"require": "{visit: [{turn: »3, cells: [1]}]}"}, "a turn from 1 to 2, found `3`"),
        ({"require": "{avoid: [{turn: »3, cells: [1]}]}"}, "a turn from 1 to 2, found `3`"),
        ({"require": "{visit: [{turn: 1, cells: [1, »6]}]}"}, "a cell from 1 to 5, found `6`"),
        ({"require": "{avoid: [{cells: [»0]}]}"}, "a cell from 1 to 5, found `0`"),
        ({"require": "{visit: [{turn: 1, cells: »[]}]}"}, "at least 1"),
        pytest.param({"require": "{avoid: [{cells: »[]}]}"}, "at least 1", id="avoid no cell"),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_range(tmp_path, parts, expected):
    assert_refused(tmp_path, scenario(**parts), expected)


def test_a_river_of_even_width_needs_a_start_cell(tmp_path):
    marked = scenario(board="{rows: 3, width: 4}", toad="»{hp: 4}")
    assert_refused(tmp_path, marked, "`toad`", "expected a `start` cell", "4 wide has no centre")


# Names


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param({"game": "»chess"}, ["`river-toad`", ", found `chess`"], id="game"),
        ({"game": "»river-tod"}, ["did you mean `river-toad`?"]),
        ({"ask": "»win"}, ["expected `survive`, `max-hp`", "found `win`"]),
        pytest.param({"ask": "»max_hp"}, ["did you mean `max-hp`?"], id="question, nearly right"),
        pytest.param({"ask": "»'survive,max-hp'"}, ["found `survive,max-hp`"], id="two in one"),
        pytest.param({"ask": "»''"}, ["`ask`: expected `survive`", "nothing"], id="empty question"),
        ({"ask": "»[survive, max-hp, survive]"}, ["each question once"]),
        ({"ask": "»[max-hp, min-start-hp]"}, ["expected `min-start-hp` first"]),
        pytest.param({"overdraft": "»allowed"}, ["forbidden", "clamped", "`allowed`"], id="ruling"),
        ({"actions": "{jump: »1}"}, ["expected `stay`, `left-N` or `right-N`"]),
        pytest.param({"actions": "{left-0: »1}"}, ["found `left-0`"], id="move by 0 cells"),
        pytest.param({"actions": "{left-01: »1}"}, ["found `left-01`"], id="leading zero"),
        (
            {"require": "{forbid: [stay, »left-3]}"},
            ["`require.forbid[2]`", "expected `left-2`, `left-1`, `stay`", "found `left-3`"],
        ),
        (
            {"actions": "{stay: 0}", "require": "{forbid: [»left-1]}"},
            ["expected `stay`, found `left-1`"],
        ),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_those_that_do(tmp_path, parts, expected):
    assert_refused(tmp_path, scenario(**parts), *expected)


# YAML's surprises


@pytest.mark.parametrize("place", ["title: »{}", "rolls: [0, »{}]", "flies: {{»{}: 1}}"])
@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("no", "as false"),
        ("yes", "as true"),
        ("on", "as true"),
        ("Off", "as false"),
        ("1:30", "as 90"),
        ("1:30.5", "as 90.5"),
        ("010", "as 8"),
        ("0x1F", "as 31"),
        ("0b11", "as 3"),
        ("1_000", "as 1000"),
        ("2024-01-31", "as a date"),
        ("2001-12-14t21:59:43.10-05:00", "as a date"),
        ("=", "special meaning"),
        ("<<", "special meaning"),
    ],
)
def test_what_yaml_reads_as_something_else_is_refused_and_explained(tmp_path, text, meaning, place):
    key = place.partition(":")[0]
    line = place.format(text)
    marked = scenario(**{key: None}) + f"{line}\n"
    assert_refused(tmp_path, marked, f"`{text}`", meaning, "quotes")


@pytest.mark.parametrize("text", ["no", "1:30", "010", "2024-01-31", "<<", "null", "1.5"])
def test_in_quotes_it_is_text(tmp_path, text):
    assert read(written(tmp_path, scenario(title=f'"{text}"'))).title == text


@pytest.mark.parametrize("text", ["0x_", "-0b_"])
def test_a_number_without_digits_is_refused(tmp_path, text):
    assert_refused(tmp_path, scenario(rolls=f"[0, »{text}]"), f"`{text}`")


@tried(st.text("0123456789abefxoINF_:.+-~ ,", max_size=12), few=40, many=250)
@example("1e400")
@example("9" * 40)
def test_whatever_stands_among_the_rolls_is_read_or_refused_on_its_line(text):
    source = Source("s.yaml", scenario(rolls=f"[0, {text}]"), Path())
    try:
        read_scenario(source)
    except InputError as error:
        assert error.place.line == 4  # noqa: PT017 - it may also be fine


# YAML's structure


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        pytest.param("»", ["empty", "expected"], id="empty file"),
        pytest.param("»# nothing\n# here\n", ["empty", "expected"], id="only comments"),
        pytest.param("---\n»", ["expected a mapping"], id="empty document"),
        pytest.param("»- a\n- b\n", ["expected a mapping"], id="list at the top"),
        pytest.param("»hello\n", ["expected a mapping"], id="text at the top"),
        pytest.param(scenario() + "»---\n" + scenario(), ["one document"], id="two documents"),
        pytest.param(scenario(title="»&a x"), ["anchors"], id="anchor"),
        pytest.param(scenario(title="»*a"), ["aliases"], id="alias"),
        pytest.param(scenario(board="»&b {rows: 3}"), ["anchors"], id="anchor of a section"),
        pytest.param(scenario(board="{rows: »!!int 3}"), ["tags"], id="standard tag"),
        pytest.param(scenario(title="»!mine x"), ["tags"], id="own tag"),
        (scenario(title="»!!python/object/apply:os.getcwd []"), ["tags"]),
        pytest.param(scenario() + "»<<: {title: x}\n", ["`<<`"], id="merge key"),
        pytest.param(scenario(board="{»<<: {rows: 3}}"), ["`<<`"], id="merge key in a section"),
        pytest.param(scenario() + "»5: x\n", ["a name as the key"], id="number as a key"),
        pytest.param(scenario() + "»null: x\n", ["a name as the key"], id="nothing as a key"),
        pytest.param(scenario() + "»[a]: x\n", ["a name as the key"], id="list as a key"),
        (scenario() + "require:\n»\tmax_moves: 3\n", ["not YAML", "tab"]),
        pytest.param(scenario(rolls="[0, 0", ask=None) + "ask»: x\n", ["']'"], id="open bracket"),
        pytest.param("game: river-toad\nboard: {rows: 3\nask»: x\n", ["'}'"], id="open brace"),
        pytest.param(scenario(rolls="[0, 0]»]"), ["not YAML"], id="bracket too many"),
        pytest.param(scenario() + "title: 'abc\n»", ["not YAML"], id="open quote"),
        pytest.param("game: river-toad\nrolls: [1,»", ["not YAML"], id="open bracket at the end"),
        pytest.param("{»", ["not YAML"], id="nothing but a brace"),
        pytest.param(scenario(title="a»: b"), ["not YAML"], id="colon in a value"),
        pytest.param(scenario(title='"»\\q"'), ["not YAML", "escape"], id="unknown escape"),
        pytest.param("game river-toad\nboard»: {rows: 3}\n", ["not YAML"], id="forgotten colon"),
        pytest.param("game: river-toad\n board»: {rows: 3}\n", ["not YAML"], id="indented too far"),
        pytest.param(scenario(title="a»\x07b"), ["U+0007"], id="control character"),
        pytest.param(scenario(title="a»\0b"), ["U+0000"], id="NUL"),
        pytest.param(scenario(title="é»\x07"), ["U+0007"], id="control character after é"),
        pytest.param(scenario(title="🐸»\0"), ["U+0000"], id="NUL after an emoji"),
    ],
)
def test_what_is_not_one_plain_yaml_mapping_is_refused(tmp_path, marked, expected):
    assert_refused(tmp_path, marked, *expected)


@pytest.mark.parametrize("extra", [0, 100_000], ids=["by one level", "by 100,000 levels"])
def test_nesting_deeper_than_20_levels_is_refused_before_it_does_harm(tmp_path, extra):
    marked = scenario(title="[" * 19 + "»[" + "[" * extra)
    assert_refused(tmp_path, marked, "20 levels")


def test_nesting_of_20_levels_is_judged_by_its_meaning(tmp_path):
    assert_refused(tmp_path, scenario(title="»" + "[" * 19 + "]" * 19), "expected text")


@pytest.mark.parametrize(
    ("before", "place"),
    [
        pytest.param(b"", (1, 1), id="at the start"),
        pytest.param(scenario().encode() + b"title: caf", (6, 11), id="Latin-1"),
        pytest.param(b"game: river-toad\n# \xc3\xa9 ", (2, 5), id="after a UTF-8 é"),
        pytest.param(BOM + b"game: ", (1, 7), id="after a byte order mark"),
        pytest.param(BOM + b"game: river-toad\nask: ", (2, 6), id="far after a byte order mark"),
    ],
)
def test_text_that_is_not_utf_8_is_refused_at_its_first_wrong_byte(tmp_path, before, place):
    path = written(tmp_path, before + b"\xe9\n")
    error = refusal(path)
    assert place_in(path, error) == place
    assert "expected UTF-8" in error.message


# Sizes


@pytest.mark.exhaustive
def test_a_file_of_16_mib_is_read_and_one_byte_more_is_refused(tmp_path):
    padding = "#" * (LARGEST - len(scenario()))
    path = written(tmp_path, scenario() + padding)
    assert read(path).rolls == (0, 0)
    path = written(tmp_path, scenario() + padding + "#")
    error = refusal(path)
    assert error.place.file == str(path)
    assert "16 MiB" in error.message


@pytest.mark.exhaustive
def test_a_list_of_far_more_than_a_million_values_is_refused_before_it_is_built(tmp_path):
    path = written(tmp_path, scenario(rolls="[" + "0," * 1_150_000 + "]"))
    error = refusal(path)
    assert place_in(path, error)[0] == 4
    assert "values in one file" in error.message


def test_a_million_turns_are_the_most(tmp_path):
    small = parse(Source("scenario.yaml", scenario(), tmp_path))
    most = small.content | {"rolls": (0,) * 1_000_000}
    assert validate(Document(small.source, most, small.root), RiverToadScenario).turns == 1_000_000
    more = small.content | {"rolls": (0,) * 1_000_001}
    with pytest.raises(InputError, match=r"`rolls`: expected at most 1,?000,?000") as caught:
        validate(Document(small.source, more, small.root), RiverToadScenario)
    assert str(caught.value.place) == "scenario.yaml:4:8"


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


def test_a_file_in_a_folder_of_the_scenarios_folder_is_inside(tmp_path):
    path, _ = with_rolls_file(tmp_path, "deeper/rolls.txt")
    (path.parent / "deeper").mkdir()
    (path.parent / "deeper" / "rolls.txt").write_text("1 2")
    assert read(path).rolls == (1, 2)


def test_both_rolls_and_rolls_file_are_refused_even_if_there_is_no_such_file(tmp_path):
    marked = scenario() + "»rolls_file: rolls.txt\n"
    assert_refused(tmp_path, marked, "expected `rolls` or `rolls_file`, found both")


@pytest.mark.parametrize("name", ["../rolls.txt", "{absolute}", "link.txt", "link/rolls.txt"])
def test_a_rolls_file_outside_the_scenarios_folder_is_refused(tmp_path, name):
    (tmp_path / "rolls.txt").write_text("0 0")
    path, place = with_rolls_file(tmp_path, name.format(absolute=tmp_path / "rolls.txt"))
    (path.parent / "link.txt").symlink_to(tmp_path / "rolls.txt")
    (path.parent / "link").symlink_to(tmp_path)
    error = refusal(path)
    assert place_in(path, error) == place
    assert "expected a file in the scenario's folder" in error.message


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("missing.txt", id="missing"),
        pytest.param("folder", id="folder"),
        pytest.param(".", id="the scenario's own folder"),
        pytest.param("''", id="empty name"),
        pytest.param('"a\\0b"', id="NUL in the name"),
        pytest.param("x" * 300, id="name of 300 characters"),
    ],
)
def test_a_rolls_file_that_is_no_file_is_refused_in_the_scenario(tmp_path, name):
    path, place = with_rolls_file(tmp_path, name)
    (path.parent / "folder").mkdir()
    error = refusal(path)
    assert place_in(path, error) == place
    assert "`rolls_file`" in error.message


BAD_ROLLS = [
    pytest.param("0 0, # 77\n\n  »34 0", ["from 0 to 33, found `34`"], id="roll 34"),
    pytest.param("0\n»-1\n", ["from 0 to 33, found `-1`"], id="roll -1"),
    pytest.param("1 2\n3 »x 4", ["found `x`"], id="word"),
    pytest.param("0,\r\n1,»2.5", ["found `2.5`"], id="fraction"),
    pytest.param("0 »0x1F", ["found `0x1F`"], id="hexadecimal"),
    pytest.param("0 »1_0", ["found `1_0`"], id="underscore"),
    pytest.param("turn 1: 0 »turn 3: 1", ["expected turn 2, found turn 3"], id="turn left out"),
    pytest.param("0 »٣", ["found `٣`"], id="Arabic digit"),
    pytest.param("# é 🐸\n1 »0\0", ["a whole number"], id="NUL"),
    pytest.param(f"0 »{'9' * 5000}", ["whole number"], id="5000 digits"),
]


@pytest.mark.parametrize(("marked", "expected"), BAD_ROLLS)
def test_an_error_in_a_rolls_file_has_its_place_in_that_file(tmp_path, marked, expected):
    path, _ = with_rolls_file(tmp_path, "rolls.txt")
    rolls = path.parent / "rolls.txt"
    text, place = without_mark(marked)
    rolls.write_bytes(text.encode())
    error = refusal(path)
    assert place_in(rolls, error) == place
    for words in expected:
        assert words in error.message


@pytest.mark.parametrize("text", ["", "# only a comment 5\n", ",,\n"])
def test_a_rolls_file_without_rolls_is_refused(tmp_path, text):
    path, _ = with_rolls_file(tmp_path, "rolls.txt")
    (path.parent / "rolls.txt").write_text(text)
    error = refusal(path)
    assert Path(error.place.file) == path.parent / "rolls.txt"
    assert "expected at least one roll" in error.message


def test_a_rolls_file_that_is_not_utf_8_is_refused_at_its_first_wrong_byte(tmp_path):
    path, _ = with_rolls_file(tmp_path, "rolls.txt")
    rolls = path.parent / "rolls.txt"
    rolls.write_bytes(b"0 0\n1 \xff")
    assert place_in(rolls, refusal(path)) == (2, 3)


def test_a_rolls_file_of_more_than_16_mib_is_refused(tmp_path):
    path, _ = with_rolls_file(tmp_path, "rolls.txt")
    rolls = path.parent / "rolls.txt"
    rolls.write_bytes(b"0" + b" " * LARGEST)
    error = refusal(path)
    assert Path(error.place.file) == rolls
    assert "16 MiB" in error.message


@pytest.mark.exhaustive
def test_a_million_rolls_in_a_file_are_the_most(tmp_path):
    path, _ = with_rolls_file(tmp_path, "rolls.txt")
    rolls = path.parent / "rolls.txt"
    rolls.write_text("0\n" * 1_000_000)
    assert read(path).turns == 1_000_000
    rolls.write_text("0\n" * 1_000_001)
    error = refusal(path)
    assert place_in(rolls, error) == (1_000_001, 1)
    assert "at most 1,000,000" in error.message


# Plain roll files

OPTIONS = {"options": {"hp": 7, "rows": 4}}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1 2 33", id="spaces"),
        pytest.param("1\n2\n33\n", id="lines"),
        pytest.param("1,2,33,", id="commas"),
        pytest.param(" 1 ,\t2\r\n\r\n33", id="all of these"),
        pytest.param("# 5\n1 2 # 5, 6\n#\n33 #", id="comments"),
    ],
)
def test_a_plain_roll_file_is_a_scenario_that_asks_for_most_hp(tmp_path, text):
    path = tmp_path / "rolls.txt"
    path.write_text(text)
    found = read(path, **OPTIONS)
    assert (found.rolls, found.toad.hp, found.board.rows) == ((1, 2, 33), 7, 4)
    assert (found.ask, found.title) == (("max-hp",), "rolls.txt")


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        *BAD_ROLLS,
        pytest.param("»34", ["from 0 to 33"], id="roll 34 at once"),
        pytest.param("»1.5 0", ["a whole number"], id="fraction at once"),
        pytest.param(f"»{'9' * 20} 0", ["whole number"], id="20 digits at once"),
    ],
)
def test_an_error_in_a_plain_roll_file_has_its_place(tmp_path, marked, expected):
    text, place = without_mark(marked)
    path = tmp_path / "rolls.txt"
    path.write_bytes(text.encode())
    error = refusal(path, **OPTIONS)
    assert place_in(path, error) == place
    for words in expected:
        assert words in error.message


# Files that are not there


@pytest.mark.parametrize("name", ["missing.yaml", "", "missing/scenario.yaml", "x" * 300, "a\0b"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(InputError, match=r"no such file|cannot read the file") as caught:
        read_source(str(tmp_path / name))
    assert str(tmp_path) in caught.value.place.file
