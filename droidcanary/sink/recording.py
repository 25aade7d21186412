"""The recording sink: events first, then what was judged of them, into the bundle's folder."""

from __future__ import annotations

import collections
import time
from pathlib import Path
from typing import Any

from droidcanary.bundle import BundleWriter
from droidcanary.export.block_log import render_block_log
from droidcanary.export.recording import Block
from droidcanary.model import Event, Incident, SessionStart, Summary

FLUSH_S = 0.5


class Recorder:
    """Counts and forwards to the writer.

    Raises OutputError from every method; after that it is not to be used except for ``abandon``.
    """

    def __init__(self, writer: BundleWriter) -> None:
        self._writer = writer
        self._session: SessionStart | None = None
        self._events: collections.Counter[str] = collections.Counter()
        self._incidents: set[str] = set()
        self._manifest: dict[str, Any] = {}
        self._flushed = time.monotonic()

    @property
    def path(self) -> Path:
        return self._writer.path

    def start(self, start: SessionStart, settings: dict[str, object]) -> None:
        """Writes the manifest as far as it is known; the counts follow at the end."""
        self._manifest = {
            "tool": {"name": "droidcanary", "version": start.versions.get("droidcanary", "")},
            "device": start.device,
            "app": start.app,
            "settings": settings,
            "versions": start.versions,
            "clocks": start.clocks,
            "counts": None,
        }
        self._writer.manifest(self._manifest)
        self._session = start

    def event(self, event: Event) -> None:
        self._writer.event(event)
        self._events[str(event.__struct_config__.tag)] += 1
        if isinstance(event, SessionStart):
            self.flush(now=True)  # without it nothing else can be read

    def incident(self, incident: Incident, block: Block | None) -> None:
        """``block``: the incident with its evidence, once it is closed."""
        log_file = None
        if block is not None and self._session is not None:
            log_file = render_block_log(self._session, block).encode("utf-8", "replace")
        self._writer.incident(incident, log_file)
        self._incidents.add(incident.id)

    def flush(self, *, now: bool = False) -> None:
        """Twice a second at most, unless ``now``."""
        at = time.monotonic()
        if now or at - self._flushed >= FLUSH_S:
            self._writer.flush()
            self._flushed = at

    def finish(self, summary: Summary) -> Path:
        """Adds the summary and makes the zip; its path."""
        self._writer.incident(summary)
        counts = {"events": dict(self._events), "incidents": len(self._incidents), "lost": summary.lost}
        self._writer.manifest({**self._manifest, "counts": counts})
        return self._writer.finish()

    def abandon(self) -> Path | None:
        """Leaves the folder as it is; its path, or null when nothing that can be read is in it."""
        self._writer.close()
        return self._writer.folder if self._session is not None else None
