"""A game on the screen as a file: a saved game, a plan, or a replay."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from toadstone.core.errors import RequestError
from toadstone.files.writing import open_atomic
from toadstone.play.saved_game import saved_game
from toadstone_cli.game_words import ending_in_words

if TYPE_CHECKING:
    from toadstone_cli.screen.played_game import PlayedGame

FORMS = ".json keeps the game, .txt the plan, .html a replay for a browser."
"""What the suffix of the name decides; `check` reads the first two."""


def usual_name(game: PlayedGame) -> str:
    """Return a name for the file, from the title."""
    words = re.findall("[a-z0-9]+", game.title.lower())
    return f"{'-'.join(words) or 'game'}.json"


def keep(game: PlayedGame, path: str, *, replace: bool) -> str:
    """Write the game to a file; return what to say of it.

    Raises:
        FileExistsError: the file is there already, and is not to be replaced.
        InputError: it cannot be written.
        RequestError: the game has no pictures for a replay.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in {".json", ".txt", ".html"}:
        raise RequestError(f"expected a name that ends in .json, .txt or .html, found {path}")
    moves = game.session.moves
    texts = {
        ".json": lambda: saved_game(game.instance, game.chosen, moves),
        ".txt": lambda: "".join(f"{move}\n" for move in moves),
        ".html": lambda: _replay(game),
    }
    with open_atomic(path, replace=replace) as file:
        file.write(texts[suffix]())
    if suffix == ".html":
        game.replay_saved = True
        return f"Saved: {path}, a replay for a browser; it cannot be loaded."
    game.saved = moves
    return f"Saved: {path}, for 'toadstone check' and 'toadstone play --load'."


def _replay(game: PlayedGame) -> str:
    from toadstone.view.parts import PICTURE
    from toadstone.view.picture import moments
    from toadstone.view.replay import Page, Recording, replay_page

    session, outcome = game.session, game.session.ending
    picture = game.instance.game.get(PICTURE)(game.instance.scenario)
    recording = Recording(picture, moments(session.states, session.moves, ()))
    said = "Unfinished." if outcome is None else ending_in_words(outcome, game.sides).plain
    played = ", ".join(f"{side}: {each}" for side, each in game.chosen.items())
    return replay_page(Page(game.title, (f"Played by {played}.", said), (), (recording,)))
