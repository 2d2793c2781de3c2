"""The wheel: everything is in it, and it draws from an empty folder far from the sources."""

import json
import os
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from places import ROOT
from programs import ran
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
    ran(*build, cwd=ROOT, check=True)
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
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return ran(sys.executable, "-c", code, *arguments, cwd=working, env=environment)


def test_the_wheel_holds_all_files_and_names_version_license_and_command(wheel):
    info = f"toadstone-{__version__}.dist-info"
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        commands = archive.read(f"{info}/entry_points.txt").decode()
        assert f"\nVersion: {__version__}\n" in archive.read(f"{info}/METADATA").decode()
        assert archive.read(f"{info}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    assert "toadstone = toadstone_cli.__main__:run" in commands
    expected = {
        f"{name}/{path.relative_to(folder).as_posix()}"
        for name, folder in PACKAGES.items()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected.add("toadstone/proofs/ugly-duck-five-by-five.json.gz")
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert {"toadstone/py.typed", "toadstone_cli/py.typed"} <= names


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
    done = ran(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    assert done.returncode == 0, done.stdout


COMMAND_LINES = [
    "solve first-crossing --certificate proof.json",
    "verify proof.json",
    "prove starvation",
    "explain starvation",
    "enumerate two-pairs --count",
    "check two-pairs plan.txt",
    "grade two-pairs plan.txt --html marks",
    "compare two-pairs --methods a-star,layered",
    "play two-pairs --player perfect --plain",
    "draw two-pairs -o pairs.html",
    "tree wall-of-snakes",
    "atlas toads-and-frogs --cells 4",
    "generate frog-puzzle -o puzzles",
    "export two-pairs",
    "batch two-pairs wall-of-snakes --workers 1",
    "examples --copy copies",
    "schema ugly-duck",
    "new-game kayles",
    "review two-pairs plan.txt",
]


@pytest.mark.exhaustive
def test_every_command_works_from_an_empty_folder(installed, tmp_path):
    code = (
        "import json, sys, toadstone, toadstone_checker, toadstone_cli\n"
        "from toadstone_cli.main import app, COMMANDS\n"
        "from toadstone.core.process import load_less\n"
        "from pathlib import Path\n"
        "from typer.testing import CliRunner\n"
        "load_less()\n"
        "run = lambda line: CliRunner().invoke(app, line.split())\n"
        "Path('plan.txt').write_text(run('solve two-pairs --view moves').stdout)\n"
        "ends = {line: run(line).exit_code for line in json.loads(sys.argv[1])}\n"
        "files = [each.__file__ for each in (toadstone, toadstone_checker, toadstone_cli)]\n"
        "print(json.dumps([ends, list(COMMANDS), files]))\n"
    )
    done = run_installed(installed, tmp_path, code, json.dumps(COMMAND_LINES))
    ends, commands, files = json.loads(done.stdout)
    assert all(Path(file).is_relative_to(installed) for file in files)
    assert {line: end for line, end in ends.items() if end not in {0, 10}} == {}, done.stderr
    assert {line.split()[0] for line in ends} == {*commands} - {"warm-up"}  # it takes a minute
