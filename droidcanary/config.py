"""Every setting and every default, once.

Durations are nanoseconds inside, text with a unit outside (``500ms``, ``2s``, ``1m``): a bare number is refused,
since half of the field counts in seconds and the other half in milliseconds.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

import msgspec

from droidcanary.errors import UsageError

Hook = Literal["printer", "observer", "auto"]
SampleMode = Literal["block", "always", "blockcanary"]

MS = 1_000_000
SECOND = 1_000 * MS

_UNITS_NS = {"us": 1_000, "ms": MS, "s": SECOND, "m": 60 * SECOND, "h": 3_600 * SECOND}
_DURATION = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)(us|ms|s|m|h)", re.ASCII)


def parse_duration(text: str, *, name: str = "duration") -> int:
    """``"500ms"``, ``"1.5s"``, ``"2m"``, ``"1h"`` → nanoseconds (> 0).

    Raises UsageError naming ``name``: no unit, not a number, zero, or more than a day.
    """
    match = _DURATION.fullmatch(text.strip())
    if match is None:
        bare = re.fullmatch(r"[0-9.]+", text.strip()) is not None
        why = "has no unit" if bare else "is not a time"
        raise UsageError(f"{name}: {text!r} {why}", hint="write a number with its unit: 500ms, 2s, 1m")
    value_ns = int(Decimal(match[1]) * _UNITS_NS[match[2]])
    if not 0 < value_ns <= 24 * 3_600 * SECOND:
        raise UsageError(f"{name}: {text!r} is out of range", hint="from 1us to 24h")
    return value_ns


def format_duration(value_ns: int) -> str:
    """Nanoseconds → the shortest text that ``parse_duration`` reads back to the same value."""
    for unit in ("h", "m", "s", "ms"):
        if value_ns and value_ns % _UNITS_NS[unit] == 0:
            return f"{value_ns // _UNITS_NS[unit]}{unit}"
    return f"{Decimal(value_ns) / _UNITS_NS['us']}us"


class JudgeConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What counts as a block; everything a replay may change. All strict: longer than, not as long as."""

    threshold_ns: int = 1 * SECOND
    idle_threshold_ns: int = 2 * SECOND
    hang_timeout_ns: int = 5 * SECOND
    #: Package prefixes that are the app's own code; empty: the package of the watched app.
    concern: tuple[str, ...] = ()


class SessionConfig(msgspec.Struct, frozen=True, kw_only=True):
    """One attach: whom, how to hook, when to sample, when to stop."""

    package: str
    process: str | None = None
    serial: str | None = None
    wait: bool = False
    hook: Hook = "printer"
    sample: SampleMode = "block"
    interval_ns: int = 50 * MS
    duration_ns: int | None = None
    output: str | None = None
    force: bool = False
    agent_prelude: str | None = None
    judge: JudgeConfig = JudgeConfig()

    @property
    def floor_ns(self) -> int:
        """The reporting floor of dispatches, and when the first sample is taken: min(threshold / 2, 100 ms)."""
        return min(self.judge.threshold_ns // 2, 100 * MS)

    @property
    def first_sample_ns(self) -> int:
        """When into a message sampling begins. BlockCanary: 0.8 × threshold; else the floor."""
        if self.sample == "blockcanary":
            return self.judge.threshold_ns * 8 // 10
        return self.floor_ns
