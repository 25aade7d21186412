"""A busy app as its agent would report it: batches of JSON text, the same at every call.

One drain every 100 ms. The main thread goes from one slow message to the next: mostly a bit above the reporting floor,
now and then a block above the threshold. Every event that the probe can send in an ordinary session occurs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from droidcanary.model import AgentEvent, Counts, Dispatch, Frame, Heartbeat, Idle, Running, Sample, Stack

MS = 1_000_000
SECOND_MS = 1000
#: Where the device's uptime clock stands when the stream begins.
START_NS = 5_000_000_000_000
DRAIN_MS = 100
FIRST_SAMPLE_MS = 100
INTERVAL_MS = 50
#: How long slow messages take; one in eight passes the default threshold of one second.
WALLS_MS = (120, 150, 180, 220, 260, 340, 520, 1300)
STACK_DEPTH = 24
#: A heartbeat is reported when it went unanswered for this long, and when it was answered after that.
HEARTBEAT_MS = 1000

_ENCODER = msgspec.json.Encoder()


class _Interner:
    """Sends a frame or a stack the first time only, as the probe does."""

    def __init__(self) -> None:
        self._frames: dict[str, int] = {}
        self._stacks: dict[tuple[int, ...], int] = {}

    def stack(self, methods: Sequence[str], into: list[AgentEvent]) -> int:
        frames = tuple(self._frame(method, into) for method in methods)
        known = self._stacks.get(frames)
        if known is not None:
            return known
        number = self._stacks[frames] = len(self._stacks) + 1
        into.append(Stack(id=number, frames=frames))
        return number

    def _frame(self, method: str, into: list[AgentEvent]) -> int:
        known = self._frames.get(method)
        if known is not None:
            return known
        number = self._frames[method] = len(self._frames) + 1
        cls, _, name = method.rpartition(".")
        file = cls.rpartition(".")[2].partition("$")[0] + ".java"
        into.append(Frame(id=number, cls=cls, method=name, file=file, line=10 + number % 300))
        return number


def events(count: int, *, seed: int = 1) -> Iterator[tuple[int, AgentEvent]]:
    """At least ``count`` events of one session in order, each with the time (ns, uptime) at which it was known."""
    dice = random.Random(seed)
    interner = _Interner()
    now_ns = START_NS
    counted_ns = now_ns
    sent = number = 0
    while sent < count:
        number += 1
        some: list[AgentEvent] = []
        wall_ms = dice.choice(WALLS_MS)
        start_ns, end_ns = now_ns, now_ns + wall_ms * MS + dice.randrange(MS)
        text = f">>>>> Dispatching to Handler (com.acme.shop.Cart$Worker) {{{number:x}}} null: {number % 9}"
        watch_ns = start_ns + FIRST_SAMPLE_MS * MS
        some.append(Running(id=number, start_ns=start_ns, seen_ns=watch_ns, text=text, cpu_ns=0, cpu_from_ns=watch_ns))
        samples = range(FIRST_SAMPLE_MS, wall_ms, INTERVAL_MS)
        for at_ms in samples:
            stack = interner.stack(_methods(dice, number), some)
            some.append(Sample(at_ns=start_ns + at_ms * MS, stack=stack, cost_ns=dice.randrange(40_000, 400_000)))
        cpu_ns = wall_ms * MS * 6 // 10
        some.append(
            Dispatch(id=number, start_ns=start_ns, end_ns=end_ns, text=text, cpu_ns=cpu_ns, cpu_from_ns=watch_ns)
        )
        if number % 20 == 0:
            idle_end_ns = end_ns + 150 * MS
            some.append(
                Idle(id=number, handler="com.acme.shop.Prefetch", start_ns=end_ns, end_ns=idle_end_ns, kept=True)
            )
            end_ns = idle_end_ns
        if wall_ms > HEARTBEAT_MS:
            posted_ns = start_ns + dice.randrange(wall_ms - HEARTBEAT_MS) * MS
            some.append(Heartbeat(id=number, posted_ns=posted_ns, seen_ns=posted_ns + HEARTBEAT_MS * MS))
            some.append(Heartbeat(id=number, posted_ns=posted_ns, seen_ns=end_ns, answered_ns=end_ns))
        now_ns = end_ns + 10 * MS
        if now_ns - counted_ns >= SECOND_MS * MS:
            taken = len(samples)
            some.append(Counts(from_ns=counted_ns, to_ns=now_ns, dispatches=400, busy_ns=700 * MS, samples=taken))
            counted_ns = now_ns
        sent += len(some)
        for event in some:
            yield now_ns, event


def batches(count: int, *, seed: int = 1) -> list[str]:
    """The same events as the agent's messages: one JSON text a drain, at least ``count`` events in all."""
    texts: list[str] = []
    waiting: list[AgentEvent] = []
    drain_ns = START_NS + DRAIN_MS * MS
    at_ns = START_NS
    for at_ns, event in events(count, seed=seed):
        while at_ns > drain_ns:
            texts.append(_batch(len(texts) + 1, drain_ns, waiting))
            waiting = []
            drain_ns += DRAIN_MS * MS
        waiting.append(event)
    texts.append(_batch(len(texts) + 1, at_ns, waiting))
    return texts


def _batch(seq: int, at_ns: int, some: list[AgentEvent]) -> str:
    return _ENCODER.encode({"type": "batch", "seq": seq, "at_ns": at_ns, "events": some, "dropped": 0}).decode()


def _methods(dice: random.Random, number: int) -> list[str]:
    """A stack, deepest first: one of a few working methods of the app on top of what every message has below it."""
    work = f"com.acme.shop.Cart.step{dice.choice((1, 1, 1, 2, 3)) + number % 40}"
    between = [f"com.acme.shop.Layer{depth}.call" for depth in range(STACK_DEPTH - 6)]
    return [
        work,
        "com.acme.shop.Cart$Worker.handleMessage",
        *between,
        "android.os.Handler.dispatchMessage",
        "android.os.Looper.loopOnce",
        "android.os.Looper.loop",
        "android.app.ActivityThread.main",
    ]
