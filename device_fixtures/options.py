"""What the caller of ``run`` or ``up`` asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from device_fixtures.errors import FixtureUsageError

DEFAULT_PACKAGE = "com.example.jank"
NATIVE_PROCESS = "com.example.native"
SERIAL = "emulator-5554"

_PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+")
_PROCESS = re.compile(r":[A-Za-z0-9_.]+")


@dataclass(frozen=True)
class DeviceOptions:
    """One emulated device: its app, and what is left out.

    ``processes`` are further processes of the package (``:push``); ``start`` is False when the app runs only from
    ``am start`` on; ``frida`` False leaves the portal out, as on a phone without frida-server. ``concurrent_queue``
    switches API 36's lock-free message queue on.
    """

    package: str = DEFAULT_PACKAGE
    app: Path | None = None
    app_args: tuple[str, ...] = ()
    app_log: Path | None = None
    processes: tuple[str, ...] = field(default=())
    start: bool = True
    frida: bool = True
    concurrent_queue: bool = False

    def __post_init__(self) -> None:
        if not _PACKAGE.fullmatch(self.package):
            raise FixtureUsageError(f"{self.package!r} is no package name", "write it like com.example.app")
        for name in self.processes:
            if not _PROCESS.fullmatch(name):
                raise FixtureUsageError(f"{name!r} is no process of a package", "write it with its colon, like :push")
        if self.app is not None and not self.app.is_file():
            raise FixtureUsageError(
                f"there is no jar {self.app}", "--app takes a jar with a Main-Class in its manifest"
            )
        if self.app_log is not None and not self.app_log.parent.is_dir():
            raise FixtureUsageError(
                f"there is no folder {self.app_log.parent}", "--app-log needs a file in a folder that exists"
            )

    @property
    def process_names(self) -> tuple[str, ...]:
        """Every process of the app, the main one first."""
        return (self.package, *(self.package + name for name in self.processes))
