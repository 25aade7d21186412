"""What exporters get: a judged session, with the stacks and CPU readings of its blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from droidcanary.model import Frame, Incident, Proc, SessionStart, Summary


class StackShot(msgspec.Struct, frozen=True, kw_only=True):
    """The main thread's stack at ``at_ns``, deepest frame first; ``cut`` frames are missing at the root."""

    at_ns: int
    frames: tuple[Frame, ...]
    cut: int = 0


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A closed incident, the stacks taken inside it, and the CPU readings around it, both in order of time."""

    incident: Incident
    stacks: tuple[StackShot, ...] = ()
    readings: tuple[Proc, ...] = ()


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """One judged session; blocks in the order in which they ended."""

    session: SessionStart
    blocks: tuple[Block, ...]
    summary: Summary

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """The closed incidents."""
        return tuple(block.incident for block in self.blocks)


class ExportFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file to write: a portable name without folders, and its bytes."""

    name: str
    data: bytes


class Format(msgspec.Struct, frozen=True, kw_only=True):
    """An export format: what ``--to`` calls it, its files' suffix, and the pure function that renders it."""

    name: str
    suffix: str
    render: Callable[[Recording], Iterable[ExportFile]]
