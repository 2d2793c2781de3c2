"""The wheel: everything is in it, and it draws from an empty folder far from the sources."""

import os
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from places import ROOT
from toadstone.core import __version__

PACKAGES = {
    "toadstone": ROOT / "model/toadstone",
    "toadstone_checker": ROOT / "checker/toadstone_checker",
    "toadstone_cli": ROOT / "cli/toadstone_cli",
    "toadstone/scenarios": ROOT / "scenarios",
}
"""The folders of the wheel, and where they come from."""

pytestmark = pytest.mark.skipif(
    not find_spec("hatchling"), reason="hatchling is missing: pip install 'toadstone[test]'"
)


def built(kind, folder):
    """Build one archive as for a release; return its path."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (archive,) = folder.iterdir()
    return archive


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    return built("sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Return the folder into which the wheel is unpacked, which is all that pip does with it."""
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run_installed(folder, working, code, *arguments):
    """Run code on what is installed there, with nothing of the sources to import."""
    first = f"import sys; sys.path.insert(0, {str(folder)!r})\n"
    return subprocess.run(
        [sys.executable, "-c", first + code, *map(str, arguments)],
        cwd=working,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_holds_all_files_of_model_checker_cli_and_scenarios(wheel):
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    expected = {
        f"{name}/{path.relative_to(folder).as_posix()}"
        for name, folder in PACKAGES.items()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected.add("toadstone/proofs/ugly-duck-five-by-five.json.gz")
    assert {name for name in names if ".dist-info/" not in name} == expected
    for needed in (
        "toadstone/py.typed",
        "toadstone/view/replay.js",
        "toadstone/scenarios/river-toad/first-crossing.yaml",
        "toadstone/scenarios/schema/river-toad.json",
        "toadstone_checker/__main__.py",
        "toadstone_cli/py.typed",
    ):
        assert needed in names


@pytest.mark.exhaustive
def test_the_source_archive_holds_what_is_needed_to_test_and_to_build(sdist):
    with tarfile.open(sdist) as archive:
        names = [name.split("/", 1)[1] for name in archive.getnames()]
    folders = {"benchmarks", "checker", "cli", "docs", "model", "proofs", "scenarios", "tests"}
    files = {"CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md"}
    files |= {"SECURITY.md", "pyproject.toml", ".gitignore", "PKG-INFO"}
    assert {name.split("/")[0] for name in names} == folders | files
    assert not [name for name in names if "__pycache__" in name or ".venv" in name]
    assert "tests/project/test_wheel.py" in names


@pytest.mark.exhaustive
@pytest.mark.skipif(not find_spec("twine"), reason="pip install 'toadstone[test-all]'")
def test_the_package_index_would_take_both_archives(wheel, sdist):
    check = [sys.executable, "-m", "twine", "check", "--strict", wheel, sdist]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_wheel_names_its_version_its_license_and_its_command(wheel):
    info = f"toadstone-{__version__}.dist-info"
    with ZipFile(wheel) as archive:
        commands = archive.read(f"{info}/entry_points.txt").decode()
        assert f"\nVersion: {__version__}\n" in archive.read(f"{info}/METADATA").decode()
        assert archive.read(f"{info}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    assert "toadstone = toadstone_cli.__main__:run" in commands


@pytest.mark.exhaustive
def test_what_is_installed_solves_and_draws_a_scenario_it_brings(installed, tmp_path):
    code = "import toadstone, toadstone_checker, toadstone_cli\n"
    code += "print(toadstone.__file__, toadstone_checker.__file__, toadstone_cli.__file__)\n"
    code += "answer = toadstone.solve('jump-of-two'); toadstone.draw(answer, 'crossing.svg')\n"
    code += "print(len(answer.states), answer.status)"
    done = run_installed(installed, tmp_path, code)
    *files, said = done.stdout.splitlines()
    assert said == "9 optimal", done.stderr
    assert len(files[0].split()) == 3
    assert all(Path(file).is_relative_to(installed) for file in files[0].split())
    tree = ElementTree.parse(tmp_path / "crossing.svg")
    assert sum("data-state" in each.attrib for each in tree.iter()) == 9


@pytest.mark.exhaustive
def test_the_installed_command_draws(installed, tmp_path):
    (tmp_path / "own.yaml").write_text("game: frog-puzzle\nstart: L_R\nask: min-moves\n")
    code = "from toadstone_cli.__main__ import run; run()"
    for name in ("crossing.svg", "crossing.html"):
        done = run_installed(installed, tmp_path, code, "draw", "own.yaml", "-o", name)
        assert done.returncode == 0, done.stderr
        assert "L_R" in (tmp_path / name).read_text()
