"""A hundred and more submissions in the styles of a class, see `tests/data/submissions.yaml`."""

import re
from pathlib import Path

import pytest
import yaml

import toadstone
from places import TESTS

SCENARIOS = {
    "jump": "jump-of-two",
    "frogs": {"game": "frog-puzzle", "start": "LL_RR", "ask": "min-moves"},
    "row": "{game: toads-and-frogs, start: TTT___FFF, ask: shortest}",
    "duck": "ugly-duck/shortest-game",
    "war": "{game: squirrel-war, values: [[1, 2, 1], [2, 1, 2], [3, 9, 3]], ask: margin}",
    "snake": "{game: river-toad, board: {rows: 3}, toad: {hp: 4}, rolls: [4, 0, 0], ask: max-hp}",
}
OTHER = {"left": "right", "right": "left"}
CLASS = yaml.safe_load((TESTS / "data" / "submissions.yaml").read_text())
SUBMISSIONS = CLASS["written_before"] + CLASS["written_after"]


@pytest.fixture(scope="module")
def marks():
    """Return of each submission whether it is right, the text and the mark."""
    found = []
    for name, scenario in SCENARIOS.items():
        of = [each for each in SUBMISSIONS if each["of"] == name]
        texts = [each.get("right", each.get("wrong")) for each in of]
        graded = toadstone.grade(scenario, {str(n): text for n, text in enumerate(texts)})
        rights = ["right" in each for each in of]
        found += [
            (right, text, grade.mark.value)
            for right, text, grade in zip(rights, texts, graded.grades, strict=True)
        ]
    return found


def test_there_are_a_hundred_of_which_a_third_was_written_before_the_reader_was_read():
    assert len(SUBMISSIONS) >= 100
    assert len(CLASS["written_before"]) >= 34


def test_no_right_plan_gets_0_and_no_wrong_plan_is_valid(marks):
    for right, text, mark in marks:
        assert mark in ({"best", "valid", "unclear"} if right else {"invalid", "unclear"}), text


def test_no_mirror_image_of_a_right_plan_is_valid():
    rights = [each["right"] for each in SUBMISSIONS if each["of"] == "jump" and "right" in each]
    mirrored = [re.sub("left|right", lambda side: OTHER[side[0]], text) for text in rights]
    changed = [text for text, before in zip(mirrored, rights, strict=True) if text != before]
    graded = toadstone.grade("jump-of-two", {str(n): text for n, text in enumerate(changed)})
    assert len(changed) > 50
    for text, grade in zip(changed, graded.grades, strict=True):
        assert grade.mark.value in {"invalid", "unclear"}, text


@pytest.mark.parametrize(
    ("written", "least"), [("written_after", 3 / 4), ("written_before", 2 / 5)]
)
def test_most_right_plans_are_read_without_a_question(written, least):
    read = list[bool]()
    for name, scenario in SCENARIOS.items():
        of = [each["right"] for each in CLASS[written] if each["of"] == name and "right" in each]
        graded = toadstone.grade(scenario, {str(n): text for n, text in enumerate(of)})
        read += [grade.mark.value == "best" for grade in graded.grades]
    assert sum(read) >= int(len(read) * least)


BEST = "stay stay stay stay left-2 stay right-2 right-2"
GERMAN = "bleiben, bleiben, bleiben, bleiben, links 2, bleiben, rechts 2, rechts 2"
DRAFT = f"stay left-1 stay\n\n{BEST}"
LETTERS = "ssss ll s rr rr"
UNCLEAR = [GERMAN] * 14 + [GERMAN.replace(", ", "\n")] * 4 + [DRAFT] * 9
UNCLEAR += [f"This did not work:\nstay left-1\n\nThis does:\n{BEST}"] * 5
UNCLEAR += [BEST.replace("left-2", "left left").replace(" ", "\n", 4)] * 6
UNCLEAR += [LETTERS, "see my drawing"]


def test_forty_unclear_files_are_settled_by_four_words_and_three_decisions(tmp_path):
    plans = {f"{n:02}": text for n, text in enumerate(UNCLEAR)}
    before = toadstone.grade("jump-of-two", plans)
    assert [grade.mark.value for grade in before.grades] == ["unclear"] * 40
    assert len(before.groups) <= 6
    words, decided = Path(tmp_path, "words.yaml"), Path(tmp_path, "marks.yaml")
    words.write_text("bleiben: stay\nlinks: left\nrechts: right\n'left left': left-2\n")
    decided.write_text(
        f"'38': {{moves: {BEST}}}\n"
        "'39': {points: 60, reason: The drawing shows a plan that wins.}\n"
        "'*': {plan: last}\n"
    )
    after = toadstone.grade("jump-of-two", plans, words=words, marks=decided)
    assert [grade.points for grade in after.grades] == [100] * 39 + [60]
