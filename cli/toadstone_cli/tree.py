"""`toadstone tree`: the tree of possibilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        found = tree_of_possibilities(rules, budget, depth=depth)
    if board is None:
        write_json(scenario.json_head | _as_json(found))
    else:
        write_page(*_page(scenario, rules, board, found, reason_to_stop(budget)))
    if found.status is toadstone.Status.UNKNOWN:
        return ExitStatus.of_stopped(budget)
    return ExitStatus.IMPOSSIBLE if found.solution is None else ExitStatus.ANSWERED


def _page(
    scenario: Scenario,
    rules: Rules[Any, Any],
    board: Board[Any, Any],
    tree: Tree[Any, Any],
    why_stopped: str,
) -> Iterator[Text]:
    """Lay out a tree: what the marks mean, a line a move, and what was found."""
    shown = [fate for fate, count in tree.counts.items() if fate != "open" or count]
    yield style_text((scenario.title or "Untitled", "bold"), f"  {scenario.game}")
    marks = (FATES[fate] for fate in shown)
    keys = (style_text((f"{mark} {words}", style)) for mark, words, style in marks)
    yield style_text("   ").join(keys)
    yield style_text()
    yield board.strip(None, tree.start)
    yield from _lines(tree.branches, tree.start, "", board)
    yield style_text()
    yield _verdict(rules, tree, why_stopped)
    counts = (f"{tree.counts[fate]:,} {FATES[fate][1]}" for fate in shown)
    yield style_text(f"Moves: {', '.join(counts)}")


def _lines(
    branches: Sequence[Branch[Any, Any]], before: Any, rails: str, board: Board[Any, Any]
) -> Iterator[Text]:
    width = max((len(str(branch.move)) for branch in branches), default=0)
    for number, branch in enumerate(branches, 1):
        is_last = number == len(branches)
        mark, _, style = FATES[branch.fate]
        line = style_text(f"{rails}{'└' if is_last else '├'} ")
        line.no_wrap = True
        line.append(f"{mark} {branch.move!s:<{width}}  ", style)
        line.append_text(board.strip(before, branch.state))
        if branch.hidden:
            line.append(f"  … {with_noun(branch.hidden, 'move')} below", "dim")
        elif branch.note:
            line.append(f"  {branch.note}", style)
        yield line
        yield from _lines(branch.below, branch.state, f"{rails}{' ' if is_last else '│'} ", board)


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


def _as_json(tree: Tree[Any, Any]) -> dict[str, Any]:
    """Return the tree as a JSON value, each move holding those below it."""
    return {
        "status": tree.status.value,
        "plan": None if tree.solution is None else [str(move) for move in tree.solution],
        "counts": {fate.value: number for fate, number in tree.counts.items()},
        "tree": {"state": str(tree.start), "moves": list(map(_branch_as_json, tree.branches))},
    }


def _branch_as_json(branch: Branch[Any, Any]) -> dict[str, Any]:
    return {
        "move": str(branch.move),
        "state": str(branch.state),
        "fate": branch.fate.value,
        "note": branch.note or None,
        "hidden": branch.hidden,
        "moves": list(map(_branch_as_json, branch.below)),
    }
