"""Builds the HotSpot kind of app process into a cache: framework, natives, launcher, DEX translator."""

from __future__ import annotations

import tempfile
from pathlib import Path

from device_fixtures.cache import Say, entry, recipe_hash
from device_fixtures.hotspot import framework, toolchain
from device_fixtures.hotspot.levels import Level, level_of
from device_fixtures.hotspot.runtime import EXECUTABLE, FRAMEWORK, NATIVES, TRANSLATOR, HotspotRuntime
from device_fixtures.hotspot.toolchain import Jdk

_HERE = Path(__file__).parent
_LAUNCHER_SOURCES = _HERE.parent / "launcher" / "java"
_IN_MEMORY_SINCE = 26
_SEVERAL_BUFFERS_SINCE = 27


def prepare(cache: Path, api: int, say: Say) -> HotspotRuntime:
    """Find this level in the cache, or build it there; ``say`` receives a line at each step.

    Raises:
        HotspotFixtureError: the level is unknown, a tool is missing, or a step failed.
    """
    level = level_of(api)
    jdk = toolchain.find_jdk()

    def build(folder: Path) -> None:
        _build(folder, level, jdk, say)

    home = entry(cache, f"hotspot-{api}", _recipe(level, jdk), build, say)
    return HotspotRuntime(home=home, api=api, libjvm=jdk.libjvm)


def _build(home: Path, level: Level, jdk: Jdk, say: Say) -> None:
    with tempfile.TemporaryDirectory(prefix="droidcanary-hotspot-") as scratch_name:
        scratch = Path(scratch_name)
        say(f"API {level.api}: fetching {level.artifact} (60 to 200 MB, once)")
        full = toolchain.fetch_jar(level.artifact, scratch / "full")
        say(f"API {level.api}: cutting the framework down")
        framework.trim(full, home / FRAMEWORK)
        _add_own_classes(home / FRAMEWORK, scratch / "classes", level, jdk)
        say(f"API {level.api}: building natives, launcher and DEX translator")
        _build_natives(home, jdk)
        _build_translator(home / TRANSLATOR, scratch / "translator", jdk)
    _make_readable(home)
    size_mb = sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) / 1e6
    say(f"API {level.api}: ready, {size_mb:.1f} MB")


def _own_sources(level: Level) -> list[Path]:
    roots = [_HERE / "java", _LAUNCHER_SOURCES]
    if level.api >= _IN_MEMORY_SINCE:
        roots.append(_HERE / ("java27" if level.api >= _SEVERAL_BUFFERS_SINCE else "java26"))
    return [path for root in roots for path in sorted(root.rglob("*.java"))]


def _add_own_classes(jar: Path, classes: Path, level: Level, jdk: Jdk) -> None:
    jdk.compile(_own_sources(level), classes, [jar], ["--release", "17"])
    framework.add_classes(jar, classes)


def _build_natives(home: Path, jdk: Jdk) -> None:
    native = _HERE / "native"
    toolchain.compile_native([native / "app_process.cc"], home / EXECUTABLE, jdk, ["-ldl"])
    sources = [native / "natives_queue.cc", native / "natives_system.cc"]
    toolchain.compile_native(sources, home / NATIVES, jdk, ["-shared", "-fPIC"])


def _build_translator(into: Path, classes: Path, jdk: Jdk) -> None:
    toolchain.fetch_dependencies(_HERE / "dex" / "pom.xml", into)
    sources = sorted((_HERE / "dex").rglob("*.java"))
    jdk.compile(sources, classes, sorted(into.glob("*.jar")), ["--release", "17"])
    framework.add_classes(into / "dex-translator.jar", classes)


def _make_readable(home: Path) -> None:
    """The app process runs under another uid, whatever umask built it."""
    home.chmod(0o755)
    for path in home.rglob("*"):
        path.chmod(0o755 if path.is_dir() or path.name == EXECUTABLE else 0o644)


def _recipe(level: Level, jdk: Jdk) -> str:
    """A short name for everything that the built parts are made from."""
    sources = [path for path in _HERE.rglob("*") if path.suffix in {".java", ".cc", ".xml"}]
    steps = [_HERE / name for name in ("build.py", "classfile.py", "framework.py", "toolchain.py")]
    parts: list[str | bytes] = [level.artifact, str(jdk.home)]
    for path in sorted([*sources, *steps, *_LAUNCHER_SOURCES.rglob("*.java")]):
        parts += [path.name, path.read_bytes()]
    return recipe_hash(*parts)
