"""What the device tells about itself and about the app: questions asked through the shell, answers parsed in parse.py.

Every name that is put into a command was checked by names.py.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable

from droidcanary import wire
from droidcanary.device import parse
from droidcanary.device.adb import AdbDevice
from droidcanary.errors import AppNotRunningError, DeviceStateError
from droidcanary.model import AppInfo, Clocks, DeviceInfo

log = logging.getLogger(__name__)

_POLL_S = 0.2
_CANDIDATES = 8


def read_device(device: AdbDevice) -> DeviceInfo:
    """The device's properties. What it does not tell stays empty. Raises LinkLostError."""
    props = parse.parse_getprop(device.shell("getprop", step="reading the device's properties").text)
    api = props.get("ro.build.version.sdk", "")
    ticks = device.shell("getconf CLK_TCK", step="reading the length of a clock tick")
    clk_tck, assumed = parse.parse_clk_tck(ticks.text)
    cores = device.shell("cat /sys/devices/system/cpu/present", step="counting the device's cores")
    memory = device.shell("cat /proc/meminfo", step="reading the device's memory size")
    return DeviceInfo(
        serial=device.serial,
        model=props.get("ro.product.model", ""),
        manufacturer=props.get("ro.product.manufacturer", ""),
        release=props.get("ro.build.version.release", ""),
        api=int(api) if api.isascii() and api.isdigit() else None,
        abi=props.get("ro.product.cpu.abilist", "").partition(",")[0] or props.get("ro.product.cpu.abi", ""),
        cores=_count_cores(cores.text) if cores.ok else None,
        clk_tck=clk_tck,
        clk_tck_assumed=assumed,
        mem_total_kb=parse.parse_mem_total_kb(memory.text),
        build=props.get("ro.build.fingerprint", ""),
    )


def find_process(device: AdbDevice, process: str) -> int | None:
    """The pid of the process with exactly this name (its cmdline up to the first NUL); None: there is none.

    Raises LinkLostError.
    """
    found = device.shell(f"pidof {process}", step=f"looking for {process}")
    pids = parse.parse_pids(found.text)
    if not pids and (found.status not in (0, 1) or found.text.strip()):  # no pidof on this device
        pids = [row.pid for row in _processes(device) if row.name == process]
    for pid in sorted(pids):
        if _cmdline(device, pid) == process:
            return pid
    return None


def wait_for_process(device: AdbDevice, process: str, progress: Callable[[str], None]) -> int:
    """Polls until the process is there. Ended by KeyboardInterrupt only. Raises LinkLostError."""
    progress(f"waiting for {process} to start (Ctrl-C gives up)")
    while True:
        pid = find_process(device, process)
        if pid is not None:
            return pid
        time.sleep(_POLL_S)


def not_running(device: AdbDevice, package: str, process: str) -> AppNotRunningError:
    """The error for a process that was not found: not installed, not running, or hidden. Raises LinkLostError."""
    rows = _processes(device)
    ours = sorted({row.name for row in rows if row.name == package or row.name.startswith(f"{package}:")})
    if ours:
        return AppNotRunningError(
            f"{package} runs, but not its process {process}",
            hint="leave --process out for the main process"
            if process != package
            else "open the app; the main process is not there, only these are (choose one with --process)",
            candidates=tuple(ours),
        )
    hidden = _hidden_pid(device, process)
    if hidden is not None:
        return AppNotRunningError(
            f"{process} runs as pid {hidden}, but this device hides it from the shell (/proc is mounted with hidepid)",
            hint="let adb run as root (adb root) and try again",
        )
    installed = device.shell(f"pm path {package}", step=f"asking whether {package} is installed")
    similar = _similar(package, {row.name for row in rows})
    if "package:" in installed.text:
        return AppNotRunningError(
            f"{package} is installed but not running",
            hint="open it on the device, or add --wait and open it then",
            candidates=similar,
        )
    if "Can't find service" in installed.text:
        return AppNotRunningError(
            f"{package} is not running, and the device is still starting",
            hint="let it boot, or add --wait",
        )
    return AppNotRunningError(
        f"{package} is not installed on this device",
        hint="is the name spelt as adb shell pm list packages spells it?" + (" Running are:" if similar else ""),
        candidates=similar,
    )


def read_app(device: AdbDevice, package: str, process: str, pid: int) -> AppInfo:
    """Who the process is. Raises LinkLostError; AppNotRunningError when it ended meanwhile, DeviceStateError when it is
    stopped (an attach would hang)."""
    stat = parse.parse_pid_stat(device.shell(f"cat /proc/{pid}/stat", step="reading the process's state").text)
    if stat is None:
        raise AppNotRunningError(
            f"{process} ended before droidcanary was attached", hint="start it again, or add --wait"
        )
    if stat.state == "T":
        raise DeviceStateError(
            f"{process} (pid {pid}) is stopped: nothing can be attached to it",
            hint="bring it to the front on the device, or let it go on (a debugger? kill -CONT); then try again",
        )
    status = device.shell(f"cat /proc/{pid}/status", step="reading the process's owner")
    dump = device.shell(f"dumpsys package {package}", step="reading the app's version", timeout_s=10)
    version_name, version_code = parse.parse_package_version(dump.text)
    return AppInfo(
        package=package,
        process=process,
        pid=pid,
        uid=parse.parse_status_uid(status.text),
        version_name=version_name,
        version_code=version_code,
        started_jiffies=stat.started_jiffies,
    )


def is_same_process(device: AdbDevice, app: AppInfo) -> tuple[bool, str]:
    """Whether the pid still is that process and no successor, and its state letter. Raises LinkLostError."""
    stat = parse.parse_pid_stat(device.shell(f"cat /proc/{app.pid}/stat", step="asking whether the app is alive").text)
    if stat is None or stat.state in "ZX":
        return False, ""
    same = app.started_jiffies is None or stat.started_jiffies == app.started_jiffies
    return same, stat.state


def last_words(device: AdbDevice, pid: int) -> str:
    """What the system's event log says about the end of a process; "" when it says nothing. Raises LinkLostError."""
    events = device.shell(
        "logcat -b events -d -t 500 am_kill:I am_crash:I am_anr:I am_proc_died:I '*:S'",
        step="asking why the app ended",
        timeout_s=3,
    )
    pattern = re.compile(rf"(am_kill|am_crash|am_anr|am_proc_died)\b.*\[(?:[0-9]+,)?{pid},(.*)\]", re.ASCII)
    found = [match for line in events.text.splitlines() if (match := pattern.search(line))]
    return f"{found[-1][1]}: {found[-1][2]}" if found else ""


def pair_clocks(device: AdbDevice, hello: wire.Hello) -> Clocks:
    """The hello's clocks with this computer's beside them, paired through /proc/uptime (which counts like elapsed
    realtime). Raises LinkLostError."""
    asked_ms = time.time() * 1000
    text = device.shell("cat /proc/uptime", step="comparing clocks").text
    round_trip_ms = time.time() * 1000 - asked_ms
    elapsed_ns = parse.parse_uptime(text)
    device_clocks = hello.clocks
    host_wall_ms = asked_ms + round_trip_ms / 2
    if elapsed_ns is not None:
        # The reading was taken later than the hello: go back by as much as the device's clock says.
        host_wall_ms -= (elapsed_ns - device_clocks.elapsed_ns) / 1e6
    return Clocks(
        uptime_ns=device_clocks.uptime_ns,
        elapsed_ns=device_clocks.elapsed_ns,
        wall_ms=device_clocks.wall_ms,
        host_wall_ms=host_wall_ms,
        round_trip_ms=round_trip_ms,
        utc_offset_s=device_clocks.utc_offset_s,
    )


def _processes(device: AdbDevice) -> list[parse.ProcessLine]:
    rows: list[parse.ProcessLine] = []
    for command in ("ps -A -o PID,NAME", "ps"):
        result = device.shell(command, step="listing processes")
        rows = parse.parse_ps(result.text) if result.status in (0, None) else []
        if rows:
            break
    return rows


def _cmdline(device: AdbDevice, pid: int) -> str:
    result = device.shell(f"cat /proc/{pid}/cmdline", step="reading the process's name")
    return parse.parse_cmdline(result.stdout) if result.ok else ""


def _count_cores(text: str) -> int | None:
    """``0-7`` or ``0,2-3`` → how many; None: not such a list."""
    count = 0
    for part in text.strip().split(","):
        match = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", part, re.ASCII)
        if match is None:
            return None
        count += int(match[2] or match[1]) - int(match[1]) + 1
    return count


def _hidden_pid(device: AdbDevice, process: str) -> int | None:
    text = device.shell("dumpsys activity processes", step="asking the activity manager", timeout_s=10).text
    match = re.search(rf"\b([0-9]+):{re.escape(process)}/", text, re.ASCII)
    return int(match[1]) if match else None


def _similar(package: str, names: set[str]) -> tuple[str, ...]:
    """Running processes whose names share a telling part with the package."""
    common = {"com", "org", "net", "android", "app", "google", "io", "de", "co"}
    parts = {part for part in package.lower().split(".") if len(part) > 2} - common
    close = [name for name in names if "." in name and parts & set(re.split(r"[.:]", name.lower()))]
    return tuple(sorted(close)[:_CANDIDATES])
