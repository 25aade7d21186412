"""The samplers: figures from the device with holes told, and the host's own load."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import pytest

from droidcanary.device import simulated
from droidcanary.device.adb import AdbDevice, AdbServer
from droidcanary.model import AnyEvent, Clocks, Notice, Proc, SessionStart
from droidcanary.sample import proc_cpu
from droidcanary.sample.host_load import HostLoadSampler
from droidcanary.sample.proc_cpu import ProcSampler
from tests.fake_adb import FakeAdbServer, FakeDevice, Reply

START = SessionStart(
    at_ns=1_000_000_000_000,
    device=simulated.DEVICE,
    app=simulated.APP,
    clocks=Clocks(uptime_ns=1_000_000_000_000, elapsed_ns=1_005_000_000_000, wall_ms=0.0, host_wall_ms=0.0),
    hook="printer",
    floor_ns=1,
)


class Collector:
    def __init__(self) -> None:
        self.events: list[AnyEvent] = []
        self.more = threading.Condition()

    def __call__(self, events: Sequence[AnyEvent]) -> None:
        with self.more:
            self.events += events
            self.more.notify_all()

    def wait_for(self, kind: type, code: str = "", timeout_s: float = 3.0) -> AnyEvent:
        def found() -> list[AnyEvent]:
            return [event for event in self.events if type(event) is kind and getattr(event, "code", "") == code]

        with self.more:
            assert self.more.wait_for(found, timeout_s), self.events
            return found()[0]


def reading(command: str) -> Reply:
    marker = command.split()[2]
    text = (
        f"{marker} begin\n1005.50 100.00\ncpu  7002 3 1511 90210 777 0 12\n"
        f"4321 (shop) S 1 1 0 0 -1 0 0 0 0 0 120 30 0 0 20 0 3 0 371905\n1005.51 100.00\n{marker} end\n"
    )
    return Reply(text.encode())


def test_a_stream_that_ends_is_opened_again_and_the_hole_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proc_cpu, "_PAUSES_S", (0.05, 0.05))
    fake = FakeDevice("S1")
    fake.on("while echo .*", reading)
    collected = Collector()
    with FakeAdbServer([fake]) as server:
        sampler = ProcSampler(AdbDevice(AdbServer(server.environ), "S1"), collected)
        sampler.start(START)
        proc = collected.wait_for(Proc)
        assert isinstance(proc, Proc)
        assert (proc.at_ns, proc.app_jiffies) == (1_000_500_000_000, 150)
        gap = collected.wait_for(Notice, "sampler-gap")
        assert isinstance(gap, Notice)
        assert "no device figures for now" in gap.text
        collected.wait_for(Notice, "sampler-back")
        sampler.stop()
    script = fake.commands[0]
    assert script.startswith("while echo dc-")
    assert "/proc/4321/stat" in script


def test_a_silent_stream_is_given_up_and_stop_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proc_cpu, "SILENCE_S", 0.1)
    monkeypatch.setattr(proc_cpu, "_PAUSES_S", (30.0,))
    fake = FakeDevice("S1")
    fake.on("while echo .*", Reply(silent=True))
    collected = Collector()
    with FakeAdbServer([fake]) as server:
        sampler = ProcSampler(AdbDevice(AdbServer(server.environ), "S1"), collected)
        sampler.start(START)
        collected.wait_for(Notice, "sampler-gap")
        began = time.monotonic()
        sampler.stop()
        assert time.monotonic() - began < 0.5
    assert [type(event) for event in collected.events] == [Notice]


def test_stop_wakes_a_waiting_read() -> None:
    fake = FakeDevice("S1")
    fake.on("while echo .*", Reply(silent=True))
    collected = Collector()
    with FakeAdbServer([fake]) as server:
        sampler = ProcSampler(AdbDevice(AdbServer(server.environ), "S1"), collected)
        sampler.start(START)
        while not fake.commands:
            time.sleep(0.01)
        time.sleep(0.05)
        began = time.monotonic()
        sampler.stop()
        assert time.monotonic() - began < 0.5
    assert collected.events == []


def test_a_device_that_forbids_it_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proc_cpu, "_PAUSES_S", (30.0,))

    def denied(command: str) -> Reply:
        marker = command.split()[2]
        block = f"{marker} begin\n1005.50 1.00\ncat: /proc/stat: Permission denied\n1005.51 1.00\n{marker} end\n"
        return Reply((block * 3).encode())

    fake = FakeDevice("S1")
    fake.on("while echo .*", denied)
    collected = Collector()
    with FakeAdbServer([fake]) as server:
        sampler = ProcSampler(AdbDevice(AdbServer(server.environ), "S1"), collected)
        sampler.start(START)
        notice = collected.wait_for(Notice, "cpu-unavailable")
        sampler.stop()
    assert isinstance(notice, Notice)
    assert "does not permit" in notice.text
    assert sum(isinstance(event, Notice) and event.code == "cpu-unavailable" for event in collected.events) == 1


def test_the_hosts_own_load() -> None:
    sampler = HostLoadSampler()
    until = time.process_time() + 0.05
    while time.process_time() < until:
        pass
    load = sampler.read(7)
    assert load is not None
    assert load.at_ns == 7
    assert load.cpu_pct_core > 0
    assert load.rss_mb > 5
