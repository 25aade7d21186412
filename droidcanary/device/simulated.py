"""A device that needs no device: plays the simulated app's scenes in real time through the very same wire.

What it reports is fixed by the seed; only the wall clock and the pace of delivery are real.
"""

from __future__ import annotations

import bisect
import threading
import time
from collections.abc import Callable, Sequence

import msgspec

from droidcanary import wire
from droidcanary.config import MS, SECOND, SessionConfig
from droidcanary.device.delivery import Delivery
from droidcanary.device.simulated_app import Line, Scene, story
from droidcanary.model import (
    AgentEvent,
    AppInfo,
    Clocks,
    CoreTimes,
    Counts,
    DeviceInfo,
    Dispatch,
    Frame,
    Heartbeat,
    Idle,
    IdleRunning,
    Proc,
    Running,
    Sample,
    SessionStart,
    Stack,
)

PACKAGE = "com.acme.shop"
#: When the simulated device was attached to, on its uptime clock.
ATTACHED_NS = 3_725_000 * MS
_ELAPSED_AHEAD_NS = 1_814 * SECOND
_CORES = 8
_TICK_NS = 100 * MS
_PROC_NS = 500 * MS
_BASE_LOAD = 0.11  # of the whole device, by others
_ROOT = (
    Line("com.android.internal.os.ZygoteInit", "main", "ZygoteInit.java", 936),
    Line("android.app.ActivityThread", "main", "ActivityThread.java", 8177),
    Line("android.os.Looper", "loop", "Looper.java", 288),
)
_DISPATCH_ROOT = (*_ROOT, Line("android.os.Handler", "dispatchMessage", "Handler.java", 106))
_IDLE_ROOT = (*_ROOT, Line("android.os.MessageQueue", "next", "MessageQueue.java", 390))

DEVICE = DeviceInfo(
    serial="simulated",
    model="Simulated phone",
    manufacturer="droidcanary",
    release="14",
    api=34,
    abi="arm64-v8a",
    cores=_CORES,
    mem_total_kb=7_812_004,
    build="droidcanary/simulated",
    simulated=True,
)
APP = AppInfo(
    package=PACKAGE,
    process=PACKAGE,
    pid=4321,
    uid=10_234,
    version_name="5.2.1",
    version_code="50201",
    started_jiffies=371_905,
)


def clocks(hello: wire.Hello) -> Clocks:
    """The hello's clocks, paired with this computer's at this moment."""
    now_ms = time.time() * 1000
    device = hello.clocks
    return Clocks(
        uptime_ns=device.uptime_ns,
        elapsed_ns=device.elapsed_ns,
        wall_ms=now_ms,
        host_wall_ms=now_ms,
        utc_offset_s=device.utc_offset_s,
    )


class _Played:
    """One scene at its place: when it is in flight, and its events as they fall due."""

    def __init__(self, number: int, start_ns: int, scene: Scene, parent: int | None = None) -> None:
        self.id = number
        self.start_ns = start_ns
        self.end_ns = start_ns + int(scene.wall_ms * MS)
        self.scene = scene
        self.parent = parent

    def cpu_ns(self, until_ns: int) -> int:
        return int(max(0, min(until_ns, self.end_ns) - self.start_ns) * self.scene.cpu)

    def frames(self, at_ns: int) -> tuple[Line, ...]:
        """From the deepest frame to the root."""
        share = (at_ns - self.start_ns) / (self.end_ns - self.start_ns)
        done = 0.0
        lines = self.scene.acts[-1][1]
        for part, frames in self.scene.acts:
            done += part
            if share < done:
                lines = frames
                break
        return tuple(reversed((*(_IDLE_ROOT if self.scene.idle else _DISPATCH_ROOT), *lines)))


class SimulatedLink:
    """A link whose other end is the story. ``pace``: 1 is real time, 0 as fast as it goes (tests)."""

    def __init__(
        self, config: SessionConfig, deliver: Callable[[Delivery], None], *, seed: int = 1, pace: float = 1.0
    ) -> None:
        self._config = config
        self._deliver = deliver
        self._pace = pace
        self._story = story(seed)
        self._next = next(self._story)
        self._flying: list[_Played] = []
        self._frames: dict[Line, int] = {}
        self._stacks: dict[tuple[int, ...], int] = {}
        self._number = 0
        self._seq = 0
        self._now_ns = ATTACHED_NS
        self._heartbeat = 0
        self._quiet_until_ns = ATTACHED_NS
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, name="simulated device", daemon=True)

    def open(self) -> wire.Hello:
        self._thread.start()
        return wire.Hello(
            protocol=wire.PROTOCOL,
            agent="simulated",
            pid=APP.pid,
            api=DEVICE.api or 0,
            hook="observer" if self._config.hook == "observer" else "printer",
            at_ns=ATTACHED_NS,
            clocks=wire.DeviceClocks(
                uptime_ns=ATTACHED_NS,
                elapsed_ns=ATTACHED_NS + _ELAPSED_AHEAD_NS,
                wall_ms=0.0,
                utc_offset_s=time.localtime().tm_gmtoff,
            ),
            main_tid=APP.pid,
            release=DEVICE.release,
            model=DEVICE.model,
            runtime="simulated",
        )

    def ack(self, seq: int) -> None:
        """Nothing waits for it here."""

    def close(self, timeout_s: float) -> wire.Goodbye | None:
        self._stop.set()
        self._thread.join(timeout_s)
        return wire.Goodbye(at_ns=self._now_ns, restored=True)

    def _play(self) -> None:
        began = time.monotonic()
        while not self._stop.is_set():
            due_s = (self._now_ns + _TICK_NS - ATTACHED_NS) / SECOND * self._pace
            if self._stop.wait(max(0.0, began + due_s - time.monotonic())):
                return
            self._now_ns += _TICK_NS
            events = self._step(self._now_ns - _TICK_NS, self._now_ns)
            self._seq += 1
            batch = wire.Batch(seq=self._seq, at_ns=self._now_ns, events=tuple(events))
            self._deliver(msgspec.json.encode(batch).decode())

    # --- one tick ---------------------------------------------------------------------------------------

    def _step(self, from_ns: int, to_ns: int) -> list[AgentEvent]:
        self._enter(to_ns)
        events: list[AgentEvent] = []
        for played in list(self._flying):
            events += self._running(played, from_ns, to_ns)
        innermost = sorted(self._flying, key=lambda played: played.start_ns)
        events += self._samples(innermost, from_ns, to_ns)
        for played in list(self._flying):
            if played.end_ns <= to_ns:
                events.append(self._ended(played))
                self._flying.remove(played)
        if to_ns % SECOND == 0:
            events.append(self._counts(to_ns))
        return events

    def _enter(self, to_ns: int) -> None:
        while ATTACHED_NS + int(self._next[0] * SECOND) < to_ns:
            at_s, scene = self._next
            self._next = next(self._story)
            self._number += 17  # the short messages between two scenes
            outer = _Played(self._number, ATTACHED_NS + int(at_s * SECOND), scene)
            self._flying.append(outer)
            if scene.inner is not None:
                offset, inner = scene.inner
                self._number += 1
                start_ns = outer.start_ns + int(offset * scene.wall_ms * MS)
                self._flying.append(_Played(self._number, start_ns, inner, parent=outer.id))

    def _running(self, played: _Played, from_ns: int, to_ns: int) -> list[AgentEvent]:
        events: list[AgentEvent] = []
        first_ns = played.start_ns + self._config.floor_ns
        look_ns = first_ns
        while look_ns <= min(to_ns, played.end_ns):
            if look_ns > from_ns:
                cpu_ns = played.cpu_ns(look_ns) - played.cpu_ns(first_ns)
                if played.scene.idle is not None:
                    idle = IdleRunning(
                        id=played.id,
                        handler=played.scene.idle,
                        start_ns=played.start_ns,
                        seen_ns=look_ns,
                        cpu_ns=cpu_ns,
                        cpu_from_ns=first_ns,
                    )
                    events.append(idle)
                else:
                    events.append(
                        Running(
                            id=played.id,
                            start_ns=played.start_ns,
                            seen_ns=look_ns,
                            parent=played.parent,
                            text=self._text(played),
                            cpu_ns=cpu_ns,
                            cpu_from_ns=first_ns,
                        )
                    )
            look_ns += SECOND
        if played.parent is None:
            events += self._heartbeats(played, from_ns, to_ns)
        return events

    def _heartbeats(self, played: _Played, from_ns: int, to_ns: int) -> list[AgentEvent]:
        """Posted 0.4 s into every long scene; told from one second of age on, and once more when answered."""
        posted_ns = played.start_ns + 400 * MS
        events: list[AgentEvent] = []
        age_ns = SECOND
        while posted_ns + age_ns <= min(to_ns, played.end_ns):
            if posted_ns + age_ns > from_ns:
                events.append(Heartbeat(id=played.id, posted_ns=posted_ns, seen_ns=posted_ns + age_ns))
            age_ns += SECOND
        if age_ns > SECOND and from_ns < played.end_ns <= to_ns:
            answered_ns = played.end_ns + 2 * MS
            events.append(Heartbeat(id=played.id, posted_ns=posted_ns, seen_ns=answered_ns, answered_ns=answered_ns))
        return events

    def _samples(self, flying: Sequence[_Played], from_ns: int, to_ns: int) -> list[AgentEvent]:
        if not flying:
            return []
        outer = flying[0]
        events: list[AgentEvent] = []
        at_ns = outer.start_ns + self._config.first_sample_ns
        while at_ns <= to_ns:
            if from_ns < at_ns < outer.end_ns:
                inside = [played for played in flying if played.start_ns <= at_ns < played.end_ns]
                events += self._sample(at_ns, inside[-1])
            at_ns += self._config.interval_ns
        return events

    def _sample(self, at_ns: int, played: _Played) -> list[AgentEvent]:
        events: list[AgentEvent] = []
        ids: list[int] = []
        for line in played.frames(at_ns):
            if line not in self._frames:
                self._frames[line] = len(self._frames) + 1
                frame = Frame(id=self._frames[line], cls=line.cls, method=line.method, file=line.file, line=line.line)
                events.append(frame)
            ids.append(self._frames[line])
        key = tuple(ids)
        if key not in self._stacks:
            self._stacks[key] = len(self._stacks) + 1
            events.append(Stack(id=self._stacks[key], frames=key))
        events.append(Sample(at_ns=at_ns, stack=self._stacks[key], cost_ns=90_000))
        return events

    def _ended(self, played: _Played) -> AgentEvent:
        from_ns = played.start_ns + self._config.floor_ns
        cpu_ns = played.cpu_ns(played.end_ns) - played.cpu_ns(from_ns)
        if played.scene.idle is not None:
            return Idle(
                id=played.id,
                handler=played.scene.idle,
                start_ns=played.start_ns,
                end_ns=played.end_ns,
                cpu_ns=cpu_ns,
                cpu_from_ns=from_ns,
            )
        return Dispatch(
            id=played.id,
            start_ns=played.start_ns,
            end_ns=played.end_ns,
            parent=played.parent,
            text=self._text(played),
            cpu_ns=cpu_ns,
            cpu_from_ns=from_ns,
        )

    def _text(self, played: _Played) -> str:
        scene = played.scene
        callback = f"{scene.callback}@{played.id:07x}" if scene.callback else "null"
        return f">>>>> Dispatching to Handler ({scene.target}) {{{played.id + 0x5A1C00:x}}} {callback}: {scene.what}"

    def _counts(self, to_ns: int) -> Counts:
        return Counts(
            from_ns=to_ns - SECOND,
            to_ns=to_ns,
            dispatches=23,
            busy_ns=240 * MS,
            heartbeats=1,
            samples=9,
            own_ns=2 * MS,
            sampling_ns=9 * 90_000,
        )


class SimulatedProc:
    """The readings of /proc that fit the story, every half second."""

    def __init__(self, report: Callable[[Sequence[Proc]], None], *, seed: int = 1, pace: float = 1.0) -> None:
        self._report = report
        self._pace = pace
        self._story = story(seed)
        self._scenes: list[_Played] = []
        self._starts: list[int] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulated readings", daemon=True)

    def start(self, start: SessionStart) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        began = time.monotonic()
        at_ns = ATTACHED_NS
        while not self._stop.wait(max(0.0, began + (at_ns - ATTACHED_NS) / SECOND * self._pace - time.monotonic())):
            self._report([self.reading(at_ns)])
            at_ns += _PROC_NS

    def reading(self, at_ns: int) -> Proc:
        """All jiffies (10 ms) used until ``at_ns`` since the attach."""
        while not self._scenes or self._scenes[-1].start_ns < at_ns:
            at_s, scene = next(self._story)
            self._scenes.append(_Played(0, ATTACHED_NS + int(at_s * SECOND), scene))
            self._starts.append(self._scenes[-1].start_ns)
        before = self._scenes[: bisect.bisect_left(self._starts, at_ns)]
        main_ns = sum(played.cpu_ns(at_ns) for played in before) + (at_ns - ATTACHED_NS) // 40
        jiffy_ns = 10 * MS
        total = (at_ns - ATTACHED_NS) // jiffy_ns * _CORES
        app = (main_ns + (at_ns - ATTACHED_NS) // 25) // jiffy_ns
        busy = min(total, app + int(total * _BASE_LOAD))
        return Proc(
            at_ns=at_ns,
            total=CoreTimes(user=busy * 4 // 5, nice=0, system=busy - busy * 4 // 5, idle=total - busy),
            app_jiffies=app,
            main_jiffies=main_ns // jiffy_ns,
            main_run_ns=main_ns,
            main_wait_ns=main_ns // 50,
            main_state="R",
            threads=34,
        )
