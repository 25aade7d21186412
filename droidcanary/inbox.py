"""The one queue between everything that reports and the session's loop.

Bounded: what comes while the loop is stalled is thinned (stack samples go first, what happened stays) and then
dropped, and each loss is an event of its own.
"""

from __future__ import annotations

import collections
import threading
import time
from collections.abc import Sequence

import msgspec

from droidcanary import wire
from droidcanary.device.delivery import Delivery, LinkDown, ScriptError
from droidcanary.model import AnyEvent, Lost, Sample

#: Characters of undigested messages; a session without trouble keeps a few KB.
SOFT_LIMIT = 16 * 1024 * 1024
HARD_LIMIT = 64 * 1024 * 1024


class Events(msgspec.Struct, frozen=True):
    """Events of the host itself: readings, notices."""

    events: tuple[AnyEvent, ...]


class Thinned(msgspec.Struct, frozen=True):
    """A batch that lost its samples on the way in."""

    batch: wire.Batch
    samples: int


class DroppedText(msgspec.Struct, frozen=True):
    """Whole messages that were dropped."""

    count: int


Item = str | LinkDown | ScriptError | Events | Thinned | DroppedText


class Inbox:
    """Any thread puts and never waits; the loop gets."""

    def __init__(self, soft_limit: int = SOFT_LIMIT, hard_limit: int = HARD_LIMIT) -> None:
        self._soft = soft_limit
        self._hard = hard_limit
        self._items: collections.deque[tuple[Item, int]] = collections.deque()
        self._size = 0
        self._dropped = 0
        self._ready = threading.Condition()

    def put(self, item: Delivery | Events) -> None:
        """Called on Frida's thread and on the samplers'."""
        size = len(item) if isinstance(item, str) else 256
        entry: Item = item
        if isinstance(item, str) and self._size > self._soft:
            entry, size = _thin(item, size)
        with self._ready:
            if self._size + size > self._hard and not isinstance(item, (LinkDown, ScriptError)):
                self._dropped += 1
                return
            if self._dropped:
                self._items.append((DroppedText(self._dropped), 0))
                self._dropped = 0
            self._items.append((entry, size))
            self._size += size
            self._ready.notify()

    def put_events(self, events: Sequence[AnyEvent]) -> None:
        if events:
            self.put(Events(tuple(events)))

    def get(self, timeout_s: float) -> Item | None:
        """The next item, or None when there is none within ``timeout_s``."""
        until = time.monotonic() + timeout_s
        with self._ready:
            while not self._items:
                if self._dropped:
                    dropped, self._dropped = self._dropped, 0
                    return DroppedText(dropped)
                left = until - time.monotonic()
                if left <= 0 or not self._ready.wait(left):
                    return None
            item, size = self._items.popleft()
            self._size -= size
            return item


def lost(what: str, count: int, at_ns: int) -> Lost:
    """The event for what the host itself dropped."""
    return Lost(what=what, count=count, where="host", at_ns=at_ns)


def _thin(text: str, size: int) -> tuple[Item, int]:
    # Decoding here, on the sender's thread, is deliberate: it slows down whoever sends too much.
    try:
        message = wire.decode(text)
    except wire.WireError:
        return text, size  # the loop decodes it again and says what is wrong with it
    if not isinstance(message, wire.Batch):
        return text, size
    kept = tuple(event for event in message.events if not isinstance(event, Sample))
    samples = len(message.events) - len(kept)
    thinned = Thinned(msgspec.structs.replace(message, events=kept), samples)
    return thinned, size * len(kept) // max(1, len(message.events)) + 64
