"""Every command that a page shows works, and prints what the page says."""

import doctest
import json
import re
from collections import defaultdict

import pytest

import toadstone
from docs import commands
from exhaustive import EXHAUSTIVE
from page_examples import ENDS_WELL, ROOT, is_shown, work_through

PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


MUCH_WORK = re.compile(
    "tutorial-(puzzles|research|teacher)|play|own-game|scenarios|.*-war-solved"
    "|batch|explain|generate|grading|methods"
)
"""Pages whose examples take long, or show what tests of the same commands show."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[EXHAUSTIVE] * bool(MUCH_WORK.fullmatch(page.stem)))
        for page in PAGES
    ],
)
def test_the_commands_of_a_page_print_what_it_shows(page, tmp_path):
    for example, printed, status in work_through(page.read_text(), tmp_path):
        if example.shown is None:
            assert status in ENDS_WELL, example.command
        else:
            assert is_shown(example.shown, printed), f"{example.command}\n{printed}"


@pytest.mark.parametrize(("page", "least"), [("generate", 10), ("grading", 4), ("python", 30)])
def test_the_python_examples_of_a_page_print_what_is_shown(page, least, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path, options = str(ROOT / "docs" / f"{page}.md"), doctest.ELLIPSIS
    failed, tried = doctest.testfile(path, module_relative=False, optionflags=options)
    assert failed == 0
    assert tried >= least


def test_every_public_function_is_named():
    page = (ROOT / "docs" / "python.md").read_text()
    assert [name for name in toadstone.__all__ if name not in page] == []


def test_the_tour_has_no_outputs_and_its_cells_run():
    cells, names = json.loads((ROOT / "docs" / "tour.ipynb").read_text())["cells"], {}
    for cell in cells:
        assert not cell.get("outputs")
        assert not cell.get("execution_count")
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)


PROSE = re.compile(r"^```.*?^```$|<[^>]*>|^\|.*?$|(?<=\])\([^)]*\)", re.DOTALL | re.MULTILINE)
"""What is no prose: code, markup, rows of tables, the targets of links."""
LONG = 8
"""Words from which on a sentence says something that should stand on one page."""


def sentences(page):
    """Yield the long sentences of a page, in small letters, without their punctuation."""
    for part in re.split(r"\n\s*\n|\n(?=[-*#] |\d+\. )", PROSE.sub("", page.read_text())):
        for sentence in re.split(r"(?<=[.:?!])\s+", part):
            words = re.findall(r"[\w*`-]+", sentence.lower())
            if len(words) >= LONG:
                yield " ".join(words)


def test_no_sentence_stands_on_two_pages():
    pages = defaultdict(set)
    for page in sorted((ROOT / "docs").glob("*.md")):
        for sentence in sentences(page):
            pages[sentence].add(page.name)
    assert {sentence: names for sentence, names in pages.items() if len(names) > 1} == {}


WORDS = 35_000
"""What somebody may be asked to read: all pages, and the one that is made from the help."""


def test_the_pages_have_no_more_words_than_somebody_reads():
    pages = [page.read_text() for page in (ROOT / "docs").glob("*.md") if page != commands.PAGE]
    words = [word for text in (*pages, commands.page()) for word in text.split()]
    assert len(words) < WORDS


def test_the_page_of_environments_is_no_longer_than_it_was_wanted():
    assert len((ROOT / "docs" / "environments.md").read_text().split()) <= 700
