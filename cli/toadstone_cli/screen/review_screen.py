"""The review of a game: each move with what it cost, and the board before it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import DataTable, Static

from toadstone.core.errors import LimitReachedError, ToadstoneError
from toadstone.play.review import Grade
from toadstone.play.tasks import ReviewGame
from toadstone.view.review_page import (
    better_in_words,
    cost_in_words,
    evaluation,
    review_verdict,
)
from toadstone_cli.screen.board_view import BoardView
from toadstone_cli.screen.drawing import Mark
from toadstone_cli.screen.game_view import named_move
from toadstone_cli.screen.key_bar import Key, KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from toadstone.play.assistant import Assistant
    from toadstone.play.review import Review, ReviewedMove
    from toadstone_cli.screen.played_game import PlayedGame
    from toadstone_cli.screen.settings import PlaySettings

FIRST = "> "
"""Stands before the first mistake."""


HEADS = ("turn", "move", "cost")
WIDEST = 36
"""Columns that the list of moves takes at most; the board takes the others."""

SCROLL_BAR = 2


class ReviewScreen(Screen[None]):
    """What each move of a game has cost.

    Args:
        game: the game.
        settings: how the program was started.
        assistant: who judges the moves.
    """

    DEFAULT_CSS = """
    ReviewScreen #heading { width: 1fr; height: 1; padding: 0 1; text-style: bold; }
    ReviewScreen #middle { height: 1fr; }
    ReviewScreen DataTable { width: 36; height: 1fr; }
    ReviewScreen #status { width: 1fr; height: auto; min-height: 3; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,v,q", "close", "back"),
        Binding("g", "first_mistake", "first mistake"),
    ]

    def __init__(self, game: PlayedGame, settings: PlaySettings, assistant: Assistant) -> None:
        super().__init__()
        self._game, self._settings, self._assistant = game, settings, assistant
        self._review: Review | None = None

    def compose(self) -> ComposeResult:
        """Lay out the board beside the list of moves."""
        yield Static(f"Review  {self._game.title}", id="heading", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(ascii_only=self._settings.ascii_only, id="board")
            yield DataTable(cursor_type="row", zebra_stripes=False)
        yield Static(id="status", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """List the moves, and ask what they have cost."""
        self._list(["..."] * len(self._game.session.moves))
        keys = [Key("Up/Down", "move"), Key("g", "first mistake", "first_mistake")]
        self.query_one(KeyBar).show([*keys, Key("Esc", "back to the game", "close")])
        self.query_one(DataTable).focus()
        self.run_worker(self._judge(), exclusive=True)

    async def _judge(self) -> None:
        self._say("The engine reviews the game...")
        people = tuple(self._game.people)
        seconds = self._settings.review_seconds
        task = ReviewGame(self._game.session.moves, seconds=seconds, sides=people)
        try:
            review = await asyncio.wrap_future(self._assistant.ask(task, self._tell))
        except LimitReachedError:
            self._say("Undecided: there was no answer in time.")
            return
        except ToadstoneError as error:
            self._say(f"The engine stopped: {error}")
            return
        self._review = review
        self._fill(review)

    def _tell(self, words: str) -> None:
        """Say what the engine is at; it calls from a thread of its own, and does not wait."""
        self.call_later(self._say, f"The engine reviews the game: {words}")

    def _say(self, words: str) -> None:
        if self._review is None and self.is_attached:
            self.query_one("#status", Static).update(words)

    def _list(self, costs: Sequence[str], first: int | None = None) -> None:
        """List the moves with what they cost; the first mistake is marked."""
        table = self.query_one(DataTable)
        row = table.cursor_row
        table.clear(columns=True)
        rows = [
            (f"{FIRST if turn == first else ''}{turn}", named_move(self._game, turn), cost)
            for turn, cost in enumerate(costs, 1)
        ]
        widths = [max(map(cell_len, column)) for column in zip(HEADS, *rows, strict=True)]
        for head, width in zip(HEADS, widths, strict=True):  # left to itself, it may measure late
            table.add_column(head, width=width)
        table.add_rows(rows)
        table.styles.width = min(WIDEST, sum(widths) + 2 * len(HEADS) + SCROLL_BAR)
        table.move_cursor(row=row)

    def _fill(self, review: Review) -> None:
        first = review.first_mistake
        self._list([_cost(each) for each in review.moves], first.turn if first else None)
        self.action_first_mistake()
        self._show(self.query_one(DataTable).cursor_row)

    def action_first_mistake(self) -> None:
        """Go to the first mistake, if there is one."""
        if self._review is not None and self._review.first_mistake is not None:
            self.query_one(DataTable).move_cursor(row=self._review.first_mistake.turn - 1)

    def action_close(self) -> None:
        """Go back to the game."""
        self.dismiss(None)

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Show the board before the move."""
        self._show(event.cursor_row)

    def _show(self, row: int) -> None:
        """Show the board before a move, where it went, and what would have been better."""
        session, board = self._game.session, self._game.play_board
        state, move = session.states[row], session.moves[row]
        marks: dict[Any, Mark] = {}
        reviewed = self._review.moves[row] if self._review else None
        for better in reviewed.better if reviewed else ():
            marks |= dict.fromkeys(board.path(state, better), Mark.HINT)
        marks |= dict.fromkeys(board.path(state, move), Mark.CHOSEN)
        self.query_one(BoardView).show(board.grid(state, min(4, board.coming(state))), marks)
        if self._review is not None:
            self.query_one("#status", Static).update(self._judgement(self._review, row))

    def _judgement(self, review: Review, row: int) -> Text:
        """Say what a move cost, what was possible, and how good the whole game was."""
        each = review.moves[row]
        ask = self._game.instance.ask
        cost = f" costs {cost_in_words(each)}" if each.is_mistake else ""
        better = f"; {better_in_words(each)} is better" if each.better else ""
        words = f"Turn {each.turn}: {named_move(self._game, each.turn)}{cost}{better}."
        possible = f"Before it: {evaluation(each.before, ask)}"
        return Text("\n").join([Text(words, "bold"), Text(possible), review_verdict(review)])


def _cost(move: ReviewedMove) -> str:
    return "-" if move.grade is Grade.UNJUDGED else cost_in_words(move) or "0"
