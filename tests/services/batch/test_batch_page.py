"""docs/batch.md says what is so."""

import csv
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from command_line import run
from places import ROOT

PAGE = (ROOT / "docs" / "batch.md").read_text()
SECONDS = re.compile(r"[0-9.]+ s$", re.MULTILINE)


@pytest.mark.exhaustive
def test_what_the_page_says_of_files_and_of_standard_error_is_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("batch first-crossing --set toad.hp=8,9,10 --csv -o table.csv --workers 1")
    with closing(sqlite3.connect("table.csv.journal")) as journal:
        assert journal.execute("SELECT count(*) FROM results").fetchone() == (3,)
    with Path("table.csv").open() as table:
        columns = next(csv.reader(table))
    rows = re.findall(r"^\| (`.*?) \|", PAGE.partition("## A table")[2].partition("## ")[0], re.M)
    assert re.findall(r"`(.*?)`", " ".join(rows)) == columns
    shown = re.findall(r"```console\n\$ toadstone ([^\n]*)\n(.*?)```", PAGE, re.DOTALL)
    assert len(shown) == 2
    for command, text in shown:
        said = run(f"{command} --workers 1").stderr
        assert SECONDS.sub("", said).startswith(SECONDS.sub("", text))
