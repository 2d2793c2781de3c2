"""Results as pictures: the page of each result, and the files that it is drawn as."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError, RequestError
from toadstone.core.question import Sense
from toadstone.core.replay import Replay
from toadstone.core.solution import ScenarioLike
from toadstone.engines.adversarial.perfect_play import SearchedGame
from toadstone.engines.answer import Answer, Check
from toadstone.files.messages import expected_ending, one_of, quote
from toadstone.files.scenario import Scenario
from toadstone.files.writing import open_atomic
from toadstone.game import find_game
from toadstone.play.words import figures_in_words
from toadstone.view.board import drawn_board, moments
from toadstone.view.page import asked_in_words
from toadstone.view.pages.answer import answer_verdict
from toadstone.view.replay import Recording, ReplayPage, replay_page
from toadstone.view.sheet import expect_extra, gif, png, sheet

ONE_BOARD = (".svg", ".png")
SUFFIXES = (*ONE_BOARD, ".gif", ".html")


def expect_picture(path: str, turn: int | None) -> str:
    """Return the suffix of a picture's name.

    Raises:
        RequestError: nothing is drawn so, or the extra `pictures` is missing.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise RequestError(expected_ending(path, SUFFIXES))
    if suffix in {".png", ".gif"}:
        expect_extra()
    if turn is not None and suffix not in ONE_BOARD:
        expected = f"draws one board: expected a name that ends in {one_of(ONE_BOARD)}"
        raise RequestError(f"turn {expected}", f"--turn {expected}")
    return suffix


def draw_page(page: ReplayPage, path: str, *, turn: int | None = None) -> None:
    """Draw a page of replays as a file, or one turn of it, counted from 0 for the start.

    `.svg` and `.png` are the chart of a front, or a sheet of all turns of the first line of play,
    `.gif` is an animation, `.html` a replay.

    Raises:
        InputError: the file cannot be written.
        RequestError: there is no such turn or suffix, or the extra `pictures` is missing.
    """
    suffix, first = expect_picture(path, turn), page.recordings[0]
    drawn: str | bytes
    if suffix == ".html":
        drawn = replay_page(page)
    elif suffix == ".gif":
        drawn = gif(first.picture, first.moments)
    else:
        line, svg = first.moments, page.chart if turn is None else ""
        if turn is not None and not 0 <= turn < len(line):
            fault = f"expected a turn from 0 to {len(line) - 1}, found {quote(turn)}"
            raise RequestError.about("turn", fault)
        line = line if turn is None else line[turn : turn + 1]
        subtitle = page.paragraphs[-1] if page.paragraphs else ""
        svg = svg or sheet(first.picture, line, title=page.title, subtitle=subtitle)
        drawn = svg if suffix == ".svg" else png(svg, scale=2)
    with open_atomic(path, binary=isinstance(drawn, bytes)) as file:
        file.write(drawn)


SECONDS_FOR_BEST_MOVES = 2.0
"""The time to find the best moves of every board of a two-player answer."""

Best = Sequence[Sequence[Any]]


def replays_of(subject: Answer | Check | Scenario) -> ReplayPage:
    """Return the page that draws a result; for a scenario alone, its start.

    Raises:
        RequestError: the game has no pictures.
    """
    if isinstance(subject, Answer):
        return _of_answer(subject)
    if isinstance(subject, Scenario):
        return _of_start(subject)
    scenario, failure = subject.instance.scenario, subject.replay.failure
    verdict = "Valid." if failure is None else f"Invalid at {failure}."
    return ReplayPage(_title(scenario), (verdict,), (_recording(scenario, subject.replay),))


def _of_answer(answer: Answer) -> ReplayPage:
    lines = answer.front
    if lines is None:
        lines = () if answer.replay is None else (answer.replay,)
    recordings = tuple(
        _recording(
            answer.scenario,
            line,
            f"Point {number}" if len(lines) > 1 else "",
            (figures_in_words(line.figures),),
            _best_moves(answer, line),
        )
        for number, line in enumerate(lines, 1)
    )
    paragraphs = (f"Asked: {asked_in_words(answer.instance)}.", answer_verdict(answer).plain)
    shown = recordings or _of_start(answer.scenario).recordings
    return ReplayPage(_title(answer.scenario), paragraphs, shown, chart=_chart(answer))


def _of_start(scenario: ScenarioLike) -> ReplayPage:
    board = drawn_board(find_game(scenario.game), scenario)
    return ReplayPage(_title(scenario), (), (Recording(board, moments([board.rules.start()], [])),))


def _chart(answer: Answer) -> str:
    """Return the points of a front as SVG; nothing for other answers."""
    if not answer.front:
        return ""
    from toadstone.view.charts import front_chart

    most = {each.figure: each.sense is Sense.MAXIMISE for each in answer.ask if each.figure}
    points = [{figure: line.figures[figure] for figure in most} for line in answer.front]
    return front_chart(points, most, _title(answer.scenario))


def _title(scenario: ScenarioLike) -> str:
    return scenario.title or scenario.game


def _recording(
    scenario: ScenarioLike,
    line: Replay[Any, Any],
    heading: str = "",
    notes: tuple[str, ...] = (),
    best: Best = (),
) -> Recording:
    board = drawn_board(find_game(scenario.game), scenario)
    return Recording(board, moments(line.states, line.moves, best), heading, notes)


def _best_moves(answer: Answer, line: Replay[Any, Any]) -> Best:
    """Return the best moves on each board, as far as the search finds them in time."""
    play = answer.evidence
    if answer.position is None or not isinstance(play, SearchedGame):
        return ()
    play.budget = Budget(Limits(SECONDS_FOR_BEST_MOVES))
    best: list[Sequence[Any]] = []
    try:
        for state in line.states:
            play.budget.check()
            lost = play.payoff(state) < 0  # then every move is as good
            best.append(() if lost else play.best_moves(state))
    except (LimitReachedError, MemoryError):
        pass
    return best
