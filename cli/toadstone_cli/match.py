"""A game between players, some of them people who type commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from toadstone.core.budget import Budget, Limits, Listener
from toadstone.core.errors import InputError, LimitReachedError, RequestError
from toadstone.core.rules import Outcome
from toadstone.core.session import Session
from toadstone.files.messages import one_of, printable, quoted
from toadstone.files.writing import open_atomic
from toadstone.play.advice import Adviser
from toadstone.play.players import ChosenPlayer, Player
from toadstone.play.reviewer import review
from toadstone.play.typed_move import RefusedError
from toadstone_cli.game_words import result_for_person
from toadstone_cli.output import tell_sentence
from toadstone_cli.play_page import PlayPage
from toadstone_cli.progress import LiveLine

if TYPE_CHECKING:
    from toadstone.play.typed_move import TypedMove
    from toadstone_cli.typed_lines import TypedLines

REVIEW_TIMES = 6
"""How many times as long as a hint a review may take."""


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
        chosen: the player of each side, as it is named.
        players: the players themselves, by side; None for a person.
        adviser: who gives hints.
        limits: the time for one hint, threads, and the seed.
        page: where it is shown.
        lines: what people type; None where nobody does.
        typed_move: the next move of a person, as far as it has been typed.
        refused: the input that was refused.
        hints: the hints that were given, as the JSON shows them.
        evaluations: the evaluations that were given, as the JSON shows them.
        reviews: the reviews that were given, as the JSON shows them.
        unproven: the moves of `perfect` that were made without a proof, as the JSON shows them.
        paused: whether the pause menu is open.
        end: why it stopped; None while it goes on.
    """

    session: Session[Any, Any]
    chosen: Mapping[str, ChosenPlayer]
    players: dict[str, Player | None]
    adviser: Adviser
    limits: Limits
    page: PlayPage
    lines: TypedLines | None
    typed_move: TypedMove
    refused: list[Refusal] = field(default_factory=list)
    hints: list[dict[str, Any]] = field(default_factory=list)
    evaluations: list[dict[str, Any]] = field(default_factory=list)
    reviews: list[dict[str, Any]] = field(default_factory=list)
    unproven: list[dict[str, Any]] = field(default_factory=list)
    paused: bool = False
    end: End | None = None

    def play(self) -> End:
        """Play until the game is over or somebody stops it; return why it stopped."""
        self.page.opening(self.session, self.chosen, prompting=self._prompting)
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
        if self.session.ending is None and player is not None and not self.paused:
            self._let_choose(player)
        elif self.lines is not None:
            self._read(self.lines)
        else:
            self.end = End.OVER

    def _let_choose(self, player: Player) -> None:
        side = self.session.to_move
        try:
            with LiveLine() as line:
                move = player.choose(self.session, self._budget(line))
        except LimitReachedError:
            waited = f"{self.chosen[side]} has no proven move within {self.limits.seconds:g} s"
            if self.lines is None or not self._prompting:
                tell_sentence(f"toadstone: {waited}; --time-limit gives more")
                self.end = End.UNKNOWN
                return
            tell_sentence(f"{waited}. Press Enter to let it continue.")
            self._read(self.lines)
            return
        if move is None:
            self.end = End.GIVEN_UP
        else:
            self._make(move)

    def _budget(self, line: LiveLine) -> Budget:
        """Return the time for a hint or a move, shown on a live line."""
        return Budget(self.limits, Listener(progress=line.update, tell=line.tell))

    def note_unproven(self, side: str, move: Any) -> None:
        """Take in, and show, that a player is about to make a move that is not proven."""
        turn = len(self.session.moves) + 1
        self.unproven.append({"turn": turn, "side": side, "move": str(move)})
        looks = f"{move} looks best, but is not proven: the time was too short"
        self.page.show("", f"{side} {self.chosen[side]}: {looks}.")

    def _make(self, move: Any) -> None:
        self.typed_move.chosen = None
        self.session = self.session.after(move)
        self._arrive()

    def _arrive(self) -> None:
        """Show where the game has come to, and that it is over if it is."""
        if self.session.moves:
            self.page.position(self.session)
        outcome: Outcome | None = self.session.ending
        if outcome is not None:
            self.page.ending(self.session, outcome, result_for_person(outcome, self.chosen))
            if self._prompting:
                self.page.show("You can review, undo, reset, save FILE or quit.")

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
        if self.paused:
            return "\npause> "
        if self.typed_move.chosen is not None:
            return "\nto which cell> "
        if self.session.ending is not None:
            return "\nover> "
        return f"\n{self.session.to_move}> " if len(self.chosen) > 1 else "\nmove> "

    def _refuse(self, lines: TypedLines, text: str, reason: str) -> None:
        self.refused.append(Refusal(lines.number, text, reason))
        place = "" if lines.terminal else f"<stdin>:{lines.number}: error: "
        tell_sentence(printable(f"{place}{reason}"))

    def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        command = self._command(word.lower())
        if command is None and self.paused:
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
        """What can be typed now beside a move."""
        if self.paused:
            return MENU
        by_cells = self.typed_move.pieces is not None
        return {word: each for word, each in COMMANDS.items() if by_cells or word != "wrong"}

    def _command(self, word: str) -> Command | None:
        """Return the command with this name, or in the menu with this number."""
        commands = self._commands
        numbered = {str(number): each for number, each in enumerate(MENU, 1)}
        name = (numbered if self.paused else {}).get(word, word)
        return commands.get(name) or commands.get(SYNONYMS.get(name, name))

    def _make_typed(self, text: str) -> None:
        """Make the move that was typed, if it is a person's turn and the move is legal.

        The first cell of a move is chosen, and the page shows where its piece can go.
        """
        move = self.typed_move.read(self.session, text)
        side = self.session.to_move
        if self.players[side] is not None:
            self.typed_move.chosen = None
            raise RefusedError(f"it is the turn of {side}, and {self.chosen[side]} plays them")
        if move is None:
            self.page.choice(self.session, self.typed_move)
        else:
            self._make(move)

    def _wrong(self, _: str) -> None:
        if self.typed_move.chosen is None:
            raise RefusedError("no cell is chosen; `undo` takes a move back")
        self.typed_move.chosen = None

    def _help(self, _: str) -> None:
        what = [("a move", "makes it; `moves` lists those that are legal")]
        if self.typed_move.pieces is not None:
            what += [("a cell", "chooses its piece; then type the cell it goes to")]
        self.page.help([*what, *((each.form, each.meaning) for each in self._commands.values())])

    def _instructions(self, _: str) -> None:
        try:
            self.page.instructions()
        except RequestError as error:
            raise RefusedError(str(error)) from None

    def _pause(self, _: str) -> None:
        self.paused = True
        self.page.menu([(each.form, each.meaning) for each in MENU.values()])

    def _resume(self, _: str) -> None:
        self.paused = False
        self._board("")

    def _moves(self, _: str) -> None:
        self._expect_going_on()
        self.page.legal_moves(self.session)

    def _expect_going_on(self) -> None:
        if (over := self.session.ending) is not None:
            raise RefusedError(f"the game is over: {over.reason}")

    def _hint(self, _: str) -> None:
        self._expect_going_on()
        with LiveLine() as line:
            self.adviser.prepare()
            advice = self.adviser.advise(self.session, self._budget(line))
        turn, moves = len(self.session.moves) + 1, [str(move) for move in advice.moves]
        self.hints.append({"turn": turn, "verdict": advice.verdict.value, "moves": moves})
        self.page.hint(self.session, advice, self.limits.seconds or 0)

    def _evaluate(self, _: str) -> None:
        with LiveLine() as line:
            self.adviser.prepare()
            outlook = self.adviser.outlook(self.session, self._budget(line))
        self.evaluations.append({"turn": len(self.session.moves) + 1, **outlook.to_json()})
        self.page.evaluation(outlook, self.limits.seconds or 0)

    def _review(self, _: str) -> None:
        """Review the moves of people; what was found out before an interrupt is shown."""
        if not self.session.moves:
            raise RefusedError("there is nothing to review before the first move")
        people = [side for side, player in self.players.items() if player is None]
        limits = replace(self.limits, seconds=REVIEW_TIMES * (self.limits.seconds or 0))
        with LiveLine() as line:
            budget = Budget(limits, Listener(progress=line.update, tell=line.tell))
            said = review(self.page.instance, self.session.moves, budget, people, self.adviser)
        self.reviews.append(said.to_json())
        self.page.review(said)
        if said.interrupted:
            raise KeyboardInterrupt

    def _undo(self, _: str) -> None:
        """Take back the last move of a person, and whatever came after it."""
        people = {side for side, player in self.players.items() if player is None}
        turn = self.session.last_turn_of(people)
        if turn is None:
            raise RefusedError("there is no move of yours to take back")
        self._go_back(self.session.before(turn))

    def _reset(self, _: str) -> None:
        self._go_back(Session.begun(self.session.rules))

    def _go_back(self, session: Session[Any, Any]) -> None:
        self.typed_move.chosen = None
        self.session = session
        self.page.position(session)

    def _board(self, _: str) -> None:
        self.page.position(self.session)
        if self.typed_move.chosen is not None:
            self.page.choice(self.session, self.typed_move)

    def _save(self, name: str) -> None:
        try:
            self._write_plan(name, replace=False)
        except FileExistsError:
            raise RefusedError(f"{name} exists already; `save! {name}` replaces it") from None

    def _save_over(self, name: str) -> None:
        self._write_plan(name, replace=True)

    def _write_plan(self, name: str, *, replace: bool) -> None:
        if not self.session.moves:
            raise RefusedError("there is nothing to save before the first move")
        try:
            with open_atomic(name, replace=replace) as file:
                file.writelines(f"{move}\n" for move in self.session.moves)
        except InputError as error:
            raise RefusedError(f"{name}: {error}") from None
        self.page.show(f"Saved: {printable(name)}, for 'toadstone check'.")

    def _quit(self, _: str) -> None:
        self.end = self._stopped()


@dataclass(frozen=True)
class Command:
    """Something to type beside a move."""

    form: str
    meaning: str
    act: Callable[[Match, str], None]
    takes_file: bool = False


_SAVE = Command("save FILE", "writes the moves as a plan", Match._save, takes_file=True)
_INSTRUCTIONS = Command(
    "instructions", "tells the rules, and how to type a move", Match._instructions
)
_QUIT = Command("quit", "ends, as does Ctrl-D", Match._quit)

COMMANDS: dict[str, Command] = {
    "wrong": Command("wrong", "takes the chosen cell back", Match._wrong),
    "help": Command("help or ?", "lists the commands", Match._help),
    "instructions": _INSTRUCTIONS,
    "moves": Command("moves", "lists the legal moves", Match._moves),
    "hint": Command("hint", "names a best move, or says that the game is lost", Match._hint),
    "evaluate": Command(
        "evaluate", "says who wins, or the best result still possible", Match._evaluate
    ),
    "review": Command("review", "says what each of your moves cost", Match._review),
    "undo": Command("undo", "takes back your last move, and the replies to it", Match._undo),
    "reset": Command("reset", "starts again", Match._reset),
    "board": Command("board", "draws the board", Match._board),
    "save": _SAVE,
    "save!": Command(
        "save! FILE", "overwrites an existing file", Match._save_over, takes_file=True
    ),
    "pause": Command("pause", "opens a menu", Match._pause),
    "quit": _QUIT,
}

MENU: dict[str, Command] = {
    "resume": Command("resume", "continues the game", Match._resume),
    "instructions": _INSTRUCTIONS,
    "save": _SAVE,
    "exit": Command("exit", "ends, as does Ctrl-D", Match._quit),
}
"""What there is to choose from in a pause, by word or by number from 1."""

SYNONYMS = {"?": "help", "exit": "quit", "quit": "exit"}
