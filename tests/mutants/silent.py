"""Faults in the modules that state or use rules, and the answers that they change.

Of each module a fixed set of mutants is tried, of four kinds, each in a fork. The fork answers the
small scenarios of the game by the default road, those that reach the changed lines. A wrong answer
that says it is proven, and derived twice, is silent.
"""

import hashlib
import importlib
import pkgutil
import re
import resource
import signal
import sys
import time
import warnings
from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice

import numba
from operators import chosen, mutants, places
from survivors import change_of
from trial import (
    MEMORY,
    ROOT,
    Mutant,
    SlowError,
    Suite,
    _Finder,
    _stop_slow,
    _Tracing,
    in_child,
    line_of,
    place_of,
)

GAMES = ROOT / "model/toadstone/games"
WITHOUT_RULES = {"__init__", "board", "puzzles"}
"""Modules of games that no answer asks for a rule: they draw, read, write or make puzzles."""

KINDS = {
    "comparison": ["core/ReplaceComparisonOperator_.*", "toadstone/TurnMembership"],
    "operator": ["core/Replace(Binary|Unary)Operator_.*", "toadstone/SwapName"],
    "constant": ["core/NumberReplacer", "core/Replace(True|False)With(True|False)"],
    "branch": [
        "core/AddNot",
        "core/Replace(And|Or|Break|Continue)With(And|Or|Break|Continue)",
        "core/ZeroIterationForLoop",
        "toadstone/DropCall",
    ],
}
BY_HAND = "by hand"

SLOW = "SlowError"

OUTCOMES = ("unchanged", "undecided", "refused", "derived once", "silent")
"""What becomes of an answer, the worst last; a mutant has the worst of all its answers."""

FIXED = 8
"""The mutants of each kind and module that there are at most."""

SECONDS = 1
"""An answer takes at most three times what the right one takes while its lines are noted, and so
many seconds of the processor more."""


@dataclass(frozen=True)
class Fault:
    """A mutant of a module: its kind, the change on one line, and its text."""

    module: str
    kind: str
    change: str
    line: int
    mutant: Mutant


@dataclass(frozen=True)
class Tried:
    """What became of a fault: the outcome of each scenario that reaches it, by name."""

    module: str
    kind: str
    line: int
    change: str
    answers: dict[str, str]
    wrong: dict[str, str]

    @property
    def outcome(self):
        """The worst of its answers."""
        return max(self.answers.values(), key=OUTCOMES.index, default="unchanged")


def modules_of(game):
    """Return the modules of a game that state or use its rules."""
    folder = GAMES / game.replace("-", "_")
    paths = [path for path in sorted(folder.glob("*.py")) if path.stem not in WITHOUT_RULES]
    return [str(path.relative_to(ROOT)) for path in (*paths, *sorted(folder.glob("kernels/*.py")))]


def faults_of(module, config, most):
    """Return the first `most` faults of each kind in the order of their hashes, and all by hand.

    A hash is that of the changed line, so a change elsewhere in the module hardly changes the
    choice.
    """
    code, kept = (ROOT / module).read_text(), []
    operators = chosen(config["operators"])
    changes = _in_order_of_hashes(module, code, places(code, operators))
    for kind, patterns in KINDS.items():
        own = [each for each in changes if any(re.fullmatch(x, each[0]) for x in patterns)]
        for _, _, (start, _), text in islice(mutants(code, operators, own), most):
            kept.append(_fault(module, kind, code, start[0], text))
    for each in config["by_hand"]:
        if each["module"] == module:
            text = code.replace(each["old"], each["new"])
            kept.append(_fault(module, BY_HAND, code, line_of(code, each["old"]), text))
    return kept


def _in_order_of_hashes(module, code, changes):
    """Return the changes by their hashes; two of one line and column are told apart by number."""
    lines, times, hashed = code.splitlines(), Counter(), []
    for each in changes:
        name, _, ((line, column), _) = each
        told = f"{name} {column} {lines[line - 1].strip()}"
        times[told] += 1
        hashed.append((hashlib.sha256(f"{module} {told} {times[told]}".encode()).hexdigest(), each))
    return [each for _, each in sorted(hashed)]


def _fault(module, kind, code, line, text):
    return Fault(module, kind, change_of(code, text), line, Mutant(text, *place_of(code, line)))


# Answers, in processes of their own


def _interpret():
    """Have compiled functions run as Python; what only a processor can do gets a stand-in."""
    numba.config.DISABLE_JIT = True
    words = importlib.import_module("toadstone.games.squirrel_war.kernels.live_board")
    words.first_in = lambda cells: (int(cells) & -int(cells)).bit_length() - 1
    words.prefetch = lambda array, index: None
    table = importlib.import_module("toadstone.engines.adversarial.kernels.table")
    whole = table.key_of_words

    def key_of_words(first, second):
        key = whole(first, second)
        return key._replace(first=(key.first + 2**63) % 2**64 - 2**63)

    table.key_of_words = key_of_words


def _load():
    """Load all that answers need, with compiled functions as Python."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")  # numbers of 64 bits, not compiled, warn where they overflow
    _interpret()
    import toadstone.engines.answering
    import toadstone.games
    import toadstone.proofs.explain
    import toadstone_checker

    for package in (toadstone.engines, toadstone.games, toadstone_checker):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not each.name.endswith("__main__"):
                importlib.import_module(each.name)


def _claim(asked, seconds):
    """Return what the answer claims, or by which error there is none, as JSON has it."""
    from asked import claim_of

    began = time.process_time()
    signal.signal(signal.SIGPROF, _stop_slow)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        claim = asdict(claim_of(asked, asked.answered()))
    except SlowError:
        claim = {"error": SLOW}
    except BaseException as error:
        claim = {"error": f"{type(error).__name__}: {error}"[:200]}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return claim | {"seconds": time.process_time() - began}


def _asked_of(game):
    """Return the scenarios of a game by name."""
    from asked import ASKED

    return {each.name: each for each in ASKED if each.game == game}


def _right(game):
    """Return, for each scenario of the game, what is right, and the lines that are run for it.

    Raises:
        AssertionError: an answer is not proven.
    """
    _load()
    tracing, right = _Tracing(GAMES / game.replace("-", "_")), {}
    for name, asked in _asked_of(game).items():
        tracing.begin()
        claim = _claim(asked, 60)
        sys.settrace(None)
        assert claim.get("proven"), (asked, claim)
        right[name] = claim | {"lines": tracing.taken()}
    return right


def compare(right, said):
    """Return the outcome of one answer, by what is right; None if its plans have to be replayed."""
    if error := said.get("error"):
        return "undecided" if error == SLOW else "refused"
    if not said["proven"]:
        return "undecided"
    if said["facts"] != right["facts"]:
        return "silent" if said["confirmed"] else "derived once"
    return "unchanged" if said["plans"] == right["plans"] else None


def _replayed(game, name, said):
    """Return the outcome of an answer that has other plans than the right one, and all else."""
    _load()
    from asked import plan_is_right

    if all(plan_is_right(_asked_of(game)[name], *each) for each in said["plans"]):
        return "unchanged"
    return "silent" if said["confirmed"] else "derived once"


def _reaching(right, fault):
    """Return the scenarios that run the changed lines; what is run at import is for all."""
    if not fault.mutant.in_function:
        return list(right)
    lines = {(str(ROOT / fault.module), line) for line in fault.mutant.span}
    return [name for name, each in right.items() if lines & {*map(tuple, each["lines"])}]


def _end(game, right, fault):
    """Return what became of a fault, by what is right for each scenario."""
    names = _reaching(right, fault)
    try:
        said = _answers(game, right, fault, names) if names else []
    except RuntimeError as error:  # the process ended, or the module cannot be loaded
        said = [{"error": str(error)[-200:]}] * len(names)
    answers, wrong = {}, {}
    for name, claim in zip(names, said, strict=True):
        outcome = compare(right[name], claim) or in_child(partial(_replayed, game, name, claim))
        answers[name] = outcome
        if outcome != "unchanged":
            wrong[name] = claim.get("error") or claim["facts"]
    return Tried(fault.module, fault.kind, fault.line, fault.change, answers, wrong)


def _answers(game, right, fault, names):
    """Return what the answers claim in a fork that has loaded the module with the fault.

    Where they have no end together, each is asked for in its own fork.
    """
    limits = {name: SECONDS + 3 * right[name]["seconds"] for name in names}

    def work():
        sys.meta_path.insert(0, _Finder(Suite(fault.module, ()), fault.mutant.text))
        _load()
        asked = _asked_of(game)
        return [_claim(asked[name], limits[name]) for name in names]

    found = in_child(work, 20 + 5 * sum(limits.values()))
    if found is None and len(names) > 1:
        return [_answers(game, right, fault, [name])[0] for name in names]
    return found or [{"error": SLOW}]


def tried(game, faults, tell):
    """Return what became of each fault of a game; call `tell` with the number of those tried.

    The process that calls this must not have loaded Toadstone.
    """
    numba.config.DISABLE_JIT = True
    right, ends = in_child(lambda: _right(game)), []
    for fault in faults:
        ends.append(_end(game, right, fault))
        tell(len(ends))
    return ends


# What was found


def table(ends):
    """Return the figures of each module, and of all, as lines of a table."""
    rows = [("module", "tried", "reached", "changed", *OUTCOMES[1:])]
    for module in [*dict.fromkeys(each.module for each in ends), None]:
        own = [each for each in ends if module in (None, each.module)]
        times = Counter(each.outcome for each in own)
        name = module.removeprefix("model/toadstone/games/") if module else "all"
        changed = len(own) - times["unchanged"]
        reached = sum(1 for each in own if each.answers)
        figures = [len(own), reached, changed, *(times[outcome] for outcome in OUTCOMES[1:])]
        rows.append((name, *map(str, figures)))
    rows.insert(1, ("---", *["---:"] * (len(rows[0]) - 1)))
    return [f"| {' | '.join(row)} |" for row in rows]


def listed(ends, outcome):
    """Yield lines that say which faults had this outcome, and what was then claimed."""
    for each in ends:
        if each.outcome == outcome:
            yield f"{each.module}:{each.line}, {each.kind}: {each.change}"
            for name, answer in each.answers.items():
                if answer == outcome:
                    yield f"    {name}: {each.wrong[name]}"


def names_of_games():
    """Return the names of all games."""
    return sorted(path.parent.name.replace("_", "-") for path in GAMES.glob("*/rules.py"))
