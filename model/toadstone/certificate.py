"""Certificates as files: written only when the checker accepts them, read by the checker."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass

from toadstone.core.answer import Answer
from toadstone.core.budget import UNLIMITED, Budget
from toadstone.core.certifier import Certifier
from toadstone.core.errors import DisagreementError, InputError, Place, RequestError
from toadstone.files.writing import written
from toadstone_checker.certificate_file import Invalid, Unusable, parse, read
from toadstone_checker.checking import check


@dataclass(frozen=True)
class Finding:
    """What the checker says of a certificate: valid, or where and why it is not."""

    valid: bool
    at: str | None = None
    reason: str | None = None


def write_certificate(
    path: str, certifier: Certifier, answer: Answer, budget: Budget = UNLIMITED
) -> None:
    """Write the certificate of a proven answer; gzip when the name ends in `.gz`.

    Raises:
        LimitReachedError: time ran out; nothing is written then.
        DisagreementError: the checker does not accept the certificate.
        InputError: the file cannot be written.
        RequestError: the certificate is larger than the checker reads.
    """
    data = json.dumps(certifier.certificate(answer, budget), separators=(",", ":")).encode()
    if path.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    try:
        check(parse(data), budget.tell)
    except Invalid as error:
        reason = ": ".join(error.args)
        raise DisagreementError(f"the checker rejects the certificate: {reason}") from None
    except Unusable as error:
        raise RequestError(f"there can be no certificate: {error}") from None
    with written(path, binary=True) as file:
        file.write(data)


def verify(path: str, budget: Budget = UNLIMITED) -> Finding:
    """Let the checker read a certificate.

    Raises:
        InputError: the file is no certificate.
    """
    try:
        check(read(path), budget.tell)
    except Unusable as error:
        raise InputError(f"not a usable certificate: {error}", Place(path)) from None
    except Invalid as error:
        at, reason = error.args
        return Finding(valid=False, at=at, reason=reason)
    return Finding(valid=True)
