"""The fixture's own failures, told in words a person can act on."""

from __future__ import annotations


class FixtureError(Exception):
    """The emulated device could not be built, started or kept.

    ``message`` says what failed, ``hint`` what to look at or type next. The command line turns it into exit status 125.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message


class FixtureUsageError(FixtureError):
    """What was asked for does not exist (an API level, a runtime for it). Exit status 2."""
