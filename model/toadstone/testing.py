"""A test of a game for the tests of its package: `check_game(GAME)` tries what its parts promise."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from toadstone.core.budget import Budget, Confirm, Limits
from toadstone.core.errors import (
    BrokenGameError,
    DisagreementError,
    LimitReachedError,
    ToadstoneError,
    UnconfirmedError,
)
from toadstone.core.promises import Trial
from toadstone.core.question import Sense
from toadstone.core.replay import perft
from toadstone.core.rules import RULES
from toadstone.engines.answer import Answer
from toadstone.engines.answering import answer, engines_for
from toadstone.engines.comparison import compare
from toadstone.engines.instance import Instance, make_instance
from toadstone.engines.parts import CONFIRMER, SEARCH_PROBLEM, STATE_SPACE
from toadstone.engines.search.problem import Problem
from toadstone.engines.state_space import walk_plans
from toadstone.files.scenario import Scenario
from toadstone.files.source import read_source
from toadstone.game import Game
from toadstone.loading import examples_of, json_schema, read_scenario
from toadstone.play.parts import USUAL_START
from toadstone.proofs.parts import CERTIFIER

LINES, PLIES = 20, 10_000
MOST_LINES = 2_000
"""Lines of play that are counted in three ways."""


def check_game(game: Game, scenarios: Iterable[Scenario] = (), *, seconds: float = 10.0) -> None:
    """Try what the parts of a game promise, on its examples, its usual start and other scenarios.

    Tried are: text forms that are read back; reasons for illegal moves; pickling; lines of play
    that end; the legal lines as counted by rules, searches and lists of plans; the answers of all
    engines against each other; and that the second derivation and the certificates of an answer
    refuse a false one.

    Args:
        game: the game, which has to be installed or on `TOADSTONE_GAME_PATH`.
        scenarios: more scenarios to try; small ones say most.
        seconds: the time for the answers of each engine.

    Raises:
        BrokenGameError: a promise is broken; the message is one sentence.
        DisagreementError: two parts that state the rules contradict each other.
    """
    tried = [*_own_scenarios(game), *scenarios]
    if not tried:
        raise _broken(game, "there is no scenario to try: give every field a default, or examples")
    json_schema(game.name)
    for scenario in tried:
        _check_file(game, scenario)
        trial = Trial.of(game.name, lambda each=scenario: game.get(RULES)(each))
        trial.lines(LINES, PLIES if _ends(trial) else 200)
        for name in [str(question) for question in scenario.asked()]:
            _check_answers(make_instance(scenario, [name]), seconds)
        _check_counts(make_instance(scenario), trial)


def _ends(trial: Trial) -> bool:
    from toadstone.core.rules import TwoPlayerRules

    return isinstance(trial.rules, TwoPlayerRules)


def _broken(game: Game, reason: str) -> BrokenGameError:
    return BrokenGameError(f"the game {game.name} breaks a promise: {reason}")


def _own_scenarios(game: Game) -> Iterator[Scenario]:
    usual = game.find(USUAL_START)
    yield from [usual()] if usual else []
    for path in example_files_of(game.name):
        yield read_scenario(read_source(str(path)))
