"""What takes minutes but less than an hour, one after the other, and how each of it ends.

    python tests/long.py [PART ...]

What needs a program that is not installed is left out, and said to be. Only the empty board of
Squirrel War is not among it, which takes more than an hour.
"""

import shutil
import subprocess
import sys
import tempfile
import time

from places import ROOT

PYTEST = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"]
BENCHMARKS = [sys.executable, "-m"]
PARTS = {
    "exhaustive": [
        *PYTEST,
        "-m",
        "exhaustive",
        "-k",
        "not empty-course-board and not empty_board_is",
    ],
    "random": [*PYTEST, "--hypothesis-profile", "random"],
    "theorems": ["make", "-C", "proofs/coq"],
    "quick": [*BENCHMARKS, "benchmarks", "all", "--quick", "--output", tempfile.gettempdir()],
    "own-games": [*BENCHMARKS, "benchmarks.own_games"],
}
NEEDS = {"theorems": "coqc"}


def main(names):
    """Run the parts of these names, by default all; return 1 where one fails."""
    ends = []
    for name in names or PARTS:
        began, missing = time.monotonic(), NEEDS.get(name)
        if missing and not shutil.which(missing):
            end = f"left out: {missing} is not installed"
        else:
            status = subprocess.run(PARTS[name], cwd=ROOT, check=False).returncode
            end = "well" if status == 0 else f"FAILED, status {status}"
        ends.append(f"{name}: {end}, {(time.monotonic() - began) / 60:.0f} min")
    print("", *ends, sep="\n")
    return int(any("FAILED" in end for end in ends))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
