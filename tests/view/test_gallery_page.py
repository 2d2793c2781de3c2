"""docs/gallery.md shows the pictures that its commands make."""

import re

import pytest

from docs.gallery import PAGE, PICTURES, ROOT, commands, make
from exhaustive import some_of


def shown():
    """Return the files that the page shows or links to."""
    return set(re.findall(r"(?:\]\(|src=\")gallery/([^)\"]+)", PAGE.read_text()))


def test_the_page_shows_every_picture_that_is_committed_and_no_other_and_they_are_small():
    assert shown() == {path.name for path in PICTURES.iterdir()}
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < 1_000_000


@pytest.mark.parametrize("name", some_of([each for each in commands() if ".svg" in each], 4))
def test_a_picture_made_again_is_the_same_bytes(name, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    make(name, tmp_path)
    assert (tmp_path / name).read_bytes() == (PICTURES / name).read_bytes()
