"""Pages on standard output: what is written is what is meant, with and without a layout."""

from itertools import product

import pytest
from rich.text import Text

from toadstone.engines.answering import answer
from toadstone.engines.instance import make_instance
from toadstone.files.source import read_source
from toadstone.loading import read_scenario
from toadstone.view.layout import View, laid_out_page, plain_page, ranges
from toadstone.view.pages.answer import answer_page

WIDTH = 80
PLANS = ["river-toad/first-crossing", "river-toad/jump-of-two", "river-toad/starvation"]
POSITIONS = ["toads-and-frogs/up", "squirrel-war/last-raid"]
VIEWS = [View.BOARDS, View.TABLE, View.MOVES]
PAGES = [*product(PLANS, VIEWS), *((name, View.AUTO) for name in POSITIONS)]


def answer_to(name):
    return answer(make_instance(read_scenario(read_source(f"scenarios/{name}.yaml"))))


def expect_the_same_page(parts):
    pages = plain_page(parts, WIDTH), laid_out_page(parts, WIDTH, styled=False)
    plain, laid_out = ([line.rstrip() for line in page.split("\n")] for page in pages)
    assert plain == laid_out


@pytest.mark.parametrize(("name", "view"), PAGES)
def test_an_answer_needs_no_layout_and_would_look_the_same_with_one(name, view):
    expect_the_same_page(list(answer_page(answer_to(name), view)))


def test_a_text_is_written_as_it_is():
    for part in (
        Text(),
        "two\nlines",
        "x" * (WIDTH + 1),
        Text("x " * WIDTH, no_wrap=True),
        Text("\u732b" * (WIDTH // 2)),
        Text.assemble(("bold", "bold"), " and ", ("red", "red")),
        "a bell \a is left out",
        ":warning: [bold]not markup[/bold]",
    ):
        expect_the_same_page(["before", part, "after"])


def test_turns_that_follow_each_other_are_a_range():
    assert ranges([1, 4, 5, 6, 9, 10]) == "1, 4-6, 9, 10"
