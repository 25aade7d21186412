"""BlockCanary's log: keys, order, and values that nobody can misuse."""

from __future__ import annotations

import msgspec
import pytest

from droidcanary.export.block_log import block_log_name, format_frame, render_block_log
from droidcanary.export.recording import Block
from droidcanary.model import AppInfo, DeviceInfo, Frame, Incident, SessionStart
from tests.timeline import Timeline, message, session_start

KEYS = [
    "qua", "versionName", "versionCode", "imei", "uid", "network", "model", "api-level", "cpu-core", "process",
    "freeMemory", "totalMemory", "time", "thread-time", "time-start", "time-end", "cpu-busy", "cpu-rate", "stack",
]  # fmt: skip


def block_of(timeline: Timeline) -> Block:
    (block,) = timeline.ended(90_000).collect().blocks
    return block


def plain_block() -> Block:
    timeline = Timeline()
    timeline.dispatch(1, start=1000, end=2500)
    return block_of(timeline)


def values(session: SessionStart, block: Block) -> dict[str, str]:
    lines = render_block_log(session, block).split("\r\n")
    return dict(line.split(" = ", 1) for line in lines if " = " in line)


def test_the_keys_in_their_order_and_the_frame_around() -> None:
    text = render_block_log(session_start(), plain_block())
    assert list(values(session_start(), plain_block())) == KEYS
    assert text.startswith("\r\n" + "*" * 22 + "\r\n2026-03-01 09:00:02(write log time)\r\n\r\nqua = unknown\r\n")
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")


def test_no_value_is_ever_empty() -> None:
    session = msgspec.structs.replace(
        session_start(cores=None),
        device=DeviceInfo(serial="x"),
        app=AppInfo(package="a.b", process="", pid=1),
    )
    found = values(session, plain_block())
    assert all(found.values())
    assert (found["api-level"], found["cpu-core"], found["totalMemory"]) == ("-1 unknown", "-1", "-1")
    assert (found["versionName"], found["versionCode"], found["uid"]) == ("unknown", "-1", "uid")
    assert (found["thread-time"], found["cpu-rate"]) == ("-1", "unknown")


def test_what_the_device_says_cannot_forge_a_line() -> None:
    session = msgspec.structs.replace(
        session_start(),
        device=DeviceInfo(
            serial="x", model="P\r\ntime = 9\x1b[2J\u2028\ud800\u202e", api=30, release="11", mem_total_kb=77
        ),
        app=AppInfo(package="a.b", process="a.b", pid=1, uid=10123, version_name="1 = 2"),
    )
    found = values(session, plain_block())
    assert list(found) == KEYS
    assert found["model"] == "P time = 9 [2J ?"
    assert (found["time"], found["versionName"], found["api-level"]) == ("1500", "1 = 2", "30 11")
    assert (found["uid"], found["totalMemory"]) == ("10123", "77")


def test_times_are_whole_milliseconds_in_the_devices_zone() -> None:
    timeline = Timeline()
    timeline.dispatch(1, start=1000.4, end=2500.9, cpu=700.6)
    found = values(session_start(), block_of(timeline))
    assert (found["time"], found["thread-time"]) == ("1500", "701")
    assert (found["time-start"], found["time-end"]) == ("03-01 09:00:01.000", "03-01 09:00:02.501")


def test_a_line_a_cpu_reading() -> None:
    timeline = Timeline()
    for second in (0, 1, 2, 4):
        timeline.proc(second * 1000, busy=second * 200, idle=second * 600, iowait=second * 8, app=second * 100)
    timeline.proc(5000, busy=800, idle=2400, iowait=32, app=400)
    timeline.dispatch(1, start=500, end=4500)
    block = block_of(timeline)
    text = render_block_log(session_start(), block)
    rate = "cpu:25% app:12% [user:25% system:0% ioWait:1% ]"
    assert (
        f"cpu-busy = true\r\ncpu-rate = 03-01 09:00:01.000 {rate}\r\n03-01 09:00:02.000 {rate}\r\n"
        f"03-01 09:00:04.000 {rate}\r\n\r\nstack = "
    ) in text


def test_regular_readings_are_no_busy_device() -> None:
    timeline = Timeline()
    for second in range(5):
        timeline.proc(second * 1000, busy=second * 200, idle=second * 600)
    timeline.dispatch(1, start=500, end=3500)
    found = values(session_start(), block_of(timeline))
    assert found["cpu-busy"] == "false"
    assert "app:-1%" in found["cpu-rate"]


def test_stacks_with_their_times() -> None:
    timeline = Timeline()
    timeline.stack(("com.acme.shop.A.b(A.java:1)",), cut=3)
    timeline.sample(1500, ("com.acme.shop.A.b(A.java:1)",))
    timeline.sample(1750, message("java.lang.Thread.sleep(Native Method)")[:2])
    timeline.dispatch(1, start=1000, end=2500)
    text = render_block_log(session_start(), block_of(timeline))
    assert text.endswith(
        "stack = 03-01 09:00:01.500\r\n\r\ncom.acme.shop.A.b(A.java:1)\r\n... 3 more\r\n\r\n"
        "03-01 09:00:01.750\r\n\r\njava.lang.Thread.sleep(Native Method)\r\n"
        "android.os.Handler.dispatchMessage(Handler.java:106)\r\n\r\n\r\n"
    )


def test_a_block_without_a_stack_says_why() -> None:
    assert values(session_start(), plain_block())["stack"].startswith("no stack: no stack was sampled")


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        (Frame(id=1, cls="a.B", method="c", file="B.java", line=5), "a.B.c(B.java:5)"),
        (Frame(id=1, cls="a.B", method="<init>", file="B.kt", line=-1), "a.B.<init>(B.kt)"),
        (Frame(id=1, cls="a.B", method="c", file=None, line=5), "a.B.c(Unknown Source)"),
        (Frame(id=1, cls="a.B", method="c", file="", line=-1), "a.B.c(Unknown Source)"),
        (Frame(id=1, cls="a.B", method="c", file="B.java", line=-2), "a.B.c(Native Method)"),
        (Frame(id=1, cls="a.B", method="does it\nwork?", file="B.kt", line=0), "a.B.does it work?(B.kt:0)"),
    ],
)
def test_frames_as_java_prints_them(frame: Frame, text: str) -> None:
    assert format_frame(frame) == text


def test_the_name_of_a_log() -> None:
    incident: Incident = plain_block().incident
    assert block_log_name(session_start(), incident) == "looper-2026-03-01_09-00-02.500.log"
    assert block_log_name(session_start(), incident, 501) == "looper-2026-03-01_09-00-03.001.log"
