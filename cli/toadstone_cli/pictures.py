"""`toadstone draw` and `toadstone tree`: pictures of plans, and the tree of possibilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import toadstone
from toadstone.core.board import Board, style_text
from toadstone.core.budget import Limits
from toadstone.core.errors import RequestError
from toadstone.core.rules import Rules, TwoPlayerRules
from toadstone.files.messages import printable
from toadstone.game import Game, find_game
from toadstone.play.words import verb, with_noun
from toadstone.proofs.parts import EXPLAINER
from toadstone.view.board import drawn_board
from toadstone.view.layout import Theme, can_spell, page_width, reason_to_stop
from toadstone_cli.options import (
    OUTPUT,
    PICTURE,
    Ask,
    Json,
    MethodName,
    TimeLimit,
    Verbose,
    expect_board,
    expect_output,
    option,
    output_option,
)
from toadstone_cli.output import (
    ExitStatus,
    answer_with_progress,
    live_budget,
    tell,
    write,
    write_json,
    write_page,
)
from toadstone_cli.scenario_file import ScenarioFile

if TYPE_CHECKING:
    from rich.text import Text

    from toadstone.engines.answer import Answer, Check
    from toadstone.files.scenario import Scenario
    from toadstone.play.tree import Branch, Tree
    from toadstone.proofs.explanation import Explanation

    Subject = Answer | Check | Explanation | Scenario


PicturePath = Annotated[
    str,
    output_option(
        "The file to write: .svg or .png for a sheet with all turns, .gif for an animation, "
        ".html for a replay.",
        heading=PICTURE,
    ),
]


def draw(
    scenario_file: ScenarioFile,
    output: PicturePath,
    limits: Limits,
    plan: Annotated[
        str | None, option(PICTURE, "Draw the plan in this file.", metavar="PLAN")
    ] = None,
    start: Annotated[bool, option(PICTURE, "Draw only the start.", "--start")] = False,
    turn: Annotated[int | None, option(PICTURE, "Draw only turn N; 0 is the start.", min=0)] = None,
    theme: Annotated[
        Theme, option(PICTURE, "Follow the viewer's colours, or always light or dark.")
    ] = "auto",
    ask: Ask = None,
    method: MethodName = None,
    verbose: Verbose = False,
) -> ExitStatus:
    """Draw the best plan, a plan of your own, or the start.

    The ending of FILE decides the kind of picture. An HTML replay is one file and needs no
    network. If the scenario cannot be won, the picture shows the cause.

    \b
    Examples:
      toadstone draw first-crossing -o crossing.svg
      toadstone draw starvation -o starvation.html
      toadstone draw three-by-three -o duck.gif
      toadstone draw two-pairs --start -o start.svg
    """
    from toadstone.files.writing import expect_not, expect_writable
    from toadstone.interface import engine_of
    from toadstone.view.draw import expect_picture

    if start and plan is not None:
        raise RequestError("--start does not go with --plan")
    expect_picture(output, turn)
    instance = scenario_file.instance(ask)
    expect_writable(output, *scenario_file.files)
    if plan is not None:
        expect_not(output, plan, what="the plan")
    drawn_board(instance.game, instance.scenario)
    subject: Subject = instance.scenario
    status = ExitStatus.ANSWERED
    if plan is not None:
        subject = check = toadstone.check(instance, plan)
        if not check.valid:
            tell(f"toadstone: the plan fails at {check.replay.failure}\n")
            status = ExitStatus.IMPOSSIBLE
    elif not start:
        engine = engine_of(instance, method)
        answer = answer_with_progress(instance, limits, engine=engine, verbose=verbose)
        status = ExitStatus.of(answer)
        subject = _answer_or_causes(answer, limits)
    toadstone.draw(subject, output, turn=turn, theme=theme)
    write(f"Wrote {printable(output)}: {_words_of(subject, turn)}\n")
    return status


def _words_of(subject: Subject, turn: int | None) -> str:
    """Say what a picture shows."""
    from toadstone.engines.answer import Answer, Check
    from toadstone.proofs.explanation import Explanation
    from toadstone.view.pages.answer import answer_verdict

    if isinstance(subject, Explanation):
        return "why it cannot be won."
    line = subject.replay if isinstance(subject, Answer | Check) else None
    if line is None:
        return "the start."
    shown = with_noun(len(line.moves), "move") if turn is None else f"turn {turn}"
    words = f"; {answer_verdict(subject).plain}" if isinstance(subject, Answer) else "."
    return f"{shown}{words}"


def _answer_or_causes(answer: Answer, limits: Limits) -> Answer | Explanation:
    """Return the answer, or, of an unwinnable scenario, what makes it so where that is drawn."""
    instance, infeasible = answer.instance, toadstone.Status.INFEASIBLE
    if answer.status is infeasible:
        decision = instance.asking(instance.game.decision)
        if EXPLAINER in instance.game.parts and not decision.why_unsupported(EXPLAINER):
            tell("toadstone: there is no plan: the cause is drawn\n")
            with live_budget(limits.less(answer.seconds.total), many=True) as budget:
                explanation = toadstone.explain(answer.scenario, budget=budget)
            return explanation if explanation.status is infeasible else answer
        tell("toadstone: there is no plan: the start is drawn\n")
    elif ExitStatus.of(answer) is not ExitStatus.ANSWERED:
        why = f"{answer.solver.name} {answer.caveat}" if answer.caveat else reason_to_stop(answer)
        drawn = "the start" if answer.replay is None else "the best found"
        tell(f"toadstone: undecided, {why}: {drawn} is drawn\n")
    return answer


DEEPEST = 300
"""Levels of moves; JSON that is nested more deeply is not read by every program."""

LEAST_NOTE = 24
"""Columns that stay free for a note beside a board."""

MOST_MOVES = 100
"""Moves up to which the solution is written out below the tree."""


@dataclass(frozen=True)
class Pen:
    """The characters to draw with: lines of two columns, and a mark for each fate of a move."""

    beside: str
    last: str
    below: str
    more: str
    marks: dict[str, str]


_MARKS = ("taken", "taken-back", "never-tried", "open")
LINES = Pen("├ ", "└ ", "│ ", "…", dict(zip(_MARKS, "●✗○?", strict=True)))
ASCII = Pen("|-", "`-", "| ", "...", dict(zip(_MARKS, "*x.?", strict=True)))
_STYLES = dict(zip(_MARKS, ("bold green", "red", "dim", "yellow"), strict=True))


def tree(
    scenario_file: ScenarioFile,
    depth: Annotated[
        int, option(OUTPUT, "Show at most N levels of moves.", min=1, max=DEEPEST)
    ] = 20,
    limit: Annotated[int, option(OUTPUT, "Show the first N moves of the tree.", min=1)] = 200,
    json: Json = False,
    output: Annotated[str | None, output_option("Also draw the tree: .svg or .png.")] = None,
    time_limit: TimeLimit = None,
) -> ExitStatus:
    """Draw the search tree of backtracking.

    The search tries legal moves in their order. It takes back a move that leads to no win, and
    stops at the first plan that wins. In a two-player game, the side to move tries moves until one
    forces a win. So the tree shows whether the first player can force a win.

    --depth and --limit change only what is shown; the search always goes to its end.

    \b
    Examples:
      toadstone tree wall-of-snakes
      toadstone tree first-crossing --depth 5 --limit 30
      toadstone tree jump-of-two --ascii
    """
    from toadstone.engines.instance import simulator_of
    from toadstone.play.tree import tree_of_possibilities
    from toadstone.view.charts import tree_chart
    from toadstone.view.draw import draw_svg

    scenario = scenario_file.read()
    game = find_game(scenario.game)
    expect_output(output, scenario_file.files, (".svg", ".png"))
    if not json:
        expect_board(game)
    with live_budget(Limits(time_limit)) as budget:
        rules = simulator_of(game, scenario)
        found = tree_of_possibilities(rules, budget, depth=depth, moves=limit)
    if output is not None:
        draw_svg(tree_chart(found, title=scenario.title), output)
    if json:
        write_json(_tree_json(game, scenario, found))
    else:
        pen = LINES if can_spell("├└│…●✗○?") else ASCII
        write_page(*_tree_page(game, scenario, found, pen, reason_to_stop(budget)))
    if found.status is toadstone.Status.UNKNOWN:
        return ExitStatus.of_stopped(budget)
    return ExitStatus.IMPOSSIBLE if found.solution is None else ExitStatus.ANSWERED


def _tree_page(
    game: Game, scenario: Scenario, tree: Tree[Any, Any], pen: Pen, why_stopped: str
) -> Iterator[Text]:
    """Lay out a tree: what the marks mean, a line a move, what is left out, and what was found."""
    from toadstone.engines.instance import simulator_of
    from toadstone.play.tree import Fate
    from toadstone.view.page import board_of

    board = board_of(game, scenario)
    yield style_text((scenario.title or "Untitled", "bold"), f"  {game.name}")
    named = {fate: fate.replace("-", " ") for fate in Fate if tree.counts[fate] or fate != "open"}
    named |= {Fate.OPEN: "still being tried"} if Fate.OPEN in named else {}
    marks = [
        style_text((f"{pen.marks[fate]} {name}", _STYLES[fate])) for fate, name in named.items()
    ]
    yield style_text("   ").join(marks)
    yield style_text()
    yield board.strip(None, tree.start)
    yield from _lines(board, tree, pen)
    if tree.left_out:
        left_out = with_noun(tree.left_out, "move")
        yield style_text((f"{pen.more} {left_out} left out: --limit shows more", "dim"))
    yield style_text()
    yield _verdict(simulator_of(game, scenario), tree, why_stopped)
    counts = ", ".join(f"{tree.counts[fate]:,} {name}" for fate, name in named.items())
    yield style_text(f"Moves: {counts}")


def _lines(board: Board[Any, Any], tree: Tree[Any, Any], pen: Pen) -> Iterator[Text]:
    """Draw a line a move, joined to the move before it; a note too long goes on below its move."""
    named = max((len(str(branch.move)) for branch in tree.branches), default=0)
    page = page_width()
    number = len(f"{pen.more}00 ")
    beside = len("├ ? ") + named + 2 + board.strip(None, tree.start).cell_len + 2 + LEAST_NOTE
    levels = max(1, (page - number - beside) // len(pen.below))
    states = [tree.start]
    rails: list[str] = []
    for branch, last in zip(tree.branches, _are_last(tree), strict=True):
        del states[branch.depth :], rails[branch.depth - 1 :]
        style = _STYLES[branch.fate]
        before = "".join(rails)
        if len(rails) > levels:  # the first become a number, ten at a time
            hidden = 10 * -(-(len(rails) - levels) // 10)
            before = f"{pen.more}{hidden} {''.join(rails[hidden:])}"
        line = style_text(before + (pen.last if last else pen.beside))
        line.no_wrap = True
        line.append(f"{pen.marks[branch.fate]} {branch.move!s:<{named}}  ", style)
        line.append_text(board.strip(states[-1], branch.state))
        states.append(branch.state)
        rails.append("  " if last else pen.below)
        yield from _with_note(line, branch, before + rails[-1], pen, page)


def _with_note(
    line: Text, branch: Branch[Any, Any], rail: str, pen: Pen, page: int
) -> Iterator[Text]:
    """Write how the game ends with a move, or how much below it is hidden, beside its board."""
    note, style = branch.note, _STYLES[branch.fate]
    if branch.hidden:
        note, style = f"{pen.more} {with_noun(branch.hidden, 'move')} below", "dim"
    beside = line.cell_len
    first, *others = wrap(note, max(LEAST_NOTE, page - beside - 2)) or [""]
    if first:
        line.append(f"  {first}", style)
    yield line
    for other in others:
        below = style_text(f"{rail:<{beside}}", (f"  {other}", style))
        below.no_wrap = True
        yield below


def _are_last(tree: Tree[Any, Any]) -> list[bool]:
    """Say of each move whether no other stands beside it further down, drawn or left out."""
    last: list[bool] = []
    beside = set(tree.cut)
    deepest = max(beside, default=0)
    for branch in reversed(tree.branches):
        last.append(branch.depth not in beside)
        beside.difference_update(range(branch.depth + 1, deepest + 1))
        beside.add(branch.depth)
        deepest = branch.depth
    return last[::-1]


def _verdict(rules: Rules[Any, Any], tree: Tree[Any, Any], why_stopped: str) -> Text:
    side = rules.to_move(rules.start()) if isinstance(rules, TwoPlayerRules) else ""
    if tree.status is toadstone.Status.UNKNOWN:
        return style_text(
            ("Undecided", "bold yellow"), f": {why_stopped} before the tree was walked."
        )
    if tree.solution is None:
        none = f"no first move of {side} forces a win." if side else "no plan wins."
        return style_text(("Exhausted", "bold red"), f": {none}")
    if not tree.solution:
        return style_text(("Found", "bold green"), ": the game is already won at the start.")
    moves = " ".join(map(str, tree.solution[:MOST_MOVES]))
    if len(tree.solution) > MOST_MOVES:
        moves += " and so on"
    plan = f"{with_noun(len(tree.solution), 'move')}: {moves}"
    found = f"{side} {verb(side, 'win')} with {moves}." if side else plan
    return style_text(("Found", "bold green"), f": {found}")


def _tree_json(game: Game, scenario: Scenario, tree: Tree[Any, Any]) -> dict[str, Any]:
    """Return the tree as a JSON value, each move holding those below it."""
    nested: list[dict[str, Any]] = [{"state": str(tree.start), "moves": []}]
    for branch in tree.branches:
        del nested[branch.depth :]
        values: dict[str, Any] = {
            "move": str(branch.move),
            "state": str(branch.state),
            "fate": branch.fate.value,
            "note": branch.note or None,
            "hidden": branch.hidden,
            "moves": [],
        }
        nested[-1]["moves"].append(values)
        nested.append(values)
    return {
        **scenario.json_head,
        "status": tree.status.value,
        "plan": None if tree.solution is None else [str(move) for move in tree.solution],
        "counts": {fate.value: number for fate, number in tree.counts.items()},
        "left_out": tree.left_out,
        "tree": nested[0],
    }
