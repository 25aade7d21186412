"""Who answers on the device's Frida port, asked without Frida.

Frida itself waits for ever on a port that accepts and stays silent, and says "need Gadget" for most of what can be
wrong. One HTTP upgrade through adb, with a deadline, tells the cases apart.
"""

from __future__ import annotations

import enum

from droidcanary.device.adb import AdbDevice
from droidcanary.device.adb_socket import AdbClosed, AdbFailure, AdbRefused, AdbSilence, Deadline

FRIDA_PORT = 27042
PROBE_S = 2.0

_UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: ZHJvaWRjYW5hcnlwcm9iZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Endpoint(enum.Enum):
    """What was found at the port."""

    FRIDA = "answers like Frida"
    CLOSED = "nothing listens"
    SILENT = "accepts connections and stays silent"
    RESET = "accepts connections and closes them"
    OTHER = "another service answers"


def probe_endpoint(device: AdbDevice, port: int = FRIDA_PORT) -> Endpoint:
    """Asks once, within ``PROBE_S`` seconds. Raises LinkLostError when the adb server itself is gone."""
    step = f"asking what listens on port {port}"
    try:
        conn = device.open(f"tcp:{port}", step=step, timeout_s=PROBE_S)
    except AdbFailure as failure:
        # adbd's own refusal names the connection; the server's ("device 'X' not found") names the device.
        if "device" in str(failure):
            raise device.lost(step, failure) from failure
        return Endpoint.CLOSED
    except AdbSilence:
        return Endpoint.SILENT
    except AdbClosed:
        return Endpoint.CLOSED
    except AdbRefused as refused:
        raise device.lost(step, refused) from refused
    with conn:
        conn.set_deadline(Deadline(PROBE_S, step))
        try:
            conn.send(_UPGRADE)
            answer = b""
            while b"\r\n" not in answer and len(answer) < 256:
                chunk = conn.recv(256)
                if not chunk:
                    return Endpoint.OTHER if answer else Endpoint.RESET
                answer += chunk
        except AdbSilence:
            return Endpoint.SILENT
        except AdbClosed:
            return Endpoint.RESET
    return Endpoint.FRIDA if answer.startswith(b"HTTP/1.1 101") else Endpoint.OTHER
