"""The command line, run in the process of the tests."""

import shlex

from typer.testing import CliRunner

from toadstone_cli.main import app


def run(*words, **options):
    """Run a command line: its words one by one, or all of it as one text, as a shell reads it.

    `options` are those of typer's runner, such as `input`, and its result is returned. An error
    that the program does not handle is raised.
    """
    first, *others = words
    line = shlex.split(first) if isinstance(first, str) and not others else words
    words = [str(word) for word in line]
    usual = {"prog_name": "toadstone", "catch_exceptions": False}
    return CliRunner().invoke(app, words, **usual | options)
