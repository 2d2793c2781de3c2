"""What the last runs found, why each mutant left alive cannot be noticed, and the page of both."""

import json
import tomllib
from collections import Counter
from difflib import unified_diff
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
"""The figures that the page shows."""
EXPLAINED = HERE / "survivors.toml"
PAGE = HERE.parent.parent / "docs" / "mutants.md"
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


def publish():
    """Write the page with the figures of all runs."""
    PAGE.write_text(page())


def unexplained():
    """Return how many survivors of each module have no reason yet."""
    count = Counter(entry["module"] for entry in explained() for _ in entry["changes"])
    return {module: each["survived"] - count[module] for module, each in results().items()}


def never_run():
    """Return the modules of the configuration whose mutants nobody has tried yet."""
    suites = tomllib.loads((HERE / "mutants.toml").read_text())["suite"]
    return [name for suite in suites for name in suite["modules"] if name not in results()]


HEAD = """# Mutants

A mutant is Toadstone with one small change: another number, a comparison turned round, a constraint
left out. A test has to fail for each. They are mutants of the rules, the models and the checker, on
which every answer rests. Searches and bounds are not among them: what they find is derived a second
time before it is shown, so the [faults](development.md#faults-in-the-rules) put into them are held
against answers. `tests/mutants/mutants.toml` names the modules, the kinds of change and the tests;
[Development](development.md#mutants) says how to run them. This page is written by
`python tests/mutants page`.

A mutant *without end* ran until its time was over, which counts as noticed. A mutant that is *left*
passed all tests. The page ends with each of them and the reason why nothing can notice it. The last
column counts those that have no reason yet: some of them are gaps, or only slow tests notice them.

| module | mutants | tried | killed | without end | left | no reason yet |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |"""


def page():
    """Return the page: a table of the figures, then the survivors with their reasons."""
    found = results()
    rows = {
        _short(module): [*(each[name] for name in FIGURES), unexplained()[module]]
        for module, each in found.items()
    }
    rows["**all**"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    table = [f"| {name} | {' | '.join(map(str, row))} |" for name, row in rows.items()]
    parts = []
    for module in found:
        entries = [entry for entry in explained() if entry["module"] == module]
        if entries:
            parts.append(f"\n## {_short(module)}\n")
        parts += [_explanation(entry) for entry in entries]
    waiting = ", ".join(f"`{_short(module)}`" for module in never_run()) or "none"
    return "\n".join([HEAD, *table, "", f"Not tried yet: {waiting}.", ""]) + "".join(parts)


def _short(module):
    _, *parts = Path(module).parts
    return "/".join(parts).removeprefix("toadstone/")


def _explanation(entry):
    lines = []
    for change in entry["changes"]:
        old, _, new = change.partition(" -> ")
        lines += [f"- {old}", f"+ {new}"]
    return "\n".join(["", entry["reason"], "", "```diff", *lines, "```", ""])
