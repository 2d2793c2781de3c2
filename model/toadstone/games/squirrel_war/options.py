"""The options of the command line that only Squirrel War has."""

from __future__ import annotations

from toadstone.files.formats import OutputOption

OUTPUT_OPTIONS = (
    OutputOption("log", "FILE", "Write the log of a minimax or alpha-beta search."),
    OutputOption("course-output", "DIR", "Write the files that the course asks for."),
)
