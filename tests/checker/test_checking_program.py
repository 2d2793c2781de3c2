"""The checker as a program: its exit status, what it writes and where, and how it is started."""

import importlib.util
import json
import os
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from toadstone_checker import __main__ as program
from toadstone_checker.__main__ import ERRORS, OUTPUT, Patience, main, tell

STUCK = {
    "certificate": "toadstone toads-and-frogs 1",
    "scenario": {"start": ["FT"], "turn": "toads"},
    "claim": {"ask": "shortest", "values": {"plies": 0}},
    "plan": [],
    "strategies": None,
}
"""The claim that a game is over before it begins."""

PROVEN = """\
valid
Game: toads-and-frogs
Scenario:
  start: FT
  turn: toads
Claim:
  ask: shortest
  status: optimal
  values: plies 0
"""


@pytest.fixture
def write(tmp_path):
    """Return what writes a certificate, with some changes, and says where it is."""

    def written(**change):
        path = tmp_path / "certificate.json"
        path.write_text(json.dumps(STUCK | change))
        return str(path)

    return written


def test_a_certificate_is_valid_with_what_it_proves_on_standard_output(write, capfd):
    for rules in ([], [__file__]):  # which only games from elsewhere need
        assert main([write(), *rules]) == 0
        assert capfd.readouterr() == (PROVEN, "")


def test_a_certificate_is_invalid_where_and_why_on_standard_output(write, capfd):
    assert main([write(plan=["1-2"])]) == 10
    assert capfd.readouterr() == ("invalid: plan, ply 1: the move is not legal\n", "")


def test_a_certificate_is_unusable_on_standard_error(write, capfd):
    assert main([write(certificate="a letter")]) == 30
    written, errors = capfd.readouterr()
    assert written == ""
    assert errors.startswith("unusable: expected a kind known here: toadstone ")


@pytest.mark.parametrize("arguments", [[], ["a.json", "b.py", "c.json"]])
def test_one_certificate_is_expected(arguments, capfd):
    assert main(arguments) == 2
    assert capfd.readouterr() == ("", "usage: python toadstone_checker CERTIFICATE [RULES]\n")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "unusable: there is not enough memory\n"),
        (ImportError("no json"), "unusable: the checker cannot be loaded: no json\n"),
    ],
)
def test_without_memory_or_a_part_of_the_checker_a_file_is_unusable(
    error, words, capfd, monkeypatch
):
    monkeypatch.setattr(program, "verdict", Mock(side_effect=error))
    assert main(["a.json"]) == 30
    assert capfd.readouterr() == ("", words)


def test_words_are_written_as_far_as_that_is_possible(capfd):
    tell(OUTPUT, "caf\udcff")
    tell(ERRORS, "no")
    assert capfd.readouterr() == ("caf\\udcff\n", "no\n")
    reader, writer = os.pipe()
    os.close(reader)
    os.close(writer)
    tell(writer, "closed")


def test_a_long_check_says_every_ten_seconds_how_it_goes(capfd, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(program.time, "monotonic", lambda: now[0])
    patience = Patience()
    for seconds, words in [
        (9.9, ""),
        (10, "checking, 10 s\n"),
        (19.9, ""),
        (20.4, "checking, 20 s\n"),
        (30, ""),
        (31, "checking, 31 s\n"),
    ]:
        now[0] = 100 + seconds
        patience("checking")
        assert capfd.readouterr() == ("", words)


@pytest.mark.parametrize(("package", "added"), [("", True), ("toadstone_checker", False)])
def test_started_as_a_program_it_finds_itself_and_ends_with_the_verdict(
    package, added, write, capfd, monkeypatch
):
    """In a folder of its own there is no package; `python -m` has found it already."""
    place = importlib.util.find_spec("toadstone_checker.__main__")
    code = place.loader.get_code(place.name)
    before = ["/somewhere", *sys.path]
    monkeypatch.setattr(sys, "path", list(before))
    monkeypatch.setattr(sys, "argv", ["toadstone_checker", write()])
    names = {"__name__": "__main__", "__package__": package, "__file__": place.origin}
    with pytest.raises(SystemExit) as end:
        exec(code, names)
    assert end.value.code == 0
    assert capfd.readouterr() == (PROVEN, "")
    folder = str(Path(place.origin).resolve().parent.parent)
    assert sys.path == [folder] * added + before


def test_imported_it_does_nothing(capfd):
    place = importlib.util.find_spec("toadstone_checker.__main__")
    exec(place.loader.get_code(place.name), {"__name__": "else", "__package__": ""})
    assert capfd.readouterr() == ("", "")
