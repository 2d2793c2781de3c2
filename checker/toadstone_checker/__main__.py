"""`python toadstone_checker CERTIFICATE`, wherever the folder lies."""

import sys
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from toadstone_checker.certificate_file import Invalid, Unusable, read
from toadstone_checker.checking import check


def main(arguments: list[str]) -> int:
    """Check the certificate that the command line names."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python toadstone_checker CERTIFICATE\n")
        return 2
    try:
        check(read(arguments[0]))
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
