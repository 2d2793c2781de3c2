"""Roll files: whole numbers, white space or commas between them, comments from `#` on."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

from toadstone.core.errors import InputError
from toadstone.files.formats import PlainFormat
from toadstone.files.messages import quoted
from toadstone.files.source import Document, Included, Source, may_be_yaml, read_source

MOST_TURNS = 1_000_000
"""Rolls, and so turns, in one scenario."""

_COMMENT = re.compile(r"#[^\n]*")
_TOKEN = re.compile(r"#[^\n]*|[^\s,#]+")
_NUMBER = re.compile(r"[-+]?[0-9]{1,18}", re.ASCII)


def looks_like_rolls(source: Source) -> bool:
    """Say whether the text starts with a number, no letter follows, and nothing makes it YAML."""
    tokens = [match[0] for match in islice(_TOKEN.finditer(_COMMENT.sub("", source.text)), 2)]
    if may_be_yaml(source) or not tokens or not _NUMBER.fullmatch(tokens[0]):
        return False
    return not (len(tokens[-1]) == 1 and tokens[-1].isalpha())


def read_rolls(source: Source) -> Included:
    """Read the numbers of a roll file.

    Raises:
        InputError: something is not a whole number, or there are more than 1,000,000.
    """
    tokens = _COMMENT.sub("", source.text).replace(",", " ").split()
    wrong = next((i for i, token in enumerate(tokens) if not _NUMBER.fullmatch(token)), None)
    if wrong is not None:
        message = f"expected a whole number, found `{tokens[wrong][:40]}`"
        raise _error_at_token(source, message, wrong)
    if not tokens:
        raise source.error("expected at least one roll, found none")
    if len(tokens) > MOST_TURNS:
        message = f"expected at most {MOST_TURNS:,} rolls, found {len(tokens):,}"
        raise _error_at_token(source, message, MOST_TURNS)
    return Included(
        tuple(map(int, tokens)), lambda message, index: _error_at_token(source, message, index)
    )


def _error_at_token(source: Source, message: str, index: int) -> InputError:
    numbers = (match for match in _TOKEN.finditer(source.text) if match[0][0] != "#")
    token = next(islice(numbers, index, None))
    return source.error_at(message, token.start())


def include_rolls_file(document: Document) -> None:
    """Put the rolls of the file that `rolls_file` names in its place.

    Raises:
        InputError: both `rolls` and `rolls_file` are there, the file lies outside the scenario's
            folder, or it cannot be read.
    """
    if "rolls_file" not in document.content:
        return
    name = document.content["rolls_file"]
    if not isinstance(name, str):
        message = f"`rolls_file`: expected text, the name of a file, found {quoted(name)}"
        raise document.error(message, ["rolls_file"])
    if "rolls" in document.content:
        message = "expected `rolls` or `rolls_file`, found both"
        raise document.error(message, ["rolls_file"], at_key=True)
    folder = document.source.folder
    if problem := _problem_with(folder, name):
        raise document.error(f"`rolls_file`: {problem}", ["rolls_file"])
    del document.content["rolls_file"]
    rolls = read_source(str(folder / name))
    document.source.included.append(rolls.name)
    document.include("rolls", read_rolls(rolls))


def _problem_with(folder: Path, name: str) -> str | None:
    """Say why a file of this name is not read; None when it is."""
    try:
        if not (folder / name).resolve().is_relative_to(folder.resolve()):
            return "expected a file in the scenario's folder, found one outside it"
        if not (folder / name).is_file():
            return f"there is no file {quoted(name)} beside the scenario"
    except (OSError, RuntimeError, ValueError):
        return f"there can be no file {quoted(name)}"
    return None


def document_of_rolls(source: Source) -> Document:
    """Return the document that a plain roll file stands for, as far as it goes."""
    content = {
        "game": "river-toad",
        "title": source.title,
        "board": {},
        "toad": {},
        "ask": "max-hp",
    }
    document = Document(source, content)
    document.include("rolls", read_rolls(source))
    return document


ROLL_FILE = PlainFormat("a plain roll file", looks_like_rolls, document_of_rolls)
