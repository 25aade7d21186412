"""Text that devices and adb print → records. Pure: running the commands is ``adb.py``'s part.

Everything here is met in the wild with noise around it: banners of the adb server, CRLF, columns that vary by
release, values over several lines. Lines that are not understood are left out, never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from droidcanary.device.parse_proc import (
    PidStat,
    is_denied,
    parse_clk_tck,
    parse_cmdline,
    parse_cpu_line,
    parse_mem_total_kb,
    parse_pid_stat,
    parse_schedstat,
    parse_stat,
    parse_status_uid,
    parse_uptime,
)
from droidcanary.device.parse_sampler import SamplerReader, sampler_script

__all__ = [
    "DeviceLine",
    "PidStat",
    "ProcessLine",
    "SamplerReader",
    "is_denied",
    "parse_clk_tck",
    "parse_cmdline",
    "parse_cpu_line",
    "parse_devices",
    "parse_getprop",
    "parse_mem_total_kb",
    "parse_package_version",
    "parse_pid_stat",
    "parse_pids",
    "parse_ps",
    "parse_schedstat",
    "parse_stat",
    "parse_status_uid",
    "parse_uptime",
    "sampler_script",
]

_STATES = (
    "device|offline|unauthorized|authorizing|connecting|recovery|rescue|sideload|bootloader|host|detached|jdwp|unknown"
)
# The shortest serial that is followed by a state: serials may hold blanks, colons, brackets.
_BY_STATE = re.compile(rf"(?P<serial>\S(?:.*?\S)?)\s+(?P<state>no permissions.*|(?:{_STATES})(?=\s|\Z))(?P<rest>.*)")
_BY_TAB = re.compile(r"(?P<serial>[^\t]*[^\t ]) *\t+(?P<state>.+)")
_BY_TRANSPORT = re.compile(r"(?P<serial>\S+)\s+(?P<state>\S+)(?P<rest>\s.*\btransport_id:[0-9]+)\s*", re.ASCII)
_ATTRIBUTES = re.compile(r"(?:\s+[A-Za-z_]+:\S+)+\s*\Z", re.ASCII)
_NOISE = ("*", "List of devices", "adb server", "adb:", "error:", "daemon ")

_PROPERTY = re.compile(r"^\[([^\]\n]+)\]: \[(.*?)\]\r?$(?=\n\[|\n?\Z)", re.MULTILINE | re.DOTALL)
_VERSION_CODE = re.compile(r"\bversionCode=([0-9]{1,19})\b", re.ASCII)
_VERSION_NAME = re.compile(r"^\s*versionName=(.*?)\s*$", re.MULTILINE)
_PID = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)


class DeviceLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of ``adb devices``. ``state`` is adb's own wording, whole; ``attributes`` are the pairs of ``-l``."""

    serial: str
    state: str
    attributes: dict[str, str] = {}

    @property
    def usable(self) -> bool:
        """Whether a shell can be opened on it."""
        return self.state == "device"


class ProcessLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of ``ps``: the name is argv[0], which for an app is its process's name."""

    user: str
    pid: int
    name: str


def parse_devices(text: str) -> list[DeviceLine]:
    """``adb devices`` or ``adb devices -l`` → its devices in order, without banners and other noise."""
    found: list[DeviceLine] = []
    for raw in text.splitlines():
        line = raw.strip()
        if not line or line.startswith(_NOISE):
            continue
        match = _BY_TAB.fullmatch(line) or _BY_STATE.fullmatch(line) or _BY_TRANSPORT.fullmatch(line)
        if match is None:
            continue
        tail = match["state"] + (match.groupdict().get("rest") or "")
        attributes = _ATTRIBUTES.search(tail)
        state = tail if attributes is None else tail[: attributes.start()]
        pairs = [] if attributes is None else attributes[0].split()
        found.append(
            DeviceLine(
                serial=match["serial"],
                state=state.strip(),
                attributes={name: value for name, _, value in (pair.partition(":") for pair in pairs)},
            )
        )
    return found


def parse_ps(text: str) -> list[ProcessLine]:
    """``ps`` or ``ps -A`` of any release → its processes. The columns are found by the header."""
    lines = iter(text.splitlines())
    for header in lines:
        columns = header.split()
        if "PID" in columns and columns[-1] in ("NAME", "CMD", "COMMAND", "ARGS"):
            return list(_ps_rows(lines, columns))
    return []


def _ps_rows(lines: Iterator[str], columns: list[str]) -> Iterator[ProcessLine]:
    pid_at = columns.index("PID")
    user_at = columns.index("USER") if "USER" in columns else columns.index("UID") if "UID" in columns else None
    unnamed_state = "PC" in columns and "S" not in columns
    for line in lines:
        words = line.split()
        if len(words) < len(columns) or _PID.fullmatch(words[pid_at]) is None:
            continue
        # Old releases print the state before the name without a heading of its own.
        first = len(columns) if unnamed_state and len(words) > len(columns) else len(columns) - 1
        name = " ".join(words[first:])
        yield ProcessLine(user="" if user_at is None else words[user_at], pid=int(words[pid_at]), name=name)


def parse_pids(text: str) -> list[int]:
    """``pidof`` → pids. Anything but numbers (an error text, a usage line) gives none."""
    words = text.split()
    return [int(word) for word in words] if all(_PID.fullmatch(word) for word in words) else []


def parse_getprop(text: str) -> dict[str, str]:
    """``getprop`` → its properties; values may hold brackets and line breaks."""
    return {match[1]: match[2].replace("\r\n", "\n") for match in _PROPERTY.finditer(text)}


def parse_package_version(text: str) -> tuple[str, str]:
    """``dumpsys package NAME`` → version name and version code of its first entry, "" where it has none."""
    name, code = _VERSION_NAME.search(text), _VERSION_CODE.search(text)
    return ("" if name is None else name[1]), ("" if code is None else code[1])
