"""The link to the agent inside the app. The only importer of frida.

Three rules keep it from hanging or doubling: every call into Frida runs on a thread of its own and is cancelled at
its deadline; every attempt has a new DeviceManager and a new session (Frida replays an old failure for five seconds,
and never notices an adb server that came up later); and what Frida calls back only queues.
"""

from __future__ import annotations

import dataclasses
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import frida

from droidcanary import wire
from droidcanary.device.adb import AdbDevice
from droidcanary.device.delivery import Delivery, LinkDown, ScriptError
from droidcanary.device.endpoint import FRIDA_PORT
from droidcanary.device.link_errors import START_CODES, Busy, NotYet, Transient, Unseen, translate
from droidcanary.errors import CanaryError, LinkLostError, NoJavaError, UsageError

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Loading a script right after the server started fails about once in seven tries; the next try works.
ATTEMPTS = 5
ATTACH_S = 20.0
CALL_S = 10.0
#: How long a process may take to be seen by frida-server, an app to get its main looper, and an earlier session's
#: agent to leave.
UNSEEN_S = 15.0
LOOPER_S = 10.0
BUSY_S = 12.0
TEARDOWN_STEP_S = 1.0


@dataclasses.dataclass(frozen=True)
class AgentFiles:
    """What is put into the app: the agent's JavaScript, what goes in front of it, and the probe's dex."""

    script: str
    dex: bytes
    prelude: str = ""

    @property
    def source(self) -> str:
        # The prelude is a statement list of its own: a newline ends a trailing comment in it.
        return f"{self.prelude}\n;{self.script}" if self.prelude else self.script


def frida_version() -> str:
    return str(frida.__version__)


class FridaLink:
    """One attach. ``deliver`` is called on Frida's thread with each message text, and with what ended the link;
    ``progress`` with a line about what is being waited for."""

    def __init__(
        self,
        device: AdbDevice,
        pid: int,
        files: AgentFiles,
        options: str,
        deliver: Callable[[Delivery], None],
        progress: Callable[[str], None],
    ) -> None:
        self._device = device
        self._pid = pid
        self._files = files
        self._options = options
        self._deliver = deliver
        self._progress = progress
        self._closing = False
        self._live: Any = None
        self._manager: Any = None
        self._session: Any = None
        self._script: Any = None
        self._forward: int | None = None

    def open(self) -> wire.Hello:
        """Attaches, loads the agent, starts the probe. Bounded in every step.

        Raises NoFridaServerError, FridaVersionError, NoJavaError, AppDiedError, LinkLostError; UsageError when
        another session is attached to the app and stays.
        """
        attempt = 0
        unseen_until = time.monotonic() + UNSEEN_S
        looper_until = time.monotonic() + LOOPER_S
        busy_until = time.monotonic() + BUSY_S
        told_busy = False
        while True:
            try:
                hello = self._attempt()
                self._live = self._session
                if self._session.is_detached:
                    self._deliver(LinkDown("detached right after the start"))
                return hello
            except Unseen as failure:
                self._drop()
                if not self._runs():
                    raise failure.final from failure
                if time.monotonic() > unseen_until:
                    raise LinkLostError(
                        f"process {self._pid} runs, but frida-server does not find it",
                        hint="restart frida-server on the device (as root), or the app, and try again",
                        detail=str(failure),
                    ) from failure
                log.info("frida-server does not know the process yet")
                looper_until = time.monotonic() + LOOPER_S
                time.sleep(0.3)
            except Transient as failure:
                attempt += 1
                self._drop()
                if attempt >= ATTEMPTS:
                    raise failure.final from failure
                log.info("attempt %d failed, trying again: %s", attempt, failure)
                time.sleep(0.2 * 2**attempt)
            except NotYet as failure:
                self._drop()
                if time.monotonic() > looper_until:
                    raise NoJavaError(
                        f"process {self._pid} has a Java VM but no main looper after {LOOPER_S:g} s",
                        hint="is it an app's process? droidcanary watches the main thread of apps",
                        detail=str(failure),
                    ) from failure
                left_s = looper_until - time.monotonic()
                self._progress(f"the app's main looper is not there yet, waiting ({left_s:.0f} s left)")
                time.sleep(0.5)
            except Busy as failure:
                self._drop()
                if time.monotonic() > busy_until:
                    raise UsageError(
                        f"another droidcanary session is attached to process {self._pid}",
                        hint="end it first (Ctrl-C there); if it was killed, wait half a minute",
                        detail=str(failure),
                    ) from failure
                if not told_busy:
                    self._progress("another session watches this app, or is still leaving it: waiting for its end")
                told_busy = True
                time.sleep(1.0)
            except BaseException:
                self._drop()
                raise

    def ack(self, seq: int) -> None:
        """Tells the agent that batches up to ``seq`` were processed."""
        script = self._script
        if script is None or self._closing:
            return
        try:
            script.post({"type": "ack", "seq": seq})
        except frida.InvalidOperationError as error:
            log.debug("ack on a script that is gone: %s", error)  # 'detached' tells the session why

    def close(self, timeout_s: float) -> wire.Goodbye | None:
        """Has the probe removed, then leaves. Returns the goodbye, or None when none came in time."""
        self._closing = True
        goodbye: wire.Goodbye | None = None
        if self._script is not None and not self._script.is_destroyed:
            try:
                script = self._script
                text = self._bounded(lambda: script.exports_sync.stop(), timeout_s, "removing the probe")
                message = wire.decode(text)
                if isinstance(message, wire.Goodbye):
                    goodbye = message
            except (CanaryError, frida.core.RPCException, frida.InvalidOperationError, frida.TransportError) as error:
                log.warning("the agent did not confirm that it left: %s", error)
        self._drop()
        return goodbye

    def _runs(self) -> bool:
        """Whether the device still has the process. Raises LinkLostError."""
        return self._device.shell(f"test -d /proc/{self._pid}", step="looking for the process").ok

    # --- one attempt ------------------------------------------------------------------------------------

    def _attempt(self) -> wire.Hello:
        device = self._find_device()
        self._session = self._call(lambda: device.attach(self._pid), ATTACH_S, "attaching to the app")
        session = self._session
        session.on("detached", lambda reason, crash: self._on_detached(session, reason, crash))
        self._script = self._call(
            lambda: session.create_script(self._files.source, name="droidcanary"), ATTACH_S, "creating the agent"
        )
        script = self._script
        script.set_log_handler(lambda level, text: log.debug("agent %s: %s", level, text))
        script.on("message", self._on_message)
        self._call(script.load, ATTACH_S, "loading the agent")
        start = lambda: script.exports_sync.start(self._options, self._files.dex)  # noqa: E731
        answer = self._call(start, ATTACH_S, "starting the probe")
        hello = wire.decode(answer)
        if not isinstance(hello, wire.Hello):
            raise CanaryError(f"the agent answered {type(hello).__name__} to start", hint="reinstall droidcanary")
        return hello

    def _find_device(self) -> Any:
        self._manager = _new_manager()
        manager = self._manager
        # Frida splits the server's list at blanks, and cannot choose between two devices of one serial.
        if " " not in self._device.serial and self._device.transport_id is None:
            try:
                return self._bounded(lambda: manager.get_device(self._device.serial, 2.0), CALL_S, "finding the device")
            except frida.InvalidArgumentError as error:
                log.info("Frida does not list %s (%s); going through a forwarded port", self._device.serial, error)
        if self._forward is None:
            self._forward = self._device.forward(f"tcp:{FRIDA_PORT}")
        address = f"127.0.0.1:{self._forward}"
        return self._call(lambda: manager.add_remote_device(address), CALL_S, "reaching the device")

    def _call(self, call: Callable[[], T], timeout_s: float, step: str) -> T:
        """A bounded call whose Frida errors become ours."""
        log.info("%s", step)
        try:
            return self._bounded(call, timeout_s, step)
        except frida.core.RPCException as error:
            self._start_failed(error)
        except _FRIDA_ERRORS as error:
            raise translate(error, self._pid, step, frida_version()) from error

    def _start_failed(self, error: Exception) -> NoReturn:
        text = str(error.args[0] if error.args else error)
        code, _, rest = text.partition(":")
        raise START_CODES.get(code, START_CODES[""])(rest.strip() or text, self._pid) from error

    def _bounded(self, call: Callable[[], T], timeout_s: float, step: str) -> T:
        """Runs ``call`` on its own thread. An RPC cannot be cancelled, so the thread may outlive the call; it ends
        when the script is destroyed, and never keeps the process alive."""
        cancellable = frida.Cancellable()
        done = threading.Event()
        outcome: list[tuple[T | None, BaseException | None]] = []

        def run() -> None:
            try:
                with cancellable:
                    outcome.append((call(), None))
            except BaseException as error:  # noqa: BLE001 - handed over to the waiting thread
                outcome.append((None, error))
            done.set()

        threading.Thread(target=run, name=f"frida: {step}", daemon=True).start()
        if not done.wait(timeout_s):
            cancellable.cancel()
            if not done.wait(0.2) or isinstance(outcome[0][1], frida.OperationCancelledError):
                raise LinkLostError(
                    f"{step}: no answer within {timeout_s:g} s",
                    hint="bring the app to the front (a frozen app cannot be attached to), then try again; "
                    "if that does not help restart frida-server",
                )
        value, error = outcome[0]
        if error is not None:
            raise error
        return value  # type: ignore[return-value]

    # --- Frida's thread ---------------------------------------------------------------------------------

    def _on_message(self, message: dict[str, Any], data: bytes | None) -> None:
        if message.get("type") == "send" and isinstance(message.get("payload"), str):
            self._deliver(message["payload"])
        elif message.get("type") == "error":
            self._deliver(ScriptError(str(message.get("stack") or message.get("description") or message)))
        else:
            log.warning("the agent sent something unknown: %.200r", message)

    def _on_detached(self, session: Any, reason: str, crash: Any) -> None:
        log.info("session detached: %s", reason)
        if not self._closing and session is self._live:  # a failed attempt's end is told by its call
            self._deliver(LinkDown(reason, getattr(crash, "summary", "") or ""))

    # --- leaving ----------------------------------------------------------------------------------------

    def _drop(self) -> None:
        """Forgets the script, the session and the manager; each step bounded, failures only logged."""
        script, session, manager = self._script, self._session, self._manager
        self._script = self._session = self._manager = None
        if script is not None and not script.is_destroyed:
            self._quietly(script.unload, "unloading the agent")
        if session is not None and not session.is_detached:
            self._quietly(session.detach, "detaching")
        if manager is not None:
            self._quietly(getattr(manager, "close", None) or manager._impl.close, "closing Frida's device list")
        if self._forward is not None:
            port, self._forward = self._forward, None
            try:
                self._device.remove_forward(port)
            except LinkLostError as error:
                log.info("the forward of port %d went with the device: %s", port, error)

    def _quietly(self, call: Callable[[], object], step: str) -> None:
        try:
            self._bounded(call, TEARDOWN_STEP_S, step)
        except _QUIET as error:
            log.info("%s: %s", step, error)


_FRIDA_ERRORS: tuple[type[Exception], ...] = (
    frida.ServerNotRunningError,
    frida.ExecutableNotFoundError,
    frida.ProcessNotFoundError,
    frida.ProcessNotRespondingError,
    frida.InvalidArgumentError,
    frida.InvalidOperationError,
    frida.PermissionDeniedError,
    frida.AddressInUseError,
    frida.TimedOutError,
    frida.NotSupportedError,
    frida.ProtocolError,
    frida.TransportError,
    frida.OperationCancelledError,
)

_QUIET: tuple[type[Exception], ...] = (CanaryError, *_FRIDA_ERRORS)


def _new_manager() -> Any:
    try:
        return frida.DeviceManager()
    except (AttributeError, TypeError):
        # Frida before 17.26 wraps an implementation object of its extension module.
        from frida import _frida

        return frida.core.DeviceManager(_frida.DeviceManager())
