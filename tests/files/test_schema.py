"""The JSON Schema tells an editor what the reader of scenario files accepts."""

import json

import pytest
from jsonschema import Draft202012Validator

from command_line import run
from exhaustive import in_groups
from places import ROOT
from toadstone.files import SCENARIO
from toadstone.files.source import parse, read_source
from toadstone.game import all_games

GAMES = sorted(all_games())
SCENARIOS = sorted(ROOT.glob("scenarios/*/*.yaml"))


def committed_schema(game):
    return json.loads((ROOT / "scenarios" / "schema" / f"{game}.json").read_text())


def parts_of(schema):
    """Yield every mapping inside a schema, itself included."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, dict | list):
            yield from parts_of(part)


def accepts(schema, value, root):
    """Return whether a part of a schema allows a value."""
    plain = json.loads(json.dumps(value))
    return Draft202012Validator({**schema, "$defs": root.get("$defs", {})}).is_valid(plain)


@pytest.mark.parametrize("game", GAMES)
def test_the_committed_schema_is_printed_and_describes_every_key_of_a_scenario(game):
    committed = (ROOT / "scenarios" / "schema" / f"{game}.json").read_text()
    assert run("schema", game).stdout == committed, f"toadstone schema {game} > scenarios/schema/…"
    schema = json.loads(committed)
    Draft202012Validator.check_schema(schema)
    assert schema["properties"].keys() == all_games()[game].get(SCENARIO).model_fields.keys()
    assert {"game"} <= set(schema["required"]) <= schema["properties"].keys()
    assert ("ask" in schema["required"]) is ("default" not in schema["properties"]["ask"])
    assert schema["properties"]["game"]["const"] == game
    parts = [*parts_of(schema)]
    sections = [part for part in parts if "properties" in part]
    assert all(section["additionalProperties"] is False for section in sections)
    keys = [key for each in sections for key in each["properties"].values()]
    assert all(key.get("description", "").endswith(".") for key in keys)
    references = {part["$ref"] for part in parts if "$ref" in part}
    assert references == {f"#/$defs/{name}" for name in schema.get("$defs", {})}


@pytest.mark.parametrize("game", GAMES)
def test_ask_is_one_of_the_questions_or_a_list_of_them(game):
    schema = committed_schema(game)
    ask = schema["properties"]["ask"]
    for question in all_games()[game].questions:
        name = f"{question.name}=1" if question.argument else question.name
        assert accepts(ask, name, schema)
        assert accepts(ask, [name], schema)
        assert not accepts(ask, {question.name: 1}, schema)
    assert not accepts(ask, "win", schema)
    assert not accepts(ask, [], schema)


def test_without_a_game_it_is_the_schema_of_every_game():
    parts = parts_of(json.loads(run("schema").stdout))
    assert {part["game"]["const"] for part in parts if "game" in part} == set(GAMES)


@in_groups("path", SCENARIOS)
def test_every_committed_scenario_fits_its_schema(path):
    schema = committed_schema(path.parent.name)
    assert accepts(schema, parse(read_source(str(path))).content, schema)


TOAD = {"game": "river-toad", "board": {"rows": 3}, "toad": {"hp": 4}, "ask": "survive"}
LEAST = TOAD | {"rolls": [0, 0]}


@pytest.mark.parametrize(
    "change",
    [
        {"colour": "red"},
        {"board": {"rows": 3, "widht": 5}},
        {"board": {}},
        {"board": {"rows": 1}},
        {"toad": {"hp": "4"}},
        {"actions": {"stay": -1}},
        {"overdraft": "allowed"},
        {"game": "chess"},
        {"rolls": []},
        {"ask": ["max-hp", "max-hp"]},
        {"title": "x" * 201},
        {"require": {"visit": [{"cells": [1]}]}},
        {"rolls_file": "rolls.txt"},
    ],
    ids=str,
)
def test_the_schema_refuses_what_no_scenario_may_have(change):
    schema = committed_schema("river-toad")
    assert accepts(schema, LEAST, schema)
    assert not accepts(schema, LEAST | change, schema)


def test_a_scenario_has_rolls_or_a_file_with_them():
    schema = committed_schema("river-toad")
    assert accepts(schema, TOAD | {"rolls_file": "rolls.txt"}, schema)
    assert not accepts(schema, TOAD, schema)
