"""docs/grading.md says what is so: its commands are run, its output is compared."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest
import yaml

from command_line import run
from places import ROOT
from toadstone.services.grading.grade import Rubric
from toadstone_cli.output import ExitStatus

PAGE = ROOT / "docs" / "grading.md"
TEXT = PAGE.read_text()
GRADING = ROOT / "tests" / "grading"
COURSE = ROOT / "tests" / "data" / "squirrel-war"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Work where the files are that the page speaks of."""
    monkeypatch.chdir(tmp_path)
    scenario, rubric = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    Path("one-snake.yaml").write_text(scenario)
    Path("rubric.yaml").write_text(rubric)
    Path("tasks").mkdir()
    Path("tasks/one-snake.yaml").write_text(scenario)
    shutil.copy(GRADING / "two-frogs" / "scenario.yaml", "tasks/two-frogs.yaml")
    copies = {
        "submissions/ada.txt": "one-snake/best.txt",
        "submissions/ben.txt": "one-snake/two-too-many.txt",
        "submissions/cleo.txt": "one-snake/asleep.txt",
        "submissions/dan.txt": "one-snake/typo.txt",
        "students/ada/one-snake.txt": "one-snake/best.txt",
        "students/ada/two-frogs.txt": "two-frogs/left-first.txt",
        "students/ben/one-snake.md": "one-snake/two-too-many.txt",
    }
    for target, source in copies.items():
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(GRADING / source, target)
    Path("handed-in").mkdir()
    shutil.copy(COURSE / "input_2.txt", "input_2.txt")
    shutil.copy(COURSE / "traverse_log_2.txt", "handed-in")


@pytest.mark.parametrize(
    ("command", "shown"),
    re.findall(r"```console\n\$ toadstone ([^\n]*)\n(.*?)```", TEXT, re.DOTALL),
)
def test_the_output_shown_is_the_output(command, shown):
    assert run(command).stdout == shown


@pytest.mark.parametrize("command", re.findall(r"```sh\ntoadstone ([^\n]*)", TEXT))
def test_every_command_of_the_page_works(command):
    arguments = shlex.split(command.partition(">")[0])
    done = run(*arguments)
    assert done.exit_code in {ExitStatus.ANSWERED, ExitStatus.UNUSABLE_FILE}
    assert done.stdout
    for folder in (word for word in arguments if word in {"marks", "results"}):
        assert list(Path(folder).iterdir())


def test_the_python_example_prints_what_is_shown():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried) == (0, 4)


def test_the_keys_of_a_rubric_are_those_of_the_page():
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", TEXT, re.MULTILINE)
    assert {key: int(points) for key, points in rows} == Rubric().model_dump()
    assert yaml.safe_load(Path("rubric.yaml").read_text()).keys() <= Rubric.model_fields.keys()
