"""What is seen of a game on the screen: board, moves, words, and the keys that work now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from toadstone.core.session import side_to_move
from toadstone.view.page import figures_line
from toadstone_cli.game_words import ending_in_words, in_words, result_for_person
from toadstone_cli.screen.board_view import BoardView
from toadstone_cli.screen.drawing import Mark
from toadstone_cli.screen.key_bar import Key, KeyBar
from toadstone_cli.screen.typing import TypedCell

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from toadstone.play.play_board import MoveKey
    from toadstone_cli.screen.played_game import PlayedGame
    from toadstone_cli.screen.settings import PlaySettings

SPEEDS = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds between two moves that the program makes by itself."""

USUAL_SPEED = 3
USUAL_AHEAD = 4
"""Coming events that are shown before anybody asks for more."""

NARROW = 64
"""Columns below which the list of moves is left out."""

LEAST_LINES = 3
"""Lines below the board; where one is left, it says what the signs stand for."""

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""How far across and down the arrows point."""

_SIGNS = {"shift+": "⇧", "left": "←", "right": "→", "space": "Space"}
_WORDS = {"shift+": "Shift+", "left": "Left", "right": "Right", "space": "Space"}


class GameView(Screen[None]):
    """A game as it is seen; what can be done with it is added by `GameScreen`.

    Args:
        game: the game.
        settings: how the program was started.

    Attributes:
        evaluating: whether each position is evaluated.
        paused: whether the program makes no moves for now.
        speed: the place in `SPEEDS`.
        ahead: how many coming events are shown.
        showing: whether the best line is being played.
        cursor: the cell where the arrows point; None where they point nowhere.
        over: the cell where the mouse is; None where it is over none.
        typed: the number of a cell that is being typed.
        said: what was last said about a key, a click or a move.
        engine_said: what the engine has said of this position, or is doing.
        hinted: the best moves that a hint named.
    """

    DEFAULT_CSS = """
    GameView #heading { width: 1fr; height: 1; padding: 0 1; text-style: bold; }
    GameView #middle { height: 1fr; }
    GameView #side { width: 20; height: 1fr; padding: 0 1; }
    GameView.narrow #side { display: none; }
    GameView #status { width: 1fr; height: auto; max-height: 6; min-height: 3; padding: 0 1; }
    """

    def __init__(self, game: PlayedGame, settings: PlaySettings) -> None:
        super().__init__()
        self.game = game
        self.settings = settings
        self.evaluating = False
        self.paused = False
        self.speed = USUAL_SPEED
        self.ahead = USUAL_AHEAD
        self.showing = False
        self.cursor: Any = None
        self.over: Any = None
        self.typed = TypedCell()
        self.said = ""
        self.engine_said = ""
        self.hinted: tuple[Any, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(ascii_only=self.settings.ascii_only, id="board")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="moves", markup=False)
        yield Static(id="status", markup=False)
        yield KeyBar(id="keys")

    def on_resize(self, event: events.Resize) -> None:
        """Leave the list of moves out where there is no room for it."""
        self.set_class(event.size.width < NARROW, "narrow")

    @property
    def board(self) -> BoardView:
        """The board on the screen."""
        return self.query_one(BoardView)

    @property
    def plays_alone(self) -> bool:
        """Whether the program plays against itself."""
        return not self.game.people and not self.game.is_over

    @property
    def board_keys(self) -> Sequence[MoveKey[Any]]:
        """The keys that make a move at once."""
        return self.game.play_board.keys(self.game.session.state)

    @property
    def arrows_move(self) -> bool:
        """Whether arrows make moves; otherwise they point at cells."""
        return any(each.key in ARROWS for each in self.board_keys)

    def draw(self) -> None:
        """Draw everything anew."""
        game = self.game
        state = game.session.state
        self.ahead = max(0, min(self.ahead, game.play_board.coming(state)))
        self.board.show(game.play_board.grid(state, self.ahead), self._marks())
        self._write("#heading", self._heading())
        self._write("#status", self._status())
        self._write("#moves", self._moves())
        self.query_one("#side", VerticalScroll).scroll_end(animate=False)
        self.query_one(KeyBar).show(list(self._keys()))

    def _write(self, place: str, words: Text) -> None:
        """Write words into a part of the screen, unless they are there: that would be costly."""
        part = self.query_one(place, Static)
        if part.content != words:
            part.update(words)

    def _heading(self) -> Text:
        game = self.game
        players = ", ".join(
            f"{side} {each}" if len(game.sides) > 1 else str(each)
            for side, each in game.chosen.items()
        )
        words = f"{game.title}  {game.instance.game.name}  ({players})"
        return Text(words, no_wrap=True, overflow="ellipsis")

    def _marks(self) -> dict[Any, Mark]:
        game = self.game
        state, board, chosen = game.session.state, game.play_board, game.pointing.chosen
        marks: dict[Any, Mark] = {}
        if chosen and not game.is_over:
            marks |= dict.fromkeys(board.next_cells(state, chosen), Mark.TARGET)
        for move in self.hinted:
            marks |= dict.fromkeys(board.path(state, move), Mark.HINT)
        if (move := self._pointed_move()) is not None:
            marks |= dict.fromkeys(board.changed(state, move), Mark.CHANGED)
        marks |= dict.fromkeys(chosen, Mark.CHOSEN)
        if self.cursor is not None:
            marks[self.cursor] = Mark.CURSOR
        return marks

    def _pointed_move(self) -> Any | None:
        """Return the legal move that a click or Enter would make now."""
        game = self.game
        cell = self.over if self.over is not None else self.cursor
        if cell is None or not game.waits_for_person:
            return None
        path = (*game.pointing.chosen, cell)
        return game.play_board.paths(game.session.state).get(path)

    def _status(self) -> Text:
        game, session = self.game, self.game.session
        words = self.typed.words or self._preview() or self.said
        if (outcome := session.ending) is None:
            lines = [self._standing(), Text(words)]
        else:
            result = Text(game.shown_in_words or result_for_person(outcome, game.chosen) or "")
            figures = Text(figures_line(session.rules.figures(session.state)))
            lines = [ending_in_words(outcome, game.sides), result, Text(words), figures]
        lines.append(Text(self.engine_said))
        lines = [line for line in lines if line.plain]
        key = game.text_board.key()
        if key is not None and len(lines) < LEAST_LINES:
            lines.append(key)
        return Text("\n").join(lines)

    def _standing(self) -> Text:
        """Say whose turn it is, how it stands, and what the last move did."""
        game, board = self.game, self.game.text_board
        session = game.session
        caption = board.caption(session.state)
        turn = Text(f"Turn {len(session.moves) + 1}", "bold")
        if len(game.sides) > 1 and session.to_move not in caption.plain:
            turn.append(f", {session.to_move} to move", "bold")
        parts = [turn, caption]
        if session.moves:
            event = board.event(session.states[-2], session.moves[-1], session.state)
            last = Text(f"last: {named_move(game, len(session.moves))}")
            parts.append(Text.assemble(last, ", ", event) if event else last)
        return Text("   ").join(part for part in parts if part.plain)

    def _preview(self) -> str:
        """Say what the move that is pointed at would do, or where the chosen piece can go."""
        game = self.game
        state = game.session.state
        move = self._pointed_move()
        if move is not None and (words := game.play_board.preview(state, move)):
            return words
        if (chosen := game.pointing.chosen) and not self.said:
            targets = in_words(game.play_board.next_cells(state, chosen))
            return f"{chosen[-1]} can go to {targets}; w takes it back."
        return ""

    def _moves(self) -> Text:
        """Return the moves so far, a turn a line."""
        turns = range(1, len(self.game.session.moves) + 1)
        lines = [Text(f"{turn:>3}  {named_move(self.game, turn)}") for turn in turns]
        return Text("\n").join([Text("Moves", "bold"), *lines])

    def _keys(self) -> Iterator[Key]:
        """Yield the keys that work now, the most wanted first."""
        game = self.game
        if self.showing:
            yield Key("Esc", "stop", "escape")
        elif game.waits_for_person:
            yield from self._keys_of_moves()
        if self.plays_alone:
            yield Key("Space", "go on" if self.paused else "stop", "hold")
        if self.plays_alone or self.showing:
            yield Key("+/-", f"speed {SPEEDS[self.speed]:g} s")
        yield from self._keys_of_the_past()
        if not game.is_over:
            yield Key("e", "evaluate off" if self.evaluating else "evaluate", "evaluate")
        else:
            yield Key("n", "again", "reset")
            yield Key("^s", "save", "save")
            yield Key("q", "quit", "leave")
        yield Key("p", "menu", "pause")
        yield Key("?", "help", "help")

    def _keys_of_the_past(self) -> Iterator[Key]:
        game = self.game
        if game.session.last_turn_of(game.people or set(game.sides)) is not None:
            yield Key("u", "undo", "undo")
        if game.undone:
            yield Key("r", "redo", "redo")
        if game.session.moves:
            yield Key("v", "review", "review")

    def _keys_of_moves(self) -> Iterator[Key]:
        names = _WORDS if self.settings.ascii_only else _SIGNS
        for each in self.board_keys:
            name = each.key
            for part, sign in names.items():
                name = name.replace(part, sign)
            yield Key(name, each.meaning, f"press('{each.key}')")
        if not self.arrows_move:
            yield Key("Arrows" if self.settings.ascii_only else "←↑↓→", "point")
            yield Key("Enter", "choose", "press('enter')")
        elif self.game.play_board.coming(self.game.session.state):
            yield Key("Up/Down" if self.settings.ascii_only else "↑↓", "look ahead")
        if self.game.pointing.chosen:
            yield Key("w", "wrong", "wrong")
        yield Key("h", "hint", "hint")
        yield Key("s", "show me", "show_me")


def named_move(game: PlayedGame, turn: int) -> str:
    """Return a move that was made, after the side that made it where there are two."""
    session = game.session
    move = session.moves[turn - 1]
    if len(game.sides) == 1:
        return str(move)
    return f"{side_to_move(session.rules, session.states[turn - 1])} {move}"
