"""What pages for people share; the pages of a check, a comparison and an explanation."""

from __future__ import annotations

import shlex
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.text import Text

from toadstone.core.board import BOARD
from toadstone.core.question import Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import PLAYED, Answer, SolverFacts, Status
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.instance import Instance
from toadstone.files.messages import printable
from toadstone.game import Game
from toadstone.play.words import (
    TIMES,
    figures_in_words,
    in_words,
    moves_in_words,
    unit,
    verb,
    with_noun,
)
from toadstone.view.layout import View, can_spell, page_height, page_width, ranges, reason_to_stop

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.board import Board
    from toadstone.core.replay import Replay
    from toadstone.core.rules import Rules
    from toadstone.core.solution import ScenarioLike
    from toadstone.engines.answer import Check
    from toadstone.engines.comparison import Comparison
    from toadstone.proofs.explanation import Cause, Explanation, Repaired

OTHER_LINES = 18
"""Lines that a table of turns leaves to the rest of its page and the prompt, beside a long plan."""
MOST_TURNS = 1000
"""Turns that a table shows where it is not printed on a terminal."""
LEAST_TURNS = 2
"""Turns that a table shows on however small a terminal."""

GAP = 3
"""Columns between two columns of a table, or between two boards."""


def checked_line(answer: Answer) -> Iterator[Text]:
    """Say who checked an answer: the simulator, and the part that derived it a second time."""
    replayed = ["replayed by the simulator"] if answer.replay is not None else []
    derived = []
    if answer.is_proven and answer.confirmed_why != PLAYED:
        derived = [derivation(answer.solver.name, answer)]
    elif "winner" in (answer.position or {}) and not answer.caveat and not answer.is_proven:
        derived = [f"derived once ({answer.solver.name})"]
    if answer.solver.found_by and answer.replay is not None:
        yield Text(f"Found by {answer.solver.found_by}, decided by {answer.solver.name}.")
    if replayed or derived:
        yield Text(f"Checked: {'; '.join(replayed + derived)}.")


def derivation(first: str, derived: Answer | Comparison | Explanation) -> str:
    """Say by what a result was derived, and by what again, or why it was not."""
    if derived.confirmed_by is None:
        return f"derived once ({first}): {derived.confirmed_why}"
    return f"derived twice ({first}, {derived.confirmed_by})"


def heading(asked: Instance) -> Text:
    """Return the title, the game, and what is asked."""
    title = Text(asked.scenario.title or "Untitled", "bold")
    return Text.assemble(title, f"  {asked.game.name}\n", f"Asked: {asked_in_words(asked)}")


def asked_in_words(asked: Instance) -> str:
    """Name the questions, each with its meaning."""
    order = " against " if asked.front else ", then "
    return order.join(f"{question} ({question.meaning})" for question in asked.ask)


def board_of(game: Game, scenario: ScenarioLike) -> Board[Any, Any]:
    """Return how a scenario is drawn with what standard output can spell."""
    board = game.get(BOARD)(scenario)
    return board if can_spell(board.signs) else board.in_ascii()


def figures_line(values: Mapping[str, int]) -> str:
    """Return every figure of a plan on a line."""
    return f"Figures: {figures_in_words(values)}"


def plan_line(line: Replay[Any, Any], name: str = "Plan") -> Text:
    """Return all moves on a line, each run of the same move once."""
    times = TIMES if can_spell(TIMES) else "x"
    return Text(f"{name}: {moves_in_words(line.moves, times) or 'no move'}")


def solver_in_words(solver: SolverFacts) -> str:
    """Return which solver it was, and how it was set up."""
    settings = [
        with_noun(value, "worker") if name == "workers" else f"{name} {value}"
        for name, value in solver.settings.items()
    ]
    nodes = [] if solver.nodes is None else [with_noun(solver.nodes, "node")]
    return ", ".join([f"{solver.name} {solver.version}", *settings, *nodes])


def plan_view(
    board: Board[Any, Any], line: Replay[Any, Any], view: View
) -> Iterator[RenderableType]:
    """Draw a line of play in the way that is asked for."""
    if view is View.BOARDS:
        yield from _boards(board, line)
    elif view in {View.TABLE, View.AUTO}:
        states, shown = len(line.states), len(line.states)
        if view is View.AUTO:  # the turns in the middle are left out where they would scroll away
            height, shown = page_height(), MOST_TURNS
            if height is not None:
                long_plan = len(plan_line(line)) // page_width()
                shown = max(LEAST_TURNS, height - OTHER_LINES - long_plan)
        first, last = (shown + 1) // 2, states - shown // 2
        if states <= shown + 1:
            first = last = 0
        head, *turns = _table(board, line, range(first, last))
        if last:
            turns[first:first] = [Text(f"... turns {first} to {last - 1}: --view table", "dim")]
        yield from (head, *turns)


def plan_drawn(asked: Instance, line: Replay[Any, Any], view: View) -> Iterator[RenderableType]:
    """Draw a line of play, and say below it what the signs stand for."""
    board = board_of(asked.game, asked.scenario)
    yield from plan_view(board, line, view)
    if view is not View.MOVES:
        yield from legend(board)


def legend(board: Board[Any, Any]) -> Iterator[RenderableType]:
    """Say below the boards of a page what their signs stand for."""
    if (key := board.key()) is not None:
        yield ""
        yield key


def _boards(board: Board[Any, Any], line: Replay[Any, Any]) -> Iterator[Text]:
    """Draw the boards side by side, as many as fit, each under its turn and move."""
    captions = ["start", *(f"{turn} {move}" for turn, move in enumerate(line.moves, 1))]
    frames = [
        [Text(caption, "bold"), *board.picture(state).split("\n"), board.caption(state)]
        for caption, state in zip(captions, line.states, strict=True)
    ]
    width = max(len(text) for frame in frames for text in frame) + GAP
    per_row = max(1, (page_width() + GAP) // width)
    for first in range(0, len(frames), per_row):
        if first:
            yield Text()
        lines = zip(*frames[first : first + per_row], strict=True)
        yield from align(lines, right=(), width=width - GAP)


def _table(board: Board[Any, Any], line: Replay[Any, Any], without: range) -> Iterator[Text]:
    first = line.states[0]
    rows: list[Sequence[Text | str]] = [
        ["0", "", board.strip(None, first), board.caption(first), ""]
    ]
    steps = zip(line.moves, pairwise(line.states), strict=True)
    for turn, (move, (before, after)) in enumerate(steps, 1):
        if turn in without:
            continue
        event = board.event(before, move, after)
        drawn = [board.strip(before, after), board.caption(after), event]
        rows.append([str(turn), str(move), *drawn])
    return table(("turn", "move", "board", "", ""), rows)


def table(
    names: Sequence[str], rows: Iterable[Sequence[Text | str]], right: Container[int] = (0,)
) -> Iterator[Text]:
    """Lay out rows in columns below their names, see `align`."""
    return align([[Text(name, "bold") for name in names], *rows], right)


def align(
    rows: Iterable[Sequence[Text | str]], right: Container[int] = (0,), width: int = 0
) -> Iterator[Text]:
    """Lay out rows in columns, at least so wide; no column is ever cut.

    In the columns `right`, such as those of numbers, the cells stand on the right.
    """
    cells = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    widths = [max(width, *map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        text = Text(no_wrap=True, overflow="ignore")
        for column, (cell, room) in enumerate(zip(row, widths, strict=True)):
            space = " " * (room - len(cell))
            text.append(" " * GAP if column else "")
            text.append_text(Text(space) + cell if column in right else cell + Text(space))
        text.rstrip()
        yield text


def fitting(rows: Sequence[Sequence[str]]) -> int:
    """Return how many columns of a table fit on the page, from the left."""
    width = -GAP
    for shown, column in enumerate(zip(*rows, strict=True)):
        width += GAP + max(map(len, column))
        if width > page_width():
            return shown
    return len(rows[0])


def check_page(
    check: Check, view: View = View.AUTO, compared: str = ""
) -> Iterator[RenderableType]:
    """Lay out a replayed plan: the verdict, how it was read, and the play up to where it fails."""
    asked, line, read = check.instance, check.replay, check.read
    yield Text.assemble((asked.scenario.title or "Untitled", "bold"), f"  {asked.game.name}")
    if line.failure:
        yield Text.assemble(("Invalid", "bold red"), f" at {line.failure}.")
    else:
        achieved = _achievement(asked.rules, line)
        yield Text.assemble(("Valid", "bold green"), f": it follows the rules and {achieved}.")
    if read is not None and len(read.plans) > 1:
        all_plans = len(read.plans)
        several = f"All {all_plans} plans are valid. Shown: plan 1."
        first = f"Plan {check.number} of {all_plans} is the first that fails."
        yield several if check.valid else first
    if compared:
        yield Text(compared)
    if read is not None and not read.is_plain:
        yield Text(f"Read as: {read.understood}")
    yield figures_line(line.figures)
    yield ""
    yield from plan_drawn(asked, line, view)


def _achievement(rules: Rules[Any, Any], line: Replay[Any, Any]) -> str:
    """Say how a line of play that does not fail ends."""
    outcome = rules.outcome(line.states[-1])
    if outcome is None:
        return "is not lost where it ends"
    if not isinstance(rules, TwoPlayerRules):
        return "wins"
    if outcome.winner is None:
        return f"ends the game: {outcome.reason}, so it is a draw"
    return f"ends the game: {outcome.reason}, so {outcome.winner} {verb(outcome.winner, 'win')}"


# A comparison


_VERDICTS = {
    Status.OPTIMAL: ("best", "bold green"),
    Status.FEASIBLE: ("a plan", "bold yellow"),
    Status.INFEASIBLE: ("impossible", "bold red"),
    Status.UNKNOWN: ("undecided", "bold yellow"),
}

_STATED = ("winner", "remoteness", "margin", "value", "at_least", "relation")
"""Figures of a position that have a column, where they are stated."""


def comparison_page(comparison: Comparison) -> Iterator[RenderableType]:
    """Lay out a line a method, then a word about each that proves nothing."""
    yield heading(comparison.instance)
    yield ""
    positions = [answer.position for answer in comparison.answers if answer.position]
    stated = [name for name in _STATED if any(name in position for position in positions)]
    figures = [question.figure for question in comparison.instance.ask if question.figure]
    names = [*(stated or figures), "seconds", "nodes"]
    head = ("method", "verdict", *map(unit, names))
    rows = [_method(answer, names) for answer in comparison.answers]
    yield from table(head, rows, right=range(2, len(head)))
    yield ""
    if comparison.seconds_each is not None:
        limit = f"{comparison.seconds_each:g} s"
        yield Text(f"Each method had {limit}; --time-limit sets another limit.")
    for answer in comparison.answers:
        if answer.status in {Status.FEASIBLE, Status.UNKNOWN}:
            what = "no plan found, none excluded" if answer.replay is None else "not proven best"
            if answer.replay is None and all(q.sense is Sense.POSITION for q in answer.ask):
                what = "not solved"
            why = answer.caveat or reason_to_stop(answer)
            yield Text(f"{answer.solver.name}: {what}: {why}.")
    for reason in dict.fromkeys(comparison.left_out.values()):
        names = [name for name, why in comparison.left_out.items() if why == reason]
        yield Text(f"Not compared: {', '.join(names)} ({reason}).")
    surest = comparison.surest()
    if surest.is_proven:
        derived = derivation(surest.solver.name, comparison)
        yield Text(f"Checked: every line replayed by the simulator; {derived}.")
    elif surest.replay is not None:
        yield Text("Checked: every line replayed by the simulator.")


def _method(answer: Answer, names: Sequence[str]) -> list[Text | str]:
    nodes = answer.solver.nodes
    effort = {"seconds": f"{answer.seconds.total:.3f}", "nodes": "-" if nodes is None else nodes}
    values = {**(answer.values or {}), **effort}
    return [answer.solver.name, _verdict(answer), *(str(values.get(name, "-")) for name in names)]


def _verdict(answer: Answer) -> Text:
    label, style = _VERDICTS[answer.status]
    optimal = answer.status is Status.OPTIMAL
    if optimal and "winner" in (answer.position or {}):
        return Text("solved", style)
    if answer.is_chosen or (optimal and not any(question.figure for question in answer.ask)):
        return Text("found", style)
    sure = optimal or answer.status is Status.INFEASIBLE
    return Text(f"proven {label}" if sure else label, style)


# An explanation


MOST_CAUSES, BESIDE_CAUSES = 40, 19
"""Causes that a core shows before it counts the others; the other lines, which stay in sight."""


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
    """Say what was derived twice, and which pieces only once."""
    said, once = derivation(explanation.solver.name, explanation), explanation.derived_once
    if len(once) in {0, len(explanation.pieces)}:
        return said
    named = [each.replace("repairs.", "repair ").replace("_", " ") for each in once]
    return f"derived twice, but not {in_words(named, 'and')}: {said}"


def _headline(text: str) -> Text:
    return Text.assemble("\n", (text, "bold"))


def _open(explanation: Explanation, what: str) -> Text:
    return Text.assemble(
        (f"{what}: undecided", "yellow"), f", {reason_to_stop(explanation)} first."
    )


def _why(explanation: Explanation) -> Iterator[RenderableType]:
    """Say what loses in the scenario as it is, then what is enough in other settings."""
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
        seen.update(core.causes)


def _drawn_causes(causes: Sequence[Cause]) -> Padding:
    width = len(str(causes[-1].turn))
    room = (page_height() or MOST_CAUSES + BESIDE_CAUSES) - BESIDE_CAUSES
    most = max(3, min(MOST_CAUSES, room))
    rows = []
    for cause in causes[:most]:
        signs = [(sign, {"S": "red", "|": "blue"}.get(sign, "dim")) for sign in cause.drawing]
        rows.append(Text.assemble(f"turn {cause.turn:>{width}}   ", *signs))
    if len(causes) > most:
        rows.append(Text(f"and {len(causes) - most} more, all listed by --json"))
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
        words = f"{helped.change.words}{_why_it_helps(explanation, helped)}" if helped else ""
        yield Text(f"- {words or kind.no_help}")
    repaired = [each for each in explanation.repairs.values() if each]
    if repaired:
        yield "\nThe simulator replayed a winning plan for each change; --json has them."
    for each in repaired:
        if each.change.options:
            stated = {**parts, **each.change.options}
            words = " ".join(f"--{name} {value}" for name, value in stated.items())
            yield f"See one: toadstone solve {printable(shlex.quote(path))} {words}"


def _why_it_helps(explanation: Explanation, repaired: Repaired) -> str:
    """Say which of the sets of causes a change breaks; the others hold only without helps."""
    shown = [core.causes for _, core in explanation.all_cores()] + explanation.cores[1:]
    turns, hit, other = set(repaired.change.turns), list[int](), list[int]()
    for number, causes in enumerate(shown, 1):
        (hit if turns & {cause.turn for cause in causes} else other).append(number)
    if not hit:
        return ""
    if not other and len(hit) == 1:
        return " That breaks the set above."
    broken = f" That breaks {_sets(hit)}."
    if not other:
        return broken
    hold = "holds" if len(other) == 1 else "hold"
    return (
        f"{broken} {_sets(other).capitalize()} {hold} only {explanation.explainer.without_helps}."
    )


def _sets(numbers: Sequence[int]) -> str:
    return f"set{'' if len(numbers) == 1 else 's'} {in_words(numbers, 'and')}"


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
        where, turns = with_noun(len(explanation.forced), "turn"), ranges(explanation.forced)
        yield Text(f"In {where} every winning plan makes the same move: {turns}.")
