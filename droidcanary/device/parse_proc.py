"""Text of /proc → records. ASCII digits only; what can't be read is null or left out, never a made-up zero."""

from __future__ import annotations

import re

import msgspec

from droidcanary.model import CoreTimes

_CPU_LINE = re.compile(r"cpu([0-9]{0,5})((?:[ \t]+[0-9]{1,20})+)[ \t]*", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,20}", re.ASCII)
_UPTIME = re.compile(r"([0-9]{1,12})\.([0-9]{1,9})[ \t]+[0-9]{1,12}\.[0-9]{1,9}", re.ASCII)
_SCHEDSTAT = re.compile(r"([0-9]{1,20})[ \t]+([0-9]{1,20})[ \t]+[0-9]{1,20}", re.ASCII)
_MEM_TOTAL = re.compile(r"^MemTotal:[ \t]+([0-9]{1,15})[ \t]+kB", re.ASCII | re.MULTILINE)
_STATUS_UID = re.compile(r"^Uid:[ \t]+([0-9]{1,10})\b", re.ASCII | re.MULTILINE)

#: Words in which a shell says that it may not look.
_DENIED = ("permission denied", "operation not permitted")


class PidStat(msgspec.Struct, frozen=True, kw_only=True):
    """A process's or a thread's ``stat``: name (at most 15 bytes, not the package), state, jiffies used in user and
    kernel mode, threads, and when it started (jiffies after boot). Columns an old kernel lacks are null."""

    pid: int
    comm: str
    state: str
    utime: int
    stime: int
    threads: int | None = None
    started_jiffies: int | None = None


def parse_cpu_line(line: str) -> tuple[int | None, CoreTimes] | None:
    """One ``cpu`` line of /proc/stat → core number (null: the sum of all) and its times; null if it is none.

    At least user, nice, system and idle must be there; columns beyond steal are parts of user and nice and left out.
    """
    match = _CPU_LINE.fullmatch(line.rstrip("\r"))
    if match is None:
        return None
    values = [int(value) for value in match[2].split()]
    if len(values) < 4:
        return None
    return (int(match[1]) if match[1] else None), CoreTimes(*values[:8])


def parse_stat(text: str) -> tuple[CoreTimes | None, dict[int, CoreTimes]]:
    """/proc/stat → times of the whole device (null: not there) and of each online core by number."""
    total: CoreTimes | None = None
    cores: dict[int, CoreTimes] = {}
    for line in text.splitlines():
        parsed = parse_cpu_line(line)
        if parsed is None:
            continue
        number, times = parsed
        if number is None:
            total = times
        else:
            cores[number] = times
    return total, cores


def parse_pid_stat(line: str) -> PidStat | None:
    """A line of ``/proc/<pid>/stat`` or of a thread's; null if it is none.

    The name in parentheses may itself hold blanks and parentheses: fields count from the last ``)``.
    """
    head, parenthesis, tail = line.rpartition(")")
    number, opening, comm = head.partition("(")
    fields = tail.split()
    if not parenthesis or not opening or _NUMBER.fullmatch(number.strip()) is None or len(fields) < 13:
        return None
    utime, stime = _number(fields[11]), _number(fields[12])
    if utime is None or stime is None or len(fields[0]) != 1:
        return None
    return PidStat(
        pid=int(number),
        comm=comm,
        state=fields[0],
        utime=utime,
        stime=stime,
        threads=_number(fields[17]) if len(fields) > 17 else None,
        started_jiffies=_number(fields[19]) if len(fields) > 19 else None,
    )


def parse_schedstat(line: str) -> tuple[int, int] | None:
    """A schedstat line → nanoseconds on a CPU and nanoseconds runnable but waiting; null if it is none."""
    match = _SCHEDSTAT.fullmatch(line.strip())
    return None if match is None else (int(match[1]), int(match[2]))


def parse_uptime(line: str) -> int | None:
    """/proc/uptime → nanoseconds since boot, sleep included (CLOCK_BOOTTIME); null if it is none."""
    match = _UPTIME.fullmatch(line.strip())
    return None if match is None else int(match[1]) * 1_000_000_000 + int(match[2].ljust(9, "0"))


def parse_cmdline(data: bytes) -> str:
    """``/proc/<pid>/cmdline`` → the process's name: up to the first NUL, with replacement marks for bad bytes."""
    return data.split(b"\0", 1)[0].decode("utf-8", "replace").strip()


def parse_clk_tck(text: str) -> tuple[int, bool]:
    """``getconf CLK_TCK`` → ticks a second, and whether that is only assumed (100: no answer that can be right)."""
    match = _NUMBER.fullmatch(text.strip())
    value = 0 if match is None else int(match[0])
    return (value, False) if 1 <= value <= 100_000 else (100, True)


def parse_mem_total_kb(text: str) -> int | None:
    """/proc/meminfo → the device's memory in KB; null: not there."""
    match = _MEM_TOTAL.search(text)
    return None if match is None else int(match[1])


def parse_status_uid(text: str) -> int | None:
    """``/proc/<pid>/status`` → the real uid; null: not there."""
    match = _STATUS_UID.search(text)
    return None if match is None else int(match[1])


def is_denied(text: str) -> bool:
    """Whether a command's output says that it was not allowed to look (its exit status may be 0 all the same)."""
    lowered = text.lower()
    return any(words in lowered for words in _DENIED)


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None
