"""The games to choose from, and their starts."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

from toadstone.core.board import BOARD
from toadstone.core.errors import BrokenGameError
from toadstone.engines.instance import Instance, make_instance, simulator_of
from toadstone.files.scenario import Scenario
from toadstone.game import Game, all_games, find_game
from toadstone.loading import named_source, read_scenario
from toadstone.play.parts import USUAL_START
from toadstone.services.generation.puzzle import title_of_game
from toadstone.view.board import AnyMoment, Moment, drawn_board
from toadstone.view.sheet import document
from toadstone.view.svg import join
from toadstone_cli.browser.messages import Choice, GameCard
from toadstone_cli.files import all_examples

_SHOWN_AFTER = 4
"""Moves after which the picture on a card is drawn."""


def start_named(name: str) -> Instance:
    """Return the packaged scenario with this name, or the usual start of the game."""
    if name in all_games():
        game = find_game(name)
        return make_instance(game.get(USUAL_START)())
    return make_instance(read_scenario(named_source(name)))


@cache
def game_cards() -> tuple[GameCard, ...]:
    """Return every game that can be drawn, with its starts; the usual one first."""
    starts: dict[str, list[Choice]] = {}
    for example in all_examples():
        game, scenario = find_game(example.scenario.game), example.scenario
        if _can_be_played(game, scenario):
            title = scenario.title or example.name
            starts.setdefault(game.name, []).append(Choice(value=example.name, words=title))
    cards = []
    for game in all_games().values():
        if {BOARD, USUAL_START} <= game.parts.keys():
            with suppress(BrokenGameError):
                cards.append(_card(game, starts.get(game.name, [])))
    return tuple(cards)


def _card(game: Game, starts: list[Choice]) -> GameCard:
    usual = game.get(USUAL_START)()
    about = (import_module(game.package).__doc__ or "").partition(": ")[2]
    first = Choice(value=game.name, words=usual.title or "The usual start")
    others = [each for each in starts if each.words != first.words]
    return GameCard(
        game=game.name,
        words=title_of_game(game.name),
        about=f"{about[:1].upper()}{about[1:].strip()}",
        board=_drawn(game, usual),
        starts=(first, *others),
    )


def _drawn(game: Game, scenario: Scenario) -> str:
    """Draw a state after some moves, which shows what the game is like."""
    picture = drawn_board(game, scenario)
    moment: AnyMoment = Moment(0, _state_in_play(game, scenario))
    drawn = join([picture.background(), picture.foreground(moment)])
    size = picture.width, picture.height - picture.turn_height
    return document(drawn, size, title_of_game(game.name))


def _state_in_play(game: Game, scenario: Scenario) -> Any:
    rules = simulator_of(game, scenario)
    state = rules.start()
    for number in range(_SHOWN_AFTER):
        moves = rules.legal_moves(state)
        after = [rules.play(state, move) for move in (*moves[number % 2 :], *moves[:1])]
        state = next((each for each in after if rules.outcome(each) is None), state)
    return state


def _can_be_played(game: Game, scenario: Scenario) -> bool:
    with suppress(BrokenGameError):
        rules = simulator_of(game, scenario)
        return BOARD in game.parts and bool(rules.legal_moves(rules.start()))
    return False
