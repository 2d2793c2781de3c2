"""Puzzles as files: scenario, certificate and pictures of each, and pages to print."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from toadstone.core.budget import Budget
from toadstone.core.rules import RULES, TwoPlayerRules
from toadstone.engines.answer import Answer
from toadstone.engines.answering import answer
from toadstone.files.writing import make_folder, open_atomic
from toadstone.game import find_game
from toadstone.proofs.certificate import certifier_for, write_certificate
from toadstone.services.generation.maker import SOLVERS, Maker, Wish
from toadstone.services.generation.making import Order, puzzles
from toadstone.services.generation.parts import MAKER
from toadstone.services.generation.puzzle import MADE_BY, Puzzle, title_of_game
from toadstone.view.board import drawn_board, moments
from toadstone.view.html import html_page
from toadstone.view.sheet import sheet
from toadstone.view.svg import Markup, element, join

INDEX, ANSWERS = "index.html", "answers.html"


class Folder:
    """A folder that puzzles are written into; files of the same names are replaced.

    So are the puzzles that its index lists: those without a place in the new index are removed.

    Args:
        path: the folder; it is made if it is not there.
        wish: what was wished for.

    Raises:
        InputError: the folder cannot be made.
    """

    def __init__(self, path: str, wish: Wish) -> None:
        self.path = Path(path).expanduser()
        self._maker: Maker = find_game(wish.game).get(MAKER)(wish)
        make_folder(path)

    def file_of(self, puzzle: Puzzle) -> str:
        """Return the path of a puzzle's scenario."""
        return str(self.path / f"{puzzle.name}.yaml")

    def write(self, puzzle: Puzzle, budget: Budget) -> None:
        """Write a puzzle: scenario, certificate and pictures, and those of its twin.

        The scenario comes last: where it is there, the rest is, too.

        Raises:
            InputError: a file cannot be written.
            LimitReachedError: time is up.
        """
        self._certify(puzzle.name, puzzle.answer, budget)
        self._write(f"{puzzle.name}.svg", self._picture(puzzle, puzzle.scenario.title))
        self._write(f"{puzzle.name}-answer.svg", _picture_of_answer(puzzle, named=True))
        if puzzle.twin is not None:
            self._certify(f"{puzzle.name}-twin", puzzle.twin.answer, budget)
            self._write(f"{puzzle.name}-twin.yaml", puzzle.twin_yaml())
        self._write(f"{puzzle.name}.yaml", puzzle.yaml())

    def write_pages(self, puzzles: Sequence[Puzzle]) -> None:
        """Write the page of the puzzles, to print, and the page of their answers.

        Then remove the files of puzzles that the page listed before and lists no more.

        Raises:
            InputError: a file cannot be written.
        """
        game = title_of_game(self._maker.wish.game)
        before = self._names_in_index()
        self._write(INDEX, _page(f"{game}: puzzles", map(self._puzzle_section, puzzles)))
        self._write(ANSWERS, _page(f"{game}: answers", map(_answer_section, puzzles)))
        self._remove(before - {puzzle.name for puzzle in puzzles})
        for puzzle in puzzles:
            if puzzle.twin is None and puzzle.name in before:
                self._remove_files(puzzle.name, *_OF_A_TWIN)

    def _names_in_index(self) -> set[str]:
        """Return the names of the puzzles that the index lists, with files made by this command."""
        try:
            page = (self.path / INDEX).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return set()
        return {name for name in _LISTED.findall(page) if self._is_ours(name)}

    def _is_ours(self, name: str) -> bool:
        try:
            with (self.path / f"{name}.yaml").open(encoding="utf-8") as file:
                return file.readline().startswith(f"# {MADE_BY}")
        except (OSError, ValueError):
            return False

    def _remove(self, names: Iterable[str]) -> None:
        for name in sorted(names):
            self._remove_files(name, ".yaml", ".proof.json", ".svg", "-answer.svg", *_OF_A_TWIN)

    def _remove_files(self, name: str, *endings: str) -> None:
        for ending in endings:
            with suppress(OSError):
                (self.path / f"{name}{ending}").unlink()

    def _certify(self, name: str, said: Answer, budget: Budget) -> None:
        """Write a certificate.

        That of a position is made from a search. An answer that comes from another process has left
        its search behind, so every position is solved here once more.
        """
        instance = said.instance
        if said.position is not None:
            said = answer(instance, budget)
            budget.check()
        path = str(self.path / f"{name}.proof.json")
        write_certificate(path, certifier_for(instance), said, budget)

    def _picture(self, puzzle: Puzzle, title: str = "") -> str:
        """Draw the puzzle, without its answer."""
        picture, moment = self._maker.drawn(puzzle.scenario)
        return sheet(picture, [moment], title=title, theme="light")

    def _puzzle_section(self, puzzle: Puzzle) -> Markup:
        """Return a puzzle's part of the page to print."""
        return element(
            "section",
            element("h2", puzzle.scenario.title),
            element("p", f"{_to_move(puzzle)}{self._maker.task()}"),
            _image(self._picture(puzzle), f"{puzzle.scenario.title}, at the start"),
            element("p", "Answer:", class_="answer"),
            element("p", f"File: {puzzle.name}.yaml", class_="small"),
        )

    def _write(self, name: str, text: str) -> None:
        with open_atomic(str(self.path / name)) as file:
            file.write(text)


def make_puzzles(
    order: Order,
    budget: Budget,
    workers: int = 1,
    folder: Folder | None = None,
    told: Callable[[Puzzle], bool] = lambda puzzle: True,
) -> tuple[Puzzle, ...]:
    """Make the puzzles of an order, and write each as it comes; return those that are written.

    Args:
        order: what is wanted.
        budget: when to stop.
        workers: processes.
        folder: where they go; None where they are not written.
        told: is called with each; returns whether to go on.
    """
    made: list[Puzzle] = []
    with budget.stoppable():
        for puzzle in puzzles(order, budget, workers):
            if folder is not None:
                folder.write(puzzle, budget)
            made.append(puzzle)
            if not told(puzzle):
                break
    if folder is not None and made:
        folder.write_pages(made)
    return tuple(made)


def _answer_section(puzzle: Puzzle) -> Markup:
    """Return a puzzle's part of the page of answers."""
    twin = [] if puzzle.twin is None else [element("p", _about_twin(puzzle))]
    return element(
        "section",
        element("h2", puzzle.scenario.title),
        element("p", f"{puzzle.said}. {_difficulty(puzzle)}"),
        element("p", " ".join(puzzle.solution), class_="solution"),
        _image(_picture_of_answer(puzzle), f"{puzzle.scenario.title}, the answer"),
        *twin,
        element("p", _measures(puzzle), class_="small"),
    )


def _about_twin(puzzle: Puzzle) -> str:
    return (
        f"Twin: {puzzle.name}-twin.yaml is the same puzzle with exactly one HP too few. It cannot "
        "be won: its certificate proves that."
    )


def _measures(puzzle: Puzzle) -> str:
    """Return the measures in words, without those that have no value here."""
    words = _MEASURES if puzzle.is_plan else _MEASURES | _MEASURES_FOR_TWO
    stated = (
        f"{words.get(name, name.replace('_', ' '))} {value}"
        for name, value in puzzle.features.items()
        if value is not None
    )
    said = "; ".join(stated)
    return f"{said[:1].upper()}{said[1:]}."


def _to_move(puzzle: Puzzle) -> str:
    """Return whose turn it is, in a sentence with a space behind; nothing for a single player."""
    rules = find_game(puzzle.scenario.game).get(RULES)(puzzle.scenario)
    if not isinstance(rules, TwoPlayerRules):
        return ""
    side = rules.to_move(rules.start())
    return f"{side[0].upper()}{side[1:]} to move. "


def _picture_of_answer(puzzle: Puzzle, *, named: bool = False) -> str:
    """Draw the line of play; with its title, where it stands alone."""
    line = puzzle.answer.replay
    if line is None:
        raise ValueError("a puzzle has a line of play")
    picture = drawn_board(find_game(puzzle.scenario.game), puzzle.scenario)
    title, subtitle = (puzzle.scenario.title, puzzle.said) if named else ("", "")
    drawn = moments(line.states, line.moves)
    return sheet(picture, drawn, title=title, subtitle=subtitle, theme="light")


def _difficulty(puzzle: Puzzle) -> str:
    solvers = f"{puzzle.panel.count} of {len(SOLVERS)} bounded solvers solve it"
    return f"Difficulty: {puzzle.difficulty.value} ({solvers})."


def _image(svg: str, alt: str) -> Markup:
    """Return a picture that needs no other file."""
    data = b64encode(svg.encode()).decode()
    return element("img", src=f"data:image/svg+xml;base64,{data}", alt=alt)


def _page(title: str, sections: Iterable[Markup]) -> str:
    body = join([element("h1", title), *sections])
    return html_page(title, body, rules=_RULES, more_css=_MORE_CSS, theme="light")


_LISTED = re.compile(r"File: ([a-z]+(?:-[a-z]+)*(?:-[0-9]+)+)\.yaml")
_OF_A_TWIN = ("-twin.yaml", "-twin.proof.json")
_MEASURES = {
    "turns": "turns",
    "moves": "actions other than stay",
    "branching": "legal moves in a turn, on average",
    "forced": "share of turns with only one move that does not lose at once",
    "critical": "share of turns with only one move that can still win",
    "misleading": "turns in which another move looks better",
    "mistake_shows": "turns from a fatal move to the loss, on average",
    "greedy_regret": "loss of the greedy solver",
    "slack_hp": "HP that could be missing at the start",
    "snakes": "snakes",
}
"""The measures of docs/generate.md in words; a value comes behind."""
_MEASURES_FOR_TWO = {
    "turns": "plies of best play",
    "forced": "share of plies with only one legal move",
    "critical": "share of turns with only one best move",
    "misleading": "moves that look better",
    "mistake_shows": "least look-ahead that chooses the move",
}

_RULES = {
    ".ts section": "margin:0 0 28px;border-bottom:1px solid $line;padding:0 0 16px",
    ".ts img": "max-width:100%;height:auto;display:block",
    ".ts .answer": "min-height:64px",
    ".ts .solution": "font-family:ui-monospace,monospace",
    ".ts .small": "font-size:12px;color:$faint;max-width:none",
}
_MORE_CSS = (
    "@media print{body.ts{padding:0}.ts section{break-inside:avoid;break-after:page;border:0}"
    ".ts section:last-child{break-after:auto}.ts img{max-height:20cm;width:auto}}"
)
