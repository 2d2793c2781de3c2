"""Items: proven, the same wherever they are made, and solved again from their metadata alone."""

import json
from importlib.util import find_spec

import pytest
import yaml

import toadstone
from command_line import run
from toadstone.core.errors import RequestError
from toadstone.engines.answer import Status
from toadstone.engines.instance import make_instance
from toadstone.game import all_games, find_game
from toadstone.services import ACTIONS, MAKER
from toadstone.services.environments.items import IMPOSSIBLE, Items

SMALL = {"ugly-duck": (("rows", 4), ("columns", 3))}
GAMES = [name for name, game in all_games().items() if MAKER in game.parts]


def items_of(game, **more):
    return Items(game, SMALL.get(game, ()), **more).complete()


def solved(scenario, folder):
    """Return what the command `solve` says of a scenario in YAML."""
    path = folder / "item.yaml"
    path.write_text(scenario)
    return json.loads(run("solve", path, "--json").stdout)


@pytest.mark.parametrize("game", GAMES)
def test_every_stored_answer_is_what_the_command_finds_in_the_metadata(game, tmp_path):
    items = items_of(game, seed=5)
    for index in range(3):
        item = items.item(index)
        known = item["metadata"]
        again = solved(known["scenario"], tmp_path)
        assert again["status"] == known["status"] == "optimal"
        assert again["values"] == known["values"]
        best = again["values"].get("best_moves") or again["plan"]
        assert item["answer"] == ", ".join(best)
        if known["moves"]:
            assert [
                move for move, worth in known["moves"].items() if worth == known["value"]
            ] == best
        assert known["proof"]["confirmed_by"]


def test_an_unwinnable_item_has_a_proof_and_as_many_snakes_flies_and_hp_as_a_winnable_one(tmp_path):
    won, lost = (items_of("river-toad", unwinnable_share=share, seed=3) for share in (0.0, 1.0))
    for index in range(5):
        one, other = won.item(index), lost.item(index)
        assert other["answer"] == IMPOSSIBLE
        assert solved(other["metadata"]["scenario"], tmp_path)["status"] == "infeasible"
        assert toadstone.prove(other["metadata"]["scenario"]).status is Status.INFEASIBLE
        first, second = (yaml.safe_load(each["metadata"]["scenario"]) for each in (one, other))
        assert {**first, "rolls": 0} == {**second, "rolls": 0}
        snakes, others = (
            sum(roll.bit_count() for roll in each["rolls"] if roll < 32) for each in (first, second)
        )
        assert snakes == others
        flies, of_others = (
            sorted(roll for roll in each["rolls"] if roll >= 32) for each in (first, second)
        )
        assert flies == of_others
        assert all(roll != 31 for roll in second["rolls"])


def test_an_item_depends_on_seed_and_index_alone():
    one = items_of("frog-puzzle", seed=1)
    forwards = [one.item(index) for index in range(4)]
    again = Items("frog-puzzle", one.sizes, seed=1)
    assert [again.item(index) for index in reversed(range(4))] == forwards[::-1]
    assert items_of("frog-puzzle", seed=2).item(0) != forwards[0]
    assert len({item["question"] for item in forwards}) == 4


def test_the_question_shows_the_start_all_that_comes_and_what_is_asked():
    item = items_of("river-toad").item(0)
    said = item["question"]
    assert "10 HP, with all that is to come" in said
    board = said.split("```")[1].strip().splitlines()
    rolls = yaml.safe_load(item["metadata"]["scenario"])["rolls"]
    width = [line.strip(".").strip("|") for line in board]
    shown = [[sign == "S" for sign in row] for row in reversed(width[:-1])]
    for row, roll in zip(shown[3:], rolls, strict=False):
        if roll < 32:
            assert row == [bool(roll >> (4 - cell) & 1) for cell in range(5)]
    assert said.endswith(f"If no plan wins, answer: {IMPOSSIBLE}.")


def test_what_there_are_no_items_of_is_refused():
    for wrong in [
        Items("frog-puzzle", unwinnable_share=0.5),
        Items("frog-puzzle", (("rows", 3),)),
        Items("river-toad", difficulty="rising"),
        Items("river-toad", unwinnable_share=1.5),
    ]:
        with pytest.raises(RequestError):
            wrong.complete()


@pytest.mark.parametrize("game", GAMES)
def test_the_actions_of_a_game_are_all_its_moves_each_once(game):
    asked = toadstone.load(items_of(game).item(1)["metadata"]["scenario"])
    rules = make_instance(asked).rules
    actions = find_game(game).get(ACTIONS)(asked)
    assert len(set(map(str, actions))) == len(actions)
    waiting, seen = [rules.start()], set()
    while waiting and len(seen) < 3000:
        state = waiting.pop()
        if state in seen or rules.outcome(state):
            continue
        seen.add(state)
        legal = rules.legal_moves(state)
        assert {*legal} <= {*actions}
        waiting += [rules.play(state, move) for move in legal]


# The file of items


def test_a_file_of_items_is_the_same_on_any_number_of_cores_and_continues(tmp_path):
    ways = [("8", ["--workers", "1"]), ("12", ["--workers", "2"]), ("12", ["--workers", "1"])]
    for name, steps in {"whole": ways[1:2], "continued": [ways[0], ways[2]]}.items():
        for count, workers in steps:
            words = ["river-toad", "--count", count, "--seed", "4", "--unwinnable", "0.5", *workers]
            done = run("generate", *words, "--jsonl", tmp_path / name)
            assert done.exit_code == 0, done.output
    assert "12 items: 12 answered (8 of them before)" in done.stderr
    whole = (tmp_path / "whole").read_bytes()
    assert whole == (tmp_path / "continued").read_bytes()
    lines = [json.loads(line) for line in whole.splitlines()]
    items = items_of("river-toad", seed=4, unwinnable_share=0.5)
    assert lines == [items.item(index) for index in range(12)]
    assert {line["metadata"]["status"] for line in lines} == {"optimal", "infeasible"}


@pytest.mark.skipif(not find_spec("distributed"), reason="the extra cluster is missing")
def test_a_file_of_items_is_the_same_from_a_cluster(tmp_path):
    words = ["--count", 6, "--seed", 2, "--workers", 2, "--jsonl"]
    for name, more in {"here": [], "there": ["--dask", "local"]}.items():
        assert run("generate", "squirrel-war", *words, tmp_path / name, *more).exit_code == 0
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()
