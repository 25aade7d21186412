"""What is asked of a device, in which words, and what is made of the answers."""

from __future__ import annotations

import pytest

from droidcanary import wire
from droidcanary.device import facts
from droidcanary.device.adb import AdbDevice, AdbServer
from droidcanary.device.endpoint import Endpoint, probe_endpoint
from droidcanary.device.health import diagnose
from droidcanary.device.names import check_package, process_name
from droidcanary.errors import AppNotRunningError, LinkLostError, UsageError
from droidcanary.model import AppInfo
from tests.fake_adb import FakeAdbServer, FakeDevice, Reply, phone
from tests.fake_adb.server import answer

HELLO = wire.Hello(
    protocol=1,
    agent="x",
    pid=4321,
    api=34,
    hook="printer",
    at_ns=3_600_000_000_000,
    clocks=wire.DeviceClocks(
        uptime_ns=3_600_000_000_000, elapsed_ns=3_725_000_000_000, wall_ms=1_700_000_000_000.0, utc_offset_s=20_700
    ),
)


def on(server: FakeAdbServer) -> AdbDevice:
    return AdbDevice(AdbServer(server.environ), server.devices[0].serial)


def test_a_phone_is_read_with_known_commands_only() -> None:
    fake = phone()
    with FakeAdbServer([fake]) as server:
        info = facts.read_device(on(server))
        pid = facts.find_process(on(server), "com.acme.shop")
        assert pid == 4321
        app = facts.read_app(on(server), "com.acme.shop", "com.acme.shop", pid)
    assert (info.model, info.manufacturer, info.release, info.api) == ("Pixel 8", "Google", "14", 34)
    assert (info.abi, info.cores, info.clk_tck, info.clk_tck_assumed) == ("arm64-v8a", 8, 100, False)
    assert info.mem_total_kb == 7_812_004
    assert app == AppInfo(
        package="com.acme.shop",
        process="com.acme.shop",
        pid=4321,
        uid=10_234,
        version_name="5.2.1",
        version_code="50201",
        started_jiffies=371_905,
    )
    assert fake.unexpected == []
    assert fake.commands == [
        "getprop",
        "getconf CLK_TCK",
        "cat /sys/devices/system/cpu/present",
        "cat /proc/meminfo",
        "pidof com.acme.shop",
        "cat /proc/4321/cmdline",
        "cat /proc/4321/stat",
        "cat /proc/4321/status",
        "dumpsys package com.acme.shop",
    ]


def test_a_poor_device_leaves_things_empty() -> None:
    fake = FakeDevice("S1", features=())
    with FakeAdbServer([fake]) as server:
        info = facts.read_device(on(server))
    assert (info.model, info.api, info.cores, info.mem_total_kb) == ("", None, None, None)
    assert (info.clk_tck, info.clk_tck_assumed) == (100, True)


@pytest.mark.parametrize(
    ("text", "cores"), [("0-7\n", 8), ("0\n", 1), ("0,2-3\n", 3), ("", None), ("x", None), ("٣", None)]
)
def test_cores_are_counted(text: str, cores: int | None) -> None:
    fake = phone()
    fake.on("cat /sys/devices/system/cpu/present", text)
    with FakeAdbServer([fake]) as server:
        assert facts.read_device(on(server)).cores == cores


def test_a_name_is_exact_and_other_processes_are_not_it() -> None:
    fake = phone()
    with FakeAdbServer([fake]) as server:
        assert facts.find_process(on(server), "com.acme") is None
        assert facts.find_process(on(server), "com.acme.shop:push") == 4398


def test_the_name_is_the_cmdline_not_the_label() -> None:
    fake = phone()
    fake.on("pidof com.acme.shop", "2200 4321\n")  # another app is labelled like the package
    with FakeAdbServer([fake]) as server:
        assert facts.find_process(on(server), "com.acme.shop") == 4321


@pytest.mark.parametrize(
    "missing",
    [Reply(stderr=b"/system/bin/sh: pidof: not found\n", status=127), Reply(b"sh: pidof: not found\n", status=1)],
)
def test_without_pidof_the_process_list_does(missing: Reply) -> None:
    fake = phone()
    fake.on("pidof .*", missing)
    with FakeAdbServer([fake]) as server:
        assert facts.find_process(on(server), "com.acme.shop") == 4321
    assert "ps -A -o PID,NAME" in fake.commands


def test_without_pidof_and_options_the_old_list_does() -> None:
    fake = phone()
    fake.on("pidof .*", Reply(status=127))
    fake.on("ps -A -o PID,NAME", Reply(b"bad pid '-A'\n"))
    fake.on(
        "ps",
        "USER     PID   PPID  VSIZE  RSS  WCHAN    PC  NAME\n"
        "u0_a1    4321  611   9000   100  ffffffff 00 S com.acme.shop\n",
    )
    with FakeAdbServer([fake]) as server:
        assert facts.find_process(on(server), "com.acme.shop") == 4321


def test_installed_but_not_running() -> None:
    with FakeAdbServer([phone(pid=None)]) as server:
        error = facts.not_running(on(server), "com.acme.shop", "com.acme.shop")
    assert error.message == "com.acme.shop is installed but not running"
    assert "--wait" in error.hint
    assert "com.acme.shop2" in error.candidates


def test_not_installed_lists_what_is_close() -> None:
    with FakeAdbServer([phone()]) as server:
        error = facts.not_running(on(server), "com.acme.shap", "com.acme.shap")
    assert "not installed" in error.message
    assert error.candidates == ("com.acme.shop", "com.acme.shop2", "com.acme.shop:push")


def test_another_process_of_the_package_is_offered() -> None:
    with FakeAdbServer([phone()]) as server:
        error = facts.not_running(on(server), "com.acme.shop", "com.acme.shop:sync")
    assert isinstance(error, AppNotRunningError)
    assert error.candidates == ("com.acme.shop", "com.acme.shop:push")


def test_a_hidden_process_is_told_apart() -> None:
    fake = phone(pid=None)
    fake.on("dumpsys activity processes", "  *APP* UID 10234 ProcessRecord{5f1 4321:com.acme.shop/u0a234}\n")
    with FakeAdbServer([fake]) as server:
        error = facts.not_running(on(server), "com.acme.shop", "com.acme.shop")
    assert "4321" in error.message
    assert "hides" in error.message


def test_a_device_that_is_still_booting() -> None:
    fake = phone(pid=None)
    fake.on("pm path .*", Reply(stderr=b"", stdout=b"cmd: Can't find service: package\n", status=20))
    with FakeAdbServer([fake]) as server:
        assert "still starting" in facts.not_running(on(server), "com.acme.shop", "com.acme.shop").message


def test_a_process_that_ends_between_two_questions() -> None:
    with FakeAdbServer([phone(pid=None)]) as server, pytest.raises(AppNotRunningError, match="ended before"):
        facts.read_app(on(server), "com.acme.shop", "com.acme.shop", 4321)


def test_clocks_are_paired_through_elapsed_realtime() -> None:
    with FakeAdbServer([phone()]) as server:
        clocks = facts.pair_clocks(on(server), HELLO)
    # /proc/uptime said 3725.41 s, the hello was at 3725.00 s: this computer's clock is taken back by 0.41 s.
    import time

    assert clocks.host_wall_ms == pytest.approx(time.time() * 1000 - 410, abs=1500)
    assert (clocks.uptime_ns, clocks.elapsed_ns) == (HELLO.clocks.uptime_ns, HELLO.clocks.elapsed_ns)
    assert clocks.utc_offset_s == 20_700
    assert 0 < clocks.round_trip_ms < 5000


APP = AppInfo(package="com.acme.shop", process="com.acme.shop", pid=4321, started_jiffies=371_905)


def test_a_living_process_means_a_lost_link() -> None:
    with FakeAdbServer([phone()]) as server:
        assert diagnose(on(server), APP, "it went silent") == (
            "link-lost",
            "it went silent; process 4321 is still running",
        )


def test_a_stopped_process_is_named() -> None:
    fake = phone()
    fake.on("cat /proc/4321/stat", "4321 (shop) T 1 1 0 0 -1 0 0 0 0 0 1 2 0 0 10 -10 34 0 371905\n")
    with FakeAdbServer([fake]) as server:
        reason, detail = diagnose(on(server), APP, "x")
    assert (reason, "is stopped" in detail) == ("link-lost", True)


def test_a_dead_process_has_its_last_words() -> None:
    fake = phone(pid=None)
    fake.on(
        "logcat .*",
        "08-01 10:00:00.000  611  650 I am_kill : [0,999,com.other,0,x]\n"
        "08-01 10:00:00.000  611  650 I am_crash: "
        "[0,4321,com.acme.shop,948,java.lang.IllegalStateException,boom,A.java,3]\n",
    )
    with FakeAdbServer([fake]) as server:
        reason, detail = diagnose(on(server), APP, "x")
    assert reason == "process-gone"
    assert detail.startswith("am_crash: com.acme.shop,948,java.lang.IllegalStateException")


def test_a_successor_with_the_same_pid_is_not_the_process() -> None:
    fake = phone()
    fake.on("cat /proc/4321/stat", "4321 (shop) S 1 1 0 0 -1 0 0 0 0 0 1 2 0 0 10 -10 34 0 999999\n")
    with FakeAdbServer([fake]) as server:
        assert diagnose(on(server), APP, "x")[0] == "process-gone"


def test_a_device_that_is_gone() -> None:
    fake = phone()
    with FakeAdbServer([fake]) as server:
        device = on(server)
        server.set_state(fake, "offline")
        assert diagnose(device, APP, "x")[0] == "device-gone"
    assert diagnose(device, APP, "x")[0] == "device-gone"


@pytest.mark.parametrize(
    ("service", "expected"),
    [
        (None, Endpoint.CLOSED),
        (answer(b""), Endpoint.RESET),
        (answer(b"HTTP/1.1 101 Switching Protocols\r\n\r\n"), Endpoint.FRIDA),
        (answer(b"HTTP/1.1 404 Not Found\r\n\r\n"), Endpoint.OTHER),
        (answer(b"\x00\x01garbage"), Endpoint.OTHER),
        (answer(b"", close=False), Endpoint.SILENT),
        (answer(b"HTTP/1.1", close=False), Endpoint.SILENT),
    ],
)
def test_what_listens_on_fridas_port(service: object, expected: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("droidcanary.device.endpoint.PROBE_S", 0.3)
    fake = phone()
    if service is not None:
        fake.services["tcp:27042"] = service  # type: ignore[assignment]
    with FakeAdbServer([fake]) as server:
        assert probe_endpoint(on(server)) is expected


def test_a_device_that_went_away_is_no_closed_port() -> None:
    fake = phone()
    with FakeAdbServer([fake]) as server:
        server.set_state(fake, "offline")
        with pytest.raises(LinkLostError):
            probe_endpoint(on(server))


@pytest.mark.parametrize("name", ["com.acme.shop", "a", "com.Acme.shop_2", "a.b" * 40])
def test_package_names(name: str) -> None:
    assert check_package(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "com.acme.shop; touch /data/local/tmp/pwn",
        "com.acme.shop/.Home$Start",
        "com acme",
        "com.acme'",
        'com.acme"',
        "$(id)",
        "`id`",
        "-rf",
        "",
        ".com",
        "com.",
        "com..acme",
        "com.acme\n",
        "com.acmé.shop",
        "com.1acme",
        "Job٣",
        "a" * 300,
        "system_server",
        "android",
    ],
)
def test_what_is_no_package_name(name: str) -> None:
    with pytest.raises(UsageError):
        check_package(name)


@pytest.mark.parametrize(
    ("process", "expected"),
    [(None, "com.a"), (":push", "com.a:push"), ("com.a:push", "com.a:push"), ("com.other.name", "com.other.name")],
)
def test_process_names(process: str | None, expected: str) -> None:
    assert process_name("com.a", process) == expected


@pytest.mark.parametrize("process", ["", ":", ":a b", ":a;b", "push:", "com.a:$(id)", ":" + "x" * 300, "-x"])
def test_what_is_no_process_name(process: str) -> None:
    with pytest.raises(UsageError):
        process_name("com.a", process)
