"""`python toadstone_checker CERTIFICATE [RULES]`, wherever the folder lies."""

import contextlib
import os
import sys
import time
from pathlib import Path

VALID, USAGE, INVALID, UNUSABLE = 0, 2, 10, 30  # exit statuses
OUTPUT, ERRORS = 1, 2  # what can be written to


def tell(stream: int, words: str) -> None:
    """Write, where that is possible: a stream that is closed or full changes no exit status."""
    with contextlib.suppress(OSError):
        os.write(stream, f"{words}\n".encode(errors="backslashreplace"))


class Patience:
    """Writes to standard error how a long check goes, every ten seconds."""

    def __init__(self) -> None:
        self.began = self.written = time.monotonic()

    def __call__(self, words: str) -> None:
        """Write the words, unless it has just been done."""
        now = time.monotonic()
        if now - self.written >= 10:
            self.written = now
            tell(ERRORS, f"{words}, {now - self.began:.0f} s")


def verdict(path: str, rules: str | None = None) -> int:
    """Check a certificate, say what comes out, and return the exit status."""
    from toadstone_checker.certificate_file import Invalid, Unusable, contents, read
    from toadstone_checker.checking import check

    try:
        source = None if rules is None else contents(rules)
        proven = check(read(path), Patience(), source)
    except Unusable as error:
        tell(ERRORS, f"unusable: {error}")
        return UNUSABLE
    except Invalid as error:
        tell(OUTPUT, f"invalid: {': '.join(error.args)}")
        return INVALID
    tell(OUTPUT, "\n".join(["valid", *proven.lines()]))
    return VALID


def main(arguments: list[str]) -> int:
    """Check the certificate that the command line names, by rules that it may name as well."""
    if len(arguments) not in (1, 2):
        tell(ERRORS, "usage: python toadstone_checker CERTIFICATE [RULES]")
        return USAGE
    try:
        return verdict(*arguments)
    except MemoryError:
        tell(ERRORS, "unusable: there is not enough memory")
    except ImportError as error:  # for want of memory too, or of a file of this folder
        tell(ERRORS, f"unusable: the checker cannot be loaded: {error}")
    return UNUSABLE


if __name__ == "__main__":
    if not __package__:
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    sys.exit(main(sys.argv[1:]))
