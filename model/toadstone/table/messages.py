"""The messages from a game to its page: JSON objects, each of a `kind`.

The messages of a page are calls of the methods of a `Table`.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from toadstone.core.board import MoveKey

Difficulty = Literal["easy", "medium", "hard", "day"]
Tone = Literal["answer", "hint", "refused", "defect", "busy"]
Offer = Literal["positions", "puzzles", "certificate"]
FileKind = Literal["game", "plan", "scenario", "replay", "picture", "certificate"]


class Message(BaseModel):
    """A message, or a part of one."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LegalMove(Message):
    """A legal move: the cells to point at, or to drag between, and its effects."""

    move: str
    path: tuple[str, ...]
    source: str | None
    target: str | None
    note: str = ""
    changes: tuple[str, ...] = ()


class LastMove(Message):
    """The cells of the last move, for its animation; and whether everything else fell a row."""

    source: str | None
    target: str | None
    falls: bool


class SideView(Message):
    """A side, its player, and the picture of it."""

    side: str
    player: str
    symbol: str = ""


class MenuItem(Message):
    """Something to choose from a list."""

    value: str
    words: str


class GameView(Message):
    """The whole game as the page shows it; moves after `ply` can be made again."""

    kind: Literal["game"] = "game"
    game: str
    title: str
    name: str | None
    scenario: str
    board: str
    ahead: int | None
    status: str
    how: str
    short: tuple[str, ...]
    rules: str
    event: str
    progress: str
    task: str
    verdict: PuzzleVerdict | None
    ply: int
    moves: tuple[str, ...]
    last: LastMove | None
    legal: tuple[LegalMove, ...]
    keys: tuple[MoveKey, ...]
    sides: tuple[SideView, ...]
    players: tuple[MenuItem, ...]
    to_move: str | None
    waits: bool
    over: str | None
    won: bool | None
    saved: str


class Note(Message):
    """Words for the person: an answer, a refusal, or the work of the engine."""

    kind: Literal["note"] = "note"
    tone: Tone
    words: str
    board: str = ""


class ReviewedMoveView(Message):
    """The cost of a move of a finished game, and better moves."""

    ply: int
    grade: str
    cost: str
    better: str
    is_first_mistake: bool


class ReviewView(Message):
    """The review of a game."""

    kind: Literal["review"] = "review"
    words: str
    graph: str
    moves: tuple[ReviewedMoveView, ...]


class FileView(Message):
    """A file to be saved by the browser."""

    kind: Literal["file"] = "file"
    name: str
    text: str


class Paper(Message):
    """The result of a file that was solved, checked or verified; `good` is None for answers."""

    kind: Literal["paper"] = "paper"
    words: str
    picture: str = ""
    good: bool | None = None
    files: tuple[FileView, ...] = ()


class PuzzleVerdict(Message):
    """The verdict on the moves of a puzzle; `solved` is None while it is open."""

    words: str
    solved: bool | None = None


class PuzzleView(Message):
    """A puzzle: its name, and its task and its scenario as text.

    Attributes:
        number: its number among those of its game and difficulty.
        day: its day, for a puzzle of the day, such as `2026-11-27`; else empty.
    """

    kind: Literal["puzzle"] = "puzzle"
    game: str
    difficulty: Difficulty
    number: int
    name: str
    stars: int
    task: str
    day: str
    scenario: str


class GameCard(Message):
    """A game: its name, a line about it, a picture, and its starts by name and title.

    `offers` names the menus that it can serve.
    """

    game: str
    words: str
    about: str
    board: str
    starts: tuple[MenuItem, ...]
    offers: tuple[Offer, ...]


class HomeView(Message):
    """The games and their starts, to choose from."""

    kind: Literal["home"] = "home"
    games: tuple[GameCard, ...]


AnyMessage = GameView | Note | ReviewView | FileView | PuzzleView | HomeView | Paper
