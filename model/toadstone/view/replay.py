"""The replay: one HTML file that plays a line of play, or several, and asks for nothing.

Without scripts, and in print, the page shows every state as a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files

from toadstone.view.board import AnyBoard, AnyMoment, Sign
from toadstone.view.html import html_page
from toadstone.view.style import Theme
from toadstone.view.svg import Markup, definitions, element, join, use

_TALLEST = 600
"""How high a board is on a screen, where it has room."""
_BUTTONS = {
    "first": ("To the start", "M3 2h2.5v12H3zM14 2v12L6 8z"),
    "back": ("Step back", "M10.4 2 12 3.6 7.4 8l4.6 4.4L10.4 14 4.4 8z"),
    "play": ("Play", "M4 2v12l10-6z"),
    "next": ("Step on", "M5.6 2 4 3.6 8.6 8 4 12.4 5.6 14l6-6z"),
    "last": ("To the end", "M2 2v12l8-6zM10.5 2H13v12h-2.5z"),
}
"""The name and the shape of each button."""


@dataclass(frozen=True)
class Recording:
    """One replay on a page.

    Attributes:
        picture: the picture of the scenario.
        moments: the states to show, see `moments`.
        heading: the heading above it; none where it is the only one.
        notes: paragraphs below the heading.
        text: the numbered lines of a text that stands beside it; none where there is no text.
        marked: the number of the line that is marked.
        start: which of the moments is shown first; 0 leaves it to the picture.
    """

    picture: AnyBoard
    moments: tuple[AnyMoment, ...]
    heading: str = ""
    notes: tuple[str, ...] = ()
    text: tuple[tuple[int, str], ...] = ()
    marked: int | None = None
    start: int = 0


@dataclass(frozen=True)
class Page:
    """What a page of replays shows, from the top.

    Attributes:
        title: the heading.
        paragraphs: what to say before the replays: the question, the answer, the causes.
        charts: what draws a chart as an SVG document in a theme, see `view/charts.py`.
        recordings: the replays.
        links: other pages that it leads to, each with its words.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    charts: tuple[Callable[[Theme], str], ...] = ()
    recordings: tuple[Recording, ...] = ()
    links: tuple[tuple[str, str], ...] = ()


def replay_page(page: Page, *, theme: Theme = "auto") -> str:
    """Return the page as one HTML file."""
    sections = join(_section(recording) for recording in page.recordings)
    pictures = {each.picture.background_name(): each.picture for each in page.recordings}
    shared = join(picture.shared_background() for picture in pictures.values())
    symbols = element("defs", definitions(f"{sections}{shared}"), shared)
    body = [
        element("svg", symbols, class_="ts unseen", width=0, height=0, aria_hidden="true"),
        *(element("p", element("a", words, href=to)) for words, to in page.links),
        element("h1", page.title),
        *(element("p", words) for words in page.paragraphs),
        *(element("figure", Markup(chart(theme)), class_="chart") for chart in page.charts),
        sections,
    ]
    script = files("toadstone.view").joinpath("replay.js").read_text(encoding="utf-8")
    return html_page(
        page.title,
        join(body),
        rules=_RULES,
        more_css=_MORE_CSS,
        script=script if page.recordings else "",
        theme=theme,
    )


def _section(recording: Recording) -> Markup:
    moments, picture = recording.moments, recording.picture
    background, last = picture.background_name(), len(moments) - 1
    # beside a wide board there is no room for the moves: they stand below it
    is_wide = picture.width > 2 * picture.height
    width = picture.width * min(2.5, max(1, _TALLEST / picture.height))
    states = element(
        "div",
        *(_state(picture, each, background) for each in moments),
        class_="states",
        style=f"--board:{width:.0f}px",
    )
    stage = element("div", states, _moves(moments) if last else "", class_="stage")
    parts = [stage, _controls(last) if last else "", _legend(picture.legend_of(stage))]
    if recording.text:
        lines = []
        for number, line in recording.text:
            words = [element("span", str(number), class_="n"), element("code", line or " ")]
            class_ = "fault" if number == recording.marked else None
            lines.append(element("li", *words, class_=class_))
        text = element("ol", *lines, class_="file", aria_label="What was handed in")
        parts = [element("div", text, element("div", *parts), class_="pair")]
    return element(
        "section",
        element("h2", recording.heading) if recording.heading else "",
        *(element("p", words) for words in (*recording.notes, picture.note()) if words),
        *parts,
        class_="replay wide" if is_wide else "replay",
        data_from=recording.start or picture.opening(moments) or None,
        aria_label=recording.heading or "Replay",
    )


def _state(picture: AnyBoard, moment: AnyMoment, background: str) -> Markup:
    board = element(
        "svg",
        use(background, 0, 0),
        picture.foreground(moment),
        class_="ts",
        role="img",
        aria_label=picture.alt(moment),
        viewBox=f"0 0 {picture.width:g} {picture.height:g}",
        preserveAspectRatio="xMinYMid",
    )
    turn = picture.heading(moment).capitalize()
    turn = turn if moment.move is None else f"{turn}. {moment.move}"
    words = picture.summary(moment)
    best = f"; best: {', '.join(map(str, moment.best))}" if moment.best else ""
    return element(
        "figure",
        board,
        element("figcaption", element("b", turn), f" {words}{best}"),
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


def _controls(last: int) -> Markup:
    buttons = [
        element(
            "button",
            element("svg", element("path", d=shape), viewBox="0 0 16 16", aria_hidden="true"),
            type_="button",
            data_do=name,
            aria_label=words,
            title=words,
        )
        for name, (words, shape) in _BUTTONS.items()
    ]
    slider = Markup(f'<input type="range" min="0" max="{last}" value="0" aria-label="Turn">')
    options = join(
        element("option", f"{speed}x", value=speed, selected="" if speed == "1" else None)
        for speed in ("0.5", "1", "2", "4")
    )
    return element(
        "div",
        *buttons,
        slider,
        element("output", f"0 / {last}"),
        element("label", "Speed ", element("select", options)),
        element("span", Markup(" "), class_="unseen spoken", aria_live="polite"),
        class_="controls",
    )


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


_RULES = {
    ".ts .stage": "display:flex;gap:20px;align-items:flex-start;flex-wrap:wrap",
    ".ts .states": "flex:1 1 300px;min-width:0;display:grid;gap:20px;"
    "grid-template-columns:repeat(auto-fill,minmax(min(100%,220px),1fr))",
    ".ts .live .states": "display:block;flex:0 1 var(--board)",
    ".ts .wide .stage": "display:block",
    ".ts .live.wide .state svg": "max-height:44vh",
    ".ts .live.wide .moves": "display:flex;flex-wrap:wrap;max-height:8.2em;margin-top:10px",
    ".ts .wide .moves button": "width:auto",
    ".ts .wide .moves .n": "min-width:0;margin-right:.4em",
    ".ts .state:only-child": "grid-column:1/-1;max-width:var(--board)",
    ".ts .state svg": "display:block;width:100%;height:auto",
    ".ts .live .state svg": "max-height:72vh",
    ".ts .state figcaption": "margin-top:6px;min-height:1.5em",
    ".ts .moves": "list-style:none;margin:0;padding:4px;display:none;flex:1 1 190px;"
    "grid-template-columns:repeat(auto-fill,minmax(110px,1fr));align-content:start;"
    "max-height:min(72vh,600px);overflow:auto;position:relative;border:1px solid $line;"
    "border-radius:8px",
    ".ts .live .moves": "display:grid",
    ".ts .moves button": "all:unset;box-sizing:border-box;display:block;width:100%;padding:3px 8px;"
    "border-radius:5px;cursor:pointer;color:$ink;font-variant-numeric:tabular-nums",
    ".ts .moves button:hover": "background:$cell2",
    ".ts .moves button[aria-current]": "background:$mark;font-weight:600",
    ".ts .moves button:focus-visible": "outline:3px solid $best;outline-offset:-3px",
    ".ts .moves .n": "display:inline-block;min-width:2.2em;color:$faint",
    ".ts .moves [aria-current] .n": "color:$ink",
    ".ts .controls": "display:none;gap:8px;align-items:center;flex-wrap:wrap;margin:12px 0",
    ".ts .live .controls": "display:flex",
    ".ts .controls button": "width:40px;height:36px;padding:0;border:1px solid $line;"
    "border-radius:8px;background:$cell;cursor:pointer",
    ".ts .controls button:hover": "background:$cell2",
    ".ts .controls button:disabled": "opacity:.4;cursor:default",
    ".ts .controls button svg": "width:16px;height:16px;fill:$ink;vertical-align:middle",
    ".ts .controls button[data-do=play]": "background:$one;border-color:$one-edge",
    ".ts .controls button[data-do=play] svg": "fill:$paper",
    ".ts .controls input": "flex:1 1 160px;min-width:120px;accent-color:$one",
    ".ts .controls output": "min-width:5.5em;text-align:right;font-variant-numeric:tabular-nums",
    ".ts .controls select": "font:inherit;color:$ink;background:$cell;border:1px solid $line;"
    "border-radius:6px;padding:4px",
    ".ts .legend": "list-style:none;margin:6px 0;padding:0;display:flex;flex-wrap:wrap;"
    "gap:4px 18px;color:$faint;font-size:13px",
    ".ts .legend svg": "width:24px;height:24px;vertical-align:middle;margin-right:6px",
    ".ts .pair": "display:grid;gap:20px;grid-template-columns:minmax(0,2fr) minmax(0,5fr)",
    ".ts .file": "list-style:none;margin:0;padding:8px 0;align-self:start;background:$cell;"
    "border:1px solid $line;border-radius:8px",
    ".ts .file li": "display:flex;gap:10px;padding:1px 10px",
    ".ts .file .n": "flex:0 0 1.8em;text-align:right;color:$faint",
    ".ts .file code": "white-space:pre-wrap;overflow-wrap:anywhere",
    ".ts .file .fault": "background:$two-pale;border-left:4px solid $snake;padding-left:6px;"
    "font-weight:600",
}
_MORE_CSS = (
    ".ts .pair .moves{box-sizing:border-box}"
    "@media (max-width:760px){.ts .pair{grid-template-columns:minmax(0,1fr)}}"
    "@media screen{.live .state:not(.now){display:none}}"
    "@media (prefers-reduced-motion:no-preference){.live .now svg{animation:ts-in .16s ease-out}"
    "@keyframes ts-in{from{opacity:.35}}}"
    "@media (max-width:640px){.ts .live .moves{display:flex;flex-wrap:wrap;flex-basis:100%;"
    "max-height:8.2em}.ts .moves button{width:auto}.ts .moves .n{min-width:0;margin-right:.4em}}"
    "@media print{body.ts{padding:0}.ts .live .controls,.ts .live .moves{display:none}"
    ".ts .live .states{display:grid;flex:1 1 auto;max-width:none!important}"
    ".ts .live .state svg{max-height:none}"
    ".ts .state{break-inside:avoid}}"
)
