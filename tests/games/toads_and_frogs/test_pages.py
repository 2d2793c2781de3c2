"""docs/toads-and-frogs-conjectures.md and the page on comparing say what is so."""

import gzip
import json
import re

import pytest

from exhaustive import some_of
from places import ROOT
from tests.games.toads_and_frogs.test_certificates import certified
from tests.games.toads_and_frogs.test_comparing import compared
from toadstone_checker.checking import check

PAGE = (ROOT / "docs" / "toads-and-frogs-conjectures.md").read_text()
PROOF = ROOT / "proofs" / "toads-and-frogs-e4-seven-toads.json.gz"
E4 = re.findall(r"^\| (\d) \| `([TF_]+)` \| (\S+) \| ([\d,]+) \| (.*?) \|", PAGE, re.MULTILINE)
E5 = {
    "T" * int(toads) + "_" * gaps + "F" * int(toads): cell.strip().strip("`")
    for toads, cells in re.findall(r"^\| (\d) \| (`\*`.*) \|$", PAGE, re.MULTILINE)
    for gaps, cell in enumerate(cells.split("|"), 1)
    if cell.strip()
}


def test_the_table_has_the_rows_of_the_conjecture():
    rows = [row for _, row, *_ in E4]
    assert rows == ["T" * a + "_" * a + "F" * (a - 1) for a in range(1, 8)]


def figures_hold(row, value, positions, replies):
    """Say whether value, positions and replies in the table are those found again."""
    said, certificate = compared((row,), value), certified(f"compare-with={value}", row)
    check(certificate)
    letters = [f"{len(certificate['strategies'][side]):,}" for side in ("toads", "frogs")]
    return (
        said.values["relation"] == "="
        and f"{said.solver.nodes:,}" == positions
        and " and ".join(letters) == replies
    )


@pytest.mark.parametrize("entry", some_of(E4[:6], 4))
def test_the_table_of_the_conjecture_holds(entry):
    assert figures_hold(*entry[1:])


def test_the_last_row_of_the_table_answers_whether_the_value_is_at_least_2():
    claim = json.loads(gzip.decompress(PROOF.read_bytes()))["claim"]
    asked = f"{claim['ask']}={claim['values']['other']}"
    assert f"The last row has the figures of `{asked}`" in PAGE


@pytest.mark.parametrize("cells", some_of([9, 99], 1))
def test_rows_of_conjecture_e5_are_infinitesimal_as_the_page_says(cells):
    assert E5.keys() >= {"T_F", "TTTTTTT_FFFFFFF", "T_____________F"}
    for row, said in E5.items():
        if len(row) > cells:
            continue
        relation = "<" if said.startswith("<") else "="
        assert compared((row,), said.removeprefix("<")).values["relation"] == relation
    assert [row for row, said in E5.items() if "+-" in said] == ["TTT__FFF"]
