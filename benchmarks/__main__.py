"""`python -m benchmarks GAME`: run a game's benchmark and write its report."""

from __future__ import annotations

import argparse
import csv
import math
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from benchmarks.campaign import Campaign, Result, Run, Size
from benchmarks.game import Benchmark, benchmark_of, games
from benchmarks.machine import machine
from benchmarks.measuring import Limit
from benchmarks.quick import run_quick
from benchmarks.report import Findings, report
from benchmarks.tool import INSTALL_PACKAGES, Role, Tool

TURNS = "20,100,1000,10000"
MORE_TURNS = (300, 3000)
WIDTHS = "5,7,9,11,13,15"
TURNS_OF_WIDE_FILES = 100
RESULTS = Path(__file__).parent / "results"
GIGABYTE = 1 << 30

DISAGREEMENT = 1
"""Exit status: an answer disagrees with the exact search, or a ratio has grown."""

ALL = "all"

COLOURS = {Result.DISAGREES: "bold red", Result.FAILED: "red", Result.OVER: "yellow"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; return 0, or 1 when an answer disagrees with the exact search."""
    options = _parser().parse_args(arguments)
    console = Console(stderr=True, markup=False)
    if options.game == ALL:
        return _run_all(options, console)
    return _run_game(options, console)


def _run_all(options: argparse.Namespace, console: Console) -> int:
    """Run the benchmarks of all games, unless it is to be quick, and write the quick page."""
    status = 0
    if not options.quick:
        for game in games():
            options.game = game
            status = max(status, _run_game(options, console))
    with tempfile.TemporaryDirectory() as folder:
        slower = run_quick(Path(folder), options.output, console.print)
    for line in slower:
        console.print(f"slower: {line}", style="bold red", soft_wrap=True)
    return DISAGREEMENT if slower else status


def _run_game(options: argparse.Namespace, console: Console) -> int:
    try:
        benchmark = benchmark_of(options.game)
        tools = chosen_tools(benchmark, options.tools)
    except LookupError as error:
        _parser().error(str(error))
    with tempfile.TemporaryDirectory() as folder:
        found = run(benchmark, tools, options, Path(folder), console)
        write(found, options.output, options.game, console)
    for wrong in found.disagreements:
        console.print(f"{wrong.place}: {wrong.remark}", style="bold red", soft_wrap=True)
    if found.disagreements:
        kept = options.output / found.kept
        console.print(f"Their files: {kept}", highlight=False, soft_wrap=True)
    return DISAGREEMENT if found.disagreements else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Toadstone beside its peers, on one game's files."
    )
    add = parser.add_argument
    add("game", help=f"one of {', '.join(games())}, or `{ALL}`")
    add("--quick", action="store_true", help=f"of `{ALL}` only the page of ratios, in minutes")
    also = "(default: %(default)s)"
    add("--turns", type=_lengths, default=TURNS, metavar="N,..", help=f"lengths of files {also}")
    add("--widths", type=_widths, default=WIDTHS, metavar="N,..", help=f"widths; 0 for none {also}")
    add("--seeds", type=_count, default=1, metavar="N", help=f"sets of files of each size {also}")
    tail = (
        "files a question and length of the family with the longest tail, for Toadstone and floor"
    )
    add("--tail", type=_whole, default=3, metavar="N", help=f"{tail} {also}")
    add("--tools", type=_names, metavar="NAME,..", help="only these tools (default: all)")
    add("--time-limit", type=_amount, default="20", metavar="SECONDS", help=f"for each run {also}")
    add("--memory-limit", type=_amount, default="8", metavar="GB", help=f"for each process {also}")
    add("--repeat", type=_count, default=1, metavar="N", help=f"times that each run is made {also}")
    output = "where the report goes (default: benchmarks/results)"
    add("--output", type=Path, default=RESULTS, metavar="FOLDER", help=output)
    return parser


def _lengths(text: str) -> tuple[int, ...]:
    return _numbers(text, least=1)


def _widths(text: str) -> tuple[int, ...]:
    """Return the widths; none for 0."""
    return tuple(width for width in _numbers(text, least=0) if width)


def _numbers(text: str, least: int) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.strip().isdecimal() and int(part) >= least for part in parts):
        expected = f"expected whole numbers of at least {least}, with commas between"
        raise argparse.ArgumentTypeError(f"{expected}; found '{text}'")
    return tuple(sorted(set(map(int, parts))))


def _count(text: str) -> int:
    if not (text.isdecimal() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1; found '{text}'")
    return int(text)


def _whole(text: str) -> int:
    return 0 if text == "0" else _count(text)


def _amount(text: str) -> float:
    try:
        amount = float(text)
    except ValueError:
        amount = math.nan
    if not 0 < amount < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number above 0; found '{text}'")
    return amount


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def chosen_tools(benchmark: Benchmark, names: Sequence[str] | None) -> tuple[Tool, ...]:
    """Return the tools with these names, or all.

    Raises:
        LookupError: there is no tool of a name.
    """
    tools = {tool.name: tool for tool in benchmark.tools()}
    for name in names or ():
        if name not in tools:
            raise LookupError(f"expected tools out of {', '.join(tools)}, found '{name}'")
    return tuple(tool for tool in tools.values() if names is None or tool.name in names)


def run(
    benchmark: Benchmark,
    tools: Sequence[Tool],
    options: argparse.Namespace,
    folder: Path,
    console: Console,
) -> Findings:
    """Make every run, on files of growing length and of growing width, written to the folder."""
    missing = {tool.name: reason for tool in tools if (reason := tool.missing())}
    for name, reason in missing.items():
        console.print(f"{name} is missing: {reason}", style="yellow", highlight=False)
    installed = [tool for tool in tools if tool.name not in missing]
    limit = Limit(options.time_limit, int(options.memory_limit * GIGABYTE))

    def runs(tools: Sequence[Tool], sizes: Sequence[Size], *, tail: bool = False) -> list[Run]:
        campaign = Campaign(
            benchmark,
            tools,
            folder,
            options.tail if tail else options.seeds,
            limit,
            options.repeat,
            lambda run: _tell(run, console),
            tail,
        )
        return list(campaign.runs(sizes))

    own = [tool for tool in installed if tool.role is not Role.PEER]
    return Findings(
        title=benchmark.title,
        command=_command(options),
        machine=machine(),
        limit=options.time_limit,
        seeds=options.seeds,
        repeat=options.repeat,
        tools=tools,
        missing=missing,
        versions={tool.name: tool.version() for tool in installed},
        asks=benchmark.asks,
        by_turns=runs(installed, [Size(turns, benchmark.width) for turns in options.turns]),
        between=runs(own, [Size(turns, benchmark.width) for turns in _between(options.turns)]),
        tail=runs(own, [Size(turns, benchmark.width) for turns in options.turns], tail=True),
        by_width=runs(own, [Size(TURNS_OF_WIDE_FILES, width) for width in options.widths]),
        kept=f"{options.game}-disagreements",
    )


def _between(turns: Sequence[int]) -> list[int]:
    """Return the further lengths for the fit of the exponents: those inside the given ones."""
    return [more for more in MORE_TURNS if min(turns) < more < max(turns) and more not in turns]


def _command(options: argparse.Namespace) -> str:
    """Return the command that makes the same runs, every option stated that is not the default."""
    defaults = _parser().parse_args([options.game])
    words = ["python -m benchmarks", options.game]
    for name, value in vars(options).items():
        if name not in {"game", "output"} and value != getattr(defaults, name):
            listed = isinstance(value, tuple)
            text = ",".join(map(str, value)) or "0" if listed else f"{value:g}"
            words.append(f"--{name.replace('_', '-')} {text}")
    return " ".join(words)


def _tell(run: Run, console: Console) -> None:
    took = f"{run.seconds:.2f} s" if run.result.answered else run.result.value
    size, asked = f"{run.turns:6} {run.width:3}", ",".join(run.ask)
    line = f"{size} {asked:17} {run.file.family:19} {run.tool:16} {took}"
    console.print(line, style=COLOURS.get(run.result), highlight=False, soft_wrap=True)


def write(found: Findings, folder: Path, stem: str, console: Console) -> None:
    """Write the report, its plots, every run as a line of CSV, and the files of disagreements."""
    folder.mkdir(parents=True, exist_ok=True)
    plots: dict[str, str] = {}
    try:
        from benchmarks.plot import draw

        plots = draw(found, folder, stem)
    except ImportError:
        console.print(f"matplotlib is missing, no plot is drawn: {INSTALL_PACKAGES}")
    (folder / f"{stem}.md").write_text(report(found, plots))
    _write_runs(found.runs, folder / f"{stem}.csv")
    _keep(found.disagreements, folder / found.kept)
    console.print(f"Report: {folder / stem}.md", highlight=False, soft_wrap=True)


def _keep(disagreements: Sequence[Run], folder: Path) -> None:
    """Copy the files about which an answer is wrong; without any there is no folder."""
    for run in disagreements:
        folder.mkdir(exist_ok=True)
        shutil.copy(run.file.path, folder)


COLUMNS = (
    *("tool", "ask", "family", "turns", "width", "result"),
    *("seconds", "process_seconds", "peak_bytes", "remark"),
)


def _write_runs(runs: Sequence[Run], path: Path) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for run in runs:
            cost = run.cost
            times = (f"{cost.seconds:.4f}", f"{cost.process:.4f}", cost.memory)
            about = (run.tool, " ".join(run.ask), run.file.family, run.turns, run.width, run.result)
            writer.writerow((*about, *times, run.remark))


if __name__ == "__main__":
    sys.exit(main())
