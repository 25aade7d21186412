"""Clocks: device uptime, elapsed, device wall, host wall."""

from __future__ import annotations

import msgspec
import pytest

from droidcanary.config import MS, SECOND
from droidcanary.model import Clocks
from droidcanary.timebase import Timebase, format_offset, format_time, wall_time

#: The device is 3.4 s behind the host and shows +05:45; it slept for 100 s before we came.
CLOCKS = Clocks(
    uptime_ns=50 * SECOND,
    elapsed_ns=150 * SECOND,
    wall_ms=1_772_334_900_000.0,
    host_wall_ms=1_772_334_903_400.0,
    round_trip_ms=8.0,
    utc_offset_s=20_700,
)


def test_each_clock_from_uptime() -> None:
    timebase = Timebase(CLOCKS)
    at_ns = 51 * SECOND + 500 * MS
    assert timebase.elapsed_from_uptime_ns(at_ns) == 151 * SECOND + 500 * MS
    assert timebase.uptime_from_elapsed_ns(151 * SECOND + 500 * MS) == at_ns
    assert timebase.device_wall_ms(at_ns) == 1_772_334_901_500.0
    assert timebase.host_wall_ms(at_ns) == 1_772_334_904_900.0
    assert timebase.uncertainty_ms == 4.0


def test_times_for_people_carry_their_offset() -> None:
    timebase = Timebase(CLOCKS)
    at_ns = 50 * SECOND + 123 * MS
    assert format_time(timebase.device_time(at_ns)) == "2026-03-01 09:00:00.123 +05:45"
    assert format_time(timebase.host_time(at_ns, -7200)) == "2026-03-01 01:15:03.523 -02:00"


def test_before_the_pairing() -> None:
    assert format_time(Timebase(CLOCKS).device_time(49 * SECOND)) == "2026-03-01 08:59:59.000 +05:45"


def test_a_device_without_a_zone_is_shown_in_utc() -> None:
    timebase = Timebase(msgspec.structs.replace(CLOCKS, utc_offset_s=None))
    assert format_time(timebase.device_time(50 * SECOND)) == "2026-03-01 03:15:00.000 +00:00"


@pytest.mark.parametrize(
    ("offset_s", "text"), [(0, "+00:00"), (20_700, "+05:45"), (-12_600, "-03:30"), (50_400, "+14:00")]
)
def test_offsets(offset_s: int, text: str) -> None:
    assert format_offset(offset_s) == text


def test_a_broken_clock_gives_some_time_rather_than_an_error() -> None:
    assert format_time(wall_time(-5.0, 0)) == "1970-01-01 00:00:00.000 +00:00"
    assert format_time(wall_time(1e300, 10**9)).startswith("9999-12-2")
    assert format_time(wall_time(0.6, -(10**9))).startswith("1969-12-31 00:00")
