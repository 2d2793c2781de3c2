"""Reading a certificate: every value is looked at before it is used."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

LARGEST_TEXT = 128 * 1024 * 1024  # bytes, after decompression
MOST_LISTS = 8_000_000  # lists and objects in a file, so that it fits into memory
MOST_DIGITS = 1_000  # of a whole number
MOST_WORK = 500_000_000  # in units that take about a tenth of a microsecond
BETWEEN_LOOKS = 2_000_000  # units of work, about a fifth of a second


class Unusable(Exception):  # noqa: N818 - a verdict, exit status 30
    """The file is not a certificate."""


class Invalid(Exception):  # noqa: N818 - a verdict, exit status 10
    """The certificate does not prove its claim: where it fails, and why."""


def read(path: str) -> Any:
    """Return the JSON in a file."""
    try:
        with Path(path).open("rb") as file:
            return parse(file.read(LARGEST_TEXT + 1))
    except (OSError, ValueError) as error:
        raise Unusable(str(error)) from None


def parse(data: bytes) -> Any:
    """Return the JSON in some bytes, gzipped or not."""
    try:
        if data[:2] == b"\x1f\x8b":
            unzip = zlib.decompressobj(wbits=31)
            data = unzip.decompress(data, LARGEST_TEXT + 1)
            ended = unzip.eof and not unzip.unused_data
            expect(ended or len(data) > LARGEST_TEXT, "the gzipped data are cut off or go on")
        small = len(data) <= LARGEST_TEXT and data.count(b"[") + data.count(b"{") <= MOST_LISTS
        expect(small, "the file is too large")
        expect(len(data) > 0, "the file is empty")
        text = data.decode("ascii")
        return json.loads(text, object_pairs_hook=unique_keys, parse_int=short_number)
    except RecursionError:
        raise Unusable("lists and objects are nested too deep") from None
    except (ValueError, zlib.error) as error:
        raise Unusable(str(error)) from None


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, in which no key may stand twice."""
    expect(len(dict(pairs)) == len(pairs), "a key stands twice in an object")
    return dict(pairs)


def short_number(digits: str) -> int:
    """Return a whole number that is not too long to be read quickly."""
    expect(len(digits) <= MOST_DIGITS, f"a number has more than {MOST_DIGITS:,} digits")
    return int(digits)


def expect(condition: bool, message: str) -> None:
    """Refuse the file unless the condition holds."""
    if not condition:
        raise Unusable(message)


def whole(value: Any, least: int, most: int, name: str) -> int:
    """Return a whole number within bounds; true, 1.0, NaN and "1" are none."""
    if type(value) is not int or not least <= value <= most:
        raise Unusable(f"{name}: expected a whole number from {least} to {most}")
    return value


def items(value: Any, name: str, most: int = 1_000_000) -> list[Any]:
    """Return a list of bounded length."""
    if type(value) is not list or len(value) > most:
        raise Unusable(f"{name}: expected a list of up to {most}")
    return value


def fields(value: Any, *names: str) -> list[Any]:
    """Return the values of an object that has exactly these keys."""
    if type(value) is not dict or set(value) != set(names):
        raise Unusable(f"expected an object with the keys {', '.join(names)}")
    return [value[name] for name in names]


Hear = Callable[[str], None]  # is told now and then how a check goes; it may raise to stop


def unheard(words: str) -> None:
    """Tell nobody."""


class Budget:
    """The work that checking one certificate may take, so that no file takes for ever.

    `words` is what `hear` is told.
    """

    def __init__(self, hear: Hear = unheard, most_work: int | None = None) -> None:
        self.words = "checking"
        self.hear = hear
        self.left = MOST_WORK if most_work is None else most_work
        self.next_look = max(0, self.left - BETWEEN_LOOKS)

    def spend(self, work: int) -> None:
        """Give up on a file that takes too long."""
        self.left -= work
        if self.left < self.next_look:
            self.look_up()

    def look_up(self) -> None:
        """Say how it goes, unless there is no work left."""
        if self.left < 0:
            raise Unusable("the certificate takes too long to check")
        self.next_look = max(0, self.left - BETWEEN_LOOKS)
        self.hear(self.words)
