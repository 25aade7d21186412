"""A phone as most of them answer, with one app running."""

from __future__ import annotations

import re

from tests.fake_adb.device import FakeDevice, Reply

PROPERTIES = {
    "ro.product.model": "Pixel 8",
    "ro.product.manufacturer": "Google",
    "ro.build.version.release": "14",
    "ro.build.version.sdk": "34",
    "ro.product.cpu.abilist": "arm64-v8a,armeabi-v7a,armeabi",
    "ro.build.fingerprint": "google/shiba/shiba:14/AP1A.240505.004/1:user/release-keys",
}
UPTIME = "3725.41 28110.07\n"


def phone(
    serial: str = "emulator-5554",
    *,
    package: str = "com.acme.shop",
    pid: int | None = 4321,
    transport_id: int = 1,
    features: tuple[str, ...] = ("shell_v2", "cmd"),
) -> FakeDevice:
    """``pid`` null: the app is installed but does not run."""
    device = FakeDevice(serial, transport_id=transport_id, features=features)
    processes = [(1, "init"), (611, "zygote64"), (900, "com.android.systemui"), (2200, "com.acme.shop2")]
    if pid is not None:
        processes += [(pid, package), (pid + 77, f"{package}:push")]
    properties = "".join(f"[{name}]: [{value}]\n" for name, value in PROPERTIES.items())

    def pidof(command: str) -> Reply:
        name = command.removeprefix("pidof ")
        found = [str(number) for number, process in processes if process == name]
        return Reply(f"{' '.join(found)}\n".encode()) if found else Reply(status=1)

    def proc(command: str) -> Reply:
        match = re.fullmatch(r"cat /proc/([0-9]+)/(stat|status|cmdline)", command)
        assert match is not None
        name = next((name for number, name in processes if number == int(match[1])), None)
        if name is None:
            text = f"cat: {command.removeprefix('cat ')}: No such file or directory\n"
            return Reply(stderr=text.encode(), status=1)
        if match[2] == "cmdline":
            return Reply(name.encode() + b"\0\0\0")
        if match[2] == "status":
            return Reply(f"Name:\t{name[-15:]}\nUid:\t10234\t10234\t10234\t10234\n".encode())
        return Reply(
            f"{match[1]} ({name[-15:]}) S 611 611 0 0 -1 1077952832 9 0 0 0 120 30 0 0 10 -10 34 0 371905\n".encode()
        )

    rows = "".join(f"{number:>5} {name}\n" for number, name in processes)
    device.shell = [
        ("getprop", Reply(properties.encode())),
        ("getconf CLK_TCK", Reply(b"100\n")),
        ("cat /sys/devices/system/cpu/present", Reply(b"0-7\n")),
        ("cat /proc/meminfo", Reply(b"MemTotal:        7812004 kB\nMemFree:          812004 kB\n")),
        ("cat /proc/uptime", Reply(UPTIME.encode())),
        (r"cat /proc/[0-9]+/(stat|status|cmdline)", proc),
        (r"pidof [A-Za-z0-9_.:]+", pidof),
        ("ps -A -o PID,NAME", Reply(f"  PID NAME\n{rows}".encode())),
        (rf"pm path {re.escape(package)}", Reply(f"package:/data/app/{package}/base.apk\n".encode())),
        (r"pm path [A-Za-z0-9_.]+", Reply(status=1)),
        (
            r"dumpsys package [A-Za-z0-9_.]+",
            Reply(b"    versionCode=50201 minSdk=23 targetSdk=34\n    versionName=5.2.1\n"),
        ),
        ("dumpsys activity processes", Reply(b"ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n")),
        (r"logcat -b events .*", Reply()),
    ]
    return device
