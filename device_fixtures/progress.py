"""Progress lines on stderr, so that stdout stays the command's own."""

from __future__ import annotations

import sys
import time

from device_fixtures.cache import Say


def stderr_say(prefix: str = "device_fixtures") -> Say:
    """A ``say`` that writes lines with the seconds since this call."""
    began = time.monotonic()

    def say(line: str) -> None:
        print(f"{prefix}: [{time.monotonic() - began:5.1f} s] {line}", file=sys.stderr, flush=True)

    return say


def silent(line: str) -> None:
    """A ``say`` that keeps quiet."""
