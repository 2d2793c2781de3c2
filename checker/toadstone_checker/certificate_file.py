"""Reading a certificate: every value is looked at before it is used."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

LARGEST_TEXT = 128 * 1024 * 1024  # bytes, after decompression
AT_A_TIME = 1024 * 1024  # bytes read from a file
MOST_MEMORY = 850_000_000  # bytes that what stands in a file may take, once it is read
# At most so many bytes, on 64 bits, for what each of these characters begins, ends or divides: a
# quotation mark is half a text, and a colon has a key, its value and a place in an object.
MEMORY = {b",": 10, b"[": 120, b"{": 120, b":": 250, b'"': 36}
MEMORY_OF_A_NUMBER = 32  # of more than 5 digits; of equal numbers that are shorter one is kept
DIGITS_AS_9 = bytes(57 if 48 <= byte <= 57 else 32 for byte in range(256))  # and the rest as spaces
MOST_DIGITS = 1_000  # of a whole number
MOST_WORK = 500_000_000  # in units that take about a tenth of a microsecond
BETWEEN_LOOKS = 2_000_000  # units of work, about a fifth of a second


class Unusable(Exception):  # noqa: N818 - a verdict, exit status 30
    """The file is not a certificate."""


class Invalid(Exception):  # noqa: N818 - a verdict, exit status 10
    """The certificate does not prove its claim: where it fails, and why."""


def read(path: str) -> Any:
    """Return the JSON in a file."""
    return parse(contents(path))


def contents(path: str) -> bytes:
    """Return the bytes of a file, or the first ones if it is too large."""
    pieces, size = [], 0
    try:
        with Path(path).open("rb") as file:
            while size <= LARGEST_TEXT and (piece := file.read(AT_A_TIME)):
                pieces.append(piece)
                size += len(piece)
    except FileNotFoundError:
        raise Unusable("no such file") from None
    except OSError as error:
        raise Unusable(error.strerror or str(error)) from None
    except ValueError as error:
        raise Unusable(str(error)) from None
    return b"".join(pieces)


def parse(data: bytes) -> Any:
    """Return the JSON in some bytes, gzipped or not."""
    try:
        if data[:2] == b"\x1f\x8b":
            data = unzip(data)
        expect_small(data)
        expect(len(data) > 0, "the file is empty")
        text, escaped = data.decode("ascii"), b"\\" in data
        del data
        made = json.loads(
            text,
            object_pairs_hook=unique_keys,
            parse_int=Numbers().__getitem__,
            parse_float=no_number,
            parse_constant=no_number,
        )
        expect(not escaped or may_be_escaped(made), "expected no backslash, as no text needs one")
        return made
    except RecursionError:
        raise Unusable("lists and objects are nested too deep") from None
    except json.JSONDecodeError as error:
        raise Unusable(f"not JSON at line {error.lineno}, column {error.colno}") from None
    except UnicodeDecodeError as error:
        raise Unusable(f"expected ASCII text, found none at byte {error.start + 1}") from None
    except zlib.error:
        raise Unusable("the gzipped data are damaged") from None
    except ValueError as error:
        raise Unusable(str(error)) from None


def may_be_escaped(made: Any) -> bool:
    """Return whether texts may have any character, as those of other people's games may."""
    return type(made) is dict and str(made.get("certificate")).startswith("toadstone own-game ")


def unzip(data: bytes) -> bytes:
    """Return what is in one gzip member, or the first bytes of it if it is too large."""
    unzip = zlib.decompressobj(wbits=31)
    text = unzip.decompress(data, LARGEST_TEXT + 1)
    ended = unzip.eof and not unzip.unused_data
    expect(ended or len(text) > LARGEST_TEXT, "the gzipped data are cut off or go on")
    return text


def expect_small(text: bytes) -> None:
    """Refuse a text that is too large, or could take too much memory once it is read."""
    expect(len(text) <= LARGEST_TEXT, "the file is too large")
    expect(memory_of(text) <= MOST_MEMORY, "the file is too large: it would take too much memory")


def memory_of(text: bytes) -> int:
    """Return how many bytes the JSON in a text takes at most; its characters are only counted.

    The text itself counts twice: it is there as a whole and in pieces. A character that is written
    with a backslash may make a text four times as large.
    """
    signs = sum(text.count(sign) * memory for sign, memory in MEMORY.items())
    long_numbers = text.translate(DIGITS_AS_9).count(b" 999999")
    return (5 if b"\\" in text else 2) * len(text) + signs + long_numbers * MEMORY_OF_A_NUMBER


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, in which no key may stand twice."""
    made = dict(pairs)
    expect(len(made) == len(pairs), "a key stands twice in an object")
    return made


class Numbers(dict[str, int]):
    """Whole numbers by their digits, not too many to be read quickly; short ones are kept."""

    def __missing__(self, digits: str) -> int:
        expect(len(digits) <= MOST_DIGITS, f"a number has more than {MOST_DIGITS:,} digits")
        number = int(digits)
        if abs(number) < 10**5:
            self[digits] = number
        return number


def no_number(text: str) -> None:
    """Refuse what JSON takes for a number, and is none here: 1.0, 1e9, NaN."""
    raise Unusable(f"expected whole numbers, found {text[:20]}")


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


def fields(value: Any, *names: str, **later: Any) -> list[Any]:
    """Return the values of an object that has exactly these keys.

    It may lack later ones, and then has their values. So certificates stay readable.
    """
    if type(value) is not dict or not set(names) <= set(value) <= {*names, *later}:
        raise Unusable(f"expected an object with the keys {', '.join(names)}")
    return [value[name] for name in names] + [value.get(name, later[name]) for name in later]


Hear = Callable[[str], None]  # is called with the progress of a check; it may raise to stop it


def unheard(words: str) -> None:
    """Do nothing."""


class Budget:
    """The work that checking one certificate may take, so that no file takes for ever.

    `words` is what `hear` is told, `stopped` what it raised.
    """

    stopped: BaseException | None = None

    def __init__(
        self, hear: Hear = unheard, most_work: int | None = None, between: int | None = None
    ) -> None:
        self.words = "checking"
        self.hear = hear
        self.left = MOST_WORK if most_work is None else most_work
        self.between = BETWEEN_LOOKS if between is None else between
        self.next_look = max(0, self.left - self.between)

    def spend(self, work: int) -> None:
        """Give up on a file that takes too long."""
        self.left -= work
        if self.left < self.next_look:
            self.look_up()

    def look_up(self) -> None:
        """Report progress, unless there is no work left."""
        if self.left < 0:
            raise Unusable("the certificate takes too long to check")
        self.next_look = max(0, self.left - self.between)
        try:
            self.hear(self.words)
        except BaseException as error:
            self.stopped = error
            raise
