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


BOUNDS = """
## Bounds

A bound has to hold for every plan, and a bound that is stronger by one has to be noticed.

| bound | holds for every plan | stronger by one |
| --- | --- | --- |
| River Toad, most HP by turn and cell | `test_every_plan_keeps_within_all_bounds` | `test_the_most_hp_are_exact_where_no_action_is_too_dear` |
| least HP that reach the end | the same | `test_the_least_hp_are_exact_where_moves_do_not_count` |
| HP in the model | the same | `test_a_bound_on_hp_made_stronger_by_one_takes_a_plan_away` |
| moves by HP, in a cell and anywhere | the same | `test_a_bound_on_moves_made_stronger_by_one_takes_a_plan_away` |
| starting HP that are enough | `test_the_hp_that_no_plan_can_use_up_are_just_enough_where_every_action_is_the_dearest` | the same |
| estimates of the searches | `test_no_estimate_is_above_what_the_rest_costs_at_least` | `test_an_estimate_larger_by_one_is_above_what_some_rest_costs` |
| Frog puzzle, fewest and most moves | `test_the_lengths_are_those_of_the_nearest_and_the_furthest_row_that_the_goal_matches` | the same |
| estimate of the searches | `test_the_estimate_is_never_above_the_moves_that_are_needed` | `test_the_estimate_is_what_is_needed_where_one_row_alone_matches_the_goal` |
| Toads and Frogs, longest game | `test_no_game_is_longer_than_the_pairs_that_can_still_pass_each_other` | `test_some_games_are_as_long_as_the_pairs_that_can_still_pass_each_other` |
| Ugly Duck, captures to come | `test_the_bound_changes_no_answer` | `test_a_bound_on_captures_made_stronger_by_one_takes_an_answer_away` |

Ugly Duck's longest game is a bound that no game reaches: when a swan comes home, every other piece
still has a move to make. One move less would hold too.
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
    return HEAD + "\n".join(table) + "\n" + BOUNDS + "".join(parts)


def _short(module):
    _, *parts = Path(module).parts
    return "/".join(parts).removeprefix("toadstone/")


def _explanation(entry):
    lines = []
    for change in entry["changes"]:
        old, _, new = change.partition(" -> ")
        lines += [f"- {old}", f"+ {new}"]
    return "\n".join(["", entry["reason"], "", "```diff", *lines, "```", ""])
