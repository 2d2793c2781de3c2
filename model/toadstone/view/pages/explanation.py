"""The page of an explanation."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from toadstone.engines.answer import Status
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.files.messages import printable
from toadstone.play.words import in_words, with_noun
from toadstone.view.layout import ranges, reason_to_stop
from toadstone.view.page import derivation, solver_in_words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.proofs.explanation import Cause, Explanation

MOST_CAUSES = 40
"""Causes that a core shows before it counts the others."""


def explanation_page(
    explanation: Explanation, path: str = "SCENARIO", parts: Mapping[str, int] | None = None
) -> Iterator[RenderableType]:
    """Lay out an explanation: the verdict, the reason, and what would help."""
    title = Text(explanation.scenario.title or "Untitled", "bold")
    yield Text.assemble(title, f"  {explanation.game}")
    if explanation.status is Status.INFEASIBLE:
        yield Text.assemble(("Proven impossible", "bold red"), ": it cannot be won.")
        yield _headline("Why")
        if explanation.core is None:
            yield _open(explanation, "A smallest set of what makes it so")
        else:
            yield from _why(explanation)
        yield from _other_cores(explanation)
        yield _headline("What would help")
        yield from _repairs(explanation, path, parts or {})
    elif explanation.status is Status.FEASIBLE:
        yield from _winnable(explanation)
    else:
        yield Text.assemble(
            ("Undecided", "bold yellow"),
            f": {reason_to_stop(explanation)} before it was known whether it can be won.",
        )
    if explanation.status is not Status.UNKNOWN:
        yield ""
        derived = _derived_in_pieces(explanation)
        yield Text(f"Checked: every plan replayed by the simulator; {derived}.")
    solver = solver_in_words(explanation.solver)
    yield Text(f"{solver}; total {explanation.seconds:.2f} s", "dim")


def _derived_in_pieces(explanation: Explanation) -> str:
    """Say which pieces were derived twice, and which only once."""
    words, once = derivation(explanation.solver.name, explanation), explanation.derived_once
    if len(once) in {0, len(explanation.pieces)}:
        return words
    named = [each.replace("repairs.", "repair ").replace("_", " ") for each in once]
    return f"derived twice, but not {in_words(named, 'and')}: {words}"


def _headline(text: str) -> Text:
    return Text.assemble("\n", (text, "bold"))


def _open(explanation: Explanation, what: str) -> Text:
    return Text.assemble(
        (f"{what}: undecided", "yellow"), f", {reason_to_stop(explanation)} first."
    )


def _why(explanation: Explanation) -> Iterator[RenderableType]:
    """List the causes in the scenario as it is, then those in other settings."""
    explainer, cores = explanation.explainer, explanation.all_cores()
    seen: set[Cause] = set()
    for number, (setting, core) in enumerate(cores, 1):
        listed = f"{number}. " if len(cores) > 1 else ""
        yield Text(f"{listed}{explainer.suffice(core, setting, too=bool(seen))}")
        if not core.causes:
            continue
        if not seen.issuperset(core.causes):
            yield _drawn_causes(core.causes)
        if not seen:
            dropped = "it" if len(core.causes) == 1 else "any one of them"
            yield Text(f"Set {dropped} to 0 as well, and that file can be won. {core.reason.words}")
        elif core.reason != cores[0][1].reason:
            yield Text(core.reason.words)
        if way := explainer.cheapest_way(core, setting):
            yield Text(way)
        seen.update(core.causes)


def _drawn_causes(causes: Sequence[Cause]) -> Padding:
    width = len(str(causes[-1].turn))
    rows = []
    for cause in causes[:MOST_CAUSES]:
        signs = [(sign, {"S": "red", "|": "blue"}.get(sign, "dim")) for sign in cause.drawing]
        rows.append(Text.assemble(f"turn {cause.turn:>{width}}   ", *signs))
    if len(causes) > MOST_CAUSES:
        rows.append(Text(f"and {len(causes) - MOST_CAUSES} more, all listed by --json"))
    return Padding(Text("\n").join(rows), (0, 0, 0, 2))


def _other_cores(explanation: Explanation) -> Iterator[RenderableType]:
    if explanation.cores_complete is None or not explanation.cores:
        return
    count = len(explanation.cores)
    yield _headline("Other smallest sets, each enough by itself")
    for number, core in enumerate(explanation.cores[1:], 1 + len(explanation.all_cores())):
        turns = ranges(cause.turn for cause in core)
        yield Text(f"{number}. turn{'' if len(core) == 1 else 's'} {turns}")
    if explanation.cores_complete:
        yield "There is no other." if count == 1 else f"These {count} are all there are."
    elif "cores" in explanation.undecided:
        yield _open(explanation, "Whether there are more")
    else:
        yield f"Stopped at {count}; there may be more."


def _repairs(
    explanation: Explanation, path: str, parts: Mapping[str, int]
) -> Iterator[RenderableType]:
    if any(explanation.repairs.values()):
        yield "Each change is the smallest of its kind."
    for kind in explanation.explainer.repairs:
        if kind not in explanation.repairs:
            what, stopped = kind.goal.capitalize(), f"repairs.{kind.name}" in explanation.undecided
            yield _open(explanation, what) if stopped else f"- {what}: {CP_SAT.lack} here."
            continue
        helped = explanation.repairs[kind]
        yield Text(f"- {helped.change.words if helped else kind.no_help}")
    repaired = [each for each in explanation.repairs.values() if each]
    if repaired:
        yield "\nThe simulator replayed a winning plan for each change; --json has them."
    for each in repaired:
        if each.change.options:
            stated = {**parts, **each.change.options}
            words = " ".join(f"--{name} {value}" for name, value in stated.items())
            yield f"See one: toadstone solve {printable(shlex.quote(path))} {words}"


def _winnable(explanation: Explanation) -> Iterator[RenderableType]:
    yield Text.assemble(("It can be won", "bold green"), ".")
    if explanation.least is None:
        yield _open(explanation, explanation.explainer.least_start.meaning.capitalize())
    else:
        yield Text(explanation.explainer.margin(explanation.least))
    if explanation.forced is None:
        yield _open(explanation, "The forced turns")
    elif not explanation.forced:
        yield "No turn is forced: in each there is a choice that still wins."
    else:
        where, turns = with_noun(len(explanation.forced), "turn"), defaultdict[str, list[int]](list)
        for turn, move in explanation.forced.items():
            turns[str(move)].append(turn)
        moves = ", ".join(f"{move} in {ranges(each)}" for move, each in turns.items())
        yield Text(f"In {where} every winning plan makes the same move: {moves}.")
