"""The explanation of a lost or a narrow scenario, as a page for people."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from toadstone.engines.answer import Status
from toadstone.files.messages import printable
from toadstone.proofs.explainer import Setting
from toadstone.view.layout import ranges, reason_to_stop
from toadstone.view.page import derivation, solver_in_words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.proofs.result import Core, Explanation

MOST_ROWS = 40
"""Causes that a core shows before it only counts the others."""


def explanation_page(
    explanation: Explanation, path: str, parts: Mapping[str, int] | None = None
) -> Iterator[RenderableType]:
    """Lay out an explanation: the verdict, the reason, and what would help."""
    title = Text(explanation.scenario.title or "Untitled", "bold")
    yield Text.assemble(title, f"  {explanation.game}")
    if explanation.status is Status.INFEASIBLE:
        yield from _lost(explanation, path, parts or {})
    elif explanation.status is Status.FEASIBLE:
        yield from _winnable(explanation)
    else:
        yield Text.assemble(
            ("Undecided", "bold yellow"),
            f": {reason_to_stop(explanation)} before it was known whether it can be won.",
        )
    if explanation.status is not Status.UNKNOWN:
        yield ""
        derived = derivation(explanation.solver.name, explanation)
        yield Text(f"Checked: every plan replayed by the simulator; {derived}.")
    solver = solver_in_words(explanation.solver)
    yield Text(f"{solver}; total {explanation.seconds:.2f} s", "dim")


def _lost(
    explanation: Explanation, path: str, parts: Mapping[str, int]
) -> Iterator[RenderableType]:
    yield Text.assemble(("Proven impossible", "bold red"), ": it cannot be won.")
    yield _headline("Why")
    if explanation.core is None:
        yield _open(explanation, "A smallest set of what makes it so")
    else:
        yield from _why(explanation, explanation.core)
    yield from _other_cores(explanation)
    yield _headline("What would help")
    yield from _repairs(explanation)
    yield from _how_to_see(explanation, path, parts)


def _headline(text: str) -> Text:
    return Text.assemble("\n", (text, "bold"))


def _open(explanation: Explanation, what: str) -> Text:
    return Text.assemble(
        (f"{what}: undecided", "yellow"), f", {reason_to_stop(explanation)} first."
    )


def _why(explanation: Explanation, core: Core) -> Iterator[RenderableType]:
    """Say what loses in the scenario as it is, and what is enough when nothing helps."""
    explainer = explanation.explainer
    shown = None
    for setting, wider in explanation.wider.items():
        if wider.causes != shown:
            yield Text(explainer.suffice(wider.causes, setting))
            yield from _rows(wider)
            yield ""
        shown = wider.causes
    if not core.causes:
        yield Text(explainer.without_causes(core.reason))
        return
    yield Text(explainer.suffice(core.causes, Setting.BARE))
    yield from _rows(core)


def _rows(core: Core) -> Iterator[RenderableType]:
    """Draw the causes, and say that none is too many and why they suffice."""
    causes = core.causes
    width = len(str(causes[-1].turn))
    rows = [
        Text.assemble(f"turn {cause.turn:>{width}}   ", *_styled(cause.drawing))
        for cause in causes[:MOST_ROWS]
    ]
    if len(causes) > MOST_ROWS:
        rows.append(Text(f"and {len(causes) - MOST_ROWS} more, all listed by --json"))
    yield Padding(Text("\n").join(rows), (0, 0, 0, 2))
    dropped = "it" if len(causes) == 1 else "any one of them"
    yield Text(f"Set {dropped} to 0 as well, and that file can be won. {core.reason.words}")


def _styled(drawing: str) -> Iterator[tuple[str, str]]:
    for letter in drawing:
        yield letter, {"S": "red", "|": "blue"}.get(letter, "dim")


def _other_cores(explanation: Explanation) -> Iterator[RenderableType]:
    if explanation.cores_complete is None or not explanation.cores:
        return
    count = len(explanation.cores)
    yield _headline("Other smallest sets, each enough by itself")
    for number, core in enumerate(explanation.cores[1:], 2):
        turns = ranges(cause.turn for cause in core)
        yield Text(f"{number}. turn{'' if len(core) == 1 else 's'} {turns}")
    if explanation.cores_complete:
        yield "There is no other." if count == 1 else f"These {count} are all there are."
    elif "cores" in explanation.undecided:
        yield _open(explanation, "Whether there are more")
    else:
        yield f"Stopped at {count}; there may be more."


def _repairs(explanation: Explanation) -> Iterator[RenderableType]:
    for kind in explanation.explainer.repairs():
        if kind not in explanation.repairs:
            yield _open(explanation, kind.goal.capitalize())
            continue
        repaired = explanation.repairs[kind]
        words = repaired.change.words if repaired else kind.no_help
        yield Text(f"- {words}")
    if any(explanation.repairs.values()):
        yield "Each is the smallest change of its kind."


def _how_to_see(
    explanation: Explanation, path: str, parts: Mapping[str, int]
) -> Iterator[RenderableType]:
    """Say where the plans are that win after the repairs."""
    repaired = [each for each in explanation.repairs.values() if each]
    if not repaired:
        return
    yield ""
    yield "The simulator replayed a winning plan for each change; --json has them."
    for options in (each.change.options for each in repaired):
        if options:
            stated = {**parts, **options}
            words = [f"--{name} {value}" for name, value in stated.items()]
            yield f"See one: toadstone solve {printable(shlex.quote(path))} {' '.join(words)}"


def _winnable(explanation: Explanation) -> Iterator[RenderableType]:
    yield Text.assemble(("It can be won", "bold green"), ".")
    if explanation.least is None:
        yield _open(explanation, explanation.explainer.least_start.question.meaning.capitalize())
    else:
        yield Text(explanation.explainer.margin(explanation.least))
    if explanation.forced is None:
        yield _open(explanation, "The forced turns")
        return
    if not explanation.forced:
        yield "No turn is forced: in each there is a choice that still wins."
        return
    count = len(explanation.forced)
    where = "1 turn" if count == 1 else f"{count} turns"
    turns = ranges(explanation.forced)
    yield Text(f"In {where} every winning plan makes the same move: {turns}.")
