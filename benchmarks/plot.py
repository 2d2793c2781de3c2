"""The plots of one benchmark: time against size, a panel a question, both axes logarithmic."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.campaign import Result, Run
from benchmarks.figures import median
from benchmarks.report import Findings, growth, sizes, turns_of, width_of
from benchmarks.tool import Ask, Role, Tool
from toadstone.view.looks import all_looks

SizeOf = Callable[[Run], int]

_PEERS = ("two", "blue", "best", "snake", "toad", "heart", "faint")
"""The colours of the style that the peers take in turn."""
_MARKERS = "osD^v<>Pph8*d"
"""Their marks, more of them than colours: no two peers have both in common."""


@dataclass(frozen=True)
class _Look:
    """How the line of one tool is drawn."""

    colour: str
    marker: str
    style: str = "-"
    width: float = 1.2


def colour(name: str) -> str:
    """Return the light shade of a colour."""
    return all_looks().colours[name][0]


def _look(tool: Tool, index: int) -> _Look:
    """Return a wide line for the subject, a dashed one for the floor, and one's own for a peer."""
    if tool.role is Role.SUBJECT:
        return _Look(colour("one"), ".", width=2.8)
    if tool.role is Role.FLOOR:
        return _Look(colour("ink"), ".", "--")
    return _Look(colour(_PEERS[index % len(_PEERS)]), _MARKERS[index % len(_MARKERS)])


def _style() -> dict[str, str]:
    """Return the settings of matplotlib for the look of all pictures, in its light form."""
    paper, ink, faint = colour("paper"), colour("ink"), colour("faint")
    inked = ("text.color", "axes.labelcolor", "axes.titlecolor")
    named = {"axes.edgecolor": faint, "xtick.color": faint, "ytick.color": faint}
    plain = {"figure.facecolor": paper, "axes.facecolor": paper, "grid.color": colour("line")}
    return dict.fromkeys(inked, ink) | named | plain | {"legend.facecolor": paper}


def draw(found: Findings, folder: Path, stem: str) -> dict[str, str]:
    """Draw time against turns, and against width where it was measured.

    Returns:
        The file names, by title.

    Raises:
        ImportError: matplotlib is not installed.
    """
    plots: dict[str, tuple[Sequence[Run], SizeOf, str]] = {
        "Time against turns": (found.growing, turns_of, "turns")
    }
    if found.by_width:
        plots["Time against width"] = (found.by_width, width_of, "width")
    names = {title: f"{stem}-{axis}.svg" for title, (_, _, axis) in plots.items()}
    for title, (runs, of, axis) in plots.items():
        _draw(found, runs, of, axis, folder / names[title])
    return names


def _draw(found: Findings, runs: Sequence[Run], of: SizeOf, axis: str, path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "toadstone", **_style()})
    from matplotlib import pyplot as plt

    rows = math.ceil(len(found.asks) / 2)
    size = (11, 4 * rows)
    figure, panels = plt.subplots(rows, 2, figsize=size, sharex=True, sharey=True, squeeze=False)
    for panel, ask in zip(panels.flat, found.asks, strict=False):
        _panel(panel, found, runs, of, ask)
        panel.set_title(" then ".join(ask))
        panel.set_xticks(sizes(runs, of), [f"{size:,}" for size in sizes(runs, of)])
        panel.set_xticks([], minor=True)
    for panel in panels[-1]:
        panel.set_xlabel(axis)
    for panel in panels[:, 0]:
        panel.set_ylabel("seconds, median")
    drawn = {line.get_label(): line for panel in panels.flat for line in panel.get_lines()}
    named = {name: line for name, line in drawn.items() if not name.startswith("_")}
    figure.legend(named.values(), named.keys(), loc="center left", bbox_to_anchor=(0.91, 0.5))
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def _panel(panel: Any, found: Findings, runs: Sequence[Run], of: SizeOf, ask: Ask) -> None:
    """Draw a line a tool, the time limit, and the exponent of the subject."""
    for index, tool in enumerate(found.tools):
        own = [run for run in runs if run.tool == tool.name and run.ask == ask]
        look = _look(tool, index)
        _line(panel, tool, own, of, look)
        _cross(panel, own, of, look, found.limit)
        if tool.role is Role.SUBJECT and of is turns_of:
            slope = growth(runs, tool.name, ask)
            text = "" if math.isnan(slope) else f"Toadstone: turns^{slope:.2f}"
            panel.text(0.03, 0.93, text, transform=panel.transAxes)
    panel.axhline(found.limit, color=colour("faint"), linestyle=":", linewidth=1, label="_limit")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.grid(visible=True, which="major", linewidth=0.7)


def _line(panel: Any, tool: Tool, own: Sequence[Run], of: SizeOf, look: _Look) -> None:
    """Draw the medians of one tool and question, where they are known."""
    timed = [(size, seconds) for size, seconds in _medians(own, of) if math.isfinite(seconds)]
    panel.plot(
        [size for size, _ in timed],
        [seconds for _, seconds in timed],
        look.style,
        color=look.colour,
        linewidth=look.width,
        marker=look.marker,
        markersize=4,
        label=tool.name if timed else "_nothing",
    )


def _cross(panel: Any, own: Sequence[Run], of: SizeOf, look: _Look, limit: float) -> None:
    """Draw a cross on the limit at the first size whose median is over it."""
    stopped = {of(run) for run in own if run.result is Result.OVER}
    over = [size for size, middle in _medians(own, of) if math.isinf(middle) and size in stopped]
    panel.plot(over[:1], [limit] * len(over[:1]), "x", color=look.colour, label="_over")


def _medians(own: Sequence[Run], of: SizeOf) -> list[tuple[int, float]]:
    """Return size and median seconds of one tool's runs, the smallest size first."""
    return [(at, median([r.seconds for r in own if of(r) == at])) for at in sizes(own, of)]
