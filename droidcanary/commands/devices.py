"""``devices``: what is connected, whether it is usable, and what to do where it is not."""

from __future__ import annotations

import contextlib
import os
import sys

import msgspec

from droidcanary.device.adb import AdbDevice, AdbServer
from droidcanary.device.choose import USABLE, state_hint, transport_id
from droidcanary.device.endpoint import Endpoint, probe_endpoint
from droidcanary.device.parse import DeviceLine, parse_devices, parse_getprop
from droidcanary.errors import LinkLostError
from droidcanary.report import print_note
from droidcanary.sink import SinkClosed, writing_stdout
from droidcanary.sink.escape import safe


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One device. ``frida`` is what answers on Frida's port; empty where nobody could be asked."""

    serial: str
    state: str
    usable: bool
    model: str = ""
    release: str = ""
    api: int | None = None
    abi: str = ""
    frida: str = ""
    transport_id: int | None = None
    hint: str = ""


def run(*, json: bool) -> None:
    """Raises NoDeviceError when the adb server does not answer; an empty list is no error."""
    server = AdbServer(os.environ, (lambda text: None) if json else print_note)
    server.ensure()
    lines = parse_devices(server.devices_text())
    serials = [line.serial for line in lines]
    rows = [_row(server, line, unique=serials.count(line.serial) == 1) for line in lines]
    if json:
        record = {"record": "devices", "schema": 1, "devices": rows}
        with contextlib.suppress(SinkClosed), writing_stdout():
            sys.stdout.buffer.write(msgspec.json.encode(record) + b"\n")
            sys.stdout.buffer.flush()
        return
    if not rows:
        print_note("no device is connected: plug one in and switch on USB debugging, or start an emulator")
        return
    _print(rows)


def _row(server: AdbServer, line: DeviceLine, *, unique: bool) -> Row:
    common = {"serial": line.serial, "state": line.state, "transport_id": transport_id(line)}
    if line.state != USABLE:
        return Row(usable=False, model=line.attributes.get("model", ""), hint=state_hint(line.state), **common)  # type: ignore[arg-type]
    device = AdbDevice(server, line.serial, None if unique else transport_id(line))
    try:
        props = parse_getprop(device.shell("getprop", step="reading the device's properties", timeout_s=3).text)
        endpoint = probe_endpoint(device)
    except LinkLostError as error:
        return Row(usable=False, model=line.attributes.get("model", ""), hint=error.message, **common)  # type: ignore[arg-type]
    api = props.get("ro.build.version.sdk", "")
    hint = "" if unique else f"the serial is not unique: -s transport_id:{transport_id(line)}"
    if endpoint is not Endpoint.FRIDA:
        hint = hint or "no frida-server answers: droidcanary attach says how to start one"
    return Row(
        usable=True,
        model=props.get("ro.product.model", "") or line.attributes.get("model", ""),
        release=props.get("ro.build.version.release", ""),
        api=int(api) if api.isascii() and api.isdigit() else None,
        abi=props.get("ro.product.cpu.abilist", "").partition(",")[0],
        frida=endpoint.value,
        hint=hint,
        **common,  # type: ignore[arg-type]
    )


def _print(rows: list[Row]) -> None:
    from rich.text import Text

    from droidcanary.sink.live import make_console

    console = make_console(sys.stdout)
    width = max(len(safe(row.serial)) for row in rows)
    for row in rows:
        text = Text().append(f"{safe(row.serial):<{width}}  ", "bold")
        text.append(f"{safe(row.state):<13}", "green" if row.usable else "yellow")
        android = f"Android {row.release} (API {row.api})" if row.release else ""
        text.append("  ".join(part for part in (safe(row.model), safe(android), safe(row.abi)) if part))
        if row.frida:
            text.append(f"  Frida port: {row.frida}", "dim")
        if row.hint:
            text.append(f"\n{'':<{width}}  {safe(row.hint)}", "yellow")
        console.print(text, soft_wrap=True)
