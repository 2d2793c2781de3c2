"""A game between players, some of whom may be people who type commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toadstone.advice import Adviser
from toadstone.errors import LimitReachedError
from toadstone.game import Outcome
from toadstone.limits import Limits
from toadstone.players import Part, Player
from toadstone.playing import Session, side_to_move
from toadstone.reporting import Reporting
from toadstone_cli.output import printable, tell
from toadstone_cli.play_page import PlayPage
from toadstone_cli.progress import LiveLine

if TYPE_CHECKING:
    from toadstone_cli.typed_lines import TypedLines


class End(StrEnum):
    """Why a match stopped."""

    OVER = "over"
    """The game is over, and nobody wanted to go on."""
    UNFINISHED = "unfinished"
    """Left by `quit`, or at the end of the input, before the game was over."""
    GIVEN_UP = "given-up"
    """A player proved that no plan wins any more."""
    UNKNOWN = "unknown"
    """A player did not find its move in time."""
    INTERRUPTED = "interrupted"
    """Stopped by Ctrl-C."""


class RefusedError(Exception):
    """Something typed that cannot be done; the message says why."""


@dataclass(frozen=True)
class Refusal:
    """A line of input that was refused, and why."""

    line: int
    input: str
    reason: str


@dataclass
class Match:
    """A game being played by its players.

    Attributes:
        session: the game so far.
        parts: who plays each side.
        players: the players themselves, by side; None for a person.
        adviser: who gives hints.
        limits: the time for one hint, threads, and the seed.
        page: where it is shown.
        lines: what people type; None where nobody does.
        refused: the input that was refused.
        hints: the hints that were given, as the JSON shows them.
    """

    session: Session[Any, Any]
    parts: Mapping[str, Part]
    players: Mapping[str, Player | None]
    adviser: Adviser
    limits: Limits
    page: PlayPage
    lines: TypedLines | None
    refused: list[Refusal] = field(default_factory=list)
    hints: list[dict[str, Any]] = field(default_factory=list)
    end: End | None = None

    def play(self) -> End:
        """Play until the game is over or somebody stops it; return why it stopped."""
        self.page.opening(self.session, self.parts, prompting=self._prompting)
        try:
            if self.session.ending is not None:
                self._arrive()
            while self.end is None and self.page.read:
                self._go_on()
        except KeyboardInterrupt:
            self.end = End.INTERRUPTED
            self.page.show("")
        return self.end or self._stopped()

    @property
    def _prompting(self) -> bool:
        """Whether somebody sits at a terminal."""
        return self.lines is not None and self.lines.terminal

    def _stopped(self) -> End:
        return End.UNFINISHED if self.session.ending is None else End.OVER

    def _go_on(self) -> None:
        """Let whoever is next make a move or type a line."""
        player = self.players[self.session.to_move]
        if self.session.ending is None and player is not None:
            self._let_choose(player)
        elif self.lines is not None:
            self._read(self.lines)
        else:
            self.end = End.OVER

    def _let_choose(self, player: Player) -> None:
        side = self.session.to_move
        try:
            with LiveLine() as line:
                move = player.choose(self.session, Reporting(progress=line.update, tell=line.tell))
        except LimitReachedError:
            waited = f"{self.parts[side]} has no proven move within {self.limits.seconds:g} s"
            if self.lines is None or not self._prompting:
                tell(f"toadstone: {waited}; --time-limit gives more\n")
                self.end = End.UNKNOWN
                return
            tell(f"{waited}. Enter lets it go on thinking.\n")
            self._read(self.lines)
            return
        if move is None:
            self.end = End.GIVEN_UP
        else:
            self._make(move)

    def _make(self, move: Any) -> None:
        self.session = self.session.after(move)
        self._arrive()

    def _arrive(self) -> None:
        """Show where the game has come to, and that it is over if it is."""
        if self.session.moves:
            self.page.position(self.session)
        outcome: Outcome | None = self.session.ending
        if outcome is not None:
            self.page.ending(self.session, outcome)
            if self._prompting:
                self.page.show("You can undo, reset, save FILE or quit.")

    def _read(self, lines: TypedLines) -> None:
        """Read one line and do what it says."""
        text = lines.next(self._prompt())
        if text is None:
            self.end = self._stopped()
        elif text:
            try:
                self._obey(text)
            except RefusedError as error:
                self._refuse(lines, text, str(error))

    def _prompt(self) -> str:
        if self.session.ending is not None:
            return "\nover> "
        return f"\n{self.session.to_move}> " if len(self.parts) > 1 else "\nmove> "

    def _refuse(self, lines: TypedLines, text: str, reason: str) -> None:
        self.refused.append(Refusal(lines.number, text, reason))
        place = "" if lines.terminal else f"<stdin>:{lines.number}: error: "
        tell(printable(f"{place}{reason}") + "\n")

    def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        command = COMMANDS.get("help" if word == "?" else word.lower())
        if command is None:
            self._make_typed(text)
            return
        if bool(rest.strip()) != command.takes_file:
            wanted = "the name of a file" if command.takes_file else "nothing"
            raise RefusedError(f"expected {wanted} after `{word}`")
        command.act(self, rest.strip())

    def _make_typed(self, text: str) -> None:
        """Make the move that was typed, if it is a person's turn and the move is legal."""
        try:
            move = self.session.rules.read_move(text)
        except ValueError as error:
            raise RefusedError(f"not a move: {error}; `help` lists the commands") from None
        if reason := self.session.why_refused(move):
            raise RefusedError(f"{move} is not legal: {reason}")
        side = self.session.to_move
        if self.players[side] is not None:
            raise RefusedError(f"it is the turn of {side}, and {self.parts[side]} plays them")
        self._make(move)

    def _help(self, _: str) -> None:
        rows = [(command.form, command.meaning) for command in COMMANDS.values()]
        self.page.help([("a move", "makes it; `moves` lists those that are legal"), *rows])

    def _moves(self, _: str) -> None:
        self._expect_going_on()
        self.page.legal_moves(self.session)

    def _expect_going_on(self) -> None:
        if (over := self.session.ending) is not None:
            raise RefusedError(f"the game is over: {over.reason}")

    def _hint(self, _: str) -> None:
        self._expect_going_on()
        with LiveLine() as line:
            reporting = Reporting(progress=line.update, tell=line.tell)
            advice = self.adviser.advise(self.session, self.limits, reporting)
        turn, moves = len(self.session.moves) + 1, [str(move) for move in advice.moves]
        self.hints.append({"turn": turn, "standing": advice.standing.value, "moves": moves})
        self.page.hint(self.session, advice, self.limits.seconds or 0)

    def _undo(self, _: str) -> None:
        """Take back the last move of a person, and whatever came after it."""
        session = self.session
        for turn in range(len(session.moves), 0, -1):
            mover = side_to_move(session.rules, session.states[turn - 1])
            if self.players[mover] is None:
                self._go_back(session.before(turn))
                return
        raise RefusedError("there is no move of yours to take back")

    def _reset(self, _: str) -> None:
        self._go_back(Session.begun(self.session.rules))

    def _go_back(self, session: Session[Any, Any]) -> None:
        self.session = session
        self.page.position(session)

    def _board(self, _: str) -> None:
        self.page.position(self.session)

    def _save(self, name: str) -> None:
        try:
            self._write_plan(name, "x")
        except FileExistsError:
            raise RefusedError(f"{name} is there already; `save! {name}` replaces it") from None

    def _save_over(self, name: str) -> None:
        self._write_plan(name, "w")

    def _write_plan(self, name: str, mode: str) -> None:
        if not self.session.moves:
            raise RefusedError("there is nothing to save before the first move")
        plan = "".join(f"{move}\n" for move in self.session.moves)
        try:
            with Path(name).expanduser().open(mode, encoding="utf-8") as file:
                file.write(plan)
        except FileExistsError:
            raise
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise RefusedError(f"cannot write {name}: {reason}") from None
        self.page.show(f"Saved: {name}, for 'toadstone check'.")

    def _quit(self, _: str) -> None:
        self.end = self._stopped()


@dataclass(frozen=True)
class Command:
    """Something to type beside a move."""

    form: str
    meaning: str
    act: Callable[[Match, str], None]
    takes_file: bool = False


COMMANDS: Mapping[str, Command] = {
    "help": Command("help or ?", "lists the commands", Match._help),
    "moves": Command("moves", "lists the legal moves", Match._moves),
    "hint": Command("hint", "names a best move, or says that the game is lost", Match._hint),
    "undo": Command("undo", "takes back your last move, and the replies to it", Match._undo),
    "reset": Command("reset", "starts again", Match._reset),
    "board": Command("board", "draws the board", Match._board),
    "save": Command("save FILE", "writes the moves as a plan", Match._save, takes_file=True),
    "save!": Command(
        "save! FILE", "does so even if the file is there", Match._save_over, takes_file=True
    ),
    "quit": Command("quit", "ends, as does Ctrl-D", Match._quit),
}
