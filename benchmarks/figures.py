"""From rounds to figures: pure arithmetic, so that it can be tested without a device."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median

import msgspec

#: What our hooks may add per message, as a share of what BlockCanary adds in the same run.
PRINTER_BAR = 0.25
OBSERVER_BAR = 0.05


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One run of messages with one hook set: ``wall_ns`` and the main thread's ``cpu_ms`` for ``messages``.
    ``ns_per_message`` is wall time per message in the run's median chunk of messages, which a core given away to
    others does not disturb."""

    mode: str
    messages: int
    ns_per_message: float
    wall_ns: int
    cpu_ms: int

    @property
    def mean_ns_per_message(self) -> float:
        """Wall time per message in ns over all messages, whatever came between."""
        return self.wall_ns / self.messages

    @property
    def cpu_ns_per_message(self) -> float:
        """CPU time of the main thread per message in ns, good to 1 ms over the whole round."""
        return self.cpu_ms * 1e6 / self.messages


class Overhead(msgspec.Struct, frozen=True, kw_only=True):
    """The result of ``benchmarks.overhead``; every mapping goes from a mode's name to ns a message, null where the
    mode does not exist at this API level. ``printer_vs_blockcanary`` and ``observer_vs_blockcanary`` are what our
    hook adds divided by what BlockCanary adds, both from the medians of this one run."""

    api: int
    rounds: int
    messages: dict[str, int]
    ns_per_message: dict[str, float | None]
    ns_per_message_min: dict[str, float | None]
    ns_per_message_mean: dict[str, float | None]
    cpu_ns_per_message: dict[str, float | None]
    added_ns: dict[str, float | None]
    printer_vs_blockcanary: float | None
    observer_vs_blockcanary: float | None
    printer_bar: float = PRINTER_BAR
    observer_bar: float = OBSERVER_BAR


def order(modes: Sequence[str], turn: int) -> list[str]:
    """The modes of round ``turn``, rotated so that each comes first, last and after every other equally often."""
    shift = turn % len(modes)
    return [*modes[shift:], *modes[:shift]]


def overhead(api: int, modes: Sequence[str], rounds: Sequence[Round]) -> Overhead:
    """Condense ``rounds`` (in any order) into medians; ``modes`` fixes the keys and their order.

    Raises:
        ValueError: there is no round at all of "nothing" or "blockcanary", on which every ratio rests.
    """
    by_mode = {mode: [each for each in rounds if each.mode == mode] for mode in modes}
    for needed in ("nothing", "blockcanary"):
        if not by_mode.get(needed):
            raise ValueError(f"no round of {needed!r} was measured")
    wall = _each(by_mode, lambda some: median(each.ns_per_message for each in some))
    added = _added(wall)
    return Overhead(
        api=api,
        rounds=max(len(some) for some in by_mode.values()),
        messages={mode: some[0].messages for mode, some in by_mode.items() if some},
        ns_per_message=wall,
        ns_per_message_min=_each(by_mode, lambda some: min(each.ns_per_message for each in some)),
        ns_per_message_mean=_each(by_mode, lambda some: median(each.mean_ns_per_message for each in some)),
        cpu_ns_per_message=_each(by_mode, lambda some: median(each.cpu_ns_per_message for each in some)),
        added_ns=added,
        printer_vs_blockcanary=_ratio(added.get("printer"), added["blockcanary"]),
        observer_vs_blockcanary=_ratio(added.get("observer"), added["blockcanary"]),
    )


def _each(
    by_mode: Mapping[str, Sequence[Round]], figure: Callable[[Sequence[Round]], float]
) -> dict[str, float | None]:
    return {mode: _rounded(figure(some)) if some else None for mode, some in by_mode.items()}


def _added(wall: Mapping[str, float | None]) -> dict[str, float | None]:
    nothing = wall["nothing"]
    assert nothing is not None  # overhead() has made sure
    return {mode: None if value is None else _rounded(value - nothing) for mode, value in wall.items()}


def _ratio(ours: float | None, theirs: float | None) -> float | None:
    """Null where there is nothing to compare: no such hook, or a BlockCanary that came out as free."""
    if ours is None or theirs is None or theirs <= 0:
        return None
    return round(ours / theirs, 4)


def _rounded(ns: float) -> float:
    return round(ns, 1)
