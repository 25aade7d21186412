"""The command line of the emulated device."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from device_fixtures import apps, hotspot, jank
from device_fixtures.cache import Say, cache_root
from device_fixtures.enter import enter_device
from device_fixtures.errors import FixtureError, FixtureUsageError
from device_fixtures.namespace import FIXTURE_FAILED, run_in_namespace
from device_fixtures.options import DEFAULT_PACKAGE, SERIAL, DeviceOptions
from device_fixtures.progress import silent, stderr_say
from device_fixtures.root import prepare_root
from device_fixtures.runtime import ART_API, DEFAULT_API
from device_fixtures.supervisor import Plan, supervise

app = typer.Typer(
    help="An emulated Android device made of real parts: adb server, adbd, Frida, and the framework's looper.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

_USAGE = 2

RuntimeOption = Annotated[str, typer.Option("--runtime", help="art (real ART 11, API 30) or hotspot (JDK 17).")]
ApiOption = Annotated[
    int | None, typer.Option("--api", help=f"API level of the framework: {hotspot.LEVELS}; art is always {ART_API}.")
]
PackageOption = Annotated[str, typer.Option("--package", help="The package that the app runs as.")]
AppOption = Annotated[
    Path | None,
    typer.Option(
        "--app", help="A jar with a Main-Class, compiled against the framework. Default: the project's own app."
    ),
]
AppArgsOption = Annotated[str, typer.Option("--app-args", help="Arguments of the app, split as a shell would.")]
AppLogOption = Annotated[Path | None, typer.Option("--app-log", help="File for the app's stdout and stderr.")]
ProcessOption = Annotated[
    list[str] | None, typer.Option("--process", help="A further process of the package, like :push.")
]
NoStartOption = Annotated[bool, typer.Option("--no-start", help="Leave the app stopped until am start.")]
NoFridaOption = Annotated[bool, typer.Option("--no-frida", help="No portal, as on a phone without frida-server.")]
ConcurrentOption = Annotated[
    bool, typer.Option("--concurrent-queue", help="The lock-free message queue, with --runtime hotspot --api 36.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress lines.")]


@app.command()
def prepare(
    runtime: Annotated[
        list[str] | None, typer.Option("--runtime", help="art, hotspot; repeatable. Default: both.")
    ] = None,
    api: Annotated[
        list[int] | None, typer.Option("--api", help=f"HotSpot's API level; repeatable. Default: {DEFAULT_API}.")
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Build the device's root, the runtimes and the project's app into the cache."""
    say = _say(quiet)
    try:
        kinds = runtime or list(apps.RUNTIMES)
        wanted: list[tuple[str, int]] = []
        for kind in kinds:
            if kind == "hotspot":
                wanted += [(kind, apps.check_runtime(kind, level)) for level in api or [DEFAULT_API]]
            else:
                # Levels belong to HotSpot here; with art alone they would be a mistake that nobody notices.
                only = api[0] if api and kinds == ["art"] else None
                wanted.append((kind, apps.check_runtime(kind, only)))
        cache = cache_root()
        prepare_root(cache, say)
        for kind, level in dict.fromkeys(wanted):
            say(f"preparing {kind} API {level}")
            prepared = apps.prepare_runtime(kind, level, cache, say)
            jank.build(cache, prepared.classpath, say)
        say(f"everything is in {cache}")
    except FixtureError as failed:
        _fail(failed)


@app.command()
def run(
    command: Annotated[list[str], typer.Argument(help="What to run beside the device, after --.")],
    runtime: RuntimeOption = "hotspot",
    api: ApiOption = None,
    package: PackageOption = DEFAULT_PACKAGE,
    app_jar: AppOption = None,
    app_args: AppArgsOption = "",
    app_log: AppLogOption = None,
    process: ProcessOption = None,
    no_start: NoStartOption = False,
    no_frida: NoFridaOption = False,
    concurrent_queue: ConcurrentOption = False,
    quiet: QuietOption = False,
) -> None:
    """Bring a device up, run COMMAND with ANDROID_SERIAL set, take everything down, return COMMAND's exit status.

    125 means that the fixture itself failed. Inside COMMAND, adb and fixturectl are on the PATH.
    """
    options = _options(package, app_jar, app_args, app_log, process, no_start, no_frida, concurrent_queue)
    _go(runtime, api, options, tuple(command), _say(quiet))


@app.command()
def up(
    runtime: RuntimeOption = "hotspot",
    api: ApiOption = None,
    package: PackageOption = DEFAULT_PACKAGE,
    app_jar: AppOption = None,
    app_args: AppArgsOption = "",
    app_log: AppLogOption = None,
    process: ProcessOption = None,
    no_start: NoStartOption = False,
    no_frida: NoFridaOption = False,
    concurrent_queue: ConcurrentOption = False,
    quiet: QuietOption = False,
) -> None:
    """Bring a device up and keep it until Ctrl-C. Prints its serial and the app's pid."""
    options = _options(package, app_jar, app_args, app_log, process, no_start, no_frida, concurrent_queue)
    _go(runtime, api, options, None, _say(quiet))


def _options(
    package: str,
    jar: Path | None,
    arguments: str,
    log: Path | None,
    process: list[str] | None,
    no_start: bool,
    no_frida: bool,
    concurrent_queue: bool,
) -> DeviceOptions:
    try:
        return DeviceOptions(
            package=package,
            app=jar,
            app_args=tuple(shlex.split(arguments)),
            app_log=log.absolute() if log else None,
            processes=tuple(process or ()),
            start=not no_start,
            frida=not no_frida,
            concurrent_queue=concurrent_queue,
        )
    except ValueError as unbalanced:
        _fail(FixtureUsageError(f"--app-args cannot be split: {unbalanced}", "quote it as for a shell"))
    except FixtureError as failed:
        _fail(failed)


def _go(kind: str, api: int | None, options: DeviceOptions, command: tuple[str, ...] | None, say: Say) -> NoReturn:
    try:
        level = apps.check_runtime(kind, api)
        cache = cache_root()
        root = prepare_root(cache, say)
        plan = Plan(options, apps.prepare_app(kind, level, options, cache, say), root, _adb(), command)

        def first_process(foreground: bool, outside_pid: int) -> int:
            return supervise(plan, say, foreground, lambda app_pid: _announce(plan, outside_pid, app_pid))

        status = run_in_namespace(first_process)
    except FixtureError as failed:
        _fail(failed)
    raise SystemExit(status)


@app.command()
def enter(
    pid: Annotated[int, typer.Argument(help="The number that up printed.")],
    command: Annotated[list[str], typer.Argument(help="What to run there, after --.")],
) -> None:
    """Run COMMAND beside a device that was brought up with up."""
    try:
        status = enter_device(pid, command)
    except FixtureError as failed:
        _fail(failed)
    raise SystemExit(status)


def main() -> None:
    """``python -m device_fixtures``."""
    app(prog_name="python -m device_fixtures")


def _announce(plan: Plan, outside_pid: int, app_pid: int) -> None:
    if plan.command is not None:
        return
    print(f"serial {SERIAL}")
    print(f"pid {app_pid} {plan.options.package}" if app_pid else f"pid - {plan.options.package} (not started)")
    print(f"enter with: python -m device_fixtures enter {outside_pid} -- COMMAND", flush=True)


def _adb() -> Path:
    import adbutils  # late: it takes a fifth of a second

    return Path(adbutils.adb_path())


def _say(quiet: bool) -> Say:
    return silent if quiet else stderr_say()


def _fail(failed: FixtureError) -> NoReturn:
    print(f"device_fixtures: {failed}", file=sys.stderr)
    raise SystemExit(_USAGE if isinstance(failed, FixtureUsageError) else FIXTURE_FAILED)
