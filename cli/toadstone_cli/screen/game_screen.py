"""The screen on which a game is played: its keys, its mouse, its commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from toadstone.core.errors import ToadstoneError
from toadstone.play.typed_move import RefusedError
from toadstone_cli.screen.board_view import BoardDrawing
from toadstone_cli.screen.dialogs import AskForText, GameMenu, Help, Players, SaveDialog
from toadstone_cli.screen.game_view import ARROWS, SPEEDS
from toadstone_cli.screen.keeping import keep
from toadstone_cli.screen.settings import LeaveGame, LoadGame
from toadstone_cli.screen.thinking import ThinkingView
from toadstone_cli.screen.typing import typed_move

if TYPE_CHECKING:
    from textual import events

    from toadstone.play.players import ChosenPlayer


class GameScreen(ThinkingView):
    """One game, to be played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("r", "redo", "redo"),
        Binding("e", "evaluate", "evaluate"),
        Binding("s", "show_me", "show me"),
        Binding("v", "review", "review"),
        Binding("m", "type_move", "type a move"),
        Binding("i,question_mark", "help", "help"),
        Binding("w", "wrong", "wrong"),
        Binding("p", "pause", "pause"),
        Binding("escape", "escape", "back"),
        Binding("n", "reset", "start again"),
        Binding("ctrl+s", "save", "save"),
        Binding("ctrl+o", "load", "load"),
        Binding("o", "players", "players"),
        Binding("q", "leave", "quit"),
        Binding("plus,equals_sign", "speed(-1)", "faster"),
        Binding("minus", "speed(1)", "slower"),
    ]

    def on_mount(self) -> None:
        """Let whoever is first begin."""
        self.said = self.said or self.game.play_board.how
        self.go_on()

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Make a move by a key of the game, point, or take in the number of a cell."""
        if self._press(event.key):
            event.stop()
        elif self.typed.take(event.key, event.character, self._cells()):
            event.stop()
            cell = self.typed.complete
            self.said = self.typed.refused or self.said
            if cell is not None:
                self.typed.clear()
                self._point(cell)
            self.draw()

    def _cells(self) -> list[Any]:
        return [spot.cell for spot in self.board.drawing.spots]

    def _press(self, key: str) -> bool:
        """Do what an arrow, Enter or a key of the game does; return whether it was one."""
        by_key = {each.key: each.move for each in self.board_keys}
        if key == "space" and self.plays_alone:
            self.action_hold()
        elif self.showing and (key in by_key or key in ARROWS or key == "enter"):
            self.action_escape()
        elif key in by_key:
            self._try(lambda: self._make_by_hand(by_key[key]))
        elif key in {"enter", "space"} and self.cursor is not None and not self.typed.text:
            self._point(self.cursor)
        elif key == "enter" and not self.typed.text and not self.arrows_move:
            self._try(self._refuse_enter)
        elif key in ARROWS:
            self._follow(*ARROWS[key])
        else:
            return False
        return True

    def _refuse_enter(self) -> None:
        """Say what Enter needs while the cursor is on no cell."""
        self.game.expect_person()
        raise RefusedError("point at a cell first: press an arrow, or click the cell")

    def _follow(self, across: int, down: int) -> None:
        """Point at the next cell, or look further ahead where arrows make moves."""
        if self.arrows_move or not self._cells():
            self._look(-down)
        else:
            self.cursor = self.board.drawing.beside(self.cursor, across, down)
            self.over, self.said = None, ""
            self.draw()

    def _look(self, more: int) -> None:
        self.ahead += more
        self.draw()

    def action_press(self, key: str) -> None:
        """Do what a key of the game does."""
        self._press(key)

    def on_mouse_scroll_up(self) -> None:
        """Look further ahead, where there is more to come."""
        self._look(1)

    def on_mouse_scroll_down(self) -> None:
        """Look less far ahead."""
        self._look(-1)

    def on_board_drawing_pointed_at(self, message: BoardDrawing.PointedAt) -> None:
        """Take in a click on a cell, or show what the move there would do."""
        self.over = message.cell
        if message.clicked:
            self.cursor = None
            self._point(message.cell)
        else:
            self.draw()

    def _point(self, cell: Any) -> None:
        """Point at a cell; make the move that is told by now."""

        def point() -> None:
            self.said = ""
            move = self.game.point(cell)
            if move is not None:
                self._make(move)

        self._try(point)

    def _try(self, act: Callable[[], None]) -> None:
        """Do something; say why it cannot be done, if it cannot."""
        try:
            act()
        except RefusedError as error:
            self.said = str(error)
        self.draw()

    def _make_by_hand(self, move: Any) -> None:
        self.game.expect_person()
        self._make(move)

    def _make(self, move: Any) -> None:
        """Make a move, and let the game go on."""
        self.game.make(move)
        self.said = ""
        self.shown_from = None
        self.go_on()

    # The engine's commands

    def action_hint(self) -> None:
        """Name a best move."""
        self._try(lambda: self._ask_for(self.give_hint))

    def action_show_me(self) -> None:
        """Play the best line, or stop that."""
        if self.showing:
            self.action_escape()
        else:
            self._try(lambda: self._ask_for(self.show_line, showing=True))

    def _ask_for(self, work: Callable[[], Any], *, showing: bool = False) -> None:
        if not self.showing:
            self.game.expect_person()
            self.said = ""
            self.showing = showing
            self.think(work())

    def action_evaluate(self) -> None:
        """Turn the evaluation on or off."""
        self.evaluating = not self.evaluating
        if self.showing:
            self.draw()
        else:
            self.go_on()

    def action_review(self) -> None:
        """Say what each move has cost."""
        from toadstone_cli.screen.review_screen import ReviewScreen

        if self._has_moves("review"):
            self.stop_thinking()
            screen = ReviewScreen(self.game, self.settings, self.assistant)
            self.app.push_screen(screen, lambda _: self.go_on())

    def _has_moves(self, purpose: str) -> bool:
        """Return whether there are moves; say that there are none."""
        if not self.game.session.moves:
            self.said = f"there is nothing to {purpose} before the first move"
            self.draw()
        return bool(self.game.session.moves)

    # Back and forth

    def action_undo(self) -> None:
        """Take back the last move and the replies to it, or a whole line that was shown."""
        self._try(self._undo)

    def _undo(self) -> None:
        if self.shown_from is not None:
            self.game.back_to(self.shown_from)
            self.shown_from = None
        else:
            self.game.undo()
        self._be_elsewhere()

    def action_redo(self) -> None:
        """Make again what was taken back."""
        self._try(self._redo)

    def _redo(self) -> None:
        self.game.redo()
        self._be_elsewhere()

    def action_reset(self) -> None:
        """Start again; r brings the game back."""
        self.game.back_to(0)
        self.shown_from = None
        self._be_elsewhere()

    def _be_elsewhere(self) -> None:
        """Go on from another place of the game; a program that plays alone waits there."""
        self.said = ""
        self.paused = not self.game.people
        self.go_on()

    def action_wrong(self) -> None:
        """Take the chosen cell back."""
        self.typed.clear()
        self.said = "" if self.game.pointing.back() else "no cell is chosen; u takes a move back"
        self.draw()

    def action_escape(self) -> None:
        """Stop what is being shown, take a choice back, or open the menu."""
        if self.showing:
            self.said = "Stopped." if self.shown_from is None else "Stopped; u takes the line back."
            self.go_on()
        elif self.typed.text or self.game.pointing.chosen:
            self.action_wrong()
        else:
            self.action_pause()

    # The program's pace

    def action_hold(self) -> None:
        """Let the program that plays against itself stop, or go on."""
        self.paused = not self.paused
        self.said = "Stopped; Space goes on." if self.paused else ""
        self.go_on()

    def action_speed(self, slower: int) -> None:
        """Wait longer between two moves, or less long."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + slower))
        self.draw()

    # What opens above

    def action_type_move(self) -> None:
        """Type a move, or a command of the line mode."""
        question = "A move, a cell, or a command such as moves, hint, undo, save FILE:"
        self.app.push_screen(AskForText(question), self._obey)

    def _obey(self, text: str | None) -> None:
        words = (text or "").strip()
        word, _, name = words.partition(" ")
        if word.lower() in {"save", "save!"} and name.strip():
            self._try(lambda: self._save_as(name.strip(), replace=word.endswith("!")))
        elif words.lower() in COMMANDS:
            self.call_later(self.run_action, COMMANDS[words.lower()])
        elif words:
            self._try(lambda: self._make_typed(words))

    def _save_as(self, name: str, *, replace: bool) -> None:
        """Save the game in a file that was named.

        Raises:
            RefusedError: it cannot be written.
        """
        if not self._has_moves("save"):
            return
        try:
            self.said = keep(self.game, name, replace=replace)
        except FileExistsError:
            raise RefusedError(f"{name} is there already; `save! {name}` replaces it") from None
        except ToadstoneError as error:
            raise RefusedError(str(error)) from None

    def _make_typed(self, text: str) -> None:
        cell = {str(each).lower(): each for each in self._cells()}.get(text.lower())
        if cell is not None:
            self._point(cell)
        else:
            self._make_by_hand(typed_move(self.game, text))

    def action_moves(self) -> None:
        """List the legal moves."""
        session = self.game.session
        self.said = " ".join(map(str, session.rules.legal_moves(session.state)))
        self.draw()

    def action_board(self) -> None:
        """Draw the board again."""
        self.draw()

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(Help(self.game))

    def action_pause(self) -> None:
        """Open the menu; the program makes no moves meanwhile."""
        was_paused, self.paused = self.paused, True
        if not self.game.waits_for_person or self.showing:
            self.stop_thinking()

        def resume(chosen: str | None) -> None:
            self.paused = was_paused
            if chosen:
                self.call_later(self.run_action, chosen)
            if not self.game.waits_for_person:
                self.go_on()

        self.app.push_screen(GameMenu(), resume)

    def action_save(self) -> None:
        """Save the game, a plan, or a replay."""

        def saved(said: str | None) -> None:
            self.said = said or ""
            self.draw()

        if self._has_moves("save"):
            self.app.push_screen(SaveDialog(self.game), saved)

    def action_load(self) -> None:
        """Load a saved game, or a plan of this scenario."""
        self.post_message(LoadGame(self.game))

    def action_players(self) -> None:
        """Choose who plays."""

        def play(chosen: dict[str, ChosenPlayer] | None) -> None:
            if chosen is not None:
                self.game.chosen = chosen
                self.paused = False
                self.go_on()

        self.app.push_screen(Players(self.game.instance, self.game.chosen), play)

    def action_other_game(self) -> None:
        """Leave this game for another one."""
        self.post_message(LeaveGame(self.game, to_menu=True))

    def action_leave(self) -> None:
        """Leave the program."""
        self.post_message(LeaveGame(self.game))


COMMANDS = {
    "wrong": "wrong",
    "pause": "pause",
    "hint": "hint",
    "undo": "undo",
    "redo": "redo",
    "help": "help",
    "?": "help",
    "instructions": "help",
    "save": "save",
    "save!": "save",
    "moves": "moves",
    "board": "board",
    "load": "load",
    "reset": "reset",
    "review": "review",
    "evaluate": "evaluate",
    "show me": "show_me",
    "quit": "leave",
    "exit": "leave",
}
"""Commands that can be typed, as in the line mode, and the actions that they stand for."""
