"""A game on the screen: its session, what was taken back, and the move that is being told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from toadstone.core.board import BOARD, Board
from toadstone.core.session import Session, side_to_move
from toadstone.engines.instance import Instance
from toadstone.play.play_board import PLAY_BOARD, MoveList, PlayBoard, Pointing
from toadstone.play.players import PERSON, ChosenPlayer
from toadstone.play.typed_move import RefusedError

AnySession = Session[Any, Any]


@dataclass
class PlayedGame:
    """A game that is being played, with its moves and those that can be made again.

    Attributes:
        instance: what is played, and for which questions.
        chosen: the player of each side.
        session: the game so far.
        play_board: the board to point at.
        text_board: how the state is told in a few words.
        pointing: the move that is being told.
        undone: what was taken back, the next move to make again last.
        saved: the moves that were last saved or loaded.
        replay_saved: whether a replay was saved, which cannot be loaded.
        shown: the turns whose moves the program made to show the best line.
    """

    instance: Instance
    chosen: dict[str, ChosenPlayer]
    session: AnySession
    play_board: PlayBoard[Any, Any]
    text_board: Board[Any, Any]
    pointing: Pointing[Any]
    undone: list[tuple[Any, ...]] = field(default_factory=list)
    saved: tuple[Any, ...] = ()
    replay_saved: bool = False
    shown: set[int] = field(default_factory=set)

    @classmethod
    def begun(
        cls,
        instance: Instance,
        chosen: Mapping[str, ChosenPlayer],
        moves: Sequence[Any] = (),
        *,
        ascii_only: bool = False,
    ) -> PlayedGame:
        """Return the game after some moves.

        Raises:
            IllegalMoveError: one of them cannot be made.
        """
        session: AnySession = Session.begun(instance.rules)
        for move in moves:
            session = session.after(move)
        game, scenario = instance.game, instance.scenario
        make = game.find(PLAY_BOARD)
        play_board: PlayBoard[Any, Any] = (
            make(scenario, ascii_only=ascii_only) if make else MoveList(instance.rules)
        )
        board = game.get(BOARD)(scenario)
        text_board = board.in_ascii() if ascii_only else board
        pointing = Pointing(play_board)
        return cls(
            instance, dict(chosen), session, play_board, text_board, pointing, saved=tuple(moves)
        )

    @property
    def title(self) -> str:
        """What is played."""
        return self.instance.scenario.title or "Untitled"

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, the one that moves first before the other."""
        return tuple(self.chosen)

    @property
    def people(self) -> frozenset[str]:
        """The sides that people play."""
        return frozenset(side for side, each in self.chosen.items() if each.kind is PERSON)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.session.ending is not None

    @property
    def waits_for_person(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over and self.session.to_move in self.people

    @property
    def is_saved(self) -> bool:
        """Whether nothing would be lost by leaving, also of what was taken back."""
        session = self.session
        for move in (move for back in reversed(self.undone) for move in back):
            session = session.after(move)
        own = [turn for turn in range(1, len(session.moves) + 1) if turn not in self.shown]
        moves = session.moves[: max(own, default=0)]
        ended_before = not self.session.moves and session.ending is not None
        return ended_before or moves == self.saved[: len(moves)]

    @property
    def what_is_lost(self) -> str:
        """What leaving would lose, in a sentence."""
        pairs = zip(self.session.moves, self.saved, strict=False)
        if kept := sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)):
            return f"The moves after turn {kept} are not saved."
        if self.replay_saved:
            return "The game is not saved: the replay cannot be loaded."
        return "The game is not saved."

    def point(self, cell: Any) -> Any | None:
        """Point at a cell; return the legal move that is told by now, if it is.

        Raises:
            RefusedError: it is not a person's turn, or no legal move goes on so.
        """
        self.expect_person()
        try:
            move = self.pointing.point(self.session.state, cell)
        except ValueError as error:
            raise RefusedError(str(error)) from None
        if move is not None:
            self.expect_legal(move)
        return move

    def expect_person(self) -> None:
        """Raise RefusedError where no person is to move."""
        if (over := self.session.ending) is not None:
            raise RefusedError(f"the game is over: {over.reason}")
        side = self.session.to_move
        if side not in self.people:
            raise RefusedError(f"it is the turn of {side}, and {self.chosen[side]} plays them")

    @property
    def shown_in_words(self) -> str:
        """How many moves of people the program made to show the best line; empty if none."""
        session, people = self.session, self.people or set(self.sides)
        turns = {
            turn
            for turn, state in enumerate(session.states[:-1], 1)
            if side_to_move(session.rules, state) in people
        }
        count = len(turns & self.shown)
        whose = "your" if len(people) == 1 else "the"
        return f"Show me made {count} of {whose} {len(turns)} moves." if count else ""

    def expect_legal(self, move: Any) -> None:
        """Raise RefusedError where a move cannot be made."""
        if reason := self.session.why_refused(move):
            raise RefusedError(f"{move} is not legal: {reason}")

    def make(self, move: Any, *, shown: bool = False) -> None:
        """Make a move; what was taken back is kept while the game goes the same way again.

        Args:
            move: the move.
            shown: whether the program makes it to show the best line.
        """
        self.expect_legal(move)
        turn = len(self.session.moves) + 1
        if self.undone and self.undone[-1][0] == move:
            rest = self.undone.pop()[1:]
            self.undone += [rest] if rest else []
        else:
            self.undone.clear()
            self.shown = {each for each in self.shown if each < turn}
        self.shown = self.shown | {turn} if shown else self.shown - {turn}
        self._arrive(self.session.after(move))

    def undo(self) -> None:
        """Take back the last move of a person and the replies to it; without people, one move.

        Raises:
            RefusedError: there is none.
        """
        turn = self.session.last_turn_of(self.people or set(self.sides))
        if turn is None:
            raise RefusedError("there is no move of yours to take back")
        self.back_to(turn - 1)

    def back_to(self, played: int) -> None:
        """Take back all moves but the first few, so that they can be made again at once."""
        if back := self.session.moves[played:]:
            self.undone.append(back)
            self._arrive(self.session.before(played + 1))

    def redo(self) -> None:
        """Make again what was taken back last.

        Raises:
            RefusedError: there is nothing.
        """
        if not self.undone:
            raise RefusedError("there is nothing to make again")
        session = self.session
        for move in self.undone.pop():
            session = session.after(move)
        self._arrive(session)

    def _arrive(self, session: AnySession) -> None:
        self.pointing.chosen = ()
        self.session = session
