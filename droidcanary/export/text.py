"""``--to text``: one BlockCanary log per block."""

from __future__ import annotations

from collections.abc import Iterator

from droidcanary.export.block_log import block_log_name, render_block_log
from droidcanary.export.recording import ExportFile, Format, Recording


def render(recording: Recording) -> Iterator[ExportFile]:
    """A log a block. Of several that ended in one millisecond, the later ones are named a millisecond later."""
    used: set[str] = set()
    for block in recording.blocks:
        shift_ms = 0
        while (name := block_log_name(recording.session, block.incident, shift_ms)) in used:
            shift_ms += 1
        used.add(name)
        yield ExportFile(name=name, data=render_block_log(recording.session, block).encode())


TEXT = Format(name="text", suffix=".log", render=render)
