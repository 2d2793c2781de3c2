"""Roll files as people write them."""

import pytest

from toadstone.core.errors import InputError, RequestError
from toadstone.files.source import Source
from toadstone.loading import read_scenario


def read(text, **options):
    return read_scenario(Source("rolls.txt", text, None), options=options)


@pytest.mark.parametrize(
    "text",
    [
        "[3, 0, 4]",
        "3;0;4",
        "(3 0 4)",
        "Turn 1: 3\nTurn 2: 0\nTurn 3: 4\n",
        "turn,roll\n1,3\n2,0\n3,4\n",
        "turn 1=3, turn 2=0, turn 3=4",
        "Turn 1: [3]\nTurn 2: [0]\nTurn 3: [4]",
    ],
)
def test_rolls_are_read_in_many_spellings(text):
    assert read(text, hp=10, rows=8).rolls == (3, 0, 4)


@pytest.mark.parametrize(
    "text",
    ["hp=10\nrows=8\n3 0 4", "HP: 10\nRows: 8\n3, 0, 4", "# mine\nhp = 10, rows = 8\n[3, 0, 4]"],
)
def test_hp_and_rows_may_stand_in_the_file(text):
    found = read(text)
    assert (found.toad.hp, found.board.rows, found.rolls) == (10, 8, (3, 0, 4))
    assert read(text, hp=7).toad.hp == 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Turn 1: 3\nTurn 3: 4", "expected turn 2, found turn 3"),
        ("3 0 four", "expected a whole number as in `3 0 4`, found `four`"),
        ("hp=0\nrows=8\n3", "`toad.hp`"),
    ],
)
def test_a_message_shows_the_form(text, words):
    with pytest.raises(InputError, match=words):
        read(text, hp=10, rows=8) if "hp" not in text else read(text)


def test_what_is_missing_is_asked_for():
    with pytest.raises(RequestError, match="it needs hp"):
        read("rows=8\n3 0 4")
