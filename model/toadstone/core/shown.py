"""Results that show themselves: as the page of the command line, and in a notebook."""

from __future__ import annotations

from importlib import import_module

PAGES = "toadstone_cli.shown"
"""The module that lays out results as pages; it is imported when a result is first shown."""


class Shown:
    """A result that `print` shows as a page, and a notebook with its pictures."""

    def __str__(self) -> str:
        page: str = import_module(PAGES).page_of(self)
        return page

    def _repr_html_(self) -> str:
        html: str = import_module(PAGES).html_of(self)
        return html
