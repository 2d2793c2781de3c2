"""The proven checker in JavaScript: its numbers are Coq's, its messages the native program's."""

import json
import random
import shutil

import pytest

import forging
import toadstone
from coq import COQ, PROVEN_GAMES, certificates, made
from exhaustive import EXHAUSTIVE
from places import ROOT
from programs import ran

NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(NODE is None, reason="needs Node.js")
BUILT = (COQ / "toadstone-verify", COQ / "toadstone-verify.js")
NEEDS_BUILT = pytest.mark.skipif(
    not all(path.exists() for path in BUILT), reason="needs: make -C proofs/coq checker js"
)
NEEDS_TOOLS = pytest.mark.skipif(
    not all(map(shutil.which, ("coqc", "ocamlfind", "js_of_ocaml"))),
    reason="needs Coq, OCaml and js_of_ocaml",
)
JUDGE = """
const { readFileSync } = require("node:fs");
require("node:vm").runInThisContext(readFileSync(process.argv[1], "utf8"));
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map(toadstoneVerify)));
"""


@NEEDS_NODE
@pytest.mark.parametrize("times", [100_000, pytest.param(9_000_000, marks=EXHAUSTIVE)])
def test_numbers_are_those_of_the_axioms(times):
    done = ran(NODE, ROOT / "tests/proofs/integers.mjs", COQ / "verify/javascript", times)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= times


def in_javascript(script, texts):
    """Return the messages of the script of a page."""
    return json.loads(ran(NODE, "-e", JUDGE, script, input=json.dumps(texts), check=True).stdout)


def native(program, texts, folder):
    """Return the messages of the program."""
    said = []
    for text in texts:
        (folder / "certificate").write_text(text)
        done = ran(program, folder / "certificate")
        said.append((done.stdout + done.stderr).rstrip("\n"))
    return said


def altered(texts, times, seed):
    """Return certificates, and forged ones; some are cut off or no JSON."""
    chance = random.Random(seed)
    small = [text for text in texts if len(text) < 30_000]
    made = list(texts)
    for number in range(times):
        text = chance.choice(small)
        if number % 20 == 0:
            at = chance.randrange(len(text))
            made.append(
                text[:at] + chance.choice(('"', "\\", "é", "1e3", "[", "")) + text[at + 1 :]
            )
        elif number % 20 == 1:
            made.append(text[: chance.randrange(len(text))])
        else:
            made.append(json.dumps(forging.forged(json.loads(text), chance)))
    return made


def agree(program, script, texts, folder):
    found = in_javascript(script, texts)
    for text, ours, theirs in zip(texts, found, native(program, texts, folder), strict=True):
        assert ours == theirs, text
    return found


SMALL = {
    "river-toad": {"first-crossing", "starvation"},
    "frog-puzzle": {"six-frogs"},
    "squirrel-war": {"last-raid", "shared"},
    "toads-and-frogs": {"half-a-move", "longest-game"},
    "ugly-duck": {"three-by-three"},
}


@NEEDS_NODE
@NEEDS_BUILT
@pytest.mark.parametrize("game", PROVEN_GAMES)
def test_the_script_says_what_the_program_says(tmp_path, game):
    texts = [path.read_text() for path in certificates(game, tmp_path, SMALL[game])]
    found = agree(*BUILT, altered(texts, 12, game), tmp_path)
    assert found[: len(texts)] == ["valid"] * len(texts)
    assert len(set(found)) > 2


@pytest.fixture(scope="module")
def built(theory):
    """Return the program and the script, built in the folder of the theory."""
    made(theory, "checker")
    made(theory, "js")
    return theory / "toadstone-verify", theory / "toadstone-verify.js"


@NEEDS_NODE
@NEEDS_TOOLS
@EXHAUSTIVE
@pytest.mark.parametrize("game", PROVEN_GAMES)
def test_the_script_says_what_the_program_says_of_10000_altered_certificates(built, tmp_path, game):
    texts = [path.read_text() for path in certificates(game, tmp_path)]
    found = agree(*built, altered(texts, 2000, game), tmp_path)
    assert found[: len(texts)] == ["valid"] * len(texts)
    assert len(set(found)) > 10


def long_certificates(folder):
    """Yield honest certificates with more than 10,000 moves, turns or elements of a cell."""
    row = "L" * 99 + "_" + "R" * 100
    crossing = toadstone.scenario("frog-puzzle", start=row, goal=row[::-1])
    river = {"board": {"rows": 3}, "toad": {"hp": 5}, "rolls": [0] * 12_000, "ask": "survive"}
    for number, scenario in enumerate((crossing, toadstone.scenario("river-toad", **river))):
        path = folder / f"{number}.json"
        toadstone.certify(toadstone.solve(scenario), path)
        yield path.read_text()
    (path,) = certificates("river-toad", folder / "few", {"starvation"})
    content = json.loads(path.read_text())
    for layer in content["arguments"][0]:
        layer[:] = [cell * 12_000 for cell in layer]
    yield json.dumps(content)


@NEEDS_NODE
@NEEDS_BUILT
def test_a_long_certificate_needs_no_long_stack(tmp_path):
    (tmp_path / "few").mkdir()
    texts = list(long_certificates(tmp_path))
    assert in_javascript(BUILT[1], texts) == ["valid"] * len(texts)
