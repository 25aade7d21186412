"""Building the runtime: nine steps, in two lanes where they do not need each other."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from device_fixtures.art import debian, java_steps, maven, recipe
from device_fixtures.art.dexer import Dexer
from device_fixtures.art.errors import ArtError
from device_fixtures.art.native_steps import NativeBuild
from device_fixtures.art.runtime import ArtRuntime
from device_fixtures.art.shell import Progress, Shell

_STEPS = 9
_SELF_TEST_PACKAGE = "droidcanary.fixture.selftest"
_SELF_TEST_CLASS = "droidcanary.fixture.selftest.SelfTest"
_SELF_TEST_TIMEOUT_S = 60
_SELF_TEST_PASSED = "SelfTest: passed"


@dataclass(frozen=True)
class Layout:
    """The folders of one build, all below ``scratch``; only ``home`` is kept."""

    scratch: Path

    @property
    def home(self) -> Path:
        return self.scratch / "home"

    @property
    def downloads(self) -> Path:
        return self.scratch / "downloads"

    @property
    def libcore(self) -> Path:
        # ART's sources name libcore's by a relative path, so the two must be neighbours under these names.
        return self.scratch / "libcore"

    @property
    def art(self) -> Path:
        return self.scratch / "art"

    @property
    def message_queue(self) -> Path:
        return self.scratch / "frameworks/core/jni"

    @property
    def jars(self) -> Path:
        return self.scratch / "jars"

    @property
    def classes(self) -> Path:
        return self.scratch / "classes"


def build(scratch: Path, say: Callable[[str], None]) -> Path:
    """Build in the empty folder ``scratch`` and return the finished runtime's folder inside it.

    Raises :class:`ArtError`; the logs are in ``scratch/logs``.
    """
    layout = Layout(scratch)
    layout.classes.mkdir()
    layout.downloads.mkdir()
    shell = Shell(scratch / "logs")
    progress = Progress(say, _STEPS)
    with progress.step(1, "installing Debian packages") as step:
        debian.ensure_build_packages(shell, step)
    with progress.step(2, "fetching Debian sources") as step:
        _fetch_sources(shell, step, layout)
    _in_lanes(shell, lambda: _java_lane(shell, progress, layout), lambda: _native_lane(shell, progress, layout))
    with progress.step(9, "running the self-test") as step:
        _readable_by_all(layout.home)
        self_test(ArtRuntime.at(layout.home), shell, step, scratch)
    return layout.home


def _fetch_sources(shell: Shell, step: str, layout: Layout) -> None:
    sources = (recipe.LIBCORE_SOURCE, recipe.ART_SOURCE, recipe.FRAMEWORK_SOURCE)
    debian.fetch_sources(shell, step, sources, layout.downloads)
    debian.unpack_source(shell, step, layout.downloads, recipe.LIBCORE_SOURCE[0], layout.libcore)
    debian.unpack_source(shell, step, layout.downloads, recipe.ART_SOURCE[0], layout.art)
    names = [f"core/jni/android_os_MessageQueue.{suffix}" for suffix in ("cpp", "h")]
    frameworks = layout.scratch / "frameworks"
    debian.extract_original(shell, step, layout.downloads, recipe.FRAMEWORK_SOURCE[0], names, frameworks)
    patch = recipe.FOLDER / "libcore_patch/libcore-10-for-art-11.patch"
    shell.run(step, ["patch", "--strip=1", "--forward", "--batch", f"--input={patch}"], cwd=layout.libcore)


def _in_lanes(shell: Shell, *lanes: Callable[[], None]) -> None:
    """Run the lanes at the same time; the first failure stops the others and is raised."""
    with ThreadPoolExecutor(len(lanes)) as pool:
        running: list[Future[None]] = [pool.submit(lane) for lane in lanes]
        try:
            for finished in as_completed(running):
                finished.result()
        except BaseException:
            shell.stop()
            raise


def _java_lane(shell: Shell, progress: Progress, layout: Layout) -> None:
    dexer = Dexer(layout.home / "tools", shell)
    with progress.step(3, "fetching class jars") as step:
        maven.fetch_jars(shell, step, recipe.MAVEN_JARS, layout.jars)
    with progress.step(4, "compiling the desugar tool") as step:
        java_steps.compile_tools(shell, step, layout.jars, dexer.tools, layout.classes)
    with progress.step(5, "compiling the core library") as step:
        core = java_steps.compile_core(dexer, step, layout.libcore, layout.jars, layout.classes)
    with progress.step(6, "dexing the core library") as step:
        java_steps.dex_core(dexer, step, layout.libcore, layout.jars, layout.classes, layout.home / "boot")
    with progress.step(7, "dexing the framework") as step:
        java_steps.dex_framework(dexer, step, core, layout.jars, layout.classes, layout.home)
        java_steps.dex_app_process(dexer, step, layout.classes, layout.home)


def _native_lane(shell: Shell, progress: Progress, layout: Layout) -> None:
    with progress.step(8, "compiling native libraries") as step:
        native = NativeBuild(
            shell=shell,
            step=step,
            libcore=layout.libcore,
            art=layout.art,
            message_queue=layout.message_queue,
            objects=layout.scratch / "objects",
            home=layout.home,
        )
        native.build()


def _readable_by_all(home: Path) -> None:
    """Apps run as users of their own: whatever the umask, all may read, and run what is a program."""
    for folder, _, names in os.walk(home):
        Path(folder).chmod(0o755)
        for name in names:
            path = Path(folder) / name
            path.chmod(0o755 if path.parent.name == "bin" else 0o644)


def self_test(runtime: ArtRuntime, shell: Shell, step: str, scratch: Path) -> None:
    """Compile, dex and run a small app; raises :class:`ArtError` with what it printed unless it passes."""
    folder = scratch / "self-test"
    data, classes = folder / "data", folder / "classes"
    data.mkdir(parents=True)
    source = recipe.FOLDER / "java/droidcanary/fixture/selftest/SelfTest.java"
    class_path = ":".join(str(path) for path in runtime.classpath)
    options = ["-Xlint:-options", "--release", "8", "-cp", class_path, "-d", str(classes)]
    shell.run(step, ["javac", *options, source])
    dex = folder / "selftest.jar"
    runtime.dex([classes], dex)
    argv, env = runtime.command([dex], _SELF_TEST_CLASS, [_SELF_TEST_PACKAGE], _SELF_TEST_PACKAGE)
    try:
        result = subprocess.run(
            argv,
            executable=runtime.executable,
            env={**os.environ, **env, "ANDROID_DATA": str(data)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SELF_TEST_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ArtError(step, f"the app did not end within {_SELF_TEST_TIMEOUT_S} s") from error
    if result.returncode != 0 or _SELF_TEST_PASSED not in result.stdout:
        printed = (result.stdout + result.stderr)[-4000:]
        raise ArtError(step, f"the app ended with status {result.returncode} and printed:\n{printed}")
    shutil.rmtree(folder)
