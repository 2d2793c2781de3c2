"""The shell of every HTML page: one file that asks for nothing, in the style of the pictures."""

from __future__ import annotations

from html import escape

from toadstone.view.style import Theme, css, stylesheet
from toadstone.view.svg import Markup, element, join

_RULES = {
    "body.ts": "margin:0;padding:20px;background:$paper;color:$ink;line-height:1.45;font-size:15px",
    ".ts main": "max-width:1080px;margin:0 auto",
    ".ts h1": "font-size:22px;margin:0 0 8px",
    ".ts h2": "font-size:17px;margin:28px 0 6px",
    ".ts p": "margin:4px 0 10px;max-width:72ch",
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
    """Return a whole page.

    Args:
        title: the title of the page.
        body: its markup.
        rules: the page's own style, with colours as `$name`.
        more_css: style that has no colours, such as that for printing.
        script: the page's script.
        theme: whether it follows the surroundings, or is always light or dark.
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


def framed(page: str, *, height: int = 720) -> str:
    """Return a page as an iframe that holds it, as a notebook shows it."""
    return (
        f'<iframe srcdoc="{escape(page)}" title="Toadstone" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
    )
