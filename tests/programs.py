"""Programs that tests run to their ends."""

import subprocess


def ran(*command, check=False, **options):
    """Run a program; return its exit status and what it wrote, as text."""
    usual = {"capture_output": True, "text": True}
    return subprocess.run([*map(str, command)], check=check, **usual | options)
