"""The tables of one benchmark, in Markdown."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.campaign import Result, Run
from benchmarks.figures import exponent, median, ratio
from benchmarks.tool import Ask, Role, Tool

LEAST_TURNS = 100
"""Shorter files are left out of the exponents: what they cost is mostly the start of a tool."""

MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Findings:
    """All that one benchmark has found.

    Attributes:
        title: the game's name.
        command: the command that was run.
        machine: what it ran on.
        limit: seconds that one run might take.
        seeds: sets of files of each size.
        repeat: times that each run was made.
        tools: every tool asked for, installed or not.
        missing: for each tool that is not installed, what is missing.
        versions: for each tool that is installed, its version.
        asks: the questions.
        by_turns: the runs on files of growing length.
        between: the runs of the subject and the floor on lengths between those.
        tail: the runs of the subject and the floor on the family with the longest tail.
        by_width: the runs on files of growing width.
        kept: the name of the folder, beside the report, for the files of disagreements.
    """

    title: str
    command: str
    machine: str
    limit: float
    seeds: int
    repeat: int
    tools: Sequence[Tool]
    missing: Mapping[str, str]
    versions: Mapping[str, str]
    asks: Sequence[Ask]
    by_turns: Sequence[Run]
    between: Sequence[Run]
    tail: Sequence[Run]
    by_width: Sequence[Run]
    kept: str

    @property
    def installed(self) -> list[Tool]:
        """The tools that were run."""
        return [tool for tool in self.tools if tool.name not in self.missing]

    def named(self, role: Role) -> str | None:
        """Return the name of the installed tool with a role; None where there is none."""
        return next((tool.name for tool in self.installed if tool.role is role), None)

    @property
    def growing(self) -> list[Run]:
        """The runs that show how cost grows with length."""
        return [*self.by_turns, *self.between]

    @property
    def runs(self) -> list[Run]:
        """Every run."""
        return [*self.growing, *self.tail, *self.by_width]

    @property
    def disagreements(self) -> list[Run]:
        """The runs whose answer is wrong."""
        return [run for run in self.runs if run.result is Result.DISAGREES]


def report(found: Findings, plots: Mapping[str, str]) -> str:
    """Return the whole report.

    Args:
        found: what was measured.
        plots: the file names of the plots that were drawn, by title.
    """
    parts = [
        f"# {found.title}: Toadstone beside its peers",
        _conditions(found),
        _tools(found),
        _verdict(found),
        _about_ratios(found),
        *(_question(found, ask) for ask in found.asks),
        _growth(found),
        _floor(found),
        _families(found),
        _width(found),
        *(f"![{title}]({name})" for title, name in plots.items()),
        "## Every figure",
        *(_details(found, ask) for ask in found.asks),
        _failures(found),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table, its first column to the left and all others to the right."""
    rule = [":---", *("---:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *rows])


def seconds_text(seconds: float) -> str:
    """Return seconds with two significant digits, or three where they are whole."""
    if seconds >= 10:
        return f"{seconds:.0f}"
    digits = 1 if seconds >= 1 else 2 if seconds >= 0.1 else 3
    return f"{seconds:.{digits}f}"


def times_text(times: float) -> str:
    """Return a ratio, such as `2.5x`."""
    if math.isnan(times):
        return "-"
    if math.isinf(times):
        return "over"
    return f"{times:.0f}x" if times >= 10 else f"{times:.1f}x" if times >= 1 else f"{times:.2f}x"


def runs_of(
    runs: Sequence[Run], tool: str, ask: Ask, size: int, of: Callable[[Run], int]
) -> list[Run]:
    """Return the runs of one tool, question and size."""
    return [run for run in runs if run.tool == tool and run.ask == ask and of(run) == size]


def turns_of(run: Run) -> int:
    """Return the length of the file."""
    return run.turns


def width_of(run: Run) -> int:
    """Return the width of the board."""
    return run.width


def sizes(runs: Sequence[Run], of: Callable[[Run], int]) -> list[int]:
    """Return the different sizes, the smallest first."""
    return sorted({of(run) for run in runs})


_REASONS = (
    Result.DISAGREES,
    Result.FAILED,
    Result.OVER,
    Result.NO_ANSWER,
    Result.NOT_TRIED,
)
"""Why there is no median time, the gravest first."""


def cell(runs: Sequence[Run], limit: float) -> str:
    """Return what a table says of one tool, question and size: the median time, or why not."""
    if not runs:
        return "-"
    middle = median([run.seconds for run in runs])
    if math.isfinite(middle):
        text = f"{seconds_text(middle)} s"
    else:
        reason = next(each for each in _REASONS if any(run.result is each for run in runs))
        text = f"over {limit:g} s" if reason is Result.OVER else str(reason)
    answered = sum(run.result.answered for run in runs)
    some = f" ({answered} of {len(runs)})" if 0 < answered < len(runs) else ""
    unproven = any(run.result is Result.UNPROVEN for run in runs)
    return f"{text}{some}{' *' if unproven else ''}"


def _conditions(found: Findings) -> str:
    return (
        f"`{found.command}`\n\n{found.machine}. Time limit: {found.limit:g} s a run. Runs of each "
        f"file: {found.repeat}. Sets of files: {found.seeds}. How to read this, and how each tool "
        "is used: [README](../README.md)."
    )


def _tools(found: Findings) -> str:
    rows = [
        [tool.name, tool.meaning, _version_or_missing(found, tool.name)] for tool in found.tools
    ]
    return table(["tool", "what it is", "version"], rows)


def _version_or_missing(found: Findings, name: str) -> str:
    return found.versions.get(name) or f"**missing**: {found.missing[name]}"


def _verdict(found: Findings) -> str:
    answered = sum(run.result.answered for run in found.runs)
    wrong = found.disagreements
    if not wrong:
        return f"{answered} answers were compared with the exact search. All agree."
    lines = [f"- {run.place}: {run.remark}" for run in wrong]
    kept = f"Their files are kept in `{found.kept}`."
    head = f"**{len(wrong)} answers disagree with the exact search.** {kept}"
    return "\n".join([head, "", *lines])


def _about_ratios(found: Findings) -> str:
    if found.named(Role.SUBJECT) is None:
        return ""
    return (
        "In the tables, “to Toadstone” is the tool's time divided by Toadstone's, the median over "
        "the files, at the greatest length that has one: `2.0x` is slower, it takes twice as long; "
        "`0.50x` is quicker, it takes half as long."
    )


def _heading(ask: Ask) -> str:
    return " then ".join(f"`{question}`" for question in ask)


def _question(found: Findings, ask: Ask) -> str:
    subject = found.named(Role.SUBJECT)
    all_turns = sizes(found.by_turns, turns_of)
    rows = []
    for tool in found.installed:
        row = [tool.name]
        for turns in all_turns:
            runs = runs_of(found.by_turns, tool.name, ask, turns, turns_of)
            row.append(cell(runs, found.limit))
        rows.append([*row, _ratios(found, ask, tool.name, subject, all_turns)])
    head = ["", *(f"{turns:,} turns" for turns in all_turns), "to Toadstone"]
    return f"## {_heading(ask)}\n\n{table(head, rows)}"


def _ratios(
    found: Findings, ask: Ask, tool: str, subject: str | None, all_turns: Sequence[int]
) -> str:
    """Return the ratio to the subject at the largest size at which the tool has a median.

    There is none without the subject, nor for a tool that has answered wrongly.
    """
    own_runs = [run for run in found.by_turns if run.tool == tool and run.ask == ask]
    wrong = any(run.result is Result.DISAGREES for run in own_runs)
    if subject is None or wrong:
        return "-"
    if tool == subject:
        return "1"
    for turns in reversed(all_turns):
        own = _seconds(found.by_turns, tool, ask, turns)
        times = ratio(own, _seconds(found.by_turns, subject, ask, turns))
        if math.isfinite(times):
            return f"{times_text(times)} at {turns:,}"
    return "-"


def _seconds(runs: Sequence[Run], tool: str, ask: Ask, turns: int) -> dict[str, float]:
    return {run.file.path.name: run.seconds for run in runs_of(runs, tool, ask, turns, turns_of)}


def growth(runs: Sequence[Run], tool: str, ask: Ask) -> float:
    """Return the exponent with which a tool's time grows with the turns, from 100 turns on."""
    own = [run for run in runs if run.tool == tool and run.ask == ask and run.turns >= LEAST_TURNS]
    lengths = sizes(own, turns_of)
    middle = [median([run.seconds for run in own if run.turns == turns]) for turns in lengths]
    return exponent(list(zip(lengths, middle, strict=True)))


def _growth(found: Findings) -> str:
    rows = []
    for tool in found.installed:
        slopes = [growth(found.growing, tool.name, ask) for ask in found.asks]
        if not all(map(math.isnan, slopes)):
            rows.append([tool.name, *("-" if math.isnan(s) else f"{s:.2f}" for s in slopes)])
    if not rows:
        return ""
    text = (
        "## How the cost grows\n\nTime grows like the turns to the power of this exponent: fitted "
        f"to the medians from {LEAST_TURNS} turns on, at least three of them. The goal of "
        "Toadstone's model is at most 1.2.\n\n"
    )
    return text + table(["exponent", *map(_heading, found.asks)], rows)


def _floor(found: Findings) -> str:
    subject, floor = found.named(Role.SUBJECT), found.named(Role.FLOOR)
    if subject is None or floor is None:
        return ""
    rows = []
    for turns in sizes(found.growing, turns_of):
        own = [_seconds(found.growing, subject, ask, turns) for ask in found.asks]
        least = [_seconds(found.growing, floor, ask, turns) for ask in found.asks]
        ratios = [times_text(ratio(*pair)) for pair in zip(own, least, strict=True)]
        rows.append([f"{turns:,} turns", *ratios])
    text = (
        "## The model above the floor\n\nThe median, over the files, of the model's time divided "
        f"by that of `{floor}`, the leanest exact method.\n\n"
    )
    return text + table(["", *map(_heading, found.asks)], rows)


def _families(found: Findings) -> str:
    """Return the median and the worst of the subject and the floor for each family, and memory."""
    rows = []
    both = {found.named(Role.SUBJECT), found.named(Role.FLOOR)}
    for turns in sizes(found.by_turns, turns_of):
        of_turns = [run for run in (*found.by_turns, *found.tail) if run.turns == turns]
        for family in dict.fromkeys(run.file.family.split(",")[0] for run in of_turns):
            for tool in (each.name for each in found.installed if each.name in both):
                own = [
                    run
                    for run in of_turns
                    if run.tool == tool and run.file.family.split(",")[0] == family
                ]
                at = [[run for run in own if run.ask == ask] for ask in found.asks]
                rows.append([f"{turns:,}, {family}", tool, *(_worst(a, found.limit) for a in at)])
    if not rows:
        return ""
    text = (
        "## Family by family\n\nThe median, and after it the worst, of the files of a family.\n\n"
    )
    return text + table(["turns, family", "tool", *map(_heading, found.asks)], rows)


def _worst(runs: Sequence[Run], limit: float) -> str:
    answered = [run.seconds for run in runs if run.result.answered]
    worst = f", {seconds_text(max(answered))} s" if answered else ""
    return f"{cell(runs, limit)}{worst}"


def _width(found: Findings) -> str:
    if not found.by_width:
        return ""
    all_widths = sizes(found.by_width, width_of)
    rows = []
    for tool in found.installed:
        for ask in found.asks:
            runs = [run for run in found.by_width if run.tool == tool.name and run.ask == ask]
            if runs:
                at = [runs_of(runs, tool.name, ask, width, width_of) for width in all_widths]
                rows.append([f"{tool.name}, {_heading(ask)}", *(cell(a, found.limit) for a in at)])
    turns = found.by_width[0].turns
    head = ["", *(f"{width} cells" for width in all_widths)]
    return f"## Wider boards\n\nFiles of {turns} turns.\n\n{table(head, rows)}"


def _details(found: Findings, ask: Ask) -> str:
    rows = []
    for turns in sizes(found.by_turns, turns_of):
        for tool in found.installed:
            runs = runs_of(found.by_turns, tool.name, ask, turns, turns_of)
            if any(run.result is not Result.NOT_TRIED for run in runs):
                rows.append([f"{turns:,}", tool.name, *_detail(found, runs)])
    head = ["turns", "tool", "answered", "over", "median", "worst", "process", "peak memory"]
    return f"### {_heading(ask)}\n\n{table(head, rows)}"


def _detail(found: Findings, runs: Sequence[Run]) -> Iterator[str]:
    answered = [run for run in runs if run.result.answered]
    yield f"{len(answered)} of {len(runs)}"
    yield str(sum(run.result is Result.OVER for run in runs))
    yield cell(runs, found.limit)
    yield f"{seconds_text(max(run.seconds for run in answered))} s" if answered else "-"
    yield f"{seconds_text(median([run.cost.process for run in answered]))} s" if answered else "-"
    yield f"{max(run.cost.memory for run in runs) // MEGABYTE} MB"


def _failures(found: Findings) -> str:
    failed = [run for run in found.runs if run.result is Result.FAILED]
    if not failed:
        return ""
    lines = [f"- {run.place}: {run.remark}" for run in failed]
    return "\n".join(["### Runs that failed", "", *lines])
