"""Sheets of puzzles as they come out of a printer: nothing overflows, no half page is empty."""

import re

import pytest

import toadstone
from exhaustive import some_of
from toadstone.game import all_games
from toadstone.services import MAKER
from toadstone.services.generation.maker import Wish
from toadstone.services.generation.making import complete_wish, maker_of
from toadstone.services.generation.pages import CONTENTS, PAPERS, Layout, Sheet

GAMES = sorted(name for name, game in all_games().items() if MAKER in game.parts)

OVERFLOWS = """() => {
  const wrong = [];
  for (const page of document.querySelectorAll('.page')) {
    const paper = page.getBoundingClientRect(), foot = page.querySelector('footer');
    const grid = page.querySelector('.grid').getBoundingClientRect();
    const least = page.querySelectorAll('section').length > 1 ? 0.5 : 0.75;
    if (grid.bottom > foot.getBoundingClientRect().top + 1) wrong.push('the grid meets the foot');
    for (const section of page.querySelectorAll('section')) {
      const cell = section.getBoundingClientRect();
      let right = 0, bottom = 0;
      for (const part of section.querySelectorAll('img, li, p, h2')) {
        const box = part.getBoundingClientRect();
        right = Math.max(right, box.right - cell.left);
        bottom = Math.max(bottom, box.bottom - cell.top);
        if (box.bottom > cell.bottom + 1 || box.right > cell.right + 1)
          wrong.push(part.tagName + ' leaves its cell');
      }
      if (right * bottom < cell.width * cell.height * least) wrong.push('a cell is empty');
      for (const box of section.querySelectorAll('li span'))
        if (box.scrollWidth > box.parentElement.clientWidth) wrong.push('a box is too small');
    }
  }
  return wrong;
}"""


def sheet(game, number, **layout):
    """Return a sheet of so many puzzles, and the puzzles."""
    puzzles = toadstone.generate(game, count=number, difficulty="rising", seed=4)
    maker = maker_of(complete_wish(Wish(game, {}, "rising", count=number)))
    return Sheet(maker, puzzles, Layout(**layout)), puzzles


@pytest.mark.parametrize("game", some_of(sorted(GAMES, key=lambda name: name != "squirrel-war"), 1))
def test_boards_boxes_and_words_stay_in_their_cells(game, chromium):
    _, puzzles = sheet(game, 6)
    maker = maker_of(complete_wish(Wish(game, {}, "rising", count=6)))
    page = chromium.new_page(viewport={"width": 1000, "height": 1200})
    for paper in PAPERS:
        for per_page in (1, 2, 3, 4, 6):
            printed = Sheet(maker, puzzles, Layout(per_page, paper))
            page.set_content(printed.puzzles_page())
            assert page.evaluate(OVERFLOWS) == [], (paper, per_page)
    page.close()


def test_a_sheet_has_the_paper_title_and_credit_asked_for_and_symbols_once_a_page():
    printed, _ = sheet("squirrel-war", 5, per_page=2, paper="letter", title="June", credit="Pond")
    text = printed.puzzles_page()
    assert "@page{size:215.9mm 279.4mm" in text
    assert text.count("<h1>June<") == text.count('class="signs"') == text.count("<span>Pond<") == 3
    on_pages = [part.count("<section") for part in text.split('class="page"')[1:]]
    assert on_pages == [2, 2, 1]


def test_no_page_of_a_sheet_shows_a_move_of_a_solution_and_the_page_of_solutions_says_why():
    printed, puzzles = sheet("squirrel-war", 3)
    assert not re.findall("<li[^>]*><span>[A-Z0-9]", printed.puzzles_page())
    answers = printed.answers_page()
    assert answers.count("data:image/svg+xml") == len(
        re.findall("Not [A-E][1-4]: it looks", answers)
    )
    for puzzle in puzzles:
        assert f"<span>{puzzle.solution[0]}</span>" in answers


def test_a_book_has_contents():
    wish = complete_wish(Wish("squirrel-war", {}, "easy", count=2))
    puzzles = toadstone.generate("squirrel-war", difficulty="easy", count=2)
    book = Sheet(maker_of(wish), puzzles * (CONTENTS // 2 + 1), Layout(4)).puzzles_page()
    contents = book.partition('flows contents"')[2].partition("<section")[0]
    entry = r'<li>Puzzle (\d+) <span class="stars">[★☆]{5}</span><b>(\d+)</b>'
    entries = re.findall(entry, contents)
    assert [int(puzzle) for puzzle, _ in entries] == [1, 2] * (CONTENTS // 2 + 1)
    assert [int(page) for _, page in entries] == [1 + n // 4 for n in range(CONTENTS + 2)]
    assert re.findall("<h2>([a-zA-Z]+)<", contents) == ["Easy"]
