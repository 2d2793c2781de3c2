"""River Toad scenarios in a line, and the truth about them without any solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from toadstone.core.budget import Budget
from toadstone.core.question import Question, Sense
from toadstone.engines.answer import Answer
from toadstone.engines.answering import answer
from toadstone.engines.cp_sat.engine import CP_SAT
from toadstone.engines.instance import Instance
from toadstone.files.scenario import find_questions
from toadstone.games.river_toad import GAME
from toadstone.games.river_toad.questions import LONGEST, MIN_START_HP, SURVIVE
from toadstone.games.river_toad.rules import RiverToadRules, State
from toadstone.games.river_toad.scenario import Action, RiverToadScenario

Figures = dict[str, int]


def river_toad(rolls, *, rows=2, hp=10, width=5, start=None, **more) -> RiverToadScenario:
    """Return a scenario; what is not said has the description's value, or a small one."""
    toad = {"hp": hp} if start is None else {"hp": hp, "start": start}
    content = {
        "game": "river-toad",
        "board": {"rows": rows, "width": width},
        "toad": toad,
        "rolls": tuple(rolls),
        "ask": "max-hp",
    }
    return RiverToadScenario.model_validate(content | more)


def asking(*names: str) -> tuple[Question, ...]:
    return find_questions(RiverToadScenario.questions, names)


def solve(
    scenario: RiverToadScenario,
    ask: tuple[Question, ...],
    budget: Budget | None = None,
    *,
    bounded: bool = True,
) -> Answer:
    """Answer the questions by the model."""
    return answer(Instance(GAME, scenario, ask, bounded=bounded), budget, CP_SAT)


def solve_front(
    scenario: RiverToadScenario, ask: tuple[Question, ...], budget: Budget | None = None
) -> Answer:
    """Trade the questions off against each other."""
    return answer(Instance(GAME, scenario, ask, is_front=True), budget, CP_SAT)


def living_moves(rules: RiverToadRules, state: State) -> Iterator[tuple[Action, State]]:
    """Yield each move after which the toad lives and no requirement is broken, and its state."""
    for action in rules.legal_moves(state):
        after = rules.play(state, action)
        if not after.dead and rules.violation(action, after) is None:
            yield action, after


def living_games(rules: RiverToadRules, played=()) -> Iterator[tuple[tuple[Action, State], ...]]:
    """Yield every line of play that can stop alive: its moves, each with the state after it."""
    yield played
    for each in living_moves(rules, played[-1][1] if played else rules.start()):
        yield from living_games(rules, (*played, each))


def living_lines(rules: RiverToadRules, state: State | None = None) -> Iterator[State]:
    """Yield where every line of play can stop: alive, with no requirement broken on the way."""
    state = state or rules.start()
    yield state
    for _, after in living_moves(rules, state):
        yield from living_lines(rules, after)


def undominated_ends(rules: RiverToadRules) -> Iterator[State]:
    """Yield where living lines can stop, layer by layer, leaving out the dominated ones.

    Of two toads in the same cell after the same turn, the one with no less HP, no more moves and
    no fewer flies can do all that the other can, and ends no worse.
    """
    layer = [rules.start()]
    while layer:
        yield from layer
        following = [after for state in layer for _, after in living_moves(rules, state)]
        layer = _undominated(following)


def _undominated(states: Iterable[State]) -> list[State]:
    kept: dict[int, list[State]] = {}
    for state in sorted(set(states), key=lambda s: (-s.hp, s.moves, -s.flies)):
        here = kept.setdefault(state.cell, [])
        if not any(
            other.hp >= state.hp and other.moves <= state.moves and other.flies >= state.flies
            for other in here
        ):
            here.append(state)
    return [state for here in kept.values() for state in here]


def best_figures(scenario: RiverToadScenario, ask: tuple[Question, ...], ends) -> Figures | None:
    """Return the best figures for the questions, by looking at every end of a line of play.

    Args:
        scenario: the scenario.
        ask: the questions, the most important first.
        ends: `living_lines` or `undominated_ends`.
    """
    if MIN_START_HP in ask:
        scenario = _with_least_start_hp(scenario, ends)
        if scenario is None:
            return None
    rules = RiverToadRules(scenario)
    may_stop_early = LONGEST in ask and SURVIVE not in ask and MIN_START_HP not in ask
    good_ends = [
        rules.figures(state)
        for state in ends(rules)
        if (may_stop_early or state.turn == scenario.turns) and rules.final_violation(state) is None
    ]
    return min(good_ends, key=lambda end: costs(end, ask), default=None)


def costs(figures: Figures, ask: tuple[Question, ...]) -> tuple[int, ...]:
    """Return the figures asked for, turned so that less is better."""
    signs = {Sense.MAXIMISE: -1, Sense.MINIMISE: 1}
    return tuple(signs[q.sense] * figures[q.figure] for q in ask if q.figure)


def _with_least_start_hp(scenario: RiverToadScenario, ends) -> RiverToadScenario | None:
    dearest = max(scenario.actions.values())
    enough = dearest * scenario.turns + max(1, scenario.require.min_final_hp or 0)
    for hp in count(1):
        if hp > enough:
            return None
        richer = scenario.with_start_hp(hp)
        if best_figures(richer, (SURVIVE,), ends) is not None:
            return richer
    return None


def asked_values(figures: Figures | None, ask: tuple[Question, ...]) -> list[int] | None:
    """Return the figures that the questions are about, in their order."""
    return None if figures is None else [figures[q.figure] for q in ask if q.figure]
