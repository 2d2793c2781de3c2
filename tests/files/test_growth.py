"""Every file is read in time linear in its size: size doubled, steps at most 2.2 times as many.

A step is a line of Python that runs, or a character of a text that a method of it is given. What
regular expressions do is not counted: none may repeat a repetition.
"""

import sys
from pathlib import Path

import pytest

from toadstone.core.errors import InputError
from toadstone.files.source import Source
from toadstone.loading import read_scenario

MOST_GROWTH = 2.2
SNAKE = "game: river-toad\nboard: {rows: 3}\ntoad: {hp: 4}\nrolls: [4, 0, 0]\nask: max-hp\n"


def steps(call):
    """Return how many steps a call takes, whether it raises InputError or not."""
    count = 0

    def on_line(frame, event, _):
        nonlocal count
        count += event == "line"
        return on_line

    def on_call(_, event, called):
        nonlocal count
        if event == "c_call" and isinstance(text := getattr(called, "__self__", None), str):
            count += len(text)

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(on_line)
    sys.setprofile(on_call)
    try:
        call()
    except InputError:
        pass
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count


def growth(read, text_of, size):
    """Return how many times as many steps a text of twice the size takes."""
    once, twice = text_of(size), text_of(2 * size)
    read(once)  # what is made once is made
    return steps(lambda: read(twice)) / steps(lambda: read(once))


def refused(text):
    with pytest.raises(InputError) as caught:
        read_scenario(Source("scenario.yaml", text, Path()))
    return caught.value


@pytest.mark.parametrize(
    "problem",
    ["key{}: 1\n", "k{}: {{a: 1}}\n", "'{} x': [1]\n"],
)
def test_a_scenario_with_many_unknown_keys_is_refused_in_linear_time(problem):
    def text_of(size):
        return SNAKE + "".join(map(problem.format, range(size)))

    assert growth(refused, text_of, 300) <= MOST_GROWTH
    assert "is not known here" in refused(text_of(1)).message
    assert not hasattr(refused(text_of(10)), "__notes__")
    assert refused(text_of(11)).__notes__ == ["There are more than 10 problems; this is the first."]
