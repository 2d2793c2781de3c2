"""How long it takes to grade 200 students with 10 scenarios.

python -m benchmarks.games.river_toad.grading
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from contextlib import chdir
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import toadstone

STUDENTS, SCENARIOS, TURNS = 200, 10, 40
ROLLS = (0, 1, 2, 4, 8, 16, 3, 12, 32, 33, 20)
CHANGES = ("stay", "left-1", "right-1", "left-2")


def make_scenarios(folder: Path, dice: random.Random) -> dict[str, list[list[str]]]:
    """Write winnable scenarios into a folder; return some plans of each, by its name."""
    folder.mkdir()
    plans: dict[str, list[list[str]]] = {}
    while len(plans) < SCENARIOS:
        rolls = dice.choices(ROLLS, k=TURNS)
        stated = {"board": {"rows": 6}, "toad": {"hp": 20}, "rolls": rolls, "ask": "max-hp"}
        scenario = toadstone.scenario("river-toad", **stated)
        found = [toadstone.solve(scenario, ask=ask).plan for ask in ("max-hp", "min-moves")]
        if all(found):
            name = f"task-{len(plans) + 1:02}"
            lines = [f"{key}: {value}" for key, value in {"game": "river-toad", **stated}.items()]
            text = "\n".join(lines).replace("'", "")
            (folder / f"{name}.yaml").write_text(f"{text}\n")
            plans[name] = [plan for plan in found if plan]
    return plans


def make_students(folder: Path, plans: dict[str, list[list[str]]], dice: random.Random) -> None:
    """Write what students hand in: good plans, worse ones, and some with a mistake."""
    for number in range(STUDENTS):
        own = folder / f"student-{number:03}"
        own.mkdir(parents=True)
        for name, known in plans.items():
            plan = list(dice.choice(known))
            if dice.random() < 0.3:
                plan[dice.randrange(TURNS)] = dice.choice(CHANGES)
            between = dice.choice(["\n", ", ", " "])
            (own / f"{name}.txt").write_text(between.join(plan))


def measure(*options: str) -> None:
    """Grade everything once, and print the seconds."""
    command = [sys.executable, "-m", "toadstone_cli", "grade", "tasks", "students", *options]
    before, began = getrusage(RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after, wall = getrusage(RUSAGE_CHILDREN), time.monotonic() - began
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    name = " ".join(options) or "text"
    sys.stdout.write(f"{name}: {used:.1f} s of processor time, {wall:.1f} s of wall time\n")


def main() -> None:
    """Make the files, and measure."""
    dice = random.Random(3)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        make_students(Path("students"), make_scenarios(Path("tasks"), dice), dice)
        measure()
        measure("--json", "--html", "marks", "--gradescope", "results")


if __name__ == "__main__":
    main()
