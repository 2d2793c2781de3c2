"""What there is to draw of a result, as a page of replays and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from toadstone.combinatorial.notation import parse
from toadstone.combinatorial.thermograph import thermograph
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import LimitReachedError
from toadstone.core.question import Sense
from toadstone.core.replay import Replay
from toadstone.core.rules import RULES
from toadstone.core.solution import ScenarioLike
from toadstone.engines.adversarial.perfect_play import SearchedGame
from toadstone.engines.answer import Answer, Status
from toadstone.engines.verdicts import Check
from toadstone.files.scenario import Scenario
from toadstone.game import find_game
from toadstone.proofs.result import Core, Explanation
from toadstone.view.charts import Goal, front_chart, thermograph_chart
from toadstone.view.parts import PICTURE
from toadstone.view.picture import AnyPicture, moments
from toadstone.view.replay import Chart, Page, Recording

SECONDS_FOR_BEST_MOVES = 2.0
"""The time to find the best moves of every board of a two-player answer."""

Best = Sequence[Sequence[Any]]


def page_of(subject: Answer | Check | Explanation | Scenario) -> Page:
    """Return what there is to draw of a result; of a scenario alone, its start.

    Raises:
        RequestError: the game has no pictures.
    """
    if isinstance(subject, Answer):
        return _of_answer(subject)
    if isinstance(subject, Check):
        return _of_check(subject)
    if isinstance(subject, Explanation):
        return _of_explanation(subject)
    return page_of_start(subject)


def _of_answer(answer: Answer) -> Page:
    between = ", then " if answer.front is None else " against "
    asked = between.join(f"{each} ({each.meaning})" for each in answer.ask)
    picture, lines = _picture(answer.scenario), answer.front
    if lines is None:
        lines = () if answer.replay is None else (answer.replay,)
    recordings = tuple(
        Recording(picture, _moments(line, _best_moves(answer, line)), heading, _figures(line))
        for heading, line in zip(_headings(len(lines)), lines, strict=True)
    )
    if not recordings:
        recordings = page_of_start(answer.scenario).recordings
    return Page(
        _title(answer.scenario), (f"Asked: {asked}.", _said(answer)), _charts(answer), recordings
    )


def page_of_start(scenario: ScenarioLike) -> Page:
    """Return the start of a scenario alone."""
    start = find_game(scenario.game).get(RULES)(scenario).start()
    return Page(_title(scenario), (), (), (Recording(_picture(scenario), moments([start], [])),))


def _of_check(check: Check) -> Page:
    scenario, failure = check.instance.scenario, check.replay.failure
    said = "Valid." if failure is None else f"Invalid at {failure}."
    recording = Recording(_picture(scenario), _moments(check.replay))
    return Page(_title(scenario), (said,), (), (recording,))


def _of_explanation(explanation: Explanation) -> Page:
    start = page_of_start(explanation.scenario)
    if explanation.status is not Status.INFEASIBLE:
        can_be_won = explanation.status is Status.FEASIBLE
        return replace(start, paragraphs=("It can be won." if can_be_won else "Undecided.",))
    explainer, causes = explanation.explainer, list[str]()
    for setting, core in explanation.all_cores():
        if core.causes:
            causes += [explainer.suffice(core.causes, setting), _places(core)]
        causes.append(core.reason.words)
    repairs = tuple(
        Recording(_picture(each.scenario), _moments(each.replay), each.change.words)
        for each in explanation.repairs.values()
        if each is not None
    )
    said = ("Proven impossible: it cannot be won.", *causes)
    return Page(start.title, said, (), (*start.recordings, *repairs))


def _places(core: Core) -> str:
    """List the causes of a core by their facts."""
    stated = [each.facts.items() for each in core.causes]
    facts = (", ".join(f"{name} {value}" for name, value in each) for each in stated)
    return f"{'; '.join(facts)}."


def _title(scenario: ScenarioLike) -> str:
    return scenario.title or scenario.game


def _picture(scenario: ScenarioLike) -> AnyPicture:
    return find_game(scenario.game).get(PICTURE)(scenario)


def _moments(line: Replay[Any, Any], best: Best = ()) -> tuple[Any, ...]:
    return moments(line.states, line.moves, best)


def _headings(points: int) -> list[str]:
    return [""] if points == 1 else [f"Point {number}" for number in range(1, points + 1)]


def _figures(line: Replay[Any, Any]) -> tuple[str, ...]:
    return (", ".join(f"{name} {value}" for name, value in line.figures.items()),)


def _said(answer: Answer) -> str:
    """Say in a sentence how sure the answer is, and what it is."""
    if answer.status is Status.INFEASIBLE:
        return "Proven impossible: there is no plan."
    if answer.values is None:
        return "Undecided."
    return _said_of_plan(answer) if answer.position is None else _said_of_position(answer)


def _said_of_plan(answer: Answer) -> str:
    if answer.front:
        points = "1 point" if len(answer.front) == 1 else f"{len(answer.front)} points"
        more = "" if answer.is_proven else "; there may be more"
        return f"{'The whole front' if answer.is_proven else 'Undecided'}: {points}{more}."
    values = answer.values or {}
    named = [f"{each.name} = {values[each.figure]}" for each in answer.ask if each.figure]
    if not named:
        return "Found: a plan."
    return f"{'Proven best' if answer.is_proven else 'Not proven best'}: {', '.join(named)}."


def _said_of_position(answer: Answer) -> str:
    values = answer.values or {}
    if answer.caveat is not None:
        move = next(iter(values["best_moves"]), "no move")
        return f"{answer.solver.name.capitalize()} chooses {move}; not proven best."
    shown = {name: each for name, each in values.items() if isinstance(each, str | int)}
    said = ", ".join(f"{name} {each}" for name, each in shown.items())
    return f"{'Solved' if answer.is_proven else 'Not proven'}: {said}."


def _charts(answer: Answer) -> tuple[Chart, ...]:
    if answer.front:
        goals: dict[str, Goal] = {
            each.figure: "most" if each.sense is Sense.MAXIMISE else "least"
            for each in answer.ask
            if each.figure
        }
        figures = [line.figures for line in answer.front]
        return (lambda theme: front_chart(figures, goals, theme=theme),)
    value = (answer.position or {}).get("value")
    if isinstance(value, str) and "temperature" in (answer.position or {}):
        graph = thermograph(parse(value))
        return (lambda theme: thermograph_chart(graph, value=value, theme=theme),)
    return ()


def _best_moves(answer: Answer, line: Replay[Any, Any]) -> Best:
    """Return the best moves on each board, as far as the search finds them in time."""
    play = answer.evidence
    if answer.position is None or not isinstance(play, SearchedGame):
        return ()
    play.budget = Budget(Limits(SECONDS_FOR_BEST_MOVES))
    found: list[Sequence[Any]] = []
    try:
        for state in line.states:
            play.budget.check()
            lost = play.payoff(state) < 0  # then every move is as good
            found.append(() if lost else play.best_moves(state))
    except (LimitReachedError, MemoryError):
        pass
    return found
