"""What other commands of Toadstone make for a tab, in processes of their own: puzzles, proofs."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from asyncio.subprocess import DEVNULL, PIPE

from toadstone.core.errors import LimitReachedError, ToadstoneError
from toadstone_cli.browser.messages import Difficulty, PuzzleView
from toadstone_cli.output import ExitStatus

SECONDS = 120
"""The time to make one puzzle."""


class PuzzleMaker:
    """Makes puzzles in processes of their own, the next one before it is asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, Difficulty], asyncio.Task[PuzzleView]] = {}

    def is_ready(self, game: str, difficulty: Difficulty) -> bool:
        """Return whether a puzzle of a kind is there already."""
        task = self._made.get((game, difficulty))
        return task is not None and task.done()

    async def next(self, game: str, difficulty: Difficulty) -> PuzzleView:
        """Return a puzzle, and begin to make the next one.

        Raises:
            ToadstoneError: there are no puzzles of the game, or none was found in time.
        """
        kind = (game, difficulty)
        task = self._made.get(kind) or asyncio.create_task(_make(*kind))
        self._made[kind] = task
        try:
            return await asyncio.shield(task)
        finally:
            if task.done():
                del self._made[kind]
                if not task.exception():
                    self._made[kind] = asyncio.create_task(_make(*kind))

    def close(self) -> None:
        """Stop making puzzles."""
        for task in self._made.values():
            task.cancel()


async def _make(game: str, difficulty: Difficulty) -> PuzzleView:
    seed = secrets.randbelow(1_000_000)
    wish = ["--difficulty", difficulty, "--seed", f"{seed}", "--time-limit", f"{SECONDS}"]
    try:
        made = json.loads(await run_toadstone("generate", game, *wish, "--json"))
    except LimitReachedError:
        words = f"No puzzle ({difficulty}) was found in time: try another."
        raise ToadstoneError(words) from None
    return PuzzleView(
        game=game,
        difficulty=difficulty,
        scenario=json.dumps(made["scenario"]),
        solution=tuple(made["solution"]),
    )


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
        stdin=DEVNULL,
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
