"""A session of play: one game, played by people and by players of the program.

A session has no input and no output. The line mode, the browser and reviews are built on it: it
takes moves, and returns words, cells and tasks. A task asks the engine something; it runs where
there is a `TaskContext` (`play/tasks.py`), here or in another process.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import Any, Literal

from pydantic import BaseModel, Field

from toadstone.core import __version__
from toadstone.core.board import BOARD, Board
from toadstone.core.errors import RequestError, ToadstoneError
from toadstone.core.line import Line, side_to_move
from toadstone.core.rules import IllegalMoveError, Outcome
from toadstone.engines.instance import Instance, make_instance
from toadstone.files.messages import quote
from toadstone.files.scenario import validate
from toadstone.files.source import Source, parse
from toadstone.loading import read_scenario
from toadstone.play import KNOWN_WINNER, USUAL_SECONDS, Outlook, Verdict
from toadstone.play.adviser import instance_once_begun
from toadstone.play.players import PERFECT, PERSON, ChosenMove, assign_players
from toadstone.play.review import Review
from toadstone.play.tasks import REVIEW_SECONDS, Task, choose, judge
from toadstone.play.words import advice_in_words, title_of_game, verb


class RefusedError(ToadstoneError):
    """Something that a person cannot do; the message says why."""


class Session:
    """A game with its moves, those made and those taken back.

    Args:
        instance: the scenario and its questions.
        players: who plays, as `--player` names it; see `assign_players`.
        moves: moves that were made already.

    Attributes:
        instance: the scenario, with the questions that can be asked once the game has begun.
        players: the player of each side, the side that moves first before the other.
        ply: how many of the moves are made; those after them were taken back.

    Raises:
        IllegalMoveError: one of the moves cannot be made.
        RequestError: there is no such side or player.
    """

    def __init__(
        self, instance: Instance, players: Sequence[str] = (), moves: Iterable[Any] = ()
    ) -> None:
        self.instance = instance_once_begun(instance)
        self.assign(players)
        self._all: Line[Any, Any] = Line.begin(self.instance.rules, moves)
        self.ply = len(self._all.moves)

    def assign(self, players: Sequence[str]) -> None:
        """Let other players continue the game; raise RequestError if there are no such players."""
        self.players = assign_players(self.instance, players, self.known_winner)

    # Where the game stands

    @property
    def title(self) -> str:
        """The title of the scenario, or of its game."""
        return self.instance.scenario.title or title_of_game(self.instance.game.name)

    @property
    def line(self) -> Line[Any, Any]:
        """The moves made, with all states."""
        return self._all.before(self.ply + 1)

    @property
    def state(self) -> Any:
        """The current state of the game."""
        return self._all.states[self.ply]

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves made."""
        return self._all.moves[: self.ply]

    @property
    def undone(self) -> tuple[Any, ...]:
        """The moves taken back, the next one to make again first."""
        return self._all.moves[self.ply :]

    @property
    def plan(self) -> list[str]:
        """The moves made, as a plan writes them."""
        return list(map(str, self.moves))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, the one that moves first before the other."""
        return tuple(self.players)

    @property
    def people(self) -> frozenset[str]:
        """The sides that people play."""
        return frozenset(side for side, each in self.players.items() if each == PERSON)

    @property
    def named_players(self) -> list[str]:
        """The players, as `--player` names them."""
        return [f"{side}={player}" for side, player in self.players.items()]

    @property
    def to_move(self) -> str:
        """The side whose turn it is."""
        return side_to_move(self.instance.rules, self.state)

    def mover(self, turn: int) -> str:
        """Return the side that made the move of a turn, counted from 1."""
        return side_to_move(self.instance.rules, self._all.states[turn - 1])

    @property
    def ending(self) -> Outcome | None:
        """How the game has ended; None while it goes on."""
        return self.line.ending

    @property
    def awaits_person(self) -> bool:
        """Whether a person is to move."""
        return self.ending is None and self.to_move in self.people

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        """The legal moves; none once the game is over."""
        return () if self.ending else tuple(self.instance.rules.legal_moves(self.state))

    @cached_property
    def board(self) -> Board[Any, Any]:
        """The board to point at; raises RequestError if the game has none."""
        return self.instance.game.get(BOARD)(self.instance.scenario)

    # Words about the game

    @property
    def ending_in_words(self) -> str:
        """How the game has ended, in a sentence; what counts stands before the colon."""
        if (over := self.ending) is None:
            return ""
        if over.is_loss:
            how = "Lost"
        elif len(self.sides) == 1:
            how = "Won"
        else:
            how = f"{over.winner} {verb(over.winner, 'win')}" if over.winner else "A draw"
        said_twice = over.reason.lower() == how.lower()
        return f"{how}." if said_twice else f"{how}: {over.reason}."

    @property
    def won(self) -> bool | None:
        """Whether a single player, or the one side that a person plays, has won; else None."""
        over = self.ending
        if over is None:
            return None
        if len(self.sides) == 1:
            return not over.is_loss
        one_each = len(self.people) == 1 and over.winner in self.sides
        return over.winner in self.people if one_each else None

    @property
    def result_in_words(self) -> str:
        """Whether the person has won against a player of the program; else empty."""
        others = [self.players[side] for side in self.sides if side not in self.people]
        if self.won is None or len(self.sides) == 1:
            return ""
        return f"You have {'won against' if self.won else 'lost to'} {others[0]}."

    @cached_property
    def known_winner(self) -> str | None:
        """The side that wins from the start, where a proof that comes with Toadstone says so."""
        find_winner = self.instance.game.find(KNOWN_WINNER)
        return find_winner(self.instance.scenario) if find_winner else None

    @property
    def known_in_words(self) -> str:
        """The winner from the start that is proven without an engine, in words; else empty."""
        winner = self.known_winner
        return f"With best play {winner} {verb(winner, 'win')}, proven." if winner else ""

    def why_not_pointed(self, cells: Sequence[str]) -> str | None:
        """Say why the last of these cells continues no legal move; None if it continues one."""
        names = {each.name for row in self.board.grid(self.state).rows for each in row} - {""}
        if strange := [name for name in cells if name not in names]:
            return f"there is no cell {strange[0]}"
        chosen, last = tuple(cells[:-1]), cells[-1]
        if any(path[len(chosen) :][:1] == (last,) for path in self.board.paths(self.state, chosen)):
            return None
        return self.board.why_not(self.state, chosen, last)

    # Moves

    def move(self, text: str) -> None:
        """Make the move of a person that is typed, in any spelling of a plan.

        Raises:
            RefusedError: it is no legal move, or no person's turn.
        """
        try:
            moves = self.instance.read_moves(text)
        except ValueError as error:
            raise RefusedError(f"not a move: {error}") from None
        legal = [move for move in moves if self.line.why_refused(move) is None]
        if len(legal) > 1:
            could = " or ".join(f"`{move}`" for move in legal)
            raise RefusedError(f"{quote(text)} may be {could}: type one of them")
        if not legal:
            raise RefusedError(f"{moves[0]} is not legal: {self.line.why_refused(moves[0])}")
        side = self.to_move
        if side not in self.people:
            raise RefusedError(f"it is the turn of {side}, and {self.players[side]} plays them")
        self.play(legal[0])

    def play(self, move: Any) -> None:
        """Make a move of any side; raise RefusedError if it is not legal.

        Moves taken back stay while the game goes the same way again.
        """
        try:
            if self.undone[:1] != (move,):
                self._all = self.line.after(move)
        except IllegalMoveError as error:
            raise RefusedError(f"{move} is not legal: {error}") from None
        self.ply += 1

    def go_to(self, ply: int) -> None:
        """Go to the position after some of the moves, those taken back included."""
        if not 0 <= ply <= len(self._all.moves):
            raise RefusedError(f"expected a move from 0 to {len(self._all.moves)}, found {ply}")
        self.ply = ply

    def undo(self) -> None:
        """Take back the last move of a person and the replies to it; without people, one move."""
        turn = self.line.last_turn_of(self.people or set(self.sides))
        if turn is None:
            raise RefusedError("there is no move of yours to take back")
        self.ply = turn - 1

    def redo(self) -> None:
        """Make a move again that was taken back, and the replies to it."""
        if not self.undone:
            raise RefusedError("there is nothing to make again")
        last, people = len(self._all.moves), self.people or set(self.sides)
        stops = range(self.ply + 1, last)
        self.ply = next((ply for ply in stops if self.mover(ply + 1) in people), last)

    # What an engine is asked

    def choose(self, seconds: float = USUAL_SECONDS) -> Task[ChosenMove]:
        """Return the task to choose the move of the player that is to move."""
        side, player = self.to_move, self.players[self.to_move]
        return Task(partial(choose, side, player), self.moves, seconds, player == PERFECT)

    def review(self, seconds: float = REVIEW_SECONDS) -> Task[Review]:
        """Return the task to judge each move of people: its cost, and better moves."""
        people = tuple(side for side in self.sides if side in self.people)
        return Task(partial(judge, people), self.moves, seconds)

    # A saved game

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON value, which `read_saved_game` reads.

        It has a `plan`, so that `toadstone check` reads it as a plan, too.
        """
        return {
            "toadstone": __version__,
            "kind": "saved game",
            "scenario": self.instance.scenario.json_content,
            "ask": list(map(str, self.instance.ask)),
            "players": self.players,
            "plan": self.plan,
            "undone": list(map(str, self.undone)),
        }


class _SavedGame(BaseModel):
    toadstone: str = ""
    kind: Literal["saved game"] = Field(description="`saved game`")
    scenario: dict[str, Any] = Field(description="the keys of a scenario file")
    ask: list[str] = Field(description="a list of questions")
    players: dict[str, str] = Field(description="a player for each side")
    plan: list[str] = Field(description="a list of moves")
    undone: list[str] = []


def read_saved_game(source: Source) -> Session:
    """Return the session that was saved.

    Raises:
        InputError: the file cannot be used; the error says where and why.
    """
    content = validate(parse(source, "a saved game"), _SavedGame)
    scenario = Source(source.name, json.dumps(content.scenario), source.folder)
    players = [f"{side}={player}" for side, player in content.players.items()]
    try:
        session = Session(make_instance(read_scenario(scenario), content.ask), players)
        for text in (*content.plan, *content.undone):
            session.play(session.instance.rules.read_move(text))
    except (RequestError, RefusedError, ValueError) as error:
        raise source.error(str(error), 1, 1) from None
    session.go_to(len(content.plan))
    return session


HintStep = tuple[str, tuple[str, ...], tuple[Any, ...]]
"""One of two steps of a hint: its words, and the cells and the moves that it marks."""


def hint_steps(session: Session, advice: Outlook, seconds: float) -> tuple[HintStep, HintStep]:
    """Return a hint in two steps: where to look, and then the move.

    The session stands where the advice was asked for; `seconds` is the time that there was.
    """
    words = advice_in_words(advice, session.instance.ask, seconds)
    all_lose = advice.verdict is Verdict.LOST and len(advice.moves) == len(session.legal_moves)
    if not advice.moves or all_lose:
        return (words, (), ()), (words, (), ())
    move = advice.moves[0]
    if str(move) not in words.split():
        words = f"{words} {move} loses least."
    return (*_where_to_look(session, move), ()), (words, (), (move,))


def _where_to_look(session: Session, move: Any) -> tuple[str, tuple[str, ...]]:
    cells = session.board.path(session.state, move)
    if not cells:
        return "Look at the moves that move no piece.", ()
    if len(cells) > 1:
        return f"Look at the piece in {cells[0]}.", cells[:1]
    first, grid = cells[0], session.board.grid(session.state)
    rows = [[each.name for each in row if each.name] for row in grid.rows]
    row = next((row for row in rows if first in row), [first])
    if sum(map(bool, rows)) == 1:
        half = (len(row) + 1) // 2
        row = row[:half] if first in row[:half] else row[half:]
    return f"Look from {row[0]} to {row[-1]}.", tuple(row)
