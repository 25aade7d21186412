"""An app made ready to run: its code for the chosen runtime, and the command line of each of its processes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from device_fixtures import art, hotspot, jank
from device_fixtures.art import ArtError, ArtRuntime
from device_fixtures.cache import Say, entry, recipe_hash
from device_fixtures.errors import FixtureError, FixtureUsageError
from device_fixtures.hotspot import HotspotFixtureError, HotspotRuntime
from device_fixtures.hotspot.levels import level_of
from device_fixtures.options import DeviceOptions
from device_fixtures.runtime import ART_API, DEFAULT_API, AppCommand, Runtime, main_class

ART_RELEASE = "11"
RUNTIMES = ("art", "hotspot")
_DATA_FOLDER_VARIABLES = ("ANDROID_DATA", "HOME", "TMPDIR")


@dataclass(frozen=True)
class PreparedApp:
    """What the fixture needs to know of an app and its runtime; ``command(process, data folder)`` starts a process."""

    api: int
    release: str
    jar: Path
    agent_prelude: Path | None
    command: Callable[[str, Path], AppCommand]


def check_runtime(kind: str, api: int | None) -> int:
    """The API level meant by ``--runtime`` and ``--api``. Raises :class:`FixtureUsageError`."""
    if kind not in RUNTIMES:
        raise FixtureUsageError(f"there is no runtime {kind!r}", f"choose one of {', '.join(RUNTIMES)}")
    if kind == "art":
        if api not in (None, ART_API):
            raise FixtureUsageError(f"the ART runtime is API {ART_API}, not {api}", "other levels: --runtime hotspot")
        return ART_API
    level = DEFAULT_API if api is None else api
    if level not in hotspot.LEVELS:
        offered = ", ".join(str(known) for known in hotspot.LEVELS)
        raise FixtureUsageError(f"there is no HotSpot runtime of API {level}", f"choose one of {offered}")
    return level


def prepare_runtime(kind: str, api: int, cache: Path, say: Say) -> Runtime:
    """Builds the runtime or finds it in the cache. Raises :class:`FixtureError`."""
    try:
        return art.prepare(cache, say) if kind == "art" else hotspot.prepare(cache, api, say)
    except (ArtError, HotspotFixtureError) as failed:
        raise FixtureError(f"the {kind} runtime of API {api} could not be prepared: {failed}") from failed


def prepare_app(kind: str, api: int, options: DeviceOptions, cache: Path, say: Say) -> PreparedApp:
    """Builds everything up to the app's own code. Raises :class:`FixtureError`."""
    if options.concurrent_queue and (kind != "hotspot" or not level_of(api).has_concurrent_queue):
        raise FixtureUsageError(
            f"there is no concurrent message queue on {kind} API {api}", "it came with 36: --runtime hotspot --api 36"
        )
    runtime = prepare_runtime(kind, api, cache, say)
    jar = options.app.resolve() if options.app else jank.build(cache, runtime.classpath, say)
    main = main_class(jar)
    if isinstance(runtime, ArtRuntime):
        return _on_art(runtime, jar, main, options.app_args, cache, say)
    assert isinstance(runtime, HotspotRuntime)
    runtime = replace(runtime, concurrent_queue=options.concurrent_queue)
    return _on_hotspot(runtime, jar, main, options.app_args)


def _on_hotspot(runtime: HotspotRuntime, jar: Path, main: str, arguments: tuple[str, ...]) -> PreparedApp:
    def command(process: str, data: Path) -> AppCommand:
        argv, environment = runtime.command([jar], main, arguments, process, data)
        return AppCommand(runtime.executable, tuple(argv), environment)

    return PreparedApp(runtime.api, level_of(runtime.api).release, jar, runtime.agent_prelude, command)


def _on_art(
    runtime: ArtRuntime, jar: Path, main: str, arguments: tuple[str, ...], cache: Path, say: Say
) -> PreparedApp:
    def build(folder: Path) -> None:
        say(f"dexing {jar.name}")
        try:
            runtime.dex([jar], folder / "app.jar")
        except ArtError as failed:
            raise FixtureError(f"{jar} could not be dexed: {failed}", "compile it with javac --release 8") from failed

    code = entry(cache, "dex", recipe_hash(runtime.home.name, jar.read_bytes()), build, say) / "app.jar"

    def command(process: str, data: Path) -> AppCommand:
        argv, environment = runtime.command([code], main, arguments, process)
        own = {name: str(data) for name in _DATA_FOLDER_VARIABLES}
        return AppCommand(
            runtime.executable,
            tuple(argv),
            {"ANDROID_ROOT": "/system", "PATH": "/system/bin:/bin", **own, **environment},
        )

    return PreparedApp(runtime.api, ART_RELEASE, jar, runtime.agent_prelude, command)


def executable_named(process: str, executable: Path, folder: Path) -> Path:
    """A link to the executable, for the kernel to name the process as Android does: by its last 15 characters."""
    link = folder / process[-15:]
    if not link.is_symlink():
        link.symlink_to(executable)
    return link


def native_program() -> Path:
    """A program without Java that does nothing for ever. Raises :class:`FixtureError`."""
    found = shutil.which("sleep", path="/usr/bin:/bin")
    if found is None:
        raise FixtureError("there is no sleep in /usr/bin or /bin", "install coreutils")
    return Path(found).resolve()
