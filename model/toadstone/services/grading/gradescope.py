"""Marks as Gradescope reads them.

The format is that of <https://gradescope-autograders.readthedocs.io/en/latest/specs/>, "Output
format": a `results.json` with `tests`, each with `score`, `max_score`, `status`, `name`, `output`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from toadstone.services.grading.grade import Grade, Mark
from toadstone.services.grading.grading import Grading, rubrics_of
from toadstone.services.grading.own_files import GENERATOR

FILE = "results.json"


def results(marks: Sequence[tuple[Grading, Grade]]) -> dict[str, Any]:
    """Return the results of one student: a test case for each scenario."""
    return {
        "score": sum(grade.points or 0 for _, grade in marks),
        "output": "\n".join(rubrics_of([grading for grading, _ in marks])),
        "output_format": "text",
        "extra_data": {"generator": GENERATOR},
        "tests": [_test(grading, grade) for grading, grade in marks],
    }


def _test(grading: Grading, grade: Grade) -> dict[str, Any]:
    said = [grade.sentence, grading.in_words()]
    if grade.understood:
        said.append(f"Read as: {grade.understood}")
    passed = grade.mark is Mark.VALID and grade.failure is None
    stated = grade.to_json()
    return {
        "name": grading.title,
        "name_format": "text",
        "score": grade.points or 0,
        "max_score": grade.of,
        "status": "passed" if passed else "failed",
        "output": "\n".join(said),
        "output_format": "text",
        "visibility": "visible",
        "extra_data": {key: stated[key] for key in ("mark", "valid", "at", "gap", "values")},
    }


def results_file(marks: Sequence[tuple[Grading, Grade]]) -> str:
    """Return the text of a student's `results.json`."""
    return json.dumps(results(marks), indent=2) + "\n"
