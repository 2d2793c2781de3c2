"""docs/tour.ipynb runs, and its cells show what they say."""

import json
import sys

import pytest

import toadstone
from places import ROOT

TOUR = ROOT / "docs" / "tour.ipynb"


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """Run the notebook once by this interpreter; return the outputs of each cell by its name."""
    pytest.importorskip("nbclient", reason="pip install 'toadstone[test-all]'")
    import nbformat
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    line = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]

    class OwnKernel(AsyncKernelManager):
        kernel_spec = KernelSpec(argv=line, language="python")

    notebook, folder = nbformat.read(TOUR, as_version=4), tmp_path_factory.mktemp("tour")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(folder / "runtime"))
        NotebookClient(notebook, timeout=60, kernel_manager_class=OwnKernel).execute()
    return {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}


@pytest.fixture
def html(executed):
    def of(cell):
        (output,) = executed[cell]
        return output.data["text/html"]

    return of


@pytest.fixture
def text(executed):
    def of(cell):
        (output,) = executed[cell]
        return output.text if output.output_type == "stream" else output.data["text/plain"]

    return of


def test_the_tour_is_committed_without_outputs():
    cells = json.loads(TOUR.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)


@pytest.mark.exhaustive
def test_the_tour_runs_without_a_word_on_standard_error(executed):
    outputs = [output for outputs in executed.values() for output in outputs]
    kinds = {output.get("name", output.output_type) for output in outputs}
    assert kinds == {"execute_result", "stdout"}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("scenario", "Mr. Toad"),
        ("answer", "Proven best: 14 HP."),
        ("two-players", "best: 2-3"),
        ("explanation", "Start with 1 more HP"),
        ("front", "Point 6"),
    ],
)
def test_a_cell_shows_its_picture(html, cell, words):
    shown = html(cell)
    assert shown.startswith("<iframe srcdoc=")
    assert "&lt;svg" in shown
    assert words in shown


@pytest.mark.exhaustive
def test_a_comparison_shows_a_table(html):
    assert "&lt;table" in html("comparison")
    assert "layered" in html("comparison")


@pytest.mark.exhaustive
def test_the_cells_say_what_the_functions_return(text):
    two_rows = toadstone.scenario("river-toad", rolls=[4, 33, 0], rows=2, hp=3, ask="max-hp")
    assert text("keywords") == repr(toadstone.solve(two_rows).plan)
    assert "optimal {'hp': 14," in text("printed")
    page, _, _seconds = str(toadstone.solve("wall-of-snakes")).rpartition("\n")
    assert page in text("printed")
    assert text("records").count("'hp':") == len(toadstone.solve("front-of-moves-and-hp").front)


@pytest.mark.exhaustive
def test_the_proof_is_valid(text):
    assert text("proof").startswith("(True,")
    assert "'hp': 14" in text("proof")


@pytest.mark.exhaustive
def test_the_error_names_line_and_column(text):
    assert text("error") == "2 13 `rolls[2]`: expected a roll from 0 to 33, found `99`\n"
