"""docs/python.md shows what Python prints."""

import doctest

import toadstone
from places import ROOT

PAGE = ROOT / "docs" / "python.md"


def test_every_example_of_the_page_prints_what_is_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
    assert tried > 30


def test_every_public_function_is_named():
    page = PAGE.read_text()
    assert [name for name in toadstone.__all__ if name not in page] == []
