"""BlockCanary's log files → records, as far as they can be read.

A file holds one record or, since it is opened for appending, several; each is a line of asterisks, the time of writing,
lines of ``KEY = VALUE`` in a fixed order, and the stacks. BlockCanary's own reader cuts a value at its second `` = ``,
throws on an empty one and takes the time above a stack for a stack of its own; none of that here. Files come from
phones, by mail, through editors: line ends of any kind, blank lines gone, ends cut off.

Times are the phone's local ones. Its zone is in no log, so they are carried as if they were UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone

import msgspec

_EOL = re.compile(r"\r\n|\n|\r")
_HEADER = re.compile(r"\*{10,}")
#: BlockCanary adds "(write log time)", with no blank before it.
_WRITTEN = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})(?![0-9]).*", re.ASCII)
_PAIR = re.compile(r"([A-Za-z][A-Za-z0-9_.-]{0,40}) =(?: (.*))?")
_MOMENT = re.compile(r"(?:([0-9]{4})-)?([0-9]{2})-([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})", re.ASCII)
_RATE = re.compile(
    r"cpu:(-?[0-9]+)% +app:(-?[0-9]+)% +\[ *user:(-?[0-9]+)% +system:(-?[0-9]+)% +ioWait:(-?[0-9]+)%", re.ASCII
)
_FRAME = re.compile(r"(?:at )?(\S.*)\.([^.()]+)\(([^()]*)\)")
_CUT = re.compile(r"\.\.\. ([0-9]{1,6}) more", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,12}", re.ASCII)

#: Every record begins with the first of these; from the last on there are only stacks.
FIRST_KEY = "qua"
STACK_KEY = "stack"
RATES_KEY = "cpu-rate"
#: Longer than this is no block but a clock that was set: a week.
MAX_MS = 7 * 24 * 3_600_000
#: Years in which a log can have been written.
YEARS = range(1970, 2200)


class LogFrame(msgspec.Struct, frozen=True):
    """A frame as printed; ``line``: -1 unknown, -2 native."""

    cls: str
    method: str
    file: str | None
    line: int


class LogStack(msgspec.Struct, frozen=True):
    """A stack, deepest frame first; ``at`` is the phone's local time, ``cut`` the frames left out at the root."""

    at: datetime
    frames: tuple[LogFrame, ...]
    cut: int = 0


class CpuLine(msgspec.Struct, frozen=True):
    """One line of CPU use, in percent of all cores, for the stretch that ended at ``at``."""

    at: datetime
    cpu: int
    app: int
    user: int
    system: int
    io_wait: int


class LogRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One block. ``values``: every pair above the stacks, by key, unknown keys included. ``thread_ms`` null: not known.
    ``unread``: lines of stacks and CPU figures that could not be read."""

    values: dict[str, str]
    start: datetime
    wall_ms: int
    thread_ms: int | None
    rates: tuple[CpuLine, ...]
    stacks: tuple[LogStack, ...]
    unread: int = 0

    @property
    def end(self) -> datetime:
        return self.start + timedelta(milliseconds=self.wall_ms)


class LogText(msgspec.Struct, frozen=True, kw_only=True):
    """What a file holds: its records, and why those that were begun and are none were left out."""

    records: tuple[LogRecord, ...]
    refused: tuple[str, ...]


def read_log(text: str, *, near: datetime) -> LogText:
    """The text of a log file → its records, in order.

    ``near`` is about when the file was written; it serves where a record does not say so itself, since its other times
    name no year.
    """
    records: list[LogRecord] = []
    refused: list[str] = []
    for draft in _drafts(_EOL.split(text.removeprefix("\ufeff"))):
        if not draft.values:
            continue
        record = draft.finish(near)
        if isinstance(record, LogRecord):
            records.append(record)
        else:
            refused.append(record)
    return LogText(records=tuple(records), refused=tuple(refused))


def parse_frame(line: str) -> LogFrame | None:
    """``com.acme.Db.query(Db.java:42)``, as Java prints a frame; null for anything else."""
    match = _FRAME.fullmatch(line.strip())
    if match is None:
        return None
    cls, method, place = match.groups()
    if place == "Native Method":
        return LogFrame(cls, method, None, -2)
    if place in ("Unknown Source", ""):
        return LogFrame(cls, method, None, -1)
    file, colon, number = place.rpartition(":")
    if colon and number.isascii() and number.isdigit() and len(number) < 10:
        return LogFrame(cls, method, file, int(number))
    return LogFrame(cls, method, place, -1)


class _Draft:
    """A record while its lines come in."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        #: Without what stood on further lines: figures and times have none, but a cut file ends in half a key.
        self.first_lines: dict[str, str] = {}
        self.written: str | None = None
        self.in_stacks = False
        self.rate_lines: list[str] = []
        self.stack_lines: list[str] = []
        self._key = ""

    def take(self, line: str) -> None:
        if self.in_stacks:
            self.stack_lines.append(line)
            return
        pair = _PAIR.fullmatch(line)
        if pair is not None:
            self._key, value = pair[1], pair[2] or ""
            if self._key == STACK_KEY:
                self.in_stacks = True
                self.stack_lines.append(value)
            elif self._key == RATES_KEY:
                self.rate_lines.append(value)
            # A key that comes twice is half of a value with line breaks in it: the first one is the real one.
            self.values.setdefault(self._key, value)
            self.first_lines.setdefault(self._key, value)
        elif not self.values:
            written = _WRITTEN.fullmatch(line.strip())
            if self.written is None and written is not None:
                self.written = written[1]
        elif self._key == RATES_KEY:
            self.rate_lines.append(line)
        elif line:
            self.values[self._key] += " " + line

    def finish(self, near: datetime) -> LogRecord | str:
        """The record, or why there is none."""
        near = _parse_written(self.written) or near
        start = parse_moment(self.first_lines.get("time-start", ""), near)
        end = parse_moment(self.first_lines.get("time-end", ""), near)
        wall_ms = _number(self.first_lines.get("time", ""))
        if wall_ms is None and start is not None and end is not None:
            wall_ms = round((end - start).total_seconds() * 1000)
        if wall_ms is None:
            return "it does not say how long it took (it is cut short)"
        if not 1 <= wall_ms <= MAX_MS:
            return f"its length cannot be: {wall_ms} ms"
        if start is None and end is not None:
            start = end - timedelta(milliseconds=wall_ms)
        if start is None:
            return "it does not say when it began (it is cut short)"
        thread_ms = _number(self.first_lines.get("thread-time", ""))
        rates, bad_rates = _read_rates(self.rate_lines, near)
        stacks, bad_frames = _read_stacks(self.stack_lines, near)
        return LogRecord(
            values=self.values,
            start=start,
            wall_ms=wall_ms,
            thread_ms=thread_ms if thread_ms is not None and thread_ms >= 0 else None,
            rates=rates,
            stacks=stacks,
            unread=bad_rates + bad_frames,
        )


def _drafts(lines: Iterable[str]) -> Iterator[_Draft]:
    draft = _Draft()
    for line in lines:
        begins_anew = line.startswith(f"{FIRST_KEY} =") and draft.in_stacks
        if begins_anew or _HEADER.fullmatch(line.strip()):
            yield draft
            draft = _Draft()
        draft.take(line)
    yield draft


def parse_moment(text: str, near: datetime) -> datetime | None:
    """``MM-dd HH:mm:ss.SSS`` → local time. It names no year: it is the last such day up to ``near``, when it was
    written down (or the day after, for clocks a little apart). Null: no time."""
    match = _MOMENT.fullmatch(text.strip())
    if match is None:
        return None
    year, *numbers = (None if group is None else int(group) for group in match.groups())
    month, day, hour, minute, second, millisecond = (number or 0 for number in numbers)
    latest = near + timedelta(days=1)
    for candidate in (year,) if year is not None else range(latest.year, latest.year - 5, -1):
        if candidate not in YEARS:
            continue
        try:
            moment = datetime(candidate, month, day, hour, minute, second, millisecond * 1000, tzinfo=timezone.utc)
        except ValueError:  # 29 February, of another year
            continue
        if year is not None or moment <= latest:
            return moment
    return None


def _parse_written(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        written = datetime.strptime(text, "%Y-%m-%d %H:%M:%S").replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    return written if written.year in YEARS else None


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text.strip()) else None


def _read_rates(lines: Iterable[str], near: datetime) -> tuple[tuple[CpuLine, ...], int]:
    found: list[CpuLine] = []
    bad = 0
    for line in filter(None, (line.strip() for line in lines)):
        head, _, rest = line.partition(" cpu:")
        at, match = parse_moment(head, near), _RATE.match("cpu:" + rest)
        figures = tuple(int(group[:9]) for group in match.groups()) if match is not None else ()
        # Shares of a whole: figures beyond it come from a counter that was set back while it was read.
        if at is not None and figures and all(0 <= figure <= 100 for figure in figures):
            found.append(CpuLine(at, *figures))
        elif line != "unknown":
            bad += 1
    return tuple(found), bad


def _read_stacks(lines: Iterable[str], near: datetime) -> tuple[tuple[LogStack, ...], int]:
    stacks: list[LogStack] = []
    at: datetime | None = None
    frames: list[LogFrame] = []
    cut = bad = 0

    def close() -> None:
        if at is not None and frames:
            stacks.append(LogStack(at, tuple(frames), cut))

    for line in (line.strip() for line in lines):
        if not line or line.startswith("no stack: "):
            continue
        # Only a line that is nothing but a time begins a stack: a date within a frame's text does not.
        moment = parse_moment(line, near)
        if moment is not None:
            close()
            at, frames, cut = moment, [], 0
        elif (more := _CUT.fullmatch(line)) is not None:
            cut = int(more[1])
        elif at is not None and (frame := parse_frame(line)) is not None:
            frames.append(frame)
        else:
            bad += 1
    close()
    return tuple(stacks), bad
