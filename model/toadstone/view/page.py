"""The answer as a page for people."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.board import BOARD
from toadstone.core.rules import TwoPlayerRules
from toadstone.engines.answer import PLAYED, Answer, SolverFacts
from toadstone.engines.instance import Instance
from toadstone.game import Game
from toadstone.play.words import TIMES, counted, figures_in_words, moves_in_words, verb
from toadstone.view.layout import View, can_spell, page_height, page_width

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.board import Board
    from toadstone.core.replay import Replay
    from toadstone.core.rules import Rules
    from toadstone.core.solution import ScenarioLike
    from toadstone.engines.comparison import Comparison
    from toadstone.engines.verdicts import Check
    from toadstone.proofs.result import Explanation

LINES_BELOW = 3
"""Lines of a terminal below a page: notes of a command, and the prompt."""
LEAST_ROWS = 3
"""Rows of a table that are shown on however small a terminal."""

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


@dataclass(frozen=True)
class Turns:
    """The rows of a table of turns, which may be shortened to fit a terminal; see `fitted`."""

    rows: Sequence[Text]


def fitted(parts: Iterable[RenderableType | Turns]) -> Iterator[RenderableType]:
    """Yield the parts of a page; leave out turns in the middle where the page would scroll away."""
    height, width, page = page_height(), page_width(), list(parts)
    others = (part for part in page if not isinstance(part, Turns))
    room = None if height is None else height - LINES_BELOW - sum(_lines(p, width) for p in others)
    for part in page:
        yield from _shortened(part.rows, room, width) if isinstance(part, Turns) else (part,)


def _lines(part: RenderableType, width: int) -> int:
    lines = str(part).split("\n")
    return sum(max(1, -(-len(line) // width)) for line in lines)


def _shortened(rows: Sequence[Text], room: int | None, width: int) -> Iterator[RenderableType]:
    """Yield the head, the first and the last rows of a table that does not fit."""
    tall = max(_lines(row, width) for row in rows)
    if room is None or len(rows) * tall <= room:
        yield from rows
        return
    shown = max(LEAST_ROWS, room // tall - 1)
    first = 1 + (shown - 1) // 2
    last = len(rows) - (shown - first)
    yield from rows[:first]
    yield Text(f"... turns {first - 1} to {last - 2}: --view table", "dim")
    yield from rows[last:]


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
    nodes = [] if solver.nodes is None else [counted(solver.nodes, "node")]
    return ", ".join([f"{solver.name} {solver.version}", *settings, *nodes])


def _in_words(setting: str, value: int) -> str:
    return counted(value, "worker") if setting == "workers" else f"{setting} {value}"


def plan_view(
    board: Board[Any, Any], line: Replay[Any, Any], view: View
) -> Iterator[RenderableType | Turns]:
    """Draw a line of play in the way that is asked for."""
    if view is View.BOARDS:
        yield from _boards(board, line)
    elif view is View.TABLE:
        yield from _table(board, line)
    elif view is View.AUTO:
        yield Turns(tuple(_table(board, line)))


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


def aligned(rows: Sequence[Sequence[Text]], right: Container[int] = (0,)) -> Iterator[Text]:
    """Lay out rows in columns; no column is ever cut.

    Args:
        rows: the cells of each row.
        right: the columns whose cells stand on the right, such as those of numbers.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        text = Text(no_wrap=True, overflow="ignore")
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            room = " " * (width - len(cell))
            text.append(" " * GAP if column else "")
            text.append_text(Text(room) + cell if column in right else cell + Text(room))
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


def check_page(check: Check, view: View, compared: str = "") -> Iterator[RenderableType]:
    """Lay out a replayed plan: the verdict, how it was read, and the play up to where it fails."""
    yield from fitted(_check_page(check, view, compared))


def _check_page(check: Check, view: View, compared: str) -> Iterator[RenderableType | Turns]:
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
    yield figures_line(line.figures)
    yield ""
    board = board_of(asked.game, asked.scenario)
    yield from plan_view(board, line, view)
    if view is not View.MOVES:
        yield from legend(board)


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
