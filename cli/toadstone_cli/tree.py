"""`toadstone tree`: the tree of possibilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import toadstone
from toadstone.core.board import Board, style_text
from toadstone.core.budget import Limits
from toadstone.core.rules import Rules, TwoPlayerRules
from toadstone.game import find_game
from toadstone.play.words import verb, with_noun
from toadstone.view.layout import can_spell, reason_to_stop
from toadstone_cli.options import (
    OUTPUT,
    Json,
    TimeLimit,
    expect_board,
    option,
)
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

SIGNS, ASCII = "├└│…●✗○?", "|`|~*x.?"
"""Two branches, a rail, what is left out, and a mark for each fate of a move."""

_FATES = ("taken", "taken-back", "never-tried", "open")
_STYLES = dict(zip(_FATES, ("bold green", "red", "dim", "yellow"), strict=True))


def tree(
    scenario_file: ScenarioFile,
    depth: Annotated[
        int, option(OUTPUT, "Show at most N levels of moves.", min=1, max=DEEPEST)
    ] = 20,
    limit: Annotated[int, option(OUTPUT, "Show the first N moves of the tree.", min=1)] = 200,
    json: Json = False,
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
    from toadstone.view.page import board_of

    scenario = scenario_file.read()
    game = find_game(scenario.game)
    if not json:
        expect_board(game)
    with live_budget(Limits(time_limit)) as budget:
        rules = simulator_of(game, scenario)
        found = tree_of_possibilities(rules, budget, depth=depth, moves=limit)
    if json:
        write_json(scenario.json_head | _as_json(found))
    else:
        board, why = board_of(game, scenario), reason_to_stop(budget)
        write_page(*_page(scenario, rules, board, found, why))
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
    """Lay out a tree: what the marks mean, a line a move, what is left out, and what was found."""
    from toadstone.play.tree import Fate

    signs = SIGNS if can_spell(SIGNS) else ASCII
    marks = dict(zip(_FATES, signs[4:], strict=True))
    yield style_text((scenario.title or "Untitled", "bold"), f"  {scenario.game}")
    named = {fate: fate.replace("-", " ") for fate in Fate if tree.counts[fate] or fate != "open"}
    named |= {Fate.OPEN: "still being tried"} if Fate.OPEN in named else {}
    keys = [style_text((f"{marks[fate]} {name}", _STYLES[fate])) for fate, name in named.items()]
    yield style_text("   ").join(keys)
    yield style_text()
    yield board.strip(None, tree.start)
    yield from _lines(board, tree, signs)
    if tree.left_out:
        left_out = with_noun(tree.left_out, "move")
        yield style_text((f"{signs[3]} {left_out} left out: --limit shows more", "dim"))
    yield style_text()
    yield _verdict(rules, tree, why_stopped)
    counts = ", ".join(f"{tree.counts[fate]:,} {name}" for fate, name in named.items())
    yield style_text(f"Moves: {counts}")


def _lines(board: Board[Any, Any], tree: Tree[Any, Any], signs: str) -> Iterator[Text]:
    """Draw a line a move, joined to the move before it."""
    beside, last, below, more = list(signs[:4])
    marks = dict(zip(_FATES, signs[4:], strict=True))
    width = max((len(str(branch.move)) for branch in tree.branches), default=0)
    states, rails = [tree.start], list[str]()
    for branch, is_last in zip(tree.branches, _are_last(tree.branches), strict=True):
        del states[branch.depth :], rails[branch.depth - 1 :]
        line = style_text(f"{''.join(rails)}{last if is_last else beside} ")
        line.no_wrap = True
        line.append(f"{marks[branch.fate]} {branch.move!s:<{width}}  ", _STYLES[branch.fate])
        line.append_text(board.strip(states[-1], branch.state))
        if branch.hidden:
            line.append(f"  {more} {with_noun(branch.hidden, 'move')} below", "dim")
        elif branch.note:
            line.append(f"  {branch.note}", _STYLES[branch.fate])
        states.append(branch.state)
        rails.append("  " if is_last else f"{below} ")
        yield line


def _are_last(branches: Sequence[Branch[Any, Any]]) -> list[bool]:
    """Say of each move whether no other that is drawn stands beside it further down."""
    last, below = list[bool](), set[int]()
    for branch in reversed(branches):
        last.append(branch.depth not in below)
        below = {depth for depth in below if depth < branch.depth} | {branch.depth}
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


def _as_json(tree: Tree[Any, Any]) -> dict[str, Any]:
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
        "status": tree.status.value,
        "plan": None if tree.solution is None else [str(move) for move in tree.solution],
        "counts": {fate.value: number for fate, number in tree.counts.items()},
        "left_out": tree.left_out,
        "tree": nested[0],
    }
