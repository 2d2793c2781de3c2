"""A game line by line: what people type, or pipe in, and what is printed of a session."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.budget import Limits
from toadstone.core.errors import InputError, LimitReachedError, Place, RequestError
from toadstone.files.messages import one_of, printable, quoted
from toadstone.files.writing import open_atomic
from toadstone.play.advice import Verdict
from toadstone.play.parts import INSTRUCTIONS
from toadstone.play.session import RefusedError
from toadstone.play.words import advice_in_words, counted, in_words, possible
from toadstone.view.layout import View
from toadstone.view.page import aligned, board_of, figures_line
from toadstone.view.review_page import review_parts
from toadstone_cli.output import tell, tell_sentence, write_page
from toadstone_cli.progress import live_budget

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.board import Board
    from toadstone.play.session import Session
    from toadstone.play.tasks import Task, TaskContext

SAID = ("hints", "evaluations", "reviews", "unproven", "refused")
"""What is noted for the JSON of a game, by its keys."""

REVIEW_TIMES = 6
"""How many times as long as a hint a review may take."""


class End(StrEnum):
    """Why a game went no further."""

    OVER = "over"
    """The game is over, and the person does not go on."""
    UNFINISHED = "unfinished"
    """Left by `quit`, or at the end of the input, before the game was over."""
    GIVEN_UP = "given-up"
    """A player proved that no plan wins any more."""
    UNKNOWN = "unknown"
    """A player did not find its move in time."""
    INTERRUPTED = "interrupted"
    """Stopped by Ctrl-C."""


class TypedLines:
    """Lines of standard input; `number` is that of the last one, counted from 1.

    Args:
        apart: whether prompts are to keep out of standard output.

    Raises:
        InputError: there is no standard input.
    """

    def __init__(self, *, apart: bool) -> None:
        if sys.stdin is None:
            raise InputError("cannot read: it is closed", Place("<stdin>"))
        self.number = 0
        self._apart = apart or sys.stdout is None or not sys.stdout.isatty()
        self.terminal = sys.stdin.isatty()
        if self.terminal:
            with suppress(ImportError):
                importlib.import_module("readline")  # `input` then lets people edit the line
        elif isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="backslashreplace")

    def next(self, prompt: str) -> str | None:
        """Return the next line without spaces around it, or None when there are no more.

        On a terminal an empty line counts; elsewhere empty lines are left out, and `#` starts a
        comment, as in a plan.
        """
        while True:
            line = self._typed(prompt) if self.terminal else sys.stdin.readline()
            if not line:
                return None
            self.number += 1
            text = line.strip() if self.terminal else line.partition("#")[0].strip()
            if text or self.terminal:
                return text

    def _typed(self, prompt: str) -> str:
        """Return what is typed with its line end, or nothing when the person is done (Ctrl-D)."""
        if self._apart:
            tell(prompt)
            return sys.stdin.readline()
        try:
            return input(prompt) + "\n"
        except EOFError:
            tell("\n")
            return ""


class GamePage:
    """Prints a game move by move, or nothing where only its end is wanted.

    Attributes:
        read: whether anybody still reads.
    """

    def __init__(self, session: Session, view: View, *, silent: bool) -> None:
        self._session, self._view, self._silent = session, view, silent
        self.read = True
        self._move_width = 7

    @cached_property
    def board(self) -> Board[Any, Any]:
        """How the game is drawn."""
        return board_of(self._session.instance.game, self._session.instance.scenario)

    def show(self, *parts: RenderableType) -> None:
        """Print something."""
        if not self._silent:
            self.read = write_page(*parts) and self.read

    def opening(self, *, prompting: bool) -> None:
        """Say what is played and by whom, and draw the start."""
        if self._silent:
            return
        session = self._session
        players = [
            f"{side} {each}" if len(session.sides) > 1 else f"{each}"
            for side, each in session.players.items()
        ]
        game = session.instance.game
        self.show(Text.assemble((session.title, "bold"), f"  {game.name}"))
        self.show(f"Played by: {', '.join(players)}")
        if (key := self.board.key()) is not None:
            self.show(key)
        if prompting:
            pieces = session.typed.pieces
            cell = "" if pieces is None else f", or a cell such as {pieces.example}"
            told = "instructions, or " if INSTRUCTIONS in game.parts else ""
            self.show(f"Type a move{cell}; or {told}help.")
        self.position()

    def position(self) -> None:
        """Draw where the game has come to, and what the last move did."""
        if self._silent:
            return
        line = self._session.line
        before = line.states[-2] if line.moves else None
        event = Text() if before is None else self.board.event(before, line.moves[-1], line.state)
        caption = Text("   ").join(each for each in (self.board.caption(line.state), event) if each)
        turn, played = len(line.moves), self._played()
        if self._view is View.TABLE:
            self._move_width = max(self._move_width, len(played))
            strip = Text(f"{turn:4}   {played:<{self._move_width}}   ", no_wrap=True)
            strip.append_text(self.board.strip(before, line.state))
            self.show(strip.append("   ").append_text(caption))
            return
        title = [Text(f"{turn}  {played}", "bold")] if played else []
        self.show("", *title, *self.board.picture(line.state).split("\n"), caption)

    def _played(self) -> str:
        """Return the last move, after the side that made it where there are two."""
        session = self._session
        if not session.ply:
            return ""
        alone = len(session.sides) == 1
        return f"{'' if alone else f'{session.mover(session.ply)} '}{session.last_move}"

    def instructions(self) -> None:
        """Tell the rules, and how to type a move; raise RequestError where there are none."""
        instance = self._session.instance
        told = instance.game.get(INSTRUCTIONS)(instance.scenario)
        if not self._silent:
            self.show("", told)
            if (key := self.board.key()) is not None:
                self.show("", key)

    def ending(self) -> None:
        """Say how the game has ended, for a person at it as well, and what it came to."""
        session, over = self._session, self._session.ending
        if over is None:
            return
        head, _, reason = session.ending_in_words.partition(":")
        drawn = len(session.sides) > 1 and over.winner is None
        style = "bold red" if over.is_loss else "bold yellow" if drawn else "bold green"
        self.show("", Text.assemble((head, style), f":{reason}"))
        if result := session.result_in_words:
            self.show(result)
        self.figures()

    def figures(self) -> None:
        """Print the figures of the game so far."""
        session = self._session
        self.show(figures_line(session.instance.rules.figures(session.state)))


class LineMode:
    """A game being played line by line.

    Args:
        session: the game.
        context: what its tasks work with, in this process.
        limits: the time for one hint, threads, and the seed.
        page: where it is shown.
        lines: what people type; None without a person.
    """

    def __init__(
        self,
        session: Session,
        context: TaskContext,
        limits: Limits,
        page: GamePage,
        lines: TypedLines | None,
    ) -> None:
        self.session, self.page = session, page
        self.said: dict[str, list[dict[str, Any]]] = {kind: [] for kind in SAID}
        self._context, self._limits, self._lines = context, limits, lines
        self._prompting = lines is not None and lines.terminal
        self._paused = False
        self._end: End | None = None

    @property
    def is_misled(self) -> bool:
        """Whether a line that was piped in was refused."""
        return not self._prompting and bool(self.said["refused"])

    def play(self) -> End:
        """Play until the game is over or somebody stops it; return why it stopped."""
        self.page.opening(prompting=self._prompting)
        try:
            if self.session.is_over:
                self._arrive()
            while self._end is None and self.page.read:
                self._go_on()
        except KeyboardInterrupt:
            self._end = End.INTERRUPTED
            self.page.show("")
        return self._end or self._stopped()

    def close(self, end: End) -> None:
        """Say why a game that is not over went no further."""
        after = f"after {counted(self.session.ply, 'move')}"
        words = {
            End.UNFINISHED: f"Unfinished {after}.",
            End.GIVEN_UP: f"Given up {after}: no plan wins from here.",
            End.UNKNOWN: f"Undecided {after}.",
            End.INTERRUPTED: f"Interrupted {after}.",
        }
        if end in words:
            self.page.show("", words[end])
            self.page.figures()

    def _stopped(self) -> End:
        return End.OVER if self.session.is_over else End.UNFINISHED

    def _go_on(self) -> None:
        """Let a player choose a move, or read a line."""
        if self.session.awaits_player and not self._paused:
            self._let_choose()
        elif self._lines is not None:
            self._read(self._lines)
        else:
            self._end = End.OVER

    def _find(self, task: Task[Any], times: int = 1) -> Any:
        """Return what a task finds out, with a sign of life meanwhile."""
        seconds = times * (self._limits.seconds or 0)
        with live_budget(replace(self._limits, seconds=seconds)) as budget:
            return task.run(self._context, budget)

    def _let_choose(self) -> None:
        side = self.session.to_move
        player = self.session.players[side]
        try:
            chosen = self._find(self.session.choose())
        except LimitReachedError:
            waited = f"{player} has no proven move within {self._limits.seconds:g} s"
            if self._lines is None or not self._prompting:
                tell_sentence(f"toadstone: {waited}; --time-limit gives more")
                self._end = End.UNKNOWN
                return
            tell_sentence(f"{waited}. Press Enter to let it continue.")
            self._read(self._lines)
            return
        if chosen.move is None:
            self._end = End.GIVEN_UP
            return
        if not chosen.proven:
            turn = self.session.ply + 1
            self.said["unproven"].append({"turn": turn, "side": side, "move": str(chosen.move)})
            looks = f"{chosen.move} looks best, but is not proven: the time was too short"
            self.page.show("", f"{side} {player}: {looks}.")
        self.session.play(chosen.move)
        self._arrive()

    def _arrive(self) -> None:
        """Show where the game has come to, and that it is over if it is."""
        if self.session.ply:
            self.page.position()
        if self.session.is_over:
            self.page.ending()
            if self._prompting:
                self.page.show("You can review, undo, reset, save FILE or quit.")

    def _read(self, lines: TypedLines) -> None:
        """Read one line and do what it says."""
        text = lines.next(self._prompt())
        if text is None:
            self._end = self._stopped()
        elif text:
            try:
                self._obey(text)
            except RefusedError as error:
                refused = {"line": lines.number, "input": text, "reason": str(error)}
                self.said["refused"].append(refused)
                place = "" if lines.terminal else f"<stdin>:{lines.number}: error: "
                tell_sentence(printable(f"{place}{error}"))

    def _prompt(self) -> str:
        if self._paused:
            return "\npause> "
        if self.session.typed.chosen is not None:
            return "\nto which cell> "
        if self.session.is_over:
            return "\nover> "
        return f"\n{self.session.to_move}> " if len(self.session.sides) > 1 else "\nmove> "

    def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        name, commands = word.lower(), self._commands
        command = commands.get(name) or commands.get(SYNONYMS.get(name, name))
        if command is None and self._paused:
            raise RefusedError(f"expected {one_of(MENU)}, or its number, found {quoted(word)}")
        if command is None:
            self._make_typed(text)
            return
        if bool(rest.strip()) != command.takes_file:
            wanted = "the name of a file" if command.takes_file else "nothing"
            raise RefusedError(f"expected {wanted} after `{word}`")
        command.act(self, rest.strip())

    @property
    def _commands(self) -> dict[str, Command]:
        """What can be typed now beside a move; in the menu, also by number."""
        if self._paused:
            return MENU | {str(number): each for number, each in enumerate(MENU.values(), 1)}
        by_cells = self.session.typed.pieces is not None
        return {word: each for word, each in COMMANDS.items() if by_cells or word != "wrong"}

    def _make_typed(self, text: str) -> None:
        """Make the move that was typed, or show where the piece in the cell can go."""
        if self.session.move(text) is None:
            self._show_choice()
        else:
            self._arrive()

    def _show_choice(self) -> None:
        typed = self.session.typed
        if typed.pieces is not None and typed.chosen is not None:
            cell, targets = typed.chosen, typed.pieces.targets(self.session.state, typed.chosen)
            self.page.show(f"{cell} can go to {in_words(targets)}; `wrong` takes {cell} back.")

    def _expect_going_on(self) -> None:
        if (over := self.session.ending) is not None:
            raise RefusedError(f"the game is over: {over.reason}")

    def _wrong(self, _: str) -> None:
        if not self.session.forget_choice():
            raise RefusedError("no cell is chosen; `undo` takes a move back")

    def _help(self, _: str) -> None:
        rows = [("a move", "makes it; `moves` lists those that are legal")]
        if self.session.typed.pieces is not None:
            rows += [("a cell", "chooses its piece; then type the cell it goes to")]
        rows += [(each.form, each.meaning) for each in self._commands.values()]
        self.page.show(*aligned([["", form, meaning] for form, meaning in rows]))

    def _instructions(self, _: str) -> None:
        try:
            self.page.instructions()
        except RequestError as error:
            raise RefusedError(str(error)) from None

    def _pause(self, _: str) -> None:
        self._paused = True
        rows = [(str(n), each.form, each.meaning) for n, each in enumerate(MENU.values(), 1)]
        self.page.show("", "Paused", *aligned(rows))

    def _resume(self, _: str) -> None:
        self._paused = False
        self._board("")

    def _moves(self, _: str) -> None:
        self._expect_going_on()
        self.page.show(" ".join(map(str, self.session.legal_moves)))

    def _hint(self, _: str) -> None:
        self._expect_going_on()
        session, seconds = self.session, self._limits.seconds or 0
        advice = self._find(session.hint())
        moves = [str(move) for move in advice.moves]
        said = {"turn": session.ply + 1, "verdict": advice.verdict.value, "moves": moves}
        self.said["hints"].append(said)
        asked = session.instance.ask
        words = advice_in_words(advice, asked, session.to_move, session.sides, seconds)
        more = "; --time-limit gives more." if advice.verdict is Verdict.UNDECIDED else ""
        self.page.show(f"\n{words.removesuffix('.') + more if more else words}")

    def _evaluate(self, _: str) -> None:
        outlook = self._find(self.session.evaluate())
        self.said["evaluations"].append({"turn": self.session.ply + 1, **outlook.to_json()})
        said = possible(outlook, self.session.instance.ask)
        words = f"{said[0].upper()}{said[1:]}."
        if outlook.verdict is Verdict.UNDECIDED:
            seconds = self._limits.seconds or 0
            words += f" No answer within {seconds:g} s; --time-limit gives more."
        self.page.show(f"\n{words}")

    def _review(self, _: str) -> None:
        """Review the moves of people; what was found out before an interrupt is shown."""
        if not self.session.ply:
            raise RefusedError("there is nothing to review before the first move")
        review = self._find(self.session.review(), REVIEW_TIMES)
        self.said["reviews"].append(review.to_json())
        self.page.show("", *review_parts(review))
        if review.interrupted:
            raise KeyboardInterrupt

    def _undo(self, _: str) -> None:
        if not self.session.people:
            raise RefusedError("there is no move of yours to take back")
        self.session.undo()
        self.session.forget_undone()
        self.page.position()

    def _reset(self, _: str) -> None:
        self.session.restart()
        self.page.position()

    def _board(self, _: str) -> None:
        self.page.position()
        self._show_choice()

    def _save(self, name: str) -> None:
        try:
            self._save_over(name, replace=False)
        except FileExistsError:
            raise RefusedError(f"{name} exists already; `save! {name}` replaces it") from None

    def _save_over(self, name: str, *, replace: bool = True) -> None:
        if not self.session.ply:
            raise RefusedError("there is nothing to save before the first move")
        try:
            with open_atomic(name, replace=replace) as file:
                file.writelines(f"{move}\n" for move in self.session.moves)
        except InputError as error:
            raise RefusedError(f"{name}: {error}") from None
        self.page.show(f"Saved: {printable(name)}, for 'toadstone check'.")

    def _quit(self, _: str) -> None:
        self._end = self._stopped()


@dataclass(frozen=True)
class Command:
    """Something to type beside a move."""

    form: str
    meaning: str
    act: Callable[[LineMode, str], None]
    takes_file: bool = False


COMMANDS: dict[str, Command] = {
    "wrong": Command("wrong", "takes the chosen cell back", LineMode._wrong),
    "help": Command("help or ?", "lists the commands", LineMode._help),
    "instructions": Command(
        "instructions", "tells the rules, and how to type a move", LineMode._instructions
    ),
    "moves": Command("moves", "lists the legal moves", LineMode._moves),
    "hint": Command("hint", "names a best move, or says that the game is lost", LineMode._hint),
    "evaluate": Command(
        "evaluate", "says who wins, or the best result still possible", LineMode._evaluate
    ),
    "review": Command("review", "says what each of your moves cost", LineMode._review),
    "undo": Command("undo", "takes back your last move, and the replies to it", LineMode._undo),
    "reset": Command("reset", "starts again", LineMode._reset),
    "board": Command("board", "draws the board", LineMode._board),
    "save": Command("save FILE", "writes the moves as a plan", LineMode._save, takes_file=True),
    "save!": Command(
        "save! FILE", "overwrites an existing file", LineMode._save_over, takes_file=True
    ),
    "pause": Command("pause", "opens a menu", LineMode._pause),
    "quit": Command("quit", "ends, as does Ctrl-D", LineMode._quit),
}

MENU: dict[str, Command] = {
    "resume": Command("resume", "continues the game", LineMode._resume),
    "instructions": COMMANDS["instructions"],
    "save": COMMANDS["save"],
    "exit": Command("exit", "ends, as does Ctrl-D", LineMode._quit),
}
"""What there is to choose from in a pause, by word or by number from 1."""

SYNONYMS = {"?": "help", "exit": "quit", "quit": "exit"}
