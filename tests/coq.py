"""The folder of proofs in Coq: what tests build there, and ask of it."""

import re
import shutil
import sys

import pytest

from command_line import run
from places import ROOT
from programs import ran

COQ = ROOT / "proofs" / "coq"
sys.path.insert(0, str(COQ))
import assumptions  # noqa: E402, F401 - a script there, which tests use

PROVEN_GAMES = ["river-toad", "frog-puzzle", "squirrel-war", "toads-and-frogs", "ugly-duck"]
# Two certificates are in proofs/; the empty board of Squirrel War takes minutes to solve.
LONG = {"five-by-five", "seven-toads-against-six", "empty-course-board"}

NEEDS_COQ = pytest.mark.skipif(shutil.which("coqc") is None, reason="needs Coq")


def build_theory(folder):
    """Build the theory in an empty folder; the file `printed` has what Coq printed."""
    folder.mkdir(parents=True)
    for path in [COQ / "Makefile", *COQ.glob("*.py"), *COQ.glob("*.v")]:
        shutil.copy(path, folder)
    shutil.copytree(COQ / "verify", folder / "verify")
    for path in COQ.parent.glob("*.json.gz"):
        shutil.copy(path, folder.parent)
    (folder / "printed").write_text(made(folder, "theory"))


def made(folder, target):
    """Make a target and return what Coq printed."""
    done = ran("make", target, cwd=folder)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def certificates(game, folder, names=None):
    """Return the paths of the certificates of a game's scenarios, or of those with some names."""
    for path in sorted((ROOT / "scenarios" / game).glob("*.yaml")):
        if path.stem not in LONG and (names is None or path.stem in names):
            run("solve", path, "--certificate", folder / f"{path.stem}.json")
    return sorted(folder.glob("*.json"))


def evaluated(folder, modules, terms):
    """Return the values of some terms, as Coq prints them, with some modules imported."""
    lines = [
        "From Coq Require Import String Uint63 PArray ZArith List.",
        "From Toadstone Require Import Walk Perft.",
        "From Toadstone Require FrogPuzzleRules RiverToadRules UglyDuckRules AnyGame FourGames.",
        f"Import {modules}.",
        "Import ListNotations.",
        *(f"Eval vm_compute in ({term})." for term in terms),
    ]
    (folder / "Asked.v").write_text("\n".join(lines))
    done = ran("coqc", "-Q", ".", "Toadstone", "Asked.v", cwd=folder)
    assert done.returncode == 0, done.stderr[-2000:]
    return re.findall(r"^ *= (.*?)\n *: ", done.stdout, re.M | re.S)
