"""A table: its game, its engine, and the messages between them and the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from copy import copy
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Annotated, Any

from pydantic import Field, StrictInt, ValidationError, validate_call

from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import (
    BrokenGameError,
    DefectError,
    LackError,
    LimitReachedError,
    RequestError,
    ToadstoneError,
    blame,
)
from toadstone.files.source import Source
from toadstone.play import USUAL_SECONDS, Verdict
from toadstone.play.review import Review
from toadstone.play.session import RefusedError, Session, hint_steps, read_saved_game
from toadstone.play.tasks import (
    Task,
    advise,
    as_game_error,
    context_of,
    evaluate,
    show_line,
)
from toadstone.play.words import advice_in_words, possible, sentence
from toadstone.services.generation.shipped import ShippedPuzzle, puzzle_of_the_day, shipped
from toadstone.table import messages
from toadstone.table.papers import (
    IN_PROGRAM,
    answer_paper,
    certificate_of,
    check_paper,
    file_of,
    finding_paper,
)
from toadstone.table.puzzles import puzzle_view, verdict_on
from toadstone.table.runner import Desk, Result, Runner
from toadstone.table.views import (
    NOWHERE,
    USUAL_AHEAD,
    game_cards,
    game_view,
    marked_board,
    read_text,
    review_view,
    start_named,
)

Work = Callable[..., Awaitable[None]]
Send = Callable[[messages.AnyMessage], Awaitable[None]]
Options = dict[str, StrictInt] | None

LEAST_THINKING = 0.45
"""Seconds before the program's move, so that people see their own."""

PAPER_SECONDS = 120.0
"""The time to solve, check or verify a file."""

BETWEEN_SHOWN = 0.7
"""Seconds between the moves of a line that is shown."""


class Table:
    """Plays one game with one page.

    A page calls the methods of `REQUESTS` by JSON. A request changes the game at once and is
    answered at once. The runner does long work; its result comes later, unless the next request
    makes it useless. A refused request stops nothing.

    Args:
        send: sends a message to the page.
        first: the game to begin with; None for a choice of games.
        limits: the time for one hint or move, threads and seed.
        runner: does long work.
        report: gets the words of a defect.

    Attributes:
        home: the games and their starts, once they are known.
    """

    def __init__(
        self,
        send: Send,
        first: Session | None,
        limits: Limits,
        runner: Runner,
        report: Callable[[str], None] = lambda words: None,
    ) -> None:
        self._send, self._runner, self._tell = send, runner, report
        self.home: messages.HomeView | None = None
        self._first, self._limits = first, limits
        self._seconds = limits.seconds or USUAL_SECONDS
        self._session: Session | None = None
        self._name: str | None = None
        self._engine: Desk | None = None
        self._file_desk: Desk | None = None
        self._thinking: set[asyncio.Task[None]] = set()
        self._showing: asyncio.Task[None] | None = None
        self._working: set[asyncio.Task[None]] = set()
        self._paper_work: asyncio.Task[None] | None = None
        self._hints: list[tuple[str, str]] = []
        self._review: Review | None = None
        self._puzzle: ShippedPuzzle | None = None
        self._was_shown = False
        self._shown = 0
        self._ahead = USUAL_AHEAD

    async def hear(self, text: str) -> None:
        """Handle a message, and answer it."""
        try:
            content = json.loads(text)
            json.dumps(content, ensure_ascii=False).encode()  # half a character cannot be answered
            do = content.pop("do")
            work = REQUESTS[do]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            await self._say("refused", "The page sent a wrong message.")
            return
        call = partial(work, self, **content)
        if do in THINKING:
            if self._showing:
                self._showing.cancel()
            task = self._begin(self._thinking, partial(self._think, call))
            self._showing = task if do == "show" else None
        elif do in WORKING:
            self._begin(self._working, call)
        else:
            await self._guard(call)

    async def close(self) -> None:
        """Stop all work."""
        await self.stop()
        for task in self._working:
            task.cancel()
        desks, self._engine, self._file_desk = (self._engine, self._file_desk), None, None
        for desk in filter(None, desks):
            await desk.close()

    # Beginning

    async def start(
        self,
        name: str | None = None,
        scenario: str | None = None,
        saved: str | None = None,
        moves: list[str] | None = None,
        ply: int | None = None,
    ) -> None:
        """Begin a packaged start, a scenario's text, or a saved game; else the same game again.

        A scenario may come with moves; `ply` of them are shown.
        """
        await self.stop()
        if self._session is None:  # first, so that there is a page where a refusal can stand
            if self.home is None:
                self.home = messages.HomeView(games=await self._runner.run_short(game_cards))
            await self._send(self.home)
        session = await self._runner.run_short(self._new_session, name, scenario, saved)
        if session is None:
            return
        try:
            for move in moves or ():
                session.play(session.instance.rules.read_move(move))
        except ValueError as error:
            raise RefusedError(f"not a move: {error}") from None
        if ply is not None:
            session.go_to(ply)
        if name or scenario is not None or saved is not None:
            self._name, self._puzzle = name if scenario is None else None, None
        self._was_shown = False
        await self._enter(session)

    async def _enter(self, session: Session) -> None:
        """Go on with another game."""
        old, self._session, self._review = self._session, session, None
        if old is None or old.instance != session.instance:
            context = context_of(session.instance, self._limits.seed)
            engine, self._engine = self._engine, self._runner.desk(context)
            if engine is not None:
                await engine.close()
        await self._changed()

    def _new_session(
        self, name: str | None, scenario: str | None, saved: str | None
    ) -> Session | None:
        if saved is not None:
            return read_saved_game(Source("saved game", saved, NOWHERE))
        if scenario is not None:
            if not scenario.strip():
                raise RequestError("The address is damaged: it holds no scenario.")
            return Session(read_text(scenario))
        if name:
            return Session(start_named(name))
        if self._session is not None:
            return Session(self._session.instance, self._session.named_players)
        return copy(self._first)

    # Playing

    @property
    def _game(self) -> Session:
        if self._session is None:
            raise RefusedError("Choose a game first.")
        return self._session

    async def move(self, move: str) -> None:
        """Make a move, given as text."""
        self._game.move(move)
        await self._changed()

    async def why(self, cells: Annotated[list[str], Field(min_length=1, max_length=2)]) -> None:
        """Say why the last of these cells continues no legal move."""
        if words := self._game.why_not_pointed(cells):
            await self._say("refused", sentence(words))

    async def go(self, ply: int) -> None:
        """Go to the position after so many moves."""
        self._game.go_to(ply)
        await self._changed()

    async def again(self, ply: int) -> None:
        """Go there, forget the later moves, and play on."""
        game = self._game
        game.go_to(ply)
        await self._enter(Session(game.instance, game.named_players, game.moves))

    async def undo(self) -> None:
        """Take back a move of the person, and the replies to it."""
        self._game.undo()
        await self._changed()

    async def redo(self) -> None:
        """Make it again."""
        self._game.redo()
        await self._changed()

    async def players(self, players: dict[str, str]) -> None:
        """Let other players play some sides from now on: `person`, or a level."""
        others = [each for each in self._game.named_players if each.split("=")[0] not in players]
        self._game.assign([*others, *(f"{side}={player}" for side, player in players.items())])
        await self._changed(go_on=True)

    async def ahead(self, events: Annotated[int, Field(ge=0, le=1000)]) -> None:
        """Show so many of the events to come."""
        self._ahead = events
        await self._show(self._game)

    async def stop(self) -> None:
        """Stop the engine."""
        for task in self._thinking - {asyncio.current_task()}:
            task.cancel()

    # The engine

    async def _ask(self, task: Task[Any]) -> Any:
        """Return the engine's result of a task; stopping this stops the engine."""
        if self._engine is None:
            raise LimitReachedError
        return await self._engine.run(task.run, replace(self._limits, seconds=task.seconds))

    def _let_reply(self, *, go_on: bool = False) -> None:
        session = self._game
        if not (session.ending or session.awaits_person or (session.undone and not go_on)):
            self._begin(self._thinking, partial(self._let_program_move, session))

    async def _let_program_move(self, session: Session) -> None:
        chosen, _ = await asyncio.gather(
            self._ask(session.choose(self._seconds)), asyncio.sleep(LEAST_THINKING)
        )
        session.play(chosen.move)
        await self._changed()

    async def hint(self) -> None:
        """Say where to look; asked again in the same position, name the move."""
        session = self._game
        if not self._hints:
            await self._say("busy", "Looking for the best move")
            advice = await self._ask(Task(advise, session.moves, self._seconds))
            for words, cells, best in hint_steps(session, advice, self._seconds):
                board = marked_board(session, ahead=self._ahead, look=cells, best=best)
                self._hints.append((words, board))
        await self._say("hint", *self._hints[0])
        del self._hints[:-1]

    async def evaluate(self) -> None:
        """Give the best result that is still possible."""
        session = self._game
        if not session.ply and session.known_in_words:
            await self._say("answer", session.known_in_words)
            return
        await self._say("busy", "Working out what is still possible")
        outlook = await self._ask(Task(evaluate, session.moves, self._seconds))
        await self._say("answer", sentence(possible(outlook, session.instance.ask)))

    async def show(self) -> None:
        """Play the best line, a move at a time, from the position on."""
        session = self._game
        self._was_shown = True
        await self._say("busy", "Looking for the best line")
        advice = await self._ask(Task(show_line, session.moves, self._seconds))
        words = advice_in_words(advice, session.instance.ask, self._seconds)
        if advice.verdict is Verdict.LOST or not advice.line:
            await self._say("answer", words)
        for move in advice.line:
            await asyncio.sleep(BETWEEN_SHOWN)
            session.play(move)
            self._hints.clear()
            await self._show(session)

    async def review(self) -> None:
        """Review the whole game, and go to the first mistake."""
        session = self._game
        await self._say("busy", "Reviewing the game")
        moves = (*session.moves, *session.undone)
        whole = Session(session.instance, session.named_players, moves)
        self._review = await self._ask(whole.review())
        if first := self._review.first_mistake:
            await self.go(first.turn - 1)
        else:
            await self._show(session)
        await self._send(review_view(self._review))

    # Files, puzzles

    async def download(self, file: messages.FileKind) -> None:
        """Send a file of the game."""
        session = self._game
        if file != "certificate":
            await self._send(file_of(session, file))
            return
        if session.ending is None or session.ending.is_loss:
            raise RefusedError("Win the game first: then there is something to certify.")
        await self._say("busy", "Proving it, and writing the certificate")
        text = await self._run_apart(partial(certificate_of, session.instance.scenario), None)
        await self._send(file_of(session, file, text))
        await self._say("answer", "The certificate is saved: toadstone verify FILE checks it.")

    async def puzzle(  # noqa: PLR0913, PLR0917 - keys of one message
        self,
        game: str,
        difficulty: messages.Difficulty,
        number: Annotated[int, Field(ge=1)] = 1,
        day: date | None = None,
        shown: bool = False,
        saved: str | None = None,
    ) -> None:
        """Begin a puzzle that comes with the game, or that of a day; after the last the first.

        A page that was loaded again brings the moves so far, and whether the solution was shown.
        """
        if not (puzzles := [puzzle_of_the_day(game, day)] if day else shipped(game, difficulty)):
            raise RequestError(f"no puzzles come with {game}")
        puzzle = puzzles[(number - 1) % len(puzzles)]
        view = puzzle_view(puzzle, day)
        await self._send(view)
        await self.stop()
        self._name, self._puzzle = None, puzzle
        session = Session(read_text(view.scenario))
        if saved is not None:
            begun = read_saved_game(Source("saved game", saved, NOWHERE))
            session = begun if begun.instance == session.instance else session
        self._was_shown = shown
        await self._enter(session)

    # Files that a person brings

    async def solve(self, text: str, ask: str = "", options: Options = None) -> None:
        """Solve a scenario or a roll file."""
        await self._paper("Solving it", partial(answer_paper, text, ask, options or {}))

    async def check(self, text: str, plan: str, options: Options = None) -> None:
        """Replay a plan of a scenario or a roll file."""
        await self._paper("Replaying it", partial(check_paper, text, plan, options or {}))

    async def verify(self, text: str) -> None:
        """Have the checker read a certificate."""
        await self._paper("Checking it", partial(finding_paper, text))

    async def _paper(self, words: str, task: Callable[[object, Budget], messages.Paper]) -> None:
        if self._paper_work is not None:
            self._paper_work.cancel()
        self._paper_work = asyncio.current_task()
        await self._say("busy", words)
        await self._send(await self._run_apart(task, PAPER_SECONDS))

    async def _run_apart(
        self, task: Callable[[object, Budget], Result], seconds: float | None
    ) -> Result:
        """Return the result of work on a file; it goes on whatever happens in the game."""
        self._file_desk = self._file_desk or self._runner.desk(object)
        return await self._file_desk.run(task, replace(self._limits, seconds=seconds))

    # Showing

    async def _changed(self, *, go_on: bool = False) -> None:
        """Show the game, and let the program move if it is its turn.

        If moves were only taken back, the program waits, unless it is to go on.
        """
        session = self._game
        await self.stop()
        self._hints.clear()
        await self._show(session)
        self._let_reply(go_on=go_on)

    async def _show(self, session: Session) -> None:
        reviewed = [each.move for each in self._review.moves] if self._review else []
        if reviewed != [*session.moves, *session.undone][: len(reviewed)]:
            self._review = None
        view = game_view(session, self._name, self._review, self._ahead)
        if self._puzzle is not None:
            verdict = verdict_on(self._puzzle, session)
            if verdict and verdict.solved and self._was_shown:
                verdict = messages.PuzzleVerdict(words="That is the solution, shown.")
            view = view.model_copy(update={"task": self._puzzle.task, "verdict": verdict})
        await self._send(view)
        self._shown = session.ply

    async def _say(self, tone: messages.Tone, words: str, board: str = "") -> None:
        await self._send(messages.Note(tone=tone, words=words, board=board))

    # Running work

    def _begin(self, among: set[asyncio.Task[None]], work: Work) -> asyncio.Task[None]:
        """Begin work that runs while later requests are answered."""
        task = asyncio.create_task(self._guard(work))
        among.add(task)
        task.add_done_callback(among.discard)
        return task

    async def _think(self, work: Work) -> None:
        """Do work about a position; a line that was shown may end where the program is to move."""
        await self._guard(work)
        if self._session and self._thinking == {asyncio.current_task()}:
            self._let_reply()

    async def _guard(self, work: Work) -> None:
        try:
            await work()
        except LimitReachedError:
            await self._say("answer", f"Undecided: no answer within {self._seconds:g} s.")
        except ValidationError as error:
            why = error.errors()[0]["msg"]
            await self._say("refused", f"The page sent a wrong message: {why}.")
        except LackError as error:
            line = f"toadstone play {self._name or 'FILE'}"
            await self._say("refused", f"{error}. {IN_PROGRAM}: {line}")
        except Exception as error:
            await self._report(error)

    async def _report(self, error: Exception) -> None:
        """Report an error; the page stays at the position that it shows."""
        if self._session is not None:
            error = as_game_error(self._session.instance.game, error)
        is_defect = not isinstance(error, ToadstoneError) or isinstance(error, DefectError)
        if is_defect or isinstance(error, BrokenGameError):
            with suppress(Exception):
                self._game.go_to(self._shown)
                await self._show(self._game)
        if is_defect:
            words = blame(error)
            self._tell(words)
            kept = "Your moves are kept: go on, or take one back."
            await self._say("defect", f"{sentence(words)} {kept}")
        else:
            theirs = isinstance(error, BrokenGameError)
            await self._say("refused", sentence(f"{error}") if theirs else f"{error}")


def _named(*works: Work) -> dict[str, Work]:
    return {work.__name__: validate_call(work) for work in works}


THINKING = _named(Table.hint, Table.evaluate, Table.show, Table.review)
WORKING = _named(Table.download, Table.puzzle, Table.solve, Table.check, Table.verify)
"""The requests that run while others are handled: until the position changes, or to their end."""

_SHORT = (
    *(Table.start, Table.move, Table.why, Table.go, Table.again, Table.undo, Table.redo),
    *(Table.players, Table.ahead, Table.stop),
)
REQUESTS = {**THINKING, **WORKING, **_named(*_SHORT)}
"""The requests of a page by the value of `do`; the other keys of a message are the arguments."""
