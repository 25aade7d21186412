"""How many events a second one core takes from the agent's JSON text through decoding and judging."""

from __future__ import annotations

import gc
import time
from statistics import median

from benchmarks import stream
from droidcanary import wire
from droidcanary.config import JudgeConfig
from droidcanary.model import AppInfo, Clocks, DeviceInfo, SessionStart, Tick
from droidcanary.pipeline import Pipeline

EVENTS = 300_000
PASSES = 5


def events_per_s(count: int = EVENTS, passes: int = PASSES) -> float:
    """The median of ``passes`` over the same ``count`` events, per second of this thread's CPU time: what one core does
    that is given to nobody else. Ticks are fed as in a session, one a batch, but not counted; recording and showing
    are not part of it."""
    texts = stream.batches(count)
    rates: list[float] = []
    for _ in range(passes):
        gc.collect()
        pipeline = _pipeline()
        fed = 0
        started_s = time.thread_time()
        for text in texts:
            message = wire.decode(text)
            assert isinstance(message, wire.Batch)  # the stream holds nothing else
            for event in message.facts():
                pipeline.feed(event)
                fed += 1
            pipeline.feed(Tick(at_ns=message.at_ns))
        rates.append(fed / (time.thread_time() - started_s))
    return median(rates)


def _pipeline() -> Pipeline:
    start = SessionStart(
        at_ns=stream.START_NS,
        device=DeviceInfo(serial="bench", api=35, cores=8, simulated=True),
        app=AppInfo(package="com.acme.shop", process="com.acme.shop", pid=4711),
        clocks=Clocks(uptime_ns=stream.START_NS, elapsed_ns=stream.START_NS, wall_ms=0.0, host_wall_ms=0.0),
        hook="printer",
        floor_ns=100 * stream.MS,
    )
    pipeline = Pipeline(JudgeConfig())
    pipeline.feed(start)
    return pipeline
