"""Sums over a session, for its last line."""

from __future__ import annotations

from collections import Counter

from droidcanary.detect.spans import covered_ns
from droidcanary.model import Counts, Ended, Gap, GapSpan, HostLoad, Incident, Lost, OwnCost, SessionStart, Summary


class Totals:
    """Adds up what a session's summary says."""

    def __init__(self) -> None:
        self._start: SessionStart | None = None
        self._ended: Ended | None = None
        self._blocked: list[tuple[int, int]] = []
        self._by_kind: Counter[str] = Counter()
        self._worst: Incident | None = None
        self._gaps: list[Gap] = []
        self._lost = 0
        self._counts: Counter[str] = Counter()
        self._loads = 0
        self._load_pct = 0.0
        self._rss_mb = 0.0

    def on_session(self, event: SessionStart) -> tuple[Incident, ...]:
        self._start = event
        return ()

    def on_ended(self, event: Ended) -> tuple[Incident, ...]:
        self._ended = event
        return ()

    def on_gap(self, event: Gap) -> tuple[Incident, ...]:
        self._gaps.append(event)
        return ()

    def on_lost(self, event: Lost) -> tuple[Incident, ...]:
        self._lost += event.count
        return ()

    def on_counts(self, event: Counts) -> tuple[Incident, ...]:
        counts = self._counts
        counts["dispatches"] += event.dispatches
        counts["busy_ns"] += event.busy_ns
        counts["samples"] += event.samples
        counts["own_ns"] += event.own_ns
        counts["sampling_ns"] += event.sampling_ns
        return ()

    def on_host_load(self, event: HostLoad) -> tuple[Incident, ...]:
        self._loads += 1
        self._load_pct += event.cpu_pct_core
        self._rss_mb = max(self._rss_mb, event.rss_mb)
        return ()

    def add(self, incident: Incident) -> None:
        """Count a closed incident. Time under a debugger is somebody thinking, so it is in no total but the count."""
        self._by_kind[incident.kind] += 1
        if "debugger" in incident.marks:
            return
        start_ns = round(incident.start_uptime_ms * 1e6)
        self._blocked.append((start_ns, start_ns + round(incident.wall_ms * 1e6)))
        if self._worst is None or incident.wall_ms > self._worst.wall_ms:
            self._worst = incident

    def summary(self) -> Summary:
        """The sums. Raises ValueError before the session has ended."""
        if self._ended is None:
            raise ValueError("the session has not ended: there is no summary of it yet")
        to_ns = self._ended.at_ns
        from_ns = min(to_ns, to_ns if self._start is None else self._start.at_ns)
        monitored = _without([(from_ns, to_ns)], [(gap.from_ns, gap.to_ns) for gap in self._gaps])
        monitored_ns = covered_ns(monitored)
        blocked_ns = _shared_ns(monitored, self._blocked)
        counts = self._counts
        return Summary(
            from_uptime_ms=from_ns / 1e6,
            to_uptime_ms=to_ns / 1e6,
            incidents=self._by_kind.total(),
            blocked_ms=blocked_ns / 1e6,
            blocked_share=round(blocked_ns / monitored_ns, 6) if monitored_ns else 0.0,
            gaps=tuple(
                GapSpan(from_uptime_ms=gap.from_ns / 1e6, to_uptime_ms=gap.to_ns / 1e6, reason=gap.reason)
                for gap in self._gaps
            ),
            lost=self._lost,
            ended=self._ended.reason,
            detail=self._ended.detail,
            dispatches=counts["dispatches"],
            busy_ms=counts["busy_ns"] / 1e6,
            worst=None if self._worst is None else self._worst.id,
            worst_wall_ms=None if self._worst is None else self._worst.wall_ms,
            by_kind=dict(sorted(self._by_kind.items())),
            cost=OwnCost(
                probe_cpu_ms=counts["own_ns"] / 1e6,
                sampling_ms=counts["sampling_ns"] / 1e6,
                samples=counts["samples"],
                host_cpu_pct_core=round(self._load_pct / self._loads, 3) if self._loads else None,
                host_rss_mb=self._rss_mb if self._loads else None,
            ),
            restored=self._ended.restored,
        )


def _without(spans: list[tuple[int, int]], holes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans, in order, with the holes cut out."""
    for hole_start, hole_end in sorted(holes):
        if hole_end <= hole_start:
            continue
        cut: list[tuple[int, int]] = []
        for start, end in spans:
            cut += [(start, min(end, hole_start)), (max(start, hole_end), end)]
        spans = [(start, end) for start, end in cut if end > start]
    return spans


def _shared_ns(monitored: list[tuple[int, int]], blocked: list[tuple[int, int]]) -> int:
    """How much of the union of ``blocked`` lies inside the (disjoint) monitored spans."""
    return sum(
        covered_ns((max(start, low), min(end, high)) for low, high in blocked if low < end and high > start)
        for start, end in monitored
    )
