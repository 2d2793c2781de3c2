"""Sentences about a game that is being played: hints, what is possible, and how it has ended."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import starmap
from typing import Any

from toadstone.core.line import SOLE_SIDE
from toadstone.core.question import Question
from toadstone.core.rules import DRAW
from toadstone.play import MARGIN, Outlook, Verdict


def verb(side: str, plural: str) -> str:
    """Return the form of a verb that goes with a side's name, which may be a plural."""
    return plural if side.endswith("s") else f"{plural}s"


def title_of_game(game: str) -> str:
    """Return the name of a game as people write it."""
    return " ".join(w if w == "and" else w.capitalize() for w in game.split("-"))


def with_noun(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: `1 ply`, `2 plies`."""
    return f"{number:,} {one if number == 1 else several or re.sub('y$', 'ie', one) + 's'}"


def in_words(names: Sequence[object], conjunction: str = "or") -> str:
    """Return names as people say them: `a, b or c`."""
    *others, last = map(str, names)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def sentence(*parts: str) -> str:
    """Return the parts that say something as one text, with a full stop after each."""
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part)


def advice_in_words(advice: Outlook, ask: Sequence[Question], seconds: float) -> str:
    """Say what the side to move should do; `seconds` is the time that the search had."""
    if advice.verdict is Verdict.UNDECIDED:
        best = f"; {in_words(advice.moves)} looks best" if advice.moves else ""
        return f"Undecided: no answer within {seconds:g} s{best}."
    side, alone = advice.side, advice.side == SOLE_SIDE
    if advice.verdict is Verdict.LOST and alone:
        best = best_in_words(advice.figures, ask)
        why = f"The best plan stops here: {best}." if best else "Lost: no plan wins from here."
        return f"{why} {in_words(advice.moves)} lasts longest."
    if advice.verdict is Verdict.LOST:
        words = f"Lost: {advice.winner} can force a win after every move of {side}."
        if advice.plies is not None:
            last = "lasts" if len(advice.moves) == 1 else "last"
            words += f" {in_words(advice.moves)} {last} longest, {with_noun(advice.plies, 'ply')}."
        return words
    moves = ", or ".join(map(str, advice.moves))
    if not alone:
        wins = verb(side, "win")
        promise = wins if advice.verdict is Verdict.WON else "can be sure of a draw"
        when = f" in {with_noun(advice.plies, 'ply')}" if advice.plies is not None else ""
        return f"Hint: {moves} ({side} {promise}{when} with it)."
    figures = best_in_words(advice.figures, ask)
    how_sure = "proven best" if advice.proven else "not proven best"
    return f"Hint: {moves} ({f'{figures}, {how_sure}' if figures else 'it can still be won'})."


def possible(outlook: Outlook, ask: Sequence[Question]) -> str:
    """Return the best result still possible in a few words: `best: 14 HP`, `blue wins, proven`."""
    if outlook.verdict is Verdict.UNDECIDED:
        return "undecided"
    if outlook.winner:
        when = f" in {with_noun(outlook.plies, 'ply')}" if outlook.plies else ""
        return f"{result_in_words(outlook.winner, None, outlook.figures.get(MARGIN), when)}, proven"
    best = best_in_words(outlook.figures, ask)
    if not best:
        return "lost, proven" if outlook.verdict is Verdict.LOST else "can still be won"
    return f"best: {best}" if outlook.proven else f"{best} or better, not proven"


def best_in_words(values: Mapping[str, int], ask: Sequence[Question]) -> str:
    """Return the best values, by the names of their questions, with their units."""
    questions = [each for each in ask if each.name in values]
    return asked_figures(questions, {each.figure: values[each.name] for each in questions})


def figure_in_words(name: str, value: int) -> str:
    """Return a figure with its unit: `14 HP`, `1 move`, `10 starting HP`, `60 points for X`."""
    if name == MARGIN:
        return f"margin {value:+}"
    words = unit(name)
    one = re.sub(r"ies\b", "y", words) if "ies" in words else re.sub(r"s\b", "", words, count=1)
    return f"{value} {one if value == 1 else words}"


def unit(name: str) -> str:
    """Return the unit of a figure: `HP`, `starting HP`, `points for X`."""
    words = re.sub("^start_", "starting ", name).replace("hp", "HP")
    words = re.sub("^points_(.)$", lambda match: f"points for {match[1].upper()}", words)
    return words.replace("_", " ")


def figures_in_words(figures: Mapping[str, int], separator: str = ", ") -> str:
    """Return figures with their units: `14 HP, 9 moves`."""
    return separator.join(starmap(figure_in_words, figures.items()))


def asked_figures(ask: Sequence[Question], values: Mapping[Any, Any]) -> str:
    """Return the figures that are asked for, the most important first: `4 moves, then 9 HP`."""
    figures = {each.figure: values[each.figure] for each in ask if each.figure}
    return figures_in_words(figures, ", then ")


def result_in_words(
    winner: str, outcome: str | None = None, margin: int | None = None, how: str = ""
) -> str:
    """Say who wins: `blue wins, whichever side begins`, `X wins by 38 points`.

    Args:
        winner: the side that wins, or `draw`.
        outcome: the side that wins in both cases, `first`, `second` or `draw`, if it is known.
        margin: the points between the sides, where the game counts points.
        how: words that follow `wins`, such as ` in 5 plies`.
    """
    if winner == DRAW:
        return "nobody wins" + (", whichever side begins" if outcome == DRAW else "")
    wins = f"{winner} {verb(winner, 'win')}"
    if margin is not None:
        return f"{wins} by {with_noun(abs(margin), 'point')}"
    begins = {"first": "; the side that begins wins", "second": "; the side that begins loses"}
    return wins + how + begins.get(outcome or "", ", whichever side begins" if outcome else "")
