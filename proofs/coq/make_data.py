"""Make the Coq data of a certificate: the replies of one strategy, ten letters in an integer.

`python3 make_data.py CERTIFICATE SIDE DATA.v`. Walk.v says how the letters are read again.
"""

import gzip
import json
import sys
from pathlib import Path

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
LETTERS_OF_A_WORD = 10
WORDS_OF_A_CHUNK = 16_384  # longer arrays take longer to compile


def words(text: str) -> list[int]:
    """Return integers of ten letters of 6 bits each, the first letter lowest."""
    values = [DIGITS.index(letter) for letter in text]
    return [
        sum(value << 6 * place for place, value in enumerate(values[at : at + LETTERS_OF_A_WORD]))
        for at in range(0, len(values), LETTERS_OF_A_WORD)
    ]


def coq(text: str) -> str:
    """Return a Coq file that defines `replies`."""
    integers = words(text)
    chunks = [
        integers[at : at + WORDS_OF_A_CHUNK] for at in range(0, len(integers), WORDS_OF_A_CHUNK)
    ]
    lines = [
        "(* Made by make_data.py from a certificate; not committed. *)",
        "From Coq Require Import List Uint63 PArray.",
        "From Toadstone Require Import Walk.",
        "Local Open Scope uint63_scope.",
    ]
    for number, chunk in enumerate(chunks):
        numbers = "; ".join(map(str, chunk))
        lines.append(f"Definition chunk_{number} : array int := [| {numbers} | 0 : int |].")
    names = " :: ".join([*(f"chunk_{number}" for number in range(len(chunks))), "nil"])
    lines.append(f"Definition replies : letters := letters_of {len(text)} ({names}).")
    return "\n".join(lines) + "\n"


def main(certificate: str, side: str, target: str) -> None:
    """Write the data of one side's strategy."""
    data = Path(certificate).read_bytes()
    content = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    Path(target).write_text(coq(content["strategies"][side]), encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
