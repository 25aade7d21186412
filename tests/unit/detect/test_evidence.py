"""Memory stays bounded, and what is needed stays."""

from __future__ import annotations

from droidcanary.config import MS, SECOND
from droidcanary.detect.evidence import KEEP_NS, MAX_SAMPLES, MAX_STACKS, Evidence, Flight
from droidcanary.model import Frame, Heartbeat, Proc, Sample, Stack, Tick


def feed_samples(evidence: Evidence, first_s: float, last_s: float, every_ms: int) -> None:
    at_ns, last_ns = round(first_s * SECOND), round(last_s * SECOND)
    while at_ns <= last_ns:
        evidence.on_sample(Sample(at_ns=at_ns, stack=1))
        at_ns += every_ms * MS


def test_old_samples_go() -> None:
    evidence = Evidence()
    for second in range(1000):
        feed_samples(evidence, second, second + 0.95, 50)
        evidence.on_time(Tick(at_ns=(second + 1) * SECOND))
    assert len(evidence.samples) <= 2 * 20 * KEEP_NS // SECOND + 20
    assert evidence.samples[-1].at_ns == round(999.95 * SECOND)


def test_those_of_something_in_flight_stay() -> None:
    evidence = Evidence()
    evidence.flights["d1"] = Flight("d1", 1, 5 * SECOND)
    feed_samples(evidence, 0, 500, 1000)
    evidence.on_time(Tick(at_ns=500 * SECOND))
    assert evidence.samples[0].at_ns == 5 * SECOND


def test_those_of_an_unanswered_heartbeat_stay() -> None:
    evidence = Evidence()
    evidence.on_heartbeat(Heartbeat(id=1, posted_ns=7 * SECOND, seen_ns=8 * SECOND))
    feed_samples(evidence, 0, 500, 1000)
    evidence.on_time(Tick(at_ns=500 * SECOND))
    assert evidence.samples[0].at_ns == 7 * SECOND


def test_too_many_samples_of_one_stretch_are_thinned_evenly() -> None:
    evidence = Evidence()
    evidence.flights["d1"] = Flight("d1", 1, 0)
    for number in range(4 * MAX_SAMPLES):
        evidence.on_sample(Sample(at_ns=number * MS, stack=1))
    assert len(evidence.samples) <= MAX_SAMPLES
    assert evidence.samples[0].at_ns < 4 * MAX_SAMPLES * MS // 4
    times = [sample.at_ns for sample in evidence.samples]
    assert times == sorted(times)


def test_without_ticks_too_many_samples_are_bounded_as_well() -> None:
    evidence = Evidence()
    evidence.now_ns = MAX_SAMPLES * 10 * MS
    for number in range(MAX_SAMPLES + 1):
        evidence.on_sample(Sample(at_ns=number * 10 * MS, stack=1))
    assert len(evidence.samples) < MAX_SAMPLES // 2


def test_old_readings_go_except_the_base_of_what_may_come() -> None:
    evidence = Evidence()
    for second in range(0, 3000, 7):
        evidence.on_time(Tick(at_ns=second * SECOND))
        evidence.on_proc(Proc(at_ns=second * SECOND))
    assert len(evidence.readings) <= 241
    evidence.forget()
    horizon_ns = evidence.now_ns - KEEP_NS
    assert evidence.readings[0].at_ns <= horizon_ns < evidence.readings[1].at_ns


def test_time_does_not_run_backwards() -> None:
    evidence = Evidence()
    evidence.on_time(Tick(at_ns=5))
    evidence.on_time(Tick(at_ns=3))
    assert evidence.now_ns == 5


def feed_stacks(evidence: Evidence, count: int, every_ms: int) -> None:
    for number in range(1, count + 1):
        at_ns = number * every_ms * MS
        evidence.on_frame(Frame(id=number, cls=f"a.B{number}", method="c"))
        evidence.on_stack(Stack(id=number, frames=(number, max(1, number - 1))))
        evidence.on_sample(Sample(at_ns=at_ns, stack=number))
        evidence.on_time(Tick(at_ns=at_ns))


def test_old_stacks_go_and_those_of_kept_samples_stay_whole() -> None:
    evidence = Evidence()
    feed_stacks(evidence, 5 * MAX_STACKS, every_ms=50)
    assert len(evidence.stacks) <= MAX_STACKS
    assert len(evidence.frames) <= 2 * MAX_STACKS
    for sample in evidence.samples:
        assert all(frame in evidence.frames for frame in evidence.stacks[sample.stack].frames)


def test_all_stacks_of_something_in_flight_stay() -> None:
    evidence = Evidence()
    evidence.flights["d1"] = Flight("d1", 1, 0)
    feed_stacks(evidence, 3 * MAX_STACKS, every_ms=50)
    assert len(evidence.stacks) == 3 * MAX_STACKS
