"""A scripted device: what it answers to each shell command, and what stands behind its ports."""

from __future__ import annotations

import dataclasses
import re
import socket
from collections.abc import Callable


@dataclasses.dataclass(frozen=True)
class Reply:
    """A command's answer. ``drip_s``: one byte at a time with this pause. ``silent``: never answers."""

    stdout: bytes = b""
    stderr: bytes = b""
    status: int = 0
    drip_s: float = 0.0
    silent: bool = False
    cut: bool = False  # the connection ends before the status


#: Handles a raw connection to a service of the device after OKAY was sent.
Service = Callable[[socket.socket], None]


@dataclasses.dataclass
class FakeDevice:
    """``shell`` maps a regular expression (matched in full) to a reply, first match wins; a callable gets the command.
    ``commands`` is every shell command that came, ``unexpected`` those without a reply."""

    serial: str
    state: str = "device"
    transport_id: int = 1
    attributes: str = "product:sdk model:Fake_phone device:generic"
    features: tuple[str, ...] = ("shell_v2", "cmd", "stat_v2")
    shell: list[tuple[str, Reply | Callable[[str], Reply]]] = dataclasses.field(default_factory=list)
    services: dict[str, Service] = dataclasses.field(default_factory=dict)
    crlf: bool = False
    commands: list[str] = dataclasses.field(default_factory=list)
    unexpected: list[str] = dataclasses.field(default_factory=list)

    def line(self, *, tabs: bool = False) -> str:
        """Its line in the server's list."""
        if tabs:
            return f"{self.serial}\t{self.state}\n"
        return f"{self.serial:<22} {self.state} {self.attributes} transport_id:{self.transport_id}\n"

    def run(self, command: str) -> Reply:
        self.commands.append(command)
        for pattern, reply in self.shell:
            if re.fullmatch(pattern, command, re.DOTALL):
                return reply(command) if callable(reply) else reply
        self.unexpected.append(command)
        return Reply(stderr=f"/system/bin/sh: {command.split()[0]}: inaccessible or not found\n".encode(), status=127)

    def on(self, pattern: str, reply: Reply | Callable[[str], Reply] | str) -> None:
        """A reply that goes before all others."""
        self.shell.insert(0, (pattern, Reply(reply.encode()) if isinstance(reply, str) else reply))
