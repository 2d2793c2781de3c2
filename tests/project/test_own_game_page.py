"""What docs/own-game.md shows is so, where tests/project/test_pages.py does not run it."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from command_line import run
from own_folders import forget_games_in, use_games_in
from page_examples import examples
from places import ROOT
from toadstone.core.part import Part
from toadstone.engines import plain_rules

PAGE = (ROOT / "docs" / "own-game.md").read_text()
WHERE = (
    "files/formats",
    "core/rules",
    "core/board",
    "core/part",
    "core/solution",
    "services/export",
)


def names_of_parts():
    """Return the names of all parts that games may bring, each with its module."""
    folder = ROOT / "model" / "toadstone"
    modules = [*(folder / f"{each}.py" for each in WHERE), *folder.rglob("parts.py")]
    for path in modules:
        module = ".".join(path.relative_to(folder).with_suffix("").parts)
        for name, value in vars(import_module(f"toadstone.{module}")).items():
            if isinstance(value, Part):
                yield name, module


def test_the_table_has_every_part_and_where_it_comes_from():
    parts = dict(names_of_parts())
    assert [name for name in parts if f"`{name}`" not in PAGE] == []
    rows = re.findall(r"^\| (`[A-Z_]+`.*?) \| (`.*?) \|", PAGE, re.MULTILINE)
    for names, modules in rows:
        assert {parts[name] for name in re.findall("`([A-Z_]+)`", names)} == set(
            re.findall("`(.*?)`", modules)
        )


def test_every_method_of_plain_rules_is_on_the_page():
    for name in plain_rules.METHODS:
        assert f"`{name}(" in PAGE, name


def test_the_part_of_rush_hour_is_in_its_file():
    [shown] = re.findall(r"```python\n(STATED = .*?)```", PAGE, re.DOTALL)
    files = (ROOT / "docs/own-games/rush_hour/rush_hour").glob("*.py")
    assert any(shown.strip() in file.read_text() for file in files)


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Work in a folder with the files of the page; its games are found."""
    monkeypatch.chdir(tmp_path)
    use_games_in(monkeypatch)
    run("new-game kayles")
    for name, text in (each for each in examples(PAGE) if isinstance(each, tuple)):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    use_games_in(monkeypatch, "kayles", "broken")
    yield tmp_path
    forget_games_in(tmp_path)


@pytest.mark.exhaustive
def test_python_tests_and_the_broken_game_do_what_the_page_says(files, capsys):
    [program] = re.findall(r"```python\n(import toadstone\n.*?)```", PAGE, re.DOTALL)
    exec(program, {})
    assert capsys.readouterr().out == "left\n"
    sys.path += [str(files / "kayles"), str(files / "kayles/tests")]
    tests = vars(import_module("test_toadstone_kayles"))
    tests["test_the_game_keeps_its_promises"]()
    for pins in range(1, 8):
        tests["test_the_first_player_wins_every_row"](pins)
    [(command, shown)] = re.findall(r"\$ toadstone (.* circle .*)\n(.*)\n", PAGE)
    done = run(command)
    assert (done.exit_code, done.stdout, done.stderr) == (30, "", f"{shown}\n")
    assert Path("kayles/pyproject.toml").is_file()
