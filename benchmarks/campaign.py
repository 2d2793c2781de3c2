"""Every tool on every file: what is run, in which order, and when a tool is let off."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from benchmarks.figures import median
from benchmarks.game import Benchmark, File
from benchmarks.measuring import End, Limit, Measurement, measure
from benchmarks.tool import Ask, Status, Tool

PATIENCE = 2
"""Runs over the limit, or failed, on one question and size, after which a tool is let off."""


class Result(StrEnum):
    """What became of one run."""

    PROVEN = "proven"
    """Answered and proven; the exact search agrees."""
    UNPROVEN = "unproven"
    """A plan that is valid, by a tool that does not claim it to be the best."""
    NO_ANSWER = "no answer"
    """The tool ended and says that it does not know."""
    OVER = "over the limit"
    FAILED = "failed"
    DISAGREES = "disagrees"
    NOT_TRIED = "not tried"

    @property
    def answered(self) -> bool:
        """Whether there was an answer, and not a wrong one."""
        return self in {Result.PROVEN, Result.UNPROVEN}

    @property
    def is_strike(self) -> bool:
        """Whether the size is too much for the tool."""
        return self in {Result.OVER, Result.FAILED}


@dataclass(frozen=True)
class Cost:
    """What a run took: seconds by the tool's own report, seconds of the process, peak bytes.

    A run without an answer has `inf` seconds of both.
    """

    seconds: float = math.inf
    process: float = math.inf
    memory: int = 0


@dataclass(frozen=True)
class Run:
    """One tool on one file and question; the remark says how it disagrees or failed."""

    tool: str
    ask: Ask
    file: File
    result: Result
    cost: Cost = Cost()
    remark: str = ""

    @property
    def seconds(self) -> float:
        """Seconds for building and solving, by the tool's own report; `inf` without an answer."""
        return self.cost.seconds

    @property
    def turns(self) -> int:
        """The length of the file."""
        return self.file.turns

    @property
    def width(self) -> int:
        """The width of the board."""
        return self.file.width

    @property
    def place(self) -> str:
        """Where to find the run again: tool, questions and file."""
        return f"{self.tool}, {' '.join(self.ask)}, {self.file.path.name}"


@dataclass(frozen=True)
class Size:
    """Files of one length on one width of board."""

    turns: int
    width: int


@dataclass
class Campaign:
    """Runs tools on files of growing size.

    Attributes:
        tools: those that are installed.
        folder: where files are written.
        seeds: how many sets of files there are of each size.
        limit: what one run may take.
        repeat: how often each run is made; its times are the medians.
        told: who hears of every run.
        tail: whether the files are those of the family with the longest tail, one a seed.
    """

    benchmark: Benchmark
    tools: Sequence[Tool]
    folder: Path
    seeds: int
    limit: Limit
    repeat: int
    told: Callable[[Run], None]
    tail: bool = False
    _strikes: Counter[tuple[str, Ask, Size]] = field(default_factory=Counter)
    _let_off: set[tuple[str, Ask]] = field(default_factory=set)

    def runs(self, sizes: Sequence[Size]) -> Iterator[Run]:
        """Make every run; the tools take turns, so that a busy machine is busy for all.

        After two runs of a question and size over the limit or failed, a tool is let off the
        question: the rest of this size and all of the next. Those runs are `not tried`.
        """
        for size in sizes:
            for ask in self.benchmark.asks:
                for file in self._files(ask, size):
                    for tool in self.tools:
                        run = self._run(tool, file, ask, size)
                        self.told(run)
                        yield run

    def _files(self, ask: Ask, size: Size) -> Iterator[File]:
        for seed in range(self.seeds):
            which = {"turns": size.turns, "seed": seed, "width": size.width}
            if self.tail:
                yield self.benchmark.tail(self.folder, ask, **which)
            else:
                yield from self.benchmark.files(self.folder, ask, **which)

    def _run(self, tool: Tool, file: File, ask: Ask, size: Size) -> Run:
        if (tool.name, ask) in self._let_off or not tool.answers(ask):
            return Run(tool.name, ask, file, Result.NOT_TRIED)
        made = [self._once(tool, file, ask) for _ in range(self.repeat)]
        run = next((run for run in made if not run.result.answered), None) or _middle(made)
        if run.result.is_strike:
            self._strikes[tool.name, ask, size] += 1
            if self._strikes[tool.name, ask, size] >= PATIENCE:
                self._let_off.add((tool.name, ask))
        return run

    def _once(self, tool: Tool, file: File, ask: Ask) -> Run:
        taken = measure(tool.command(file.path, ask), self.limit, tool.accepted)
        result, cost, remark = self._judged(tool, file, ask, taken)
        return Run(tool.name, ask, file, result, cost, remark)

    def _judged(
        self, tool: Tool, file: File, ask: Ask, taken: Measurement
    ) -> tuple[Result, Cost, str]:
        nothing = Cost(memory=taken.memory)
        if taken.end is End.OVER:
            return Result.OVER, nothing, ""
        if taken.end is End.FAILED:
            return Result.FAILED, nothing, taken.error
        try:
            outcome = tool.read(taken.output)
        except (ValueError, KeyError) as error:
            return Result.FAILED, nothing, f"unreadable: {error}"
        complaint = self.benchmark.judge(file, ask, outcome)
        if complaint is not None:
            return Result.DISAGREES, nothing, complaint
        if outcome.status is Status.UNKNOWN:
            return Result.NO_ANSWER, nothing, ""
        result = Result.PROVEN if outcome.status.proven else Result.UNPROVEN
        return result, Cost(outcome.seconds, taken.seconds, taken.memory), ""


def _middle(made: Sequence[Run]) -> Run:
    """Return one run for several of the same, all answered: median times, the most memory."""
    cost = Cost(
        median([run.cost.seconds for run in made]),
        median([run.cost.process for run in made]),
        max(run.cost.memory for run in made),
    )
    return replace(made[0], cost=cost)
