"""What people see is what tests/transcripts say, which `python tests/transcripts.py` writes."""

import pytest

from transcripts import FOLDER, NAMES, commands_of, transcript_of


@pytest.mark.parametrize("name", NAMES)
def test_a_command_prints_what_its_transcript_says(name):
    told = commands_of((FOLDER / f"{name}.txt").read_text())
    commands = [command for command, _ in told]
    printed = [*transcript_of(commands, styled=name == "colours")]
    for (command, expected), (_, text) in zip(told, printed, strict=True):
        assert text == expected, command
