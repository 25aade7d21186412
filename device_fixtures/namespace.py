"""A world of its own for one emulated device: what is started in it cannot outlive it.

The caller's process takes new mount, network, IPC, host name and pid namespaces and forks their first process. When
that one ends, for whatever reason, the kernel kills every process in the pid namespace; with the last of them the
mounts, the ports and the tmpfs that holds every temporary file are gone. The first process is itself killed by the
kernel when the caller's dies, so a SIGKILL of the fixture leaves nothing either.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from device_fixtures import kernel
from device_fixtures.errors import FixtureError

FIXTURE_FAILED = 125
_NAMESPACES = kernel.CLONE_NEWNS | kernel.CLONE_NEWPID | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def run_in_namespace(first_process: Callable[[bool, int], int]) -> int:
    """Forks ``first_process`` as PID 1 of new namespaces and returns the exit status it ended with.

    It is called with True when the terminal's foreground is the caller's to give away, and with its own pid as the
    outside sees it. Signals sent to the caller are passed on once. Raises :class:`FixtureError` if the namespaces
    cannot be had or PID 1 is killed.
    """
    if os.geteuid() != 0:
        raise FixtureError(
            "the emulated device needs root (namespaces, mounts)", "run this as root, for example with sudo"
        )
    foreground = os.isatty(0) and os.tcgetpgrp(0) == os.getpgrp()
    try:
        kernel.unshare(_NAMESPACES)
    except OSError as refused:
        hint = "inside a container, allow it: docker run --privileged"
        raise FixtureError(f"the kernel refuses new namespaces: {refused}", hint) from refused
    alive_read, alive_write = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        os.close(alive_write)
        _be_first(first_process, foreground, alive_read)
    os.close(alive_read)

    def forward(number: int, _frame: FrameType | None) -> None:
        os.kill(child, number)

    for number in FORWARDED:
        signal.signal(number, forward)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    _, status = os.waitpid(child, 0)
    for number in FORWARDED:
        signal.signal(number, signal.SIG_IGN)  # the child's pid is no longer ours to signal
    if foreground:
        os.tcsetpgrp(0, os.getpgrp())
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        raise FixtureError(
            f"the emulated device's first process was killed by {name}", "was the machine out of memory?"
        )
    return os.waitstatus_to_exitcode(status)


def _be_first(first_process: Callable[[bool, int], int], foreground: bool, parent_alive: int) -> None:
    """PID 1's whole life; never returns."""
    status = FIXTURE_FAILED
    try:
        os.setpgid(0, 0)
        kernel.die_with_parent()
        if select.select([parent_alive], [], [], 0)[0]:  # readable means closed: the parent died before the line above
            os._exit(FIXTURE_FAILED)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        outside_pid = int(Path("/proc/self").readlink().name)  # this /proc still counts as the outside does
        kernel.mount("none", Path("/"), "", kernel.MS_REC | kernel.MS_PRIVATE)
        kernel.mount("proc", Path("/proc"), "proc", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
        kernel.set_host_name("localhost")
        kernel.raise_loopback()
        status = first_process(foreground, outside_pid)
    except FixtureError as failed:
        print(f"device_fixtures: {failed}", file=sys.stderr)
    except BaseException:  # noqa: BLE001  # the last resort of a process that cannot pass an exception on
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
