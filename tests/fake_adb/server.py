"""The server side of adb's host protocol: enough of it for what droidcanary and Frida ask."""

from __future__ import annotations

import contextlib
import re
import socket
import struct
import threading
import time
from collections.abc import Callable

from tests.fake_adb.device import FakeDevice, Reply

_V1 = re.compile(r"\(\n(.*)\n\) </dev/null\necho\necho (\S+)\$\?", re.DOTALL)


class FakeAdbServer:
    """``with FakeAdbServer([device]) as server`` listens on a free port. ``requests`` is everything that was asked.

    ``mode``: "normal"; "silent" accepts and never answers; "closing" accepts and closes; "garbage" answers nonsense;
    "drip" answers one byte every 0.1 s.
    """

    def __init__(self, devices: list[FakeDevice] | None = None, *, mode: str = "normal", version: int = 41) -> None:
        self.devices = devices or []
        self.mode = mode
        self.version = version
        self.noise = ""
        self.requests: list[str] = []
        self.forwards: dict[int, str] = {}
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open: list[socket.socket] = []
        self._stopping = threading.Event()
        self._changed = threading.Condition()

    @property
    def environ(self) -> dict[str, str]:
        return {"ANDROID_ADB_SERVER_PORT": str(self.port)}

    @property
    def commands(self) -> list[tuple[str, str]]:
        """Every shell command of every device, with the device's serial."""
        return [(device.serial, command) for device in self.devices for command in device.commands]

    def __enter__(self) -> FakeAdbServer:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._stopping.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for conn in list(self._open):
            with contextlib.suppress(OSError):
                conn.shutdown(socket.SHUT_RDWR)
            conn.close()
        with self._changed:
            self._changed.notify_all()

    def set_state(self, device: FakeDevice, state: str) -> None:
        """Changes a device's state; whoever tracks devices is told."""
        device.state = state
        with self._changed:
            self._changed.notify_all()

    # --- connections ------------------------------------------------------------------------------------

    def _accept(self) -> None:
        while not self._stopping.is_set():
            try:
                conn, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(conn)
            threading.Thread(target=self._serve, args=(conn,), daemon=True).start()

    def _serve(self, conn: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError), conn:
            if self.mode == "closing":
                return
            if self.mode == "silent":
                self._stopping.wait()
                return
            if self.mode == "garbage":
                conn.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                return
            self._host(conn, None)

    def _host(self, conn: socket.socket, device: FakeDevice | None) -> None:
        request = _read_request(conn)
        self.requests.append(request)
        if device is not None:
            self._on_device(conn, device, request)
            return
        match = re.match(r"host:transport(?:-id)?:(.*)", request, re.DOTALL)
        if match is not None:
            self._switch(conn, request, match[1])
            return
        if request.startswith(("host-serial:", "host-transport-id:")):
            self._host_device(conn, request)
        elif request == "host:version":
            self._block(conn, f"{self.version:04x}")
        elif request in ("host:devices-l", "host:devices"):
            tabs = request == "host:devices"
            self._block(conn, self.noise + "".join(device.line(tabs=tabs) for device in self.devices))
        elif request in ("host:track-devices", "host:track-devices-l"):
            self._track(conn, tabs=request == "host:track-devices")
        else:
            _fail(conn, f"unknown host service '{request}'")

    def _switch(self, conn: socket.socket, request: str, name: str) -> None:
        by_id = request.startswith("host:transport-id:")
        found = [device for device in self.devices if name == (str(device.transport_id) if by_id else device.serial)]
        if not found:
            _fail(conn, f"device '{name}' not found")
        elif len(found) > 1:
            _fail(conn, "more than one device with that serial")
        elif found[0].state != "device":
            _fail(conn, f"device {found[0].state}")
        else:
            conn.sendall(b"OKAY")
            self._host(conn, found[0])

    def _host_device(self, conn: socket.socket, request: str) -> None:
        kind, _, rest = request.partition(":")
        for device in self.devices:
            name = str(device.transport_id) if kind == "host-transport-id" else device.serial
            if rest.startswith(f"{name}:"):
                self._device_service(conn, device, rest.removeprefix(f"{name}:"))
                return
        _fail(conn, f"device '{rest}' not found")

    def _device_service(self, conn: socket.socket, device: FakeDevice, service: str) -> None:
        if service == "get-state":
            self._block(conn, device.state)
        elif service == "features":
            self._block(conn, ",".join(device.features))
        elif match := re.fullmatch(r"forward:tcp:0;(.*)", service):
            port = self._forward(device, match[1])
            conn.sendall(b"OKAYOKAY" + b"%04x" % len(str(port)) + str(port).encode())
        elif match := re.fullmatch(r"killforward:tcp:([0-9]+)", service):
            self.forwards.pop(int(match[1]), None)
            conn.sendall(b"OKAYOKAY")
        else:
            _fail(conn, f"unknown service {service}")

    def _forward(self, device: FakeDevice, remote: str) -> int:
        listener = socket.create_server(("127.0.0.1", 0))
        port = int(listener.getsockname()[1])
        self.forwards[port] = remote

        def serve() -> None:
            with contextlib.suppress(OSError), listener:
                while True:
                    conn, _ = listener.accept()
                    self._open.append(conn)
                    threading.Thread(target=device.services[remote], args=(conn,), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        return port

    def _track(self, conn: socket.socket, *, tabs: bool) -> None:
        conn.sendall(b"OKAY")
        last = None
        while not self._stopping.is_set():
            text = "".join(device.line(tabs=tabs) for device in self.devices)
            if text != last:
                conn.sendall(b"%04x" % len(text) + text.encode())
                last = text
            with self._changed:
                self._changed.wait(0.2)

    def _on_device(self, conn: socket.socket, device: FakeDevice, request: str) -> None:
        if request.startswith("shell,v2,raw:"):
            conn.sendall(b"OKAY")
            self._shell_v2(conn, device.run(request.removeprefix("shell,v2,raw:")))
        elif request.startswith("shell:"):
            conn.sendall(b"OKAY")
            self._shell_v1(conn, device, request.removeprefix("shell:"))
        elif request in device.services:
            conn.sendall(b"OKAY")
            device.services[request](conn)
        else:
            _fail(conn, "closed")

    def _shell_v2(self, conn: socket.socket, reply: Reply) -> None:
        if reply.silent:
            self._stopping.wait()
            return
        data = b""
        for kind, payload in ((1, reply.stdout), (2, reply.stderr)):
            if payload:
                data += struct.pack("<BI", kind, len(payload)) + payload
        if not reply.cut:
            data += struct.pack("<BIB", 3, 1, reply.status)
        self._send(conn, data, reply.drip_s)

    def _shell_v1(self, conn: socket.socket, device: FakeDevice, script: str) -> None:
        wrapped = _V1.fullmatch(script)
        reply = device.run(wrapped[1] if wrapped else script)
        if reply.silent:
            self._stopping.wait()
            return
        data = reply.stdout + reply.stderr
        if wrapped is not None and not reply.cut:
            data += b"\n" + f"{wrapped[2]}{reply.status}\n".encode()
        self._send(conn, data.replace(b"\n", b"\r\n") if device.crlf else data, reply.drip_s)

    def _block(self, conn: socket.socket, text: str) -> None:
        data = text.encode()
        self._send(conn, b"OKAY" + b"%04x" % len(data) + data, 0.1 if self.mode == "drip" else 0.0)

    def _send(self, conn: socket.socket, data: bytes, drip_s: float) -> None:
        if not drip_s:
            conn.sendall(data)
            return
        for byte in data:
            if self._stopping.wait(drip_s):
                return
            conn.sendall(bytes([byte]))


def pipe_to(host: str, port: int) -> Callable[[socket.socket], None]:
    """A device's service that leads to a real TCP port of this computer."""

    def serve(conn: socket.socket) -> None:
        with contextlib.suppress(OSError), socket.create_connection((host, port)) as other:
            there = threading.Thread(target=_pump, args=(conn, other), daemon=True)
            there.start()
            _pump(other, conn)

    return serve


def answer(data: bytes, *, close: bool = True) -> Callable[[socket.socket], None]:
    """A service that reads a request, answers ``data`` and closes (or stays open and silent)."""

    def serve(conn: socket.socket) -> None:
        with contextlib.suppress(OSError):
            conn.recv(4096)
            if data:
                conn.sendall(data)
            if not close:
                while conn.recv(4096):
                    time.sleep(0.01)
            conn.close()

    return serve


def _pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def _read_request(conn: socket.socket) -> str:
    return _read_exact(conn, int(_read_exact(conn, 4), 16)).decode("utf-8", "surrogateescape")


def _read_exact(conn: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        chunk = conn.recv(size - len(data))
        if not chunk:
            raise EOFError
        data += chunk
    return data


def _fail(conn: socket.socket, text: str) -> None:
    data = text.encode()
    conn.sendall(b"FAIL" + b"%04x" % len(data) + data)
