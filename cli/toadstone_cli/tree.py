"""`toadstone tree`: the tree of possibilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import toadstone
from toadstone.core.board import BOARD, Board, style_text
from toadstone.core.budget import Limits
from toadstone.core.rules import Rules, TwoPlayerRules
from toadstone.game import find_game
from toadstone.play.words import verb, with_noun
from toadstone.view.layout import reason_to_stop
from toadstone_cli.options import OUTPUT, Json, TimeLimit, option
from toadstone_cli.progress import live_budget
from toadstone_cli.scenario_file import ScenarioFile
from toadstone_cli.streams import ExitStatus, write_json, write_page

if TYPE_CHECKING:
    from rich.text import Text

    from toadstone.files.scenario import Scenario
    from toadstone.play.tree import Branch, Tree

DEEPEST = 300
"""Levels of moves; JSON that is nested more deeply is not read by every program."""

MOST_MOVES = 100
"""Moves up to which the solution is written out below the tree."""

FATES = {
    "taken": ("●", "taken", "bold green"),
    "taken-back": ("✗", "taken back", "red"),
    "never-tried": ("○", "never tried", "dim"),
    "open": ("?", "still being tried", "yellow"),
}
"""The mark, the words and the style of each fate of a move."""


def tree(
    scenario_file: ScenarioFile,
    depth: Annotated[
        int, option(OUTPUT, "Show at most N levels of moves.", min=1, max=DEEPEST)
    ] = 5,
    json: Json = False,
    time_limit: TimeLimit = None,
) -> ExitStatus:
    """Draw the search tree of backtracking.

    The search tries legal moves in their order. It takes back a move that leads to no win, and
    stops at the first plan that wins. In a two-player game, the side to move tries moves until one
    forces a win. So the tree shows whether the first player can force a win.

    --depth changes only what is shown; the search always goes to its end.

    \b
    Examples:
      toadstone tree wall-of-snakes
      toadstone tree first-crossing --depth 8
    """
    from toadstone.engines.instance import simulator_of
    from toadstone.play.tree import tree_of_possibilities

    scenario = scenario_file.read()
    game = find_game(scenario.game)
    rules, board = simulator_of(game, scenario), None if json else game.get(BOARD)(scenario)
    with live_budget(Limits(time_limit)) as budget:
        walked = tree_of_possibilities(rules, budget, depth=depth)
    if board is None:
        plan = None if walked.solution is None else [str(move) for move in walked.solution]
        stated = {"status": walked.status.value, "plan": plan}
        root = {"state": str(walked.root.state), "moves": list(map(_as_json, walked.root.below))}
        write_json(scenario.json_head | stated | {"tree": root})
    else:
        write_page(*_page(scenario, rules, board, walked, reason_to_stop(budget)))
    if walked.status is toadstone.Status.UNKNOWN:
        return ExitStatus.of_stopped(budget)
    return ExitStatus.IMPOSSIBLE if walked.solution is None else ExitStatus.ANSWERED


def _page(
    scenario: Scenario,
    rules: Rules[Any, Any],
    board: Board[Any, Any],
    tree: Tree[Any, Any],
    why_stopped: str,
) -> Iterator[Text]:
    """Lay out a tree: the meaning of the marks, a line for each move, and the verdict."""
    yield style_text((scenario.title or "Untitled", "bold"), f"  {scenario.game}")
    stopped = tree.status is toadstone.Status.UNKNOWN
    marks = (each for fate, each in FATES.items() if fate != "open" or stopped)
    keys = (style_text((f"{mark} {words}", style)) for mark, words, style in marks)
    yield style_text("   ").join(keys)
    yield style_text()
    yield board.strip(None, tree.root.state)
    yield from _lines(tree.root, "", board)
    yield style_text()
    yield _verdict(rules, tree, why_stopped)


def _lines(above: Branch[Any, Any], rails: str, board: Board[Any, Any]) -> Iterator[Text]:
    width = max((len(str(branch.move)) for branch in above.below), default=0)
    for branch in above.below:
        is_last = branch is above.below[-1]
        mark, _, style = FATES[branch.fate]
        line = style_text(f"{rails}{'└' if is_last else '├'} ")
        line.no_wrap = True
        line.append(f"{mark} {branch.move!s:<{width}}  ", style)
        line.append_text(board.strip(above.state, branch.state))
        if branch.note:
            line.append(f"  {branch.note}", style)
        elif branch.fate != "never-tried" and not branch.below:
            line.append("  …", "dim")
        yield line
        yield from _lines(branch, f"{rails}{' ' if is_last else '│'} ", board)


def _verdict(rules: Rules[Any, Any], tree: Tree[Any, Any], why_stopped: str) -> Text:
    side = rules.to_move(rules.start()) if isinstance(rules, TwoPlayerRules) else ""
    if tree.status is toadstone.Status.UNKNOWN:
        details = f": {why_stopped} before the tree was walked."
        return style_text(("Undecided", "bold yellow"), details)
    if tree.solution is None:
        none = f"no first move of {side} forces a win." if side else "no plan wins."
        return style_text(("Exhausted", "bold red"), f": {none}")
    moves = " ".join(map(str, tree.solution[:MOST_MOVES]))
    more = " and so on" if len(tree.solution) > MOST_MOVES else ""
    plan = f"{with_noun(len(tree.solution), 'move')}: {moves}" if moves else "no move is needed"
    wins = bool(side and moves)
    details = f"{side} {verb(side, 'win')} with {moves}." if wins else f"{plan}{more}"
    return style_text(("Found", "bold green"), f": {details}")


def _as_json(branch: Branch[Any, Any]) -> dict[str, Any]:
    """Return a move as a JSON value, which holds those below it."""
    return {
        "move": str(branch.move),
        "state": str(branch.state),
        "fate": branch.fate.value,
        "note": branch.note or None,
        "moves": list(map(_as_json, branch.below)),
    }
