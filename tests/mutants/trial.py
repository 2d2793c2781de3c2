"""Mutants tried one by one, each in a fork that imports the changed module and the tests.

The process that forks has loaded what Toadstone needs, but nothing of Toadstone.
"""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import hypothesis
import ortools.sat.python.cp_model  # noqa: F401 - a fork need not load it again
import pydantic  # noqa: F401
import pytest
import typer.testing  # noqa: F401
import yaml  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent.parent
MEMORY = 6 << 30

ENDED_EARLY = "the process ended early"
NOT_COLLECTED = "the tests cannot be imported"


@dataclass(frozen=True)
class Suite:
    """A module and the tests that have to notice a change of it.

    Attributes:
        module: the file, from the root of the project.
        tests: files with tests; those that a change concerns are found by running them once.
        slowest: tests that take more seconds of the processor are left out.
    """

    module: str
    tests: tuple[str, ...]
    slowest: float = 5.0

    @property
    def path(self):
        return ROOT / self.module

    @property
    def dotted(self):
        _, *parts = Path(self.module).with_suffix("").parts
        return ".".join(parts).removesuffix(".__init__")


@dataclass(frozen=True)
class Mutant:
    """One change of a module: its whole new text, and the lines of the statement it is in."""

    text: str
    span: range
    in_function: bool


@dataclass(frozen=True)
class End:
    """What became of a mutant: "killed", "slow" or "survived", and by which test or why."""

    name: str
    why: str


@dataclass
class Coverage:
    """What the tests take, which lines of the module each of them runs, and what each killed."""

    seconds: dict[str, float]
    lines: dict[str, list[int]]
    kills: Counter[str] = field(default_factory=Counter)

    def tests_of(self, mutant):
        """Return the tests that run these lines, those first that killed most, then the quick.

        What is run at import concerns every test.
        """
        concerned = []
        if mutant.in_function:
            concerned = [test for test, lines in self.lines.items() if set(lines) & {*mutant.span}]
        concerned = concerned or list(self.lines)
        return sorted(concerned, key=lambda test: (-self.kills[test], self.seconds[test]))

    def limit(self, tests):
        """Return the seconds of the clock after which a mutant is taken for one without end."""
        return 60 + 20 * sum(self.seconds[test] for test in tests)


# Where a change is


def line_of(code, old):
    """Return the line on which a piece of code begins that may start with a line end."""
    return code.partition(old)[0].count("\n") + 1 + old.startswith("\n")


def place_of(code, line):
    """Return the lines of the smallest statement at this line, and whether a function runs them.

    Of a statement with a body the header alone counts; a function's own header is run at import.
    """
    best, runs_in_function = range(line, line + 1), False
    for node, inside in _statements(ast.parse(code), inside=False):
        first, body = node.lineno, getattr(node, "body", None)
        first = min([first, *(each.lineno for each in getattr(node, "decorator_list", []))])
        last = max(first, body[0].lineno - 1) if isinstance(body, list) else node.end_lineno
        if first <= line <= last:
            best, runs_in_function = range(first, last + 1), inside
    return best, runs_in_function


def _statements(node, *, inside):
    """Yield each statement, outer ones first, and whether it is in a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler):
            yield child, inside
        function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _statements(child, inside=inside or function)


# A module with a change


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads one module from a text instead of its file."""

    def __init__(self, name, path, text):
        super().__init__(name, path)
        self.text = text

    def get_code(self, _):
        return compile(self.text, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, suite, text):
        self.suite, self.text = suite, text

    def find_spec(self, name, path=None, target=None):
        if name != self.suite.dotted:
            return None
        loader = _Loader(name, str(self.suite.path), self.text)
        return importlib.util.spec_from_file_location(name, self.suite.path, loader=loader)


# The tests, collected and run in forks


class SlowError(BaseException):
    """A test takes longer than it may."""


def _stop_slow(signum, frame):
    raise SlowError


class _Loop:
    """Takes the place of pytest's loop over the tests: calls `work` with the tests collected."""

    def __init__(self, work):
        self.work, self.failed = work, None

    def pytest_runtestloop(self, session):
        if session.testsfailed:
            raise session.Failed("some tests cannot be imported")
        self.work(self, {item.nodeid: item for item in session.items})
        return True

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed = report.nodeid, report.longreprtext

    def first_failure(self, items, limits):
        """Run the tests in this order up to the first that fails; return it, or None.

        A test also fails that takes more seconds of the processor than its limit.
        """
        before = signal.signal(signal.SIGPROF, _stop_slow)
        for item, following, limit in zip(items, [*items[1:], None], limits, strict=True):
            signal.setitimer(signal.ITIMER_PROF, limit)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if self.failed:
                break
        signal.signal(signal.SIGPROF, before)
        return self.failed


def collected(suite, text, work):
    """Import the module as this text and the tests; return what `work` makes of loop and tests."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "tests")]
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None)
    hypothesis.settings.load_profile("mutants")
    sys.meta_path.insert(0, _Finder(suite, text))
    results, errors = [], []

    def kept(loop, items):
        try:
            results.append(work(loop, items))
        except Exception:
            errors.append(traceback.format_exc())

    loop = _Loop(kept)
    # other tracebacks need the line of an error, and a test that is stopped may have none
    options = ["-q", "-s", "--tb=native", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    status = pytest.main([*options, *suite.tests], plugins=[loop])
    if errors:
        raise RuntimeError(*errors)
    if not results:
        raise RuntimeError(f"{NOT_COLLECTED}: pytest ends with {status!r}")
    return results[0]


def in_child(work, seconds=None):
    """Call `work` in a fork; return what it returns, None after so many seconds.

    Raises:
        RuntimeError: `work` raises, or its process ends early.
    """
    fork = multiprocessing.get_context("fork")
    reader, writer = fork.Pipe(duplex=False)
    child = fork.Process(target=_answer, args=(work, writer))
    child.start()
    writer.close()
    try:
        answer, error = reader.recv() if reader.poll(seconds) else (None, None)
    except EOFError:
        answer, error = None, ENDED_EARLY
    finally:
        child.kill()
        child.join()
    if error:
        raise RuntimeError(error)
    return answer


def _answer(work, writer):
    """Send what `work` returns, or how it fails, and end this process."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    try:
        answer = work(), None
    except BaseException as error:
        answer = None, "".join(traceback.format_exception(error))[-3000:]
    with suppress(OSError):
        writer.send(answer)
    os._exit(0)


class _Tracing:
    """Notes the lines of a file, or of the files in a folder, that are run: file and number."""

    def __init__(self, path):
        self.path, self.lines = str(path), set()

    def begin(self):
        """Note lines from here on; also after a test that was stopped while one was noted.

        Python notes no more lines after an error in the function that notes them.
        """
        sys.settrace(self._call)

    def _call(self, frame, event, _):
        return self._line if frame.f_code.co_filename.startswith(self.path) else None

    def _line(self, frame, event, _):
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    def taken(self):
        """Return the lines since the last time, and forget them."""
        lines, self.lines = self.lines, set()
        return sorted(lines)


def _cover(suite, loop, items):
    """Run every test on the unchanged module; return times and lines by test.

    Tests that are slow, or that do not pass in this process, are left out. What has no functions is
    run at import alone, and concerns every test.

    Raises:
        RuntimeError: no test is left.
    """
    tracing, seconds, lines = _Tracing(suite.path), {}, {}
    parts = ast.walk(ast.parse(suite.path.read_text()))
    functions = [each for each in parts if isinstance(each, ast.FunctionDef)]
    only_imported = all(len(each.body) == 1 and ast.get_docstring(each) for each in functions)
    limit = 2 * suite.slowest  # a slow test may compute what others need
    for test, item in items.items():
        began = time.process_time()
        tracing.begin()
        failure, loop.failed = loop.first_failure([item], [limit]), None
        run, taken = [line for _, line in tracing.taken()], time.process_time() - began
        if (run or only_imported) and taken <= suite.slowest and not failure:
            seconds[test], lines[test] = taken, run
    sys.settrace(None)
    if not lines:
        raise RuntimeError(f"no quick test reaches {suite.module}")
    return seconds, lines


def _try(suite, coverage, mutant):
    """Return the end of a mutant, in a fork that imports it and the tests."""
    tests = coverage.tests_of(mutant)
    run = partial(_run, tests=tests, seconds=coverage.seconds)
    try:
        work = partial(collected, suite, mutant.text, run)
        failure = in_child(work, coverage.limit(tests))
    except RuntimeError as error:
        return _end_without_verdict(str(error))
    if failure in {None, "slow"}:
        return End("slow", "a test has no end")
    if failure == "passed":
        return End("survived", f"{len(tests)} tests pass")
    coverage.kills[failure] += 1
    return End("killed", failure)


def _end_without_verdict(error):
    """Return the end of a mutant on which no test said anything: only two errors are a kill.

    Any other may be one of this program, so the mutant is left for somebody to look at.
    """
    if SlowError.__name__ in error:
        return End("slow", "a test has no end")
    noticed = ENDED_EARLY in error or NOT_COLLECTED in error
    return End("killed" if noticed else "survived", error[-300:])


def _run(loop, items, tests, seconds):
    limits = [5 + 5 * seconds[test] for test in tests]
    failure = loop.first_failure([items[test] for test in tests], limits)
    if failure and SlowError.__name__ in failure[1]:
        return "slow"
    return failure[0] if failure else "passed"


def tried(suite, mutants, tell):
    """Yield the end of each mutant; call `tell` with the number of those tried.

    The process that calls this must not have loaded Toadstone.
    """
    text = suite.path.read_text()
    covered = in_child(lambda: collected(suite, text, partial(_cover, suite)))
    coverage = Coverage(*covered)
    for number, mutant in enumerate(mutants, 1):
        yield _try(suite, coverage, mutant)
        tell(number)
