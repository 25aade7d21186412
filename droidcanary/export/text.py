"""``--to text``: one BlockCanary log per block."""

from __future__ import annotations

from collections.abc import Iterator

from droidcanary.export.block_log import block_log_name, render_block_log
from droidcanary.export.recording import ExportFile, Format, Recording

_SHIFTS_MS = 100


def render(recording: Recording) -> Iterator[ExportFile]:
    """A log a block. Of several that ended in one millisecond, the later ones are named a millisecond later."""
    used: set[str] = set()
    for number, block in enumerate(recording.blocks, 1):
        names = (block_log_name(recording.session, block.incident, shift_ms) for shift_ms in range(_SHIFTS_MS))
        # A clock that stands still (beyond the calendar's end) gives one name for ever: then a number tells them apart.
        name = next((name for name in names if name not in used), f"looper-block-{number}.log")
        used.add(name)
        yield ExportFile(name=name, data=render_block_log(recording.session, block).encode())


TEXT = Format(name="text", suffix=".log", render=render)
