"""JSON lines: the same as the live log, for programs. docs/protocol.md describes every line."""

from __future__ import annotations

from typing import IO

import msgspec

from droidcanary.model import Incident, Notice, SessionLine, Summary
from droidcanary.sink import writing_stdout


class JsonLinesSink:
    """Writes to a binary stream (never through the console's encoding), each line at once."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._encoder = msgspec.json.Encoder()

    def start(self, line: SessionLine) -> None:
        self._line(line)

    def incident(self, incident: Incident) -> None:
        self._line(incident)

    def notice(self, notice: Notice) -> None:
        """Notices are in the bundle; the lines of ``schema`` 1 are the session, its incidents, the summary."""

    def tick(self, at_ns: int, dispatches: int) -> None:
        """Time passes without a line."""

    def finish(self, summary: Summary, saved: str | None) -> None:
        self._line(summary)

    def _line(self, record: SessionLine | Incident | Summary) -> None:
        with writing_stdout():
            self._out.write(self._encoder.encode(record) + b"\n")
            self._out.flush()
