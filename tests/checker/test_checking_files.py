"""How the checker reads a file: each limit of checker/README.md at its edge, and in what words
everything else is refused.
"""

import gzip
import json
import random
from functools import partial

import pytest

from checkers import stated
from toadstone_checker import certificate_file
from toadstone_checker.certificate_file import (
    Budget,
    Unusable,
    contents,
    expect_small,
    fields,
    items,
    memory_of,
    parse,
    read,
    unheard,
    unzip,
    whole,
)


def refusal(work, *arguments):
    with pytest.raises(Unusable) as refused:
        work(*arguments)
    return str(refused.value)


# --- how large a file may be --------------------------------------------------------------------


class LargeText:
    """A text of which only the size is known, and how often it has a character."""

    def __init__(self, size, **counts):
        names = {"commas": b",", "lists": b"[", "objects": b"{", "colons": b":", "quotes": b'"'}
        self.size = size
        self.counts = {names[name]: count for name, count in counts.items()}

    def __len__(self):
        return self.size

    def __contains__(self, sign):
        return sign in self.counts

    def count(self, sign):
        return self.counts.get(sign, 0)

    def translate(self, table):
        return self


def test_a_text_may_be_as_large_as_the_page_says():
    most = stated("text, after decompression")
    expect_small(LargeText(most))
    assert refusal(expect_small, LargeText(most + 1)) == "the file is too large"


def test_what_a_file_holds_may_take_as_much_memory_as_the_page_says():
    most = stated("memory for the values in the file, estimated as below")
    assert most == certificate_file.MOST_MEMORY
    commas = (most - 2 * 25_000_000) // 10
    expect_small(LargeText(25_000_000, commas=commas))
    for size, count in [(25_000_001, commas), (25_000_000, commas + 1)]:
        refused = refusal(expect_small, LargeText(size, commas=count))
        assert refused.endswith("it would take too much memory")


@pytest.mark.parametrize(
    ("text", "memory"),
    [
        (b"7", 2),
        (b"[]", 2 * 2 + 120),
        (b"{}", 2 * 2 + 120),
        (b'{"a":7}', 2 * 7 + 120 + 2 * 36 + 250),
        (b"[7,7,7]", 2 * 7 + 120 + 2 * 10),
        (b"[12345]", 2 * 7 + 120),
        (b"[123456]", 2 * 8 + 120 + 32),
        (b"[-987650, 100000]", 2 * 17 + 120 + 10 + 2 * 32),
        (b"[1234567890123]", 2 * 15 + 120 + 32),
        (b'{"":12345}', 2 * 10 + 120 + 2 * 36 + 250),
        (b"[/12345]", 2 * 8 + 120),
    ],
)
def test_the_memory_of_a_text_is_reckoned_by_its_characters_and_its_long_numbers(text, memory):
    assert memory_of(text) == memory


def test_a_backslash_is_refused_but_for_other_peoples_games():
    assert refusal(parse, b'"\\u0041"') == "expected no backslash, as no text needs one"
    made = b'{"certificate":"toadstone own-game 2","scenario":{"row":"\\u00e9\\n\\""}}'
    assert parse(made)["scenario"] == {"row": 'é\n"'}
    assert memory_of(made) == memory_of(made.replace(b"\\", b"/")) + 3 * len(made)


def test_a_number_has_a_thousand_digits_at_most():
    assert parse(b"9" * 1000) == 10**1000 - 1
    for digits in (b"9" * 1001, b"-" + b"9" * 1001):
        assert refusal(parse, digits) == "a number has more than 1,000 digits"


def test_a_list_has_a_million_things_at_most():
    assert items([0] * 10**6, "x") is not None
    assert refusal(items, [0] * (10**6 + 1), "x") == "x: expected a list of up to 1000000"
    assert items([1, 2], "x", 2) == [1, 2]
    assert refusal(items, [1, 2, 3], "x", 2) == "x: expected a list of up to 2"
    assert refusal(items, (1, 2), "x", 2) == "x: expected a list of up to 2"


# --- what is read from a file -------------------------------------------------------------------


@pytest.fixture
def of_eight_bytes(monkeypatch):
    """Let a text have eight bytes at most, which are read one by one."""
    monkeypatch.setattr(certificate_file, "LARGEST_TEXT", 8)
    monkeypatch.setattr(certificate_file, "AT_A_TIME", 1)


@pytest.mark.parametrize(("size", "read_at_most"), [(0, 0), (7, 7), (8, 8), (9, 9), (99, 9)])
def test_of_a_large_file_only_so_much_is_read_that_it_is_seen_to_be_too_large(
    of_eight_bytes, tmp_path, size, read_at_most
):
    data = (b"12345678" * 20)[:size]
    (tmp_path / "file").write_bytes(data)
    assert contents(str(tmp_path / "file")) == data[:read_at_most]


def test_a_file_is_read_plain_or_gzipped(tmp_path):
    for data in (b"[1, 2]", gzip.compress(b"[1, 2]")):
        (tmp_path / "file").write_bytes(data)
        assert read(str(tmp_path / "file")) == [1, 2]


def test_what_is_no_file_is_refused_in_the_words_of_the_system(tmp_path):
    assert refusal(read, str(tmp_path / "none")) == "no such file"
    assert refusal(read, str(tmp_path)) == "Is a directory"
    assert refusal(read, "a\0b") == "embedded null byte"


def test_gzipped_text_of_just_the_largest_size_is_read_and_a_larger_one_is_not(of_eight_bytes):
    assert parse(gzip.compress(b"[123456]")) == [123456]
    assert refusal(parse, gzip.compress(b"[1234567]")) == "the file is too large"
    assert unzip(gzip.compress(b"1" * 20)) == b"1" * 9


@pytest.mark.parametrize("text", [b"[12345]", b"[123456]"])
@pytest.mark.parametrize("change", [lambda data: data + b"x", lambda data: data[:-1]])
def test_gzipped_data_that_are_cut_off_or_go_on_are_refused(of_eight_bytes, text, change):
    refused = refusal(parse, change(gzip.compress(text)))
    assert refused == "the gzipped data are cut off or go on"


def test_gzipped_data_may_repeat_what_stands_far_before():
    text = "".join(random.Random(1).choices("abcdefgh", k=20_000))
    assert parse(gzip.compress(json.dumps([text, text]).encode())) == [text, text]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (gzip.compress(b""), "the file is empty"),
        (b"\x1f\x8b" + b"x" * 10, "the gzipped data are damaged"),
        (b"[1,\xff]", "expected ASCII text, found none at byte 4"),
        (b"[1,\n2", "not JSON at line 2, column 2"),
        (b"[" * 100_000, "lists and objects are nested too deep"),
        (b'{"a": 1, "a": 1}', "a key stands twice in an object"),
        (b"1.5", "expected whole numbers, found 1.5"),
        (b"NaN", "expected whole numbers, found NaN"),
        (b"1." + b"2" * 50, "expected whole numbers, found 1." + "2" * 18),
    ],
    ids=range(10),
)
def test_what_is_no_json_of_whole_numbers_is_refused(data, message):
    assert refusal(parse, data) == message


def test_a_text_of_json_is_read():
    assert parse(b"7") == 7
    assert parse(b'{"a": [1, -2, true, null, "b"], "c": {}}') == {
        "a": [1, -2, True, None, "b"],
        "c": {},
    }


# --- what a value may be ------------------------------------------------------------------------


def test_a_whole_number_lies_within_its_bounds_and_is_of_no_other_kind():
    assert [whole(value, 1, 3, "x") for value in (1, 2, 3)] == [1, 2, 3]
    for value in (0, 4, True, 2.0, "2", None):
        assert refusal(whole, value, 1, 3, "x") == "x: expected a whole number from 1 to 3"


def test_an_object_has_just_its_keys():
    assert fields({"b": 2, "a": 1}, "a", "b") == [1, 2]
    for value in ({"a": 1}, {"a": 1, "b": 2, "c": 3}, {}, [1, 2], None):
        assert refusal(fields, value, "a", "b") == "expected an object with the keys a, b"


def test_an_object_may_lack_the_keys_that_came_later():
    assert fields({"a": 1}, "a", b=2) == [1, 2]
    assert fields({"a": 1, "b": 3}, "a", b=2) == [1, 3]
    for value in ({"b": 3}, {"a": 1, "c": 3}, [1], None):
        said = refusal(partial(fields, b=2), value, "a")
        assert said == "expected an object with the keys a"


# --- how long a check may take ------------------------------------------------------------------

TOO_LONG = "the certificate takes too long to check"


def test_a_check_has_as_much_work_as_the_page_says():
    budget = Budget()
    budget.spend(stated("work, all arguments together"))
    assert refusal(budget.spend, 1) == TOO_LONG


@pytest.mark.parametrize("work", [0, 1, 2])
def test_all_the_work_that_there_is_may_be_spent_and_no_more(work):
    heard = []
    budget = Budget(heard.append, work)
    budget.spend(work)
    assert heard == []
    assert refusal(budget.spend, 1) == TOO_LONG


def test_who_hears_how_it_goes_is_told_after_two_million_units_each():
    heard = []
    budget = Budget(heard.append, 5_000_000)
    budget.spend(2_000_000)
    assert heard == []
    budget.spend(1)
    budget.words = "still checking"
    budget.spend(2_000_000)
    assert heard == ["checking"]
    budget.spend(1)
    budget.spend(999_998)
    assert heard == ["checking", "still checking"]
    assert refusal(budget.spend, 1) == TOO_LONG
    assert unheard("checking") is None
