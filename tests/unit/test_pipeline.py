"""The fold as a whole: what must hold for any stream of events."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from droidcanary.config import MS, JudgeConfig
from droidcanary.model import AnyEvent, Ended, Incident, Notice
from droidcanary.pipeline import Pipeline, collect
from tests.timeline import DISPATCH, IDLE_QUEUE, STRING, Timeline, message

STACKS = (message("com.acme.shop.Db.query(Db.java:42)"), DISPATCH, IDLE_QUEUE, STRING)


@st.composite
def sessions(draw: st.DrawFn) -> Timeline:
    """A main thread doing one thing after another, seen through a lossy probe."""
    # What is sampled and what is lost comes from one seed: drawing each would take most of the time.
    random = Random(draw(st.integers(0, 2**32)))
    timeline = Timeline()
    now = 100
    for number in range(1, draw(st.integers(1, 8)) + 1):
        kind = draw(st.sampled_from(("dispatch", "idle", "barrier", "nested")))
        length = draw(st.integers(100, 9000))
        end = now + length
        for at in range(now + 100, end, draw(st.sampled_from((50, 400, 900)))):
            if random.random() < 0.5:
                timeline.sample(at, random.choice(STACKS))
        seen = [at for at in range(now + 100, end, 1000) if random.random() < 0.7]
        for at in seen:
            if kind == "dispatch":
                timeline.running(2 * number, start=now, seen=at)
            elif kind == "idle":
                timeline.idle_running(number, start=now, seen=at)
            elif kind == "barrier":
                timeline.heartbeat(number, posted=now, seen=at)
            timeline.tick(at)
        if draw(st.booleans()):
            if kind == "nested":
                timeline.dispatch(2 * number + 1, start=now + 50, end=end - 20, parent=2 * number)
            if kind in ("dispatch", "nested"):
                timeline.dispatch(2 * number, start=now, end=end)
            elif kind == "idle":
                timeline.idle(number, start=now, end=end)
            else:
                timeline.heartbeat(number, posted=now, seen=end, answered=end)
        if draw(st.booleans()):
            timeline.lost("dispatch", 1, end)
            timeline.gap(end, end + 5)
        now = end + draw(st.integers(1, 3000))
        timeline.tick(now)
    return timeline.ended(now)


def run(events: list[AnyEvent], judge: JudgeConfig) -> tuple[list[Incident], Pipeline]:
    pipeline = Pipeline(judge)
    return [incident for event in events for incident in pipeline.feed(event)], pipeline


@settings(max_examples=150, deadline=None)
@given(sessions(), st.sampled_from((50, 500, 1000, 3000)))
def test_what_holds_for_every_session(timeline: Timeline, threshold_ms: int) -> None:
    judge = JudgeConfig(threshold_ns=threshold_ms * MS)
    incidents, pipeline = run(timeline.events, judge)
    summary = pipeline.summary()

    by_id: dict[str, list[Incident]] = {}
    for incident in incidents:
        by_id.setdefault(incident.id, []).append(incident)
    for steps in by_id.values():
        assert [step.state for step in steps] == ["open", "closed"]
        assert len({step.start_uptime_ms for step in steps}) == 1
    limits = {"slow-dispatch": threshold_ms, "idle-handler": 2000, "unresponsive": 5000}
    for incident in incidents:
        assert incident.wall_ms > limits[incident.kind] or "end-unknown" in incident.marks
        assert incident.wall_ms >= 0
        assert incident.string_ms >= 0
        assert 0 <= sum(culprit.share for culprit in incident.culprits) <= 1.0001
        assert (incident.no_samples is None) == (incident.samples > 0)
    assert summary.incidents == len(by_id)
    assert sum(summary.by_kind.values()) == len(by_id)
    assert 0 <= summary.blocked_ms <= summary.to_uptime_ms - summary.from_uptime_ms
    assert 0 <= summary.blocked_share <= 1

    again, second = run(timeline.events, judge)
    assert (again, second.summary()) == (incidents, summary)


@settings(max_examples=50, deadline=None)
@given(sessions())
def test_a_recording_judges_like_the_session_it_was(timeline: Timeline) -> None:
    decoder = msgspec.json.Decoder(AnyEvent)
    recorded = [decoder.decode(line) for line in timeline.lines()]
    assert run(recorded, JudgeConfig())[0] == run(timeline.events, JudgeConfig())[0]


@settings(max_examples=50, deadline=None)
@given(sessions(), st.integers(0, 2**32))
def test_even_a_shuffled_recording_closes_what_it_opens(timeline: Timeline, seed: int) -> None:
    events = timeline.events[1:-1]
    Random(seed).shuffle(events)
    incidents, pipeline = run([timeline.events[0], *events, timeline.events[-1]], JudgeConfig())
    states = Counter((incident.id, incident.state) for incident in incidents)
    assert set(states.values()) <= {1}
    assert {key for key, state in states if state == "open"} == {key for key, state in states if state == "closed"}
    assert pipeline.summary().incidents == len(incidents) // 2


def test_events_nobody_judges_pass() -> None:
    assert Pipeline(JudgeConfig()).feed(Notice(at_ns=1, level="info", code="x", text="y")) == ()


def test_an_incident_changes_nothing_that_was_emitted_before() -> None:
    timeline = Timeline()
    timeline.running(1, start=1000, seen=2100)
    opened = timeline.judge(end=3000).incidents[0]
    assert opened == timeline.judge(end=9000).incidents[0]


def test_collect_gathers_blocks_with_their_stacks_and_readings() -> None:
    timeline = Timeline()
    for second in range(6):
        timeline.proc(second * 1000, busy=second * 100, idle=second * 700)
    timeline.samples(1000, 3000, every=250, stack=STACKS[0])
    timeline.dispatch(1, start=1500, end=2800)
    recording = timeline.ended(4000).collect()
    (block,) = recording.blocks
    assert [shot.at_ns for shot in block.stacks] == [at * MS for at in (1500, 1750, 2000, 2250, 2500, 2750)]
    assert block.stacks[0].frames[0].cls == "com.acme.shop.Db"
    assert [reading.at_ns for reading in block.readings] == [at * MS for at in (1000, 2000, 3000)]
    assert recording.incidents == (block.incident,)
    assert recording.session == timeline.events[0]
    assert recording.summary.incidents == 1


def test_collect_needs_a_beginning_and_an_end() -> None:
    with pytest.raises(ValueError, match="session"):
        collect([Ended(at_ns=1, reason="user")], JudgeConfig())
    with pytest.raises(ValueError, match="not ended"):
        collect(Timeline().events, JudgeConfig())
