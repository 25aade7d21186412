"""Slow idle handlers."""

from __future__ import annotations

import pytest

from droidcanary.config import MS, JudgeConfig
from tests.timeline import MAIN_LOOP, Timeline

WARM = (
    "com.acme.shop.Warm.queueIdle(Warm.java:5)",
    "android.os.MessageQueue.next(MessageQueue.java:400)",
    *MAIN_LOOP,
)


@pytest.mark.parametrize(("length", "found"), [(2000, 0), (2000.000001, 1)])
def test_longer_than_its_own_threshold(length: float, found: int) -> None:
    timeline = Timeline()
    timeline.idle(1, start=1000, end=1000 + length)
    assert timeline.judge().summary.incidents == found


def test_it_opens_then_closes_under_the_handlers_own_class() -> None:
    timeline = Timeline()
    timeline.idle_running(4, start=1000, seen=1100)
    timeline.samples(1100, 3400, every=100, stack=WARM)
    timeline.ticks(3000, 3400)
    timeline.idle(4, start=1000, end=3500)
    opened, closed = timeline.judge().incidents
    assert (opened.id, opened.kind, opened.state) == ("i4", "idle-handler", "open")
    assert (closed.id, closed.state, closed.wall_ms) == ("i4", "closed", 2500.0)
    assert (closed.handler, closed.message) == ("com.acme.shop.Warm", None)
    assert closed.culprit is not None
    assert (closed.culprit.method, closed.culprit.share) == ("com.acme.shop.Warm.queueIdle", 1.0)


def test_its_threshold_can_be_changed() -> None:
    timeline = Timeline()
    timeline.idle(1, start=1000, end=1300)
    assert timeline.judge(JudgeConfig(idle_threshold_ns=200 * MS)).only.wall_ms == 300.0


def test_cut_by_the_end_of_the_session() -> None:
    timeline = Timeline()
    timeline.idle_running(1, start=1000, seen=1100)
    only = timeline.judge(end=3500).only
    assert (only.cut, only.wall_ms) == (True, 2500.0)


def test_a_lost_end_is_given_up_once_another_ran_and_it_was_not_seen_again() -> None:
    timeline = Timeline()
    timeline.idle_running(1, start=1000, seen=3200)
    timeline.idle_running(2, start=3300, seen=3400)
    timeline.idle(2, start=3300, end=3500)
    timeline.ticks(3500, 9000)
    only = timeline.judge().only
    assert (only.id, only.wall_ms, only.marks) == ("i1", 2200.0, ("end-unknown",))


def test_a_handler_that_runs_a_loop_with_handlers_goes_on() -> None:
    timeline = Timeline()
    timeline.idle_running(1, start=1000, seen=1100)
    timeline.idle(2, start=1500, end=1700)
    timeline.idle_running(1, start=1000, seen=2100)
    timeline.ticks(2200, 8000)
    timeline.idle(1, start=1000, end=8100)
    assert (timeline.judge().only.wall_ms, timeline.judge().only.marks) == (7100.0, ())


def test_what_comes_after_the_end_is_late_and_ignored() -> None:
    timeline = Timeline()
    timeline.idle(1, start=1000, end=1100)
    timeline.idle_running(1, start=1000, seen=1050)
    timeline.idle(1, start=1000, end=4100)
    timeline.ticks(1200, 9000)
    assert timeline.judge().incidents == []
