"""A table, without a page: what it answers to each message, and what never waits."""

import asyncio
import inspect
import json
import time
from contextlib import asynccontextmanager
from unittest.mock import Mock

import pytest

import toadstone
from chromium import run_apart
from toadstone.core.budget import Budget, Limits
from toadstone.core.errors import ToadstoneError
from toadstone.play.session import Session
from toadstone.services.generation.shipped import shipped
from toadstone.table import table as table_module
from toadstone.table.table import Table
from toadstone.table.views import start_named
from toadstone_cli.browser.processes import ProcessRunner
from workers import slow_work


class Spoken:
    """A table, and all that it has said to its page and reported."""

    def __init__(self, first, runner):
        self.said, self.reports = [], []
        self.tab = Table(self._hear, first, Limits(20.0), runner, self.reports.append)

    async def _hear(self, message):
        self.said.append(json.loads(message.model_dump_json()))

    async def ask(self, do, **content):
        """Send a message; return what was answered at once."""
        before = len(self.said)
        await self.tab.hear(json.dumps({"do": do, **content}))
        return self.said[before:]

    async def wait_for(self, kind, since=0, **content):
        """Wait for a message of a kind with this content."""
        give_up = time.monotonic() + 30
        while time.monotonic() < give_up:
            for each in self.said[since:]:
                if each["kind"] == kind and content.items() <= each.items():
                    return each
            await asyncio.sleep(0.01)
        raise AssertionError(f"no {kind} with {content} in {[each['kind'] for each in self.said]}")

    @property
    def game(self):
        return [each for each in self.said if each["kind"] == "game"][-1]


@asynccontextmanager
async def tab_with(name, *players, runner=None):
    spoken = Spoken(Session(start_named(name), players), runner or ProcessRunner())
    try:
        await spoken.ask("start")
        yield spoken
    finally:
        await spoken.tab.close()


def with_a_tab(name, *players):
    """Make a conversation with a tab, its first argument, a test with its other arguments."""

    def test_of(conversation):
        async def whole(arguments):
            async with tab_with(name, *players) as tab:
                await conversation(tab, **arguments)

        def test(**arguments):
            run_apart(whole(arguments))

        test.__name__, signature = conversation.__name__, inspect.signature(conversation)
        _, *others = signature.parameters.values()
        test.__signature__ = signature.replace(parameters=others)
        return test

    return test_of


@with_a_tab("first-crossing")
async def test_moves_are_made_taken_back_and_made_again(tab):
    game = tab.game
    assert (game["status"], game["waits"], game["ply"]) == ("Your move", True, 0)
    assert game["ahead"] == 3
    (after,) = await tab.ask("move", move="right-1")
    assert after["last"] == {"source": "3", "target": "4", "falls": True}
    assert after["moves"] == ["right-1"]
    await tab.ask("undo")
    assert (tab.game["ply"], len(tab.game["moves"])) == (0, 1)
    await tab.ask("redo")
    await tab.ask("move", move="stay")
    await tab.ask("go", ply=1)
    assert (tab.game["ply"], len(tab.game["moves"])) == (1, 2)
    await tab.ask("again", ply=1)
    assert len(tab.game["moves"]) == 1
    await tab.ask("ahead", events=5)
    assert tab.game["ahead"] == 5


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"do": "move", "move": "left-9"}, "left-9 is not legal"),
        ({"do": "move", "move": "sideways"}, "sideways"),
        ({"do": "why", "cells": ["77"]}, "There is no cell 77"),
        ({"do": "go", "ply": 99}, "expected a move from 0 to 0"),
        ({"do": "players", "players": {"player": "wizard"}}, "expected a player"),
        ({"do": "players", "players": {"blue": "person"}}, "expected a side"),
        ({"do": "start", "name": "no-such-start"}, "there is no start"),
        ({"do": "start", "scenario": "game: river-toad"}, "ask"),
        ({"do": "start", "saved": "{}"}, "saved game"),
        ({"do": "download", "file": "certificate"}, "Win the game first"),
        ({"do": "dance"}, "wrong message"),
        ({"do": "move", "move": "stay", "twice": True}, "wrong message"),
        ({"do": "ahead", "events": -1}, "wrong message"),
        ({"do": "start", "self": 1}, "wrong message"),
        ({"do": "start", "among": 1}, "wrong message"),
        ({"do": "check", "text": "", "plan": "", "options": {"hp": True}}, "wrong message"),
        ({"do": "start", "name": "/dev/stdin"}, "there is no start"),
        ({"do": "start", "name": "\ud800"}, "wrong message"),
        ({"do": "start", "name": "frog-puzzle", "moves": ["<b>"]}, "not a move: expected FROM-TO"),
        ("no JSON", "wrong message"),
    ],
)
@with_a_tab("jump-of-two")
async def test_what_cannot_be_done_is_refused_with_a_reason(tab, message, words):
    text = message if isinstance(message, str) else json.dumps(message)
    since = len(tab.said)
    await tab.tab.hear(text)
    note = await tab.wait_for("note", since, tone="refused")
    assert words in note["words"]
    assert tab.game["ply"] == 0


@with_a_tab("toads-and-frogs")
async def test_the_program_replies_whatever_is_refused_and_players_change_at_any_time(tab):
    assert [each["player"] for each in tab.game["sides"]] == ["person", "casual"]
    await tab.ask("move", move=tab.game["legal"][0]["move"])
    assert not tab.game["waits"]
    for refused in [{"do": "redo"}, {"do": "move", "move": "9-9"}]:
        assert [each["tone"] for each in await tab.ask(**refused)] == ["refused"]
    await tab.wait_for("game", ply=2)
    await tab.ask("players", players={"frogs": "person", "toads": "perfect"})
    assert [each["player"] for each in tab.game["sides"]] == ["perfect", "person"]
    await tab.wait_for("game", ply=3)
    await tab.ask("show")
    await tab.wait_for("game", ply=4)
    await tab.ask("evaluate")  # it ends what is shown, where the program is to move
    await tab.wait_for("game", ply=5)


@with_a_tab("first-crossing")
async def test_a_defect_keeps_the_moves_and_the_game_goes_on(tab, monkeypatch):
    fails = Mock(side_effect=IndexError("a list was too short"))
    await tab.ask("move", move="right-1")
    with monkeypatch.context() as patched:
        patched.setattr(table_module, "game_view", fails)
        (note,) = await tab.ask("move", move="stay")
    assert note["tone"] == "defect"
    assert note["words"].startswith("A defect of Toadstone: IndexError: a list was too short (")
    assert note["words"].endswith(" Your moves are kept: go on, or take one back.")
    with monkeypatch.context() as patched:
        patched.setattr(table_module, "hint_steps", fails)
        since = len(tab.said)
        await tab.ask("hint")
        await tab.wait_for("note", since, tone="defect")
        shown = await tab.wait_for("game", since)
    assert shown["moves"] == ["right-1", "stay"]
    await tab.ask("move", move="stay")  # the page showed the position before it
    assert tab.game["ply"] == 2
    assert [each[:32] for each in tab.reports] == ["a defect of Toadstone: IndexErro"] * 2


@with_a_tab("five-by-five")
async def test_a_shipped_proof_is_told_at_once_and_the_person_gets_the_side_that_wins(tab):
    assert tab.game["event"] == "With best play blue wins, proven."
    sides = {each["side"]: each["player"] for each in tab.game["sides"]}
    assert sides == {"green": "casual", "blue": "person"}


@with_a_tab("first-crossing")
async def test_a_slow_engine_never_blocks_a_click_nor_another_tab(tab, monkeypatch):
    monkeypatch.setattr(table_module, "advise", slow_work)
    async with tab_with("two-against-two", "person") as other:
        await tab.ask("hint")
        await other.ask("hint")
        await asyncio.sleep(0.3)
        took = {tab: [], other: []}
        moves = (tab, "right-1"), (other, "2-3"), (tab, "stay"), (other, "5-4"), (tab, "left-1")
        for each, move in moves:
            began = time.monotonic()
            await each.ask("move", move=move)
            took[each].append(time.monotonic() - began)
            await each.ask("hint")
        assert max(map(min, took.values())) < 0.1, "a busy machine may be late once"


@with_a_tab("jump-of-two")
async def test_what_a_page_sends_reads_no_files_of_this_computer(tab, tmp_path, monkeypatch):
    (tmp_path / "rolls.txt").write_text("1 2 3\n")
    monkeypatch.chdir(tmp_path)
    keys = {"game": "river-toad", "board": {"rows": 4}, "toad": {"hp": 5}}
    saved = {"kind": "saved game", "ask": [], "players": {"player": "person"}, "plan": []}
    for path in ("rolls.txt", str(tmp_path / "rolls.txt")):
        scenario = keys | {"rolls_file": path}
        (note,) = await tab.ask("start", scenario=json.dumps(scenario | {"ask": "max-hp"}))
        assert note["tone"] == "refused"
        (note,) = await tab.ask("start", saved=json.dumps(saved | {"scenario": scenario}))
        assert (note["tone"], "rolls" in note["words"]) == ("refused", True)


@with_a_tab("jump-of-two")
async def test_a_saved_game_and_every_file_come_from_the_same_moves(tab):
    for move in ("right-2", "left-1", "stay"):
        await tab.ask("move", move=move)
    texts = {}
    for kind in ("game", "plan", "scenario", "replay", "picture"):
        since = len(tab.said)
        await tab.ask("download", file=kind)
        texts[kind] = (await tab.wait_for("file", since))["text"]
    moves = tab.game["moves"]
    assert texts["plan"].split() == moves
    assert texts["scenario"].startswith("game: river-toad\n")
    assert texts["replay"].startswith("<!doctype html>")
    assert texts["picture"].startswith("<svg")
    await tab.ask("start", saved=texts["game"])
    assert tab.game["moves"] == moves
    await tab.ask("start", scenario=texts["scenario"])
    assert tab.game["moves"] == []


@with_a_tab("two-against-two", "person")
async def test_a_puzzle_states_its_task_and_says_at_once_what_a_move_comes_to(tab):
    await tab.ask("puzzle", game="ugly-duck", difficulty="easy", number=1)
    puzzle = await tab.wait_for("puzzle")
    assert puzzle["name"]
    assert 1 <= puzzle["stars"] <= 5
    assert (await tab.wait_for("game", task=puzzle["task"]))["verdict"] is None
    solution = shipped("ugly-duck", "easy")[0].solution[0]
    wrong = next(each["move"] for each in tab.game["legal"] if each["move"] != solution)
    await tab.ask("move", move=wrong)
    assert tab.game["verdict"]["solved"] is False
    assert tab.game["verdict"]["words"].startswith(f"{wrong} is not it: green answers ")
    await tab.ask("go", ply=0)
    await tab.ask("move", move=solution)
    assert tab.game["verdict"]["solved"] is True
    await tab.ask("start", name="ugly-duck")
    assert tab.game["task"] == ""


@with_a_tab("two-against-two", "person")
async def test_a_game_that_is_over_has_a_certificate(tab, tmp_path):
    while tab.game["legal"]:
        await tab.ask("move", move=tab.game["legal"][0]["move"])
    await tab.ask("download", file="certificate")
    (tmp_path / "proof.json").write_text((await tab.wait_for("file"))["text"])
    assert toadstone.verify(tmp_path / "proof.json").valid


def test_there_are_few_processes_and_the_one_unused_for_longest_makes_room():
    async def use():
        runner, limits = ProcessRunner(most=2), Limits(20.0)
        desks = [runner.desk(list) for _ in range(3)]
        for desk in desks:
            assert await desk.run(_count, limits) == 1
        assert list(runner.open) == desks[1:]
        assert [await desk.run(_count, limits) for desk in desks] == [1, 1, 1], "made anew"
        slow = [asyncio.ensure_future(desk.run(_wait, limits)) for desk in desks[1:]]
        await asyncio.sleep(0.05)
        with pytest.raises(ToadstoneError, match="busy with other tabs"):
            await desks[0].run(_count, limits)
        for task in slow:
            task.cancel()
        for desk in desks:
            await desk.close()
        assert not runner.open

    run_apart(use())


def _count(context, budget):
    context.append(1)
    return len(context)


def _wait(context, budget):
    time.sleep(20)


class Calls:
    """A runner that simply calls; it is its own desk."""

    async def run_short(self, work, *about):
        return work(*about)

    def desk(self, context):
        desk = Calls()
        desk.context = context()
        return desk

    async def run(self, task, limits):
        return task(self.context, Budget(limits))

    async def close(self):
        pass


@pytest.mark.parametrize(
    ("do", "answer"),
    [("review", "First mistake: "), ("hint", "Look "), ("evaluate", "Best: 13 HP."), ("undo", "")],
)
def test_what_changes_or_judges_the_game_ends_what_is_shown(do, answer, monkeypatch):
    monkeypatch.setattr(table_module, "BETWEEN_SHOWN", 0.02)

    async def play():
        async with tab_with("first-crossing", runner=Calls()) as tab:
            await tab.ask("start", name="first-crossing", moves=["stay", "left-1"])
            await tab.ask("show")
            await tab.wait_for("game", ply=4)
            moves = tab.game["moves"]
            await tab.ask(do)
            await asyncio.sleep(0.2)
            assert tab.game["moves"] == moves
            assert tab.said[-1].get("words", "").startswith(answer)

    run_apart(play())


@with_a_tab("first-crossing")
async def test_only_moves_that_were_reviewed_have_a_cost(tab):
    await tab.ask("start", name="first-crossing", moves=["stay", "left-1"])
    await tab.ask("review")
    game = await tab.wait_for("game", event="Turn 2: left-1 costs 1 HP; stay is better.")
    assert (game["ply"], game["moves"]) == (1, ["stay", "left-1"])
    await tab.ask("move", move="stay")
    await tab.ask("go", ply=1)
    assert tab.game["event"] == "Turn 1, stay."
