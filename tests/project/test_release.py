"""What a release needs: a true README, one version, and files that the tools of others accept."""

import re
import sys
from importlib.util import find_spec

import pytest
import yaml

from places import ROOT
from programs import ran
from toadstone.core import __version__

README = (ROOT / "README.md").read_text()
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))


def test_the_version_is_the_same_wherever_it_stands():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    newest = re.search(r"^## \[([^]]+)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert citation["version"] == newest[1] == __version__
    assert str(citation["date-released"]) == newest[2]


@pytest.mark.exhaustive
@pytest.mark.skipif(not find_spec("check_jsonschema"), reason="pip install 'toadstone[test-all]'")
@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_fits_the_schema_of_github_actions(path):
    schema = ["--builtin-schema", "vendor.github-workflows"]
    done = ran(sys.executable, "-m", "check_jsonschema", *schema, path)
    assert done.returncode == 0, done.stdout


def test_the_workflows_run_what_the_readme_says_and_publish_without_a_password():
    found = {path.stem: yaml.safe_load(path.read_text()) for path in WORKFLOWS}
    tests, release = found["tests"], found["release"]
    systems = tests["jobs"]["tests"]["strategy"]["matrix"]["os"]
    assert [name.split("-")[0] for name in systems] == ["ubuntu", "macos", "windows"]
    (line,) = re.findall(r"-m pytest .*", README)
    assert tests["jobs"]["tests"]["steps"][-1]["run"] == f"python {line}"
    parts = re.findall(r"\bpart ([a-z-]+) ", (ROOT / ".ci/long").read_text())
    assert {*found["long"]["jobs"]["long"]["strategy"]["matrix"]["part"]} < {*parts}
    assert release["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert all("secrets." not in path.read_text() for path in WORKFLOWS)


def test_links_of_the_readme_and_files_of_contributing_lead_somewhere():
    targets = re.findall(r"\]\(([^)#:]+)[^):]*\)", README)
    assert len(targets) > 10
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    named = re.findall(r"`([\w.]+/[\w./]+)`", contributing)
    assert named
    for target in targets + named:
        assert (ROOT / target).exists() or target == "site/", target
