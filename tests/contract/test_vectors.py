"""The wire, as files that both sides' tests read: a message's text, and the records it stands for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from droidcanary.config import SessionConfig
from droidcanary.model import (
    AgentEvent,
    Counts,
    Debugger,
    Dispatch,
    Frame,
    Gap,
    Heartbeat,
    Idle,
    IdleRunning,
    Lost,
    Notice,
    Running,
    Sample,
    Stack,
)
from droidcanary.wire import AgentMessage, Batch, DeviceClocks, Fatal, Goodbye, Hello, decode, encode_options

VECTORS = Path(__file__).parent / "vectors"

RECORDS: dict[str, AgentMessage] = {
    "hello": Hello(
        protocol=1,
        agent="0.1.0",
        frida="17.9.11",
        bridge="7.0.13",
        pid=4321,
        main_tid=4321,
        api=30,
        release="11",
        model="Pixel 5",
        runtime="ART 2.1.0",
        hook="printer",
        at_ns=100_250_000_000,
        clocks=DeviceClocks(
            uptime_ns=100_200_000_000, elapsed_ns=160_200_000_000, wall_ms=1772334900000.0, utc_offset_s=20700
        ),
        previous_printer="com.acme.shop.LogPrinter",
        idle_handlers=("com.acme.shop.Warm", "android.app.ActivityThread$GcIdler"),
        notes=("printer replaced within a message",),
    ),
    "batch": Batch(
        seq=7,
        at_ns=109_100_000_000,
        dropped=2,
        events=(
            Running(
                id=12,
                start_ns=102_000_000_000,
                seen_ns=102_100_000_000,
                text=">>>>> Dispatching to Handler (com.acme.shop.H) {1a2b} com.acme.shop.R@3c: 7",
                cpu_ns=95_000_000,
                cpu_from_ns=101_999_500_000,
            ),
            Frame(id=1, cls="com.acme.shop.Db", method="query", file="Db.java", line=42),
            Frame(id=2, cls="android.os.MessageQueue", method="nativePollOnce", file=None, line=-2),
            Stack(id=1, frames=(1, 2), cut=3),
            Sample(at_ns=102_100_000_000, stack=1, cost_ns=61_000),
            Dispatch(
                id=13,
                start_ns=102_500_000_000,
                end_ns=102_700_000_000,
                parent=12,
                target="com.acme.shop.H$1",
                callback=None,
                what=-5,
                threw="java.lang.IllegalStateException",
            ),
            Dispatch(
                id=12,
                start_ns=102_000_000_000,
                end_ns=103_500_000_000,
                text=">>>>> Dispatching to Handler (com.acme.shop.H) {1a2b} com.acme.shop.R@3c: 7",
                cpu_ns=1_200_000_000,
                cpu_from_ns=101_999_500_000,
            ),
            IdleRunning(
                id=2, handler="com.acme.shop.Warm", start_ns=104_000_000_000, seen_ns=104_100_000_000, cpu_ns=5
            ),
            Idle(id=2, handler="com.acme.shop.Warm", start_ns=104_000_000_000, end_ns=104_200_000_000, kept=True),
            Heartbeat(id=3, posted_ns=105_000_000_000, seen_ns=106_000_000_000),
            Heartbeat(id=3, posted_ns=105_000_000_000, seen_ns=107_100_000_000, answered_ns=107_000_000_000),
            Counts(
                from_ns=108_000_000_000,
                to_ns=109_000_000_000,
                dispatches=60,
                busy_ns=90_000_000,
                idle_runs=4,
                heartbeats=1,
                samples=28,
                own_ns=900_000,
                sampling_ns=1_700_000,
            ),
            Gap(from_ns=108_100_000_000, to_ns=108_200_000_000, reason="printer-replaced"),
            Lost(what="sample", count=4, where="probe", at_ns=108_300_000_000),
            Debugger(at_ns=108_400_000_000, connected=True),
            Notice(at_ns=108_500_000_000, level="warning", code="probe-error", text="on the main thread: ☕"),
        ),
    ),
    "goodbye": Goodbye(
        at_ns=110_000_000_000,
        restored=False,
        residue=("the printer: java.lang.NoSuchFieldError",),
        batch=Batch(seq=8, at_ns=109_990_000_000),
    ),
    "fatal": Fatal(code="dex", text="the probe could not be loaded"),
}


def text_of(name: str) -> str:
    return (VECTORS / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_a_message_and_its_records(name: str) -> None:
    assert decode(text_of(name)) == RECORDS[name]


@pytest.mark.parametrize("name", RECORDS)
def test_a_message_says_nothing_we_drop(name: str) -> None:
    """Every key of a vector comes back: nothing on the wire is ignored by mistake."""

    def check(said: Any, known: Any, where: str) -> None:
        if isinstance(said, dict):
            assert isinstance(known, dict), where
            for key, value in said.items():
                assert key in known, f"{where}.{key}"
                check(value, known[key], f"{where}.{key}")
        elif isinstance(said, list):
            assert isinstance(known, list), where
            assert len(said) == len(known), where
            for index, value in enumerate(said):
                check(value, known[index], f"{where}[{index}]")
        else:
            assert said == known, where

    check(json.loads(text_of(name)), json.loads(msgspec.json.encode(RECORDS[name])), name)


def test_every_event_is_in_the_batch() -> None:
    batch = RECORDS["batch"]
    assert isinstance(batch, Batch)
    assert {type(event) for event in batch.events} == set(AgentEvent.__args__)


def test_the_options() -> None:
    config = SessionConfig(package="com.acme.shop", hook="auto")
    assert json.loads(text_of("options")) == json.loads(encode_options(config, "5f3a9c"))


def test_the_schema_shows_a_change_as_a_diff() -> None:
    """After a change that is meant: write the new text into the file, and think of PROTOCOL."""
    schema = json.dumps(msgspec.json.schema(AgentMessage), indent=1, sort_keys=True)
    assert schema + "\n" == text_of("wire.schema")
