"""Puzzles as files: scenario, certificate and pictures of each, and pages to print.

The pages hold the puzzles with boxes for the moves; the solutions stand by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from toadstone.core.budget import Budget
from toadstone.core.errors import InputError, Place
from toadstone.engines.answer import Answer
from toadstone.engines.answering import answer
from toadstone.files.writing import make_folder, open_atomic
from toadstone.game import find_game
from toadstone.play.words import with_noun
from toadstone.proofs.certificate import certifier_for, write_certificate
from toadstone.services.generation.maker import Wish
from toadstone.services.generation.making import maker_of, name_of, puzzles
from toadstone.services.generation.pages import Layout, Sheet
from toadstone.services.generation.puzzle import Puzzle
from toadstone.view.board import drawn_board, moments
from toadstone.view.sheet import sheet

INDEX, ANSWERS = "index.html", "answers.html"


class Folder:
    """A folder of one run: puzzles of the same names are replaced, others are refused.

    Args:
        path: the folder; it is made if it is not there.
        wish: the wish of the puzzles.
        layout: how its pages are printed.

    Attributes:
        earlier: the puzzles that it holds at first, which are replaced.

    Raises:
        InputError: the folder cannot be made, or holds puzzles of another run, or files of others
            that this run would replace.
    """

    def __init__(self, path: str, wish: Wish, layout: Layout | None = None) -> None:
        self.path = Path(path).expanduser()
        self._maker, self._layout = maker_of(wish), layout or Layout()
        make_folder(path)
        names = {name_of(wish, number) for number in range(1, wish.count + 1)}
        if others := sorted(self._names() - names):
            number = with_noun(len(others), "puzzle")
            unfit = f"holds {number} of another run, such as {others[0]}"
            raise InputError(f"{unfit}: remove them, or choose another folder", Place(path))
        self.earlier = len(self._names())
        scenarios = (f"{name}.yaml" for name in sorted(names - self._names()))
        pages = () if self.earlier else (INDEX, ANSWERS)
        for file in map(self.path.joinpath, (*scenarios, *pages)):
            if file.exists():
                raise InputError("it exists already and is no puzzle's", Place(str(file)))

    def _names(self) -> set[str]:
        """Return the names of the puzzles in the folder."""
        return {path.name.removesuffix(_PROOF) for path in self.path.glob(f"*{_PROOF}")}

    def file_of(self, puzzle: Puzzle) -> str:
        """Return the path of a puzzle's scenario."""
        return str(self.path / f"{puzzle.name}.yaml")

    def write(self, puzzle: Puzzle, budget: Budget) -> None:
        """Write a puzzle completely or not at all: scenario, certificate, pictures.

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
        """Write the page of the puzzles, to print, and that of their answers; no others are kept.

        Raises:
            InputError: a file cannot be written.
        """
        for name in self._names() - {puzzle.name for puzzle in puzzles}:
            self._remove(name)
        printed = Sheet(self._maker, puzzles, self._layout)
        self._write(INDEX, printed.puzzles_page())
        self._write(ANSWERS, printed.answers_page())

    def _certify(self, name: str, proven: Answer, budget: Budget) -> None:
        """Write a certificate.

        The certificate of a position needs its search. An answer from another process comes without
        its search, so every position is solved again here.
        """
        instance = proven.instance
        if proven.position is not None:
            proven = answer(instance, budget)
            budget.check()
        path = str(self.path / f"{name}{_PROOF}")
        write_certificate(path, certifier_for(instance), proven, budget)

    def _write(self, name: str, text: str) -> None:
        with open_atomic(str(self.path / name)) as file:
            file.write(text)


def make_puzzles(
    wish: Wish,
    budget: Budget,
    workers: int = 1,
    folder: Folder | None = None,
) -> tuple[Puzzle, ...]:
    """Make the puzzles of a wish, and write them; return those that are written."""
    written: list[Puzzle] = []
    writing = Budget()  # without a limit: all that were made when time was up are written
    with budget.stoppable():
        for puzzle in puzzles(wish, budget, workers):
            if folder is not None:
                folder.write(puzzle, writing)
            written.append(puzzle)
    budget.interrupted |= writing.interrupted
    if folder is not None and written:
        folder.write_pages(written)
    return tuple(written)


_PROOF = ".proof.json"
_ENDINGS = (".yaml", _PROOF, ".svg", "-answer.svg")
"""The endings of a puzzle's files."""
