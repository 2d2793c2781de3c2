"""What opens on top of the game: help, the menu, the players, and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from textwrap import shorten
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from toadstone.core.errors import RequestError, ToadstoneError
from toadstone.play.parts import INSTRUCTIONS
from toadstone.play.players import (
    PERSON,
    ChosenPlayer,
    expect_usable,
    kinds_of_players,
    player_named,
)
from toadstone_cli.screen.keeping import FORMS, keep, usual_name

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toadstone.engines.instance import Instance
    from toadstone.play.players import PlayerKind
    from toadstone_cli.screen.played_game import PlayedGame

T = TypeVar("T")

ASCII = "ascii"
"""The class of the program where it draws with ASCII characters alone."""

USUAL_DEPTH = "3"

DEPTH = "The number is the depth of a player in plies. "

WIDEST = 46
"""Columns for what is said of a player."""


class Dialog(ModalScreen[T]):
    """A box in the middle of the screen; Esc leaves it without an answer."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: transparent; }
    Dialog > .box { width: 76; max-width: 100%; height: auto; max-height: 100%;
                    border: round $foreground; padding: 0 1; background: $background; }
    Dialog Input { border: none; height: 1; padding: 0; background: $background; }
    Dialog Input:focus { border: none; }
    Dialog .field { height: 1; border: none; text-style: underline; width: 1fr; }
    Dialog OptionList { border: none; height: auto; max-height: 20; padding: 0; }
    Dialog OptionList:focus { border: none; }
    Dialog .row { height: auto; }
    Dialog .row Label { width: 12; padding-top: 1; }
    Dialog .row Select { width: 1fr; }
    Dialog .row Input { width: 8; border: tall $foreground; height: 3; }
    Dialog .row Input:focus { border: tall $accent; }
    Dialog Button { margin-right: 2; }
    Dialog .said { color: $error; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "close")]

    def action_close(self) -> None:
        """Close it without an answer."""
        self.dismiss(None)


HELP = (
    ("h", "hint: name a best move, or say that the game is lost"),
    ("s", "show me: the program plays the best line; u takes it back"),
    ("e", "evaluate: say after each move who wins, or what is still possible"),
    ("u  r", "undo; redo what was taken back"),
    ("v", "review: what each move has cost, the first mistake marked"),
    ("w  Esc", "take the chosen cell back (wrong)"),
    ("p  Esc", "menu (pause)"),
    ("m", "type a move, or a command such as moves or save FILE"),
    ("o", "choose who plays; + and - set the program's speed"),
    ("n", "start again"),
    ("^s  ^o", "save the game, a plan or a replay; load one (^ is Ctrl)"),
    ("q  ^z", "quit; suspend, until the shell's fg"),
)
"""The keys of every game, and what they do."""

MARKS = "Marks: [ ] where you point, < > chosen, ( ) where it can go, { } hint, * * would change."


class Help(Dialog[None]):
    """The rules of the game, how moves are made, and all keys."""

    DEFAULT_CSS = "Help > .box { width: 80; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,q,enter", "close", "close")]

    def __init__(self, game: PlayedGame) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        """Lay out the help."""
        with VerticalScroll(classes="box", can_focus=True):
            yield Static(self._text(), markup=False)

    def _text(self) -> Text:
        game = self._game
        told = game.instance.game.find(INSTRUCTIONS)
        parts = [Text(f"{game.title}: keys", "bold"), Text(game.play_board.how)]
        width = max(len(keys) for keys, _ in HELP)
        parts += [Text(f"{keys:<{width}}  {meaning}") for keys, meaning in HELP]
        parts += [Text(MARKS), Text("Esc closes the help; arrows scroll it.", "dim"), Text()]
        if told is not None:
            parts += [Text("Rules", "bold"), Text(unwrapped(told(game.instance.scenario)))]
        if (key := game.text_board.key()) is not None:
            parts += [Text(), key]
        return Text("\n").join(parts)


def unwrapped(text: str, width: int = 80) -> str:
    """Return a text with each paragraph and each list item on one line, to be wrapped anew.

    A line goes on with the next one if the first word of that one had no room in it. Lines of
    tables, which begin with blanks, stay.

    Args:
        text: the text.
        width: the columns at which it was wrapped; the rules of games are so at 80.
    """
    lines: list[str] = []
    last = ""
    for line in text.split("\n"):
        word, goes_on = line.partition(" ")[0], line and not line.startswith((" ", "- "))
        goes_on = goes_on and not (lines and lines[-1].startswith("- "))
        if line.startswith("  ") and lines and lines[-1].startswith("- "):
            word, goes_on = line.split()[0], True
        if goes_on and last and len(last) + 1 + len(word) > width:
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
        last = line
    return "\n".join(lines)


MENU = (
    ("", "Resume"),
    ("help", "Instructions and keys"),
    ("players", "Players"),
    ("reset", "Start again"),
    ("review", "Review the game"),
    ("save", "Save: game, plan or replay"),
    ("load", "Load a saved game or a plan"),
    ("other_game", "Another game"),
    ("leave", "Exit"),
)
"""The menu: actions of the game's screen, none to go on, and what they are called."""


class GameMenu(Dialog[str]):
    """The menu of a pause; its answer is an action of the game's screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("p", "close", "resume")]

    def compose(self) -> ComposeResult:
        """Lay out the menu, its entries with numbers."""
        with Vertical(classes="box"):
            yield Label("Paused", classes="title")
            entries = [f"{number} {words}" for number, (_, words) in enumerate(MENU, 1)]
            yield OptionList(*(Option(entry) for entry in entries))

    def on_key(self, event: Any) -> None:
        """Take in the number of an entry."""
        if event.character and event.character in "123456789"[: len(MENU)]:
            event.stop()
            self.dismiss(MENU[int(event.character) - 1][0])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with what was chosen."""
        self.dismiss(MENU[event.option_index][0])


class AskForText(Dialog[str]):
    """Asks for a line of text.

    Args:
        question: what is asked.
        text: what stands there at first.
        accept: takes the text, and raises ToadstoneError to say why it will not do.
    """

    def __init__(
        self, question: str, text: str = "", accept: Callable[[str], str] | None = None
    ) -> None:
        super().__init__()
        self._question, self._text = question, text
        self._accept = accept or (lambda text: text)

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(classes="box"):
            yield Static(self._question, markup=False)
            yield Input(self._text, select_on_focus=False)
            yield Static("Enter accepts, Esc cancels.")
            yield Static("", classes="said", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the text, if it will do."""
        try:
            self.dismiss(self._accept(event.value))
        except ToadstoneError as error:
            self.say(str(error))

    def say(self, words: str) -> None:
        """Say why the text will not do."""
        self.query_one(".said", Static).update(words)


class SaveDialog(AskForText):
    """Asks for the name of a file, and writes the game to it; the answer says what was written."""

    def __init__(self, game: PlayedGame) -> None:
        super().__init__(f"Save as:\n{FORMS}", usual_name(game), self._save)
        self._game = game
        self._refused = ""

    def _save(self, path: str) -> str:
        try:
            return keep(self._game, path, replace=path == self._refused)
        except FileExistsError:
            self._refused = path
            raise RequestError(f"{path} exists already; Enter once more replaces it.") from None


class Confirm(Dialog[bool]):
    """Asks a question that is answered by yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "yes"),
        Binding("n", "answer(False)", "no"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(classes="box"):
            yield Static(self._question, markup=False)
            with Horizontal(classes="row"):
                yield Button("Yes (y)", id="yes")
                yield Button("No (n)", id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer by a button."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer by a key."""
        self.dismiss(yes)


class Players(Dialog[dict[str, ChosenPlayer]]):
    """Asks who plays each side.

    Args:
        instance: the game.
        chosen: who plays now.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "play", "play")]

    def __init__(self, instance: Instance, chosen: Mapping[str, ChosenPlayer]) -> None:
        super().__init__()
        self._instance = instance
        self._kinds = kinds_of_players(instance)
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        """Lay out a list of players for each side."""
        with Vertical(classes="box"):
            yield Static(f"Who plays? {DEPTH if self._take_depth else ''}Esc cancels.")
            for number, (side, each) in enumerate(self._chosen.items()):
                with Horizontal(classes="row"):
                    yield Label(side)
                    yield Select(
                        [(_described(kind), kind.name) for kind in self._kinds.values()],
                        value=each.kind.name,
                        allow_blank=False,
                        id=f"player-{number}",
                    )
                    if self._take_depth:
                        yield Input(each.argument or USUAL_DEPTH, id=f"depth-{number}")
            with Horizontal(classes="row"):
                yield Button("Play (^s)", id="play")
            yield Static("", classes="said", markup=False)

    def on_mount(self) -> None:
        """Draw the arrows of the lists with ASCII characters, if the program draws so."""
        if self.app.has_class(ASCII):
            for sign, name in (("v", ".down-arrow"), ("^", ".up-arrow")):
                for arrow in self.query(name).results(Static):
                    arrow.update(sign)

    @property
    def _take_depth(self) -> bool:
        return any(kind.argument for kind in self._kinds.values())

    def on_button_pressed(self) -> None:
        """Answer with the players."""
        self.action_play()

    def action_play(self) -> None:
        """Answer with the players, if they can play."""
        try:
            self.dismiss(dict(self._players()))
        except ToadstoneError as error:
            self.query_one(".said", Static).update(str(error))

    def _players(self) -> Iterator[tuple[str, ChosenPlayer]]:
        for number, side in enumerate(self._chosen):
            kind = self._kinds[str(self.query_one(f"#player-{number}", Select).value)]
            text = kind.name
            if kind.argument is not None:
                text += f":{self.query_one(f'#depth-{number}', Input).value}"
            each = player_named(self._kinds, text)
            expect_usable(self._instance, side, each)
            yield side, each


def _described(kind: PlayerKind) -> str:
    meaning = "you, by key and mouse" if kind is PERSON else kind.meaning
    return shorten(f"{kind.name}: {meaning}", WIDEST, placeholder="...")
