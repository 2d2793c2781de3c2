"""Replays in a browser: every state that they show is the simulator's, and nothing is requested."""

import io

import pytest
from PIL import Image

from chromium import NEEDS_CHROMIUM
from pictures_of import LINES, line_of
from toadstone.view.html import in_frame, table_page
from toadstone.view.replay import Recording, ReplayPage, replay_page

pytestmark = NEEDS_CHROMIUM

VIEWPORT = {"width": 1000, "height": 900}


@pytest.fixture(scope="module")
def tab(chromium):
    """Return the tab in which all tests open their files, one after the other."""
    with chromium.new_context(viewport=VIEWPORT, reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.fixture
def show(tab, tmp_path):
    """Return what opens a page as a file; it may ask for nothing else, and complain of nothing."""
    requests, complaints = [], []
    heard = {
        "request": lambda request: requests.append(request.url),
        "pageerror": lambda error: complaints.append(str(error)),
        "console": lambda message: complaints.append(message.text),
    }

    def open_page(text, page=tab):
        page.set_default_timeout(10_000)
        for event, note in heard.items():
            page.on(event, note)
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        page.goto(file.as_uri())
        return page

    yield open_page
    for event, note in heard.items():
        tab.remove_listener(event, note)
    tab.emulate_media(media="null", color_scheme="null", reduced_motion="reduce")
    tab.set_viewport_size(VIEWPORT)
    assert {*requests} - {"about:srcdoc"} == {(tmp_path / "page.html").as_uri()}
    assert complaints == []


def replay_of(*names):
    """Return a page with a replay for each of these lines."""
    recordings = tuple(Recording(*line_of(name), name) for name in names)
    return replay_page(ReplayPage("Replay", recordings=recordings))


SHOWN = """root => {
    const all = selector => [...(root || document).querySelectorAll(selector)];
    const boards = all(".state").filter(each => each.getClientRects().length);
    return [
        boards.map(each => each.dataset.state),
        boards.map(each => each.querySelector("[role=img]").ariaLabel),
        all(".moves [aria-current]").map(each => Number(each.dataset.to)),
        all("input").map(each => Number(each.value)),
    ];
}"""
"""What is visible: states and their alternative text, the moves marked, the sliders' places."""

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


def expected(name, turn):
    picture, line = line_of(name)
    return [[str(line[turn].state)], [picture.alt(line[turn])], [turn], [turn]]


def step_through(frame, name):
    """Assert that steps by key and click show every turn, all in one visit to the browser."""
    last = len(LINES[name].split())
    forwards, back = range(1, last + 1), range(last - 1, -1, -1)
    steps = [  # how, what and the turn
        ("click", "[data-to='0']", 0),
        *(("click", "[data-do=next]", turn) for turn in forwards),
        *(("press", "ArrowLeft", turn) for turn in back),
        *(("slide", turn, turn) for turn in (1, last)),
        *(("click", f"[data-to='{turn}']", turn) for turn in (last - 1, 0)),
        *[("press", "ArrowRight", 1), ("click", "[data-do=back]", 0)],
        *[("click", "[data-do=last]", last), ("click", "[data-do=first]", 0)],
        *[("press", "End", last), ("press", "ArrowRight", last)],
        *[("press", "Home", 0), ("press", "ArrowLeft", 0)],
    ]
    opening = int(frame.get_attribute(".replay", "data-from") or 0)
    assert frame.evaluate(SHOWN) == expected(name, opening)
    each_seen = frame.evaluate(TAKE, [[how, what] for how, what, _ in steps])
    for (*step, turn), seen in zip(steps, each_seen, strict=True):
        assert seen == expected(name, turn), step


def test_files_and_replays_in_a_notebook_show_the_simulator_s_states_however_one_steps(show):
    """By key, click and slider; the frames in the notebook grow with what they show."""
    for name in LINES:
        step_through(show(replay_of(name)).main_frame, name)
    frames = "".join(in_frame(replay_of(name)) for name in LINES)
    page = show(f"<!doctype html><title>Notebook</title>{frames}")
    for frame, name in zip(page.main_frame.child_frames, LINES, strict=True):
        step_through(frame, name)
    page.wait_for_function(
        "() => [...document.querySelectorAll('iframe')]"
        ".every(f => f.offsetHeight == f.contentDocument.body.offsetHeight)"
    )


def test_mouse_and_keyboard_move_the_replay_that_was_used_last(show):
    first, second = list(LINES)[:2]
    page = show(replay_of(first, second))
    upper, lower = page.query_selector_all(".replay")
    last = len(LINES[second].split())
    page.keyboard.press("ArrowRight")
    lower.query_selector("[data-to='0']").click()
    assert lower.query_selector("[data-do=first]").is_disabled()
    slider, keyboard = lower.query_selector("input[type=range]"), page.keyboard
    for step, what, turn in [
        (lower.query_selector("[data-do=next]").click, None, 1),
        (slider.fill, "0", 0),
        (slider.press, "ArrowRight", 1),
        (keyboard.press, "Home", 0),
        (keyboard.press, "ArrowRight", 1),
        (keyboard.press, "End", last),
        (lower.query_selector("select").press, "ArrowLeft", last),
        (page.locator("body").press, "Control+ArrowLeft", last),
    ]:
        step() if what is None else step(what)
        assert page.evaluate(SHOWN, lower) == expected(second, turn), what
        assert page.evaluate(SHOWN, upper) == expected(first, 1)
    assert lower.query_selector("[data-do=next]").is_disabled()


def test_play_goes_on_by_itself_to_the_end_and_a_click_pauses(chromium, show):
    name = "toads-and-frogs/a-sum-of-two-rows"
    last, turn_time = len(LINES[name].split()), 450  # ms at speed 2
    with chromium.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.clock.install(time=0)
        show(replay_of(name), page)
        page.clock.pause_at(1000 * 60 * 60)  # from here on, time goes on by `run_for` alone
        page.select_option("select", "2")
        for waited, turn in ((2, 2), (0, 2), (last - 2, last)):
            page.click("[data-do=play]")
            assert page.get_attribute("[data-do=play]", "aria-label") == "Pause"
            page.clock.run_for(waited * turn_time)
            assert page.evaluate(SHOWN) == expected(name, turn)
            if turn < last:
                page.click("[data-do=play]")
                page.clock.run_for(2 * turn_time)
                assert page.evaluate(SHOWN) == expected(name, turn)
            assert page.get_attribute("[data-do=play]", "aria-label") == "Play"
        page.locator("body").press(" ")  # at the end, play begins anew
        assert page.evaluate(SHOWN) == expected(name, 0)


def test_print_reduced_motion_and_dark_surroundings_are_respected(show):
    name = "ugly-duck/remoteness-of-three-by-three"
    page = show(replay_of(name))
    fading = "getComputedStyle(document.querySelector('.now svg')).animationName"
    assert page.evaluate(fading) == "none"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(fading) == "ts-in"
    paper = "getComputedStyle(document.body).backgroundColor"
    assert brightness(page.evaluate(paper)) > 600
    page.emulate_media(color_scheme="dark")
    assert brightness(page.evaluate(paper)) < 150
    page.emulate_media(media="print")
    assert page.locator(".state:visible").count() == len(LINES[name].split()) + 1
    assert not page.is_visible(".controls")


def brightness(colour):
    return sum(int(part) for part in colour.strip("rgb()").split(","))


def test_without_scripts_all_states_are_there(chromium, show):
    name = "frog-puzzle/two-pairs"
    with chromium.new_context(java_script_enabled=False) as context:
        page = show(replay_of(name), context.new_page())
        assert page.locator(".state:visible").count() == len(LINES[name].split()) + 1
        assert not page.is_visible(".controls")


def test_a_narrow_screen_needs_no_scrolling_and_symbols_have_their_colours(show):
    """A rule that does not reach into a `use` would leave a symbol black."""
    page = show(replay_of(*LINES))
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for board in page.locator(".now svg").all():
        image = Image.open(io.BytesIO(board.screenshot())).convert("RGB")
        counts = {shade: count for count, shade in image.getcolors(1 << 24)}
        assert counts.get((0, 0, 0), 0) < 0.001 * image.width * image.height
        assert len(counts) > 20


def test_a_table_sorts_by_the_column_whose_heading_is_clicked(show):
    rows = [
        {"player": "greedy", "points": 9, "seconds": 0.5},
        {"player": "A<&>", "points": None, "seconds": 12.25},
        {"player": "minimax", "points": 10, "seconds": 2.0},
    ]
    page = show(table_page(rows, title="Players"))
    for heading, order in [
        ("points", ["greedy", "minimax", "A<&>"]),
        ("points", ["minimax", "greedy", "A<&>"]),  # what is empty stays below
        ("seconds", ["greedy", "minimax", "A<&>"]),
        ("player", ["A<&>", "greedy", "minimax"]),
    ]:
        page.click(f"th:has-text('{heading}') button")
        assert page.locator("tbody tr td:first-child").all_text_contents() == order
        assert page.locator("[aria-sort]").all_text_contents()[0].strip() == heading
