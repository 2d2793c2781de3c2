"""What people see of a game that is being played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.text import Text

from toadstone.core.session import Session, side_to_move
from toadstone.play.advice import Advice, Outlook, Verdict
from toadstone.play.parts import INSTRUCTIONS, PIECE_MOVES
from toadstone.view.layout import View
from toadstone.view.page import aligned, board_of, figures_line
from toadstone.view.review_page import evaluation, review_parts
from toadstone_cli.game_words import advice_in_words, ending_in_words, in_words
from toadstone_cli.output import write_page

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toadstone.core.board import Board
    from toadstone.core.rules import Outcome
    from toadstone.engines.instance import Instance
    from toadstone.play.players import ChosenPlayer
    from toadstone.play.review import Review
    from toadstone.play.typed_move import TypedMove


class PlayPage:
    """Prints a game move by move, or nothing where only its end is wanted.

    `read` says whether anybody still reads.
    """

    def __init__(
        self, instance: Instance, sides: tuple[str, ...], view: View, *, silent: bool
    ) -> None:
        game, scenario = instance.game, instance.scenario
        self._instance = instance
        pieces = game.find(PIECE_MOVES)
        self._pieces = pieces(scenario) if pieces else None
        self.heading = Text.assemble((scenario.title or "Untitled", "bold"), f"  {game.name}")
        self.sides = sides
        self.view = view
        self.silent = silent
        self.read = True
        self._move_width = 7

    @cached_property
    def board(self) -> Board[Any, Any]:
        """How the game is drawn."""
        return board_of(self._instance.game, self._instance.scenario)

    def show(self, *parts: RenderableType) -> None:
        """Print something."""
        if not self.silent:
            self.read = write_page(*parts) and self.read

    def opening(
        self, session: Session[Any, Any], chosen: Mapping[str, ChosenPlayer], *, prompting: bool
    ) -> None:
        """Say what is played and by whom, and draw the start."""
        if self.silent:
            return
        players = [
            f"{side} {each}" if len(chosen) > 1 else f"{each}" for side, each in chosen.items()
        ]
        self.show(self.heading, f"Played by: {', '.join(players)}")
        if (key := self.board.key()) is not None:
            self.show(key)
        if prompting:
            cell = "" if self._pieces is None else f", or a cell such as {self._pieces.example}"
            told = "instructions, or " if INSTRUCTIONS in self._instance.game.parts else ""
            self.show(f"Type a move{cell}; or {told}help.")
        self.position(session)

    def instructions(self) -> None:
        """Tell the rules, and how to type a move.

        Raises:
            RequestError: the game has no instructions.
        """
        told = self._instance.game.get(INSTRUCTIONS)(self._instance.scenario)
        if self.silent:
            return
        self.show("", told)
        if (key := self.board.key()) is not None:
            self.show("", key)

    def menu(self, rows: list[tuple[str, str]]) -> None:
        """List what there is to choose from, with numbers."""
        numbered = [(str(number), *row) for number, row in enumerate(rows, 1)]
        self.show("", "Paused", *aligned([[*map(Text, row)] for row in numbered]))

    def choice(self, session: Session[Any, Any], typed: TypedMove) -> None:
        """Say where the piece in the chosen cell can go."""
        if self._pieces is None:
            return
        targets = self._pieces.targets(session.state, typed.chosen)
        self.show(
            f"{typed.chosen} can go to {in_words(targets)}; `wrong` takes {typed.chosen} back."
        )

    def position(self, session: Session[Any, Any]) -> None:
        """Draw where the game has come to, and what the last move did."""
        if self.silent:
            return
        state = session.state
        before = session.states[-2] if session.moves else None
        move = session.moves[-1] if session.moves else None
        event = Text() if before is None else self.board.event(before, move, state)
        caption = Text("   ").join(text for text in (self.board.caption(state), event) if text)
        turn, played = len(session.moves), self._played(session)
        if self.view is View.TABLE:
            self._move_width = max(self._move_width, len(played))
            line = Text(f"{turn:4}   {played:<{self._move_width}}   ", no_wrap=True)
            line.append_text(self.board.strip(before, state))
            self.show(line.append("   ").append_text(caption))
            return
        title = [Text(f"{turn}  {played}", "bold")] if played else []
        self.show("", *title, *self.board.picture(state).split("\n"), caption)

    def _played(self, session: Session[Any, Any]) -> str:
        """Return the last move, after the side that made it where there are two."""
        if not session.moves:
            return ""
        mover = side_to_move(session.rules, session.states[-2])
        return str(session.moves[-1]) if len(self.sides) == 1 else f"{mover} {session.moves[-1]}"

    def legal_moves(self, session: Session[Any, Any]) -> None:
        """List the legal moves."""
        self.show(" ".join(map(str, session.rules.legal_moves(session.state))))

    def help(self, rows: list[tuple[str, str]]) -> None:
        """List the commands."""
        self.show(*aligned([[Text(), Text(form), Text(meaning)] for form, meaning in rows]))

    def hint(self, session: Session[Any, Any], advice: Advice[Any], seconds: float) -> None:
        """Say what to do next."""
        words = advice_in_words(advice, session.to_move, self.sides, seconds)
        more = "; --time-limit gives more." if advice.verdict is Verdict.UNDECIDED else ""
        self.show(f"\n{words.removesuffix('.') + more if more else words}")

    def ending(self, session: Session[Any, Any], outcome: Outcome, result: str | None) -> None:
        """Say how the game has ended, for a person at it as well, and what it came to."""
        self.show("", ending_in_words(outcome, self.sides))
        if result is not None:
            self.show(result)
        self.figures(session)

    @property
    def instance(self) -> Instance:
        """What is played, and for which questions."""
        return self._instance

    def evaluation(self, outlook: Outlook, seconds: float) -> None:
        """Say what the position promises."""
        said = evaluation(outlook, self._instance.ask)
        if outlook.verdict is Verdict.UNDECIDED:
            said += f" No answer within {seconds:g} s; --time-limit gives more."
        self.show(f"\n{said}")

    def review(self, said: Review) -> None:
        """Say what the moves of people cost."""
        self.show("", *review_parts(said))

    def figures(self, session: Session[Any, Any]) -> None:
        """Print the figures of the game so far."""
        self.show(figures_line(session.rules.figures(session.state)))
