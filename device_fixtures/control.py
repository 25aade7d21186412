"""Orders to the running device: from COMMAND through a unix socket, from the device's own commands through a fifo.

An order is one line, words separated by tabs. The answer is its exit status on the first line, then text.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import socket
import sys
import threading
import time
from pathlib import Path

from device_fixtures.device import Device
from device_fixtures.errors import FixtureError
from device_fixtures.layout import Layout

_REPLY_NAME = re.compile(r"[A-Za-z0-9._-]+")
_REPLY_TIMEOUT_S = 5.0
_POLL_S = 0.01
_MAX_ORDER = 4096


def perform(device: Device, words: list[str]) -> str:
    """Carries out one order and returns what is to be printed. Raises :class:`FixtureError`."""
    verb, *rest = words
    target = rest[0] if rest else None
    # Each order is a method of the device; what it returns, a pid or a count, is what the caller sees.
    match verb:
        case "app-pid":
            return str(device.app_pid(target))
        case "start-app":
            return str(device.start_app(target))
        case "kill-app":
            return str(device.kill_app(target))
        case "stop-app":
            return str(device.signal_app(signal.SIGSTOP, target))
        case "cont-app":
            return str(device.signal_app(signal.SIGCONT, target))
        case "force-stop":
            return str(device.force_stop(target or device.options.package))
        case "stop-portal":
            device.stop_portal()
        case "start-portal":
            device.start_portal()
        case "kill-adbd":
            device.kill_adbd()
        case "start-adbd":
            device.start_adbd()
        case _:
            raise FixtureError(f"there is no order {verb!r}", f"known: {', '.join(ORDERS)}")
    return ""


ORDERS = (
    "app-pid", "start-app", "kill-app", "stop-app", "cont-app", "force-stop",
    "stop-portal", "start-portal", "kill-adbd", "start-adbd",
)  # fmt: skip


class Control:
    """Listens for orders until the namespace ends."""

    def __init__(self, device: Device, layout: Layout) -> None:
        self._device = device
        self._replies = layout.state / "replies"
        self._fifo = layout.state / "orders"
        os.mkfifo(self._fifo, 0o600)
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.bind(str(layout.control))
        self._server.listen()
        for loop in (self._serve_socket, self._serve_fifo):
            threading.Thread(target=loop, name=loop.__name__, daemon=True).start()

    def _serve_socket(self) -> None:
        while True:
            client, _ = self._server.accept()
            threading.Thread(target=self._serve_client, args=(client,), daemon=True).start()

    def _serve_client(self, client: socket.socket) -> None:
        with client, client.makefile("rw", encoding="utf-8") as stream:
            try:
                stream.write(self._obey(stream.readline(_MAX_ORDER)))
            except OSError:
                return  # the client did not wait for its answer

    def _serve_fifo(self) -> None:
        # Opened for both, so that the end of one writer is not the end of the file.
        with os.fdopen(os.open(self._fifo, os.O_RDWR), "rb", buffering=0) as orders:
            pending = b""
            while True:
                *lines, pending = (pending + (orders.read(_MAX_ORDER) or b"")).split(b"\n")
                for line in lines:
                    text = line.decode(errors="replace")
                    threading.Thread(target=self._serve_device, args=(text,), daemon=True).start()

    def _serve_device(self, line: str) -> None:
        name, _, order = line.partition("\t")
        if not _REPLY_NAME.fullmatch(name):
            print(f"device_fixtures: an order from the device names no reply: {line!r}", file=sys.stderr)
            return
        self._reply(self._replies / name, self._obey(order))

    def _obey(self, line: str) -> str:
        try:
            return f"0\n{perform(self._device, line.rstrip().split(chr(9)))}\n"
        except (FixtureError, OSError) as failed:
            return f"1\n{failed}\n"

    @staticmethod
    def _reply(fifo: Path, answer: str) -> None:
        deadline = time.monotonic() + _REPLY_TIMEOUT_S
        while time.monotonic() < deadline:
            try:
                with os.fdopen(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK), "wb", buffering=0) as reply:
                    reply.write(answer.encode())
                return
            except OSError as not_yet:
                if not_yet.errno not in (errno.ENXIO, errno.ENOENT):  # nobody reads it yet
                    raise
            time.sleep(_POLL_S)
        print(f"device_fixtures: nobody took the reply {fifo.name}", file=sys.stderr)
