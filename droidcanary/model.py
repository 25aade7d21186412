"""Every record that flows through droidcanary: what happened (events, in ``events.py``), what it means (incidents).

Conventions, everywhere:

* ``*_ns`` are integer nanoseconds, ``*_ms`` floats in milliseconds.
* All times but wall clocks are on the **device's uptime clock** (``CLOCK_MONOTONIC``).
* Class names are binary names (``com.acme.App$Work``), never source names.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from droidcanary.events import (
    AgentEvent,
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
    Event,
    Frame,
    Gap,
    Heartbeat,
    HostEvent,
    HostLoad,
    Idle,
    IdleRunning,
    Lost,
    Notice,
    Proc,
    Running,
    Sample,
    SessionStart,
    Stack,
    Tick,
)

__all__ = [
    "SCHEMA",
    "AgentEvent",
    "AnyEvent",
    "AppInfo",
    "Clocks",
    "CoreTimes",
    "Counts",
    "CpuFigures",
    "Culprit",
    "Debugger",
    "DeviceInfo",
    "Dispatch",
    "EndReason",
    "Ended",
    "Event",
    "Frame",
    "Gap",
    "GapSpan",
    "Heartbeat",
    "HostEvent",
    "HostLoad",
    "Idle",
    "IdleRunning",
    "Incident",
    "Lost",
    "Message",
    "Notice",
    "OutputLine",
    "OwnCost",
    "Proc",
    "Running",
    "Sample",
    "SessionLine",
    "SessionStart",
    "Stack",
    "Stage",
    "Summary",
    "Tick",
]

#: Version of the lines printed by ``--json`` and stored in ``incidents.jsonl``.
SCHEMA = 1


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Whose message it was: the handler's class, the Runnable's class or null, ``what`` or null."""

    target: str | None
    callback: str | None
    what: int | None


class Culprit(msgspec.Struct, frozen=True, kw_only=True):
    """A frame to blame: ``method`` is ``pkg.Class.method``; ``share`` (0..1) of the block's busy samples in which it
    was the deepest frame of the app's own code (``owner`` "app"), or, where the app has none on the stack, the deepest
    frame that is not the runtime's ("library", "platform"). A sample weighs the time it stands for (half the way to
    its neighbours), since a long block is sampled ever more rarely."""

    method: str
    file: str | None
    line: int | None
    share: float
    owner: Literal["app", "library", "platform"] = "app"


class CpuFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How busy it was around an incident. ``*_device``: 100 is every core of the device busy; ``*_core``: 100
    is one core busy. ``window_ms`` is the stretch the device figures cover (readings that bracket the block);
    ``main_pct_core`` is the block's own CPU time over its own wall time where the probe read it. Null: unknown."""

    device_pct: float | None
    app_pct_device: float | None
    app_pct_core: float | None
    main_pct_core: float | None
    window_ms: float
    user_pct: float | None = None
    system_pct: float | None = None
    iowait_pct: float | None = None


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Something else that the same cause set off, e.g. an unanswered heartbeat during a slow dispatch."""

    kind: str
    at_uptime_ms: float
    wall_ms: float


class Incident(msgspec.Struct, frozen=True, kw_only=True, tag_field="record", tag="incident"):
    """One cause, one record: open while it lasts, then closed under the same ``id``.

    ``id`` is unique in a session ("d12" a dispatch, "i3" a run of an idle handler, "u2" unresponsive).
    ``kind``: "slow-dispatch", "idle-handler", "unresponsive". ``culprits`` is the whole ranking, ``culprit`` its
    head; ``samples`` counts the busy samples of the block, ``idle_samples`` those that only showed an idle queue;
    ``no_samples`` says why there are none. ``string_ms``: time in which only the platform's message logging was
    building its text, already taken out of ``wall_ms``. ``marks``: circumstances ("debugger", "nested", "gap").
    ``cut``: the session ended inside it. ``cpu_from_ms``: how far into it the count of ``cpu_ms``
    begins (a little below 0 when the last reading before it was used).
    """

    id: str
    kind: str
    state: Literal["open", "closed"]
    start_uptime_ms: float
    wall_ms: float
    cpu_ms: float | None
    cpu_from_ms: float | None
    thread: str
    message: Message | None
    handler: str | None
    culprit: Culprit | None
    samples: int
    cpu: CpuFigures | None
    stages: tuple[Stage, ...] = ()
    parent: str | None = None
    cut: bool = False
    culprits: tuple[Culprit, ...] = ()
    idle_samples: int = 0
    no_samples: str | None = None
    string_ms: float = 0.0
    marks: tuple[str, ...] = ()


class GapSpan(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch that was not monitored, for the summary."""

    from_uptime_ms: float
    to_uptime_ms: float
    reason: str


class OwnCost(msgspec.Struct, frozen=True, kw_only=True):
    """What the monitoring cost: probe CPU time in the app, the time the main thread may have been held for
    stacks, and the host process (null: not measured)."""

    probe_cpu_ms: float
    sampling_ms: float
    samples: int
    host_cpu_pct_core: float | None = None
    host_rss_mb: float | None = None


class Summary(msgspec.Struct, frozen=True, kw_only=True, tag_field="record", tag="summary"):
    """The last line. ``blocked_ms`` is the union of all incidents clipped to what was monitored
    (``from`` .. ``to``, gaps taken out); ``incidents`` counts distinct ids."""

    from_uptime_ms: float
    to_uptime_ms: float
    incidents: int
    blocked_ms: float
    blocked_share: float
    gaps: tuple[GapSpan, ...]
    lost: int
    ended: EndReason
    detail: str = ""
    dispatches: int = 0
    busy_ms: float = 0.0
    worst: str | None = None
    worst_wall_ms: float | None = None
    by_kind: dict[str, int] = {}
    cost: OwnCost | None = None
    restored: bool | None = None


class SessionLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="record", tag="session"):
    """The first line of ``--json``: what is watched and how."""

    schema: int
    at_uptime_ms: float
    device: DeviceInfo
    app: AppInfo
    clocks: Clocks
    hook: str
    settings: dict[str, object]
    versions: dict[str, str]
    bundle: str | None = None


OutputLine = SessionLine | Incident | Summary
