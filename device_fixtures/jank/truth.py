"""Reads what the app wrote down about itself.

All times are nanoseconds on the uptime clock (``SystemClock.uptimeMillis``, ``System.nanoTime``) of the device.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

#: The main thread's name, on every runtime.
MAIN_THREAD = "main"
_NS_PER_MS = 1e6
#: Kinds that occupy the main thread's queue without anything being dispatched, or for ever on purpose.
_NOT_BLOCKS = frozenset({"barrier", "cockroach"})


class TruthError(ValueError):
    """The app's truth is missing something it always has, or is not what the app writes."""


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """One dispatch, or one run of an idle handler, measured inside it: from its first instruction to its last."""

    seq: int
    kind: str
    start_ns: int
    #: None: it never ended, or the process ended first.
    end_ns: int | None
    #: Name of the thread that it ran on.
    thread: str
    #: The method to blame, ``pkg.Class.method``; None where nothing is.
    method: str | None
    #: Part of the time that is spent in ``method``, 0 to 1.
    share: float
    #: Binary class name of the message's target, or of the idle handler.
    handler: str | None
    #: Binary class name of the callback; None for a message with a code, and for an idle handler.
    callback: str | None
    what: int
    #: False for idle handlers: no message is being dispatched.
    message: bool
    #: The block in whose nested loop this one was dispatched.
    parent_seq: int | None
    #: Who held the lock that was waited for, and in which method.
    owner_thread: str | None
    owner_method: str | None

    @property
    def wall_ms(self) -> float | None:
        """How long it took; None if it never ended."""
        return None if self.end_ns is None else (self.end_ns - self.start_ns) / _NS_PER_MS

    @property
    def on_main(self) -> bool:
        """Whether it occupied the main thread, so that a watcher of the main thread should report it."""
        return self.thread == MAIN_THREAD and self.kind not in _NOT_BLOCKS


class Burst(msgspec.Struct, frozen=True, kw_only=True):
    """Many short messages in a row, none of which is a block."""

    count: int
    each_ns: int
    start_ns: int
    end_ns: int


class PrinterLines(msgspec.Struct, frozen=True, kw_only=True):
    """What one of the app's own printers received: lines that begin a dispatch, that end one, and neither."""

    begins: int
    ends: int
    others: int


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """What the process looks like from inside; class names are binary names."""

    name: str
    uptime_ns: int
    printer: str | None
    observer: str | None
    idle_list: str
    idle_handlers: tuple[str, ...]
    printer_lines: dict[str, PrinterLines]
    java_threads: tuple[str, ...]
    #: Names of all threads that the kernel knows, Java's and others.
    tasks: tuple[str, ...]
    fds: int


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """The process and its clocks, read in one go."""

    pid: int
    tid: int
    api: int
    uptime_ns: int
    elapsed_ns: int
    wall_ms: int


class Truth(msgspec.Struct, frozen=True, kw_only=True):
    """All of it, in the order it was written; blocks by start."""

    start: Start
    #: When each round of the script began.
    plays_ns: tuple[int, ...]
    #: When each round was over.
    played_ns: tuple[int, ...]
    blocks: tuple[Block, ...]
    bursts: tuple[Burst, ...]
    #: What the script's ``report`` steps wrote.
    snapshots: tuple[Snapshot, ...]
    #: Written when the app ended as planned.
    end: Snapshot | None

    def main_blocks(self, longer_than_ms: float = 0.0) -> tuple[Block, ...]:
        """Dispatches on the main thread that took longer than this, or never ended."""
        return tuple(block for block in self._on_main(longer_than_ms) if block.message)

    def idles(self, longer_than_ms: float = 0.0) -> tuple[Block, ...]:
        """Runs of idle handlers that took longer than this, or never ended."""
        return tuple(block for block in self._on_main(longer_than_ms) if not block.message)

    def snapshot(self, name: str) -> Snapshot:
        """The last report of that name.

        Raises:
            TruthError: there is none.
        """
        for snapshot in reversed(self.snapshots):
            if snapshot.name == name:
                return snapshot
        raise TruthError(f"the app wrote no report called {name!r}")

    def _on_main(self, longer_than_ms: float) -> list[Block]:
        return [
            block
            for block in self.blocks
            if block.on_main and (block.wall_ms is None or block.wall_ms > longer_than_ms)
        ]


def read_truth(path: Path) -> Truth:
    """Read the file the app wrote, also while it still writes, or a log that its lines are mixed into.

    Raises:
        TruthError: the app did not start, or a line is damaged.
    """
    return parse_truth(path.read_text(encoding="utf-8", errors="replace"))


def parse_truth(text: str) -> Truth:
    """Like ``read_truth``, from the text. A last line without its line end is still being written and left out."""
    lines = [line for line in text.split("\n")[:-1] if line.startswith('{"record":')]
    try:
        return _collect([msgspec.json.decode(line, type=dict[str, Any]) for line in lines])
    except (msgspec.MsgspecError, KeyError) as damaged:
        raise TruthError(f"not what the app writes: {damaged}") from damaged


def _collect(records: Iterable[dict[str, Any]]) -> Truth:
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        by_kind.setdefault(record["record"], []).append(record)
    if "start" not in by_kind:
        raise TruthError("the app has not started: see its log")
    last_by_seq = {record["seq"]: record for record in by_kind.get("truth", [])}
    blocks = sorted(msgspec.convert(list(last_by_seq.values()), list[Block]), key=lambda block: block.start_ns)
    ends = msgspec.convert(by_kind.get("end", []), list[Snapshot])
    return Truth(
        start=msgspec.convert(by_kind["start"][0], Start),
        plays_ns=tuple(record["uptime_ns"] for record in by_kind.get("play", [])),
        played_ns=tuple(record["uptime_ns"] for record in by_kind.get("played", [])),
        blocks=tuple(blocks),
        bursts=msgspec.convert(by_kind.get("burst", []), tuple[Burst, ...]),
        snapshots=msgspec.convert(by_kind.get("state", []), tuple[Snapshot, ...]),
        end=ends[-1] if ends else None,
    )
