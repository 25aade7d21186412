"""adb.py against a fake server on a real socket."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from droidcanary.device.adb import AdbDevice, AdbServer
from droidcanary.device.adb_socket import AdbSilence, ServerAddress, resolve_address
from droidcanary.errors import LinkLostError, NoDeviceError, UsageError
from tests.fake_adb import FakeAdbServer, FakeDevice, Reply, phone

BOTH = pytest.mark.parametrize("features", [("shell_v2", "cmd"), ("cmd",)], ids=["v2", "v1"])


def device_on(server: FakeAdbServer, number: int = 0) -> AdbDevice:
    return AdbDevice(AdbServer(server.environ), server.devices[number].serial)


@BOTH
@pytest.mark.parametrize("status", [0, 1, 2, 127, 255])
def test_exit_status_is_real_on_both_protocols(features: tuple[str, ...], status: int) -> None:
    fake = FakeDevice("S1", features=features)
    fake.on("cat /proc/999999/stat", Reply(stderr=b"cat: No such file or directory\n", status=status))
    with FakeAdbServer([fake]) as server:
        result = device_on(server).shell("cat /proc/999999/stat", step="reading")
    assert result.status == status
    assert result.ok is (status == 0)
    assert b"No such file" in result.stdout + result.stderr


@BOTH
@pytest.mark.parametrize("body", [b"", b"x", b"x\n", b"x\n\n", b"\n", b"a\0b\xe3\x81", "店 ☕".encode()])
def test_output_is_kept_byte_for_byte(features: tuple[str, ...], body: bytes) -> None:
    fake = FakeDevice("S1", features=features)
    fake.on("cat it", Reply(body))
    with FakeAdbServer([fake]) as server:
        assert device_on(server).shell("cat it", step="reading").stdout == body


def test_output_that_looks_like_a_marker_is_data() -> None:
    fake = FakeDevice("S1", features=())
    fake.on("cat log", Reply(b"dc-000000000000000000000000:0\nX4EXIT:0\n", status=3))
    with FakeAdbServer([fake]) as server:
        result = device_on(server).shell("cat log", step="reading")
    assert result.status == 3
    assert result.stdout == b"dc-000000000000000000000000:0\nX4EXIT:0\n"


@BOTH
def test_a_connection_that_ends_before_the_status_is_no_success(features: tuple[str, ...]) -> None:
    fake = FakeDevice("S1", features=features)
    fake.on("cat it", Reply(b"half", cut=True))
    with FakeAdbServer([fake]) as server:
        result = device_on(server).shell("cat it", step="reading")
    assert result.status is None
    assert not result.ok
    assert result.stdout == b"half"


def test_an_old_terminal_makes_crlf_of_it() -> None:
    fake = FakeDevice("S1", features=(), crlf=True)
    fake.on("getprop", Reply(b"[a]: [b]\n[c]: [d]\n"))
    with FakeAdbServer([fake]) as server:
        result = device_on(server).shell("getprop", step="reading")
    assert result.text == "[a]: [b]\n[c]: [d]\n"
    assert result.status == 0


@BOTH
def test_a_command_that_ends_in_a_comment_or_ampersand_keeps_its_status(features: tuple[str, ...]) -> None:
    fake = FakeDevice("S1", features=features)
    fake.on("sleep 1 & # never mind", Reply(b"", status=5))
    with FakeAdbServer([fake]) as server:
        assert device_on(server).shell("sleep 1 & # never mind", step="x").status == 5


@pytest.mark.parametrize("reply", [Reply(silent=True), Reply(b"0123456789" * 9, drip_s=0.05)], ids=["silent", "drip"])
@BOTH
def test_every_call_has_a_total_deadline(features: tuple[str, ...], reply: Reply) -> None:
    fake = FakeDevice("S1", features=features)
    fake.on("getprop", reply)
    with FakeAdbServer([fake]) as server:
        began = time.monotonic()
        with pytest.raises(LinkLostError, match=r"S1 does not answer \(reading properties") as caught:
            device_on(server).shell("getprop", step="reading properties", timeout_s=0.3)
        assert time.monotonic() - began < 1.0
    assert caught.value.hint


@pytest.mark.parametrize("mode", ["closing", "garbage"])
def test_a_server_that_is_none_is_named(mode: str) -> None:
    with FakeAdbServer(mode=mode) as server, pytest.raises(NoDeviceError) as caught:
        AdbServer(server.environ).ensure()
    assert f"127.0.0.1:{server.environ['ANDROID_ADB_SERVER_PORT']} does not answer properly" in caught.value.message


@pytest.mark.parametrize("mode", ["silent", "drip"])
def test_a_server_that_never_finishes_is_given_up(mode: str) -> None:
    with FakeAdbServer([phone()], mode=mode) as server:
        adb = AdbServer(server.environ)
        with pytest.raises(AdbSilence, match="asking"):
            adb.query("host:devices-l", "asking", timeout_s=0.3)


def test_a_server_that_answers_is_never_started_or_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_program(*_: object, **__: object) -> None:
        raise AssertionError("an adb program was run")

    monkeypatch.setattr("subprocess.run", no_program)
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/nonexistent/adb")
    with FakeAdbServer([phone()], version=0x27) as server:
        notes: list[str] = []
        assert AdbServer(server.environ, notes.append).ensure() == 0x27
        assert server.requests == ["host:version"]
        assert notes == []


def test_a_server_is_started_only_where_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as reserved:
        port = reserved.getsockname()[1]
    program = tmp_path / "adb"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n')
    program.chmod(0o755)
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(program))
    with pytest.raises(NoDeviceError, match="was started but no adb server answers") as caught:
        AdbServer({"ANDROID_ADB_SERVER_PORT": str(port)}).ensure()
    assert (tmp_path / "calls").read_text() == "start-server\n"
    assert str(program) in caught.value.message


def test_no_adb_program_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as reserved:
        port = reserved.getsockname()[1]
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(tmp_path / "nothing"))
    with pytest.raises(NoDeviceError, match="none could be started") as caught:
        AdbServer({"ANDROID_ADB_SERVER_PORT": str(port)}).ensure()
    assert "platform-tools" in caught.value.hint


def test_no_server_is_started_for_another_computer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as reserved:
        port = reserved.getsockname()[1]
    adb = AdbServer({"ADB_SERVER_SOCKET": f"tcp:127.0.0.1:{port}"})
    adb.address = ServerAddress("tcp", "127.0.0.2", port)
    with pytest.raises(NoDeviceError, match=r"no adb server answers at 127\.0\.0\.2") as caught:
        adb.ensure()
    assert "that computer" in caught.value.hint


@pytest.mark.parametrize(
    "serial",
    [
        "192.0.2.7:5555",
        "adb-0A1B2C-d3E4f5._adb-tls-connect._tcp",
        "adb-0A1B2C (2)._adb-tls-connect._tcp",
        "[2001:db8::7]:5555",
    ],
)
def test_serials_are_opaque(serial: str) -> None:
    fake, other = phone(serial), phone("emulator-5554", transport_id=2)
    with FakeAdbServer([other, fake]) as server:
        device = device_on(server, 1)
        assert device.shell("getconf CLK_TCK", step="x").text == "100\n"
        assert device.is_connected()
        assert server.requests == [
            f"host-serial:{serial}:features",
            f"host:transport:{serial}",
            "shell,v2,raw:getconf CLK_TCK",
            f"host-serial:{serial}:get-state",
        ]
    assert other.commands == []


def test_a_transport_id_names_the_device_where_serials_are_equal() -> None:
    twins = [phone("0123456789ABCDEF", transport_id=number) for number in (4, 9)]
    with FakeAdbServer(twins) as server:
        device = AdbDevice(AdbServer(server.environ), "0123456789ABCDEF", 9)
        assert device.shell("getconf CLK_TCK", step="x").ok
        port = device.forward("tcp:27042")
        assert server.forwards == {port: "tcp:27042"}
        device.remove_forward(port)
        assert server.forwards == {}
        assert all("0123456789ABCDEF" not in request for request in server.requests)
    assert (twins[0].commands, twins[1].commands) == ([], ["getconf CLK_TCK"])


def test_a_device_that_went_away() -> None:
    fake = phone("S1")
    with FakeAdbServer([fake]) as server:
        device = device_on(server)
        assert device.is_connected()
        server.set_state(fake, "offline")
        assert not device.is_connected()
        with pytest.raises(LinkLostError, match="S1: reading failed: device offline"):
            device.shell("getprop", step="reading")
        server.devices.clear()
        assert not device.is_connected()
    with pytest.raises(LinkLostError, match=r"adb server at 127\.0\.0\.1:[0-9]+ is gone"):
        device.shell("getprop", step="reading")
    assert not device.is_connected()


@BOTH
def test_a_stream_hands_over_what_comes_and_ends(features: tuple[str, ...]) -> None:
    fake = FakeDevice("S1", features=features)
    fake.on("loop", Reply(b"one\ntwo", stderr=b""))
    with FakeAdbServer([fake]) as server:
        stream = device_on(server).stream("loop", step="starting")
        data = b""
        while chunk := stream.read(1.0):
            data += chunk
        stream.close()
    assert data == b"one\ntwo"


def test_a_silent_stream_is_noticed() -> None:
    fake = FakeDevice("S1")
    fake.on("loop", Reply(silent=True))
    with FakeAdbServer([fake]) as server:
        stream = device_on(server).stream("loop", step="starting")
        with pytest.raises(AdbSilence):
            stream.read(0.1)
        stream.close()


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "127.0.0.1:5037"),
        ({"ANDROID_ADB_SERVER_PORT": "5038"}, "127.0.0.1:5038"),
        ({"ANDROID_ADB_SERVER_ADDRESS": "192.0.2.1"}, "192.0.2.1:5037"),
        ({"ADB_SERVER_SOCKET": "tcp:5039", "ANDROID_ADB_SERVER_PORT": "1"}, "127.0.0.1:5039"),
        ({"ADB_SERVER_SOCKET": "tcp:192.0.2.9:5037"}, "192.0.2.9:5037"),
        ({"ADB_SERVER_SOCKET": "tcp:[2001:db8::1]:5037"}, "[2001:db8::1]:5037"),
        ({"ADB_SERVER_SOCKET": "localfilesystem:/tmp/adb.sock"}, "unix:/tmp/adb.sock"),
        ({"ADB_SERVER_SOCKET": "localabstract:adb"}, "unix:@adb"),
    ],
)
def test_the_server_is_where_adb_itself_would_look(environ: dict[str, str], expected: str) -> None:
    assert str(resolve_address(environ)) == expected


@pytest.mark.parametrize(
    "environ",
    [
        {"ANDROID_ADB_SERVER_PORT": "٤٢"},
        {"ANDROID_ADB_SERVER_PORT": "0"},
        {"ANDROID_ADB_SERVER_PORT": "x"},
        {"ADB_SERVER_SOCKET": "vsock:1:2"},
        {"ADB_SERVER_SOCKET": "tcp:"},
        {"ADB_SERVER_SOCKET": "tcp:99999"},
    ],
)
def test_an_address_that_cannot_be_names_its_variable(environ: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=next(iter(environ))):
        resolve_address(environ)


def test_a_local_socket(tmp_path: Path) -> None:
    path = tmp_path / "adb.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(2)
        server = AdbServer({"ADB_SERVER_SOCKET": f"localfilesystem:{path}"})
        assert server.address.is_local
        with server.connect("connecting") as conn:
            accepted, _ = listener.accept()
            conn.send(b"0001x")
            assert accepted.recv(5) == b"0001x"
            accepted.close()
