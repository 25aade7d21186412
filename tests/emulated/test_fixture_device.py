"""The emulated device answers as a device does."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest

from tests.emulated.fixture_device import PACKAGE, UpDevice, up_device


@pytest.fixture(scope="module")
def device() -> Iterator[UpDevice]:
    with up_device("--process", ":push") as running:
        yield running


def test_adb_lists_one_device(device: UpDevice) -> None:
    listed = device.run("adb", "devices").stdout.splitlines()
    assert listed[1:] == ["emulator-5554\tdevice", ""]


def test_the_app_looks_like_an_android_process(device: UpDevice) -> None:
    listed = device.shell("ps -A -o PID,PPID,UID,NAME").stdout
    rows = {fields[3]: fields for fields in (line.split() for line in listed.splitlines())}
    pid, parent, uid, _ = rows[PACKAGE]
    assert int(pid) == device.app_pid
    assert uid == "10123"
    assert rows["zygote64"][0] == parent
    assert rows[f"{PACKAGE}:push"][2] == "10123"
    assert device.shell(f"pidof {PACKAGE}").stdout.strip() == pid
    assert device.shell(f"cat /proc/{pid}/comm").stdout.strip() == PACKAGE[-15:]
    assert device.shell(f"cat /proc/{pid}/task/{pid}/status | grep ^Tgid").stdout.split()[1] == pid


def test_what_is_not_there_is_answered_like_on_a_device(device: UpDevice) -> None:
    unknown = device.shell("nonesuch")
    assert unknown.returncode == 127
    assert "/system/bin/sh: nonesuch: inaccessible or not found" in unknown.stderr
    assert device.shell("pidof com.example.nonesuch").returncode == 1
    missing = device.shell("pm path com.example.nonesuch")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert device.shell("dumpsys nonesuch").stderr.strip() == "Can't find service: nonesuch"


def test_properties(device: UpDevice) -> None:
    assert device.shell("getprop ro.build.version.sdk").stdout == "35\n"
    assert device.shell("getprop no.such.property").stdout == "\n"
    everything = device.shell("getprop").stdout.splitlines()
    assert all(re.fullmatch(r"\[[^]]+\]: \[.*\]", line) for line in everything)
    assert "[sys.boot_completed]: [1]" in everything
    assert "[ro.product.cpu.abilist]: [x86_64]" in everything
    assert device.shell("setprop debug.canary 'a b'; getprop debug.canary").stdout == "a b\n"
    assert device.shell("setprop ro.build.version.sdk 1").returncode == 1


def test_the_package_manager(device: UpDevice) -> None:
    path = device.shell(f"pm path {PACKAGE}").stdout.strip()
    assert re.fullmatch(rf"package:/data/app/~~[^/]+/{PACKAGE}-[^/]+/base\.apk", path)
    assert device.shell(f"test -f {path.partition(':')[2]}").returncode == 0
    assert device.shell(f"pm list packages {PACKAGE}").stdout == f"package:{PACKAGE}\n"
    resolved = device.shell(f"cmd package resolve-activity --brief {PACKAGE}").stdout
    assert resolved.splitlines()[-1] == f"{PACKAGE}/.MainActivity"
    assert device.shell("cmd package resolve-activity --brief a.b").stdout == "No activity found\n"
    dump = device.shell(f"dumpsys package {PACKAGE}").stdout
    for line in ("    versionName=1.0", f"  Package [{PACKAGE}] (5f1c0ff):", "    appId=10123"):
        assert line in dump.splitlines()
    assert "versionCode=1 minSdk=21 targetSdk=35" in dump


def test_the_activity_manager(device: UpDevice) -> None:
    activities = device.shell("dumpsys activity activities").stdout
    assert re.search(rf"^  topResumedActivity=ActivityRecord\{{\S+ u0 {PACKAGE}/\.MainActivity", activities, re.M)
    processes = device.shell("dumpsys activity processes").stdout
    assert f"{device.app_pid}:{PACKAGE}/u0a123" in processes
    assert device.shell("am get-current-user").stdout == "0\n"
    started = device.shell("am start -n com.example.nonesuch/.Main")
    assert started.returncode == 0
    assert "Error type 3" in started.stdout


def test_settings_and_numbers(device: UpDevice) -> None:
    assert device.shell("settings get global nonesuch").stdout == "null\n"
    assert device.shell("settings put global canary 7; settings get global canary").stdout == "7\n"
    assert int(device.shell("getconf CLK_TCK").stdout) == os.sysconf("SC_CLK_TCK")
    assert int(device.shell("getconf PAGE_SIZE").stdout) == os.sysconf("SC_PAGE_SIZE")


def test_the_log_tells_of_processes(device: UpDevice) -> None:
    events = device.shell("logcat -b events -v epoch -d am_proc_start:I '*:S'").stdout.splitlines()
    told = [line for line in events if f",10123,{PACKAGE}," in line]
    assert re.fullmatch(r" *\d+\.\d{3} +1000 +1000 I am_proc_start: \[0,\d+,10123,.*\]", told[0])
    assert len(device.shell("logcat -b events -d -t 1 am_proc_bound:I '*:S'").stdout.splitlines()) == 1


@pytest.mark.parametrize(("api", "line"), [("28", "mResumedActivity: "), ("23", "mResumedActivity: ")])
def test_older_levels_answer_in_their_own_words(api: str, line: str) -> None:
    with up_device("--api", api) as older:
        assert older.shell("getprop ro.build.version.sdk").stdout == f"{api}\n"
        assert line in older.shell("dumpsys activity activities").stdout
        assert f"package:/data/app/{PACKAGE}-1/base.apk" in older.shell(f"pm path {PACKAGE}").stdout
        assert "userId=10123" in older.shell(f"dumpsys package {PACKAGE}").stdout
        assert older.shell("cmd -l").returncode == (127 if api == "23" else 0)


def test_art_has_its_own_level_and_prelude() -> None:
    with up_device("--runtime", "art") as art:
        assert art.shell("getprop ro.build.version.sdk; getprop ro.build.version.release").stdout == "30\n11\n"
        assert art.run("sh", "-c", 'test -f "$DROIDCANARY_AGENT_PRELUDE"').returncode == 0
        assert art.shell(f"pidof {PACKAGE}").stdout.strip() == str(art.app_pid)
