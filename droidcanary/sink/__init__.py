"""Where a session's events and judgements go."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from typing import Protocol

from droidcanary.errors import OutputError
from droidcanary.model import Incident, Notice, SessionLine, Summary


class SinkClosed(Exception):
    """Whoever read our output has gone (a pipe or a terminal was closed): the session ends, and that is no error."""


@contextlib.contextmanager
def writing_stdout() -> Iterator[None]:
    """Raises SinkClosed when the reader has gone, OutputError when stdout cannot be written (a full disk)."""
    try:
        yield
    except BrokenPipeError as error:
        raise SinkClosed("stdout was closed") from error
    except OSError as error:
        if error.errno == errno.EIO:  # the terminal is gone
            raise SinkClosed("the terminal was closed") from error
        raise OutputError(
            f"stdout cannot be written: {error.strerror or error}",
            hint="make room, or write it elsewhere",
            detail=repr(error),
        ) from error


class Sink(Protocol):
    """An output of a session. Called on the session's thread only, in this order: ``start`` once, the others as they
    come, ``finish`` once. Every method may raise SinkClosed or OutputError."""

    def start(self, line: SessionLine) -> None:
        """From here on the main thread is monitored."""

    def incident(self, incident: Incident) -> None:
        """An incident opened, changed while open, or closed."""

    def notice(self, notice: Notice) -> None:
        """Something worth telling about the session itself."""

    def tick(self, at_ns: int, dispatches: int) -> None:
        """The device's clock reached ``at_ns``; ``dispatches`` were seen so far. Comes at least once a second."""

    def finish(self, summary: Summary, saved: str | None) -> None:
        """The session is over; ``saved`` is where its bundle is, or null."""
