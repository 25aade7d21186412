"""An emulated device that is held up for several tests, and what to ask about a run's namespaces."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

FIXTURE = (sys.executable, "-m", "device_fixtures")
REPOSITORY = Path(__file__).resolve().parent.parent.parent
PACKAGE = "com.example.jank"
_UP_TIMEOUT_S = 300.0


@dataclass(frozen=True)
class UpDevice:
    """A device that stays up: ``pid`` is its first process, seen from here, ``app_pid`` the app's, seen from inside."""

    pid: int
    app_pid: int | None

    def run(self, *command: str, timeout_s: float = 60) -> subprocess.CompletedProcess[str]:
        """Runs a command beside the device."""
        entering = [*FIXTURE, "enter", str(self.pid), "--", *command]
        return subprocess.run(entering, cwd=REPOSITORY, capture_output=True, text=True, timeout=timeout_s, check=False)

    def shell(self, command: str) -> subprocess.CompletedProcess[str]:
        """Runs a command on the device."""
        return self.run("adb", "shell", command)

    def ctl(self, *words: str) -> str:
        """Gives the fixture an order that must succeed."""
        done = self.run("fixturectl", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@contextmanager
def up_device(*options: str) -> Iterator[UpDevice]:
    """Brings a device up with ``up`` and takes it down as Ctrl-C would."""
    process = subprocess.Popen(
        [*FIXTURE, "up", *options], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        try:
            printed = "".join(process.stdout.readline() for _ in range(3))
            entry = re.search(r"enter (\d+)", printed)
            assert entry is not None, printed + process.stderr.read()
            app = re.search(rf"^pid (\d+) {re.escape(PACKAGE)}$", printed, flags=re.MULTILINE)
            yield UpDevice(int(entry[1]), int(app[1]) if app else None)
        finally:
            process.send_signal(2)
            assert process.wait(timeout=20) == 0


def processes_in(namespaces: set[str]) -> list[int]:
    """The processes that live in any of the namespaces, named as ``/proc/PID/ns/*`` links to them."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            own = {os.readlink(link) for link in (folder / "ns").iterdir()}  # noqa: PTH115  # no path: "pid:[4026]"
        except OSError:  # it ended, or is a kernel thread
            continue
        if own & namespaces:
            found.append(int(folder.name))
    return found


def wait_until(reached: Callable[[], bool], timeout_s: float) -> bool:
    """Polls until it holds; False when the time is over."""
    deadline = time.monotonic() + timeout_s
    while not reached():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
