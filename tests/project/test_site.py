"""The documentation site: it builds without a warning, loads nothing, and leaves out no page."""

import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec

import pytest

import toadstone
from docs.commands import PAGE, page
from places import ROOT

CONFIGURATION = tomllib.loads((ROOT / "zensical.toml").read_text())["project"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the built site."""
    if not find_spec("zensical"):
        pytest.skip("zensical is missing: pip install 'toadstone[docs]'")
    folder = tmp_path_factory.mktemp("site")
    for name in ("docs", "model"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "zensical.toml", folder)
    build = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def named(entries):
    """Return the pages that the navigation names."""
    for entry in entries:
        for each in entry.values() if isinstance(entry, dict) else [entry]:
            yield from named(each) if isinstance(each, list) else [each]


def test_every_page_is_in_the_navigation_once():
    assert sorted(named(CONFIGURATION["nav"])) == sorted(
        path.name for path in (ROOT / "docs").glob("*.md")
    )


def test_the_page_of_the_commands_is_what_the_program_prints():
    assert PAGE.read_text(encoding="utf-8") == page(), "run python docs/commands.py"


@pytest.mark.exhaustive
def test_the_site_builds_with_warnings_as_errors_and_asks_nothing_of_others(site):
    pages = sorted(site.glob("*.html"))
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} <= {path.stem for path in pages}
    for path in pages:
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"(https?:)?//[^\"]*\"", text)
        assert not loaded, path.name
        assert "fonts.g" not in text


@pytest.mark.exhaustive
def test_the_reference_has_every_public_name(site):
    text = (site / "reference.html").read_text(encoding="utf-8")
    assert [name for name in toadstone.__all__ if name[0] != "_" and name not in text] == []
