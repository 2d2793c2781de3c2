"""Tools that are Python packages: are they installed, and which version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def missing_package(package: str) -> str | None:
    """Say that a package is not installed, or return None."""
    try:
        version(package)
    except PackageNotFoundError:
        return f"`{package}` is not installed: pip install 'toadstone[bench]'"
    return None
