"""The limits of the checker as docs/certificates.md states them."""

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "certificates.md"
UNITS = {"MiB": 2**20, "MB": 10**6, "units": 1, None: 1}


def stated(limit):
    """Return the number in the table's row for a limit."""
    row = rf"^\| {re.escape(limit)} \| ([\d,]+)(?: (\w+))? \|$"
    ((number, unit),) = re.findall(row, PAGE.read_text(), re.MULTILINE)
    return int(number.replace(",", "")) * UNITS[unit or None]
