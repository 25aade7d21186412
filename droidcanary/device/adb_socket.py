"""The adb host protocol on one socket: framing and deadlines, nothing about devices.

adbutils' own connections are not used for talking: they start an adb server as a side effect, have no deadline that
covers a whole call (a server that drips one byte a second is waited for as long as it likes), know TCP addresses
only, and send with ``send`` where ``sendall`` is needed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import socket
import time
from collections.abc import Mapping
from typing import Literal

from droidcanary.errors import UsageError

DEFAULT_PORT = 5037


class AdbFailure(Exception):
    """The server (or the device's adbd) said FAIL; ``str()`` is its own wording."""


class AdbSilence(Exception):
    """The deadline of a call passed. ``step`` says which one."""

    def __init__(self, step: str, seconds: float) -> None:
        super().__init__(f"{step}: no complete answer within {seconds:g} s")
        self.step = step


class AdbClosed(Exception):
    """The connection ended in the middle of a call."""


class AdbRefused(Exception):
    """Nobody listens at the server's address."""


@dataclasses.dataclass(frozen=True)
class ServerAddress:
    """Where the adb server listens: TCP, or a local (unix) socket whose name may be abstract."""

    family: Literal["tcp", "unix"]
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    path: str = ""

    def __str__(self) -> str:
        if self.family == "unix":
            return "unix:" + self.path.replace("\0", "@")
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Whether a server could be started for it from here."""
        return self.family == "unix" or self.host in ("127.0.0.1", "localhost", "::1")


def resolve_address(environ: Mapping[str, str]) -> ServerAddress:
    """The address adb itself and Frida would use: ``ADB_SERVER_SOCKET`` (``tcp:[HOST:]PORT``, ``local:PATH``,
    ``localabstract:NAME``, ``localfilesystem:PATH``), else ``ANDROID_ADB_SERVER_ADDRESS`` and
    ``ANDROID_ADB_SERVER_PORT``, else 127.0.0.1:5037.

    Raises UsageError naming the variable.
    """
    spec = environ.get("ADB_SERVER_SOCKET", "")
    if spec:
        return _parse_spec(spec)
    host = environ.get("ANDROID_ADB_SERVER_ADDRESS") or environ.get("ANDROID_ADB_SERVER_HOST") or "127.0.0.1"
    port = environ.get("ANDROID_ADB_SERVER_PORT") or str(DEFAULT_PORT)
    return ServerAddress("tcp", host.strip("[]"), _port(port, "ANDROID_ADB_SERVER_PORT"))


def _parse_spec(spec: str) -> ServerAddress:
    kind, _, rest = spec.partition(":")
    if kind == "tcp" and rest:
        host, _, port = rest.rpartition(":")
        return ServerAddress("tcp", host.strip("[]") or "127.0.0.1", _port(port, "ADB_SERVER_SOCKET"))
    if kind in ("local", "localfilesystem") and rest:
        return ServerAddress("unix", path=rest)
    if kind == "localabstract" and rest:
        return ServerAddress("unix", path="\0" + rest)
    raise UsageError(
        f"ADB_SERVER_SOCKET: {spec!r} is not an address adb knows", hint="use tcp:5037, tcp:HOST:PORT or local:PATH"
    )


def _port(text: str, variable: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise UsageError(f"{variable}: {text!r} is not a port", hint="use a number from 1 to 65535")


class Deadline:
    """A point in time that a whole call has to meet, however many reads it takes."""

    def __init__(self, seconds: float, step: str) -> None:
        self._seconds = seconds
        self._step = step
        self._at = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left. Raises AdbSilence when there are none."""
        left = self._at - time.monotonic()
        if left <= 0:
            raise AdbSilence(self._step, self._seconds)
        return left

    def expired(self) -> AdbSilence:
        """The exception to raise when a read ran into it."""
        return AdbSilence(self._step, self._seconds)


class AdbSocket:
    """One connection. Every method is bounded by the deadline given at connect, until ``set_deadline``."""

    def __init__(self, raw: socket.socket, deadline: Deadline) -> None:
        self._raw = raw
        self._deadline = deadline

    @classmethod
    def connect(cls, address: ServerAddress, deadline: Deadline) -> AdbSocket:
        """Raises AdbRefused (nobody listens) or AdbSilence."""
        try:
            if address.family == "unix":
                raw = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                raw.settimeout(deadline.left())
                raw.connect(address.path)
            else:
                raw = socket.create_connection((address.host, address.port), timeout=deadline.left())
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except TimeoutError as error:
            raise deadline.expired() from error
        except OSError as error:
            raise AdbRefused(f"{address}: {error}") from error
        return cls(raw, deadline)

    def set_deadline(self, deadline: Deadline) -> None:
        self._deadline = deadline

    def __enter__(self) -> AdbSocket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection; safe to call twice and from another thread (it wakes a blocked ``recv``)."""
        with contextlib.suppress(OSError):  # already gone: nothing left to shut down
            self._raw.shutdown(socket.SHUT_RDWR)
        self._raw.close()

    def send(self, data: bytes) -> None:
        try:
            self._raw.settimeout(self._deadline.left())
            self._raw.sendall(data)
        except TimeoutError as error:
            raise self._deadline.expired() from error
        except OSError as error:
            raise AdbClosed(f"connection to adb ended: {error}") from error

    def recv(self, size: int = 65536) -> bytes:
        """At most ``size`` bytes, b"" at the end of the stream."""
        try:
            self._raw.settimeout(self._deadline.left())
            return self._raw.recv(size)
        except TimeoutError as error:
            raise self._deadline.expired() from error
        except OSError as error:
            raise AdbClosed(f"connection to adb ended: {error}") from error

    def read_exact(self, size: int) -> bytes:
        """Exactly ``size`` bytes. Raises AdbClosed when the stream ends before."""
        parts: list[bytes] = []
        missing = size
        while missing:
            chunk = self.recv(min(missing, 65536))
            if not chunk:
                raise AdbClosed(f"connection to adb ended {missing} bytes short")
            parts.append(chunk)
            missing -= len(chunk)
        return b"".join(parts)

    def read_block(self) -> bytes:
        """A block with its length in four hex digits in front."""
        head = self.read_exact(4)
        try:
            size = int(head, 16)
        except ValueError as error:
            raise AdbClosed(f"that is not an adb server: {head!r}") from error
        return self.read_exact(size)

    def request(self, service: str) -> None:
        """Asks for a service and waits for OKAY. Raises AdbFailure with the server's words."""
        payload = service.encode("utf-8", "surrogateescape")
        self.send(b"%04x" % len(payload) + payload)
        status = self.read_exact(4)
        if status == b"FAIL":
            raise AdbFailure(self.read_block().decode("utf-8", "replace"))
        if status != b"OKAY":
            raise AdbClosed(f"that is not an adb server: {status!r}")
