"""What an app runs on: real ART 11, or HotSpot under the framework's classes of a chosen API level."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from device_fixtures.errors import FixtureUsageError

ART_API = 30
DEFAULT_API = 35


class Runtime(Protocol):
    """What art and hotspot have in common, once prepared."""

    @property
    def api(self) -> int:
        """The API level whose framework classes run."""

    @property
    def executable(self) -> Path:
        """The launcher binary, named ``app_process64``."""

    @property
    def classpath(self) -> tuple[Path, ...]:
        """The jars to compile an app against."""

    @property
    def agent_prelude(self) -> Path | None:
        """JavaScript that this runtime needs before the agent, if any."""


@dataclass(frozen=True)
class AppCommand:
    """How one process of the app is executed: ``argv[0]`` is the process name, ``executable`` the binary."""

    executable: Path
    argv: tuple[str, ...]
    environment: dict[str, str]


def main_class(jar: Path) -> str:
    """The ``Main-Class`` of a jar's manifest. Raises :class:`FixtureUsageError`."""
    try:
        with zipfile.ZipFile(jar) as archive:
            manifest = archive.read("META-INF/MANIFEST.MF").decode()
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError) as unreadable:
        raise FixtureUsageError(
            f"{jar} has no readable manifest: {unreadable}", "--app takes a jar with a Main-Class"
        ) from None
    unfolded = manifest.replace("\r\n", "\n").replace("\n ", "")
    for line in unfolded.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == "main-class" and value.strip():
            return value.strip()
    raise FixtureUsageError(f"{jar} names no Main-Class in its manifest", "build it with: jar --main-class NAME ...")
