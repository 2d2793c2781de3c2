"""Pictures: what they show is what the simulator says, and they are the same bytes every time."""

import io
import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

import pictures_of
import toadstone
from exhaustive import in_groups
from pictures_of import (
    FILES,
    LINES,
    SVG,
    classes,
    line_of,
    loaded,
    river_line,
    symbols,
    tiles,
    words,
)
from places import TESTS
from toadstone.core.rules import RULES
from toadstone.view.board import moments
from toadstone.view.charts import front_chart, worth_chart
from toadstone.view.html import in_frame, table_page
from toadstone.view.looks import Looks, all_looks, read_looks, stylesheet, variables
from toadstone.view.replay import Recording, ReplayPage, replay_page
from toadstone.view.sheet import _ABOVE, document, frame_scale, gif, png, sheet
from toadstone.view.svg import group, join, rect, use

GOLDEN = TESTS / "view" / "pictures"


def test_a_sheet_and_a_board_of_every_game_are_the_golden_files():
    drawn = pictures_of.golden_pictures()
    assert {path.name for path in GOLDEN.iterdir()} == {*drawn}
    for name, svg in drawn.items():
        assert svg == (GOLDEN / name).read_text(), name


@pytest.mark.few(1)
@in_groups("path", FILES)
def test_the_start_of_every_committed_scenario_draws(path):
    game, scenario, picture = loaded(path)
    start = game.get(RULES)(scenario).start()
    svg = sheet(picture, moments([start], []), title=scenario.title or "")
    root = ElementTree.fromstring(svg)
    assert [state for state, _ in tiles(svg)] == [str(start)]
    assert root.find(f"{SVG}title").text == scenario.title
    assert picture.alt(moments([start], [])[0]) == root.find(f"{SVG}desc").text
    ids = {each.attrib["id"] for each in root.iter() if "id" in each.attrib}
    assert {each.attrib["href"][1:] for each in root.iter(f"{SVG}use")} <= ids
    assert float(root.attrib["width"]) <= 1500


LETTERS = {
    "frog-puzzle": {"L": "frog-right", "R": "frog-left"},
    "squirrel-war": {"X": "squirrel-x", "O": "squirrel-o"},
    "toads-and-frogs": {"T": "toad", "F": "frog-left"},
    "ugly-duck": {"d": "green-duck", "s": "green-swan", "D": "blue-duck", "S": "blue-swan"},
    "river-toad": {"T": "mr-toad", "S": "snake", "F": "fly"},
}
"""The letters of a state's text form, and the symbols that stand for them."""


def board_of(game, state):
    """Return the part of a state's text that is the board."""
    return state.split()[{"frog-puzzle": 1, "river-toad": 6}.get(game, 0)]


@pytest.mark.parametrize("name", LINES)
def test_a_sheet_shows_every_state_in_order_with_a_symbol_for_every_letter(name):
    game = name.partition("/")[0]
    picture, line = line_of(name)
    drawn = tiles(sheet(picture, line))
    assert [state for state, _ in drawn] == [str(moment.state) for moment in line]
    heads = [" ".join(words(tile)[:2]) for _, tile in drawn[1:]]
    assert heads == [f"{moment.turn} {moment.move}" for moment in line[1:]]
    boards = [board_of(game, state) for state, _ in drawn]
    for index, (_, tile) in enumerate(drawn):
        expected = Counter(boards[index])
        if game == "river-toad" and index:  # what comes down into the toad's row is shown pale
            expected += Counter(boards[index - 1].split("/")[-2])
        found = symbols(tile)
        for part in tile.iter(f"{SVG}use"):  # whose turn it is, or who has how many points
            scale = re.search(r"scale\(([\d.]+)\)", part.attrib.get("transform", ""))
            if scale and float(scale[1]) < 0.6:
                found[part.attrib["href"].removeprefix("#ts-")] -= 1
        for letter, symbol in LETTERS[game].items():
            assert found[symbol] == expected[letter], (index, symbol)


def test_three_hundred_turns_stay_small():
    chance = random.Random(7)
    rolls = [chance.choice([chance.randrange(32) & 0b11011, 32, 33]) for _ in range(300)]
    picture, line = river_line(rolls, ["stay"] * 300, rows=8)
    svg = sheet(picture, line)
    root = ElementTree.fromstring(svg)
    assert len(tiles(svg)) == 301
    assert float(root.attrib["width"]) <= 1600
    assert float(root.attrib["height"]) <= 13_000
    page = replay_page(ReplayPage("Long", recordings=(Recording(picture, line),)))
    assert page.count('id="ts-snake"') == 1
    assert max(len(page), len(svg)) < 900_000


def test_a_title_with_signs_of_markup_is_text():
    picture, line = line_of("frog-puzzle/two-pairs")
    title = "<b>Toad & \"frog\"</b> 'n' \x00 ü"
    svg = sheet(picture, line, title=title)
    assert ElementTree.fromstring(svg).find(f"{SVG}title").text == title.replace("\x00", "?")
    page = replay_page(ReplayPage(title, (title,), recordings=(Recording(picture, line, title),)))
    assert page.count("&lt;b&gt;Toad &amp;") >= 3
    for text in (svg, page, table_page([{title: title}], title=title), in_frame(page)):
        assert "<b>Toad" not in text


def test_every_class_that_is_drawn_has_a_style():
    for name in LINES:
        picture, line = line_of(name)
        best = moments([line[0].state], [], [[line[1].move]])
        svg = sheet(picture, [*best, *line])
        assert f"Best: {line[1].move}." in picture.alt(best[0])
        styled = set(re.findall(r"\.([a-z0-9-]+)", ElementTree.fromstring(svg)[2].text))
        assert set(classes(ElementTree.fromstring(svg))) - {"move"} <= styled


def test_a_package_brings_symbols_and_a_module_none(tmp_path, monkeypatch):
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / "__init__.py").touch()
    symbol = '<symbol id="king">\n  <path d="M0 9V-9" class="mast"/>\n</symbol>'
    (tmp_path / "chess" / "looks.svg").write_text(f"<svg>\n{symbol}\n</svg>")
    monkeypatch.syspath_prepend(tmp_path)
    assert read_looks("chess") == Looks({"king": '<path d="M0 9V-9" class="mast"/>'})
    assert read_looks("frogs") == Looks()


def test_whatever_differs_in_colour_between_sides_differs_in_shape_too():
    symbols = all_looks().symbols
    pairs = [("frog-right", "frog-left"), ("toad", "frog-left"), ("squirrel-x", "squirrel-o")]
    pairs += [("green-duck", "blue-duck"), ("green-swan", "blue-swan")]
    for one, two in pairs:
        shapes = [re.sub(r' class="\w+"', "", symbols[name]) for name in (one, two)]
        assert shapes[0] != shapes[1]
    assert len(set(symbols.values())) == len(symbols)


def test_points_of_a_front_at_one_place_share_their_mark():
    same = front_chart([{"a": 1, "b": 2, "c": n} for n in (3, 4)], dict.fromkeys("abc", True), "")
    assert "1, 2" in words(ElementTree.fromstring(same))


def test_png_has_the_size_of_the_svg_and_text_that_needs_no_fonts():
    picture, line = line_of("river-toad/first-crossing")
    svg = sheet(picture, line[-1:], title="Title", theme="light")
    root = ElementTree.fromstring(svg)
    drawn = png(svg, scale=2)
    image = Image.open(io.BytesIO(drawn))
    assert image.size == tuple(round(2 * float(root.attrib[side])) for side in ("width", "height"))
    assert png(svg, scale=2) == drawn
    heading = image.convert("L").crop((40, 36, 240, 84))
    assert heading.getextrema()[0] < 100  # the title is there, dark on light
    assert png(sheet(picture, line[-1:], title="Fr\u00f6sche \u2192 Ziel"))  # other letters, too


def test_a_gif_of_a_hundred_turns_takes_less_than_300_kilobytes():
    answer = toadstone.solve("hundred-turns", confirm="never")
    picture = pictures_of.loaded(pictures_of.SCENARIOS / "river-toad/hundred-turns.yaml")[2]
    line = moments(answer.replay.states, answer.replay.moves)
    drawn = gif(picture, line)
    assert len(drawn) < 300_000
    image = Image.open(io.BytesIO(drawn))
    assert (image.n_frames, image.info["loop"]) == (101, 0)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", LINES)
def test_a_frame_of_a_gif_is_the_board_as_resvg_draws_it(name):
    """Compare with the same board drawn whole; the palette may differ a bit."""
    picture, line = line_of(name)
    scale = frame_scale(picture, len(line))
    size = (int(picture.width * scale), int(picture.height * scale))
    animated = ImageSequence.all_frames(Image.open(io.BytesIO(gif(picture, line))))
    for moment, frame in list(zip(line, animated, strict=True))[:: max(1, len(line) // 3)]:
        drawn = (use(picture.background_name(), 0, 0), picture.foreground(moment))
        board = join([rect(0, 0, *size, "paper"), group(*drawn, scale=scale)])
        svg = document(board, size, "", shared=picture.shared_background(), theme="light")
        whole = Image.open(io.BytesIO(png(svg))).convert("RGB")
        left = round((frame.width - picture.width * scale) / 2)
        part = frame.crop((left, _ABOVE, left + whole.width, _ABOVE + whole.height))
        difference = ImageChops.difference(whole, part.convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < 3, "of 255"


def test_what_positions_were_worth_falls_where_a_move_costs_something():
    review = toadstone.review("first-crossing", ["right-1", "stay", "left-1"])
    assert "after 0: 14; after 1: 14; after 2: 14; after 3: 12" in worth_chart(review)
    game = worth_chart(toadstone.review("two-against-two", ["2-3", "5-4", "1-2"]))
    assert "after 2: 1; after 3: -1" in game
    assert "1: toads win" in game
    lost = toadstone.review("starvation", ["stay"], ask="survive")
    assert "after 0: 0; after 1: 0" in worth_chart(lost)


def test_a_table_has_words_for_values_of_every_kind():
    page = table_page([{"a": True, "b": [1, 0.123456], "c": {"d": False}, "e": None}], title="")
    cells = re.findall(r"<td[^>]*>\s*(.*?)\s*</td>", page, re.DOTALL)
    assert cells == ["yes", "1, 0.1235", "d no", "&nbsp;"]


def test_dark_surroundings_change_the_colours_alone():
    assert ":root{color-scheme:light;" in variables("light")
    assert ":root{color-scheme:light dark;" in variables("auto")
    light, _, dark = stylesheet("auto", '<p class="h">').partition("@media")
    assert ".ts .h{fill:#2a2e32;font-size:17px;font-weight:600}" in light
    assert ".ts .h{fill:#e8e6e1}" in dark


@pytest.mark.parametrize("name", LINES)
def test_a_page_names_no_address_and_takes_less_than_60_kilobytes_beside_its_states(name):
    picture, line = line_of(name)
    assert (
        len(replay_page(ReplayPage("Replay", recordings=(Recording(picture, line[:2]),)))) < 60_000
    )
    page = replay_page(ReplayPage("Replay", recordings=(Recording(picture, line),)))
    for text in (page, table_page([{"a": 1}], title="Table")):
        bare = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"https?:|//[a-z]|url\(|@import|\bsrc=|fetch|XMLHttp", bare)
        assert "default-src 'none'" in bare
