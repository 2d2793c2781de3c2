"""What the last runs found, why each mutant left alive cannot be noticed, and the page of both."""

import json
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
EXPLAINED = HERE / "survivors.toml"
PAGE = HERE.parent.parent / "docs" / "mutants.md"
FIGURES = ("mutants", "tried", "killed", "slow", "survived")


def change_of(diff):
    """Return what a unified diff of a mutant takes away and puts there, on one line."""
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
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
    """Return the figures of the last run of each module."""
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def keep(module, figures):
    """Write down the figures of a run."""
    kept = dict(sorted({**results(), module: figures}.items()))
    RESULTS.write_text(json.dumps(kept, indent=2) + "\n")


HEAD = """# Mutants

A mutant is Toadstone with one small change: another number, a comparison turned round, a constraint
left out. A test has to fail for each. `tests/mutants/mutants.toml` names the modules, the kinds of
change and the tests; [Development](development.md#mutants) says how to run them. This page is
written by `python tests/mutants page`.

A mutant *without end* ran until its time was over, which counts as noticed. A mutant that is *left*
passed all tests. Below the table stands each of them, with the reason why nothing can notice it.

| module | mutants | tried | killed | without end | left |
| --- | ---: | ---: | ---: | ---: | ---: |
"""


def page():
    """Return the page: a table of the figures, then the survivors with their reasons."""
    found = results()
    rows = {_short(module): [each[name] for name in FIGURES] for module, each in found.items()}
    rows["**all**"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    table = [f"| {name} | {' | '.join(map(str, row))} |" for name, row in rows.items()]
    parts = []
    for module in found:
        entries = [entry for entry in explained() if entry["module"] == module]
        if entries:
            parts.append(f"\n## {_short(module)}\n")
        parts += [_explanation(entry) for entry in entries]
    return HEAD + "\n".join(table) + "\n" + "".join(parts)


def _short(module):
    _, *parts = Path(module).parts
    return "/".join(parts).removeprefix("toadstone/")


def _explanation(entry):
    lines = []
    for change in entry["changes"]:
        old, _, new = change.partition(" -> ")
        lines += [f"- {old}", f"+ {new}"]
    return "\n".join(["", entry["reason"], "", "```diff", *lines, "```", ""])
