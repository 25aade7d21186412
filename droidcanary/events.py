"""What happened: the events that flow through droidcanary. ``model.py`` hands them on, together with the judgements.

Conventions, everywhere:

* ``*_ns`` are integer nanoseconds, ``*_ms`` floats in milliseconds.
* ``at_ns``, ``start_ns``, ``end_ns`` are on the **device's uptime clock** (``CLOCK_MONOTONIC``: what
  ``System.nanoTime()`` and ``SystemClock.uptimeMillis()`` read; it stands still in deep sleep).
* Class names are binary names (``com.acme.App$Work``), never source names.
* Events are facts and carry no judgement, so a recording can be judged again with other thresholds.

Events are tagged by the key ``event`` and are recorded in this very form, one JSON object a line.
"""

from __future__ import annotations

from typing import Literal

import msgspec

EndReason = Literal["user", "duration", "process-gone", "device-gone", "link-lost", "agent-error"]


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, gc=False):
    """Base of every event; subclasses name their tag."""


# --- facts from the probe, inside the app ---------------------------------------------------------------


class Running(Event, tag="running", frozen=True, kw_only=True, gc=False):
    """A dispatch that is in flight, seen by the probe's watching thread. Sent once a dispatch, then again
    about once a second while it lasts, so that CPU figures of an open block stay fresh.

    ``id`` counts dispatches since the attach, from 1; ``parent`` is the dispatch it is nested in (a loop run
    inside a message). ``text`` is the printer's line (null under an observer, which learns the message only
    at its end). ``cpu_ns`` is the main thread's CPU time from ``cpu_from_ns`` until ``seen_ns``; null: not read.
    """

    id: int
    start_ns: int
    seen_ns: int
    parent: int | None = None
    text: str | None = None
    cpu_ns: int | None = None
    cpu_from_ns: int | None = None


class Dispatch(Event, tag="dispatch", frozen=True, kw_only=True, gc=False):
    """A dispatch at or above the reporting floor, complete.

    Under a printer ``text`` is the ``>>>>> Dispatching to`` line and the three fields below are null; under an
    observer ``text`` is null and ``target`` (handler class), ``callback`` (Runnable class or null), ``what``
    are the message's own. ``cpu_ns`` covers ``cpu_from_ns`` .. ``end_ns``. ``threw`` is the class of an
    exception that left the dispatch, where the hook can know.
    """

    id: int
    start_ns: int
    end_ns: int
    parent: int | None = None
    text: str | None = None
    target: str | None = None
    callback: str | None = None
    what: int | None = None
    cpu_ns: int | None = None
    cpu_from_ns: int | None = None
    threw: str | None = None


class IdleRunning(Event, tag="idle-running", frozen=True, kw_only=True, gc=False):
    """An idle handler (``handler``: its original class) that is in flight; repeated about once a second."""

    id: int
    handler: str
    start_ns: int
    seen_ns: int
    cpu_ns: int | None = None
    cpu_from_ns: int | None = None


class Idle(Event, tag="idle", frozen=True, kw_only=True, gc=False):
    """A run of an idle handler at or above the floor. ``kept``: what ``queueIdle`` returned (false when it
    threw); ``threw``: class of its exception or null."""

    id: int
    handler: str
    start_ns: int
    end_ns: int
    kept: bool = False
    threw: str | None = None
    cpu_ns: int | None = None
    cpu_from_ns: int | None = None


class Frame(Event, tag="frame", frozen=True, kw_only=True, gc=False):
    """One stack frame, sent once and then referred to by ``id``. ``line``: -1 unknown, -2 native."""

    id: int
    cls: str = msgspec.field(name="class")
    method: str = ""
    file: str | None = None
    line: int = -1


class Stack(Event, tag="stack", frozen=True, kw_only=True, gc=False):
    """One stack, sent once: frame ids, deepest (currently executing) first. ``cut``: frames left out at the root."""

    id: int
    frames: tuple[int, ...]
    cut: int = 0


class Sample(Event, tag="sample", frozen=True, kw_only=True, gc=False):
    """The main thread had stack ``stack`` at ``at_ns``; ``cost_ns`` is how long taking it took (the app pays)."""

    at_ns: int
    stack: int
    cost_ns: int = 0


class Heartbeat(Event, tag="heartbeat", frozen=True, kw_only=True, gc=False):
    """A heartbeat posted to the main handler. Sent while unanswered (about once a second, from one second of
    age on) and once more when it is answered late; prompt answers are only counted. ``answered_ns`` null:
    still unanswered at ``seen_ns``."""

    id: int
    posted_ns: int
    seen_ns: int
    answered_ns: int | None = None


class Counts(Event, tag="counts", frozen=True, kw_only=True, gc=False):
    """Sums since the last Counts: how many dispatches ended in ``from_ns`` .. ``to_ns`` and their wall time,
    heartbeats answered, samples taken, and what the probe itself cost: ``own_ns`` of CPU on its own thread,
    ``sampling_ns`` in which the main thread may have been held for a stack."""

    from_ns: int
    to_ns: int
    dispatches: int = 0
    busy_ns: int = 0
    idle_runs: int = 0
    heartbeats: int = 0
    samples: int = 0
    own_ns: int = 0
    sampling_ns: int = 0


class Gap(Event, tag="gap", frozen=True, kw_only=True, gc=False):
    """A stretch that was not monitored: the app replaced the printer, the observer, ... until we were back."""

    from_ns: int
    to_ns: int
    reason: str


class Lost(Event, tag="lost", frozen=True, kw_only=True, gc=False):
    """``count`` records of the kind ``what`` (an event tag) were dropped, by whom (``where``: probe, agent,
    link, host). Never silent: loss is an event."""

    what: str
    count: int
    where: str
    at_ns: int


class Debugger(Event, tag="debugger", frozen=True, kw_only=True, gc=False):
    """A Java debugger was attached to, or left, the app (first seen at ``at_ns``)."""

    at_ns: int
    connected: bool


class Notice(Event, tag="notice", frozen=True, kw_only=True, gc=False):
    """Something worth telling about the session itself. ``code`` is stable (docs/protocol.md), ``text`` is not."""

    at_ns: int
    level: Literal["info", "warning", "error"]
    code: str
    text: str


# --- facts from the host --------------------------------------------------------------------------------


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """The same instant on every clock we meet: device uptime, elapsed realtime (counts sleep), device wall
    clock, host wall clock, and the round trip within which they were paired (the uncertainty)."""

    uptime_ns: int
    elapsed_ns: int
    wall_ms: float
    host_wall_ms: float
    round_trip_ms: float = 0.0
    utc_offset_s: int | None = None


class DeviceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The device, as far as it told us; unknown text is empty, unknown numbers null. ``simulated``: no device."""

    serial: str
    model: str = ""
    manufacturer: str = ""
    release: str = ""
    api: int | None = None
    abi: str = ""
    cores: int | None = None
    clk_tck: int = 100
    clk_tck_assumed: bool = False
    mem_total_kb: int | None = None
    build: str = ""
    simulated: bool = False


class AppInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The process that is watched. ``process`` is its name (``com.acme.shop`` or ``com.acme.shop:push``),
    ``started_jiffies`` field 22 of its stat: with the pid it tells a process from its successor."""

    package: str
    process: str
    pid: int
    uid: int | None = None
    version_name: str = ""
    version_code: str = ""
    started_jiffies: int | None = None


class SessionStart(Event, tag="session", frozen=True, kw_only=True):
    """The first event. ``at_ns``: from here on the main thread is monitored. ``hook`` is what was really
    installed (printer or observer), ``floor_ns`` the reporting floor of the probe."""

    at_ns: int
    device: DeviceInfo
    app: AppInfo
    clocks: Clocks
    hook: Literal["printer", "observer"]
    floor_ns: int
    versions: dict[str, str] = {}
    runtime: str = ""
    main_tid: int | None = None
    notes: tuple[str, ...] = ()


class CoreTimes(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Jiffies of one ``cpu`` line of /proc/stat; columns an old kernel lacks are 0. guest is inside user."""

    user: int
    nice: int
    system: int
    idle: int
    iowait: int = 0
    irq: int = 0
    softirq: int = 0
    steal: int = 0


class Proc(Event, tag="proc", frozen=True, kw_only=True):
    """One reading of the device's figures, at ``at_ns``. Jiffies are ticks of ``DeviceInfo.clk_tck``.

    ``app_jiffies``: utime + stime of the process; ``main_jiffies``: of its main thread; ``main_run_ns`` and
    ``main_wait_ns``: its schedstat (on a CPU, runnable but waiting). Null: not readable. ``cores`` are the
    online cores by number."""

    at_ns: int
    total: CoreTimes | None = None
    cores: dict[int, CoreTimes] = {}
    app_jiffies: int | None = None
    main_jiffies: int | None = None
    main_run_ns: int | None = None
    main_wait_ns: int | None = None
    main_state: str | None = None
    threads: int | None = None


class HostLoad(Event, tag="host-load", frozen=True, kw_only=True, gc=False):
    """What droidcanary itself costs on the computer: CPU of its process in percent of one core, memory."""

    at_ns: int
    cpu_pct_core: float
    rss_mb: float


class Tick(Event, tag="tick", frozen=True, kw_only=True, gc=False):
    """The device's uptime clock reached ``at_ns``: time is an event, so a replay needs no clock."""

    at_ns: int


class Ended(Event, tag="ended", frozen=True, kw_only=True, gc=False):
    """The last event of every session. ``at_ns``: until here the main thread was monitored."""

    at_ns: int
    reason: EndReason
    detail: str = ""
    restored: bool | None = None


AgentEvent = (
    Running
    | Dispatch
    | IdleRunning
    | Idle
    | Frame
    | Stack
    | Sample
    | Heartbeat
    | Counts
    | Gap
    | Lost
    | Debugger
    | Notice
)
HostEvent = SessionStart | Proc | HostLoad | Tick | Ended
AnyEvent = AgentEvent | HostEvent
