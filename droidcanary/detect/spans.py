"""Stretches of time as pairs of start and end."""

from __future__ import annotations

from collections.abc import Iterable


def covered_ns(spans: Iterable[tuple[int, int]]) -> int:
    """Length of the union of spans; empty and inverted ones count nothing."""
    total_ns = 0
    reached_ns: int | None = None
    for start_ns, end_ns in sorted(spans):
        begin_ns = start_ns if reached_ns is None else max(start_ns, reached_ns)
        if end_ns > begin_ns:
            total_ns += end_ns - begin_ns
            reached_ns = end_ns
    return total_ns
