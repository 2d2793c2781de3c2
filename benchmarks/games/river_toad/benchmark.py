"""River Toad's benchmark: which files, and whether an answer is right."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from benchmarks.game import Benchmark, File
from benchmarks.games.river_toad.crossing import FIGURES, Crossing, asked
from benchmarks.games.river_toad.families import (
    FAMILIES,
    TAIL,
    Family,
    Tightness,
    river,
    with_tightness,
)
from benchmarks.games.river_toad.oracle import Exact, exact_answers, played_out
from benchmarks.tool import Ask, Outcome, Status

ASKS: tuple[Ask, ...] = (("survive",), ("max-hp",), ("min-moves",), ("min-moves", "max-hp"))


class RiverToadBenchmark(Benchmark):
    """Six families of rivers, and toads that are rich, just able to cross, or one HP short."""

    title = "River Toad"
    folder = "river_toad"
    asks = ASKS
    width = 5

    def files(
        self, folder: Path, ask: Ask, *, turns: int, seed: int, width: int
    ) -> tuple[File, ...]:
        """Write three files, one of each tightness, each of another family.

        Families and tightnesses turn with question and seed: over two seeds every question meets
        every family, over six every family in every tightness.
        """
        turn = ASKS.index(ask)
        families = FAMILIES[(turn + seed) % 2 :: 2]
        first = turn // 2 + seed // 2
        tightnesses = [list(Tightness)[(first + place) % 3] for place in range(3)]
        return tuple(
            _file(folder, kind, turns, seed, width)
            for kind in zip(families, tightnesses, strict=True)
        )

    def tail(self, folder: Path, ask: Ask, *, turns: int, seed: int, width: int) -> File:
        """Write a file of `TAIL` with exactly the least HP; every question has the same."""
        return _file(folder, (TAIL, Tightness.LEAST), turns, seed, width)

    def judge(self, file: File, ask: Ask, outcome: Outcome) -> str | None:
        """Compare with the exact layered search, and play the plan."""
        exact = _exact(file.path)
        if outcome.status is Status.UNKNOWN:
            return None
        if outcome.status is Status.INFEASIBLE:
            return None if exact is None else f"said to be impossible, but {exact}"
        if exact is None:
            return "a plan where none can win"
        return _wrong_with_plan(Crossing.read(file.path), ask, outcome, exact)


def _file(folder: Path, kind: tuple[Family, Tightness], turns: int, seed: int, width: int) -> File:
    family, tightness = kind
    path = folder / f"{family.name}-{turns}-{width}-{seed}-{tightness}.json"
    if not path.exists():
        with_tightness(river(family, turns, seed, width=width), tightness).write(path)
    return File(path, f"{family.name}, {tightness}", turns, width)


def _wrong_with_plan(crossing: Crossing, ask: Ask, outcome: Outcome, exact: Exact) -> str | None:
    """Say how a plan, or what is claimed of it, is wrong; None where all is right."""
    if outcome.plan is None or outcome.values is None:
        return "an answer without a plan"
    played = played_out(crossing, outcome.plan)
    if isinstance(played, str):
        return f"the plan breaks a rule: {played}"
    if played.most_hp > exact.most_hp or played.fewest_moves < exact.fewest_moves:
        return f"the plan is better than the exact answer: {played}, not {exact}"
    best = _figures(exact, ask) if outcome.status is Status.OPTIMAL else None
    return _wrong_with_figures(ask, outcome.values, _figures(played, ask), best)


def _wrong_with_figures(
    ask: Ask, claimed: tuple[int, ...], reached: tuple[int, ...], best: tuple[int, ...] | None
) -> str | None:
    """Compare what is claimed with what the plan reaches, and with the best if it is said so."""
    if len(claimed) != len(reached):
        return f"figures expected: {len(reached)}, found: {len(claimed)}"
    if claimed != reached:
        return f"{_said(ask, claimed)} is claimed, the plan comes to {_said(ask, reached)}"
    if best is not None and claimed != best:
        return f"{_said(ask, claimed)} is said to be the best, it is {_said(ask, best)}"
    return None


@cache
def _exact(path: Path) -> Exact | None:
    return exact_answers(Crossing.read(path))


def _figures(exact: Exact, ask: Ask) -> tuple[int, ...]:
    """Return the figures that the questions are about."""
    if ask == ("min-moves", "max-hp"):
        return exact.fewest_moves, exact.most_hp_with_fewest_moves
    return asked(ask, hp=exact.most_hp, moves=exact.fewest_moves)


def _said(ask: Ask, figures: tuple[int, ...]) -> str:
    """Return the figures with their names, such as `moves 3 with hp 22`."""
    names = [FIGURES[question] for question in ask if question in FIGURES]
    return " with ".join(f"{name} {figure}" for name, figure in zip(names, figures, strict=True))


BENCHMARK = RiverToadBenchmark()
