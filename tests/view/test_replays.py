"""Replays in a browser: every state that they show is the simulator's, and nothing is requested."""

from html import escape

import pytest

from chromium import NEEDS_CHROMIUM
from pictures_of import LINES, line_of
from toadstone.view.html import framed, table_page
from toadstone.view.replay import Page, Recording, replay_page

pytestmark = NEEDS_CHROMIUM


VIEWPORT = {"width": 1000, "height": 900}


@pytest.fixture(scope="module")
def context(chromium):
    """Return what all pages have in common; one page need not be started like a browser."""
    with chromium.new_context(viewport=VIEWPORT) as made:
        yield made


class Watched:
    """A page in the browser, with what it asked for and complained of since a file was opened."""

    def __init__(self, browser, **options):
        self.page = browser.new_page(**options)
        self.page.set_default_timeout(10_000)
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text))

    def open(self, text, folder):
        """Open a page as a file of a folder; return it."""
        self.requests.clear()
        self.complaints.clear()
        file = folder / "page.html"
        file.write_text(text, encoding="utf-8")
        self.page.goto(file.as_uri())
        return self.page

    def check(self):
        """Assert that the file itself was all that was asked for, and nothing went wrong."""
        others = [url for url in self.requests if not url.startswith(("file://", "about:srcdoc"))]
        assert others == []
        assert len([url for url in self.requests if url.startswith("file://")]) == 1
        assert self.complaints == []


@pytest.fixture(scope="module")
def watched(context):
    """Return the page in which all tests open their files, one after the other."""
    return Watched(context)


@pytest.fixture
def show(watched, tmp_path):
    """Return what opens a page; what it asked for and complained of is checked at the end."""
    yield lambda text: watched.open(text, tmp_path)
    watched.check()


@pytest.fixture
def show_apart(context, tmp_path):
    """Return what opens a page of its own, to be looked at with other settings."""
    apart = Watched(context)
    yield lambda text: apart.open(text, tmp_path)
    apart.check()
    apart.page.close()


def frames_of(page):
    return [frame for frame in page.frames if frame != page.main_frame]


def notebook(*texts):
    """Return a page that holds others as a notebook does."""
    return f"<!doctype html><title>Notebook</title>{''.join(map(framed, texts))}"


def replay_of(name, **more):
    picture, line = line_of(name)
    return replay_page(Page("Replay", recordings=(Recording(picture, line, **more),))), line


SHOWN = """root => {
    const all = selector => [...(root || document).querySelectorAll(selector)];
    return [
        all(".state").filter(each => each.getClientRects().length).map(each => each.dataset.state),
        all(".moves [aria-current]").map(each => Number(each.dataset.to)),
        all("input").map(each => Number(each.value)),
    ];
}"""
"""The states that are visible, the moves marked in the list, and the places of the sliders."""

TAKE = (
    "steps => { const shown = "
    + SHOWN
    + """;
    const take = {
        click(selector) {
            const button = document.querySelector(selector);
            button.scrollIntoView({block: "nearest"});
            const {x, y, width, height} = button.getBoundingClientRect();
            const hit = document.elementFromPoint(x + width / 2, y + height / 2);
            hit.dispatchEvent(new MouseEvent("click", {bubbles: true}));
        },
        slide(turn) {
            const slider = document.querySelector("input");
            slider.value = turn;
            slider.dispatchEvent(new Event("input", {bubbles: true}));
        },
        press(key) {
            document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        },
    };
    return steps.map(([how, what]) => (take[how](what), shown()));
}"""
)
"""Takes steps by sending the events of clicks and keys; returns what is shown after each."""


def shown(place):
    """Return the one state that is visible, the move marked in the list, and the slider's place."""
    return only_ones(place.evaluate(SHOWN))


def only_ones(seen):
    (state,), (move,), (slider,) = seen
    return state, move, slider


def expected(line, turn):
    return str(line[turn].state), turn, turn


def steps_through(last):
    """Return steps through all turns, forwards and back, in every way: how, what and the turn."""
    forwards, back = range(1, last + 1), range(last - 1, -1, -1)
    return [
        *(("click", "[data-do=next]", turn) for turn in forwards),
        *(("click", "[data-do=back]", turn) for turn in back),
        *(("click", f"[data-to='{turn}']", turn) for turn in (*forwards, *back)),
        *(("slide", turn, turn) for turn in (*forwards, *back)),
        *(("press", "ArrowRight", turn) for turn in forwards),
        *(("press", "ArrowLeft", turn) for turn in back),
        *[("click", "[data-do=last]", last), ("click", "[data-do=first]", 0)],
        *[("press", "End", last), ("press", "ArrowRight", last)],
        *[("press", "Home", 0), ("press", "ArrowLeft", 0)],
    ]


def step_through(frame, line):
    """Assert that every way of stepping shows every turn, all in one visit to the browser."""
    steps = steps_through(len(line) - 1)
    assert shown(frame) == expected(line, int(frame.get_attribute(".replay", "data-from") or 0))
    frame.click("[data-to='0']")
    each_seen = frame.evaluate(TAKE, [[how, what] for how, what, _ in steps])
    for (*step, turn), seen in zip(steps, each_seen, strict=True):
        assert only_ones(seen) == expected(line, turn), step


def step_by_hand(frame, line):
    """Assert that mouse and keyboard do the same, in every way once."""
    last = len(line) - 1
    slider, keyboard = frame.locator("input[type=range]"), frame.page.keyboard
    frame.click("[data-to='0']")
    assert frame.is_disabled("[data-do=first]")
    for step, what, turn in [
        (frame.click, "[data-do=next]", 1),
        (frame.click, "[data-to='2']", 2),
        (frame.click, "[data-do=back]", 1),
        (slider.fill, "0", 0),
        (slider.press, "ArrowRight", 1),
        (frame.click, "h1", 1),  # in a notebook, keys go to the frame that was clicked last
        (keyboard.press, "Home", 0),
        (keyboard.press, "ArrowRight", 1),
        (keyboard.press, "ArrowLeft", 0),
        (keyboard.press, "End", last),
    ]:
        step(what)
        assert shown(frame) == expected(line, turn)
    assert frame.is_disabled("[data-do=next]")


def test_a_replay_of_a_river_begins_where_something_is_on_it(show):
    text, line = replay_of("river-toad/first-crossing")
    page = show(text)
    turn = int(page.get_attribute(".replay", "data-from"))
    assert turn == 2
    assert not any(map(any, (line[1].state.snakes, line[1].state.flies_waiting)))
    assert shown(page.main_frame) == expected(line, turn)


def test_a_frame_in_a_notebook_grows_with_its_page(show):
    text, _ = replay_of("river-toad/first-crossing")
    page = show(notebook(text))
    page.wait_for_function(
        "() => {const f = document.querySelector('iframe');"
        "return f.offsetHeight == f.contentDocument.body.offsetHeight}"
    )


def frame_of(show, text, place):
    """Return the frame with a replay: the file itself, or what a notebook holds."""
    if place == "file":
        return show(text).main_frame
    (frame,) = frames_of(show(notebook(text)))
    return frame


PLACES = ["file", "notebook"]


@pytest.mark.few(4)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", LINES)
def test_a_replay_shows_the_states_of_the_simulator(show, name, place):
    text, line = replay_of(name)
    step_through(frame_of(show, text, place), line)


BESIDE_AND_BELOW = ["river-toad/first-crossing", "toads-and-frogs/a-sum-of-two-rows"]
"""A replay whose list of moves stands beside the board, and one where it stands below."""


@pytest.mark.few(2)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", BESIDE_AND_BELOW)
def test_a_replay_is_stepped_through_by_hand(show, name, place):
    text, line = replay_of(name)
    step_by_hand(frame_of(show, text, place), line)


def test_several_replays_in_a_notebook_do_not_disturb_each_other(show):
    texts = [replay_of(name) for name in list(LINES)[:3]]
    frames = frames_of(show(notebook(*(text for text, _ in texts))))
    for turn, frame in enumerate(frames, 1):
        frame.click(f"[data-to='{turn}']")
    for turn, (frame, (_, line)) in enumerate(zip(frames, texts, strict=True), 1):
        assert shown(frame) == expected(line, turn)


def test_of_several_replays_on_a_page_keys_move_the_one_last_used(show):
    lines = {name: line_of(name) for name in list(LINES)[:2]}
    recordings = tuple(Recording(picture, line, name) for name, (picture, line) in lines.items())
    page = show(replay_page(Page("Two", recordings=recordings)))
    sections = page.query_selector_all(".replay")
    page.keyboard.press("ArrowRight")
    second = list(lines.values())[1][1]
    sections[1].query_selector("[data-to='2']").click()
    page.keyboard.press("ArrowRight")
    assert [shown(section)[1] for section in sections] == [1, 3]
    assert shown(sections[1])[0] == str(second[3].state)


def test_play_goes_on_by_itself_to_the_end_and_a_click_pauses(show):
    text, line = replay_of("toads-and-frogs/a-sum-of-two-rows")
    page = show(text)
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


def test_keys_in_the_speed_menu_and_keys_of_the_browser_do_not_move_it(show):
    text, line = replay_of("frog-puzzle/two-pairs")
    page = show(text)
    page.focus("select")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    page.locator("body").press("Control+ArrowRight")
    assert shown(page.main_frame) == expected(line, 0)


TOLD = """turns => [...Array(turns).keys()].map(turn => {
    document.querySelector(`[data-to="${turn}"]`).click();
    const boards = [...document.querySelectorAll("[role=img]")];
    return [
        boards.filter(each => each.checkVisibility()).map(each => each.ariaLabel),
        document.querySelector(".spoken").textContent,
        document.querySelector("input").getAttribute("aria-valuetext"),
    ];
})"""
"""Goes to every turn; returns the names of the boards in sight, and what is spoken."""


@pytest.mark.few(2)
@pytest.mark.parametrize("name", LINES)
def test_every_state_is_told_in_words(show, name):
    picture, line = line_of(name)
    page = show(replay_of(name)[0])
    told = page.evaluate(TOLD, len(line))
    for moment, (boards, spoken, value) in zip(line, told, strict=True):
        assert boards == [picture.alt(moment)]
        assert picture.summary(moment) in spoken
        assert moment.move is None or str(moment.move) in spoken
        assert value == spoken
    assert page.get_by_role("img", name=picture.alt(line[-1]), exact=True).is_visible()


def test_best_moves_are_named_below_the_board(show):
    picture, line = line_of("toads-and-frogs/a-sum-of-two-rows")
    from toadstone.view.board import Moment

    start = Moment(0, line[0].state, best=(line[1].move, line[3].move))
    page = show(replay_page(Page("", recordings=(Recording(picture, (start, *line[1:])),))))
    assert "best: 1:2-3, 1:1-2" in page.text_content(".now figcaption")
    assert page.locator(".now .best.tip").count() == 2


def test_a_title_of_markup_is_shown_as_it_is(show):
    title = "<b>Toad & \"frog\"</b> <script>alert(1)</script> 'n'"
    picture, line = line_of("frog-puzzle/two-pairs")
    page = show(replay_page(Page(title, (title,), recordings=(Recording(picture, line),))))
    assert page.text_content("h1") == title
    assert page.title() == title
    assert escape(title) != title


def test_in_print_all_states_are_there(show_apart):
    text, line = replay_of("ugly-duck/remoteness-of-three-by-three")
    page = show_apart(text)
    page.emulate_media(media="print")
    states = page.query_selector_all(".state")
    assert len(states) == len(line)
    assert all(state.is_visible() for state in states)
    assert not page.is_visible(".controls")


def test_without_scripts_all_states_are_there(chromium, tmp_path):
    text, line = replay_of("ugly-duck/remoteness-of-three-by-three")
    without = Watched(chromium, viewport=VIEWPORT, java_script_enabled=False)
    page = without.open(text, tmp_path)
    assert page.locator(".state:visible").count() == len(line)
    assert not page.is_visible(".controls")
    without.check()


def test_reduced_motion_is_respected(show_apart):
    text, _ = replay_of("frog-puzzle/two-pairs")
    page = show_apart(text)
    fading = "getComputedStyle(document.querySelector('.now svg')).animationName"
    assert page.evaluate(fading) == "ts-in"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(fading) == "none"


def test_dark_surroundings_make_a_dark_page(show_apart):
    text, _ = replay_of("river-toad/first-crossing")
    page = show_apart(text)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    assert sum(rgb(light)) > 600
    assert sum(rgb(page.evaluate(paper))) < 150


def rgb(text):
    return [int(part) for part in text.strip("rgb()").split(",")]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", LINES)
def test_symbols_have_their_colours(show, name):
    """A rule that does not reach into a `use` would leave a symbol black."""
    import io

    from PIL import Image

    page = show(replay_of(name)[0])
    image = Image.open(io.BytesIO(page.locator(".now svg").screenshot())).convert("RGB")
    counts = {shade: count for count, shade in image.getcolors(1 << 24)}
    assert counts.get((0, 0, 0), 0) < 0.001 * image.width * image.height
    assert len(counts) > 20


def test_a_narrow_screen_needs_no_scrolling_to_the_side(context, tmp_path):
    narrow = Watched(context)
    narrow.page.set_viewport_size({"width": 360, "height": 700})
    for name in LINES:
        page = narrow.open(replay_of(name)[0], tmp_path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        narrow.check()


def test_a_table_sorts_by_the_column_whose_heading_is_clicked(show):
    rows = [
        {"player": "greedy", "points": 9, "seconds": 0.5},
        {"player": "A<&>", "points": None, "seconds": 12.25},
        {"player": "minimax", "points": 10, "seconds": 2.0},
    ]
    page = show(table_page(rows, title="Players"))

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
