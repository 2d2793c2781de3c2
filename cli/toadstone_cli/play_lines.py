"""A game line by line: what people type, or pipe in, and what is printed of a session."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.budget import Limits
from toadstone.core.errors import InputError, LimitReachedError, Place
from toadstone.files.messages import printable
from toadstone.files.writing import open_atomic
from toadstone.play.parts import INSTRUCTIONS, Verdict
from toadstone.play.session import RefusedError
from toadstone.play.tasks import Task, TaskContext, advise, evaluate
from toadstone.play.words import advice_in_words, possible, sentence, with_noun
from toadstone.view.layout import View
from toadstone.view.page import align, board_of, figures_line
from toadstone.view.review_page import review_parts
from toadstone_cli.output import live_budget, tell, tell_sentence, write_page

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.board import Board
    from toadstone.play.session import Session

SAID = ("hints", "evaluations", "reviews", "unproven", "refused")
"""What is noted for the JSON of a game, by its keys."""

REVIEW_TIMES = 6
"""How many times as long as a hint a review may take."""

SHOWN_AHEAD = 3
"""Rolls to come that are drawn above the river."""


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

    With `apart`, prompts keep out of standard output. Without standard input, InputError is raised.
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

        On a terminal an empty line counts, and `#` is text. Elsewhere empty lines are left out, and
        `#` starts a comment.
        """
        while line := self._typed(prompt) if self.terminal else sys.stdin.readline():
            self.number += 1
            text = line.strip() if self.terminal else line.partition("#")[0].strip()
            if text or self.terminal:
                return text
        return None

    def _typed(self, prompt: str) -> str:
        if self._apart:
            tell(prompt)
            return sys.stdin.readline()
        try:
            return input(prompt) + "\n"
        except EOFError:
            tell("\n")
            return ""


class LineMode:
    """A game being played line by line.

    Args:
        session: the game.
        limits: the time for a hint or a move, and the seed of the players.
        lines: what people type; None without a person.
        view: how the game is drawn, move by move.
        silent: whether only the end of the game is wanted.

    Attributes:
        context: what its players and hints are asked of.
        said: what is noted for the JSON of the game.
    """

    def __init__(
        self,
        session: Session,
        limits: Limits,
        lines: TypedLines | None,
        view: View = View.AUTO,
        *,
        silent: bool = False,
    ) -> None:
        self.session, self.context = session, TaskContext(session.instance, limits.seed)
        self.said: dict[str, list[dict[str, Any]]] = {kind: [] for kind in SAID}
        self._limits, self._lines, self._view, self._silent = limits, lines, view, silent
        self._seconds = limits.seconds or 0
        self._prompting = lines is not None and lines.terminal
        self._is_read = True
        self._move_width = 7
        self._end: End | None = None

    @property
    def is_misled(self) -> bool:
        """Whether a line that was piped in was refused."""
        return not self._prompting and bool(self.said["refused"])

    def play(self) -> End:
        """Play until the game is over or somebody stops it; return why it stopped."""
        self._open()
        try:
            if self.session.ending:
                self._arrive()
            while self._end is None and self._is_read:
                if not (self.session.ending or self.session.awaits_person):
                    self._let_choose()
                elif self._lines is not None:
                    self._read(self._lines)
                else:
                    self._end = End.OVER
        except KeyboardInterrupt:
            self._end = End.INTERRUPTED
            self._show("")
        return self._end or self._stopped()

    def close(self, end: End) -> None:
        """Say why a game that is not over went no further."""
        after = f"after {with_noun(self.session.ply, 'move')}"
        words = {
            End.UNFINISHED: f"Unfinished {after}.",
            End.GIVEN_UP: f"Given up {after}: no plan wins from here.",
            End.UNKNOWN: f"Undecided {after}.",
            End.INTERRUPTED: f"Interrupted {after}.",
        }
        if end in words:
            self._show("", words[end])
            self._show(self._figures())

    @cached_property
    def _board(self) -> Board[Any, Any]:
        return board_of(self.session.instance.game, self.session.instance.scenario)

    def _show(self, *parts: RenderableType) -> None:
        if not self._silent:
            self._is_read = write_page(*parts) and self._is_read

    def _open(self) -> None:
        """Say what is played and by whom, and draw the start."""
        if self._silent:
            return
        session = self.session
        players = [
            f"{side} {each}" if len(session.sides) > 1 else f"{each}"
            for side, each in session.players.items()
        ]
        self._show(Text.assemble((session.title, "bold"), f"  {session.instance.game.name}"))
        self._show(f"Played by: {', '.join(players)}")
        if (key := self._board.key()) is not None:
            self._show(key)
        if self._prompting:
            self._show("Type a move, or help.")
        self._draw()

    def _draw(self) -> None:
        """Draw where the game has come to, and what the last move did."""
        if self._silent:
            return
        line, board = self.session.line, self._board
        before = line.states[-2] if line.moves else None
        event = Text() if before is None else board.event(before, line.moves[-1], line.state)
        caption = Text("   ").join(each for each in (board.caption(line.state), event) if each)
        turn, played = len(line.moves), ""
        if before is not None:
            session = self.session
            side = f"{session.mover(turn)} " if len(session.sides) > 1 else ""
            played = f"{side}{session.last_move}"
        if self._view is View.TABLE:
            self._move_width = max(self._move_width, len(played))
            strip = Text(f"{turn:4}   {played:<{self._move_width}}   ", no_wrap=True)
            strip.append_text(board.strip(before, line.state))
            self._show(strip.append("   ").append_text(caption))
            return
        title = [Text(f"{turn}  {played}", "bold")] if played else []
        ahead = board.ahead(line.state, SHOWN_AHEAD)
        self._show("", *title, *ahead, *board.picture(line.state).split("\n"), caption)

    def _tell_ending(self) -> None:
        """Say how the game has ended, for a person at it as well, and what it came to."""
        session, over = self.session, self.session.ending
        if over is None:
            return
        head, _, reason = session.ending_in_words.partition(":")
        drawn = len(session.sides) > 1 and over.winner is None
        style = "bold red" if over.is_loss else "bold yellow" if drawn else "bold green"
        self._show("", Text.assemble((head, style), f":{reason}"))
        if result := session.result_in_words:
            self._show(result)
        self._show(self._figures())

    def _figures(self) -> str:
        return figures_line(self.session.instance.rules.figures(self.session.state))

    def _stopped(self) -> End:
        return End.OVER if self.session.ending else End.UNFINISHED

    def _find(self, task: Task[Any], times: int = 1) -> Any:
        """Return what a task finds out, with a sign of life meanwhile."""
        with live_budget(replace(self._limits, seconds=times * self._seconds)) as budget:
            return task.run(self.context, budget)

    def _let_choose(self) -> None:
        side = self.session.to_move
        player = self.session.players[side]
        try:
            chosen = self._find(self.session.choose())
        except LimitReachedError:
            waited = f"{player} has no proven move within {self._seconds:g} s"
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
            self._show("", f"{side} {player}: {looks}.")
        self.session.play(chosen.move)
        self._arrive()

    def _arrive(self) -> None:
        """Show where the game has come to, and that it is over if it is."""
        if self.session.ply:
            self._draw()
        if self.session.ending:
            self._tell_ending()
            if self._prompting:
                self._show("You can review, undo, reset, save FILE or quit.")

    def _read(self, lines: TypedLines) -> None:
        """Read one line and do what it says."""
        alone = len(self.session.sides) == 1
        asked = "over" if self.session.ending else "move" if alone else self.session.to_move
        text = lines.next(f"\n{asked}> ")
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

    def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        name = SYNONYMS.get(word.lower(), word.lower())
        if name == "save":
            self._save(rest.strip())
        elif name not in COMMANDS:
            self.session.move(text)
            self._arrive()
        elif rest.strip():
            raise RefusedError(f"expected nothing after `{word}`")
        else:
            COMMANDS[name][1](self)

    def _expect_going_on(self) -> None:
        if (over := self.session.ending) is not None:
            raise RefusedError(f"the game is over: {over.reason}")

    def _help(self) -> None:
        """Tell the rules of the game, and list what can be typed."""
        instance = self.session.instance
        if instructions := instance.game.find(INSTRUCTIONS):
            self._show("", instructions(instance.scenario), "")
        rows = [("a move", "makes it; `moves` lists those that are legal")]
        rows += [(name, meaning) for name, (meaning, _) in COMMANDS.items()]
        rows += [("save FILE", "writes the moves as a plan")]
        self._show(*align([["", form, meaning] for form, meaning in rows]))

    def _moves(self) -> None:
        self._expect_going_on()
        self._show(" ".join(map(str, self.session.legal_moves)))

    def _hint(self) -> None:
        self._expect_going_on()
        session = self.session
        advice = self._find(Task(advise, session.moves))
        moves = [str(move) for move in advice.moves]
        said = {"turn": session.ply + 1, "verdict": advice.verdict.value, "moves": moves}
        self.said["hints"].append(said)
        words = advice_in_words(advice, session.instance.ask, self._seconds)
        more = "; --time-limit gives more." if advice.verdict is Verdict.UNDECIDED else ""
        self._show(f"\n{words.removesuffix('.') + more if more else words}")

    def _evaluate(self) -> None:
        outlook = self._find(Task(evaluate, self.session.moves))
        self.said["evaluations"].append({"turn": self.session.ply + 1, **outlook.to_json()})
        words = sentence(possible(outlook, self.session.instance.ask))
        if outlook.verdict is Verdict.UNDECIDED:
            words += f" No answer within {self._seconds:g} s; --time-limit gives more."
        self._show(f"\n{words}")

    def _review(self) -> None:
        """Review the moves of people; what was found out before an interrupt is shown."""
        if not self.session.ply:
            raise RefusedError("there is nothing to review before the first move")
        review = self._find(self.session.review(), REVIEW_TIMES)
        self.said["reviews"].append(review.to_json())
        self._show("", *review_parts(review))
        if review.interrupted:
            raise KeyboardInterrupt

    def _undo(self) -> None:
        self.session.undo()
        self._draw()

    def _redo(self) -> None:
        self.session.redo()
        self._arrive()

    def _reset(self) -> None:
        self.session.go_to(0)
        self._draw()

    def _quit(self) -> None:
        self._end = self._stopped()

    def _save(self, name: str) -> None:
        if not name:
            raise RefusedError("expected the name of a file after `save`")
        if not self.session.ply:
            raise RefusedError("there is nothing to save before the first move")
        try:
            with open_atomic(name, replace=False) as file:
                file.writelines(f"{move}\n" for move in self.session.moves)
        except FileExistsError:
            raise RefusedError(f"{name} exists already: choose another name") from None
        except InputError as error:
            raise RefusedError(f"{name}: {error}") from None
        self._show(f"Saved: {printable(name)}, for 'toadstone check'.")


COMMANDS: dict[str, tuple[str, Callable[[LineMode], None]]] = {
    "help": ("tells the rules, and lists the commands", LineMode._help),
    "moves": ("lists the legal moves", LineMode._moves),
    "hint": ("names a best move, or says that the game is lost", LineMode._hint),
    "evaluate": ("says who wins, or the best result still possible", LineMode._evaluate),
    "review": ("says what each of your moves cost", LineMode._review),
    "undo": ("takes back your last move, and the replies to it", LineMode._undo),
    "redo": ("makes it again", LineMode._redo),
    "reset": ("starts again", LineMode._reset),
    "board": ("draws the board", lambda mode: mode._draw()),
    "quit": ("ends, as does Ctrl-D", LineMode._quit),
}
"""What can be typed beside a move and `save FILE`, with what it does."""

SYNONYMS = {"?": "help", "exit": "quit"}
