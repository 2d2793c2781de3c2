"""The menu: the games, and the scenarios that come with the package."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from toadstone.core.board import BOARD
from toadstone.core.errors import ToadstoneError
from toadstone.engines.instance import make_instance
from toadstone.files.source import read_source
from toadstone.game import all_games
from toadstone.loading import example_files, read_scenario
from toadstone.play.adviser import to_go_on_with
from toadstone.play.parts import USUAL_START
from toadstone_cli.screen.key_bar import Key, KeyBar
from toadstone_cli.screen.settings import BeginGame, LeaveGame, LoadGame, PlaySettings

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toadstone.engines.instance import Instance


@dataclass(frozen=True)
class Entry:
    """A scenario of the menu: its game, its name, and its file; no file for the usual start."""

    game: str
    name: str
    path: Path | None

    def instance(self) -> Instance:
        """Read it."""
        if self.path is None:
            game = all_games()[self.game]
            return to_go_on_with(make_instance(game, game.get(USUAL_START)()))
        return to_go_on_with(make_instance(*read_scenario(read_source(str(self.path)))))


def entries() -> Iterator[Entry]:
    """Yield the usual starts and packaged scenarios, game by game."""
    paths = example_files()
    for name, game in all_games().items():
        if BOARD not in game.parts:
            continue
        if USUAL_START in game.parts:
            yield Entry(name, name, None)
        yield from (Entry(name, each, path) for each, path in paths.items() if _is_of(name, path))


def _is_of(game: str, path: Path) -> bool:
    return path.parent.name == game


class StartScreen(Screen[None]):
    """Asks for a scenario; what is typed picks those whose names hold it.

    Args:
        settings: how the program was started.
    """

    DEFAULT_CSS = """
    StartScreen #heading { width: 1fr; height: 1; padding: 0 1; text-style: bold; }
    StartScreen #filter { height: 1; border: none; padding: 0 1; background: $background; }
    StartScreen #filter:focus { border: none; }
    StartScreen OptionList { width: 44; height: 1fr; border: none; }
    StartScreen #preview { width: 1fr; height: 1fr; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+o", "load", "load", priority=True),
        Binding("escape", "leave", "quit"),
        Binding("down", "list(1)", "down", priority=True),
        Binding("up", "list(-1)", "up", priority=True),
        Binding("pagedown", "list(10)", "down", priority=True),
        Binding("pageup", "list(-10)", "up", priority=True),
    ]

    def __init__(self, settings: PlaySettings) -> None:
        super().__init__()
        self._settings = settings
        self._entries = list(entries())
        self._rows: list[Entry | None] = []

    def compose(self) -> ComposeResult:
        """Lay out the list beside what is chosen in it."""
        yield Static("Toadstone: choose a game", id="heading", markup=False)
        yield Input(placeholder="type to search", id="filter")
        with Horizontal():
            yield OptionList(id="list")
            with VerticalScroll(id="preview", can_focus=False):
                yield Static(id="told", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """List everything."""
        keys = [Key("Up/Down", "choose"), Key("Enter", "play"), Key("^o", "load", "load")]
        self.query_one(KeyBar).show([*keys, Key("Esc", "quit", "leave")])
        self.query_one("#list", OptionList).can_focus = False
        self._list("")
        self.query_one("#filter").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what has this in its name."""
        self._list(event.value.lower().strip())

    def _list(self, text: str) -> None:
        """List the entries with a text in their names, each game below its own name."""
        shown = [each for each in self._entries if text in f"{each.game} {each.name}"]
        self._rows = []
        for entry in shown:
            before = self._rows[-1] if self._rows else None
            self._rows += [] if before and before.game == entry.game else [None]
            self._rows.append(entry)
        options = self.query_one("#list", OptionList)
        options.clear_options()
        options.add_options(map(self._option, range(len(self._rows))))
        if shown:
            options.highlighted = 1
        else:
            self._tell(Text("There is no such game or scenario."))

    def _option(self, row: int) -> Option:
        entry = self._rows[row]
        if entry is None:
            below = self._rows[row + 1]
            return Option(Text(below.game if below else "", "bold"), disabled=True)
        return Option(Text(f"  {entry.name if entry.path else 'usual start'}"))

    def action_list(self, by: int) -> None:
        """Go up or down the list."""
        options = self.query_one("#list", OptionList)
        for _ in range(abs(by)):
            if by > 0:
                options.action_cursor_down()
            else:
                options.action_cursor_up()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what is chosen."""
        if event.option_index < len(self._rows) and (entry := self._rows[event.option_index]):
            self._preview(entry)

    @work(thread=True, exclusive=True)
    def _preview(self, entry: Entry) -> None:
        """Read a scenario beside the keyboard, and show its start."""
        told = described(entry, ascii_only=self._settings.ascii_only)
        self.call_later(self._tell, told)

    def _tell(self, told: Text) -> None:
        if self.is_attached:
            self.query_one("#told", Static).update(told)

    def on_input_submitted(self) -> None:
        """Play what is chosen."""
        chosen = self.query_one("#list", OptionList).highlighted
        self._begin(None if chosen is None else self._rows[chosen])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play what was clicked."""
        self._begin(self._rows[event.option_index])

    def _begin(self, entry: Entry | None) -> None:
        try:
            if entry is not None:
                self.post_message(BeginGame(entry.instance()))
        except ToadstoneError as error:
            self._tell(Text(str(error)))

    def action_load(self) -> None:
        """Load a saved game."""
        self.post_message(LoadGame())

    def action_leave(self) -> None:
        """Leave the program."""
        self.post_message(LeaveGame())


def described(entry: Entry, *, ascii_only: bool) -> Text:
    """Return the title, the questions and the start of a scenario."""
    try:
        instance = entry.instance()
    except ToadstoneError as error:
        return Text(str(error))
    board = instance.game.get(BOARD)(instance.scenario)
    drawn = (board.in_ascii() if ascii_only else board).picture(instance.rules.start())
    asked = ", then ".join(each.meaning for each in instance.ask)
    title = Text(instance.scenario.title or entry.name, "bold")
    return Text("\n").join([title, Text(f"Asked: {asked}"), Text(), drawn])
