"""Replays in a browser: every state that they show is the simulator's, and nothing is requested."""

import shutil
from html import escape

import pytest

from pictures_of import LINES, line_of
from toadstone.pictures.page import framed
from toadstone.pictures.replay import Page, Recording, replay_page
from toadstone.pictures.table import table_page

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


VIEWPORT = {"width": 1000, "height": 900}


@pytest.fixture(scope="module")
def context(browser):
    """Return what all pages have in common; one page need not be started like a browser."""
    return browser.new_context(viewport=VIEWPORT)


class Watched:
    """A page in the browser, with what it asked for and complained of."""

    def __init__(self, browser, folder, **options):
        self.folder = folder
        self.page = browser.new_page(**options)
        self.page.set_default_timeout(10_000)
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text))

    def open(self, text):
        """Open a page as a file; return it."""
        file = self.folder / "page.html"
        file.write_text(text, encoding="utf-8")
        self.page.goto(file.as_uri())
        return self.page

    def open_in_frames(self, *texts):
        """Open a page that holds others as a notebook does; return their frames."""
        self.open(f"<!doctype html><title>Notebook</title>{''.join(map(framed, texts))}")
        return [frame for frame in self.page.frames if frame != self.page.main_frame]

    def check(self):
        """Assert that the file itself was all that was asked for, and nothing went wrong."""
        others = [url for url in self.requests if not url.startswith(("file://", "about:srcdoc"))]
        assert others == []
        assert len([url for url in self.requests if url.startswith("file://")]) == 1
        assert self.complaints == []
        self.page.close()


@pytest.fixture
def watched(context, tmp_path):
    page = Watched(context, tmp_path)
    yield page
    page.check()


def replay_of(name, **more):
    picture, line = line_of(name)
    return replay_page(Page("Replay", recordings=(Recording(picture, line, **more),))), line


def shown(place):
    """Return the one state that is visible, the move marked in the list, and the slider's place."""
    states, moves, slider = place.eval_on_selector_all(
        ".state, .moves [aria-current], input",
        """all => [
            all.filter(each => each.matches(".state") && each.getClientRects().length)
               .map(each => each.dataset.state),
            all.filter(each => each.matches("button")).map(each => Number(each.dataset.to)),
            Number(all.find(each => each.matches("input")).value),
        ]""",
    )
    (state,), (move,) = states, moves
    return state, move, slider


def expected(line, turn):
    return str(line[turn].state), turn, turn


def step_by_key(frame, line):
    frame.click("h1")  # in a notebook, keys go to the frame that was clicked last
    keyboard = frame.page.keyboard
    keyboard.press("Home")
    for turn in range(len(line)):
        assert shown(frame) == expected(line, turn)
        keyboard.press("ArrowRight")
    assert shown(frame) == expected(line, len(line) - 1)
    for turn in reversed(range(len(line) - 1)):
        keyboard.press("ArrowLeft")
        assert shown(frame) == expected(line, turn)
    keyboard.press("End")
    assert shown(frame) == expected(line, len(line) - 1)


def step_by_click(frame, line):
    assert frame.is_disabled("[data-do=first]")
    for turn in range(1, len(line)):
        frame.click("[data-do=next]")
        assert shown(frame) == expected(line, turn)
    assert frame.is_disabled("[data-do=next]")
    frame.click("[data-do=back]")
    assert shown(frame) == expected(line, len(line) - 2)
    for turn in reversed(range(len(line))):
        frame.click(f"[data-to='{turn}']")
        assert shown(frame) == expected(line, turn)


def step_by_slider(frame, line):
    slider = frame.locator("input[type=range]")
    for turn in [*range(len(line)), *reversed(range(len(line)))]:
        slider.fill(str(turn))
        assert shown(frame) == expected(line, turn)
    slider.press("ArrowRight")
    assert shown(frame) == expected(line, 1)


STEPS = [step_by_click, step_by_slider, step_by_key]
"""Each leaves the page where the next one can begin."""


@pytest.mark.parametrize("name", LINES)
def test_a_file_shows_the_states_of_the_simulator(watched, name):
    text, line = replay_of(name)
    frame = watched.open(text).main_frame
    for step in STEPS:
        step(frame, line)


@pytest.mark.parametrize("name", LINES)
def test_a_notebook_shows_the_states_of_the_simulator(watched, name):
    text, line = replay_of(name)
    (frame,) = watched.open_in_frames(text)
    for step in STEPS:
        step(frame, line)


def test_several_replays_in_a_notebook_do_not_disturb_each_other(watched):
    texts = [replay_of(name) for name in list(LINES)[:3]]
    frames = watched.open_in_frames(*(text for text, _ in texts))
    for turn, frame in enumerate(frames, 1):
        frame.click(f"[data-to='{turn}']")
    for turn, (frame, (_, line)) in enumerate(zip(frames, texts, strict=True), 1):
        assert shown(frame) == expected(line, turn)


def test_of_several_replays_on_a_page_keys_move_the_one_last_used(watched):
    lines = {name: line_of(name) for name in list(LINES)[:2]}
    recordings = tuple(Recording(picture, line, name) for name, (picture, line) in lines.items())
    page = watched.open(replay_page(Page("Two", recordings=recordings)))
    sections = page.query_selector_all(".replay")
    page.keyboard.press("ArrowRight")
    second = list(lines.values())[1][1]
    sections[1].query_selector("[data-to='2']").click()
    page.keyboard.press("ArrowRight")
    assert [shown(section)[1] for section in sections] == [1, 3]
    assert shown(sections[1])[0] == str(second[3].state)


def test_play_goes_on_by_itself_to_the_end_and_a_click_pauses(watched):
    text, line = replay_of("toads-and-frogs/a-sum-of-two-rows")
    page = watched.open(text)
    page.select_option("select", "2")
    page.click("[data-do=play]")
    assert page.get_attribute("[data-do=play]", "aria-label") == "Pause"
    page.wait_for_selector(":is([data-to='2'], [data-to='3'])[aria-current]")
    page.click("[data-do=play]")
    stopped = shown(page.main_frame)
    page.wait_for_timeout(400)
    assert shown(page.main_frame) == stopped
    page.click("[data-do=play]")
    page.wait_for_selector(f".moves [data-to='{len(line) - 1}'][aria-current]")
    page.wait_for_selector("[data-do=play][aria-label=Play]")
    assert shown(page.main_frame) == expected(line, len(line) - 1)
    page.locator("body").press(" ")  # at the end, play begins anew
    assert shown(page.main_frame) == expected(line, 0)
    assert page.get_attribute("[data-do=play]", "aria-label") == "Pause"


def test_keys_in_the_speed_menu_and_keys_of_the_browser_do_not_move_it(watched):
    text, line = replay_of("frog-puzzle/two-pairs")
    page = watched.open(text)
    page.focus("select")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    page.locator("body").press("Control+ArrowRight")
    assert shown(page.main_frame) == expected(line, 0)


@pytest.mark.parametrize("name", LINES)
def test_every_state_is_told_in_words(watched, name):
    picture, line = line_of(name)
    page = watched.open(replay_of(name)[0])
    for moment in line:
        board = page.get_by_role("img", name=picture.alt(moment), exact=True)
        assert board.is_visible()
        said = page.text_content(".spoken")
        assert picture.caption(moment) in said
        assert moment.move is None or str(moment.move) in said
        assert page.get_attribute("input", "aria-valuetext") == said
        page.keyboard.press("ArrowRight")


def test_best_moves_are_named_below_the_board(watched):
    picture, line = line_of("toads-and-frogs/a-sum-of-two-rows")
    from toadstone.pictures.picture import Moment

    start = Moment(0, line[0].state, best=(line[1].move, line[3].move))
    page = watched.open(replay_page(Page("", recordings=(Recording(picture, (start, *line[1:])),))))
    assert "best: 1:2-3, 1:1-2" in page.text_content(".now figcaption")
    assert page.locator(".now .best.tip").count() == 2


def test_a_title_of_markup_is_shown_as_it_is(watched):
    title = "<b>Toad & \"frog\"</b> <script>alert(1)</script> 'n'"
    picture, line = line_of("frog-puzzle/two-pairs")
    page = watched.open(replay_page(Page(title, (title,), recordings=(Recording(picture, line),))))
    assert page.text_content("h1") == title
    assert page.title() == title
    assert escape(title) != title


def test_without_scripts_and_in_print_all_states_are_there(browser, watched, tmp_path):
    text, line = replay_of("ugly-duck/remoteness-of-three-by-three")
    page = watched.open(text)
    page.emulate_media(media="print")
    states = page.query_selector_all(".state")
    assert len(states) == len(line)
    assert all(state.is_visible() for state in states)
    assert not page.is_visible(".controls")
    without = Watched(browser, tmp_path, viewport=VIEWPORT, java_script_enabled=False)
    page = without.open(text)
    assert page.locator(".state:visible").count() == len(line)
    assert not page.is_visible(".controls")
    without.check()


def test_reduced_motion_is_respected(watched):
    text, _ = replay_of("frog-puzzle/two-pairs")
    page = watched.open(text)
    fading = "getComputedStyle(document.querySelector('.now svg')).animationName"
    assert page.evaluate(fading) == "ts-in"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(fading) == "none"


def test_dark_surroundings_make_a_dark_page(watched):
    text, _ = replay_of("river-toad/first-crossing")
    page = watched.open(text)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    assert sum(rgb(light)) > 600
    assert sum(rgb(page.evaluate(paper))) < 150


def rgb(text):
    return [int(part) for part in text.strip("rgb()").split(",")]


@pytest.mark.parametrize("name", LINES)
def test_symbols_have_their_colours(watched, name):
    """A rule that does not reach into a `use` would leave a symbol black."""
    import io

    from PIL import Image

    page = watched.open(replay_of(name)[0])
    image = Image.open(io.BytesIO(page.locator(".now svg").screenshot())).convert("RGB")
    counts = {shade: count for count, shade in image.getcolors(1 << 24)}
    assert counts.get((0, 0, 0), 0) < 0.001 * image.width * image.height
    assert len(counts) > 20


def test_a_narrow_screen_needs_no_scrolling_to_the_side(context, tmp_path):
    for name in LINES:
        narrow = Watched(context, tmp_path)
        narrow.page.set_viewport_size({"width": 360, "height": 700})
        page = narrow.open(replay_of(name)[0])
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        narrow.check()


def test_a_table_sorts_by_the_column_whose_heading_is_clicked(watched):
    rows = [
        {"player": "greedy", "points": 9, "seconds": 0.5},
        {"player": "A<&>", "points": None, "seconds": 12.25},
        {"player": "minimax", "points": 10, "seconds": 2.0},
    ]
    page = watched.open(table_page(rows, title="Players"))

    def first_column():
        return page.locator("tbody tr td:first-child").all_text_contents()

    page.click("th:has-text('points') button")
    assert first_column() == ["greedy", "minimax", "A<&>"]
    assert page.get_attribute("th:nth-child(2)", "aria-sort") == "ascending"
    page.click("th:has-text('points') button")
    assert first_column() == ["minimax", "greedy", "A<&>"]  # what is empty stays below
    page.click("th:has-text('seconds') button")
    assert first_column() == ["greedy", "minimax", "A<&>"]
    page.click("th:has-text('player') button")
    assert first_column() == ["A<&>", "greedy", "minimax"]
    assert page.get_attribute("th:nth-child(2)", "aria-sort") is None
