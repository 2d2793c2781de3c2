"""`toadstone play` on the whole screen: from the options to the program, and to the exit status."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

from toadstone.view.layout import can_spell
from toadstone_cli.options import expect_board
from toadstone_cli.output import BEYOND_ASCII, ExitStatus, write_page
from toadstone_cli.play_start import names_in, play_start

if TYPE_CHECKING:
    from toadstone.core.budget import Limits
    from toadstone_cli.scenario_file import ScenarioFile
    from toadstone_cli.screen.played_game import PlayedGame


def play_on_screen(
    scenario_file: ScenarioFile,
    ask: list[str] | None,
    wishes: list[str],
    load: str | None,
    limits: Limits,
) -> ExitStatus:
    """Play on the whole screen; say at the end, line by line, what became of the game.

    Raises:
        KeyboardInterrupt: it was ended by Ctrl-C or SIGTERM, after the screen was given back.
    """
    from toadstone.play.players import expect_usable
    from toadstone_cli.screen.app import run_on_screen
    from toadstone_cli.screen.played_game import PlayedGame
    from toadstone_cli.screen.settings import PlaySettings

    ascii_only = not can_spell(BEYOND_ASCII)
    game: PlayedGame | None = None
    if scenario_file.path or load is not None:
        start = play_start(scenario_file, ask, wishes, load)
        expect_board(start.instance.game)
        for side, each in start.chosen.items():
            expect_usable(start.instance, side, each)
        game = PlayedGame.begun(start.instance, start.chosen, start.moves, ascii_only=ascii_only)
    settings = PlaySettings(
        limits.seconds or 0.0,
        limits.seed,
        limits.workers,
        ascii_only=ascii_only,
        wishes=tuple(names_in(wishes)),
    )
    app = run_on_screen(game, settings)
    if app.game is not None and app.game.session.moves:
        _close(app.game)
    if app.interrupted is not None:
        signal.raise_signal(app.interrupted)
    ending = app.game.session.ending if app.game is not None else None
    return ExitStatus.IMPOSSIBLE if ending and ending.is_loss else ExitStatus.ANSWERED


def _close(game: PlayedGame) -> None:
    """Say what became of the game, and which moves were made."""
    from rich.text import Text

    from toadstone.view.page import figures_line
    from toadstone_cli.game_words import ending_in_words

    session = game.session
    turns = len(session.moves)
    unfinished = Text(f"Unfinished after {turns} {'move' if turns == 1 else 'moves'}.")
    ending = session.ending
    if not sys.stdout.isatty():
        return
    write_page(
        Text.assemble((game.title, "bold"), f"  {game.instance.game.name}"),
        unfinished if ending is None else ending_in_words(ending, game.sides),
        figures_line(session.rules.figures(session.state)),
    )
