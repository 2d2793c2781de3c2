"""The one road to every answer: an engine claims, the simulator replays, a second part confirms.

What the engine claims is believed only where the simulator agrees. What is proven is derived again,
see `confirming.py`. This module alone keeps the clock and makes answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from toadstone.core import __version__
from toadstone.core.budget import Budget, Confirm
from toadstone.core.errors import DisagreementError, LackError, RequestError
from toadstone.core.question import Sense
from toadstone.core.replay import Replay, crosscheck
from toadstone.core.solution import Solution
from toadstone.engines import ENGINES, MODEL_SIZE, STATED_METHOD
from toadstone.engines.answer import Answer, Seconds, SolverFacts, SparedModel, Status
from toadstone.engines.confirming import confirm_answer
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.engine import ELSEWHERE, Engine, EngineResult, load_library
from toadstone.engines.instance import Instance, try_again
from toadstone.files.messages import did_you_mean, one_of, quote
from toadstone.game import all_games, comes_with_toadstone


def answer(
    instance: Instance,
    budget: Budget | None = None,
    method: Engine | str | None = None,
    confirm: Confirm = Confirm.AUTO,
    *,
    break_ties: bool = True,
) -> Answer:
    """Answer the questions of an instance.

    A limit or an interrupt gives FEASIBLE or UNKNOWN, never INFEASIBLE.

    Args:
        instance: what is asked.
        budget: time, threads, seed, and who follows it; without one there is no limit.
        method: the engine, or its name; without one, see `engine_for`.
        confirm: how long the second derivation of a proven answer may take.
        break_ties: whether to choose among equally good plans by `Game.ties`.

    Raises:
        RequestError: the engine cannot answer these questions, or none can.
        DefectError: the simulator does not confirm a line of play, or the second derivation says
            otherwise.
    """
    budget = budget or Budget()
    engine = method if isinstance(method, Engine) else engine_for(instance, method)
    log = budget.listener.log
    if log is not None:
        log(f"{engine.name}: {engine.meaning}")
    if engine.library is not None:
        with budget.pause():
            load_library(engine.library)
    began = budget.elapsed()
    heeding = budget.heeding() if engine is CP_SAT else nullcontext()
    with _rules_from_outside(instance, budget):
        with heeding:
            result = _run_engine(instance, budget, engine)
            solved = budget.elapsed()
            lines = tuple(_replay_line(instance, each, engine, budget) for each in result.solutions)
        seconds = Seconds(result.build, solved - began - result.build, solved - began)
        said = replace(_answer(instance, result, lines, engine, budget), seconds=seconds)
        if break_ties and engine.breaks_ties and not result.ties_broken:
            said = _tie_broken(instance, said, budget)
        said = confirm_answer(instance, said, budget, confirm)
    said = replace(said, seconds=replace(seconds, total=budget.elapsed() - began))
    if log is not None:
        nodes = "" if said.solver.nodes is None else f" after {said.solver.nodes} nodes"
        log(f"{engine.name}: {said.status.value}{nodes}, {said.seconds.total:.2f} s")
    return said


@contextmanager
def _rules_from_outside(instance: Instance, budget: Budget) -> Iterator[None]:
    """Return a context in which rules from outside that never end, or change, are an error."""
    if comes_with_toadstone(instance.game.package):
        yield
        return
    from toadstone.core.promises import rules_that_end

    with rules_that_end(instance.game.name, budget):
        yield
        try_again(instance)


def _answer(
    instance: Instance,
    result: EngineResult,
    lines: tuple[Replay[Any, Any], ...],
    engine: Engine,
    budget: Budget,
) -> Answer:
    """Return the answer that a result and its replays make, without the times."""
    is_front, answered = instance.is_front, instance
    if lines and not is_front and result.solutions[0].scenario is not instance.scenario:
        answered = instance.about(result.solutions[0].scenario)
    return Answer(
        instance=answered,
        status=result.status,
        bounds=_bounds(instance, result, lines),
        replay=lines[0] if lines else None,
        solver=result.facts or engine.facts(budget),
        seconds=Seconds(0.0, 0.0, 0.0),
        interrupted=budget.interrupted,
        out_of_memory=budget.out_of_memory,
        position=result.position,
        spared=engine.spared if result.status in {Status.OPTIMAL, Status.INFEASIBLE} else None,
        caveat=result.caveat,
        front=lines[: result.points or 0] if is_front else None,
        evidence=result.evidence,
    )


def _bounds(
    instance: Instance, result: EngineResult, lines: tuple[Replay[Any, Any], ...]
) -> tuple[int | None, ...]:
    """Return what no plan can beat, for each question; the figures of a plan that is the best.

    Raises:
        DisagreementError: the engine claims that such a plan could be beaten.
    """
    claimed = result.bounds or (None,) * len(instance.ask)
    if result.status is not Status.OPTIMAL or not lines or result.position or instance.is_front:
        return claimed
    bounds = _figures_asked(instance, lines[0])
    for question, bound, said in zip(instance.ask, bounds, claimed, strict=True):
        if said not in (None, bound):
            raise DisagreementError(f"{question}: the best plan has {bound}, its bound is {said}")
    return bounds


def replayed_already(instance: Instance, line: Replay[Any, Any]) -> Answer:
    """Return the answer where any plan will do, given a valid one that the simulator replayed."""
    facts, why = SolverFacts("replay", __version__, {}), "any plan will do; this one was replayed"
    bounds, seconds = (None,) * len(instance.ask), Seconds(0.0, 0.0, 0.0)
    return Answer(instance, Status.OPTIMAL, bounds, line, facts, seconds, confirmed_why=why)


def _run_engine(instance: Instance, budget: Budget, engine: Engine) -> EngineResult:
    """Return what the engine claims; UNKNOWN where time or memory ended first."""
    with budget.stoppable():
        return engine.solve(instance, budget)
    return EngineResult(Status.UNKNOWN)


def _replay_line(
    instance: Instance, solution: Solution[Any], engine: Engine, budget: Budget
) -> Replay[Any, Any]:
    """Replay a line of play, to the end even when interrupted: it is the last step."""
    changed = solution.scenario is not instance.scenario
    asked = instance.about(solution.scenario) if changed else instance
    conditions, said_by = asked.conditions(), "the model" if engine is CP_SAT else engine.name
    try:
        return crosscheck(asked.rules, solution, conditions, said_by)
    except KeyboardInterrupt:
        budget.interrupted = True
        return crosscheck(asked.rules, solution, conditions, said_by)


LEAST_SECONDS_FOR_TIES = 0.5
"""What the choice among equally good plans may take, where the answer itself took less."""


def _tie_broken(instance: Instance, said: Answer, budget: Budget) -> Answer:
    """Return a proven best plan's answer with the equally good plan that `Game.ties` prefers.

    The exact layered search answers the questions and those of `Game.ties`. The answer stays as it
    is where the search does not state the scenario, or takes longer than the answer did.

    Raises:
        DisagreementError: the search and the engine disagree about the best figures.
    """
    more = tuple(question for question in instance.game.ties if question not in instance.ask)
    if said.status is not Status.OPTIMAL or said.replay is None or instance.is_front or not more:
        return said
    from toadstone.engines.search.engine import LAYERED

    preferring = replace(instance, ask=instance.ask + more)
    if LAYERED.why_not(preferring) is not None:
        return said
    limit = max(LEAST_SECONDS_FOR_TIES, said.seconds.solve)
    result = _run_engine(preferring, budget.within(limit), LAYERED)
    if result.status is Status.UNKNOWN:
        return said
    for solution in result.solutions:
        line = _replay_line(preferring, solution, LAYERED, budget)
        if _figures_asked(instance, line) == said.bounds:
            return replace(said, replay=line)
    raise DisagreementError(f"{LAYERED.name} does not find {said.claim}")


def _figures_asked(instance: Instance, line: Replay[Any, Any]) -> tuple[int | None, ...]:
    figures = line.figures
    return tuple(figures.get(each.figure) if each.figure else None for each in instance.ask)


MOST_MODEL_SECONDS = 2.0
"""Where the model takes longer, a table answers in its place."""


def engines_for(instance: Instance, method: str | None = None) -> Iterator[Engine]:
    """Yield the engines that can answer here, or the one of a name; that for general use first.

    The game's own engines come first. What a method states is imported only when its turn comes.
    """
    for engine in _engines(instance):
        if method in {None, engine.name} and _why_not(instance, engine) is None:
            yield engine


def unsupported_engines(instance: Instance) -> dict[str, str]:
    """Return why each other engine for this kind of question cannot answer, by name."""
    reasons = dict[str, str | None]()
    for engine in _engines(instance):
        reason = _why_not(instance, engine)
        if reason is None or reasons.get(engine.name, ELSEWHERE) == ELSEWHERE:
            reasons[engine.name] = reason
    return {name: reason for name, reason in reasons.items() if reason is not None}


def all_methods() -> Iterator[str]:
    """Yield the names of the engines of every game, those for general use first."""
    from toadstone.engines.adversarial.query import EXACT_SEARCH
    from toadstone.engines.search.engine import SEARCHES

    yield from (engine.name for engine in (CP_SAT, *SEARCHES, EXACT_SEARCH))
    for game in all_games().values():
        yield from (engine.name for engine in game.find(ENGINES) or ())


def _engines(instance: Instance) -> Iterator[Engine]:
    """Yield the engines for questions of this kind."""
    game, of_plans = instance.game, instance.about_plans
    kind = {each.name for each in game.questions if (each.sense is not Sense.POSITION) == of_plans}
    yield from (engine for engine in game.find(ENGINES) or () if engine.questions & kind)
    if of_plans:
        yield CP_SAT
        from toadstone.engines.search.engine import SEARCHES

        yield from SEARCHES
    else:
        from toadstone.engines.adversarial.query import EXACT_SEARCH

        if EXACT_SEARCH.questions & kind:
            yield EXACT_SEARCH


def _why_not(instance: Instance, engine: Engine) -> str | None:
    """Return why an engine cannot answer these questions; None if it can."""
    is_own = engine in (instance.game.find(ENGINES) or ())
    refused = instance.why_unsupported(ENGINES) if is_own else None
    return engine.why_not(instance) or refused or (None if engine.is_installed else engine.lack)


def _table_for(instance: Instance) -> Engine | None:
    """Return the table of `layered` where a model would take long."""
    size_of = instance.game.find(MODEL_SIZE)
    if size_of is None or not instance.bounded or instance.is_front or not CP_SAT.is_installed:
        return None
    size = size_of(instance.scenario, instance.ask)
    if size is None or size[1] < MOST_MODEL_SECONDS:
        return None
    from toadstone.engines.search.engine import LAYERED

    if LAYERED.why_not(instance) is not None:
        return None
    return replace(LAYERED, spared=SparedModel(size[0], round(size[1])))


def engine_for(instance: Instance, method: str | None = None) -> Engine:
    """Return the engine with this name.

    Without a name it is the one that the scenario states, and else the first of `engines_for`.

    Raises:
        RequestError: there is no such engine, or it cannot answer these questions.
    """
    name, stated = method, instance.game.find(STATED_METHOD)
    if name is None and stated is not None:
        name = stated(instance.scenario, instance.ask)
    table = _table_for(instance) if name is None else None
    if chosen := table or next(engines_for(instance, name), None):
        return chosen
    names, others = [e.name for e in engines_for(instance)], unsupported_engines(instance)
    if name is None or not names:
        raise _why_no_engine(instance)
    if name in others:
        raise RequestError(f"{name} cannot answer this: {others[name]}; use {one_of(names)}")
    guess = did_you_mean(name, sorted({*names, *others}))
    raise RequestError(f"expected {one_of(names)}, found {quote(name)}{guess}")


def _why_no_engine(instance: Instance) -> RequestError:
    names = "a front" if instance.is_front else ", ".join(map(str, instance.ask))
    asked = f"{names} of {instance.game.name}"
    for engine in _engines(instance):
        if _why_not(instance, engine) == engine.lack:
            return LackError(f"{asked} is for {engine.name}, which {engine.lack} here")
    reasons = dict.fromkeys(unsupported_engines(instance).values())
    reasons.pop(ELSEWHERE, None)
    why = f": {'; '.join(reasons)}" if reasons else ""
    return RequestError(f"no engine can answer {asked}{why}")
