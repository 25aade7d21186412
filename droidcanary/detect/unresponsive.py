"""A heartbeat that the main thread does not answer, and no message or idle handler that would explain it.

What is left: a sync barrier that was never taken away, input handled inside ``nativePollOnce``, a backlog of messages
each too short to be an incident. Where a block explains it, the heartbeat is a stage of that block.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from droidcanary.detect.blame import Verdict
from droidcanary.detect.flights import NOTHING
from droidcanary.detect.incident import END_UNKNOWN, UNRESPONSIVE, Case, IncidentBuilder
from droidcanary.detect.spans import covered_ns
from droidcanary.model import AnyEvent, Ended, Heartbeat, Incident, Tick

#: The mark of a main thread that waits although something is due.
QUEUE_STALLED = "queue-stalled"
_STALLED = "only idle samples: the queue held back what was due (a sync barrier that was left behind?)"


class Unresponsive:
    """Incidents ``u<id of the heartbeat>``."""

    interests = (Heartbeat, Tick, Ended)

    def __init__(self, builder: IncidentBuilder) -> None:
        self._builder = builder
        self._evidence = builder.evidence
        self._timeout_ns = builder.judge.hang_timeout_ns
        self._open: dict[int, int] = {}

    def feed(self, event: AnyEvent) -> Sequence[Incident]:
        if isinstance(event, Heartbeat):
            return self._on_heartbeat(event)
        if isinstance(event, Tick):
            return self._on_tick(event.at_ns)
        if isinstance(event, Ended):
            return self._on_ended(event.at_ns)
        return NOTHING

    def _on_heartbeat(self, event: Heartbeat) -> Sequence[Incident]:
        emitted: list[Incident] = []
        for number, older in tuple(self._evidence.unanswered.items()):
            # They are answered in order: a younger one is a sign that this one was, and that we were not told.
            if number < event.id:
                del self._evidence.unanswered[number]
                if number in self._open:
                    emitted.append(self._close(number, max(older.seen_ns, event.posted_ns), (END_UNKNOWN,)))
        if event.answered_ns is None:
            emitted += self._consider(event, event.seen_ns)
        elif event.id in self._open:
            emitted.append(self._close(event.id, event.answered_ns))
        else:
            opened = self._consider(event, event.answered_ns, ended=True)
            emitted += opened
            if opened:
                emitted.append(self._close(event.id, event.answered_ns))
        return emitted

    def _on_tick(self, now_ns: int) -> Sequence[Incident]:
        if not self._evidence.unanswered:
            return NOTHING
        return [
            incident
            for heartbeat in self._evidence.unanswered.values()
            for incident in self._consider(heartbeat, now_ns)
        ]

    def _on_ended(self, end_ns: int) -> Sequence[Incident]:
        emitted = list(self._on_tick(end_ns))
        return emitted + [self._close(number, end_ns, cut=True) for number in tuple(self._open)]

    def _consider(self, heartbeat: Heartbeat, until_ns: int, *, ended: bool = False) -> Sequence[Incident]:
        """Open an incident for a heartbeat that waited too long without a reason; at most once."""
        # While the process was frozen nobody could answer, and nobody waited.
        waited_ns = until_ns - heartbeat.posted_ns - self._evidence.gaps_ns(heartbeat.posted_ns, until_ns)
        if heartbeat.id in self._open or waited_ns <= self._timeout_ns:
            return NOTHING
        if f"u{heartbeat.id}" in self._evidence.closed:
            return NOTHING
        if self._explained(heartbeat.posted_ns, until_ns):
            return NOTHING
        self._open[heartbeat.id] = heartbeat.posted_ns
        case = Case(UNRESPONSIVE, f"u{heartbeat.id}", heartbeat.posted_ns, until_ns)
        return (self._builder.open(case, self._stalled(case, ended=ended)),)

    def _close(self, number: int, end_ns: int, marks: tuple[str, ...] = (), cut: bool = False) -> Incident:
        case = Case(UNRESPONSIVE, f"u{number}", self._open.pop(number), end_ns)
        case.marks = marks
        case.cut = cut
        return self._builder.close(case, self._stalled(case, ended=not cut))

    def _stalled(self, case: Case, *, ended: bool) -> Verdict:
        """The verdict; a thread that only waited was not blocked: its queue held the heartbeat back."""
        verdict = self._builder.verdict(case, ended=ended)
        if verdict.samples or not verdict.idle_samples:
            return verdict
        case.marks = (*case.marks, QUEUE_STALLED)
        return msgspec.structs.replace(verdict, no_samples=_STALLED)

    def _explained(self, posted_ns: int, until_ns: int) -> bool:
        """Whether half of the wait was incidents, or a single run of anything."""
        spans: list[tuple[int, int, bool]] = [
            (run.start_ns, run.end_ns, run.blocked) for run in self._evidence.runs if run.end_ns > posted_ns
        ]
        spans += [
            (flight.start_ns, until_ns, flight.announced_ns is not None)
            for flight in self._evidence.flights.values()
            if flight.superseded_ns is None
        ]
        clipped = [(max(start, posted_ns), min(end, until_ns), blocked) for start, end, blocked in spans]
        half_ns = (until_ns - posted_ns) / 2
        longest_ns = max((end - start for start, end, _ in clipped), default=0)
        return longest_ns >= half_ns or covered_ns((start, end) for start, end, hit in clipped if hit) >= half_ns
