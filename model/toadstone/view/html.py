"""HTML pages in the style of the pictures, each one file that asks for nothing; and tables."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from toadstone.view.layout import Theme
from toadstone.view.looks import stylesheet, variables
from toadstone.view.svg import element


def html_page(
    title: str, body: str, *, style: str = "", script: str = "", theme: Theme = "auto"
) -> str:
    """Return a whole page; `style` is its own CSS, which has colours as `var(--name)`."""
    values = {
        "title": element("title", title or "Toadstone"),
        "style": f"{variables(theme)}{stylesheet(theme, body)}{text_of('html.css')}{style}",
        "body": body,
        "script": f"<script>{script}</script>" if script else "",
    }
    return Template(text_of("page.html")).substitute(values)


def text_of(name: str) -> str:
    """Return a style or a script from the folder of this module."""
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


class Verbatim(str):
    """A cell with lines of text that stay as they are."""

    verbatim = True


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
    cells = {name: [each for row in rows if (each := row.get(name)) is not None] for name in names}
    numbers = [name for name in names if cells[name] and all(map(_is_number, cells[name]))]
    texts = {"title": title, "paragraphs": paragraphs, "stacked": stacked}
    table = {"names": names, "numbers": numbers, "rows": rows}
    functions = {"is_number": _is_number, "text": _cell_text}
    content = fill_template(__package__, "table.html", texts | table | functions)
    return html_page(title, content, style=text_of("table.css"), script=text_of("table.js"))


def fill_template(package: str, name: str, values: Mapping[str, Any]) -> str:
    """Return a template in the folder `templates` of a package, filled with values."""
    from jinja2 import Environment, PackageLoader  # which the page without installation has not

    environment = Environment(loader=PackageLoader(package), autoescape=True, trim_blocks=True)
    environment.filters["base64"] = lambda text: b64encode(text.encode()).decode()
    return environment.get_template(name).render(values)


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
