"""Playing pieces on a board: cell by cell, with instructions, a pause menu, and in ASCII."""

import os
import re

import pytest

from places import ROOT
from tests.cli.test_cli import (
    ESCAPE,
    SMALL_FILES,
    only_object,
    run,
    run_process,
)
from tests.play.test_play import Terminal, play
from toadstone.files.source import read_source
from toadstone.game import Game, all_games
from toadstone.loading import read_scenario
from toadstone.play.parts import INSTRUCTIONS

SIGNS = "▼♥▲♠"

# Green can capture on b2 at once, has a duck that is blocked, and a swan two rows from home.
LATE = """
game: ugly-duck
title: Late
board: |
  d.d
  DD.
  ..s
  ..D
ask: winner
"""


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in SMALL_FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "late.yaml").write_text(LATE)
    (tmp_path / "stuck.yaml").write_text(
        '{game: ugly-duck, board: "d..\\nDdD\\nsDs", no_moves: pass, ask: winner}'
    )
    return tmp_path


def late(*typed, options=""):
    return play(f"late.yaml --player person {options}", *typed)


def refusals(*typed, line="late.yaml --player person"):
    """Return the reasons why what was typed was refused, and the moves that were made."""
    found = only_object(play(f"{line} --json", *typed).stdout)
    return [refusal["reason"] for refusal in found["refused"]], found["moves"]


# Cell by cell


@pytest.mark.parametrize(
    "typed",
    [["c3", "b3"], ["C3", "B3"], ["c3 b3"], ["c3-b3"], ["C3-B3"], ["c3", "wrong", "c3", "b3"]],
)
def test_a_move_is_typed_cell_by_cell_or_as_a_whole_in_small_letters_or_capitals(typed):
    assert refusals(*typed) == ([], ["c3-b3"])


def test_where_the_chosen_piece_can_go_is_shown():
    assert "\na1 can go to b2; `wrong` takes a1 back.\n" in late("a1").stdout
    assert "\na3 can go to b2 or b3; `wrong` takes a3 back.\n" in late("a3").stdout


def test_the_cells_alone_say_whether_a_move_captures():
    assert refusals("a1", "b2", "d3", "c2") == ([], ["a1xb2", "d3-c2"])


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("a4", "there is no cell a4: the board has 4 rows and 3 columns"),
        ("e1", "there is no cell e1: the board has 4 rows and 3 columns"),
        ("c1", "there is no piece in c1"),
        ("d3", "green is to move, and the duck in d3 is blue"),
        ("h9", "there is no cell h9: the board has 4 rows and 3 columns"),
        ("a0", "not a cell such as a1, and not a move: expected a move such as a1-b2"),
        ("aa", "not a cell such as a1, and not a move: expected a move such as a1-b2"),
        ("a1?b2", "not a cell such as a1, and not a move: expected a move such as a1-b2"),
        ("wrong", "no cell is chosen; `undo` takes a move back"),
    ],
)
def test_a_cell_that_cannot_be_chosen_is_refused_with_the_reason(cell, reason):
    (refusal,), moves = refusals(cell)
    assert refusal.startswith(reason)
    assert moves == []


def test_a_piece_without_a_move_cannot_be_chosen(files):
    (files / "late.yaml").write_text(LATE.replace("DD.", "Dd."))
    assert refusals("a1") == (["the piece in a1 cannot move"], [])


def test_where_only_a_pass_is_left_a_cell_is_answered_with_it():
    reasons, moves = refusals("a1", "PASS", line="stuck.yaml --player person")
    assert reasons == ["the piece in a1 cannot move, nor can any other: type `pass`"]
    assert moves == ["pass"]


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("b1", "a1xb1 is not legal: b1 is taken, and captures are diagonal only"),
        ("a2", "a1-a2 is not legal: the duck in a1 goes one row forward, straight or diagonally"),
        ("b3", "a1-b3 is not legal: the duck in a1 goes one row forward, straight or diagonally"),
        ("e1", "a1-e1 is not legal: there is no cell e1: the board has 4 rows and 3 columns"),
        ("nowhere", "expected a cell such as a1, found `nowhere`; `wrong` takes a1 back"),
    ],
)
def test_a_target_that_is_refused_leaves_the_piece_chosen(target, reason):
    assert refusals("a1", target, "b2") == ([reason], ["a1xb2"])


def test_nobody_goes_back_the_way_he_came():
    ((refusal,), _) = refusals("c3", "d2")
    assert refusal == "c3-d2 is not legal: the swan in c3 cannot go to d2: swans go back only"
    (*_, refusal), _ = refusals("a3", "b3", "d3", "c2", "b3", "a3")
    assert refusal == "b3-a3 is not legal: the duck in b3 cannot go to a3: ducks go forward only"


def test_own_pieces_are_not_captured(files):
    (files / "late.yaml").write_text(LATE.replace("DD.", "Dd."))
    ((refusal,), _) = refusals("a3", "b2")
    assert refusal == "a3-b2 is not legal: b2 holds a piece of green itself"


@pytest.mark.parametrize("word", ["undo", "reset"])
def test_a_chosen_cell_is_forgotten_when_the_game_goes_back(word):
    assert refusals("a1", "b2", "d3", word, "a3", "b3")[1][-1] == "a3-b3"


def test_a_chosen_cell_is_kept_while_help_is_asked_for():
    assert refusals("a1", "help", "moves", "instructions", "board", "b2") == ([], ["a1xb2"])


def test_no_cell_can_be_chosen_when_the_game_is_over():
    reasons, moves = refusals("c3", "b3", "d3", "c3", "b3", "a2", "a1")
    assert moves == ["c3-b3", "d3-c3", "b3-a2"]
    assert reasons == ["the game is over: a swan of green is home in a2"]


def test_frogs_hop_cell_by_cell():
    reasons, moves = refusals("4", "3", "5", "4", "5", "3", line="frog-puzzle")
    assert reasons == [
        "there is no frog in cell 4",
        "3-5 is not legal: there is a frog in cell 5",
    ]
    assert moves == ["3-4", "5-3"]


def test_in_a_sum_the_first_cell_names_the_row(files):
    (files / "sum.yaml").write_text("{game: toads-and-frogs, start: [TT_F, T_FF], ask: winner}")
    line = "sum.yaml --player person"
    assert refusals("1:2", "3", "2:3", "2:2", line=line) == ([], ["1:2-3", "2:3-2"])
    reasons, _ = refusals("2", "3:1", "1:3", "2:1", "1:2", line=line)
    assert reasons == [
        "expected a cell ROW:NUMBER, as it is a sum",
        "there is no row 3",
        "toads are to move, and none of them is in cell 1:3",
        "not a move: 2:1 and 1:2 are in two rows",
    ]


def test_a_game_in_which_nothing_goes_from_cell_to_cell_has_no_wrong_cell():
    done = play("winnable.yaml", "wrong", "help")
    assert "not a move" in done.stderr
    assert "wrong" not in done.stdout


# Instructions and the pause menu


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_game_has_instructions_that_fit_on_a_page(name):
    game: Game = all_games()[name]
    for path in sorted((ROOT / "scenarios" / name).glob("*.yaml")):
        scenario = read_scenario(read_source(str(path)))
        lines = game.get(INSTRUCTIONS)(scenario).splitlines()
        assert len(lines) >= 5
        assert max(map(len, lines)) <= 80
        assert [line for line in lines if line != line.rstrip()] == []


def test_instructions_are_told_on_demand():
    page = late("instructions").stdout
    assert "The first swan home wins." in page
    assert "▼ duck and ♥ swan of green" in page.partition("The first swan")[2]


def test_the_instructions_follow_the_ruling_of_the_scenario():
    assert "A side that cannot move loses." in late("instructions").stdout
    assert "type pass" in play("stuck.yaml --player person", "instructions").stdout


def test_a_pause_offers_to_resume_to_read_to_save_and_to_leave():
    page = late("pause").stdout
    for entry in ["1   resume", "2   instructions", "3   save FILE", "4   exit"]:
        assert f"\n{entry} " in page


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        (["pause", "1", "a1", "b2"], ["a1xb2"]),
        (["pause", "resume", "a1", "b2"], ["a1xb2"]),
        (["a1", "pause", "2", "RESUME", "b2"], ["a1xb2"]),
        (["a1", "b2", "pause", "3 game.txt", "1", "d3", "c2"], ["a1xb2", "d3-c2"]),
        (["a1", "b2", "pause", "4", "d3", "c2"], ["a1xb2"]),
        (["a1", "b2", "pause", "exit", "d3", "c2"], ["a1xb2"]),
        (["a1", "b2", "pause", "quit", "d3", "c2"], ["a1xb2"]),
        (["a1", "b2", "pause"], ["a1xb2"]),
    ],
)
def test_what_is_chosen_in_a_pause_is_done(typed, moves):
    assert refusals(*typed) == ([], moves)


def test_a_game_saved_in_a_pause_can_be_checked():
    late("c3 b3", "d3 c3", "b3 a2", "pause", "3 game.txt")
    assert run("check late.yaml game.txt").exit_code == 0


@pytest.mark.parametrize("typed", ["5", "0", "a1", "hint", "undo"])
def test_in_a_pause_nothing_else_is_taken(typed):
    reasons, moves = refusals("pause", typed, "1", "a1", "b2")
    assert reasons == [
        f"expected `resume`, `instructions`, `save` or `exit`, or its number, found `{typed}`"
    ]
    assert moves == ["a1xb2"]


def test_a_pause_is_there_for_every_game():
    found = only_object(play("winnable.yaml --json", "pause", "1", "stay").stdout)
    assert (found["moves"], found["refused"]) == (["stay"], [])


# On a terminal


def test_the_prompt_asks_for_the_other_cell():
    terminal = Terminal("play late.yaml --player person", PYTHONIOENCODING="utf-8")
    assert "Type a move, or a cell such as a1" in terminal.until("green> ")
    assert "a1 can go to b2" in terminal.type("a1\n", "to which cell> ")
    assert "captures are diagonal only" in terminal.type("b1\n", "to which cell> ")
    terminal.type("wrong\n", "green> ")
    terminal.type("a1\n", "to which cell> ")
    assert "Paused" in terminal.type("pause\n", "pause> ")
    assert "a1 can go to b2" in terminal.type("1\n", "to which cell> ")
    assert "captures a duck" in terminal.type("b2\n", "blue> ")
    os.write(terminal.ours, b"exit\n")
    assert terminal.close()[1] == 0


@pytest.mark.parametrize("prompt", ["to which cell> ", "pause> "])
@pytest.mark.parametrize(
    ("key", "status"), [(b"\x04", 0), (b"\x03", 130)], ids=["Ctrl-D", "Ctrl-C"]
)
def test_every_prompt_is_left_politely(prompt, key, status):
    terminal = Terminal("play late.yaml --player person")
    terminal.until("green> ")
    terminal.type("a1\n" if prompt.startswith("to") else "pause\n", prompt)
    if key == b"\x03":
        terminal.interrupt()
    else:
        os.write(terminal.ours, key)
    seen, ended = terminal.close()
    assert "after 0 moves." in seen
    assert "Traceback" not in seen
    assert ended == status


# How it is drawn, and how it ends


def drawn(line, **environment):
    return run_process(line, environment=environment).stdout


DRAWING = [
    "play late.yaml --player easy",
    "play late.yaml --player easy --view table",
    "solve late.yaml",
    "tree late.yaml --limit 3 --depth 3",
]


@pytest.mark.few(2)
@pytest.mark.parametrize("line", DRAWING)
def test_the_signs_of_the_description_are_drawn_where_they_can_be_spelt(line):
    assert set(SIGNS) & set(drawn(line, PYTHONIOENCODING="utf-8"))


@pytest.mark.few(2)
@pytest.mark.parametrize("line", DRAWING)
def test_letters_are_drawn_on_demand_and_where_the_signs_cannot_be_spelt(line):
    asked = drawn(f"{line} --ascii", PYTHONIOENCODING="utf-8")
    forced = drawn(line, PYTHONIOENCODING="ascii")
    assert asked.isascii()
    assert "\\u" not in asked + forced
    assert re.search(r"^(a )?d[ .]", asked, re.MULTILINE) or "d.d/DD." in asked
    without_times = [re.sub(r"[0-9.]+ s\b", "", page) for page in (asked, forced)]
    assert without_times[0] == without_times[1]


def test_a_plan_is_checked_in_ascii_too():
    late("a1", "b2", "save game.txt")
    page = drawn("check late.yaml game.txt --ascii --view boards")
    assert page.isascii()
    assert "a d . d" in page


def test_in_a_pipe_there_are_no_colours_and_80_columns():
    page = run_process(
        "play late.yaml --player person", stdin=None, input="help\npause\n2\n1\na3\nb3\n"
    )
    assert ESCAPE not in page.stdout + page.stderr
    lines = page.stdout.splitlines()
    assert [line for line in lines if line != line.rstrip() or len(line) > 80] == []


@pytest.mark.parametrize(
    ("board", "turn", "typed", "end"),
    [
        (
            "d..\\n.D.\\n...",
            "green",
            "a1 b2",
            "green wins: green has captured every piece of blue.",
        ),
        ("d..\\n.D.\\n...", "blue", "b2 a1", "blue wins: blue has captured every piece of green."),
        ("...\\n..s\\n..D", "green", "b3 a2", "green wins: a swan of green is home in a2."),
        ("SdS\\ndDd\\nD.d\\n...", "green", "c3 d3", "green wins: blue cannot move."),
    ],
)
def test_the_last_line_names_the_winner_and_how_it_was_won(files, board, turn, typed, end):
    text = f'{{game: ugly-duck, board: "{board}", turn: {turn}, ask: winner}}'
    (files / "end.yaml").write_text(text)
    assert f"\n{end}\n" in play("end.yaml --player person", typed).stdout


def test_a_person_is_told_to_have_won_or_lost(files):
    won = play("late.yaml --player blue=easy", "c3 b3", "b3 a2").stdout
    assert "You have won against easy." in won
    (files / "lost.yaml").write_text('{game: ugly-duck, board: "d..\\n..s\\n..D", ask: winner}')
    lost = play("lost.yaml --player green=hard,blue=person").stdout
    assert "You have lost to hard." in lost


def test_two_people_are_told_the_winner_alone():
    assert "You have" not in late("c3 b3", "d3 c3", "b3 a2").stdout


def test_a_move_without_a_proof_is_told_and_so_is_a_hint(files):
    rows = '"ddddd\\n.....\\n.....\\n.....\\nDDDDD"'
    (files / "passes.yaml").write_text(f"{{game: ugly-duck, board: {rows}, no_moves: pass}}")
    line = "passes.yaml --player green=person,blue=perfect --time-limit 0.000001"
    typed = ["hint", "a1 b2"]
    page = play(line, *typed).stdout
    (hint,) = re.findall(
        r"^Undecided: no answer within 1e-06 s; (\S+) looks best; --time-limit gives more.$",
        page,
        re.MULTILINE,
    )
    assert re.fullmatch("a[1-5]-b[1-5]", hint)
    (move,) = re.findall(
        r"^blue perfect: (\S+) looks best, but is not proven: the time was too short.$",
        page,
        re.MULTILINE,
    )
    assert f"\n2  blue {move}\n" in page
    (unproven,) = only_object(play(f"{line} --json", *typed).stdout)["unproven"]
    assert (unproven["turn"], unproven["side"]) == (2, "blue")


# A game by its name


@pytest.mark.parametrize("name", sorted(all_games()))
def test_a_game_that_is_named_starts_as_usual(name):
    done = play(f"{name} --json")
    assert done.exit_code == 0
    assert only_object(done.stdout)["game"] == name


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ugly-duk", "there is no game `ugly-duk`"),
        ("ugly-duck --hp 3", "--hp goes with a scenario file"),
    ],
)
def test_a_name_that_cannot_be_played_is_refused(line, message):
    done = run(f"play {line}")
    assert done.exit_code == 2
    assert message in done.stderr


def test_people_and_computers_play_each_other_in_every_mixture():
    for players in ["person", "green=person,blue=easy", "green=hard,blue=easy"]:
        found = only_object(play(f"ugly-duck --json --player {players}", "a1", "b1").stdout)
        assert found["refused"] == []
        assert found["moves"][:1] == ["a1-b1"] or "person" not in players


# What the documentation shows


PAGE = (ROOT / "docs" / "ugly-duck.md").read_text()


@pytest.mark.few(2)
@pytest.mark.parametrize("line", re.findall(r"\| `toadstone (play [^`]*)` \|", PAGE))
def test_a_command_of_the_documentation_works(line):
    found = only_object(run(f"{line} --json", input="").stdout)
    assert found["status"] == ("unfinished" if "person" in found["players"].values() else "over")


@pytest.mark.exhaustive
def test_the_tournament_of_the_documentation_is_played_again(files):
    (files / "scenarios").symlink_to(ROOT / "scenarios")
    command, shown = re.search(
        r"\$ toadstone (tournament.*?\n.*?)\n(.*?)```", PAGE, re.DOTALL
    ).groups()
    page = run(command.replace("\\\n", "")).stdout
    assert without_times(page) == without_times(shown)


def without_times(page):
    """Return a page of a tournament without what depends on the machine."""
    return re.sub(r" +[0-9.]+$|, [0-9.]+ s$", "", page, flags=re.MULTILINE)
