"""The adb server, its devices, and their shell. The only importer of adbutils (for the adb program it brings along).

Never starts or kills an adb server while one answers: another version on the same port means every other tool's
session would drop.
"""

from __future__ import annotations

import dataclasses
import logging
import os
import secrets
import struct
import subprocess
from collections.abc import Callable, Mapping

from droidcanary.device.adb_socket import (
    AdbClosed,
    AdbFailure,
    AdbRefused,
    AdbSilence,
    AdbSocket,
    Deadline,
    ServerAddress,
    resolve_address,
)
from droidcanary.errors import LinkLostError, NoDeviceError

log = logging.getLogger(__name__)

#: Every short call to the server or the device has to be complete within this many seconds.
CALL_S = 5.0
#: What may come back from one short command; more is a fault, not data.
MAX_OUTPUT = 16 * 1024 * 1024

_STDOUT, _STDERR, _EXIT = 1, 2, 3


@dataclasses.dataclass(frozen=True)
class ShellResult:
    """What a command left. On the old shell protocol ``stderr`` is inside ``stdout``; ``status`` is real on both.

    ``status`` is None when the command's end never came through (the connection broke off).
    """

    stdout: bytes
    stderr: bytes
    status: int | None

    @property
    def ok(self) -> bool:
        return self.status == 0

    @property
    def text(self) -> str:
        """stdout as text; what is not UTF-8 becomes replacement marks, CRLF becomes LF."""
        return self.stdout.decode("utf-8", "replace").replace("\r\n", "\n")


class AdbServer:
    """The adb server at the address the environment names.

    ``notice`` receives one line when a server had to be started.
    """

    def __init__(self, environ: Mapping[str, str], notice: Callable[[str], None] = log.info) -> None:
        self.address: ServerAddress = resolve_address(environ)
        self._environ = environ
        self._notice = notice

    def ensure(self) -> int:
        """The server's version, after starting one if nobody answers. Raises NoDeviceError."""
        try:
            return self._version()
        except AdbRefused as refused:
            if not self.address.is_local:
                raise NoDeviceError(
                    f"no adb server answers at {self.address}",
                    hint="start adb on that computer (adb -a nodaemon server), or unset ADB_SERVER_SOCKET "
                    "and ANDROID_ADB_SERVER_ADDRESS",
                    detail=str(refused),
                ) from refused
        except (AdbSilence, AdbClosed, AdbFailure) as error:
            raise self._useless(error) from error
        path = self._start()
        try:
            version = self._version()
        except (AdbRefused, AdbSilence, AdbClosed, AdbFailure) as error:
            raise NoDeviceError(
                f"{path} was started but no adb server answers at {self.address}",
                hint=f"try it by hand: {path} start-server",
                detail=str(error),
            ) from error
        self._notice(f"no adb server was running: started one with {path}")
        return version

    def devices_text(self) -> str:
        """The answer to ``host:devices-l``. Raises NoDeviceError when the server does not answer."""
        try:
            return self.query("host:devices-l", "listing devices").decode("utf-8", "replace")
        except (AdbRefused, AdbSilence, AdbClosed, AdbFailure) as error:
            raise self._useless(error) from error

    def query(self, service: str, step: str, *, timeout_s: float = CALL_S) -> bytes:
        """A host service that answers with one block. Raises the exceptions of adb_socket."""
        with self.connect(step, timeout_s) as conn:
            conn.request(service)
            return conn.read_block()

    def connect(self, step: str, timeout_s: float = CALL_S) -> AdbSocket:
        return AdbSocket.connect(self.address, Deadline(timeout_s, step))

    def _version(self) -> int:
        block = self.query("host:version", "asking the adb server for its version")
        try:
            return int(block, 16)
        except ValueError as error:
            raise AdbClosed(f"that is not an adb server: {block!r}") from error

    def _useless(self, error: Exception) -> NoDeviceError:
        return NoDeviceError(
            f"the adb server at {self.address} does not answer properly: {error}",
            hint="see what listens there; if it is adb, restart it: adb kill-server; adb start-server",
            detail=str(error),
        )

    def _start(self) -> str:
        import adbutils

        try:
            path = str(adbutils.adb_path())
            env = {**os.environ, **self._environ}
            subprocess.run(
                [path, "start-server"], check=True, capture_output=True, timeout=20, env=env, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.SubprocessError, adbutils.AdbError) as error:
            raise NoDeviceError(
                f"no adb server answers at {self.address}, and none could be started",
                hint="install Android's platform-tools, or point ADBUTILS_ADB_PATH at an adb program",
                detail=str(error),
            ) from error
        return path


class AdbDevice:
    """One device. Every request names it, by serial or (when serials are not unique) by transport id.

    All methods raise LinkLostError when the device, the server or the connection does not deliver.
    """

    def __init__(self, server: AdbServer, serial: str, transport_id: int | None = None) -> None:
        self.server = server
        self.serial = serial
        self.transport_id = transport_id
        self._shell_v2: bool | None = None

    def shell(self, command: str, *, step: str, timeout_s: float = CALL_S) -> ShellResult:
        """Runs a command in the device's shell. ``command`` is sent as it is: quote what is not yours."""
        try:
            if self._has_shell_v2():
                with self._transport(step, timeout_s) as conn:
                    conn.request(f"shell,v2,raw:{command}")
                    return _read_v2(conn)
            return self._shell_v1(command, step, timeout_s)
        except (AdbRefused, AdbSilence, AdbClosed, AdbFailure) as error:
            raise self.lost(step, error) from error

    def stream(self, command: str, *, step: str) -> ShellStream:
        """Starts a command that runs until the stream is closed."""
        try:
            v2 = self._has_shell_v2()
            conn = self._transport(step, CALL_S)
            try:
                conn.request(("shell,v2,raw:" if v2 else "shell:") + command)
            except BaseException:
                conn.close()
                raise
            return ShellStream(conn, v2=v2)
        except (AdbRefused, AdbSilence, AdbClosed, AdbFailure) as error:
            raise self.lost(step, error) from error

    def open(self, service: str, *, step: str, timeout_s: float) -> AdbSocket:
        """A raw connection to a service on the device (``tcp:27042``). Raises AdbFailure when adbd refuses it,
        and the other exceptions of adb_socket as they are: what they mean depends on the service."""
        conn = self._transport(step, timeout_s)
        try:
            conn.request(service)
        except BaseException:
            conn.close()
            raise
        return conn

    def forward(self, remote: str) -> int:
        """A free local port that leads to ``remote`` on the device."""
        step = f"forwarding a port to {remote}"
        try:
            with self.server.connect(step) as conn:
                conn.request(f"{self._host_prefix()}:forward:tcp:0;{remote}")
                # Two answers: the request was understood, then the forward is there; its port follows.
                status = conn.read_exact(4)
                if status == b"FAIL":
                    raise AdbFailure(conn.read_block().decode("utf-8", "replace"))
                return int(conn.read_block())
        except (AdbRefused, AdbSilence, AdbClosed, AdbFailure, ValueError) as error:
            raise self.lost(step, error) from error

    def remove_forward(self, port: int) -> None:
        step = f"removing the forward of port {port}"
        try:
            with self.server.connect(step) as conn:
                conn.request(f"{self._host_prefix()}:killforward:tcp:{port}")
        except (AdbRefused, AdbSilence, AdbClosed, AdbFailure) as error:
            raise self.lost(step, error) from error

    def is_connected(self) -> bool:
        """Whether the server still lists it as usable; False also when the server is gone."""
        try:
            state = self.server.query(f"{self._host_prefix()}:get-state", "asking for the device's state", timeout_s=2)
        except (AdbRefused, AdbSilence, AdbClosed, AdbFailure) as error:
            log.debug("state of %s: %s", self.serial, error)
            return False
        return state == b"device"

    def lost(self, step: str, error: Exception) -> LinkLostError:
        """The error for a call that failed under us."""
        if isinstance(error, AdbSilence):
            message, hint = f"{self.serial} does not answer ({error})", "replug it, or: adb reconnect"
        elif isinstance(error, AdbRefused):
            message, hint = f"the adb server at {self.server.address} is gone ({step})", "run the command again"
        else:
            message, hint = f"{self.serial}: {step} failed: {error}", "is it still connected? adb devices -l"
        return LinkLostError(message, hint=hint, detail=repr(error))

    def _host_prefix(self) -> str:
        return f"host-serial:{self.serial}" if self.transport_id is None else f"host-transport-id:{self.transport_id}"

    def _transport(self, step: str, timeout_s: float) -> AdbSocket:
        conn = self.server.connect(step, timeout_s)
        try:
            by_id = self.transport_id is not None
            conn.request(f"host:transport-id:{self.transport_id}" if by_id else f"host:transport:{self.serial}")
        except BaseException:
            conn.close()
            raise
        return conn

    def _has_shell_v2(self) -> bool:
        if self._shell_v2 is None:
            try:
                features = self.server.query(f"{self._host_prefix()}:features", "asking for the device's features")
            except AdbFailure as error:
                log.debug("no feature list from %s: %s", self.serial, error)
                features = b""
            self._shell_v2 = "shell_v2" in features.decode("utf-8", "replace").split(",")
        return self._shell_v2

    def _shell_v1(self, command: str, step: str, timeout_s: float) -> ShellResult:
        # The line breaks keep a command that ends in a comment or in & from swallowing the marker.
        marker = f"dc-{secrets.token_hex(12)}:"
        with self._transport(step, timeout_s) as conn:
            conn.request(f"shell:(\n{command}\n) </dev/null\necho\necho {marker}$?")
            output = _read_all(conn)
        body, found, tail = output.rpartition(marker.encode())
        status_text = tail.strip()
        if not found or not status_text.isdigit():
            return ShellResult(output, b"", None)
        # One line break of ours in front of the marker; an old adbd's terminal makes CRLF of it.
        body = body[:-2] if body.endswith(b"\r\n") else body[:-1] if body.endswith(b"\n") else body
        return ShellResult(body, b"", int(status_text))


class ShellStream:
    """The output of a long command, as it comes."""

    def __init__(self, conn: AdbSocket, *, v2: bool) -> None:
        self._conn = conn
        self._v2 = v2

    def read(self, timeout_s: float) -> bytes:
        """The next piece of stdout, b"" at the end. Raises AdbSilence when none comes in time, AdbClosed when the
        connection breaks."""
        self._conn.set_deadline(Deadline(timeout_s, "waiting for the device's readings"))
        if not self._v2:
            return self._conn.recv()
        while True:
            kind, payload = _read_packet(self._conn)
            if kind == _STDOUT and payload:
                return payload
            if kind == _EXIT:
                return b""
            if kind == _STDERR:
                log.debug("stderr of a long shell: %r", payload[:200])

    def close(self) -> None:
        self._conn.close()


def _read_packet(conn: AdbSocket) -> tuple[int, bytes]:
    kind, size = struct.unpack("<BI", conn.read_exact(5))
    if size > MAX_OUTPUT:
        raise AdbClosed(f"a shell packet of {size} bytes")
    return kind, conn.read_exact(size)


def _read_v2(conn: AdbSocket) -> ShellResult:
    streams: dict[int, bytearray] = {_STDOUT: bytearray(), _STDERR: bytearray()}
    while True:
        try:
            kind, payload = _read_packet(conn)
        except AdbClosed:
            return ShellResult(bytes(streams[_STDOUT]), bytes(streams[_STDERR]), None)
        if kind == _EXIT:
            return ShellResult(bytes(streams[_STDOUT]), bytes(streams[_STDERR]), payload[0] if payload else None)
        if kind in streams:
            streams[kind] += payload
            if len(streams[kind]) > MAX_OUTPUT:
                raise AdbClosed(f"more than {MAX_OUTPUT} bytes of output")


def _read_all(conn: AdbSocket) -> bytes:
    output = bytearray()
    while chunk := conn.recv():
        output += chunk
        if len(output) > MAX_OUTPUT:
            raise AdbClosed(f"more than {MAX_OUTPUT} bytes of output")
    return bytes(output)
