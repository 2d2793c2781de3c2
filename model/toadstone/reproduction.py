"""A scenario file that shows a defect again."""

from __future__ import annotations

import yaml

from toadstone import __version__
from toadstone.errors import DefectError
from toadstone.question import Question
from toadstone.scenario import Scenario
from toadstone.solver import SOLVER_NAME, SOLVER_VERSION, Limits


def reproduction(
    scenario: Scenario,
    ask: tuple[Question, ...],
    limits: Limits,
    error: DefectError,
    *,
    front: bool = False,
) -> str:
    """Return the scenario as YAML, with what went wrong in the comments at its head."""
    comments = [
        f"A defect of Toadstone {__version__}, {SOLVER_NAME} {SOLVER_VERSION}:",
        *str(error).splitlines(),
        f"To see it again: toadstone solve THIS-FILE --workers {limits.workers} "
        f"--seed {limits.seed}",
    ]
    content = scenario.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    names = [question.name for question in ask]
    content |= {"ask": {"pareto": names} if front else names}
    text = yaml.safe_dump(content, sort_keys=False, default_flow_style=None, allow_unicode=True)
    return "".join(f"# {line}\n" for line in comments) + text
