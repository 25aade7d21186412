"""Frida's portal in the place of frida-server: a process of its own, commanded by JSON lines.

``{"do": "join", "pid": N}`` makes a process reachable through the portal, ``{"do": "probe", "serial": S, "pid": N}``
attaches to one as a user of the device would: through adb and the portal. Answers: ``{"ready": true}`` once at the start,
then ``{"ok": true}`` or ``{"error": TEXT}`` a request.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import frida

CLUSTER = ("127.0.0.1", 27052)
CONTROL = ("127.0.0.1", 27042)


def main() -> None:
    service = frida.PortalService(frida.EndpointParameters(*CLUSTER), frida.EndpointParameters(*CONTROL))
    service.start()
    _answer({"ready": True})
    joined: dict[int, Any] = {}  # a session dropped is a process that leaves the portal
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["do"] == "join":
                session = frida.attach(request["pid"])
                joined[request["pid"]] = (session, session.join_portal(f"{CLUSTER[0]}:{CLUSTER[1]}"))
            else:
                _probe(request["serial"], request["pid"])
        except Exception as failed:  # noqa: BLE001  # whatever Frida raises is the answer
            _answer({"error": f"{type(failed).__name__}: {failed}"})
        else:
            _answer({"ok": True})


def _probe(serial: str, pid: int) -> None:
    device = frida.get_device(serial, timeout=5)
    if pid not in {process.pid for process in device.enumerate_processes()}:
        raise LookupError(f"pid {pid} has not joined the portal yet")
    device.attach(pid).detach()


def _answer(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
