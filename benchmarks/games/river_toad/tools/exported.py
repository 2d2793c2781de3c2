"""The models that `toadstone export` writes, as the tools that read them are given them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.games.river_toad.crossing import Crossing
from benchmarks.tool import Ask
from toadstone.core.budget import UNLIMITED
from toadstone.engines.instance import Instance, make_instance
from toadstone.files.source import Source, read_source
from toadstone.loading import read_scenario
from toadstone.services.export.export import export_files, format_named
from toadstone.services.export.parts import Claim, Files


@dataclass(frozen=True)
class Exported:
    """A file of the benchmark, to be exported to a format."""

    crossing: Crossing
    instance: Instance
    format_name: str

    @classmethod
    def of(cls, file: Path, ask: Ask, format_name: str) -> Exported:
        """Read a file; nothing is exported yet."""
        scenario = read_scenario(read_source(str(file)))
        instance = make_instance(scenario, ask)
        format_named(instance, format_name)  # what it imports is loaded before the clock starts
        return cls(Crossing.read(file), instance, format_name)

    def files(self) -> Files:
        """Return the files of the model."""
        return export_files(self.instance, self.format_name)

    def claim(self, output: str) -> Claim:
        """Return the plan in a solver's output; raise InputError where there is none."""
        source = Source("<output>", output, Path())
        return format_named(self.instance, self.format_name).read(self.instance, source, UNLIMITED)


def steps_of(claim: Claim) -> tuple[int, ...]:
    """Return how many cells to the right each move of a plan goes."""
    return tuple(move.shift for move in claim.moves)
