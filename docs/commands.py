"""Makes `commands.md`: every command with its help, as the program prints it.

Run `python docs/commands.py` after a help text changes; a test compares the page with the program.
"""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from toadstone_cli.main import GROUPS, app

PAGE = Path(__file__).with_name("commands.md")

HEAD = """\
# Commands

What each command prints with `--help`. Results go to standard output, progress and errors to
standard error. `SCENARIO` is a file, the name of an example such as `first-crossing`, or `-` for
standard input. `toadstone --install-completion` lets your shell complete commands, files, examples,
questions, methods and players.
"""


def page() -> str:
    """Return the page: the commands in the groups of `toadstone --help`."""
    parts = [HEAD, _section("toadstone", "")]
    for names in GROUPS.values():
        parts += [_section(f"toadstone {name}", name) for name in names]
    return "\n".join(parts)


def _section(title: str, command: str) -> str:
    done = CliRunner(env={"COLUMNS": "80"}).invoke(
        app, [*command.split(), "--help"], prog_name="toadstone"
    )
    return f"## {title}\n\n```text\n{done.stdout.rstrip()}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
