"""Builds streams of events in a few lines, in milliseconds, and judges them.

::

    timeline = Timeline()
    timeline.running(1, start=1000, seen=1100)
    timeline.samples(1100, 2400, every=50, stack=message("com.acme.shop.Db.query(Db.java:42)"))
    timeline.dispatch(1, start=1000, end=2500)
    opened, closed = timeline.judge().incidents

Stacks are texts in Java's own form, deepest frame first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

import msgspec

from droidcanary.config import MS, JudgeConfig
from droidcanary.export.recording import Recording
from droidcanary.model import (
    AnyEvent,
    AppInfo,
    Clocks,
    CoreTimes,
    Counts,
    Debugger,
    DeviceInfo,
    Dispatch,
    Ended,
    EndReason,
    Frame,
    Gap,
    Heartbeat,
    Idle,
    IdleRunning,
    Incident,
    Lost,
    Proc,
    Running,
    Sample,
    SessionStart,
    Stack,
    Summary,
    Tick,
)
from droidcanary.pipeline import Pipeline, collect

PACKAGE = "com.acme.shop"
TEXT = ">>>>> Dispatching to Handler (com.acme.shop.Work$H) {1a2b3c} com.acme.shop.Work$Run@4d5e6f: 7"

#: What lies below every message on an Android 11+ main thread.
MAIN_LOOP = (
    "android.os.Looper.loopOnce(Looper.java:201)",
    "android.os.Looper.loop(Looper.java:288)",
    "android.app.ActivityThread.main(ActivityThread.java:7839)",
)
DISPATCH = ("android.os.Handler.dispatchMessage(Handler.java:106)", *MAIN_LOOP)
IDLE_QUEUE = (
    "android.os.MessageQueue.nativePollOnce(Native Method)",
    "android.os.MessageQueue.next(MessageQueue.java:335)",
    *MAIN_LOOP,
)
#: The platform building the text for a printer after a message.
STRING = (
    "java.lang.StringBuilder.append(StringBuilder.java:203)",
    *MAIN_LOOP,
)

_FRAME = re.compile(r"(.+)\.([^.(]+)\(([^:()]*)(?::([0-9]+))?\)")


def message(*frames: str) -> tuple[str, ...]:
    """A stack of a message that is running ``frames``."""
    return (*frames, *DISPATCH)


def ns(at_ms: float) -> int:
    return round(at_ms * MS)


def frame_of(number: int, text: str) -> Frame:
    """``com.acme.Db.query(Db.java:42)``, ``(Native Method)``, ``(Unknown Source)`` → a frame."""
    match = _FRAME.fullmatch(text)
    assert match is not None, text
    native, unknown = match[3] == "Native Method", match[3] == "Unknown Source"
    file = None if native or unknown or not match[3] else match[3]
    return Frame(
        id=number,
        cls=match[1],
        method=match[2],
        file=file,
        line=-2 if native else int(match[4]) if match[4] else -1,
    )


def session_start(
    *, hook: Literal["printer", "observer"] = "printer", package: str = PACKAGE, cores: int | None = 8
) -> SessionStart:
    """A session on the uptime clock from 0; the device's wall clock then reads 2026-03-01 09:00 +05:45."""
    return SessionStart(
        at_ns=0,
        device=DeviceInfo(serial="192.0.2.7:5555", model="Pixel 5", release="11", api=30, cores=cores),
        app=AppInfo(package=package, process=package, pid=4321, version_name="1.2", version_code="12"),
        clocks=Clocks(
            uptime_ns=0,
            elapsed_ns=ns(500),
            wall_ms=1_772_334_900_000.0,
            host_wall_ms=1_772_334_903_400.0,
            round_trip_ms=4.0,
            utc_offset_s=20_700,
        ),
        hook=hook,
        floor_ns=100 * MS,
    )


@dataclass(frozen=True)
class Judged:
    """What a timeline led to."""

    incidents: list[Incident]
    summary: Summary

    @property
    def closed(self) -> list[Incident]:
        return [incident for incident in self.incidents if incident.state == "closed"]

    @property
    def only(self) -> Incident:
        """The final form of the one incident there is."""
        (incident,) = self.closed
        return incident


class Timeline:
    """Events in the order in which they are written down."""

    def __init__(self, session: SessionStart | None = None) -> None:
        self.events: list[AnyEvent] = [session or session_start()]
        self._frames: dict[str, int] = {}
        self._stacks: dict[tuple[str, ...], int] = {}

    def add(self, event: AnyEvent) -> None:
        self.events.append(event)

    def running(
        self,
        number: int,
        start: float,
        seen: float,
        *,
        parent: int | None = None,
        text: str | None = TEXT,
        cpu: float | None = None,
    ) -> None:
        self.add(
            Running(
                id=number,
                start_ns=ns(start),
                seen_ns=ns(seen),
                parent=parent,
                text=text,
                cpu_ns=None if cpu is None else ns(cpu),
                cpu_from_ns=None if cpu is None else ns(start),
            )
        )

    def dispatch(
        self,
        number: int,
        start: float,
        end: float,
        *,
        parent: int | None = None,
        text: str | None = TEXT,
        cpu: float | None = None,
        cpu_from: float | None = None,
        threw: str | None = None,
    ) -> None:
        self.add(
            Dispatch(
                id=number,
                start_ns=ns(start),
                end_ns=ns(end),
                parent=parent,
                text=text,
                cpu_ns=None if cpu is None else ns(cpu),
                cpu_from_ns=None if cpu is None else ns(start if cpu_from is None else cpu_from),
                threw=threw,
            )
        )

    def idle_running(self, number: int, start: float, seen: float, handler: str = "com.acme.shop.Warm") -> None:
        self.add(IdleRunning(id=number, handler=handler, start_ns=ns(start), seen_ns=ns(seen)))

    def idle(self, number: int, start: float, end: float, handler: str = "com.acme.shop.Warm") -> None:
        self.add(Idle(id=number, handler=handler, start_ns=ns(start), end_ns=ns(end)))

    def stack(self, frames: tuple[str, ...], cut: int = 0) -> int:
        """Interns a stack; returns its number."""
        if frames not in self._stacks:
            for text in frames:
                if text not in self._frames:
                    self._frames[text] = len(self._frames) + 1
                    self.add(frame_of(self._frames[text], text))
            self._stacks[frames] = len(self._stacks) + 1
            numbers = tuple(self._frames[text] for text in frames)
            self.add(Stack(id=self._stacks[frames], frames=numbers, cut=cut))
        return self._stacks[frames]

    def sample(self, at: float, frames: tuple[str, ...]) -> None:
        self.add(Sample(at_ns=ns(at), stack=self.stack(frames)))

    def samples(self, first: float, last: float, *, every: float, stack: tuple[str, ...]) -> None:
        """Samples from first to last, both included."""
        number = self.stack(stack)
        at = first
        while at <= last:
            self.add(Sample(at_ns=ns(at), stack=number))
            at += every

    def heartbeat(self, number: int, posted: float, seen: float, answered: float | None = None) -> None:
        self.add(
            Heartbeat(
                id=number,
                posted_ns=ns(posted),
                seen_ns=ns(seen),
                answered_ns=None if answered is None else ns(answered),
            )
        )

    def unanswered(self, number: int, posted: float, until: float) -> None:
        """What the probe and the clock say of a heartbeat nobody answers: once a second, ticks in between."""
        at = posted + 1000
        while at <= until:
            self.heartbeat(number, posted, at)
            self.tick(at)
            at += 1000

    def tick(self, at: float) -> None:
        self.add(Tick(at_ns=ns(at)))

    def ticks(self, first: float, last: float, *, every: float = 100) -> None:
        at = first
        while at <= last:
            self.tick(at)
            at += every

    def proc(self, at: float, *, busy: int, idle: int, iowait: int = 0, app: int | None = None, cores: int = 8) -> None:
        """A reading in which the device had spent so many jiffies since boot, evenly on its cores."""
        each = CoreTimes(user=busy // cores, nice=0, system=0, idle=idle // cores)
        self.add(
            Proc(
                at_ns=ns(at),
                total=CoreTimes(user=busy, nice=0, system=0, idle=idle, iowait=iowait),
                cores=dict.fromkeys(range(cores), each),
                app_jiffies=app,
            )
        )

    def gap(self, start: float, end: float, reason: str = "printer-replaced") -> None:
        self.add(Gap(from_ns=ns(start), to_ns=ns(end), reason=reason))

    def lost(self, what: str, count: int, at: float) -> None:
        self.add(Lost(what=what, count=count, where="agent", at_ns=ns(at)))

    def debugger(self, at: float, connected: bool) -> None:
        self.add(Debugger(at_ns=ns(at), connected=connected))

    def counts(self, start: float, end: float, *, dispatches: int, busy: float) -> None:
        self.add(
            Counts(
                from_ns=ns(start),
                to_ns=ns(end),
                dispatches=dispatches,
                busy_ns=ns(busy),
                samples=3,
                own_ns=ns(2),
                sampling_ns=ns(1),
            )
        )

    def ended(self, at: float, reason: EndReason = "user") -> Timeline:
        self.add(Ended(at_ns=ns(at), reason=reason))
        return self

    def judge(self, judge: JudgeConfig | None = None, *, end: float | None = None) -> Judged:
        """Feeds it all to a pipeline; ends the session first if that has not been written down."""
        if not isinstance(self.events[-1], Ended):
            self.ended(20_000 if end is None else end)
        pipeline = Pipeline(judge or JudgeConfig())
        incidents = [incident for event in self.events for incident in pipeline.feed(event)]
        return Judged(incidents, pipeline.summary())

    def collect(self, judge: JudgeConfig | None = None) -> Recording:
        """The judged session with its blocks, for exporters. The end must have been written down."""
        return collect(self.events, judge or JudgeConfig())

    def lines(self) -> list[bytes]:
        """The events as a recording holds them."""
        return [msgspec.json.encode(event) for event in self.events]
