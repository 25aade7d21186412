"""One block as a log of BlockCanary 1.5: the same keys, in its order, so that its readers take it.

BlockCanary's readers throw on an empty value and on a number that is none, so unknown text is ``unknown`` and an
unknown number ``-1``. What droidcanary knows beyond that (culprits, marks, stages) has no key there: it is in the JSON
lines. Deliberate differences from the original: the keys' values come from the computer's side of adb, ``time`` is
measured on the uptime clock, CPU lines belong to this block only, and a block without a stack is kept and says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from statistics import median

from droidcanary.detect.cpu import cpu_figures
from droidcanary.export.recording import Block, StackShot
from droidcanary.model import Frame, Incident, Proc, SessionStart
from droidcanary.timebase import Timebase

_EOL = "\r\n"
_HEADER = "*" * 22
_UNKNOWN = "unknown"
# Anything that would end a line for some reader, steer a terminal, or turn the order of what is read around.
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+")


def render_block_log(session: SessionStart, block: Block) -> str:
    """The whole log file of a block with CRLF line ends, times in the device's zone; to be encoded as UTF-8."""
    timebase = Timebase(session.clocks)
    start_ns, end_ns = _span(block.incident)
    written = timebase.device_time(end_ns)
    lines = [
        "",
        _HEADER,
        f"{written:%Y-%m-%d %H:%M:%S}(write log time)",
        "",
        *_pairs(_basic(session)),
        *_pairs(_times(block.incident, timebase.device_time(start_ns), written)),
        *_pairs([("cpu-busy", "true" if _starved(block) else "false")]),
        "cpu-rate = " + ("".join(line + _EOL for line in _rates(session, block.readings, timebase)) or _UNKNOWN),
        "stack = " + "".join(text + _EOL for text in _stacks(block, timebase)),
        "",
    ]
    return _EOL.join(lines)


def block_log_name(session: SessionStart, incident: Incident, shift_ms: int = 0) -> str:
    """``looper-yyyy-MM-dd_HH-mm-ss.SSS.log``: the device's local time of the block's end, ``shift_ms`` later."""
    ended = Timebase(session.clocks).device_time(_span(incident)[1] + shift_ms * 1_000_000)
    return f"looper-{ended:%Y-%m-%d_%H-%M-%S}.{ended.microsecond // 1000:03d}.log"


def format_frame(frame: Frame) -> str:
    """As Java prints a frame: ``com.acme.Db.query(Db.java:42)``."""
    if frame.line == -2:
        place = "Native Method"
    elif not frame.file:
        place = "Unknown Source"
    elif frame.line < 0:
        place = frame.file
    else:
        place = f"{frame.file}:{frame.line}"
    return _plain(f"{frame.cls}.{frame.method}({place})")


def _span(incident: Incident) -> tuple[int, int]:
    start_ns = round(incident.start_uptime_ms * 1e6)
    return start_ns, start_ns + round(incident.wall_ms * 1e6)


def _basic(session: SessionStart) -> list[tuple[str, str]]:
    device, app = session.device, session.app
    sdk = "-1" if device.api is None else str(device.api)
    return [
        ("qua", _UNKNOWN),
        ("versionName", app.version_name),
        ("versionCode", app.version_code or "-1"),
        ("imei", "empty_imei"),
        ("uid", "uid" if app.uid is None else str(app.uid)),
        ("network", _UNKNOWN),
        ("model", device.model),
        ("api-level", f"{sdk} {device.release or _UNKNOWN}"),
        ("cpu-core", "-1" if device.cores is None else str(device.cores)),
        ("process", app.process),
        ("freeMemory", "-1"),
        ("totalMemory", "-1" if device.mem_total_kb is None else str(device.mem_total_kb)),
    ]


def _times(incident: Incident, start: datetime, end: datetime) -> list[tuple[str, str]]:
    cpu_ms = incident.cpu_ms
    return [
        ("time", str(round(incident.wall_ms))),
        ("thread-time", "-1" if cpu_ms is None else str(round(cpu_ms))),
        ("time-start", _stamp(start)),
        ("time-end", _stamp(end)),
    ]


def _rates(session: SessionStart, readings: Sequence[Proc], timebase: Timebase) -> Iterator[str]:
    for old, new in pairwise(readings):
        figures = cpu_figures((old, new), device_cores=session.device.cores)
        if figures is None:
            continue
        yield (
            f"{_stamp(timebase.device_time(new.at_ns))} cpu:{_percent(figures.device_pct)} "
            f"app:{_percent(figures.app_pct_device)} [user:{_percent(figures.user_pct)} "
            f"system:{_percent(figures.system_pct)} ioWait:{_percent(figures.iowait_pct)} ]"
        )


def _starved(block: Block) -> bool:
    """BlockCanary's sign of a busy device: readings came more than 1.2 times their period apart."""
    gaps = [new.at_ns - old.at_ns for old, new in pairwise(block.readings)]
    return bool(gaps) and max(gaps) > 1.2 * median(gaps)


def _stacks(block: Block, timebase: Timebase) -> Iterator[str]:
    """The entries, each a time, an empty line and the frames; their ends are left to the caller."""
    if not block.stacks:
        yield f"no stack: {_plain(block.incident.no_samples or _UNKNOWN)}" + _EOL
    for shot in block.stacks:
        yield _stamp(timebase.device_time(shot.at_ns)) + _EOL + _EOL + "".join(_frames(shot))


def _frames(shot: StackShot) -> Iterator[str]:
    for frame in shot.frames:
        yield format_frame(frame) + _EOL
    if shot.cut:
        yield f"... {shot.cut} more" + _EOL


def _pairs(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    return (f"{key} = {_plain(value) or _UNKNOWN}" for key, value in pairs)


def _plain(text: str) -> str:
    """On one line whatever the device said, so that no value can pose as another key; half characters replaced."""
    return _CONTROL.sub(" ", text).strip().encode("utf-8", "replace").decode("utf-8")


def _percent(value: float | None) -> str:
    return "-1%" if value is None else f"{round(value)}%"


def _stamp(moment: datetime) -> str:
    return f"{moment:%m-%d %H:%M:%S}.{moment.microsecond // 1000:03d}"
