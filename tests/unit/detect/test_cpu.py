"""CPU figures from readings."""

from __future__ import annotations

import json

import msgspec
import pytest

from droidcanary.config import SECOND
from droidcanary.detect.cpu import cpu_figures
from droidcanary.model import CoreTimes, CpuFigures, Proc
from tests.timeline import Timeline


def reading(at_s: float, *times: int, app: int | None = None, cores: int = 8) -> Proc:
    """Jiffies of the whole device in the order of /proc/stat."""
    return Proc(
        at_ns=round(at_s * SECOND),
        total=CoreTimes(*times),
        cores=dict.fromkeys(range(cores), CoreTimes(0, 0, 0, 0)),
        app_jiffies=app,
    )


def figures(old: Proc, new: Proc, device_cores: int | None = None) -> CpuFigures:
    found = cpu_figures([old, new], device_cores=device_cores)
    assert found is not None
    return found


def test_both_conventions() -> None:
    """Eight cores, 8000 ticks in all, 1000 of them the app's: an eighth of the device, one whole core."""
    found = figures(reading(0, 0, 0, 0, 0, app=0), reading(10, 1500, 0, 500, 6000, app=1000))
    assert (found.app_pct_device, found.app_pct_core) == (12.5, 100.0)
    assert (found.device_pct, found.user_pct, found.system_pct) == (25.0, 18.75, 6.25)
    assert (found.window_ms, found.main_pct_core) == (10_000.0, None)


def test_io_wait_is_idle_and_stated() -> None:
    found = figures(reading(0, 0, 0, 0, 0), reading(1, 100, 0, 0, 500, 200))
    assert (found.device_pct, found.iowait_pct) == (12.5, 25.0)


def test_irqs_are_busy_and_stolen_time_is_neither() -> None:
    found = figures(reading(0, 0, 0, 0, 0), reading(1, 100, 100, 100, 300, 0, 50, 50, 100))
    assert (found.device_pct, found.system_pct, found.user_pct) == (50.0, 25.0, 25.0)


def test_io_wait_that_steps_back_is_unknown_alone() -> None:
    found = figures(reading(0, 100, 0, 0, 100, 50), reading(1, 150, 0, 0, 160, 40))
    assert (found.device_pct, found.iowait_pct) == (50.0, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ((7, 0, 0, 9), (7, 0, 0, 9)),
        ((7, 0, 0, 9), (6, 0, 0, 99)),
        ((7, 0, 5, 9), (8, 0, 4, 99)),
        ((7, 0, 0, 9), (70, 0, 0, 8)),
        ((7, 0, 0, 9, 0, 0, 0, 5), (8, 0, 0, 10, 0, 0, 0, 4)),
    ],
)
def test_no_time_or_a_step_back_is_no_figure(old: tuple[int, ...], new: tuple[int, ...]) -> None:
    assert cpu_figures([reading(0, *old), reading(1, *new)]) is None


def test_readings_of_one_instant_are_no_figure() -> None:
    assert cpu_figures([reading(1, 1, 0, 0, 1), reading(1, 2, 0, 0, 2)]) is None


def test_the_app_alone_can_be_unknown() -> None:
    for old, new in ((None, 5), (5, None), (5, 4)):
        found = figures(reading(0, 0, 0, 0, 0, app=old), reading(1, 50, 0, 0, 50, app=new))
        assert (found.device_pct, found.app_pct_device, found.app_pct_core) == (50.0, None, None)


def test_an_idle_app_is_zero_not_unknown() -> None:
    assert figures(reading(0, 0, 0, 0, 0, app=5), reading(1, 0, 0, 0, 800, app=5)).app_pct_device == 0.0


def test_cores_come_from_both_readings_else_from_the_device() -> None:
    old, new = reading(0, 0, 0, 0, 0, app=0, cores=4), reading(1, 0, 0, 0, 100, app=10, cores=8)
    assert figures(old, new).app_pct_core == 40.0
    old, new = reading(0, 0, 0, 0, 0, app=0, cores=0), reading(1, 0, 0, 0, 100, app=10, cores=0)
    assert figures(old, new, device_cores=2).app_pct_core == 20.0
    assert figures(old, new).app_pct_core is None


def test_a_reading_without_the_device_is_passed_over() -> None:
    readings = [reading(0, 0, 0, 0, 0), reading(2, 50, 0, 0, 50), Proc(at_ns=3 * SECOND, app_jiffies=1)]
    found = cpu_figures(readings)
    assert found is not None
    assert found.window_ms == 2000.0


def test_the_main_thread_alone() -> None:
    assert cpu_figures([], cpu_ns=50, cpu_window_ns=200) == CpuFigures(
        device_pct=None, app_pct_device=None, app_pct_core=None, main_pct_core=25.0, window_ms=0.0
    )
    assert cpu_figures([]) is None
    assert cpu_figures([], cpu_ns=50, cpu_window_ns=0) is None
    assert cpu_figures([], cpu_ns=-1, cpu_window_ns=10) is None
    assert cpu_figures([], cpu_ns=5) is None


def test_a_window_brackets_the_block() -> None:
    timeline = Timeline()
    for second in range(10):
        timeline.proc(second * 1000 + 200, busy=second * 80, idle=second * 720, app=second * 40)
    timeline.dispatch(1, start=3500, end=6100, cpu=1300)
    only = timeline.judge().only
    assert only.cpu is not None
    assert (only.cpu.window_ms, only.cpu.device_pct, only.cpu.app_pct_core) == (3000.0, 10.0, 40.0)
    assert only.cpu.main_pct_core == 50.0


def test_an_open_block_uses_what_is_there() -> None:
    timeline = Timeline()
    timeline.proc(200, busy=0, idle=0)
    timeline.running(1, start=500, seen=600)
    timeline.proc(1200, busy=400, idle=400)
    timeline.tick(1600)
    timeline.proc(2200, busy=1200, idle=400)
    timeline.dispatch(1, start=500, end=2300)
    opened, closed = timeline.judge().incidents
    assert opened.cpu is not None
    assert closed.cpu is not None
    assert (opened.cpu.window_ms, opened.cpu.device_pct) == (1000.0, 50.0)
    assert (closed.cpu.window_ms, closed.cpu.device_pct) == (2000.0, 75.0)


def test_a_block_before_the_first_reading_takes_it_as_base() -> None:
    timeline = Timeline()
    timeline.proc(1200, busy=400, idle=400)
    timeline.proc(2200, busy=800, idle=800)
    timeline.dispatch(1, start=500, end=2100)
    only = timeline.judge().only
    assert only.cpu is not None
    assert only.cpu.window_ms == 1000.0


def test_a_reading_that_comes_twice_or_late_is_left_out() -> None:
    timeline = Timeline()
    timeline.proc(200, busy=0, idle=0)
    timeline.proc(200, busy=9, idle=9)
    timeline.proc(2200, busy=400, idle=400)
    timeline.proc(1200, busy=1, idle=1)
    timeline.dispatch(1, start=500, end=2100)
    only = timeline.judge().only
    assert only.cpu is not None
    assert only.cpu.device_pct == 50.0


def test_json_never_holds_a_nan() -> None:
    timeline = Timeline()
    timeline.proc(200, busy=5, idle=5)
    timeline.proc(2200, busy=5, idle=5)
    timeline.dispatch(1, start=500, end=2100, cpu=0, cpu_from=2100)
    only = timeline.judge().only
    line = json.loads(msgspec.json.encode(only), parse_constant=lambda name: pytest.fail(name))
    assert (line["cpu"], line["cpu_ms"]) == (None, 0.0)
