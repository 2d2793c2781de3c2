"""Transcripts: command lines, and all that they print, times and versions aside.

After a deliberate change, `python tests/transcripts.py` writes tests/transcripts again: look at the
difference. A transcript has a command after `$ `, then standard output, standard error with `! `
before each line, the words of each file that was written after `+ `, and the exit status in
brackets where it is not 0; colours.txt has what a terminal gets. The commands run in a folder with
the files of transcripts/files; after ` < ` stands the file that is typed.
"""

import hashlib
import os
import re
import shutil
import tempfile
from contextlib import chdir
from html import unescape
from pathlib import Path
from unittest.mock import patch

from command_line import run
from places import ROOT, TESTS
from toadstone.engines import answering, confirming
from toadstone_cli import streams

FOLDER = TESTS / "transcripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))

VARYING = [
    (r'("(?:seconds|build|solve|total)": )[\d.e-]+', r"\1#"),
    (r'("(?:version|toadstone)": )"[\d.]+"', r'\1"#"'),
    (r"\b\d+\.\d+\.\d+\b", "#"),
    (r"\b\d+(\.\d+)? s\b", "# s"),
    (r" +\d+\.\d{3,}(?=\s)", " #"),  # the seconds of a table
    (r"(?<=,)\d+\.\d+(?=,)", "#"),  # and of comma-separated values
]
"""What is not the same in every run, as regular expressions, and what stands for it."""


def commands_of(text):
    """Return the command lines of a transcript, each with what it prints."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [part.rstrip().partition("\n")[::2] for part in parts]


def transcript_of(commands, *, styled):
    """Run command lines in a folder of their own; yield each with all that it prints.

    However busy the machine is, there is time for the second derivation. A
    terminal gets what is `styled`.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(confirming, "LEAST_SECONDS", 60.0),
        patch.object(answering, "LEAST_SECONDS_FOR_TIES", 60.0),
        patch.object(streams, "can_be_styled", lambda stream: styled),
    ):
        shutil.copytree(FOLDER / "files", folder, dirs_exist_ok=True)
        with chdir(folder):
            known = {path: path.stat().st_mtime_ns for path in files_here()}
            for command in commands:
                line, _, typed = command.removeprefix("toadstone ").partition(" < ")
                done = run(
                    line, input=Path(typed or os.devnull).read_bytes(), env={"COLUMNS": "80"}
                )
                printed = [done.stdout, prefixed("! ", without_progress(done.stderr))]
                for path in files_here():
                    if known.get(path) != (written := path.stat().st_mtime_ns):
                        known[path] = written
                        printed.append(prefixed("+ ", f"{path}\n{words_of(path)}"))
                printed.append(f"[{done.exit_code}]\n" if done.exit_code else "")
                whole = "".join(each and each.rstrip("\n") + "\n" for each in printed)
                yield command, constant(whole)


def without_progress(text):
    """Return standard error without the lines that only a slow machine gets to print."""
    return "".join(line for line in text.splitlines(True) if "(Ctrl-C stops)" not in line)


def files_here():
    """Return the files of the working folder, in the order of names."""
    return sorted(path for path in Path().rglob("*") if path.is_file())


def prefixed(sign, text):
    """Return a text with a sign before each line."""
    return "".join(f"{sign}{line}\n" for line in text.splitlines())


def words_of(path):
    """Return the text of a file; of a page or picture what people read, and a hash of it."""
    if path.suffix not in {".html", ".svg"}:
        return path.read_text() if path.suffix in {".csv", ".txt", ".yaml", ".jsonl"} else ""
    drawn = re.sub(r"<(style|script)\b.*?</\1>", "", path.read_text(), flags=re.S)
    text = re.sub(r'<[^>]*\b(?:aria-label|alt)="([^"]*)"[^>]*>', r"\n[\1]\n", drawn)
    words = unescape(re.sub(r"(<[^>]*>|\s)+", "\n", text)).splitlines()
    digest = hashlib.sha256(constant(drawn).encode()).hexdigest()[:8]
    return " ".join([*filter(None, words), f"#{digest}"])


def constant(text):
    """Return a text without what differs from run to run, or from folder to folder."""
    text = text.replace(f"{ROOT}/", "").replace("\x1b", "^")
    for varying, constant in VARYING:
        text = re.sub(varying, constant, text)
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip()


def main():
    """Write all transcripts again."""
    for name in NAMES:
        path = FOLDER / f"{name}.txt"
        commands = [command for command, _ in commands_of(path.read_text())]
        done = transcript_of(commands, styled=name == "colours")
        told = (f"$ {command}\n{printed}\n\n" for command, printed in done)
        path.write_text("".join(told))


if __name__ == "__main__":
    main()
