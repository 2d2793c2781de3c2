"""`python -m benchmarks all --quick`: one page of ratios, compared with the last committed run.

Times change with the machine and with what else it does; ratios of CPU time hardly do. So each
table has a first row, and every other row is so many times that one. Rows of one table take turns.
The page and its ratios are `results/quick.md` and `results/quick.json`.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.game import File
from benchmarks.games.river_toad.benchmark import BENCHMARK
from benchmarks.games.river_toad.families import FAMILIES, Tightness, river, with_tightness
from benchmarks.games.river_toad.tools import plain_table
from benchmarks.machine import machine
from benchmarks.measuring import ROOT, End, Limit, measure
from benchmarks.report import seconds_text, table, times_text
from benchmarks.tool import Ask

LIMIT = Limit(20, 8 << 30)
REPEAT = 3
"""Runs of each command, of which the quickest counts; one where it takes more than `LONG`."""
LONG = 5.0
SLOWER = 1.5
"""So many times the committed ratio is a regression, where it is also a tenth of a second."""
LEAST_SECONDS = 0.1
MEGABYTE = 1 << 20

TOADSTONE = [sys.executable, "-m", "toadstone_cli"]
NAME = "dense-rich"
CP_MODEL = "from ortools.sat.python import cp_model"


@dataclass(frozen=True)
class Row:
    """A command to measure.

    Attributes:
        start: the same on a file of 20 turns, which shows what of its time is start-up; or empty.
        wrong: says what is wrong with what it printed.
    """

    name: str
    command: Sequence[str]
    start: Sequence[str] = ()
    accepted: frozenset[int] = frozenset({0, 10, 20})
    wrong: Callable[[str], str | None] = lambda _: None


@dataclass(frozen=True)
class Group:
    """A table: its title, and its rows, to the first of which the others are compared."""

    title: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class Figure:
    """What a row took: seconds of CPU, those of its start-up, bytes at the peak, or why nothing."""

    seconds: float
    start: float
    memory: int
    why: str = ""


def crossing(folder: Path, turns: int, tightness: Tightness, **more: Any) -> Path:
    """Write a file of the family `NAME`, with more keys of a scenario."""
    family = next(each for each in FAMILIES if each.name == NAME)
    path = folder / f"{turns}-{tightness}-{'-'.join(more)}.json"
    with_tightness(river(family, turns, 0), tightness).write(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | more))
    return path


def groups(folder: Path) -> Iterator[Group]:
    """Yield the tables, their files written to a folder."""
    yield _start_up(folder)
    yield _long_plans(folder)
    everything = tuple(tool.name for tool in BENCHMARK.tools())
    textbook = {"a-star", "breadth-first"}
    tools = [name for name in everything if name not in textbook]
    tools.remove("plain-table")  # measured as the program that it is
    ours = ["toadstone", "layered", "layered-once", "cp-sat"]
    yield _tools(folder, ("max-hp",), 1000, tools)
    yield _tools(folder, ("max-hp",), 10_000, [*ours, "no-bounds", "highs"])
    yield _tools(folder, ("max-hp",), 100_000, ours[:3])
    yield _tools(folder, ("min-moves", "max-hp"), 1000, ["layered", *tools])
    yield _tools(folder, ("min-moves", "max-hp"), 10_000, ["layered", *ours])
    yield from _beyond_a_table(folder)
    yield _two_players(folder)


def _start_up(folder: Path) -> Group:
    file, plan, proof = crossing(folder, 20, Tightness.AMPLE), folder / "plan", folder / "proof"
    solve = [*TOADSTONE, "solve", str(file), "--ask", "max-hp"]
    made = subprocess.run([*solve, "--view", "moves"], capture_output=True, text=True, check=True)
    plan.write_text(made.stdout)
    subprocess.run([*solve, "--certificate", str(proof)], capture_output=True, check=True)
    picture = ["-o", str(folder / "picture.svg")]
    commands = {
        "import cp_model": [sys.executable, "-c", CP_MODEL],
        "solve, 20 turns": solve,
        "solve --method layered": [*solve, "--method", "layered"],
        "check": [*TOADSTONE, "check", str(file), str(plan)],
        "verify": [*TOADSTONE, "verify", str(proof)],
        "draw PLAN": [*TOADSTONE, "draw", str(file), str(plan), *picture],
    }
    return Group("Start-up", [Row(name, command) for name, command in commands.items()])


def _long_plans(folder: Path) -> Group:
    """Return the table of long plans, replayed and marked: eight times the moves, as many times."""
    commands = dict[str, list[str]]()
    for turns in (100_000, 800_000):
        file, plan = folder / f"quiet-{turns}.json", folder / f"stay-{turns}.json"
        quiet = {"game": "river-toad", "board": {"rows": 8}, "toad": {"hp": 5}, "ask": "survive"}
        file.write_text(json.dumps(quiet | {"rolls": [0, 16, 32, 0] * (turns // 4)}))
        plan.write_text(json.dumps(["stay"] * turns))
        for name in ("check", "grade"):
            commands[f"{name}, {turns:,} moves"] = [*TOADSTONE, name, str(file), str(plan)]
    return Group("Long plans", [Row(name, command) for name, command in commands.items()])


def _tools(folder: Path, ask: Ask, turns: int, names: Sequence[str]) -> Group:
    """Return the table of some tools on one file; answers are judged up to 1,000 turns."""
    path, rows = crossing(folder, turns, Tightness.LEAST), dict[str, Row]()
    short = crossing(folder, 20, Tightness.AMPLE)
    if ask == ("max-hp",):
        program = [sys.executable, str(Path(plain_table.__file__))]
        plain = Row("plain program", [*program, str(path)], start=[*program, str(short)])
        rows[plain.name] = plain
    tools = {tool.name: tool for tool in BENCHMARK.tools()}
    for tool in map(tools.__getitem__, names):
        if not tool.answers(ask) or tool.missing():
            continue

        def wrong(output: str, read: Any = tool.read) -> str | None:
            file = File(path, NAME, turns, BENCHMARK.width)
            return BENCHMARK.judge(file, ask, read(output)) if turns <= 1000 else None

        commands = tool.command(path, ask), tool.command(short, ask)
        rows[tool.name] = Row(tool.name, *commands, tool.accepted, wrong)
    return Group(f"River Toad, {' then '.join(ask)}, {turns:,} turns", [*rows.values()])


def _beyond_a_table(folder: Path) -> Iterator[Group]:
    """Yield what a table of cells and HP does not answer."""
    mixed = crossing(folder, 300, Tightness.AMPLE, require={"max_moves": 60, "min_flies": 25})
    plain = crossing(folder, 100, Tightness.AMPLE)
    short = crossing(folder, 100, Tightness.SHORT)
    solve, methods = [*TOADSTONE, "solve"], {"cp-sat": ["--method", "cp-sat"]}
    methods |= {"layered": ["--method", "layered"]}
    for title, file, ask, names in (
        ("most HP in at most 60 moves with 25 flies, 300 turns", mixed, "max-hp", [*methods]),
        ("flies against moves, 100 turns", plain, "pareto:max-flies,min-moves", ["cp-sat"]),
    ):
        commands = {name: [*solve, str(file), "--ask", ask, *methods[name]] for name in names}
        yield Group(f"A table is not enough: {title}", [Row(n, c) for n, c in commands.items()])
    explain = Row("explain", [*TOADSTONE, "explain", str(short)])
    decide = Row("cp-sat: no plan", [*solve, str(short), *methods["cp-sat"]])
    yield Group("A table is not enough: causes and repairs, 100 turns", [decide, explain])


def _two_players(folder: Path) -> Group:
    """Return one search of each game for two; the rows of a group are of different size."""
    numbers = [(37 * at) % 83 + 1 for at in range(25)]
    war = {
        "game": "squirrel-war",
        "values": [numbers[at : at + 5] for at in range(0, 25, 5)],
        "board": ["X....", ".O...", "..X..", "...O.", "X.O.."],
        "turn": "X",
        "ask": "margin",
    }
    board = "dddd\n....\n....\nDDDD"
    duck = {"game": "ugly-duck", "board": board, "ask": "winner"}
    row = {"game": "toads-and-frogs", "start": "TTTTT_____FFFF", "ask": "compare-with=1"}
    files: dict[str, dict[str, Any]] = {
        "Squirrel War, 18 empty": war,
        "Ugly Duck, 4 x 4": duck,
        "Toads and Frogs, 14": row,
    }
    commands = dict[str, list[str]]()
    for name, content in files.items():
        path = folder / f"{content['game']}.json"
        path.write_text(json.dumps(content))
        commands[name] = [*TOADSTONE, "solve", str(path), "--confirm", "never"]
    commands["Squirrel War, 18 empty, --workers 2"] = [
        *commands["Squirrel War, 18 empty"],
        "--workers",
        "2",
    ]
    return Group("Two players", [Row(name, command) for name, command in commands.items()])


def measured(group: Group, tell: Callable[[str], None]) -> dict[str, Figure]:
    """Return the figures of a group, by row."""
    found = dict[str, Figure]()
    starts = {row.name: measure(row.start, LIMIT).cpu for row in group.rows if row.start}
    for _ in range(REPEAT):
        for row in group.rows:
            before = found.get(row.name)
            if before is not None and (before.why or before.seconds > LONG):
                continue
            taken = measure(row.command, LIMIT, row.accepted)
            why = "" if taken.end is End.DONE else str(taken.end)
            why = why or row.wrong(taken.output) or ""
            figure = Figure(taken.cpu, starts.get(row.name, 0.0), taken.memory, why)
            found[row.name] = min(figure, before or figure, key=lambda each: each.seconds)
            tell(f"{group.title}: {row.name} {why or f'{taken.cpu:.2f} s'}")
    return found


def page(found: Mapping[str, Mapping[str, Figure]], committed: Mapping[str, Any]) -> str:
    """Return the page: a table for each group, and the rows that have become slower."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("toadstone", "ortools", "numpy"))
    parts = [
        "# Benchmarks at a glance",
        f"`python -m benchmarks all --quick`\n\n{machine()}; {versions}. CPU seconds of the whole "
        f"process, the least of {REPEAT} runs; each ratio is to the first row of its table. "
        "Start-up apart: less what a file of 20 turns takes. Limit: 20 s a run.",
    ]
    for title, rows in found.items():
        ratios = ratios_of(rows)
        apart = ratios_of(rows, without_start=True)
        lines = [
            [
                name,
                times_text(ratios.get(name, math.nan)),
                times_text(apart.get(name, math.nan)),
                each.why or f"{seconds_text(each.seconds)} s",
                f"{each.memory // MEGABYTE} MB",
            ]
            for name, each in rows.items()
        ]
        head = ["", "ratio", "start-up apart", "CPU", "memory"]
        parts.append(f"## {title}\n\n{table(head, lines)}")
    slower = [f"- {line}" for line in regressions(found, committed)]
    if committed:
        parts.append("## Against the committed run\n\n" + ("\n".join(slower) or "Nothing slower."))
    return "\n\n".join(parts) + "\n"


def ratios_of(rows: Mapping[str, Figure], *, without_start: bool = False) -> dict[str, float]:
    """Return how many times the first row each row takes; nothing for those without a time.

    Without the start-up, there is a ratio only where the first row takes long enough beside it.
    """
    ended = {name: each for name, each in rows.items() if not each.why}
    first = next(iter(rows.values()))
    if not without_start:
        return {name: each.seconds / first.seconds for name, each in ended.items()}
    base = first.seconds - first.start
    if first.start == 0 or base < first.start:
        return {}
    return {name: (each.seconds - each.start) / base for name, each in ended.items()}


def regressions(
    found: Mapping[str, Mapping[str, Figure]], committed: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the rows whose ratio has grown, or that no longer end."""
    for title, rows in found.items():
        ratios = ratios_of(rows)
        for name, before in committed.get(title, {}).items():
            if name not in rows:
                continue
            now, seconds = ratios.get(name), rows[name].seconds
            if now is None:
                yield f"{title}: {name}: {rows[name].why}, before {times_text(before)}"
            elif now > SLOWER * before and seconds * (1 - before / now) > LEAST_SECONDS:
                yield f"{title}: {name}: {times_text(now)}, before {times_text(before)}"


def run_quick(folder: Path, output: Path, tell: Callable[[str], None]) -> list[str]:
    """Measure everything, write page and ratios; return what is slower or wrong."""
    committed = _committed()
    found = {group.title: measured(group, tell) for group in groups(folder)}
    output.mkdir(parents=True, exist_ok=True)
    (output / "quick.md").write_text(page(found, committed))
    ratios = {
        title: {name: round(each, 2) for name, each in ratios_of(rows).items()}
        for title, rows in found.items()
    }
    (output / "quick.json").write_text(json.dumps(ratios, indent=1) + "\n")
    return [*regressions(found, committed)]


def _committed() -> dict[str, Any]:
    """Return the ratios of the last committed run; none where there is none."""
    command = ["git", "show", "HEAD:benchmarks/results/quick.json"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    committed: dict[str, Any] = json.loads(shown.stdout) if shown.returncode == 0 else {}
    return committed
