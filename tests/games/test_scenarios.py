"""Every committed scenario is answered as its own comment says."""

import re

import pytest

from exhaustive import EXHAUSTIVE, in_groups
from places import SCENARIOS
from toadstone.core.budget import Budget, Confirm, Limits
from toadstone.core.question import Sense
from toadstone.engines.answering import answer
from toadstone.engines.instance import make_instance
from toadstone.files.source import Source, read_source
from toadstone.loading import read_scenario
from toadstone.services.generation.puzzle import yaml_of

FILES = sorted(SCENARIOS.glob("*/*.yaml"))
LONG = {"empty-course-board": 3600.0, "five-by-five": 1800.0, "seven-toads-against-six": 600.0}
"""The scenarios that take minutes, and within how many seconds they are answered."""
MUCH_WORK = {
    "fourteen-cells",
    "front-of-three-questions",
    "longest-way-to-lose",
    "remoteness-of-four-by-four",
    "shortest-for-green-on-five-by-five",
    "twelve-frogs",
}
"""Scenarios of several seconds, where smaller ones ask the same of the same game."""
ANSWER = re.compile(r"^# Answer: (optimal|feasible|infeasible)(?:; (.*))?$", re.MULTILINE)


def stated_answer(path):
    """Return status and figures of the `# Answer:` line."""
    (status, figures), *others = ANSWER.findall(path.read_text())
    assert not others
    if figures.startswith("front "):
        points = figures.removeprefix("front ").split(", ")
        return status, [list(map(int, point.split())) for point in points]
    pairs = [pair.split() for pair in figures.split(", ") if pair]
    return status, dict(pairs)


def by_effort(path):
    """Return a file as a parameter, among the exhaustive tests where it is much work."""
    return pytest.param(path, marks=[EXHAUSTIVE] * (path.stem in LONG or path.stem in MUCH_WORK))


@pytest.mark.parametrize("path", [by_effort(path) for path in FILES], ids=lambda path: path.stem)
def test_the_answer_is_the_one_in_the_comment_and_comes_in_time(path):
    status, figures = stated_answer(path)
    instance = make_instance(read_scenario(read_source(str(path))))
    budget = Budget(Limits(LONG.get(path.stem, 60.0)))
    # once: of the largest positions the second derivation would take as long again
    given = answer(instance, budget, confirm=Confirm.NEVER)
    assert given.status == status
    if given.front is not None:
        points = [line.figures for line in given.front]
        assert [[point[q.figure] for q in given.ask] for point in points] == figures
        return
    assert {name: str((given.values or {}).get(name)) for name in figures} == figures


@in_groups("path", FILES)
def test_the_comment_states_every_figure_that_the_question_is_about(path):
    status, figures = stated_answer(path)
    scenario = read_scenario(read_source(str(path)))
    asked = {question.figure for question in scenario.asked() if question.figure}
    if scenario.asked()[0].sense is Sense.POSITION:
        assert figures
        return
    if not isinstance(scenario.ask, tuple):
        assert {len(point) for point in figures} == {len(asked)}
        return
    assert asked <= figures.keys() or status == "infeasible"


@in_groups("path", FILES)
def test_the_file_tells_editors_its_schema_and_readers_what_it_shows(path):
    first, second = path.read_text().splitlines()[:2]
    schema = first.removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / schema).is_file()
    assert second.startswith("# ")
    assert not second.startswith("# Answer")


@in_groups("path", FILES)
def test_a_scenario_that_is_written_again_asks_the_same(path):
    scenario = read_scenario(read_source(str(path)))
    assert read_scenario(Source("", yaml_of(scenario, []), path.parent)) == scenario
