"""The CPU sampler's script, and its reader: one long ``adb shell`` that prints /proc until its output breaks.

A round, between two marker lines: ``/proc/uptime`` (which stamps it), ``/proc/stat``, the process's ``stat``,
``/proc/uptime`` again (it separates two lines of the same form), the main thread's ``stat`` and ``schedstat``. What
can't be read leaves an error text in its place.
"""

from __future__ import annotations

import re

from droidcanary.device.parse_proc import (
    is_denied,
    parse_cpu_line,
    parse_pid_stat,
    parse_schedstat,
    parse_uptime,
)
from droidcanary.model import Clocks, CoreTimes, Notice, Proc
from droidcanary.timebase import Timebase

_MARKER = re.compile(r"[A-Za-z0-9_-]{4,64}", re.ASCII)

#: A line longer than this is cut: only ``intr`` of /proc/stat is ever long, and it is not read.
MAX_LINE = 65_536


def sampler_script(pid: int, period_s: float, marker: str) -> str:
    """A script for the device's shell that prints one round every ``period_s`` seconds.

    It costs two short processes a round and ends by itself when nobody reads its output any more. ``marker`` must be
    a word no output holds by chance. Raises ValueError: no such pid, period or marker.
    """
    if pid <= 0 or not 0.05 <= period_s <= 3_600 or _MARKER.fullmatch(marker) is None:
        raise ValueError(f"no sampler for pid {pid}, period {period_s}, marker {marker!r}")
    # Old shells' sleep takes whole seconds only: no needless decimals.
    period = f"{period_s:.3f}".rstrip("0").rstrip(".")
    proc, task = f"/proc/{pid}", f"/proc/{pid}/task/{pid}"
    files = f"/proc/uptime /proc/stat {proc}/stat /proc/uptime {task}/stat {task}/schedstat"
    return f"while echo {marker} begin; do cat {files} 2>&1; echo {marker} end || break; sleep {period} || break; done"


class SamplerReader:
    """Assembles what the script prints, in chunks of any size, into ``Proc`` events.

    Lines are assembled as bytes and only then decoded, so a character may be cut between chunks. ``/proc/uptime``
    counts sleep; ``clocks`` say how far it is from the uptime clock (``rebase`` after a deep sleep).
    """

    def __init__(self, marker: str, pid: int, clocks: Clocks) -> None:
        self._begin = f"{marker} begin"
        self._end = f"{marker} end"
        self._pid = pid
        self._timebase = Timebase(clocks)
        self._rest = b""
        self._round: _Round | None = None
        self._notices: list[Notice] = []
        self._told: set[str] = set()
        self._app_seen = False
        #: Why there are no figures of the device ("permission", "unreadable"); null while there are.
        self.unavailable: str | None = None

    def rebase(self, clocks: Clocks) -> None:
        """Use a newer pairing of the clocks."""
        self._timebase = Timebase(clocks)

    def feed(self, data: bytes) -> list[Proc]:
        """Take some output; returns the rounds it completed."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[:MAX_LINE]
        rounds: list[Proc] = []
        for line in lines:
            done = self._line(line.decode("utf-8", "replace").rstrip("\r"))
            if done is not None:
                rounds.append(done)
        return rounds

    def notices(self) -> list[Notice]:
        """What is to be told about the sampling since the last call; each thing once a session."""
        notices, self._notices = self._notices, []
        return notices

    def _line(self, line: str) -> Proc | None:
        if line == self._begin:
            self._round = _Round(self._pid)
        elif self._round is not None:
            if line != self._end:
                self._round.take(line)
                return None
            finished, self._round = self._round, None
            return self._finish(finished)
        return None

    def _finish(self, finished: _Round) -> Proc | None:
        if finished.uptime_ns is None:
            self._complain(finished, "cpu-unavailable", self._timebase.clocks.uptime_ns, "/proc/uptime")
            return None
        at_ns = self._timebase.uptime_from_elapsed_ns(finished.uptime_ns)
        if finished.total is None:
            self._complain(finished, "cpu-unavailable", at_ns, "/proc/stat")
        else:
            self.unavailable = None
            # Once it could be read: then the process has ended, which is told by others.
            self._app_seen = self._app_seen or finished.app_jiffies is not None
            if not self._app_seen:
                self._complain(finished, "cpu-app-unavailable", at_ns, f"/proc/{self._pid}/stat")
        return Proc(
            at_ns=at_ns,
            total=finished.total,
            cores=finished.cores,
            app_jiffies=finished.app_jiffies,
            main_jiffies=finished.main_jiffies,
            main_run_ns=finished.main_run_ns,
            main_wait_ns=finished.main_wait_ns,
            main_state=finished.main_state,
            threads=finished.threads,
        )

    def _complain(self, finished: _Round, code: str, at_ns: int, file: str) -> None:
        why = "permission" if finished.denied else "unreadable"
        if code == "cpu-unavailable":
            self.unavailable = why
        if code in self._told:
            return
        self._told.add(code)
        words = "the device does not permit it" if finished.denied else "it is not there or not as expected"
        what = "CPU figures" if code == "cpu-unavailable" else "The app's CPU figures"
        text = f"{what} are unavailable: {file} can't be read ({words}). Blocks are found all the same."
        self._notices.append(Notice(at_ns=at_ns, level="warning", code=code, text=text))


class _Round:
    """One round while its lines come in."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._in_task = False
        self.denied = False
        self.uptime_ns: int | None = None
        self.total: CoreTimes | None = None
        self.cores: dict[int, CoreTimes] = {}
        self.app_jiffies: int | None = None
        self.threads: int | None = None
        self.main_jiffies: int | None = None
        self.main_state: str | None = None
        self.main_run_ns: int | None = None
        self.main_wait_ns: int | None = None

    def take(self, line: str) -> None:
        if line.startswith("cpu"):
            self._cpu(line)
        elif line.startswith(f"{self._pid} ("):
            self._stat(line)
        elif is_denied(line):
            self.denied = True
        elif (uptime_ns := parse_uptime(line)) is not None:
            self._in_task = self.uptime_ns is not None
            self.uptime_ns = uptime_ns if self.uptime_ns is None else self.uptime_ns
        elif self._in_task and (waited := parse_schedstat(line)) is not None:
            self.main_run_ns, self.main_wait_ns = waited

    def _cpu(self, line: str) -> None:
        parsed = parse_cpu_line(line)
        if parsed is None:
            return
        number, times = parsed
        if number is None:
            self.total = times
        else:
            self.cores[number] = times

    def _stat(self, line: str) -> None:
        stat = parse_pid_stat(line)
        if stat is None:
            return
        if self._in_task:
            self.main_jiffies, self.main_state = stat.utime + stat.stime, stat.state
        else:
            self.app_jiffies, self.threads = stat.utime + stat.stime, stat.threads
