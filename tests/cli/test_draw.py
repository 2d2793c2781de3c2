"""`draw` and the pictures of other commands, as a user meets them: files, messages, statuses."""

import io
import sys
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageSequence

import toadstone
from command_line import run
from pictures_of import SCENARIOS
from tests.cli.test_cli import WINNABLE
from tests.view.test_pictures import SVG, tiles

CROSSING = SCENARIOS / "river-toad/jump-of-two.yaml"
"""Won in 8 turns."""
LOST = SCENARIOS / "river-toad/starvation.yaml"


def refused(tmp_path, *arguments, status=2, name="picture.svg"):
    """Return the one message of `draw`, which is to write nothing."""
    before = sorted(tmp_path.iterdir())
    done = run("draw", *arguments, "-o", tmp_path / name)
    assert done.exit_code == status
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.iterdir()) == before
    return done.stderr


def shown_in(svg):
    return [state for state, _ in tiles(svg)]


def test_an_svg_shows_every_state_and_a_png_and_a_gif_have_its_size_and_frames(tmp_path):
    scenario = tmp_path / "one-snake.yaml"
    scenario.write_text(WINNABLE)
    files = [tmp_path / f"a.{kind}" for kind in ("SVG", "png", "gif")]
    assert {run("draw", scenario, "-o", file).exit_code for file in files} == {0}
    svg, png, gif = (file.read_bytes() for file in files)
    root, image = ElementTree.fromstring(svg), Image.open(io.BytesIO(png))
    states = [*map(str, toadstone.solve(WINNABLE).states)]
    assert (root.tag, shown_in(svg)) == (f"{SVG}svg", states)
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    assert image.format == "PNG"
    assert image.size == pytest.approx((2 * width, 2 * height), abs=1)
    image = Image.open(io.BytesIO(gif))
    assert (image.format, image.n_frames) == ("GIF", len(shown_in(svg)))
    *moves, end = (frame.info["duration"] for frame in ImageSequence.Iterator(image))
    assert {*moves} == {end / 3}, "the end stays three times as long"


def test_a_plan_file_that_is_none_is_refused_and_none_is_replaced_by_its_picture(tmp_path):
    plan = tmp_path / "plan.svg"
    plan.write_text("stay\nhop\n")
    message = refused(tmp_path, CROSSING, plan, status=30)
    assert f"{plan}:2:1: error: " in message
    message = refused(tmp_path, CROSSING, plan, name="plan.svg", status=30)
    assert "plan.svg: error: cannot write: this file is the plan" in message


def test_what_is_undecided_says_why_and_what_is_drawn(tmp_path):
    long = SCENARIOS / "river-toad/three-hundred-turns.yaml"
    done = run("draw", long, "--time-limit", 0.001, "-o", tmp_path / "a.svg")
    assert done.exit_code == 20
    assert done.stderr == "toadstone: undecided, the time limit was reached: the start is drawn\n"
    drawn = (tmp_path / "a.svg").read_text()
    assert len(shown_in(drawn)) == 1
    words = " ".join(ElementTree.fromstring(drawn).itertext())
    assert "Undecided: the time limit was reached before a plan was found or excluded." in words


@pytest.fixture
def unsolved(monkeypatch):
    monkeypatch.setattr("toadstone.interface.solve", Mock(side_effect=AssertionError("solved")))


@pytest.mark.parametrize(("name", "missing"), [("a.png", "PIL"), ("a.gif", "resvg_py")])
def test_what_the_extra_is_missing_for_is_refused_before_it_is_solved(
    tmp_path, monkeypatch, unsolved, name, missing
):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setitem(sys.modules, f"{missing}.Image", None)
    assert "pip install 'toadstone[pictures]'" in refused(tmp_path, LOST, name=name)


def test_files_that_cannot_be_written_or_read_are_named_before_it_is_solved(tmp_path, unsolved):
    assert "no/such/a.svg" in refused(tmp_path, LOST, name="no/such/a.svg", status=30)
    (tmp_path / "folder.svg").mkdir()
    refused(tmp_path, LOST, name="folder.svg", status=30)
    file = tmp_path / "wrong.yaml"
    file.write_text("game: river-toad\ntoad: {hp: no}\nask: survive\n")
    assert f"{file}:2:" in refused(tmp_path, file, status=30)
    file = tmp_path / "scenario.svg"
    file.write_text(CROSSING.read_text())
    assert "scenario.svg" in refused(tmp_path, file, name=file.name, status=30)
    assert file.read_text() == CROSSING.read_text()
