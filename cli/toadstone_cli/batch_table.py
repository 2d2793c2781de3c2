"""The results of a batch as a flat table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from toadstone_cli.output import csv_text

Line = Mapping[str, Any]


def table_of(lines: Sequence[Line]) -> str:
    """Return comma-separated values: the names of the columns, then a row for each result.

    Every figure and every key of a grid that occurs anywhere has a column.
    """
    keys, figures = _names(lines, "set"), _names(lines, "values")
    return csv_text([_row(line, keys, figures) for line in lines])


def _names(lines: Iterable[Line], part: str) -> list[str]:
    return list(dict.fromkeys(name for line in lines for name in line.get(part) or {}))


def _row(line: Line, keys: Sequence[str], figures: Sequence[str]) -> dict[str, object]:
    settings, values = line.get("set") or {}, line.get("values") or {}
    error = line.get("error") or {}
    row = {
        "file": line["file"],
        "sha256": line["sha256"],
        **{key: settings.get(key) for key in keys},
        "game": line.get("game"),
        "title": line.get("title"),
        "ask": line.get("ask"),
        "status": line["status"],
        **{name: values.get(name) for name in figures},
        "bound": line.get("bound"),
        "plan": line.get("plan"),
        "front": json.dumps(line["front"]) if "front" in line else None,
        "method": (line.get("solver") or {}).get("name"),
        "seconds": (line.get("seconds") or {}).get("total"),
        "error": error.get("message"),
        "error_line": error.get("line"),
        "error_column": error.get("column"),
    }
    return {name: _cell(value) for name, value in row.items()}


def _cell(value: object) -> object:
    """Return a value on one line: lists with spaces between, other structures as JSON."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, list | dict | bool):
        return json.dumps(value)
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    return value
