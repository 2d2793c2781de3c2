"""HTML pages in the style of the pictures, each one file that asks for nothing; and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from importlib.resources import files

from toadstone.view.layout import Theme
from toadstone.view.looks import stylesheet, variables
from toadstone.view.svg import Markup, element, join

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def html_page(
    title: str, body: str, *, style: str = "", script: str = "", theme: Theme = "auto"
) -> str:
    """Return a whole page; `style` is its own CSS, which has colours as `var(--name)`."""
    rules = f"{text_of('html.css')}{style}"
    head = join(
        [
            Markup('<meta charset="utf-8">'),
            Markup('<meta name="viewport" content="width=device-width,initial-scale=1">'),
            Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
            Markup('<link rel="icon" href="data:,">'),
            element("title", title or "Toadstone"),
            element("style", Markup(f"{variables(theme)}{stylesheet(theme, body)}{rules}")),
        ]
    )
    scripts = element("script", Markup(script)) if script else ""
    content = join([Markup(body), scripts])
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>'
        f'<body class="ts"><main>{content}</main></body></html>\n'
    )


def text_of(name: str) -> str:
    """Return a style or a script that lies beside this module."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def in_frame(page: str) -> str:
    """Return a page as an iframe that holds it and grows with it, as a notebook shows it."""
    return (
        f'<iframe srcdoc="{escape(page)}" title="Toadstone" onload="{escape(_GROW)}" '
        f'style="width:100%;height:720px;border:0"></iframe>'
    )


_GROW = (
    "const f=this,b=f.contentDocument.body;"
    "new ResizeObserver(()=>{f.style.height=b.offsetHeight+'px'}).observe(b)"
)


@dataclass(frozen=True)
class Link:
    """A cell that leads to another page."""

    words: str
    to: str


def table_page(
    rows: Sequence[Mapping[str, object]],
    *,
    title: str,
    paragraphs: Sequence[str] = (),
    stacked: bool = False,
) -> str:
    """Return the rows as a page with a table; a click on a heading sorts by that column.

    `stacked` lets the cells of a row stand below each other on a narrow screen.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    headings, body = list[Markup](), list[Markup]()
    for name in names:
        found = [row.get(name) for row in rows if row.get(name) is not None]
        way = element("span", Markup(" "), class_="way")
        button = element("button", name.replace("_", " "), way, type_="button")
        class_ = "number" if found and all(map(_is_number, found)) else None
        headings.append(element("th", button, scope="col", class_=class_))
    for row in rows:
        labels = {name: name.replace("_", " ") if stacked else None for name in names}
        body.append(element("tr", *(_cell(row.get(name), labels[name]) for name in names)))
    table = element(
        "table",
        element("caption", title, class_="unseen"),
        element("thead", element("tr", *headings)),
        element("tbody", *body, Markup(" ")),
        class_="stacked" if stacked else None,
    )
    above = (element("h1", title), *(element("p", words) for words in paragraphs))
    content = join([*above, element("div", table, class_="scroll")])
    return html_page(title, content, style=text_of("table.css"), script=text_of("table.js"))


def _cell(value: object, label: str | None) -> Markup:
    """Return a cell; what sorts it stands beside what it shows."""
    if isinstance(value, Link):
        return element("td", element("a", value.words, href=value.to), data_label=label)
    exact = float(value) if isinstance(value, Fraction) else value
    return element(
        "td",
        _cell_text(value) or Markup("&#160;"),
        class_="number" if _is_number(value) else None,
        data_value=str(exact) if _is_number(value) else None,
        data_label="" if label and value is None else label,
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple):
        return ", ".join(_cell_text(each) for each in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell_text(each)}" for key, each in value.items())
    return str(value)
