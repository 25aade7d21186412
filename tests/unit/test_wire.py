"""Decoding what the agent says, odd things included."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from droidcanary.config import MS, JudgeConfig, SessionConfig
from droidcanary.model import Frame, Lost, Sample
from droidcanary.wire import PROTOCOL, Batch, Fatal, Goodbye, Hello, WireError, decode, encode_options

SAMPLE = {"event": "sample", "at_ns": 5, "stack": 1}


def batch(*events: Any, **more: Any) -> str:
    return json.dumps({"type": "batch", "seq": 3, "at_ns": 9, "events": list(events), **more})


def hello(**more: Any) -> str:
    clocks = {"uptime_ns": 1, "elapsed_ns": 2, "wall_ms": 3}
    fields = {"protocol": PROTOCOL, "agent": "0.1.0", "pid": 7, "api": 30, "hook": "printer", "at_ns": 1}
    return json.dumps({"type": "hello", "clocks": clocks, **fields, **more})


def test_text_and_bytes_alike() -> None:
    expected = Batch(seq=3, at_ns=9, events=(Sample(at_ns=5, stack=1),))
    assert decode(batch(SAMPLE)) == decode(batch(SAMPLE).encode()) == expected


def test_unknown_keys_are_ignored() -> None:
    message = decode(batch({**SAMPLE, "mood": "good"}, weather=[1, {}]))
    assert message == Batch(seq=3, at_ns=9, events=(Sample(at_ns=5, stack=1),))


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ({"event": "sparkle", "at_ns": 1}, "sparkle"),
        ({"event": "sample", "at_ns": "soon", "stack": 1}, "sample"),
        ({"event": "sample"}, "sample"),
        ({"at_ns": 1}, "unknown"),
        ({"event": 5}, "unknown"),
        ([1, 2], "unknown"),
        (None, "unknown"),
    ],
)
def test_an_event_nobody_knows_costs_that_event_only(event: Any, what: str) -> None:
    message = decode(batch(SAMPLE, event, SAMPLE, event))
    assert isinstance(message, Batch)
    assert message.events == (
        Sample(at_ns=5, stack=1),
        Sample(at_ns=5, stack=1),
        Lost(what=what, count=2, where="host", at_ns=9),
    )


def test_a_goodbye_keeps_its_batch_in_spite_of_one() -> None:
    text = json.dumps(
        {"type": "goodbye", "at_ns": 9, "restored": False, "residue": ["x"], "batch": json.loads(batch({"event": "?"}))}
    )
    message = decode(text)
    lost = Lost(what="?", count=1, where="host", at_ns=9)
    assert message == Goodbye(at_ns=9, restored=False, residue=("x",), batch=Batch(seq=3, at_ns=9, events=(lost,)))


def test_a_goodbye_without_a_batch() -> None:
    assert decode('{"type":"goodbye","at_ns":9,"restored":true,"batch":null}') == Goodbye(at_ns=9, restored=True)
    loose = decode('{"type":"goodbye","at_ns":9,"restored":true,"x":"\\ud800"}')
    assert loose == Goodbye(at_ns=9, restored=True)


@pytest.mark.parametrize("half", ["\\ud800", "\ud800", "\\udc00x"])
def test_half_a_character_is_replaced(half: str) -> None:
    """App texts are Java strings, and those can be cut through a surrogate pair."""
    text = '{"type":"batch","seq":1,"at_ns":2,"events":[{"event":"frame","id":1,"class":"a' + half + 'b"}]}'
    message = decode(text)
    assert isinstance(message, Batch)
    (frame,) = message.events
    assert isinstance(frame, Frame)
    assert frame.cls.replace("x", "") == "a?b"


def test_whole_characters_stay() -> None:
    message = decode(batch({"event": "frame", "id": 1, "class": "店☕ \\ud800 😀"}))
    assert isinstance(message, Batch)
    assert message.events == (Frame(id=1, cls="店☕ \\ud800 😀"),)


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert decode(b'{"type":"fatal","code":"dex","text":"\xff"}') == Fatal(code="dex", text="\ufffd")


def test_dropped_events_become_a_loss() -> None:
    message = decode(batch(SAMPLE, dropped=4))
    assert isinstance(message, Batch)
    assert list(message.facts()) == [
        Sample(at_ns=5, stack=1),
        Lost(what="event", count=4, where="agent", at_ns=9),
    ]
    assert list(Batch(seq=1, at_ns=1).facts()) == []


def test_hello() -> None:
    message = decode(hello(notes=["n"], previous_printer="a.B"))
    assert isinstance(message, Hello)
    assert (message.pid, message.clocks.utc_offset_s, message.notes, message.previous_printer) == (
        7,
        None,
        ("n",),
        "a.B",
    )


@pytest.mark.parametrize("text", [hello(protocol=2), '{"type":"hello","protocol":2,"greeting":"different altogether"}'])
def test_another_protocol_is_refused_by_both_numbers(text: str) -> None:
    with pytest.raises(WireError, match="speaks protocol 2, this droidcanary speaks protocol 1") as caught:
        decode(text)
    assert "reinstall" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        "{}",
        '{"type":"song"}',
        '{"type":7}',
        '{"type":"batch"}',
        '{"type":"batch","seq":1,"at_ns":2,"events":7}',
        '{"type":"goodbye"}',
        '{"type":"hello","protocol":1}',
        '{"type":"hello"}',
        "[" * 100_000,
        '{"type":"fatal","code":NaN,"text":""}',
        '{"type":"batch","seq":1,"at_ns":' + "9" * 5000 + "}",
        b"\x00",
    ],
)
def test_what_is_no_message_is_refused_with_its_beginning(text: str | bytes) -> None:
    with pytest.raises(WireError) as caught:
        decode(text)
    assert "can't be read" in caught.value.message
    assert "begins with" in caught.value.detail


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
TYPES = st.sampled_from(("hello", "batch", "goodbye", "fatal", "other"))


@given(st.text() | st.binary())
def test_text_raises_nothing_else(text: str | bytes) -> None:
    with pytest.raises(WireError):
        decode(text)


@given(TYPES, st.dictionaries(st.sampled_from(("seq", "at_ns", "events", "batch", "protocol", "code")), JSON))
def test_json_raises_nothing_else(kind: str, fields: dict[str, Any]) -> None:
    with suppress(WireError):
        decode(json.dumps({"type": kind, **fields}))


@given(st.lists(st.dictionaries(st.sampled_from(("event", "at_ns", "stack", "id")), JSON | st.just("sample"))))
def test_no_event_is_lost_without_being_counted(events: list[dict[str, Any]]) -> None:
    try:
        message = decode(batch(*events))
    except WireError:
        return  # a number no JSON has, such as NaN, makes the whole text invalid
    assert isinstance(message, Batch)
    lost = sum(event.count for event in message.events if isinstance(event, Lost) and event.where == "host")
    read = sum(1 for event in message.events if not (isinstance(event, Lost) and event.where == "host"))
    assert lost + read == len(events)


def test_options() -> None:
    config = SessionConfig(
        package="com.acme.shop", hook="auto", judge=JudgeConfig(threshold_ns=50 * MS, idle_threshold_ns=2000 * MS)
    )
    options = json.loads(encode_options(config, "t0k3n"))
    assert options == {
        "protocol": 1,
        "hook": "auto",
        "floor_ns": 25_000_000,
        "idle_floor_ns": 100_000_000,
        "first_sample_ns": 25_000_000,
        "interval_ns": 50_000_000,
        "sample": "block",
        "hang_timeout_ns": 5_000_000_000,
        "heartbeat_ns": 1_000_000_000,
        "drain_ms": 100,
        "silence_ms": 30_000,
        "session": "t0k3n",
        "package": "com.acme.shop",
    }


def test_options_of_small_idle_thresholds_and_blockcanary() -> None:
    config = SessionConfig(package="a.b", sample="blockcanary", judge=JudgeConfig(idle_threshold_ns=30 * MS))
    options = json.loads(encode_options(config, "t"))
    assert (options["idle_floor_ns"], options["first_sample_ns"]) == (15_000_000, 800_000_000)
