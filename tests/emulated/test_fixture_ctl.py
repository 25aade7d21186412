"""The pieces of the emulated device can be taken away and brought back while it runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pytest

from tests.emulated.fixture_device import PACKAGE, UpDevice, up_device, wait_until

# Asks as the product does, through adb, in a fresh process: Frida remembers a refusal for five seconds.
LIST_MEMBERS = """
import frida, json
try:
    found = frida.get_device("emulator-5554", timeout=5).enumerate_processes()
    print(json.dumps(sorted(process.pid for process in found)))
except frida.ServerNotRunningError as refused:
    print(json.dumps(str(refused)))
"""
HOLD_A_SESSION = """
import frida, subprocess, sys
session = frida.get_device("emulator-5554", timeout=5).attach(int(sys.argv[1]))
ended = []
session.on("detached", lambda reason, crash: ended.append(reason))
script = session.create_script("setInterval(() => {}, 100)")
script.load()
subprocess.run(["fixturectl", "stop-portal"], check=True)
subprocess.run(["fixturectl", "app-pid"], check=True)
print(ended)
"""


@pytest.fixture
def device() -> Iterator[UpDevice]:
    with up_device("--app-args", "--script 'sleep 1ms'") as running:
        yield running


def members(device: UpDevice) -> object:
    done = device.run(sys.executable, "-c", LIST_MEMBERS)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def native(device: UpDevice) -> int:
    return int(device.shell("pidof com.example.native").stdout)


def test_the_app_is_killed_and_started(device: UpDevice) -> None:
    assert int(device.ctl("app-pid")) == device.app_pid
    device.ctl("kill-app")
    assert device.shell(f"pidof {PACKAGE}").returncode == 1
    refused = device.run("fixturectl", "app-pid")
    assert refused.returncode == 1
    assert "is not running" in refused.stderr
    assert f"[0,{device.app_pid},{PACKAGE},0,2]" in device.shell("logcat -b events -d am_proc_died:I '*:S'").stdout
    pid = int(device.ctl("start-app"))
    assert device.shell(f"pidof {PACKAGE}").stdout.strip() == str(pid)
    assert members(device) == sorted([native(device), pid])


def test_am_starts_and_stops_it_from_the_device(device: UpDevice) -> None:
    assert device.shell(f"am force-stop {PACKAGE}").returncode == 0
    assert device.shell(f"pidof {PACKAGE}").returncode == 1
    assert "ActivityRecord" not in device.shell("dumpsys activity activities").stdout
    started = device.shell(f"am start -W -n {PACKAGE}/.MainActivity").stdout
    assert "Status: ok\nLaunchState: COLD\n" in started
    pid = int(device.shell(f"pidof {PACKAGE}").stdout)
    assert pid != device.app_pid
    assert "LaunchState: HOT" in device.shell(f"am start -W -n {PACKAGE}/{PACKAGE}.MainActivity").stdout
    assert members(device) == sorted([native(device), pid])


def test_it_is_stopped_and_continued(device: UpDevice) -> None:
    device.ctl("stop-app")
    assert device.shell(f"cat /proc/{device.app_pid}/stat").stdout.split()[2] == "T"
    device.ctl("cont-app")
    assert device.shell(f"cat /proc/{device.app_pid}/stat").stdout.split()[2] != "T"


def test_frida_goes_away_and_comes_back(device: UpDevice) -> None:
    both = sorted([native(device), device.app_pid or 0])
    assert members(device) == both
    device.ctl("stop-portal")
    assert "unable to connect to remote frida-server" in str(members(device))
    device.ctl("start-portal")
    assert members(device) == both


def test_frida_going_away_under_a_session_leaves_the_app_alive(device: UpDevice) -> None:
    held = device.run(sys.executable, "-c", HOLD_A_SESSION, str(device.app_pid))
    assert held.stdout.split() == [str(device.app_pid), "['connection-terminated']"], held.stderr
    device.ctl("start-portal")
    assert members(device) == sorted([native(device), device.app_pid or 0])


def test_the_device_goes_away_and_comes_back(device: UpDevice) -> None:
    device.ctl("kill-adbd")
    assert wait_until(lambda: "\tdevice" not in device.run("adb", "devices").stdout, 5)
    device.ctl("start-adbd")
    assert device.run("adb", "get-state").stdout == "device\n"
    assert device.shell(f"pidof {PACKAGE}").stdout.strip() == str(device.app_pid)


def test_a_device_without_app_and_without_frida() -> None:
    with up_device("--no-start", "--no-frida") as device:
        assert device.app_pid is None
        assert device.shell(f"pidof {PACKAGE}").returncode == 1
        assert device.shell(f"pm path {PACKAGE}").returncode == 0
        assert "unable to connect to remote frida-server" in str(members(device))
        device.shell(f"am start {PACKAGE}/.MainActivity")
        assert device.shell(f"pidof {PACKAGE}").returncode == 0
