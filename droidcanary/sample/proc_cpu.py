"""The device's figures from /proc, through one long shell that loops on the device.

When the stream breaks or falls silent it is opened again, with a growing pause, and the hole is told.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from droidcanary.device.adb import AdbDevice, ShellStream
from droidcanary.device.adb_socket import AdbClosed, AdbSilence
from droidcanary.device.parse import SamplerReader, sampler_script
from droidcanary.errors import LinkLostError
from droidcanary.model import AnyEvent, Notice, Proc, SessionStart

log = logging.getLogger(__name__)

#: Short enough for a reading inside an ordinary block, so that its figures need not wait for one after its end.
PERIOD_S = 0.3
#: This long without a byte: the stream is half open.
SILENCE_S = 3.0
_PAUSES_S = (1.0, 2.0, 4.0, 8.0, 15.0)


class ProcSampler:
    """Reports ``Proc`` events (and a ``Notice`` when figures are missing) from a thread of its own."""

    def __init__(self, device: AdbDevice, report: Callable[[Sequence[AnyEvent]], None]) -> None:
        self._device = device
        self._report = report
        self._stop = threading.Event()
        self._stream: ShellStream | None = None
        self._thread: threading.Thread | None = None

    def start(self, start: SessionStart) -> None:
        self._thread = threading.Thread(target=self._run, args=(start,), name="proc sampler", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        stream = self._stream
        if stream is not None:
            stream.close()
        if self._thread is not None:
            self._thread.join(1.0)

    def _run(self, start: SessionStart) -> None:
        failures = 0
        last_ns = start.at_ns
        broke_at = time.monotonic()
        while not self._stop.is_set():
            readings, why = 0, "the shell on the device ended"
            try:
                for events in self._readings(start):
                    if failures and not readings:
                        text = f"device figures are back after {time.monotonic() - broke_at:.1f} s"
                        events = [*events, Notice(at_ns=events[0].at_ns, level="info", code="sampler-back", text=text)]
                    readings += 1
                    last_ns = events[0].at_ns
                    self._report(events)
            except (LinkLostError, AdbClosed, AdbSilence) as error:
                why = str(error)
            if self._stop.is_set():
                return
            log.info("device figures stopped after %d readings: %s", readings, why)
            failures = 1 if readings else failures + 1
            if failures == 1:
                broke_at = time.monotonic()
                text = f"no device figures for now: {why}"
                self._report([Notice(at_ns=last_ns, level="warning", code="sampler-gap", text=text)])
            self._stop.wait(_PAUSES_S[min(failures, len(_PAUSES_S)) - 1])

    def _readings(self, start: SessionStart) -> Iterator[list[Proc | Notice]]:
        """What one stream brings, until it ends or breaks; each list has at least one entry."""
        marker = f"dc-{secrets.token_hex(8)}"
        reader = SamplerReader(marker, start.app.pid, start.clocks)
        script = sampler_script(start.app.pid, PERIOD_S, marker)
        with contextlib.closing(self._device.stream(script, step="starting the device's readings")) as stream:
            self._stream = stream
            while not self._stop.is_set():
                data = stream.read(SILENCE_S)
                if not data:
                    return
                events: list[Proc | Notice] = [*reader.feed(data), *reader.notices()]
                if events:
                    yield events
