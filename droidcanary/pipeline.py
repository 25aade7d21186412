"""The pure fold in the middle: events in, incidents out. No clock, no thread, no file.

The same events give the same incidents, so a recording can be judged again (with the same settings or others).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from droidcanary.config import JudgeConfig
from droidcanary.detect import BUILTIN
from droidcanary.detect.evidence import Evidence
from droidcanary.detect.incident import IncidentBuilder
from droidcanary.detect.totals import Totals
from droidcanary.export.recording import Block, Recording, StackShot
from droidcanary.model import (
    AnyEvent,
    Counts,
    Debugger,
    Ended,
    Event,
    Frame,
    Gap,
    Heartbeat,
    HostLoad,
    Incident,
    Lost,
    Proc,
    Sample,
    SessionStart,
    Stack,
    Summary,
    Tick,
)

# Each step takes the one type of event it was routed for.
_Step = Callable[[Any], Sequence[Incident]]


class Pipeline:
    """Judges one session."""

    def __init__(self, judge: JudgeConfig) -> None:
        self._evidence = Evidence()
        self._totals = Totals()
        self._builder = IncidentBuilder(self._evidence, judge)
        self._steps = self._route()

    def feed(self, event: AnyEvent) -> Sequence[Incident]:
        """Take one event. Returns the incidents it opens and closes, in order; usually an empty tuple.

        Feed a ``Tick`` only after every event that ended before its ``at_ns``: it is what announces a block that
        still lasts.
        """
        step = self._steps.get(type(event))
        if step is None:
            return ()
        emitted = step(event)
        if emitted:
            for incident in emitted:
                if incident.state == "closed":
                    self._totals.add(incident)
        return emitted

    def summary(self) -> Summary:
        """The sums of the session, after its ``Ended``. Raises ValueError before."""
        return self._totals.summary()

    def block(self, incident: Incident) -> Block:
        """An incident with its stacks and CPU readings. Ask right after ``feed`` returned it: they are not kept."""
        start_ns = round(incident.start_uptime_ms * 1e6)
        end_ns = start_ns + round(incident.wall_ms * 1e6)
        stacks = []
        for sample in self._evidence.samples_within(start_ns, end_ns):
            frames, cut = self._builder.blamer.frames_of(sample)
            if frames:
                stacks.append(StackShot(at_ns=sample.at_ns, frames=frames, cut=cut))
        readings = tuple(self._evidence.readings_around(start_ns, end_ns))
        return Block(incident=incident, stacks=tuple(stacks), readings=readings)

    def _route(self) -> dict[type[Event], _Step]:
        evidence, totals = self._evidence, self._totals
        steps: dict[type[Event], tuple[_Step, ...]] = {
            SessionStart: (evidence.on_session, totals.on_session),
            Frame: (evidence.on_frame,),
            Stack: (evidence.on_stack,),
            Sample: (evidence.on_sample,),
            Heartbeat: (evidence.on_heartbeat,),
            Proc: (evidence.on_proc,),
            Gap: (evidence.on_gap, totals.on_gap),
            Debugger: (evidence.on_debugger,),
            Lost: (evidence.on_lost, totals.on_lost),
            Counts: (totals.on_counts,),
            HostLoad: (totals.on_host_load,),
            Tick: (evidence.on_time,),
            Ended: (evidence.on_time, totals.on_ended),
        }
        for create in BUILTIN:
            detector = create(self._builder)
            for interest in detector.interests:
                steps[interest] = (*steps.get(interest, ()), detector.feed)
        return {kind: _one_by_one(several) for kind, several in steps.items()}


def _one_by_one(steps: tuple[_Step, ...]) -> _Step:
    """Several steps as one; a single one stays itself, since most events have one and there are many of them."""
    if len(steps) == 1:
        return steps[0]

    def run(event: Any) -> Sequence[Incident]:
        emitted: list[Incident] = []
        for step in steps:
            emitted += step(event)
        return emitted or ()

    return run


def collect(events: Iterable[AnyEvent], judge: JudgeConfig) -> Recording:
    """Judge a whole recording and gather what exports need. Raises ValueError: no session, or no end, in it."""
    pipeline = Pipeline(judge)
    session: SessionStart | None = None
    blocks: list[Block] = []
    for event in events:
        if isinstance(event, SessionStart):
            session = event
        blocks += [pipeline.block(incident) for incident in pipeline.feed(event) if incident.state == "closed"]
    if session is None:
        raise ValueError("a recording without a session event")
    return Recording(session=session, blocks=tuple(blocks), summary=pipeline.summary())
