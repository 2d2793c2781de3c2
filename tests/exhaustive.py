"""What is tried many times: in groups, and a part of it in the exhaustive tests alone."""

import random

import pytest
from hypothesis import HealthCheck, given, settings

EXHAUSTIVE = pytest.mark.exhaustive


def mark_all_but_few(items):
    """Mark the cases of a test `few(n)` exhaustive, but for `n`: its values as far as they go.

    Those that are left show as many values of each parameter as `n` cases can.
    """
    groups = {}
    for item in items:
        if item.get_closest_marker("few") and not item.get_closest_marker("exhaustive"):
            groups.setdefault((item.parent.nodeid, item.originalname), []).append(item)
    for cases in groups.values():
        (most,) = cases[0].get_closest_marker("few").args
        random.Random(len(cases)).shuffle(cases)
        seen = set()
        for place in range(len(cases)):
            best = max(cases, key=lambda case: len(_values(case) - seen))
            cases.remove(best)
            seen |= _values(best)
            if place >= most:
                best.add_marker(EXHAUSTIVE)


def _values(case):
    """Return the values of the parameters of a case, each by its place among all."""
    return set(case.callspec.indices.items())


def some_of(cases, number):
    """Return cases to parametrise a test: after the first `number` they are exhaustive."""
    return [
        pytest.param(case, marks=[EXHAUSTIVE] * (place >= number))
        for place, case in enumerate(cases)
    ]


def tried(*values, few, many):
    """Make a property of random values a test: `few` of them by default, exhaustively `many`."""

    def test_of(holds):
        @pytest.mark.parametrize(
            "examples",
            [pytest.param(few, id="few"), pytest.param(many, id="many", marks=EXHAUSTIVE)],
        )
        def test(examples):
            amount = settings(
                max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
            )
            amount(given(*values)(holds))()

        test.__name__, test.__doc__ = holds.__name__, holds.__doc__
        return test

    return test_of


def in_groups(names, cases, size=25, few=None):
    """Make a property of one case a test for every so many of them.

    pytest's own work for a test takes longer than a case that is a millisecond's work.

    Args:
        names: the parameters of the property, with commas between them.
        cases: its arguments; a tuple for each case where there are several.
        size: the cases of a test.
        few: the cases that are tried by default, where the others are exhaustive.
    """
    cases = list(cases)
    starts = range(0, len(cases), size)
    default = len(cases) if few is None else few

    def test_of(holds):
        @pytest.mark.parametrize(
            "group",
            [
                pytest.param(
                    cases[start : start + size],
                    id=f"cases from {start}",
                    marks=[EXHAUSTIVE] * (start >= default),
                )
                for start in starts
            ],
        )
        def test(group):
            for case in group:
                try:
                    holds(*case) if "," in names else holds(case)
                except BaseException as error:
                    error.add_note(f"{names}: {case}")
                    raise

        test.__name__, test.__doc__ = holds.__name__, holds.__doc__
        return test

    return test_of
