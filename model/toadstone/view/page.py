"""The answer as a page for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.board import BOARD
from toadstone.core.question import Question, Sense
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import PLAYED, Answer, SolverFacts, Status
from toadstone.engines.answering import engines_for
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.instance import Instance
from toadstone.game import Game
from toadstone.play.words import verb
from toadstone.view.layout import View, can_spell, page_width, reason_to_stop

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.board import Board
    from toadstone.core.replay import Replay
    from toadstone.core.rules import Rules
    from toadstone.core.solution import ScenarioLike
    from toadstone.engines.comparison import Comparison
    from toadstone.engines.verdicts import Check
    from toadstone.proofs.result import Explanation

MOST_BOARDS = 24
"""Turns up to which `auto` draws whole boards."""

GAP = 3
"""Columns between two columns of a table, or between two boards."""


def plan_page(answer: Answer, view: View, typed: str = "SCENARIO") -> Iterator[RenderableType]:
    """Lay out an answer: the verdict, the plan turn by turn, the figures, and who checked them.

    `typed` is the scenario as it is typed on the command line.
    """
    if view is View.MOVES:
        yield from moves_alone(answer)
        return
    yield heading(answer.instance)
    yield verdict(answer)
    if answer.replay is None:
        yield from _advice(answer, typed)
    else:
        yield ""
        board = board_of(answer.instance.game, answer.scenario)
        yield from plan_view(board, answer.replay, view)
        yield from legend(board)
        yield ""
        yield figures_line(answer.values or {})
    yield from checked_line(answer)
    yield from _another_way(answer)
    yield solver_line(answer)


def checked_line(answer: Answer) -> Iterator[Text]:
    """Say who checked an answer: the simulator, and the part that derived it a second time."""
    replayed = ["replayed by the simulator"] if answer.replay is not None else []
    derived = []
    if answer.is_proven and answer.confirmed_why != PLAYED:
        derived = [derivation(answer.solver.name, answer)]
    elif "winner" in (answer.position or {}) and not answer.caveat and not answer.is_proven:
        derived = [f"derived once ({answer.solver.name})"]
    if replayed or derived:
        yield Text(f"Checked: {'; '.join(replayed + derived)}.")


def derivation(first: str, derived: Answer | Comparison | Explanation) -> str:
    """Say by what a result was derived, and by what again, or why it was not."""
    if derived.confirmed_by is None:
        return f"derived once ({first}): {derived.confirmed_why}"
    return f"derived twice ({first}, {derived.confirmed_by})"


def moves_alone(answer: Answer) -> Iterator[str]:
    """Return the moves of the plan, one a line; a plan without any is an empty list."""
    if answer.plan is not None:
        yield from answer.plan or ["[]"]


def heading(asked: Instance) -> Text:
    """Return the title, the game, and what is asked."""
    title = Text(asked.scenario.title or "Untitled", "bold")
    order = " against " if asked.front else ", then "
    questions = order.join(f"{question} ({question.meaning})" for question in asked.ask)
    return Text.assemble(title, f"  {asked.game.name}\n", f"Asked: {questions}")


_VERDICTS = {
    Status.OPTIMAL: ("Proven best", "bold green"),
    Status.FEASIBLE: ("Undecided", "bold yellow"),
    Status.INFEASIBLE: ("Proven impossible", "bold red"),
    Status.UNKNOWN: ("Undecided", "bold yellow"),
}


def verdict(answer: Answer) -> Text:
    """Say how sure the answer is, and what it is."""
    label, style = _VERDICTS[answer.status]
    if answer.status is Status.OPTIMAL and not _measured(answer.ask):
        label = "Found"
    return Text.assemble((label, style), ": ", _verdict_in_words(answer))


def _verdict_in_words(answer: Answer) -> str:
    why = reason_to_stop(answer)
    if answer.status is Status.INFEASIBLE:
        return "there is no plan."
    if answer.status is Status.UNKNOWN:
        if answer.caveat:
            return f"no plan was found, none is excluded: {answer.solver.name} {answer.caveat}."
        return f"{why} before a plan was found or excluded.{_bounds_known(answer)}"
    values = answer.values or {}
    named = ", ".join(f"{q.name} = {values[q.figure]}" for q in answer.ask if q.figure)
    if answer.status is Status.FEASIBLE and answer.caveat:
        return f"{named}, not proven best: {answer.solver.name} {answer.caveat}."
    if answer.status is Status.FEASIBLE:
        return f"{named or 'a plan'}, but {why} before it was proven best.{_bounds_known(answer)}"
    return f"{named or 'a plan'}."


def _measured(ask: Sequence[Question]) -> bool:
    return any(question.sense is not Sense.SATISFY for question in ask)


def _bounds_known(answer: Answer) -> str:
    """Say what no plan can do better than, where that is known and not reached."""
    values = answer.values or {}
    known = [
        f"{question.name} is at {'most' if question.sense is Sense.MAXIMISE else 'least'} {bound}"
        for question, bound in zip(answer.ask, answer.bounds, strict=True)
        if bound is not None and question.figure and values.get(question.figure) != bound
    ]
    return f" Proven: {', '.join(known)}." if known else ""


def _advice(answer: Answer, typed: str) -> Iterator[str]:
    """Point to the questions that have an answer even where no plan wins."""
    asked = answer.instance
    if answer.status is not Status.INFEASIBLE or not asked.conditions.must_end:
        return
    for question in asked.game.questions:
        if not asked.asking(question).conditions.must_end:
            yield f"Try --ask {question.name}: {question.meaning}."
            yield f"  toadstone solve {typed} --ask {question.name}"


def _another_way(answer: Answer) -> Iterator[str]:
    """Point to another method with the model's guarantee, where the model left it undecided."""
    if answer.status not in {Status.FEASIBLE, Status.UNKNOWN} or answer.solver.name != CP_SAT.name:
        return
    for engine in engines_for(answer.instance):
        if engine is not CP_SAT and engine.guarantee == CP_SAT.guarantee:
            yield f"Another method that {engine.guarantee}, perhaps sooner: --method {engine.name}."
            return


def board_of(game: Game, scenario: ScenarioLike) -> Board[Any, Any]:
    """Return how a scenario is drawn with what standard output can spell."""
    board = game.get(BOARD)(scenario)
    return board if can_spell(board.signs) else board.in_ascii()


def figures_line(values: Mapping[str, int]) -> str:
    """Return every figure of a plan on a line."""
    return "Figures: " + ", ".join(f"{name} {value}" for name, value in values.items())


def solver_line(answer: Answer) -> Text:
    """Return which solver answered, how it was set up, and how long it took."""
    seconds = answer.seconds
    return Text(
        f"{solver_in_words(answer.solver)}; build {seconds.build:.2f} s, "
        f"solve {seconds.solve:.2f} s, total {seconds.total:.2f} s",
        "dim",
    )


def solver_in_words(solver: SolverFacts) -> str:
    """Return which solver it was, and how it was set up."""
    settings = [_in_words(name, value) for name, value in solver.settings.items()]
    nodes = [] if solver.nodes is None else [counted_nodes(solver.nodes)]
    return ", ".join([f"{solver.name} {solver.version}", *settings, *nodes])


def counted_nodes(nodes: int) -> str:
    """Return the number of nodes in words."""
    return "1 node" if nodes == 1 else f"{nodes} nodes"


def _in_words(setting: str, value: int) -> str:
    if setting == "workers":
        return "1 worker" if value == 1 else f"{value} workers"
    return f"{setting} {value}"


def plan_view(
    board: Board[Any, Any], line: Replay[Any, Any], view: View
) -> Iterator[RenderableType]:
    """Draw a line of play in the way that is asked for."""
    if view is View.AUTO:
        view = View.BOARDS if len(line.moves) <= MOST_BOARDS else View.TABLE
    if view is View.BOARDS:
        yield from _boards(board, line)
    elif view is View.TABLE:
        yield from _table(board, line)


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
        row = frames[first : first + per_row]
        if first:
            yield Text()
        yield Text("\n").join(_side_by_side(texts, width) for texts in zip(*row, strict=True))


def _side_by_side(texts: Iterable[Text], width: int) -> Text:
    line = Text()
    for text in texts:
        line.append_text(text)
        line.append(" " * (width - len(text)))
    line.rstrip()
    return line


def _table(board: Board[Any, Any], line: Replay[Any, Any]) -> Iterator[Text]:
    """Draw one line a turn, however wide the board is."""
    head = [Text(name, "bold") for name in ("turn", "move", "board", "", "")]
    first = line.states[0]
    rows = [[Text("0"), Text(), board.strip(None, first), board.caption(first), Text()]]
    for turn, (move, (before, after)) in enumerate(
        zip(line.moves, pairwise(line.states), strict=True), 1
    ):
        event = board.event(before, move, after)
        drawn = [board.strip(before, after), board.caption(after), event]
        rows.append([Text(str(turn)), Text(str(move)), *drawn])
    yield from aligned([head, *rows])


def aligned(rows: Sequence[Sequence[Text]]) -> Iterator[Text]:
    """Lay out rows in columns, the first one to the right; no column is ever cut."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        text = Text(" " * (widths[0] - len(first)), no_wrap=True, overflow="ignore")
        text.append_text(first)
        for cell, width in zip(others, widths[1:], strict=True):
            text.append(" " * GAP)
            text.append_text(cell)
            text.append(" " * (width - len(cell)))
        text.rstrip()
        yield text


def check_page(check: Check, view: View, compared: str = "") -> Iterator[RenderableType]:
    """Lay out a replayed plan: the verdict, how it was read, and the play up to where it fails."""
    asked, line, read = check.instance, check.replay, check.read
    yield Text.assemble((asked.scenario.title or "Untitled", "bold"), f"  {asked.game.name}")
    if line.failure:
        yield Text.assemble(("Invalid", "bold red"), f" at {line.failure}.")
    else:
        achieved = _achieved(asked.rules, line)
        yield Text.assemble(("Valid", "bold green"), f": it follows the rules and {achieved}.")
    if read is not None and len(read.plans) > 1:
        yield Text(_of_several(check, len(read.plans)))
    if compared:
        yield Text(compared)
    if read is not None and not read.is_plain:
        yield Text(f"Read as: {read.understood}")
    yield ""
    board = board_of(asked.game, asked.scenario)
    yield from plan_view(board, line, view)
    if view is not View.MOVES:
        yield from legend(board)
    yield ""
    yield figures_line(line.figures)


def _of_several(check: Check, plans: int) -> str:
    if check.valid:
        return f"All {plans} plans are valid. Shown: plan 1."
    return f"Plan {check.number} of {plans} is the first that fails."


def _achieved(rules: Rules[Any, Any], line: Replay[Any, Any]) -> str:
    """Say how a line of play that does not fail ends."""
    outcome = rules.outcome(line.states[-1])
    if outcome is None:
        return "is not lost where it ends"
    if not isinstance(rules, TwoPlayerRules):
        return "wins"
    if outcome.winner is None:
        return f"ends the game: {outcome.reason}, so it is a draw"
    return f"ends the game: {outcome.reason}, so {outcome.winner} {verb(outcome.winner, 'win')}"
