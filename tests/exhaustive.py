"""What is tried many times: a part of it in the default tests, all of it in the exhaustive ones."""

import pytest
from hypothesis import HealthCheck, given, settings

EXHAUSTIVE = pytest.mark.exhaustive


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
                max_examples=examples,
                deadline=None,
                suppress_health_check=[HealthCheck.too_slow],
            )
            amount(given(*values)(holds))()

        test.__name__, test.__doc__ = holds.__name__, holds.__doc__
        return test

    return test_of
