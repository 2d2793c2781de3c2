"""Make the Coq data of a certificate: the replies of each strategy, ten letters in an integer.

`python3 make_data.py CERTIFICATE DATA.v`. Walk.v says how the letters are read again.
"""

import gzip
import json
import sys
from pathlib import Path

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
SQUARES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw"  # of Squirrel War
LETTERS_OF_A_WORD = 10
WORDS_OF_A_CHUNK = 16_384  # longer arrays take longer to compile


def numbers(replies: str | list[int], kind: str) -> list[int]:
    """Return the replies as numbers below 64; those of own games are a list of numbers."""
    if isinstance(replies, list):
        return replies
    letters = SQUARES if "squirrel-war" in kind else DIGITS
    return [letters.index(letter) for letter in replies]


def words(values: list[int]) -> list[int]:
    """Return integers of ten letters of 6 bits each, the first letter lowest."""
    if not all(0 <= value < 64 for value in values):
        raise ValueError("expected replies below 64")
    return [
        sum(value << 6 * place for place, value in enumerate(values[at : at + LETTERS_OF_A_WORD]))
        for at in range(0, len(values), LETTERS_OF_A_WORD)
    ]


def definitions(side: str, values: list[int]) -> list[str]:
    """Return lines of Coq that define `replies_of_SIDE`."""
    integers = words(values)
    chunks = [
        integers[at : at + WORDS_OF_A_CHUNK] for at in range(0, len(integers), WORDS_OF_A_CHUNK)
    ]
    lines = [
        f"Definition {side}_{number} : array int := [| {'; '.join(map(str, chunk))} | 0 : int |]."
        for number, chunk in enumerate(chunks)
    ]
    names = " :: ".join([*(f"{side}_{number}" for number in range(len(chunks))), "nil"])
    return [
        *lines,
        f"Definition replies_of_{side} : letters := letters_of {len(values)} ({names}).",
    ]


def main(certificate: str, target: str) -> None:
    """Write the data of all strategies."""
    data = Path(certificate).read_bytes()
    content = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    lines = [
        "(* Made by make_data.py from a certificate; not committed. *)",
        "From Coq Require Import List Uint63 PArray.",
        "From Toadstone Require Import Walk.",
        "Local Open Scope uint63_scope.",
    ]
    for side, replies in content["strategies"].items():
        if replies:
            lines += definitions(side, numbers(replies, content["certificate"]))
    Path(target).write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
