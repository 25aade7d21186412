"""From JVM classes to dex files: this package's desugar tool, then dx."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from device_fixtures.art.errors import ArtError
from device_fixtures.art.recipe import API
from device_fixtures.art.shell import Shell

DESUGAR_JAR = "desugar.jar"
_DESUGAR_CLASS = "droidcanary.fixture.desugar.Desugar"
_DX_CLASS = "com.android.dx.command.Main"
#: dx has never heard of API 30; 28 is the newest level it writes, and all that Java 8 needs.
_DX_MIN_SDK = min(API, 28)
_HEAP = "-Xmx4g"


@dataclass(frozen=True)
class Dexer:
    """The two tools, in a folder with asm.jar, asm-tree.jar, dx.jar and desugar.jar."""

    tools: Path
    shell: Shell

    def desugar(
        self,
        step: str,
        inputs: Sequence[Path],
        out: Path,
        *,
        only: Iterable[str] = (),
        without: Iterable[str] = (),
        minus: Iterable[Path] = (),
        api: bool = False,
    ) -> None:
        """Write the inputs' classes (jars or folders), desugared, to the jar ``out``.

        ``only`` and ``without`` choose by the start of the class's internal name, ``minus`` names jars whose classes
        are left out; ``api`` keeps declarations only.
        """
        jars = (DESUGAR_JAR, "asm.jar", "asm-tree.jar")
        argv: list[str | Path] = ["java", _HEAP, "-cp", ":".join(str(self.tools / jar) for jar in jars), _DESUGAR_CLASS]
        argv += ["--out", out]
        argv += ["--api"] if api else []
        for option, values in (("--only", only), ("--without", without), ("--minus", minus)):
            for value in values:
                argv += [option, str(value)]
        self.shell.run(step, [*argv, *inputs], log_name=f"desugar-{out.stem}")

    def dx(self, step: str, jar: Path, out: Path, *, core: bool = False) -> None:
        """Write the classes of one desugared jar to ``out``, a .dex file or a .jar with classes*.dex in it."""
        argv: list[str | Path] = ["java", _HEAP, "-cp", self.tools / "dx.jar", _DX_CLASS, "--dex", "--no-warning"]
        argv += [f"--min-sdk-version={_DX_MIN_SDK}"]
        # One .dex file holds at most 65,536 methods; a jar holds as many files as it takes.
        argv += ["--multi-dex", "--num-threads=2"] if out.suffix != ".dex" else []
        argv += ["--core-library"] if core else []
        self.shell.run(step, [*argv, f"--output={out}", jar], log_name=f"dx-{out.stem}")
        if not out.exists():
            raise ArtError(step, f"dx wrote no {out.name}")

    def dex(self, step: str, inputs: Sequence[Path], out: Path) -> None:
        """Both steps for an app's or an agent's classes."""
        with tempfile.TemporaryDirectory(prefix="droidcanary-dex-") as scratch:
            desugared = Path(scratch) / f"{out.stem}.jar"
            self.desugar(step, inputs, desugared)
            if not _has_classes(desugared):
                raise ArtError(step, f"no classes in {', '.join(str(path) for path in inputs)}")
            self.dx(step, desugared, out)


def _has_classes(jar: Path) -> bool:
    with zipfile.ZipFile(jar) as content:
        return any(name.endswith(".class") for name in content.namelist())


def add_files(jar: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Add resources (name, content) to a jar, in the order of their names."""
    with zipfile.ZipFile(jar, "a", zipfile.ZIP_DEFLATED) as target:
        for name, content in sorted(files):
            target.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
