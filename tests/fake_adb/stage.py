"""A process, a Frida portal that it joined, and a fake phone whose Frida port leads there: a device without root."""

from __future__ import annotations

import contextlib
import dataclasses
import queue
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import frida
import pytest

from droidcanary import wire
from droidcanary.config import SessionConfig
from droidcanary.device.adb import AdbDevice, AdbServer
from droidcanary.device.delivery import Delivery
from droidcanary.device.link import AgentFiles, FridaLink
from tests.fake_adb.device import FakeDevice
from tests.fake_adb.phone import phone
from tests.fake_adb.server import FakeAdbServer, pipe_to

#: Speaks the wire without Java.
AGENT = (Path(__file__).parents[1] / "unit" / "fake_agent" / "agent.js").read_text("utf-8")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as reserved:
        return int(reserved.getsockname()[1])


@dataclasses.dataclass
class Stage:
    """A process that joined a portal (members are let in at port ``cluster``), and a fake device whose Frida port leads
    there."""

    server: FakeAdbServer
    fake: FakeDevice
    pid: int
    process: subprocess.Popen[bytes]
    portal: frida.PortalService
    cluster: int
    inbox: queue.SimpleQueue[Delivery]

    def link(self, mode: str = "ok", *, serial: str | None = None) -> FridaLink:
        if serial is not None:
            self.fake.serial = serial
        device = AdbDevice(AdbServer(self.server.environ), self.fake.serial)
        files = AgentFiles(AGENT, b"dex\n035\0", f"globalThis.fakeMode = '{mode}'; // no line break")
        options = wire.encode_options(SessionConfig(package="com.acme.shop"), "token")
        return FridaLink(device, self.pid, files, options, self.inbox.put, lambda text: None)

    def get(self, timeout_s: float = 3.0) -> Delivery:
        return self.inbox.get(timeout=timeout_s)


@contextlib.contextmanager
def open_stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """Everything is over when the context ends. Skips where the system lets nobody attach to a process of its own."""
    cluster, control = free_port(), free_port()
    portal = frida.PortalService(
        frida.EndpointParameters("127.0.0.1", cluster), frida.EndpointParameters("127.0.0.1", control)
    )
    portal.start()
    process = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"up\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"up\n"  # one that is still being loaded does not survive an attach
    try:
        join(process.pid, cluster)
        fake = phone(pid=process.pid)
        fake.services["tcp:27042"] = pipe_to("127.0.0.1", control)
        with FakeAdbServer([fake]) as server:
            monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
            monkeypatch.delenv("ADB_SERVER_SOCKET", raising=False)
            yield Stage(server, fake, process.pid, process, portal, cluster, queue.SimpleQueue())
    finally:
        process.kill()
        process.communicate()
        portal.stop()


def join(pid: int, cluster: int) -> None:
    try:
        frida.attach(pid).join_portal(f"127.0.0.1:{cluster}")
    except frida.PermissionDeniedError:
        pytest.skip("this system does not let Frida attach to a process of one's own (kernel.yama.ptrace_scope)")
