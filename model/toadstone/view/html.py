"""HTML pages in the style of the pictures, each one file that asks for nothing; and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from toadstone.view.style import Theme, css, stylesheet
from toadstone.view.svg import Markup, element, join

_RULES = {
    "body.ts": "margin:0;padding:20px;background:$paper;color:$ink;line-height:1.45;font-size:15px",
    ".ts main": "max-width:1080px;margin:0 auto",
    ".ts h1": "font-size:22px;margin:0 0 8px",
    ".ts h2": "font-size:17px;margin:28px 0 6px",
    ".ts p": "margin:4px 0 10px;max-width:72ch",
    ".ts a": "color:$blue",
    ".ts figure": "margin:0",
    ".ts .chart svg": "max-width:100%;height:auto",
    ".ts .unseen": "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)",
    ".ts :focus-visible": "outline:3px solid $best;outline-offset:2px",
}
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def html_page(
    title: str,
    body: str,
    *,
    rules: dict[str, str] | None = None,
    more_css: str = "",
    script: str = "",
    theme: Theme = "auto",
) -> str:
    """Return a whole page; `rules` are its own style, with colours as `$name`.

    Style that has no colours, such as that for printing, is `more_css`.
    """
    scheme = "light dark" if theme == "auto" else theme
    style = f":root{{color-scheme:{scheme}}}{stylesheet(theme, body)}"
    style += css(_RULES | (rules or {}), theme) + more_css
    head = join(
        [
            Markup('<meta charset="utf-8">'),
            Markup('<meta name="viewport" content="width=device-width,initial-scale=1">'),
            Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
            Markup('<link rel="icon" href="data:,">'),
            element("title", title or "Toadstone"),
            element("style", Markup(style)),
        ]
    )
    scripts = element("script", Markup(script)) if script else ""
    content = join([Markup(body), scripts])
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>'
        f'<body class="ts"><main>{content}</main></body></html>\n'
    )


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
    return html_page(title, content, rules=_TABLE_RULES, more_css=_TABLE_CSS, script=_TABLE_SCRIPT)


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


_TABLE_RULES = {
    ".ts .scroll": "overflow-x:auto",
    ".ts table": "border-collapse:collapse;font-variant-numeric:tabular-nums",
    ".ts th": "text-align:left;padding:0;border-bottom:2px solid $faint;position:sticky;top:0;"
    "vertical-align:bottom;background:$paper",
    ".ts th button": "all:unset;box-sizing:border-box;display:block;width:100%;padding:6px 12px;"
    "cursor:pointer;font-weight:600;color:$ink",
    ".ts th button:hover": "background:$cell2",
    ".ts th button:focus-visible": "outline:3px solid $best;outline-offset:-3px",
    ".ts td": "padding:4px 12px;border-bottom:1px solid $line;vertical-align:top",
    ".ts tbody tr:hover": "background:$cell",
    ".ts .number": "text-align:right",
    ".ts .way": "margin-left:.4em;color:$faint",
}
_TABLE_CSS = (
    ".way::before{content:'\\2195'}[aria-sort=ascending] .way::before{content:'\\2191'}"
    "[aria-sort=descending] .way::before{content:'\\2193'}"
    "@media print{body.ts{padding:0}.ts .way{display:none}.ts th{position:static}}"
    "@media screen and (max-width:640px){.stacked,.stacked tbody,.stacked tr,.stacked td"
    "{display:block}.stacked thead tr{display:flex;flex-wrap:wrap}.ts .stacked tr{padding:8px 0;"
    "border-bottom:2px solid}.ts .stacked td{display:flex;gap:12px;border:0;padding:2px 12px;"
    "text-align:left}.ts .stacked td[data-label='']{display:none}"
    ".ts .stacked th{border:0}.stacked td::before{content:attr(data-label);flex:0 0 7em}}"
)
_TABLE_SCRIPT = """"use strict";
(() => {
  const table = document.querySelector("table"), body = table.tBodies[0];
  const heads = [...table.querySelectorAll("th")];
  const text = new Intl.Collator("en", { numeric: true });
  const compare = (a, b) => {
    if (a.dataset.value !== undefined && b.dataset.value !== undefined)
      return Number(a.dataset.value) - Number(b.dataset.value);
    return text.compare(a.textContent, b.textContent);
  };
  const isEmpty = (cell) => cell.textContent.trim() === "";
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const sign = down ? -1 : 1;
    const rows = [...body.rows].sort((first, second) => {
      const a = first.cells[column], b = second.cells[column];
      if (isEmpty(a) || isEmpty(b)) return isEmpty(a) - isEmpty(b);
      return sign * compare(a, b);
    });
    body.append(...rows);
  }));
})();
"""
