"""Puzzles as files: scenario, certificate and pictures of each, and pages to print."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path

from toadstone.certificate import write_certificate
from toadstone.core.answer import Answer
from toadstone.core.budget import Budget
from toadstone.engines.answering import answer, certifier_for
from toadstone.engines.instance import Instance
from toadstone.files.writing import cannot_write, written
from toadstone.game import find_game
from toadstone.generation.maker import Maker, Wish
from toadstone.generation.panel import SOLVERS
from toadstone.generation.parts import MAKER
from toadstone.generation.puzzle import Puzzle, spelled
from toadstone.pictures.page import html_page
from toadstone.pictures.parts import PICTURE
from toadstone.pictures.picture import moments
from toadstone.pictures.sheet import sheet
from toadstone.pictures.svg import Markup, element, join

INDEX, ANSWERS = "index.html", "answers.html"


class Folder:
    """A folder that puzzles are written into; files of the same names are replaced.

    Args:
        path: the folder; it is made if it is not there.
        wish: what was wished for.

    Raises:
        InputError: the folder cannot be made.
    """

    def __init__(self, path: str, wish: Wish) -> None:
        self.path = Path(path).expanduser()
        self._maker: Maker = find_game(wish.game).get(MAKER)(wish)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(path, error.strerror or str(error)) from None

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
        """Write the page of the puzzles, to print, and the page of their answers."""
        game = spelled(self._maker.wish.game)
        self._write(INDEX, _page(f"{game}: puzzles", map(self._asked, puzzles)))
        self._write(ANSWERS, _page(f"{game}: answers", map(_answered, puzzles)))

    def _certify(self, name: str, said: Answer, budget: Budget) -> None:
        """Write a certificate.

        That of a position is made from a search. An answer that comes from another process has left
        its search behind, so every position is solved here once more.
        """
        instance = Instance.of(said)
        if said.position is not None:
            said = answer(instance, budget)
            budget.check()
        path = str(self.path / f"{name}.proof.json")
        write_certificate(path, certifier_for(instance), said, budget)

    def _picture(self, puzzle: Puzzle, title: str = "") -> str:
        """Draw the puzzle, without its answer."""
        picture, moment = self._maker.drawn(puzzle.scenario)
        return sheet(picture, [moment], title=title, theme="light")

    def _asked(self, puzzle: Puzzle) -> Markup:
        """Return a puzzle's part of the page to print."""
        return element(
            "section",
            element("h2", puzzle.scenario.title),
            element("p", self._maker.task()),
            _image(self._picture(puzzle), f"{puzzle.scenario.title}, at the start"),
            element("p", "Answer:", class_="answer"),
            element("p", f"{_difficulty(puzzle)} File: {puzzle.name}.yaml", class_="small"),
        )

    def _write(self, name: str, text: str) -> None:
        with written(str(self.path / name)) as file:
            file.write(text)


def _answered(puzzle: Puzzle) -> Markup:
    """Return a puzzle's part of the page of answers."""
    stated = ", ".join(f"{name} {value}" for name, value in puzzle.features.items())
    return element(
        "section",
        element("h2", puzzle.scenario.title),
        element("p", f"{puzzle.said}. {_difficulty(puzzle)}"),
        element("p", " ".join(puzzle.solution), class_="solution"),
        _image(_picture_of_answer(puzzle), f"{puzzle.scenario.title}, the answer"),
        element("p", stated.replace("_", " "), class_="small"),
    )


def _picture_of_answer(puzzle: Puzzle, *, named: bool = False) -> str:
    """Draw the line of play; with its title, where it stands alone."""
    line = puzzle.answer.replay
    if line is None:
        raise ValueError("a puzzle has a line of play")
    picture = find_game(puzzle.scenario.game).get(PICTURE)(puzzle.scenario)
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
