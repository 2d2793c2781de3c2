"""Tools that are Python packages: are they installed, and which version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from benchmarks.tool import INSTALL_PACKAGES


def missing_package(package: str) -> str | None:
    """Say that a package has to be installed, and how; None where it is."""
    try:
        version(package)
    except PackageNotFoundError:
        return f"needs `{package}`: {INSTALL_PACKAGES}"
    return None
