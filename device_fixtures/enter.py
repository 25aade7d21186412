"""A further process in the namespaces of a device that is up."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from device_fixtures import kernel
from device_fixtures.errors import FixtureError
from device_fixtures.layout import Layout, layout_of


def enter_device(pid: int, command: Sequence[str]) -> int:
    """Runs ``command`` beside the device whose first process is ``pid`` on this side. Returns its exit status.

    Raises :class:`FixtureError` when there is no such device.
    """
    here = Path.cwd()
    top = layout_of(pid)
    if top is None:
        raise FixtureError(f"{pid} is no emulated device", "take the number that up printed, as root")
    try:
        environment = json.loads(Layout(top).environment_file.read_text())
        kernel.enter_namespaces(pid)
        os.chdir(here)
        os.environ["PATH"] = environment["PATH"]
        ended = subprocess.run(list(command), env=environment, check=False).returncode
    except OSError as refused:
        raise FixtureError(f"{command[0]} cannot be run in the device {pid}: {refused}", "is it still up?") from None
    return ended if ended >= 0 else 128 - ended
