"""The screen on which a game is played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from toadstone.core.errors import LimitReachedError, ToadstoneError
from toadstone.core.session import side_to_move
from toadstone.play.advice import Verdict
from toadstone.play.assistant import Assistant
from toadstone.play.tasks import ChooseMove, Evaluate, Hint, ShowLine
from toadstone_cli.game_words import (
    advice_in_words,
    ending_in_words,
    in_words,
    outlook_in_words,
    result_for_person,
)
from toadstone_cli.page import figures_line
from toadstone_cli.screen.board_view import BoardDrawing, BoardView
from toadstone_cli.screen.dialogs import AskForText, GameMenu, Help, Players, SaveDialog
from toadstone_cli.screen.drawing import Mark
from toadstone_cli.screen.key_bar import Key, KeyBar
from toadstone_cli.screen.typing import TypedCell, typed_move
from toadstone_cli.typed_lines import RefusedError

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from toadstone.play.play_board import MoveKey
    from toadstone.play.tasks import Task
    from toadstone_cli.screen.app import PlayApp, PlaySettings
    from toadstone_cli.screen.played_game import PlayedGame

T = TypeVar("T")

SPEEDS = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds between two moves that the program makes by itself."""

USUAL_SPEED = 3
USUAL_AHEAD = 4
"""Coming events that are shown before anybody asks for more."""

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_KEY_NAMES = {
    "left": "←",
    "right": "→",
    "shift+left": "⇧←",
    "shift+right": "⇧→",
    "space": "Space",
}
_ASCII_KEY_NAMES = {
    "left": "Left",
    "right": "Right",
    "shift+left": "Shift+Left",
    "shift+right": "Shift+Right",
    "space": "Space",
}


class GameScreen(Screen[None]):
    """One game: the board, its moves, what the engine says, and the keys that work now.

    Args:
        game: the game.
        settings: how the program was started.
    """

    app: PlayApp

    DEFAULT_CSS = """
    GameScreen #heading { width: 1fr; height: 1; padding: 0 1; text-style: bold; }
    GameScreen #middle { height: 1fr; }
    GameScreen #side { width: 22; height: 1fr; padding: 0 1; }
    GameScreen.narrow #side { display: none; }
    GameScreen #status { width: 1fr; height: auto; max-height: 6; min-height: 3; padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("r", "redo", "redo"),
        Binding("e", "evaluate", "evaluate"),
        Binding("s", "show_me", "show me"),
        Binding("v", "review", "review"),
        Binding("m", "type_move", "type a move"),
        Binding("i", "help", "instructions"),
        Binding("question_mark", "help", "help"),
        Binding("w", "wrong", "wrong"),
        Binding("p", "pause", "pause"),
        Binding("escape", "escape", "back"),
        Binding("n", "reset", "start again"),
        Binding("ctrl+s", "save", "save"),
        Binding("ctrl+o", "load", "load"),
        Binding("o", "players", "players"),
        Binding("q", "leave", "quit"),
        Binding("plus,equals_sign", "faster", "faster"),
        Binding("minus", "slower", "slower"),
    ]

    def __init__(self, game: PlayedGame, settings: PlaySettings) -> None:
        super().__init__()
        self.game = game
        self.settings = settings
        self.assistant: Assistant | None = None
        self.evaluating = False
        self.paused = False
        self.speed = USUAL_SPEED
        self.ahead = USUAL_AHEAD
        self._cursor: Any = None
        self._over: Any = None
        self._typed = TypedCell()
        self._said = ""
        self._engine_said = ""
        self._hinted: tuple[Any, ...] = ()
        self._showing = False
        self._shown_from: int | None = None

    # What is there

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(ascii_only=self.settings.ascii_only, id="board")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="moves", markup=False)
        yield Static(id="status", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Start the engine beside the keyboard, and let whoever is first begin."""
        self.assistant = self.settings.assistant(self.game.instance)
        self._said = self.game.play_board.how
        self._go_on()

    def on_unmount(self) -> None:
        """Stop the engine."""
        if self.assistant is not None:
            self.assistant.close()

    def on_resize(self, event: events.Resize) -> None:
        """Leave the list of moves out where there is no room for it."""
        self.set_class(event.size.width < 64, "narrow")

    # Drawing

    def draw(self) -> None:
        """Draw everything anew."""
        game = self.game
        state = game.session.state
        self.ahead = max(0, min(self.ahead, game.play_board.coming(state)))
        grid = game.play_board.grid(state, self.ahead)
        self.query_one(BoardView).show(grid, self._marks())
        self.query_one("#heading", Static).update(self._heading())
        self.query_one("#status", Static).update(self._status())
        self.query_one("#moves", Static).update(self._moves())
        self.query_one("#side", VerticalScroll).scroll_end(animate=False)
        self.query_one(KeyBar).show(list(self._keys()))

    def _heading(self) -> Text:
        game = self.game
        players = ", ".join(
            f"{side} {each}" if len(game.sides) > 1 else str(each)
            for side, each in game.chosen.items()
        )
        return Text(
            f"{game.title}  {game.instance.game.name}  ({players})",
            no_wrap=True,
            overflow="ellipsis",
        )

    def _marks(self) -> dict[Any, Mark]:
        game = self.game
        state, board, chosen = game.session.state, game.play_board, game.pointing.chosen
        marks: dict[Any, Mark] = {}
        if chosen and not game.is_over:
            marks |= dict.fromkeys(board.next_cells(state, chosen), Mark.TARGET)
        for move in self._hinted:
            marks |= dict.fromkeys(board.path(state, move), Mark.HINT)
        if (move := self._pointed_move()) is not None:
            marks |= dict.fromkeys(board.changed(state, move), Mark.CHANGED)
        marks |= dict.fromkeys(chosen, Mark.CHOSEN)
        if self._cursor is not None:
            marks[self._cursor] = Mark.CURSOR
        return marks

    def _pointed_move(self) -> Any | None:
        """Return the legal move that a click or Enter would make now."""
        game = self.game
        cell = self._over if self._over is not None else self._cursor
        if cell is None or not game.waits_for_person:
            return None
        path = (*game.pointing.chosen, cell)
        return game.play_board.paths(game.session.state).get(path)

    def _status(self) -> Text:
        game = self.game
        session = game.session
        lines = [self._standing()]
        preview = self._preview()
        said = preview or self._typed.words or self._said
        lines.append(Text(said))
        if (outcome := session.ending) is not None:
            lines[0] = ending_in_words(outcome, game.sides)
            lines[1:1] = [Text(result_for_person(outcome, game.chosen) or "")]
            lines.append(Text(figures_line(session.rules.figures(session.state))))
        lines.append(Text(self._engine_said))
        return Text("\n").join(line for line in lines if line.plain)

    def _standing(self) -> Text:
        """Say whose turn it is, how it stands, and what the last move did."""
        game, board = self.game, self.game.text_board
        session = game.session
        turn = Text(f"Turn {len(session.moves) + 1}", "bold")
        if len(game.sides) > 1:
            turn.append(f", {session.to_move} to move", "bold")
        parts = [turn, board.caption(session.state)]
        if session.moves:
            before, move = session.states[-2], session.moves[-1]
            event = board.event(before, move, session.state)
            last = Text(f"last: {self._mover(len(session.moves))}{move}")
            parts.append(Text.assemble(last, ", ", event) if event else last)
        return Text("   ").join(part for part in parts if part.plain)

    def _mover(self, turn: int) -> str:
        """Return who made a move, where there are two sides, with a space behind."""
        session = self.game.session
        if len(self.game.sides) == 1:
            return ""
        return f"{side_to_move(session.rules, session.states[turn - 1])} "

    def _preview(self) -> str:
        """Say what the move that is pointed at would do."""
        game = self.game
        state = game.session.state
        move = self._pointed_move()
        if move is not None and (words := game.play_board.preview(state, move)):
            return words
        if chosen := game.pointing.chosen:
            targets = in_words(game.play_board.next_cells(state, chosen))
            return f"{chosen[-1]} can go to {targets}; w takes it back."
        return ""

    def _moves(self) -> Text:
        """Return the moves so far, a turn a line; those taken back are not there."""
        lines = [Text("Moves", "bold")]
        for turn, move in enumerate(self.game.session.moves, 1):
            lines.append(Text(f"{turn:>3}  {self._mover(turn)}{move}"))
        return Text("\n").join(lines)

    def _keys(self) -> Iterator[Key]:
        """Yield the keys that work now, the most wanted first."""
        game = self.game
        if self._showing:
            yield Key("Esc", "stop", "escape")
        elif game.waits_for_person:
            yield from self._move_keys()
            yield Key("h", "hint", "hint")
            yield Key("s", "show me", "show_me")
        if self._alone:
            yield Key("Space", "go on" if self.paused else "stop", "hold")
        if game.pointing.chosen:
            yield Key("w", "wrong", "wrong")
        if game.session.last_turn_of(game.people or set(game.sides)) is not None:
            yield Key("u", "undo", "undo")
        if game.undone:
            yield Key("r", "redo", "redo")
        if not game.is_over:
            yield Key("e", "evaluate off" if self.evaluating else "evaluate", "evaluate")
        if game.session.moves:
            yield Key("v", "review", "review")
        if self._alone or self._showing:
            yield Key("+/-", f"speed {SPEEDS[self.speed]:g} s")
        if game.is_over:
            yield Key("n", "again", "reset")
            yield Key("^s", "save", "save")
            yield Key("q", "quit", "leave")
        yield Key("p", "menu", "pause")
        yield Key("?", "help", "help")

    def _move_keys(self) -> Iterator[Key]:
        game = self.game
        names = _ASCII_KEY_NAMES if self.settings.ascii_only else _KEY_NAMES
        board_keys = game.play_board.keys(game.session.state)
        for each in board_keys:
            yield Key(names.get(each.key, each.key), each.meaning, f"press('{each.key}')")
        if self._arrows_move(board_keys):
            if game.play_board.coming(game.session.state):
                up_and_down = "Up/Down" if self.settings.ascii_only else "↑↓"
                yield Key(up_and_down, "look ahead")
        elif self.query_one(BoardView).drawing.spots:
            arrows = "Arrows" if self.settings.ascii_only else "←↑↓→"
            yield Key(arrows, "point")
            yield Key("Enter", "choose")

    @staticmethod
    def _arrows_move(keys: Sequence[MoveKey[Any]]) -> bool:
        return any(each.key in ARROWS for each in keys)

    @property
    def _alone(self) -> bool:
        """Whether the program plays against itself."""
        return not self.game.people and not self.game.is_over

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Make a move by a key of the game, move the cursor, or take in a cell's number."""
        keys = self.game.play_board.keys(self.game.session.state)
        if self._press(event.key, keys):
            event.stop()
            return
        taken = self._typed.take(event.key, event.character, self._cells())
        if taken:
            event.stop()
            if self._typed.complete is not None:
                cell = self._typed.complete
                self._typed.clear()
                self._point(cell)
            self.draw()

    def _cells(self) -> list[Any]:
        return [spot.cell for spot in self.query_one(BoardView).drawing.spots]

    def _press(self, key: str, keys: Sequence[MoveKey[Any]]) -> bool:
        """Do what an arrow, Enter or a key of the game does; return whether it was one."""
        by_key = {each.key: each.move for each in keys}
        if key == "space" and self._alone:
            self.action_hold()
        elif self._showing and (key in by_key or key in ARROWS):
            self.action_escape()
        elif key in by_key:
            self._try(lambda: self._make_by_hand(by_key[key]))
        elif key in {"enter", "space"} and not self._typed.text:
            if self._cursor is None:
                return False
            self._point(self._cursor)
        elif key in ARROWS and self._arrows_move(keys):
            self._look(-ARROWS[key][1])
        elif key in ARROWS:
            drawing = self.query_one(BoardView).drawing
            self._cursor = drawing.beside(self._cursor, *ARROWS[key])
            self._over = None
            self.draw()
        else:
            return False
        return True

    def action_press(self, key: str) -> None:
        """Do what a key of the game does."""
        self._press(key, self.game.play_board.keys(self.game.session.state))

    def _look(self, more: int) -> None:
        self.ahead += more
        self.draw()

    def on_mouse_scroll_up(self) -> None:
        """Look further ahead, where there is more to come."""
        self._look(1)

    def on_mouse_scroll_down(self) -> None:
        """Look less far ahead."""
        self._look(-1)

    def on_board_drawing_pointed_at(self, message: BoardDrawing.PointedAt) -> None:
        """Take in a click on a cell, or show what the move there would do."""
        self._over = message.cell
        if message.clicked:
            self._cursor = None
            self._point(message.cell)
        elif message.cell is not None or not self.game.is_over:
            self.draw()

    def _point(self, cell: Any) -> None:
        def point() -> None:
            move = self.game.point(cell)
            self._said = ""
            if move is not None:
                self._make(move)

        self._try(point)

    def _try(self, act: Callable[[], None]) -> None:
        """Do something; say why it cannot be done, if it cannot."""
        try:
            act()
        except RefusedError as error:
            self._said = str(error)
        self.draw()

    # The game goes on

    def _make_by_hand(self, move: Any) -> None:
        self.game.expect_person()
        self._make(move)

    def _make(self, move: Any) -> None:
        """Make a move, and let the game go on."""
        self.game.make(move)
        self._said = ""
        self._shown_from = None
        self._go_on()

    def _go_on(self) -> None:
        """Draw where the game has come to; let the program move, or say what it thinks of it."""
        self._hinted = ()
        self._engine_said = ""
        self._typed.clear()
        self._over = None
        self._stop_thinking()
        game = self.game
        if not game.is_over and not game.waits_for_person:
            if not self.paused:
                self._think(self._let_choose())
        elif self.evaluating and not game.is_over:
            self._think(self._evaluate())
        self.draw()

    def _think(self, work: Awaitable[None]) -> None:
        """Let the engine work; what it was doing before is stopped."""
        self.run_worker(self._reporting(work), group="engine", exclusive=True)

    def _stop_thinking(self) -> None:
        self.workers.cancel_group(self, "engine")
        self._showing = False

    async def _reporting(self, work: Awaitable[None]) -> None:
        try:
            await work
        except LimitReachedError:
            self._engine_said = "Undecided: there was no answer in time."
        except ToadstoneError as error:
            self._engine_said = f"The engine stopped: {error}"
        finally:
            self._showing = False
        if self.is_attached:
            self.draw()

    async def _ask(self, task: Task[T], words: str) -> T:
        """Return what the engine says; the words say meanwhile what it is doing."""
        if self.assistant is None:
            raise LimitReachedError
        self._engine_said = f"{words}…" if not self.settings.ascii_only else f"{words}..."
        self.draw()
        answer = await asyncio.wrap_future(self.assistant.ask(task))
        self._engine_said = ""
        return answer

    async def _let_choose(self) -> None:
        """Let the program choose the move of its side."""
        game, session = self.game, self.game.session
        side = session.to_move
        if self.evaluating:
            await self._evaluate()
        player = str(game.chosen[side])
        task = ChooseMove(session.moves, side, player, self.settings.seconds)
        waiting = asyncio.create_task(asyncio.sleep(SPEEDS[self.speed] if self._alone else 0))
        chosen = await self._ask(task, f"{side} {player} thinks")
        await waiting
        if chosen.move is None:
            self._engine_said = f"{player} gives up: no plan wins from here."
            self.paused = self._alone
            return
        game.make(chosen.move)
        looks = f"{chosen.move} looks best, but is not proven: the time was too short."
        self._said = looks if player == "perfect" and not chosen.proven else ""
        self.call_later(self._go_on)  # once the worker that made the move has ended

    async def _evaluate(self) -> None:
        """Say what is still possible."""
        moves = self.game.session.moves
        outlook = await self._ask(Evaluate(moves, self.settings.seconds), "Evaluating")
        self._engine_said = outlook_in_words(outlook, self.game.sides)

    # Commands

    def action_hint(self) -> None:
        """Name a best move."""
        self._try(self._hint)

    def _hint(self) -> None:
        self.game.expect_person()
        self._think(self._give_hint())

    async def _give_hint(self) -> None:
        game, seconds = self.game, self.settings.seconds
        advice = await self._ask(Hint(game.session.moves, seconds), "Looking for a best move")
        self._engine_said = advice_in_words(advice, game.session.to_move, game.sides, seconds)
        self._hinted = () if advice.verdict is Verdict.LOST else tuple(advice.moves)

    def action_show_me(self) -> None:
        """Play the best line."""
        self._try(self._show_me)

    def _show_me(self) -> None:
        if self._showing:
            self.action_escape()
            return
        self.game.expect_person()
        self._showing = True
        self._think(self._show_line())

    async def _show_line(self) -> None:
        game, session = self.game, self.game.session
        self._showing = True
        task = ShowLine(session.moves, self.settings.seconds)
        advice = await self._ask(task, "Looking for the best line")
        if not advice.line:
            words = advice_in_words(
                advice, session.to_move, game.sides, self.settings.seconds
            )
            self._engine_said = words
            return
        self._shown_from = len(session.moves)
        for number, move in enumerate(advice.line, 1):
            game.make(move)
            sure = "best line" if advice.proven else "line, not proven best"
            self._engine_said = f"The {sure}, {number} of {len(advice.line)}; u takes it back."
            self._said = ""
            self._hinted = ()
            self.draw()
            await asyncio.sleep(SPEEDS[self.speed])

    def action_evaluate(self) -> None:
        """Turn the evaluation on or off."""
        self.evaluating = not self.evaluating
        if not self._showing:
            self._go_on()

    def action_undo(self) -> None:
        """Take back the last move and the replies to it, or a whole line that was shown."""

        def undo() -> None:
            if self._shown_from is not None:
                self.game.back_to(self._shown_from)
                self._shown_from = None
            else:
                self.game.undo()
            self.paused = not self.game.people
            self._said = ""
            self._go_on()

        self._try(undo)

    def action_redo(self) -> None:
        """Make again what was taken back."""

        def redo() -> None:
            self.game.redo()
            self._said = ""
            self._go_on()

        self._try(redo)

    def action_reset(self) -> None:
        """Start again; r brings the game back."""
        self.game.back_to(0)
        self._said = self.game.play_board.how
        self._shown_from = None
        self._go_on()

    def action_wrong(self) -> None:
        """Take the chosen cell back."""
        self._typed.clear()
        if not self.game.pointing.back():
            self._said = "no cell is chosen; u takes a move back"
        self.draw()

    def action_escape(self) -> None:
        """Stop what is being shown, take a choice back, or open the menu."""
        if self._showing:
            self._stop_thinking()
            self._engine_said = "Stopped; u takes the line back."
            self._after_showing()
        elif self._typed.text:
            self._typed.clear()
        elif not self.game.pointing.back():
            self._cursor = None
            self.action_pause()
        self.draw()

    def _after_showing(self) -> None:
        """Let the program move if it is its turn where the line was stopped."""
        if not self.game.is_over and not self.game.waits_for_person:
            self._go_on()

    def action_hold(self) -> None:
        """Let the program that plays against itself stop, or go on."""
        self.paused = not self.paused
        self._said = "Stopped." if self.paused else ""
        self._go_on()

    def action_faster(self) -> None:
        """Wait less between two moves."""
        self.speed = max(0, self.speed - 1)
        self.draw()

    def action_slower(self) -> None:
        """Wait longer between two moves."""
        self.speed = min(len(SPEEDS) - 1, self.speed + 1)
        self.draw()

    def action_type_move(self) -> None:
        """Type a move or a command in words."""
        self.app.push_screen(AskForText("Move, or wrong, pause, hint, undo, redo, help:"), self._obey)

    def _obey(self, text: str | None) -> None:
        words = (text or "").strip()
        if words.lower() in _WORDS:
            self.call_later(self.run_action, _WORDS[words.lower()])
        elif words:
            self._try(lambda: self._make_typed(words))

    def _make_typed(self, text: str) -> None:
        cell = {str(each).lower(): each for each in self._cells()}.get(text.lower())
        if cell is not None:
            self._point(cell)
            return
        self.game.expect_person()
        self._make(typed_move(self.game, text))

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(Help(self.game))

    def action_pause(self) -> None:
        """Open the menu."""
        was_paused = self.paused
        self.paused = True
        if not self.game.waits_for_person:
            self._stop_thinking()
        self.app.push_screen(GameMenu(), lambda chosen: self._resume(chosen, was_paused))

    def _resume(self, chosen: str | None, was_paused: bool) -> None:
        self.paused = was_paused
        if not self.game.waits_for_person:
            self._go_on()
        if chosen:
            self.call_later(self.run_action, chosen)

    def action_save(self) -> None:
        """Save the game, a plan, or a replay."""
        if not self.game.session.moves:
            self._said = "there is nothing to save before the first move"
            self.draw()
            return
        self.app.push_screen(SaveDialog(self.game), self._saved)

    def _saved(self, said: str | None) -> None:
        if said:
            self._said = said
            self.draw()

    def action_load(self) -> None:
        """Load a saved game, or a plan of this scenario."""
        self.app.ask_for_saved_game(self.game)

    def action_players(self) -> None:
        """Choose who plays."""

        def play(chosen: dict[str, Any] | None) -> None:
            if chosen is not None:
                self.game.chosen = dict(chosen)
                self._go_on()

        self.app.push_screen(Players(self.game.instance, self.game.chosen), play)

    def action_review(self) -> None:
        """Say what each move has cost."""
        if not self.game.session.moves:
            self._said = "there is nothing to review before the first move"
            self.draw()
            return
        from toadstone_cli.screen.review_screen import ReviewScreen

        self._stop_thinking()
        if self.assistant is not None:
            screen = ReviewScreen(self.game, self.settings, self.assistant)
            self.app.push_screen(screen, lambda _: self._go_on())

    def action_other_game(self) -> None:
        """Leave this game for another one."""
        self.app.leave(self.game, to_menu=True)

    def action_leave(self) -> None:
        """Leave the program."""
        self.app.leave(self.game)


_WORDS = {
    "wrong": "wrong",
    "pause": "pause",
    "hint": "hint",
    "undo": "undo",
    "redo": "redo",
    "help": "help",
    "?": "help",
    "instructions": "help",
    "save": "save",
    "load": "load",
    "reset": "reset",
    "review": "review",
    "evaluate": "evaluate",
    "show me": "show_me",
    "quit": "leave",
    "exit": "leave",
}
"""Commands that can be typed, as in the line mode, and the actions that they stand for."""
