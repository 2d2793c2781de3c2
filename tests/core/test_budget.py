"""Budgets: a part of the work ends with the whole, and takes no more than its share."""

import time

import pytest

from toadstone.core.budget import UNLIMITED, Budget, Limits
from toadstone.core.errors import LimitReachedError


def test_a_part_has_a_share_of_the_time_that_is_left():
    whole = Budget(Limits(100.0))
    assert whole.part(0.5).limits.seconds == pytest.approx(50, abs=5)
    assert whole.within(7).limits.seconds == 7
    assert whole.within(700).limits.seconds <= 100
    assert Budget().part(0.5).limits.seconds is None
    assert Budget().within(7).limits.seconds == 7
    assert UNLIMITED.within(7).limits.seconds == 7


def test_nothing_is_kept_in_the_budget_that_all_work_without_limits_shares():
    with UNLIMITED.stoppable():
        raise KeyboardInterrupt
    UNLIMITED.nodes = 1
    assert (UNLIMITED.interrupted, UNLIMITED.nodes) == (False, None)


def test_a_part_that_is_over_leaves_the_whole_as_it_was():
    whole = Budget(Limits(100.0))
    part = whole.within(0.0)
    assert part.over()
    assert not whole.over()


def test_who_stops_the_whole_stops_a_part_of_a_part():
    whole = Budget()
    part = whole.within(100).part(0.5)
    part.check()
    whole.stop()
    assert part.interrupted
    with pytest.raises(LimitReachedError):
        part.check()


def test_an_interrupt_of_a_part_is_one_of_the_whole():
    whole = Budget()
    with whole.within(100).stoppable():
        raise KeyboardInterrupt
    assert whole.interrupted


def test_a_part_ends_with_the_whole_though_it_has_no_limit_of_its_own():
    whole = Budget()
    part = whole.part(0.5)
    whole.out_of_memory = True
    assert part.over()


def test_time_that_does_not_count_for_a_part_does_not_count_for_the_whole():
    began = time.monotonic()
    whole = Budget(Limits(1000.0))
    with whole.within(100).pause():
        time.sleep(0.05)
    assert whole.elapsed() <= time.monotonic() - began - 0.05
