"""Heartbeats that stay unanswered: a stage of what explains them, an incident where nothing does."""

from __future__ import annotations

from droidcanary.config import JudgeConfig
from droidcanary.detect.spans import covered_ns
from droidcanary.model import Stage
from tests.timeline import IDLE_QUEUE, Timeline, message

INPUT = ("com.acme.shop.Pane.onTouchEvent(Pane.java:7)", *IDLE_QUEUE)


def test_a_long_dispatch_is_one_incident_with_a_stage() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.tick(2100)
    timeline.unanswered(5, posted=2000, until=7500)
    timeline.dispatch(1, start=1000, end=8000)
    timeline.heartbeat(5, posted=2000, seen=8010, answered=8005)
    judged = timeline.judge()
    assert [(incident.id, incident.state) for incident in judged.incidents] == [("d1", "open"), ("d1", "closed")]
    assert judged.only.stages == (Stage(kind="unresponsive", at_uptime_ms=2000.0, wall_ms=6000.0),)


def test_the_stage_is_there_when_the_answer_was_told_before_the_end() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.heartbeat(5, posted=1500, seen=7000, answered=6900)
    timeline.dispatch(1, start=1000, end=8000)
    assert timeline.judge().only.stages == (Stage(kind="unresponsive", at_uptime_ms=1500.0, wall_ms=5400.0),)


def test_a_wait_as_long_as_the_timeout_is_no_stage() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.heartbeat(5, posted=2000, seen=3000)
    timeline.dispatch(1, start=1000, end=7000)
    timeline.heartbeat(5, posted=2000, seen=7100, answered=7000)
    assert timeline.judge().only.stages == ()


def test_an_idle_handler_explains_it_too() -> None:
    timeline = Timeline()
    timeline.idle_running(1, start=1000, seen=1100)
    timeline.unanswered(2, posted=1200, until=9000)
    timeline.idle(1, start=1000, end=9000)
    timeline.heartbeat(2, posted=1200, seen=9010, answered=9005)
    judged = timeline.judge()
    assert [incident.id for incident in judged.closed] == ["i1"]
    assert [stage.kind for stage in judged.only.stages] == ["unresponsive"]


def test_a_barrier_left_behind_stands_alone() -> None:
    timeline = Timeline()
    timeline.samples(2000, 9500, every=500, stack=IDLE_QUEUE)
    timeline.unanswered(3, posted=1000, until=10_000)
    timeline.dispatch(1, start=4000, end=4150)
    timeline.heartbeat(3, posted=1000, seen=10_100, answered=10_050)
    judged = timeline.judge()
    opened, closed = judged.incidents
    assert (opened.id, opened.kind, opened.state, opened.wall_ms) == ("u3", "unresponsive", "open", 6000.0)
    assert (closed.state, closed.wall_ms, closed.start_uptime_ms) == ("closed", 9050.0, 1000.0)
    assert (closed.culprit, closed.samples, closed.idle_samples) == (None, 0, 16)
    assert closed.no_samples is not None
    assert "sync barrier" in closed.no_samples
    assert (opened.marks, closed.marks) == (("queue-stalled",), ("queue-stalled",))
    assert judged.summary.blocked_ms == 9050.0


def test_a_hang_cut_by_the_end_is_one_incident_with_a_stage() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.unanswered(2, posted=1500, until=8000)
    only = timeline.judge(end=8500).only
    assert (only.id, only.cut) == ("d1", True)
    assert [stage.kind for stage in only.stages] == ["unresponsive"]


def test_input_inside_the_poll_is_blamed() -> None:
    timeline = Timeline()
    timeline.samples(2000, 6500, every=100, stack=INPUT)
    timeline.unanswered(3, posted=1000, until=7000)
    only = timeline.judge(end=7500).only
    assert (only.id, only.cut, only.wall_ms) == ("u3", True, 6500.0)
    assert only.culprit is not None
    assert only.culprit.method == "com.acme.shop.Pane.onTouchEvent"


def test_a_long_block_and_then_a_barrier_are_two_causes() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.dispatch(1, start=1000, end=4000)
    timeline.unanswered(3, posted=2000, until=15_000)
    assert [incident.id for incident in timeline.judge(end=15_000).closed] == ["d1", "u3"]


def test_two_blocks_in_a_row_explain_one_wait_and_the_second_carries_it() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.dispatch(1, start=1000, end=4000)
    timeline.running(2, start=4000, seen=4100)
    timeline.tick(5100)
    timeline.unanswered(3, posted=1050, until=7000)
    timeline.dispatch(2, start=4000, end=7050)
    timeline.heartbeat(3, posted=1050, seen=7110, answered=7080)
    first, second = timeline.judge().closed
    assert (first.id, first.stages, second.id, len(second.stages)) == ("d1", (), "d2", 1)


def test_many_messages_below_the_threshold_explain_nothing() -> None:
    timeline = Timeline()
    for number in range(1, 10):
        timeline.dispatch(number, start=number * 900, end=number * 900 + 890)
    timeline.heartbeat(2, posted=950, seen=8200, answered=8150)
    only = timeline.judge().only
    assert (only.id, only.wall_ms) == ("u2", 7200.0)


def test_a_message_around_it_explains_it_even_if_its_own_threshold_is_higher() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.unanswered(2, posted=1200, until=8000)
    timeline.dispatch(1, start=1000, end=8000)
    timeline.heartbeat(2, posted=1200, seen=8100, answered=8005)
    assert timeline.judge(JudgeConfig(threshold_ns=60_000_000_000)).incidents == []


def test_a_late_answer_within_the_timeout_is_nothing() -> None:
    timeline = Timeline()
    timeline.heartbeat(1, posted=1000, seen=2000)
    timeline.heartbeat(1, posted=1000, seen=6050, answered=6000)
    assert timeline.judge().incidents == []


def test_it_opens_by_the_clock_between_two_reports() -> None:
    timeline = Timeline()
    timeline.heartbeat(1, posted=1000, seen=5900)
    timeline.ticks(6000, 6300)
    timeline.heartbeat(1, posted=1000, seen=6400, answered=6350)
    assert [incident.wall_ms for incident in timeline.judge().incidents] == [5100.0, 5350.0]


def test_a_lost_answer_is_bounded_by_the_next_heartbeat() -> None:
    timeline = Timeline()
    timeline.unanswered(1, posted=1000, until=8000)
    timeline.heartbeat(2, posted=9000, seen=10_100)
    timeline.heartbeat(2, posted=9000, seen=10_200, answered=10_150)
    timeline.heartbeat(1, posted=1000, seen=11_000, answered=9500)
    only = timeline.judge().only
    assert (only.id, only.wall_ms, only.marks) == ("u1", 8000.0, ("end-unknown",))


def test_a_block_is_not_explained_by_one_whose_end_was_lost_long_ago() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100, text=None)
    timeline.dispatch(2, start=1500, end=1700)
    timeline.unanswered(3, posted=2000, until=7900)
    assert [incident.id for incident in timeline.judge(end=8000).closed] == ["u3"]


def test_a_stack_below_a_nested_loop_that_only_polls_is_idle() -> None:
    nested = (*IDLE_QUEUE[:-1], "com.acme.shop.Dialog.waitFor(D.java:3)", *message()[:])
    timeline = Timeline()
    timeline.samples(1100, 2900, every=100, stack=nested)
    timeline.dispatch(1, start=1000, end=3000)
    only = timeline.judge().only
    assert (only.culprit, only.samples, only.idle_samples) == (None, 0, 19)


def test_a_frozen_process_is_not_unresponsive() -> None:
    timeline = Timeline()
    timeline.heartbeat(1, posted=1000, seen=2000)
    timeline.gap(2100, 60_000, "process-frozen")
    timeline.heartbeat(1, posted=1000, seen=60_020, answered=60_010)
    assert timeline.judge(end=61_000).incidents == []


def test_the_union_of_spans() -> None:
    assert covered_ns([]) == 0
    assert covered_ns([(5, 7), (1, 3), (2, 4), (9, 8), (6, 6)]) == 5
    assert covered_ns([(1, 10), (2, 3)]) == 9
