"""A test for the package of a game: `check_game(GAME)` tries the promises of its parts."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import le
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from toadstone import interface
from toadstone.core.board import BOARD
from toadstone.core.budget import UNLIMITED, Confirm
from toadstone.core.errors import (
    BrokenGameError,
    DisagreementError,
    InputError,
)
from toadstone.core.promises import MOST_PLIES, Trial
from toadstone.core.question import VALUE
from toadstone.core.rules import RULES, Rules, TwoPlayerRules
from toadstone.engines import SEARCH_PROBLEM, STATE_SPACE
from toadstone.engines.answer import Answer
from toadstone.engines.confirming import confirm_answer
from toadstone.engines.instance import Instance, make_instance
from toadstone.engines.search.problem import RulesProblem, SearchProblem, add
from toadstone.engines.state_space import count_plans
from toadstone.files.scenario import Scenario
from toadstone.files.source import Source, read_source
from toadstone.game import GAME_PATH, Game, all_games, use_games_of
from toadstone.loading import examples_of, json_schema, read_scenario
from toadstone.play import USUAL_START
from toadstone.proofs import CERTIFIER, PLAIN_RULES
from toadstone.view.board import DrawnBoard, Moment
from toadstone.view.sheet import board_svg

LINES = 20
"""Random lines of play of each scenario."""

PLIES = 200
"""Moves after which a line of a one-player game is left; a two-player game ends by itself."""

MOST_COUNTED = 2_000
"""Lines of play that are counted one by one."""

MOST_DRAWN = 20
"""States that are drawn."""

MOST_DEPTH = 6
"""Moves of the lines that rules and search count."""


def check_game(game: Game, scenarios: Iterable[Scenario] = (), *, seconds: float = 1.0) -> None:
    """Try what the parts of a game promise, on its examples, its usual start and other scenarios.

    - Texts of states and moves are read back; scenarios are written and read; all can be pickled.
    - Legal moves can be played, illegal ones are refused with a reason, and lines of play end.
    - Rules, searches and lists of plans count the same lines, and all engines give one answer.
    - The second derivation and the certificate confirm an answer, and refuse a false one.

    Args:
        game: the game; the folder of one that is not installed is used for this process.
        scenarios: more scenarios to try; small ones say most.
        seconds: the time that each engine has.

    Raises:
        BrokenGameError: a promise is broken; the message is one sentence.
        DisagreementError: two parts that state the rules contradict each other.
    """
    if game.name not in all_games():
        file = Path(sys.modules[game.package].__file__ or "")
        place = file.parent if file.name == "__init__.py" else file
        use_games_of(f"{os.environ.get(GAME_PATH, '')}{os.pathsep}{place}")
    usual, examples = game.find(USUAL_START), examples_of(game.name, "*.yaml")
    samples = [usual()] if usual else []
    samples += [read_scenario(read_source(str(path))) for path in examples]
    samples += scenarios
    _expect(game, samples, "there is no scenario: give every field a default, or add an example")
    json_schema(game.name)
    ended = False
    for scenario in samples:
        _check_file(game, scenario)
        trial = Trial.of(game.name, partial(game.get(RULES), scenario))
        ends = isinstance(trial.rules, TwoPlayerRules) and not trial.rules.can_return
        trial.lines(LINES, MOST_PLIES if ends else PLIES)
        ended = ended or trial.ended
        _check_search(game, scenario)
        _check_board(game, scenario, trial)
        for question in _questions(game, scenario):
            answer = _check_answers(make_instance(scenario, [question]), seconds)
            ended = ended or answer.replay is not None
    _expect(game, ended, "no line of play of any scenario came to an end")


def _questions(game: Game, scenario: Scenario) -> list[str]:
    """Return the questions of a scenario; if the plain rules have `parts`, the value, too."""
    names = [str(question) for question in scenario.asked()]
    rules = game.find(PLAIN_RULES)
    valued = VALUE in game.questions and hasattr(rules, "parts")
    return list(dict.fromkeys([*names, VALUE.name] if valued else names))


def _expect(game: Game, holds: object, otherwise: str) -> None:
    if not holds:
        raise BrokenGameError(f"the game {game.name} breaks a promise: {otherwise}")


def _check_file(game: Game, scenario: Scenario) -> None:
    text = yaml.safe_dump(scenario.model_dump(mode="json", exclude_none=True), sort_keys=False)
    parsed = read_scenario(Source("<scenario>", text, Path()))
    _expect(game, parsed == scenario, f"{scenario!r} is not equal to itself, written and read")
    copied = pickle.loads(pickle.dumps(scenario))  # noqa: S301 - what was just written
    _expect(game, copied == scenario, f"{scenario!r} is not equal to its pickled copy")
    figures = set(game.get(RULES)(scenario).figures(game.get(RULES)(scenario).start()))
    needed = {each.figure for each in game.questions if each.figure is not None}
    _expect(game, needed <= figures, f"no rule measures {', '.join(sorted(needed - figures))}")


def _check_search(game: Game, scenario: Scenario) -> None:
    """Count the legal lines by the rules and by the search, while there are few."""
    if make_instance(scenario).why_unsupported(SEARCH_PROBLEM):
        return
    by_rules = RulesProblem[Any, Any](game.get(RULES)(scenario))
    problem = game.get(SEARCH_PROBLEM)(scenario, make_instance(scenario).ask, UNLIMITED)
    played, searched, depth = [by_rules.start()], [problem.start()], 0
    while len(played) <= MOST_COUNTED and depth < MOST_DEPTH:
        numbers = f"{len(played)} by the rules, {len(searched)} by the search"
        equal = len(played) == len(searched)
        _expect(game, equal, f"legal lines of {depth} moves in {scenario!r}: {numbers}")
        played = [step.state for state in played for step in by_rules.steps(state)]
        searched = [after for state in searched for after in _next_by_search(game, problem, state)]
        depth += 1


def _next_by_search(game: Game, problem: SearchProblem[Any, Any], state: Any) -> Iterator[Any]:
    """Yield the states after a move of the search; its estimates have to be consistent.

    The choice to stop is a step of the search, but no move.
    """
    before = problem.estimate(state)
    for step in () if problem.is_goal(state) else problem.steps(state):
        after = problem.estimate(step.state)
        fits = after is None or (before is not None and all(map(le, before, add(step.cost, after))))
        _expect(game, fits, f"the estimate of `{state}` is {before}, after {step.move} {after}")
        if step.move is not None:
            yield step.state
        else:
            _expect_won(game, problem, step.state)
    if problem.is_goal(state):
        _expect_won(game, problem, state)


def _expect_won(game: Game, problem: SearchProblem[Any, Any], state: Any) -> None:
    """Expect that a goal is estimated to be one."""
    estimate = problem.estimate(state)
    won = problem.is_goal(state) and estimate is not None and not any(estimate)
    _expect(game, won, f"the estimate of `{state}`, which is won, is {estimate}")


def _check_board(game: Game, scenario: Scenario, trial: Trial) -> None:
    """Draw the states, as text and as pictures; moves that are played by clicking have cells."""
    make = game.find(BOARD)
    if make is None:
        return
    board, start = make(scenario), len(make(scenario).grid(trial.rules.start()).rows)
    for state in list(trial.states.values())[:MOST_DRAWN]:
        board.picture(state)
        _expect(game, len(board.grid(state).rows) == start, f"`{state}` has other rows to draw")
        if isinstance(board, DrawnBoard):
            board_svg(board, Moment(0, state))
            board.paths(state)


def _check_answers(instance: Instance, seconds: float) -> Answer:
    """Compare the answers of all engines, and try the second derivation and the certificate.

    A certificate is tried where the second derivation ended in the time that `auto` has: to check
    it takes about as long. Return the surest answer.
    """
    ask = [str(question) for question in instance.ask]
    comparison = interface.compare(instance.scenario, ask=ask, time_limit=seconds)
    answer = comparison.surest()
    if answer.is_proven:
        if comparison.confirmed_by is not None:
            _check_confirmer(answer)
            _check_certificate(answer)
        _check_plans(answer)
    return answer


def _check_confirmer(answer: Answer) -> None:
    instance = answer.instance
    for false in _false_answers(answer):
        try:
            confirmed = confirm_answer(instance, false, UNLIMITED, Confirm.ALWAYS)
        except DisagreementError:
            continue
        if confirmed.confirmed_by is None:
            return
        claim = f"{false.claim} of {instance.scenario!r}"
        _expect(instance.game, False, f"the second derivation confirms {claim}")


def _false_answers(answer: Answer) -> Iterator[Answer]:
    """Yield answers that state another value than the proven one."""
    position, line = answer.position, answer.replay
    if position is not None:
        for name, value in _false_values(answer.instance.rules, position.figures()):
            margins = position.margins or {}
            wrong = {"margins": {**margins, name: value}} if name in margins else {name: value}
            yield replace(answer, position=replace(position, **wrong))
    for figure in [each.figure for each in answer.ask if each.figure]:
        if line is not None:
            figures = {**line.figures, figure: line.figures[figure] - 1}
            yield replace(answer, replay=replace(line, figures=figures))


def _false_values(rules: Rules[Any, Any], values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield another winner, or a number less by 1, for each stated value, by name."""
    sides = rules.sides if isinstance(rules, TwoPlayerRules) else ()
    for name, value in values.items():
        if name == "winner":
            yield from ((name, side) for side in sides if side != value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield name, value - 1


def _check_certificate(answer: Answer) -> None:
    """Expect that the checker accepts the certificate, and no other claim with its proof."""
    game = answer.instance.game
    if answer.instance.why_unsupported(CERTIFIER):
        return
    with TemporaryDirectory() as folder:
        path = Path(folder, "proof.json")
        interface.certify(answer, path)
        finding = interface.verify(path)
        title = f"the certificate of {answer.instance.scenario!r}"
        _expect(game, finding.valid, f"{title} is invalid: {finding.reason}")
        certificate = json.loads(path.read_text())
        claim = certificate["claim"]
        stated = claim.get("values", claim) or {}
        for name, value in _false_values(answer.instance.rules, stated):
            values = stated | {name: value}
            false = claim | {"values": values} if "values" in claim else values
            path.write_text(json.dumps(certificate | {"claim": false}))
            with suppress(InputError):
                _expect(game, not interface.verify(path).valid, f"{title} proves {false}, too")


def _check_plans(answer: Answer) -> None:
    """Count the best plans by the list of plans, and by all lines of the rules."""
    game, line, rules = answer.instance.game, answer.replay, answer.instance.rules
    if line is None or answer.instance.why_unsupported(STATE_SPACE):
        return
    by_rules = RulesProblem(rules)
    layer = [rules.start()]
    for _ in line.moves:
        layer = [step.state for state in layer for step in by_rules.steps(state)]
        if len(layer) > MOST_COUNTED:
            return
    number = sum(by_rules.is_goal(s) and rules.figures(s) == line.figures for s in layer)
    counted = count_plans(game.get(STATE_SPACE)(answer.scenario, line.figures, UNLIMITED))
    numbers = f"{number} by the rules, {counted} by the list of plans"
    _expect(game, number == counted, f"best plans of {answer.scenario!r}: {numbers}")
