from __future__ import annotations

from collections import Counter

from benchmarks import stream
from droidcanary import wire
from droidcanary.model import Frame, Sample, Stack


def _decoded(count: int) -> list[wire.Batch]:
    messages = [wire.decode(text) for text in stream.batches(count)]
    batches = [each for each in messages if isinstance(each, wire.Batch)]
    assert len(batches) == len(messages)
    return batches


def test_the_wire_takes_every_event_as_it_is() -> None:
    events = [event for batch in _decoded(3000) for event in batch.events]
    assert events == [event for _, event in stream.events(3000)]
    assert len(events) >= 3000


def test_it_is_a_session_as_an_agent_sends_it() -> None:
    batches = _decoded(3000)
    assert [batch.seq for batch in batches] == list(range(1, len(batches) + 1))
    kinds = Counter(type(event).__name__ for batch in batches for event in batch.events)
    assert set(kinds) == {"Running", "Dispatch", "Sample", "Frame", "Stack", "Counts", "Idle", "Heartbeat"}
    assert kinds["Running"] == kinds["Dispatch"]


def test_stacks_and_frames_are_sent_before_they_are_referred_to() -> None:
    frames: set[int] = set()
    stacks: set[int] = set()
    for _, event in stream.events(3000):
        if isinstance(event, Frame):
            assert event.id not in frames
            frames.add(event.id)
        elif isinstance(event, Stack):
            assert event.id not in stacks
            assert frames.issuperset(event.frames)
            stacks.add(event.id)
        elif isinstance(event, Sample):
            assert event.stack in stacks


def test_the_same_at_every_call() -> None:
    assert stream.batches(500) == stream.batches(500)
