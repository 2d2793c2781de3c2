"""Games whose rules lie: none has a wrong answer in silence.

Each liar is one of two honest games with something replaced. Its author is named, with status 30,
or the answer is the one that is true of the rules without the lie.
"""

# ruff: noqa: E501 - a liar is one line
import json
import signal
import sys
import time
from pathlib import Path

import pytest

from command_line import run
from own_folders import use_games_in
from toadstone.core import process
from toadstone.engines import confirming
from warm import run_process, start_process

HEAP = '''
from typing import Literal
from toadstone.own_game import Field, TwoPlayerScenario, plain_game
class HeapScenario(TwoPlayerScenario):
    game: Literal["heap"]
    heap: int = Field(10, ge=0, le=200_000)
class HeapRules:
    """Take one to three counters; who cannot move loses."""
    sides = ("left", "right")
    def __init__(self, scenario): self.heap = scenario.heap
    def start(self): return self.heap
    def moves(self, position, side): return [str(n) for n in (1, 2, 3) if n <= position]
    def play(self, position, move, side): return position - int(move)
    def rows(self, position): return ["o" * min(position, 9) or "."]
    # more
GAME = plain_game("heap", __name__, HeapScenario, HeapRules)
'''
STAIRS = '''
from typing import Literal
from toadstone.own_game import Field, OnePlayerScenario, plain_game
class StairsScenario(OnePlayerScenario):
    game: Literal["stairs"]
    steps: int = Field(20, ge=0, le=10**6)
class StairsRules:
    """Go up by one, two or five steps, or down by one, to the last step."""
    def __init__(self, scenario): self.steps = scenario.steps
    def start(self): return 0
    def moves(self, position): return [m for m in ("+1", "+2", "+5", "-1") if position + int(m) >= 0]
    def play(self, position, move): return position + int(move)
    def won(self, position): return position == self.steps
    def lost(self, position): return "too far" if position > self.steps else None
    def rows(self, position): return [str(position)]
    # more
GAME = plain_game("stairs", __name__, StairsScenario, StairsRules)
'''
TRUE = {"heap": "left", "stairs": 4}
PLAY, UP = "return position - int(move)", "return position + int(move)"
TAKES = "return [str(n) for n in (1, 2, 3) if n <= position]"
WAYS = 'return [m for m in ("+1", "+2", "+5", "-1") if position + int(m) >= 0]'
WON, MORE = "return position == self.steps", "# more"

LIARS = [
    # what makes a search faster and is wrong
    ("heap", MORE, "def key(self, position, side): return position % 2", "contradict"),
    ("heap", MORE, "def key(self, position, side): return position // 4", "`key` is wrong"),
    ("heap", MORE, "def key(self, position, side): return 0", "`key` is wrong"),
    ("heap", MORE, "def key(self, position, side): return position == 6", "`key` is wrong"),
    ("heap", MORE, "def after(self, position, side): return [0]", "`after` of `10` returns other"),
    ("heap", MORE, "def after(self, p, s): return [p - n for n in (1, 2, 3) if n <= p > 3]", "`after` "),
    ("stairs", MORE, "def key(self, position): return position % 7", "`key` is wrong"),
    ("stairs", MORE, "def key(self, position): return min(position, 9)", "`key` is wrong"),
    ("stairs", MORE, "def estimate(self, p): return 9 if p == 5 else 0", "the `estimate` of "),
    ("stairs", MORE, "def estimate(self, p): return (20 - p) // 2", "the `estimate` of "),
    ("stairs", MORE, "def estimate(self, p): return -1", None),
    ("stairs", MORE, "def after(self, position): return [20]", "`after` of `0` returns other"),
    ("stairs", MORE, "def goals(self): return [19]", "`goals` lists 19, which is not won"),
    ("stairs", MORE, "def goals(self): return []", "goals"),
    ("stairs", MORE, "def goals(self): return [20, 3]", "`goals` lists 3, which is not won"),
    ("stairs", MORE, "goals = lambda self: [20]; start = lambda self: 27; lost = lambda *_: None", "no move takes back"),
    ("stairs", MORE, "def goals(self): return None", "returns nothing, expected a list of positions"),
    ("stairs", MORE, "def estimate(self, p): return '1' if p == 15 else 0", "expected a whole number"),
    # one position with two meanings
    ("heap", PLAY, "return position - int(move) or False", "`play` returns false"),
    ("heap", PLAY, "return float(position - int(move))", "`play` returns `9.0`|`play` returns `8.0`|`play` returns `7.0`"),
    ("heap", "return self.heap", "return (self.heap, True)", "True"),
    ("stairs", UP, "return True if position + int(move) == 1 else position + int(move)", "`play` returns true"),
    ("stairs", UP, "return position + int(move) if position < 15 else 1.0 * position", "returns `1"),
    ("stairs", UP, "return [position + int(move)]", "expected a text"),
    ("stairs", UP, "return {position + int(move)}", "expected a text"),
    ("stairs", UP, "return None if position > 9 else position + int(move)", "`play` returns nothing"),
    # rules that change their mind
    ("heap", PLAY, "self.n = getattr(self, 'n', 0) + 1; return (position - int(move)) - (self.n % 2)", ""),
    ("heap", TAKES, "import random; return [str(random.randint(1, 3))] if position > 2 else []", ""),
    ("stairs", UP, "self.steps -= 1; return position + int(move)", ""),
    ("stairs", UP, "self.n = [*getattr(self, 'n', []), 1]; return position + int(move) if len(self.n) < 20 else 0", "and then to"),
    ("stairs", WON, "self.n = getattr(self, 'n', 0) + 1; return self.n > 12", ""),
    ("stairs", WAYS, "self.n = getattr(self, 'n', 0) + 1; return ['+1'] * (self.n % 2)", "change"),
    ("stairs", MORE, "def goals(self): StairsRules.moves = lambda *_: ['+1']; return [self.steps]", "later not"),
    # results of the wrong kind, at the start or deep in the game
    ("heap", TAKES, "return None", "expected a list of texts without spaces (heap.py, line 12)"),
    ("heap", TAKES, "return [str(n) for n in (1, 2)] if position > 3 else None", "returns nothing"),
    ("heap", TAKES, "return ['1', 2, '3']", "returns `2` as move 2"),
    ("heap", TAKES, "return [str(n) for n in (1, 2, 3) if n <= position] + [4] * (position == 4)", "`4` as"),
    ("heap", TAKES, "return ['1', '1'] if position else []", "returns the move 1 twice"),
    ("heap", TAKES, "return '123'", "expected a list of texts"),
    ("heap", TAKES, "return {str(n) for n in (1, 2, 3) if n <= position}", "expected a list of texts"),
    ("heap", TAKES, "return 5 if position == 3 else ['1']", "returns `5`, expected a list of texts"),
    ("heap", TAKES, "return ['1 2']", "expected a list of texts without spaces"),
    ("heap", "return self.heap", "return object()", "expected a text"),
    ("heap", 'sides = ("left", "right")', 'sides = ("a", "b", "c")', "a game has two sides"),
    ("heap", 'sides = ("left", "right")', 'sides = ("a", "a")', "a game has two sides"),
    ("heap", 'sides = ("left", "right")', 'sides = ("a", "draw")', "a game has two sides"),
    ("heap", 'sides = ("left", "right")', "", "a game has two sides"),
    ("heap", 'sides = ("left", "right")', 'sides = "ab"', "a game has two sides"),
    ("heap", 'sides = ("left", "right")', 'sides = ("", "b")', "a game has two sides"),
    ("heap", 'sides = ("left", "right")', 'sides = ("a", "\\x1b[1m")', "a game has two sides"),
    ("heap", MORE, 'repeated = "loss"', "`repeated` is `loss`, expected"),
    ("heap", MORE, "def winner(self, position, side): return 'me' if position == 0 else None", "no side"),
    ("heap", MORE, "def winner(self, position, side): return None", "nobody has won"),
    ("stairs", WON, "return None", "`won` of `0` returns nothing, expected True or False"),
    ("stairs", WON, "return 1 if position == 20 else False", "won"),
    # rules that do not return
    ("heap", PLAY, "return position - int(move) if position > 4 else 1 // 0", "ZeroDivisionError"),
    ("heap", PLAY, "raise SystemExit", "SystemExit"),
    ("heap", PLAY, "raise GeneratorExit", "GeneratorExit"),
    ("heap", TAKES, "return self.moves(position, side)", "RecursionError"),
    ("stairs", WAYS, "return self.moves(position) if position == 7 else ['+1', '+2']", "RecursionError"),
    ("stairs", UP, "exit(0) if position > 6 else None; return position + int(move)", "SystemExit"),
    ("stairs", UP, "assert position != 9, 'deep'; return position + int(move)", "AssertionError: deep"),
    # games without an end
    ("heap", PLAY, "return (position + 1) % 4 + 1", "so it never ends"),
    ("heap", PLAY, "return position - int(move) if position > 4 else 9", "end"),
    ("stairs", UP, "return position + abs(int(move))", None),
]  # fmt: skip


@pytest.fixture(autouse=True)
def own(folder, monkeypatch):
    use_games_in(monkeypatch, folder)


def answered(game, old, new, more="", command="solve"):
    """Return what a command prints for the usual start of a game with something replaced."""
    source = {"heap": HEAP, "stairs": STAIRS}[game]
    assert old in source
    Path(f"{game}.py").write_text(source.replace(old, new))
    Path("s.yaml").write_text(f"game: {game}\n")
    done = run(f"{command} s.yaml {more} --json")
    return done.exit_code, json.loads(done.stdout)


@pytest.mark.parametrize("name", TRUE)
def test_the_honest_game_is_derived_twice(name):
    status, said = answered(name, MORE, MORE)
    assert (status, said["confirmed_by"]) == (0, "checker")
    assert said["values"]["winner" if name == "heap" else "moves"] == TRUE[name]


@pytest.mark.parametrize(("game", "old", "new", "named"), LIARS)
def test_a_lie_is_named_and_never_answered(game, old, new, named):
    status, said = answered(game, old, new)
    if status == 0:
        assert named is None
        assert said["values"]["winner" if game == "heap" else "moves"] == TRUE[game]
        assert said["confirmed_by"] == "checker"
    else:
        message = said["error"]["message"]
        assert status == 30, message
        assert f"the game {game}" in message
        assert any(each in message for each in named.split("|")), message


def test_a_key_that_makes_a_search_short_leaves_time_to_refuse_it(monkeypatch):
    assert confirming.LEAST_OUTSIDE >= 10
    monkeypatch.setattr(confirming, "LEAST_OUTSIDE", 60.0)  # whatever else this machine does
    most = "int = Field(10_002, "
    key = (
        "def key(self, position, side): return min(position, 2) if position < 10_002 else position"
    )
    source = HEAP.replace("int = Field(10, ", most).replace(MORE, key)
    Path("heap.py").write_text(source)
    Path("s.yaml").write_text("game: heap\n")
    done = run("solve s.yaml")
    assert (done.exit_code, "`key` is wrong" in done.stderr) == (30, True), done.stdout


def test_a_wrong_value_of_parts_is_named():
    parts = "def parts(self, position): return [position // 2, position // 2]"
    status, said = answered("heap", MORE, parts, "--ask value")
    assert status == 30
    assert "the game heap breaks a promise" in said["error"]["message"]


LOOPS = [
    ("stairs", UP, "\n        while position == 9: pass\n        return position + int(move)"),
    ("heap", PLAY, "\n        while position == 2: pass\n        return position - int(move)"),
    ("heap", "return self.heap", "\n        while True: pass"),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("game", "old", "new"), LOOPS)
def test_an_endless_loop_in_one_position_ends_with_the_time(game, old, new):
    began = time.monotonic()
    status, said = answered(game, old, new, "--time-limit 0.2")
    assert status == 30
    assert "does not end" in said["error"]["message"]
    assert time.monotonic() - began < 10


def test_no_control_character_of_rules_or_certificates_reaches_a_terminal():
    rows = 'def rows(self, position): return ["\\x1b[31m" + str(position)]'
    field = 'steps: int = Field(20, ge=0, le=10**6)\n    board: str = Field("ä\\x1b[31m")'
    source = STAIRS.replace("steps: int = Field(20, ge=0, le=10**6)", field)
    Path("stairs.py").write_text(
        source.replace("def rows(self, position): return [str(position)]", rows)
    )
    Path("s.yaml").write_text("game: stairs\n")
    solved = run("solve s.yaml --certificate proof.json")
    verified = run("verify proof.json")
    assert (solved.exit_code, verified.exit_code) == (0, 0), solved.stderr
    assert "\\x1b[31m" in solved.stdout
    assert "ä\\x1b[31m" in verified.stdout
    assert "\x1b" not in solved.stdout + verified.stdout


@pytest.mark.parametrize("sign", ["'", ",", ".", '"', "#", "x2"])
def test_moves_that_look_like_something_else_are_read_to_the_letter(sign):
    moves = f"return [str(n) + {sign!r} for n in (1, 2, 3) if n <= position]"
    source = HEAP.replace(TAKES, moves).replace(PLAY, "return position - int(move[0])")
    Path("heap.py").write_text(source)
    Path("s.yaml").write_text("game: heap\n")
    Path("answer.json").write_text(run("solve s.yaml --json").stdout)
    Path("plan.txt").write_text(run("solve s.yaml --view moves").stdout)
    assert [run(f"check s.yaml {file}").exit_code for file in ("answer.json", "plan.txt")] == [0, 0]


@pytest.mark.parametrize("noise", ["print('noise')", "import sys; sys.stdout.write('noise')"])
def test_what_rules_print_is_not_in_the_json(noise):
    status, said = answered("heap", PLAY, f"{noise}; {PLAY}")
    assert (status, said["values"]["winner"]) == (0, "left")


DEEP = "if position == 2 else None; " + PLAY
IN_A_PROCESS = [
    (f"import os; os._exit(0) {DEEP}", "heap: its rules end the program, with status 0"),
    (
        f"import ctypes; ctypes.string_at(0) {DEEP}",
        "heap: its rules end the program, with status -11",
    ),
    (f"import time; time.sleep(99) {DEEP}", "heap: its rules do not return"),
    (f"import itertools; sum(itertools.count()) {DEEP}", "heap: its rules do not return"),
    (f"import os; os.write(1, b'noise'); {PLAY}", None),
    (f"import sys; sys.stdout.close(); {PLAY}", None),
    (f"import sys; sys.stdout = None; {PLAY}", None),
]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no process for the rules")
@pytest.mark.parametrize(("play", "named"), IN_A_PROCESS)
def test_what_rules_do_to_their_process_is_named_or_does_no_harm(play, named, monkeypatch):
    monkeypatch.setattr(process, "PATIENCE", 0.5 if "not return" in str(named) else 10.0)
    Path("heap.py").write_text(HEAP.replace(PLAY, play))
    Path("s.yaml").write_text("game: heap\n")
    done = run_process("--game-path heap.py solve s.yaml --json --time-limit 5")
    said = json.loads(done.stdout)
    if named is None:
        assert (done.returncode, said["values"]["winner"]) == (0, "left")
    else:
        assert (done.returncode, said["error"]["message"]) == (30, f"the game {named}")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no process for the rules")
@pytest.mark.parametrize("command", ["solve s.yaml --json", "verify proof.json --json"])
def test_a_file_that_ends_the_program_when_it_is_imported_is_named(command):
    Path("heap.py").write_text(f"import os\nos._exit(0)\n{HEAP}")
    Path("stairs.py").write_text(STAIRS)
    Path("s.yaml").write_text("game: heap\n")
    done = run_process(f"--game-path stairs.py --game-path heap.py {command}")
    said = "the game heap: its rules end the program, with status 0"
    assert (done.returncode, json.loads(done.stdout)["error"]["message"]) == (30, said)


@pytest.mark.parametrize("command", ["prove", "solve"])
@pytest.mark.parametrize(("game", "old", "key"), [each[:3] for each in LIARS if "key" in each[2]])
def test_nothing_is_said_to_be_solved_before_its_certificate_names_the_lie(game, old, key, command):
    source = {"heap": HEAP, "stairs": STAIRS}[game]
    Path(f"{game}.py").write_text(source.replace(old, key))
    Path("s.yaml").write_text(f"game: {game}\n")
    done = run(f"{command} s.yaml --confirm never --certificate proof.json")
    assert done.exit_code == 30
    assert done.stdout == ""
    assert " a promise" in done.stderr
    assert not Path("proof.json").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no process for the rules")
def test_rules_that_end_the_program_verify_nothing():
    ends = "import os; os._exit(0) if os.path.exists('proof.json') else None; return self.heap"
    Path("heap.py").write_text(HEAP.replace("return self.heap", ends))
    Path("s.yaml").write_text("game: heap\n")
    run_process("--game-path heap.py solve s.yaml --certificate proof.json")
    done = run_process("--game-path heap.py verify proof.json")
    said = "the game that the certificate names: its rules end the program, with status 0"
    assert (done.returncode, said in done.stderr) == (30, True), done


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no process for the rules")
@pytest.mark.parametrize(("sign", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_reaches_rules_in_their_process(sign, status):
    source = HEAP.replace(
        "def rows", "def key(self, p, s): import time; time.sleep(0.01); return p\n    def rows"
    )
    Path("heap.py").write_text(source.replace("Field(10,", "Field(5000,"))
    Path("s.yaml").write_text("game: heap\n")
    with start_process("--game-path heap.py solve s.yaml --json -v") as solving:
        solving.stderr.readline()  # which says that the search begins
        solving.send_signal(sign)
        assert json.loads(solving.communicate(timeout=30)[0])["status"] in ("error", "unknown")
    assert solving.returncode == status


REVIEWED = [
    ("heap", "def key(self, position, side): return 0", "1 2 3 1 3", {1: "2", 2: "1"}),
    ("heap", "def key(self, position, side): return position // 4", "1 2 3 1 3", {1: "2", 2: "1"}),
    ("stairs", "def key(self, position): return min(position, 9)", "+5 +5 +5 +2 +2 +1", {4: "+5"}),
    ("stairs", "def key(self, position): return position % 7", "+5 +5 +5 +2 +2 +1", {4: "+5"}),
]


@pytest.mark.parametrize(("game", "key", "plan", "mistakes"), REVIEWED)
def test_a_review_does_without_a_key_that_may_lie(game, key, plan, mistakes):
    Path("plan.txt").write_text(plan.replace(" ", "\n"))
    status, said = answered(game, MORE, key, "plan.txt", command="review")
    assert status == 0
    better = {each["turn"]: each["better"][0] for each in said["moves"] if each["better"]}
    assert better == mistakes


def test_rules_that_end_the_program_deep_in_a_game_are_named_by_every_command():
    Path("plan.txt").write_text("+5\n" * 200)
    ends = "exit(0) if position == 900 else None; return position + int(move)"
    source = STAIRS.replace(UP, ends).replace("Field(20,", "Field(1000,")
    Path("stairs.py").write_text(source)
    Path("s.yaml").write_text("game: stairs\n")
    done = run("check s.yaml plan.txt")
    assert done.exit_code == 30
    assert "the rules of `stairs` break a promise" in done.stderr


def test_a_game_of_many_plies_is_solved():
    source = HEAP.replace("(1, 2, 3)", "(1,)").replace("Field(10", "Field(50_001")
    Path("heap.py").write_text(source)
    Path("s.yaml").write_text("game: heap\n")
    done = run("solve s.yaml")
    assert done.exit_code == 0, done.stderr  # which says how it goes after ten seconds
    assert "Solved: left wins" in done.stdout
