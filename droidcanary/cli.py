"""The command line: flags become settings, errors become exit codes (what verbs share: ``cli_options.py``).

Nothing heavy is imported here: ``--help`` must not pay for Frida.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from droidcanary import __version__
from droidcanary.cli_options import (
    Concern,
    ConfigFile,
    Force,
    HangTimeout,
    IdleThreshold,
    Json,
    LogFile,
    Output,
    Threshold,
    Verbose,
)
from droidcanary.config import JudgeConfig, SessionConfig, parse_duration
from droidcanary.errors import CanaryError, OutputError, UsageError
from droidcanary.report import log_what_ends_threads, open_standard_streams, print_error, print_note, set_up_logging
from droidcanary.settings import FILE_NAME, check_concern

if TYPE_CHECKING:
    from droidcanary.commands.settings import SettingsFile

log = logging.getLogger(__name__)

app = typer.Typer(
    name="droidcanary",
    help="Find what blocks an Android app's main thread, live, from the computer, without rebuilding the app.",
    epilog="Try it without a device: droidcanary demo",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@app.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False) -> None:
    if version:
        sys.stdout.write(f"droidcanary {__version__}\n")
        raise typer.Exit


@app.command(short_help="List devices, and what keeps one from being used.")
def devices(json: Json = False, verbose: Verbose = False, log_file: LogFile = None) -> None:
    """List connected devices, whether each is usable, and what to do where it is not."""
    _logging(verbose, log_file)
    from droidcanary.commands.devices import run

    run(json=json)


@app.command(
    short_help="Watch a running app.",
    epilog="Times are written with a unit: 500ms, 2s, 1m. Ctrl-C ends the session with a summary.",
)
def attach(
    ctx: typer.Context,
    package: Annotated[str, typer.Argument(metavar="PACKAGE", help="The app's package, for example com.example.app.")],
    serial: Annotated[
        str | None,
        typer.Option(
            "-s",
            "--serial",
            metavar="SERIAL",
            help="Which device, as droidcanary devices lists it (or transport_id:N).",
            show_default="ANDROID_SERIAL, else the only device",
        ),
    ] = None,
    process: Annotated[
        str | None,
        typer.Option("--process", metavar=":NAME", help="Another process of the app.", show_default="the main process"),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until the app runs.")] = False,
    threshold: Threshold = "1s",
    idle_threshold: IdleThreshold = "2s",
    hang_timeout: HangTimeout = "5s",
    concern: Concern = None,
    hook: Annotated[
        Literal["printer", "observer", "auto"],
        typer.Option("--hook", help="How to see dispatches: Printer (every Android), Looper.Observer (10 and newer)."),
    ] = "printer",
    sample: Annotated[
        Literal["block", "always", "blockcanary"],
        typer.Option("--sample", help="When stacks are taken: inside slow messages; always; from 0.8 x threshold."),
    ] = "block",
    interval: Annotated[str, typer.Option("--interval", metavar="TIME", help="Between two stacks.")] = "50ms",
    duration: Annotated[
        str | None,
        typer.Option("--duration", metavar="TIME", help="Stop by itself after this.", show_default="until Ctrl-C"),
    ] = None,
    output: Output = None,
    force: Force = False,
    json: Json = False,
    agent_prelude: Annotated[
        Path | None,
        typer.Option(
            "--agent-prelude",
            metavar="FILE",
            envvar="DROIDCANARY_AGENT_PRELUDE",
            help="JavaScript to run before the agent, for work-arounds on odd runtimes.",
        ),
    ] = None,
    config_file: ConfigFile = None,
    verbose: Verbose = False,
    log_file: LogFile = None,
) -> None:
    """Watch a running app: every block of its main thread, live, into a bundle."""
    _logging(verbose, log_file)
    settings: SettingsFile | None = ctx.obj
    if settings is not None and not json:
        print_note(f"with the settings of {settings.path} (droidcanary config shows them)")
    config = SessionConfig(
        package=package,
        process=process,
        serial=serial,
        wait=wait,
        hook=hook,
        sample=sample,
        interval_ns=parse_duration(interval, name="--interval"),
        duration_ns=None if duration is None else parse_duration(duration, name="--duration"),
        output=None if output is None else str(output),
        force=force,
        agent_prelude=None if agent_prelude is None else str(agent_prelude),
        judge=_judge(threshold, idle_threshold, hang_timeout, concern),
    )
    from droidcanary.commands.attach import run

    run(config, json=json)


@app.command(short_help="Watch a simulated app, without a device.")
def demo(
    duration: Annotated[str, typer.Option("--duration", metavar="TIME", help="How long to watch.")] = "10s",
    threshold: Threshold = "1s",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.zip",
            readable=False,
            help="Keep the session as a bundle.",
            show_default="not kept",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
    verbose: Verbose = False,
    log_file: LogFile = None,
) -> None:
    """Watch a simulated app: no device needed, everything behind it is real."""
    _logging(verbose, log_file)
    from droidcanary.commands.demo import run

    run(
        duration_ns=parse_duration(duration, name="--duration"),
        judge=_judge(threshold, "2s", "5s"),
        output=output,
        force=force,
        json=json,
    )


@app.command()
def replay(
    bundle: Annotated[
        Path, typer.Argument(metavar="BUNDLE", readable=False, help="A .droidcanary.zip, or the .partial folder.")
    ],
    threshold: Annotated[
        str | None,
        typer.Option("--threshold", metavar="TIME", help="Another limit for dispatches.", show_default="as recorded"),
    ] = None,
    idle_threshold: Annotated[
        str | None,
        typer.Option(
            "--idle-threshold", metavar="TIME", help="Another limit for idle handlers.", show_default="as recorded"
        ),
    ] = None,
    hang_timeout: Annotated[
        str | None,
        typer.Option(
            "--hang-timeout", metavar="TIME", help="Another limit for heartbeats.", show_default="as recorded"
        ),
    ] = None,
    concern: Concern = None,
    json: Json = False,
    verbose: Verbose = False,
    log_file: LogFile = None,
) -> None:
    """Judge a recording again, with the same or other thresholds."""
    _logging(verbose, log_file)
    from droidcanary.commands.replay import run

    run(
        bundle,
        threshold_ns=None if threshold is None else parse_duration(threshold, name="--threshold"),
        idle_threshold_ns=None if idle_threshold is None else parse_duration(idle_threshold, name="--idle-threshold"),
        hang_timeout_ns=None if hang_timeout is None else parse_duration(hang_timeout, name="--hang-timeout"),
        concern=check_concern(tuple(concern or ()), name="--concern"),
        json=json,
    )


@app.command()
def export(
    bundle: Annotated[
        Path, typer.Argument(metavar="BUNDLE", readable=False, help="A .droidcanary.zip, or the .partial folder.")
    ],
    to: Annotated[
        Literal["text", "json"],
        typer.Option("--to", help="text: one BlockCanary log per block; json: everything as one document."),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="PATH",
            readable=False,
            help="A file, or a folder for text.",
            show_default="stdout",
        ),
    ] = None,
    force: Force = False,
    verbose: Verbose = False,
    log_file: LogFile = None,
) -> None:
    """Turn a recording into another format."""
    _logging(verbose, log_file)
    from droidcanary.commands.export import run

    run(bundle, to=to, output=output, force=force)


@app.command(name="import")
def import_logs(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG...", help="BlockCanary's log files, or their folders.")],
    output: Output = None,
    process: Annotated[
        str | None, typer.Option("--process", metavar="NAME", help="Whose blocks, where logs are of several processes.")
    ] = None,
    force: Force = False,
    verbose: Verbose = False,
    log_file: LogFile = None,
) -> None:
    """Turn BlockCanary's log files into a bundle."""
    _logging(verbose, log_file)
    from droidcanary.commands.import_logs import run

    run(logs, output=output, process=process, force=force)


@app.command(
    name="config",
    short_help="Show the settings that hold here.",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog="Takes the options of attach too, and shows what would hold with them.",
)
def show_config(
    ctx: typer.Context,
    config_file: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Another file.", show_default=f"{FILE_NAME} here or above"),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Show the settings that attach would use here, and where each comes from."""
    from droidcanary.commands.settings import effective
    from droidcanary.commands.settings import run as show

    arguments = [*(() if config_file is None else ("--config", str(config_file))), *ctx.args, "com.example.app"]
    group = typer.main.get_command(app)
    command = group.get_command(ctx, "attach")  # type: ignore[attr-defined]
    with command.make_context("attach", arguments) as attaching:
        _judge(*(attaching.params[name] for name in ("threshold", "idle_threshold", "hang_timeout")))
        for name in ("interval", "duration"):
            if attaching.params[name] is not None:
                parse_duration(attaching.params[name], name=f"--{name}")
        sources = {name: _source(attaching.get_parameter_source(name)) for name in attaching.params}
        settings = effective(attaching.params, sources, attaching.obj, os.environ)
        show(settings, attaching.obj, json=json)


def _source(source: object) -> str:
    name = getattr(source, "name", "")
    return {"COMMANDLINE": "flag", "ENVIRONMENT": "env", "DEFAULT_MAP": "file"}.get(name, "default")


def _judge(threshold: str, idle_threshold: str, hang_timeout: str, concern: Sequence[str] | None = None) -> JudgeConfig:
    return JudgeConfig(
        threshold_ns=parse_duration(threshold, name="--threshold"),
        idle_threshold_ns=parse_duration(idle_threshold, name="--idle-threshold"),
        hang_timeout_ns=parse_duration(hang_timeout, name="--hang-timeout"),
        concern=check_concern(tuple(concern or ()), name="--concern"),
    )


def _logging(verbose: bool, log_file: Path | None) -> None:
    try:
        set_up_logging(verbose=verbose, log_file=None if log_file is None else str(log_file))
    except OSError as error:
        raise OutputError(
            f"{log_file} cannot be written: {error.strerror or error}", hint="choose another --log-file"
        ) from error


def run(arguments: Sequence[str]) -> int:
    """Runs one command line and returns its exit status; the one place where errors become numbers."""
    json = "--json" in arguments
    set_up_logging(verbose=False, log_file=None)  # until the flags are read: no library's last resort on stderr
    try:
        app(list(arguments) or ["--help"], prog_name="droidcanary", standalone_mode=False)
    except CanaryError as error:
        print_error(error, json=json)
        return error.code
    except typer.Exit as stop:
        return stop.exit_code
    except _TYPER_USAGE as error:
        print_error(_usage(error, arguments), json=json)
        return UsageError.code
    except (KeyboardInterrupt, typer.Abort):
        log.info("interrupted")
        return 0
    except BrokenPipeError:
        # Whoever read our output has what it wanted; the interpreter must not try to flush the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC and error.filename is None:
            full = OutputError("stdout cannot be written: the disk is full", hint="make room, or write it elsewhere")
            print_error(full, json=json)
            return full.code
        log.exception("internal error")
        message = f"internal error: {type(error).__name__}: {error}"
        hint = "this is a fault of droidcanary: please report it with the output of -v --log-file FILE"
        print_error(CanaryError(message, hint=hint), json=json)
        return CanaryError.code
    return 0 if arguments else UsageError.code


#: typer's usage errors; the class has lived in two libraries and is only reachable through a subclass in both.
_TYPER_USAGE: tuple[type[Exception], ...] = tuple(
    cls for cls in typer.BadParameter.__mro__ if cls.__name__ in ("UsageError", "ClickException", "TyperException")
)


def _usage(error: Exception, arguments: Sequence[str]) -> UsageError:
    text = error.format_message() if hasattr(error, "format_message") else str(error)
    text = " ".join(text.split())
    verb = next((word for word in arguments if not word.startswith("-")), "")
    known = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    return UsageError(text, hint=f"droidcanary {verb} --help" if verb in known else "droidcanary --help")


def main() -> NoReturn:
    """The console script."""
    open_standard_streams()
    log_what_ends_threads()
    status = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:  # said already; the interpreter must not try again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
