"""CPU readings around a block → how busy the device, the app and its main thread were.

Both conventions, each under its own name: ``*_device`` (100: every core busy) and ``*_core`` (100: one core busy).
Busy is user + nice + system + irq + softirq. I/O wait is idle time here (a core that waits for a disk is free for
others) and stated apart; BlockCanary counts it as busy. Stolen time counts into the whole and is neither busy nor idle.
What can't be told is null: no time between two readings, counters that went backwards, a missing reading.
"""

from __future__ import annotations

from collections.abc import Sequence

from droidcanary.model import CoreTimes, CpuFigures, Proc


def cpu_figures(
    readings: Sequence[Proc],
    *,
    cpu_ns: int | None = None,
    cpu_window_ns: int | None = None,
    device_cores: int | None = None,
) -> CpuFigures | None:
    """Figures between the first and the last usable reading, in order of time.

    ``cpu_ns`` is the CPU time the main thread itself used within ``cpu_window_ns``, as the probe read it.
    ``device_cores`` serves where the readings name no cores. Null when nothing at all is known.
    """
    main_pct = None
    if cpu_ns is not None and cpu_window_ns is not None and cpu_window_ns > 0 and cpu_ns >= 0:
        main_pct = _round(100 * cpu_ns / cpu_window_ns)
    usable = [reading for reading in readings if reading.total is not None]
    figures = _between(usable[0], usable[-1], main_pct, device_cores) if len(usable) > 1 else None
    if figures is not None:
        return figures
    if main_pct is None:
        return None
    return CpuFigures(device_pct=None, app_pct_device=None, app_pct_core=None, main_pct_core=main_pct, window_ms=0.0)


def _between(old: Proc, new: Proc, main_pct: float | None, device_cores: int | None) -> CpuFigures | None:
    if old.total is None or new.total is None or new.at_ns <= old.at_ns:
        return None
    spent = _Spent(old.total, new.total)
    if not spent.valid:
        return None
    app: float | None = None
    if old.app_jiffies is not None and new.app_jiffies is not None and new.app_jiffies >= old.app_jiffies:
        app = 100 * (new.app_jiffies - old.app_jiffies) / spent.total
    # A core that was off for a part of the time stands in one reading only.
    cores = len(old.cores.keys() & new.cores.keys()) or device_cores
    return CpuFigures(
        device_pct=_round(100 * spent.busy / spent.total),
        app_pct_device=None if app is None else _round(app),
        app_pct_core=None if app is None or not cores else _round(app * cores),
        main_pct_core=main_pct,
        window_ms=(new.at_ns - old.at_ns) / 1e6,
        user_pct=_round(100 * spent.user / spent.total),
        system_pct=_round(100 * spent.system / spent.total),
        iowait_pct=None if spent.iowait is None else _round(100 * spent.iowait / spent.total),
    )


class _Spent:
    """Jiffies between two readings of one ``cpu`` line."""

    def __init__(self, old: CoreTimes, new: CoreTimes) -> None:
        self.user = new.user + new.nice - old.user - old.nice
        self.system = new.system + new.irq + new.softirq - old.system - old.irq - old.softirq
        iowait = new.iowait - old.iowait
        # iowait alone may step back (the kernel says so); together with idle it doesn't.
        idle = new.idle - old.idle + iowait
        steal = new.steal - old.steal
        self.iowait = iowait if iowait >= 0 else None
        self.busy = self.user + self.system
        self.total = self.busy + idle + steal
        self.valid = min(self.user, self.system, idle, steal) >= 0 and self.total > 0


def _round(value: float) -> float:
    return round(value, 3)
