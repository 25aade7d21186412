"""The adb server and adbd."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device_fixtures import adb_wire
from device_fixtures.children import Children
from device_fixtures.errors import FixtureError
from device_fixtures.layout import Layout
from device_fixtures.options import SERIAL
from device_fixtures.root import ADBD

DEVICE_PATH = "/product/bin:/system/bin:/system/xbin:/vendor/bin"
_POLL_S = 0.02


@dataclass(frozen=True)
class Daemon:
    """A running daemon and the file that it logs to."""

    name: str
    pid: int
    log: Path


def start_adb_server(children: Children, layout: Layout, adb: Path) -> Daemon:
    """Starts the adb server on 127.0.0.1:5037 of this network namespace."""
    environment = {
        "HOME": str(layout.home),
        "TMPDIR": str(layout.temporary),
        "PATH": os.defpath,
        "ANDROID_ADB_LOG_PATH": str(layout.logs / "adb-server-own.log"),
        "ADB_MDNS": "0",
        "ADB_LIBUSB": "0",
    }
    argv = [str(adb), "-L", f"tcp:{adb_wire.ADB_PORT}", "server", "nodaemon"]
    return _start(children, layout, "adb-server", argv, environment)


def start_adbd(children: Children, layout: Layout) -> Daemon:
    """Starts adbd in the device's root."""
    environment = {
        "ADBD_PORT": str(adb_wire.ADBD_PORT),
        "PATH": DEVICE_PATH,
        "HOME": "/",
        "SHELL": "/bin/sh",
        "TMPDIR": "/data/local/tmp",
        "ANDROID_ROOT": "/system",
        "ANDROID_DATA": "/data",
        "HOSTNAME": "fixture_x86_64",
        "LC_ALL": "C.UTF-8",
    }
    return _start(children, layout, "adbd", ["/usr/sbin/chroot", str(layout.root), ADBD], environment)


def wait_for_adb(children: Children, server: Daemon, adbd: Daemon, timeout_s: float = 15.0) -> None:
    """Waits until adb lists the device and its shell answers. Raises :class:`FixtureError` with the logs' ends."""
    wait_for_server(children, server, timeout_s)
    wait_until(
        lambda: adb_wire.listening(adb_wire.ADBD_PORT), "adbd did not start to listen", timeout_s, children, adbd
    )
    adb_wire.announce_emulator()

    def answers() -> bool:
        if adb_wire.devices().get(SERIAL) != "device":
            return False
        try:
            return adb_wire.shell(SERIAL, "getprop sys.boot_completed").strip() == "1"
        except OSError:  # the link was just being taken up; the time limit tells if it stays so
            return False

    wait_until(answers, f"adb does not get through to {SERIAL}", timeout_s, children, server, adbd)


def wait_for_server(children: Children, server: Daemon, timeout_s: float = 15.0) -> None:
    """Waits until the adb server takes connections."""
    missing = "the adb server did not start to listen"
    wait_until(lambda: adb_wire.listening(adb_wire.ADB_PORT), missing, timeout_s, children, server)


def wait_until(
    reached: Callable[[], bool], otherwise: str, timeout_s: float, children: Children, *daemons: Daemon
) -> None:
    """Polls ``reached``; raises :class:`FixtureError` if a daemon dies or the time is over first."""
    deadline = time.monotonic() + timeout_s
    while not reached():
        for daemon in daemons:
            status = children.exit_status(daemon.pid)
            if status is not None:
                raise FixtureError(f"{otherwise}: {daemon.name} ended with status {status}", tail(daemon.log))
        if time.monotonic() > deadline:
            raise FixtureError(
                f"{otherwise} within {timeout_s:g} s", "\n  ".join(tail(daemon.log) for daemon in daemons)
            )
        time.sleep(_POLL_S)


def tail(log: Path, lines: int = 15) -> str:
    """The end of a log as an indented block with its name."""
    text = log.read_text(errors="replace") if log.exists() else ""
    last = text.splitlines()[-lines:] or ["(nothing)"]
    return f"the last lines of {log.name}:\n" + "\n".join(f"    {line}" for line in last)


def _start(children: Children, layout: Layout, name: str, argv: list[str], environment: dict[str, str]) -> Daemon:
    log = layout.logs / f"{name}.log"
    with log.open("ab") as output, Path("/dev/null").open("rb") as null:
        pid = children.spawn(
            argv, environment, stdin=null.fileno(), stdout=output.fileno(), stderr=output.fileno()
        )  # fmt: skip
    return Daemon(name, pid, log)
