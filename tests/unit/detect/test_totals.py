"""The sums of a session."""

from __future__ import annotations

import pytest

from droidcanary.config import MS, JudgeConfig
from droidcanary.detect.totals import Totals
from droidcanary.model import Ended, GapSpan, HostLoad, OwnCost
from droidcanary.pipeline import Pipeline
from tests.timeline import Timeline


def test_blocked_time_is_a_union_clipped_to_what_was_monitored() -> None:
    timeline = Timeline()
    timeline.dispatch(2, start=1200, end=2900, parent=1)
    timeline.dispatch(1, start=1000, end=3000)
    timeline.gap(2500, 2800, "printer-replaced")
    timeline.gap(4000, 4000, "nothing")
    timeline.gap(2700, 5200, "observer-replaced")
    timeline.dispatch(3, start=5000, end=7000)
    timeline.running(4, start=8000, seen=8100)
    summary = timeline.judge(end=10_000).summary
    # 1000..2500 of the first, 5200..7000 of the third, 8000..10000 of the last.
    assert summary.blocked_ms == 1500.0 + 1800.0 + 2000.0
    assert summary.blocked_share == pytest.approx(5300 / (10_000 - 2700), abs=1e-6)
    assert (summary.incidents, summary.by_kind) == (4, {"slow-dispatch": 4})
    assert summary.gaps[0] == GapSpan(from_uptime_ms=2500.0, to_uptime_ms=2800.0, reason="printer-replaced")
    assert (summary.from_uptime_ms, summary.to_uptime_ms) == (0.0, 10_000.0)


def test_the_worst_is_the_longest() -> None:
    timeline = Timeline()
    timeline.dispatch(1, start=1000, end=2500)
    timeline.idle(1, start=3000, end=6000)
    timeline.dispatch(2, start=7000, end=8500)
    summary = timeline.judge().summary
    assert (summary.worst, summary.worst_wall_ms) == ("i1", 3000.0)
    assert summary.by_kind == {"idle-handler": 1, "slow-dispatch": 2}


def test_counts_losses_and_costs_add_up() -> None:
    timeline = Timeline()
    timeline.counts(0, 1000, dispatches=10, busy=300)
    timeline.counts(1000, 2000, dispatches=5, busy=100)
    timeline.lost("sample", 3, 100)
    timeline.lost("dispatch", 4, 200)
    timeline.add(HostLoad(at_ns=1, cpu_pct_core=2.0, rss_mb=40.0))
    timeline.add(HostLoad(at_ns=2, cpu_pct_core=1.0, rss_mb=38.0))
    summary = timeline.judge().summary
    assert (summary.dispatches, summary.busy_ms, summary.lost) == (15, 400.0, 7)
    assert summary.cost == OwnCost(
        probe_cpu_ms=4.0, sampling_ms=2.0, samples=6, host_cpu_pct_core=1.5, host_rss_mb=40.0
    )


def test_a_quiet_session() -> None:
    summary = Timeline().judge(end=1000).summary
    assert (summary.incidents, summary.blocked_ms, summary.blocked_share, summary.worst) == (0, 0.0, 0.0, None)
    assert (summary.by_kind, summary.lost, summary.ended) == ({}, 0, "user")
    assert summary.cost is not None
    assert (summary.cost.host_cpu_pct_core, summary.cost.host_rss_mb) == (None, None)


def test_how_it_ended_is_carried_over() -> None:
    timeline = Timeline()
    timeline.add(Ended(at_ns=5 * MS, reason="process-gone", detail="signal 9", restored=False))
    summary = timeline.judge().summary
    assert (summary.ended, summary.detail, summary.restored) == ("process-gone", "signal 9", False)


def test_a_session_of_no_length_has_no_share() -> None:
    timeline = Timeline()
    assert timeline.judge(end=0).summary.blocked_share == 0.0
    pipeline = Pipeline(JudgeConfig())
    pipeline.feed(Ended(at_ns=7 * MS, reason="user"))
    assert (pipeline.summary().from_uptime_ms, pipeline.summary().to_uptime_ms) == (7.0, 7.0)


def test_there_is_none_before_the_end() -> None:
    with pytest.raises(ValueError, match="not ended"):
        Totals().summary()
