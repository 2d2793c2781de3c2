"""The theorems in proofs/coq: they build, forgeries are refused, and their rules are the game's."""

import json
import random
import re
import shutil
import subprocess
import sys

import pytest
import yaml

import forging
from command_line import run
from coq import COQ, NEEDS_COQ, PROVEN_GAMES, assumptions, certificates, evaluated, made
from exhaustive import EXHAUSTIVE
from places import ROOT
from programs import ran
from toadstone_checker.certificate_file import Invalid, Unusable, parse
from toadstone_checker.checking import check
from toadstone_checker.river_toad import SHIFTS

RECORDS = {
    "ToadsAndFrogsE4": ("e4_fails_at_seven", "conjecture_E4_is_false"),
    "UglyDuckFiveByFive": ("blue_wins_ugly_duck_5x5", "blue_wins_ugly_duck_5x5_with_passes"),
    "SquirrelWarCourse": ("the_margin_is_130",),
    "BreakthroughFiveByFive": ("second_wins_breakthrough_5x5", "second_wins_breakthrough_5x4"),
}


def text_of(name):
    return (COQ / f"{name}.v").read_text()


def statement(name, theorem):
    """Return a theorem of a file up to its proof."""
    found = re.search(rf"^ *Theorem {theorem} :.*?\.\n(?= *Proof)", text_of(name), re.M | re.S)
    return found[0]


def test_the_page_names_theorems_that_are_there():
    page = (ROOT / "docs" / "theorems.md").read_text()
    rows = re.findall(r"\| (`[a-z_, `]+`) \| `(\w+)\.v` \|$", page, re.M)
    assert len(rows) == 14
    for theorems, name in rows:
        for theorem in re.findall(r"`(\w+)`", theorems):
            assert statement(name, theorem)
    stated = {
        name.rpartition(".")[2] for path in COQ.glob("*.v") for name in assumptions.theorems(path)
    }
    first, second = re.findall(r"^\| theorem \| says \|\n(.*?)\n\n", page, re.M | re.S)
    named = re.findall(r"`(\w+)`", "".join(re.findall(r"^\|.*?\|", first + second, re.M)))
    assert len(named) > 15
    assert set(named) - stated == {"_with_passes"}
    assert {f"blue_wins_{size}_with_passes" for size in ("3x3", "4x4", "ugly_duck_5x5")} <= stated


def test_no_file_assumes_anything():
    for path in sorted(COQ.glob("*.v")):
        assumptions.theorems(path)  # refuses a file that does


@pytest.mark.parametrize(
    ("name", "theorem"),
    [
        ("FrogPuzzleCrossing", "frog_puzzle_of_every_size"),
        ("ToadsAndFrogsE4", "conjecture_E4_is_false"),
        ("UglyDuckFiveByFive", "blue_wins_ugly_duck_5x5"),
        ("RiverToadClaims", "river_toad_optimal"),
    ],
)
def test_the_page_shows_the_statements_as_they_stand(name, theorem):
    assert statement(name, theorem) in (ROOT / "docs" / "theorems.md").read_text()


# --- with Coq -----------------------------------------------------------------------------------


def cells(rows, names):
    """Return rows as Coq writes them."""
    return "[" + "; ".join(f"[{'; '.join(names[each] for each in row)}]" for row in rows) + "]"


DUCKS = {
    ".": "empty",
    "d": "piece green duck",
    "s": "piece green swan",
    "D": "piece blue duck",
    "S": "piece blue swan",
}


def ugly_duck_perft(scenario, most):
    rows = cells(scenario["board"].split(), DUCKS)
    passes = str(scenario.get("no_moves") == "pass").lower()
    return f"UglyDuck.perft {most} {passes} {rows} {scenario.get('turn', 'green')}"


def toads_and_frogs_perft(scenario, most):
    start = scenario["start"]
    rows = [start] if isinstance(start, str) else start
    rows = cells(rows, {"T": "T", "F": "F", "_": "gap"})
    return f"ToadsAndFrogs.perft {most} {rows} {scenario.get('turn', 'toads')}"


def frog_puzzle_perft(scenario, most):
    start = scenario["start"]
    goal = scenario.get("goal", start[::-1])
    wanted = {"L": "Some L", "R": "Some R", "_": "Some gap", "?": "None"}
    row = cells([start], {"L": "L", "R": "R", "_": "gap"})[1:-1]
    return f"FrogPuzzle.perft {most} {row} {cells([goal], wanted)[1:-1]}"


def river_toad_perft(scenario, most):
    board, toad = scenario["board"], scenario["toad"]
    width = board.get("width", 5)
    default = {"left-2": 3, "left-1": 1, "stay": 0, "right-1": 1, "right-2": 3}
    actions = "; ".join(
        f"{{| shift := {SHIFTS[name]}; cost := {cost} |}}"
        for name, cost in scenario.get("actions", default).items()
    )
    rolls = "; ".join(map(str, scenario["rolls"]))
    clamped = str(scenario.get("overdraft") == "clamped").lower()
    return f"""RiverToad.perft {{|
      rows := {board["rows"]}%nat; width := {width};
      first_cell := {toad.get("start", (width + 1) // 2)};
      first_hp := {toad["hp"]}; gain := {scenario.get("flies", {}).get("gain", 5)};
      actions := [{actions}]; clamped := {clamped}; rolls := [{rolls}];
      max_moves := None; min_final_hp := None; min_flies := None;
      forbid := []; visit := []; avoid := [] |}}%Z {most}"""


PERFT = {
    "toads-and-frogs": (toads_and_frogs_perft, "ToadsAndFrogsRules"),
    "ugly-duck": (ugly_duck_perft, "UglyDuckRules"),
    "frog-puzzle": (frog_puzzle_perft, "FrogPuzzleRules"),
    "river-toad": (river_toad_perft, "RiverToadRules"),
}


@NEEDS_COQ
@EXHAUSTIVE
@pytest.mark.parametrize("game", PERFT)
def test_the_rules_in_coq_count_the_lines_of_play_of_the_perft_tables(theory, game):
    term, modules = PERFT[game]
    tables = yaml.safe_load((ROOT / "tests" / "perft" / f"{game}.yaml").read_text())
    expected = [table["counts"] for table in tables]
    terms = [term(table["scenario"], len(table["counts"]) - 1) for table in tables]
    found = [
        [int(number) for number in re.findall(r"\d+", value.replace("%uint63", ""))]
        for value in evaluated(theory, modules, terms)
    ]
    assert found == expected


@pytest.fixture(scope="module")
def listed(theory):
    """Return what the build printed of each theorem, by name."""
    printed = (theory / "printed").read_text()
    return dict(re.findall(r"^([\w.]+): (.+)$", printed, re.M))


@NEEDS_COQ
@EXHAUSTIVE
def test_the_build_prints_what_each_theorem_of_the_theory_assumes(listed):
    stated = {
        name
        for path in COQ.glob("*.v")
        if path.stem.removesuffix("Data") not in RECORDS
        for name in assumptions.theorems(path)
    }
    assert set(listed) == stated
    assert set(listed.values()) == {"closed under the global context", "Coq's integers and arrays"}
    assert listed["FrogPuzzleCrossing.frog_puzzle_of_every_size"].startswith("closed")


@NEEDS_COQ
@EXHAUSTIVE
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Axiom bad : False.", "Bad.v: Axiom bad : False."),
        ("Require Import Classical.\nDefinition bad := classic.", "ASSUMES Classical_Prop.classic"),
    ],
)
def test_the_build_fails_on_any_other_axiom(theory, line, said):
    text = f"From Coq {line}" if line.startswith("Require") else line
    (theory / "Bad.v").write_text(f"{text}\nTheorem follows : True. Proof. pose bad. exact I. Qed.")
    subprocess.run(["coqc", "-Q", ".", "Toadstone", "Bad.v"], cwd=theory, check=True)
    done = ran(sys.executable, "assumptions.py", "Bad.v", cwd=theory)
    assert done.returncode == 1
    assert said in done.stdout + done.stderr


@NEEDS_COQ
@EXHAUSTIVE
def test_the_records_are_proven_and_assume_only_primitives(theory):
    printed = made(theory, "all")
    for name, theorems in RECORDS.items():
        for theorem in theorems:
            assert f"{name}.{theorem}: Coq's integers and arrays" in printed


# --- toadstone-verify ---------------------------------------------------------------------------


NEEDS_OCAML = pytest.mark.skipif(
    shutil.which("coqc") is None or shutil.which("ocamlfind") is None,
    reason="needs Coq and OCaml",
)
VALUES = "0 1/2 -3/4*2 ^ ^* v2*3 ^3 +-1 +_2 -_1/2 {2|1*} *3 {1,2|*} +-{1,2} +-{1|0} {|} 5 1v*"


@pytest.fixture(scope="module")
def verifier(theory):
    """Return the path of toadstone-verify, compiled in the folder of the theory."""
    made(theory, "checker")
    return theory / "toadstone-verify"


@pytest.fixture(scope="module")
def judged(verifier):
    """Return what says the exit status of the proven checker for a file."""
    return lambda path: ran(verifier, path).returncode


@pytest.fixture
def proven_by_coq(verifier):
    """Return what says whether coqc proves the statement that is printed of a certificate."""

    def proven(path):
        printed = ran(verifier, "--statement", path, check=True).stdout
        (path.parent / "Claim.v").write_text(printed)
        done = ran("coqc", "-Q", verifier.parent, "Toadstone", "Claim.v", cwd=path.parent)
        assert done.returncode in (0, 1), done.stderr[-2000:]
        if done.returncode == 0:
            names = assumptions.assumed(done.stdout)
            assert {name.rpartition(".")[2] for name in names} <= assumptions.PRIMITIVES
        return done.returncode == 0

    return proven


@NEEDS_OCAML
@EXHAUSTIVE
@pytest.mark.parametrize("game", PROVEN_GAMES)
def test_the_proven_checker_agrees_on_certificates_of_all_scenarios_and_on_forged_ones(
    judged, tmp_path, game
):
    paths = certificates(game, tmp_path)
    assert len(paths) >= 3
    assert [judged(path) for path in paths] == [0] * len(paths)
    chance = random.Random(3)
    texts = [text for path in paths if len(text := path.read_text()) < 30_000]
    found = set()
    for _ in range(2500):
        forged_text = json.dumps(forging.forged(json.loads(chance.choice(texts)), chance))
        (tmp_path / "forged").write_text(forged_text)
        status = judged(tmp_path / "forged")
        try:
            check(parse(forged_text.encode()))
            expected = {0}
        except (Invalid, Unusable):
            expected = {10, 30}
        assert status in expected, forged_text
        found.add(status)
    assert found == {0, 10, 30}


# What is changed in the certificate of a scenario, so that it no longer proves its claim.
CHANGED = {
    "river-toad": ("first-crossing", '"hp":14', '"hp":15'),
    "frog-puzzle": ("six-frogs", '"RRR_LLL"', '"RRRL_LL"'),
    "squirrel-war": ("last-raid", '"margin":5', '"margin":6'),
    "toads-and-frogs": ("half-a-move", '"1/2"', '"1/4"'),
    "ugly-duck": ("three-by-three", '"green"', '"blue"'),
}


@NEEDS_OCAML
@EXHAUSTIVE
@pytest.mark.parametrize("game", PROVEN_GAMES)
def test_coq_proves_the_statement_of_every_certificate_and_none_of_a_changed_one(
    proven_by_coq, judged, tmp_path, game
):
    for path in certificates(game, tmp_path):
        if len(path.read_text()) < 30_000:
            assert proven_by_coq(path), path.name
    name, before, after = CHANGED[game]
    text = (tmp_path / f"{name}.json").read_text()
    (tmp_path / "changed.json").write_text(text.replace(before, after))
    assert judged(tmp_path / "changed.json") == 10
    assert not proven_by_coq(tmp_path / "changed.json")


@NEEDS_OCAML
@EXHAUSTIVE
@pytest.mark.parametrize("row", ["T_F", "TT__F", "TTT__FF"])
def test_the_proven_checker_reads_the_names_of_values(judged, tmp_path, row):
    (tmp_path / "row.yaml").write_text(f"{{game: toads-and-frogs, start: {row}}}")
    for number, name in enumerate(VALUES.split()):
        for question in ("compare-with", "at-least"):
            path = tmp_path / f"{number}-{question}.json"
            ask = f"{question}={name}"
            run("solve", tmp_path / "row.yaml", "--ask", ask, "--certificate", path)
            assert judged(path) == 0, name


@NEEDS_OCAML
@EXHAUSTIVE
def test_the_proven_checker_accepts_the_certificates_of_the_records(judged):
    paths = sorted(COQ.parent.glob("[!b]*.json.gz"))  # Breakthrough's is for the theorem alone
    assert [judged(path) for path in paths] == [0, 0, 0, 0]
