"""Makes `commands.md`: every command with its help, and what several commands share said once.

The page is part of the site, not of the repository: `python docs/commands.py` writes it.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from typer.testing import CliRunner

from toadstone_cli.main import GROUPS, app

PAGE = Path(__file__).with_name("commands.md")

HEAD = """\
# Commands

Results go to standard output, progress and errors to standard error. `SCENARIO` is a YAML file, the
name of an example such as `first-crossing`, `-` for standard input, or a game's plain text file.
`toadstone COMMAND --help` shows all. [What several commands take](#shared-by-several-commands)
stands at the end.
"""

SHARED = 3
"""An option or argument with the same help in so many commands is said once."""

ENTRY = re.compile(r"^  \S.*(?:\n {6,}\S.*)*", re.MULTILINE)
"""An option with its help, or a line of it below."""


def page() -> str:
    """Return the page: the commands in the groups of `toadstone --help`."""
    names = [name for group in GROUPS.values() for name in group]
    helps = {name: _help(name) for name in names}
    counts = Counter(each for text in helps.values() for each in set(_options(text)))
    shared = {option: count for option, count in counts.items() if count >= SHARED}
    parts = [HEAD]
    parts += [_block(f"toadstone {name}", _own(text, shared)) for name, text in helps.items()]
    once = {_name(option): option for option in sorted(shared, key=_name)}
    parts.append(_block("Shared by several commands", "\n".join(once.values())))
    return "\n".join(parts)


def _help(command: str) -> str:
    run = CliRunner(env={"COLUMNS": "80"})
    return run.invoke(app, [*command.split(), "--help"], prog_name="toadstone").stdout.rstrip()


def _options(text: str) -> list[str]:
    listed = text.partition("\nArguments:\n")[2] or text
    return [_folded(each) for each in ENTRY.findall(listed)]


def _folded(entry: str) -> str:
    """Return an option's entry with one space between words, so that columns do not matter."""
    name, _, meaning = entry.strip().partition("  ")
    return f"  {name}\n      {' '.join(meaning.split())}"


def _name(option: str) -> str:
    return option.split(maxsplit=1)[0].strip(",")


def _own(text: str, shared: dict[str, int]) -> str:
    """Return the help of a command without the options that several share, but with their names."""
    kept = ENTRY.sub(lambda found: "" if _folded(found[0]) in shared else found[0], text)
    kept = re.sub(r"^[A-Z][\w -]*:\n+(?=[A-Z]|\Z)", "", re.sub(r"\n{2,}", "\n\n", kept), flags=re.M)
    names = sorted(_name(each) for each in set(_options(text)) & shared.keys())
    return f"{kept.rstrip()}\n\nAlso: {' '.join(names)}"


def _block(title: str, text: str) -> str:
    return f"## {title}\n\n```text\n{text}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
