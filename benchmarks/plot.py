"""The plots of one benchmark: time against size, a panel a question, both axes logarithmic."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.campaign import Run
from benchmarks.report import Findings, growth, medians, turns_of, width_of
from benchmarks.tool import Ask, Role

SizeOf = Callable[[Run], int]


def draw(found: Findings, folder: Path, stem: str) -> dict[str, str]:
    """Draw time against turns, and against width where it was measured.

    Returns:
        The file names, by title.

    Raises:
        ImportError: matplotlib is not installed.
    """
    plots = {"Time against turns": (found.by_turns, turns_of, "turns")}
    if found.by_width:
        plots["Time against width"] = (found.by_width, width_of, "width")
    names = {title: f"{stem}-{axis}.svg" for title, (_, _, axis) in plots.items()}
    for title, (runs, of, axis) in plots.items():
        _draw(found, runs, of, axis, folder / names[title])
    return names


def _draw(found: Findings, runs: Sequence[Run], of: SizeOf, axis: str, path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "toadstone"
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(2, 2, figsize=(11, 8), sharex=True, sharey=True)
    for panel, ask in zip(panels.flat, found.asks, strict=False):
        _panel(panel, found, runs, of, ask)
        panel.set_title(" then ".join(ask))
    for panel in panels[-1]:
        panel.set_xlabel(axis)
    for panel in panels[:, 0]:
        panel.set_ylabel("seconds, median")
    drawn = {line.get_label(): line for panel in panels.flat for line in panel.get_lines()}
    drawn = {name: line for name, line in drawn.items() if not name.startswith("_")}
    figure.legend(drawn.values(), drawn.keys(), loc="center left", bbox_to_anchor=(0.91, 0.5))
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def _panel(panel: Any, found: Findings, runs: Sequence[Run], of: SizeOf, ask: Ask) -> None:
    """Draw a line a tool; a size at which its median is over the limit is a cross on the limit."""
    for index, tool in enumerate(found.tools):
        points = [p for p in medians(runs, tool.name, ask, of) if not math.isnan(p[1])]
        timed = [(size, seconds) for size, seconds in points if math.isfinite(seconds)]
        over = [size for size, seconds in points if math.isinf(seconds)][:1]
        if not timed:
            continue
        subject = tool.role is Role.SUBJECT
        colour = "black" if subject else f"C{index % 10}"
        style = "--" if tool.role is Role.FLOOR else ":" if index >= 10 else "-"
        xs, ys = [size for size, _ in timed], [seconds for _, seconds in timed]
        exponent = growth(runs, tool.name, ask) if of is turns_of else math.nan
        label = f"_{tool.name}" if ask != found.asks[0] else tool.name
        panel.plot(
            xs, ys, style, color=colour, marker=".", linewidth=2.5 if subject else 1.2, label=label
        )
        if over:
            panel.plot(over, [found.limit], "x", color=colour, label="_over")
        if subject and not math.isnan(exponent):
            panel.text(0.03, 0.93, f"Toadstone: turns^{exponent:.2f}", transform=panel.transAxes)
    panel.axhline(found.limit, color="grey", linestyle="--", linewidth=0.8, label="_limit")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.grid(visible=True, which="major", alpha=0.3)
