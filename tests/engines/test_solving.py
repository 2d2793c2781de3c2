"""What an answer claims, and what it never claims."""

import random
import re
import signal
import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest

import toadstone.core.budget
from toad import asking, river_toad, solve
from toadstone.core.budget import Budget, Limits, Listener
from toadstone.core.errors import DisagreementError, ModelInvalidError
from toadstone.core.replay import crosscheck
from toadstone.core.solution import Solution
from toadstone.engines import answering
from toadstone.engines.answer import Status
from toadstone.games.river_toad.model import RiverToadHorizon
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Action

STAY = Action(0)


def long_scenario(turns=120):
    """Return a scenario that takes the solver seconds, with plans that are easy to find."""
    rng = random.Random(1)
    rolls = [rng.choice([rng.randint(1, 30), 0, 32, 33]) for _ in range(turns)]
    return river_toad(rolls, rows=3, hp=2000)


def test_the_time_limit_does_not_count_how_long_the_solver_takes_to_load(monkeypatch):
    clock, loaded = [0.0], []

    def load_slowly(name):
        loaded.append(name)
        clock[0] += 1000

    monkeypatch.setattr(toadstone.core.budget, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(answering, "load_library", load_slowly)
    answer = solve(river_toad([4, 0]), asking("max-hp"), Budget(Limits(seconds=10)))
    assert answer.status is Status.OPTIMAL
    assert answer.seconds.total == 0
    assert loaded


def solve_interrupted(scenario, ask, when):
    """Solve; interrupt it once, as soon as the progress of a question is such that `when` holds."""
    interrupted = []

    def follow(question, progress):
        if not interrupted and when(question, progress):
            interrupted.append(question)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    answer = solve(scenario, ask, Budget(listener=Listener(progress=follow)))
    assert interrupted
    return answer


def test_a_search_stopped_after_its_first_plan_is_feasible_with_a_bound_that_holds():
    scenario, ask = long_scenario(), asking("max-hp")
    best = solve(scenario, ask).values["hp"]
    answer = solve_interrupted(scenario, ask, lambda _, progress: progress.best is not None)
    assert answer.status is not Status.UNKNOWN, "the plan is lost"
    if answer.status is Status.FEASIBLE:
        assert answer.interrupted
        assert answer.values["hp"] <= best <= answer.bounds[0]
    else:
        assert answer.values["hp"] == best


def test_an_interrupt_keeps_the_plan_of_a_question_already_answered():
    ask = asking("max-flies", "max-hp")
    answer = solve_interrupted(long_scenario(), ask, lambda question, _: question == ask[1])
    assert answer.plan is not None
    assert answer.bounds[0] == answer.values["flies"]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["longest", "max-flies", "min-moves"])
def test_no_bound_is_ever_outside_what_the_figure_can_be(name):
    scenario = narrow_way()
    arriving = scenario.rolls[: 1 - scenario.board.rows]
    most = sum(roll in {32, 33} for roll in arriving) if name == "max-flies" else scenario.turns
    bounds = []
    listener = Listener(progress=lambda question, progress: bounds.append(progress.bound))
    answer = solve(scenario, asking(name), Budget(listener=listener))
    assert answer.status is Status.OPTIMAL
    assert bounds
    assert all(0 <= bound <= most for bound in (*bounds, *answer.bounds))


def narrow_way():
    """Return a scenario whose linear relaxation begins at four times the number of its turns."""
    rng, safe, rolls = random.Random(1), 3, []
    for _ in range(150):
        safe = min(5, max(1, safe + rng.choice([0, 0, 0, 0, 1, -1])))
        snakes = sum(
            1 << (5 - cell) for cell in range(1, 6) if cell != safe and rng.random() < 0.45
        )
        rolls.append(rng.choice([32, 33]) if rng.random() < 0.4 else snakes)
    return river_toad(rolls, rows=8, hp=20)


@pytest.mark.parametrize(
    ("method", "place", "name"),
    [
        *(("observe", "turn 1", name) for name in ("cell", "hp", "caught", "fed")),
        *(
            ("figures", "at the end", name)
            for name in ("hp", "moves", "flies", "turns", "start_hp")
        ),
    ],
)
def test_a_simulator_that_sees_or_measures_something_else_is_a_disagreement(
    method, place, name, monkeypatch
):
    honest = getattr(RiverToadRules, method)

    def other(self, state):
        return {**honest(self, state), name: honest(self, state)[name] + 1}

    monkeypatch.setattr(RiverToadRules, method, other)
    said = rf"{place}: {name} is (\d+) in the model, (\d+) in the simulator"
    with pytest.raises(DisagreementError, match=said) as caught:
        solve(river_toad([0, 0]), asking("survive"))
    in_model, in_simulator = re.search(said, str(caught.value)).groups()
    assert int(in_simulator) == int(in_model) + 1


def test_a_move_that_its_text_does_not_stand_for_is_a_disagreement(monkeypatch):
    monkeypatch.setattr(RiverToadRules, "read_move", lambda rules, text: Action(1))
    with pytest.raises(DisagreementError, match="the text stay does not stand for the move"):
        solve(river_toad([0]), asking("survive"))


def test_a_plan_that_the_simulator_refuses_is_a_disagreement():
    scenario = river_toad([4, 0])
    said = {"cell": 3, "hp": 10, "caught": 0, "fed": 0}
    solution = Solution(scenario, (STAY, STAY), (said, said | {"caught": 1}), {})
    with pytest.raises(DisagreementError, match=r"turn 2: .* says: caught by a snake"):
        crosscheck(RiverToadRules(scenario), solution)


@pytest.mark.parametrize("more", [{"moves": None}, {"luck": 7}], ids=["less", "more"])
def test_a_model_that_says_more_or_less_than_the_simulator_sees_is_a_disagreement(more):
    scenario = river_toad([4, 0])
    figures = {"hp": 9, "moves": 1, "flies": 0, "turns": 2, "start_hp": 10} | more
    said = {name: number for name, number in figures.items() if number is not None}
    solution = Solution(scenario, (Action(1), STAY), None, said)
    with pytest.raises(DisagreementError, match=r"at the end: .* against "):
        crosscheck(RiverToadRules(scenario), solution)


def test_a_model_that_the_solver_refuses_is_a_defect_not_a_verdict(monkeypatch):
    def broken(h):
        h.model.add(h.hp[0] * (1 << 62) + h.hp[1] * (1 << 62) >= 0)

    original = RiverToadHorizon.__init__
    monkeypatch.setattr(
        RiverToadHorizon,
        "__init__",
        lambda self, *given, **more: original(self, *given, units=[broken], **more),
    )
    with pytest.raises(ModelInvalidError):
        solve(river_toad([0]), asking("longest"))


def test_a_best_plan_that_its_own_bound_says_can_be_beaten_is_a_defect(monkeypatch):
    run_engine = answering._run_engine

    def with_a_bound_above(*words):
        result = run_engine(*words)
        return replace(result, bounds=tuple(bound + 1 for bound in result.bounds))

    monkeypatch.setattr(answering, "_run_engine", with_a_bound_above)
    with pytest.raises(DisagreementError, match="max-hp: the best plan has"):
        solve(river_toad([4, 0]), asking("max-hp"))
