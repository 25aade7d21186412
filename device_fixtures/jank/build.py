"""Compiles the app into a jar that runs on every runtime and API level of the fixtures."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from device_fixtures.cache import Say, entry, recipe_hash
from device_fixtures.hotspot import toolchain
from device_fixtures.hotspot.framework import add_classes

_JAR = "jank.jar"
_MANIFEST = "Manifest-Version: 1.0\r\nMain-Class: com.example.jank.Main\r\n\r\n"
_EPOCH = (1980, 1, 1, 0, 0, 0)


def build(cache: Path, classpath: Sequence[Path], say: Say) -> Path:
    """Find the app's jar in the cache, or build it there; ``say`` receives a line at each step.

    ``classpath`` is any runtime's framework: the app uses nothing that API 23 lacks, and looks hidden members up when
    it runs. The jar has a ``Main-Class``, holds Java 8 class files without lambdas, and is world-readable.

    Raises:
        HotspotFixtureError: a tool is missing, or the app does not compile.
    """
    sources = sorted((Path(__file__).parent / "java").rglob("*.java"))

    def compile_app(folder: Path) -> None:
        say("compiling com.example.jank")
        with TemporaryDirectory(prefix="droidcanary-jank-") as scratch_name:
            classes = Path(scratch_name)
            toolchain.find_jdk().compile(sources, classes, classpath, ["-Xlint:none", "--release", "8"])
            _pack(classes, folder / _JAR)

    recipe = recipe_hash(Path(__file__).read_bytes(), *(source.read_bytes() for source in sources))
    return entry(cache, "jank", recipe, compile_app, say) / _JAR


def _pack(classes: Path, jar: Path) -> None:
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr(zipfile.ZipInfo("META-INF/MANIFEST.MF", _EPOCH), _MANIFEST)
    add_classes(jar, classes)
    jar.chmod(0o644)
