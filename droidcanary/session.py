"""The imperative shell of a session: one loop on the main thread, from the attach to the last line.

Events go to the recording first, then into the pure pipeline, and what it concludes goes to the recording and the
sinks. Whatever ends the session, the link is closed, ``Ended`` is the last event, and the summary is shown.
"""

from __future__ import annotations

import dataclasses
import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol

from droidcanary import wire
from droidcanary.config import JudgeConfig, SessionConfig
from droidcanary.device.delivery import Link, LinkDown, ScriptError
from droidcanary.errors import OutputError
from droidcanary.inbox import DroppedText, Events, Inbox, Item, Thinned, lost
from droidcanary.model import (
    SCHEMA,
    AnyEvent,
    AppInfo,
    Clocks,
    Counts,
    DeviceInfo,
    Ended,
    EndReason,
    HostLoad,
    Incident,
    Lost,
    Notice,
    SessionLine,
    SessionStart,
    Summary,
    Tick,
)
from droidcanary.pipeline import Pipeline
from droidcanary.sink import Sink, SinkClosed
from droidcanary.sink.escape import as_unicode
from droidcanary.sink.recording import Recorder
from droidcanary.stopper import Stopper

log = logging.getLogger(__name__)

#: The agent sends at least one batch a second; this long without one means that the link is gone.
SILENCE_S = 5.0
STOP_S = 2.0
_POLL_S = 0.1


class Sampler(Protocol):
    """Something that reports beside the link, from a thread of its own."""

    def start(self, start: SessionStart) -> None:
        """Begins to report."""

    def stop(self) -> None:
        """Ends; bounded."""


@dataclasses.dataclass(frozen=True)
class Subject:
    """Whom a session watches, and how to say things about it: ``clocks`` pairs the hello with this computer's clock,
    ``diagnose`` finds out why a link went silent."""

    device: DeviceInfo
    app: AppInfo
    versions: dict[str, str]
    clocks: Callable[[wire.Hello], Clocks]
    diagnose: Callable[[str], tuple[EndReason, str]]
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How it ended. ``saved``: the bundle, or the folder that holds the recording; ``failure``: why it could not be
    recorded to the end; ``seconds`` since the attach."""

    summary: Summary
    saved: Path | None
    failure: OutputError | None
    seconds: float


@dataclasses.dataclass(frozen=True)
class _End:
    reason: EndReason
    detail: str = ""


def judge_settings(judge: JudgeConfig) -> dict[str, object]:
    """The thresholds as they are shown and kept, in milliseconds."""
    return {
        "threshold_ms": judge.threshold_ns / 1e6,
        "idle_threshold_ms": judge.idle_threshold_ns / 1e6,
        "hang_timeout_ms": judge.hang_timeout_ns / 1e6,
        "concern": list(judge.concern),
    }


def settings_of(config: SessionConfig) -> dict[str, object]:
    """All settings of a session; null: until stopped."""
    return {
        **judge_settings(config.judge),
        "hook": config.hook,
        "sample": config.sample,
        "interval_ms": config.interval_ns / 1e6,
        "duration_ms": None if config.duration_ns is None else config.duration_ns / 1e6,
    }


class Session:
    """One attach from beginning to end; ``run`` once, on the main thread."""

    def __init__(
        self,
        config: SessionConfig,
        subject: Subject,
        link: Link,
        inbox: Inbox,
        *,
        sinks: Sequence[Sink],
        recorder: Recorder | None,
        samplers: Sequence[Sampler],
        host_load: Callable[[int], HostLoad | None],
        stopper: Stopper,
    ) -> None:
        self._config = config
        self._subject = subject
        self._link = link
        self._inbox = inbox
        self._sinks = list(sinks)
        self._recorder = recorder
        self._samplers = samplers
        self._sampling: list[Sampler] = []
        self._host_load = host_load
        self._stopper = stopper
        self._pipeline = Pipeline(config.judge)
        self._failure: OutputError | None = None
        self._left_over: Path | None = None
        self._closed = False
        self._seq = 0
        self._last_ns = 0
        self._last_seen = time.monotonic()
        self._dispatches = 0

    def run(self) -> Outcome:
        """Attaches, watches until something ends it, leaves.

        Raises CanaryError only when the attach itself failed (nothing was recorded then).
        """
        hello = self._link.open()
        log.info("monitored from %d ns on: hook %s, runtime %s", hello.at_ns, hello.hook, hello.runtime)
        self._stopper.patient = True
        began = time.monotonic()
        end = _End("agent-error", "internal error")
        goodbye: wire.Goodbye | None = None
        hurried = False
        try:
            self._begin(hello)
            end = self._loop(began)
            log.info("ending: %s %s", end.reason, end.detail)
            goodbye = self._link.close(STOP_S if end.reason in ("user", "duration") else 0.5)
        except KeyboardInterrupt:
            end, hurried = _End("user", "interrupted twice"), True
        finally:
            # Also on the way out of an error of our own: what was recorded is kept and says that it ended.
            summary = self._end(end, goodbye, hurried=hurried)
            saved = self._keep(summary)
            self._tell(lambda sink: sink.finish(summary, None if saved is None else str(saved)))
        return Outcome(summary, saved, self._failure, time.monotonic() - began)

    # --- the three phases -------------------------------------------------------------------------------

    def _begin(self, hello: wire.Hello) -> None:
        subject = self._subject
        versions = {**subject.versions, "agent": hello.agent, "frida-agent": hello.frida, "java-bridge": hello.bridge}
        start = SessionStart(
            at_ns=hello.at_ns,
            device=subject.device,
            app=subject.app,
            clocks=subject.clocks(hello),
            hook="observer" if hello.hook == "observer" else "printer",
            floor_ns=self._config.floor_ns,
            versions=versions,
            runtime=hello.runtime,
            main_tid=hello.main_tid,
            notes=(*subject.notes, *hello.notes),
        )
        self._seen(hello.at_ns)
        settings = settings_of(self._config)
        self._record(lambda recorder: recorder.start(start, settings))
        line = SessionLine(
            schema=SCHEMA,
            at_uptime_ms=start.at_ns / 1e6,
            device=start.device,
            app=start.app,
            clocks=start.clocks,
            hook=start.hook,
            settings=settings,
            versions=versions,
            bundle=None if self._recorder is None else as_unicode(str(self._recorder.path)),
        )
        self._tell(lambda sink: sink.start(line))
        self._feed(start)
        for note in start.notes:
            self._feed(Notice(at_ns=start.at_ns, level="info", code="note", text=note))
        for sampler in self._samplers:
            sampler.start(start)
            self._sampling.append(sampler)

    def _loop(self, began: float) -> _End:
        duration_s = None if self._config.duration_ns is None else self._config.duration_ns / 1e9
        second = time.monotonic() + 1.0
        while True:
            now = time.monotonic()
            if self._stopper.requested:
                return _End("user")
            if self._failure is not None:
                return _End("user", f"an output failed: {self._failure.message}")
            if self._closed:
                return _End("user", "the output was closed")
            left_s = _POLL_S if duration_s is None else began + duration_s - now
            if left_s <= 0:
                return _End("duration")
            if now >= second:
                second = now + 1.0
                self._once_a_second()
            item = self._inbox.get(min(_POLL_S, left_s, max(0.0, second - now)))
            if item is not None:
                end = self._take(item)
                if end is not None:
                    return end
            elif now - self._last_seen > SILENCE_S:
                return self._diagnosed(f"nothing came from the app for {SILENCE_S:g} s")
            self._record(lambda recorder: recorder.flush())

    def _end(self, end: _End, goodbye: wire.Goodbye | None, *, hurried: bool) -> Summary:
        if not hurried:
            for sampler in self._sampling:
                sampler.stop()
        while (item := self._inbox.get(0)) is not None:  # delivered before the goodbye, so it belongs before it
            self._take(item)
        if goodbye is not None:
            if goodbye.batch is not None:
                self._batch(goodbye.batch)
            self._seen(max(self._last_ns, goodbye.at_ns))
            for text in goodbye.residue:
                self._notice("warning", "residue", text)
        restored = None if goodbye is None else goodbye.restored
        self._feed(Ended(at_ns=self._last_ns, reason=end.reason, detail=end.detail, restored=restored))
        return self._pipeline.summary()

    def _keep(self, summary: Summary) -> Path | None:
        if self._recorder is None:
            return self._left_over
        recorder = self._recorder
        try:
            return recorder.finish(summary)
        except OutputError as failure:
            self._failure = failure
            return recorder.abandon()
        except KeyboardInterrupt:
            return recorder.abandon()

    # --- items ------------------------------------------------------------------------------------------

    def _take(self, item: Item) -> _End | None:
        if isinstance(item, str):
            return self._text(item)
        if isinstance(item, Events):
            for event in item.events:
                self._feed(event)
        elif isinstance(item, Thinned):
            self._batch(item.batch)
            if item.samples:
                self._feed(lost("sample", item.samples, item.batch.at_ns))
        elif isinstance(item, DroppedText):
            self._feed(lost("batch", item.count, self._last_ns))
        elif isinstance(item, ScriptError):
            log.error("exception in the agent: %s", item.text)
            self._notice("error", "agent-exception", item.text.splitlines()[0] if item.text else "")
        else:
            return self._down(item)
        return None

    def _text(self, text: str) -> _End | None:
        try:
            message = wire.decode(text)
        except wire.WireError as error:
            log.error("a message of the agent could not be read: %s: %.200r", error, text)
            self._feed(Lost(what="message", count=1, where="link", at_ns=self._last_ns))
            return None
        if isinstance(message, wire.Batch):
            self._batch(message)
        elif isinstance(message, wire.Fatal):
            return _End("agent-error", f"{message.code}: {message.text}")
        elif isinstance(message, wire.Goodbye):
            return _End("link-lost", "the agent left by itself, since it heard nothing from this computer")
        return None

    def _batch(self, batch: wire.Batch) -> None:
        missing = batch.seq - self._seq - 1
        if missing > 0:
            self._feed(Lost(what="batch", count=missing, where="link", at_ns=batch.at_ns))
        self._seq = max(self._seq, batch.seq)
        for event in batch.facts():
            self._feed(event)
        self._seen(batch.at_ns)
        self._feed(Tick(at_ns=batch.at_ns))
        self._tell(lambda sink: sink.tick(batch.at_ns, self._dispatches))

    def _down(self, down: LinkDown) -> _End:
        found = self._diagnosed(down.reason)
        return _End(found.reason, f"{found.detail} {down.detail}".strip())

    def _diagnosed(self, why: str) -> _End:
        reason, detail = self._subject.diagnose(why)
        return _End(reason, detail or why)

    def _once_a_second(self) -> None:
        self._link.ack(self._seq)
        load = self._host_load(self._device_now())
        if load is not None:
            self._feed(load)

    # --- feeding ----------------------------------------------------------------------------------------

    def _feed(self, event: AnyEvent) -> None:
        self._record(lambda recorder: recorder.event(event))
        for incident in self._pipeline.feed(event):
            self._conclude(incident)
        if isinstance(event, Counts):
            self._dispatches += event.dispatches
        elif isinstance(event, Notice):
            self._tell(lambda sink: sink.notice(event))

    def _conclude(self, incident: Incident) -> None:
        # The pipeline keeps a block's evidence only until the next event.
        block = self._pipeline.block(incident) if incident.state == "closed" else None
        self._record(lambda recorder: recorder.incident(incident, block))
        self._tell(lambda sink: sink.incident(incident))

    def _notice(self, level: Literal["warning", "error"], code: str, text: str) -> None:
        self._feed(Notice(at_ns=self._device_now(), level=level, code=code, text=text))

    def _record(self, act: Callable[[Recorder], None]) -> None:
        """Lets the recorder act. After its first failure it is left alone, and the loop ends the session."""
        if self._recorder is None:
            return
        try:
            act(self._recorder)
        except OutputError as failure:
            log.error("recording stopped: %s", failure.message)
            self._failure = failure
            self._left_over = self._recorder.abandon()
            self._recorder = None

    def _tell(self, act: Callable[[Sink], None]) -> None:
        """Lets every sink act. One that cannot be written is dropped, and the loop ends the session."""
        for sink in list(self._sinks):
            try:
                act(sink)
            except SinkClosed as closed:
                log.info("an output was closed: %s", closed)
                self._sinks.remove(sink)
                self._closed = True
            except OutputError as failure:
                log.error("an output failed: %s", failure.message)
                self._sinks.remove(sink)
                self._failure = failure

    def _seen(self, at_ns: int) -> None:
        self._last_ns = at_ns
        self._last_seen = time.monotonic()

    def _device_now(self) -> int:
        return self._last_ns + int((time.monotonic() - self._last_seen) * 1e9)
