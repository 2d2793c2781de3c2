"""docs/batch.md says what is so."""

import csv
import json
import re
from pathlib import Path

import pytest

from command_line import run
from places import ROOT
from toadstone.services.batch.journal import HEAD

PAGE = (ROOT / "docs" / "batch.md").read_text()
SECONDS = re.compile(r"[0-9.]+ s$", re.MULTILINE)


@pytest.mark.exhaustive
def test_the_commands_of_the_page_do_and_print_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    commands = re.findall(r"^toadstone (.*)$", "\n".join(blocks), re.MULTILINE)
    here = [command for command in commands if "HOST" not in command]
    assert len(here) == 5
    for command in here:
        assert run(f"{command}{' --workers 1' * command.startswith('batch')}").exit_code == 0
    results = [json.loads(line) for line in Path("results.jsonl").read_text().splitlines()]
    assert [line["file"] for line in results] == [
        "rivers/rolls-from-a-file.yaml",
        "rivers/starvation.yaml",
    ]
    first, *records = Path("results.jsonl.journal").read_text().splitlines()
    assert (json.loads(first), len(records)) == (HEAD, 2)
    with Path("table.csv").open() as table:
        columns = next(csv.reader(table))
    rows = re.findall(r"^\| (`.*?) \|", PAGE.partition("## A table")[2].partition("## ")[0], re.M)
    assert re.findall(r"`(.*?)`", " ".join(rows)) == columns
    shown = re.findall(r"```console\n\$ toadstone ([^\n]*)\n(.*?)```", PAGE, re.DOTALL)
    assert len(shown) == 2
    for command, text in shown:
        said = run(f"{command} --workers 1").stderr
        assert SECONDS.sub("", said).startswith(SECONDS.sub("", text))
