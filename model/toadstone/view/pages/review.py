"""The review of a game as a page for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.core.line import SOLE_SIDE
from toadstone.engines.instance import Instance
from toadstone.game import find_game
from toadstone.play import MARGIN, Verdict
from toadstone.play.review import DERIVED_ONCE, Judgement, Review, ReviewedMove
from toadstone.play.words import figure_in_words, possible, with_noun
from toadstone.view.layout import ranges
from toadstone.view.page import heading, table

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_ROWS = 40
"""Moves up to which a review shows all; of longer games it shows only moves that are not best."""

MOST_BETTER = 2
"""Better moves that are named."""


def review_page(review: Review, notes: Iterable[str] = ()) -> Iterator[RenderableType]:
    """Lay out a review: notes on the plan, the first mistake, each move with its cost."""
    game = find_game(review.scenario.game)
    yield heading(Instance(game, review.scenario, review.ask))
    yield from map(Text, notes)
    if left := [question for question in review.instead_of if question not in review.ask]:
        start = "a review does not change the start"
        front = "of a front, a review follows the first question"
        if review.start.side != SOLE_SIDE:
            front = "a review judges perfect play of both sides"
        why = dict.fromkeys(start if each.changes_scenario else front for each in left)
        yield f"Not reviewed: {', '.join(map(str, left))}; {'; '.join(why)}."
    yield review_verdict(review)
    rows = review.moves
    if len(rows) > MOST_ROWS:
        rows = tuple(
            each for each in rows if each.grade not in {Judgement.BEST, Judgement.UNJUDGED}
        )
    if rows:
        yield ""
        sides = [] if review.start.side == SOLE_SIDE else ["side"]
        names = ["turn", *sides, "move", "then", "cost", "better"]
        yield from table(names, [_row(review, each) for each in rows])
    yield ""
    if len(rows) < len(review.moves):
        yield f"Not shown: {with_noun(len(review.moves) - len(rows), 'move')} that cost nothing."
    yield f"At the start: {possible(review.start, review.ask)}."
    yield f"After the last move: {possible(review.end, review.ask)}."
    yield f"Checked: {DERIVED_ONCE}."


def review_verdict(review: Review) -> Text:
    """Name the first mistake, its cost and a better move; or say that there is none."""
    first, open_ = review.first_mistake, review.undecided
    turns = f"turn{'s' if len(open_) > 1 else ''} {ranges(open_, least=2)}"
    unknown = f"{with_noun(len(open_), 'move')}, {turns}"
    doubt = f" Undecided: {unknown}." if open_ else ""
    if first is None and open_:
        details = f": {unknown}; no mistake is known."
        return Text.assemble(("Undecided", "bold yellow"), details)
    if first is None and review.start.side == SOLE_SIDE and review.start.verdict is Verdict.LOST:
        return Text("Lost from the start: no move costs anything.")
    if first is None:
        judged = sum(each.grade is not Judgement.UNJUDGED for each in review.moves)
        every = {each.side for each in review.moves} <= {*review.sides}
        whose = "" if every else f" of {' and '.join(review.sides)}"
        details = f" in {with_noun(judged, 'move')}{whose}."
        return Text.assemble(("No mistake", "bold green"), details)
    which = "First mistake" if not open_ or open_[0] > first.turn else "First known mistake"
    made = f"{first.move}" if first.side == SOLE_SIDE else f"{first.side} {first.move}"
    named = better_in_words(first)
    better = f"; {named} is better" if named else ""
    details = f": turn {first.turn}, {made} costs {cost_in_words(first)}{better}.{doubt}"
    return Text.assemble((which, "bold red"), details)


def _row(review: Review, each: ReviewedMove) -> list[Text | str]:
    style = {Judgement.MISTAKE: "yellow", Judgement.BLUNDER: "red"}.get(each.grade, "")
    turn = f"> {each.turn}" if each.is_mistake else str(each.turn)
    side = [] if each.side == SOLE_SIDE else [each.side]
    then = possible(each.after, review.ask).removesuffix(", proven").removeprefix("best: ")
    cost = Text(cost_in_words(each), style)
    return [turn, *side, str(each.move), then, cost, better_in_words(each)]


def better_in_words(each: ReviewedMove) -> str:
    """Return the better moves, of many the first; to a single player, stopping may be better."""
    if each.is_mistake and not each.better and each.side == SOLE_SIDE:
        return "to stop"
    named = [str(move) for move in each.better[:MOST_BETTER]]
    return " or ".join(named) + (" ..." if len(each.better) > MOST_BETTER else "")


def cost_in_words(each: ReviewedMove) -> str:
    """Return the cost of a move in a few words; empty if there is none or it is not judged."""
    if each.grade is Judgement.UNDECIDED:
        return "?"
    if not each.is_mistake:
        return ""
    unit = "points" if each.unit == MARGIN else str(each.unit)
    figure = figure_in_words(unit, each.cost) if each.cost is not None else ""
    if each.grade is Judgement.MISTAKE:
        return figure
    lost = "the draw" if each.before.verdict is Verdict.DRAWN else "the win"
    return f"{lost}, {figure}" if figure else lost
