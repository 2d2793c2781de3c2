"""A scenario file that shows a defect again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import yaml

from toadstone.core.answer import SolverFacts
from toadstone.core.errors import DefectError
from toadstone.core.question import Question
from toadstone.core.version import __version__
from toadstone.files.scenario import Scenario


def bug_report(
    scenario: Scenario,
    ask: tuple[Question, ...],
    solver: SolverFacts,
    error: DefectError,
    *,
    front: bool = False,
) -> str:
    """Return the scenario as YAML, with the error in the comments at its head."""
    options = {"method": solver.name, **solver.settings}
    command = " ".join(f"--{name} {value}" for name, value in options.items())
    comments = [
        f"A defect of Toadstone {__version__}, {solver.name} {solver.version}:",
        *str(error).splitlines(),
        f"To see it again: toadstone solve THIS-FILE {command}",
    ]
    content = scenario.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    names = list(map(str, ask))
    content |= {"ask": {"pareto": names} if front else names}
    text = yaml.safe_dump(content, sort_keys=False, default_flow_style=None, allow_unicode=True)
    return "".join(f"# {line}\n" for line in comments) + text


@contextmanager
def reproducible(
    scenario: Scenario,
    ask: tuple[Question, ...],
    solver: SolverFacts,
    *,
    front: bool = False,
) -> Iterator[None]:
    """Give a defect that shows in the block the scenario that reproduces it."""
    try:
        yield
    except DefectError as error:
        error.reproduction = bug_report(scenario, ask, solver, error, front=front)
        raise
