"""Why a link went silent: asked of adb, not of Frida, whose device list goes stale."""

from __future__ import annotations

import logging

from droidcanary.device.adb import AdbDevice
from droidcanary.device.facts import is_same_process, last_words
from droidcanary.errors import LinkLostError
from droidcanary.model import AppInfo, EndReason

log = logging.getLogger(__name__)

_FRIDA_REASONS = {
    "connection-terminated": "the connection to frida-server ended",
    "process-terminated": "Frida says that the process ended",
    "process-replaced": "the process was replaced by another program",
    "device-lost": "Frida lost the device",
}


def diagnose(device: AdbDevice, app: AppInfo, why: str) -> tuple[EndReason, str]:
    """The reason to end with, and what people should know about it. ``why`` is how it showed. Raises nothing."""
    if not device.is_connected():
        return "device-gone", f"adb no longer lists {device.serial} as usable"
    try:
        alive, state = is_same_process(device, app)
        if not alive:
            return "process-gone", _words(device, app)
    except LinkLostError as error:
        return "device-gone", error.message
    if state in ("T", "t"):
        return "link-lost", f"process {app.pid} is stopped (state {state}): frozen in the background, or by a debugger"
    words = _FRIDA_REASONS.get(why, why)
    return "link-lost", f"{words}; process {app.pid} is still running"


def _words(device: AdbDevice, app: AppInfo) -> str:
    try:
        return last_words(device, app.pid)
    except LinkLostError as error:
        log.debug("no last words: %s", error)
        return ""
