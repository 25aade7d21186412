"""The one error of the ART fixture."""

from __future__ import annotations

from device_fixtures.errors import FixtureError


class ArtError(FixtureError):
    """The runtime could not be built or used.

    ``step`` names what was being done, ``detail`` says what failed, with the end of the tool's own output where there
    was one.
    """

    def __init__(self, step: str, detail: str, hint: str = "") -> None:
        super().__init__(f"art: {step} failed: {detail}", hint)
        self.step = step
        self.detail = detail
