"""What the device's commands know: plain files in the device's tree, one fact a file, read by commands/."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from device_fixtures.layout import Layout
from device_fixtures.options import DeviceOptions

APP_UID = 10123
NATIVE_UID = 10124
VERSION_NAME = "1.0"
VERSION_CODE = "1"
ACTIVITY = ".MainActivity"
_COMMANDS = Path(__file__).resolve().parent / "commands"
_PATHS_WITH_RANDOM_FOLDERS_FROM = 30  # the API level that put apks below /data/app/~~RANDOM==/


@dataclass(frozen=True)
class Facts:
    """The state folder of one running device. Written by the fixture only, and by ``setprop`` and ``settings put``."""

    layout: Layout

    def running(self, process: str, pid: int) -> None:
        """A process of the app is there."""
        self._write(f"running/{process}", str(pid))

    def ended(self, process: str) -> None:
        """A process of the app is gone."""
        (self.layout.state / "running" / process).unlink(missing_ok=True)

    def foreground(self, package: str) -> None:
        """The package whose activity is on top; empty for the launcher."""
        self._write("foreground", package)

    def log(self, buffer: str, tag: str, message: str, level: str = "I") -> None:
        """Appends a line to a logcat buffer (``main`` or ``events``): wall clock s, pid, tid, level, tag, message."""
        line = f"{buffer}\t{time.time():.3f}\t1000\t1000\t{level}\t{tag}\t{message}\n"
        with (self.layout.state / "log").open("a", encoding="utf-8") as log:
            log.write(line)

    def _write(self, name: str, value: str) -> None:
        path = self.layout.state / name
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(value + "\n", encoding="utf-8")
        fresh.replace(path)  # a reader sees the old value or the new one


def furnish(layout: Layout, options: DeviceOptions, api: int, release: str, jar: Path) -> Facts:
    """Installs the commands and writes the facts of a device that has just booted, with its app installed."""
    state = layout.state
    for folder in ("running", "packages", "settings/global", "settings/secure", "settings/system", "replies"):
        (state / folder).mkdir(parents=True)
    for command in _COMMANDS.iterdir():
        installed = layout.root / "system/bin" / command.name
        shutil.copyfile(command, installed)
        installed.chmod(0o755)
    facts = Facts(layout)
    facts._write("props", "\n".join(f"{name}={value}" for name, value in _properties(api, release).items()))
    facts._write("api", str(api))
    facts.foreground("")
    (state / "log").touch()
    _install(facts, options.package, jar, api)
    _setting(facts, "global", "stay_on_while_plugged_in", "0")
    _setting(facts, "global", "adb_enabled", "1")
    _setting(facts, "secure", "android_id", "5f1c0ffee0123456")
    return facts


def _install(facts: Facts, package: str, jar: Path, api: int) -> None:
    if api >= _PATHS_WITH_RANDOM_FOLDERS_FROM:
        apk = f"/data/app/~~Zml4dHVyZQ==/{package}-ZHJvaWRjYW5hcnk==/base.apk"
    else:
        apk = f"/data/app/{package}-1/base.apk"
    on_host = facts.layout.root / apk.lstrip("/")
    on_host.parent.mkdir(parents=True)
    shutil.copyfile(jar, on_host)
    on_host.chmod(0o644)
    record = facts.layout.state / "packages" / package
    record.mkdir()
    described = {
        "apk": apk, "uid": str(APP_UID), "version_name": VERSION_NAME, "version_code": VERSION_CODE,
        "target_sdk": str(api), "activity": ACTIVITY, "installed": time.strftime("%Y-%m-%d %H:%M:%S"),
    }  # fmt: skip
    for name, value in described.items():
        facts._write(f"packages/{package}/{name}", value)


def _setting(facts: Facts, table: str, name: str, value: str) -> None:
    facts._write(f"settings/{table}/{name}", value)


def _properties(api: int, release: str) -> dict[str, str]:
    return {
        "dalvik.vm.isa.x86_64.variant": "x86_64",
        "ro.boot.serialno": "EMULATOR5554",
        "ro.build.characteristics": "emulator",
        "ro.build.fingerprint": f"droidcanary/fixture_x86_64/fixture:{release}/DROIDCANARY/1:userdebug/test-keys",
        "ro.build.tags": "test-keys",
        "ro.build.type": "userdebug",
        "ro.build.version.release": release,
        "ro.build.version.sdk": str(api),
        "ro.debuggable": "1",
        "ro.hardware": "fixture",
        "ro.product.brand": "droidcanary",
        "ro.product.cpu.abi": "x86_64",
        "ro.product.cpu.abilist": "x86_64",
        "ro.product.cpu.abilist64": "x86_64",
        "ro.product.device": "fixture_x86_64",
        "ro.product.manufacturer": "droidcanary",
        "ro.product.model": "droidcanary fixture",
        "ro.product.name": "fixture_x86_64",
        "ro.secure": "1",
        "ro.serialno": "EMULATOR5554",
        "ro.zygote": "zygote64",
        "sys.boot_completed": "1",
    }
