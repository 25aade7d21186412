"""What Frida and the agent say when something fails → what people need to read. Nothing here imports frida.

Frida's wording is kept as ``detail`` only: one text of its ("need Gadget to attach on jailed Android") stands for
three different causes with three different remedies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from droidcanary.device.endpoint import Endpoint
from droidcanary.errors import (
    AppDiedError,
    CanaryError,
    FridaVersionError,
    LinkLostError,
    NoFridaServerError,
    NoJavaError,
)

RELEASES = "https://github.com/frida/frida/releases"
ABI_NAMES: Mapping[str, str] = {
    "arm64-v8a": "arm64",
    "armeabi-v7a": "arm",
    "armeabi": "arm",
    "x86_64": "x86_64",
    "x86": "x86",
}


class Transient(Exception):
    """Worth another attempt with everything fresh; ``final`` is what to raise when there is none left."""

    def __init__(self, final: CanaryError) -> None:
        super().__init__(f"{final.message} ({final.detail})")
        self.final = final


class Unseen(Transient):
    """frida-server knows no such process: it has ended, or has only just started; ``final`` says that it ended."""


class NotYet(Exception):
    """The process has no main looper yet."""


class Busy(Exception):
    """Another session's agent is inside the app."""


def server_file(version: str, abi: str) -> str:
    """The name of the release file that fits: Frida's version on this computer, the device's ABI."""
    return f"frida-server-{version}-android-{ABI_NAMES.get(abi, 'ABI')}"


def server_how_to(version: str, abi: str) -> str:
    name = server_file(version, abi)
    return (
        f"frida-server must run as root on the device. Get {name}.xz from {RELEASES}/tag/{version}, unpack it, then:\n"
        f"  adb push {name} /data/local/tmp/frida-server\n"
        "  adb shell chmod 755 /data/local/tmp/frida-server\n"
        "  adb shell \"su -c '/data/local/tmp/frida-server -D'\"      (on an emulator: adb root, and without su -c)"
    )


def no_server(endpoint: Endpoint, version: str, abi: str, port: int) -> NoFridaServerError:
    """The error for an endpoint that is not Frida's."""
    messages = {
        Endpoint.CLOSED: f"no frida-server runs on the device (nothing listens on port {port})",
        Endpoint.SILENT: f"something on the device accepts connections on port {port} but never answers",
        Endpoint.RESET: f"something on the device accepts connections on port {port} and closes them at once",
        Endpoint.OTHER: f"port {port} on the device belongs to something that is not frida-server",
    }
    first = {
        Endpoint.SILENT: "A frozen frida-server? Restart it.\n",
        Endpoint.RESET: "A frida-server that is just starting or has crashed? Restart it.\n",
        Endpoint.OTHER: f"Another program, or a frida-server older than 15: adb shell netstat -tlnp | grep {port}\n",
    }.get(endpoint, "")
    return NoFridaServerError(
        messages[endpoint], hint=first + server_how_to(version, abi), detail=f"endpoint: {endpoint.value}"
    )


def translate(error: Exception, pid: int, step: str, version: str) -> Exception:
    """A Frida error → one of ours, or Transient (Unseen) around one. Raises nothing."""
    kind, text = type(error).__name__, str(error)
    detail = f"{kind}: {text}"
    if re.search(r"incompatible frida-server|major versions? match", text, re.IGNORECASE):
        major = version.partition(".")[0]
        return FridaVersionError(
            f"the frida-server on the device is of another major version than Frida {version} on this computer "
            "(its protocol does not tell which; see: adb shell /data/local/tmp/frida-server --version)",
            hint=f"run a frida-server {major}.x on the device, best {version}: {RELEASES}/tag/{version}\n"
            'or install the device\'s version here: pip install "frida==VERSION"',
            detail=detail,
        )
    if kind == "PermissionDeniedError":
        if "authentication" in text or "not authorized" in text:
            message, hint = "the frida-server on the device asks for a token", "start it without --token"
        else:
            message = f"Frida may not touch process {pid}: its server does not run as root"
            hint = "frida-server must run as root: stop it and start it with su -c, or after adb root"
        return NoFridaServerError(message, hint=hint, detail=detail)
    if kind == "ProcessNotFoundError":
        died = f"process {pid} ended before droidcanary was attached"
        return Unseen(AppDiedError(died, hint="start the app again", detail=detail))
    if kind == "ProcessNotRespondingError" or "timed out while waiting for" in text:
        return LinkLostError(
            f"process {pid} does not respond to {step}",
            hint="a frozen or stopped app cannot be attached to: bring it to the front and try again",
            detail=detail,
        )
    if kind == "NotSupportedError" and "Gadget" not in text:
        return LinkLostError(f"{step}: not possible on this device", hint=f"Frida says: {text}", detail=detail)
    if kind == "InvalidArgumentError":
        return CanaryError(
            f"{step} failed: {text}",
            hint="with --agent-prelude: is that file valid JavaScript? Otherwise reinstall droidcanary",
            detail=detail,
        )
    # What is left is a connection that broke off, or a server that went away between the probe and now.
    if kind in ("ServerNotRunningError", "NotSupportedError"):
        return Transient(
            NoFridaServerError(
                "frida-server answered and then stopped working",
                hint="restart frida-server on the device (as root); adb logcat may say why it ended",
                detail=detail,
            )
        )
    return Transient(
        LinkLostError(f"{step} failed: the connection to frida-server broke off", hint="try again", detail=detail)
    )


def _no_java(text: str, pid: int) -> Exception:
    return NoJavaError(
        f"process {pid} has no Java VM",
        hint="a native process? droidcanary watches apps; see: adb shell ps -A -o PID,NAME",
        detail=text,
    )


def _hook(text: str, pid: int) -> Exception:
    return CanaryError(
        f"the main looper could not be hooked: {text}",
        hint="try the other hook: --hook printer works on every Android, --hook observer needs 10 or newer",
        detail=text,
    )


def _protocol(text: str, pid: int) -> Exception:
    return CanaryError(
        f"the agent and droidcanary do not speak the same protocol: {text}", hint="reinstall droidcanary", detail=text
    )


def _dex(text: str, pid: int) -> Exception:
    return CanaryError(
        f"the app's runtime refused the probe: {text}",
        hint="some ROMs have a switch against dynamic code loading per app: allow it for this app",
        detail=text,
    )


def _other(text: str, pid: int) -> Exception:
    if "unable to find method" in text:
        return CanaryError(
            "the agent did not load (its functions are missing)",
            hint="reinstall droidcanary; with --agent-prelude: does the prelude end in the middle of something?",
            detail=text,
        )
    return CanaryError(f"the agent could not start: {text}", hint="run again with -v --log-file FILE", detail=text)


#: By the code in front of the text that the agent's ``start`` throws; "" for any other.
START_CODES: Mapping[str, Callable[[str, int], Exception]] = {
    "no-java": _no_java,
    "no-main-looper": lambda text, pid: NotYet(text),
    "already-attached": lambda text, pid: Busy(text),
    "protocol": _protocol,
    "dex": _dex,
    "hook": _hook,
    "": _other,
}
