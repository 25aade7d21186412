"""What can go wrong, in words for people: what failed, the likely cause, what to type next.

::

    CanaryError                 1  internal
    ├── UsageError              2  an argument that can't be
    ├── NoDeviceError          10  nothing usable is connected
    ├── SeveralDevicesError    11  more than one, none chosen
    ├── DeviceStateError       12  unauthorized, offline, ...
    ├── AppNotRunningError     13  no process of that name
    ├── NoJavaError            14  the process has no Java VM, or no main looper
    ├── NoFridaServerError     15  nothing that speaks Frida answers on the device
    ├── FridaVersionError      16  another major version answers
    ├── AppDiedError           17  the app ended while it was watched
    ├── LinkLostError          18  the device or the link to it went away
    ├── BundleError            19  a bundle that can't be read
    └── OutputError            20  a file that can't be written

Only ``cli.py`` turns these into exit codes; every library's own errors become one of these in the one file that
imports the library.
"""

from __future__ import annotations

from typing import ClassVar


class CanaryError(Exception):
    """An error with a remedy.

    ``message`` says what failed and the likely cause, ``hint`` what to do next (may hold several lines),
    ``candidates`` what could have been meant (devices, processes), ``detail`` foreign wording for bug reports.
    """

    code: ClassVar[int] = 1
    name: ClassVar[str] = "internal"

    def __init__(self, message: str, *, hint: str = "", candidates: tuple[str, ...] = (), detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.candidates = candidates
        self.detail = detail


class UsageError(CanaryError):
    code = 2
    name = "usage"


class NoDeviceError(CanaryError):
    code = 10
    name = "no-device"


class SeveralDevicesError(CanaryError):
    code = 11
    name = "several-devices"


class DeviceStateError(CanaryError):
    code = 12
    name = "device-state"


class AppNotRunningError(CanaryError):
    code = 13
    name = "app-not-running"


class NoJavaError(CanaryError):
    code = 14
    name = "no-java"


class NoFridaServerError(CanaryError):
    code = 15
    name = "no-frida-server"


class FridaVersionError(CanaryError):
    code = 16
    name = "frida-version"


class AppDiedError(CanaryError):
    code = 17
    name = "app-died"


class LinkLostError(CanaryError):
    code = 18
    name = "link-lost"


class BundleError(CanaryError):
    code = 19
    name = "bundle"


class OutputError(CanaryError):
    code = 20
    name = "output"
