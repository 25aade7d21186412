"""One emulated device: its daemons, its portal, its app, and what may be done to them while it runs."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from device_fixtures import facts as device_facts
from device_fixtures.app_processes import AppProcess, AppProcesses
from device_fixtures.apps import PreparedApp, native_program
from device_fixtures.children import Children
from device_fixtures.daemons import start_adb_server, start_adbd, wait_for_adb, wait_for_server
from device_fixtures.errors import FixtureError
from device_fixtures.facts import APP_UID, NATIVE_UID
from device_fixtures.frida_portal import FridaPortal
from device_fixtures.layout import Layout
from device_fixtures.options import NATIVE_PROCESS, DeviceOptions
from device_fixtures.runtime import AppCommand


class Device:
    """A device that is being brought up (:meth:`bring_up`) or is up. Public methods may be called from any thread."""

    def __init__(self, children: Children, layout: Layout, options: DeviceOptions, app: PreparedApp, adb: Path) -> None:
        self.options = options
        self._children = children
        self._layout = layout
        self._app = app
        self._adb = adb
        self._acting = threading.RLock()
        self._facts = device_facts.furnish(layout, options, app.api, app.release, app.jar)
        self._log = options.app_log or layout.logs / "app.log"
        self._log.write_bytes(b"")
        self._portal = FridaPortal(children, layout) if options.frida else None
        self._portal_runs = self._portal is not None
        self._processes = AppProcesses(children, layout, self._ended)

    def bring_up(self) -> None:
        """Starts everything and waits until a user could work with it. Raises :class:`FixtureError`."""
        server = start_adb_server(self._children, self._layout, self._adb)
        self._adbd = start_adbd(self._children, self._layout)
        native = self._spawn_native()
        started = [self._spawn(name) for name in self.options.process_names] if self.options.start else []
        wait_for_server(self._children, server)  # Frida never sees a server that came after its first look
        if self._portal is not None:
            self._portal.join(native.pid)
        for process in started:
            self._settle(process)
        wait_for_adb(self._children, server, self._adbd)
        if self._portal is not None:
            self._portal.probe(started[0].pid if started else native.pid)

    def app_pid(self, process: str | None = None) -> int:
        """The pid of a process of the app, by default its main one. Raises :class:`FixtureError` if it does not run."""
        return self._require(process).pid

    def start_app(self, process: str | None = None) -> int:
        """Starts a process of the app unless it runs, and waits until it can be attached to. Returns its pid."""
        with self._acting:
            name = self._process_name(process)
            running = self._processes.find(name)
            if running is None and name == NATIVE_PROCESS:
                running = self._spawn_native()
                self._join(running)
            elif running is None:
                running = self._spawn(name)
                self._settle(running)
            self._facts.foreground(self.options.package)
            return running.pid

    def kill_app(self, process: str | None = None) -> int:
        """SIGKILLs a process of the app and waits for its end. Returns the pid it had."""
        with self._acting:
            running = self._require(process)
            self._processes.kill(running)
            return running.pid

    def force_stop(self, package: str) -> int:
        """Ends every process of a package as ``am force-stop`` does. Returns how many there were."""
        with self._acting:
            ours = [app for app in self._processes.running() if app.name.partition(":")[0] == package]
            for process in ours:
                self._facts.log("events", "am_kill", f"[0,{process.pid},{process.name},0,stop {package}]")
                self._processes.kill(process)
            return len(ours)

    def signal_app(self, number: signal.Signals, process: str | None = None) -> int:
        """Sends a signal (SIGSTOP, SIGCONT) to a process of the app. Returns its pid."""
        running = self._require(process)
        os.kill(running.pid, number)
        return running.pid

    def stop_portal(self) -> None:
        """Takes frida-server away."""
        with self._acting:
            self._require_portal().stop()
            self._portal_runs = False

    def start_portal(self) -> None:
        """Brings frida-server back, with every running process reachable."""
        with self._acting:
            portal = self._require_portal()
            if self._portal_runs:
                raise FixtureError("the portal runs already", "stop it first: fixturectl stop-portal")
            portal.start()
            self._portal_runs = True
            for process in self._processes.running():
                portal.join(process.pid)

    def kill_adbd(self) -> None:
        """Takes the device away from adb."""
        with self._acting:
            self._children.kill(self._adbd.pid)

    def start_adbd(self) -> None:
        """Brings adbd back and waits until adb lists the device again."""
        with self._acting:
            if self._children.exit_status(self._adbd.pid) is None:
                raise FixtureError("adbd runs already", "kill it first: fixturectl kill-adbd")
            self._adbd = start_adbd(self._children, self._layout)
            wait_for_adb(self._children, self._adbd, self._adbd)

    def _spawn(self, name: str) -> AppProcess:
        data = self._layout.data_folder(self.options.package)
        self._own_folder(data, APP_UID)
        process = self._processes.start(name, APP_UID, self._app.command(name, data), self._log, data)
        self._enter(process)
        component = f"{{{self.options.package}/{self.options.package}{device_facts.ACTIVITY}}}"
        start = f"[0,{process.pid},{APP_UID},{name},{'service' if ':' in name else 'top-activity'},{component}]"
        self._facts.log("events", "am_proc_start", start)
        self._facts.log("events", "am_proc_bound", f"[0,{process.pid},{name}]")
        self._facts.log(
            "main", "ActivityManager", f"Start proc {process.pid}:{name}/u0a{APP_UID - 10000} for {component}"
        )
        self._facts.foreground(self.options.package)
        return process

    def _spawn_native(self) -> AppProcess:
        folder = self._layout.data_folder(NATIVE_PROCESS)
        self._own_folder(folder, NATIVE_UID)
        command = AppCommand(native_program(), (NATIVE_PROCESS, "infinity"), {"PATH": "/usr/bin:/bin"})
        process = self._processes.start(NATIVE_PROCESS, NATIVE_UID, command, self._layout.logs / "native.log", folder)
        self._enter(process)
        return process

    def _enter(self, process: AppProcess) -> None:
        self._facts.running(process.name, process.pid)
        if self._processes.find(process.name) != process:
            self._facts.ended(process.name)  # it was over before it was entered

    def _settle(self, process: AppProcess) -> None:
        self._processes.wait_for_looper(process)
        self._join(process)

    def _join(self, process: AppProcess) -> None:
        if self._portal is not None and self._portal_runs:
            self._portal.join(process.pid)

    def _ended(self, process: AppProcess, status: int) -> None:
        self._facts.ended(process.name)
        self._facts.log("events", "am_proc_died", f"[0,{process.pid},{process.name},0,2]")
        self._facts.log("main", "ActivityManager", f"Process {process.name} (pid {process.pid}) has died: fg  TOP")
        self._facts.log("main", "Zygote", f"Process {process.pid} exited with status {status}")
        if process.name == self.options.package:
            self._facts.foreground("")

    def _process_name(self, process: str | None) -> str:
        if not process:
            return self.options.package
        name = self.options.package + process if process.startswith(":") else process
        if name not in (*self.options.process_names, NATIVE_PROCESS):
            raise FixtureError(f"the device has no process {name}", f"it has {', '.join(self.options.process_names)}")
        return name

    def _require(self, process: str | None) -> AppProcess:
        name = self._process_name(process)
        running = self._processes.find(name)
        if running is None:
            raise FixtureError(f"{name} is not running", "start it: fixturectl start-app, or am start")
        return running

    def _require_portal(self) -> FridaPortal:
        if self._portal is None:
            raise FixtureError("this device has no portal", "it was started with --no-frida")
        return self._portal

    @staticmethod
    def _own_folder(folder: Path, uid: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        os.chown(folder, uid, uid)
