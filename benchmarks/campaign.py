"""Every tool on every file: what is run, in which order, and when a tool is let off."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from benchmarks.figures import median
from benchmarks.game import Benchmark, File
from benchmarks.measuring import End, Limit, Measurement, measure
from benchmarks.tool import Ask, Outcome, Status, Tool

PATIENCE = 2
"""Runs over the limit, or failed, on one question and size, after which a tool is let off."""


class Result(StrEnum):
    """What became of one run."""

    PROVEN = "proven"
    """Answered and proven; the exact search agrees."""
    UNPROVEN = "unproven"
    """A plan that is valid, by a tool that does not claim it to be the best."""
    OVER = "over the limit"
    FAILED = "failed"
    DISAGREES = "disagrees"
    NOT_TRIED = "not tried"

    @property
    def answered(self) -> bool:
        """Whether there was an answer, and not a wrong one."""
        return self in {Result.PROVEN, Result.UNPROVEN}


@dataclass(frozen=True)
class Run:
    """One tool on one file and question.

    Attributes:
        file: the file's name.
        seconds: what the tool reports for building and solving; `inf` without an answer.
        process: wall clock of the whole process; `inf` without an answer.
        memory: bytes at the peak.
        remark: how it disagrees or failed.
    """

    tool: str
    ask: Ask
    file: str
    family: str
    turns: int
    width: int
    result: Result
    seconds: float = math.inf
    process: float = math.inf
    memory: int = 0
    remark: str = ""


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
    """

    benchmark: Benchmark
    tools: Sequence[Tool]
    folder: Path
    seeds: int
    limit: Limit
    repeat: int
    told: Callable[[Run], None]
    _strikes: Counter[tuple[str, Ask, Size]] = field(default_factory=Counter)
    _let_off: set[tuple[str, Ask]] = field(default_factory=set)

    def runs(self, sizes: Sequence[Size]) -> Iterator[Run]:
        """Make every run; the tools take turns, so that a busy machine is busy for all.

        After two runs without an answer on the same question and size, a tool is let off the rest
        of that question: of this size and of those after it. Those runs are `not tried`.
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
            yield from self.benchmark.files(
                self.folder, ask, turns=size.turns, seed=seed, width=size.width
            )

    def _run(self, tool: Tool, file: File, ask: Ask, size: Size) -> Run:
        if (tool.name, ask) in self._let_off:
            return _run_of(tool, file, ask, Result.NOT_TRIED)
        run = self._measured(tool, file, ask)
        if not run.result.answered:
            self._strikes[tool.name, ask, size] += 1
            if self._strikes[tool.name, ask, size] >= PATIENCE:
                self._let_off.add((tool.name, ask))
        return run

    def _measured(self, tool: Tool, file: File, ask: Ask) -> Run:
        made = [self._once(tool, file, ask) for _ in range(self.repeat)]
        worst = next((run for run in made if not run.result.answered), None)
        if worst is not None:
            return worst
        return _run_of(
            tool,
            file,
            ask,
            made[0].result,
            seconds=median([run.seconds for run in made]),
            process=median([run.process for run in made]),
            memory=max(run.memory for run in made),
        )

    def _once(self, tool: Tool, file: File, ask: Ask) -> Run:
        taken = measure(tool.command(file.path, ask), self.limit, tool.accepted)
        if taken.end is not End.DONE:
            result = Result.OVER if taken.end is End.OVER else Result.FAILED
            remark = taken.error if taken.end is End.FAILED else ""
            return _run_of(tool, file, ask, result, memory=taken.memory, remark=remark)
        try:
            outcome = tool.read(taken.output)
        except (ValueError, KeyError) as error:
            return _run_of(tool, file, ask, Result.FAILED, remark=f"unreadable: {error}")
        return self._judged(tool, file, ask, outcome, taken)

    def _judged(
        self, tool: Tool, file: File, ask: Ask, outcome: Outcome, taken: Measurement
    ) -> Run:
        complaint = self.benchmark.judge(file, ask, outcome)
        if complaint is not None:
            return _run_of(tool, file, ask, Result.DISAGREES, remark=complaint)
        if outcome.status is Status.UNKNOWN:
            return _run_of(tool, file, ask, Result.FAILED, remark="no answer")
        return _run_of(
            tool,
            file,
            ask,
            Result.PROVEN if outcome.status.proven else Result.UNPROVEN,
            seconds=outcome.seconds,
            process=taken.seconds,
            memory=taken.memory,
        )


def _run_of(
    tool: Tool,
    file: File,
    ask: Ask,
    result: Result,
    *,
    seconds: float = math.inf,
    process: float = math.inf,
    memory: int = 0,
    remark: str = "",
) -> Run:
    return Run(
        tool.name,
        ask,
        file.path.name,
        file.family,
        file.turns,
        file.width,
        result,
        seconds,
        process,
        memory,
        remark,
    )
