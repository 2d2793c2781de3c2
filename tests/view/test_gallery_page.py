"""docs/gallery.md shows the pictures that its commands make."""

import re

import pytest

from docs.gallery import PAGE, PICTURES, ROOT, SHOTS, commands, make
from exhaustive import some_of
from pictures_of import GAMES


def shown():
    """Return the files that the page shows or links to."""
    return set(re.findall(r"(?:\]\(|src=\")gallery/([^)\"]+)", PAGE.read_text()))


def test_the_page_shows_every_picture_that_is_committed_and_no_other_and_they_are_small():
    assert shown() == {path.name for path in PICTURES.iterdir()}
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < 1_000_000


def test_every_picture_has_the_command_that_makes_it_or_shows_a_page_that_has():
    made, shots = set(commands()), {f"{name}.png" for name in SHOTS}
    assert made | shots == shown()
    assert not made & shots
    assert {f"{name}.html" for name in SHOTS} <= made


def test_every_game_has_pictures_and_a_replay_on_its_page():
    for game in GAMES:
        assert {f"{game}-board.svg", f"{game}-sheet.svg"} <= shown()
        page = (PAGE.parent / f"{game}.md").read_text()
        assert re.search(rf'<img src="gallery/{game}-sheet\.svg"[^>]*\balt="', page), game
        assert re.search(r'<iframe src="gallery/[a-z-]+\.html" title="', page), game


@pytest.mark.parametrize("name", some_of([each for each in commands() if ".svg" in each], 1))
def test_a_picture_made_again_is_the_same_bytes(name, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    make(name, tmp_path)
    assert (tmp_path / name).read_bytes() == (PICTURES / name).read_bytes()


def test_readme_begins_with_a_game_in_the_browser():
    _, words, picture, *_ = (ROOT / "README.md").read_text().split("\n\n")
    assert words.startswith("Toadstone gives exact answers")
    path = ROOT / re.fullmatch(r"!\[[^]]+\]\((docs/play-pictures/[^)]+)\)", picture)[1]
    assert path.read_bytes()[:6] == b"GIF89a"
    assert path.stat().st_size < 1 << 20
