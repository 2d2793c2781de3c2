"""The data sets of Reasoning Gym: registered, seeded, scored, with curricula as its own have."""

import json
import pickle
import warnings

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of packages that it imports
    library = pytest.importorskip("reasoning_gym", reason="the extra reasoning-gym is missing")

from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec
from reasoning_gym.dataset import ReseedingDataset
from reasoning_gym.factory import create_curriculum, get_score_answer_fn

import toadstone.reasoning_gym
from places import ROOT
from toadstone.game import all_games
from toadstone.services import MAKER

SMALL = {"toadstone_ugly_duck": {"rows": 4, "columns": 3}}
NAMES = [
    f"toadstone_{name.replace('-', '_')}"
    for name, game in all_games().items()
    if MAKER in game.parts
]


def create(name, **more):
    return library.create_dataset(name, **(SMALL.get(name, {}) | {"size": 6, "seed": 9} | more))


@pytest.mark.parametrize("name", NAMES)
def test_a_data_set_keeps_the_conventions_of_the_library(name):
    made, again = create(name), create(name)
    assert len(made) == len(list(made)) == 6
    assert list(made) == list(again)
    assert pickle.loads(pickle.dumps(made))[5] == made[5]
    assert create(name, seed=10)[0] != made[0]
    for index, item in enumerate(made):
        assert {"question", "answer", "metadata"} == item.keys()
        known = item["metadata"]
        assert (known["source_dataset"], known["source_index"]) == (name, index)
        assert json.loads(json.dumps(item)) == item
        assert made.score_answer(item["answer"], item) == 1.0
        assert item["metadata"]["verdict"]
        assert made.score_answer(None, item) == made.score_answer("no idea", item) == 0.0


@pytest.mark.parametrize("name", NAMES)
def test_the_curriculum_goes_from_easy_to_hard(name):
    curriculum = create_curriculum(name)
    classes = []
    for _ in range(3):
        config = curriculum.generate_configuration({"size": 1, "seed": 1, **SMALL.get(name, {})})
        classes.append(config.difficulty)
        curriculum.increment_attr_level("difficulty")
    assert classes == ["easy", "medium", "hard"]
    if "unwinnable_share" in curriculum.attributes:
        assert config.unwinnable_share == 0.0
    item = create(name, difficulty="easy", size=1)[0]
    assert item["metadata"]["difficulty"]["difficulty"] == "easy"


def test_the_ten_lines_of_the_page_run(capsys):
    page = (ROOT / "docs" / "environments.md").read_text()
    lines = page.split('```python title="ten-lines.py"\n')[1].split("```")[0]
    assert len(lines.strip().splitlines()) == 10
    exec(compile(lines, "ten-lines.py", "exec"), {})
    printed = capsys.readouterr().out
    assert printed.count("1.0 0.0\n") == 3


def test_wrong_configurations_are_refused():
    for wrong in [{"difficulty": "silly"}, {"cells": 2}]:
        with pytest.raises(ValueError, match="expected"):
            create("toadstone_frog_puzzle", **wrong)


def test_several_data_sets_are_mixed_and_go_on_without_end():
    specs = [DatasetSpec(name, 1.0, SMALL.get(name, {})) for name in NAMES]
    mixed = CompositeDataset(CompositeConfig(size=12, seed=3, datasets=specs))
    for item in mixed:
        assert mixed.score_answer(item["answer"], item) == 1.0
    assert len({item["metadata"]["source_dataset"] for item in mixed}) > 2
    endless = iter(ReseedingDataset(create("toadstone_frog_puzzle"), chunk_size=6))
    assert len({next(endless)["question"] for _ in range(18)}) == 18
    score = get_score_answer_fn("toadstone_frog_puzzle")
    assert score(item["answer"], item) == 1.0


def test_an_entry_that_is_none_scores_nothing_and_says_why():
    entry = {"metadata": {}}
    assert create("toadstone_frog_puzzle").score_answer("1-2", entry) == 0.0
    assert entry["metadata"]["verdict"].startswith("It cannot be judged")
    assert toadstone.reasoning_gym
