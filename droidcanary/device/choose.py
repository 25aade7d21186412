"""Which device: the flag, else ANDROID_SERIAL, else the only usable one. Never a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from droidcanary.device.parse import DeviceLine
from droidcanary.errors import DeviceStateError, NoDeviceError, SeveralDevicesError, UsageError

USABLE = "device"

_HINTS: Mapping[str, str] = {
    "unauthorized": "unlock the phone and accept the USB debugging question on its screen",
    "authorizing": "unlock the phone and accept the USB debugging question on its screen",
    "offline": "replug it or toggle USB debugging; adb reconnect offline",
    "connecting": "wait a moment and try again",
    "recovery": "it is in recovery mode: start Android on it",
    "rescue": "it is in rescue mode: start Android on it",
    "sideload": "it is in sideload mode: start Android on it",
    "bootloader": "it is in its bootloader: start Android on it",
    "host": "it is in host mode: start Android on it",
}
_NO_PERMISSIONS = (
    "this computer may not open the USB device: add your user to the group plugdev and a udev rule for it, then replug "
    "(https://developer.android.com/studio/run/device#setting-up)"
)


def state_hint(state: str) -> str:
    """What to do about a device in this state; "" for a usable one."""
    if state == USABLE:
        return ""
    if state.startswith("no permissions"):
        return _NO_PERMISSIONS
    return _HINTS.get(state, "it is not usable in this state: see adb devices -l")


def describe(line: DeviceLine) -> str:
    """One candidate on one line: serial, state, model, and the transport id."""
    parts = [line.serial, line.state]
    if "model" in line.attributes:
        parts.append(line.attributes["model"])
    if "transport_id" in line.attributes:
        parts.append(f"transport_id:{line.attributes['transport_id']}")
    hint = state_hint(line.state)
    return "  ".join(parts) + (f"  ({hint})" if hint else "")


def transport_id(line: DeviceLine) -> int | None:
    """The server's own number for the device, where it tells it."""
    text = line.attributes.get("transport_id", "")
    return int(text) if text.isascii() and text.isdigit() else None


def choose_device(lines: Sequence[DeviceLine], flag: str | None, environ: Mapping[str, str]) -> DeviceLine:
    """The one device to use.

    ``flag`` (``--serial``) is a serial or ``transport_id:N`` and wins over ``ANDROID_SERIAL``.
    Raises NoDeviceError, SeveralDevicesError, DeviceStateError with all candidates; UsageError for an empty serial.
    """
    candidates = tuple(describe(line) for line in lines)
    if flag == "":
        raise UsageError("--serial: the serial is empty", hint="droidcanary devices lists the serials")
    wanted = flag or environ.get("ANDROID_SERIAL") or None
    if wanted is None:
        return _only_usable(lines, candidates)
    source = "--serial" if flag else "ANDROID_SERIAL"
    matches = _matching(lines, wanted)
    if not matches:
        raise NoDeviceError(
            f"no device {wanted!r} is connected ({source})",
            hint="connected are the devices above; choose with -s"
            if lines
            else "nothing at all is connected: plug the device in, or start an emulator",
            candidates=candidates,
        )
    if len(matches) > 1:
        raise SeveralDevicesError(
            f"{len(matches)} devices share the serial {wanted}",
            hint="choose by transport id: -s transport_id:N",
            candidates=tuple(describe(line) for line in matches),
        )
    if matches[0].state != USABLE:
        raise _bad_state(matches[0], candidates)
    return matches[0]


def _matching(lines: Sequence[DeviceLine], wanted: str) -> list[DeviceLine]:
    matches = [line for line in lines if line.serial == wanted]
    if not matches and wanted.startswith("transport_id:"):
        number = wanted.removeprefix("transport_id:")
        matches = [line for line in lines if line.attributes.get("transport_id") == number]
    return matches


def _only_usable(lines: Sequence[DeviceLine], candidates: tuple[str, ...]) -> DeviceLine:
    usable = [line for line in lines if line.state == USABLE]
    if len(usable) == 1:
        return usable[0]
    if usable:
        same = len({line.serial for line in usable}) < len(usable)
        raise SeveralDevicesError(
            f"{len(usable)} devices are connected",
            hint="choose with -s SERIAL or ANDROID_SERIAL"
            + ("; where serials are the same: -s transport_id:N" if same else ""),
            candidates=candidates,
        )
    if not lines:
        raise NoDeviceError(
            "no device is connected",
            hint="plug one in and switch on USB debugging (Settings, Developer options), or start an emulator\n"
            "to see droidcanary without a device: droidcanary demo",
        )
    if len(lines) == 1:
        raise _bad_state(lines[0], candidates)
    raise DeviceStateError(
        f"{len(lines)} devices are connected, none is usable",
        hint="do what stands beside one of them",
        candidates=candidates,
    )


def _bad_state(line: DeviceLine, candidates: tuple[str, ...]) -> DeviceStateError:
    return DeviceStateError(f"{line.serial} is {line.state}", hint=state_hint(line.state), candidates=candidates)
