"""A prepared app process on HotSpot: where its parts are, and the command that starts an app in it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from device_fixtures.hotspot.errors import HotspotFixtureError
from device_fixtures.hotspot.levels import level_of

#: Names inside a runtime's home.
EXECUTABLE = "app_process64"
NATIVES = "libandroid_natives.so"
FRAMEWORK = "framework.jar"
TRANSLATOR = "dex_translator"

#: A class library written for Android reaches into java.lang and java.util here and there.
_OPENED = ("java.lang", "java.lang.ref", "java.io", "java.net", "java.nio", "java.util")


@dataclass(frozen=True)
class HotspotRuntime:
    """Android's framework of one API level on HotSpot.

    ``home`` may be moved, copied or mounted elsewhere: ``dataclasses.replace(runtime, home=...)``. Everything in it is
    world-readable and nothing writes to it.
    """

    home: Path
    api: int
    libjvm: Path
    #: Use API 36's lock-free message queue, which Android 16 keeps to system processes.
    concurrent_queue: bool = False
    #: JavaScript that Frida's agent needs before it here: none.
    agent_prelude: Path | None = None

    def __post_init__(self) -> None:
        if self.concurrent_queue and not level_of(self.api).has_concurrent_queue:
            raise HotspotFixtureError(f"API {self.api} has no concurrent message queue: it came with API 36")

    @property
    def executable(self) -> Path:
        """The program to execute; its argv[0] is the package, so it must be named apart from it."""
        return self.home / EXECUTABLE

    @property
    def classpath(self) -> tuple[Path, ...]:
        """What an app is compiled against."""
        return (self.home / FRAMEWORK,)

    def command(
        self, jars: Sequence[Path], main: str, args: Sequence[str], package: str, data_dir: Path
    ) -> tuple[list[str], dict[str, str]]:
        """The argument vector (argv[0] is ``package``) and the whole environment that start an app.

        ``jars`` are the app's, ``main`` is the class whose ``main`` is called on the main thread. ``data_dir`` must
        exist and be writable for the uid that the caller starts the process with; it is all that is written to.
        """
        options = [
            f"-Xbootclasspath/a:{self.home / FRAMEWORK}",
            f"-Djava.class.path={os.pathsep.join(str(jar) for jar in jars)}",
            f"-Djava.io.tmpdir={data_dir}",
            f"-Duser.home={data_dir}",
            "-Dfile.encoding=UTF-8",
            f"-Ddroidcanary.fixture.natives={self.home / NATIVES}",
            f"-Ddroidcanary.fixture.dex-translator={self.home / TRANSLATOR}",
            f"-Ddroidcanary.fixture.concurrent-queue={str(self.concurrent_queue).lower()}",
            *(f"-D{name}={value}" for name, value in self._properties().items()),
            *(f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in _OPENED),
            # Stack samples land on safepoint polls, and only with this collector do counted loops have them.
            "-XX:+UseG1GC",
            "-Xmx256m",
            "-XX:-UsePerfData",
            "-XX:-CreateCoredumpOnCrash",
            f"-XX:ErrorFile={data_dir}/hs_err_%p.log",
        ]
        environment = {
            "PATH": "/system/bin:/usr/bin:/bin",
            "ANDROID_ROOT": "/system",
            "ANDROID_DATA": "/data",
            "EXTERNAL_STORAGE": "/sdcard",
            "HOME": str(data_dir),
            "TMPDIR": str(data_dir),
            "LC_ALL": "C.UTF-8",
        }
        return [package, str(self.libjvm), *options, "--", main, *args], environment

    def _properties(self) -> dict[str, str]:
        return {
            "ro.build.version.sdk": str(self.api),
            "ro.build.version.release": level_of(self.api).release,
            "ro.build.version.sdk_full": f"{self.api}.0",
            "ro.build.version.codename": "REL",
            "ro.build.version.all_codenames": "REL",
            "ro.product.cpu.abilist": "x86_64",
            "ro.product.cpu.abilist64": "x86_64",
            "ro.product.cpu.abilist32": "",
            "ro.build.type": "userdebug",
            "ro.debuggable": "1",
            "ro.product.manufacturer": "droidcanary",
            "ro.product.model": "HotSpot fixture",
        }
