"""Tries mutants of the rules, models and checker against the tests.

run     tries the mutants of the modules whose paths have one of these parts, or of all, and lists
        those that no test notices and survivors.toml does not explain
silent  answers small scenarios with faults in the modules of games, and lists wrong answers that
        say they are proven; `--sample` is then of each kind of change
"""

import argparse
import os
import random
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

from operators import chosen, mutants
from silent import FIXED, faults_of, listed, modules_of, names_of_games, table
from silent import tried as answered
from survivors import change_of, keep, reasons
from trial import Mutant, Suite, line_of, place_of, tried

CONFIG = tomllib.loads((Path(__file__).parent / "mutants.toml").read_text())


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


def changes_of(suite, sample, seed):
    """Return pairs of line and text, one for each mutant to try, and how many there could be.

    A sample has those that somebody wrote by hand, and some of the others.
    """
    code = suite.path.read_text()
    made = mutants(code, chosen(CONFIG["operators"]))
    pairs = [(start[0], text) for _, _, (start, _), text in made]
    by_hand = [
        (line_of(code, each["old"]), code.replace(each["old"], each["new"]))
        for each in CONFIG["by_hand"]
        if each["module"] == suite.module
    ]
    count = len(pairs)
    if sample and sample < count:
        pairs = random.Random(f"{seed} {suite.module}").sample(pairs, sample)
    return by_hand + pairs, count + len(by_hand)


def run(suite, sample, seed):
    """Try the mutants of one module; return how many survive without a reason."""
    began, code, known = time.monotonic(), suite.path.read_text(), reasons()
    pairs, count = changes_of(suite, sample, seed)
    tries = [Mutant(text, *place_of(code, line)) for line, text in pairs]
    ends = list(tried(suite, tries, _progress(suite.module, len(tries))))
    found = Counter(each.name for each in ends)
    if len(pairs) == count:
        ends_of = {name: found[name] for name in ("killed", "slow", "survived")}
        keep(suite.module, {"mutants": count, "tried": count} | ends_of)
    seconds = time.monotonic() - began
    print(f"{suite.module}: {dict(found)} of {count} mutants, {seconds:.0f} s", flush=True)
    unexplained = 0
    for (line, text), end in zip(pairs, ends, strict=True):
        change = change_of(code, text)
        if end.name == "survived" and (suite.module, change) not in known:
            unexplained += 1
            print(f"  line {line}, {end.why}\n    {change}", flush=True)
    return unexplained


def _progress(name, count):
    terminal = os.dup(2)  # forks write nothing to the standard streams

    def tell(tried):
        if tried % 10 == 0 or tried == count:
            end = "\r" if os.isatty(terminal) and tried < count else "\n"
            os.write(terminal, f"{name}: {tried} of {count}{end}".encode())

    return tell


def silent(parts, sample):
    """Try the faults of the modules whose paths have one of these parts; return whether all told.

    Prints a table, and the wrong answers that say they are proven.
    """
    ends = []
    for game in names_of_games():
        modules = [each for each in modules_of(game) if any(part in each for part in parts or [""])]
        faults = [each for path in modules for each in faults_of(path, CONFIG, sample or FIXED)]
        if faults:
            ends += answered(game, faults, _progress(game, len(faults)))
    print(*table(ends), sep="\n")
    for outcome in ("derived once", "silent"):
        print(f"\n{outcome}:", *listed(ends, outcome), sep="\n")
    return all(each.outcome != "silent" for each in ends)


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="python tests/mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=["run", "silent"])
    parser.add_argument("modules", nargs="*", metavar="PART", help="as river_toad/rules")
    parser.add_argument("--sample", type=int, help="the most mutants to try of each module")
    parser.add_argument("--seed", type=int, default=1, help="draws another sample")
    options = parser.parse_intermixed_args(arguments)
    if options.command == "silent":
        return 0 if silent(options.modules, options.sample) else 1
    return (
        1 if sum(run(each, options.sample, options.seed) for each in suites(options.modules)) else 0
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
