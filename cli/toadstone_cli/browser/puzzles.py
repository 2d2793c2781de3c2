"""New puzzles for a tab, made by `toadstone generate` while the last one is played."""

from __future__ import annotations

import asyncio
import json
import secrets

from toadstone.core.errors import LimitReachedError, ToadstoneError
from toadstone_cli.browser.messages import Difficulty, PuzzleView
from toadstone_cli.browser.own_command import run_toadstone

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
