"""Results that show themselves: as the page of the command line, and in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any

PAGES = "toadstone_cli.shown"
"""The module that lays out results as pages; it is imported when a result is first shown."""


class Shown:
    """A result that `print` shows as a page, and a notebook with its pictures."""

    def __str__(self) -> str:
        page: str = import_module(PAGES).page_of(self)
        return page

    def _repr_html_(self) -> str:
        return html_of(self)


class Records(ABC):
    """A result that is a table: one record, a flat dict, for each row."""

    @abstractmethod
    def to_records(self) -> list[dict[str, Any]]:
        """Return the rows, as `pandas.DataFrame` takes them."""


def html_of(result: object) -> str:
    """Return what a notebook shows of a result."""
    html: str = import_module(PAGES).html_of(result)
    return html
