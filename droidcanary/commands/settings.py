"""The settings file of a call: finding it, reading it, and showing what holds in the end (``config``)."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from droidcanary.device.names import process_name
from droidcanary.errors import UsageError
from droidcanary.settings import FILE_NAME, KEYS, Setting, Value, check_concern, read_settings

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_MOST_BYTES = 1_000_000


class SettingsFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was read; ``path`` as it was named, or as it was found."""

    path: Path
    settings: tuple[Setting, ...]

    def defaults(self, environ: Mapping[str, str]) -> dict[str, str | bool | list[str]]:
        """What the flags' parser takes in place of its own defaults, by parameter name. Paths are relative to the file.

        A serial in the environment is meant for this very shell, so it wins over the file's.
        """
        found: dict[str, str | bool | list[str]] = {}
        for setting in self.settings:
            key, value = setting.key, setting.value
            if key.name == "serial" and environ.get("ANDROID_SERIAL"):
                continue
            if key.kind == "path" and isinstance(value, str):
                value = str(self.path.parent / Path(value).expanduser())
            found[key.name.replace("-", "_")] = list(value) if isinstance(value, tuple) else value
        return found

    def line_of(self, name: str) -> int | None:
        return next((setting.line for setting in self.settings if setting.key.name == name), None)


class Effective(msgspec.Struct, frozen=True, kw_only=True):
    """One setting as it holds: ``source`` is "default", "flag", "env" or "file"; ``at`` the variable, or FILE:LINE."""

    name: str
    value: Value | None
    source: str
    at: str | None = None


def load(named: Path | None) -> SettingsFile | None:
    """The file named with ``--config``, else the nearest one from the working directory upwards, else null.

    Raises UsageError.
    """
    path = named if named is not None else _find()
    if path is None:
        return None
    try:
        with path.open("rb") as source:
            data = source.read(_MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        hint = "name a file with --config FILE" if named is not None else f"make it readable, or move {path} away"
        raise UsageError(f"{path} cannot be read: {error.strerror or error}", hint=hint) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text", hint="save it as UTF-8", detail=str(error)) from error
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{path} is too long for a settings file", hint="name another with --config FILE")
    settings = read_settings(text, str(path), tomllib.loads, explicit=named is not None)
    for setting in settings:
        if setting.key.name == "process":
            _check_process(str(setting.value), f"{path}:{setting.line}")
    return SettingsFile(path=path, settings=settings)


def _find() -> Path | None:
    try:
        here = Path.cwd()
    except OSError:  # the folder was removed under our feet: there is nothing above it either
        return None
    for folder in (here, *here.parents):
        path = folder / FILE_NAME
        with contextlib.suppress(PermissionError):  # where we may not look there is nothing for us
            if path.is_file():
                return Path(FILE_NAME) if folder == here else path
    return None


def _check_process(value: str, where: str) -> None:
    try:
        process_name("com.example.app", value)
    except UsageError as error:
        raise UsageError(
            f"{where}: process: {value!r} is not a process name", hint='write process = ":NAME"'
        ) from error


def effective(
    parameters: Mapping[str, object], sources: Mapping[str, str], file: SettingsFile | None, environ: Mapping[str, str]
) -> tuple[Effective, ...]:
    """Every key with the value that holds. ``sources``: where the flags' parser got each, by parameter name.

    Raises UsageError for a flag that cannot be.
    """
    found = []
    for key in KEYS:
        parameter = key.name.replace("-", "_")
        value, source, at = _plain(parameters.get(parameter)), sources[parameter], None
        if source == "file" and file is not None:
            at = f"{file.path}:{file.line_of(key.name)}"
        elif source == "env":
            at = f"DROIDCANARY_{parameter.upper()}"
        elif key.name == "serial" and source == "default" and environ.get("ANDROID_SERIAL"):
            value, source, at = environ["ANDROID_SERIAL"], "env", "ANDROID_SERIAL"
        if key.kind == "packages" and isinstance(value, tuple):
            check_concern(value, name=f"--{key.name}")
        found.append(Effective(name=key.name, value=value, source=source, at=at))
    return tuple(found)


def _plain(value: object) -> Value | None:
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (list, tuple)):
        return tuple(str(item) for item in value)
    return str(value)


#: What holds where a setting is null, in the words of ``attach --help``.
_UNSET: Mapping[str, str] = {
    "serial": "the only device",
    "process": "the main process",
    "duration": "until Ctrl-C",
    "concern": "the app's package",
    "output": "./PACKAGE-TIME.droidcanary.zip",
    "agent-prelude": "none",
}


def run(settings: Sequence[Effective], file: SettingsFile | None, *, json: bool) -> None:
    """Prints the settings as a table, or as one JSON object."""
    from droidcanary.sink import SinkClosed, writing_stdout

    if json:
        record = {
            "record": "config",
            "schema": 1,
            "file": None if file is None else str(file.path),
            "settings": {each.name: {"value": each.value, "source": each.source, "at": each.at} for each in settings},
        }
        with contextlib.suppress(SinkClosed), writing_stdout():
            sys.stdout.buffer.write(msgspec.json.encode(record) + b"\n")
            sys.stdout.buffer.flush()
        return
    from rich.text import Text

    from droidcanary.sink.escape import safe
    from droidcanary.sink.live import make_console

    console = make_console(sys.stdout)
    shown = [(each, _show(each)) for each in settings]
    widest = max(len(text) for _, text in shown)
    for each, value in shown:
        line = Text().append(f"{each.name:<15}", "bold").append(f"{safe(value):<{widest}}  ")
        line.append(safe(each.at or each.source), "dim" if each.source == "default" else "green")
        console.print(line, soft_wrap=True)
    if file is None:
        console.print(Text(f"no {FILE_NAME} here or above {os.curdir}", "dim"), soft_wrap=True)


def _show(each: Effective) -> str:
    if isinstance(each.value, bool):
        return "true" if each.value else "false"
    if isinstance(each.value, tuple):
        return ", ".join(each.value) or _UNSET[each.name]
    return _UNSET[each.name] if each.value is None else each.value
