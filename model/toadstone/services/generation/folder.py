"""Puzzles as files: scenario, certificate and pictures of each, and pages to print."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from toadstone.core.budget import Budget
from toadstone.engines.answer import Answer
from toadstone.engines.answering import answer
from toadstone.files.writing import make_folder, open_atomic
from toadstone.game import find_game
from toadstone.proofs.certificate import certifier_for, write_certificate
from toadstone.services.generation.maker import Maker, Wish
from toadstone.services.generation.making import Order, puzzles
from toadstone.services.generation.parts import MAKER
from toadstone.services.generation.puzzle import MADE_BY, Puzzle
from toadstone.services.generation.sheets import (
    answers_page,
    expect_browser,
    print_pdf,
    puzzles_page,
)
from toadstone.view.board import drawn_board, moments
from toadstone.view.sheet import sheet

INDEX, ANSWERS = "index.html", "answers.html"


class Folder:
    """A folder that puzzles are written into; files of the same names are replaced.

    So are the puzzles that its index lists: those without a place in the new index are removed.

    Args:
        path: the folder; it is made if it is not there.
        wish: what was wished for.
        pdf: whether to print the pages to PDF, too.

    Raises:
        InputError: the folder cannot be made.
        RequestError: there is no browser that prints PDF.
    """

    def __init__(self, path: str, wish: Wish, *, pdf: bool = False) -> None:
        self.path = Path(path).expanduser()
        self._browser = expect_browser() if pdf else None
        self._maker: Maker = find_game(wish.game).get(MAKER)(wish)
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
        try:
            self._certify(puzzle.name, puzzle.answer, budget)
            self._write(f"{puzzle.name}.svg", self._picture(puzzle))
            self._write(f"{puzzle.name}-answer.svg", _picture_of_answer(puzzle))
            if puzzle.twin is not None:
                self._certify(f"{puzzle.name}-twin", puzzle.twin.answer, budget)
                self._write(f"{puzzle.name}-twin.yaml", puzzle.twin_yaml())
            self._write(f"{puzzle.name}.yaml", puzzle.yaml())
        except BaseException:
            self._remove([puzzle.name])
            raise

    def write_pages(self, puzzles: Sequence[Puzzle]) -> None:
        """Write the page of the puzzles, to print, and the page of their answers.

        Then remove the files of puzzles that the page listed before and lists no more.

        Raises:
            InputError: a file cannot be written.
        """
        before = self._names_in_index()
        self._write(INDEX, puzzles_page(self._maker, puzzles))
        self._write(ANSWERS, answers_page(self._maker, puzzles))
        if self._browser is not None:
            for page in (INDEX, ANSWERS):
                print_pdf(self._browser, self.path / page)
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

    def _picture(self, puzzle: Puzzle) -> str:
        """Draw the puzzle, without its answer."""
        picture, moment = self._maker.drawn(puzzle.scenario)
        return sheet(picture, [moment], title=puzzle.scenario.title, theme="light")

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
    writing = Budget()  # without a limit: of a rising sheet, all come when time is up
    with budget.stoppable():
        for puzzle in puzzles(order, budget, workers):
            if folder is not None:
                folder.write(puzzle, writing)
            made.append(puzzle)
            if not told(puzzle):
                break
    budget.interrupted |= writing.interrupted
    if folder is not None and made:
        folder.write_pages(made)
    return tuple(made)


def _picture_of_answer(puzzle: Puzzle) -> str:
    """Draw the line of play."""
    line = puzzle.answer.replay
    if line is None:
        raise ValueError("a puzzle has a line of play")
    picture = drawn_board(find_game(puzzle.scenario.game), puzzle.scenario)
    drawn, title = moments(line.states, line.moves), puzzle.scenario.title
    return sheet(picture, drawn, title=title, subtitle=puzzle.said, theme="light")


_LISTED = re.compile(r'data-file="([a-z]+(?:-[a-z]+)*(?:-[0-9]+)+)"')
_OF_A_TWIN = ("-twin.yaml", "-twin.proof.json")
