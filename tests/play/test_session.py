"""One session of play: moves, cells, going back and forth, words, tasks and the saved game."""

import json
import random

import pytest

import toadstone
from places import ROOT
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import InputError
from toadstone.core.line import Line, sides_of
from toadstone.files.source import Source
from toadstone.interface import instance_of
from toadstone.play import Verdict
from toadstone.play.players import LEVELS, enduring_moves
from toadstone.play.session import RefusedError, Session, hint_steps, read_saved_game
from toadstone.play.tasks import Task, TaskContext, advise, evaluate, show_line
from toadstone.play.words import possible

GAMES = [
    "first-crossing",
    "first-across",
    "two-against-two",
    "sneak-beside-an-enemy",
    "three-by-three",
]


def session_of(name, *players, **options):
    return Session(instance_of(name), players or ["person"], **options)


def done(session, task):
    return task.run(TaskContext(session.instance), Budget(Limits(task.seconds)))


def random_game(name, seed, most=200):
    session, dice = session_of(name), random.Random(seed)
    while session.legal_moves and session.ply < most:
        session.play(dice.choice(session.legal_moves))
    return session


@pytest.mark.few(5)
@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_is_told_by_its_cells(name):
    session = random_game(name, 3)
    for ply in range(session.ply):
        session.go_to(ply)
        paths = session.board.paths(session.state)
        assert set(paths.values()) == set(session.legal_moves)
        told = (path[:end] for path in paths for end in range(1, len(path) + 1))
        assert all(session.why_not_pointed(cells) is None for cells in told)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_round_trips_from_any_place(name):
    session, dice = random_game(name, 1), random.Random(1)
    for _ in range(3):
        session.go_to(dice.randint(0, session.ply))
        text = json.dumps(session.to_json())
        again = read_saved_game(Source("game.json", text, ROOT))
        assert json.dumps(again.to_json()) == text
        assert (again.line.states, again.undone) == (session.line.states, session.undone)


def test_undo_and_redo_go_from_one_move_of_yours_to_the_next():
    session = session_of("two-against-two", "toads=person", "frogs=random")
    for _ in range(4):
        session.play(session.legal_moves[0])
    whole = session.moves
    session.undo()
    assert (session.ply, session.undone) == (2, whole[2:])
    session.undo()
    with pytest.raises(RefusedError, match="no move of yours"):
        session.undo()
    session.redo()
    assert session.ply == 2
    session.play(whole[2])
    assert session.undone == whole[3:]
    session.redo()
    assert session.moves == whole
    with pytest.raises(RefusedError, match="nothing to make again"):
        session.redo()


def test_another_move_forgets_what_was_taken_back():
    session = session_of("first-crossing", moves=[])
    for text in ("stay", "stay", "right-1"):
        session.move(text)
    session.go_to(1)
    session.move("right-1")
    assert (session.plan, session.undone) == (["stay", "right-1"], ())


def test_nobody_moves_for_a_player_of_the_program():
    session = session_of("two-against-two", "toads=random", "frogs=person")
    assert not session.awaits_person
    said = "it is the turn of toads, and random plays them"
    with pytest.raises(RefusedError, match=said):
        session.move("2-3")
    chosen = done(session, session.choose())
    session.play(chosen.move)
    assert session.awaits_person


@pytest.mark.parametrize(
    ("start", "cells", "why"),
    [
        ("three-by-three", ["a1"], None),
        ("three-by-three", ["a1", "b2"], None),
        ("three-by-three", ["a1", "a2"], "the duck in a1 goes one row forward"),
        ("three-by-three", ["a1", "c3"], "the duck in a1 goes one row forward"),
        ("three-by-three", ["b1"], "there is no piece in b1"),
        ("three-by-three", ["z9"], "there is no cell z9"),
        ("a-sum-of-two-rows", ["1:2", "2:2"], "1:2 and 2:2 are in two rows"),
    ],
)
def test_cells_that_begin_no_move_are_refused_with_the_reason(start, cells, why):
    said = session_of(start).why_not_pointed(cells)
    assert said is None if why is None else why in said


@pytest.mark.parametrize("name", GAMES[:4])
def test_a_hint_says_where_to_look_before_it_names_the_move(name):
    session = session_of(name)
    advice = done(session, Task(advise, session.moves))
    (_, cells, _), (words, _, moves) = hint_steps(session, advice, 10)
    path = set(map(str, session.board.path(session.state, advice.moves[0])))
    assert len(cells) > 1 or len(path) > 1
    assert path <= set(cells)
    assert str(advice.moves[0]) in words
    assert moves == advice.moves[:1]


@pytest.mark.parametrize("name", GAMES[:4])
def test_what_is_possible_is_kept_by_the_line_that_is_shown(name):
    session = session_of(name)
    before = possible(done(session, Task(evaluate, session.moves)), session.instance.ask)
    assert "best: " in before or "proven" in before
    for move in done(session, Task(show_line, session.moves)).line:
        session.play(move)
    assert session.ending
    assert session.ending_in_words.endswith(".")
    assert done(session, session.review()).first_mistake is None
    session.undo()
    assert session.undone


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "plan"}, "`kind`: expected `saved game`, found `plan`"),
        ({"plan": 3}, "`plan`: expected a list, found `3`"),
        ({"players": {"player": "nobody"}}, "expected a player"),
        ({"plan": ["left-9"]}, "left-9 is not legal"),
        ({"undone": ["stay"] * 50}, "stay is not legal: the game is over"),
        ({"scenario": {"game": "river-toad"}}, "is missing"),
        ({"ask": ["sleep"]}, "sleep"),
    ],
)
def test_a_file_that_is_no_saved_game_says_why(change, words):
    content = session_of("first-crossing").to_json() | change
    with pytest.raises(InputError, match=words):
        read_saved_game(Source("game.json", json.dumps(content), ROOT))


def test_the_rolls_file_of_a_saved_game_lies_beside_it(tmp_path):
    (tmp_path / "rolls.txt").write_text("2\n" * 5)
    content = session_of("first-crossing").to_json()
    del content["scenario"]["rolls"]
    content["scenario"]["rolls_file"] = "rolls.txt"
    session = read_saved_game(Source("game.json", json.dumps(content), tmp_path))
    assert session.instance.scenario.rolls == (2,) * 5


def test_a_file_that_is_no_json_is_no_saved_game():
    for text in ("", "[" * 100_000, "[]"):
        with pytest.raises(InputError, match=r"expected a saved game|nested"):
            read_saved_game(Source("game.json", text, ROOT))
    with pytest.raises(InputError, match="`kind` is missing: expected `saved game`"):
        read_saved_game(Source("game.json", "{}", ROOT))


@pytest.mark.exhaustive
def test_what_is_shown_of_a_lost_position_begins_with_its_longest_defence():
    session = session_of("five-by-five")
    advice, shown = (done(session, Task(each, (), 20)) for each in (advise, show_line))
    assert advice.verdict is shown.verdict is Verdict.LOST
    assert shown.line[0] == advice.moves[0]


ALONE = {
    "river-toad": {"rolls": [16, 8, 27, 4, 10, 0], "rows": 3, "hp": 4, "ask": "max-hp"},
    "frog-puzzle": {"start": "LL_RR", "ask": "reach"},
}


@pytest.mark.parametrize("name", sorted(ALONE))
def test_who_has_lost_alone_is_advised_to_last_and_perfect_does(name):
    instance, lost = instance_of(toadstone.scenario(name, **ALONE[name])), 0
    for line in every_line(Line.begin(instance.rules), 3):
        session = Session(instance, ["perfect"], line.moves)
        shown = done(session, Task(show_line, line.moves, 20))
        if shown.verdict is Verdict.LOST:
            lost += 1
            assert len(shown.line) == plies_left(line)
            assert done(session, session.choose()).move == shown.line[0]
            assert f"{shown.line[0]} lasts longest" in hint_steps(session, shown, 20)[1][0]
    assert lost


def plies_left(line):
    """Return after how many moves at most a game is over."""
    moves = () if line.ending else line.rules.legal_moves(line.state)
    return max((1 + plies_left(line.after(move)) for move in moves), default=0)


LOST = {
    "toads-and-frogs": {"start": ["T_TFF_F", "_TF_"], "ask": "winner"},
    "ugly-duck": {"board": "d.d\n..D\nD..", "ask": "winner"},
    "squirrel-war": {"values": [[9, 1, 5]], "board": ["X.."], "turn": "O", "ask": "margin"},
    "river-toad": {"rolls": [4, 10, 0], "rows": 2, "hp": 3, "ask": "survive"},
    "frog-puzzle": {"start": "LL_RR", "ask": "reach"},
}
"""A position of each game in which some moves lose sooner, or more, than others."""


@pytest.mark.parametrize("level", [*LEVELS][:3])
@pytest.mark.parametrize("name", sorted(LOST))
def test_no_level_loses_at_once_or_by_the_next_reply_where_it_can_hold_out(name, level):
    instance = instance_of(toadstone.scenario(name, **LOST[name]))
    seen = set()
    for line in every_line(Line.begin(instance.rules), 4):
        lasting = enduring_moves(line, Budget())
        assert set(lasting) == set(longest(line))
        seen |= {len(lasting) < len(line.rules.legal_moves(line.state))}
        session = Session(instance, [level], line.moves)
        for seed in range(3):
            chosen = session.choose().run(TaskContext(instance, seed), Budget(Limits(10)))
            assert chosen.move in lasting
    assert True in seen


def every_line(line, most):
    """Yield the lines of play that go on, of so many moves at most."""
    if line.ending is None:
        yield line
        for move in line.rules.legal_moves(line.state) if most else ():
            yield from every_line(line.after(move), most - 1)


def longest(line):
    """Return the moves that no play can punish within two plies, or else the least bad ones."""
    side = line.to_move

    def loss(line, plies):
        if over := line.ending:
            points = line.rules.payoff(over) if len(sides_of(line.rules)) > 1 else -over.is_loss
            return max(0, -points if side == sides_of(line.rules)[0] else points)
        if plies == 0:
            return 0
        losses = [loss(line.after(move), plies - 1) for move in line.rules.legal_moves(line.state)]
        return min(losses) if line.to_move == side else max(losses)

    worth = {
        move: tuple(-loss(line.after(move), plies) for plies in range(2))
        for move in line.rules.legal_moves(line.state)
    }
    return [move for move, each in worth.items() if each == max(worth.values())]
