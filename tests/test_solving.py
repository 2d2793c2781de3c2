"""What an answer claims, and what it never claims."""

import random
import signal
import threading

import pytest
import yaml

from toad import asking, river_toad
from toadstone.answer import Status
from toadstone.errors import DefectError, DisagreementError, ModelInvalidError
from toadstone.games.river_toad import GAME
from toadstone.games.river_toad.horizon import RiverToadHorizon
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.games.river_toad.scenario import Action
from toadstone.limits import Limits
from toadstone.plan import Reading
from toadstone.reporting import Reporting
from toadstone.request import Request
from toadstone.scenario import read_scenario
from toadstone.scenario_file import Source
from toadstone.simulator import crosscheck
from toadstone.solving import solve

STAY = Action(0)


def long_scenario(turns=120):
    """Return a scenario that takes the solver seconds, with plans that are easy to find."""
    rng = random.Random(1)
    rolls = [rng.choice([rng.randint(1, 30), 0, 32, 33]) for _ in range(turns)]
    return river_toad(rolls, rows=3, hp=2000)


def test_a_time_limit_before_anything_is_found_is_unknown_never_infeasible():
    wall = river_toad([31, 0] * 100)
    assert solve(Request(GAME, wall, asking("survive"))).status is Status.INFEASIBLE
    answer = solve(Request(GAME, wall, asking("survive"), Limits(seconds=1e-6)))
    assert answer.status is Status.UNKNOWN
    assert answer.plan is None
    assert answer.values is None


def test_a_search_stopped_after_its_first_plan_is_feasible_with_a_bound_that_holds():
    scenario = long_scenario()
    best = solve(Request(GAME, scenario, asking("max-hp"))).values["hp"]
    seen = []

    def stop_after_a_plan(question, progress):
        if progress.best is not None and not seen:
            seen.append(progress)
            raise_interrupt_in_main_thread()

    answer = solve(
        Request(GAME, scenario, asking("max-hp"), reporting=Reporting(progress=stop_after_a_plan))
    )
    assert seen
    if answer.status is Status.FEASIBLE:
        assert answer.interrupted
        assert answer.values["hp"] <= best <= answer.bounds[0]
    else:
        assert answer.values["hp"] == best


def raise_interrupt_in_main_thread():
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


def test_an_interrupt_keeps_the_plan_of_a_question_already_answered():
    interrupted = []

    def interrupt_at_the_second_question(question, progress):
        if question.name == "max-hp" and not interrupted:
            interrupted.append(question)
            raise_interrupt_in_main_thread()

    scenario = long_scenario()
    reporting = Reporting(progress=interrupt_at_the_second_question)
    answer = solve(Request(GAME, scenario, asking("max-flies", "max-hp"), reporting=reporting))
    assert interrupted
    assert answer.plan is not None
    assert answer.bounds[0] == answer.values["flies"]


def test_progress_reports_best_values_and_bounds_of_each_question():
    reported = []
    scenario = river_toad([4, 32, 31 - 16, 0, 33, 0, 7, 0])
    reporting = Reporting(progress=lambda question, progress: reported.append(question.name))
    solve(Request(GAME, scenario, asking("max-hp", "min-moves"), reporting=reporting))
    assert set(reported) <= {"max-hp", "min-moves"}
    assert reported


def test_the_solvers_log_goes_where_it_is_sent():
    lines = []
    solve(
        Request(GAME, river_toad([4, 0]), asking("max-hp"), reporting=Reporting(log=lines.append))
    )
    assert any("CP-SAT" in line for line in lines)


def test_the_same_seed_gives_the_same_plan():
    scenario = long_scenario(60)
    plans = {tuple(solve(Request(GAME, scenario, asking("survive"))).plan) for _ in range(3)}
    assert len(plans) == 1


def test_seconds_add_up():
    seconds = solve(Request(GAME, river_toad([4, 0]), asking("max-hp"))).seconds
    assert 0 < seconds.build + seconds.solve <= seconds.total


@pytest.mark.parametrize("key", ["cell", "hp", "caught", "fed"])
def test_a_simulator_that_sees_something_else_is_a_disagreement(key, monkeypatch):
    honest = RiverToadRules.observe
    monkeypatch.setattr(
        RiverToadRules,
        "observe",
        lambda self, s: {**honest(self, s), key: honest(self, s)[key] + 1},
    )
    with pytest.raises(DisagreementError, match=f"turn 1: {key} is"):
        solve(Request(GAME, river_toad([0, 0]), asking("survive")))


@pytest.mark.parametrize("figure", ["hp", "moves", "flies", "turns", "start_hp"])
def test_a_simulator_that_measures_something_else_is_a_disagreement(figure, monkeypatch):
    honest = RiverToadRules.figures
    monkeypatch.setattr(
        RiverToadRules,
        "figures",
        lambda self, s: {**honest(self, s), figure: honest(self, s)[figure] + 1},
    )
    with pytest.raises(DisagreementError, match=f"at the end: {figure} is"):
        solve(Request(GAME, river_toad([0, 0]), asking("survive")))


def test_a_plan_that_the_simulator_refuses_is_a_disagreement():
    scenario = river_toad([4, 0])
    said = {"cell": 3, "hp": 10, "caught": 0, "fed": 0}
    reading = Reading(scenario, (STAY, STAY), (said, said | {"caught": 1}), {})
    with pytest.raises(DisagreementError, match="a snake caught the toad in turn 2"):
        crosscheck(RiverToadRules(scenario), reading)


def test_a_disagreement_carries_a_scenario_that_reproduces_it(monkeypatch):
    scenario = river_toad([0, 16, 33], rows=3, hp=4, overdraft="clamped")
    honest = RiverToadRules.observe
    monkeypatch.setattr(RiverToadRules, "observe", lambda self, s: {**honest(self, s), "hp": 99})
    with pytest.raises(DefectError) as caught:
        solve(Request(GAME, scenario, asking("max-flies", "max-hp")))
    text = caught.value.reproduction
    assert "hp is 4 in the model, 99 in the simulator" in text
    _, again = read_scenario(Source("again.yaml", text, None))
    assert again == scenario.model_copy(update={"ask": ("max-flies", "max-hp")})


def test_a_model_that_the_solver_refuses_is_a_defect_not_a_verdict(monkeypatch):
    def broken(h):
        h.model.add(h.hp[0] * (1 << 62) + h.hp[1] * (1 << 62) >= 0)

    original = RiverToadHorizon.__init__
    monkeypatch.setattr(
        RiverToadHorizon,
        "__init__",
        lambda self, scenario, **more: original(self, scenario, units=[broken], **more),
    )
    with pytest.raises(ModelInvalidError):
        solve(Request(GAME, river_toad([0]), asking("longest")))


def test_the_least_starting_hp_comes_with_a_plan_for_it():
    scenario = river_toad([4, 0], hp=50)
    answer = solve(Request(GAME, scenario, asking("min-start-hp")))
    assert answer.values == {"hp": 1, "moves": 1, "flies": 0, "turns": 2, "start_hp": 2}
    assert answer.scenario.toad.hp == 2


def test_json_states_what_the_contract_promises():
    result = solve(
        Request(GAME, river_toad([4, 0], title="T"), asking("min-moves", "max-hp"))
    ).as_json()
    assert result | {"solver": None, "seconds": None, "plan": None, "toadstone": None} == {
        "toadstone": None,
        "game": "river-toad",
        "title": "T",
        "ask": ["min-moves", "max-hp"],
        "status": "optimal",
        "values": {"hp": 9, "moves": 1, "flies": 0, "turns": 2, "start_hp": 10},
        "bound": 1,
        "bounds": [1, 9],
        "plan": None,
        "crosscheck": "agrees",
        "solver": None,
        "seconds": None,
    }
    assert result["plan"] in (
        ["left-1", "stay"],
        ["right-1", "stay"],
        ["stay", "left-1"],
        ["stay", "right-1"],
    )
    assert yaml.safe_load(str(result["seconds"])).keys() == {"build", "solve", "total"}
