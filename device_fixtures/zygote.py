"""The emulated zygote: a process named zygote64 that starts the apps, so that they have the parent apps have.

Runs as a script of its own, from the standard library and ``kernel`` only. Requests come as JSON lines on stdin (see
``AppStart``), answers go to stdout: ``{"started": PID}`` in the order of requests, ``{"failed": TEXT}`` instead, and
``{"exited": PID, "status": STATUS}`` whenever an app ends.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from device_fixtures import kernel  # only found after the line above


def main() -> None:
    kernel.set_own_name("zygote64")
    wake_read, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    selector.register(wake_read, selectors.EVENT_READ)
    pending = b""
    while True:
        for key, _ in selector.select():
            if key.fd == wake_read:
                os.read(wake_read, 512)
                _report_ended()
                continue
            received = os.read(0, 1 << 20)
            if not received:
                return
            *lines, pending = (pending + received).split(b"\n")
            for line in lines:
                _start(json.loads(line))


def _report_ended() -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        code = os.waitstatus_to_exitcode(status)
        _answer({"exited": pid, "status": code if code >= 0 else 128 - code})


def _start(request: dict[str, Any]) -> None:
    error_read, error_write = os.pipe2(os.O_CLOEXEC)
    pid = os.fork()
    if pid == 0:
        try:
            _become(request)
        except BaseException as failed:  # noqa: BLE001  # reported to the parent, then this process ends
            os.write(error_write, f"{type(failed).__name__}: {failed}".encode())
        os._exit(127)
    os.close(error_write)
    with os.fdopen(error_read, "rb") as errors:
        failure = errors.read().decode()  # ends when exec closes it
    _answer({"failed": failure} if failure else {"started": pid})


def _become(request: dict[str, Any]) -> None:
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    null = os.open("/dev/null", os.O_RDONLY)
    for source, target in ((null, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.chdir(request["folder"])
    kernel.become_app(request["uid"])
    os.execve(request["executable"], request["argv"], request["environment"])


def _answer(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
