"""What one does in the page without installation, in chromium: Pyodide plays, solves and checks."""

import base64
import gzip
import json
import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

import toadstone
from benchmarks.page import served
from docs.site import RECORDS, build_page, with_links
from places import ROOT
from toadstone.core.budget import Budget, Limits
from toadstone.loading import example_files
from toadstone.play.adviser import adviser_for
from toadstone.play.session import Session
from toadstone.table.views import game_cards, start_named

SIZES = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
BUILT = Path(os.environ.get("TOADSTONE_BUILT_SITE", ROOT / "public"))
"""A folder that `python docs/site.py FOLDER` has written."""
EXHAUSTIVE = pytest.mark.exhaustive
GAMES = [card.game for card in game_cards()]
JUDGED = """(word) =>
RegExp('(^|: )' + word, 'i').test(document.querySelector('#result-words').textContent)"""
DROP = """(packed) => {
  const bytes = Uint8Array.from(atob(packed), (each) => each.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], 'proof.json.gz'));
  document.querySelector('#papers').dispatchEvent(new DragEvent('drop', { dataTransfer }));
}"""
ROLLS = "16 0 33 4 0 0 12 6 0 3 32 0"
ANSWERED = """() => !document.querySelector('#result').hidden
&& !document.querySelector('#came').textContent"""
SMALLEST_BUTTON = """Math.min(...[...document.querySelectorAll('button, select')]
.map((each) => each.getBoundingClientRect().height).filter(Boolean))"""
IS_HERE = pytest.mark.skipif(
    not (BUILT / "play").is_dir(), reason="python docs/site.py public, or set TOADSTONE_BUILT_SITE"
)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Return the folder of a built site; without one, the page is built."""
    if (BUILT / "play").is_dir():
        return BUILT
    if shutil.which("npm") is None:
        pytest.skip("needs npm, or TOADSTONE_BUILT_SITE: the folder of a built site")
    made = tmp_path_factory.mktemp("site")
    build_page(made / "play")
    return made


@pytest.fixture(scope="session")
def address(folder):
    """Return the address of the page, on a server of this computer."""
    with served(folder) as found:
        yield found


@pytest.fixture
def opened(address, chromium):
    """Return what opens the page in a fresh browser; it may ask nothing of another host.

    The page is built first: within Playwright nothing else can wait for a task.
    """

    @contextmanager
    def open_(size="desk", fragment=""):
        asked = []
        context = chromium.new_context(**SIZES[size])
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(address + fragment)
        page.wait_for_selector("main:not([hidden])")  # its buttons have their work by then
        yield page
        context.close()
        own = (address.removesuffix("play/"), "blob:", "data:")
        assert [url for url in asked if not url.startswith(own)] == []

    return open_


def game(page, name):
    words = next(card.words for card in game_cards() if card.game == name)
    page.locator("#cards > button.card", has_text=words).click()


def papers(page, kind, **fields):
    """Fill in the form of one's own files, send it, and return the words of its answer."""
    if not page.locator("#papers").is_visible():
        page.evaluate("document.querySelector('#papers-open').click()")
    page.check(f"[name=kind][value={kind}]")
    for name, text in fields.items():
        page.fill(f"#{name}", text)
    page.click("#paper-form button.main")
    page.wait_for_function(ANSWERED)
    return page.inner_text("#result-words")


def saved(page, name):
    """Return the text of a file of the answer."""
    with page.expect_download() as download:
        page.get_by_role("button", name=f"Save {name}").click()
    return download.value.path().read_text("utf-8")


def played(page):
    return page.locator("#moves li:not(:first-child) button span:nth-child(2)").all_inner_texts()


def drawn(page):
    """Return the board without what only says where one can point."""
    return re.sub(r' (class|role|tabindex|aria-\w+)="[^"]*"', "", page.inner_html("#board svg"))


def win(page, name, press):
    """Win a game by pointing at cells, as the installed program advises."""
    instance = start_named(name)
    adviser = adviser_for(instance)
    for _ in range(200):
        page.wait_for_selector("#board .playable, #after:not([hidden])")
        session = Session(instance, moves=tuple(map(instance.rules.read_move, played(page))))
        if session.ending:
            break
        best = adviser.advise(session.line, Budget(Limits(60))).moves[0]
        paths = session.board.paths(session.state)
        for cell in next(path for path, move in paths.items() if move == best):
            press(page.locator(f'#board [data-cell="{cell}"]'))
        page.wait_for_function(
            "before => document.querySelectorAll('#moves li').length > before + 1",
            arg=session.ply,
        )
    page.wait_for_selector("#status.won")


@IS_HERE
def test_a_move_is_made_in_the_page(opened):
    with opened() as page:
        game(page, "frog-puzzle")
        page.wait_for_selector("#board .playable")
        page.locator("#board .playable").first.click()
        page.wait_for_function("() => document.querySelectorAll('#moves li').length > 1")
        assert len(played(page)) == 1


@EXHAUSTIVE
@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_won_by_pointing(opened, name, size):
    with opened(size) as page:
        game(page, name)
        win(page, name, lambda cell: cell.tap() if size == "phone" else cell.click())


@EXHAUSTIVE
def test_five_by_five_is_played_from_its_certificate(opened):
    with opened() as page:
        game(page, "ugly-duck")
        page.wait_for_selector("#board .playable")
        for offline in (False, True):
            page.context.set_offline(offline)
            for words in ("Look at ", "(blue wins with it)"):
                page.click("[data-act=hint]")
                page.wait_for_selector(f"#note.hint >> text={words}")
            page.keyboard.press("s")
            page.wait_for_selector("#status.won")
            page.keyboard.press("v")
            page.wait_for_selector("#note >> text=No mistake in ")
            page.reload()
            page.click("#play-again")
            page.wait_for_selector("#board .playable")


@EXHAUSTIVE
@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_hints_a_review_and_puzzles(opened, name):
    with opened() as page:
        game(page, name)
        page.wait_for_selector("#board .playable")
        page.click("[data-act=hint]")
        page.wait_for_selector("#note.hint")
        page.locator("#board .playable").first.click()
        page.wait_for_selector("[data-act=review]:not(:disabled)")
        page.click("[data-act=review]")
        page.wait_for_selector("#note.answer")
        page.evaluate("document.querySelector('[data-difficulty=easy]').click()")
        page.wait_for_function(
            "() => /Find|Reach/.test(document.querySelector('#task').textContent)"
        )


@EXHAUSTIVE
def test_a_roll_file_is_solved_and_its_certificate_is_good_until_it_is_forged(opened, tmp_path):
    with opened() as page:
        fields = {"paper": ROLLS, "paper-hp": "10", "paper-rows": "4"}
        assert "Proven best: " in papers(page, "solve", **fields)
        assert page.locator("#result-picture svg").is_visible()
        certificate, replay = saved(page, "certificate.json"), saved(page, "replay.html")
        assert "<svg" in replay
        assert saved(page, "scenario.yaml").startswith("game: river-toad")
        (tmp_path / "proof.json").write_text(certificate)
        assert toadstone.verify(tmp_path / "proof.json").valid
        assert papers(page, "verify", paper=certificate).startswith("Valid: ")
        content = json.loads(certificate)
        content["claim"]["values"]["hp"] += 1
        assert papers(page, "verify", paper=json.dumps(content)).startswith("Invalid")
        plan = "left-1, stay, stay"
        assert "Invalid" in papers(page, "check", paper=ROLLS, plan=plan)


@EXHAUSTIVE
@pytest.mark.parametrize("name", ["starvation", "front-of-moves-and-hp", "beat-the-greedy"])
def test_what_needs_a_library_is_said_with_the_command(opened, name):
    with opened() as page:
        words = papers(page, "solve", paper=example_files()[name].read_text())
        assert "In the installed program: toadstone " in words
        assert ("These 3 rolls alone" in words) == (name == "starvation")
        assert "Traceback" not in words


@EXHAUSTIVE
def test_what_the_page_answers_equals_what_layered_answers(opened):
    compared = 0
    with opened() as page:
        for name, path in example_files().items():
            text = path.read_text("utf-8")
            try:
                answer = toadstone.solve(name, method="layered", time_limit=60)
            except toadstone.RequestError:
                continue  # the method does not take it
            if "rolls_file" in text or not answer.is_proven:
                continue  # a page has no second file
            words = papers(page, "solve", paper=text)
            said = str(answer).splitlines()
            assert words.splitlines()[1] == said[1], name
            figures = [line for line in said if line.startswith("Figures: ")]
            assert [line for line in words.splitlines() if line.startswith("Figures: ")] == figures
            compared += 1
    assert compared > 30


@EXHAUSTIVE
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_link_opens_its_position_in_a_fresh_browser(opened, size):
    with opened() as page:
        game(page, "toads-and-frogs")
        page.wait_for_selector("#board .playable")
        page.locator("#board .playable").first.click()
        page.wait_for_function("() => document.querySelectorAll('#moves li').length > 2")
        page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject())")
        page.evaluate("document.querySelector('#copy-address').click()")
        page.wait_for_selector("#note.answer")
        link, moves = page.inner_text("#note").partition("address: ")[2], played(page)
        board = drawn(page)
    fragment = "#" + link.partition("#")[2]
    with opened(size, "?site=https://example.org/play/" + fragment) as page:
        page.wait_for_selector("#board svg")
        assert played(page) == moves
        assert drawn(page) == board
        page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject())")
        page.evaluate("document.querySelector('#copy-address').click()")
        page.wait_for_selector("#note.answer")
        assert f"https://example.org/play/{fragment}" in page.inner_text("#note")


@EXHAUSTIVE
def test_it_plays_and_solves_without_a_network_after_the_first_visit(opened, folder):
    with opened() as page:
        game(page, "frog-puzzle")
        page.wait_for_selector("#board .playable")
        page.wait_for_function(
            """async (all) => {
              const kept = await caches.open((await caches.keys())[0]);
              return (await kept.keys()).length === all;
            }""",
            arg=(folder / "play/offline.js").read_text().partition("]")[0].count('"') // 2 - 3,
        )
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#board .playable")
        page.click("#home")
        for name in GAMES:
            game(page, name)
            page.wait_for_selector("#board .playable")
            page.click("#home")
        fields = {"paper": ROLLS, "paper-hp": "10", "paper-rows": "4"}
        assert "Proven best: " in papers(page, "solve", **fields)


@EXHAUSTIVE
def test_it_can_be_put_on_the_home_screen(opened):
    with opened("phone") as page:
        page.wait_for_function("() => navigator.serviceWorker.controller")
        manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
        assert manifest["errors"] == []
        content = json.loads(manifest["data"])
        assert (content["display"], content["start_url"]) == ("standalone", "./")
        for icon in content["icons"]:
            assert page.request.get(page.url.partition("#")[0] + icon["src"]).ok


@EXHAUSTIVE
@pytest.mark.parametrize("checker", ["independent", "proven"])
def test_a_certificate_that_is_dropped_is_judged_and_a_forged_one_refused(
    opened, folder, tmp_path, checker
):
    if checker == "proven" and not (folder / "play/runtime/toadstone-verify.js").is_file():
        pytest.skip("needs: make -C proofs/coq js, then python docs/site.py public")
    toadstone.certify(toadstone.solve("first-across"), tmp_path / "proof.json")
    honest = (tmp_path / "proof.json").read_text("utf-8")
    with opened() as page:
        page.evaluate("document.querySelector('#papers-open').click()")
        page.check("[name=kind][value=verify]")
        page.select_option("#checker", checker)
        for text, word in (
            (honest, "valid"),
            (honest.replace('"moves":5', '"moves":4'), "invalid"),
        ):
            page.evaluate(DROP, base64.b64encode(gzip.compress(text.encode())).decode())
            page.wait_for_function(
                "text => document.querySelector('#paper').value === text", arg=text
            )
            page.click("#paper-form button.main")
            page.wait_for_function(JUDGED, arg=word)


@EXHAUSTIVE
@pytest.mark.parametrize("checker", ["independent", "proven"])
@pytest.mark.parametrize("record", RECORDS)
def test_a_record_is_verified_by_a_click_with_time_and_memory_said_before(
    opened, folder, record, checker
):
    if checker == "proven" and not (folder / "play/runtime/toadstone-verify.js").is_file():
        pytest.skip("needs: make -C proofs/coq js, then python docs/site.py public")
    with opened() as page:
        page.evaluate("document.querySelector('#papers-open').click()")
        page.check("[name=kind][value=verify]")
        page.select_option("#checker", checker)
        assert re.search(r"minutes and [\d.]+ [MG]B", page.inner_text("#record-needs"))
        page.click(f"[data-record={record}]")
        page.wait_for_function(JUDGED, arg="valid", timeout=400_000)


@EXHAUSTIVE
def test_that_the_page_is_being_loaded_is_not_said_for_ever(address, chromium):
    context, held = chromium.new_context(service_workers="block"), []
    page = context.new_page()
    page.set_default_timeout(120_000)

    def hold(route):
        held.append(route)

    page.route("**/first.json", hold, times=1)
    page.goto(address)
    page.wait_for_function("() => document.querySelector('#papers-open').onclick")
    page.evaluate("document.querySelector('#papers-open').click()")
    held[0].continue_()
    page.wait_for_selector("#came.busy >> text=Toadstone is being loaded")
    page.wait_for_function("() => !document.querySelector('#came').textContent")
    context.close()


@EXHAUSTIVE
def test_a_file_made_to_be_huge_ends_with_a_sentence_and_the_page_lives_on(opened):
    huge = ["0 " * 1_500_000, "game: river-toad\nboard: {rows: 99999999999}\n", "[" * 100_000]
    huge += ["a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]"]
    with opened() as page:
        page.evaluate("document.querySelector('#papers-open').click()")
        page.wait_for_function("() => !document.querySelector('#came').textContent")
        for text in huge:
            page.fill("#paper", text)
            page.click("#paper-form button.main")
            page.wait_for_selector("#came.refused", timeout=180_000)
            assert page.inner_text("#came")
            page.evaluate("document.querySelector('#came').className = ''")
        page.click("#home")
        game(page, "frog-puzzle")
        page.wait_for_selector("#board .playable")


@EXHAUSTIVE
def test_nothing_of_an_address_is_html(opened):
    title = "<img src=x onerror=hacked=1>"
    scenario = json.dumps({"game": "frog-puzzle", "title": title, "start": "L_R"})
    text = base64.urlsafe_b64encode(scenario.encode()).decode().rstrip("=")
    with opened("phone", f"#scenario={text}") as page:
        page.wait_for_selector("#board .playable")
        assert page.title().startswith("<img")
        assert page.evaluate("typeof hacked") == "undefined"
        assert page.locator("img").count() == 0


@EXHAUSTIVE
@pytest.mark.parametrize("name", GAMES)
def test_a_phone_held_sideways_shows_the_whole_board_and_large_buttons(opened, name):
    with opened("phone") as page:
        game(page, name)
        page.wait_for_selector("#board .playable")
        page.set_viewport_size({"width": 844, "height": 390})
        box = page.locator("#board svg").bounding_box()
        assert box["x"] >= 0
        assert box["height"] <= 390
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(SMALLEST_BUTTON) >= 44


def test_pages_of_games_have_play_it_here_and_scenarios_open_it_here():
    for name in GAMES:
        linked = with_links(name, "<h1>Game</h1>")
        assert re.search(r'href="play/#scenario=[\w-]+">Play it here</a>', linked)
    block = '<div class="language-yaml highlight"><pre><code>{}</code></pre></div>'
    assert "Open it here" in with_links("scenarios", block.format("game: frog-puzzle\nstart: L_R"))
    assert "Open it here" not in with_links("grading", block.format("best: 20"))
    command = block.format("$ toadstone solve <span>first-crossing</span> --json")
    assert with_links("index", command * 2).count("Open first-crossing here") == 1
