"""The replay: one HTML file that plays a line of play, or several, and asks for nothing.

Without scripts, and in print, the page shows every state as a sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toadstone.view.board import AnyBoard, AnyMoment, Sign, best_in_words
from toadstone.view.html import html_page, text_of
from toadstone.view.looks import definitions
from toadstone.view.svg import Markup, element, join, use

_TALLEST = 600
"""How high a board is on a screen, where it has room."""


@dataclass(frozen=True)
class Recording:
    """One replay on a page.

    Attributes:
        picture: the picture of the scenario.
        moments: the states to show, see `moments`.
        heading: the heading above it; empty if it is the only one.
        notes: paragraphs below the heading.
        text: the numbered lines of a text beside it; empty if there is no text.
        marked: the number of the line that is marked.
        word: the place of the marked word in that line, from 0, and its length.
        refused: the move that is not legal after the last of the moments.
        start: which of the moments is shown first.
    """

    picture: AnyBoard
    moments: tuple[AnyMoment, ...]
    heading: str = ""
    notes: tuple[str, ...] = ()
    text: tuple[tuple[int, str], ...] = ()
    marked: int | None = None
    word: tuple[int, int] | None = None
    refused: Any = None
    start: int = 0


@dataclass(frozen=True)
class ReplayPage:
    """The parts of a page of replays, from the top.

    Attributes:
        title: the heading.
        paragraphs: the words before the replays: the question, the answer, the causes.
        recordings: the replays.
        chart: a drawing above them, as SVG; empty for none.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()
    chart: str = ""


def replay_page(page: ReplayPage) -> str:
    """Return the page as one HTML file."""
    sections = join(_section(recording) for recording in page.recordings)
    pictures = {each.picture.background_name(): each.picture for each in page.recordings}
    shared = join(picture.shared_background() for picture in pictures.values())
    symbols = element("defs", definitions(f"{sections}{shared}"), shared)
    body = [
        element("svg", symbols, class_="ts unseen", width=0, height=0, aria_hidden="true"),
        element("h1", page.title),
        *(element("p", words) for words in page.paragraphs),
        element("p", Markup(page.chart)) if page.chart else "",
        sections,
    ]
    script = text_of("replay.js") if page.recordings else ""
    style = text_of("replay.css")
    return html_page(page.title, join(body), style=style, script=script)


def _section(recording: Recording) -> Markup:
    moments, picture = recording.moments, recording.picture
    background, last = picture.background_name(), len(moments) - 1
    # a wide board leaves no room beside it: the moves stand below
    is_wide = picture.width > 2 * picture.height
    width = picture.width * min(2.5, max(1, _TALLEST / picture.height))
    states = element(
        "div",
        *(_state(picture, each, background) for each in moments[:-1]),
        _state(picture, moments[-1], background, recording.refused),
        class_="states",
        style=f"--board:{width:.0f}px",
    )
    stage = element("div", states, _moves(moments) if last else "", class_="stage")
    controls = Markup(text_of("controls.html").format(last=last) if last else "")
    parts = [stage, controls, _legend(picture.legend_of(stage))]
    if recording.text:
        lines = []
        for number, line in recording.text:
            is_marked = number == recording.marked
            code = _with_mark(line, recording.word) if is_marked and recording.word else line
            words = [element("span", str(number), class_="n"), element("code", code or " ")]
            lines.append(element("li", *words, class_="fault" if is_marked else None))
        text = element("ol", *lines, class_="file", aria_label="What was handed in")
        parts = [element("div", text, element("div", *parts), class_="pair")]
    return element(
        "section",
        element("h2", recording.heading) if recording.heading else "",
        *(element("p", words) for words in (*recording.notes, picture.note()) if words),
        *parts,
        class_="replay wide" if is_wide else "replay",
        data_from=recording.start or None,
        aria_label=recording.heading or "Replay",
    )


def _with_mark(line: str, word: tuple[int, int]) -> Markup:
    start, end = word[0], sum(word)
    return join([line[:start], element("mark", line[start:end]), line[end:]])


def _state(picture: AnyBoard, moment: AnyMoment, background: str, refused: Any = None) -> Markup:
    board = element(
        "svg",
        use(background, 0, 0),
        picture.foreground(moment),
        picture.refused(moment, refused) if refused is not None else "",
        class_="ts",
        role="img",
        aria_label=picture.alt(moment),
        viewBox=f"0 0 {picture.width:g} {picture.height:g}",
        preserveAspectRatio="xMinYMid",
    )
    turn = "Start" if moment.move is None else f"{moment.turn}. {moment.move}"
    not_legal = "" if refused is None else f"not legal here: {refused}"
    words = "; ".join(filter(None, (picture.summary(moment), not_legal, best_in_words(moment))))
    return element(
        "figure",
        board,
        element("figcaption", element("b", turn), f" {words}"),
        class_="state",
        data_turn=moment.turn,
        data_state=str(moment.state),
    )


def _moves(moments: Sequence[AnyMoment]) -> Markup:
    buttons = []
    for index, moment in enumerate(moments):
        words = ["start"]
        if moment.move is not None:
            words = [element("span", str(moment.turn), class_="n"), str(moment.move)]
        buttons.append(element("li", element("button", *words, type_="button", data_to=index)))
    return element("ol", *buttons, class_="moves", aria_label="Moves")


def _legend(signs: Sequence[Sign]) -> Markup:
    items = [
        element(
            "li",
            element(
                "svg",
                use(sign.symbol, 0, 0, class_="past" if sign.pale else None),
                class_="ts",
                viewBox="-20 -20 40 40",
                aria_hidden="true",
            ),
            sign.meaning,
        )
        for sign in signs
    ]
    return element("ul", *items, class_="legend", aria_label="Legend")
