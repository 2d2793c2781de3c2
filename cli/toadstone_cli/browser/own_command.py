"""Other commands of Toadstone, run in processes of their own."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE

from toadstone.core.errors import LimitReachedError, ToadstoneError
from toadstone_cli.output import ExitStatus


async def run_toadstone(*arguments: str) -> str:
    """Return what a command writes to standard output with `--json`; stopping this ends it.

    Raises:
        LimitReachedError: it has no answer in time.
        ToadstoneError: it answers with an error, or not at all.
    """
    path = os.pathsep.join(each for each in sys.path if each)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "toadstone_cli",
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )
    try:
        output, complaint = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    text = output.decode()
    try:
        content = json.loads(text)
    except ValueError:
        if process.returncode == ExitStatus.UNDECIDED:
            raise LimitReachedError from None
        words = complaint.decode(errors="replace").strip().splitlines()
        raise ToadstoneError(words[-1] if words else "no answer") from None
    if content.get("status") == "error":
        raise ToadstoneError(content["error"]["message"])
    return text
