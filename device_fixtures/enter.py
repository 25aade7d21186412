"""A further process in the namespaces of a device that is up."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from device_fixtures import kernel
from device_fixtures.cache import cache_root
from device_fixtures.errors import FixtureError
from device_fixtures.layout import Layout


def enter_device(pid: int, command: Sequence[str]) -> int:
    """Runs ``command`` beside the device whose first process is ``pid`` on this side. Returns its exit status.

    Raises :class:`FixtureError` when there is no such device.
    """
    here = Path.cwd()
    try:
        inside = Path(f"/proc/{pid}/root{Layout(cache_root() / 'mnt').environment_file}")
        environment = json.loads(inside.read_text())
        kernel.enter_namespaces(pid)
        os.chdir(here)
        os.environ["PATH"] = environment["PATH"]
        ended = subprocess.run(list(command), env=environment, check=False).returncode
    except FileNotFoundError as missing:
        if missing.filename == command[0]:
            raise FixtureError(f"there is no command {command[0]}") from None
        raise FixtureError(f"{pid} is no emulated device", "take the number that up printed") from None
    except OSError as refused:
        raise FixtureError(f"the device {pid} cannot be entered: {refused}", "are you root, and is it still up?") from None
    return ended if ended >= 0 else 128 - ended
