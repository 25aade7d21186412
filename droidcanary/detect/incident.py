"""Puts one incident together: the same way for every kind, open or closed."""

from __future__ import annotations

from typing import Literal

from droidcanary.config import JudgeConfig
from droidcanary.detect.blame import Blamer, Verdict
from droidcanary.detect.cpu import cpu_figures
from droidcanary.detect.evidence import Evidence
from droidcanary.model import CpuFigures, Incident, Message, Stage

#: The thread that is watched; its kernel name is the tail of the package's.
MAIN = "main"
UNRESPONSIVE = "unresponsive"
#: The mark of an incident whose end is only known to be later than what it says.
END_UNKNOWN = "end-unknown"


class Case:
    """What a detector knows about one incident; the rest comes from the evidence."""

    __slots__ = (
        "cpu_from_ns",
        "cpu_ns",
        "cpu_until_ns",
        "cut",
        "depth",
        "end_ns",
        "handler",
        "key",
        "kind",
        "marks",
        "message",
        "parent",
        "start_ns",
    )

    def __init__(self, kind: str, key: str, start_ns: int, end_ns: int) -> None:
        self.kind = kind
        self.key = key
        self.start_ns = start_ns
        self.end_ns = end_ns
        self.message: Message | None = None
        self.handler: str | None = None
        self.parent: str | None = None
        #: How many loops above the main one ran it; null where no printer's text is part of it.
        self.depth: int | None = None
        #: CPU time of the main thread from ``cpu_from_ns`` to ``cpu_until_ns``.
        self.cpu_ns: int | None = None
        self.cpu_from_ns: int | None = None
        self.cpu_until_ns = end_ns
        self.cut = False
        self.marks: tuple[str, ...] = ()


class IncidentBuilder:
    """Judges cases by the evidence and turns them into records."""

    def __init__(self, evidence: Evidence, judge: JudgeConfig) -> None:
        self.evidence = evidence
        self.judge = judge
        self.blamer = Blamer(evidence, judge)

    def verdict(self, case: Case, *, ended: bool) -> Verdict:
        """What the samples say; ``verdict.end_ns`` may lie before the case's end."""
        return self.blamer.verdict(case.start_ns, case.end_ns, case.depth, ended)

    def open(self, case: Case, verdict: Verdict) -> Incident:
        """The announcement of a case that still lasts."""
        return self._build(case, verdict, "open")

    def close(self, case: Case, verdict: Verdict) -> Incident:
        """The final record; its id is used up."""
        self.evidence.closed.add(case.key)
        return self._build(case, verdict, "closed")

    def _build(self, case: Case, verdict: Verdict, state: Literal["open", "closed"]) -> Incident:
        evidence = self.evidence
        end_ns = verdict.end_ns
        string_ns = case.end_ns - end_ns
        marks = list(case.marks)
        if case.parent is not None:
            marks.append("nested")
        if string_ns > 0:
            marks.append("slow-tostring")
        if evidence.debugged(case.start_ns, case.end_ns):
            marks.append("debugger")
        if evidence.has_gap(case.start_ns, case.end_ns):
            marks.append("gap")
        return Incident(
            id=case.key,
            kind=case.kind,
            state=state,
            start_uptime_ms=case.start_ns / 1e6,
            wall_ms=(end_ns - case.start_ns) / 1e6,
            cpu_ms=None if case.cpu_ns is None else case.cpu_ns / 1e6,
            cpu_from_ms=None if case.cpu_from_ns is None else (case.cpu_from_ns - case.start_ns) / 1e6,
            thread=MAIN,
            message=case.message,
            handler=case.handler,
            culprit=verdict.culprits[0] if verdict.culprits else None,
            samples=verdict.samples,
            cpu=self._cpu(case),
            stages=self._stages(case),
            parent=case.parent,
            cut=case.cut,
            culprits=verdict.culprits,
            idle_samples=verdict.idle_samples,
            no_samples=verdict.no_samples,
            string_ms=string_ns / 1e6,
            marks=tuple(marks),
        )

    def _stages(self, case: Case) -> tuple[Stage, ...]:
        """Heartbeats that went unanswered for too long because of this case."""
        if case.kind == UNRESPONSIVE:
            return ()
        stages: list[Stage] = []
        timeout_ns = self.judge.hang_timeout_ns
        for heartbeat in (*self.evidence.late, *self.evidence.unanswered.values()):
            until_ns = case.end_ns if heartbeat.answered_ns is None else heartbeat.answered_ns
            waited_ns = until_ns - heartbeat.posted_ns
            shared_ns = min(until_ns, case.end_ns) - max(heartbeat.posted_ns, case.start_ns)
            at_its_timeout = case.start_ns <= heartbeat.posted_ns + timeout_ns <= case.end_ns
            if waited_ns > timeout_ns and (at_its_timeout or shared_ns * 2 >= waited_ns):
                stages.append(Stage(kind=UNRESPONSIVE, at_uptime_ms=heartbeat.posted_ns / 1e6, wall_ms=waited_ns / 1e6))
        return tuple(stages)

    def _cpu(self, case: Case) -> CpuFigures | None:
        session = self.evidence.session
        window_ns = None if case.cpu_from_ns is None else case.cpu_until_ns - case.cpu_from_ns
        return cpu_figures(
            self.evidence.readings_around(case.start_ns, case.end_ns),
            cpu_ns=case.cpu_ns,
            cpu_window_ns=window_ns,
            device_cores=None if session is None else session.device.cores,
        )
