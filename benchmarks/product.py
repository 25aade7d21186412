"""droidcanary as a user runs it: a process of its own, ``droidcanary attach PACKAGE --json``."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.errors import BenchmarkError

#: A cold start on a machine that is busy with something else.
START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 30.0


class Attached:
    """A running ``droidcanary attach``. ``first_event_s``: from the start of the command to its first line.

    ``summary`` is the last line, present once :func:`attached` has been left."""

    def __init__(self, process: subprocess.Popen[str], started_s: float) -> None:
        self.pid = process.pid
        self.first_event_s = 0.0
        self.session: dict[str, object] = {}
        self.summary: dict[str, object] = {}
        self._process = process
        self._started_s = started_s
        self._attached = threading.Event()
        self._reader = threading.Thread(target=self._read, name="attach-stdout")
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None  # opened as a pipe below
        for line in self._process.stdout:
            record = json.loads(line)
            if record["record"] == "session":
                self.first_event_s = time.monotonic() - self._started_s
                self.session = record
                self._attached.set()
            elif record["record"] == "summary":
                self.summary = record
        self._attached.set()

    def wait(self) -> None:
        """Return once the session's first line was printed."""
        if not self._attached.wait(START_TIMEOUT_S):
            raise BenchmarkError(f"droidcanary did not attach within {START_TIMEOUT_S:.0f} s")
        if not self.session:
            raise BenchmarkError("droidcanary ended without having attached")

    def stop(self) -> None:
        """Press Ctrl-C and wait for the summary."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(STOP_TIMEOUT_S)
        self._reader.join(STOP_TIMEOUT_S)
        if self._process.returncode != 0 or not self.summary:
            raise BenchmarkError(f"droidcanary ended with status {self._process.returncode} and no clean summary")

    def kill(self) -> None:
        """Whatever happened, leave no process behind."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._reader.join(STOP_TIMEOUT_S)


@contextmanager
def attached(package: str, *, hook: str = "printer", threshold: str = "1s") -> Iterator[Attached]:
    """Attach to ``package`` with default settings for the duration of the block, recording into a temporary bundle.

    Raises:
        BenchmarkError: it did not attach, attached with another hook, or did not end cleanly; carries its stderr.
    """
    with tempfile.TemporaryDirectory(prefix="droidcanary-bench-") as name:
        errors = Path(name) / "stderr"
        command = [sys.executable, "-m", "droidcanary", "attach", package, "--hook", hook, "--threshold", threshold]
        command += ["--json", "--output", str(Path(name) / "bench.zip")]
        with errors.open("w") as stderr:
            started_s = time.monotonic()
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
        running = Attached(process, started_s)
        try:
            running.wait()
            if running.session.get("hook") != hook:
                raise BenchmarkError(f"asked for the hook {hook!r}, got {running.session.get('hook')!r}")
            yield running
            running.stop()
        except BenchmarkError as failed:
            raise BenchmarkError(f"{failed}\n{errors.read_text().strip()}") from failed
        finally:
            running.kill()
