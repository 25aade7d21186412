"""Pairs incidents with what the app says it did, by time."""

from __future__ import annotations

from dataclasses import dataclass

from device_fixtures.jank import Block
from droidcanary.model import Incident
from tests.emulated.harness import Attached

#: How far an incident's start or length may be from the truth.
TOLERANCE_MS = 5.0
_NS_PER_MS = 1e6


@dataclass(frozen=True)
class Match:
    """One block: as reported, as it was, and the incident of the block it was nested in."""

    incident: Incident
    block: Block
    parent: Incident | None

    @property
    def start_error_ms(self) -> float:
        return self.incident.start_uptime_ms - self.block.start_ns / _NS_PER_MS

    @property
    def wall_error_ms(self) -> float:
        assert self.block.wall_ms is not None
        return self.incident.wall_ms - self.block.wall_ms


def match(attached: Attached, threshold_ms: float) -> list[Match]:
    """Pairs every finished block of the main thread that was clearly over the threshold with its one incident."""
    truth = attached.truth
    longer_ms = threshold_ms + TOLERANCE_MS
    blocks = [block for block in (*truth.main_blocks(longer_ms), *truth.idles(longer_ms)) if block.end_ns is not None]
    incidents: dict[int, Incident] = {}
    for block in blocks:
        kind = "slow-dispatch" if block.message else "idle-handler"
        near = [
            one
            for one in attached.incidents
            if one.kind == kind and abs(one.start_uptime_ms - block.start_ns / _NS_PER_MS) < 50
            if one.message is None or one.message.what in (None, block.what)
        ]
        nearest = sorted(near, key=lambda one: abs(one.wall_ms - (block.wall_ms or 0.0)))
        assert nearest, f"missed: {block}\nof {attached.incidents}"
        incidents[block.seq] = nearest[0]
    assert len({one.id for one in incidents.values()}) == len(blocks), f"two blocks, one incident: {incidents}"
    return [Match(incidents[block.seq], block, incidents.get(block.parent_seq or -1)) for block in blocks]


def require_none_invented(matches: list[Match], attached: Attached, threshold_ms: float) -> None:
    """Every incident is one of the app's blocks; one that is within the tolerance of the threshold is let pass."""
    known = {found.incident.id for found in matches}
    for incident in attached.incidents:
        at_threshold = abs(incident.wall_ms - threshold_ms) <= 2 * TOLERANCE_MS
        assert incident.id in known or at_threshold, f"invented: {incident}"
