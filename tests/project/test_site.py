"""The documentation site: it builds without a warning, loads nothing, and leaves out no page."""

import re
import shutil
import sys
import tomllib
from importlib.util import find_spec

import pytest

import toadstone
from command_line import run
from docs.commands import PAGE, page
from places import ROOT
from programs import ran
from toadstone_cli.main import GROUPS

CONFIGURATION = tomllib.loads((ROOT / "zensical.toml").read_text())["project"]


def named(entries):
    """Return the pages that the navigation names."""
    for entry in entries:
        for each in entry.values() if isinstance(entry, dict) else [entry]:
            yield from named(each) if isinstance(each, list) else [each]


def test_every_page_is_in_the_navigation_once():
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} | {PAGE.name}
    assert sorted(named(CONFIGURATION["nav"])) == sorted(pages)


def test_the_page_of_the_commands_has_every_option_of_every_command():
    text = page()
    for name in (each for group in GROUPS.values() for each in group):
        printed = run(name, "--help").stdout
        section = text.partition(f"## toadstone {name}\n")[2].partition("\n## ")[0]
        assert [
            each for each in re.findall(r"^  (-[\w-]+)", printed, re.M) if each not in section
        ] == []


@pytest.mark.exhaustive
@pytest.mark.skipif(not find_spec("zensical"), reason="pip install 'toadstone[docs]'")
def test_the_site_builds_without_a_warning_asks_nothing_of_others_and_has_every_name(tmp_path):
    for name in ("docs", "model"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    (tmp_path / "docs" / PAGE.name).write_text(page(), encoding="utf-8")
    done = ran(sys.executable, "-m", "zensical", "build", "--strict", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "site"
    pages = sorted(site.glob("*.html"))
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} <= {path.stem for path in pages}
    for path in pages:
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"(https?:)?//[^\"]*\"", text)
        assert not loaded, path.name
        assert "fonts.g" not in text
    text = (site / "reference.html").read_text(encoding="utf-8")
    assert [name for name in toadstone.__all__ if name[0] != "_" and name not in text] == []
