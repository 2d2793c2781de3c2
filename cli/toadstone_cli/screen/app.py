"""The full-screen program: what it was started with, and which screen is shown."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.scrollbar import ScrollBar, ScrollBarRender

from toadstone.core.errors import RequestError
from toadstone.files.source import read_source
from toadstone.play.players import assign_players
from toadstone.play.saved_game import is_saved_game, moves_of, read_saved_game
from toadstone_cli.screen.dialogs import ASCII, AskForText, Confirm, Players
from toadstone_cli.screen.game_screen import GameScreen
from toadstone_cli.screen.played_game import PlayedGame
from toadstone_cli.screen.settings import BeginGame, LeaveGame, LoadGame, PlaySettings
from toadstone_cli.screen.start_screen import StartScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from toadstone.files.source import Source
    from toadstone.play.players import ChosenPlayer


class PlainScrollBar(ScrollBarRender):
    """A scroll bar of whole cells, which needs no block characters."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


class PlayApp(App[None]):
    """The program of `toadstone play`.

    Args:
        game: the game to begin with; None for the menu of games.
        settings: how the program was started.

    Attributes:
        game: the game that is played, or was played last.
        interrupted: the signal that ended the program; None where the person left it.
    """

    TITLE = "Toadstone"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: $background; color: $foreground; }
    OptionList > .option-list--option-highlighted { text-style: bold underline !important; }
    DataTable > .datatable--cursor, DataTable:focus > .datatable--cursor {
        color: $foreground; background: $background; text-style: reverse;
    }
    .ascii Dialog > .box, .ascii Button, .ascii Button:focus, .ascii Button:hover,
    .ascii Dialog .row Input, .ascii Dialog .row Input:focus, .ascii SelectCurrent,
    .ascii Select:focus > SelectCurrent, .ascii SelectOverlay, .ascii SelectOverlay:focus {
        border: ascii $foreground !important;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "interrupt", priority=True),
        Binding("ctrl+z", "suspend_process", "suspend", priority=True),
    ]

    def __init__(self, game: PlayedGame | None, settings: PlaySettings) -> None:
        super().__init__(ansi_color=True)  # said at once, for NO_COLOR is looked at here
        self.theme = "ansi-dark"
        self.set_class(settings.ascii_only, ASCII)
        ScrollBar.renderer = PlainScrollBar
        self.game = game
        self.settings = settings
        self.interrupted: signal.Signals | None = None

    def on_mount(self) -> None:
        """Show the game, or the menu."""
        with suppress(NotImplementedError):  # where the system has no such signals
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, self._end, signal.SIGTERM)
        if self.game is None:
            self.push_screen(StartScreen(self.settings))
        else:
            self.push_screen(GameScreen(self.game, self.settings))

    def action_interrupt(self) -> None:
        """End at once, as Ctrl-C does everywhere."""
        self._end(signal.SIGINT)

    def _end(self, by: signal.Signals) -> None:
        self.interrupted = by
        self.exit()

    def on_begin_game(self, wish: BeginGame) -> None:
        """Begin a game; where there are two sides, ask who plays them."""
        instance = wish.instance
        word = ""
        try:
            chosen = assign_players(instance, self.settings.wishes)
        except RequestError as error:  # what was asked for is not for this game
            chosen, word = assign_players(instance, ()), f"--player: {error}"

        def play(players: dict[str, ChosenPlayer] | None) -> None:
            if players is not None:
                ascii_only = self.settings.ascii_only
                self.play(PlayedGame.begun(instance, players, ascii_only=ascii_only), word)

        if len(chosen) == 1:
            play(chosen)
        else:
            self.push_screen(Players(instance, chosen), play)

    def play(self, game: PlayedGame, word: str = "") -> None:
        """Show a game in the place of all that is shown, with a word to begin with."""
        self.game = game
        while len(self.screen_stack) > 2:
            self.pop_screen()
        screen = GameScreen(game, self.settings)
        screen.said = word
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def on_load_game(self, wish: LoadGame) -> None:
        """Ask for a file, and go on with the game in it."""
        game = wish.game
        question = "Load a saved game (.json)" + (", or a plan of this game:" if game else ":")
        found: list[PlayedGame] = []

        def accept(path: str) -> str:
            found[:] = [loaded(read_source(path), game, self.settings)]
            return path

        def play(path: str | None) -> None:
            if path is not None:
                self._after_asking(game, "Load another one?", lambda: self.play(found[0]))

        self.push_screen(AskForText(question, accept=accept), play)

    def on_leave_game(self, wish: LeaveGame) -> None:
        """Leave a game; ask first where moves would be lost."""
        game = wish.game

        def go() -> None:
            if wish.to_menu:
                self.switch_screen(StartScreen(self.settings))
            else:
                self.exit()

        self._after_asking(game, "Leave it?", go)

    def _after_asking(self, game: PlayedGame | None, question: str, go: Callable[[], None]) -> None:
        """Do something that ends a game; ask first where moves would be lost."""
        if game is None or game.is_saved or game.is_over:
            go()
            return

        def answer(sure: bool | None) -> None:
            if sure:
                go()

        self.push_screen(Confirm(f"{game.what_is_lost} {question}"), answer)


def loaded(source: Source, game: PlayedGame | None, settings: PlaySettings) -> PlayedGame:
    """Return the game that was saved in a file, or a game after the moves of a plan.

    Raises:
        ToadstoneError: the file cannot be used.
    """
    if game is None or is_saved_game(source):
        saved = read_saved_game(source)
        return PlayedGame.begun(
            saved.instance, saved.players, saved.moves, ascii_only=settings.ascii_only
        )
    moves = moves_of(source, game.instance)
    return PlayedGame.begun(game.instance, game.chosen, moves, ascii_only=settings.ascii_only)


def run_on_screen(game: PlayedGame | None, settings: PlaySettings) -> PlayApp:
    """Run the program until the person leaves it; return it with the last game.

    Raises:
        KeyboardInterrupt: it was ended by Ctrl-C.
    """
    app = PlayApp(game, replace(settings, assistant=settings.start_assistant))
    handler = signal.getsignal(signal.SIGTERM)
    app.run()
    signal.signal(signal.SIGTERM, handler)  # the loop has left it as the system has it
    if (error := app._exception) is not None:
        raise error
    return app
