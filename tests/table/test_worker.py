"""A table in a page without a server: what goes between its workers, without a browser."""

import asyncio
import json

from chromium import run_apart
from toadstone.table.messages import HomeView
from toadstone.table.worker import Thinker, table_of


class Bytes(bytes):
    """Bytes as JavaScript has them."""

    def to_bytes(self):
        return bytes(self)


class OneWorker:
    """A worker that thinks, in this process."""

    def __init__(self):
        self.thinker, self.stopped = Thinker(), []

    async def think(self, desk, work):
        await asyncio.sleep(0)
        return Bytes(self.thinker.do(Bytes(work)))

    def stop(self, desk):
        self.stopped.append(desk)
        self.thinker = Thinker()


def answers_to(*requests):
    """Return what a table says to some requests, each waited for."""
    said = []

    async def talk():
        table = table_of(said.append, OneWorker(), HomeView(games=()).model_dump_json())
        for request in requests:
            await table.hear(json.dumps(request))
            await asyncio.sleep(0.05)
            await asyncio.gather(*table._thinking, *table._working)
        await table.close()

    run_apart(talk())
    return [json.loads(each) for each in said]


def test_a_hint_comes_from_the_worker_that_thinks():
    start = {"do": "start", "name": "jump-of-two"}
    *_, note = answers_to(start, {"do": "hint"}, {"do": "hint"})
    assert note["tone"] == "hint"
    assert note["words"] == "Hint: stay (5 HP, proven best)."


def test_a_roll_file_is_solved_with_its_picture_and_files():
    request = {"do": "solve", "text": "16 0 33 4 0 0 12", "options": {"hp": 10, "rows": 4}}
    *_, paper = answers_to(request)
    assert paper["kind"] == "paper"
    assert "Proven best: " in paper["words"]
    assert paper["picture"].startswith("<svg")
    names = [each["name"] for each in paper["files"]]
    assert names == ["scenario.yaml", "picture.svg", "replay.html", "certificate.json"]
    certificate = paper["files"][-1]["text"]
    *_, finding = answers_to({"do": "verify", "text": certificate})
    assert (finding["good"], finding["words"].splitlines()[0]) == (
        True,
        "Valid: the certificate proves its claim.",
    )


def test_a_plan_is_checked():
    rolls = {"text": "0 0", "options": {"hp": 1, "rows": 2}}
    *_, paper = answers_to({"do": "check", **rolls, "plan": "stay, stay"})
    assert paper["good"] is True
    *_, paper = answers_to({"do": "check", **rolls, "plan": "left 2, stay"})
    assert paper["good"] is False


def test_a_file_that_cannot_be_used_is_refused_in_words():
    for request in ({"do": "solve", "text": " "}, {"do": "verify", "text": "no"}):
        *_, note = answers_to(request)
        assert (note["kind"], note["tone"]) == ("note", "refused")


def test_the_games_are_those_of_the_built_page():
    assert answers_to({"do": "start"}) == [{"kind": "home", "games": []}]
