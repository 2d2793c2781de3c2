"""`toadstone batch`: answer many scenarios, one JSON object a line."""

from __future__ import annotations

import json as json_text
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toadstone.core.budget import Confirm
from toadstone.core.errors import RequestError
from toadstone.files.messages import printable
from toadstone_cli.batch_progress import BatchProgress
from toadstone_cli.options import (
    LIMITS,
    OUTPUT,
    QUESTION,
    Ask,
    ConfirmBy,
    MethodName,
    NoBounds,
    csv_option,
    expect_one_format,
    json_option,
    output_option,
    seed_option,
    time_option,
    verbose_option,
    workers_option,
)
from toadstone_cli.output import ExitStatus, tell, write
from toadstone_cli.scenario_file import ScenarioFiles, takes_scenarios

if TYPE_CHECKING:
    from collections import Counter

    from toadstone.services.batch.run import Item, Run
    from toadstone.services.batch.work import Outcome, Request

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=A,B,C",
        rich_help_panel=QUESTION,
        help="Answer one scenario with each of these values, such as toad.hp=8,9,10. Repeat "
        "the option to combine every value with every other.",
    ),
]
ResultsPath = Annotated[
    str | None,
    output_option("Write the results to FILE. An interrupted batch continues from FILE.journal."),
]
JournalPath = Annotated[
    str | None,
    typer.Option(metavar="FILE", rich_help_panel=OUTPUT, help="Use this file as the journal."),
]
Csv = Annotated[bool, csv_option("Write a flat table of comma-separated values.")]
JsonAnyway = Annotated[bool, json_option("Has no effect here: the results are JSON anyway.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        rich_help_panel=LIMITS,
        help="Use the Dask cluster of this scheduler; 'local' starts one on this machine.",
    ),
]
TimeLimitEach = Annotated[
    float | None, time_option("Stop each scenario after 30 (seconds), 30s, 5m or 1h.")
]
Processes = Annotated[
    int | None, workers_option("Number of worker processes; one per core if left out.")
]
SeedOfAll = Annotated[int, seed_option("Random seed of the solver in every process.")]
TellEach = Annotated[bool, verbose_option("Write the result of each file to standard error.")]


@takes_scenarios
def batch(
    files: ScenarioFiles,
    settings: Settings = None,
    ask: Ask = None,
    method: MethodName = None,
    no_bounds: NoBounds = False,
    output: ResultsPath = None,
    journal: JournalPath = None,
    as_csv: Csv = False,
    json: JsonAnyway = False,
    dask: Cluster = None,
    time_limit: TimeLimitEach = None,
    workers: Processes = None,
    seed: SeedOfAll = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: TellEach = False,
) -> ExitStatus:
    """Answer many scenarios on all cores or a Dask cluster.

    PATH is a scenario, an example, or a folder. From a folder and its subfolders, the batch takes
    .yaml, .yml and .json files; with options such as --hp also .txt files. Each result is one
    line: the JSON object of 'solve', plus 'file' and 'sha256'. If a file cannot be used, its line
    contains the error, and the batch continues.

    \b
    Examples:
      toadstone batch first-crossing --set toad.hp=8,9,10 --set board.rows=4,8
      toadstone batch first-crossing starvation --time-limit 60 -o results.jsonl
    """
    from toadstone.services.batch.plan import crew_of
    from toadstone.services.batch.run import Run
    from toadstone.services.batch.work import Request

    expect_one_format(as_csv=as_csv, json=json)
    asked = tuple(ask or ())
    request = Request(
        files.game, files.parts, asked, method, not no_bounds, time_limit, seed, confirm
    )
    kept_in = journal or _journal_beside(output)
    items = _items(files, request, settings, [each for each in (output, kept_in) if each])
    run = Run(items, request, crew_of(workers, dask))
    if dask is not None:
        logging.disable(logging.CRITICAL)  # Dask's log; what matters of it is an error here
    try:
        _answer(run, output, kept_in, as_csv=as_csv, verbose=verbose)
    except KeyboardInterrupt:
        if kept_in is not None:
            share = f"{run.outcomes.total():,} of {len(run.items):,} are done"
            tell(f"toadstone: {share}; the same command continues from {printable(kept_in)}\n")
        return ExitStatus.INTERRUPTED
    return _status(run.outcomes)


def _journal_beside(output: str | None) -> str | None:
    """Return the journal's usual name; None where nothing lasts that it could be beside."""
    from toadstone.services.batch.journal import SUFFIX

    if output is None or (Path(output).exists() and not Path(output).is_file()):
        return None
    return output + SUFFIX


def _items(
    files: ScenarioFiles, request: Request, settings: list[str] | None, ours: list[str]
) -> list[Item]:
    """Return the work; refuse what cannot be written, asked or set."""
    from toadstone.files.writing import expect_writable
    from toadstone.services.batch.inputs import find_inputs
    from toadstone.services.batch.plan import expect_known, items_of

    for path in ours:
        expect_writable(path)
    if len(ours) == 2:
        _expect_two_files(*ours)
    expect_known(request)
    values = _values(settings or [])
    found = find_inputs(files.paths, plain=bool(files.parts), ours=ours)
    if found.left_out:
        files_left = "1 file" if found.left_out == 1 else f"{found.left_out:,} files"
        taken = ".yaml, .yml, .txt" if files.parts else ".yaml, .yml"
        tell(f"toadstone: {files_left} left out: not {taken} or scenario .json\n")
    try:
        return items_of(found, request, values)
    except RequestError as error:
        raise RequestError(f"--set: {error}") from None


def _expect_two_files(output: str, journal: str) -> None:
    """Refuse one file for the results and the journal, also where a link leads to the same."""
    one, other = Path(output).expanduser(), Path(journal).expanduser()
    same = one.resolve() == other.resolve()
    with suppress(OSError):
        same = same or one.samefile(other)
    if same:
        raise RequestError(
            "--output and --journal are the same file. Name another, or leave --journal out"
        )


def _values(settings: list[str]) -> dict[str, tuple[Any, ...]]:
    """Return the values of each key of `--set`."""
    from toadstone.services.batch.grid import read_setting

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
    run: Run, output: str | None, journal: str | None, *, as_csv: bool, verbose: bool
) -> None:
    """Do the work, and write the results; to standard output also those of half a batch."""
    from toadstone.services.batch.journal import opened

    lines: list[Mapping[str, Any]] = []
    with opened(journal) as run.journal, _destination(output) as put:
        put_line = lines.append if as_csv else _as_json(put)
        try:
            with BatchProgress(run, verbose=verbose) as progress:
                for result in run:
                    progress.tell(result)
                    if put_line(result.line) is False:
                        return
        except KeyboardInterrupt:
            if output is not None:
                raise
            for result in run.rest():
                put_line(result.line)
            _put_table(lines, put)
            raise
        _put_table(lines, put)
        progress.sum_up()


def _as_json(put: Callable[[str], object]) -> Callable[[Mapping[str, Any]], object]:
    return lambda line: put(json_text.dumps(line) + "\n")


def _put_table(lines: list[Mapping[str, Any]], put: Callable[[str], object]) -> None:
    from toadstone_cli.batch_table import table_of

    if lines:
        put(table_of(lines))


@contextmanager
def _destination(output: str | None) -> Iterator[Callable[[str], object]]:
    """Return what takes the results: a file that is written whole, or standard output."""
    from toadstone.files.writing import open_atomic

    if output is None:
        yield write
        return
    with open_atomic(output) as file:
        yield lambda text: file.write(text) > 0


def _status(outcomes: Counter[Outcome]) -> ExitStatus:
    """Return the exit status of the worst that happened."""
    from toadstone.services.batch.work import Outcome

    statuses = {
        Outcome.DEFECT: ExitStatus.DEFECT,
        Outcome.UNUSABLE: ExitStatus.UNUSABLE_FILE,
        Outcome.UNDECIDED: ExitStatus.UNDECIDED,
    }
    happened = (status for outcome, status in statuses.items() if outcomes[outcome])
    return next(happened, ExitStatus.ANSWERED)
