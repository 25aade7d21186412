"""The four questions the fixture asks the adb server, in the server's own protocol (which starts no other server)."""

from __future__ import annotations

import socket
from pathlib import Path

ADB_PORT = 5037
ADBD_PORT = 5555
_TIMEOUT_S = 5.0
_LISTEN = "0A"


def listening(port: int) -> bool:
    """Whether something in this network namespace listens on that TCP port. Connects to nothing."""
    wanted = f":{port:04X}"
    for table in ("tcp", "tcp6"):
        for line in Path("/proc/self/net", table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[1].endswith(wanted) and fields[3] == _LISTEN:
                return True
    return False


def announce_emulator() -> None:
    """Tells the server that an emulator's adbd is there, as emulators do when they start."""
    with _connect() as server:
        server.sendall(_framed(f"host:emulator:{ADBD_PORT}"))


def devices() -> dict[str, str]:
    """Serial numbers and states as the server lists them. Raises OSError."""
    with _connect() as server:
        server.sendall(_framed("host:devices"))
        _expect_okay(server)
        length = int(_exactly(server, 4), 16)
        listed = _exactly(server, length).decode()
    return dict(line.split("\t", 1) for line in listed.splitlines() if "\t" in line)


def shell(serial: str, command: str) -> str:
    """Runs a command on the device and returns its output. Raises OSError."""
    with _connect() as server:
        for request in (f"host:transport:{serial}", f"shell:{command}"):
            server.sendall(_framed(request))
            _expect_okay(server)
        received = bytearray()
        while chunk := server.recv(4096):
            received += chunk
    return received.decode(errors="replace")


def _connect() -> socket.socket:
    return socket.create_connection(("127.0.0.1", ADB_PORT), timeout=_TIMEOUT_S)


def _framed(request: str) -> bytes:
    return f"{len(request):04x}{request}".encode()


def _expect_okay(server: socket.socket) -> None:
    answer = _exactly(server, 4)
    if answer != b"OKAY":
        reason = _exactly(server, int(_exactly(server, 4), 16)) if answer == b"FAIL" else answer
        raise ConnectionError(f"the adb server refused: {reason.decode(errors='replace')}")


def _exactly(server: socket.socket, count: int) -> bytes:
    received = bytearray()
    while len(received) < count:
        chunk = server.recv(count - len(received))
        if not chunk:
            raise ConnectionError("the adb server hung up in the middle of an answer")
        received += chunk
    return bytes(received)
