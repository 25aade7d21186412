"""The namespace's first process: brings the device up, runs COMMAND beside it, and by its end ends everything."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from device_fixtures import adb_wire, layout
from device_fixtures.apps import PreparedApp
from device_fixtures.cache import Say
from device_fixtures.children import Children
from device_fixtures.control import Control
from device_fixtures.device import Device
from device_fixtures.layout import Layout
from device_fixtures.namespace import FORWARDED
from device_fixtures.options import SERIAL, DeviceOptions

NOT_EXECUTABLE = 126
NOT_FOUND = 127
PRELUDE_VARIABLE = "DROIDCANARY_AGENT_PRELUDE"
# What may point at another adb server or device than ours.
_FOREIGN = ("ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS", "ANDROID_ADB_SERVER_PORT", "ADB_VENDOR_KEYS")
_CTL = Path(__file__).resolve().with_name("ctl.py")


@dataclass(frozen=True)
class Plan:
    """All that is decided before the namespaces exist. ``command`` is None for ``up``."""

    options: DeviceOptions
    app: PreparedApp
    root: Path
    adb: Path
    command: tuple[str, ...] | None


class _InterruptedBringUp(BaseException):
    """A signal came before COMMAND ran; not an Exception, so that no retry swallows it."""


def supervise(plan: Plan, say: Say, foreground: bool, ready: Callable[[int], None]) -> int:
    """PID 1's work. ``ready(app pid)`` is called once the device is up, 0 for none. Returns the exit status."""

    def interrupt(number: int, _frame: FrameType | None) -> None:
        raise _InterruptedBringUp(number)

    for number in FORWARDED:
        signal.signal(number, interrupt)
    try:
        children = Children()
        children.watch()
        world = layout.mount_layout(plan.root)
        device = Device(children, world, plan.options, plan.app, plan.adb)
        Control(device, world)
        device.bring_up()
        environment = _command_environment(plan, world)
        world.environment_file.write_text(json.dumps(environment))
        ready(device.app_pid() if plan.options.start else 0)
        if plan.command is None:
            signal.pause()
        assert plan.command is not None
    except _InterruptedBringUp as interrupted:
        if plan.command is None:
            say("taking the device down")
            return 0
        return 128 + int(interrupted.args[0])
    return _run_command(plan.command, children, environment, foreground)


def _run_command(command: Sequence[str], children: Children, environment: dict[str, str], foreground: bool) -> int:
    os.environ["PATH"] = environment["PATH"]  # posix_spawnp looks the program up in ours
    arrived: list[int] = []

    def remember(number: int, _frame: FrameType | None) -> None:
        arrived.append(number)

    for number in FORWARDED:
        signal.signal(number, remember)
    try:
        pid = children.spawn(command, environment, own_session=False)
    except OSError as failed:
        print(f"device_fixtures: cannot run {shlex.quote(command[0])}: {failed.strerror}", file=sys.stderr)
        return NOT_FOUND if isinstance(failed, FileNotFoundError) else NOT_EXECUTABLE
    children.keep_going(pid)
    if foreground:
        os.tcsetpgrp(0, pid)

    def forward(number: int, _frame: FrameType | None) -> None:
        if children.exit_status(pid) is None:
            os.killpg(pid, number)

    for number in FORWARDED:
        signal.signal(number, forward)
    for early in arrived:  # while it was being started
        os.killpg(pid, early)
    status = children.wait(pid)
    assert status is not None
    return status


def _command_environment(plan: Plan, world: Layout) -> dict[str, str]:
    (world.binaries / "adb").symlink_to(plan.adb)
    launcher = world.binaries / "fixturectl"
    launcher.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -IS {shlex.quote(str(_CTL))} "$@"\n')
    launcher.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    environment["ANDROID_SERIAL"] = SERIAL
    environment["TMPDIR"] = str(world.temporary)  # Frida's and adb's temporary files end with the device
    environment["ANDROID_ADB_SERVER_PORT"] = str(adb_wire.ADB_PORT)
    environment[layout.CONTROL_VARIABLE] = str(world.control)
    environment["PATH"] = f"{world.binaries}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    if plan.app.agent_prelude is not None:
        environment[PRELUDE_VARIABLE] = str(plan.app.agent_prelude)
    else:
        environment.pop(PRELUDE_VARIABLE, None)
    return environment
