"""Certificates: true claims come with proofs that the checker accepts, false ones never pass."""

import copy
import functools
import gzip
import json
import random
import re
import resource
import shutil
import sys
import tracemalloc
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from checkers import verdict
from command_line import run
from exhaustive import some_of
from forging import forged
from imports import imports_of, modules_in
from places import ROOT
from programs import ran
from random_scenarios import ASKS, crossing
from toad import (
    asked_values,
    asking,
    best_figures,
    living_lines,
    river_toad,
    solve,
    undominated_ends,
)
from toadstone.core.errors import RequestError
from toadstone.core.replay import replay
from toadstone.core.solution import Conditions
from toadstone.engines.instance import make_instance
from toadstone.files.source import read_source
from toadstone.game import find_game
from toadstone.games.river_toad.proof import RiverToadCertifier, layers
from toadstone.games.river_toad.rules import RiverToadRules
from toadstone.loading import read_scenario
from toadstone.proofs import CERTIFIER
from toadstone.proofs.certificate import Finding, certifier_for, verify
from toadstone_checker import certificate_file
from toadstone_checker import river_toad as checker
from toadstone_checker.certificate_file import Invalid, Unusable, parse
from toadstone_checker.checking import Proven, check

CHECKER = Path(checker.__file__).parent
FILES = sorted((ROOT / "scenarios" / "river-toad").glob("*.yaml"))
CROSSING = ROOT / "scenarios" / "river-toad" / "first-crossing.yaml"
STARVATION = ROOT / "scenarios" / "river-toad" / "starvation.yaml"


def run_alone(file, *, folder, limit=4 * 2**30):
    """Run a copy of the checker by itself, with so much memory; return how it ended."""
    folder.mkdir(exist_ok=True)
    shutil.copytree(CHECKER, folder / "checker", dirs_exist_ok=True)
    less = partial(resource.setrlimit, resource.RLIMIT_AS, (limit, limit))
    return ran(sys.executable, "-I", "checker", file, cwd=folder, timeout=60, preexec_fn=less)


def certified(scenario, ask):
    """Return the certificate of the solver's answer, as somebody reads it from a file."""
    answer = solve(scenario, ask)
    assert answer.is_proven
    return json.loads(json.dumps(RiverToadCertifier(scenario).certificate(answer)))


# --- certificates of true claims ----------------------------------------------------------------


@functools.cache
def certificate_of_file(path):
    scenario = read_scenario(read_source(str(path)))
    return certified(scenario, scenario.asked())


@pytest.mark.few(6)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_certificate_of_every_scenario_verifies(path, tmp_path):
    certificate = certificate_of_file(path)
    (tmp_path / "c.json").write_text(json.dumps(certificate))
    proven = Proven("river-toad", certificate["scenario"], certificate["claim"])
    assert verify(str(tmp_path / "c.json")) == Finding(valid=True, proven=proven)


def test_the_checker_verifies_one_by_itself_in_an_empty_folder_and_little_memory(tmp_path):
    data = json.dumps(certificate_of_file(CROSSING)).encode()
    (tmp_path / "c.json.gz").write_bytes(gzip.compress(data))
    done = run_alone("../c.json.gz", folder=tmp_path / "empty", limit=100_000 * 1024)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("valid\nGame: river-toad\nScenario:\n  rows: ")


def test_the_checker_imports_only_the_standard_library_and_itself():
    imported = {each.target.split(".")[0] for each in imports_of(modules_in([CHECKER]))}
    assert imported - {"toadstone_checker"} <= sys.stdlib_module_names
    assert {"json", "toadstone_checker"} <= imported
    for path in CHECKER.rglob("*.py"):
        assert not re.search("import_module|__import__", path.read_text())


def small_scenario(seed):
    """Return a scenario of a few turns, with any rules and requirements, and little HP."""
    return crossing(seed, turns=(3, 6), widths=(1, 2, 3, 4, 5, 5, 5))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from(ASKS))
def test_every_answer_has_a_certificate_that_is_accepted_and_true(seed, names):
    scenario, ask = small_scenario(seed), asking(*names)
    certificate = certified(scenario, ask)
    check(certificate)
    best = asked_values(best_figures(scenario, ask, living_lines), ask)
    values = certificate["claim"]["values"]
    assert best == asked_values(values, ask)
    assert (certificate["claim"]["status"] == "infeasible") == (best is None)


# --- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["c.json", "c.json.gz"])
@pytest.mark.parametrize(
    ("path", "status", "word"), [(CROSSING, 0, "feasible"), (STARVATION, 10, "infeasible")]
)
def test_prove_writes_a_certificate_that_verify_accepts(tmp_path, path, status, word, name):
    file = tmp_path / name
    done = run("prove", path, "--certificate", file, "--json")
    assert done.exit_code == status
    printed = json.loads(done.stdout)
    assert printed.keys() == {"status", "plan", "certificate", "confirmed_by"}
    assert (printed["status"], printed["certificate"]) == (word, str(file))
    assert (file.read_bytes()[:2] == b"\x1f\x8b") == name.endswith(".gz")
    done = run("verify", file, "--json")
    data = file.read_bytes()
    certificate = json.loads(gzip.decompress(data) if name.endswith(".gz") else data)
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "valid": True,
        "game": "river-toad",
        "scenario": certificate["scenario"],
        "claim": certificate["claim"],
    }
    assert run("verify", file).stdout.startswith("Valid: the certificate proves its claim.\n")


def test_a_list_of_questions_is_certified(tmp_path):
    file = tmp_path / "c.json"
    for scenario, ask, status in [
        (CROSSING, "min-moves,max-hp", 0),
        (CROSSING, "survive,longest", 0),
        (STARVATION, "longest,survive", 10),
    ]:
        done = run("solve", scenario, "--ask", ask, "--certificate", file, "--json")
        assert done.exit_code == status
        assert verify(str(file)).proven.claim["ask"] == ask.split(",")


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (STARVATION, "rows, rolls: in the certificate other than in the scenario"),
        (
            ROOT / "scenarios" / "ugly-duck" / "five-by-five.yaml",
            "game, board, ",
        ),
    ],
)
def test_a_certificate_of_another_scenario_is_invalid_and_where_they_differ_is_said(
    tmp_path, other, reason
):
    file = tmp_path / "c.json"
    run("prove", CROSSING, "--certificate", file)
    assert json.loads(run("verify", file, CROSSING, "--json").stdout)["valid"] is True
    done = run("verify", file, other, "--json")
    printed = json.loads(done.stdout)
    assert (done.exit_code, printed["valid"], printed["at"]) == (10, False, "scenario")
    assert printed["reason"].startswith(reason)
    assert run("verify", file, other).stdout.startswith(f"Invalid: scenario: {reason}")


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "name",
    [
        "river-toad/first-crossing",
        "frog-puzzle/two-pairs",
        "squirrel-war/shared",
        "toads-and-frogs/two-against-two",
        "ugly-duck/three-by-three",
    ],
)
def test_the_certifier_of_a_game_states_the_scenario_that_its_certificates_have(name, tmp_path):
    path = str(ROOT / "scenarios" / f"{name}.yaml")
    scenario = read_scenario(read_source(path))
    game = find_game(scenario.game)
    run("solve", path, "--certificate", tmp_path / "c.json")
    proven = verify(str(tmp_path / "c.json")).proven
    assert proven.game == game.name
    assert proven.scenario == json.loads(json.dumps(game.get(CERTIFIER)(scenario).content()))
    assert proven.claim.keys() == {"ask", "status", "values"}
    assert proven.claim["ask"] == [str(each) for each in scenario.asked()]


def test_a_scenario_that_the_checker_would_refuse_is_refused_before_it_is_solved(tmp_path):
    large = river_toad([0] * 10_000, width=50, start=1, actions=many_actions())
    with pytest.raises(RequestError, match="too large to check"):
        certifier_for(make_instance(large))
    (tmp_path / "c.json").write_bytes(GOOD())
    (tmp_path / "large.yaml").write_text(
        json.dumps(large.model_dump(mode="json", exclude_none=True))
    )
    done = run("verify", tmp_path / "c.json", tmp_path / "large.yaml")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "there can be no certificate: the scenario is too large to check" in done.stderr


def many_actions():
    return {f"{way}-{n}": 1 for way in ("left", "right") for n in range(1, 50)}


# --- hostile files ------------------------------------------------------------------------------


def hungry():
    """Return a scenario with 1 HP, too little to get out of the snake's way and to the fly."""
    return river_toad([4, 0, 0, 33, 0], hp=1)


def starving(*names):
    """Return a certificate whose argument has layers."""
    return certified(hungry(), asking(*names))


def honest():
    return copy.deepcopy(honest_once())


@functools.cache
def honest_once():
    return starving("survive")


def text_of(change):
    """Return an honest certificate with something changed, as text."""
    certificate = honest()
    change(certificate)
    return json.dumps(certificate).encode()


def in_scenario(**values):
    return text_of(lambda certificate: certificate["scenario"].update(values))


def in_claim(**values):
    return text_of(lambda certificate: certificate["claim"].update(values))


def of_many_flies(certificate):
    """Make it a game with many ways on from every element, and two layers of many elements."""
    certificate["scenario"].update(
        width=50, start=1, rolls=[0] * 200, hp=10**6, actions=many_actions() | {"stay": 0}
    )
    elements = [n for flies in range(400) for n in (10**6, 0, flies)]
    certificate["arguments"] = [[[elements] * 50] * 3]


GOOD = functools.cache(lambda: json.dumps(honest()).encode())
HOSTILE = {
    "a list": lambda: b"[]",
    "no name of a game": lambda: b'{"certificate": "toadstone own-game 1", "game": null}',
    "deep objects": lambda: b'{"a":' * 100_000,
    "900 deep, where a number belongs": lambda: in_scenario(
        hp=functools.reduce(lambda inside, _: [inside], range(900))
    ),
    "long text for a number": lambda: in_scenario(hp="9" * 10**6),
    "two gzip members": lambda: gzip.compress(GOOD()) + gzip.compress(b" "),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(GOOD())),
    "a huge game": lambda: in_scenario(width=50, rolls=[0] * 60_000),
    "optimal without a plan": lambda: in_claim(status="optimal"),
    "elements of many flies": lambda: text_of(of_many_flies),
}
"""Files of which nothing is to be believed; `test_checking_files.py` has more of the small ones."""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_unusable(tmp_path, name, monkeypatch):
    monkeypatch.setattr(
        certificate_file, "MOST_WORK", certificate_file.MOST_WORK // 2000
    )  # no change but in time
    (tmp_path / "c.json").write_bytes(HOSTILE[name]())
    done = run("verify", tmp_path / "c.json", "--json")
    assert done.exit_code == 30
    printed = json.loads(done.stdout)
    assert printed["status"] == "error"
    assert printed["error"]["file"] == str(tmp_path / "c.json")
    assert printed["error"]["message"].startswith("not a usable certificate: ")
    assert ("too long to check" in printed["error"]["message"]) == name.startswith("elements ")


@pytest.mark.parametrize("path", ["/dev/zero", "/", "", "x" * 5000])
def test_what_is_no_file_is_unusable(path, monkeypatch):
    monkeypatch.setattr(certificate_file, "LARGEST_TEXT", 2**20)  # no change but in time
    assert run("verify", path, "--json").exit_code == 30


def test_the_checker_by_itself_refuses_a_gzip_bomb_in_four_gigabytes(tmp_path):
    """A few bytes that are very many objects once they are unpacked."""
    (tmp_path / "c.json").write_bytes(gzip.compress(b"[" + b"{}," * 9_000_000 + b"{}]", 1))
    done = run_alone(tmp_path / "c.json", folder=tmp_path / "empty")
    assert (done.returncode, done.stdout) == (30, "")
    assert done.stderr.startswith("unusable: ")


# --- memory -------------------------------------------------------------------------------------


SIZE = 100_000
"""Of a text, in bytes."""


def repeated(unit):
    """Return a list of one thing, again and again."""
    return b"[" + unit * (SIZE // len(unit)) + b"0]"


def all_different(item, around):
    """Return a list, or an object, of things of which no two are alike."""
    count = SIZE // len(item(10**5))
    return (around[0] + ",".join(map(item, range(10**5, 10**5 + count))) + around[1]).encode()


SHAPES = {
    "empty lists": repeated(b"[],"),
    "lists in lists": repeated(b"[" * 900 + b"]" * 900 + b","),
    "empty objects": repeated(b"{},"),
    "objects of six": repeated(b'{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0},'),
    "objects of different keys": all_different('{{"{:x}":[]}}'.format, "[]"),
    "numbers not kept": repeated(b"300000,"),
    "long numbers": repeated(b"9" * 900 + b","),
    "short texts": repeated(b'"ab",'),
    "one text": b'["' + b"a" * SIZE + b'"]',
    "words": repeated(b"true,"),
}


@pytest.mark.few(4)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_memory_that_a_file_takes_is_at_most_what_its_characters_say(shape):
    text = SHAPES[shape]
    bound = certificate_file.memory_of(text)
    tracemalloc.start()
    try:
        parse(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    few = SIZE // 20
    assert len(text) < peak + few < bound + 2 * few
    assert bound < 12 * peak


# --- exit statuses ------------------------------------------------------------------------------

STATUSES = {
    "valid": (0, GOOD),
    "invalid": (10, lambda: text_of(lambda c: c["arguments"][0].clear())),
    "unusable": (30, lambda: b"{}"),
}
CLOSED = {
    "a full disk": ">/dev/full",
    "closed": ">&-",
    "all three closed": "<&- >&- 2>&-",
    "a pipe that nobody reads": "| true",
    "errors to a full disk": "2>/dev/full",
    "errors closed": "2>&-",
}


@pytest.mark.few(4)
@pytest.mark.parametrize("output", CLOSED)
@pytest.mark.parametrize("word", STATUSES)
def test_the_exit_status_is_the_verdict_wherever_the_words_go(tmp_path, word, output):
    status, data = STATUSES[word]
    (tmp_path / "c.json").write_bytes(data())
    line = f'"$0" -I "$1" "$2" {CLOSED[output]}; exit ${{PIPESTATUS[0]}}'
    done = ran("bash", "-c", line, sys.executable, CHECKER, tmp_path / "c.json", timeout=60)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert "Error" not in done.stderr


# --- mutants ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Base:
    """A certificate to change; `honest` if its claim is the true answer."""

    text: str
    honest: bool


def base_scenarios():
    """Yield scenarios and questions; both verdicts are among the answers."""
    for seed, names in zip(range(100, 114), ASKS, strict=True):
        yield small_scenario(seed), names
    for names in ASKS:
        yield hungry(), names
    for overdraft in ["forbidden", "clamped"]:  # with 1 HP, an action of 3 HP leads to a fly
        dear = {"right-1": 3, "left-1": 1, "stay": 0}
        for names in [("max-hp",), ("max-flies",), ("min-start-hp", "max-hp")]:
            scenario = river_toad([33, 0, 1], start=4, hp=1, actions=dear, overdraft=overdraft)
            yield scenario, names


@functools.cache
def bases():
    """Return honest certificates, and the best that a liar can do with the project's own layers.

    The liar claims that nothing wins where something does, or that a worse plan is the best. His
    layers are the project's own for that claim, so that only few elements give him away.
    """
    honest_ones, lies = [], []
    for scenario, names in base_scenarios():
        certificate = certified(scenario, asking(*names))
        honest_ones.append(Base(json.dumps(certificate), honest=True))
        false = [(None, None)]
        rules = RiverToadRules(scenario)
        ends = sorted(undominated_ends(rules), key=lambda state: state.turn)[-6:]
        false += [(plan_to(rules, end), dict(rules.figures(end))) for end in ends]
        lies += [Base(json.dumps(lie(certificate, *each)), honest=False) for each in false]
    return honest_ones + lies


def plan_to(rules, end):
    """Return the actions that lead to a state, by looking at every line of play."""
    waiting = [([], rules.start())]
    while waiting:
        plan, state = waiting.pop()
        if state == end:
            return plan
        if state.turn < end.turn and not state.dead:
            waiting += [
                ([*plan, str(action)], rules.play(state, action))
                for action in rules.legal_moves(state)
            ]
    raise AssertionError(end)


def lie(certificate, plan, values):
    ask = certificate["claim"]["ask"]
    status = "infeasible" if plan is None else "optimal"
    game = checker.Game(certificate["scenario"])
    targets = checker.exclusions(game, ask, values)
    return certificate | {
        "claim": {"ask": ask, "status": status, "values": values},
        "plan": plan,
        "arguments": [target and layers(game, target) for target in targets],
    }


def scenario_of(content):
    """Return the scenario of a certificate, read without the checker."""
    require = {key: value for key, value in content["require"].items() if value not in (None, [])}
    for key in {"visit", "avoid"} & require.keys():
        rows = [{k: v for k, v in row.items() if v is not None} for row in require[key]]
        require[key] = tuple(row | {"cells": tuple(row["cells"])} for row in rows)
    if "forbid" in require:
        require["forbid"] = tuple(require["forbid"])
    return river_toad(
        content["rolls"],
        rows=content["rows"],
        hp=content["hp"],
        width=content["width"],
        start=content["start"],
        flies={"gain": content["gain"]},
        actions=content["actions"],
        overdraft=content["overdraft"],
        require=require,
    )


@functools.cache
def best_of(scenario_text, names):
    """Return the best figures, by exact search; None where there is no plan."""
    scenario = scenario_of(json.loads(scenario_text))
    return best_figures(scenario, asking(*names), undominated_ends)


def is_true(certificate):
    """Say whether the claim is true of the certificate's own scenario; see the test below."""
    claim, content = certificate["claim"], certificate["scenario"]
    ask, values, plan = asking(*claim["ask"]), claim["values"], certificate["plan"]
    best = best_of(json.dumps(content), tuple(claim["ask"]))
    if claim["status"] == "infeasible":
        return best is None and values is None and plan is None
    if best is None or not plays(scenario_of(content), claim["ask"], plan, values):
        return False
    return asked_values(values, ask) == asked_values(best, ask)


def plays(scenario, ask, plan, values):
    """Say whether a plan is one, with these figures, on the reference simulator."""
    if "min-start-hp" in ask:
        scenario = scenario.with_start_hp(values["start_hp"])
    rules = RiverToadRules(scenario)
    must_end = "longest" not in ask or not {"survive", "min-start-hp"}.isdisjoint(ask)
    line = replay(rules, map(rules.read_move, plan), Conditions(must_end))
    return line.failure is None and line.figures == values


class Mutation:
    """The ways to change a certificate; each says no, with LookupError, where it has no effect."""

    def __init__(self, rng):
        self.rng = rng

    def scenario_forged(self, certificate):
        certificate["scenario"] = forged(certificate["scenario"], self.rng)

    def claim_forged(self, certificate):
        certificate["claim"] = forged(certificate["claim"], self.rng)

    def plan_forged(self, certificate):
        certificate["plan"] = forged(certificate["plan"], self.rng)

    def argument_forged(self, certificate):
        at = self.rng.randrange(len(certificate["arguments"]))
        certificate["arguments"][at] = forged(certificate["arguments"][at], self.rng)

    def argument(self, certificate):
        return self.rng.choice([each for each in certificate["arguments"] if each])

    def number(self, certificate, offset):
        """Return a cell of a layer, and where in it one of an element's numbers stands."""
        cells = [cell for layer in self.argument(certificate) for cell in layer if cell]
        cell = self.rng.choice(cells)
        return cell, self.rng.randrange(0, len(cell), 3) + offset

    def element_removed(self, certificate):
        cell, index = self.number(certificate, 0)
        del cell[index : index + 3]

    def what_is_complained_of_removed(self, certificate):
        """Empty, again and again, the layer that the checker stumbles over, or the one before."""
        for _ in range(8):
            try:
                check(certificate)
            except Unusable:
                return
            except Invalid as error:
                at, reason = error.args
                if not at.startswith("argument, turn "):
                    return
                turn = int(at.split()[-1]) - reason.startswith("not covered")
                for argument in certificate["arguments"]:
                    if argument and 0 <= turn < len(argument):
                        argument[turn] = []

    def spliced(self, certificate):
        """Take the arguments of another certificate."""
        other = json.loads(self.rng.choice(bases()).text)
        certificate["arguments"] = other["arguments"]

    def status_flipped(self, certificate):
        claim = certificate["claim"]
        if claim["status"] == "optimal":
            claim.update(status="infeasible", values=None)
            certificate["plan"] = None
            certificate["arguments"] = certificate["arguments"][:1]
        else:
            figures = dict.fromkeys(checker.FIGURES, 0)
            scenario = certificate["scenario"]
            turns = len(scenario["rolls"])
            hp = {"hp": scenario["hp"], "start_hp": scenario["hp"], "turns": turns}
            claim.update(status="optimal", values=figures | hp)
            certificate["plan"] = ["stay"] * turns


_METHODS = vars(Mutation).keys() - {"argument", "number"}
KINDS = sorted(kind for kind in _METHODS if not kind.startswith("_"))
MANY = {"argument_forged": 6, "scenario_forged": 4, "claim_forged": 3, "plan_forged": 3}
"""How many times as many mutants there are of the kinds that can change anything there."""
MUTANTS_OF_A_KIND = 30
NO_CLAIM = (ValidationError, RequestError, LookupError, TypeError, ValueError, AttributeError)
"""What reading a mutant raises if it has no scenario or no claim of this game."""


def test_the_honest_certificates_pass_and_the_lies_do_not():
    """What is changed below was right before, or it was false already and is refused as it is."""
    lies = 0
    for base in bases():
        certificate = json.loads(base.text)
        if base.honest:
            check(certificate)
        assert is_true(certificate) or not base.honest
        lies += not is_true(certificate)
        assert is_true(certificate) or verdict(certificate) != "valid"
    assert lies >= 40


@pytest.mark.few(5)
@pytest.mark.parametrize("number", some_of([MUTANTS_OF_A_KIND, 10 * MUTANTS_OF_A_KIND], 1))
@pytest.mark.parametrize("kind", KINDS)
def test_no_mutant_with_a_false_claim_passes(kind, number):
    """Change certificates in one way, and in up to two ways more; what is false must not pass.

    A mutant is a certificate of its own: its scenario, its claim and its plan are whatever the
    change has made of them. It is *false* if the exact search of `toad.py`, which knows neither
    solver nor checker, says that this claim is not true of this scenario: it claims that there is
    no plan and there is one; or the figures asked about are not the best there are; or its plan,
    on the reference simulator, is not legal, breaks a requirement, does not end well or has other
    figures than claimed. A mutant whose claim is true may pass or not: a proof may survive a
    change, and if it does not, nothing wrong has been said.

    Many certificates are lies before they are changed, with the best layers there are for that
    lie; so a change of the layers alone yields false mutants too. Each kind must have yielded some.
    """
    seen = Counter()

    @settings(
        max_examples=number * MANY.get(kind, 1),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 10**9), st.lists(st.sampled_from(KINDS), max_size=2))
    def attack(seed, more):
        rng = random.Random(seed)
        mutation = Mutation(rng)
        for _ in range(100):
            certificate = json.loads(rng.choice(bases()).text)
            before = json.dumps(certificate)
            try:
                getattr(mutation, kind)(certificate)
            except (LookupError, TypeError, AttributeError, ValueError):
                continue  # there is no such thing to change in this certificate
            if json.dumps(certificate) != before:
                break
        else:
            return
        for name in more:
            unchanged = copy.deepcopy(certificate)
            try:
                getattr(mutation, name)(certificate)
            except (LookupError, TypeError, AttributeError, ValueError):
                certificate = unchanged
        try:
            true = is_true(certificate)
        except NO_CLAIM:  # nothing can be true of what cannot be read
            true = False
        seen["true" if true else "false"] += 1
        passed = verdict(certificate) == "valid"
        seen["passed"] += passed
        assert true or not passed

    attack()
    assert seen["false"] >= 5


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_text_changed_anywhere_ends_in_a_verdict_and_never_in_a_false_proof(data):
    """Cut, or change single characters; the same rule says what is false."""
    text = data.draw(st.sampled_from([base.text for base in bases()]))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        new = data.draw(
            st.sampled_from(["", "0", "1", "7", "-", ".", "e", '"', "[", "]", ",", "x"])
        )
        text = text[:at] + new + text[at + 1 :]
    text = text[: data.draw(st.sampled_from([len(text), len(text), len(text) // 2]))]
    try:
        certificate = parse(text.encode())
        check(certificate)
    except (Unusable, Invalid):
        return
    assert is_true(certificate)
