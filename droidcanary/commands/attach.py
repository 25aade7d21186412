"""``attach``: from a package name to a session."""

from __future__ import annotations

import importlib.resources
import logging
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from droidcanary import __version__, wire
from droidcanary.bundle import check_target
from droidcanary.commands.outputs import ClaimedBundle, bundle_path, conclude, make_sink, progress_to_stderr
from droidcanary.config import SessionConfig
from droidcanary.device import facts
from droidcanary.device.adb import AdbDevice, AdbServer
from droidcanary.device.choose import choose_device, transport_id
from droidcanary.device.endpoint import FRIDA_PORT, Endpoint, probe_endpoint
from droidcanary.device.health import diagnose
from droidcanary.device.names import check_package, process_name
from droidcanary.device.parse import parse_devices
from droidcanary.errors import CanaryError, UsageError
from droidcanary.inbox import Inbox
from droidcanary.model import AppInfo, DeviceInfo
from droidcanary.stopper import Stopper

if TYPE_CHECKING:
    from droidcanary.device.link import AgentFiles
    from droidcanary.session import Outcome

log = logging.getLogger(__name__)


def run(config: SessionConfig, *, json: bool) -> None:
    """Raises CanaryError."""
    note = progress_to_stderr(json=json)
    process = process_name(check_package(config.package), config.process)
    path = bundle_path(config.output, process)
    check_target(path, force=config.force)
    prelude = _read_prelude(config.agent_prelude)
    with Stopper() as stopper:
        device, versions = _find_device(config, note)
        pid = _find_process(device, config, process, note)
        info = facts.read_device(device)
        app = facts.read_app(device, config.package, process, pid)
        log.info("process %s is pid %d, API level %s", process, pid, info.api)
        _check_endpoint(device, info)
        bundle = ClaimedBundle(path, config, note)
        try:
            outcome = _watch(config, device, info, app, versions, prelude, bundle, stopper, note, json=json)
        finally:
            bundle.discard()
        conclude(outcome, process=process, json=json)


def _find_device(config: SessionConfig, note: Callable[[str], None]) -> tuple[AdbDevice, dict[str, str]]:
    server = AdbServer(os.environ, note)
    version = server.ensure()
    lines = parse_devices(server.devices_text())
    line = choose_device(lines, config.serial, os.environ)
    unique = sum(other.serial == line.serial for other in lines) == 1
    # Frida reads the server's address from the environment only, and knows one variable less than adbutils.
    if server.address.family == "tcp":
        os.environ.setdefault("ANDROID_ADB_SERVER_ADDRESS", server.address.host)
        os.environ.setdefault("ANDROID_ADB_SERVER_PORT", str(server.address.port))
    log.info("device %s (transport %s), adb server %s", line.serial, transport_id(line), version)
    versions = {"droidcanary": __version__, "adb-server": str(version)}
    return AdbDevice(server, line.serial, None if unique else transport_id(line)), versions


def _find_process(device: AdbDevice, config: SessionConfig, process: str, note: Callable[[str], None]) -> int:
    pid = facts.find_process(device, process)
    if pid is None and config.wait:
        pid = facts.wait_for_process(device, process, note)
    if pid is None:
        raise facts.not_running(device, config.package, process)
    return pid


def _check_endpoint(device: AdbDevice, info: DeviceInfo) -> None:
    """Before Frida is touched: is it Frida at all that answers?"""
    endpoint = probe_endpoint(device)
    if endpoint is not Endpoint.FRIDA:
        from droidcanary.device.link import frida_version
        from droidcanary.device.link_errors import no_server

        raise no_server(endpoint, frida_version(), info.abi, FRIDA_PORT)


def _watch(
    config: SessionConfig,
    device: AdbDevice,
    info: DeviceInfo,
    app: AppInfo,
    versions: dict[str, str],
    prelude: str,
    bundle: ClaimedBundle,
    stopper: Stopper,
    note: Callable[[str], None],
    *,
    json: bool,
) -> Outcome:
    from droidcanary.device.link import FridaLink, frida_version
    from droidcanary.sample.host_load import HostLoadSampler
    from droidcanary.sample.proc_cpu import ProcSampler
    from droidcanary.session import Session, Subject

    subject = Subject(
        device=info,
        app=app,
        versions={**versions, "frida": frida_version()},
        clocks=lambda hello: facts.pair_clocks(device, hello),
        diagnose=lambda why: diagnose(device, app, why),
    )
    inbox = Inbox()
    options = wire.encode_options(config, secrets.token_hex(8))
    link = FridaLink(device, app.pid, _agent_files(prelude), options, inbox.put, note)
    session = Session(
        config,
        subject,
        link,
        inbox,
        sinks=[make_sink(json=json)],
        recorder=bundle.recorder,
        samplers=[ProcSampler(device, inbox.put_events)],
        host_load=HostLoadSampler().read,
        stopper=stopper,
    )
    return session.run()


def _agent_files(prelude: str) -> AgentFiles:
    from droidcanary.device.link import AgentFiles

    folder = importlib.resources.files("droidcanary._agent")
    try:
        script = folder.joinpath("agent.js").read_text("utf-8")
        dex = folder.joinpath("probe.dex").read_bytes()
    except OSError as error:
        raise CanaryError(
            "this installation has no agent (droidcanary/_agent is incomplete)",
            hint="reinstall droidcanary; in a checkout, build it: nox -s agent",
            detail=str(error),
        ) from error
    return AgentFiles(script=script, dex=dex, prelude=prelude)


def _read_prelude(path: str | None) -> str:
    if path is None:
        return ""
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"--agent-prelude: {path} cannot be read: {error}", hint="name a JavaScript file (UTF-8)"
        ) from error
