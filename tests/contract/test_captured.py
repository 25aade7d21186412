"""Whole sessions of the real agent on the emulated device, message by message as they came over the wire.

They keep the promises that the host's judgement rests on: an order in which nothing is told too late.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from droidcanary.model import AgentEvent, Dispatch, Frame, Idle, IdleRunning, Lost, Running, Sample, Stack
from droidcanary.wire import Batch, Goodbye, Hello, decode

VECTORS = Path(__file__).parent / "vectors"
HOOKS = ("printer", "observer")


def session(hook: str) -> tuple[Hello, list[Batch], Goodbye]:
    lines = (VECTORS / f"captured-{hook}.jsonl").read_text(encoding="utf-8").splitlines()
    messages = [decode(line) for line in lines]
    hello, goodbye = messages[0], messages[-1]
    assert isinstance(hello, Hello)
    assert isinstance(goodbye, Goodbye)
    batches = [message for message in messages if isinstance(message, Batch)]
    assert len(batches) == len(messages) - 2
    if goodbye.batch is not None:
        batches.append(goodbye.batch)
    return hello, batches, goodbye


def events(hook: str) -> list[AgentEvent]:
    return [event for batch in session(hook)[1] for event in batch.events]


@pytest.mark.parametrize("hook", HOOKS)
def test_batches_have_no_holes_and_time_goes_forward(hook: str) -> None:
    hello, batches, goodbye = session(hook)
    assert hello.hook == hook
    assert [batch.seq for batch in batches] == list(range(1, len(batches) + 1))
    times = [batch.at_ns for batch in batches]
    assert times == sorted(times)
    assert goodbye.restored
    assert not any(isinstance(event, Lost) for event in events(hook))  # strict decoding loses nothing


@pytest.mark.parametrize("hook", HOOKS)
def test_every_sample_refers_to_what_was_sent_before(hook: str) -> None:
    frames: set[int] = set()
    stacks: set[int] = set()
    samples = 0
    for event in events(hook):
        if isinstance(event, Frame):
            assert event.id not in frames
            assert not event.cls.startswith("droidcanary.probe.")
            frames.add(event.id)
        elif isinstance(event, Stack):
            assert event.id not in stacks
            assert frames.issuperset(event.frames)
            stacks.add(event.id)
        elif isinstance(event, Sample):
            assert event.stack in stacks
            samples += 1
    assert samples > 20


@pytest.mark.parametrize("hook", HOOKS)
def test_a_dispatch_comes_after_everything_seen_while_it_ran(hook: str) -> None:
    ended: set[tuple[str, int]] = set()
    told_until = 0
    for event in events(hook):
        if isinstance(event, Sample):
            assert event.at_ns >= told_until, "a sample of a message that was already told to be over"
        elif isinstance(event, Running | IdleRunning):
            assert (event.handler if isinstance(event, IdleRunning) else "", event.id) not in ended
        elif isinstance(event, Dispatch | Idle):
            ended.add((event.handler if isinstance(event, Idle) else "", event.id))
            told_until = max(told_until, event.end_ns)
    assert ended


@pytest.mark.parametrize("hook", HOOKS)
def test_no_batch_is_later_than_an_end_that_it_does_not_tell(hook: str) -> None:
    """So whoever judges "still blocked" by a batch's time is never wrong about what was announced."""
    announced: set[int] = set()
    before = 0
    for batch in session(hook)[1]:
        for event in batch.events:
            if isinstance(event, Running):
                announced.add(event.id)
            elif isinstance(event, Dispatch) and event.id in announced and event.threw != "?":
                assert event.end_ns > before
        before = batch.at_ns
    assert announced


def test_the_hooks_tell_the_same_story() -> None:
    def story(hook: str) -> list[tuple[str, int | None]]:
        return [
            (type(event).__name__, event.parent if isinstance(event, Dispatch) else None)
            for event in events(hook)
            if isinstance(event, Dispatch | Idle)
        ][:5]

    assert story("printer") == story("observer")
    assert any(parent is not None for _, parent in story("printer"))


def test_each_hook_knows_what_it_can() -> None:
    for event in events("printer"):
        if isinstance(event, Dispatch):
            assert event.text is not None
            assert (event.target, event.callback, event.what) == (None, None, None)
    for event in events("observer"):
        if isinstance(event, Dispatch):
            assert event.text is None
            assert event.target == "android.os.Handler"
            assert event.callback == "com.example.jank.Trial$Work"
            assert event.what == 0
