"""The README says what is so."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from toadstone_cli.exit_status import ExitStatus
from toadstone_cli.main import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def commands():
    """Return the arguments of every `toadstone` command of the README's code blocks."""
    blocks = re.findall(r"```(?:sh|console)\n(.*?)```", README, re.DOTALL)
    lines = re.findall(r"(?:^|[/ ])toadstone ([^\n]*)", "\n".join(blocks), re.MULTILINE)
    return [shlex.split(line.partition(">")[0]) for line in lines]


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_every_command_of_the_readme_works(arguments, tmp_path, monkeypatch):
    for name in ["scenarios", "docs"]:
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "rolls.txt").write_text("16 0 33 4")
    monkeypatch.chdir(tmp_path)
    proof = ["prove", "scenarios/river-toad/starvation.yaml", "--certificate", "proof.json"]
    CliRunner().invoke(app, proof)
    moves = CliRunner().invoke(
        app, ["solve", "scenarios/river-toad/first-crossing.yaml", "--view", "moves"]
    )
    (tmp_path / "plan.txt").write_text(moves.stdout)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code in {ExitStatus.ANSWERED, ExitStatus.IMPOSSIBLE}
    assert result.stdout


def test_the_sample_scenario_can_be_solved(tmp_path):
    (sample,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    (tmp_path / "sample.yaml").write_text(sample)
    result = CliRunner().invoke(app, ["solve", str(tmp_path / "sample.yaml")])
    assert result.exit_code == ExitStatus.ANSWERED


def test_the_python_example_runs(monkeypatch, capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(ROOT)
    exec(example, {})
    assert capsys.readouterr().out.startswith("optimal ")


@pytest.mark.parametrize(
    ("command", "shown"),
    re.findall(r"```console\n\$ toadstone ([^\n]*)\n(.*?)```", README, re.DOTALL),
)
def test_the_output_shown_is_the_output(command, shown):
    output = CliRunner().invoke(app, shlex.split(command)).stdout
    assert output.startswith(shown)


def test_the_exit_statuses_are_all_there():
    rows = re.findall(r"^\| (\d+) \|", README, re.MULTILINE)
    assert [int(row) for row in rows] == list(ExitStatus)


def test_relative_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", README):
        assert (ROOT / target).exists(), target


def test_ci_runs_the_line_that_the_readme_gives():
    script = (ROOT / ".ci" / "run").read_text()
    pattern = re.search(r"grep -- '([^']*)' README.md", script)[1]
    assert len([line for line in README.splitlines() if pattern in line]) == 1
