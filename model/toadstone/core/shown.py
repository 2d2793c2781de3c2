"""Results that show themselves: as the page of the command line, and in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any


def _page(result: object) -> str:
    return repr(result)


_shown_by: dict[str, Callable[[Any], str]] = {"page": _page, "html": _page}


def show_by(page: Callable[[Any], str], html: Callable[[Any], str]) -> None:
    """Let results be laid out so; before, they show as `repr` does. The package itself calls it."""
    _shown_by.update(page=page, html=html)


class Shown:
    """A result that `print` shows as a page, and a notebook with its pictures."""

    def __str__(self) -> str:
        return _shown_by["page"](self)

    def _repr_html_(self) -> str:
        return html_of(self)


class Records(ABC):
    """A result that is a table: one record, a flat dict, for each row."""

    @abstractmethod
    def to_records(self) -> list[dict[str, Any]]:
        """Return the rows, as `pandas.DataFrame` takes them."""


def html_of(result: object) -> str:
    """Return what a notebook shows of a result."""
    return _shown_by["html"](result)
