"""Export formats. To add one: a file here, a line in ``FORMATS``, a golden file."""

from __future__ import annotations

from droidcanary.export.json_document import JSON
from droidcanary.export.recording import Format
from droidcanary.export.text import TEXT

FORMATS: tuple[Format, ...] = (TEXT, JSON)
