"""Puzzles as files: scenario, certificate and pictures of each, and pages to print.

The pages have two or four puzzles each, with boxes for the moves, and the solutions by themselves.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path

from toadstone.core.budget import Budget
from toadstone.core.errors import RequestError
from toadstone.core.line import SOLE_SIDE, side_to_move
from toadstone.core.rules import RULES
from toadstone.engines.answer import Answer
from toadstone.engines.answering import answer
from toadstone.files.writing import make_folder, open_atomic
from toadstone.game import find_game
from toadstone.proofs.certificate import certifier_for, write_certificate
from toadstone.services.generation.maker import Maker, Wish
from toadstone.services.generation.making import maker_of, puzzles
from toadstone.services.generation.puzzle import Puzzle, title_of_game, yaml_of
from toadstone.view.board import drawn_board, moments
from toadstone.view.html import html_page
from toadstone.view.sheet import sheet
from toadstone.view.svg import Markup, element, join

INDEX, ANSWERS = "index.html", "answers.html"


class Folder:
    """A folder that puzzles are written into; files of the same names are replaced.

    Args:
        path: the folder; it is made if it is not there.
        wish: what the puzzles are made by.
        pdf: whether to print the pages to PDF, too.

    Raises:
        InputError: the folder cannot be made.
        RequestError: there is no browser that prints PDF.
    """

    def __init__(self, path: str, wish: Wish, *, pdf: bool = False) -> None:
        self.path = Path(path).expanduser()
        self._browser = next(filter(None, map(shutil.which, BROWSERS)), None) if pdf else None
        if pdf and self._browser is None:
            raise RequestError("PDF needs Chromium or Chrome: print index.html from your browser")
        self._maker = maker_of(wish)
        make_folder(path)

    def file_of(self, puzzle: Puzzle) -> str:
        """Return the path of a puzzle's scenario."""
        return str(self.path / f"{puzzle.name}.yaml")

    def write(self, puzzle: Puzzle, budget: Budget) -> None:
        """Write a puzzle, whole or not at all: scenario, certificate, pictures; those of its twin.

        Raises:
            InputError: a file cannot be written.
            LimitReachedError: time is up.
        """
        line, title = puzzle.answer.replay, puzzle.scenario.title
        if line is None:
            raise ValueError("a puzzle has a line of play")
        picture, moment = self._maker.drawn(puzzle.scenario)
        start = sheet(picture, [moment], title=title, theme="light")
        solved = drawn_board(find_game(puzzle.scenario.game), puzzle.scenario)
        played = moments(line.states, line.moves)
        solution = sheet(solved, played, title=title, subtitle=puzzle.said, theme="light")
        self._remove(puzzle.name)
        try:
            self._certify(puzzle.name, puzzle.answer, budget)
            self._write(f"{puzzle.name}.svg", start)
            self._write(f"{puzzle.name}-answer.svg", solution)
            if puzzle.twin is not None:
                self._certify(f"{puzzle.name}-twin", puzzle.twin, budget)
                comments = [
                    f"The twin of {puzzle.name}: it is lost by one HP.",
                    "Answer: infeasible",
                ]
                self._write(f"{puzzle.name}-twin.yaml", yaml_of(puzzle.twin.scenario, comments))
            self._write(f"{puzzle.name}.yaml", puzzle.yaml())
        except BaseException:
            self._remove(puzzle.name)
            raise

    def _remove(self, name: str) -> None:
        """Remove the files of a puzzle, which may be an earlier one of the same name."""
        for ending in _ENDINGS:
            with suppress(OSError):
                (self.path / f"{name}{ending}").unlink()

    def write_pages(self, puzzles: Sequence[Puzzle]) -> None:
        """Write the page of the puzzles, to print, and the page of their answers.

        Raises:
            InputError: a file cannot be written.
        """
        self._write(INDEX, puzzles_page(self._maker, puzzles))
        self._write(ANSWERS, answers_page(self._maker, puzzles))
        if self._browser is not None:
            for page in (INDEX, ANSWERS):
                _print_pdf(self._browser, self.path / page)

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

    def _write(self, name: str, text: str) -> None:
        with open_atomic(str(self.path / name)) as file:
            file.write(text)


def make_puzzles(
    wish: Wish,
    budget: Budget,
    workers: int = 1,
    folder: Folder | None = None,
    told: Callable[[Puzzle], bool] = lambda puzzle: True,
) -> tuple[Puzzle, ...]:
    """Make the puzzles of a wish, and write each as it comes; return those that are written.

    `told` is called with each, and returns whether to go on.
    """
    made: list[Puzzle] = []
    writing = Budget()  # without a limit: of a rising sheet, all come when time is up
    with budget.stoppable():
        for puzzle in puzzles(wish, budget, workers):
            if folder is not None:
                folder.write(puzzle, writing)
            made.append(puzzle)
            if not told(puzzle):
                break
    budget.interrupted |= writing.interrupted
    if folder is not None and made:
        folder.write_pages(made)
    return tuple(made)


_ENDINGS = (".yaml", ".proof.json", ".svg", "-answer.svg", "-twin.yaml", "-twin.proof.json")
"""Of the names of a puzzle's files."""


MOST_BOXES = 14
"""Four puzzles have room on a page if none has more moves; else two."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SECONDS_TO_PRINT = 120


def _print_pdf(browser: str, page: Path) -> None:
    """Print a page to a PDF beside it; raise RequestError if the browser could not."""
    made = page.with_suffix(".pdf").resolve()
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    to_do = ["--headless", "--disable-gpu", *as_root, "--no-pdf-header-footer"]
    command = [browser, *to_do, f"--print-to-pdf={made}", page.resolve().as_uri()]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=SECONDS_TO_PRINT)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise RequestError(f"{browser} could not print {page.name}") from error


def puzzles_page(maker: Maker, puzzles: Sequence[Puzzle]) -> str:
    """Return the pages of puzzles, without answers."""
    title = title_of_game(maker.wish.game)
    most = max(len(puzzle.solution) for puzzle in puzzles)
    a_page = 4 if most <= MOST_BOXES else 2
    pages = []
    for first in range(0, len(puzzles), a_page):
        head = join([element("h1", title, element("span", "Name:", class_="name"))])
        sections = (_puzzle(maker, puzzle) for puzzle in puzzles[first : first + a_page])
        rules = element("p", maker.task(), class_="rules")
        grid = element("div", *sections, class_=f"grid of{a_page}")
        pages.append(element("div", head, rules, grid, class_="page"))
    return _page(title, pages)


def answers_page(maker: Maker, puzzles: Sequence[Puzzle]) -> str:
    """Return the page of solutions."""
    title = f"{title_of_game(maker.wish.game)}: solutions"
    grid = element("div", *(_solution(maker, puzzle) for puzzle in puzzles), class_="grid")
    said = element(
        "p",
        "Difficulty is among the puzzles of this game, as a program with limited look-ahead "
        "measures it; no people were asked.",
        class_="rules",
    )
    return _page(title, [element("div", element("h1", title), said, grid, class_="page")])


def _number(puzzle: Puzzle) -> str:
    """Return the number of a puzzle, as its title has it."""
    return puzzle.scenario.title.partition(", ")[2].capitalize()


def _puzzle(maker: Maker, puzzle: Puzzle) -> Markup:
    picture, moment = maker.drawn(puzzle.scenario)
    data = b64encode(sheet(picture, [moment], theme="light").encode()).decode()
    rules = find_game(puzzle.scenario.game).get(RULES)(puzzle.scenario)
    side = side_to_move(rules, rules.start())
    to_move = "" if side == SOLE_SIDE else f"{side[0].upper()}{side[1:]} to move. "
    alt = f"{puzzle.scenario.title}, at the start"
    return element(
        "section",
        element("h2", _number(puzzle)),
        element("p", f"{to_move}{maker.goal(puzzle.answer)}"),
        element("img", src=f"data:image/svg+xml;base64,{data}", alt=alt),
        _boxes([*map(maker.short, puzzle.solution[: maker.given()])], len(puzzle.solution)),
    )


def _solution(maker: Maker, puzzle: Puzzle) -> Markup:
    more = []
    if not puzzle.is_plan and puzzle.answer.plan:
        more.append(f"Best play: {', '.join(puzzle.answer.plan)}.")
    if puzzle.twin is not None:
        file = f"{puzzle.name}-twin.yaml"
        same = "is the same puzzle with exactly one HP too few"
        more.append(f"Twin: {file} {same}. It cannot be won.")
    said = (f"{words[0].upper()}{words[1:]}." for words in (puzzle.said, str(puzzle.grade)))
    return element(
        "section",
        element("h2", f"{_number(puzzle)}: {puzzle.difficulty}"),
        element("p", " ".join(said)),
        _boxes([*map(maker.short, puzzle.solution)], len(puzzle.solution)),
        *(element("p", words) for words in more),
    )


def _boxes(moves: Sequence[str], count: int) -> Markup:
    """Return so many boxes, with their numbers if there are several, the first with moves."""
    boxes = (
        element(
            "li",
            element("small", str(turn)) if count > 1 else "",
            element("span", move or ""),
            class_="given" if move and len(moves) < count else None,
        )
        for turn, move in zip_longest(range(1, count + 1), moves)
    )
    return element("ol", *boxes, class_="boxes")


def _page(title: str, pages: Iterable[Markup]) -> str:
    style = files(__package__).joinpath("folder.css").read_text(encoding="utf-8")
    return html_page(title, join(list(pages)), style=style, theme="light")
