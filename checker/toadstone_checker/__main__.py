"""`python toadstone_checker CERTIFICATE`, wherever the folder lies."""

import sys
import time
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from toadstone_checker.certificate_file import Invalid, Unusable, read
from toadstone_checker.checking import check


class Patience:
    """Writes to standard error how a long check goes, every ten seconds."""

    def __init__(self) -> None:
        self.began = self.written = time.monotonic()

    def __call__(self, words: str) -> None:
        """Write the words, unless it has just been done."""
        now = time.monotonic()
        if now - self.written >= 10:
            self.written = now
            sys.stderr.write(f"{words}, {now - self.began:.0f} s\n")


def main(arguments: list[str]) -> int:
    """Check the certificate that the command line names."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python toadstone_checker CERTIFICATE\n")
        return 2
    try:
        check(read(arguments[0]), Patience())
    except Unusable as error:
        sys.stderr.write(f"unusable: {error}\n")
        return 30
    except Invalid as error:
        sys.stdout.write(f"invalid: {': '.join(error.args)}\n")
        return 10
    sys.stdout.write("valid\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
