"""docs/tour.ipynb runs, and its cells show what they say."""

import json
import sys
from importlib.util import find_spec

import pytest

import toadstone
from places import ROOT

TOUR = ROOT / "docs" / "tour.ipynb"


def test_the_tour_is_committed_without_outputs():
    cells = json.loads(TOUR.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)


def outputs_of_cells():
    """Run the notebook by this interpreter; return the outputs of each cell by its name."""
    import nbformat
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    line = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]

    class OwnKernel(AsyncKernelManager):
        kernel_spec = KernelSpec(argv=line, language="python")

    notebook = nbformat.read(TOUR, as_version=4)
    NotebookClient(notebook, timeout=60, kernel_manager_class=OwnKernel).execute()
    return {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}


@pytest.mark.exhaustive
@pytest.mark.skipif(not find_spec("nbclient"), reason="pip install 'toadstone[test-all]'")
def test_the_cells_of_the_tour_show_and_say_what_the_functions_return(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, folder in (("IPYTHONDIR", "ipython"), ("JUPYTER_RUNTIME_DIR", "runtime")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    executed = outputs_of_cells()
    outputs = [output for outputs in executed.values() for output in outputs]
    kinds = {output.get("name", output.output_type) for output in outputs}
    assert kinds == {"execute_result", "stdout"}  # not a word on standard error
    for cell, words in (
        ("scenario", "Mr. Toad"),
        ("answer", "Proven best: 14 HP."),
        ("two-players", "best: 2-3"),
        ("explanation", "Start with 1 more HP"),
        ("front", "Point 6"),
        ("comparison", "layered"),
    ):
        (output,) = executed[cell]
        shown = output.data["text/html"]
        assert ("&lt;table" if cell == "comparison" else "&lt;svg") in shown, cell
        assert words in shown, cell
    said = {}
    for cell, (output,) in executed.items():
        is_stream = output.output_type == "stream"
        said[cell] = output.text if is_stream else output.data.get("text/plain", "")
    two_rows = toadstone.scenario("river-toad", rolls=[4, 33, 0], rows=2, hp=3, ask="max-hp")
    assert said["keywords"] == repr(toadstone.solve(two_rows).plan)
    assert "optimal {'hp': 14," in said["printed"]
    page, _, _seconds = str(toadstone.solve("wall-of-snakes")).rpartition("\n")
    assert page in said["printed"]
    front = toadstone.solve("front-of-moves-and-hp").front
    assert said["records"].count("'hp':") == len(front)
    assert said["proof"].startswith("(True,")
    assert said["error"] == "2 13 `rolls[2]`: expected a roll from 0 to 33, found `99`\n"
