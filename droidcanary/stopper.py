"""Ctrl-C and SIGTERM: the first asks for a clean end, the second hurries it, the third leaves at once."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import Any


class Stopper:
    """While entered, owns the process's interrupt signals. Main thread only.

    Before ``patient`` is set a signal raises KeyboardInterrupt where the main thread is; after that the first one
    only sets ``requested`` and the second raises. A third ends the process with status 130; what was flushed stays.
    """

    def __init__(self) -> None:
        self.requested = False
        self.patient = False
        self._count = 0
        self._previous: dict[int, Any] = {}

    def __enter__(self) -> Stopper:
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            # nohup has SIGHUP ignored, and means it. (SIGINT is ignored in a shell's background job, where it is
            # still what `kill -INT` asks for.)
            if number is not None and not (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
                self._previous[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._count += 1
        first = not self.requested
        self.requested = True
        if self._count > 2:
            os._exit(130)
        if not (first and self.patient):
            raise KeyboardInterrupt
