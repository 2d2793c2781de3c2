"""`draw` and the pictures of other commands, as a user meets them: files, messages, statuses."""

import io
import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from PIL import Image

import toadstone
from command_line import run
from pictures_of import SCENARIOS
from tests.view.test_pictures import SVG, classes, tiles
from toadstone.engines.instance import make_instance
from toadstone.proofs.result import Explanation

CROSSING = SCENARIOS / "river-toad/jump-of-two.yaml"
"""Won in 8 turns."""
LOST = SCENARIOS / "river-toad/starvation.yaml"
SHORT_OF_HP = SCENARIOS / "river-toad/overdraft-forbidden.yaml"
FRONT = SCENARIOS / "river-toad/front-of-moves-and-hp.yaml"
DUCK = SCENARIOS / "ugly-duck/remoteness-of-three-by-three.yaml"
VALUE = SCENARIOS / "toads-and-frogs/half-a-move.yaml"
UP = SCENARIOS / "toads-and-frogs/up.yaml"
PAIR = SCENARIOS / "toads-and-frogs/two-against-two.yaml"
PUZZLE = SCENARIOS / "frog-puzzle/first-across.yaml"


def draw(tmp_path, name, *arguments, status=0):
    """Return what `draw` writes."""
    file = tmp_path / name
    done = run("draw", *arguments, "-o", file)
    assert done.exit_code == status, done.stderr
    assert done.stdout.startswith(f"Wrote {file}: ")
    return file.read_bytes()


def refused(tmp_path, *arguments, status=2, name="picture.svg"):
    """Return the one message of `draw`, which is to write nothing."""
    before = sorted(tmp_path.iterdir())
    done = run("draw", *arguments, "-o", tmp_path / name)
    assert done.exit_code == status
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.iterdir()) == before
    return done.stderr


def texts(states):
    return list(map(str, states))


def states_of(scenario):
    return texts(toadstone.solve(scenario).states)


def shown_in(svg):
    return [state for state, _ in tiles(svg)]


def replays_in(page):
    """Return the replays of a page, by the tags that open them."""
    return re.findall(r'<section[^>]*class="replay"', page)


# --- each suffix its kind -----------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [CROSSING, DUCK, VALUE, PUZZLE], ids=lambda path: path.stem)
def test_an_svg_is_xml_that_shows_every_state_of_the_answer(tmp_path, scenario):
    arguments = ["--ask", "winner"] if scenario is VALUE else []
    drawn = draw(tmp_path, "sheet.svg", scenario, *arguments)
    assert ElementTree.fromstring(drawn).tag == f"{SVG}svg"
    asked = {"ask": "winner"} if scenario is VALUE else {}
    assert shown_in(drawn) == texts(toadstone.solve(scenario, **asked).states)


def test_a_png_has_its_signature_and_twice_the_size_of_the_svg(tmp_path):
    drawn = draw(tmp_path, "sheet.png", CROSSING)
    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    root = ElementTree.fromstring(draw(tmp_path, "sheet.svg", CROSSING))
    size = [2 * float(root.attrib[side]) for side in ("width", "height")]
    assert Image.open(io.BytesIO(drawn)).size == pytest.approx(size, abs=1)


def test_a_gif_has_a_frame_for_each_state(tmp_path):
    image = Image.open(io.BytesIO(draw(tmp_path, "crossing.gif", CROSSING)))
    assert image.format == "GIF"
    assert image.n_frames == len(states_of(CROSSING))


def test_an_html_replay_holds_every_state_and_asks_for_nothing(tmp_path):
    page = draw(tmp_path, "crossing.html", CROSSING).decode()
    assert page.startswith("<!doctype html>")
    assert "A jump of two" in page
    for state in states_of(CROSSING):
        assert state in page
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)


def test_a_suffix_in_capitals_is_the_same_suffix(tmp_path):
    assert draw(tmp_path, "A.SVG", CROSSING) == draw(tmp_path, "b.svg", CROSSING)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["a.svg", "a.png", "a.gif", "a.html"])
def test_two_runs_write_the_same_bytes(tmp_path, name):
    first = draw(tmp_path, name, CROSSING)
    assert draw(tmp_path, f"again-{name}", CROSSING) == first


# --- what is drawn ------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 3, 8])
def test_turn_draws_one_board(tmp_path, turn):
    drawn = draw(tmp_path, "turn.svg", CROSSING, "--turn", turn)
    assert shown_in(drawn) == [states_of(CROSSING)[turn]]


@pytest.mark.parametrize("scenario", [CROSSING, LOST, DUCK], ids=lambda path: path.stem)
def test_start_draws_the_start_alone_even_of_what_cannot_be_won(tmp_path, scenario):
    (start,) = shown_in(draw(tmp_path, "start.svg", scenario, "--start"))
    rules_start = toadstone.check(scenario, []).states[0]
    assert start == str(rules_start)


def test_plan_draws_a_plan_of_ones_own(tmp_path):
    plan = tmp_path / "plan.txt"
    plan.write_text("stay\nstay\nstay\nstay\nleft-2\nstay\nright-2\nright-2\n")
    drawn = draw(tmp_path, "plan.svg", CROSSING, "--plan", plan)
    checked = toadstone.check(CROSSING, plan.read_text().split())
    assert checked.valid
    assert shown_in(drawn) == texts(checked.states)


def test_a_plan_that_fails_is_drawn_up_to_there_and_named_invalid(tmp_path):
    plan = tmp_path / "plan.txt"
    plan.write_text("stay\n" * 8)
    done = run("draw", CROSSING, "--plan", plan, "-o", tmp_path / "plan.svg")
    assert done.exit_code == 10
    (message,) = done.stderr.splitlines()
    turn = int(re.match(r"toadstone: the plan fails at turn (\d+)\b", message)[1])
    checked = toadstone.check(CROSSING, plan.read_text().split())
    assert not checked.valid
    assert shown_in((tmp_path / "plan.svg").read_bytes()) == texts(checked.states)
    assert len(checked.states) == turn + 1


def test_a_plan_file_that_is_none_is_refused_with_its_place(tmp_path):
    plan = tmp_path / "plan.txt"
    plan.write_text("stay\nhop\n")
    message = refused(tmp_path, CROSSING, "--plan", plan, status=30)
    assert f"{plan}:2:1: error: " in message
    assert len(message.splitlines()) <= 3


def test_a_plan_is_not_replaced_by_its_picture(tmp_path):
    plan = tmp_path / "plan.svg"
    plan.write_text("stay\n")
    message = refused(tmp_path, CROSSING, "--plan", plan, name="plan.svg", status=30)
    assert "plan.svg: error: cannot write: this file is the plan" in message
    assert plan.read_text() == "stay\n"


def test_of_what_cannot_be_won_the_cause_is_drawn_and_the_exit_status_says_so(tmp_path):
    done = run("draw", LOST, "-o", tmp_path / "lost.svg")
    assert done.exit_code == 10
    assert done.stderr == "toadstone: there is no plan: the cause is drawn\n"
    drawn = (tmp_path / "lost.svg").read_text()
    assert len(shown_in(drawn)) == 1
    words = " ".join(ElementTree.fromstring(drawn).itertext())
    rolls = [each["turn"] for each in toadstone.explain(LOST).to_json()["core"]]
    assert [int(turn) for turn in re.findall(r"(?<!after )turn (\d+)(?= )", words)][::-1] == rolls
    assert "lost after turn 20, with 1 HP left" in words


def test_a_gif_of_what_cannot_be_won_is_refused_with_what_draws_the_cause(tmp_path):
    done = run("draw", LOST, "-o", tmp_path / "lost.gif")
    assert done.exit_code == 10
    says = "there is no plan to animate: draw the cause as .png, .svg, .pdf or .html"
    assert done.stderr == f"toadstone: {says}\n"
    with pytest.raises(toadstone.RequestError, match=says):
        toadstone.draw(toadstone.solve(LOST), tmp_path / "lost.gif")
    assert not list(tmp_path.iterdir())


def test_the_picture_of_a_cause_states_what_else_is_there_and_its_legend_only_what_is(tmp_path):
    words = draw(tmp_path, "a.html", SHORT_OF_HP, status=10).decode()
    assert "with all other snakes removed and the flies kept. Cause: too little" in words
    assert "Without the flies, turn 6 alone is enough." in words
    drawn = ElementTree.fromstring(draw(tmp_path, "a.svg", SHORT_OF_HP, status=10))
    words = " ".join(" ".join(drawn.itertext()).split())
    assert "These 2 rolls alone make it unwinnable, with all other snakes removed and" in words
    assert "lost after turn 7, with 2 HP left" in words
    assert "snake, comes down a row a turn" in words
    assert "fly on a bank" not in words
    assert "came down in this turn" not in words
    wall = SCENARIOS / "river-toad/wall-of-snakes.yaml"
    drawn = draw(tmp_path, "b.svg", wall, status=10).decode()
    assert "lost after turn 4" in drawn
    assert "1000000 HP" not in drawn


def test_a_pdf_is_a_page_whose_parts_are_where_it_says(tmp_path):
    drawn = draw(tmp_path, "sheet.pdf", CROSSING)
    assert drawn.startswith(b"%PDF-1.4\n")
    table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", drawn)[1])
    assert drawn[table:].startswith(b"xref\n0 6\n")
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", drawn[table:])]
    for number, place in enumerate(places, 1):
        assert drawn[place:].startswith(b"%d 0 obj<<" % number)
    root = ElementTree.fromstring(draw(tmp_path, "sheet.svg", CROSSING))
    size = re.search(rb"MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", drawn).groups()
    wanted = [float(root.attrib[side]) for side in ("width", "height")]
    assert [float(each) for each in size] == pytest.approx(wanted, abs=1)


@pytest.mark.exhaustive
def test_a_page_that_says_why_it_cannot_be_won_is_announced_so(tmp_path):
    for name in ["lost.html", "LOST.HTML"]:
        done = run("draw", LOST, "-o", tmp_path / name)
        assert done.exit_code == 10
        says = "toadstone: there is no plan: the cause is drawn\n"
        assert done.stderr == says
        assert "Start with 1 more HP" in (tmp_path / name).read_text()


def test_where_there_is_no_time_to_explain_the_page_says_what_is_proven(tmp_path, monkeypatch):

    def out_of_time(scenario, budget, **rest):
        instance = make_instance(scenario)
        return Explanation(instance, explainer=None, solver=None)

    monkeypatch.setattr("toadstone.proofs.explain.explain", out_of_time)
    page = draw(tmp_path, "lost.html", LOST, status=10).decode()
    assert "Proven impossible: there is no plan." in page


def test_a_game_without_explanations_is_drawn_at_its_start(tmp_path):
    file = tmp_path / "lost.html"
    done = run("draw", SCENARIOS / "frog-puzzle/no-way-back.yaml", "-o", file)
    assert done.exit_code == 10
    assert done.stderr == "toadstone: there is no plan: the start is drawn\n"
    assert "Proven impossible: there is no plan." in file.read_text()
    assert len(replays_in(file.read_text())) == 1


def test_an_explanation_of_what_can_be_won_says_so(tmp_path):
    toadstone.draw(toadstone.explain(CROSSING), tmp_path / "won.html")
    assert "It can be won." in (tmp_path / "won.html").read_text()


def test_what_is_undecided_says_why_and_what_is_drawn(tmp_path):
    long = SCENARIOS / "river-toad/three-hundred-turns.yaml"
    done = run("draw", long, "--time-limit", 0.001, "-o", tmp_path / "a.svg")
    assert done.exit_code == 20
    assert done.stderr == ("toadstone: undecided, the time limit was reached: the start is drawn\n")
    drawn = (tmp_path / "a.svg").read_text()
    assert len(shown_in(drawn)) == 1
    words = " ".join(ElementTree.fromstring(drawn).itertext())
    assert "Undecided: the time limit was reached before a plan was found or excluded." in words
    done = run("draw", CROSSING, "--method", "greedy", "-o", tmp_path / "b.svg")
    assert done.exit_code == 20
    says = "toadstone: undecided, greedy takes no move back: the best found is drawn\n"
    assert done.stderr == says
    drawn = (tmp_path / "b.svg").read_text()
    assert shown_in(drawn) == texts(toadstone.solve(CROSSING, method="greedy").states)
    words = " ".join(ElementTree.fromstring(drawn).itertext())
    assert "5 HP, not proven best: greedy takes no move back." in words


def test_best_moves_of_a_game_for_two_are_named_on_every_board(tmp_path):
    from toadstone.core.rules import RULES
    from toadstone.engines.adversarial.perfect_play import PerfectPlay

    answer = toadstone.solve(PAIR)
    page = draw(tmp_path, "pair.html", PAIR).decode()
    play = PerfectPlay(answer.instance.game.get(RULES)(answer.scenario))
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page)
    assert len(captions) == len(answer.replay.states)
    marked = 0
    for caption, state in zip(captions, answer.replay.states, strict=True):
        best = [] if play.payoff(state) < 0 else [str(move) for move in play.best_moves(state)]
        named = re.search(r"best: ([^<]*)", caption)
        assert (named[1].split(", ") if named else []) == best
        marked += bool(best)
    assert marked >= 2


def test_the_page_of_what_cannot_be_won_shows_causes_and_a_replay_for_each_repair(tmp_path):
    page = draw(tmp_path, "lost.html", LOST, status=10).decode()
    explained = toadstone.explain(LOST).to_json()
    assert "Proven impossible" in page
    assert "turn 2" in page
    [turn] = explained["repairs"]["rolls"]["turns"]
    repairs = (f"Replace the roll of turn {turn} by 0", "Start with 1 more HP: 11 instead of 10")
    for repair in repairs:
        assert repair in page
    repairs = [each for each in explained["repairs"].values() if each]
    assert len(replays_in(page)) == 1 + len(repairs) > 2


def test_a_front_is_drawn_as_its_plot_and_as_one_replay_a_point(tmp_path):
    front = toadstone.solve(FRONT).front
    svg = draw(tmp_path, "front.svg", FRONT)
    assert shown_in(svg) == []  # no board
    words = " ".join(ElementTree.fromstring(svg).itertext())
    assert "moves" in words
    assert "HP" in words
    page = draw(tmp_path, "front.html", FRONT).decode()
    assert len(replays_in(page)) == len(front) > 1
    for number in range(1, len(front) + 1):
        assert f"Point {number}" in page
    assert "Proven best: the whole front, 6 points." in page
    assert "fewest actions other than stay) against max-hp" in page


@pytest.mark.parametrize(("scenario", "value"), [(VALUE, "1/2"), (UP, "^")])
def test_a_value_is_drawn_as_its_thermograph(tmp_path, scenario, value):
    svg = draw(tmp_path, "value.svg", scenario)
    root = ElementTree.fromstring(svg)
    assert shown_in(svg) == []
    assert {"wall-one", "mast"} & set(classes(root))
    assert value in "".join(root.itertext())
    assert len(shown_in(draw(tmp_path, "board.svg", scenario, "--turn", 0))) == 1


def test_light_and_dark_are_always_so_and_auto_follows(tmp_path):
    auto, light, dark = (
        draw(tmp_path, f"{theme}.svg", PUZZLE, "--theme", theme).decode()
        for theme in ("auto", "light", "dark")
    )
    assert "prefers-color-scheme" in auto
    assert "prefers-color-scheme" not in light + dark
    assert light != dark


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("a.jpg", []), ("a.gif", ["--turn", 1]), ("no/such/a.svg", []), ("folder.svg", [])],
)
def test_what_cannot_be_drawn_is_refused_before_it_is_solved(
    tmp_path, monkeypatch, name, arguments
):
    def solve(*arguments, **options):
        raise AssertionError("solved")

    monkeypatch.setattr("toadstone_cli.draw.answer_with_progress", solve)
    (tmp_path / "folder.svg").mkdir()
    done = run("draw", LOST, *arguments, "-o", tmp_path / name)
    assert done.exit_code in {2, 30}


@pytest.mark.parametrize(("name", "missing"), [("a.png", "PIL"), ("a.gif", "resvg_py")])
def test_what_the_extra_is_missing_for_is_refused_before_it_is_solved(
    tmp_path, monkeypatch, name, missing
):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setitem(sys.modules, f"{missing}.Image", None)
    message = refused(tmp_path, LOST, name=name)
    assert "pip install 'toadstone[pictures]'" in message
    assert "there is no plan" not in message


SUFFIXES = "expected a name that ends in `.svg`, `.png`, `.pdf`, `.gif` or `.html`, found"
ONE_BOARD = "--turn draws one board: expected a name that ends in `.svg`, `.png` or `.pdf`"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("a.svg", ["--turn", 9], "--turn: expected a turn from 0 to 8, found `9`"),
        ("a.svg", ["--turn", 1000], "--turn: expected a turn from 0 to 8, found `1000`"),
        ("a.svg", ["--turn", "-1"], "Invalid value for '--turn': expected at least 0"),
        ("a.svg", ["--start", "--turn", 1], "--turn: expected 0, there is only the start, found"),
        ("a.gif", ["--turn", 1], ONE_BOARD),
        ("a.html", ["--turn", 1], ONE_BOARD),
        ("a.svg", ["--start", "--plan", "plan.txt"], "--start does not go with --plan"),
        *((name, [], SUFFIXES) for name in ("picture.jpg", "picture", "svg", ".svg.gz")),
    ],
)
def test_options_that_do_not_fit_are_refused_with_those_that_do(tmp_path, name, arguments, message):
    assert message in refused(tmp_path, CROSSING, *arguments, name=name)


def test_a_picture_does_not_replace_the_scenario_it_is_drawn_of(tmp_path):
    file = tmp_path / "scenario.svg"
    file.write_text(CROSSING.read_text())
    done = run("draw", file, "-o", file)
    assert done.exit_code == 30
    assert "scenario.svg" in done.stderr
    assert file.read_text() == CROSSING.read_text()


def test_a_folder_that_is_not_there_is_named_before_anything_is_solved(tmp_path):
    message = refused(tmp_path, LOST, name="no/such/folder/picture.svg", status=30)
    assert "no/such/folder/picture.svg" in message
    assert "there is no plan" not in message


def test_a_scenario_that_is_wrong_is_refused_with_its_place(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text("game: river-toad\ntoad: {hp: no}\nask: survive\n")
    assert f"{file}:2:" in refused(tmp_path, file, status=30)


WITHOUT_EXTRA = """
import sys
sys.modules[sys.argv[1]] = None
sys.argv[:] = ["toadstone", *sys.argv[2:]]
from toadstone_cli.__main__ import run
run()
"""


def run_without(package, *arguments):
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRA, package, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "package"), [("a.png", "resvg_py"), ("a.gif", "PIL")])
def test_without_the_extra_the_message_says_what_to_install(tmp_path, package, name):
    done = run_without(package, "draw", PUZZLE, "-o", tmp_path / name)
    assert done.returncode == 2
    (message,) = done.stderr.splitlines()
    assert "pip install 'toadstone[pictures]'" in message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["a.svg", "a.html"])
def test_svg_and_html_need_no_extra(tmp_path, name):
    done = run_without("PIL", "draw", PUZZLE, "-o", tmp_path / name)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / name).read_bytes() == draw(tmp_path, f"with-{name}", PUZZLE)


# --- pictures of other commands -----------------------------------------------------------------


def test_tree_draws_the_moves_that_it_prints(tmp_path):
    scenario = SCENARIOS / "river-toad/wall-of-snakes.yaml"
    file = tmp_path / "tree.svg"
    done = run("tree", scenario, "--json", "-o", file)
    assert done.exit_code == 10
    drawn = ElementTree.parse(file).iter(f"{SVG}text")
    words = {word for each in drawn for word in "".join(each.itertext()).split()}
    moves = moves_in(json.loads(done.stdout))
    assert moves
    assert moves <= words
    assert run("tree", scenario, "-o", tmp_path / "tree.png").exit_code == 10
    assert Image.open(io.BytesIO((tmp_path / "tree.png").read_bytes())).format == "PNG"


def moves_in(tree):
    """Return the moves anywhere in the JSON of a tree."""
    if isinstance(tree, list):
        return set().union(*map(moves_in, tree))
    if not isinstance(tree, dict):
        return set()
    own = {tree["move"]} if isinstance(tree.get("move"), str) else set()
    return own | set().union(*map(moves_in, tree.values()))


def table_in(file):
    """Return headings and rows of the table of a page, which has to have buttons that sort."""
    page = file.read_text()
    headings = re.findall(r"<th[^>]*><button[^>]*>([^<]*)", page)
    assert "aria-sort" in page
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in body.split("</tr>")[:-1]]
    assert all(len(row) == len(headings) for row in rows)
    return headings, rows


TABLES = [
    pytest.param(["compare", PUZZLE], "method", id="compare"),
    pytest.param(["atlas", "toads-and-frogs", "--cells", 4], "start", id="atlas"),
    (["tournament", "toads-and-frogs", "--player", "random,perfect", "--games", 2], "player"),
]


@pytest.mark.parametrize(("command", "first"), TABLES)
def test_a_table_is_written_as_a_page_that_sorts(tmp_path, command, first):
    file = tmp_path / "table.html"
    done = run(*command, "-o", file)
    assert done.exit_code == 0, done.stderr
    headings, rows = table_in(file)
    assert first in headings
    assert rows
    names = {row[headings.index(first)] for row in rows}
    assert all(name in done.stdout for name in names)


@pytest.mark.parametrize(("command", "first"), TABLES)
def test_a_table_is_html_only(tmp_path, command, first):
    done = run(*command, "-o", tmp_path / "table.svg")
    assert done.exit_code == 2
    assert "expected a name that ends in `.html`" in done.stderr
    assert list(tmp_path.iterdir()) == []
