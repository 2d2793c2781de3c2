"""`toadstone batch`: answer many scenarios, one JSON object a line."""

from __future__ import annotations

import json as json_text
import logging
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from toadstone.core.budget import Confirm
from toadstone.core.errors import RequestError
from toadstone.files.messages import expected_ending, printable
from toadstone.play.words import with_noun
from toadstone_cli.options import (
    LIMITS,
    OUTPUT,
    QUESTION,
    Ask,
    ConfirmBy,
    MethodName,
    option,
    output_option,
    seed_option,
    time_option,
    workers_option,
)
from toadstone_cli.progress import LiveLine
from toadstone_cli.scenario_file import ScenarioFiles
from toadstone_cli.streams import ExitStatus, tell, write

if TYPE_CHECKING:
    from collections import Counter

    from toadstone.services.batch.run import Batch
    from toadstone.services.batch.work import Ending

ENDINGS = (".jsonl", ".ndjson", ".json")

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
Cluster = Annotated[
    str | None,
    option(
        LIMITS,
        "Use the Dask cluster of this scheduler; 'local' starts one on this machine.",
        metavar="ADDRESS",
    ),
]
Processes = Annotated[
    int | None, workers_option("Number of worker processes; one per core if left out.")
]


def batch(
    files: ScenarioFiles,
    settings: Settings = None,
    ask: Ask = None,
    method: MethodName = None,
    output: Annotated[
        str | None,
        output_option(
            "Write the results to FILE, as JSON lines. An interrupted batch continues from "
            "FILE.journal."
        ),
    ] = None,
    dask: Cluster = None,
    time_limit: Annotated[float | None, time_option("Stop each scenario after this time")] = None,
    workers: Processes = None,
    seed: Annotated[int, seed_option("Random seed of the solver in every process.")] = 0,
    confirm: ConfirmBy = Confirm.AUTO,
    verbose: Annotated[
        bool, option(OUTPUT, "Write the result of each file to standard error.", "--verbose", "-v")
    ] = False,
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
    from toadstone.files.writing import expect_writable
    from toadstone.services.batch.inputs import read_settings, tasks_of
    from toadstone.services.batch.journal import SUFFIX
    from toadstone.services.batch.run import Batch, workers_of
    from toadstone.services.batch.work import Request

    if output and Path(output).suffix.lower() not in {"", *ENDINGS}:
        raise RequestError(f"-o: {expected_ending(output, ENDINGS)}")
    paths, parts = files
    request = Request(parts, tuple(ask or ()), method, time_limit, seed, confirm)
    is_file = output and (Path(output).is_file() or not Path(output).exists())
    journal = f"{output}{SUFFIX}" if is_file else None
    ours = [each for each in (output, journal) if each is not None]
    for path in ours:
        expect_writable(path)
    tasks, left_out = tasks_of(paths, request, read_settings(settings or []), ours)
    if left_out:
        taken = ".yaml, .yml, .txt" if request.options else ".yaml, .yml"
        tell(f"toadstone: {with_noun(left_out, 'file')} left out: not {taken} or scenario .json\n")
    run = Batch(tasks, workers_of(workers, dask))
    return do_all(run, output, journal, verbose=verbose)


def do_all(
    run: Batch,
    output: str | None,
    journal: str | None,
    *,
    verbose: bool = False,
    noun: str = "scenario",
) -> ExitStatus:
    """Do the work, write the results, and return the exit status; `noun` names the things."""
    logging.disable(logging.CRITICAL)  # Dask's log; what matters of it is an error here
    try:
        _answer(run, output, journal, verbose=verbose, noun=noun)
    except KeyboardInterrupt:
        if journal is not None:
            share = f"{run.done:,} of {len(run.tasks):,} are done"
            tell(f"toadstone: {share}; the same command continues from {printable(journal)}\n")
        return ExitStatus.INTERRUPTED
    finally:
        logging.disable(logging.NOTSET)
    return _status(run.endings)


def _answer(
    run: Batch, output: str | None, journal: str | None, *, verbose: bool, noun: str
) -> None:
    """Do the work, and write the results; to standard output also those of half a batch."""
    from toadstone.files.writing import open_atomic, remove_left
    from toadstone.services.batch.journal import Journal

    began, earlier = time.monotonic(), output if output and Path(output).is_file() else None
    with ExitStack() as opened:
        if output and journal:
            run.journal = opened.enter_context(Journal(journal))
            remove_left(output)  # the journal lets one run at a time go on
        file = opened.enter_context(open_atomic(output)) if output else None
        put = write if file is None else lambda text: file.write(text) > 0
        if not verbose:
            live = opened.enter_context(LiveLine("starting the work"))
            run.listener = lambda batch: live.tell(_how_far(batch, began))
        try:
            for result in run:
                line = result.line
                if verbose:
                    why = f": {line['error']['message']}" if "error" in line else ""
                    tell(printable(f"{line['file']}: {line['status']}{why}") + "\n")
                if not put(json_text.dumps(line) + "\n"):
                    return
        except KeyboardInterrupt:
            for result in run.rest() if output is None else ():
                put(json_text.dumps(result.line) + "\n")
            raise
    counts = [f"{count:,} {ending.value}" for ending, count in run.endings.items()]
    before = f" ({run.kept:,} of them before)" if run.kept else ""
    summary = f"{with_noun(len(run.tasks), noun)}: {', '.join(sorted(counts))}{before}"
    other = f"; earlier {printable(earlier)} replaced" if earlier and not run.kept else ""
    tell(f"toadstone: {summary}, {time.monotonic() - began:.1f} s{other}\n")


def _status(endings: Counter[Ending]) -> ExitStatus:
    """Return the exit status of the worst ending."""
    from toadstone.services.batch.work import Ending

    statuses = {
        Ending.DEFECT: ExitStatus.DEFECT,
        Ending.UNUSABLE: ExitStatus.UNUSABLE_FILE,
        Ending.UNDECIDED: ExitStatus.UNDECIDED,
    }
    happened = (status for ending, status in statuses.items() if endings[ending])
    return next(happened, ExitStatus.ANSWERED)


def _how_far(batch: Batch, began: float) -> str:
    """Say how much of a batch is done, and how fast."""
    total, done = len(batch.tasks), batch.done
    progress = f"{done:,} of {total:,}"
    if worked := done - batch.kept:
        rate = worked / max(0.001, time.monotonic() - began)
        progress += f", {rate:.3g}/s, {(total - done) / rate:,.0f} s left"
    return progress
