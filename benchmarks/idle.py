"""What droidcanary costs while nothing blocks: the same idle app without it and with it, in one run."""

from __future__ import annotations

import os
import time

import msgspec
import psutil

from benchmarks import procfs, product
from benchmarks.app import PACKAGE
from benchmarks.device import Inside

#: After an attach the host still imports, and the app's runtime still compiles what was loaded into it.
SETTLE_S = 5.0
WINDOW_S = 15.0


class IdleCost(msgspec.Struct, frozen=True, kw_only=True):
    """Percent of one core each; ``device_*`` is everything on the emulated device (app, adbd and its shells, portal).
    ``idle_cpu_device_pct`` is the difference between with and without."""

    idle_cpu_host_pct: float
    idle_cpu_device_pct: float
    device_without_pct: float
    device_with_pct: float
    rss_mb: float
    first_event_s: float
    window_s: float


def measure(*, hook: str = "printer", settle_s: float = SETTLE_S, window_s: float = WINDOW_S) -> IdleCost:
    """To be run beside an emulated device with the idle app :data:`benchmarks.app.PACKAGE`, in its network namespace.

    Raises:
        benchmarks.errors.BenchmarkError: droidcanary did not attach or not end cleanly.
    """
    time.sleep(settle_s)
    without_pct, _ = _window(window_s, host_pid=None)
    with product.attached(PACKAGE, hook=hook) as running:
        time.sleep(settle_s)
        with_pct, host_pct = _window(window_s, host_pid=running.pid)
        rss_mb = psutil.Process(running.pid).memory_info().rss / (1024 * 1024)
    return IdleCost(
        idle_cpu_host_pct=round(host_pct, 2),
        idle_cpu_device_pct=round(with_pct - without_pct, 2),
        device_without_pct=round(without_pct, 2),
        device_with_pct=round(with_pct, 2),
        rss_mb=round(rss_mb, 1),
        first_event_s=round(running.first_event_s, 2),
        window_s=window_s,
    )


def _window(seconds: float, host_pid: int | None) -> tuple[float, float]:
    """CPU of the device and of the host process over ``seconds``, in percent of one core."""
    before, started_s = procfs.read_all(), time.monotonic()
    time.sleep(seconds)
    after, wall_s = procfs.read_all(), time.monotonic() - started_s
    everything = before | after
    host = procfs.tree(everything, [os.getpid()])
    adb_server = {pid for pid, each in everything.items() if each.name == "adb"}
    device_pct = procfs.spent_pct(before, after, everything.keys() - host - adb_server, wall_s)
    host_pct = 0.0 if host_pid is None else procfs.spent_pct(before, after, {host_pid}, wall_s)
    return device_pct, host_pct


def main() -> None:
    """Measure with the hook that the file named on the command line asks for."""
    inside = Inside.from_command_line()
    inside.reply(measure(hook=inside.arguments["hook"]))


if __name__ == "__main__":
    main()
