"""A built runtime, as the device fixture uses it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from device_fixtures.art import recipe
from device_fixtures.art.dexer import Dexer
from device_fixtures.art.errors import ArtError
from device_fixtures.art.shell import Shell

_PACKAGE = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+(:\w+)?", flags=re.ASCII)


@dataclass(frozen=True)
class ArtRuntime:
    """ART 11 in the folder ``home``, which may be moved or mounted elsewhere as a whole.

    ``classpath`` holds the jars to compile an app against (declarations only, never run), ``agent_prelude`` the
    JavaScript that a Frida agent has to evaluate before its Java bridge on this runtime.
    """

    home: Path
    classpath: tuple[Path, ...]
    agent_prelude: Path
    api: int = recipe.API

    @classmethod
    def at(cls, home: Path) -> ArtRuntime:
        """The runtime in a folder that :func:`~device_fixtures.art.prepare` has filled, wherever it lies now."""
        return cls(
            home=home,
            classpath=(home / "compile/android.jar",),
            agent_prelude=recipe.FOLDER / "agent_prelude.js",
        )

    @property
    def executable(self) -> Path:
        """The program to execute for :meth:`command`, which is not ``argv[0]``."""
        return self.home / "bin/app_process64"

    def dex(self, jars: Sequence[Path], out: Path) -> None:
        """Turn JVM classes (jars, or folders of classes) into the dex file or jar ``out``.

        The classes may use what ``javac --release 8`` gives, lambdas included; newer ones are refused. ``out`` ends in
        .dex (up to 65,536 methods) or .jar. Raises :class:`ArtError` with the tool's words.
        """
        step = "dexing"
        if out.suffix not in (".dex", ".jar"):
            raise ArtError(step, f"{out.name} must end in .dex or .jar")
        for path in jars:
            if not path.exists():
                raise ArtError(step, f"there is no {path}")
        with tempfile.TemporaryDirectory(prefix="droidcanary-art-") as logs:
            Dexer(self.home / "tools", Shell(Path(logs))).dex(step, jars, out)

    def command(
        self, dex: Sequence[Path], main: str, args: Sequence[str], package: str
    ) -> tuple[list[str], dict[str, str]]:
        """The argument vector and the extra environment of an app's process.

        Execute :attr:`executable` with this vector: ``argv[0]`` is the package, as on Android, so it can't be the
        program's path (``subprocess.Popen(argv, executable=...)``, ``os.execve(executable, argv, env)``). The caller
        must set ``ANDROID_DATA`` to a folder that the app's user may write to; nothing is written below :attr:`home`.
        ``main`` is the app's main class, run by ``droidcanary.fixture.AppProcess`` on the main thread.
        """
        step = "making a command"
        if not _PACKAGE.fullmatch(package):
            raise ArtError(step, f"{package!r} is no package name")
        if not dex or any(":" in str(path) for path in dex):
            raise ArtError(step, "an app needs dex files, with no colon in their paths")
        return [package, "-cp", ":".join(str(path) for path in dex), main, *args], {}
