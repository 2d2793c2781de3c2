"""docs/export.md shows what its commands print."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

from page_examples import run
from places import ROOT
from toadstone.services.export.export import format_names

PAGE = (ROOT / "docs" / "export.md").read_text()
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def in_package(package, *place):
    """Return a file of an installed package, or None."""
    found = find_spec(package)
    return None if found is None else Path(found.origin).parent.joinpath(*place)


NEEDS = {
    "minizinc ": lambda: which("minizinc"),
    "cbc ": lambda: which("cbc"),
    "-m clingo": lambda: find_spec("clingo"),
    "fast-downward.py": lambda: in_package("up_fast_downward"),
}
"""What a command needs, by how it is recognised."""


def steps_of(block):
    """Yield each command with the output that is shown below it."""
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = step.partition("\n")
        yield command, shown


@pytest.fixture
def folder(tmp_path):
    """Return a folder with what the page takes for granted."""
    (tmp_path / "solve_proto.py").write_text(next(p for p in PROGRAMS if "cp_model" in p))
    if (planner := in_package("up_fast_downward", "downward", "fast-downward.py")) is not None:
        script = tmp_path / "fast-downward.py"
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{planner}" "$@"\n')
        script.chmod(0o755)
    return tmp_path


@pytest.mark.exhaustive  # tests/services/export/test_export.py runs the solvers by default
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.partition("\n")[0][2:50])
def test_every_command_prints_what_is_shown(block, folder, monkeypatch):
    for sign, there in NEEDS.items():
        if sign in block and not there():
            pytest.skip(f"needs {sign.strip()}")
    path = os.pathsep.join([str(Path(sys.executable).parent), str(folder), os.environ["PATH"]])
    monkeypatch.setenv("PATH", path)
    monkeypatch.chdir(folder)
    for command, shown in steps_of(block):
        printed, _ = run(command + " 2>&1" * ("error" in shown))
        assert printed == shown, command


def test_the_program_for_highs_does_what_is_said_of_it(tmp_path, monkeypatch):
    if find_spec("highspy") is None:
        pytest.skip("needs highspy")
    program = next(p for p in PROGRAMS if "highspy" in p)
    monkeypatch.chdir(tmp_path)
    _, status = run("toadstone export first-crossing --to mps -o crossing.mps")
    assert status == 0
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    printed, status = run("toadstone check first-crossing crossing.sol --solution-of mps")
    assert status == 0
    assert "14 HP" in printed


def test_the_page_names_every_format():
    assert set(format_names()) <= set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE))
