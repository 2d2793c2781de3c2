"""A scenario goes to another solver and comes back as a plan with the value that is the best."""

import json
import random
import re
import sys
from pathlib import Path

import pytest

import toadstone
from command_line import run
from other_solvers import (
    run_cbc,
    run_clingo,
    run_cp_sat,
    run_fast_downward,
    run_highs,
    run_minizinc,
)
from random_scenarios import ACTIONS, ASKS, crossing
from toad import asked_values, asking, best_figures, living_lines, river_toad
from toadstone.core.errors import InputError, RequestError
from toadstone.engines import engine
from toadstone.engines.instance import make_instance
from toadstone.files.source import Source, read_source
from toadstone.services.export.export import check_solution, export_files, write_files
from toadstone_cli.output import ExitStatus

SOLVERS = {
    "cp-sat": ("model.pbtxt", run_cp_sat),
    "mps": ("model.mps", run_highs),
    "lp": ("model.lp", run_highs),
    "minizinc": ("model.mzn", run_minizinc),
    "asp": ("program.lp", run_clingo),
    "pddl": (".", run_fast_downward),
}
"""For each format, the file or folder that its solver is given, and what runs the solver."""

NO_PLAN = r"Infeasible\b|INFEASIBLE|UNSATISFIABLE|no solution|unsolvable"
"""How the solvers say that there is none."""


def random_case(seed):
    """Return a small scenario, now and then with other actions, and a list of questions."""
    rng = random.Random(seed)
    names = rng.sample([*ACTIONS, "right-3"], rng.randint(1, 5))
    others = {"actions": {name: rng.randint(0, 3) for name in names}, "require": {}}
    more = others if rng.random() < 0.4 else {}
    scenario = crossing(seed, turns=(2, 6), widths=(1, 2, 3, 5), **more)
    return scenario, asking(*rng.choice(ASKS))


def came_back(instance, name, folder):
    """Export, solve and read back; return the check, or None where the solver has no plan."""
    target, run = SOLVERS[name]
    write_files(export_files(instance, name), str(folder / target))
    solution = folder / "solution"
    run(folder / target, solution)
    source = read_source(str(solution))
    if re.search(NO_PLAN, source.text):
        with pytest.raises(InputError, match="holds no plan"):
            check_solution(instance, name, source)
        return None
    return check_solution(instance, name, source)


WINNABLE, UNWINNABLE, CLAMPED, OPEN_START = 11, 195, 293, 694
"""Seeds: of the four, `longest` and two that `require` narrows down, and one that has no plan."""

FEW = [
    *((name, WINNABLE) for name in SOLVERS),
    *((name, UNWINNABLE) for name in ("lp", "minizinc", "asp", "pddl")),
    *((name, seed) for name in ("mps", "minizinc", "asp") for seed in (CLAMPED, OPEN_START)),
]


MANY = [
    pytest.param(name, seed, marks=pytest.mark.exhaustive)
    for name in SOLVERS
    for seed in range(100, 200)
]


@pytest.mark.few(5)
@pytest.mark.parametrize(("name", "seed"), [*FEW, *MANY])
def test_another_solver_finds_the_best_by_brute_force(name, seed, tmp_path):
    scenario, ask = random_case(seed)
    instance = make_instance(scenario, [str(question) for question in ask])
    truth = asked_values(best_figures(scenario, ask, living_lines), ask)
    check = came_back(instance, name, tmp_path)
    assert (check is None) == (truth is None)
    if check is not None:
        assert check.valid, check
        assert asked_values(check.replay.figures, ask) == truth


def test_the_few_scenarios_are_what_they_are_called():
    few = {seed: random_case(seed) for _, seed in FEW}
    truths = {seed: best_figures(*each, living_lines) for seed, each in few.items()}
    assert [seed for seed, truth in truths.items() if truth is None] == [UNWINNABLE]
    assert few[CLAMPED][0].overdraft == "clamped"
    assert str(few[OPEN_START][1][0]) == "min-start-hp"
    assert str(few[WINNABLE][1][0]) == "longest"


# --- every game that has a model ----------------------------------------------------------------

LAST_STEP = {"game": "ugly-duck", "board": "...\nS.s\n...", "ask": "shortest"}
"""Green, to move, comes home at once."""

OTHERS = [
    ("first-across", "min-moves", "moves"),
    ("gap-at-the-end", "min-moves", None),
    ("over-before-it-begins", "longest", "plies"),
    (LAST_STEP, "shortest", "plies"),
    ("last-raid", "beat", "margin"),
]
"""An example or a scenario, a question, and its figure; None where nothing can be done."""


@pytest.mark.few(2)
@pytest.mark.parametrize(("example", "ask", "figure"), OTHERS)
@pytest.mark.parametrize("name", ["lp", pytest.param("cp-sat", marks=pytest.mark.exhaustive)])
def test_the_other_games_come_back_with_the_best_that_toadstone_finds(
    example, ask, figure, name, tmp_path
):
    instance = make_instance(toadstone.load(example), [ask])
    best = toadstone.solve(example, ask=ask)
    check = came_back(instance, name, tmp_path)
    if figure is None:
        assert check is None
        assert best.status == "infeasible"
    else:
        assert check.valid
        assert check.replay.figures[figure] == best.values[figure]


def test_what_two_who_agree_can_reach_is_two_models_of_the_same_games(tmp_path):
    instance = make_instance(toadstone.load("last-raid"), ["shared"])
    files = export_files(instance, "lp")
    assert sorted(files) == ["largest.lp", "smallest.lp"]
    best = toadstone.solve("last-raid", ask="shared").values
    for name, text in files.items():
        model, solution = tmp_path / name, tmp_path / f"{name}.sol"
        model.write_text(text)
        run_highs(model, solution)
        check = check_solution(instance, "lp", read_source(str(solution)))
        assert check.valid
        assert check.replay.figures["margin"] == best[name.removesuffix(".lp")]


# --- the files ----------------------------------------------------------------------------------

CROSSING = river_toad((4, 0, 32, 12, 33), hp=4)


def instance_of(scenario=CROSSING, *ask):
    return make_instance(scenario, ask)


@pytest.mark.parametrize("name", ["mps", "lp"])
@pytest.mark.parametrize("ask", ["max-hp", "min-moves"])
def test_cbc_reads_both_and_the_same_way_round(name, ask, tmp_path):
    model, solution = tmp_path / f"model.{name}", tmp_path / "solution"
    model.write_text(*export_files(instance_of(CROSSING, ask), name).values())
    run_cbc(model, solution)
    check = check_solution(instance_of(CROSSING, ask), name, read_source(str(solution)))
    assert check.valid
    best = best_figures(CROSSING, asking(ask), living_lines)
    assert asked_values(check.replay.figures, asking(ask)) == asked_values(best, asking(ask))


def test_what_a_format_has_no_numbers_for_is_refused():
    rich = river_toad((1, 0), hp=1_000_000)
    for name in ("minizinc", "pddl"):
        with pytest.raises(RequestError, match="1,000,000"):
            export_files(instance_of(rich), name)
    idle = river_toad((0,), actions={"stay": 1}, require={"forbid": ("stay",)})
    with pytest.raises(RequestError, match="no action is left"):
        export_files(instance_of(idle), "pddl")
    many = river_toad((32,) * 300, hp=1_000_000_000)
    with pytest.raises(RequestError, match="export `max-hp` alone"):
        export_files(instance_of(many, "max-hp", "min-moves", "max-flies", "longest"), "mps")


@pytest.mark.parametrize("name", SOLVERS)
def test_a_front_is_refused(name):
    with pytest.raises(RequestError, match="a front takes many models"):
        export_files(instance_of(CROSSING, "pareto:max-hp,min-moves"), name)


# --- what solvers write -------------------------------------------------------------------------

ONE_TURN = river_toad((0,), hp=2, width=1, actions={"stay": 1})
"""One plan: stay, and 1 HP is left."""

HIGHS = """Model status
Optimal

# Primal solution values
Feasible
Objective 1
# Columns 3
position_1_1 1
act_1_1_stay 0.9999999
hp_0 2
hp_1 1
# Rows 1
hp_1 7
"""
CBC = """Optimal - objective value 1.00000000
      0 position_1_1                 1                       0
     12 act_1_1_stay           1                      -1
     13 hp_0                   2                       0
     14 hp_1                   1                       0
"""
GUROBI = """# Solution for model river
# Objective value = 1
position_1_1 1
act_1_1_stay 1
hp_0 2
hp_1 1
"""
SCIP = """solution status: optimal solution found
objective value:                                    1
position_1_1                                              1 \t(obj:0)
act_1_1_stay                                        1 \t(obj:0)
hp_0                                                2 \t(obj:0)
hp_1                                                1 \t(obj:1)
"""

HIGHS_STOPPED = "Model status\nTime limit reached\n\n# Primal solution values\nNone\n"
CBC_STOPPED = """Stopped on time (no integer solution - continuous used) - objective value 0.5
      0 position_1_1                 0.5                     0
"""
SCIP_STOPPED = "solution status: time limit reached\nno solution available\n"


def read_back(name, text, scenario=ONE_TURN):
    return check_solution(instance_of(scenario), name, Source("<output>", text, Path()))


def test_a_plan_that_breaks_a_rule_is_found_out():
    snake = river_toad((1, 0), width=1, actions={"stay": 0})
    check = read_back("lp", "act_1_1_stay 1\nact_2_1_stay 1\n", snake)
    assert (check.valid, check.replay.failure.turn) == (False, 2)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("lp", "Model status\nInfeasible\n", "holds no plan"),
        ("lp", CBC.replace("Optimal", "Infeasible"), "its solver says that there is none"),
        ("lp", HIGHS_STOPPED, "found no plan before it stopped"),
        ("lp", CBC_STOPPED, "found no plan before it stopped"),
        ("lp", SCIP_STOPPED, "found no plan before it stopped"),
        ("lp", "", "no variable of this model"),
        ("lp", "act_1_1_stay 0.5\n", "expected a whole number, found `0.5`"),
        ("cp-sat", "status: INFEASIBLE\n", "holds no plan"),
        ("cp-sat", "status: UNKNOWN\n", "found no plan before it stopped"),
        ("cp-sat", "solution: 1\nsolution: 0\n", "is it the solution of another scenario?"),
        ("cp-sat", "at: 3", "expected the text of a CpSolverResponse"),
        ("minizinc", "=====UNSATISFIABLE=====\n", "holds no plan"),
        ("minizinc", "=====UNKNOWN=====\n", "found no plan before it stopped"),
        ("minizinc", "nothing\n", "expected a solution of MiniZinc"),
        ("minizinc", '{"at": 3}\n----------\n', "`at`, the cell after each turn"),
        ("asp", "Solving...\nUNSATISFIABLE\n", "holds no plan"),
        ("asp", "Solving...\nUNKNOWN\n", "found no plan before it stopped"),
        ("asp", "Solving...\n", "expected the output of clingo"),
        ("asp", "Answer: 1\nq(1)\n", "expected an answer set with `at(TURN,CELL)`"),
        ("pddl", "; no solution\n", "holds no plan"),
        ("pddl", "Time limit reached. Abort search.\n", "found no plan before it stopped"),
        ("cp-sat", "status: OPTIMAL\n", "no `solution`"),
        ("pddl", "go right\n", "expected a plan"),
    ],
)
def test_an_output_without_a_plan_says_why(name, text, reason):
    with pytest.raises(InputError, match=re.escape(reason)):
        read_back(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lp", "act_1_1_stay 1e999\n"),
        ("asp", f"Answer: 1\nat(0,1) at(1,{'9' * 5000})\n"),
        ("minizinc", f'{{"at": {"[" * 100_000}{"]" * 100_000}}}\n----------\n'),
        ("pddl", f"(go stay t0)\n; cost = {'9' * 5000}\n"),
        ("pddl", "(go left-1000 t0)\n"),
    ],
)
def test_a_hostile_output_is_refused_and_no_defect(name, text):
    with pytest.raises(InputError):
        read_back(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("lp", text) for text in (HIGHS, CBC, GUROBI, SCIP)),
        ("lp", HIGHS.replace("Optimal", "Time limit reached")),
        ("lp", CBC.replace("Optimal", "Stopped on time")),
        ("minizinc", '{"at": [1], "hp": 1, "start_hp": 2}\n----------\n==========\n'),
        ("minizinc", '{\n  "hp" : 1,\n  "at" : [1]\n}\n----------\n'),
        ("asp", "Answer: 1\nat(0,1) at(1,1) start_hp(2)\nOptimization: -1\nOPTIMUM FOUND\n"),
        ("pddl", "(go stay t0 t1 c1 c1 quiet pay-1-get-0)\n; cost = 1 (general cost)\n"),
    ],
)
def test_the_output_of_other_solvers_is_read(name, text):
    check = read_back(name, text)
    assert check.valid, check
    assert check.replay.figures["hp"] == 1


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("lp", GUROBI.replace("value = 1", "value = 2"), "its solver says hp = 2, the plan has 1"),
        ("lp", GUROBI.replace("hp_1 1", "hp_1 5").replace("# Obj", "# No"), "its solver says hp 5"),
        ("minizinc", '{"at": [1], "hp": 2}\n----------\n', "its solver says hp 2"),
        ("asp", "Answer: 1\nat(0,1) at(1,1)\nOptimization: -2\n", "its solver says -hp = -2"),
        ("pddl", "(go stay t0 t1)\n; cost = 0 (general cost)\n", "its solver says -hp + 2 = 0"),
    ],
)
def test_what_other_solvers_claim_is_compared_with_the_simulator(name, text, reason):
    check = read_back(name, text)
    assert not check.valid
    assert reason in check.replay.failure.reason


# --- the command line ---------------------------------------------------------------------------


def test_the_command_prints_what_python_returns_and_two_files_go_into_a_folder(tmp_path):
    result = run("export", "jump-of-two", "--to", "lp")
    assert result.exit_code == ExitStatus.ANSWERED
    assert result.stdout == toadstone.export("jump-of-two", "lp")
    refused = run("export", "jump-of-two", "--to", "pddl")
    assert refused.exit_code == ExitStatus.USAGE
    assert refused.stdout == ""
    assert "`domain.pddl` and `problem.pddl`: type `-o FOLDER`" in refused.stderr
    done = run("export", "jump-of-two", "--to", "pddl", "-o", tmp_path / "new" / "folder")
    assert (done.exit_code, done.stdout) == (ExitStatus.ANSWERED, "")
    files = toadstone.export("jump-of-two", "pddl")
    assert {path.name: path.read_text() for path in (tmp_path / "new/folder").iterdir()} == files


def test_json_is_one_object_with_the_files_or_where_they_are(tmp_path):
    said = json.loads(run("export", "jump-of-two", "--to", "pddl", "--json").stdout)
    assert said["files"] == toadstone.export("jump-of-two", "pddl")
    assert (said["game"], said["ask"], said["format"]) == ("river-toad", ["max-hp"], "pddl")
    to = ["--to", "asp", "-o", tmp_path / "river.lp", "--json"]
    said = json.loads(run("export", "jump-of-two", *to).stdout)
    assert said["written"] == [str(tmp_path / "river.lp")]


def test_the_scenario_is_not_overwritten(tmp_path):
    scenario = tmp_path / "rolls.txt"
    scenario.write_text("16 0 33 4")
    own = ["export", scenario, "--hp", 9, "--rows", 2, "--to", "asp", "-o"]
    for target in (scenario, tmp_path):
        assert run(*own, target).exit_code == ExitStatus.UNUSABLE_FILE
    assert scenario.read_text() == "16 0 33 4"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["first-across", "--to", "asp"], "frog-puzzle has no model in asp: expected `cp-sat`"),
        (["first-crossing", "--to", "mpx"], "found `mpx` (did you mean `mps`?)"),
        (["three-by-three", "--to", "mps"], "Expected --ask `shortest`"),
        (["battle", "--to", "mps"], "Expected --ask `beat` or `shared`"),
    ],
)
def test_what_cannot_be_exported_says_what_can(arguments, reason):
    result = run("export", *arguments)
    assert result.exit_code == ExitStatus.USAGE
    assert reason in result.stderr


def test_a_plan_of_another_solver_is_checked_on_the_command_line(tmp_path):
    output = tmp_path / "output"
    options = ["--solution-of", "asp", "--hp", 2, "--rows", 2, "--json"]
    for text, status, key in (
        ("Answer: 1\nat(0,3) at(1,3) at(2,3)\nOptimization: -2\n", 0, "values"),
        ("Answer: 1\nat(0,3) at(1,5) at(2,5)\n", 10, "at"),
        ("UNSATISFIABLE\n", 30, "error"),
    ):
        output.write_text(text)
        done = run("check", "-", output, *options, input="0 0")
        assert (done.exit_code, key in json.loads(done.stdout)) == (status, True)


def test_the_end_of_time_leaves_nothing_behind(tmp_path):
    target = tmp_path / "model.mps"
    long = ["--hp", 9, "--rows", 2, "--time-limit", "0.01", "--to", "mps", "-o", target]
    result = run("export", "-", *long, input="0 " * 3000)
    assert result.exit_code == ExitStatus.UNDECIDED
    assert "nothing was written: the time limit was reached" in result.stderr
    assert not target.exists()


def test_where_or_tools_cannot_be_loaded_beside_highspy_a_message_says_what_to_do(monkeypatch):
    def fails(name):
        raise ImportError(f"{name}: undefined symbol")

    monkeypatch.setattr(engine, "import_module", fails)
    monkeypatch.delitem(sys.modules, "highspy", raising=False)
    with pytest.raises(ImportError, match="undefined symbol"):
        toadstone.export("jump-of-two", "lp")
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(RequestError, match="highspy in two processes"):
        toadstone.export("jump-of-two", "lp")
