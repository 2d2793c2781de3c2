"""Grades against submissions that were marked by hand, see `tests/grading`."""

import csv
import io
import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

import toadstone
from command_line import run
from places import TESTS
from toadstone.core.budget import Budget
from toadstone.core.errors import DisagreementError
from toadstone.engines.answer import Status
from toadstone.engines.instance import make_instance
from toadstone.loading import named_source, read_scenario
from toadstone.services.grading import grade as grade_module
from toadstone.services.grading.distance import distance
from toadstone.services.grading.grade import Examiner, Mark, Rubric
from toadstone.services.grading.grading import grade_all
from toadstone.services.grading.pages import file_names, results
from toadstone.services.grading.submissions import of_plans, submissions, title_of
from toadstone_cli.output import ExitStatus

FOLDER = TESTS / "grading"
COURSE = TESTS / "data" / "squirrel-war"
CASES = [
    (path.parent, name, mark)
    for path in sorted(FOLDER.glob("*/marks.yaml"))
    for name, mark in yaml.safe_load(path.read_text()).items()
]
SNAKE = FOLDER / "one-snake" / "scenario.yaml"
HOSTILE = "<img src=x onerror=document.title='owned'>&\"'.txt"


def graded(*arguments, status=ExitStatus.ANSWERED):
    done = run("grade", *arguments, "--json")
    assert done.exit_code == status
    (line,) = done.stdout.splitlines()
    return json.loads(line)


def by_name(said):
    return {grade["name"]: grade for grade in said["grades"]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Marked by hand


@pytest.mark.parametrize("case", sorted({folder for folder, _, _ in CASES}), ids=lambda p: p.name)
def test_grades_are_those_given_by_hand(case):
    files = [case / name for folder, name, _ in CASES if folder == case]
    grades = toadstone.grade(case / "scenario.yaml", files).grades
    for grade, (_, name, marked) in zip(
        grades, [each for each in CASES if each[0] == case], strict=True
    ):
        said = grade.to_json()
        at = said["at"]
        found = [said["mark"], at, said["gap"], said["points"]]
        assert (name, found) == (name, marked)


def test_the_json_is_that_of_the_contract():
    said = graded(SNAKE, SNAKE.parent / "two-too-many.txt")
    assert said["best"] == {
        "values": {"hp": 3, "moves": 1, "flies": 0, "turns": 3, "start_hp": 4},
        "proven": True,
        "confirmed_by": "checker",
        "status": "optimal",
    }
    assert said["rubric"]["best"] == 100
    (grade,) = said["grades"]
    assert grade["values"] == {"hp": 1, "moves": 3, "flies": 0, "turns": 3, "start_hp": 4}
    assert (grade["gap"], grade["points"], grade["of"]) == (2, 80, 100)
    assert grade["understood"].startswith('numbered, a move a line; "left 1" as left-1')


def test_the_table_has_a_row_for_each_submission_and_no_formulas(folder):
    Path("=1+1.txt").write_text("s s s")
    done = run("grade", SNAKE, "=1+1.txt", SNAKE.parent / "best.txt", "--csv")
    first, second = csv.DictReader(io.StringIO(done.stdout))
    assert (first["name"], first["points"], first["at"]) == ("'=1+1.txt", "0", "3")
    assert (second["name"], second["points"], second["hp"]) == ("best.txt", "100", "3")


def test_the_page_shows_rubric_best_verdicts_and_the_board_at_the_fault():
    page = run("grade", SNAKE, SNAKE.parent / "asleep.txt").stdout
    assert "Proven best: 3 HP." in page
    assert "Rubric: 100 points for the best;" in page
    assert "0 of 100  asleep.txt\n  Invalid at turn 3 (stay): caught by a snake.\n" in page
    assert ".|..X..|." in page
    two = ["grade", SNAKE, SNAKE.parent / "asleep.txt", SNAKE.parent / "best.txt"]
    assert ".|..X..|." not in run(*two).stdout
    assert ".|..X..|." in run(*two, "--boards").stdout
    assert max(map(len, run(*two).stdout.splitlines())) <= 80


def test_a_front_is_a_best_and_the_gap_is_to_its_nearest_better_point():
    name = "front-of-moves-and-hp"
    front = toadstone.solve(name).front
    plans = {str(number): list(map(str, line.moves)) for number, line in enumerate(front)}
    assert [grade.gap for grade in toadstone.grade(name, plans).grades] == [0] * len(front)


# Two-player games


def test_a_course_file_is_marked_by_its_first_line_that_differs(folder):
    log = (COURSE / "traverse_log_2.txt").read_text()
    Path("wrong.txt").write_text(log.replace("B3,1,63", "B3,1,62"))
    Path("short.txt").write_text("\r\n".join(log.splitlines()[:20]))
    Path("long.txt").write_text(f"{log}\nroot,0,63\n")
    files = [COURSE / "next_state_2.txt", COURSE / "traverse_log_2.txt"]
    said = graded(COURSE / "input_2.txt", *files, "wrong.txt", "short.txt", "long.txt")
    grades = by_name(said)
    assert [grades[each.name]["points"] for each in files] == [100, 100]
    assert (grades["wrong.txt"]["at"], grades["wrong.txt"]["reason"]) == (
        15,
        'found "B3,1,62", right is "B3,1,63"',
    )
    assert (grades["short.txt"]["at"], grades["short.txt"]["reason"]) == (
        21,
        'the file ends, right is "A4,1,35"',
    )
    assert grades["long.txt"]["reason"] == 'found "root,0,63", right is the end of the file'


def test_check_reads_the_files_of_the_course_too(folder):
    log = COURSE / "traverse_log_2.txt"
    done = run("check", COURSE / "input_2.txt", log)
    assert (done.exit_code, "all 36 lines of traverse_log.txt are right" in done.stdout) == (
        0,
        True,
    )
    Path("wrong.txt").write_text(log.read_text().replace("B3,1,63", "B3,1,62"))
    done = run("check", COURSE / "input_2.txt", "wrong.txt", "--json")
    reason = 'found "B3,1,62", right is "B3,1,63"'
    assert json.loads(done.stdout) == {"valid": False, "at": 15, "reason": reason}
    assert done.exit_code == ExitStatus.IMPOSSIBLE


def test_a_review_names_the_first_mistake_of_plans_that_are_not_the_best(folder):
    plans = {"best": "l s s", "worse": "l r l", "lost": "s s s", "shorter": "l"}
    for name, plan in plans.items():
        Path(name).write_text(plan)
    said = by_name(graded(SNAKE, *plans, "--review", status=ExitStatus.ANSWERED))
    mistake = "First mistake: turn 2 (right-1): it costs 2 HP; better: stay."
    assert said["worse"]["sentence"].endswith(f"where 3 is best. {mistake}")
    assert (said["worse"]["at"], said["worse"]["points"]) == (2, 80)
    assert said["lost"]["sentence"] == "Invalid at turn 3 (stay): caught by a snake."
    assert (said["best"]["at"], said["shorter"]["at"]) == (None, 2)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_next_boards_of_the_course_are_right(number):
    said = graded(COURSE / f"input_{number}.txt", COURSE / f"next_state_{number}.txt")
    assert said["grades"][0]["points"] == 100


def test_a_battle_is_held_against_the_course_s_trace(folder):
    trace = (COURSE / "trace_state_5.txt").read_text().splitlines()
    Path("wrong.txt").write_text("\n".join([*trace[:6], "XXXXX", *trace[7:]]))
    said = graded(COURSE / "input_5.txt", COURSE / "trace_state_5.txt", "wrong.txt")
    right, wrong = said["grades"]
    assert (right["points"], wrong["points"], wrong["at"]) == (100, 0, 7)
    assert wrong["reason"] == f'found "XXXXX", right is "{trace[6]}"'


def test_the_move_of_a_stated_method_is_the_right_one():
    said = toadstone.grade(COURSE / "input_2.txt", {"right": "b3", "wrong": "A1"})
    assert [grade.points for grade in said.grades] == [100, 0]
    assert "takes B3 here, not A1" in said.grades[1].sentence


def test_with_remoteness_a_slower_win_is_a_mistake():
    # After 4-5 the frog cannot move: toads win in 1 ply. After 1-3 it goes 2-1, and is stuck after
    # the toads' next move: 3 plies.
    text = "game: toads-and-frogs\nstart: TF_T_\nask: remoteness\n"
    fast, slow = toadstone.grade(text, {"fast": "4-5", "slow": "1-3"}).grades
    assert (fast.gap, slow.gap, slow.points) == (0, 2, 30)
    assert slow.sentence == (
        "Legal, but not the best at turn 1 (1-3): it costs 2 plies; better: 4-5."
    )
    assert toadstone.grade(text, {"slow": "1-3"}, ask="winner").grades[0].points == 100


# The best that is not proven


def snake(ask=()):
    return make_instance(read_scenario(named_source(str(SNAKE))), ask)


def unproven(plan):
    """Return the answer with another plan, as a search that was stopped leaves it."""
    best = toadstone.solve(str(SNAKE))
    line = toadstone.check(SNAKE, plan.split()).replay
    return replace(best, status=Status.FEASIBLE, replay=line, bounds=(4,))


def test_against_a_best_that_is_not_proven_nothing_is_called_best():
    said = grade_all(
        "", Examiner(unproven("l s s")), of_plans({"a": "l r l", "b": "s r s"}), Budget()
    )
    assert said.in_words() == "The best known, not proven best: 3 HP."
    first, second = (grade.sentence for grade in said.grades)
    assert first == (
        "Valid, but 2 from the best: 1 HP, where 3 is the best known; that is not proven best."
    )
    assert second == "Valid, and as good as the best known: 3 HP; that is not proven best."
    assert said.to_json()["best"]["proven"] is False


def test_the_best_submission_counts_as_known_where_nothing_better_is_proven():
    said = grade_all(
        "", Examiner(unproven("l r l")), of_plans({"a": "l r l", "b": "l s s"}), Budget()
    )
    assert [grade.gap for grade in said.grades] == [2, 0]
    assert not said.best.is_proven
    reaches = replace(unproven("l r l"), bounds=(3,))
    said = grade_all("", Examiner(reaches), of_plans({"a": "l s s"}), Budget())
    assert said.best.is_proven


def test_a_submission_better_than_what_is_proven_best_is_a_defect():
    best = replace(unproven("l r l"), status=Status.OPTIMAL)
    with pytest.raises(DisagreementError, match="better than what is proven"):
        distance(best, toadstone.check(SNAKE, ["l", "s", "s"]).replay, Budget())
    none = replace(best, status=Status.INFEASIBLE, replay=None)
    with pytest.raises(DisagreementError, match="proven that there is none"):
        distance(none, toadstone.check(SNAKE, ["l", "s", "s"]).replay, Budget())


def test_where_no_best_move_is_known_a_legal_one_is_valid_and_no_more_is_said():
    best = replace(toadstone.solve(FOLDER / "toads" / "scenario.yaml"), status=Status.UNKNOWN)
    best = replace(best, replay=None, position=None, evidence=None)
    said = grade_all("", Examiner(best), of_plans({"legal": "1-2", "not": "2-3"}), Budget())
    assert [grade.sentence for grade in said.grades] == [
        "Valid. The best is not known.",
        "Invalid at turn 1 (2-3): not legal: toads are to move, and none of them is in cell 2.",
    ]
    assert [grade.points for grade in said.grades] == [60, 0]
    assert not said.is_decided


# The rubric


def test_points_follow_the_rubric(folder):
    Path("rubric.yaml").write_text("best: 20\nvalid: 11\nper_gap: 3\nprogress: 9\nafter_end: 7\n")
    names = ["best.txt", "two-too-many.txt", "asleep.txt", "too-long.txt", "typo.txt"]
    said = graded(
        SNAKE,
        *(SNAKE.parent / name for name in names),
        "--rubric",
        "rubric.yaml",
        status=ExitStatus.UNUSABLE_FILE,
    )
    # two of three turns went well: 9 * 2 / 3; the best, and one turn after the end: 7
    assert [grade["points"] for grade in said["grades"]] == [None, 20, 14, 6, 7]
    assert said["rubric"] == {
        "best": 20,
        "valid": 11,
        "per_gap": 3,
        "legal": 6,
        "progress": 9,
        "after_end": 7,
    }


def test_what_a_rubric_leaves_out_is_in_proportion_to_the_best():
    assert Rubric() == Rubric(best=100, valid=60, per_gap=10, legal=30)
    assert Rubric(best=10) == Rubric(best=10, valid=6, per_gap=1, legal=3)
    assert [Rubric().of_valid(gap) for gap in (0, 1, 4, 5, None)] == [100, 90, 60, 60, 60]
    assert [Rubric(progress=50).of_invalid(turns, 4) for turns in (0, 1, 3, 4, 9)] == [
        0,
        12,
        37,
        40,
        20,
    ]


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("best: 10\nvalid: 12\n", "2:8", "expected at most 10"),
        ("best: 10\nvalidd: 2\n", "2:1", "did you mean `valid`"),
        ("best: -1\n", "1:7", "at least 0"),
        ("best: many\n", "1:7", "a whole number"),
        ("- 1\n", "1:1", "a mapping"),
        ("", "1:1", "the file is empty: expected a rubric"),
        ("best: 99999999999999999999999999\n", "1:7", "at most 10000"),
    ],
)
def test_a_rubric_is_validated_with_places(folder, text, place, said):
    Path("rubric.yaml").write_text(text)
    done = run("grade", SNAKE, SNAKE, "--rubric", "rubric.yaml")
    assert done.exit_code == ExitStatus.UNUSABLE_FILE
    assert f"rubric.yaml:{place}: error: " in done.stderr
    assert said in done.stderr


# What must not stop anything


def test_hostile_submissions_are_unclear_and_stop_nothing(folder):
    folder = folder / "submissions"
    folder.mkdir()
    os.mkfifo(folder / "fifo")
    (folder / "secret").symlink_to("/etc/passwd")
    (folder / "nowhere").symlink_to("no-such-file")
    (folder / "circle").symlink_to("circle")
    (folder / "device").symlink_to("/dev/zero")
    with (folder / "gigabyte").open("wb") as file:
        file.truncate(1 << 30)
    (folder / "binary").write_bytes(bytes(range(256)) * 10)
    (folder / "zeros").write_bytes(bytes(100))
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "wide.json").write_text('{"plan": ' * 10_000)
    (folder / "lines").write_text('{"a":{}}\n' * 20_000)
    (folder / "folder").mkdir()
    (folder / "deeper" / "folder").mkdir(parents=True)
    (folder / "latin").write_bytes("sté".encode("latin-1"))
    (folder / "half").write_bytes(b"\xff\xfes\x00t")
    (folder / HOSTILE.replace("/", "")).write_text("\x1b[31m<script>")
    (folder / "good").write_text("l s s")
    (folder / "here").symlink_to("good")
    said = graded(SNAKE, folder, status=ExitStatus.UNUSABLE_FILE)
    grades = by_name(said)
    assert len(grades) == 18
    assert {name for name, grade in grades.items() if grade["mark"] == "best"} == {"good", "here"}
    assert {name for name, grade in grades.items() if grade["mark"] == "missing"} == {"folder"}
    assert {grade["mark"] for grade in grades.values()} == {"best", "missing", "unclear"}
    reasons = {name: grade["reason"] for name, grade in grades.items()}
    assert reasons["fifo"] == "expected a file, found a device or a pipe"
    assert reasons["secret"] == reasons["device"] == "the link leads out of the folder"
    assert "4 MiB" in reasons["gigabyte"]
    assert "20 levels" in reasons["deep.json"]
    assert reasons["deeper/folder"] == "expected a file, found a folder"
    assert reasons["zeros"] == "expected text, found a binary file"
    page = run("grade", SNAKE, folder, "--html", folder.parent / "marks")
    assert page.exit_code == ExitStatus.UNUSABLE_FILE
    assert "\x1b" not in page.stdout + page.stderr


def test_of_several_plans_the_first_is_graded_and_that_is_said(folder):
    plans = run(f"enumerate {SNAKE} --ask max-hp").stdout
    assert len(plans.splitlines()) > 1
    Path("plans.txt").write_text(plans)
    (grade,) = toadstone.grade(SNAKE, "plans.txt").grades
    assert grade.points == 100
    assert grade.understood.endswith(f"The first of {len(plans.splitlines())} plans is graded.")


# Look at these, the class, and its names


def test_an_unclear_file_has_no_points_and_is_listed_first(folder):
    Path("best.txt").write_text("l s s")
    Path("rr.txt").write_text("RR\ns\ns")
    said = graded(SNAKE, "best.txt", "rr.txt", status=ExitStatus.UNUSABLE_FILE)
    first, second = said["grades"]
    assert (first["name"], first["mark"], first["points"]) == ("rr.txt", "unclear", None)
    assert (second["name"], second["mark"], second["points"]) == ("best.txt", "best", 100)
    assert (first["valid"], second["valid"]) == (None, True)
    page = run("grade", SNAKE, "best.txt", "rr.txt").stdout
    assert page.index("Look at these") < page.index("rr.txt") < page.index("100 of 100  best.txt")
    assert 'Unclear: line 1, column 1: "RR" could be read in two ways' in page
    assert "`" not in page


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04..word/document.xml", "this is a Word document: save the plan as plain text"),
        (b"%PDF-1.7", "this is a PDF: save the plan as plain text"),
    ],
)
def test_documents_are_no_plans_and_the_student_is_told_what_to_do(folder, data, said):
    Path("plan").write_bytes(data)
    (grade,) = toadstone.grade(SNAKE, "plan").grades
    assert (grade.mark, grade.points) == (Mark.UNCLEAR, None)
    assert said in grade.sentence
    assert said in run("check", SNAKE, "plan").stderr
    assert said in run("review", SNAKE, "plan").stderr


def test_numbered_moves_are_one_plan_too_long_and_moves_that_each_win_are_unclear():
    one_turn = "{game: river-toad, board: {rows: 2}, toad: {hp: 5}, rolls: [0], ask: survive}"
    plans = {"numbered": "1. stay\n2. left-1\n", "lines": "stay\nleft-1\n", "one": "stay"}
    grades = toadstone.grade(one_turn, plans).grades
    assert [grade.mark for grade in grades] == [Mark.INVALID, Mark.UNCLEAR, Mark.BEST]
    assert "goes on after the end of the game" in grades[0].sentence
    rubric = {"after_end": 90}
    assert toadstone.grade(one_turn, plans, rubric=rubric).grades[0].points == 90


def test_after_the_end_nobody_gets_more_than_the_plan_is_worth_or_for_another_fault():
    plans = {"worse": "l r l s", "best": "l s s s", "snake": "s s s s"}
    said = toadstone.grade(SNAKE, plans, rubric={"after_end": 90})
    assert [grade.points for grade in said.grades] == [80, 90, 0]
    assert "up to 90 if it only goes on after the end" in said.rubric_in_words


def test_the_class_is_summed_up_with_its_commonest_fault(folder):
    plans = {"a": "l s s", "b": "s s s", "c": "s s s", "d": "l l s", "e": "RR", "f": "l r l"}
    said = toadstone.grade(SNAKE, plans)
    summary = said.to_json()["summary"]
    counts = {name: summary[name] for name in ("best", "valid", "invalid", "unclear", "missing")}
    assert counts == {"best": 1, "valid": 2, "invalid": 2, "unclear": 1, "missing": 0}
    assert (summary["mean"], summary["of"]) == (54, 100)  # 100, 90, 80 and twice 0
    fault = {"count": 2, "reason": "caught by a snake", "at": 3, "file": "b"}
    assert summary["commonest_fault"] == fault
    page = " ".join(str(said).split())
    assert "6 submissions: 1 best, 2 valid, 2 invalid, 1 unclear. Mean: 54 of 100 points" in page
    assert "Commonest fault, 2 times: such as b, turn 3 (stay): caught by a snake." in page


ROSTER = """\
id;first name;last name;e-mail
17;Ada;Lovelace;ada@example.org
18;Jürgen;Müller;jm4@example.org
19;Ben;Abel;ben@example.org
20;Eve;Abel;eve@example.org
"""


def test_names_come_from_a_roster_and_keep_their_umlauts(folder):
    Path("names.csv").write_bytes(ROSTER.encode("cp1252"))
    names = ["ada_lovelace_1234.txt", "plan-18.txt", "abel.txt", "x.txt", "~$x.docx"]
    Path("plans").mkdir()
    for name in names:
        Path("plans", name).write_text("l s s")
    done = run("grade", SNAKE, "plans", "--roster", "names.csv", "--html", "marks", "--json")
    students = [grade["student"] for grade in json.loads(done.stdout)["grades"]]
    assert students == ["abel", "Ada Lovelace", "Jürgen Müller", "x", "Ben Abel", "Eve Abel"]
    marks = [grade["mark"] for grade in json.loads(done.stdout)["grades"]]
    assert marks == [*["best"] * 4, *["missing"] * 2]
    assert "Not on the roster: abel, x\n" in done.stderr
    assert "<h1>Jürgen Müller</h1>" in Path("marks/Jürgen-Müller.html").read_text()
    said = toadstone.grade(SNAKE, "plans", roster="names.csv", review=True)
    assert [grade.student for grade in said.listed] == students
    lines = run("grade", SNAKE, "plans", "--roster", "names.csv").stdout.splitlines()
    assert "100 of 100  Jürgen Müller (plan-18.txt)" in lines


def test_a_roster_names_the_students_of_several_scenarios(course):
    Path("names.csv").write_text("name,folder\nAlice Ace,alice\nBob Best,bob\nCy Case,c\n")
    done = run("grade tasks students --roster names.csv --json")
    students = [each["student"] for each in json.loads(done.stdout)["students"]]
    assert {"Alice Ace", "Bob Best", "Cy Case"} < {*students}


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("1,Ada\n", "1:1", "expected the titles of columns, one of them `name`"),
        ("", "1:1", "expected the titles of columns"),
        ("id,name\n1,\n", "2:1", "expected a name in this line"),
        ("id,name\n7,Ada\n8,Ben\n7,Cy\n", "4:1", "lines 2 and 4 both have the id `7`"),
    ],
)
def test_a_roster_without_names_is_refused_at_its_place(folder, text, place, said):
    Path("names.csv").write_text(text)
    done = run("grade", SNAKE, SNAKE.parent / "best.txt", "--roster", "names.csv")
    assert done.exit_code == ExitStatus.UNUSABLE_FILE
    assert f"names.csv:{place}: error: " in done.stderr
    assert said in done.stderr


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada.txt", "ada"),
        ("Ada Lovelace_123_assignsubmission_file_", "Ada Lovelace"),
        ("mu\u0308ller.md", "müller"),
        ("v1.2.notes", "v1.2"),
    ],
)
def test_a_student_is_called_as_the_file_without_what_is_no_name(name, student):
    assert title_of(name) == student


def test_an_interrupt_prints_what_is_graded_so_far(folder, monkeypatch):
    names = [SNAKE.parent / name for name in ("best.txt", "asleep.txt", "too-long.txt")]
    real, calls = grade_module.Examiner.grade, []

    def interrupted(self, submission, budget):
        calls.append(submission)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(self, submission, budget)

    monkeypatch.setattr(grade_module.Examiner, "grade", interrupted)
    said = graded(SNAKE, *names, "--html", "marks", status=ExitStatus.INTERRUPTED)
    assert [grade["name"] for grade in said["grades"]] == ["best.txt"]


def test_a_replay_that_takes_too_long_is_undecided(folder):
    scenario = COURSE / "input_2.txt"
    moves = ["C3"]
    best = toadstone.solve(scenario)
    examiner = Examiner(best, Rubric(), seconds=0.0)
    said = grade_all("", examiner, of_plans({"a": moves}), Budget())
    assert (said.grades[0].mark, said.grades[0].points) == (Mark.UNDECIDED, None)
    assert said.grades[0].to_json()["valid"] is None


# Many scenarios


@pytest.fixture
def course(folder):
    """Two scenarios, and three students: one hands in both, one of them, and one nothing."""
    tasks, students = folder / "tasks", folder / "students"
    tasks.mkdir()
    for case in ("one-snake", "two-frogs"):
        shutil.copy(FOLDER / case / "scenario.yaml", tasks / f"{case}.yaml")
    for name in ("alice", "bob", HOSTILE.removesuffix(".txt")):
        (students / name).mkdir(parents=True)
    (students / "alice" / "one-snake.txt").write_text("l s s")
    (students / "alice" / "two-frogs.json").write_text("[[1, 2], [3, 1], [2, 3]]")
    (students / "bob" / "one-snake.md").write_text("1. l\n2. r\n3. l\n")
    (students / "bob" / "notes.txt").write_text("hello")
    return folder


def test_a_folder_of_scenarios_is_graded_for_a_folder_of_students(course):
    said = graded("tasks", "students")
    totals = {each["name"]: (each["points"], each["of"]) for each in said["students"]}
    assert totals["alice"] == (200, 200)
    assert totals["bob"] == (80, 200)
    assert [each["scenario"]["file"] for each in said["scenarios"]] == [
        "tasks/one-snake.yaml",
        "tasks/two-frogs.yaml",
    ]
    marks = {grade["name"]: grade["mark"] for grade in said["scenarios"][1]["grades"]}
    assert (marks["alice"], marks["bob"]) == ("best", "missing")
    assert by_name(said["scenarios"][1])["bob"]["sentence"] == (
        "Nothing was handed in. Files that match no scenario: notes.txt."
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("grade tasks tasks/one-snake.yaml", "expected a folder a student"),
        ("grade students students", "no .yaml in it"),
        ("grade tasks students students", "two folders"),
        ("grade tasks students --csv --json", "--csv does not go with --json"),
        ("grade - -", "cannot both come from standard input"),
    ],
)
def test_what_does_not_fit_is_refused(course, line, said):
    done = run(line)
    assert done.exit_code == ExitStatus.USAGE
    assert said in done.stdout + done.stderr


def marks_of(said, name):
    return [by_name(each)[name]["mark"] for each in said["scenarios"]]


def test_two_files_for_one_scenario_are_unclear_and_stop_nobody(course):
    Path("students/bob/one-snake.txt").write_text("l s s")
    said = graded("tasks", "students", status=ExitStatus.UNUSABLE_FILE)
    assert marks_of(said, "alice") == ["best", "best"]
    assert marks_of(said, "bob") == ["unclear", "missing"]
    assert by_name(said["scenarios"][0])["bob"]["reason"] == (
        "expected one file, found 2: one-snake.md, one-snake.txt"
    )


@pytest.mark.parametrize(
    "name", ["one-snake.txt~", "x.md.bak", ".x.swp", ".one-snake.md", "x.bak", "~$one-snake.docx"]
)
def test_backups_and_hidden_files_are_no_submissions(course, name):
    Path("students/bob", name).write_text("s s s")
    assert marks_of(graded("tasks", "students"), "bob") == ["valid", "missing"]
    assert len(submissions(["students/bob"])) == 2


@pytest.mark.parametrize("name", ["One-Snake.txt", "one-snake (1).txt", "ONE-SNAKE(2).TXT"])
def test_capitals_and_the_number_of_a_copy_do_not_count_in_names(course, name):
    Path("students/bob/one-snake.md").rename(Path("students/bob", name))
    assert marks_of(graded("tasks", "students"), "bob") == ["valid", "missing"]


# Files


def test_names_of_files_are_safe_and_all_different(course):
    names = ["../../etc/x.txt", "index.html", "a.txt", "A.md", HOSTILE, "\u00e4\u00f6", "a b"]
    said = toadstone.grade(SNAKE, dict.fromkeys(names, "l s s"))
    files = file_names([grade.student for grade in said.grades])
    assert all(set(each) <= set("abcdefghijklmnopqrstuvwxyzA-.0123456789äö") for each in files)
    assert "äö" in files
    assert len({each.lower() for each in files}) == len(names)
    assert "index" not in files


def test_gradescope_gets_what_it_documents(course):
    run("grade tasks students --gradescope results")
    found = json.loads(Path("results/bob/results.json").read_text())
    assert_gradescope(found)
    assert found["score"] == 80
    first, second = found["tests"]
    assert (first["name"], first["score"], first["max_score"]) == ("One snake", 80, 100)
    assert first["output"].startswith("Valid, but 2 from the best")
    assert second["status"] == "failed"
    assert len(list(Path("results").glob("*/results.json"))) == 3


def assert_gradescope(found):
    """Hold an object against https://gradescope-autograders.readthedocs.io/en/latest/specs/."""
    formats = {"text", "html", "simple_format", "md", "ansi"}
    kinds = {"score": int, "max_score": int, "name": str, "output": str, "extra_data": dict}
    assert found.keys() <= {"score", "output", "output_format", "extra_data", "tests"}
    for each in (found, *found["tests"]):
        assert all(isinstance(each[key], kinds[key]) for key in kinds if key in each)
        assert each["output_format"] in formats
    for test in found["tests"]:
        assert test.keys() <= {*kinds, "name_format", "output_format", "status", "visibility"}
        assert test["status"] in {"passed", "failed"}
        assert test["name_format"] in formats
        assert test["visibility"] in {"hidden", "after_due_date", "after_published", "visible"}


@pytest.mark.parametrize("option", ["--html", "--gradescope"])
@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("", "expected a folder, found nothing"),
        ("work", "work is in the folder of submissions work"),
        ("work/../work/ada", "is in the folder of submissions work; name one outside it"),
    ],
)
def test_files_are_written_into_a_named_folder_apart_from_the_submissions(
    folder, option, inside, said
):
    Path("work/ada").mkdir(parents=True)
    Path("work/ada/plan.txt").write_text("l s s")
    done = run("grade", SNAKE, "work", option, inside)
    assert done.exit_code == ExitStatus.USAGE
    assert f"{option}: " in done.stderr
    assert said in done.stderr
    assert [str(path) for path in folder.rglob("*")] == [
        str(folder / "work"),
        str(folder / "work" / "ada"),
        str(folder / "work" / "ada" / "plan.txt"),
    ]


def test_it_is_said_where_the_pages_are_and_they_are_replaced_by_new_ones(folder):
    for _ in range(2):
        plan = SNAKE.parent / "best.txt"
        done = run("grade", SNAKE, plan, "--html", "marks", "--gradescope", "results")
        assert done.exit_code == ExitStatus.ANSWERED
        assert done.stderr == (
            f"Wrote 2 files to marks; the overview is {Path('marks/index.html')}.\n"
            "Wrote 1 file to results.\n"
        )


@pytest.mark.parametrize(
    ("option", "name"),
    [("--html", "index.html"), ("--html", "best.html"), ("--gradescope", "results.json")],
)
def test_a_file_of_somebody_else_is_not_replaced(folder, monkeypatch, option, name):
    Path(name).write_text("<p>mine</p>")
    monkeypatch.setattr(Examiner, "grade", None)  # nothing is graded
    done = run("grade", SNAKE, SNAKE.parent / "best.txt", option, ".")
    assert done.exit_code == ExitStatus.UNUSABLE_FILE
    assert f"{name}: error: cannot write: toadstone grade did not write this file" in done.stderr
    assert Path(name).read_text() == "<p>mine</p>"


def test_a_page_never_replaces_a_submission(folder):
    Path("alice.html").write_text("l s s")
    done = run("grade", SNAKE, "alice.html", "--html", ".")
    assert done.exit_code == ExitStatus.UNUSABLE_FILE
    assert "it is a submission that is read" in done.stderr
    assert Path("alice.html").read_text() == "l s s"


def test_the_pages_show_the_replay_up_to_the_fault_and_run_nothing_of_a_student_s(course, chromium):
    bad = Path("students") / HOSTILE.removesuffix(".txt") / "one-snake.txt"
    bad.write_text("<script>document.title='owned'</script>")
    Path("students/bob/one-snake.md").write_text("s s s")
    run("grade tasks students --html marks")
    pages = sorted(Path("marks").resolve().glob("*.html"))
    assert len(pages) == 4
    with chromium.new_page() as page:
        requests, complaints = [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        for each in pages:
            page.goto(each.as_uri())
            assert page.title() != "owned"
        page.goto((Path("marks").resolve() / "index.html").as_uri())
        rows = page.locator("tbody tr").count()
        page.get_by_role("link", name="bob", exact=True).click()
        assert "Invalid at turn 3 (stay): caught by a snake." in page.inner_text("main")
        assert page.title() == "bob"
        assert page.locator(".file .fault").inner_text().split() == ["1", "s", "s", "s"]
        state = page.locator(".state.now").first.get_attribute("data-state")
        page.set_viewport_size({"width": 390, "height": 800})
        beside = "(e => getComputedStyle(e).gridTemplateColumns.split(' ').length)"
        columns = page.evaluate(f"{beside}(document.querySelector('.pair'))")
        overhangs = [page.evaluate("document.documentElement.scrollWidth > 390")]
        page.goto((Path("marks").resolve() / "index.html").as_uri())
        overhangs.append(page.evaluate("document.documentElement.scrollWidth > 390"))
        label = page.locator("tbody td").nth(1).get_attribute("data-label")
    checked = toadstone.check(SNAKE, ["stay"] * 3)
    assert (rows, state) == (3, str(checked.states[-1]))
    assert (columns, overhangs, label) == (1, [False, False], "points")
    assert complaints == []
    assert [url for url in requests if not url.startswith("file://")] == []


# From Python, and check


def test_grading_from_python_takes_texts_lists_and_paths():
    said = toadstone.grade(SNAKE, {"text": "l s s", "list": ["stay"] * 3})
    assert [grade.points for grade in said.grades] == [100, 0]
    assert [row["name"] for row in said.to_records()] == ["text", "list"]
    assert repr(said) == "<Grading river-toad 'One snake': 2 graded>"
    assert toadstone.grade(SNAKE, {"a": "s s s"}, rubric={"progress": 30}).grades[0].points == 20
    assert len(submissions([str(SNAKE.parent)])) == len(list(SNAKE.parent.iterdir()))
    assert results([(said, said.grades[0])])["score"] == 100


def test_check_reads_what_enumerate_prints():
    for more in ("", " --json"):
        plans = run(f"enumerate {SNAKE}{more}").stdout
        done = run(f"check {SNAKE} -", input=plans)
        assert done.exit_code == ExitStatus.ANSWERED
        assert re.search(r"All \d+ plans are valid. Shown: plan 1.", done.stdout)
        spoiled = plans.replace("stay", "left-2")
        assert run(f"check {SNAKE} - --json", input=spoiled).exit_code == ExitStatus.IMPOSSIBLE


def test_check_states_the_verdict_first_and_the_distance_if_it_is_wanted():
    plan = str(SNAKE.parent / "two-too-many.txt")
    lines = run(f"check {SNAKE} {plan} --best").stdout.splitlines()
    assert lines[1:3] == [
        "Valid: it follows the rules and wins.",
        "2 from the best: 1 HP, where 3 is best.",
    ]
    said = json.loads(run(f"check {SNAKE} {plan} --best --json").stdout)
    assert (said["valid"], said["gap"], said["best"]["proven"]) == (True, 2, True)
    best = run(f"check {SNAKE} {SNAKE.parent / 'best.txt'} --best").stdout
    assert "No plan is better." in best


def test_check_compares_every_plan_of_a_file_with_the_best(folder):
    best, worse = "left-1 stay stay", "left-1 right-1 left-1"
    Path("plans.txt").write_text(f"{best}\n{worse}\n{best}\n{best}\n")
    page = run(f"check {SNAKE} plans.txt --best").stdout
    assert "All 4 plans are valid. Shown: plan 1." in page
    assert "Plans 1, 3-4: No plan is better." in page
    assert "Plan 2: 2 from the best: 1 HP, where 3 is best." in page
    said = json.loads(run(f"check {SNAKE} plans.txt --best --json").stdout)
    assert (said["plans"], said["gap"], said["gaps"]) == (4, 0, [0, 2, 0, 0])


def test_check_names_the_first_plan_that_fails(folder):
    Path("plans.txt").write_text("left-1 stay stay\nleft-1 stay stay\nstay stay stay\n")
    done = run(f"check {SNAKE} plans.txt --best")
    assert done.exit_code == ExitStatus.IMPOSSIBLE
    assert "Plan 3 of 3 is the first that fails." in done.stdout
    said = json.loads(run(f"check {SNAKE} plans.txt --json").stdout)
    assert (said["valid"], said["plan_number"], said["plans"], said["at"]) == (False, 3, 3, 3)


def test_an_empty_folder_is_said_to_be_empty_and_a_student_s_is_nothing_handed_in(folder):
    Path("plans/ada").mkdir(parents=True)
    Path("plans/ada/plan.txt~").write_text("l s s")
    done = run("grade", SNAKE, "plans/ada")
    assert done.exit_code == ExitStatus.USAGE
    assert "plans/ada: there are no submissions in this folder" in done.stderr
    (grade,) = graded(SNAKE, "plans")["grades"]
    assert (grade["name"], grade["sentence"]) == ("ada", "Nothing was handed in.")


@pytest.mark.parametrize(("command", "words"), [("check", "PLAN"), ("grade", "SUBMISSION...")])
def test_it_is_noticed_that_scenario_and_plan_have_changed_places(command, words):
    done = run(f"{command} {SNAKE.parent / 'best.txt'} {SNAKE}")
    assert done.exit_code == ExitStatus.UNUSABLE_FILE
    usage = f"Usage: toadstone {command} SCENARIO {words}"
    assert f"this looks like a plan, not a scenario. {usage}" in done.stderr


def test_a_folder_or_many_plans_before_the_scenario_are_noticed_too(folder):
    Path("plans").mkdir()
    for name in ("plans/a.txt", "plans/b.txt"):
        Path(name).write_text("l s s")
    usage = "not a scenario. Usage: toadstone grade SCENARIO SUBMISSION..."
    swapped = run("grade", "plans", SNAKE)
    assert f"plans: error: this looks like a folder of plans, {usage}" in swapped.stderr
    assert usage in run("grade", "plans/a.txt", "plans/b.txt", SNAKE).stderr
    assert "expected a mapping" in run("grade", "plans/a.txt", "plans/b.txt").stderr
