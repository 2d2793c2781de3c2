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
from places import ROOT, TESTS
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import DisagreementError
from toadstone.core.replay import Failure
from toadstone.engines.answer import Status
from toadstone.files.plan_words import UnclearError
from toadstone.services.grading import grade as grade_module
from toadstone.services.grading import grading
from toadstone.services.grading.distance import ENDS, Distance, distance
from toadstone.services.grading.grade import Examiner, Mark, Rubric
from toadstone.services.grading.grading import file_names, grade_all, students_of
from toadstone.services.grading.pages import results, student_page
from toadstone.services.grading.submissions import of_plans, read_roster, submissions, title_of
from toadstone.shown import page_of
from toadstone_cli.streams import ExitStatus

FOLDER = TESTS / "grading"
SNAKE = FOLDER / "one-snake" / "scenario.yaml"
pytestmark = pytest.mark.usefixtures("folder")

HOSTILE = "<img src=x onerror=document.title='owned'>&\"'.txt"


def graded(*arguments, status=ExitStatus.ANSWERED):
    done = run("grade", *arguments, "--json")
    assert done.exit_code == status
    (line,) = done.stdout.splitlines()
    return json.loads(line)


def by_name(said):
    return {grade["name"]: grade for grade in said["grades"]}


# Marked by hand


@pytest.mark.parametrize("marks", sorted(FOLDER.glob("*/marks.yaml")), ids=lambda p: p.parent.name)
def test_grades_are_those_given_by_hand(marks):
    by_hand = yaml.safe_load(marks.read_text())
    files = [marks.parent / name for name in by_hand]
    said = [
        each.to_json() for each in toadstone.grade(marks.parent / "scenario.yaml", files).grades
    ]
    assert [each["name"] for each in said] == [*by_hand]
    for each in said:
        found = [each[key] for key in ("mark", "at", "gap", "points")]
        assert found == by_hand[each["name"]], each["name"]


def test_a_review_names_the_first_mistake_of_plans_that_are_not_the_best():
    plans = {"best": "l s s", "worse": "l r l", "lost": "s s s", "shorter": "l"}
    for name, plan in plans.items():
        Path(name).write_text(plan)
    said = by_name(graded(SNAKE, *plans, "--review"))
    mistake = "First mistake: turn 2 (right-1): it costs 2 HP; better: stay."
    assert said["worse"]["sentence"].endswith(f"where 3 is best. {mistake}")
    assert (said["worse"]["at"], said["worse"]["points"]) == (2, 80)
    assert (said["best"]["at"], said["shorter"]["at"]) == (None, 2)


def test_with_remoteness_a_slower_win_is_a_mistake_and_an_empty_list_is_no_line_of_play():
    # After 4-5 the frog cannot move: toads win in 1 ply. After 1-3 it goes 2-1, and is stuck after
    # the toads' next move: 3 plies.
    text = "game: toads-and-frogs\nstart: TF_T_\nask: remoteness\n"
    fast, slow = toadstone.grade(text, {"fast": "4-5", "slow": "1-3"}).grades
    assert (fast.gap, slow.gap, slow.points) == (0, 2, 30)
    assert slow.sentence == (
        "Legal, but not the best at turn 1 (1-3): it costs 2 plies; better: 4-5."
    )
    grades = toadstone.grade(text, {"slow": "1-3", "none": "[]"}, ask="winner").grades
    assert [grade.points for grade in grades] == [100, 0]


# The best that is not proven


def unproven(plan):
    """Return the answer with another plan, as a search that was stopped leaves it."""
    best = toadstone.solve(str(SNAKE))
    line = toadstone.check(SNAKE, plan.split()).replay
    return replace(best, status=Status.FEASIBLE, replay=line, bounds=(4,))


def held_against(best, **plans):
    return grade_all("", Examiner(best.instance, best), of_plans(plans), Budget())


def test_against_a_best_that_is_not_proven_nothing_is_called_best():
    said = held_against(unproven("l s s"), a="l r l", b="s r s")
    assert said.in_words() == "The best known, not proven best: 3 HP."
    assert [grade.sentence for grade in said.grades] == [
        "Valid, but 2 from the best: 1 HP, where 3 is the best known; that is not proven best.",
        "Valid, and as good as the best known: 3 HP; that is not proven best.",
    ]
    assert said.to_json()["best"]["proven"] is False


def test_a_submission_better_than_what_is_proven_best_is_a_defect():
    best, line = replace(unproven("l r l"), status=Status.OPTIMAL), unproven("l s s").replay
    with pytest.raises(DisagreementError, match="better than what is proven"):
        distance(best, line, Budget())
    with pytest.raises(DisagreementError, match="proven that there is none"):
        distance(replace(best, status=Status.INFEASIBLE, replay=None), line, Budget())


def test_where_no_best_move_is_known_a_legal_one_is_valid_and_no_more_is_said():
    best = replace(toadstone.solve(FOLDER / "toads" / "scenario.yaml"), status=Status.UNKNOWN)
    best = replace(best, replay=None, position=None, evidence=None)
    said = held_against(best, legal="1-2", illegal="2-3")
    assert [grade.sentence for grade in said.grades] == [
        "Valid. The best is not known.",
        "Invalid at turn 1 (2-3): not legal: toads are to move, and none of them is in cell 2.",
    ]
    assert [grade.points for grade in said.grades] == [60, 0]
    assert not said.best.is_settled


# The rubric


def test_what_a_rubric_leaves_out_is_in_proportion_to_the_best():
    assert Rubric() == Rubric(best=100, valid=60, per_gap=10, legal=30)
    assert Rubric(best=10) == Rubric(best=10, valid=6, per_gap=1, legal=3)
    assert [Rubric().of_valid(gap) for gap in (0, 1, 4, 5, None)] == [100, 90, 60, 60, 60]
    of_invalid = [Rubric(progress=50).of_invalid(turns, 4) for turns in (0, 1, 3, 4, 9)]
    assert of_invalid == [0, 12, 37, 40, 20]


def test_the_keys_of_a_rubric_are_those_of_the_page():
    page = (ROOT / "docs" / "grading.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", page, re.MULTILINE)
    assert {key: int(points) for key, points in rows} == Rubric().model_dump()


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
    assert "16 MiB" in reasons["gigabyte"]
    assert reasons["deep.json"] == "line 1, column 1: expected a plan, found no move"
    assert reasons["deeper/folder"] == "expected a file, found a folder"
    assert reasons["zeros"] == "expected text, found a binary file"
    page = run("grade", SNAKE, folder, "--html", folder.parent / "marks")
    assert page.exit_code == ExitStatus.UNUSABLE_FILE
    assert "\x1b" not in page.stdout + page.stderr


def test_several_plans_are_unclear_unless_they_are_the_same():
    plans = run(f"enumerate {SNAKE} --ask max-hp").stdout.splitlines()
    two = "\n".join(plans[:2])
    same, several = toadstone.grade(SNAKE, {"same": f"{plans[0]}\n{plans[0]}", "two": two}).grades
    assert (same.mark, several.mark) == (Mark.BEST, Mark.UNCLEAR)
    assert several.sentence == "Unclear: found 2 plans that differ, expected one."


# Look at these, the class, and its names


@pytest.mark.parametrize(
    ("data", "kind"), [(b"PK\x03\x04..word/document.xml", "Word document"), (b"%PDF-1.7", "PDF")]
)
def test_documents_are_no_plans_and_the_student_is_told_what_to_do(data, kind):
    said = f"a {kind}: save the plan as plain text"
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


@pytest.mark.parametrize("plans", [{"a": "left-1", "b": "stay"}, {"a": "left-9"}])
def test_where_any_plan_will_do_only_one_is_looked_for_and_only_if_none_is_handed_in(
    monkeypatch, plans
):
    searches, usual = [], grading.answer
    monkeypatch.setattr(grading, "answer", lambda *given: searches.append(given) or usual(*given))
    one_turn = "{game: river-toad, board: {rows: 2}, toad: {hp: 5}, rolls: [0], ask: survive}"
    said = toadstone.grade(one_turn, plans)
    assert {grade.mark for grade in said.grades} == {Mark.BEST if len(plans) > 1 else Mark.INVALID}
    assert (said.best.is_proven, len(searches)) == (True, len(plans) == 1)
    assert said.best.values["hp"] == said.to_json()["best"]["values"]["hp"]


ROSTER = """\
id;first name;last name;e-mail
17;Ada;Lovelace;ada@example.org
18;Jürgen;Müller;jm4@example.org
19;Ben;Abel;ben@example.org
20;Eve;Abel;eve@example.org
"""


def test_names_come_from_a_roster_and_keep_their_umlauts():
    Path("names.csv").write_bytes(ROSTER.encode("cp1252"))
    names = ["ada_lovelace_1234.txt", "plan-18.txt", "abel.txt", "x.txt", "~$x.docx"]
    Path("plans").mkdir()
    for name in names:
        Path("plans", name).write_text("l s s")
    done = run("grade", SNAKE, "plans", "--roster", "names.csv", "--html", "marks", "--json")
    grades = json.loads(done.stdout)["grades"]
    students = [grade["student"] for grade in grades]
    assert students == ["abel", "Ada Lovelace", "Jürgen Müller", "x", "Ben Abel", "Eve Abel"]
    assert [grade["mark"] for grade in grades] == [*["best"] * 4, *["missing"] * 2]
    assert "Not on the roster: abel, x\n" in done.stderr
    assert "<h1>Jürgen Müller</h1>" in Path("marks/Jürgen-Müller.html").read_text()
    said = toadstone.grade(SNAKE, "plans", roster="names.csv", review=True)
    assert [grade.student for grade in said.listed] == students


def test_a_student_is_called_as_the_file_without_what_is_no_name():
    names = ["ada.txt", "Ada Lovelace_123_assignsubmission_file_", "mu\u0308ller.md", "v1.2.notes"]
    assert [*map(title_of, names)] == ["ada", "Ada Lovelace", "müller", "v1.2"]


def test_a_name_counts_before_a_number_and_a_date_is_no_number():
    Path("names.csv").write_text("id,name\n17,Ada Lovelace\n18,Dan Brown\n")
    roster = read_roster("names.csv")
    names = ["plan-2025-11-17-dan.txt", "17.11.2025 ada.md", "plan-17.txt", "dan-17.txt"]
    assert [*map(roster.name_of, names)] == ["Dan Brown", "Ada Lovelace", "Ada Lovelace", None]


def test_the_table_has_the_columns_of_the_roster_and_two_submissions_of_one_student_are_said():
    Path("names.csv").write_bytes(ROSTER.encode("cp1252"))
    Path("ada.txt").write_text("l s s")
    Path("plan-17.txt").write_text("s s s")
    done = run("grade", SNAKE, "ada.txt", "plan-17.txt", "--roster", "names.csv", "--csv")
    first, second, *_ = csv.DictReader(io.StringIO(done.stdout))
    assert (first["id"], first["e-mail"], second["id"]) == ("17", "ada@example.org", "17")
    page = run("grade", SNAKE, "ada.txt", "plan-17.txt", "--roster", "names.csv").stdout
    assert "Ada Lovelace has several submissions: ada.txt, plan-17.txt." in page


def test_the_page_of_a_student_marks_the_word_and_the_refused_move():
    for text in ("s, left-2, left-1", '["s", "left-2",\n"left-1"]'):
        page = student_page(students_of([toadstone.grade(SNAKE, {"a": text})])[0])
        assert "<mark>left-1</mark>" in page
        assert page.count("not legal here: left-1") == 1


# What a teacher settles

UNREAD = {"bea": "bleiben\nlinks\nbleiben", "cem": "bleiben\nbleiben\nlinks", "fay": "s s x"}


def test_unclear_files_with_the_same_message_are_one_group_with_their_texts():
    page = str(toadstone.grade(SNAKE, UNREAD))
    assert "unclear  2 files: bea, cem\n" in page
    assert page.count('found "bleiben"') == 1
    assert "  | bleiben\n  | links\n" in page
    html = run("grade", SNAKE, *_files(UNREAD), "--html", "marks")
    assert html.exit_code == ExitStatus.UNUSABLE_FILE
    overview = Path("marks/index.html").read_text()
    assert overview.count("bea, cem: Unreadable: ") == 1
    assert "<pre>bleiben\nlinks\nbleiben</pre>" in overview


def _files(texts):
    for name, text in texts.items():
        Path(f"{name}.txt").write_text(text)
    return [f"{name}.txt" for name in texts]


def test_the_words_of_a_class_are_read_as_what_they_stand_for_by_each_command():
    Path("words.yaml").write_text(
        "bleiben: stay\nlinks: left\nrechts: right\nzwei: 2\nnach:\nlinks 1: left-1\nZug: turn\n"
    )
    right = ["Links, bleiben, bleiben", "links 1\nbleiben x2", "1 links, 2 x bleiben"]
    right.append("Zug 1: nach links\nZug 2: bleiben\nZug 3: bleiben")
    plans = {str(n): text for n, text in enumerate([*right, "s, s, s, s, zwei nach links"])}
    *read, other = toadstone.grade(SNAKE, plans, words="words.yaml").grades
    assert [grade.points for grade in read] == [100] * 4
    assert other.mark is Mark.INVALID
    jump = "4x bleiben, 2 links, bleiben, zwei nach rechts, 2 rechts"
    Path("plan.txt").write_text(jump)
    for command in ("check", "review"):
        assert run(f"{command} jump-of-two plan.txt --words words.yaml").exit_code == 0
        assert run(f"{command} jump-of-two plan.txt").exit_code == ExitStatus.UNUSABLE_FILE


TWO = "s s s\n\nl s s\n"


def test_a_marks_file_settles_what_is_unclear_and_is_read_again_by_each_run():
    files = _files({"a": TWO, "b": TWO, "c": TWO, "d": "l s s", "e": "up"})
    Path("marks.yaml").write_text(
        "a.txt: {plan: first}\nb.txt: {plan: last}\nd.txt: {moves: s s s}\n"
        "e.txt: {points: 40, reason: We spoke about it.}\n"
        "'*.txt': {plan: last}\nnobody: {plan: last}\n"
    )
    done = run("grade", SNAKE, *files, "--marks", "marks.yaml", "--json")
    assert done.exit_code == ExitStatus.ANSWERED
    assert "No such submission: nobody\n" in done.stderr
    marks = Path("marks.yaml").read_text()
    piped = run("grade", SNAKE, *files, "--marks", "-", "--json", input=marks)
    assert piped.stdout == done.stdout
    grades = json.loads(done.stdout)["grades"]
    assert [(each["mark"], each["points"]) for each in grades] == [
        ("invalid", 0),
        ("best", 100),
        ("best", 100),
        ("invalid", 0),
        ("settled", 40),
    ]
    assert grades[2]["sentence"].endswith(
        "As your teacher decided, the last plan of the file counts."
    )
    assert grades[4]["sentence"] == "We spoke about it."


def test_gradescope_shows_no_failed_0_for_an_unclear_file_and_no_page_links_all_marks():
    (grade,) = (said := toadstone.grade(SNAKE, {"a": TWO})).grades
    assert grade.mark is Mark.UNCLEAR
    form = results(students_of([said])[0])
    (case,) = form["tests"]
    assert not {"score", "status"} & {*case}
    assert case["visibility"] == form["visibility"] == "after_published"
    assert case["output"].startswith("No points yet")
    assert "index.html" not in student_page(students_of([said])[0])


def test_an_interrupt_prints_what_is_graded_so_far(monkeypatch):
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


def test_a_replay_that_takes_too_long_is_undecided():
    best = toadstone.solve("last-raid")
    examiner = Examiner(best.instance, best, seconds=0.0)
    said = grade_all("", examiner, of_plans({"a": ["B2"]}), Budget())
    (grade,) = said.grades
    assert (grade.mark, grade.points, grade.to_json()["valid"]) == (Mark.UNDECIDED, None, None)


def test_a_review_has_the_threads_of_the_whole_work_and_stops_with_it(monkeypatch):
    whole, best = Budget(Limits(None, 2, seed=3)), toadstone.solve(SNAKE)

    def stopped(instance, moves, within):
        assert within.limits == whole.limits
        whole.stop()
        within.check()

    monkeypatch.setattr(grade_module, "first_mistake", stopped)
    examiner = Examiner(best.instance, best, reviews=True)
    assert grade_all("", examiner, of_plans({"a": "s s s"}), whole).grades == ()


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


def marks_of(said, name):
    return [by_name(each)[name]["mark"] for each in said["scenarios"]]


def test_backups_and_hidden_files_are_no_submissions_and_a_name_may_be_that_of_a_copy(course):
    for name in ("one-snake.txt~", "x.md.bak", ".x.swp", ".one-snake.md", "~$one-snake.docx"):
        Path("students/bob", name).write_text("s s s")
    assert len(submissions(["students/bob"])) == 2
    for name in ("One-Snake.txt", "one-snake (1).txt", "ONE-SNAKE(2).TXT"):
        Path("students/bob/one-snake.md").rename(Path("students/bob", name))
        assert marks_of(graded("tasks", "students"), "bob") == ["valid", "missing"]
        Path("students/bob", name).rename(Path("students/bob/one-snake.md"))


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
    run("grade tasks students --rubric - --gradescope results", input="best: 100")
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
    kinds = {"score": int, "max_score": int, "name": str, "output": str, "extra_data": dict}
    assert found.keys() <= {"score", "output", "output_format", "extra_data", "tests"}
    for each in (found, *found["tests"]):
        assert all(isinstance(each[key], kinds[key]) for key in kinds if key in each)
        assert each["output_format"] == "text"
    for test in found["tests"]:
        assert test.keys() <= {*kinds, "name_format", "output_format", "status", "visibility"}
        assert test["status"] in {"passed", "failed"}
        assert (test["name_format"], test["visibility"]) == ("text", "visible")


@pytest.mark.parametrize("option", ["--html", "--gradescope"])
@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("", "expected a folder, found nothing"),
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
    assert len([*folder.rglob("*")]) == 3


def test_pages_and_results_are_replaced_by_new_ones():
    Path("marks").mkdir()
    Path("marks/mine.html").write_text("<p>mine</p>")
    for name in ("best.txt", "best.txt", "asleep.txt"):
        graded(SNAKE, SNAKE.parent / name, "--html", "marks", "--gradescope", "results")
    pages = [each.name for each in Path("marks").iterdir()]
    assert sorted(pages) == ["asleep.html", "index.html", "mine.html"]


def test_where_not_all_positions_are_known_the_first_move_and_the_end_count():
    rows = {"game": "toads-and-frogs", "start": ["T_F", "T__F"], "ask": "remoteness"}
    best = replace(toadstone.solve(rows), evidence=None)
    lines = [
        toadstone.check(best.instance, moves).replay
        for moves in (["1:1-2"], ["2:1-2"], best.replay.moves)
    ]
    fault = Failure(1, "not among the best moves: 1:1-2", "2:1-2")
    found = [distance(best, line, Budget(Limits())) for line in lines]
    assert found == [Distance(0), Distance(1, "", fault), Distance(0, ENDS)]
    begun = toadstone.check(best.instance, best.replay.moves[:2]).replay
    with pytest.raises(UnclearError, match="the first move alone, or the whole game"):
        distance(best, begun, Budget(Limits()))


NOT_OURS = "toadstone grade did not write this file; remove it or name another folder"


@pytest.mark.parametrize(
    ("option", "name", "text", "why"),
    [
        ("--html", "index.html", "<p>mine</p>", NOT_OURS),
        ("--gradescope", "results.json", "{}", NOT_OURS),
        ("--html", "alice.html", "l s s", "it is a submission that is read"),
    ],
)
def test_a_file_of_somebody_else_and_a_submission_are_not_replaced(option, name, text, why):
    Path(name).write_text(text)
    plan = "alice.html" if name == "alice.html" else SNAKE.parent / "best.txt"
    done = run("grade", SNAKE, plan, option, ".")
    assert done.exit_code == ExitStatus.UNUSABLE_FILE
    assert f"{name}: error: cannot write: {why}" in done.stderr
    assert Path(name).read_text() == text


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
    checked = toadstone.check(SNAKE, ["stay"] * 3)
    assert (rows, state) == (3, str(checked.states[-1]))
    assert complaints == []
    assert [url for url in requests if not url.startswith("file://")] == []


def test_only_grades_have_the_page_of_grades():
    with pytest.raises(KeyError, match="object"):
        page_of(object())


def test_grading_from_python_takes_texts_lists_and_paths():
    plans = {"text": "l s s", "list": ["stay"] * 3, "path": SNAKE.parent / "best.txt"}
    said = toadstone.grade(SNAKE, plans | {"none": Path("missing")})
    points = {row["name"]: row["points"] for row in said.to_records()}
    assert points == {"text": 100, "list": 0, "path": 100, "none": None}
    assert toadstone.grade(SNAKE, {"a": "s s s"}, rubric={"progress": 30}).grades[0].points == 20
    assert len(submissions([str(SNAKE.parent)])) == len(list(SNAKE.parent.iterdir()))
    assert {results(student)["score"] for student in students_of([said])} == {0, 100}


def test_check_reads_what_enumerate_prints():
    for more in ("", " --json"):
        plans = run(f"enumerate {SNAKE}{more}").stdout
        done = run(f"check {SNAKE} -", input=plans)
        assert done.exit_code == ExitStatus.ANSWERED
        assert re.search(r"All \d+ plans are valid. Shown: plan 1.", done.stdout)
        spoiled = plans.replace("stay", "left-2")
        assert run(f"check {SNAKE} - --json", input=spoiled).exit_code == ExitStatus.IMPOSSIBLE


def test_an_empty_folder_is_said_to_be_empty_and_a_student_s_is_nothing_handed_in(folder):
    Path("plans/ada").mkdir(parents=True)
    Path("plans/ada/plan.txt~").write_text("l s s")
    done = run("grade", SNAKE, "plans/ada")
    assert done.exit_code == ExitStatus.UNUSABLE_FILE
    assert "plans/ada: error: there are no submissions in this folder" in done.stderr
    (grade,) = graded(SNAKE, "plans")["grades"]
    assert (grade["name"], grade["sentence"]) == ("ada", "Nothing was handed in.")
