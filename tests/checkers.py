"""What the tests of the checkers share: a verdict as yes or no, and the limits of the page."""

import json
import re

import pytest

from places import ROOT
from toadstone_checker.certificate_file import Invalid, Unusable, parse
from toadstone_checker.checking import check

PAGE = ROOT / "checker" / "README.md"
UNITS = {"MiB": 2**20, "MB": 10**6, "units": 1, None: 1}


def accepts(check, certificate):
    """Return whether a checker finds that a certificate proves its claim."""
    try:
        check(certificate)
    except Invalid:
        return False
    return True


def verdict(certificate):
    """Return what the checker says of a certificate, which it reads from text as from a file."""
    try:
        check(parse(json.dumps(certificate).encode()))
    except (Invalid, Unusable) as error:
        return type(error).__name__.lower()
    return "valid"


def why_invalid(work, *arguments, **options):
    """Return where, and why, a part of the checker finds that something proves nothing."""
    with pytest.raises(Invalid) as refused:
        work(*arguments, **options)
    return refused.value.args


def stated(limit):
    """Return the number in the row for a limit in the table of checker/README.md."""
    row = rf"^\| {re.escape(limit)} \| ([\d,]+)(?: (\w+))? \|$"
    ((number, unit),) = re.findall(row, PAGE.read_text(), re.MULTILINE)
    return int(number.replace(",", "")) * UNITS[unit or None]
