"""``--to json``: the judged session as one JSON document, strict (no NaN), for people's own scripts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from droidcanary.export.recording import ExportFile, Format, Recording
from droidcanary.model import SCHEMA, Incident, SessionStart, Summary


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """The document: what was watched, every incident in its final form, and the sums."""

    schema: int
    session: SessionStart
    incidents: tuple[Incident, ...]
    summary: Summary


def render(recording: Recording) -> Iterator[ExportFile]:
    """One file with everything."""
    document = Document(
        schema=SCHEMA, session=recording.session, incidents=recording.incidents, summary=recording.summary
    )
    data = msgspec.json.format(msgspec.json.encode(document), indent=2)
    yield ExportFile(name="droidcanary.json", data=data + b"\n")


JSON = Format(name="json", suffix=".json", render=render)
