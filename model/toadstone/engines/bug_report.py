"""A scenario file that shows a defect again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import yaml

from toadstone.core import __version__
from toadstone.core.errors import DefectError
from toadstone.engines.answer import SolverFacts
from toadstone.engines.instance import Instance


def bug_report(instance: Instance, solver: SolverFacts, error: DefectError) -> str:
    """Return the scenario as YAML, with the error in the comments at its head."""
    options = {"method": solver.name, **solver.settings}
    command = " ".join(f"--{name} {value}" for name, value in options.items())
    comments = [
        f"A defect of Toadstone {__version__}, {solver.name} {solver.version}:",
        *str(error).splitlines(),
        f"To see it again: toadstone solve THIS-FILE {command}",
    ]
    content = instance.scenario.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    names = list(map(str, instance.ask))
    content |= {"ask": {"pareto": names} if instance.front else names}
    text = yaml.safe_dump(content, sort_keys=False, default_flow_style=None, allow_unicode=True)
    return "".join(f"# {line}\n" for line in comments) + text


@contextmanager
def reproducible(instance: Instance, solver: SolverFacts) -> Iterator[None]:
    """Give a defect that shows in the block the scenario that reproduces it."""
    try:
        yield
    except DefectError as error:
        error.reproduction = bug_report(instance, solver, error)
        raise
