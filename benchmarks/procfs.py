"""CPU time of processes as the kernel counts it, for those that share this network namespace: an emulated device."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

PROC = Path("/proc")


class ProcessTime(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of ``/proc/PID/stat``. ``jiffies``: user and system time of the process and of the children it has
    waited for, so that short-lived children of a shell are not lost."""

    pid: int
    parent: int
    name: str
    jiffies: int


def parse_stat(text: str) -> ProcessTime:
    """Read one ``stat`` line; the name may hold spaces and brackets.

    Raises:
        ValueError: it is not such a line.
    """
    head, bracket, tail = text.rpartition(")")
    pid, opening, name = head.partition("(")
    fields = tail.split()
    if not bracket or not opening or len(fields) < 15:
        raise ValueError(f"not a /proc/PID/stat line: {text[:80]!r}")
    return ProcessTime(pid=int(pid), parent=int(fields[1]), name=name, jiffies=sum(int(each) for each in fields[11:15]))


def read_all(proc: Path = PROC) -> dict[int, ProcessTime]:
    """Every process of this network namespace by pid. One that ends meanwhile, or that may not be looked at, is left
    out."""
    ours = (proc / "self/ns/net").readlink()
    found: dict[int, ProcessTime] = {}
    for entry in proc.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if (entry / "ns/net").readlink() == ours:
                time = parse_stat((entry / "stat").read_text(errors="replace"))
                found[time.pid] = time
        except OSError:
            continue  # ended between the listing and the reading
    return found


def tree(processes: Mapping[int, ProcessTime], roots: Iterable[int]) -> set[int]:
    """The pids of ``roots`` and of all that descends from them."""
    inside = set(roots)
    grown = True
    while grown:
        grown = False
        for each in processes.values():
            if each.parent in inside and each.pid not in inside:
                inside.add(each.pid)
                grown = True
    return inside


def spent_pct(
    before: Mapping[int, ProcessTime], after: Mapping[int, ProcessTime], pids: set[int], wall_s: float
) -> float:
    """CPU time of ``pids`` between two readings ``wall_s`` apart, in percent of one core. What a process used that
    ended in between lives on in the parent that waited for it, as long as that one is among ``pids`` too."""
    ticks = sum(each.jiffies for pid, each in after.items() if pid in pids)
    ticks -= sum(each.jiffies for pid, each in before.items() if pid in pids)
    return 100.0 * ticks / os.sysconf("SC_CLK_TCK") / wall_s
