"""`import toadstone`: the same answers as the command line, by the same road."""

import json
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest

import toadstone
from command_line import run
from exhaustive import some_of
from places import ROOT
from toadstone.engines.answer import Status
from toadstone.interface import instance_of

FILES = sorted((ROOT / "scenarios").glob("*/*.yaml"))
SAMPLE = (
    "first-crossing",
    "front-of-moves-and-hp",
    "two-pairs",
    "up",
    "last-raid",
    "three-by-three",
)
COSTS = {"stay": 0, "left-1": 1, "right-1": 2}
BAD_ROLL = "rolls: [x]\nask: survive\n"
STARVED = {"game": "river-toad", "board": {"rows": 4}, "toad": {"hp": 1}, "ask": "survive"}


def timeless(said):
    """Return a JSON object without what differs from run to run: times, and what had the time."""
    varying = {"seconds", "confirmed_by", "confirmed_why", "derived_once"}
    return json.loads(json.dumps({k: v for k, v in said.items() if k not in varying}))


# --- the same road ------------------------------------------------------------------------------


EACH = some_of(sorted(FILES, key=lambda path: path.stem not in SAMPLE), 3)


@pytest.mark.parametrize("path", EACH, ids=lambda path: path.stem)
def test_a_scenario_has_the_same_answer_in_python_and_on_the_command_line(path):
    said = json.loads(run("solve", path, "--json").stdout)
    assert timeless(toadstone.solve(path).to_json()) == timeless(said)


# --- an instance in the place of a scenario -----------------------------------------------------


def test_a_question_beside_an_instance_is_asked_instead_of_its_own():
    answer = toadstone.solve("first-crossing")
    assert toadstone.solve(answer.instance, ask="min-moves").to_json()["ask"] == ["min-moves"]
    assert toadstone.solve(answer.instance).ask == answer.ask
    plans = toadstone.count_plans("first-crossing", ask="survive")
    assert toadstone.count_plans(answer.instance, ask="survive") == plans == 1_689_558


@pytest.mark.parametrize("bounds", [True, False])
def test_bounds_beside_an_instance_are_obeyed_and_kept_where_none_are_stated(bounds):
    asked = instance_of("first-crossing", bounds=not bounds)
    assert instance_of(asked, "min-moves").bounded is not bounds
    assert instance_of(asked, bounds=bounds).bounded is bounds
    assert instance_of(asked, "survive", bounds=bounds).bounded is bounds
    assert toadstone.prove(asked).answer.instance.bounded is not bounds


@pytest.mark.parametrize(
    ("start", "first", "second"),
    [
        ({"game": "toads-and-frogs", "start": "TT_F"}, "compare-with=1", "winner"),
        (
            {"game": "ugly-duck", "board": "ddd\n...\nDDD\n", "wins": "blue"},
            "winner",
            "shortest",
        ),
    ],
)
def test_other_questions_are_about_the_scenario_as_it_was_given(start, first, second):
    scenario = toadstone.scenario(**start, ask=first)
    asked = instance_of(scenario)
    assert instance_of(asked, second).scenario == scenario
    assert timeless(toadstone.solve(asked, ask=second).to_json()) == timeless(
        toadstone.solve(scenario, ask=second).to_json()
    )


@pytest.mark.parametrize(
    ("beside", "words"),
    [
        ({"hp": 99}, "hp does not go with a scenario that is loaded already"),
        ({"game": "ugly-duck"}, "game does not go with a scenario that is loaded already"),
    ],
)
def test_what_a_loaded_scenario_cannot_take_is_refused(beside, words):
    scenario = toadstone.load("first-crossing")
    for source in (scenario, instance_of(scenario)):
        with pytest.raises(toadstone.RequestError, match=words):
            toadstone.load(source, **beside)
    stated = scenario.json_content
    assert toadstone.load(stated, hp=99).toad.hp == 99
    with pytest.raises(toadstone.RequestError, match="game does not go with river-toad"):
        toadstone.load(stated, game="ugly-duck")


# --- scenarios ----------------------------------------------------------------------------------


def test_a_scenario_can_be_a_path_a_name_a_text_a_dict_or_keywords(tmp_path):
    stated = {"game": "river-toad", "board": {"rows": 4}, "toad": {"hp": 10}}
    stated |= {"rolls": [16, 0, 33], "ask": "max-hp"}
    text = "".join(f"{key}: {json.dumps(value)}\n" for key, value in stated.items())
    path = tmp_path / "a.yaml"
    path.write_text(text)
    wanted = toadstone.load(path)
    assert toadstone.load(str(path)) == toadstone.load(text) == toadstone.load(stated) == wanted
    keywords = toadstone.scenario("river-toad", rolls=[16, 0, 33], rows=4, hp=10, ask="max-hp")
    assert keywords == wanted
    assert toadstone.load("first-crossing").title == "First crossing"
    rolls = tmp_path / "rolls.txt"
    rolls.write_text("16 0 33")
    assert toadstone.load(rolls, hp=10, rows=4).rolls == wanted.rolls


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("game: river-toad\nboard: {rows: 4}\ntoad: {hp: 1}\n" + BAD_ROLL, ("<text>", 4, 9)),
        ("no-such-file.yaml", ("no-such-file.yaml", None, None)),
        ({**STARVED, "rolls": [-1]}, ("<scenario>", None, None)),
    ],
)
def test_bad_input_raises_an_error_with_its_place(source, place):
    with pytest.raises(toadstone.InputError) as caught:
        toadstone.load(source)
    assert (caught.value.file, caught.value.line, caught.value.column) == place
    assert pickle.loads(pickle.dumps(caught.value)).file == place[0]


# --- results ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["jump-of-two", "three-by-three", "front-of-moves-and-hp"])
def test_answers_are_equal_and_can_be_pickled(name):
    one, other = toadstone.solve(name), toadstone.solve(name)
    assert one == other == pickle.loads(pickle.dumps(one))
    assert len({one, other, pickle.loads(pickle.dumps(one))}) == 1


def test_scenarios_and_results_that_are_equal_are_one_member_of_a_set(tmp_path):
    path = tmp_path / "proof.json"
    toadstone.certify(toadstone.solve("jump-of-two"), path)
    keys = {"rolls": [4], "rows": 2, "hp": 3, "ask": "max-hp"}
    costs = iter([COSTS, dict(reversed(COSTS.items()))])
    for make in (
        lambda: toadstone.check("first-crossing", PLAN),
        lambda: toadstone.verify(path),
        lambda: toadstone.compare("jump-of-two", methods=["cp-sat"]),
        lambda: toadstone.prove("starvation"),
        lambda: toadstone.explain("overdraft-forbidden", confirm="never"),
        lambda: toadstone.review("two-against-two", ["2-3"]),
        lambda: toadstone.generate("river-toad", turns=12, seed=7),
        lambda: toadstone.grade("first-crossing", {"ann": PLAN}),
        lambda: toadstone.scenario("river-toad", **keys, actions=next(costs)),
    ):
        assert len({make(), make()}) == 1
    start = toadstone.scenario("river-toad", **keys)
    assert len({start, toadstone.scenario("river-toad", **keys | {"hp": 4})}) == 2


def test_an_undecided_answer_has_no_certificate(tmp_path):
    stopped = toadstone.solve("starvation", time_limit=1e-9)
    with pytest.raises(toadstone.RequestError, match="undecided"):
        toadstone.certify(stopped, tmp_path / "no.json")


def test_numbers_may_come_from_numpy_and_one_alone_is_a_list_of_one():
    rolls = numpy.array([4, 33, 0])
    keys = {"rolls": rolls, "rows": numpy.int64(2), "hp": numpy.int64(3)}
    plain = toadstone.scenario("river-toad", rolls=[4, 33, 0], rows=2, hp=3, ask="max-hp")
    assert toadstone.scenario("river-toad", **keys, ask="max-hp") == plain
    assert toadstone.scenario("river-toad", **keys | {"rolls": list(rolls)}, ask="max-hp") == plain
    settings = {"toad.hp": 8, "board.rows": [9], "flies.gain": numpy.array([4])}
    (line,) = toadstone.batch("first-crossing", settings=settings, ask="survive")
    assert line["set"] == {"toad.hp": 8, "board.rows": 9, "flies.gain": 4}
    with pytest.raises(toadstone.RequestError, match=r"toad\.hp`: expected values"):
        toadstone.batch("first-crossing", settings={"toad.hp": object()})


def test_records_are_flat():
    front = toadstone.solve("front-of-moves-and-hp")
    records = front.to_records()
    assert [each["hp"] for each in records] == [line.figures["hp"] for line in front.front]
    methods = toadstone.compare("jump-of-two", methods=["cp-sat", "layered"]).to_records()
    assert {each["method"] for each in methods} == {"cp-sat", "layered"}
    starts = toadstone.atlas("toads-and-frogs", cells=4).to_records()
    assert [each["start"] for each in starts] == ["T_F", "T_FF", "TT_F", "T__F"]
    for record in (*records, *methods):
        assert all(isinstance(value, str | int | float | None) for value in record.values())


def test_nothing_that_was_read_for_an_answer_is_replaced(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rolls, own = Path("rolls.html"), Path("own.yaml")
    rolls.write_text("4 33 0\n")
    keys = "board: {rows: 2}, toad: {hp: 3}, rolls_file: rolls.html, ask: max-hp"
    own.write_text(f"{{game: river-toad, {keys}}}")
    answer = toadstone.solve("own.yaml")
    before = [path.read_bytes() for path in (rolls, own)]
    for write in (
        lambda: toadstone.certify(answer, tmp_path / "own.yaml"),
        lambda: toadstone.certify(answer, "rolls.html"),
        lambda: toadstone.draw(answer, "rolls.html"),
        lambda: toadstone.draw("own.yaml", "rolls.html"),
    ):
        with pytest.raises(toadstone.InputError, match="this file is the scenario"):
            write()
    assert [path.read_bytes() for path in (rolls, own)] == before
    own.write_text("{game: toads-and-frogs, start: T_F, ask: compare-with=1}")
    with pytest.raises(toadstone.InputError, match="this file is the scenario"):
        toadstone.certify(toadstone.solve("own.yaml"), "own.yaml")


# --- good manners -------------------------------------------------------------------------------


def test_a_solve_is_stopped_from_another_thread():
    budget = toadstone.Budget()
    threading.Timer(0.05, budget.stop).start()
    began = time.monotonic()
    answer = toadstone.solve("five-by-five", method="exact-search", budget=budget)
    assert (answer.status, answer.interrupted) == (Status.UNKNOWN, True)
    assert time.monotonic() - began < 30


def test_nothing_prints_exits_or_handles_signals(capfd):
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    toadstone.explain("starvation"), toadstone.solve("jump-of-two")
    assert [signal.getsignal(number) for number in numbers] == before
    assert capfd.readouterr() == ("", "")


def test_importing_loads_nothing_that_is_slow():
    code = (
        "import sys, toadstone\n"
        "slow = {'numpy', 'ortools', 'pydantic', 'yaml', 'rich', 'typer', 'numba', 'pandas'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)\n"
        "assert len([name for name in sys.modules if name.startswith('toadstone')]) < 5\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_public_name_is_there_and_documented():
    for name in toadstone.__all__:
        assert getattr(toadstone, name).__doc__ or name == "__version__"


# --- notebooks ----------------------------------------------------------------------------------


PLAN = ["stay"] * 20


@pytest.mark.parametrize(
    ("make", "said", "shown"),
    [
        (lambda: toadstone.prove("starvation"), "Proven impossible", "<iframe"),
        (lambda: toadstone.prove("two-against-two"), "toads, to move, can force a win.", "<iframe"),
        (lambda: toadstone.check("first-crossing", PLAN), "Invalid at turn 9", "turn 9"),
        (lambda: toadstone.grade("first-crossing", {"ann": PLAN}), "0 of 100", "&lt;table"),
        (lambda: toadstone.explain("starvation"), "Proven impossible", "Start with 1 more HP"),
    ],
)
def test_a_result_is_the_page_of_its_command_in_print_and_shown_in_a_notebook(make, said, shown):
    result = make()
    assert said in str(result)
    assert "\n" not in repr(result)
    assert shown in result._repr_html_()


def test_a_notebook_shows_a_puzzle_without_its_solution():
    puzzle = toadstone.generate("frog-puzzle")
    assert puzzle._repr_html_() == puzzle.scenario._repr_html_()
    assert puzzle._repr_html_() != puzzle.answer._repr_html_()
    assert "Mr. Toad" in toadstone.load("first-crossing")._repr_html_()


def test_the_values_of_an_answer_cannot_be_changed():
    said = toadstone.solve("two-against-two", ask="winner")
    before = said.to_json()["values"]
    said.values["winner"] = "frogs"
    said.values["best_moves"].append("1-2")
    said.to_json()["values"]["best_moves"].append("1-2")
    assert said.values == before == said.to_json()["values"]


def test_a_question_is_asked_of_a_source_that_asks_nothing():
    silent = {"game": "river-toad", "rolls": [4], "toad": {"hp": 3}, "board": {"rows": 2}}
    text = "game: river-toad\nrolls: [4]\ntoad: {hp: 3}\nboard: {rows: 2}\n"
    for source in (silent, text):
        assert toadstone.solve(source, ask="max-hp").status == "optimal"


def test_marks_and_puzzles_tell_a_listener_how_far_they_are():
    said = []
    budget = toadstone.Budget(listener=toadstone.Listener(tell=said.append))
    toadstone.grade("jump-of-two", {"ada": ["stay"], "ben": ["stay"]}, budget=budget)
    assert "1 of 2 submissions graded" in said
    toadstone.generate("river-toad", turns=12, seed=7, budget=budget)
    assert "river-toad: proposal 1" in said
