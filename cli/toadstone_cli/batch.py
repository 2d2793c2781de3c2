"""`toadstone batch`: answer many scenarios, one JSON object a line."""

from __future__ import annotations

import json as json_text
import logging
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from toadstone.core.budget import Confirm
from toadstone.core.errors import RequestError
from toadstone.files.messages import expected_ending, printable
from toadstone.play.words import with_noun
from toadstone.view.layout import page_width
from toadstone_cli.options import (
    LIMITS,
    OUTPUT,
    QUESTION,
    Ask,
    ConfirmBy,
    MethodName,
    NoBounds,
    option,
    output_option,
    seed_option,
    time_option,
    workers_option,
)
from toadstone_cli.progress import LiveLine
from toadstone_cli.scenario_file import ScenarioFiles
from toadstone_cli.streams import ExitStatus, csv_text, tell, write

if TYPE_CHECKING:
    from collections import Counter

    from toadstone.services.batch.run import Batch, BatchProgress
    from toadstone.services.batch.work import Ending

ENDINGS = {".jsonl": False, ".ndjson": False, ".json": False, ".csv": True}
"""Whether a file whose name ends so is a table of comma-separated values."""

AFTER = len(", 99999 s (Ctrl-C stops)")
"""Columns that the live line needs for itself."""

Settings = Annotated[
    list[str] | None,
    option(
        QUESTION,
        "Answer one scenario with each of these values, such as toad.hp=8,9,10. Repeat "
        "the option to combine every value with every other.",
        "--set",
        metavar="KEY=A,B,C",
    ),
]
ResultsPath = Annotated[
    str | None,
    output_option(
        "Write the results to FILE: .csv for a table, .jsonl for JSON lines. An interrupted batch "
        "continues from FILE.journal."
    ),
]
JournalPath = Annotated[str | None, option(OUTPUT, "Use this file as the journal.", metavar="FILE")]
Csv = Annotated[bool, option(OUTPUT, "Write a flat table of comma-separated values.", "--csv")]
Cluster = Annotated[
    str | None,
    option(
        LIMITS,
        "Use the Dask cluster of this scheduler; 'local' starts one on this machine.",
        metavar="ADDRESS",
    ),
]
TimeLimitEach = Annotated[
    float | None, time_option("Stop each scenario after 30 (seconds), 30s, 5m or 1h.")
]
Processes = Annotated[
    int | None, workers_option("Number of worker processes; one per core if left out.")
]
SeedOfAll = Annotated[int, seed_option("Random seed of the solver in every process.")]
TellEach = Annotated[
    bool, option(OUTPUT, "Write the result of each file to standard error.", "--verbose", "-v")
]


def batch(
    files: ScenarioFiles,
    settings: Settings = None,
    ask: Ask = None,
    method: MethodName = None,
    no_bounds: NoBounds = False,
    output: ResultsPath = None,
    journal: JournalPath = None,
    as_csv: Csv = False,
    dask: Cluster = None,
    time_limit: TimeLimitEach = None,
    workers: Processes = None,
    seed: SeedOfAll = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: TellEach = False,
) -> ExitStatus:
    """Answer many scenarios on all cores or a Dask cluster.

    PATH is a scenario, an example, or a folder, with the .yaml, .yml and .json files in it; with
    options such as --hp also .txt files. Each result is one line: the JSON object of 'solve', plus
    'file' and 'sha256'. The line of a file that cannot be used holds the error.

    \b
    Examples:
      toadstone batch first-crossing --set toad.hp=8,9,10 --set board.rows=4,8
      toadstone batch first-crossing starvation --time-limit 60 -o results.jsonl
    """
    from toadstone.files.writing import expect_not, expect_writable
    from toadstone.interface import batch_run
    from toadstone.services.batch.journal import SUFFIX
    from toadstone.services.batch.work import Request

    as_csv = _is_table(output, as_csv=as_csv)
    asked, bounds = tuple(ask or ()), not no_bounds
    request = Request(files.game, files.parts, asked, method, bounds, time_limit, seed, confirm)
    kept_in = journal or None
    if not journal and output and (Path(output).is_file() or not Path(output).exists()):
        kept_in = output + SUFFIX
    ours = [each for each in (output, kept_in) if each]
    for path in ours:
        expect_writable(path)
    if len(ours) > 1:
        expect_not(ours[0], ours[1], what="the journal")
    values = _values(settings or [])
    run, left_out = batch_run(files.paths, request, values, workers=workers, dask=dask, ours=ours)
    if left_out:
        taken = ".yaml, .yml, .txt" if request.options else ".yaml, .yml"
        tell(f"toadstone: {with_noun(left_out, 'file')} left out: not {taken} or scenario .json\n")
    return do_all(run, output, kept_in, as_csv=as_csv, verbose=verbose)


def do_all(
    run: Batch,
    output: str | None,
    journal: str | None,
    *,
    as_csv: bool = False,
    verbose: bool = False,
    noun: str = "scenario",
) -> ExitStatus:
    """Do the work, write the results, and return the exit status; `noun` is what is counted."""
    logging.disable(logging.CRITICAL)  # Dask's log; what matters of it is an error here
    try:
        _answer(run, output, journal, as_csv=as_csv, verbose=verbose, noun=noun)
    except KeyboardInterrupt:
        if journal is not None:
            share = f"{run.endings.total():,} of {len(run.tasks):,} are done"
            tell(f"toadstone: {share}; the same command continues from {printable(journal)}\n")
        return ExitStatus.INTERRUPTED
    finally:
        logging.disable(logging.NOTSET)
    return _status(run.endings)


def _is_table(output: str | None, *, as_csv: bool) -> bool:
    """Return whether the results are a table; the ending of their file decides, if it has one.

    Raises:
        RequestError: nothing is written to such a file, or `--csv` wants something else.
    """
    ending = Path(output or "").suffix.lower()
    if output is None or not ending:
        return as_csv
    if ending not in ENDINGS:
        raise RequestError(f"-o: {expected_ending(output, ENDINGS)}")
    if as_csv and not ENDINGS[ending]:
        raise RequestError(f"--csv: {expected_ending(output, ['.csv'])}")
    return ENDINGS[ending]


def _values(settings: list[str]) -> dict[str, tuple[Any, ...]]:
    """Return the values of each key of `--set`."""
    from toadstone.services.batch.inputs import read_setting

    values: dict[str, tuple[Any, ...]] = {}
    for text in settings:
        try:
            key, read = read_setting(text)
        except RequestError as error:
            raise RequestError(f"--set: {error}") from None
        if key in values:
            raise RequestError(f"--set: `{key}` is given twice")
        values[key] = read
    return values


def _answer(
    run: Batch, output: str | None, journal: str | None, *, as_csv: bool, verbose: bool, noun: str
) -> None:
    """Do the work, and write the results; to standard output also those of half a batch."""
    from toadstone.files.writing import open_atomic, remove_left
    from toadstone.services.batch.journal import open_journal

    lines: list[Mapping[str, Any]] = []
    began = time.monotonic()
    live = nullcontext() if verbose else LiveLine(printable(run.workers.beginning))
    destination = nullcontext() if output is None else open_atomic(output)
    with ExitStack() as opened:
        run.journal = opened.enter_context(open_journal(journal))
        if output and run.journal:  # which lets one run at a time go on
            remove_left(output)
        file = opened.enter_context(destination)
        put = write if file is None else lambda text: file.write(text) > 0
        put_line = lines.append if as_csv else lambda line: put(json_text.dumps(line) + "\n")
        try:
            with live as live_line:
                if live_line is not None:
                    run.listener = lambda progress: live_line.tell(_how_far(progress, began))
                for result in run:
                    line = result.line
                    if verbose:
                        why = f": {line['error']['message']}" if "error" in line else ""
                        tell(printable(f"{line['file']}: {line['status']}{why}") + "\n")
                    if put_line(line) is False:
                        return
        except KeyboardInterrupt:
            for result in run.rest() if output is None else ():
                put_line(result.line)
            raise
        finally:
            if lines:
                put(_table_of(lines))
        counts = [f"{count:,} {ending.value}" for ending, count in run.endings.items()]
        before = f" ({run.kept:,} of them before)" if run.kept else ""
        said = f"{with_noun(len(run.tasks), noun)}: {', '.join(sorted(counts))}{before}"
        tell(f"toadstone: {said}, {time.monotonic() - began:.1f} s\n")


def _status(endings: Counter[Ending]) -> ExitStatus:
    """Return the exit status of the worst that happened."""
    from toadstone.services.batch.work import Ending

    statuses = {
        Ending.DEFECT: ExitStatus.DEFECT,
        Ending.UNUSABLE: ExitStatus.UNUSABLE_FILE,
        Ending.UNDECIDED: ExitStatus.UNDECIDED,
    }
    happened = (status for ending, status in statuses.items() if endings[ending])
    return next(happened, ExitStatus.ANSWERED)


def _how_far(progress: BatchProgress, began: float) -> str:
    """Say how much of a batch is done, how fast, and what is running."""
    said = f"{progress.done:,} of {progress.total:,}"
    if worked := progress.done - progress.kept:
        rate = worked / max(0.001, time.monotonic() - began)
        said += f", {rate:.3g}/s, {(progress.total - progress.done) / rate:,.0f} s left"
    if progress.running:
        names = (name.rpartition("/")[2] for name in progress.running)
        said += f"; {printable(', '.join(names))}"
    room = max(20, page_width() - AFTER)
    return said if len(said) <= room else f"{said[: room - 1]}…"


def _table_of(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return comma-separated values: the names of the columns, then a row for each result.

    Every figure and every key of a grid that occurs anywhere has a column.
    """
    keys, figures = (
        list(dict.fromkeys(name for line in lines for name in line.get(part) or {}))
        for part in ("set", "values")
    )
    return csv_text([_row(line, keys, figures) for line in lines])


def _row(line: Mapping[str, Any], keys: Sequence[str], figures: Sequence[str]) -> dict[str, object]:
    settings, values = line.get("set") or {}, line.get("values") or {}
    error = line.get("error") or {}
    row = {
        "file": line["file"],
        "sha256": line["sha256"],
        **{key: settings.get(key) for key in keys},
        "game": line.get("game"),
        "title": line.get("title"),
        "ask": line.get("ask"),
        "status": line["status"],
        **{name: values.get(name) for name in figures},
        "bound": line.get("bound"),
        "plan": line.get("plan"),
        "front": json_text.dumps(line["front"]) if "front" in line else None,
        "method": (line.get("solver") or {}).get("name"),
        "confirmed_by": line.get("confirmed_by"),
        "seconds": (line.get("seconds") or {}).get("total"),
        "error": error.get("message"),
        "error_line": error.get("line"),
        "error_column": error.get("column"),
    }
    return {name: _cell(value) for name, value in row.items()}


def _cell(value: object) -> object:
    """Return a value on one line: lists with spaces between, other structures as JSON."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, list | dict | bool):
        return json_text.dumps(value)
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    return value
