"""The messages between a page and its game: JSON objects, one schema for each direction.

A page says what to `do`; the game answers with messages of a `kind`. `docs/play.md` lists them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from toadstone.view.canvas import Dial

Difficulty = Literal["easy", "medium", "hard"]
Tone = Literal["answer", "hint", "refused", "defect", "busy"]
FileKind = Literal["game", "plan", "scenario", "replay", "picture", "certificate"]


class Message(BaseModel):
    """A message; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Start(Message):
    """Begin a game: a packaged start, a scenario's text, or a saved game; else the first one."""

    do: Literal["start"]
    name: str | None = None
    scenario: str | None = None
    saved: str | None = None
    players: dict[str, str] | None = None


class Move(Message):
    """Make a move, given as text."""

    do: Literal["move"]
    move: str


class Why(Message):
    """Ask why no legal move goes on with the last of these cells."""

    do: Literal["why"]
    cells: tuple[str, ...] = Field(min_length=1, max_length=2)


class GoTo(Message):
    """Go to the position after so many moves; `again` forgets the later ones and plays on."""

    do: Literal["go", "again"]
    ply: int = Field(ge=0)


class Act(Message):
    """Do something that needs no more words."""

    do: Literal["undo", "redo", "hint", "show", "evaluate", "review", "stop"]


class SetPlayers(Message):
    """Let other players play some sides from now on: `person`, or a level."""

    do: Literal["players"]
    players: dict[str, str]


class Ahead(Message):
    """Show so many of the rolls to come."""

    do: Literal["ahead"]
    rolls: int = Field(ge=0, le=1000)


class Download(Message):
    """Ask for a file."""

    do: Literal["download"]
    file: FileKind


class NewPuzzle(Message):
    """Ask for a new puzzle; one that was made while the last one was played comes at once."""

    do: Literal["puzzle"]
    game: str
    difficulty: Difficulty


class Draw(Message):
    """Open the drawing of a scenario of a game: the one that is played, or an empty one."""

    do: Literal["draw"]
    game: str
    empty: bool = False


class Edit(Message):
    """Put what a tool stands for into a cell of the drawing."""

    do: Literal["edit"]
    cell: str
    tool: str


class Resize(Message):
    """Change the numbers of the drawing, such as its rows or the toad's HP."""

    do: Literal["resize"]
    numbers: dict[str, int | float | str]


class SolveDrawing(Message):
    """Solve the drawing; or close it, or play it."""

    do: Literal["solve-drawing", "play-drawing", "save-drawing"]


Request = Annotated[
    Start
    | Move
    | Why
    | GoTo
    | Act
    | SetPlayers
    | Ahead
    | Download
    | NewPuzzle
    | Draw
    | Edit
    | Resize
    | SolveDrawing,
    Field(discriminator="do"),
]
REQUEST = TypeAdapter[Request](Request)
"""Reads what a page says; raises pydantic's ValidationError."""


class LegalMove(Message):
    """A legal move: the cells to point at, or to drag between, and what it would do."""

    move: str
    path: tuple[str, ...]
    source: str | None
    target: str | None
    note: str = ""
    changes: tuple[str, ...] = ()


class MoveKey(Message):
    """A key that makes a move at once, as the browser names it."""

    key: str
    move: str
    meaning: str


class PlayedMove(Message):
    """A move of the game; those after `ply` of the view can be made again."""

    ply: int
    side: str
    move: str


class LastMove(Message):
    """Where the last move came from and went to, for its animation; whether all else fell a row."""

    source: str | None
    target: str | None
    falls: bool


class SideView(Message):
    """A side, its player, and the picture of it."""

    side: str
    player: str
    symbol: str = ""


class Choice(Message):
    """Something to choose from a list."""

    value: str
    words: str


class GameView(Message):
    """The whole game as the page shows it."""

    kind: Literal["game"] = "game"
    game: str
    title: str
    name: str | None
    scenario: str
    board: str
    rolls_to_come: int | None
    status: str
    how: str
    rules: str
    event: str
    ply: int
    moves: tuple[PlayedMove, ...]
    last: LastMove | None
    legal: tuple[LegalMove, ...]
    keys: tuple[MoveKey, ...]
    sides: tuple[SideView, ...]
    players: tuple[Choice, ...]
    to_move: str | None
    waits: bool
    over: str | None
    won: bool | None
    saved: str


class Note(Message):
    """Words for the person: an answer, a refusal, or what the engine is at."""

    kind: Literal["note"] = "note"
    tone: Tone
    words: str
    board: str = ""


class ReviewedMoveView(Message):
    """A move of a finished game, what it cost, and what would have been better."""

    ply: int
    side: str
    move: str
    grade: str
    cost: str
    better: str
    is_first_mistake: bool


class ReviewView(Message):
    """The review of a game."""

    kind: Literal["review"] = "review"
    words: str
    moves: tuple[ReviewedMoveView, ...]


class FileView(Message):
    """A file to be saved by the browser."""

    kind: Literal["file"] = "file"
    name: str
    type: str
    text: str


class PuzzleView(Message):
    """A new puzzle: its scenario as text, and the one best plan, or the one best move."""

    kind: Literal["puzzle"] = "puzzle"
    game: str
    difficulty: Difficulty
    scenario: str
    solution: tuple[str, ...]


class Tool(Message):
    """A tool of the drawing: what a click puts into a cell."""

    name: str
    words: str
    symbol: str = ""


class DrawingView(Message):
    """A scenario that is being drawn; `error` says why it cannot be played yet."""

    kind: Literal["drawing"] = "drawing"
    game: str
    board: str
    tools: tuple[Tool, ...]
    numbers: tuple[Dial, ...]
    yaml: str
    error: str


class HomeView(Message):
    """The games and their starts, to choose from."""

    kind: Literal["home"] = "home"
    games: tuple[GameCard, ...]


class GameCard(Message):
    """A game: its name, a line about it, a picture, and its starts by name and title."""

    game: str
    words: str
    about: str
    board: str
    starts: tuple[Choice, ...]


HomeView.model_rebuild()
Answer = GameView | Note | ReviewView | FileView | PuzzleView | DrawingView | HomeView
