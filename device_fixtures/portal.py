"""Frida's portal in the place of frida-server: a process of its own, commanded by JSON lines.

``{"do": "join", "pid": N}`` makes a process reachable through the portal, ``{"do": "probe", "serial": S, "pid": N}``
attaches to one as a user of the device would: through adb and the portal, ``{"do": "find", "pid": N}`` looks whether it
is a member. A process that has joined finds its way back by itself when the portal was away for a while; joining it a
second time would give it two faces. ``{"do": "part"}`` throws all users out before the portal is killed: with a session
open, the agent crashes its process when the portal just dies (frida/frida#3746); frida-server's agent does not.

Answers: ``{"ready": true}`` once at the start, then ``{"ok": true}`` or ``{"error": TEXT}`` a request.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import frida

CLUSTER = ("127.0.0.1", 27052)
CONTROL = ("127.0.0.1", 27042)
_PARTING_S = 0.5  # for the agents to close the sessions of users that were thrown out; Frida does not tell when


def main() -> None:
    service = frida.PortalService(frida.EndpointParameters(*CLUSTER), frida.EndpointParameters(*CONTROL))
    controllers: set[int] = set()
    service.on("controller-connected", lambda connection, _address: controllers.add(connection))
    service.on("controller-disconnected", lambda connection, _address: controllers.discard(connection))
    service.start()
    _answer({"ready": True})
    joined: dict[int, Any] = {}  # a session dropped is a process that leaves the portal
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["do"] == "join":
                session = frida.attach(request["pid"])
                joined[request["pid"]] = (session, session.join_portal(f"{CLUSTER[0]}:{CLUSTER[1]}"))
            elif request["do"] == "find":
                _find(frida.get_device_manager().add_remote_device(f"{CONTROL[0]}:{CONTROL[1]}"), request["pid"])
            elif request["do"] == "part":
                for connection in list(controllers):
                    service.kick(connection)
                time.sleep(_PARTING_S)
            else:
                _probe(request["serial"], request["pid"])
        except Exception as failed:  # noqa: BLE001  # whatever Frida raises is the answer
            _answer({"error": f"{type(failed).__name__}: {failed}"})
        else:
            _answer({"ok": True})


def _probe(serial: str, pid: int) -> None:
    device = frida.get_device(serial, timeout=5)
    _find(device, pid)
    device.attach(pid).detach()


def _find(device: Any, pid: int) -> None:
    if pid not in {process.pid for process in device.enumerate_processes()}:
        raise LookupError(f"pid {pid} has not joined the portal yet")


def _answer(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
