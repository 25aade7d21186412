"""What happened lately: the facts every detector and every incident draws on.

Nothing is judged here. Memory is bounded however long a session lasts: samples and CPU readings are kept while a
flight, an unanswered heartbeat or the last minute may need them, frames and stacks while a kept sample refers to them
or a coming one may.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from typing import NamedTuple

from droidcanary.config import SECOND
from droidcanary.detect.spans import covered_ns
from droidcanary.model import (
    Debugger,
    Ended,
    Frame,
    Gap,
    Heartbeat,
    Incident,
    Lost,
    Proc,
    Sample,
    SessionStart,
    Stack,
    Tick,
)

#: Samples and readings this recent are kept even if nothing is known to be in flight.
KEEP_NS = 60 * SECOND
#: More samples than this of one stretch are thinned to every second one.
MAX_SAMPLES = 65_536
#: The probe drops its tables at 2 000 frames or 800 stacks and then numbers anew: of more than these, old ones go.
MAX_STACKS = 8_192
RECENT_FRAMES = 4_096
RECENT_STACKS = 2_048
#: Finished runs that are remembered, to tell what a heartbeat was waiting for.
MAX_RUNS = 1_024
#: Heartbeats answered late that are remembered, to tell what a block set off.
MAX_LATE = 64


class Flight:
    """A dispatch, or a run of an idle handler, that has begun and not ended. Mutable, owned by its detector."""

    __slots__ = (
        "announced_ns",
        "cpu_from_ns",
        "cpu_ns",
        "handler",
        "key",
        "number",
        "parent",
        "seen_ns",
        "start_ns",
        "superseded_ns",
        "text",
    )

    def __init__(self, key: str, number: int, start_ns: int) -> None:
        self.key = key
        self.number = number
        self.start_ns = start_ns
        self.seen_ns = start_ns
        self.parent: int | None = None
        self.text: str | None = None
        self.handler: str | None = None
        self.cpu_ns: int | None = None
        self.cpu_from_ns: int | None = None
        #: When it was announced as an open incident.
        self.announced_ns: int | None = None
        #: When something began that can only begin after this one has ended.
        self.superseded_ns: int | None = None


class Run(NamedTuple):
    """A dispatch or idle-handler run that has ended; ``blocked``: it was an incident."""

    start_ns: int
    end_ns: int
    blocked: bool


class Evidence:
    """The facts of one session, as far as they are still needed."""

    def __init__(self) -> None:
        self.session: SessionStart | None = None
        self.now_ns = 0
        self.frames: dict[int, Frame] = {}
        self.stacks: dict[int, Stack] = {}
        self._most_stacks = MAX_STACKS
        self.samples: list[Sample] = []
        self.any_sample = False
        self.readings: list[Proc] = []
        self.gaps: list[Gap] = []
        self.debugger: list[tuple[int, int | None]] = []
        self.lost_samples: deque[int] = deque(maxlen=1_024)
        self.unanswered: dict[int, Heartbeat] = {}
        self.late: deque[Heartbeat] = deque(maxlen=MAX_LATE)
        self.flights: dict[str, Flight] = {}
        self.runs: deque[Run] = deque(maxlen=MAX_RUNS)
        self.closed: set[str] = set()

    # --- facts come in ---------------------------------------------------------------------------------------

    def on_session(self, event: SessionStart) -> tuple[Incident, ...]:
        self.session = event
        self.now_ns = max(self.now_ns, event.at_ns)
        return ()

    def on_frame(self, event: Frame) -> tuple[Incident, ...]:
        self.frames[event.id] = event
        return ()

    def on_stack(self, event: Stack) -> tuple[Incident, ...]:
        self.stacks[event.id] = event
        if len(self.stacks) > self._most_stacks:
            self._forget_stacks()
        return ()

    def on_sample(self, event: Sample) -> tuple[Incident, ...]:
        samples = self.samples
        if samples and event.at_ns < samples[-1].at_ns:
            samples.insert(bisect_right(samples, event.at_ns, key=_at_ns), event)
        else:
            samples.append(event)
        self.any_sample = True
        if len(samples) > MAX_SAMPLES:
            self.forget()
            if len(samples) > MAX_SAMPLES:
                del samples[: MAX_SAMPLES // 2 : 2]
        return ()

    def on_proc(self, event: Proc) -> tuple[Incident, ...]:
        readings = self.readings
        if not readings or event.at_ns > readings[-1].at_ns:
            readings.append(event)
        if len(readings) > 4 * 60:
            self.forget()
        return ()

    def on_gap(self, event: Gap) -> tuple[Incident, ...]:
        self.gaps.append(event)
        return ()

    def on_debugger(self, event: Debugger) -> tuple[Incident, ...]:
        spans = self.debugger
        if event.connected:
            if not spans or spans[-1][1] is not None:
                spans.append((event.at_ns, None))
        elif spans and spans[-1][1] is None:
            spans[-1] = (spans[-1][0], event.at_ns)
        return ()

    def on_lost(self, event: Lost) -> tuple[Incident, ...]:
        if event.what in ("sample", "stack", "frame", "event", "batch"):
            self.lost_samples.append(event.at_ns)
        return ()

    def on_heartbeat(self, event: Heartbeat) -> tuple[Incident, ...]:
        if event.answered_ns is None:
            self.unanswered[event.id] = event
        else:
            self.unanswered.pop(event.id, None)
            self.late.append(event)
        return ()

    def on_time(self, event: Tick | Ended) -> tuple[Incident, ...]:
        at_ns = event.at_ns
        if at_ns > self.now_ns:
            self.now_ns = at_ns
        samples = self.samples
        if samples and samples[0].at_ns < at_ns - 2 * KEEP_NS:
            self.forget()
        return ()

    # --- and are asked for -----------------------------------------------------------------------------------

    def samples_within(self, start_ns: int, end_ns: int) -> list[Sample]:
        """Samples from start to end, both included."""
        samples = self.samples
        return samples[bisect_left(samples, start_ns, key=_at_ns) : bisect_right(samples, end_ns, key=_at_ns)]

    def readings_around(self, start_ns: int, end_ns: int) -> list[Proc]:
        """CPU readings from the last one at or before start to the first one at or after end, as far as known."""
        readings = self.readings
        first = max(0, bisect_right(readings, start_ns, key=_at_ns) - 1)
        last = bisect_left(readings, end_ns, key=_at_ns)
        return readings[first : last + 1]

    def debugged(self, start_ns: int, end_ns: int) -> bool:
        """Whether a debugger was attached at some time from start to end."""
        return any(since <= end_ns and (until is None or until >= start_ns) for since, until in self.debugger)

    def has_gap(self, start_ns: int, end_ns: int) -> bool:
        """Whether a part of start to end was not monitored."""
        return self.gaps_ns(start_ns, end_ns) > 0

    def gaps_ns(self, start_ns: int, end_ns: int) -> int:
        """How much of start to end was not monitored."""
        return covered_ns((max(gap.from_ns, start_ns), min(gap.to_ns, end_ns)) for gap in self.gaps)

    def lost_within(self, start_ns: int, end_ns: int) -> bool:
        """Whether records that belong to samples were dropped about then (a loss is told a little later)."""
        return any(start_ns <= at_ns <= end_ns + 2 * SECOND for at_ns in self.lost_samples)

    def forget(self) -> None:
        """Drop samples and readings that neither an open incident nor one of the last minute can need."""
        horizon_ns = self.now_ns - KEEP_NS
        for flight in self.flights.values():
            horizon_ns = min(horizon_ns, flight.start_ns)
        for heartbeat in self.unanswered.values():
            horizon_ns = min(horizon_ns, heartbeat.posted_ns)
        del self.samples[: bisect_left(self.samples, horizon_ns, key=_at_ns)]
        # The last reading before the horizon is the baseline of whatever begins at it.
        del self.readings[: max(0, bisect_right(self.readings, horizon_ns, key=_at_ns) - 1)]

    def _forget_stacks(self) -> None:
        self.forget()
        needed = {sample.stack for sample in self.samples}
        needed.update(list(self.stacks)[-RECENT_STACKS:])
        self.stacks = {number: stack for number, stack in self.stacks.items() if number in needed}
        frames = {frame for stack in self.stacks.values() for frame in stack.frames}
        frames.update(list(self.frames)[-RECENT_FRAMES:])
        self.frames = {number: frame for number, frame in self.frames.items() if number in frames}
        # A single long flight may need more than that: look again when there are twice as many.
        self._most_stacks = max(MAX_STACKS, 2 * len(self.stacks))


def _at_ns(record: Sample | Proc) -> int:
    return record.at_ns
