"""Where the project and the tests' own files lie."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SCENARIOS = ROOT / "scenarios"
