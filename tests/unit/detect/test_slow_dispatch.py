"""Slow dispatches: when one opens, when it closes, and what becomes of those whose end is missing."""

from __future__ import annotations

import pytest

from droidcanary.config import MS, JudgeConfig
from droidcanary.model import Dispatch, Message
from tests.timeline import DISPATCH, MAIN_LOOP, STRING, TEXT, Timeline, message, session_start

WORK = message("com.acme.shop.Work.run(Work.java:10)")


def states(timeline: Timeline, threshold_ms: int = 1000) -> list[tuple[str, str, float]]:
    judged = timeline.judge(JudgeConfig(threshold_ns=threshold_ms * MS))
    return [(incident.id, incident.state, incident.wall_ms) for incident in judged.incidents]


@pytest.mark.parametrize(("length", "found"), [(999.0, 0), (1000.0, 0), (1000.000001, 1), (1001.0, 1)])
def test_a_block_is_longer_than_the_threshold_not_as_long(length: float, found: int) -> None:
    timeline = Timeline()
    timeline.dispatch(1, start=1000, end=1000 + length)
    judged = timeline.judge()
    assert judged.summary.incidents == found
    assert [incident.state for incident in judged.incidents] == ["open", "closed"] * found


@pytest.mark.parametrize(("now", "opened"), [(2000, False), (2000.000001, True)])
def test_opening_is_as_strict_as_closing(now: float, opened: bool) -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.tick(now)
    timeline.dispatch(1, start=1000, end=now)
    assert bool(timeline.judge().incidents) is opened


def test_it_opens_at_the_first_tick_past_the_threshold_and_closes_at_its_end() -> None:
    timeline = Timeline()
    timeline.running(3, start=1000, seen=1100)
    timeline.ticks(1100, 2500)
    timeline.dispatch(3, start=1000, end=2550)
    assert states(timeline) == [("d3", "open", 1100.0), ("d3", "closed", 1550.0)]


def test_a_running_event_alone_opens_it() -> None:
    timeline = Timeline()
    timeline.running(3, start=1000, seen=1100)
    timeline.running(3, start=1000, seen=2100)
    timeline.running(3, start=1000, seen=3100)
    timeline.dispatch(3, start=1000, end=3200)
    assert states(timeline) == [("d3", "open", 1100.0), ("d3", "closed", 2200.0)]


def test_one_that_was_never_seen_running_opens_and_closes_at_once() -> None:
    timeline = Timeline()
    timeline.dispatch(1, start=1000, end=2600)
    assert states(timeline) == [("d1", "open", 1600.0), ("d1", "closed", 1600.0)]


def test_another_threshold_judges_the_same_events_differently() -> None:
    timeline = Timeline()
    for number in range(1, 4):
        timeline.dispatch(number, start=number * 1000, end=number * 1000 + number * 100)
    assert states(timeline, threshold_ms=150)[1::2] == [("d2", "closed", 200.0), ("d3", "closed", 300.0)]
    assert states(timeline) == []


def test_the_message_is_read_from_the_printers_line() -> None:
    timeline = Timeline()
    timeline.dispatch(1, start=1000, end=2500)
    assert timeline.judge().only.message == Message(
        target="com.acme.shop.Work$H", callback="com.acme.shop.Work$Run", what=7
    )


def test_under_an_observer_the_message_is_known_at_the_end_only() -> None:
    timeline = Timeline(session_start(hook="observer"))
    timeline.running(1, start=1000, seen=1100, text=None)
    timeline.tick(2100)
    timeline.add(
        Dispatch(id=1, start_ns=1000 * MS, end_ns=2500 * MS, target="com.acme.H", callback=None, what=0, text=None)
    )
    opened, closed = timeline.judge().incidents
    assert opened.message is None
    assert closed.message == Message(target="com.acme.H", callback=None, what=0)


def test_cpu_time_is_the_blocks_own() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100, cpu=90)
    timeline.tick(2100)
    timeline.dispatch(1, start=1000, end=3000, cpu=1500, cpu_from=1500)
    opened, closed = timeline.judge().incidents
    assert (opened.cpu_ms, opened.cpu_from_ms) == (90.0, 0.0)
    assert opened.cpu is not None
    assert opened.cpu.main_pct_core == 90.0
    assert (closed.cpu_ms, closed.cpu_from_ms) == (1500.0, 500.0)
    assert closed.cpu is not None
    assert closed.cpu.main_pct_core == 100.0
    assert (closed.cpu.device_pct, closed.cpu.window_ms) == (None, 0.0)


def test_cpu_that_nobody_read_is_null() -> None:
    timeline = Timeline()
    timeline.dispatch(1, start=1000, end=2500)
    only = timeline.judge().only
    assert (only.cpu_ms, only.cpu_from_ms, only.cpu) == (None, None, None)


class TestNested:
    def test_both_are_incidents_and_the_inner_one_names_the_outer(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.running(2, start=1500, seen=1600, parent=1)
        timeline.dispatch(2, start=1500, end=2800, parent=1)
        timeline.tick(2900)
        timeline.dispatch(1, start=1000, end=3000)
        judged = timeline.judge()
        inner, outer = judged.closed
        assert (inner.id, inner.parent, inner.marks) == ("d2", "d1", ("nested",))
        assert (outer.id, outer.parent, outer.marks) == ("d1", None, ())
        assert judged.summary.blocked_ms == 2000.0

    def test_a_second_one_in_the_same_message_ends_the_first_but_not_the_outer(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.running(2, start=1200, seen=2300, parent=1)
        timeline.running(3, start=2500, seen=2600, parent=1)
        timeline.ticks(2700, 6000)
        timeline.dispatch(3, start=2500, end=6050, parent=1)
        timeline.dispatch(1, start=1000, end=6100)
        closed = {incident.id: incident for incident in timeline.judge().closed}
        assert closed["d2"].marks == ("end-unknown", "nested")
        assert closed["d2"].wall_ms == 1100.0
        assert closed["d1"].marks == ()
        assert closed["d3"].wall_ms == 3550.0


class TestMissingEnds:
    def test_cut_by_the_end_of_the_session(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100, cpu=50)
        timeline.tick(2100)
        judged = timeline.judge(end=4000)
        opened, closed = judged.incidents
        assert (opened.cut, closed.cut, closed.wall_ms) == (False, True, 3000.0)
        assert judged.summary.blocked_ms == 3000.0

    def test_cut_before_the_threshold_is_no_incident(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=3000, seen=3100)
        assert timeline.judge(end=4000).incidents == []

    def test_cut_just_past_the_threshold_opens_and_closes(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=2000, seen=2100)
        assert [incident.state for incident in timeline.judge(end=3001).incidents] == ["open", "closed"]

    def test_a_lost_end_is_bounded_by_when_it_was_last_seen(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.running(1, start=1000, seen=2100)
        timeline.dispatch(2, start=2600, end=2700)
        timeline.ticks(2700, 6000)
        only = timeline.judge().only
        assert (only.id, only.wall_ms, only.marks) == ("d1", 1100.0, ("end-unknown",))

    def test_and_by_the_start_of_the_next(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.tick(2500)
        timeline.dispatch(2, start=2300, end=2420)
        assert timeline.judge(end=9000).only.wall_ms == 1300.0

    def test_that_the_session_ends_first_changes_nothing(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=2100)
        timeline.dispatch(2, start=2600, end=2700)
        timeline.dispatch(3, start=2800, end=2900)
        only = timeline.judge(end=3000).only
        assert (only.wall_ms, only.cut, only.marks) == (1100.0, False, ("end-unknown",))

    def test_a_running_event_without_its_text_keeps_the_one_before(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.running(1, start=1000, seen=2100, text=None)
        assert timeline.judge(end=2200).only.message is not None

    def test_a_lost_end_of_a_short_one_is_nothing(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.dispatch(2, start=1500, end=1700)
        timeline.ticks(1700, 9000)
        assert timeline.judge().incidents == []

    def test_an_end_that_comes_a_little_late_is_still_the_end(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=2100)
        timeline.running(2, start=2300, seen=2400)
        timeline.tick(2450)
        timeline.dispatch(1, start=1000, end=2290)
        timeline.dispatch(2, start=2300, end=2460)
        only = timeline.judge().only
        assert (only.wall_ms, only.marks) == (1290.0, ())

    def test_an_end_that_comes_far_too_late_changes_nothing(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=2100)
        timeline.dispatch(2, start=2300, end=2460)
        timeline.ticks(2500, 8000)
        timeline.dispatch(1, start=1000, end=2290)
        assert [incident.state for incident in timeline.judge().incidents] == ["open", "closed"]

    def test_a_sign_of_life_overtaken_by_the_end_opens_nothing(self) -> None:
        timeline = Timeline()
        timeline.dispatch(1, start=1000, end=1500)
        timeline.running(1, start=1000, seen=1400)
        timeline.ticks(1500, 9000)
        assert timeline.judge().incidents == []

    def test_an_exception_the_hook_did_not_see_marks_the_end_as_unknown(self) -> None:
        timeline = Timeline()
        timeline.dispatch(1, start=1000, end=2500, threw="?")
        assert timeline.judge().only.marks == ("end-unknown",)

    def test_a_known_exception_does_not(self) -> None:
        timeline = Timeline()
        timeline.dispatch(1, start=1000, end=2500, threw="java.lang.IllegalStateException")
        assert timeline.judge().only.marks == ()


class TestStringBuilding:
    """The platform builds the printer's second line inside the measured time; that is not the message."""

    def test_it_is_taken_out_in_the_middle_between_two_samples(self) -> None:
        timeline = Timeline()
        timeline.samples(1100, 2400, every=50, stack=WORK)
        timeline.samples(2450, 3000, every=50, stack=STRING)
        timeline.dispatch(1, start=1000, end=3025)
        only = timeline.judge().only
        assert (only.wall_ms, only.string_ms) == (1425.0, 600.0)
        assert only.samples == 27
        assert "slow-tostring" in only.marks
        assert [culprit.method for culprit in only.culprits] == ["com.acme.shop.Work.run"]

    def test_a_short_message_with_a_slow_text_is_no_block(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.samples(1100, 2950, every=50, stack=STRING)
        timeline.ticks(1100, 3000)
        timeline.dispatch(1, start=1000, end=3000)
        assert timeline.judge().incidents == []

    def test_nor_when_it_was_never_seen_running(self) -> None:
        timeline = Timeline()
        timeline.samples(1100, 1500, every=50, stack=WORK)
        timeline.samples(1550, 2950, every=50, stack=STRING)
        timeline.dispatch(1, start=1000, end=3000)
        assert timeline.judge().incidents == []

    def test_what_was_announced_stays_longer_than_the_threshold(self) -> None:
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.samples(1100, 1900, every=100, stack=WORK)
        timeline.tick(2010)
        timeline.samples(2050, 2500, every=50, stack=STRING)
        timeline.dispatch(1, start=1000, end=2550)
        opened, closed = timeline.judge().incidents
        assert (opened.wall_ms, closed.wall_ms) == (1010.0, 1010.0)
        assert closed.string_ms == 540.0

    @pytest.mark.parametrize(
        "frames",
        [
            ("com.acme.shop.Big.toString(Big.java:9)", "java.lang.String.valueOf(String.java:1)", *STRING),
            ("android.os.Handler.toString(Handler.java:1)", *MAIN_LOOP),
            ("com.acme.shop.OwnHandler.toString(O.java:1)", *MAIN_LOOP),
            ("java.lang.StringConcatHelper.stringOf(Unknown Source)", *MAIN_LOOP[1:]),
        ],
    )
    def test_shapes_of_building(self, frames: tuple[str, ...]) -> None:
        timeline = Timeline()
        timeline.samples(1100, 2900, every=50, stack=frames)
        timeline.dispatch(1, start=1000, end=3000)
        assert timeline.judge().incidents == []

    @pytest.mark.parametrize(
        "frames",
        [
            # A message that builds text of its own; an overridden dispatchMessage; the app's own printer; the loop.
            ("java.lang.StringBuilder.append(S.java:1)", *DISPATCH),
            ("com.acme.shop.OwnHandler.dispatchMessage(O.java:3)", *MAIN_LOOP),
            ("com.acme.shop.Logger.println(L.java:3)", "droidcanary.probe.Chained.println(C.java:1)", *MAIN_LOOP),
            MAIN_LOOP,
            ("java.lang.Thread.run(Thread.java:1)",),
        ],
    )
    def test_what_only_looks_like_it(self, frames: tuple[str, ...]) -> None:
        timeline = Timeline()
        timeline.samples(1100, 2900, every=50, stack=frames)
        timeline.dispatch(1, start=1000, end=3000)
        only = timeline.judge().only
        assert (only.wall_ms, only.string_ms, only.samples) == (2000.0, 0.0, 37)

    def test_an_observer_builds_no_text(self) -> None:
        timeline = Timeline(session_start(hook="observer"))
        timeline.samples(1100, 2900, every=50, stack=STRING)
        timeline.dispatch(1, start=1000, end=3000)
        assert timeline.judge().only.string_ms == 0.0

    def test_a_stack_cut_at_its_root_proves_nothing(self) -> None:
        timeline = Timeline()
        timeline.stack(STRING, cut=40)
        timeline.samples(1100, 2900, every=50, stack=STRING)
        timeline.dispatch(1, start=1000, end=3000)
        assert timeline.judge().only.string_ms == 0.0

    def test_only_at_the_end(self) -> None:
        timeline = Timeline()
        timeline.samples(1100, 1500, every=50, stack=STRING)
        timeline.samples(1550, 2950, every=50, stack=WORK)
        timeline.dispatch(1, start=1000, end=3000)
        assert timeline.judge().only.string_ms == 0.0

    def test_of_a_nested_loop_it_is_the_inner_messages_only(self) -> None:
        inner = (*STRING[:-1], "com.acme.shop.Work.wait(Work.java:3)", *DISPATCH)
        timeline = Timeline()
        timeline.running(1, start=1000, seen=1100)
        timeline.running(2, start=1200, seen=1300, parent=1)
        timeline.samples(1300, 2900, every=50, stack=inner)
        timeline.dispatch(2, start=1200, end=2950, parent=1)
        timeline.dispatch(1, start=1000, end=3000)
        only = timeline.judge().only
        assert (only.id, only.wall_ms, only.string_ms) == ("d1", 2000.0, 0.0)

    def test_nor_of_a_loop_whose_message_was_never_seen_running(self) -> None:
        inner = (*STRING[:-1], "com.acme.shop.Work.wait(Work.java:3)", *DISPATCH)
        timeline = Timeline()
        timeline.samples(1300, 2900, every=50, stack=inner)
        timeline.dispatch(2, start=1200, end=2950, parent=1)
        assert timeline.judge().incidents == []


class TestCircumstances:
    def test_a_debugger_marks_and_leaves_the_totals(self) -> None:
        timeline = Timeline()
        timeline.debugger(1500, True)
        timeline.debugger(1600, True)
        timeline.dispatch(1, start=1000, end=4000)
        timeline.debugger(4500, False)
        timeline.debugger(4600, False)
        timeline.dispatch(2, start=5000, end=6100)
        judged = timeline.judge()
        assert [incident.marks for incident in judged.closed] == [("debugger",), ()]
        assert (judged.summary.incidents, judged.summary.blocked_ms, judged.summary.worst) == (2, 1100.0, "d2")

    def test_a_gap_marks_and_is_taken_out(self) -> None:
        timeline = Timeline()
        timeline.gap(1500, 2000)
        timeline.dispatch(1, start=1000, end=3000)
        judged = timeline.judge()
        assert judged.only.marks == ("gap",)
        assert judged.summary.blocked_ms == 1500.0

    def test_text_with_other_words_is_no_message(self) -> None:
        timeline = Timeline()
        timeline.dispatch(1, start=1000, end=2500, text=TEXT.replace(">>>>>", "-----"))
        assert timeline.judge().only.message is None
