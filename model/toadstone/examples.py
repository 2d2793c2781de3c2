"""The scenarios that come with the package, as examples: what they are, and copies of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from toadstone.core.errors import RequestError
from toadstone.files.messages import did_you_mean, quoted
from toadstone.files.scenario import Scenario
from toadstone.files.source import Source, read_source
from toadstone.files.writing import cannot_write, make_folder, open_atomic
from toadstone.loading import example_files, find_example, read_scenario


@dataclass(frozen=True)
class Example:
    """A scenario that comes with the package.

    Attributes:
        name: what stands for it where a scenario is expected.
        path: where it is.
    """

    name: str
    path: Path

    @cached_property
    def _source(self) -> Source:
        return read_source(str(self.path))

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario."""
        return read_scenario(self._source)[1]

    @property
    def text(self) -> str:
        """The text of the file."""
        return self._source.text

    @property
    def question(self) -> str:
        """The question, as `--ask` takes it."""
        names = ",".join(map(str, self.scenario.asked()))
        return f"pareto:{names}" if self.scenario.asks_for_a_front() else names

    @property
    def files(self) -> list[Path]:
        """The file, and those that it names."""
        return [self.path, *map(Path, self._included)]

    @cached_property
    def _included(self) -> list[str]:
        return self._source.included if self.scenario else []

    def to_json(self) -> dict[str, Any]:
        """Return the object that `toadstone examples --json` lists."""
        return {
            "name": self.name,
            "game": self.scenario.game,
            "title": self.scenario.title,
            "question": self.question,
            "file": str(self.path),
        }


def all_examples() -> list[Example]:
    """Return every example, those of a game together."""
    every = [Example(name, path) for name, path in example_files().items()]
    return sorted(every, key=lambda example: (example.path.parent.name, example.name))


def example_named(name: str) -> Example:
    """Return the example with this name; raise RequestError where there is none."""
    known = example_files()
    path = find_example(name)
    for known_name, known_path in known.items():
        if known_path == path:
            return Example(known_name, known_path)
    guess = did_you_mean(name, known) or "; `toadstone examples` lists them"
    raise RequestError(f"there is no example {quoted(name)}{guess}")


def copy_examples(
    chosen: Sequence[Example], folder: str | Path, *, replace: bool = False
) -> list[str]:
    """Copy examples into a folder, which is made where there is none; return the new files.

    A file that is there with the same content is left as it is.

    Args:
        chosen: the examples; several go into a folder for each game.
        folder: where to.
        replace: whether files that differ are replaced.

    Raises:
        InputError: a file cannot be written, or is there and differs; nothing is copied then.
    """
    texts = {
        Path(folder, each.scenario.game if len(chosen) > 1 else "", path.name): path.read_bytes()
        for each in chosen
        for path in each.files
    }
    missing = {path: text for path, text in texts.items() if not _is_there(path, text, replace)}
    for target, text in missing.items():
        make_folder(target.parent)
        try:
            with open_atomic(str(target), binary=True, replace=replace) as file:
                file.write(text)
        except OSError as error:
            raise cannot_write(str(target), error.strerror or str(error)) from None
    return [str(target) for target in missing]


def _is_there(path: Path, text: bytes, replace: bool) -> bool:
    """Return whether a file holds a text already; one that holds another stops everything."""
    try:
        if path.is_file() and path.read_bytes() == text:
            return True
        if path.exists() and not replace:
            raise cannot_write(str(path), "it exists already and differs (see --force)")
    except OSError as error:
        raise cannot_write(str(path), error.strerror or str(error)) from None
    return False
