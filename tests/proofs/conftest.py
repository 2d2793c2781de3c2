"""What tests of the theorems share."""

import pytest

from coq import build_theory


@pytest.fixture(scope="session")
def theory(tmp_path_factory):
    """Return a folder in which the theory has been built."""
    folder = tmp_path_factory.mktemp("theory") / "proofs" / "coq"
    build_theory(folder)
    return folder
