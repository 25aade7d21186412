"""The portal's life from the fixture's side: started, joined, stopped and started again."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from device_fixtures.children import Children
from device_fixtures.errors import FixtureError
from device_fixtures.layout import Layout
from device_fixtures.options import SERIAL
from device_fixtures.talker import Talker

_START_TIMEOUT_S = 20.0
_JOIN_TIMEOUT_S = 30.0
_JOIN_TRIES = 3
_RETRY_S = 0.3
_PROBE_TIMEOUT_S = 20.0
_PACKAGE_PARENT = Path(__file__).resolve().parent.parent


class FridaPortal:
    """Frida's portal on 127.0.0.1:27042, where a phone has frida-server."""

    def __init__(self, children: Children, layout: Layout) -> None:
        self._children = children
        self._layout = layout
        self._talker = self._spawn()
        self._ready = False
        self._members: set[int] = set()

    @property
    def pid(self) -> int:
        """The portal's process."""
        return self._talker.daemon.pid

    def wait_ready(self) -> None:
        """Waits until the portal listens. Raises :class:`FixtureError`."""
        if not self._ready:
            self._talker.answer(_START_TIMEOUT_S)
            self._ready = True

    def join(self, pid: int) -> None:
        """Makes a process reachable through the portal. Raises :class:`FixtureError` with Frida's words.

        One that has joined before comes back by itself after the portal was away, and is waited for.
        """
        self.wait_ready()
        if pid in self._members:
            self._wait_for({"do": "find", "pid": pid}, f"the process {pid} does not come back to Frida's portal")
            return
        error = ""
        for _ in range(_JOIN_TRIES):
            error = str(self._talker.ask({"do": "join", "pid": pid}, _JOIN_TIMEOUT_S).get("error", ""))
            if not error:
                self._members.add(pid)
                return
            if not Path(f"/proc/{pid}").exists():
                break
            time.sleep(_RETRY_S)
        raise FixtureError(f"the process {pid} could not join Frida's portal: {error}", "does its log show a crash?")

    def probe(self, pid: int) -> None:
        """Attaches to a joined process through adb, as proof that a user can. Raises :class:`FixtureError`."""
        self._wait_for(
            {"do": "probe", "serial": SERIAL, "pid": pid}, f"Frida does not get through adb to the process {pid}"
        )

    def stop(self) -> None:
        """Throws every user out, then SIGKILLs the portal."""
        self._talker.ask({"do": "part"})
        self._children.kill(self._talker.daemon.pid)
        self._talker.close()

    def start(self) -> None:
        """Starts the portal again after :meth:`stop`; the processes have to join anew."""
        self._talker = self._spawn()
        self._ready = False
        self.wait_ready()

    def _wait_for(self, request: dict[str, Any], otherwise: str) -> None:
        deadline = time.monotonic() + _PROBE_TIMEOUT_S
        while True:
            error = self._talker.ask(request, _JOIN_TIMEOUT_S).get("error")
            if not error:
                return
            if time.monotonic() > deadline or not Path(f"/proc/{request['pid']}").exists():
                raise FixtureError(f"{otherwise}: {error}")
            time.sleep(_RETRY_S)

    def _spawn(self) -> Talker:
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": os.pathsep.join(filter(None, [str(_PACKAGE_PARENT), os.environ.get("PYTHONPATH", "")])),
            "HOME": str(self._layout.home),
            "TMPDIR": str(self._layout.temporary),
        }
        argv = [sys.executable, "-m", "device_fixtures.portal"]
        return Talker(self._children, "portal", argv, environment, self._layout.logs / "portal.log")
