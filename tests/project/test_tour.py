"""docs/tour.ipynb runs, and its cells show what they say."""

import json
import sys
from importlib.util import find_spec

import pytest

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
