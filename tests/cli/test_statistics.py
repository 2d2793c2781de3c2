"""`--stats`: what an answer took."""

import json

from command_line import run
from toad import asking, river_toad, solve
from toadstone.core.budget import UNLIMITED, Budget, Listener
from toadstone.engines.cp_sat.lexicographic import horizon_of
from toadstone.engines.instance import Instance
from toadstone.games.river_toad import GAME
from toadstone_cli.answers import statistics_of

CROSSING = "scenarios/river-toad/first-crossing.yaml"


def test_the_size_is_that_of_the_model_with_a_run_for_each_question():
    scenario, ask, runs = river_toad([4, 0, 32, 0]), asking("min-moves", "max-hp"), []
    answer = solve(scenario, ask, Budget(listener=Listener(statistics=runs.append)))
    figures = statistics_of(answer, runs)
    proto = horizon_of(Instance(GAME, scenario, ask), UNLIMITED).model.proto
    assert figures["runs"] == len(ask)
    assert figures["variables"] == len(proto.variables)
    held, bound = 1, 1  # the fewest moves, and the most HP that they allow
    assert figures["constraints"] == len(proto.constraints) + held + bound
    assert 0 <= figures["presolve"] + figures["search"] <= answer.seconds.solve
    assert figures["memory"] is None or figures["memory"] > 10


def test_for_programs_they_are_a_key_of_the_answer():
    found = json.loads(run("solve", CROSSING, "--stats", "--json").stdout)["stats"]
    names = "build presolve search total runs variables constraints conflicts branches nodes memory"
    assert list(found) == names.split()
    assert found["runs"] == 1
    assert "stats" not in json.loads(run("solve", CROSSING, "--json").stdout)
    assert "stats" in json.loads(run("prove", CROSSING, "--stats", "--json").stdout)


def test_for_people_they_go_to_standard_error_so_that_the_plan_stays_a_plan():
    plain, measured = (
        run("solve", CROSSING, "--view", "moves", *each) for each in ([], ["--stats"])
    )
    assert measured.stdout == plain.stdout
    assert plain.stderr == ""
    named = [line.partition(":")[0] for line in measured.stderr.splitlines()]
    assert named[:4] == ["build", "presolve", "search", "total"]
    assert "variables" in named


def test_without_bounds_the_model_is_larger_and_the_answer_the_same():
    asked = ("solve", CROSSING, "--ask", "min-moves", "--stats", "--json")
    whole, plain = (json.loads(run(*asked, *each).stdout) for each in ([], ["--no-bounds"]))
    assert plain["values"]["moves"] == whole["values"]["moves"]
    assert plain["stats"]["variables"] > whole["stats"]["variables"] > 0  # no arc is left out


def test_a_search_has_nodes_and_no_model():
    found = json.loads(run("solve", CROSSING, "--method", "a-star", "--stats", "--json").stdout)
    assert found["stats"]["nodes"] == found["solver"]["nodes"] > 0
    assert found["stats"]["runs"] == found["stats"]["variables"] == 0
    named = run("solve", CROSSING, "--method", "a-star", "--stats").stderr
    assert "nodes:" in named
    assert "variables:" not in named
