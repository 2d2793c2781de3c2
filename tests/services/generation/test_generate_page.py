"""docs/generate.md says what is so."""

import re
from dataclasses import replace

from places import ROOT
from toadstone.game import all_games
from toadstone.services.generation.maker import Wish
from toadstone.services.generation.making import complete_wish
from toadstone.services.generation.puzzle import Grade, Scale, Turn, title_of_game
from toadstone.services.parts import MAKER, SIZES

PAGE = (ROOT / "docs" / "generate.md").read_text()
FEATURES = re.findall(r"^\| `([a-z_]+)` \|", PAGE.partition("| feature |")[2], re.MULTILINE)[:7]


def test_the_sizes_and_the_bounds_of_the_classes_are_those_of_the_games():
    for name, game in all_games().items():
        (row,) = re.findall(rf"^\| `{name}` \| (`--.*) \|$", PAGE, re.MULTILINE)
        stated = {n: int(v) for n, v in re.findall(r"`--([a-z]+) ([0-9]+)`", row)}
        assert stated == {size.name: size.default for size in game.get(SIZES)}
        bounds = r"([0-9.]+) \| ([0-9]+) \| ([0-9.]+)"
        row = re.search(rf"^\| {title_of_game(name)} \| {bounds} \|", PAGE, re.M | re.I)
        easy, ahead, hard = map(float, row.groups())
        assert game.get(MAKER)(complete_wish(Wish(name, {}))).scale == Scale(easy, hard, ahead)


def test_every_feature_is_explained():
    grade = Grade([], 0, Scale(1, 2, 3))
    assert list(replace(grade, turns=[Turn([{"a": 0.0}], frozenset("a"))]).features) == FEATURES
