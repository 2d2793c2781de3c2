"""What the last runs found, and why each mutant left alive cannot be noticed."""

import json
import tomllib
from collections import Counter
from difflib import unified_diff
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
"""The figures of the last whole run of each module."""
EXPLAINED = HERE / "survivors.toml"
FIGURES = ("mutants", "tried", "killed", "slow", "survived")


def change_of(code, text):
    """Return what a mutant takes away and puts there, on one line."""
    lines = list(unified_diff(code.splitlines(), text.splitlines(), lineterm="", n=0))[2:]
    old, new = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    return f"{old} -> {new}"


def explained():
    """Return the entries of `survivors.toml`: module, reason and changes."""
    return tomllib.loads(EXPLAINED.read_text()).get("equivalent", [])


def reasons():
    """Return the reason of each explained survivor, by module and change."""
    return {
        (entry["module"], change): entry["reason"]
        for entry in explained()
        for change in entry["changes"]
    }


def results():
    """Return the figures of the last whole run of each module."""
    return json.loads(RESULTS.read_text())


def keep(module, figures):
    """Write down the figures of a run of all mutants."""
    kept = dict(sorted({**results(), module: figures}.items()))
    RESULTS.write_text(json.dumps(kept, indent=2) + "\n")


def unexplained():
    """Return how many survivors of each module have no reason yet."""
    count = Counter(entry["module"] for entry in explained() for _ in entry["changes"])
    return {module: each["survived"] - count[module] for module, each in results().items()}


def totals():
    """Return the figures of all runs together, and how many survivors have no reason yet."""
    runs = results().values()
    return [sum(each[name] for each in runs) for name in FIGURES] + [sum(unexplained().values())]
