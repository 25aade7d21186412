"""Texts of adb and of the device's commands."""

from __future__ import annotations

import pytest

from droidcanary.device.parse import (
    DeviceLine,
    ProcessLine,
    parse_devices,
    parse_getprop,
    parse_package_version,
    parse_pids,
    parse_ps,
)


class TestDevices:
    def test_states_and_noise(self) -> None:
        text = (
            "* daemon not running; starting now at tcp:5037\n"
            "* daemon started successfully\n"
            "adb server version (39) doesn't match this client (41); killing...\n"
            "List of devices attached\r\n"
            "AAA1\tunauthorized\r\n"
            "BBB2\tno permissions (user in plugdev; see [http://example.invalid])\n"
            "CCC3 offline\n"
            "DDD4\tdevice\n"
            "EEE5\tsomething new\n"
            "words that mean nothing\n"
            "\n"
        )
        found = parse_devices(text)
        assert [(line.serial, line.state) for line in found] == [
            ("AAA1", "unauthorized"),
            ("BBB2", "no permissions (user in plugdev; see [http://example.invalid])"),
            ("CCC3", "offline"),
            ("DDD4", "device"),
            ("EEE5", "something new"),
        ]
        assert [line.serial for line in found if line.usable] == ["DDD4"]

    @pytest.mark.parametrize(
        "serial",
        [
            "192.0.2.7:5555",
            "adb-0A1B2C-d3E4f5._adb-tls-connect._tcp",
            "adb-0A1B2C (2)._adb-tls-connect._tcp",
            "[2001:db8::7]:5555",
            "emulator-5554",
            "0123456789ABCDEF",
        ],
    )
    @pytest.mark.parametrize(
        "form", ["{}\tdevice", "{} device", "{}       device product:x model:Pixel_5 transport_id:3"]
    )
    def test_a_serial_is_any_text(self, serial: str, form: str) -> None:
        (line,) = parse_devices(form.format(serial))
        assert (line.serial, line.state) == (serial, "device")

    def test_the_long_form(self) -> None:
        text = (
            "BBB2         no permissions (missing udev rules? see [http://example.invalid]) usb:1-2 transport_id:9\n"
            "CCC3                   offline usb:1-3 transport_id:2\n"
            "DDD4                   device usb:1-1 product:redfin model:Pixel_5 device:redfin transport_id:1\n"
            "EEE5                   rebooting usb:1-4 transport_id:5\n"
        )
        found = parse_devices(text)
        assert found[0].state == "no permissions (missing udev rules? see [http://example.invalid])"
        assert found[0].attributes == {"usb": "1-2", "transport_id": "9"}
        assert found[1] == DeviceLine(serial="CCC3", state="offline", attributes={"usb": "1-3", "transport_id": "2"})
        assert found[2].attributes["model"] == "Pixel_5"
        assert (found[3].state, found[3].usable) == ("rebooting", False)

    def test_two_of_one_serial_stay_two(self) -> None:
        text = "0123456789ABCDEF device transport_id:1\n0123456789ABCDEF device transport_id:2\n"
        assert [line.attributes["transport_id"] for line in parse_devices(text)] == ["1", "2"]

    @pytest.mark.parametrize("text", ["", "List of devices attached\n\n", "error: protocol fault\n"])
    def test_none(self, text: str) -> None:
        assert parse_devices(text) == []


class TestPs:
    def test_toybox(self) -> None:
        text = (
            "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\r\n"
            "root             1     0   10632   2104 0                   0 S init\r\n"
            "u0_a123       4321   700 1234567  98765 do_epoll_wait       0 S com.acme.shop\r\n"
            "u0_a123       4390   700 1234567  98765 0                   0 S com.acme.shop:push\r\n"
            "root            77     2       0      0 0                   0 I [kworker/0:1 events]\r\n"
        )
        assert parse_ps(text) == [
            ProcessLine(user="root", pid=1, name="init"),
            ProcessLine(user="u0_a123", pid=4321, name="com.acme.shop"),
            ProcessLine(user="u0_a123", pid=4390, name="com.acme.shop:push"),
            ProcessLine(user="root", pid=77, name="[kworker/0:1 events]"),
        ]

    def test_toolbox_of_old_releases_names_no_state(self) -> None:
        text = (
            "USER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\n"
            "u0_a12    999   1     12     34    ffffffff 00000000 S com.acme.shop\n"
        )
        assert parse_ps(text) == [ProcessLine(user="u0_a12", pid=999, name="com.acme.shop")]

    def test_other_columns(self) -> None:
        assert parse_ps("  PID TTY          TIME CMD\n   12 ?        00:00:01 sh\n") == [
            ProcessLine(user="", pid=12, name="sh")
        ]
        assert parse_ps("noise\nUID PID NAME\n0 5 a b\nx y z\n7\n") == [ProcessLine(user="0", pid=5, name="a b")]

    def test_no_table(self) -> None:
        assert parse_ps("ps: not found\n") == []


@pytest.mark.parametrize(
    ("text", "pids"),
    [("4321\n", [4321]), ("4321 77\r\n", [4321, 77]), ("", []), ("sh: pidof: not found", []), ("٤٢", []), ("0", [])],
)
def test_pids(text: str, pids: list[int]) -> None:
    assert parse_pids(text) == pids


def test_properties() -> None:
    text = (
        "[ro.product.model]: [Pixel [5]]\r\n"
        "[ro.build.version.release]: [11]\r\n"
        "[persist.note]: [one\r\ntwo]: [three]\r\n"
        "[ro.empty]: []\r\n"
        "[last]: [x]"
    )
    assert parse_getprop(text) == {
        "ro.product.model": "Pixel [5]",
        "ro.build.version.release": "11",
        "persist.note": "one\ntwo]: [three",
        "ro.empty": "",
        "last": "x",
    }
    assert parse_getprop("getprop: not found\n") == {}


def test_the_version_of_a_package() -> None:
    text = (
        "Packages:\n"
        "  Package [com.acme.shop] (1a2b3c):\n"
        "    versionCode=1207 minSdk=21 targetSdk=30\n"
        "    versionName=12.7 beta \r\n"
        "Hidden system packages:\n"
        "    versionCode=1 minSdk=21\n"
        "    versionName=1.0\n"
    )
    assert parse_package_version(text) == ("12.7 beta", "1207")
    assert parse_package_version("Unable to find package: com.acme.shop\n") == ("", "")
    assert parse_package_version("versionCode=٤٢\nversionName=null\n") == ("null", "")
