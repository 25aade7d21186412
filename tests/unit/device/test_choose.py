"""Which device is used, and what is said where none can be."""

from __future__ import annotations

import pytest

from droidcanary.device.choose import choose_device
from droidcanary.device.parse import DeviceLine
from droidcanary.errors import CanaryError, DeviceStateError, NoDeviceError, SeveralDevicesError, UsageError

USB = DeviceLine(serial="R58M", state="device", attributes={"model": "SM_G991B", "transport_id": "3"})
WIFI = DeviceLine(serial="192.0.2.7:5555", state="device", attributes={"model": "Pixel_8", "transport_id": "4"})
LOCKED = DeviceLine(serial="AAA1", state="unauthorized", attributes={"transport_id": "5"})
ASLEEP = DeviceLine(serial="CCC3", state="offline")
FORBIDDEN = DeviceLine(serial="BBB2", state="no permissions (user in plugdev; see [http://example.invalid])")


def test_the_only_usable_one_is_chosen_beside_unusable_ones() -> None:
    assert choose_device([LOCKED, FORBIDDEN, ASLEEP, USB], None, {}) is USB


def test_the_flag_wins_over_the_environment() -> None:
    assert choose_device([USB, WIFI], "R58M", {"ANDROID_SERIAL": "192.0.2.7:5555"}) is USB
    assert choose_device([USB, WIFI], None, {"ANDROID_SERIAL": "192.0.2.7:5555"}) is WIFI
    assert choose_device([USB, WIFI], "transport_id:4", {}) is WIFI


def test_several_are_listed_and_none_is_guessed() -> None:
    with pytest.raises(SeveralDevicesError, match="2 devices") as caught:
        choose_device([USB, WIFI], None, {"ANDROID_SERIAL": ""})
    assert caught.value.candidates == (
        "R58M  device  SM_G991B  transport_id:3",
        "192.0.2.7:5555  device  Pixel_8  transport_id:4",
    )
    assert "-s" in caught.value.hint


@pytest.mark.parametrize(
    ("line", "hint"),
    [(LOCKED, "accept the USB debugging question"), (ASLEEP, "replug"), (FORBIDDEN, "plugdev and a udev rule")],
)
@pytest.mark.parametrize("flag", [True, False])
def test_each_state_has_its_own_remedy(line: DeviceLine, hint: str, flag: bool) -> None:
    with pytest.raises(DeviceStateError) as caught:
        choose_device([line], line.serial if flag else None, {})
    assert caught.value.message == f"{line.serial} is {line.state}"
    assert hint in caught.value.hint
    assert caught.value.code == 12


def test_several_unusable_ones_are_one_error_with_a_remedy_each() -> None:
    with pytest.raises(DeviceStateError, match="none is usable") as caught:
        choose_device([LOCKED, ASLEEP], None, {})
    assert "accept" in caught.value.candidates[0]
    assert "replug" in caught.value.candidates[1]


@pytest.mark.parametrize("lines", [[], [USB]])
@pytest.mark.parametrize(("flag", "environ"), [("nope", {}), (None, {"ANDROID_SERIAL": "nope"})])
def test_a_serial_that_is_not_there(lines: list[DeviceLine], flag: str | None, environ: dict[str, str]) -> None:
    with pytest.raises(NoDeviceError, match="'nope'") as caught:
        choose_device(lines, flag, environ)
    assert len(caught.value.candidates) == len(lines)


def test_nothing_connected() -> None:
    with pytest.raises(NoDeviceError, match="no device is connected") as caught:
        choose_device([], None, {})
    assert "droidcanary demo" in caught.value.hint


def test_equal_serials_need_a_transport_id() -> None:
    twins = [DeviceLine(serial="0123", state="device", attributes={"transport_id": str(number)}) for number in (7, 8)]
    for flag in ("0123", None):
        with pytest.raises(SeveralDevicesError) as caught:
            choose_device(twins, flag, {})
        assert "transport_id:N" in caught.value.hint
    assert choose_device(twins, "transport_id:8", {}) is twins[1]


def test_an_empty_serial_is_a_usage_error() -> None:
    with pytest.raises(UsageError):
        choose_device([USB], "", {})


def test_every_error_says_what_to_do() -> None:
    for lines, flag in (([], None), ([USB, WIFI], None), ([LOCKED], None), ([LOCKED, ASLEEP], None), ([USB], "x")):
        with pytest.raises(CanaryError) as caught:
            choose_device(lines, flag, {})
        assert caught.value.hint
