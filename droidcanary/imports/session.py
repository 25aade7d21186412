"""Records of BlockCanary → the events of a session, as if it had been watched.

What a log does not hold is not made up: no message, no reading of the clocks. Two things are rebuilt. The clock: the
first block begins when the uptime is a minute. The CPU counters: a log has percentages, a recording has counters; they
are chosen so that between two readings they give the log's percentages again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from statistics import median

from droidcanary.config import MS, JudgeConfig
from droidcanary.imports.blockcanary import CpuLine, LogFrame, LogRecord, LogStack
from droidcanary.model import (
    AnyEvent,
    AppInfo,
    Clocks,
    CoreTimes,
    DeviceInfo,
    Dispatch,
    Ended,
    Frame,
    Proc,
    Sample,
    SessionStart,
    Stack,
    Tick,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MILLISECOND = timedelta(milliseconds=1)
#: What stands for nothing: BlockCanary's defaults, an app's null, and ours.
_UNKNOWN = ("", "unknown", "uid", "null", "-1")
#: Ticks that a rebuilt counter goes on by a line of percentages; so many that a percent is a whole number of them.
_TICKS = 10_000
#: Stacks and frames are numbered anew beyond these, as the probe does it: readers forget old ones.
_MOST_STACKS = 800
_MOST_FRAMES = 2_000
#: Readings that are put before and after a log's own ones, to cover a block.
_MOST_FILL = 1_000
_PERIOD = timedelta(seconds=1)
#: Uptime at the first block: room for readings before it.
_BEFORE = timedelta(minutes=1)
#: A line this long after the end is still this block's: its last reading came when the block was over.
_AFTERWARDS = timedelta(seconds=2)
#: What is said in whole milliseconds may lie this far outside of where it was.
_ROUNDED_NS = 2 * MS


def process_of(record: LogRecord) -> str:
    """The name of the process a record is about; "" when it does not say."""
    process = record.values.get("process", "").strip()
    return "" if process in _UNKNOWN else process


def without_doubles(records: Iterable[LogRecord]) -> tuple[LogRecord, ...]:
    """The records in order of time, each once: the same log often lies in two places."""
    found: dict[tuple[datetime, int, str, tuple[LogStack, ...]], LogRecord] = {}
    for record in records:
        found.setdefault((record.start, record.wall_ms, process_of(record), record.stacks), record)
    return tuple(sorted(found.values(), key=lambda record: (record.end, record.start)))


def judge_for(records: Sequence[LogRecord]) -> JudgeConfig:
    """Thresholds by which every record is a block: BlockCanary's default, or below the shortest of them."""
    shortest_ns = min(record.wall_ms for record in records) * MS
    default = JudgeConfig()
    # Its judgement was strict and its times are whole milliseconds.
    return JudgeConfig(threshold_ns=max(MS // 2, min(default.threshold_ns, shortest_ns - MS // 2)))


def events_of(records: Sequence[LogRecord], *, version: str) -> Iterator[AnyEvent]:
    """The events of a session that holds these records, which are of one process and in order of their ends.

    ``version`` is this program's. Raises ValueError when there are none.
    """
    if not records:
        raise ValueError("no records")
    axis = _Axis(min(record.start for record in records) - _BEFORE)
    yield _session(records, axis, version)
    numbers = _Numbers()
    told: set[tuple[int, LogStack]] = set()
    readings = iter(_readings(records, axis))
    waiting = next(readings, None)
    for number, record in enumerate(records, 1):
        start_ns, end_ns = axis.ns(record.start), axis.ns(record.end)
        until_ns = axis.ns(max((record.end, *_own_lines(record))))
        while waiting is not None and waiting.at_ns <= until_ns:
            yield waiting
            waiting = next(readings, None)
        for stack in record.stacks:
            at_ns = _inside(axis.ns(stack.at), start_ns, end_ns)
            # A block inside another one has its stacks in both of their logs.
            if (at_ns, stack) not in told:
                told.add((at_ns, stack))
                yield from numbers.sample(stack, at_ns)
        yield Dispatch(
            id=number,
            start_ns=start_ns,
            end_ns=end_ns,
            cpu_ns=None if record.thread_ms is None else record.thread_ms * MS,
            cpu_from_ns=None if record.thread_ms is None else start_ns,
        )
        yield Tick(at_ns=end_ns)
    last_ns = max(axis.ns(record.end) for record in records)
    yield Ended(at_ns=last_ns, reason="user", detail="imported from BlockCanary's logs")


def _inside(at_ns: int, start_ns: int, end_ns: int) -> int:
    """The time of a sample, where only rounding put it outside of its block moved to the edge."""
    nearest_ns = min(max(at_ns, start_ns), end_ns)
    return nearest_ns if abs(nearest_ns - at_ns) <= _ROUNDED_NS else at_ns


class _Axis:
    """Local time → nanoseconds of uptime."""

    def __init__(self, begin: datetime) -> None:
        self.begin = begin

    def ns(self, moment: datetime) -> int:
        return max(0, (moment - self.begin) // _MILLISECOND * MS)


def _session(records: Sequence[LogRecord], axis: _Axis, version: str) -> SessionStart:
    values = records[-1].values
    process = process_of(records[-1]) or "unknown"
    api, _, release = values.get("api-level", "").strip().partition(" ")
    wall_ms = (axis.begin - _EPOCH) / _MILLISECOND
    notes = [f"imported from {len(records)} record{'' if len(records) == 1 else 's'} of BlockCanary"]
    notes += [f"{key}: {_text(values, key)}" for key in ("qua", "network") if _text(values, key)]
    return SessionStart(
        at_ns=(_BEFORE - _PERIOD) // _MILLISECOND * MS,
        device=DeviceInfo(
            serial="",
            model=_text(values, "model"),
            release="" if release in _UNKNOWN else release,
            api=_count(api),
            cores=_count(values.get("cpu-core", "")) or None,
            mem_total_kb=_count(values.get("totalMemory", "")) or None,
        ),
        app=AppInfo(
            package=process.partition(":")[0],
            process=process,
            pid=0,
            uid=_count(values.get("uid", "")),
            version_name=_text(values, "versionName"),
            version_code=_text(values, "versionCode"),
        ),
        clocks=Clocks(uptime_ns=0, elapsed_ns=0, wall_ms=wall_ms, host_wall_ms=wall_ms),
        hook="printer",
        floor_ns=judge_for(records).threshold_ns,
        versions={"droidcanary": version},
        notes=tuple(notes),
    )


def _text(values: dict[str, str], key: str) -> str:
    value = values.get(key, "").strip()
    return "" if value in _UNKNOWN else value


def _count(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


class _Numbers:
    """Hands out numbers for frames and stacks, each told once."""

    def __init__(self) -> None:
        self._frames: dict[LogFrame, int] = {}
        self._stacks: dict[tuple[tuple[LogFrame, ...], int], int] = {}
        self._last = 0

    def sample(self, stack: LogStack, at_ns: int) -> Iterator[Frame | Stack | Sample]:
        if len(self._stacks) > _MOST_STACKS or len(self._frames) > _MOST_FRAMES:
            self._frames.clear()
            self._stacks.clear()
        content = (stack.frames, stack.cut)
        number = self._stacks.get(content)
        if number is None:
            for frame in stack.frames:
                if frame not in self._frames:
                    self._frames[frame] = self._next()
                    yield Frame(
                        id=self._frames[frame], cls=frame.cls, method=frame.method, file=frame.file, line=frame.line
                    )
            number = self._stacks[content] = self._next()
            yield Stack(id=number, frames=tuple(self._frames[frame] for frame in stack.frames), cut=stack.cut)
        yield Sample(at_ns=at_ns, stack=number)

    def _next(self) -> int:
        self._last += 1
        return self._last


class _Counters:
    """CPU counters that go on by what a line says."""

    def __init__(self) -> None:
        self._user = self._system = self._idle = self._iowait = self._app = 0

    def add(self, line: CpuLine) -> None:
        each = _TICKS // 100
        user, system, io_wait = (share * each for share in (line.user, line.system, line.io_wait))
        # Each figure was rounded by itself: what the sum has over its parts is spread so that all round back.
        left = line.cpu - line.user - line.system
        if abs(left) == 1 and left != line.io_wait:
            user, system = (max(0, part + left * each * 4 // 10) for part in (user, system))
        self._user += user
        self._system += system
        self._iowait += io_wait
        self._idle += max(0, _TICKS - user - system - io_wait)
        self._app += line.app * each

    def at(self, at_ns: int) -> Proc:
        times = CoreTimes(user=self._user, nice=0, system=self._system, idle=self._idle, iowait=self._iowait)
        return Proc(at_ns=at_ns, total=times, app_jiffies=self._app)


def _readings(records: Sequence[LogRecord], axis: _Axis) -> list[Proc]:
    """Readings in order of time. Around each block's own lines there are some at which nothing had been counted yet or
    any more, in the same rhythm, so that the block's figures are its lines' and no gap looks like a starved timer."""
    lines: dict[datetime, CpuLine] = {}
    moments: list[datetime] = []
    covered: list[tuple[datetime, datetime]] = []
    for record in records:
        own = _own_lines(record)
        if own:
            lines |= own
            moments += _around(record, sorted(own))
            covered.append((min(own), max(own)))
    counters = _Counters()
    found = []
    for moment in sorted(lines.keys() | set(_outside(moments, covered))):
        if moment in lines:
            counters.add(lines[moment])
        found.append(counters.at(axis.ns(moment)))
    return found


def _own_lines(record: LogRecord) -> dict[datetime, CpuLine]:
    """BlockCanary does not clear its lines between blocks: those from before this one are another's."""
    return {line.at: line for line in record.rates if record.start < line.at <= record.end + _AFTERWARDS}


def _around(record: LogRecord, moments: Sequence[datetime]) -> Iterator[datetime]:
    """When nothing was counted: from before a block to its first line, and from its last line until it is over. All in
    the rhythm of the lines, so that readings bracket the block and none of them seems late."""
    first, last = moments[0], moments[-1]
    gaps_ms = [(new - old) // _MILLISECOND for old, new in pairwise(moments)]
    period = _MILLISECOND * max(1, round(median(gaps_ms))) if gaps_ms else min(_PERIOD, first - record.start)
    for step in range(1, _MOST_FILL):
        yield first - step * period
        if first - step * period <= record.start:
            break
    for step in range(1, _MOST_FILL):
        if last + (step - 1) * period >= record.end:
            break
        yield last + step * period


def _outside(moments: Iterable[datetime], spans: Iterable[tuple[datetime, datetime]]) -> Iterator[datetime]:
    """The moments that lie in none of the spans: a block inside another one is covered by the other's lines there."""
    waiting = deque(sorted(spans))
    reached: datetime | None = None
    for moment in sorted(moments):
        while waiting and waiting[0][0] <= moment:
            until = waiting.popleft()[1]
            reached = until if reached is None else max(reached, until)
        if reached is None or moment > reached:
            yield moment
