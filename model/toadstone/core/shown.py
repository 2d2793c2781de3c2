"""Results that show themselves: as the page of the command line, and in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

_pages: list[Callable[[], Any]] = []


def show_by(pages: Callable[[], Any]) -> None:
    """Set what returns the module that lays out results; the package itself calls it."""
    _pages[:] = [pages]


class Shown:
    """A result that `print` shows as a page, and a notebook with its pictures."""

    def __str__(self) -> str:
        page: str = _pages[0]().page_of(self)
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
    html: str = _pages[0]().html_of(result)
    return html
