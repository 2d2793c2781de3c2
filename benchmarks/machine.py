"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> str:
    """Return processor, number of cores, operating system and Python, in one line."""
    system = f"{platform.system()} {platform.release()}"
    cores = len(os.sched_getaffinity(0))
    return f"{_processor()}, {cores} cores; {system}; Python {platform.python_version()}"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown processor")
