"""The examples of a page: the files it shows, the commands, and what they print.

A page is read from top to bottom in one folder, as a reader works through it:

- a block with a title, such as ```` ```yaml title="pond.yaml" ````, is a file of that name;
- a `console` block holds commands, each after `$ `, and what they print; a line `...` stands for
  any number of lines;
- an `sh` block holds commands of which only the end is looked at;
- `<!-- not run: REASON -->` before a block leaves it out.
"""

import re
import shlex
import subprocess
import sys
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import command_line
from own_folders import forget_games_in
from places import ROOT

_BLOCK = re.compile(
    r"^(?P<skip><!-- not run: [^\n]+ -->\n+)?"
    r"```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_PLAIN = re.compile(r"toadstone [^|<;&$`]*")
"""A line that needs no process of its own: one command, its output perhaps to a file."""

ENDS_WELL = {0, 10}


@dataclass(frozen=True)
class Example:
    """A command, and what the page says that it prints; None where it does not say."""

    command: str
    shown: str | None


def examples(text):
    """Yield the files of a page as (name, text), and its commands as examples."""
    for block in _BLOCK.finditer(text):
        if block["skip"]:
            continue
        if block["title"]:
            yield block["title"], block["text"]
        elif block["language"] == "console":
            for part in re.split(r"^\$ ", block["text"], flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                yield Example(command, shown)
        elif block["language"] == "sh":
            joined = re.sub(r"\\\n\s*", "", block["text"])
            lines = [line for line in joined.splitlines() if not line.startswith("#")]
            yield from (Example(line, None) for line in lines if line.strip())


def run(command):
    """Run a command line in the folder at hand; return its output and exit status."""
    line, _, output = command.partition(" > ")
    if _PLAIN.fullmatch(line):
        done = command_line.run(line.removeprefix("toadstone "), env={"COLUMNS": "80"})
        if output:
            Path(output.strip()).write_text(done.stdout)
        return "" if output else done.stdout, done.exit_code
    shell = f'toadstone() {{ {shlex.quote(sys.executable)} -m toadstone_cli "$@"; }}; {command}'
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    return done.stdout, done.returncode


def plain(text):
    """Return a text without what differs from run to run: times, versions, and their width."""
    text = re.sub(r"\d+\.\d+(\.\d+)*", "#", text)
    text = re.sub(r"\b\d+ s\b", "# s", text)
    return [re.sub(r" +", " ", line).rstrip() for line in text.rstrip("\n").split("\n")]


def is_shown(shown, printed):
    """Return whether a page shows what was printed."""
    lines = [r"(?:.*\n)*?" if line == "..." else f"{re.escape(line)}\n" for line in plain(shown)]
    return bool(re.fullmatch("".join(lines), "".join(f"{line}\n" for line in plain(printed))))


def work_through(text, folder):
    """Yield every example of a page with its output and exit status, run in one folder."""
    for name in ("scenarios", "docs", "checker", "proofs"):
        (folder / name).symlink_to(ROOT / name)
    with chdir(folder):
        for each in examples(text):
            if isinstance(each, Example):
                yield each, *run(each.command)
            else:
                name, content = each
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_text(content)
                forget_games_in(folder)
        forget_games_in(folder)
