"""What people see, and what a hostile app cannot make them see."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from rich.style import Style

from droidcanary.device import simulated
from droidcanary.model import (
    Clocks,
    CpuFigures,
    Culprit,
    GapSpan,
    Incident,
    Message,
    Notice,
    OwnCost,
    SessionLine,
    Stage,
    Summary,
)
from droidcanary.sink import SinkClosed
from droidcanary.sink.escape import safe
from droidcanary.sink.incident_text import ASCII, clock_text, duration_text, head_line, share_text
from droidcanary.sink.jsonl import JsonLinesSink
from droidcanary.sink.live import LiveSink

HOSTILE = "Handler ([/dev/binder]) [bold]x[/] int[] \x1b]0;x\x07\x1b[2J\r\n[12:00] OK no blocks \u202e\x9b31m 店☕"

CULPRIT = Culprit(method="com.acme.shop.Checkout.total", file="Checkout.java", line=88, share=0.917)
BLOCK = Incident(
    id="d12",
    kind="slow-dispatch",
    state="closed",
    start_uptime_ms=3_600_000.0,
    wall_ms=1842.3,
    cpu_ms=1700.0,
    cpu_from_ms=100.0,
    thread="main",
    message=Message(target="com.acme.shop.Main$H", callback="com.acme.shop.Checkout$1", what=0),
    handler=None,
    culprit=CULPRIT,
    culprits=(CULPRIT, Culprit(method="com.acme.db.Db.query", file="Db.kt", line=7, share=0.3, owner="library")),
    samples=24,
    cpu=CpuFigures(
        device_pct=31.4,
        app_pct_device=12.5,
        app_pct_core=100.0,
        main_pct_core=97.6,
        window_ms=2000.0,
        iowait_pct=7.0,
    ),
    stages=(Stage(kind="unanswered-heartbeat", at_uptime_ms=1.0, wall_ms=1400.0),),
    marks=("debugger",),
)
LINE = SessionLine(
    schema=1,
    at_uptime_ms=3_599_000.0,
    device=msgspec.structs.replace(simulated.DEVICE, simulated=False, serial="192.0.2.7:5555"),
    app=simulated.APP,
    clocks=Clocks(
        uptime_ns=3_600_000_000_000, elapsed_ns=0, wall_ms=1_700_000_000_000.0, host_wall_ms=0.0, utc_offset_s=20_700
    ),
    hook="printer",
    settings={"threshold_ms": 1000.0, "idle_threshold_ms": 2000.0, "hang_timeout_ms": 5000.0, "interval_ms": 50.0},
    versions={},
)
SUMMARY = Summary(
    from_uptime_ms=3_599_000.0,
    to_uptime_ms=3_641_000.0,
    incidents=1,
    blocked_ms=1842.3,
    blocked_share=0.0439,
    gaps=(GapSpan(from_uptime_ms=1.0, to_uptime_ms=2001.0, reason="printer replaced"),),
    lost=12,
    ended="process-gone",
    detail="am_kill: [red]x",
    dispatches=1234,
    busy_ms=6000.0,
    worst="d12",
    worst_wall_ms=1842.3,
    by_kind={"slow-dispatch": 1},
    cost=OwnCost(probe_cpu_ms=12.0, sampling_ms=2.2, samples=24, host_cpu_pct_core=1.2, host_rss_mb=61.0),
    restored=True,
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"


class Utf8(io.StringIO):
    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"


def shown(*incidents: Incident, out: io.StringIO | None = None, notices: tuple[Notice, ...] = ()) -> str:
    stream = out or Utf8()
    sink = LiveSink(stream)
    sink.start(LINE)
    for incident in incidents:
        sink.incident(incident)
    for notice in notices:
        sink.notice(notice)
    sink.tick(3_601_000_000_000, 5)
    sink.finish(SUMMARY, "a.droidcanary.zip")
    return stream.getvalue()


def test_the_whole_log_in_a_pipe() -> None:
    opened = msgspec.structs.replace(BLOCK, state="open", wall_ms=1050.0, culprit=None, culprits=(), samples=0)
    assert shown(opened, BLOCK) == (
        "droidcanary com.acme.shop 5.2.1 · pid 4321 · droidcanary Simulated phone · Android 14 · API 34 · "
        "192.0.2.7:5555\n"
        "blocks > 1s · idle handlers > 2s · heartbeat > 5s · printer hook · stacks every 50ms\n"
        "\n"
        "03:58:20.000    1.05 s  still blocked  slow dispatch d12  com.acme.shop.Checkout$1\n"
        "03:58:20.000    1.84 s  slow dispatch d12   cpu ━━━━━━━━━━ 98 %  1.70 s  working\n"
        "               ↳ com.acme.shop.Checkout.total(Checkout.java:88)  92 % of 24 stacks, then Db.query 30 %\n"
        "               handler com.acme.shop.Main$H · callback com.acme.shop.Checkout$1\n"
        "               device 31 % busy · app 100 % of a core (12 % of the device) · iowait 7 %, over 2.00 s\n"
        "               unanswered heartbeat for 1.40 s · debugger\n"
        "────────────────────────────────────────────────────────────────────────\n"
        "42.0 s watched · 1 block · 1.84 s blocked (4 %)\n"
        "kinds      1 slow dispatch\n"
        "worst         1.84 s      com.acme.shop.Checkout.total(Checkout.java:88)\n"
        "blocked by    1.84 s   1×  com.acme.shop.Checkout.total(Checkout.java:88)\n"
        "messages   1234 dispatched · main thread busy for 6.00 s (14 %)\n"
        "cost       in the app 12 ms of CPU, its main thread held for 2.2 ms by 24 stacks · "
        "here 1.2 % of a core, 61 MB\n"
        "not seen   2.00 s in 1 gaps: printer replaced\n"
        "lost       12 records were dropped on the way\n"
        "ended      the app's process ended: am_kill: [red]x · everything in the app is as it was\n"
        "saved      a.droidcanary.zip\n"
    )


def test_a_terminal_counts_open_blocks_and_cleans_up_after_itself() -> None:
    opened = msgspec.structs.replace(BLOCK, state="open", wall_ms=1050.0)
    out = Terminal()
    sink = LiveSink(out)
    sink.start(LINE)
    sink.incident(opened)
    time.sleep(0.3)
    sink.incident(BLOCK)
    sink.finish(SUMMARY, None)
    text = out.getvalue()
    assert "still blocked" in text
    assert "Ctrl-C ends" in text
    assert "\x1b[?25l" in text  # the cursor was hidden
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")  # and is back


def test_no_colour_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in shown(BLOCK, out=Terminal())


def hostile_block() -> Incident:
    bad = Culprit(method=f"com.acme.{HOSTILE}.x", file=HOSTILE, line=3, share=1.0)
    return msgspec.structs.replace(
        BLOCK,
        message=Message(target=HOSTILE, callback=HOSTILE, what=1),
        culprit=bad,
        culprits=(bad,),
        marks=(HOSTILE,),
        stages=(Stage(kind=HOSTILE, at_uptime_ms=0.0, wall_ms=1.0),),
    )


@pytest.mark.parametrize("kind", ["slow-dispatch", HOSTILE])
def test_an_app_cannot_steer_the_terminal(kind: str) -> None:
    notice = Notice(at_ns=1, level="warning", code="x", text=HOSTILE)
    block = msgspec.structs.replace(hostile_block(), kind=kind)
    idle = msgspec.structs.replace(block, handler=HOSTILE, id=HOSTILE, culprit=None, no_samples=HOSTILE)
    text = shown(block, idle, notices=(notice,))
    assert "[/dev/binder]" in text
    assert "[bold]x[/] int[]" in text
    for harmful in ("\x1b", "\x07", "\r", "\u202e", "\x9b"):
        assert harmful not in text
    assert not any(line.startswith("[12:00]") for line in text.splitlines())
    assert "店☕" in text


def test_json_keeps_the_true_text() -> None:
    out = io.BytesIO()
    sink = JsonLinesSink(out)
    sink.start(LINE)
    sink.incident(hostile_block())
    sink.notice(Notice(at_ns=1, level="info", code="x", text="not a line"))
    sink.tick(1, 1)
    sink.finish(SUMMARY, None)
    lines = out.getvalue().splitlines()
    assert [msgspec.json.decode(line)["record"] for line in lines] == ["session", "incident", "summary"]
    assert msgspec.json.decode(lines[1])["message"]["target"] == HOSTILE
    assert msgspec.json.decode(lines[0])["schema"] == 1


def test_a_reader_that_goes_away_is_told() -> None:
    class Closed(io.BytesIO):
        def write(self, data: object) -> int:
            raise BrokenPipeError

    with pytest.raises(SinkClosed):
        JsonLinesSink(Closed()).start(LINE)

    class ClosedText(Utf8):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    with pytest.raises(SinkClosed):
        LiveSink(ClosedText()).start(LINE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a\x1b[2J\n[12:00] OK", "a\\x1b[2J\\n[12:00] OK"),
        ("\u202eabc\u2028", "\\u202eabc\\u2028"),
        ("\x9b", "\\x9b"),
        ("店☕", "店☕"),
        ("\ud800", "\\ud800"),
        ("x" * 600, "x" * 500 + "…"),
    ],
)
def test_harmful_characters_are_written_out(text: str, expected: str) -> None:
    assert safe(text) == expected


@pytest.mark.parametrize(
    ("ms", "text"), [(0.0, "0.0 ms"), (999.4, "999 ms"), (999.6, "1.00 s"), (59_960.0, "1 min 00 s")]
)
def test_durations(ms: float, text: str) -> None:
    assert duration_text(ms) == text


@pytest.mark.parametrize(("share", "text"), [(0.0, "0 %"), (0.001, "<1 %"), (0.999, ">99 %"), (1.0, "100 %")])
def test_shares(share: float, text: str) -> None:
    assert share_text(share) == text


def test_a_broken_clock_does_not_break_the_log() -> None:
    clocks = msgspec.structs.replace(LINE.clocks, wall_ms=-1e300)
    assert clock_text(1.0, clocks)


@pytest.mark.parametrize(
    "environ",
    [{"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["cp1252", "C"],
)
def test_consoles_that_are_not_utf_8(environ: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import sys; sys.stdout.reconfigure(errors='replace');"
        "from tests.unit.sink.test_live import *;"
        "sink = LiveSink(sys.stdout); sink.start(LINE); sink.incident(hostile_block());"
        "sink.finish(SUMMARY, chr(0x5e97) + '.zip')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environ},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
    assert b"slow dispatch" in done.stdout
    assert b"##########" in done.stdout


@pytest.mark.parametrize("cpu_ms", [-9.3e12, 9.3e12])
def test_a_cpu_time_that_cannot_be_is_shown_within_bounds(cpu_ms: float) -> None:
    line = head_line(msgspec.structs.replace(BLOCK, cpu=None, cpu_ms=cpu_ms, cpu_from_ms=None), ASCII, Style()).plain
    assert len(line) < 120
