"""The app's processes: started through the zygote, watched to their end."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device_fixtures.apps import executable_named
from device_fixtures.children import Children
from device_fixtures.daemons import tail
from device_fixtures.errors import FixtureError
from device_fixtures.layout import Layout
from device_fixtures.runtime import AppCommand
from device_fixtures.talker import Talker

_LOOPER_TIMEOUT_S = 60.0
_BUSY_GRACE_S = 2.0
_POLL_S = 0.02
_EPOLL_SYSCALLS = frozenset({"232", "281", "441"})  # epoll_wait, epoll_pwait, epoll_pwait2 on x86_64
_ZYGOTE = Path(__file__).resolve().with_name("zygote.py")


@dataclass(frozen=True)
class AppProcess:
    """One running process of an app; ``log`` takes its stdout and stderr."""

    name: str
    pid: int
    uid: int
    log: Path


class AppProcesses:
    """Starts and ends the app's processes. ``on_end(process, status)`` is called on a thread of its own's."""

    def __init__(self, children: Children, layout: Layout, on_end: Callable[[AppProcess, int], None]) -> None:
        self._layout = layout
        self._on_end = on_end
        self._changed = threading.Condition()
        self._running: dict[str, AppProcess] = {}
        self._ended: set[int] = set()  # ends that were told before their start was entered
        environment = {"PYTHONHOME": sys.base_prefix, "PATH": os.defpath, "LC_ALL": "C.UTF-8"}
        # argv[0] makes ps show a zygote; Python would look itself up by it, hence PYTHONHOME and no site packages.
        argv = ["zygote64", "-S", "-s", str(_ZYGOTE)]
        log = layout.logs / "zygote.log"
        python = Path(sys.executable).resolve()
        self._zygote = Talker(children, "zygote", argv, environment, log, python, self._exited)

    def running(self) -> list[AppProcess]:
        """Every process that runs now."""
        with self._changed:
            return list(self._running.values())

    def find(self, name: str) -> AppProcess | None:
        """The running process of that name."""
        with self._changed:
            return self._running.get(name)

    def start(self, name: str, uid: int, command: AppCommand, log: Path, folder: Path) -> AppProcess:
        """Executes a process. Raises :class:`FixtureError`."""
        links = self._layout.top / "links" / command.executable.name
        links.mkdir(parents=True, exist_ok=True)
        request = {
            "executable": str(executable_named(name, command.executable, links)),
            "argv": list(command.argv),
            "environment": command.environment,
            "uid": uid,
            "log": str(log),
            "folder": str(folder),
        }
        answer = self._zygote.ask(request)
        if "failed" in answer:
            raise FixtureError(f"{name} could not be executed: {answer['failed']}", f"program: {command.executable}")
        process = AppProcess(name, int(answer["started"]), uid, log)
        with self._changed:
            if process.pid not in self._ended:
                self._running[name] = process
        return process

    def kill(self, process: AppProcess, timeout_s: float = 5.0) -> None:
        """SIGKILLs a process and waits until its end has been told."""
        with self._changed:
            if self._running.get(process.name) != process:
                return
            os.kill(process.pid, signal.SIGKILL)
            if not self._changed.wait_for(lambda: self._running.get(process.name) != process, timeout_s):
                raise FixtureError(f"{process.name} ({process.pid}) did not die within {timeout_s:g} s")

    def wait_for_looper(self, process: AppProcess) -> None:
        """Waits until the main thread polls its message queue, or has one and is busy. Raises :class:`FixtureError`."""
        deadline = time.monotonic() + _LOOPER_TIMEOUT_S
        prepared_at: float | None = None
        while time.monotonic() < deadline:
            if self.find(process.name) != process:
                raise FixtureError(
                    f"the app's process {process.name} ended before its main looper ran", tail(process.log, 30)
                )
            if prepared_at is None and _has_message_queue(process.pid):
                prepared_at = time.monotonic()
            # An app may start with a long message of its own: it has its looper then, but does not poll for a while.
            if prepared_at is not None and (_polls(process.pid) or time.monotonic() - prepared_at > _BUSY_GRACE_S):
                return
            time.sleep(_POLL_S)
        missing = f"the main looper of {process.name} does not run after {_LOOPER_TIMEOUT_S:g} s"
        raise FixtureError(missing, tail(process.log, 30))

    def _exited(self, told: dict[str, Any]) -> None:
        with self._changed:
            pid = int(told["exited"])
            self._ended.add(pid)
            ended = next((process for process in self._running.values() if process.pid == pid), None)
            if ended is not None:
                self._on_end(ended, int(told["status"]))
                del self._running[ended.name]
                self._changed.notify_all()


def _has_message_queue(pid: int) -> bool:
    """Whether the process has made an epoll descriptor, which the native half of every MessageQueue does."""
    try:
        return any(link.readlink().name == "anon_inode:[eventpoll]" for link in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:  # a descriptor or the process went away while we looked: look again
        return False


def _polls(pid: int) -> bool:
    """Whether the main thread waits in epoll, where an idle looper spends its life."""
    try:
        return Path(f"/proc/{pid}/task/{pid}/syscall").read_text().split(" ", 1)[0] in _EPOLL_SYSCALLS
    except OSError:
        return False
