"""Names that go to a device's shell: checked by grammar before anything is sent."""

from __future__ import annotations

import re

from droidcanary.errors import UsageError

_PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*", re.ASCII)
_SUFFIX = re.compile(r":[A-Za-z0-9_.]+", re.ASCII)
_LONGEST = 223

#: Blocking one of these freezes the whole phone's user interface.
_SYSTEM = frozenset({"android", "system", "system_server", "zygote", "zygote64"})


def check_package(name: str) -> str:
    """``name`` itself when it is an Android package name. Raises UsageError."""
    if len(name) > _LONGEST or _PACKAGE.fullmatch(name) is None:
        raise UsageError(
            f"{name!r} is not a package name",
            hint="a package looks like com.example.app; adb shell pm list packages lists them",
        )
    if name in _SYSTEM:
        raise UsageError(
            f"{name} is part of the system, not an app: a fault in it would restart the phone's user interface",
            hint="name an app's package",
        )
    return name


def process_name(package: str, process: str | None) -> str:
    """The name of the process to watch: the package itself, ``PACKAGE:NAME``, or one with a name of its own.

    Raises UsageError.
    """
    if process is None:
        return package
    if process.startswith(":"):
        if len(process) <= _LONGEST and _SUFFIX.fullmatch(process):
            return package + process
    elif len(process) <= _LONGEST and (process.startswith(f"{package}:") or _PACKAGE.fullmatch(process)):
        base, colon, suffix = process.partition(":")
        if not colon or (_PACKAGE.fullmatch(base) and _SUFFIX.fullmatch(colon + suffix)):
            return process
    raise UsageError(f"--process: {process!r} is not a process name", hint="write :NAME, for example --process :push")
