"""One tab of the browser: its game, its engine, and what is said between them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from toadstone.core.budget import Limits
from toadstone.core.errors import DefectError, LimitReachedError, RequestError, ToadstoneError
from toadstone.files.source import Source
from toadstone.play.review import Review
from toadstone.play.session import Session, Step, hint_steps, read_saved_game
from toadstone.play.tasks import USUAL_SECONDS, Assistant
from toadstone.play.words import possible
from toadstone_cli.browser import files, messages
from toadstone_cli.browser.drawing import NOWHERE, Drawing, read_text
from toadstone_cli.browser.game_view import USUAL_AHEAD, game_view, marked_board, review_view
from toadstone_cli.browser.games import game_cards, start_named
from toadstone_cli.browser.puzzles import PuzzleMaker
from toadstone_cli.browser.server import serve
from toadstone_cli.output import defect_in_words, tell

Work = Callable[..., Awaitable[None]]
Send = Callable[[messages.Answer], Awaitable[None]]

LEAST_THINKING = 0.45
"""Seconds before the program's move, so that one sees one's own."""

BETWEEN_SHOWN = 0.7
"""Seconds between the moves of a line that is shown."""


class Tab:
    """Plays one game with one tab.

    A request changes the game at once and is answered at once. Whatever takes long runs in a
    process of its own, and comes later, unless the next request makes it useless.

    Args:
        send: sends a message to the tab.
        first: makes the session that the command line asks for; None for a choice of games.
        limits: the engine's time for one answer, its threads, and the seed of players.
    """

    def __init__(self, send: Send, first: Callable[[], Session | None], limits: Limits) -> None:
        self._send = send
        self._first, self._limits = first, limits
        self._seconds = limits.seconds or USUAL_SECONDS
        self._session: Session | None = None
        self._name: str | None = None
        self._assistant: Assistant | None = None
        self._drawing: Drawing | None = None
        self._puzzles = PuzzleMaker()
        self._thinking: set[asyncio.Task[None]] = set()
        self._working: set[asyncio.Task[None]] = set()
        self._hint: tuple[Step, Step, Any] | None = None
        self._hinted = 0
        self._review: Review | None = None
        self._ahead = USUAL_AHEAD

    # Requests

    async def hear(self, text: str) -> None:
        """Do what a message says, and answer it."""
        try:
            request = messages.REQUEST.validate_json(text)
        except ValidationError as error:
            await self._refuse(f"The page sent a wrong message: {error.errors()[0]['msg']}.")
            return
        await self._guarded(self._do, request)

    async def close(self) -> None:
        """End the engine, and all that was begun."""
        self._stop()
        for task in self._working:
            task.cancel()
        self._puzzles.close()
        assistant, self._assistant = self._assistant, None
        if assistant is not None:
            await asyncio.to_thread(assistant.close)

    async def _do(self, request: messages.Request) -> None:
        match request:
            case messages.Start():
                await self._start(request)
            case messages.NewPuzzle(game=game, difficulty=difficulty):
                self._run(self._make_puzzle, game, difficulty)
            case messages.Draw() | messages.Edit() | messages.Resize() | messages.SolveDrawing():
                await self._draw(request)
            case _ if self._session is None:
                await self._refuse("Choose a game first.")
            case _:
                await self._play(request, self._session)

    async def _play(self, request: messages.Request, session: Session) -> None:
        match request:
            case messages.Move(move=text):
                session.move(text)  # first: what is refused stops nothing
                self._stop()
                await self._changed()
            case messages.Why(cells=cells):
                if words := session.why_not_pointed(cells):
                    await self._refuse(_sentence(words))
            case messages.GoTo(ply=ply):
                self._stop()
                session.go_to(ply)
                if request.do == "again":
                    session.forget_undone()
                    self._review = None
                await self._changed()
            case messages.SetPlayers(players=players):
                await self._set_players(session, players)
            case messages.Ahead(rolls=rolls):
                self._ahead = rolls
                await self._show()
            case messages.Download(file=kind):
                self._run(self._download, session, kind)
            case messages.Act(do=what):
                await self._act(session, what)

    async def _act(self, session: Session, what: str) -> None:
        if what in {"undo", "redo"}:  # first: what is refused stops nothing
            session.undo() if what == "undo" else session.redo()
        self._stop()
        if what in {"undo", "redo"}:
            await self._changed()
        works: dict[str, Work] = {
            "hint": self._give_hint,
            "evaluate": self._evaluate,
            "show": self._show_line,
            "review": self._review_game,
        }
        if what in works:
            self._think(works[what], session)

    # Beginning

    async def _start(self, request: messages.Start) -> None:
        self._stop()
        old = self._session
        if old is None:  # first, so that there is a page where a refusal can stand
            await self._send(messages.HomeView(games=await asyncio.to_thread(game_cards)))
        session, name = await asyncio.to_thread(self._new_session, request)
        if session is None:
            return
        self._session, self._name, self._review = session, name, None
        if old is None or old.instance != session.instance:
            await self._new_engine(session)
        await self._changed()

    def _new_session(self, request: messages.Start) -> tuple[Session | None, str | None]:
        """Return the session that a page asks for, and the name of its start if it has one."""
        if request.saved is not None:
            session = read_saved_game(Source("saved game", request.saved, NOWHERE))
            return session, request.name
        if request.scenario is not None:
            if not request.scenario.strip():
                raise RequestError("The address is damaged: it holds no scenario.")
            return Session(read_text(request.scenario)), None
        if request.name:
            return Session(start_named(request.name)), request.name
        if self._session is not None:
            players = [f"{side}={each}" for side, each in self._session.players.items()]
            return Session(self._session.instance, players), self._name
        return self._first(), None

    async def _new_engine(self, session: Session) -> None:
        old = self._assistant
        self._assistant = self._engine(session)
        if old is not None:
            await asyncio.to_thread(old.close)

    def _engine(self, session: Session) -> Assistant:
        limits = self._limits
        return Assistant(session.instance, seed=limits.seed, workers=limits.workers)

    async def _set_players(self, session: Session, players: dict[str, str]) -> None:
        now = {side: str(each) for side, each in session.players.items()}
        session.assign([f"{side}={player}" for side, player in (now | players).items()])
        self._stop()
        await self._changed()

    # Showing

    async def _changed(self) -> None:
        """Show the game, and let the program move if it is its turn."""
        self._hint, self._hinted = None, 0
        await self._show()
        await self._go_on()

    async def _show(self) -> None:
        session = self._session
        if session is not None:
            await self._send(game_view(session, self._name, self._review, self._ahead))

    async def _refuse(self, words: str) -> None:
        await self._say("refused", words)

    async def _say(self, tone: messages.Tone, words: str, board: str = "") -> None:
        await self._send(messages.Note(tone=tone, words=words, board=board))

    # The engine

    def _think(self, work: Work, *about: Any) -> None:
        """Do something about the position, until the position changes."""
        self._begin(self._thinking, work, *about)

    def _run(self, work: Work, *about: Any) -> None:
        """Do something beside the requests to come."""
        self._begin(self._working, work, *about)

    def _begin(self, among: set[asyncio.Task[None]], work: Work, *about: Any) -> None:
        task = asyncio.create_task(self._guarded(work, *about))
        among.add(task)
        task.add_done_callback(among.discard)

    async def _guarded(self, work: Work, *about: Any) -> None:
        try:
            await work(*about)
        except LimitReachedError:
            await self._say("answer", f"Undecided: no answer within {self._seconds:g} s.")
        except Exception as error:
            if isinstance(error, ToadstoneError) and not isinstance(error, DefectError):
                await self._refuse(f"{error}")
            else:
                await self._report(error)

    async def _report(self, error: Exception) -> None:
        """Say that something is a defect, here and in the page; the moves are kept."""
        words = defect_in_words(error)
        tell(f"toadstone: error: {words}\n")
        await self._say(
            "defect", f"{_sentence(words)} Your moves are kept: go on, or take one back."
        )
        with suppress(Exception):
            await self._show()

    def _stop(self) -> None:
        for task in self._thinking:
            task.cancel()

    async def _ask(self, task: Any) -> Any:
        """Return what the engine finds out; stopping this stops the engine."""
        if self._assistant is None:
            raise LimitReachedError
        return await asyncio.wrap_future(self._assistant.ask(task))

    async def _go_on(self) -> None:
        """Let the program move if it is its turn, but not where moves were only taken back."""
        session = self._session
        if session is not None and session.awaits_player and not session.undone:
            self._think(self._let_program_move, session)

    async def _let_program_move(self, session: Session) -> None:
        chosen, _ = await asyncio.gather(
            self._ask(session.choose(self._seconds)), asyncio.sleep(LEAST_THINKING)
        )
        if chosen.move is None:
            await self._say("answer", f"{session.to_move.capitalize()} gives up.")
            return
        session.play(chosen.move)
        await self._changed()

    async def _give_hint(self, session: Session) -> None:
        """Say where to look; asked again in the same position, name the move."""
        if self._hint is None:
            await self._say("busy", "Looking for the best move")
            advice = await self._ask(session.hint(self._seconds))
            self._hint = (*hint_steps(session, advice, self._seconds), advice)
        first, second, advice = self._hint
        step, self._hinted = (second if self._hinted else first), self._hinted + 1
        best = advice.moves[:1] if step is second else ()
        look = () if best else step.cells
        board = marked_board(session, ahead=self._ahead, look=look, best=best)
        await self._say("hint", step.words, board)

    async def _evaluate(self, session: Session) -> None:
        if not session.ply and session.known_in_words:
            await self._say("answer", _sentence(session.known_in_words))
            return
        await self._say("busy", "Working out what is still possible")
        outlook = await self._ask(session.evaluate(self._seconds))
        await self._say("answer", _sentence(possible(outlook, session.instance.ask)))

    async def _show_line(self, session: Session) -> None:
        """Play the best line, a move at a time, from the position on."""
        await self._say("busy", "Looking for the best line")
        line = (await self._ask(session.show_line(self._seconds))).line
        if not line:
            await self._say("answer", "No line wins from here.")
        for move in line:
            session.play(move)
            self._hint = None
            await self._show()
            await asyncio.sleep(BETWEEN_SHOWN)

    async def _review_game(self, session: Session) -> None:
        await self._say("busy", "Reviewing the game")
        session = self._whole(session)
        self._review = await self._ask(session.review())
        first = self._review.first_mistake
        if first is not None and self._session is not None:
            self._session.go_to(first.turn - 1)
        await self._show()
        await self._send(review_view(self._review))

    @staticmethod
    def _whole(session: Session) -> Session:
        """Return the session after all its moves, those taken back included."""
        players = [f"{side}={each}" for side, each in session.players.items()]
        return Session(session.instance, players, (*session.moves, *session.undone))

    # Files, puzzles, drawing

    async def _download(self, session: Session, kind: messages.FileKind) -> None:
        if kind == "certificate":
            await self._say("busy", "Proving it, and writing the certificate")
        await self._send(await files.file_of(session, kind))
        if kind == "certificate":
            await self._say("answer", "The certificate is saved: toadstone verify FILE checks it.")

    async def _make_puzzle(self, game: str, difficulty: messages.Difficulty) -> None:
        if not self._puzzles.is_ready(game, difficulty):
            await self._say("busy", f"Making a puzzle ({difficulty}) and proving it")
        await self._send(await self._puzzles.next(game, difficulty))

    async def _draw(self, request: messages.Request) -> None:
        if isinstance(request, messages.Draw):
            self._stop()
            played = self._session.instance.scenario if self._session else None
            self._drawing = Drawing(request.game, None if request.empty else played)
        drawing = self._drawing
        if drawing is None:
            return
        match request:
            case messages.Edit(cell=cell, tool=tool):
                drawing.put(cell, tool)
            case messages.Resize(numbers=numbers):
                drawing.resize(numbers)
            case messages.SolveDrawing(do="play-drawing"):
                await self._start(messages.Start(do="start", scenario=drawing.yaml()))
                return
            case messages.SolveDrawing(do="save-drawing"):
                name = f"{drawing.game}.yaml"
                await self._send(
                    messages.FileView(name=name, type="text/yaml", text=drawing.yaml())
                )
                return
            case messages.SolveDrawing():
                self._stop()
                self._think(self._solve_drawing, drawing)
                return
        await self._send(drawing.view())

    async def _solve_drawing(self, drawing: Drawing) -> None:
        session = Session(drawing.instance())
        await self._say("busy", "Solving it")
        engine = self._engine(session)
        try:
            task = session.evaluate(self._seconds)
            outlook = await asyncio.wrap_future(engine.ask(task))
            await self._say("answer", _sentence(possible(outlook, session.instance.ask)))
        finally:
            await asyncio.to_thread(engine.close)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


async def play_tab(socket: Any, first: Callable[[], Session | None], limits: Limits) -> None:
    """Play with one tab until it closes."""

    async def send(message: messages.Answer) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # it closed meanwhile
            await socket.send_text(message.model_dump_json())

    tab = Tab(send, first, limits)
    try:
        async for text in socket.iter_text():
            await tab.hear(text)
    finally:
        await tab.close()


def play_in_browser(session: Session | None, limits: Limits, port: int | None) -> None:
    """Serve the page until Ctrl-C or SIGTERM; each tab plays a game of its own.

    Args:
        session: the game to begin with; None for a choice of games.
        limits: the engine's time for one answer, its threads, and the seed.
        port: the port; None for 8000, or any that is free.

    Raises:
        KeyboardInterrupt: Ctrl-C ended it.
        RequestError: the port is not free.
    """
    saved = None if session is None else session.to_json()

    def first() -> Session | None:
        return None if saved is None else Session.from_json(saved)

    serve(lambda socket: play_tab(socket, first, limits), port)
