"""`toadstone verify`: let the stand-alone checker read a certificate."""

from __future__ import annotations

from typing import Annotated

import typer

from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.options import Json
from toadstone_cli.output import write, write_json
from toadstone_cli.progress import LiveLine


def verify(
    certificate: Annotated[
        str, typer.Argument(metavar="CERTIFICATE", help="A certificate, gzipped or not.")
    ],
    json: Json = False,
) -> ExitStatus:
    """Check a certificate without the solver.

    The checker is a folder that imports nothing of Toadstone; it can be run
    by itself, on any machine with Python.

    \b
    Example:
      toadstone verify proof.json.gz
    """
    from toadstone.certificate import verify as verified
    from toadstone.core.budget import Budget, Listener

    with LiveLine("reading the certificate") as line:
        finding = verified(certificate, Budget(listener=Listener(tell=line.tell)))
    if json:
        place = {} if finding.valid else {"at": finding.at, "reason": finding.reason}
        write_json({"valid": finding.valid, **place})
    elif finding.valid:
        write("Valid: the certificate proves its claim.\n")
    else:
        write(f"Invalid: {finding.at}: {finding.reason}\n")
    return ExitStatus.ANSWERED if finding.valid else ExitStatus.IMPOSSIBLE
