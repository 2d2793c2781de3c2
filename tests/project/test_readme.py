"""The README is short, and says what is so; `test_pages.py` runs its commands."""

import re
import tomllib

from places import ROOT

README = (ROOT / "README.md").read_text()


def test_it_is_read_in_a_minute():
    assert len(README.splitlines()) <= 120


def test_relative_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#:]+)[^):]*\)", README)
    assert len(targets) > 10
    for target in targets:
        assert (ROOT / target).exists(), target


def test_ci_runs_the_line_that_the_readme_gives():
    script = (ROOT / ".ci" / "run").read_text()
    pattern = re.search(r"grep -- '([^']*)' README.md", script)[1]
    assert len([line for line in README.splitlines() if pattern in line]) == 1


def test_the_extras_that_it_names_exist():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = re.findall(r"'\.\[(\w+)\]'", README)
    assert named
    assert set(named) <= project["optional-dependencies"].keys()
