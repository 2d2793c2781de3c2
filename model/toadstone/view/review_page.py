"""The evaluation of a position and the review of a game, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from toadstone.core.line import SOLE_SIDE
from toadstone.core.question import Question, Sense
from toadstone.engines.instance import Instance
from toadstone.game import find_game
from toadstone.play.parts import DRAW, MARGIN, Outlook, Verdict
from toadstone.play.review import DERIVED_ONCE, Grade, Review, ReviewedMove
from toadstone.play.words import best_in_words, counted, counted_plies, figure_in_words, verb
from toadstone.view.layout import ranges
from toadstone.view.page import aligned, heading

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_ROWS = 40
"""Moves up to which a review shows all; of longer games it shows those that are not best."""

MOST_BETTER = 2
"""Better moves that are named."""


def evaluation(outlook: Outlook, ask: Sequence[Question]) -> str:
    """Return the best result still possible, as a sentence."""
    if outlook.side == SOLE_SIDE:
        return _for_one(outlook, {question.name: question for question in ask})
    if outlook.winner is None:
        return "Undecided."
    best = "With best play " if outlook.plies != 0 else ""
    if outlook.winner == DRAW:
        return f"{best}{'i' if best else 'I'}t is a draw{_in_plies(outlook)}."
    wins = f"{outlook.winner} {verb(outlook.winner, 'win')}"
    margin = f" by {abs(outlook.figures[MARGIN])}" if MARGIN in outlook.figures else ""
    return f"{best}{wins}{margin}{_in_plies(outlook)}."


def _for_one(outlook: Outlook, ask: Mapping[str, Question]) -> str:
    known = best_in_words(outlook.figures, [*ask.values()])
    if outlook.verdict is Verdict.UNDECIDED:
        return f"Undecided.{_limits(outlook, ask)}"
    if outlook.verdict is Verdict.LOST and not known:
        return "Lost: no plan wins from here."
    if not known:
        return "It can still be won."
    sure = "proven best" if outlook.proven else "not proven best"
    return f"Still possible: {known}, {sure}.{_limits(outlook, ask)}"


def _figure(question: Question, value: int) -> str:
    return figure_in_words(question.figure or question.name, value)


def _limits(outlook: Outlook, ask: Mapping[str, Question]) -> str:
    """Say what no play can do better than."""
    known = [
        f"at {'least' if ask[name].sense is Sense.MINIMISE else 'most'} {_figure(ask[name], bound)}"
        for name, bound in outlook.bounds.items()
    ]
    return f" Proven: {', '.join(known)}." if known else ""


def _in_plies(outlook: Outlook) -> str:
    if not outlook.plies:
        return ""
    return f" in {counted_plies(outlook.plies)}"


def review_page(review: Review, notes: Iterable[str] = ()) -> Iterator[RenderableType]:
    """Lay out a review: the first mistake, then each move with what it cost.

    Args:
        review: the review.
        notes: what to say of the plan before.
    """
    game = find_game(review.scenario.game)
    yield heading(Instance(game, review.scenario, review.ask))
    yield from map(Text, notes)
    yield from review_parts(review)


def review_parts(review: Review) -> Iterator[RenderableType]:
    """Lay out a review without its title."""
    if review.instead_of:
        yield _instead(review)
    yield review_verdict(review)
    rows = review.moves
    if len(rows) > MOST_ROWS:
        rows = tuple(each for each in rows if each.grade not in {Grade.BEST, Grade.UNJUDGED})
    if rows:
        yield ""
        yield from aligned([_head(review), *(_row(review, each) for each in rows)])
    yield ""
    if len(rows) < len(review.moves):
        yield f"Not shown: {_moves(len(review.moves) - len(rows))} that cost nothing."
    yield f"At the start: {_small(evaluation(review.start, review.ask))}"
    yield f"After the last move: {_small(evaluation(review.end, review.ask))}"
    yield f"Checked: {DERIVED_ONCE}."


def _small(sentence: str) -> str:
    """Return a sentence without its capital; the name of a side such as X keeps it."""
    return sentence[0].lower() + sentence[1:] if sentence[1].islower() else sentence


def review_verdict(review: Review) -> Text:
    """Name the first mistake, what it cost and what is better; or say that there is none."""
    first, open_ = review.first_mistake, review.undecided
    doubt = f" Undecided: {_moves(len(open_))}, {_turns(open_)}." if open_ else ""
    if first is None and open_:
        said = f": {_moves(len(open_))}, {_turns(open_)}; no mistake is known."
        return Text.assemble(("Undecided", "bold yellow"), said)
    if first is None and review.start.side == SOLE_SIDE and review.start.verdict is Verdict.LOST:
        return Text("Lost from the start: no move costs anything.")
    if first is None:
        return Text.assemble(("No mistake", "bold green"), f" in {_judged(review)}.")
    which = "First mistake" if not open_ or open_[0] > first.turn else "First known mistake"
    made = f"{first.move}" if first.side == SOLE_SIDE else f"{first.side} {first.move}"
    better = f"; {better_in_words(first)} is better" if first.better else ""
    said = f": turn {first.turn}, {made} costs {cost_in_words(first)}{better}.{doubt}"
    return Text.assemble((which, "bold red"), said)


def _instead(review: Review) -> str:
    """Name the questions that the review does not follow, and why."""
    left = [question for question in review.instead_of if question not in review.ask]
    start = "a review does not change the start"
    front = "of a front, a review follows the first question"
    why = dict.fromkeys(start if each.changes_scenario else front for each in left)
    return f"Not reviewed: {', '.join(map(str, left))}; {'; '.join(why)}."


def _judged(review: Review) -> str:
    judged = _moves(sum(each.grade is not Grade.UNJUDGED for each in review.moves))
    every = {each.side for each in review.moves} <= {*review.sides}
    return judged if every else f"{judged} of {' and '.join(review.sides)}"


def _moves(number: int) -> str:
    return counted(number, "move")


def _turns(turns: Sequence[int]) -> str:
    return f"turn{'s' if len(turns) > 1 else ''} {ranges(turns, least=2)}"


def _head(review: Review) -> list[Text]:
    alone = review.start.side == SOLE_SIDE
    names = ["turn", *([] if alone else ["side"]), "move", "then", "cost", "better"]
    return [Text(name, "bold") for name in names]


def _row(review: Review, each: ReviewedMove) -> list[Text]:
    style = {Grade.MISTAKE: "yellow", Grade.BLUNDER: "red"}.get(each.grade, "")
    turn = f"> {each.turn}" if each.is_mistake else str(each.turn)
    side = [] if each.side == SOLE_SIDE else [Text(each.side)]
    cost = Text(cost_in_words(each), style)
    then = Text(_briefly(each.after, {question.name: question for question in review.ask}))
    return [Text(turn), *side, Text(str(each.move)), then, cost, Text(better_in_words(each))]


def better_in_words(each: ReviewedMove) -> str:
    """Return the moves that are better, the first of them only where there are many."""
    named = [str(move) for move in each.better[:MOST_BETTER]]
    return " or ".join(named) + (" ..." if len(each.better) > MOST_BETTER else "")


def cost_in_words(each: ReviewedMove) -> str:
    """Return what a move cost in a few words; nothing where it cost nothing or is not judged."""
    if each.grade is Grade.UNDECIDED:
        return "?"
    if not each.is_mistake:
        return ""
    unit = "points" if each.unit == MARGIN else str(each.unit)
    figure = figure_in_words(unit, each.cost) if each.cost is not None else ""
    if figure and not each.exact:
        figure = f"{figure} or more"
    if each.grade is Grade.MISTAKE:
        return figure
    lost = "the draw" if each.before.verdict is Verdict.DRAWN else "the win"
    return f"{lost}, {figure}" if figure else lost


def _briefly(outlook: Outlook, ask: Mapping[str, Question]) -> str:
    """Return the best result possible in a word or two."""
    if outlook.side != SOLE_SIDE:
        return _winner_briefly(outlook)
    known = best_in_words(outlook.figures, [*ask.values()])
    if outlook.verdict is Verdict.UNDECIDED:
        return "?"
    if not known:
        return "lost" if outlook.verdict is Verdict.LOST else "can be won"
    return known if outlook.proven else f"{known} or better"


def _winner_briefly(outlook: Outlook) -> str:
    if outlook.winner is None:
        return "?"
    if outlook.winner == DRAW:
        return DRAW
    if MARGIN in outlook.figures:
        return f"{outlook.winner} by {abs(outlook.figures[MARGIN])}"
    return f"{outlook.winner} in {outlook.plies}" if outlook.plies else outlook.winner
