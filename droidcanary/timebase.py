"""The device's uptime clock against every other clock: elapsed realtime, device wall, host wall.

Everything is judged on the uptime clock; wall clocks are for people and file names. Conversions use the pairing taken
at the attach, so they hold until the device sleeps deeply (uptime stands still, the others go on) or someone sets a
clock; ``uncertainty_ms`` says how exact the pairing itself was.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from droidcanary.model import Clocks

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Timebase:
    """Converts times with one pairing of the clocks."""

    def __init__(self, clocks: Clocks) -> None:
        self.clocks = clocks

    @property
    def uncertainty_ms(self) -> float:
        """How far host times may be off: half of the round trip in which the clocks were paired."""
        return self.clocks.round_trip_ms / 2

    def uptime_from_elapsed_ns(self, elapsed_ns: int) -> int:
        """Elapsed realtime (``/proc/uptime``, CLOCK_BOOTTIME) → uptime."""
        return elapsed_ns - self.clocks.elapsed_ns + self.clocks.uptime_ns

    def elapsed_from_uptime_ns(self, uptime_ns: int) -> int:
        """Uptime → elapsed realtime."""
        return uptime_ns - self.clocks.uptime_ns + self.clocks.elapsed_ns

    def device_wall_ms(self, uptime_ns: int) -> float:
        """Uptime → the device's wall clock, milliseconds since 1970 UTC."""
        return self.clocks.wall_ms + (uptime_ns - self.clocks.uptime_ns) / 1e6

    def host_wall_ms(self, uptime_ns: int) -> float:
        """Uptime → the host's wall clock, milliseconds since 1970 UTC."""
        return self.clocks.host_wall_ms + (uptime_ns - self.clocks.uptime_ns) / 1e6

    def device_time(self, uptime_ns: int) -> datetime:
        """Uptime → the device's local time, as it would show it; UTC where its zone is unknown."""
        return wall_time(self.device_wall_ms(uptime_ns), self.clocks.utc_offset_s or 0)

    def host_time(self, uptime_ns: int, utc_offset_s: int) -> datetime:
        """Uptime → the host's wall clock in a zone ``utc_offset_s`` east of UTC."""
        return wall_time(self.host_wall_ms(uptime_ns), utc_offset_s)


def wall_time(wall_ms: float, utc_offset_s: int) -> datetime:
    """Milliseconds since 1970 UTC → a time that carries its offset. Out of range (a broken clock): the nearest."""
    zone = timezone(timedelta(seconds=max(-86_399, min(86_399, utc_offset_s))))
    # Whole milliseconds: a float of this size is exact to about 0.2 µs, and nobody reads further.
    whole_ms = round(max(0.0, min(wall_ms, 253_402_000_000_000.0)))
    moment = _EPOCH + timedelta(milliseconds=whole_ms)
    return moment.astimezone(zone)


def format_offset(utc_offset_s: int) -> str:
    """``20700`` → ``"+05:45"``."""
    sign = "-" if utc_offset_s < 0 else "+"
    hours, minutes = divmod(abs(utc_offset_s) // 60, 60)
    return f"{sign}{hours:02d}:{minutes:02d}"


def format_time(moment: datetime) -> str:
    """``2026-03-01 14:05:09.123 +05:45``: to the millisecond, with the offset spelled out."""
    offset = moment.utcoffset() or timedelta(0)
    whole_ms = moment.microsecond // 1000
    return f"{moment:%Y-%m-%d %H:%M:%S}.{whole_ms:03d} {format_offset(round(offset.total_seconds()))}"
