"""Tries mutants of the rules, models and checker against the tests.

run     tries the mutants of the modules whose paths have one of these parts, or of all
again   tries those once more that the last run left alive
left    lists the mutants left alive by the last run that nobody has explained yet
page    writes docs/mutants.md from all runs and survivors.toml
silent  answers small scenarios with faults in the modules of games, and lists wrong answers that
        say they are proven; `--sample` is then of each kind of change
"""

import argparse
import difflib
import json
import os
import random
import re
import sys
import time
import tomllib
import uuid
from collections import Counter
from dataclasses import asdict
from math import inf
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult
from operators import chosen, mutants
from silent import FIXED, PATIENCE, faults_of, listed, modules_of, names_of_games, table
from silent import tried as answered
from survivors import change_of, keep, publish, reasons, results
from trial import ROOT, Mutant, Suite, place_of, tried

CONFIG = tomllib.loads((Path(__file__).parent / "mutants.toml").read_text())
WORK = ROOT / ".mutants"
FIGURES = WORK / "results.json"


def suites(parts):
    """Return the suites of the modules whose paths have one of these parts; all for none."""
    slowest = CONFIG["slowest_test_seconds"]
    return [
        Suite(
            module,
            tuple(f"tests/{name}.py" for name in each["tests"]),
            each.get("slowest_test_seconds", slowest),
        )
        for each in CONFIG["suite"]
        for module in each["modules"]
        if any(part in module for part in parts or [""])
    ]


def session_of(suite):
    """Return the file of the module's session; Cosmic Ray's `cr-report` and `cr-html` read it."""
    return WORK / f"{suite.dotted}.sqlite"


def work_items(suite, sample, seed):
    """Return the work items of a module's mutants with their texts, and how many there could be.

    A sample has those that somebody wrote by hand, and some of the others.
    """
    items = []
    for name, occurrence, (start, end), text in mutants(
        suite.path.read_text(), chosen(CONFIG["operators"])
    ):
        spec = MutationSpec(suite.module, name, occurrence, start, end)
        items.append((WorkItem.single(uuid.uuid4().hex, spec), text))
    count = len(items)
    if sample and sample < count:
        items = random.Random(f"{seed} {suite.module}").sample(items, sample)
    by_hand = list(_by_hand(suite))
    return by_hand + items, count + len(by_hand)


def _by_hand(suite):
    """Yield the work items of the module's mutants that the configuration spells out."""
    code = suite.path.read_text()
    for number, each in enumerate(CONFIG["by_hand"]):
        if each["module"] == suite.module:
            before, _, _ = code.partition(each["old"])
            start = before.count("\n") + 1 + each["old"].startswith("\n"), 0
            spec = MutationSpec(suite.module, "by_hand", number, start, (start[0], 1))
            text = code.replace(each["old"], each["new"])
            yield WorkItem.single(uuid.uuid4().hex, spec), text


def run(suite, sample, seed):
    """Try the mutants of one module, and keep what becomes of them."""
    items, count = work_items(suite, sample, seed)
    session_of(suite).unlink(missing_ok=True)
    database = WorkDB(session_of(suite), WorkDB.Mode.create)
    database.add_work_items([item for item, _ in items])
    _try(suite, items, count, database)


def again(suite):
    """Try once more the mutants that the last run left alive, and nobody has explained."""
    if not session_of(suite).exists():
        return
    database = WorkDB(session_of(suite), WorkDB.Mode.open)
    known = reasons()
    alive = {
        job
        for job, result in database.results
        if result.test_outcome is TestOutcome.SURVIVED
        and (suite.module, change_of(result.diff)) not in known
    }
    items = [(item, _text_of(suite, item)) for item in database.work_items if item.job_id in alive]
    count = results(FIGURES).get(suite.module, {}).get("mutants", database.num_work_items)
    _try(suite, items, count, database)


def _text_of(suite, item):
    """Return the mutated module of a work item."""
    (spec,) = item.mutations
    code = suite.path.read_text()
    if spec.operator_name == "by_hand":
        each = CONFIG["by_hand"][spec.occurrence]
        return code.replace(each["old"], each["new"])
    operator = chosen([re.escape(spec.operator_name)])[spec.operator_name]
    return mutate_code(code, operator, spec.occurrence)


def _try(suite, items, count, database):
    """Try mutants, write into the session what becomes of them, and keep the figures of all."""
    began = time.monotonic()
    code = suite.path.read_text()
    places = [place_of(code, item.mutations[0].start_pos[0]) for item, _ in items]
    tries = [Mutant(text, *place) for (_, text), place in zip(items, places, strict=True)]
    found = tried(suite, tries, _progress(suite, len(items)))
    for (item, text), end in zip(items, found, strict=True):
        diff = "\n".join(
            difflib.unified_diff(
                code.splitlines(), text.splitlines(), suite.module, suite.module, lineterm="", n=0
            )
        )
        outcome = TestOutcome.SURVIVED if end.name == "survived" else TestOutcome.KILLED
        result = WorkResult(WorkerOutcome.NORMAL, f"{end.name}: {end.why}", outcome, diff)
        database.set_result(item.job_id, result)
    ends = Counter(result.output.partition(":")[0] for _, result in database.results)
    figures = {"mutants": count, "tried": database.num_results}
    figures |= {name: ends[name] for name in ("killed", "slow", "survived")}
    database.close()
    keep(suite.module, figures, FIGURES)
    seconds = time.monotonic() - began
    print(f"{suite.module}: {dict(ends)} of {count} mutants, {seconds:.0f} s", flush=True)


def _progress(suite, count):
    terminal = os.dup(2)  # forks write nothing to the standard streams

    def tell(tried):
        if tried % 10 == 0 or tried == count:
            end = "\r" if os.isatty(terminal) and tried < count else "\n"
            os.write(terminal, f"{suite.module}: {tried} of {count}{end}".encode())

    return tell


def left(suite):
    """Print the survivors of the last run that have no reason yet; return how many they are."""
    if not session_of(suite).exists():
        return 0
    database = WorkDB(session_of(suite), WorkDB.Mode.open)
    lines = {item.job_id: item.mutations[0].start_pos[0] for item in database.work_items}
    known, count = reasons(), 0
    for job, result in database.results:
        change = change_of(result.diff)
        if result.test_outcome is TestOutcome.SURVIVED and (suite.module, change) not in known:
            count += 1
            print(f"  line {lines[job]}, {result.output}\n    {change}", flush=True)
    database.close()
    return count


def silent(parts, sample, *, as_json):
    """Try the faults of the modules whose paths have one of these parts; return whether all told.

    Prints a table, and the wrong answers that say they are proven.
    """
    ends = []
    for game in names_of_games():
        modules = [each for each in modules_of(game) if any(part in each for part in parts or [""])]
        faults = [each for path in modules for each in faults_of(path, CONFIG, sample or FIXED)]
        if faults:
            patience = PATIENCE if sample else inf
            ends += answered(game, faults, _told(game, len(faults)), patience)
    if as_json:
        print(json.dumps([asdict(each) | {"outcome": each.outcome} for each in ends]))
    else:
        print(*table(ends), sep="\n")
        for outcome in ("derived once", "silent"):
            print(f"\n{outcome}:", *listed(ends, outcome), sep="\n")
    return all(each.outcome != "silent" for each in ends)


def _told(game, count):
    terminal, number = os.dup(2), iter(range(1, count + 1))

    def tell(fault):
        line = f"{game}: {next(number)} of {count}, {Path(fault.module).stem}:{fault.line}"
        os.write(terminal, f"{line:70}\r".encode() if os.isatty(terminal) else b"")

    return tell


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="python tests/mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=["run", "again", "left", "page", "silent"])
    parser.add_argument("modules", nargs="*", metavar="PART", help="as river_toad/rules")
    parser.add_argument("--sample", type=int, help="the most mutants to try of each module")
    parser.add_argument("--seed", type=int, default=1, help="draws another sample")
    parser.add_argument("--json", action="store_true", help="of `silent`: one list of all mutants")
    options = parser.parse_intermixed_args(arguments)
    if options.command == "page":
        publish(FIGURES)
        return 0
    if options.command == "silent":
        return 0 if silent(options.modules, options.sample, as_json=options.json) else 1
    WORK.mkdir(exist_ok=True)
    unexplained = 0
    for suite in suites(options.modules):
        if options.command == "run":
            run(suite, options.sample, options.seed)
        elif options.command == "again":
            again(suite)
        unexplained += left(suite)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
