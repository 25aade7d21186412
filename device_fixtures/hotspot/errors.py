"""What can go wrong while the HotSpot kind of app process is prepared or described."""

from __future__ import annotations


class HotspotFixtureError(Exception):
    """A part is missing or did not build; the message says which, the likely cause, and what to do."""
